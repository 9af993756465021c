//! Pictures for a terminal.

mod boxes;
mod canvas;
mod matching;
mod slanted;
mod sliding;
mod tiling;

pub use canvas::Ink;

use canvas::Canvas;
use marquetry_puzzle::sliding::Position;
use marquetry_puzzle::{Puzzle, Sliding, Solution, judge};

/// No line is broader than this where the picture can be laid out within it.
const COLUMNS: usize = 80;

pub(crate) fn position(p: &Sliding, position: &Position) -> Canvas {
    sliding::position(p, position, "now")
}

pub(crate) fn draw(puzzle: &Puzzle, solution: Option<&Solution>) -> Canvas {
    match (puzzle, solution) {
        (Puzzle::Matching(p), Some(Solution::Board(board))) => matching::board(p, board),
        (Puzzle::Matching(p), _) => matching::puzzle(p),
        (Puzzle::Tiling(p), Some(Solution::Cover(cover))) => tiling::cover(p, cover),
        (Puzzle::Tiling(p), _) => tiling::puzzle(p),
        (Puzzle::Sliding(p), Some(solution @ Solution::Moves(moves))) => {
            sliding::moves(p, moves, judge(puzzle, solution).ok())
        }
        (Puzzle::Sliding(p), _) => sliding::puzzle(p),
    }
}
