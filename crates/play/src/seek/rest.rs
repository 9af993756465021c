//! What is left of a tiling puzzle when some of its pieces lie on the board.

use std::collections::HashMap;

use marquetry_puzzle::{Cell, Faults, Solution, Tiling};

use crate::moves::{Move, PieceMove};
use crate::pieces::{Pieces, orientation_of};

/// What is left of a puzzle.
pub enum Left {
    /// It is clear that it cannot be solved.
    Impossible,
    /// No cell is open, and no piece has to be used.
    Nothing,
    /// Something to search.
    Rest(Box<Rest>),
}

/// The open cells and the pieces that are not used.
pub struct Rest {
    pub puzzle: Tiling,
    /// How far its cells are from those of the whole.
    shift: Cell,
}

/// What is left of a puzzle with these pieces on its board.
pub fn left(p: &Tiling, pieces: &Pieces) -> Result<Left, Faults> {
    if !pieces.mistakes(p).is_empty() {
        return Ok(Left::Impossible);
    }
    let mut setup = p.clone().into_setup();
    setup.board.retain(|(cell, _)| !pieces.is_covered(*cell));
    setup.optional.retain(|cell| !pieces.is_covered(*cell));
    setup.labels.clear();
    // Equal pieces stand for each other: what must be used is taken as used first.
    for placed in p.in_order(pieces.cover(p)) {
        let piece = &mut setup.pieces[placed.piece];
        piece.least = piece.least.saturating_sub(1);
        piece.most = piece.most.saturating_sub(1);
    }
    // In space a flat piece that may be turned can be turned over, even if all that is left is flat.
    setup.pieces.iter_mut().for_each(|piece| piece.flip |= p.is_solid() && is_flat(piece));
    match p.grid.corner(setup.board.iter().map(|c| c.0)) {
        Some(shift) => Ok(Left::Rest(Box::new(Rest { puzzle: Tiling::new(setup)?, shift }))),
        None if setup.pieces.iter().all(|piece| piece.least == 0) => Ok(Left::Nothing),
        None => Ok(Left::Impossible),
    }
}

fn is_flat(piece: &marquetry_puzzle::tiling::Piece) -> bool {
    piece.turn && piece.shape.iter().all(|(cell, _)| cell.z == piece.shape[0].0.z)
}

impl Rest {
    /// Lays the pieces of a solution of the rest, in reading order.
    pub fn moves(&self, p: &Tiling, pieces: &Pieces, solution: Solution) -> Vec<Move> {
        let Solution::Cover(mut cover) = solution else { return Vec::new() };
        for placed in &mut cover {
            placed.cells.iter_mut().for_each(|cell| *cell = cell.plus(self.shift));
        }
        cover.sort();
        let mut supply = Supply::of(p, pieces);
        let laid = |mut placed: marquetry_puzzle::Placed| {
            placed.piece = supply.take(p, placed.piece)?;
            let orientation = orientation_of(p, &placed)?;
            let at = *placed.cells.first()?;
            Some(Move::Piece(PieceMove::Place { piece: placed.piece, orientation, at }))
        };
        cover.into_iter().filter_map(laid).collect()
    }
}

/// How often each piece can still be used.
struct Supply {
    left: Vec<usize>,
    /// The pieces of each class.
    equal: HashMap<usize, Vec<usize>>,
}

impl Supply {
    fn of(p: &Tiling, pieces: &Pieces) -> Supply {
        let mut left: Vec<usize> = p.pieces.iter().map(|piece| piece.most as usize).collect();
        for at in pieces.placed() {
            left[at.piece] = left[at.piece].saturating_sub(1);
        }
        let mut equal: HashMap<usize, Vec<usize>> = HashMap::new();
        (0..left.len()).for_each(|piece| equal.entry(p.class(piece)).or_default().push(piece));
        Supply { left, equal }
    }

    /// The first piece equal to this one that is not used up.
    fn take(&mut self, p: &Tiling, piece: usize) -> Option<usize> {
        let equal = self.equal.get(&p.class(piece))?;
        let piece = equal.iter().copied().find(|&piece| self.left[piece] > 0)?;
        self.left[piece] -= 1;
        Some(piece)
    }
}
