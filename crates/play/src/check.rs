//! What is wrong with a position, and how far it is.
//!
//! ```
//! use marquetry_play::{Game, Mistake, Mode, Move, TileMove};
//!
//! let puzzle = marquetry_formats::builtin::builtin("tetravex-2x2").and_then(|b| b.puzzle()).unwrap();
//! let mut game = Game::new(puzzle);
//! game.mode = Mode::Free;
//! for tile in 0..4 {
//!     game.play(Move::Tile(TileMove::Place { tile, cell: tile, turn: 0 })).unwrap();
//! }
//! let verdict = game.check();
//! assert!(!verdict.solved);
//! assert!(verdict.mistakes.iter().all(|mistake| matches!(mistake, Mistake::Edge(_))));
//! ```

use marquetry_puzzle::{Break, Cell, Score, judge};

use crate::game::{Game, Pair};

/// Something that has to be put right before the puzzle can be solved.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mistake {
    /// Edges that disagree.
    Edge(Break),
    /// The piece with this rank lies on this cell, and so does another.
    Overlap {
        /// Its rank.
        rank: usize,
        /// The cell.
        cell: Cell,
    },
    /// The piece with this rank sticks out of the board.
    OffBoard {
        /// Its rank.
        rank: usize,
        /// The cell.
        cell: Cell,
    },
    /// The piece with this rank has another colour here than the board.
    Colour {
        /// Its rank.
        rank: usize,
        /// The cell.
        cell: Cell,
    },
}

/// What the judge says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// How far it is; `None` where pieces overlap, stick out or show wrong colours.
    pub score: Option<Score>,
    /// All that is wrong.
    pub mistakes: Vec<Mistake>,
    /// Is it a solution?
    pub solved: bool,
}

impl Game {
    /// Judges what was played so far.
    pub fn check(&self) -> Verdict {
        let score = judge(self.puzzle(), &self.so_far()).ok();
        let mistakes = match (self.pair(), &score) {
            (Some(Pair::Pieces(p, pieces)), _) => pieces.mistakes(p),
            (_, Some(Score::Board { breaks, .. })) => {
                breaks.iter().copied().map(Mistake::Edge).collect()
            }
            _ => Vec::new(),
        };
        Verdict { solved: score.as_ref().is_some_and(Score::solved), score, mistakes }
    }
}
