//! A breadth-first search that keeps its levels in a folder: stopped anywhere, damaged anywhere, it has the same answer.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use marquetry_puzzle::{Puzzle, Solution, analyse};
use marquetry_search::{Ending, Failure, Limits, Metric, Outcome, Search, Settings, each_solution};
use marquetry_testkit::sliding::{drawn, sliding, tiles};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const METRICS: [Metric; 3] = [Metric::Moves, Metric::Slides, Metric::Steps];

fn red_donkey() -> Puzzle {
    drawn("abbc abbc deef dghf i..j", ".... .... .... .xx. .xx.").into()
}

/// The outcome and the solutions, by the breadth-first search.
fn searched(
    puzzle: &Puzzle,
    settings: &Settings,
    limits: Limits,
) -> Result<(Outcome, Vec<Solution>), Failure> {
    let mut found = Vec::new();
    let mut watch = each_solution(|solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    let search = Search::new(puzzle).settings(settings).engine("bfs");
    let outcome = search.limits(limits).run(&mut watch)?;
    Ok((outcome, found))
}

fn kept_in(folder: &Path) -> Settings {
    Settings { keep: Some(folder.to_owned()), ..Settings::default() }
}

#[test]
fn random_trays_stopped_at_random_places_have_the_answer_that_they_would_have_had() {
    let mut rng = Pcg64::seed_from_u64(7);
    let mut stops = 0;
    for seed in 0..60 {
        let puzzle = Puzzle::from(sliding(seed));
        let metric = METRICS[seed as usize % 3];
        let folder = tempfile::tempdir().unwrap();
        let one = Limits { solutions: Some(1), ..Limits::default() };
        let plain = Settings { metric, ..Settings::default() };
        let (outcome, found) = searched(&puzzle, &plain, one).unwrap();
        for most in (1..).map(|round| 12 * round) {
            let (nodes, threads) = (Some(rng.random_range(1..=most)), rng.random_range(1..=3));
            let memory = rng.random_bool(0.3).then_some(1);
            let settings = Settings { metric, threads, ..kept_in(folder.path()) };
            let again = searched(&puzzle, &settings, Limits { nodes, memory, ..one }).unwrap();
            if again.0.ending != Ending::NodeLimit {
                assert_eq!((again.0.ending, &again.1), (outcome.ending, &found), "tray {seed}");
                assert_eq!(again.0.shortest, outcome.shortest, "tray {seed}");
                assert_eq!(again.0.trouble, None, "tray {seed}");
                break;
            }
            stops += 1;
        }
    }
    assert!(stops > 100, "only {stops} stops");
}

#[test]
fn whatever_file_is_damaged_the_search_goes_on_from_before_it() {
    let (puzzle, mut rng) = (red_donkey(), Pcg64::seed_from_u64(3));
    let folder = tempfile::tempdir().unwrap();
    let settings = kept_in(folder.path());
    let one = Limits { solutions: Some(1), ..Limits::default() };
    let (outcome, found) = searched(&puzzle, &settings, one).unwrap();
    assert_eq!(outcome.trouble, None);
    for round in 0..20 {
        let level = rng.random_range(1..80);
        let ending = if round % 2 == 0 { "keys" } else { "txt" };
        let path = folder.path().join(format!("level-{level}.{ending}"));
        let mut bytes = fs::read(&path).unwrap();
        let at = rng.random_range(0..bytes.len());
        match round % 3 {
            0 => bytes[at] ^= 1 << rng.random_range(0..8),
            1 => bytes.truncate(at),
            _ => bytes.extend(b"more"),
        }
        fs::write(&path, bytes).unwrap();
        let (again, same) = searched(&puzzle, &settings, one).unwrap();
        assert_eq!((again.ending, &same), (outcome.ending, &found), "level {level}");
        let words = again.trouble.expect("it was noticed");
        assert!(words.contains(&format!("level {level} is damaged")), "{words}");
        assert!(again.stats.nodes > 0, "what was damaged was searched again");
    }
    fs::remove_file(folder.path().join("level-40.txt")).unwrap();
    let (again, same) = searched(&puzzle, &settings, one).unwrap();
    assert_eq!(
        (again.trouble, same),
        (None, found),
        "a level without a manifest was not written yet"
    );
}

#[test]
fn a_search_that_is_over_answers_every_question_about_its_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let settings = kept_in(folder.path());
    let one = Limits { solutions: Some(1), ..Limits::default() };
    searched(&red_donkey(), &settings, one).unwrap();
    let counting = Settings { count: true, ..settings };
    let (kept, _) = searched(&red_donkey(), &counting, Limits::default()).unwrap();
    let plain = Settings { keep: None, ..counting };
    let (all, _) = searched(&red_donkey(), &plain, Limits::default()).unwrap();
    assert_eq!((kept.ending, kept.number()), (Ending::Exhausted, all.number()));
    assert!(kept.stats.nodes < all.stats.nodes / 10, "{} nodes", kept.stats.nodes);
}

#[test]
fn another_puzzle_metric_or_engine_is_refused_with_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let settings = kept_in(folder.path());
    let few = Limits { nodes: Some(1000), ..Limits::default() };
    searched(&red_donkey(), &settings, few).unwrap();
    let refused = |puzzle: &Puzzle, settings: &Settings, engine: &str| {
        let failure = Search::new(puzzle).settings(settings).engine(engine).run(()).unwrap_err();
        failure.to_string()
    };
    let other = drawn("abbc abbc deef dghf i..j", ".... .... .... xx.. xx..").into();
    assert!(refused(&other, &settings, "bfs").ends_with("the folder keeps another puzzle"));
    let steps = Settings { metric: Metric::Steps, ..settings.clone() };
    let words = refused(&red_donkey(), &steps, "auto");
    assert!(words.ends_with("a search that counts moves, and this one counts steps"), "{words}");
    let words = refused(&red_donkey(), &settings, "guided");
    assert_eq!(words, "engine 'guided' keeps nothing in a folder");
    let mut numbered = (0..).map(|seed| Puzzle::from(tiles(seed, 3, 3)));
    let solvable = numbered.find(|puzzle| analyse(puzzle).impossible.is_empty()).unwrap();
    let words = refused(&solvable, &settings, "auto");
    assert_eq!(words, "the engine fifteen solves this tray, and keeps nothing in a folder");
}

#[test]
fn a_folder_that_cannot_be_used_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path| {
        let failure = Search::new(&red_donkey()).keep(path).run(()).unwrap_err();
        assert_eq!(failure.code(), "kept");
        failure.to_string()
    };
    let file = folder.path().join("run.db");
    fs::write(&file, "mine").unwrap();
    assert!(refused(&file).ends_with("kept in a folder, and this is a file"));
    assert!(refused(folder.path()).ends_with("other files in it, such as run.db"));
    let mine = folder.path().join("mine");
    fs::create_dir(&mine).unwrap();
    let lock = fs::File::create(mine.join("lock")).unwrap();
    lock.lock().unwrap();
    assert!(refused(&mine).ends_with("another process searches with this folder"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_search_and_what_was_kept_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let settings = kept_in(folder.path());
    let one = Limits { solutions: Some(1), ..Limits::default() };
    let full = folder.path().join("level-30.keys");
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    let (outcome, found) = searched(&red_donkey(), &settings, one).unwrap();
    assert_eq!((outcome.ending, found.len()), (Ending::DiskLimit, 0));
    let words = outcome.trouble.unwrap();
    assert!(words.contains("No space left on device"), "{words}");
    assert!(words.ends_with("what was kept is safe"), "{words}");
    fs::remove_file(full).unwrap();
    let (again, found) = searched(&red_donkey(), &settings, one).unwrap();
    assert_eq!((again.shortest, found.len(), again.trouble), (Some(true), 1, None));
}
