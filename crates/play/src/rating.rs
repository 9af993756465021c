//! How hard a puzzle is.
//!
//! ```
//! use marquetry_play::rating::{Difficulty, How, Size, rate};
//! use marquetry_search::StopFlag;
//!
//! let puzzle = marquetry_formats::native::read("marquetry sliding\ntray\n  A..\ngoal\n  ..A\n").unwrap();
//! let rating = rate(&puzzle, &How::default(), &StopFlag::default()).unwrap();
//! assert!(matches!(rating.size, Size::Measured(_)));
//! assert_eq!(rating.size.difficulty(), Some(Difficulty::Child));
//! ```

use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::matching::estimate::{Estimate, estimate};
use marquetry_search::{
    Ending, Failure, Limits, Metric, Outcome, Search, Settings, Stats, StopFlag, each_solution,
};

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

impl Size {
    /// What a search of this size is like; `None` where the size is not known.
    pub fn difficulty(self) -> Option<Difficulty> {
        let nodes = match self {
            Size::Measured(nodes) => nodes as f64,
            Size::Estimated(nodes) => nodes,
            Size::NotKnown => return None,
        };
        let least = SIZES.iter().find(|(most, _)| nodes < *most);
        Some(least.map_or(Difficulty::Beyond, |(_, difficulty)| *difficulty))
    }

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
    Ok(Rating { estimate, outcome, finished, solution, size })
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
        assert_eq!(Size::Measured(9).difficulty(), Some(Difficulty::Child));
        assert_eq!(Size::Measured(1000).difficulty(), Some(Difficulty::Evening));
        assert_eq!(Size::Estimated(1e40).difficulty(), Some(Difficulty::Beyond));
        assert_eq!(Size::Estimated(f64::INFINITY).difficulty(), Some(Difficulty::Beyond));
        assert_eq!(Size::NotKnown.difficulty(), None);
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
