//! Games on puzzles made of pieces on a grid, as data.
//!
//! A [`Game`] is its puzzle and its moves. A [`Move`] is made, which changes some tiles, pieces or blocks, or it is
//! refused with a [`Refusal`] and changes nothing. [`Game::undo`] and [`Game::redo`] go through the moves;
//! [`Game::check`] says what is wrong and what is missing; [`Game::solvable`], [`Game::hint`], [`Game::solution`] and
//! [`Game::blame`] search, as long as a [`Patience`] lasts.
//!
//! ```
//! use marquetry_play::{Game, Move, PieceMove, Refusal};
//! use marquetry_puzzle::Cell;
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//!
//! let row = |n: i16| (0..n).map(|x| (Cell::at(x, 0), None)).collect::<Vec<_>>();
//! let pieces = vec![Piece::new("I", row(3)), Piece::new("D", row(2))];
//! let puzzle = Tiling::new(Setup { board: row(5), pieces, ..Setup::default() }).unwrap();
//! let place = |piece, x| Move::Piece(PieceMove::Place { piece, orientation: 0, at: Cell::at(x, 0) });
//!
//! let mut game = Game::new(puzzle.into());
//! game.play(place(0, 0)).unwrap();
//! let refusal = game.play(place(1, 2)).unwrap_err();
//! assert_eq!(refusal, Refusal::Overlap { cell: Cell::at(2, 0), piece: 0 });
//! game.play(place(1, 3)).unwrap();
//! assert!(game.check().solved);
//! ```
//!
//! **Invariant:** everything is data: no words, no files, no clock. The same moves always give the same game.

pub mod blame;
pub mod blocks;
pub mod check;
pub mod game;
pub mod hint;
pub mod making;
pub mod moves;
pub mod pieces;
pub mod rating;
pub mod seek;
pub mod tiles;

pub use blame::{Blame, wrong_pins};
pub use blocks::Room;
pub use check::{Mistake, Verdict};
pub use game::{Game, Played, Position};
pub use hint::{Hint, Why};
pub use moves::{Change, Mode, Move, PieceMove, Refusal, TileMove};
pub use pieces::{Axis, PieceAt, Pieces, Turn, Turned};
pub use seek::{Found, Missing, NotKnown, Patience, Solvable};
pub use tiles::{TileAt, TileWay, Tiles};
