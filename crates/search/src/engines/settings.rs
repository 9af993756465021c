//! How to search.

use std::path::PathBuf;

use marquetry_puzzle::{Direction, Move, Solution};

use crate::unit::Unit;

/// What counts as one move of a sliding puzzle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Metric {
    /// One block pushed any distance along any path.
    #[default]
    Moves,
    /// One block pushed any distance in a straight line.
    Slides,
    /// One block pushed by one cell.
    Steps,
}

impl Metric {
    /// The same way, one entry for each that counts.
    pub(crate) fn apart(self, solution: &Solution) -> Solution {
        let (Solution::Moves(moves), false) = (solution, self == Metric::Moves) else {
            return solution.clone();
        };
        let together = |a: &Direction, b: &Direction| self == Metric::Slides && a == b;
        let each = |m: &Move| -> Vec<Move> {
            let parts = m.path.chunk_by(together);
            parts.map(|part| Move { block: m.block, path: part.to_vec() }).collect()
        };
        Solution::Moves(moves.iter().flat_map(each).collect())
    }
}

/// The order in which a matching puzzle's cells are filled by an engine that does not choose it as it goes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Order {
    /// Row by row.
    #[default]
    Rows,
    /// Column by column.
    Columns,
    /// Along the frame clockwise, and on inwards.
    Frame,
    /// From the centre outwards: the same way backwards.
    Centre,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings {
    /// The engine's name; the first that suits the puzzle's family when `None`.
    pub engine: Option<String>,
    /// Report each solution once up to symmetry.
    pub distinct: bool,
    /// With `distinct`: solutions are the same if one is the other turned, not if it is reflected.
    pub turns: bool,
    /// Take boards of tiles that look alike as one; equal pieces and blocks are interchangeable anyway.
    pub looks: bool,
    /// The order of cells, for the engines of matching puzzles that have one.
    pub order: Option<Order>,
    /// What a sliding puzzle's shortest solution is shortest in.
    pub metric: Metric,
    /// Only the number of solutions is wanted: an engine may count without listing.
    pub count: bool,
    /// Threads to search with; 0 and 1 both mean one.
    pub threads: usize,
    /// Seed of every random choice.
    pub seed: u64,
    /// What to search: all, or a part that an earlier search has left. A unit brings its engine along.
    pub from: Option<Unit>,
    /// A folder in which a breadth-first search keeps its levels, to go on from there when it is run again.
    pub keep: Option<PathBuf>,
}
