//! The same puzzle with other cells open, or with pieces that may or may not be turned.

use super::Tiling;
use crate::fault::Faults;
use crate::grid::Cell;

/// What is to be different from a tiling puzzle as it was written down.
///
/// ```
/// use marquetry_puzzle::Cell;
/// use marquetry_puzzle::tiling::{Changes, Piece, Setup, Tiling};
///
/// let row = |n: i16| (0..n).map(|x| (Cell::at(x, 0), None)).collect::<Vec<_>>();
/// let setup = Setup { board: row(3), pieces: vec![Piece::new("D", row(2))], ..Setup::default() };
/// let p = Tiling::new(setup).unwrap();
/// let open = vec![p.cell_named("3,1").unwrap()];
/// let changed = p.changed(&Changes { open, turn: Some(false), flip: None }).unwrap();
/// assert_eq!((changed.board.len(), changed.pieces[0].turn), (2, false));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes {
    /// Just these cells are left open; those of the puzzle stay where there are none.
    pub open: Vec<Cell>,
    /// May pieces be turned? Overrides what the puzzle says of each.
    pub turn: Option<bool>,
    /// May pieces be flipped over? Overrides what the puzzle says of each.
    pub flip: Option<bool>,
}

impl Tiling {
    /// The puzzle with these changes made.
    pub fn changed(self, changes: &Changes) -> Result<Tiling, Faults> {
        let mut p = self;
        if changes.turn.is_some() || changes.flip.is_some() {
            let mut setup = p.into_setup();
            for piece in &mut setup.pieces {
                piece.turn = changes.turn.unwrap_or(piece.turn);
                piece.flip = changes.flip.unwrap_or(piece.flip);
            }
            p = Tiling::new(setup)?;
        }
        if changes.open.is_empty() { Ok(p) } else { p.with_open(&changes.open) }
    }

    /// The cell with this label, or at `COLUMN,ROW` or `COLUMN,ROW,LAYER` counted from 1; open cells with a label count.
    pub fn cell_named(&self, word: &str) -> Option<Cell> {
        let place = || {
            let numbers: Option<Vec<i16>> = word.split(',').map(|n| n.parse().ok()).collect();
            let (x, y, z) = match numbers?[..] {
                [x, y] => (x, y, 1),
                [x, y, z] => (x, y, z),
                _ => return None,
            };
            let before = |n: i16| n.checked_sub(1);
            Some(Cell { z: before(z)?, y: before(y)?, x: before(x)? })
        };
        let there = |cell: &Cell| self.colour_at(*cell).is_some() || self.labels.contains_key(cell);
        self.labelled(word).or_else(|| place().filter(there))
    }
}
