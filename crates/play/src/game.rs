//! A game: its puzzle, its moves, and the position they lead to.
//!
//! ```
//! use marquetry_play::{Game, Move, TileMove};
//!
//! let puzzle = marquetry_formats::builtin::builtin("tetravex-2x2").and_then(|b| b.puzzle()).unwrap();
//! let mut game = Game::new(puzzle);
//! let start = game.position().clone();
//! for tile in 0..4 {
//!     // Some tiles fit here and some do not: what is refused changes nothing.
//!     let _ = game.play(Move::Tile(TileMove::Place { tile, cell: tile, turn: 0 }));
//! }
//! while game.undo().is_some() {}
//! assert_eq!(game.position(), &start);
//! ```

use marquetry_puzzle::{Matching, Move as Push, Puzzle, Sliding, Solution, Tiling, sliding};

use crate::blocks;
use crate::moves::{Change, Mode, Move, Refusal};
use crate::pieces::Pieces;
use crate::tiles::Tiles;

/// Where everything is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Position {
    /// The tiles of a matching puzzle.
    Tiles(Tiles),
    /// The pieces of a tiling puzzle.
    Pieces(Pieces),
    /// The blocks of a sliding puzzle.
    Blocks(sliding::Position),
}

/// A puzzle with a position of its own family.
#[derive(Copy, Clone)]
pub(crate) enum Pair<'a> {
    Tiles(&'a Matching, &'a Tiles),
    Pieces(&'a Tiling, &'a Pieces),
    Blocks(&'a Sliding, &'a sliding::Position),
}

impl Position {
    /// The position before the first move.
    pub fn start(puzzle: &Puzzle) -> Position {
        match puzzle {
            Puzzle::Matching(p) => Position::Tiles(Tiles::start(p)),
            Puzzle::Tiling(_) => Position::Pieces(Pieces::default()),
            Puzzle::Sliding(p) => Position::Blocks(p.start().clone()),
        }
    }

    /// The position after a move, or why it cannot be made.
    pub fn after(&self, puzzle: &Puzzle, m: &Move, mode: Mode) -> Result<Position, Refusal> {
        let changes = self.changes(puzzle, m, mode)?;
        let mut position = self.clone();
        changes.iter().for_each(|change| position.make(puzzle, change));
        Ok(position)
    }

    /// What a move changes, or why it cannot be made.
    pub fn changes(&self, puzzle: &Puzzle, m: &Move, mode: Mode) -> Result<Vec<Change>, Refusal> {
        match (m, puzzle, self) {
            (Move::Together(moves), ..) => self.together(puzzle, moves, mode),
            (Move::Tile(m), Puzzle::Matching(p), Position::Tiles(tiles)) => {
                tiles.changes(p, m, mode)
            }
            (Move::Piece(m), Puzzle::Tiling(p), Position::Pieces(pieces)) => {
                pieces.changes(p, m, mode)
            }
            (Move::Block(push), Puzzle::Sliding(p), Position::Blocks(tray)) => {
                blocks::changes(p, tray, push)
            }
            (Move::Clear, _, Position::Tiles(tiles)) => Ok(tiles.cleared()),
            (Move::Clear, _, Position::Pieces(pieces)) => Ok(pieces.cleared()),
            _ => Err(Refusal::OtherFamily),
        }
    }

    fn together(
        &self,
        puzzle: &Puzzle,
        moves: &[Move],
        mode: Mode,
    ) -> Result<Vec<Change>, Refusal> {
        let mut position = self.clone();
        let mut all = Vec::new();
        for m in moves {
            let changes = position.changes(puzzle, m, mode)?;
            changes.iter().for_each(|change| position.make(puzzle, change));
            all.extend(changes);
        }
        Ok(all)
    }

    /// Makes a change that [`Position::changes`] gave, or one that reverses it.
    fn make(&mut self, puzzle: &Puzzle, change: &Change) {
        match (self, puzzle, change) {
            (Position::Tiles(tiles), _, Change::Tile { rank, from, to }) => {
                tiles.make(*rank, *from, *to);
            }
            (Position::Pieces(pieces), Puzzle::Tiling(p), Change::Piece { rank, from, to }) => {
                pieces.make(p, *rank, *from, *to);
            }
            (Position::Blocks(tray), Puzzle::Sliding(p), Change::Block(push)) => {
                push.path.iter().for_each(|&way| tray.push(p, push.block, way));
            }
            _ => {}
        }
    }
}

/// Inserts, takes away or replaces what has this rank.
pub(crate) fn edit<T>(placed: &mut Vec<T>, rank: usize, from: Option<T>, to: Option<T>) {
    match (from, to) {
        (None, Some(to)) => placed.insert(rank, to),
        (Some(_), Some(to)) => placed[rank] = to,
        (Some(_), None) => drop(placed.remove(rank)),
        (None, None) => {}
    }
}

/// A move that was made, or taken back, and what that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub made: Move,
    /// What was changed just now, in order.
    pub changes: Vec<Change>,
}

/// A puzzle being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    puzzle: Puzzle,
    position: Position,
    past: Vec<Played>,
    /// The moves to go on with, the next one last.
    future: Vec<Move>,
    /// May mistakes be made from now on?
    pub mode: Mode,
}

impl Game {
    /// A game at its start, in which only what fits may be laid.
    pub fn new(puzzle: Puzzle) -> Game {
        let position = Position::start(&puzzle);
        Game { puzzle, position, past: Vec::new(), future: Vec::new(), mode: Mode::Strict }
    }

    /// A game after some moves; or, where one of them is refused, which one and why.
    pub fn replayed(
        puzzle: Puzzle,
        mode: Mode,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, (usize, Refusal)> {
        let mut game = Game { mode, ..Game::new(puzzle) };
        for (i, m) in moves.into_iter().enumerate() {
            game.play(m).map_err(|refusal| (i, refusal))?;
        }
        Ok(game)
    }

    /// What is played.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Where everything is now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn pair(&self) -> Option<Pair<'_>> {
        Some(match (&self.puzzle, &self.position) {
            (Puzzle::Matching(p), Position::Tiles(tiles)) => Pair::Tiles(p, tiles),
            (Puzzle::Tiling(p), Position::Pieces(pieces)) => Pair::Pieces(p, pieces),
            (Puzzle::Sliding(p), Position::Blocks(tray)) => Pair::Blocks(p, tray),
            _ => return None,
        })
    }

    /// The moves that led here.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &Move> + ExactSizeIterator {
        self.past.iter().map(|step| &step.made)
    }

    /// The moves to go on with, the next one first.
    pub fn ahead(&self) -> impl DoubleEndedIterator<Item = &Move> + ExactSizeIterator {
        self.future.iter().rev()
    }

    /// Makes a move and returns what it changed, or why it cannot be made. There is nothing to redo after it.
    pub fn play(&mut self, m: Move) -> Result<Vec<Change>, Refusal> {
        let changes = self.make(m)?;
        self.future.clear();
        Ok(changes)
    }

    fn make(&mut self, made: Move) -> Result<Vec<Change>, Refusal> {
        let changes = self.position.changes(&self.puzzle, &made, self.mode)?;
        changes.iter().for_each(|change| self.position.make(&self.puzzle, change));
        self.past.push(Played { made, changes: changes.clone() });
        Ok(changes)
    }

    /// Takes the last move back; `None` at the start.
    pub fn undo(&mut self) -> Option<Played> {
        let Played { made, changes } = self.past.pop()?;
        let changes: Vec<Change> = changes.iter().rev().map(Change::reversed).collect();
        changes.iter().for_each(|change| self.position.make(&self.puzzle, change));
        self.future.push(made.clone());
        Some(Played { made, changes })
    }

    /// Makes the next move of those ahead; `None` where there is none. One that is refused is left out, and so are those
    /// after it.
    pub fn redo(&mut self) -> Option<Result<Played, Refusal>> {
        let made = self.future.pop()?;
        let changes = self.make(made.clone());
        if changes.is_err() {
            self.future.clear();
        }
        Some(changes.map(|changes| Played { made, changes }))
    }

    /// Has these moves ready to go on with, instead of those that were ahead.
    pub fn plan(&mut self, moves: Vec<Move>) {
        self.future = moves;
        self.future.reverse();
    }

    /// What was played so far as a solution, whole or partial: for the judge, for pictures and for files.
    pub fn so_far(&self) -> Solution {
        match (&self.puzzle, &self.position) {
            (_, Position::Tiles(tiles)) => Solution::Board(tiles.board().clone()),
            (Puzzle::Tiling(p), Position::Pieces(pieces)) => Solution::Cover(pieces.cover(p)),
            _ => Solution::Moves(self.moves().flat_map(pushes).cloned().collect()),
        }
    }
}

/// The pushes that a move is made of.
fn pushes(m: &Move) -> Vec<&Push> {
    match m {
        Move::Block(push) => vec![push],
        Move::Together(moves) => moves.iter().flat_map(pushes).collect(),
        _ => Vec::new(),
    }
}
