//! The battery that every engine must pass, the reference included.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::{ExactCover, Family, Puzzle, Score, Solution, judge};
use marquetry_search::{
    BigUint, ENGINES, Ending, Engine, Failure, Finds, Limits, Metric, Outcome, Rest, Search,
    Settings, Stats, StopFlag, Unit, Watch,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::corpus::answers;

/// How many random puzzles each test takes.
const PUZZLES: u64 = 150;
/// Built-in puzzles that take an engine more nodes than this are left to those that take fewer. Positions of trays are
/// kept in memory.
const PATIENCE: u64 = 4_000_000;
const PATIENCE_WITH_TRAYS: u64 = 300_000;
/// What is known to be too slow is tried for a short while only.
const LITTLE_PATIENCE: u64 = 100_000;

const METRICS: [Metric; 3] = [Metric::Moves, Metric::Slides, Metric::Steps];

/// A random puzzle of a family, such as an engine is made for.
fn random(family: Family, engine: &str, seed: u64) -> Puzzle {
    let made = |kind, width, height, colours| {
        generate(kind, width, height, colours, seed).expect("in range").into()
    };
    match (family, engine) {
        (Family::Matching, "inside") => made(Kind::Framed, 5, 5, 7 + seed as u32 % 3),
        (Family::Matching, "halves") => made(Kind::Framed, 6, 6, 10 + seed as u32 % 2),
        (Family::Matching, "windows") => made(Kind::Tetravex, 9, 9 + seed as usize % 2, 14),
        (Family::Matching, _) => crate::matching::matching(seed).into(),
        (Family::Tiling, _) => crate::tiling::tiling(seed).into(),
        (_, "fifteen") => {
            crate::sliding::tiles(seed, 3, 2 + usize::from(seed.is_multiple_of(20))).into()
        }
        _ => crate::sliding::sliding(seed).into(),
    }
}

/// How many of them: those of some engines are large.
fn count(engine: &str) -> u64 {
    match engine {
        "inside" => 24,
        "halves" => 8,
        "windows" => 4,
        "fifteen" => 60,
        _ => PUZZLES,
    }
}

/// The engine that another one is compared with.
fn slow(engine: &str) -> &str {
    // Row by row, a large board takes too long.
    match engine {
        "windows" => "fewest",
        "halves" => "rows",
        _ => "reference",
    }
}

fn known(family: Family, engine: &str) -> &'static Engine {
    let known = ENGINES.iter().find(|e| e.name == engine && e.family == family);
    known.expect("there is such an engine")
}

/// Random puzzles that an engine says it can search; most engines can search all.
fn puzzles(family: Family, engine: &str) -> Vec<(u64, Puzzle)> {
    let nothing = Limits { nodes: Some(0), ..Limits::default() };
    let how = how(family, engine);
    let suits = |puzzle: &Puzzle| {
        let tried = Search::new(puzzle).straight().settings(&how).limits(nothing).run(&mut ());
        !matches!(tried, Err(Failure::Unsupported(_)))
    };
    let all = (0..count(engine)).map(|seed| (seed, random(family, engine, seed)));
    let suiting: Vec<_> = all.filter(|(_, puzzle)| suits(puzzle)).collect();
    let least = count(engine) / 3;
    assert!(suiting.len() as u64 > least, "{engine} can search only {} puzzles", suiting.len());
    suiting
}

/// What an engine can be asked: a number, where it lists nothing.
fn how(family: Family, engine: &str) -> Settings {
    Settings { count: known(family, engine).finds == Finds::Number, ..settings(engine) }
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
    let outcome = Search::new(puzzle).straight().settings(settings).limits(limits).run(&mut keep);
    (outcome.unwrap_or_else(|failure| panic!("{failure}: {puzzle:?}")), keep.0)
}

/// All solutions, in order; none where they are only counted.
fn all(puzzle: &Puzzle, settings: &Settings) -> Vec<Solution> {
    let (outcome, found) = run(puzzle, settings, Limits::default());
    assert_eq!(outcome.ending, Ending::Exhausted, "{puzzle:?}");
    assert_eq!(outcome.rest, Rest::Nothing, "{puzzle:?}");
    let told = if settings.count { 0 } else { outcome.stats.solutions };
    assert_eq!(told, found.len() as u64, "{puzzle:?}");
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
pub fn agrees_with_the_reference(family: Family, engine: &str) {
    let finds = known(family, engine).finds;
    for (seed, puzzle) in puzzles(family, engine) {
        let metric = METRICS[seed as usize % 3];
        for distinct in [false, true] {
            let how = |engine| Settings { distinct, metric, ..settings(engine) };
            let theirs = all(&puzzle, &how(slow(engine)));
            let count = theirs.len() as u64;
            if finds == Finds::One {
                let found = run(&puzzle, &how(engine), Limits::default()).1;
                assert_eq!(found.len() as u64, count.min(1), "seed {seed}: {puzzle:?}");
                continue;
            }
            if finds == Finds::All {
                let ours = all(&puzzle, &how(engine));
                assert_eq!(ours.len() as u64, count, "seed {seed}, {distinct}: {puzzle:?}");
                let lengths =
                    |found: &[Solution]| found.iter().map(|s| length(&puzzle, s, metric)).max();
                assert_eq!(lengths(&ours), lengths(&theirs), "seed {seed}: {puzzle:?}");
                // A sliding engine may push another block of the same kind along another path.
                if family != Family::Sliding && !distinct {
                    assert_eq!(set(ours), set(theirs), "seed {seed}: {puzzle:?}");
                }
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
pub fn threads_change_nothing(family: Family, engine: &str) {
    for (seed, puzzle) in puzzles(family, engine) {
        let found = |threads| {
            let how = Settings { threads, ..how(family, engine) };
            let (outcome, found) = run(&puzzle, &how, Limits::default());
            (outcome.ending, outcome.number(), found)
        };
        assert_eq!(found(2), found(1), "seed {seed}: {puzzle:?}");
    }
}

/// One thread visits the same nodes each time.
pub fn one_thread_is_deterministic(family: Family, engine: &str) {
    for (seed, puzzle) in puzzles(family, engine) {
        let nodes = || run(&puzzle, &how(family, engine), Limits::default()).0.stats.nodes;
        assert_eq!(nodes(), nodes(), "seed {seed}: {puzzle:?}");
    }
}

/// Breaks after so many solutions.
struct Enough(usize, Vec<Solution>);

impl Watch for Enough {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        self.1.push(solution.clone());
        if self.1.len() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Stops a search in one of several ways at random, and says what it found.
fn stopped(
    search: impl FnOnce(Limits, &mut Enough) -> Result<Outcome, Failure>,
    most: u64,
    rng: &mut Pcg64,
) -> (Outcome, Vec<Solution>) {
    let (kind, limits) = (rng.random_range(0..5), Limits::default());
    let limits = match kind {
        4 => Limits { time: Some(Duration::from_micros(rng.random_range(1..200))), ..limits },
        0 | 1 => Limits { nodes: Some(rng.random_range(1..=most)), ..limits },
        2 => Limits { solutions: Some(rng.random_range(1..4)), ..limits },
        _ => limits,
    };
    let many = if kind == 3 { rng.random_range(1..4) } else { usize::MAX };
    let mut watch = Enough(many, Vec::new());
    let outcome = search(limits, &mut watch).unwrap_or_else(|failure| panic!("{failure}"));
    (outcome, watch.1)
}

/// Searches in random pieces, in random order and through their written form, until nothing is left.
pub fn in_pieces(
    puzzle: &Puzzle,
    how: &Settings,
    most: u64,
    rng: &mut Pcg64,
) -> (Vec<Solution>, BigUint) {
    let search = |from, limits, watch: &mut Enough| {
        let how = Settings { from, ..how.clone() };
        Search::new(puzzle).straight().settings(&how).limits(limits).run(watch)
    };
    pieces(search, most, rng)
}

/// The same of items and options.
pub fn items_in_pieces(
    problem: &ExactCover,
    how: &Settings,
    most: u64,
    rng: &mut Pcg64,
) -> (Vec<Solution>, BigUint) {
    let search = |from, limits, watch: &mut Enough| {
        let how = Settings { from, ..how.clone() };
        Search::cover(problem).settings(&how).limits(limits).run(watch)
    };
    pieces(search, most, rng)
}

fn pieces(
    search: impl Fn(Option<Unit>, Limits, &mut Enough) -> Result<Outcome, Failure>,
    most: u64,
    rng: &mut Pcg64,
) -> (Vec<Solution>, BigUint) {
    let (mut found, mut number) = (Vec::new(), BigUint::ZERO);
    let mut left: Vec<Option<Unit>> = vec![None];
    while !left.is_empty() {
        let from = left.swap_remove(rng.random_range(0..left.len()));
        let (outcome, more) = stopped(|limits, watch| search(from, limits, watch), most, rng);
        found.extend(more);
        number += outcome.number();
        match outcome.rest {
            Rest::Nothing => {}
            Rest::Units(units) => left.extend(units.into_iter().map(|unit| {
                let text = serde_json::to_string(&unit).expect("a unit can be written");
                let read: Unit = serde_json::from_str(&text).expect("and read");
                assert_eq!(read, unit);
                Some(read)
            })),
            rest => panic!("{rest:?} is left"),
        }
    }
    (found, number)
}

/// What a search that is stopped anywhere has found, and what those of its parts find, are everything, each once: listed
/// and counted, up to symmetry or not, with one thread or two.
pub fn what_is_found_and_what_is_left_are_everything(family: Family, engine: &str) {
    let known = known(family, engine);
    for (seed, puzzle) in puzzles(family, engine) {
        let mut rng = Pcg64::seed_from_u64(seed);
        let (distinct, looks) = (seed % 2 == 1, family == Family::Matching && seed % 5 == 4);
        let threads = 1 + seed as usize / 2 % 2;
        // From the inside, boards that look alike are told apart.
        let looks = looks && !["inside", "halves"].contains(&engine);
        let how = Settings { distinct, looks, threads, ..how(family, engine) };
        let (whole, all) = run(&puzzle, &how, Limits::default());
        let most = (whole.stats.nodes / 6).max(3);
        if !known.resumes {
            let few = Limits { nodes: Some(most), ..Limits::default() };
            let (outcome, _) = run(&puzzle, &how, few);
            let left = outcome.rest != Rest::Nothing;
            assert_eq!(left, outcome.ending != Ending::Exhausted, "seed {seed}: {puzzle:?}");
            continue;
        }
        let (pieces, _) = in_pieces(&puzzle, &how, most, &mut rng);
        assert_eq!(set(pieces), set(all.clone()), "seed {seed}: {puzzle:?}");
        let counting = Settings { count: true, ..how };
        let (_, number) = in_pieces(&puzzle, &counting, most, &mut rng);
        assert_eq!(number, BigUint::from(all.len()), "seed {seed}: {puzzle:?}");
    }
}

/// Asked for a number of solutions, it stops there; a raised stop flag ends it before it begins.
pub fn stops_when_asked(family: Family, engine: &str) {
    let lists = known(family, engine).finds != Finds::Number;
    for (seed, puzzle) in puzzles(family, engine) {
        if lists {
            let any = run(&puzzle, &settings(slow(engine)), FIRST).1.len();
            let (outcome, first) = run(&puzzle, &settings(engine), FIRST);
            assert_eq!(first.len(), any, "seed {seed}: {puzzle:?}");
            assert_eq!(outcome.ending == Ending::Enough, any == 1, "seed {seed}: {puzzle:?}");
        }
        let stop = StopFlag::default();
        stop.stop();
        let stopped =
            Search::new(&puzzle).straight().settings(&how(family, engine)).until(stop).run(&mut ());
        let stopped = stopped.unwrap_or_else(|failure| panic!("{failure}: {puzzle:?}"));
        assert!(
            stopped.ending == Ending::Cancelled || stopped.stats.nodes == 0,
            "seed {seed}: {puzzle:?}"
        );
    }
}

const FIRST: Limits = Limits { time: None, nodes: None, solutions: Some(1), memory: None };

/// Puzzles have the answers that are known of them, in as many nodes as ever. `answers.toml` names the engines that would
/// take too long; of all others it has the nodes, and of every engine some.
pub fn gives_the_known_answers(family: Family, engine: &str) {
    let finds = known(family, engine).finds;
    let (mut pinned, mut verified) = (0, 0);
    for known in answers().iter().filter(|known| known.puzzle.family() == family) {
        let name = &known.name;
        let nothing = Limits { nodes: Some(0), ..Limits::default() };
        let how = how(family, engine);
        let begun = Search::new(&known.puzzle).straight().settings(&how).limits(nothing).run(());
        match begun {
            Err(Failure::Unsupported(_)) => continue,
            begun => drop(begun.unwrap_or_else(|failure| panic!("{name}: {failure}"))),
        }
        let slow = known.slow.iter().any(|slow| slow == engine);
        let nodes = match family {
            _ if slow => LITTLE_PATIENCE,
            Family::Sliding => PATIENCE_WITH_TRAYS,
            _ => PATIENCE,
        };
        let nodes = Some(nodes);
        for (distinct, count) in [(false, known.solutions), (true, known.distinct)] {
            let counting = Settings { distinct, count: true, ..settings(engine) };
            let Some(count) = count.filter(|_| finds != Finds::One) else { continue };
            let outcome = run(&known.puzzle, &counting, Limits { nodes, ..Limits::default() }).0;
            if outcome.ending == Ending::Exhausted {
                assert_eq!(outcome.number(), BigUint::from(count), "{name}, {distinct}");
                verified += 1;
            } else {
                assert!(slow, "{name}, {distinct}: {engine} is too slow, and is not said to be");
            }
        }
        for (i, metric) in METRICS.into_iter().enumerate() {
            let Some(shortest) = known.shortest else { continue };
            let how = Settings { metric, ..settings(engine) };
            let (outcome, found) = run(&known.puzzle, &how, Limits { nodes, ..FIRST });
            match found.first() {
                None => assert!(slow, "{name}: {engine} is too slow, and is not said to be"),
                Some(_) if outcome.shortest == Some(false) => {}
                Some(solution) => {
                    assert_eq!(length(&known.puzzle, solution, metric), shortest[i], "{name}");
                    verified += 1;
                }
            }
        }
        let spent = |how: &Settings, limits| run(&known.puzzle, how, limits).0.stats.nodes;
        let pin = |pins: &[(String, u64)]| pins.iter().find(|(e, _)| e == engine).map(|pin| pin.1);
        if finds != Finds::Number {
            let nodes = pin(&known.nodes);
            assert!(slow || nodes.is_some(), "nodes of {engine} to the first solution of {name}");
            if let Some(nodes) = nodes {
                assert_eq!(spent(&how, FIRST), nodes, "nodes to the first solution of {name}");
                pinned += 1;
            }
        }
        if finds != Finds::One {
            let counting = Settings { count: true, ..settings(engine) };
            let nodes = pin(&known.counted);
            assert!(slow || nodes.is_some(), "nodes of {engine} to count {name}");
            if let Some(nodes) = nodes {
                assert_eq!(spent(&counting, Limits::default()), nodes, "nodes to count {name}");
                pinned += 1;
            }
        }
    }
    assert!(verified > 0 || finds == Finds::One, "no answer is verified");
    assert!(pinned > 0, "nothing is known of the nodes of {engine}");
}

/// Makes a module of tests that run the whole battery on one engine.
#[macro_export]
macro_rules! engine_conformance {
    ($module:ident, $family:ident, $engine:literal) => {
        mod $module {
            $crate::engine_conformance!(
                $family, $engine:
                agrees_with_the_reference,
                threads_change_nothing,
                one_thread_is_deterministic,
                what_is_found_and_what_is_left_are_everything,
                stops_when_asked,
                gives_the_known_answers
            );
        }
    };
    ($family:ident, $engine:literal: $($law:ident),+) => {
        $(
            #[test]
            fn $law() {
                $crate::conformance::$law($crate::Family::$family, $engine);
            }
        )+
    };
}
