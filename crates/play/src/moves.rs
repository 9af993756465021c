//! Moves, what they change, and why they are refused.
//!
//! ```
//! use marquetry_play::{Game, Move, Refusal};
//! use marquetry_puzzle::sliding::Obstacle;
//! use marquetry_puzzle::{Cell, Direction, Move as Push};
//!
//! let puzzle = marquetry_formats::native::read("marquetry sliding\ntray\n  AB.\n").unwrap();
//! let mut game = Game::new(puzzle);
//! let path = vec![Direction::Right];
//! let refusal = game.play(Move::Block(Push { block: 0, path })).unwrap_err();
//! let obstacle = Obstacle::Block(1, Cell::at(1, 0));
//! assert_eq!(refusal, Refusal::Blocked { block: 0, way: Direction::Right, after: 0, obstacle });
//! ```

use marquetry_puzzle::matching::Clash;
use marquetry_puzzle::sliding::Obstacle;
use marquetry_puzzle::{Cell, Direction, Move as Push};

use crate::pieces::{PieceAt, Turn};
use crate::tiles::TileAt;

/// May mistakes be made?
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Mode {
    /// Only what fits may be laid.
    #[default]
    Strict,
    /// Edges may clash; pieces may overlap, show the wrong colours and stick out. [`check`](crate::Game::check) marks
    /// such mistakes. Blocks never go through each other.
    Free,
}

/// A move of any family.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Move {
    /// In a matching puzzle.
    Tile(TileMove),
    /// In a tiling puzzle.
    Piece(PieceMove),
    /// In a sliding puzzle: a block pushed along a path of unit steps.
    Block(Push),
    /// Takes everything off the board that is not pinned there.
    Clear,
    /// Several moves that are one for undo. Where one is refused, all are.
    Together(Vec<Move>),
}

/// A move of a matching puzzle. Cells are indices row by row, turns are quarters clockwise.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TileMove {
    /// Lays a tile that is not on the board.
    Place {
        /// Index of the tile.
        tile: usize,
        /// An empty cell.
        cell: usize,
        /// Its turn, 0 to 3.
        turn: u8,
    },
    /// Turns a tile where it lies.
    Turn {
        /// Where it lies.
        cell: usize,
        /// By how much more.
        by: u8,
    },
    /// Takes a tile off the board.
    Remove {
        /// Where it lies.
        cell: usize,
    },
    /// Exchanges what lies on two cells, one of which may be empty.
    Swap {
        /// One cell.
        a: usize,
        /// The other.
        b: usize,
    },
    /// Picks up a tile from the board and lays it elsewhere, or as it was but turned.
    Carry {
        /// Where it lies.
        from: usize,
        /// Where it is to lie.
        to: usize,
        /// Its turn there, 0 to 3.
        turn: u8,
    },
}

/// A move of a tiling puzzle. An orientation is an index into [`Tiling::orientations`](marquetry_puzzle::Tiling).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PieceMove {
    /// Lays a piece that is not used up.
    Place {
        /// Index of the piece.
        piece: usize,
        /// Index of its orientation.
        orientation: usize,
        /// Where the first of its cells, in reading order, is to lie.
        at: Cell,
    },
    /// Turns or flips a piece on the board: that part of it which lies on this cell stays there.
    Turn {
        /// A cell that it covers.
        cell: Cell,
        /// How.
        turn: Turn,
    },
    /// Takes a piece off the board.
    Remove {
        /// A cell that it covers.
        cell: Cell,
    },
    /// Picks up a piece from the board and lays it elsewhere.
    Carry {
        /// A cell that it covers.
        from: Cell,
        /// Index of its orientation there.
        orientation: usize,
        /// Where the first of its cells is to lie.
        at: Cell,
    },
}

/// What a move changed: enough to show it, and to take it back.
///
/// A rank is a place in the order in which things were laid. Without `from` something was laid, and those of its rank and
/// above moved up by one; without `to` it was taken away.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Change {
    /// A tile.
    Tile {
        /// Its rank.
        rank: usize,
        /// How it lay before.
        from: Option<TileAt>,
        /// How it lies now.
        to: Option<TileAt>,
    },
    /// A piece.
    Piece {
        /// Its rank.
        rank: usize,
        /// How it lay before.
        from: Option<PieceAt>,
        /// How it lies now.
        to: Option<PieceAt>,
    },
    /// A block was pushed.
    Block(Push),
}

impl Change {
    /// The change that takes this one back.
    pub fn reversed(&self) -> Change {
        match self {
            Change::Tile { rank, from, to } => Change::Tile { rank: *rank, from: *to, to: *from },
            Change::Piece { rank, from, to } => Change::Piece { rank: *rank, from: *to, to: *from },
            Change::Block(Push { block, path }) => {
                let path = path.iter().rev().map(|way| way.opposite()).collect();
                Change::Block(Push { block: *block, path })
            }
        }
    }
}

/// Why a move cannot be made. Nothing was changed by it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The move is of another family.
    OtherFamily,
    /// It would leave everything as it is.
    NoChange,
    /// The puzzle has no tile with this index.
    NoSuchTile(usize),
    /// The puzzle has no piece with this index.
    NoSuchPiece(usize),
    /// The puzzle has no block with this index.
    NoSuchBlock(usize),
    /// The board has no cell with this index, or one that holds no tile.
    NoSuchCell(usize),
    /// Turns are 0 to 3 quarters.
    NoSuchTurn(u8),
    /// The piece has no orientation with this index.
    NoSuchOrientation {
        /// The piece.
        piece: usize,
        /// The index.
        orientation: usize,
    },
    /// The first triangle of the piece points the other way than this cell.
    Askew {
        /// The piece.
        piece: usize,
        /// The cell.
        cell: Cell,
    },
    /// Nothing lies here.
    Empty(Cell),
    /// This tile lies here already.
    Occupied {
        /// The cell.
        cell: Cell,
        /// The tile on it.
        tile: usize,
    },
    /// The tile is on the board already.
    PlacedAlready {
        /// The tile.
        tile: usize,
        /// Where it lies.
        cell: Cell,
    },
    /// Tiles may not be turned in this puzzle.
    NoTurning,
    /// The tile on this cell is pinned there.
    Pinned(Cell),
    /// The cell is kept for another tile that is pinned to it.
    Kept {
        /// The cell.
        cell: Cell,
        /// The tile that belongs there.
        tile: usize,
    },
    /// The tile is pinned to another cell.
    Belongs {
        /// The tile.
        tile: usize,
        /// Where it belongs.
        cell: Cell,
    },
    /// The edges do not match.
    Clash(Clash),
    /// All copies of this piece are on the board.
    UsedUp(usize),
    /// This piece may not be turned or flipped this way.
    NotAllowed {
        /// The piece.
        piece: usize,
        /// The way.
        turn: Turn,
    },
    /// The piece would stick out of the board.
    OffBoard(Cell),
    /// Another piece lies in the way.
    Overlap {
        /// The first cell that both would cover.
        cell: Cell,
        /// The other piece.
        piece: usize,
    },
    /// The piece has another colour here than the board.
    Colour(Cell),
    /// The block cannot go on.
    Blocked {
        /// The block.
        block: usize,
        /// The way it cannot go.
        way: Direction,
        /// How many steps of its path it could go.
        after: usize,
        /// What is in the way.
        obstacle: Obstacle,
    },
}
