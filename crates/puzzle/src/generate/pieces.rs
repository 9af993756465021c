//! A board cut into pieces that hang together.

use std::collections::{BTreeMap, BTreeSet};

use super::dice::Dice;
use crate::fault::{Fault, Part};
use crate::grid::Cell;
use crate::symmetry::Symmetry;
use crate::tiling::{Colour, Grid, Piece, Setup, Shape, Tiling};

/// How often a board is cut anew before a cut that is not as it should be is a fault.
const CUTS: u32 = 1000;
/// The most cells of a board that is cut.
const MOST_CELLS: usize = 4096;

/// How a board is cut into pieces.
///
/// ```
/// use marquetry_puzzle::generate::Cutting;
/// use marquetry_puzzle::tiling::Grid;
///
/// let cutting = Cutting { colours: 2, ..Cutting::of_size(Grid::Hexagons, 5, 5) };
/// let puzzle = cutting.cut(1).unwrap();
/// assert_eq!(puzzle.pieces.iter().map(|piece| piece.shape.len()).sum::<usize>(), 25);
/// assert_eq!(cutting.cut(1), Ok(puzzle), "the same seed gives the same puzzle");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cutting {
    /// What the cells are.
    pub grid: Grid,
    /// The board. Colours that it has are kept.
    pub board: Shape,
    /// How many cells a piece has, at least and at most.
    pub pieces: (usize, usize),
    /// In how many colours the cells are painted, and the pieces with them; none where this is 0.
    pub colours: u32,
    /// May pieces be alike?
    pub alike: bool,
}

impl Cutting {
    /// A board of columns and rows, in pieces of three to six cells that all differ. Of hexagons and triangles it is a
    /// parallelogram, with two triangles to a column.
    pub fn of_size(grid: Grid, width: usize, height: usize) -> Cutting {
        let side = |cells: usize| cells.min(MOST_CELLS) as i16;
        let rows = (0..side(height)).flat_map(|y| (0..side(width)).map(move |x| (x, y)));
        let cells = |(x, y): (i16, i16)| match grid {
            Grid::Triangles => vec![Cell::at(2 * x + y, y), Cell::at(2 * x + y + 1, y)],
            Grid::Squares | Grid::Hexagons => vec![Cell::at(x, y)],
        };
        let too_many = width.saturating_mul(height) > MOST_CELLS;
        let board = if too_many { Vec::new() } else { rows.flat_map(cells).collect::<Vec<_>>() };
        let board = board.into_iter().map(|cell| (cell, None)).collect();
        Cutting { grid, board, pieces: (3, 6), colours: 0, alike: false }
    }

    /// The puzzle of this seed.
    ///
    /// # Errors
    /// The board has no cells or too many, or it cannot be cut so.
    pub fn cut(&self, seed: u64) -> Result<Tiling, Vec<Fault>> {
        let fault = |message: String| vec![Fault::new(Part::Board, message)];
        if self.board.is_empty() || self.board.len() > MOST_CELLS {
            return Err(fault(format!("a board that is cut has 1 to {MOST_CELLS} cells")));
        }
        if self.pieces.0 == 0 || self.pieces.0 > self.pieces.1 || self.colours > 26 {
            let message = "a piece has at least one cell, the least size is no larger than the most, \
                           and there are at most 26 colours";
            return Err(fault(message.to_owned()));
        }
        let mut dice = Dice::new(seed);
        let around = self.neighbours();
        let group = self.grid.symmetries(self.board.iter().any(|c| c.0.z != self.board[0].0.z));
        for _ in 0..CUTS {
            let colours = self.paint(&mut dice);
            let Some(parts) = self.parts(&around, &mut dice) else { continue };
            let shape = |part: &Vec<usize>| -> Shape {
                part.iter().map(|&cell| (self.board[cell].0, colours[cell])).collect()
            };
            let shapes: Vec<Shape> = parts.iter().map(shape).collect();
            if let Some(pieces) = self.named(&group, shapes) {
                let board = self.board.iter().zip(&colours).map(|(c, &own)| (c.0, own)).collect();
                let title = format!("Cut from {} cells, seed {seed}", self.board.len());
                let setup = Setup { title, grid: self.grid, board, pieces, ..Setup::default() };
                return Tiling::new(setup);
            }
        }
        let (least, most) = self.pieces;
        Err(fault(format!(
            "the board cannot be cut into pieces of {least} to {most} cells like that"
        )))
    }

    /// A colour for each cell.
    fn paint(&self, dice: &mut Dice) -> Vec<Colour> {
        let colour = |dice: &mut Dice| char::from(b'a' + dice.below(self.colours) as u8);
        let paint = |&(_, own): &(Cell, Colour)| match own {
            None if self.colours > 0 => Some(colour(dice)),
            own => own,
        };
        self.board.iter().map(paint).collect()
    }

    fn neighbours(&self) -> Vec<Vec<usize>> {
        let at: BTreeMap<Cell, usize> =
            self.board.iter().enumerate().map(|(i, c)| (c.0, i)).collect();
        let near = |c: &(Cell, Colour)| {
            self.grid.around(c.0).iter().filter_map(|near| at.get(near).copied()).collect()
        };
        self.board.iter().map(near).collect()
    }

    /// Parts that hang together, each of a size that is allowed. A part begins where the fewest cells are open around, so
    /// that few corners are left over; those that are go to a neighbour that has room.
    fn parts(&self, around: &[Vec<usize>], dice: &mut Dice) -> Option<Vec<Vec<usize>>> {
        let (least, most) = self.pieces;
        let mut part_of: Vec<Option<usize>> = vec![None; around.len()];
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut order: Vec<usize> = (0..around.len()).collect();
        dice.shuffle(&mut order);
        loop {
            let open = |cell: usize, part_of: &[Option<usize>]| {
                around[cell].iter().filter(|&&near| part_of[near].is_none()).count()
            };
            let free = order.iter().copied().filter(|&cell| part_of[cell].is_none());
            let Some(first) = free.min_by_key(|&cell| open(cell, &part_of)) else { break };
            let size = least + dice.below((most - least + 1).min(MOST_CELLS) as u32) as usize;
            let mut part = vec![first];
            part_of[first] = Some(parts.len());
            while part.len() < size {
                let near: BTreeSet<usize> = part
                    .iter()
                    .flat_map(|&cell| around[cell].iter().copied())
                    .filter(|&near| part_of[near].is_none())
                    .collect();
                let near: Vec<usize> = near.into_iter().collect();
                if near.is_empty() {
                    break;
                }
                let next = near[dice.below(near.len() as u32) as usize];
                part_of[next] = Some(parts.len());
                part.push(next);
            }
            parts.push(part);
        }
        merged(parts, part_of, around, self.pieces)
    }

    /// The shapes as pieces, named and in order of their shapes; `None` where two are alike and must not be.
    fn named(&self, group: &[Symmetry], shapes: Vec<Shape>) -> Option<Vec<Piece>> {
        let least = |shape: &Shape| {
            let images = group.iter().map(|&symmetry| self.grid.shape_image(symmetry, shape));
            images.min().unwrap_or_default()
        };
        let many = shapes.len();
        let mut copies: BTreeMap<Shape, u32> = BTreeMap::new();
        shapes.iter().for_each(|shape| *copies.entry(least(shape)).or_default() += 1);
        if !self.alike && copies.len() < many {
            return None;
        }
        let name = |i: usize| match u8::try_from(i).ok().filter(|_| copies.len() <= 26) {
            Some(letter) => char::from(b'A' + letter).to_string(),
            None => (i + 1).to_string(),
        };
        let piece = |(i, (shape, &copies)): (usize, (&Shape, &u32))| Piece {
            least: copies,
            most: copies,
            ..Piece::new(name(i), shape.clone())
        };
        Some(copies.iter().enumerate().map(piece).collect())
    }
}

/// The parts with those that are too small given to a neighbour, cell by cell where it must be.
fn merged(
    mut parts: Vec<Vec<usize>>,
    mut part_of: Vec<Option<usize>>,
    around: &[Vec<usize>],
    (least, most): (usize, usize),
) -> Option<Vec<Vec<usize>>> {
    for small in 0..parts.len() {
        if parts[small].len() >= least {
            continue;
        }
        let near = parts[small].iter().flat_map(|&cell| &around[cell]);
        let others = near.filter_map(|&near| part_of[near]).filter(|&part| part != small);
        let room = |part: &usize| parts[*part].len() + parts[small].len() <= most;
        let into = others.filter(room).min_by_key(|&part| (parts[part].len(), part))?;
        for cell in std::mem::take(&mut parts[small]) {
            part_of[cell] = Some(into);
            parts[into].push(cell);
        }
    }
    parts.retain(|part| !part.is_empty());
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_board_is_filled_by_its_pieces_of_the_wanted_sizes() {
        for (grid, seed) in Grid::ALL.into_iter().flat_map(|grid| (1..20).map(move |s| (grid, s))) {
            let pieces = if grid == Grid::Triangles { (3, 8) } else { (3, 6) };
            let puzzle = Cutting { pieces, ..Cutting::of_size(grid, 6, 5) }.cut(seed).unwrap();
            let cells: usize = puzzle.pieces.iter().map(|piece| piece.shape.len()).sum();
            assert_eq!(cells, puzzle.board.len());
            for piece in &puzzle.pieces {
                let cells: Vec<Cell> = piece.shape.iter().map(|c| c.0).collect();
                assert!(
                    (3..=pieces.1).contains(&cells.len()) && grid.connected(&cells),
                    "{grid:?} {seed}"
                );
            }
            let classes: BTreeSet<usize> =
                (0..puzzle.pieces.len()).map(|i| puzzle.class(i)).collect();
            assert_eq!(classes.len(), puzzle.pieces.len(), "no two are alike");
        }
    }

    #[test]
    fn colours_are_on_the_board_and_on_the_pieces() {
        let cutting = Cutting { colours: 2, ..Cutting::of_size(Grid::Squares, 6, 6) };
        let puzzle = cutting.cut(3).unwrap();
        let red = |shape: &Shape| shape.iter().filter(|c| c.1 == Some('a')).count();
        let on_pieces: usize = puzzle.pieces.iter().map(|piece| red(&piece.shape)).sum();
        assert_eq!(red(&puzzle.board), on_pieces);
        assert!(puzzle.board.iter().all(|c| matches!(c.1, Some('a' | 'b'))));
    }

    #[test]
    fn what_cannot_be_cut_is_a_fault() {
        let cutting = Cutting::of_size(Grid::Squares, 3, 3);
        assert!(Cutting { pieces: (4, 4), ..cutting.clone() }.cut(1).is_err());
        assert!(Cutting { pieces: (0, 4), ..cutting.clone() }.cut(1).is_err());
        assert!(Cutting::of_size(Grid::Squares, 0, 3).cut(1).is_err());
        assert!(Cutting::of_size(Grid::Squares, 100, 100).cut(1).is_err());
        // Nine pieces of one cell are all alike.
        assert!(Cutting { pieces: (1, 1), ..cutting.clone() }.cut(1).is_err());
        let alike = Cutting { pieces: (1, 1), alike: true, ..cutting }.cut(1).unwrap();
        assert_eq!((alike.pieces.len(), alike.pieces[0].most), (1, 9));
    }
}
