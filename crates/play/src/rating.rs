//! How hard a puzzle is.
//!
//! ```
//! use marquetry_play::rating::{Difficulty, How, Size, rate};
//! use marquetry_search::StopFlag;
//!
//! let puzzle = marquetry_formats::native::read("marquetry sliding\ntray\n  A..\ngoal\n  ..A\n").unwrap();
//! let rating = rate(&puzzle, &How::default(), &StopFlag::default()).unwrap();
//! assert!(matches!(rating.size, Size::Measured(_)));
//! assert_eq!(rating.difficulty(), Some(Difficulty::Child));
//! ```

mod effort;
mod ways;

use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::matching::estimate::{Estimate, estimate};
use marquetry_search::{
    Ending, Failure, Limits, Metric, Outcome, Search, Settings, Stats, StopFlag, each_solution,
};

pub use effort::Effort;
pub use ways::Ways;

/// More solutions than this are not told apart.
const MOST_SOLUTIONS: u64 = 100_000;

/// How a puzzle is rated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct How {
    /// What bounds the search.
    pub limits: Limits,
    /// How many random ways down the search tree to probe, for a matching puzzle.
    pub probes: u32,
    /// Seed of the probes.
    pub seed: u64,
    /// What one move of a sliding puzzle is.
    pub metric: Metric,
}

impl Default for How {
    fn default() -> How {
        How { limits: Limits::default(), probes: 1000, seed: 1, metric: Metric::Moves }
    }
}

/// How many nodes a whole search takes.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Size {
    /// It was searched to its end.
    Measured(u64),
    /// By random probes, or by the share of the search that was done.
    Estimated(f64),
    /// It was not searched to its end, and nothing says how far that is.
    NotKnown,
}

/// What a search of some size is like, the easiest first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Difficulty {
    /// A child does it.
    Child,
    /// An adult does it in an evening.
    Evening,
    /// A computer does it at once.
    AtOnce,
    /// A computer does it in an hour or two.
    Hours,
    /// A computer does it in months.
    Months,
    /// Many computers may do it.
    ManyComputers,
    /// Nobody has.
    Beyond,
}

/// The most nodes of each difficulty but the last. One thread does about a million a second.
const SIZES: [(f64, Difficulty); 6] = [
    (1e3, Difficulty::Child),
    (1e5, Difficulty::Evening),
    (1e7, Difficulty::AtOnce),
    (1e10, Difficulty::Hours),
    (1e13, Difficulty::Months),
    (1e17, Difficulty::ManyComputers),
];

impl Difficulty {
    /// What a search of so many nodes is like.
    pub fn of(nodes: f64) -> Difficulty {
        let least = SIZES.iter().find(|(most, _)| nodes < *most);
        least.map_or(Difficulty::Beyond, |(_, difficulty)| *difficulty)
    }
}

impl Rating {
    /// How hard it is, on one scale for all families: by the nodes of a plain search to a solution, over many orders where
    /// the order matters. Where that took too long, by the size of the search; `None` where that is not known.
    pub fn difficulty(&self) -> Option<Difficulty> {
        match (&self.effort, self.size) {
            (Some(effort), _) => Some(Difficulty::of(effort.median as f64)),
            (None, Size::Measured(nodes)) => Some(Difficulty::of(nodes as f64)),
            (None, Size::Estimated(nodes)) => Some(Difficulty::of(nodes)),
            (None, Size::NotKnown) => None,
        }
    }
}

impl Size {
    fn of(finished: bool, stats: &Stats, guess: Option<&Estimate>) -> Size {
        // Below one part in a thousand, what is done says nothing of what is left.
        let done = stats.done.filter(|&done| done > 0.001);
        match (guess, done) {
            _ if finished => Size::Measured(stats.nodes),
            // Probes that miss the large part of a tree promise less than was searched already.
            (Some(guess), _) => Size::Estimated(guess.nodes_mean.max(stats.nodes as f64)),
            (None, Some(done)) => Size::Estimated(stats.nodes as f64 / done),
            (None, None) => Size::NotKnown,
        }
    }
}

/// What was found out of a puzzle.
#[derive(Clone, Debug)]
pub struct Rating {
    /// What random probes say, for a matching puzzle.
    pub estimate: Option<Estimate>,
    /// How the search ended.
    pub outcome: Outcome,
    /// Did it see everything that it was to see: all solutions, or a solution of a sliding puzzle?
    pub finished: bool,
    /// The last solution it found.
    pub solution: Option<Solution>,
    /// How large it is.
    pub size: Size,
    /// What a plain search takes to a solution, where it comes to one. A tray is searched the same way in every order.
    pub effort: Option<Effort>,
    /// What there is to choose on the way to a solution.
    pub ways: Option<Ways>,
}

/// Says how hard a puzzle is: by random probes, and by a search within the limits.
pub fn rate(puzzle: &Puzzle, how: &How, stop: &StopFlag) -> Result<Rating, Failure> {
    let estimate = match puzzle {
        Puzzle::Matching(p) => Some(estimate(p, how.probes, how.seed, stop)),
        _ => None,
    };
    let mut solution = None;
    let mut keep = each_solution(|found: &Solution| {
        solution = Some(found.clone());
        ControlFlow::Continue(())
    });
    let (settings, solutions) = settings(puzzle, how);
    let limits = Limits { solutions, ..how.limits };
    let outcome = Search::new(puzzle)
        .settings(&settings)
        .limits(limits)
        .until(stop.clone())
        .run(&mut keep)?;
    let finished = outcome.ending == Ending::Exhausted
        || matches!(puzzle, Puzzle::Sliding(_)) && outcome.ending == Ending::Enough;
    let size = Size::of(finished, &outcome.stats, estimate.as_ref());
    let effort = Effort::of(puzzle, how, stop)?;
    let ways = match (puzzle, &solution) {
        (Puzzle::Sliding(p), Some(Solution::Moves(moves))) => Ways::pushed(p, moves, how.metric),
        (Puzzle::Sliding(_), _) => None,
        _ => Ways::laid(puzzle, how, stop),
    };
    Ok(Rating { estimate, outcome, finished, solution, size, effort, ways })
}

/// How to search, and for how many solutions. For matching it is the order of search that the estimate is about.
fn settings(puzzle: &Puzzle, how: &How) -> (Settings, Option<u64>) {
    let (engine, solutions, count) = match puzzle {
        Puzzle::Matching(_) => (Some("fewest".to_owned()), Some(MOST_SOLUTIONS), false),
        Puzzle::Tiling(_) => (None, None, true),
        Puzzle::Sliding(_) => (None, Some(1), false),
    };
    let distinct = !matches!(puzzle, Puzzle::Sliding(_));
    let metric = how.metric;
    (Settings { engine, distinct, count, metric, ..Settings::default() }, solutions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulty_goes_by_the_number_of_nodes() {
        assert_eq!(Difficulty::of(9.0), Difficulty::Child);
        assert_eq!(Difficulty::of(1000.0), Difficulty::Evening);
        assert_eq!(Difficulty::of(1e40), Difficulty::Beyond);
        assert_eq!(Difficulty::of(f64::INFINITY), Difficulty::Beyond);
    }

    #[test]
    fn one_scale_is_for_all_families_and_the_easy_is_easier_than_the_hard() {
        let rated = |name: &str| {
            let puzzle = marquetry_formats::builtin::builtin(name).and_then(|b| b.puzzle());
            let limits = Limits { nodes: Some(300_000), ..Limits::default() };
            let how = How { limits, probes: 50, ..How::default() };
            rate(&puzzle.expect("it is built in"), &how, &StopFlag::default()).expect("it can")
        };
        let difficulty = |name| rated(name).difficulty();
        assert_eq!(difficulty("tetravex-2x2"), Some(Difficulty::Child));
        assert_eq!(difficulty("tetrahexes-4x7"), Some(Difficulty::Child));
        assert_eq!(difficulty("klotski"), Some(Difficulty::Evening));
        assert_eq!(difficulty("eternity2"), Some(Difficulty::Beyond));
        let klotski = rated("klotski");
        assert!(klotski.effort.is_none(), "a tray has no orders");
        assert_eq!(klotski.ways.map(|ways| ways.of), Some(81));
    }

    #[test]
    fn what_was_not_finished_is_never_called_measured() {
        let stats = Stats { nodes: 5_000, done: Some(0.5), ..Stats::default() };
        assert_eq!(Size::of(true, &stats, None), Size::Measured(5_000));
        assert_eq!(Size::of(false, &stats, None), Size::Estimated(10_000.0));
        let blind = Stats { done: None, ..stats };
        assert_eq!(Size::of(false, &blind, None), Size::NotKnown);
    }
}
