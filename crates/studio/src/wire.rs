//! Moves in JSON, and what is asked with every game.

use marquetry_formats::json::{self, wire::Place};
use marquetry_play::{self as play, Axis, Game, Mode, Refusal};
use marquetry_puzzle::{Direction, Move as Push, Puzzle, Solution};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::answer::Problem;

/// The most moves of a game, the steps of blocks and the parts of joint moves among them.
const MOST_MOVES: usize = 100_000;

/// A move of any family.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    Tile(TileMove),
    Piece(PieceMove),
    Block(BlockMove),
    Clear,
    Together(Vec<Move>),
}

/// A move of a tile. Cells are indices row by row.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TileMove {
    Place { tile: usize, cell: usize, turn: u8 },
    Turn { cell: usize, by: u8 },
    Remove { cell: usize },
    Swap { a: usize, b: usize },
    Carry { from: usize, to: usize, turn: u8 },
}

/// A move of a piece.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceMove {
    Place { piece: usize, orientation: usize, at: Place<3> },
    Turn { cell: Place<3>, turn: Turn },
    Remove { cell: Place<3> },
    Carry { from: Place<3>, orientation: usize, at: Place<3> },
}

/// A block pushed along a path of `U`, `R`, `D` and `L`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockMove {
    pub block: usize,
    pub path: String,
}

/// A way to turn a piece.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Turn {
    #[serde(rename = "z")]
    Z,
    #[serde(rename = "z-")]
    BackZ,
    #[serde(rename = "flip")]
    Flip,
    #[serde(rename = "x")]
    X,
    #[serde(rename = "x-")]
    BackX,
    #[serde(rename = "y")]
    Y,
    #[serde(rename = "y-")]
    BackY,
}

impl Turn {
    /// How many of them stay in their plane: they are the first.
    pub const FLAT: usize = 3;
    /// In the order of [`play::Turn::ALL`].
    pub const ALL: [Turn; 7] =
        [Turn::Z, Turn::BackZ, Turn::Flip, Turn::X, Turn::BackX, Turn::Y, Turn::BackY];
}

impl From<Turn> for play::Turn {
    fn from(turn: Turn) -> play::Turn {
        match turn {
            Turn::Z => play::Turn::About(Axis::Z),
            Turn::BackZ => play::Turn::Back(Axis::Z),
            Turn::Flip => play::Turn::Flip,
            Turn::X => play::Turn::About(Axis::X),
            Turn::BackX => play::Turn::Back(Axis::X),
            Turn::Y => play::Turn::About(Axis::Y),
            Turn::BackY => play::Turn::Back(Axis::Y),
        }
    }
}

impl From<play::Turn> for Turn {
    fn from(turn: play::Turn) -> Turn {
        let at = play::Turn::ALL.iter().position(|known| *known == turn);
        Turn::ALL[at.unwrap_or(0)]
    }
}

impl Move {
    /// The move as games know it; `None` where a path has other letters.
    pub fn play(&self) -> Option<play::Move> {
        Some(match self {
            Move::Tile(m) => play::Move::Tile(match *m {
                TileMove::Place { tile, cell, turn } => play::TileMove::Place { tile, cell, turn },
                TileMove::Turn { cell, by } => play::TileMove::Turn { cell, by },
                TileMove::Remove { cell } => play::TileMove::Remove { cell },
                TileMove::Swap { a, b } => play::TileMove::Swap { a, b },
                TileMove::Carry { from, to, turn } => play::TileMove::Carry { from, to, turn },
            }),
            Move::Piece(m) => play::Move::Piece(match *m {
                PieceMove::Place { piece, orientation, at } => {
                    play::PieceMove::Place { piece, orientation, at: at.0 }
                }
                PieceMove::Turn { cell, turn } => {
                    play::PieceMove::Turn { cell: cell.0, turn: turn.into() }
                }
                PieceMove::Remove { cell } => play::PieceMove::Remove { cell: cell.0 },
                PieceMove::Carry { from, orientation, at } => {
                    play::PieceMove::Carry { from: from.0, orientation, at: at.0 }
                }
            }),
            Move::Block(BlockMove { block, path }) => {
                let path = path.chars().map(Direction::by_letter).collect::<Option<Vec<_>>>()?;
                play::Move::Block(Push { block: *block, path })
            }
            Move::Clear => play::Move::Clear,
            Move::Together(moves) => {
                play::Move::Together(moves.iter().map(Move::play).collect::<Option<_>>()?)
            }
        })
    }

    /// A move that a game has made or advises; `None` for kinds that came later than this interface.
    pub fn of(m: &play::Move) -> Option<Move> {
        Some(match m {
            play::Move::Tile(m) => Move::Tile(match *m {
                play::TileMove::Place { tile, cell, turn } => TileMove::Place { tile, cell, turn },
                play::TileMove::Turn { cell, by } => TileMove::Turn { cell, by },
                play::TileMove::Remove { cell } => TileMove::Remove { cell },
                play::TileMove::Swap { a, b } => TileMove::Swap { a, b },
                play::TileMove::Carry { from, to, turn } => TileMove::Carry { from, to, turn },
                _ => return None,
            }),
            play::Move::Piece(m) => Move::Piece(match *m {
                play::PieceMove::Place { piece, orientation, at } => {
                    PieceMove::Place { piece, orientation, at: Place(at) }
                }
                play::PieceMove::Turn { cell, turn } => {
                    PieceMove::Turn { cell: Place(cell), turn: turn.into() }
                }
                play::PieceMove::Remove { cell } => PieceMove::Remove { cell: Place(cell) },
                play::PieceMove::Carry { from, orientation, at } => {
                    PieceMove::Carry { from: Place(from), orientation, at: Place(at) }
                }
                _ => return None,
            }),
            play::Move::Block(Push { block, path }) => Move::Block(BlockMove {
                block: *block,
                path: path.iter().map(|way| way.letter()).collect(),
            }),
            play::Move::Clear => Move::Clear,
            play::Move::Together(moves) => {
                Move::Together(moves.iter().map(Move::of).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    fn weight(&self) -> usize {
        match self {
            Move::Block(push) => 1 + push.path.len(),
            Move::Together(moves) => 1 + moves.iter().map(Move::weight).sum::<usize>(),
            _ => 1,
        }
    }
}

/// May mistakes be made?
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
    #[default]
    Strict,
    Free,
}

impl From<Manner> for Mode {
    fn from(manner: Manner) -> Mode {
        match manner {
            Manner::Strict => Mode::Strict,
            Manner::Free => Mode::Free,
        }
    }
}

/// A puzzle that was sent.
pub fn puzzle(document: &RawValue) -> Result<Puzzle, Problem> {
    json::read(document.get()).map_err(|faults| first("puzzle", &faults))
}

/// A solution that was sent.
pub fn solution(puzzle: &Puzzle, document: &RawValue) -> Result<Solution, Problem> {
    json::read_solution(puzzle, document.get()).map_err(|faults| first("solution", &faults))
}

fn first(code: &'static str, faults: &[marquetry_formats::Diagnostic]) -> Problem {
    let words = faults.first().map_or("it cannot be read", |fault| &fault.message);
    Problem::bad(code, words)
}

/// A game that was sent: its puzzle and its moves.
#[derive(Debug, Deserialize)]
pub struct Sent {
    pub puzzle: Box<RawValue>,
    #[serde(default)]
    pub moves: Vec<Move>,
    #[serde(default)]
    pub mode: Manner,
}

impl Sent {
    /// The game after all moves that can be made, and why the next cannot.
    ///
    /// What was laid before may be a mistake: the mode is for what comes.
    pub fn game(&self) -> Result<(Game, Option<Refusal>), Problem> {
        let weight: usize = self.moves.iter().map(Move::weight).sum();
        if weight > MOST_MOVES {
            let words = format!("a game has at most {MOST_MOVES} moves and steps");
            return Err(Problem::bad("too-many-moves", words));
        }
        let mut game = Game::new(puzzle(&self.puzzle)?);
        game.mode = Mode::Free;
        let mut refused = None;
        for m in &self.moves {
            if let Err(refusal) = game.play(known(m)?) {
                refused = Some(refusal);
                break;
            }
        }
        game.mode = self.mode.into();
        Ok((game, refused))
    }

    /// The game after all its moves.
    pub fn whole(&self) -> Result<Game, Problem> {
        match self.game()? {
            (game, None) => Ok(game),
            (game, Some(refusal)) => {
                let at = game.moves().len() + 1;
                let words = marquetry_report::words::refusal(game.puzzle(), &refusal);
                Err(Problem::bad("refused", format!("move {at} cannot be made: {words}")))
            }
        }
    }
}

/// A move as games know it.
pub fn known(m: &Move) -> Result<play::Move, Problem> {
    m.play().ok_or_else(|| Problem::bad("path", "a path has the letters U, R, D and L"))
}
