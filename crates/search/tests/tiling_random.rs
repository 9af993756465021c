//! Every engine for tiling puzzles finds what the reference finds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use marquetry_puzzle::{ExactCover, Puzzle, Solution, Symmetries};
use marquetry_search::{
    ENGINES, Ending, Limits, Outcome, Prefix, Settings, StopFlag, engine_for, exact, solve,
};
use marquetry_testkit::exact::exact as problem;
use marquetry_testkit::tiling::tiling;

const PUZZLES: u64 = 500;

fn settings(engine: &str, distinct: bool, count: bool, threads: usize) -> Settings {
    Settings { engine: Some(engine.into()), distinct, count, threads, ..Settings::default() }
}

fn search(puzzle: &Puzzle, how: &Settings, limits: Limits) -> Option<(Outcome, Vec<Solution>)> {
    let mut found = Vec::new();
    let mut keep = |solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    };
    let outcome = solve(puzzle, how, limits, StopFlag::default(), &mut keep);
    // An engine may refuse a puzzle, never misjudge it.
    let outcome = outcome.map_err(|e| assert!(e.to_string().contains("cannot search"), "{e}"));
    outcome.ok().map(|outcome| (outcome, found))
}

fn engines() -> impl Iterator<Item = &'static str> {
    let others = ENGINES.iter().filter(|e| e.family == "tiling" && e.name != "reference");
    others.map(|e| e.name)
}

/// All solutions, and those that stand for their class.
fn truth(puzzle: &Puzzle) -> (Vec<Solution>, BTreeSet<Solution>) {
    let how = settings("reference", false, false, 1);
    let (_, all) = search(puzzle, &how, Limits::default()).unwrap();
    let symmetries = Symmetries::of(puzzle);
    let classes = all.iter().map(|s| symmetries.canonical(s)).collect();
    (all, classes)
}

#[test]
fn every_engine_lists_what_the_reference_lists() {
    let mut solvable = 0;
    for seed in 0..PUZZLES {
        let puzzle = tiling(seed).into();
        let (all, classes) = truth(&puzzle);
        let all: BTreeSet<Solution> = all.into_iter().collect();
        solvable += u64::from(!all.is_empty());
        let symmetries = Symmetries::of(&puzzle);
        for engine in engines().filter(|&e| e != "counter") {
            let [one, two] = [1, 2].map(|threads| {
                search(&puzzle, &settings(engine, false, false, threads), Limits::default())
            });
            let Some((outcome, found)) = one else { continue };
            assert_eq!(outcome.ending, Ending::Exhausted, "{engine} {seed}");
            assert_eq!(found.len(), all.len(), "{engine} {seed}");
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), all, "{engine} {seed}");
            assert_eq!(two.unwrap().1, found, "{engine} {seed}: the same order on two threads");
            for threads in [1, 2] {
                let how = settings(engine, true, false, threads);
                let (_, found) = search(&puzzle, &how, Limits::default()).unwrap();
                assert_eq!(found.len(), classes.len(), "{engine} {seed} up to symmetry");
                let least = found.iter().map(|s| symmetries.canonical(s));
                assert_eq!(least.collect::<BTreeSet<_>>(), classes, "{engine} {seed}");
            }
        }
    }
    assert!(solvable > PUZZLES / 2, "only {solvable} puzzles had solutions");
}

#[test]
fn every_engine_counts_what_the_reference_lists() {
    for seed in 0..PUZZLES {
        let puzzle = tiling(seed).into();
        let (all, classes) = truth(&puzzle);
        for engine in engines() {
            for threads in [1, 2] {
                for (distinct, count) in [(false, all.len()), (true, classes.len())] {
                    let how = settings(engine, distinct, true, threads);
                    let Some((outcome, found)) = search(&puzzle, &how, Limits::default()) else {
                        continue;
                    };
                    assert!(found.is_empty());
                    let name = format!("{engine} {seed} distinct {distinct} threads {threads}");
                    assert_eq!(outcome.stats.solutions, count as u64, "{name}");
                    assert_eq!(outcome.ending, Ending::Exhausted, "{name}");
                }
            }
        }
    }
}

#[test]
fn a_stopped_search_and_what_it_left_open_find_everything_once() {
    for seed in 0..PUZZLES {
        let puzzle = tiling(seed).into();
        for engine in engines().filter(|&e| e != "counter") {
            for distinct in [false, true] {
                let how = settings(engine, distinct, false, 1);
                let Some((_, mut whole)) = search(&puzzle, &how, Limits::default()) else {
                    continue;
                };
                let few = Limits { nodes: Some(1 + seed % 20), ..Limits::default() };
                let (outcome, mut found) = search(&puzzle, &how, few).unwrap();
                for from in outcome.open {
                    let how = Settings { from, ..how.clone() };
                    found.extend(search(&puzzle, &how, Limits::default()).unwrap().1);
                }
                found.sort();
                whole.sort();
                assert_eq!(found, whole, "{engine} {seed} distinct {distinct}");
            }
        }
    }
}

#[test]
fn the_first_solution_is_one_whether_or_not_symmetry_matters() {
    for seed in 0..PUZZLES / 5 {
        let puzzle = tiling(seed).into();
        let any = truth(&puzzle).0.len().min(1);
        for engine in engines().filter(|&e| e != "counter") {
            for distinct in [false, true] {
                let how = settings(engine, distinct, false, 2);
                let one = Limits { solutions: Some(1), ..Limits::default() };
                let Some((_, found)) = search(&puzzle, &how, one) else { continue };
                assert_eq!(found.len(), any, "{engine} {seed} distinct {distinct}");
            }
        }
    }
}

#[test]
fn the_way_into_an_empty_subtree_finds_nothing() {
    let puzzle = tiling(1).into();
    for engine in engines().filter(|&e| e != "counter") {
        let how = Settings { from: Prefix(vec![1_000_000]), ..settings(engine, false, false, 1) };
        assert!(engine_for(&puzzle, &how).is_ok());
        assert!(search(&puzzle, &how, Limits::default()).is_none_or(|(_, found)| found.is_empty()));
    }
}

/// What the exact cover engine lists with one thread, the same with two, and what it counts.
fn options(problem: &ExactCover) -> Vec<Vec<usize>> {
    let search = |count, threads| {
        let mut found = Vec::new();
        let mut keep = |solution: &Solution| {
            let Solution::Options(chosen) = solution else { panic!("these are no options") };
            found.push(chosen.clone());
            ControlFlow::Continue(())
        };
        let how = Settings { count, threads, ..Settings::default() };
        let stop = StopFlag::default();
        let outcome = exact::solve(problem, &how, Limits::default(), stop, &mut keep).unwrap();
        assert_eq!(outcome.ending, Ending::Exhausted);
        (found, outcome.stats.solutions)
    };
    let (found, count) = search(false, 1);
    assert_eq!(count, found.len() as u64);
    assert_eq!(search(false, 2), (found.clone(), count));
    assert_eq!(search(true, 1), (Vec::new(), count));
    assert_eq!(search(true, 2), (Vec::new(), count));
    found
}

#[test]
fn exact_covers_are_what_taking_and_leaving_each_option_finds() {
    let mut solvable = 0;
    for seed in 0..PUZZLES {
        let problem = problem(seed);
        let mut found = options(&problem);
        found.sort();
        let mut truth = exact::reference::solutions(&problem);
        truth.sort();
        assert_eq!(found, truth, "{seed}");
        solvable += u64::from(!truth.is_empty());
    }
    assert!(solvable > PUZZLES / 4, "only {solvable} problems had solutions");
}

#[test]
fn a_tiling_puzzle_without_its_board_has_the_same_solutions() {
    for seed in 0..PUZZLES {
        let tiling = tiling(seed);
        let (problem, placed) = ExactCover::of_tiling(&tiling, usize::MAX).unwrap();
        let cover = |chosen: Vec<usize>| {
            let pieces = chosen.into_iter().map(|option| placed[option].clone()).collect();
            Solution::Cover(tiling.in_order(pieces))
        };
        let mut found: Vec<Solution> = options(&problem).into_iter().map(cover).collect();
        found.sort();
        let (mut all, _) = truth(&tiling.clone().into());
        all.sort();
        assert_eq!(found, all, "{seed}");
    }
}
