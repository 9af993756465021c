//! How large a search tree is, guessed from a few random ways down it.
//!
//! Knuth's method: a way from the root to a leaf meets nodes with so many choices each, and the product of these
//! numbers down to some depth is an estimate of the number of nodes there that is right on average. Trees of puzzles
//! are so uneven that the spread is wide; it is given with the mean.
//!
//! ```
//! use marquetry_puzzle::generate::{Kind, generate};
//! use marquetry_search::StopFlag;
//! use marquetry_search::matching::estimate::estimate;
//!
//! let puzzle = generate(Kind::Framed, 6, 6, 4, 1).unwrap();
//! let guess = estimate(&puzzle, 100, 1, &StopFlag::default());
//! assert_eq!(guess, estimate(&puzzle, 100, 1, &StopFlag::default()), "the seed decides");
//! ```

use std::sync::Mutex;

use marquetry_puzzle::Matching;
use marquetry_puzzle::generate::dice::Dice;

use super::fewest::fewest;
use super::model::Model;
use super::report::{Report, Solutions};
use crate::run::StopFlag;
use crate::tree::{Climb, Probe};

/// The size of a search tree with the fewest candidates first.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Ways down that were taken.
    pub probes: u32,
    /// The mean over all ways down of the nodes that each promises.
    pub nodes_mean: f64,
    /// The standard error of that mean.
    pub nodes_spread: f64,
    /// The median, which a few huge promises do not move.
    pub nodes_median: f64,
    /// The most tiles that one way down has placed.
    pub deepest: usize,
    /// How many ways down ended with a full board.
    pub solved: u32,
}

/// Estimates the search tree of a puzzle from some random ways down, at least one and fewer when stopped. The same
/// seed gives the same estimate.
pub fn estimate(p: &Matching, probes: u32, seed: u64, stop: &StopFlag) -> Estimate {
    let m = Model::new(p, true, false);
    let deepest = Mutex::new(0);
    let mut climber = fewest(&m, Report::new(&deepest, Solutions::Sought, None));
    Probes { count: probes, seed, stop }.of(&mut *climber, m.near.len())
}

/// Random ways down: at least one, and fewer than asked for when stopped.
pub(super) struct Probes<'a> {
    pub count: u32,
    pub seed: u64,
    pub stop: &'a StopFlag,
}

impl Probes<'_> {
    /// Estimates a tree in which so many cells are to be filled.
    pub fn of(&self, climber: &mut dyn Climb, cells: usize) -> Estimate {
        let mut dice = Dice::new(self.seed);
        let mut promised = Vec::new();
        let (mut deepest, mut solved) = (0, 0);
        while promised.is_empty() || promised.len() < self.count as usize && !self.stop.stopped() {
            let probe = Probe::down(climber, |_, choices| dice.below(choices));
            solved += u32::from(probe.ended && probe.depth == cells);
            deepest = deepest.max(probe.depth);
            promised.push(probe.promised);
        }
        let count = promised.len() as f64;
        let nodes_mean = promised.iter().sum::<f64>() / count;
        let variance =
            promised.iter().map(|n| (n - nodes_mean) * (n - nodes_mean)).sum::<f64>() / count;
        promised.sort_by(f64::total_cmp);
        let nodes_median = promised[promised.len() / 2];
        let nodes_spread = (variance / count).sqrt();
        let probes = promised.len() as u32;
        Estimate { probes, nodes_mean, nodes_spread, nodes_median, deepest, solved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry_puzzle::matching::{Colours, Edge, Setup, Tile};

    /// One row of tiles of one colour that do not turn: every order of them is a solution.
    fn any_order(tiles: usize) -> Matching {
        let mut setup = Setup::blank(tiles, 1);
        setup.colours = Colours::new(["1"]);
        setup.turning = false;
        let tile = |i: usize| Tile { name: i.to_string(), edges: [Edge(0); 4] };
        setup.tiles = (0..tiles).map(tile).collect();
        Matching::new(setup).expect("the setup is sound")
    }

    #[test]
    fn an_even_tree_is_estimated_exactly() {
        let estimate = estimate(&any_order(4), 5, 1, &StopFlag::default());
        assert_eq!(estimate.nodes_mean, 4.0 + 12.0 + 24.0 + 24.0);
        assert_eq!((estimate.nodes_spread, estimate.solved, estimate.deepest), (0.0, 5, 4));
    }
}
