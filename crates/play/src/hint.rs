//! A next move, and why it is a good one.
//!
//! ```
//! use marquetry_play::{Game, Patience, Why};
//!
//! let tray = marquetry_testkit::sliding::drawn("A..", "..A");
//! let mut game = Game::new(tray.into());
//! let hint = game.hint(&mut Patience::default()).unwrap().unwrap();
//! assert_eq!(hint.why, Why::NextOfSolution { moves: 1, shortest: true });
//! game.play(hint.next).unwrap();
//! assert!(game.check().solved);
//! ```

use marquetry_puzzle::{Cell, Matching, Tiling};

use crate::game::{Game, Pair};
use crate::moves::{Move, PieceMove, TileMove};
use crate::pieces::{PieceAt, Pieces};
use crate::seek::{Missing, Patience};
use crate::tiles::{TileAt, Tiles};

/// A move that keeps a game solvable if it is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The move.
    pub next: Move,
    /// Why this one.
    pub why: Why,
}

/// Why a move is a good one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// Nothing else can lie on this cell as things are.
    OnlyHere(Cell),
    /// This tile or piece has to be used, and fits nowhere else as things are.
    OnlyPlace(usize),
    /// It is part of a solution that was found.
    OfSolution,
    /// It is the first move on a way through a tray to the goal.
    NextOfSolution {
        /// How many moves that way has.
        moves: usize,
        /// Is it proved that there is none with fewer?
        shortest: bool,
    },
}

impl Game {
    /// The next move of a solution that has everything where it lies. Where patience ends before one is found, a move that
    /// follows from the position alone, if there is one. `None` when nothing is missing.
    pub fn hint(&self, patience: &mut Patience) -> Result<Option<Hint>, Missing> {
        let found = self.solution(patience);
        let moves = match found.moves {
            Ok(moves) => moves,
            Err(why @ Missing::NotKnown(_)) => return self.forced().map(Some).ok_or(why),
            Err(why) => return Err(why),
        };
        let left = moves.len();
        let Some(next) = moves.into_iter().next() else { return Ok(None) };
        let of_solution = match next {
            Move::Block(_) => Why::NextOfSolution { moves: left, shortest: found.shortest },
            _ => Why::OfSolution,
        };
        Ok(Some(Hint { why: self.why(&next).unwrap_or(of_solution), next }))
    }

    /// Why a move follows from the position alone, if it does.
    fn why(&self, next: &Move) -> Option<Why> {
        match (self.pair()?, next) {
            (Pair::Tiles(p, tiles), &Move::Tile(TileMove::Place { tile, cell, .. })) => {
                let here = only_tile(p, tiles, cell).map(|_| Why::OnlyHere(p.place(cell)));
                here.or_else(|| only_place(p, tiles, tile).map(|_| Why::OnlyPlace(tile)))
            }
            (
                Pair::Pieces(p, pieces),
                &Move::Piece(PieceMove::Place { piece, orientation, at }),
            ) => {
                let at = PieceAt { piece, copy: 0, orientation, at };
                let here = at.cells(p).find(|&cell| only_cover(p, pieces, cell).is_some());
                let place = || only_way(p, pieces, piece).map(|_| Why::OnlyPlace(piece));
                here.map(Why::OnlyHere).or_else(place)
            }
            _ => None,
        }
    }

    /// The first cell that can be filled in one way alone, or what has but one place.
    fn forced(&self) -> Option<Hint> {
        match self.pair()? {
            Pair::Tiles(p, tiles) => {
                let cell =
                    |cell: usize| Some((only_tile(p, tiles, cell)?, Why::OnlyHere(p.place(cell))));
                let tile = |tile| Some((only_place(p, tiles, tile)?, Why::OnlyPlace(tile)));
                let open = (0..p.cells.len()).filter(|&c| p.cells[c] && tiles.board()[c].is_none());
                let forced = open.filter_map(cell).next();
                let (TileAt { cell, laid }, why) =
                    forced.or_else(|| tiles.unused(p).filter_map(tile).next())?;
                let next = TileMove::Place { tile: laid.tile, cell, turn: laid.turn };
                Some(Hint { next: Move::Tile(next), why })
            }
            Pair::Pieces(p, pieces) => {
                let cell = |cell| Some((only_cover(p, pieces, cell)?, Why::OnlyHere(cell)));
                let piece = |piece| Some((only_way(p, pieces, piece)?, Why::OnlyPlace(piece)));
                let forced = p.board.iter().filter_map(|c| cell(c.0)).next();
                let (PieceAt { piece, orientation, at, .. }, why) =
                    forced.or_else(|| (0..p.pieces.len()).filter_map(piece).next())?;
                Some(Hint { next: Move::Piece(PieceMove::Place { piece, orientation, at }), why })
            }
            Pair::Blocks(..) => None,
        }
    }
}

/// The one item there is.
fn alone<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// The only tile that fits on an open cell.
fn only_tile(p: &Matching, tiles: &Tiles, cell: usize) -> Option<TileAt> {
    alone(tiles.fitting(p, cell)).map(|laid| TileAt { cell, laid })
}

/// The only place where a tile fits that has to be used.
fn only_place(p: &Matching, tiles: &Tiles, tile: usize) -> Option<TileAt> {
    if p.tiles.len() > p.area() || tiles.place_of(tile).is_some() {
        return None;
    }
    let looks = p.turns(tile);
    let ways = tiles.ways(p, tile).into_iter().flat_map(|way| {
        let laid = |turn: &u8| TileAt {
            cell: way.cell,
            laid: marquetry_puzzle::Laid { tile, turn: *turn },
        };
        way.turns.iter().filter(|turn| looks.contains(turn)).map(laid).collect::<Vec<_>>()
    });
    alone(ways)
}

/// The only way to cover a cell that has to be covered.
fn only_cover(p: &Tiling, pieces: &Pieces, cell: Cell) -> Option<PieceAt> {
    if p.optional.contains(&cell) || pieces.is_covered(cell) {
        return None;
    }
    alone(pieces.covering(p, cell))
}

/// The only way to lay a piece that has to be used once more.
fn only_way(p: &Tiling, pieces: &Pieces, piece: usize) -> Option<PieceAt> {
    let class = p.class(piece);
    let used = pieces.placed().iter().filter(|at| p.class(at.piece) == class).count();
    if used as u64 >= p.copies(class).0 {
        return None;
    }
    alone(pieces.ways(p, piece, None).into_iter())
}
