//! Boards for a set of pieces.

use std::collections::BTreeSet;

use super::dice::Dice;
use crate::fault::{Fault, Faults, Part};
use crate::grid::Cell;
use crate::tiling::{Colour, Piece, PieceSet, Setup, Shape, Tiling};

/// The most cells that the pieces of a set may have together.
const MOST_CELLS: usize = 1024;
/// How often holes are chosen anew before this seed is given up.
const HOLES: u32 = 100;
/// Of so many random places for a piece the one is taken at which it borders on the most cells.
const PLACES: u32 = 12;

/// Boards that a set of pieces may fill.
///
/// ```
/// use marquetry_puzzle::generate::Boards;
/// use marquetry_puzzle::tiling::PieceSet;
///
/// let boards = Boards::new(PieceSet::by_name("tetrahexes").unwrap());
/// let puzzle = boards.board(1).unwrap().unwrap();
/// assert_eq!((puzzle.board.len(), puzzle.pieces.len()), (28, 7));
/// assert_eq!(boards.board(1), Ok(Some(puzzle)), "the same seed gives the same board");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards {
    /// The set.
    pub set: PieceSet,
    /// What a board is cut out of: as many cells as are too many become holes. Where this is empty the pieces are laid
    /// side by side, and the board is what they cover.
    pub within: Shape,
}

impl Boards {
    /// Boards of any form.
    pub fn new(set: PieceSet) -> Boards {
        Boards { set, within: Vec::new() }
    }

    /// Is there but one board?
    pub fn is_one(&self) -> bool {
        self.within.len() == self.area()
    }

    fn area(&self) -> usize {
        self.set.cells * self.set.pieces().len()
    }

    /// The board of this seed, with the pieces; `None` where it gives none. A board that was made of pieces has a solution;
    /// another need not have any.
    ///
    /// # Errors
    /// The set is too large, or for the board.
    pub fn board(&self, seed: u64) -> Result<Option<Tiling>, Faults> {
        let pieces = self.set.pieces();
        let area = self.set.cells * pieces.len();
        if area > MOST_CELLS {
            let message = format!("the pieces of the set have {area} cells together");
            let help = format!("there may be {MOST_CELLS} of them");
            return Err(Fault::new("too-many", Part::Whole, message).help(help).into());
        }
        if !self.within.is_empty() && self.within.len() < area {
            let cells = self.within.len();
            let message = format!("the pieces have {area} cells, the board has {cells}");
            return Err(Fault::new("no-room", Part::Board, message).into());
        }
        let mut dice = Dice::new(seed);
        let board = match self.within.is_empty() {
            true => Some(self.laid(&pieces, &mut dice)),
            false => self.pierced(area, &mut dice),
        };
        let Some(board) = board else { return Ok(None) };
        let title = format!("A board for {} pieces of {area} cells, seed {seed}", pieces.len());
        let setup = Setup { title, grid: self.set.grid, board, pieces, ..Setup::default() };
        Tiling::new(setup).map(Some)
    }

    /// The board with holes, in one piece.
    fn pierced(&self, area: usize, dice: &mut Dice) -> Option<Shape> {
        for _ in 0..HOLES {
            let mut cells = self.within.clone();
            dice.shuffle(&mut cells);
            cells.truncate(area);
            cells.sort();
            let plain: Vec<Cell> = cells.iter().map(|c| c.0).collect();
            // A board that was in several parts from the beginning may stay so.
            if self.within.len() == area || self.set.grid.connected(&plain) {
                return Some(cells);
            }
        }
        None
    }

    /// What the pieces cover when each is laid beside those before it, close by.
    fn laid(&self, pieces: &[Piece], dice: &mut Dice) -> Shape {
        let grid = self.set.grid;
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        dice.shuffle(&mut order);
        let mut covered: BTreeSet<Cell> = BTreeSet::new();
        for piece in order {
            let shapes = pieces[piece].orientations(grid, self.set.solid);
            let near: BTreeSet<Cell> = covered.iter().flat_map(|&cell| grid.around(cell)).collect();
            let flat = |cell: &Cell| self.set.solid || cell.z == 0;
            let near: Vec<Cell> = near.difference(&covered).copied().filter(flat).collect();
            let mut best: Option<(usize, Vec<Cell>)> = None;
            let mut left = PLACES;
            while left > 0 || best.is_none() {
                left = left.saturating_sub(1);
                let Some(cells) = self.beside(&covered, &near, &shapes, dice) else { continue };
                let around = cells.iter().flat_map(|&cell| grid.around(cell));
                let touching = around.filter(|near| covered.contains(near)).count();
                if best.as_ref().is_none_or(|best| touching > best.0) {
                    best = Some((touching, cells));
                }
            }
            covered.extend(best.into_iter().flat_map(|best| best.1));
        }
        covered.into_iter().map(|cell| (cell, Colour::None)).collect()
    }

    /// A piece laid at random so that one of its cells is near what is covered.
    fn beside(
        &self,
        covered: &BTreeSet<Cell>,
        near: &[Cell],
        shapes: &[Shape],
        dice: &mut Dice,
    ) -> Option<Vec<Cell>> {
        let grid = self.set.grid;
        let some = |many: usize, dice: &mut Dice| dice.below(many as u32) as usize;
        let shape = &shapes[some(shapes.len(), dice)];
        let to = match near.len() {
            0 => shape[0].0,
            many => near[some(many, dice)],
        };
        let shift = grid.shift(shape[some(shape.len(), dice)].0, to)?;
        let cells: Vec<Cell> = shape.iter().map(|c| c.0.plus(shift)).collect();
        (!cells.iter().any(|cell| covered.contains(cell))).then_some(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Cutting, shapes_hash};
    use crate::tiling::Grid;

    fn boards(name: &str) -> Boards {
        Boards::new(PieceSet::by_name(name).unwrap())
    }

    #[test]
    fn a_board_has_as_many_cells_as_its_pieces_and_hangs_together() {
        for name in ["pentominoes", "tetrahexes", "hexiamonds", "fixed diamonds", "tetracubes"] {
            for seed in 1..10 {
                let boards = boards(name);
                let puzzle = boards.board(seed).unwrap().unwrap();
                let area: usize = puzzle.pieces.iter().map(|piece| piece.shape.len()).sum();
                let cells: Vec<Cell> = puzzle.board.iter().map(|c| c.0).collect();
                assert!(puzzle.grid.connected(&cells), "{name}, seed {seed}");
                assert_eq!((cells.len(), puzzle.is_solid()), (area, boards.set.solid));
            }
        }
    }

    #[test]
    fn a_given_board_gets_as_many_holes_as_it_has_cells_too_many() {
        let within = Cutting::of_size(Grid::Squares, 8, 8).board;
        let eight = Boards { within, ..boards("pentominoes") };
        let puzzle = eight.board(3).unwrap().unwrap();
        assert_eq!((puzzle.board.len(), eight.is_one()), (60, false));
        let small = Cutting::of_size(Grid::Squares, 7, 8).board;
        assert!(Boards { within: small, ..eight }.board(3).is_err());
        assert!(boards("octominoes").board(1).is_err());
    }

    #[test]
    fn the_boards_of_these_seeds_never_change() {
        let text = |name, seed| {
            let puzzle = boards(name).board(seed).unwrap().unwrap();
            shapes_hash([&puzzle.board])
        };
        let made = [text("pentominoes", 1), text("tetrahexes", 2), text("hexiamonds", 3)];
        assert_eq!(made, [234081706615710976, 5473449936367218262, 6865151977788815874]);
    }
}
