//! A board cut into pieces that hang together.

use std::collections::{BTreeMap, BTreeSet};

use super::dice::Dice;
use crate::fault::{Fault, Faults, Part};
use crate::grid::Cell;
use crate::symmetry::Symmetry;
use crate::tiling::{Colour, Grid, Piece, PieceSet, Setup, Shape, Sides, Tiling};

/// How often a board is cut anew before this seed is given up: fewer times where a cut takes long.
const CUTS: usize = 1000;
const FEW_CUTS: usize = 10;
/// Pairs of cells that are looked at for one seed, about.
const LOOKS: usize = 4_000_000;
/// Of pieces up to so many cells all are known.
const SMALL: usize = 7;
/// The most cells of a board that is cut.
const MOST_CELLS: usize = 4096;

/// How a board is cut into pieces.
///
/// ```
/// use marquetry_puzzle::generate::Cutting;
/// use marquetry_puzzle::tiling::Grid;
///
/// let cutting = Cutting { colours: 2, ..Cutting::of_size(Grid::Hexagons, 5, 5) };
/// let puzzle = cutting.cut(1).unwrap().unwrap();
/// assert_eq!(puzzle.pieces.iter().map(|piece| piece.shape.len()).sum::<usize>(), 25);
/// assert_eq!(cutting.cut(1), Ok(Some(puzzle)), "the same seed gives the same puzzle");
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

    /// What is wrong with it: all that no seed can help.
    fn faults(&self) -> Vec<Fault> {
        let fault = |code, message: String| vec![Fault::new(code, Part::Board, message)];
        if self.board.is_empty() || self.board.len() > MOST_CELLS {
            return fault("size", format!("a board that is cut has 1 to {MOST_CELLS} cells"));
        }
        let (least, most) = self.pieces;
        if least == 0 || least > most || self.colours > 26 {
            let message = "a piece has at least one cell, the least size is no larger than the most, \
                           and there are at most 26 colours";
            return fault("piece-size", message.to_owned());
        }
        let parts = |cells: usize| cells.div_ceil(most) * least <= cells;
        if !self.areas().into_iter().all(parts) {
            let message = format!("the board cannot be cut into pieces of {least} to {most} cells");
            return fault("piece-size", message);
        }
        if !self.enough_shapes() {
            let message =
                format!("there are too few pieces of {least} to {most} cells that differ");
            return vec![
                Fault::new("too-few-shapes", Part::Board, message)
                    .help("let some be alike, or colour them"),
            ];
        }
        Vec::new()
    }

    /// How many cells each part of the board has that hangs together.
    fn areas(&self) -> Vec<usize> {
        let around = self.neighbours();
        let mut seen = vec![false; around.len()];
        let mut area = |from: usize| {
            let (mut open, mut cells) = (vec![from], 0);
            while let Some(cell) = open.pop() {
                if !std::mem::replace(&mut seen[cell], true) {
                    cells += 1;
                    open.extend(&around[cell]);
                }
            }
            cells
        };
        (0..around.len()).map(&mut area).filter(|&cells| cells > 0).collect()
    }

    /// Are there as many different pieces as the board has room for? Known where they are small and not coloured.
    fn enough_shapes(&self) -> bool {
        let plain = self.colours == 0 && self.board.iter().all(|c| c.1.is_none());
        let (least, most) = self.pieces;
        if self.alike || !plain || most > SMALL || self.is_solid() {
            return true;
        }
        let area = |cells: usize| {
            let set = PieceSet { grid: self.grid, solid: false, cells, sides: Sides::Free };
            cells * set.pieces().len()
        };
        (least..=most).map(area).sum::<usize>() >= self.board.len()
    }

    fn is_solid(&self) -> bool {
        self.board.iter().any(|c| c.0.z != self.board[0].0.z)
    }

    /// The puzzle of this seed; `None` where it gives none.
    ///
    /// # Errors
    /// The board has no cells or too many, or no seed can cut it so.
    pub fn cut(&self, seed: u64) -> Result<Option<Tiling>, Faults> {
        Faults::from(self.faults()).unless(())?;
        let mut dice = Dice::new(seed);
        let around = self.neighbours();
        let group = self.grid.symmetries(self.is_solid());
        let cells = self.board.len();
        for _ in 0..(LOOKS / (cells * cells)).clamp(FEW_CUTS, CUTS) {
            let colours = self.paint(&mut dice);
            let Some(parts) = self.parts(&around, &mut dice) else { continue };
            let shape = |part: &Vec<usize>| -> Shape {
                part.iter().map(|&cell| (self.board[cell].0, colours[cell])).collect()
            };
            let shapes: Vec<Shape> = parts.iter().map(shape).collect();
            if let Some(pieces) = self.named(&group, shapes) {
                let board = self.board.iter().zip(&colours).map(|(c, &own)| (c.0, own)).collect();
                let title = format!("Cut from {cells} cells, seed {seed}");
                let setup = Setup { title, grid: self.grid, board, pieces, ..Setup::default() };
                return Tiling::new(setup).map(Some);
            }
        }
        Ok(None)
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
    use crate::generate::shapes_hash;

    #[test]
    fn a_cut_board_is_filled_by_its_pieces_of_the_wanted_sizes() {
        for (grid, seed) in Grid::ALL.into_iter().flat_map(|grid| (1..20).map(move |s| (grid, s))) {
            let pieces = if grid == Grid::Triangles { (3, 8) } else { (3, 6) };
            let puzzle =
                Cutting { pieces, ..Cutting::of_size(grid, 6, 5) }.cut(seed).unwrap().unwrap();
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
        let puzzle = cutting.cut(3).unwrap().unwrap();
        let red = |shape: &Shape| shape.iter().filter(|c| c.1 == Some('a')).count();
        let on_pieces: usize = puzzle.pieces.iter().map(|piece| red(&piece.shape)).sum();
        assert_eq!(red(&puzzle.board), on_pieces);
        assert!(puzzle.board.iter().all(|c| matches!(c.1, Some('a' | 'b'))));
    }

    #[test]
    fn the_cuts_of_these_seeds_never_change() {
        let text = |grid, colours, seed| {
            let cutting = Cutting { colours, ..Cutting::of_size(grid, 6, 5) };
            let puzzle = cutting.cut(seed).unwrap().unwrap();
            let pieces = puzzle.pieces.iter().map(|piece| &piece.shape);
            shapes_hash(pieces.chain([&puzzle.board]))
        };
        let cut = [
            text(Grid::Squares, 2, 1),
            text(Grid::Squares, 0, 2),
            text(Grid::Hexagons, 2, 3),
            text(Grid::Triangles, 3, u64::MAX),
        ];
        let known =
            [215878534810184212, 12474761011722091972, 5060708554027333273, 2323713124955069918];
        assert_eq!(cut, known);
    }

    #[test]
    fn what_no_seed_can_cut_is_a_fault() {
        let cutting = Cutting::of_size(Grid::Squares, 3, 3);
        let faults = |cutting: &Cutting| cutting.cut(1).unwrap_err().len();
        assert_eq!(faults(&Cutting { pieces: (4, 4), ..cutting.clone() }), 1);
        assert_eq!(faults(&Cutting { pieces: (0, 4), ..cutting.clone() }), 1);
        assert_eq!(faults(&Cutting::of_size(Grid::Squares, 0, 3)), 1);
        assert_eq!(faults(&Cutting::of_size(Grid::Squares, 100, 100)), 1);
        // Nine pieces of one cell are all alike, and of two cells there is one piece.
        assert_eq!(faults(&Cutting { pieces: (1, 1), ..cutting.clone() }), 1);
        assert_eq!(faults(&Cutting::of_size(Grid::Squares, 64, 64)), 1);
        let alike = Cutting { pieces: (1, 1), alike: true, ..cutting }.cut(1).unwrap().unwrap();
        assert_eq!((alike.pieces.len(), alike.pieces[0].most), (1, 9));
        // Two parts of three cells are no part of six.
        let apart = Cutting::of_size(Grid::Squares, 7, 1);
        let board = apart.board.iter().copied().filter(|c| c.0.x != 3).collect();
        assert_eq!(faults(&Cutting { board, pieces: (2, 2), alike: true, ..apart }), 1);
    }

    #[test]
    fn a_seed_that_does_not_cut_is_no_fault() {
        // Two pieces of five and four cells: most cuts leave a corner over.
        let cutting = Cutting { pieces: (4, 5), ..Cutting::of_size(Grid::Squares, 3, 3) };
        let board = cutting.board.iter().copied().filter(|c| c.0 != Cell::at(1, 1)).collect();
        let ring = Cutting { board, pieces: (8, 8), ..cutting };
        assert_eq!(ring.cut(1).map(|puzzle| puzzle.map(|p| p.pieces.len())), Ok(Some(1)));
        let cross = Cutting::of_size(Grid::Squares, 3, 3);
        let board = cross.board.iter().copied().filter(|c| c.0.x == 1 || c.0.y == 1).collect();
        let cross = Cutting { board, pieces: (2, 3), ..cross };
        assert_eq!(cross.cut(1), Ok(None), "a cross has no two parts of two and three cells");
    }
}
