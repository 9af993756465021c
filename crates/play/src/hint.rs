//! A next move, and why it is a good one.
//!
//! ```
//! use marquetry_play::{Game, Patience, Why};
//!
//! let puzzle = marquetry_formats::native::read("marquetry sliding\ntray\n  A..\ngoal\n  ..A\n").unwrap();
//! let mut game = Game::new(puzzle);
//! let hint = game.hint(&mut Patience::default()).unwrap().unwrap();
//! assert_eq!(hint.why, Why::NextOfSolution { moves: 1, shortest: true });
//! game.play(hint.next).unwrap();
//! assert!(game.check().solved);
//! ```

use marquetry_puzzle::{Cell, Laid, Matching, Tiling};

use crate::game::{Game, Pair};
use crate::moves::{Move, PieceMove, TileMove};
use crate::pieces::{PieceAt, Pieces};
use crate::seek::{Missing, Patience};
use crate::tiles::{TileAt, TileWay, Tiles};

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
        let mut budget = Budget(STEPS);
        match (self.pair()?, next) {
            (Pair::Tiles(p, tiles), &Move::Tile(TileMove::Place { tile, cell, .. })) => {
                let here = only_tile(p, tiles, cell, &mut budget);
                let place =
                    || only_place(p, tiles, tile, &mut budget).map(|_| Why::OnlyPlace(tile));
                here.map(|_| Why::OnlyHere(p.place(cell))).or_else(place)
            }
            (
                Pair::Pieces(p, pieces),
                &Move::Piece(PieceMove::Place { piece, orientation, at }),
            ) => {
                let at = PieceAt { piece, copy: 0, orientation, at };
                let only = |cell: &Cell| only_cover(p, pieces, *cell, &mut budget).is_some();
                let here = at.cells(p).find(only);
                let place =
                    || only_way(p, pieces, piece, &mut budget).map(|_| Why::OnlyPlace(piece));
                here.map(Why::OnlyHere).or_else(place)
            }
            _ => None,
        }
    }

    /// The first cell that can be filled in one way alone, or what has but one place.
    fn forced(&self) -> Option<Hint> {
        let budget = &mut Budget(STEPS);
        match self.pair()? {
            Pair::Tiles(p, tiles) => forced_tile(p, tiles, budget),
            Pair::Pieces(p, pieces) => forced_piece(p, pieces, budget),
            Pair::Blocks(..) => None,
        }
    }
}

/// How many steps it may take to see what follows from a position: a fraction of a second.
const STEPS: usize = 1 << 24;

/// The steps that are left.
struct Budget(usize);

impl Budget {
    /// Pays for a look that takes at most so many steps; `None` where they are not left.
    fn pay(&mut self, steps: usize) -> Option<()> {
        self.0.checked_sub(steps).map(|left| self.0 = left)
    }
}

fn forced_tile(p: &Matching, tiles: &Tiles, budget: &mut Budget) -> Option<Hint> {
    let mut cells = (0..p.cells.len()).filter(|&c| p.cells[c] && tiles.board()[c].is_none());
    let here = cells
        .find_map(|cell| Some((only_tile(p, tiles, cell, budget)?, Why::OnlyHere(p.place(cell)))));
    let (TileAt { cell, laid }, why) = here.or_else(|| {
        let place = |tile| Some((only_place(p, tiles, tile, budget)?, Why::OnlyPlace(tile)));
        tiles.unused(p).find_map(place)
    })?;
    let next = TileMove::Place { tile: laid.tile, cell, turn: laid.turn };
    Some(Hint { next: Move::Tile(next), why })
}

fn forced_piece(p: &Tiling, pieces: &Pieces, budget: &mut Budget) -> Option<Hint> {
    let here = p
        .board
        .iter()
        .find_map(|&(cell, _)| Some((only_cover(p, pieces, cell, budget)?, Why::OnlyHere(cell))));
    let (PieceAt { piece, orientation, at, .. }, why) = here.or_else(|| {
        let way = |piece| Some((only_way(p, pieces, piece, budget)?, Why::OnlyPlace(piece)));
        (0..p.pieces.len()).find_map(way)
    })?;
    Some(Hint { next: Move::Piece(PieceMove::Place { piece, orientation, at }), why })
}

/// The one item there is.
fn alone<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// The only tile that fits on an open cell.
fn only_tile(p: &Matching, tiles: &Tiles, cell: usize, budget: &mut Budget) -> Option<TileAt> {
    budget.pay(4 * p.tiles.len())?;
    alone(tiles.fitting(p, cell)).map(|laid| TileAt { cell, laid })
}

/// The only place where a tile fits that has to be used.
fn only_place(p: &Matching, tiles: &Tiles, tile: usize, budget: &mut Budget) -> Option<TileAt> {
    if p.tiles.len() > p.area() || tiles.place_of(tile).is_some() {
        return None;
    }
    budget.pay(4 * p.cells.len())?;
    let looks = p.turns(tile);
    let ways = tiles.ways(p, tile).into_iter().flat_map(|TileWay { cell, turns }| {
        turns.into_iter().map(move |turn| TileAt { cell, laid: Laid { tile, turn } })
    });
    alone(ways.filter(|at| looks.contains(&at.laid.turn)))
}

/// The only way to cover a cell that has to be covered.
fn only_cover(p: &Tiling, pieces: &Pieces, cell: Cell, budget: &mut Budget) -> Option<PieceAt> {
    if p.optional.contains(&cell) || pieces.is_covered(cell) {
        return None;
    }
    let looks = |piece| p.orientations(piece).len() * p.pieces[piece].shape.len().pow(2);
    budget.pay((0..p.pieces.len()).map(looks).sum())?;
    alone(pieces.covering(p, cell))
}

/// The only way to lay a piece that has to be used once more.
fn only_way(p: &Tiling, pieces: &Pieces, piece: usize, budget: &mut Budget) -> Option<PieceAt> {
    let class = p.class(piece);
    let used = pieces.placed().iter().filter(|at| p.class(at.piece) == class).count();
    if used as u64 >= p.copies(class).0 {
        return None;
    }
    let looks = p.orientations(piece).len() * p.pieces[piece].shape.len();
    budget.pay(looks * p.board.len())?;
    alone(pieces.ways(p, piece, None).into_iter())
}
