//! Which board of those that are one board turned is reported: without memory, so that a search may be cut anywhere.

use marquetry_puzzle::{Matching, Puzzle, Solution, Symmetries};

use super::model::Model;
use super::plan::Plan;

/// What a search leaves out for symmetry.
pub enum LeftOut<'m> {
    /// What the model does not let lie on a cell at the start.
    AtTheStart,
    /// Boards with more of a colour along another side than at the top.
    OnTop(&'m Plan<'m>),
}

/// Tells of each board that a search meets whether it stands for all that are the same up to symmetry: it does when it is
/// the least of those among them that the search meets.
pub struct Standing<'m> {
    p: &'m Matching,
    m: &'m Model,
    symmetries: Symmetries<'m>,
    left_out: LeftOut<'m>,
}

impl<'m> Standing<'m> {
    /// `None` where every board stands for itself, or where the run compares them.
    pub fn new(
        p: &'m Matching,
        m: &'m Model,
        left_out: LeftOut<'m>,
        puzzle: &'m Puzzle,
        looks: bool,
    ) -> Option<Standing<'m>> {
        let symmetries =
            if looks { Symmetries::of_looks(puzzle, true) } else { Symmetries::of(puzzle) };
        if symmetries.order() == 1 {
            return None;
        }
        Some(Standing { p, m, symmetries, left_out })
    }

    /// Does a board stand for all that are the same?
    pub fn stands(&self, board: &Solution) -> bool {
        let mut images = self.symmetries.images(board);
        let Some(own) = images.next() else { return true };
        !images.any(|image| self.symmetries.compare(&image, &own).is_lt() && self.meets(&image))
    }

    /// Does the search meet this board, which is a solution?
    fn meets(&self, board: &Solution) -> bool {
        let Some(looks) = looks(self.p, self.m, board) else { return false };
        match self.left_out {
            LeftOut::AtTheStart => {
                (0..).zip(&looks).all(|(cell, &look)| self.m.may_lie(cell, look))
            }
            LeftOut::OnTop(plan) => plan.has_most_on_top(&looks),
        }
    }

    /// The image of a solution that a search meets and that stands for it, as the looks on the model's cells.
    pub fn stand_in(&self, board: &Solution) -> Option<Vec<u32>> {
        let met = self.symmetries.images(board).filter(|image| self.meets(image));
        let least = met.min_by(|a, b| self.symmetries.compare(a, b))?;
        looks(self.p, self.m, &least)
    }
}

/// The look on each cell of the model; `None` unless the model has them all.
pub fn looks(p: &Matching, m: &Model, board: &Solution) -> Option<Vec<u32>> {
    let Solution::Board(board) = board else { return None };
    let look = |&place: &u16| {
        let laid = board[usize::from(place)]?;
        let edges = p.tiles[laid.tile].turned(laid.turn);
        let own = m.tile_for(p, laid.tile)?;
        let stands_in = &p.tiles[usize::from(m.tiles[own])];
        let turn = (0..1 << m.shift).find(|&turn| stands_in.turned(turn) == edges)?;
        Some(((own << m.shift) + usize::from(turn)) as u32)
    };
    m.places.iter().map(look).collect()
}
