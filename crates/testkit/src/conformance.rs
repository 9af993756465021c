//! The battery that every engine must pass, the reference included.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, Score, Solution, judge};
use marquetry_search::{
    Ending, Failure, Limits, Metric, Outcome, Settings, Stats, StopFlag, Watch, search,
};

use crate::corpus::answers;

/// How many random puzzles each test takes.
const PUZZLES: u64 = 150;
/// Built-in puzzles that take an engine more nodes than this are left to those that take fewer.
const PATIENCE: u64 = 300_000;

const METRICS: [Metric; 3] = [Metric::Moves, Metric::Slides, Metric::Steps];

fn random(family: &str, seed: u64) -> Puzzle {
    match family {
        "matching" => crate::matching::matching(seed).into(),
        "tiling" => crate::tiling::tiling(seed).into(),
        _ => crate::sliding::sliding(seed).into(),
    }
}

/// Random puzzles that an engine says it can search; most engines can search all.
fn puzzles(family: &str, engine: &str) -> Vec<(u64, Puzzle)> {
    let nothing = Limits { nodes: Some(0), ..Limits::default() };
    let suits = |puzzle: &Puzzle| {
        let tried = search(puzzle, &settings(engine), nothing, StopFlag::default(), &mut ());
        !matches!(tried, Err(Failure::Unsupported(_)))
    };
    let all = (0..PUZZLES).map(|seed| (seed, random(family, seed)));
    let suiting: Vec<_> = all.filter(|(_, puzzle)| suits(puzzle)).collect();
    assert!(
        suiting.len() as u64 > PUZZLES / 3,
        "{engine} can search only {} puzzles",
        suiting.len()
    );
    suiting
}

fn settings(engine: &str) -> Settings {
    Settings { engine: Some(engine.to_owned()), threads: 1, ..Settings::default() }
}

#[derive(Default)]
struct Keep(Vec<Solution>);

impl Watch for Keep {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        self.0.push(solution.clone());
        ControlFlow::Continue(())
    }
}

/// Runs an engine and keeps what it reports, in order.
pub fn run(puzzle: &Puzzle, settings: &Settings, limits: Limits) -> (Outcome, Vec<Solution>) {
    let mut keep = Keep::default();
    let outcome = search(puzzle, settings, limits, StopFlag::default(), &mut keep);
    (outcome.unwrap_or_else(|failure| panic!("{failure}: {puzzle:?}")), keep.0)
}

/// All solutions, in order.
fn all(puzzle: &Puzzle, settings: &Settings) -> Vec<Solution> {
    let (outcome, found) = run(puzzle, settings, Limits::default());
    assert_eq!(outcome.ending, Ending::Exhausted, "{puzzle:?}");
    assert_eq!(outcome.stats.solutions, found.len() as u64, "{puzzle:?}");
    found
}

/// All solutions, as the family's reference finds them.
pub fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    all(puzzle, &settings("reference"))
}

fn set(solutions: Vec<Solution>) -> BTreeSet<Solution> {
    let count = solutions.len();
    let set: BTreeSet<Solution> = solutions.into_iter().collect();
    assert_eq!(set.len(), count, "the same solution was reported twice");
    set
}

/// Solutions, counts and solutions up to symmetry are those of the reference.
pub fn agrees_with_the_reference(family: &str, engine: &str) {
    for (seed, puzzle) in puzzles(family, engine) {
        let metric = METRICS[seed as usize % 3];
        for distinct in [false, true] {
            let how = |engine| Settings { distinct, metric, ..settings(engine) };
            let (ours, theirs) = (all(&puzzle, &how(engine)), all(&puzzle, &how("reference")));
            assert_eq!(ours.len(), theirs.len(), "seed {seed}, distinct {distinct}: {puzzle:?}");
            let count = theirs.len() as u64;
            let lengths =
                |found: &[Solution]| found.iter().map(|s| length(&puzzle, s, metric)).max();
            assert_eq!(lengths(&ours), lengths(&theirs), "seed {seed}: {puzzle:?}");
            // A sliding engine may push another block of the same kind along another path.
            if family != "sliding" && !distinct {
                assert_eq!(set(ours), set(theirs), "seed {seed}: {puzzle:?}");
            }
            let counting = Settings { count: true, ..how(engine) };
            let counted = run(&puzzle, &counting, Limits::default()).0;
            assert_eq!(counted.stats.solutions, count, "seed {seed}: {puzzle:?}");
        }
    }
}

fn length(puzzle: &Puzzle, solution: &Solution, metric: Metric) -> usize {
    match judge(puzzle, solution) {
        Ok(Score::Moves { moves, slides, steps, .. }) => match metric {
            Metric::Moves => moves,
            Metric::Slides => slides,
            Metric::Steps => steps,
        },
        _ => 0,
    }
}

/// Two threads report the same solutions in the same order.
pub fn threads_change_nothing(family: &str, engine: &str) {
    for (seed, puzzle) in puzzles(family, engine) {
        let two = Settings { threads: 2, ..settings(engine) };
        assert_eq!(all(&puzzle, &two), all(&puzzle, &settings(engine)), "seed {seed}: {puzzle:?}");
    }
}

/// One thread visits the same nodes each time.
pub fn one_thread_is_deterministic(family: &str, engine: &str) {
    for (seed, puzzle) in puzzles(family, engine) {
        let nodes = || run(&puzzle, &settings(engine), Limits::default()).0.stats.nodes;
        assert_eq!(nodes(), nodes(), "seed {seed}: {puzzle:?}");
    }
}

/// A search stopped at any node has found what lies before it, and its open prefixes hold the rest.
pub fn what_is_found_and_what_is_open_are_everything(family: &str, engine: &str) {
    for (seed, puzzle) in puzzles(family, engine) {
        let whole = all(&puzzle, &settings(engine));
        let nodes = run(&puzzle, &settings(engine), Limits::default()).0.stats.nodes;
        let stop_at = Limits { nodes: Some(seed % (nodes + 1)), ..Limits::default() };
        let (outcome, mut found) = run(&puzzle, &settings(engine), stop_at);
        if outcome.ending == Ending::Exhausted {
            assert_eq!(found, whole, "seed {seed}: {puzzle:?}");
            continue;
        }
        assert_eq!(outcome.ending, Ending::NodeLimit, "seed {seed}: {puzzle:?}");
        // Breadth-first engines have no subtrees to hand back: for them a limit must just not look like a proof.
        if outcome.open.is_empty() {
            assert_eq!(family, "sliding", "seed {seed}: {puzzle:?}");
            continue;
        }
        for from in outcome.open {
            found.extend(all(&puzzle, &Settings { from, ..settings(engine) }));
        }
        assert_eq!(set(found), set(whole), "seed {seed}: {puzzle:?}");
    }
}

/// Asked for a number of solutions, it stops there; a raised stop flag ends it before it begins.
pub fn stops_when_asked(family: &str, engine: &str) {
    for (seed, puzzle) in puzzles(family, engine) {
        let whole = all(&puzzle, &settings(engine));
        let (outcome, first) =
            run(&puzzle, &settings(engine), Limits { solutions: Some(1), ..Limits::default() });
        assert_eq!(first.len(), whole.len().min(1), "seed {seed}: {puzzle:?}");
        assert_eq!(outcome.ending == Ending::Enough, !whole.is_empty(), "seed {seed}: {puzzle:?}");
        let stop = StopFlag::default();
        stop.stop();
        let stopped = search(&puzzle, &settings(engine), Limits::default(), stop, &mut ());
        let stopped = stopped.unwrap_or_else(|failure| panic!("{failure}: {puzzle:?}"));
        assert!(
            stopped.ending == Ending::Cancelled || stopped.stats.nodes == 0,
            "seed {seed}: {puzzle:?}"
        );
    }
}

/// The built-in puzzles have the answers that are known of them.
pub fn gives_the_known_answers(family: &str, engine: &str) {
    let patience = Limits { nodes: Some(PATIENCE), ..Limits::default() };
    let mut verified = 0;
    for known in answers().iter().filter(|known| known.puzzle.family() == family) {
        for (distinct, count) in [(false, known.solutions), (true, known.distinct)] {
            let Some(count) = count else { continue };
            let (outcome, found) =
                run(&known.puzzle, &Settings { distinct, ..settings(engine) }, patience);
            if outcome.ending == Ending::Exhausted {
                assert_eq!(found.len() as u64, count, "{}", known.name);
                verified += 1;
            }
        }
        for (i, metric) in METRICS.into_iter().enumerate() {
            let Some(shortest) = known.shortest else { continue };
            let first = Limits { solutions: Some(1), ..patience };
            let (_, found) = run(&known.puzzle, &Settings { metric, ..settings(engine) }, first);
            if let Some(solution) = found.first() {
                assert_eq!(length(&known.puzzle, solution, metric), shortest[i], "{}", known.name);
                verified += 1;
            }
        }
        for (_, nodes) in known.nodes.iter().filter(|(name, _)| name == engine) {
            let first = Limits { solutions: Some(1), ..Limits::default() };
            let outcome = run(&known.puzzle, &settings(engine), first).0;
            assert_eq!(outcome.stats.nodes, *nodes, "node signature of {}", known.name);
        }
    }
    assert!(verified > 0, "no built-in puzzle is within this engine's patience");
}

/// Makes a module of tests that run the whole battery on one engine.
#[macro_export]
macro_rules! engine_conformance {
    ($module:ident, $family:literal, $engine:literal) => {
        mod $module {
            $crate::engine_conformance!(
                $family, $engine:
                agrees_with_the_reference,
                threads_change_nothing,
                one_thread_is_deterministic,
                what_is_found_and_what_is_open_are_everything,
                stops_when_asked,
                gives_the_known_answers
            );
        }
    };
    ($family:literal, $engine:literal: $($law:ident),+) => {
        $(
            #[test]
            fn $law() {
                $crate::conformance::$law($family, $engine);
            }
        )+
    };
}
