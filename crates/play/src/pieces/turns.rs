//! How the orientations of a piece lead to each other.

use marquetry_puzzle::tiling::Grid;
use marquetry_puzzle::{Cell, Tiling};

/// A line to turn about.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// Along a row.
    X,
    /// Along a column.
    Y,
    /// Through the layers: turns about it stay in their layer.
    Z,
}

/// A way to turn or flip a piece.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Turn {
    /// A quarter turn about an axis, or a sixth of hexagons and triangles; about [`Axis::Z`] it is clockwise.
    About(Axis),
    /// The same turn the other way.
    Back(Axis),
    /// Over, so that left and right change places.
    Flip,
}

impl Turn {
    /// All turns, those that stay in their layer and the flip first.
    pub const ALL: [Turn; 7] = [
        Turn::About(Axis::Z),
        Turn::Back(Axis::Z),
        Turn::Flip,
        Turn::About(Axis::X),
        Turn::Back(Axis::X),
        Turn::About(Axis::Y),
        Turn::Back(Axis::Y),
    ];

    /// Where it takes a cell; `None` where the grid has no such turn.
    fn image(self, grid: Grid, cell: Cell) -> Option<Cell> {
        if grid == Grid::Squares {
            return Some(self.of_cube(cell));
        }
        let symmetry = match self {
            Turn::About(Axis::Z) => grid.turned(1),
            Turn::Back(Axis::Z) => grid.turned(grid.turns() - 1),
            Turn::Flip => grid.mirror(),
            Turn::About(_) | Turn::Back(_) => return None,
        };
        Some(grid.image(symmetry, cell))
    }

    fn of_cube(self, Cell { z, y, x }: Cell) -> Cell {
        match self {
            Turn::About(Axis::X) => Cell { z: y, y: -z, x },
            Turn::Back(Axis::X) => Cell { z: -y, y: z, x },
            Turn::About(Axis::Y) => Cell { z: -x, y, x: z },
            Turn::Back(Axis::Y) => Cell { z: x, y, x: -z },
            Turn::About(Axis::Z) => Cell { z, y: x, x: -y },
            Turn::Back(Axis::Z) => Cell { z, y: -x, x: y },
            Turn::Flip => Cell { z, y, x: -x },
        }
    }
}

/// Where a turn leads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turned {
    /// Index of the orientation after it: the same where the piece looks the same.
    pub to: usize,
    /// Which cell of that orientation each cell of the one before becomes.
    pub cells: Vec<usize>,
}

/// Where a turn of a piece leads from one of its orientations; `None` where the puzzle does not allow it.
pub fn turned(p: &Tiling, piece: usize, orientation: usize, turn: Turn) -> Option<Turned> {
    p.pieces.get(piece)?;
    let shapes = p.orientations(piece);
    let shape = shapes.get(orientation)?;
    let images: Option<Vec<Cell>> = shape.iter().map(|c| turn.image(p.grid, c.0)).collect();
    let images = images?;
    let mut order: Vec<usize> = (0..images.len()).collect();
    order.sort_by_key(|&part| images[part]);
    let first = images[order[0]];
    let same = |other: &marquetry_puzzle::tiling::Shape| {
        p.grid.shift(other[0].0, first).is_some()
            && order.iter().zip(other).all(|(&part, &(cell, colour))| {
                images[part].minus(first) == cell.minus(other[0].0) && shape[part].1 == colour
            })
    };
    let to = shapes.iter().position(same)?;
    let mut cells = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &part)| cells[part] = at);
    Some(Turned { to, cells })
}

/// For each orientation of a piece, where each turn of [`Turn::ALL`] leads.
pub fn table(p: &Tiling, piece: usize) -> Vec<[Option<Turned>; 7]> {
    let from = |orientation| Turn::ALL.map(|turn| turned(p, piece, orientation, turn));
    (0..p.orientations(piece).len()).map(from).collect()
}
