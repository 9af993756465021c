//! A search that is stopped at any moment and gone on with has the answer that it would have had.

use std::ops::ControlFlow;
use std::path::Path;

use marquetry_fleet::{Asked, Error, checkpointed};
use marquetry_formats::builtin::builtin;
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::{Ending, Limits, Outcome, Settings, StopFlag, each_solution};

fn puzzle(name: &str) -> Puzzle {
    builtin(name).and_then(|known| known.puzzle()).expect("it is built in")
}

/// One call that is stopped after so many nodes.
fn call(path: &Path, puzzle: &Puzzle, settings: &Settings, nodes: u64) -> (Outcome, Vec<Solution>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut found = Vec::new();
    let mut keep = each_solution(|solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    let asked = Asked { puzzle, settings, limits };
    let outcome = checkpointed(path, asked, StopFlag::default(), &mut keep).expect("it goes on");
    (outcome, found)
}

/// Calls with ever more nodes until the search is over: how many it took, and the last.
fn to_the_end(name: &str, settings: &Settings) -> (u64, Outcome, Vec<Solution>) {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, puzzle) = (folder.path().join("run.db"), puzzle(name));
    for calls in 1.. {
        let (outcome, found) = call(&path, &puzzle, settings, calls * calls * 50);
        if outcome.ending == Ending::Exhausted {
            let again = call(&path, &puzzle, settings, 1);
            assert_eq!((again.0.number(), &again.1), (outcome.number(), &found), "it is over");
            return (calls, outcome, found);
        }
    }
    unreachable!("it ends")
}

fn settings(engine: &str, distinct: bool, count: bool) -> Settings {
    Settings { engine: Some(engine.into()), distinct, count, ..Settings::default() }
}

#[test]
fn a_count_that_is_stopped_again_and_again_is_exact() {
    for (name, engine, distinct, answer) in [
        ("pentominoes-6x10", "lister", false, 9356_u32),
        ("pentominoes-6x10", "cover", true, 2339),
        ("soma", "cover", false, 11520),
        ("framed-5x5", "rows", false, 4),
        ("framed-5x5", "fewest", true, 1),
    ] {
        let (calls, outcome, _) = to_the_end(name, &settings(engine, distinct, true));
        let known = marquetry_search::Search::new(&puzzle(name))
            .settings(&settings(engine, distinct, true))
            .run(());
        assert_eq!(outcome.number(), known.expect("it searches").number(), "{name} by {engine}");
        if name.starts_with("pento") {
            assert_eq!(outcome.number(), answer.into());
            assert!(calls > 3, "{name} was stopped {calls} times");
        }
    }
}

#[test]
fn all_solutions_are_told_once_though_the_search_was_stopped() {
    for (name, engine, distinct) in
        [("pentominoes-3x20", "cover", false), ("pentominoes-5x12", "lister", true)]
    {
        let (calls, outcome, found) = to_the_end(name, &settings(engine, distinct, false));
        let mut all: Vec<Solution> = Vec::new();
        let keep = each_solution(|solution| {
            all.push(solution.clone());
            ControlFlow::Continue(())
        });
        let known = puzzle(name);
        marquetry_search::Search::new(&known)
            .settings(&settings(engine, distinct, false))
            .run(keep)
            .expect("it searches");
        let sorted = |mut solutions: Vec<Solution>| {
            solutions.sort_by_key(|solution| format!("{solution:?}"));
            solutions
        };
        assert_eq!(outcome.number(), all.len().into());
        assert_eq!(sorted(found), sorted(all), "{name} by {engine} in {calls} calls");
    }
}

#[test]
fn a_file_of_another_search_is_refused_with_what_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.db");
    let (soma, flat) = (puzzle("soma"), puzzle("pentominoes-3x20"));
    let count = settings("cover", false, true);
    call(&path, &soma, &count, 1);
    let refused = |puzzle: &Puzzle, settings: &Settings| {
        let asked = Asked { puzzle, settings, limits: Limits::default() };
        checkpointed(&path, asked, StopFlag::default(), &mut ()).map_err(|error| error.to_string())
    };
    let words = |differs: &str| Err(format!("the file keeps a search that {differs}"));
    assert_eq!(refused(&flat, &count), words("is of another puzzle"));
    assert_eq!(refused(&soma, &settings("reference", false, true)), words("is of another engine"));
    assert_eq!(refused(&soma, &settings("cover", true, true)), words("asks another question"));
}

#[test]
fn what_is_no_such_file_is_said_to_be_none_and_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.db");
    let puzzle = puzzle("soma");
    let how = settings("cover", false, true);
    let asked = Asked { puzzle: &puzzle, settings: &how, limits: Limits::default() };
    std::fs::write(&path, "a letter to my aunt, which is no database at all")
        .expect("it is written");
    let refused = checkpointed(&path, asked, StopFlag::default(), &mut ());
    assert!(matches!(refused, Err(Error::Damaged(_))), "{refused:?}");
    let kept = std::fs::read_to_string(&path).expect("it is there");
    assert!(kept.starts_with("a letter"));
}

#[test]
fn engines_that_cannot_be_gone_on_with_say_so_before_they_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.db");
    for (name, engine) in [("klotski", "bfs"), ("soma", "counter")] {
        let (puzzle, how) = (puzzle(name), settings(engine, false, true));
        let asked = Asked { puzzle: &puzzle, settings: &how, limits: Limits::default() };
        let refused = checkpointed(&path, asked, StopFlag::default(), &mut ());
        assert!(matches!(refused, Err(Error::Unresumable(_))), "{refused:?}");
        assert!(!path.exists());
    }
}

#[test]
fn a_file_in_use_is_not_used_by_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.db");
    let (puzzle, how) = (puzzle("soma"), settings("cover", false, false));
    let asked = Asked {
        puzzle: &puzzle,
        settings: &how,
        limits: Limits { solutions: Some(1), ..Limits::default() },
    };
    let mut second = None;
    let watch = each_solution(|_| {
        second = Some(checkpointed(&path, asked, StopFlag::default(), &mut ()));
        ControlFlow::Continue(())
    });
    let mut watch = watch;
    checkpointed(&path, asked, StopFlag::default(), &mut watch).expect("it searches");
    assert!(matches!(second, Some(Err(Error::InUse))), "{second:?}");
}
