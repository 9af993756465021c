//! Puzzles made of pieces on a grid, as plain data, and the judge of their solutions.
//!
//! Three families: [`matching`] (tiles whose edges agree), [`tiling`] (shapes that cover a board) and [`sliding`]
//! (blocks pushed to a goal). Each has a `Setup` anybody may fill in, and a checked type that only exists when the
//! setup makes sense. [`judge()`] scores any solution or says all that is wrong with it; [`analyse()`] proves cheaply
//! that some puzzles have none; [`symmetry`] says when two solutions are the same.
//!
//! **Invariant:** nothing here reads a file, a clock or an unseeded random number, and nothing starts a thread.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle, Solution, judge};
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
//! let setup = Setup { board: row(3), pieces, ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//!
//! let nothing = Solution::Cover(Vec::new());
//! assert!(!judge(&puzzle, &nothing).unwrap().solved(), "no fault, and no solution either");
//! ```

pub mod analyse;
pub mod calendar;
pub mod family;
pub mod fault;
pub mod generate;
pub mod grid;
pub mod items;
pub mod judge;
pub mod matching;
pub mod sliding;
pub mod symmetry;
pub mod tiling;

pub use analyse::{Facts, analyse};
pub use family::Family;
pub use fault::{Fault, Faults, Part};
pub use grid::{Cell, Direction};
pub use items::ExactCover;
pub use judge::{Break, Score, judge};
pub use matching::{Board, Laid, Matching};
pub use sliding::{Move, Sliding};
pub use symmetry::Symmetries;
pub use tiling::{Placed, Tiling};

/// A puzzle of any family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Puzzle {
    /// Tiles whose touching edges must agree.
    Matching(Matching),
    /// Pieces that must cover a board.
    Tiling(Tiling),
    /// Blocks pushed to a goal.
    Sliding(Sliding),
}

impl Puzzle {
    /// What people call it; may be empty.
    pub fn title(&self) -> &str {
        match self {
            Puzzle::Matching(p) => &p.title,
            Puzzle::Tiling(p) => &p.title,
            Puzzle::Sliding(p) => &p.title,
        }
    }

    /// Its family.
    pub fn family(&self) -> Family {
        match self {
            Puzzle::Matching(_) => Family::Matching,
            Puzzle::Tiling(_) => Family::Tiling,
            Puzzle::Sliding(_) => Family::Sliding,
        }
    }
}

impl From<Matching> for Puzzle {
    fn from(p: Matching) -> Puzzle {
        Puzzle::Matching(p)
    }
}

impl From<Tiling> for Puzzle {
    fn from(p: Tiling) -> Puzzle {
        Puzzle::Tiling(p)
    }
}

impl From<Sliding> for Puzzle {
    fn from(p: Sliding) -> Puzzle {
        Puzzle::Sliding(p)
    }
}

/// A solution, whole or partial, in the terms of its puzzle.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Solution {
    /// What lies on each cell of a matching puzzle.
    Board(Board),
    /// The placed pieces of a tiling puzzle.
    Cover(Vec<Placed>),
    /// The moves of a sliding puzzle.
    Moves(Vec<Move>),
    /// The chosen options of an [`ExactCover`] problem, which is no puzzle on a grid.
    Options(Vec<usize>),
}
