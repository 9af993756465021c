//! The grids that boards are made of, and all that is different between them.

use std::collections::BTreeSet;

use crate::grid::{Cell, bounds};
use crate::symmetry::Symmetry;
use crate::tiling::Shape;

/// What the cells of a board are.
///
/// Every cell is a column and a row. Columns of hexagons lean: each row lies half a cell farther to the right than the one
/// above it, so that any column and row is a hexagon. Triangles stand side by side in their rows, and those whose column
/// and row add up to an even number point up. A move of triangles takes columns and rows that add up to an even number.
///
/// Turns and reflections work on three coordinates. For hexagons these add up to 0, for triangles to 1 where they point up
/// and 2 where they point down, and a symmetry swaps the three, and perhaps changes the signs of all.
///
/// ```
/// use marquetry_puzzle::Cell;
/// use marquetry_puzzle::tiling::Grid;
///
/// let (hexagons, triangles) = (Grid::Hexagons, Grid::Triangles);
/// assert_eq!(hexagons.around(Cell::at(0, 0)).len(), 6);
/// assert_eq!(triangles.around(Cell::at(0, 0)), [Cell::at(1, 0), Cell::at(-1, 0), Cell::at(0, 1)]);
/// assert_eq!(triangles.shift(Cell::at(0, 0), Cell::at(1, 0)), None, "one points up, the other down");
/// assert_eq!(hexagons.symmetries(false).len(), 12);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Grid {
    /// Squares, or cubes in layers.
    #[default]
    Squares,
    /// Hexagons in one layer.
    Hexagons,
    /// Triangles in one layer.
    Triangles,
}

impl Grid {
    /// All of them.
    pub const ALL: [Grid; 3] = [Grid::Squares, Grid::Hexagons, Grid::Triangles];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Grid::Squares => "squares",
            Grid::Hexagons => "hexagons",
            Grid::Triangles => "triangles",
        }
    }

    /// The grid with this name.
    pub fn by_name(name: &str) -> Option<Grid> {
        Self::ALL.into_iter().find(|grid| grid.name() == name)
    }

    /// The turns and reflections that carry cells to cells, the identity first.
    pub fn symmetries(self, solid: bool) -> Vec<Symmetry> {
        match self {
            Grid::Squares if solid => Symmetry::of_space(),
            Grid::Squares => Symmetry::of_plane(),
            Grid::Hexagons | Grid::Triangles => {
                let mut all = Symmetry::of_space();
                all.retain(|s| s.reversed() == [false; 3] || s.reversed() == [true; 3]);
                all
            }
        }
    }

    /// Does a symmetry turn left hands into right hands?
    pub fn reflects(self, symmetry: Symmetry) -> bool {
        match self {
            Grid::Squares => symmetry.reflects(),
            // To change all signs is a half turn here.
            Grid::Hexagons | Grid::Triangles => symmetry.swaps(),
        }
    }

    /// The plain mirror, left to right.
    pub const fn mirror(self) -> Symmetry {
        match self {
            Grid::Squares => Symmetry::new([0, 1, 2], [true, false, false]),
            Grid::Hexagons | Grid::Triangles => Symmetry::new([2, 1, 0], [false; 3]),
        }
    }

    /// The smallest turn clockwise within a layer, taken some times.
    pub fn turned(self, times: u8) -> Symmetry {
        match self {
            Grid::Squares => Symmetry::quarter_turns(times),
            Grid::Hexagons | Grid::Triangles => {
                const AXES: [[u8; 3]; 3] = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
                Symmetry::new(AXES[times as usize % 3], [times % 2 == 1; 3])
            }
        }
    }

    /// How many of the smallest turns make a whole one.
    pub const fn turns(self) -> u8 {
        match self {
            Grid::Squares => 4,
            Grid::Hexagons | Grid::Triangles => 6,
        }
    }

    /// The image of a cell under one of the grid's symmetries.
    pub fn image(self, symmetry: Symmetry, cell: Cell) -> Cell {
        let Cell { z, y, x } = cell;
        match self {
            Grid::Squares => symmetry.apply(cell),
            Grid::Hexagons => {
                let third = 0i16.saturating_sub(x.saturating_add(y));
                Cell { z, ..symmetry.apply(Cell { z: third, y, x }) }
            }
            Grid::Triangles => {
                let first = 0i16.saturating_sub(y.saturating_sub(x).div_euclid(2));
                let third = 1i16.saturating_sub(x.saturating_add(y).div_euclid(2));
                let image = symmetry.apply(Cell { z: third, y, x: first });
                // With all signs changed the three add up to -1 or -2.
                let by = i16::from(symmetry.reversed()[0]);
                Cell { z, y: image.y.saturating_add(by), x: image.x.saturating_sub(image.z) + 1 }
            }
        }
    }

    /// The move that takes one cell to another; `None` where no move does.
    pub fn shift(self, from: Cell, to: Cell) -> Option<Cell> {
        let by = to.minus(from);
        (self != Grid::Triangles || (by.x ^ by.y) & 1 == 0).then_some(by)
    }

    /// The cell that the normal form of a set of cells has at its origin: the least corner of the box around them, and
    /// for triangles the column before it where that points down. `None` where there are no cells.
    pub fn corner(self, cells: impl IntoIterator<Item = Cell>) -> Option<Cell> {
        let (least, _) = bounds(cells)?;
        let odd = self == Grid::Triangles && (least.x ^ least.y) & 1 == 1;
        Some(Cell { x: least.x.saturating_sub(i16::from(odd)), ..least })
    }

    /// Sorts cells and moves their corner to the origin. Sets of cells that a move takes to each other have the same
    /// normal form.
    pub fn normal(self, mut shape: Shape) -> Shape {
        if let Some(corner) = self.corner(shape.iter().map(|c| c.0)) {
            shape.iter_mut().for_each(|c| c.0 = c.0.minus(corner));
        }
        shape.sort();
        shape
    }

    /// The normal form of a shape turned or reflected.
    pub fn shape_image(self, symmetry: Symmetry, shape: &Shape) -> Shape {
        let image = |&(cell, colour): &_| (self.image(symmetry, cell), colour);
        self.normal(shape.iter().map(image).collect())
    }

    /// The cells that share a side with this one.
    pub fn around(self, cell: Cell) -> Vec<Cell> {
        let near = |steps: &[(i16, i16)]| {
            steps.iter().map(|&(x, y)| cell.plus(Cell::at(x, y))).collect::<Vec<_>>()
        };
        match self {
            Grid::Squares => cell.around().to_vec(),
            Grid::Hexagons => near(&[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]),
            Grid::Triangles if self.points_up(cell) => near(&[(1, 0), (-1, 0), (0, 1)]),
            Grid::Triangles => near(&[(1, 0), (-1, 0), (0, -1)]),
        }
    }

    /// Does a triangle point up?
    pub const fn points_up(self, cell: Cell) -> bool {
        (cell.x ^ cell.y) & 1 == 0
    }

    /// Do these cells hang together by shared sides? The empty set does.
    pub fn connected(self, cells: &[Cell]) -> bool {
        let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
        let mut open: Vec<Cell> = left.pop_first().into_iter().collect();
        while let Some(cell) = open.pop() {
            open.extend(self.around(cell).into_iter().filter(|near| left.remove(near)));
        }
        left.is_empty()
    }

    /// 1 for dark cells and -1 for light ones, so coloured that every symmetry and move keeps the two or swaps them:
    /// squares like a checkerboard, triangles as they point. Hexagons have no such colouring and give 0.
    pub const fn shade(self, cell: Cell) -> i32 {
        let dark = (cell.x ^ cell.y ^ cell.z) & 1 == 0;
        match self {
            Grid::Hexagons => 0,
            _ if dark => 1,
            _ => -1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn patch() -> impl Iterator<Item = Cell> {
        (-4..4).flat_map(|y| (-4..4).map(move |x| Cell::at(x, y)))
    }

    #[test]
    fn every_grid_has_its_symmetries_and_half_of_them_are_turns() {
        for (grid, all) in Grid::ALL.into_iter().zip([8, 12, 12]) {
            let symmetries = grid.symmetries(false);
            assert_eq!(symmetries.len(), all);
            assert_eq!(symmetries[0], Symmetry::IDENTITY);
            assert_eq!(symmetries.iter().filter(|&&s| grid.reflects(s)).count(), all / 2);
            let turns: BTreeSet<Symmetry> = (0..grid.turns()).map(|n| grid.turned(n)).collect();
            assert_eq!(turns.len(), all / 2);
            assert!(turns.iter().all(|&s| symmetries.contains(&s) && !grid.reflects(s)));
            assert!(symmetries.contains(&grid.mirror()) && grid.reflects(grid.mirror()));
        }
    }

    #[test]
    fn symmetries_carry_neighbours_to_neighbours() {
        for grid in Grid::ALL {
            for (symmetry, cell) in grid
                .symmetries(false)
                .into_iter()
                .flat_map(|symmetry| patch().map(move |cell| (symmetry, cell)))
            {
                let flat = |cells: Vec<Cell>| -> BTreeSet<Cell> {
                    cells.into_iter().filter(|c| c.z == 0).collect()
                };
                let near = flat(grid.around(cell));
                let images = near.iter().map(|&c| grid.image(symmetry, c)).collect();
                assert_eq!(flat(images), flat(grid.around(grid.image(symmetry, cell))));
            }
        }
    }

    #[test]
    fn a_symmetry_keeps_the_shades_or_swaps_them() {
        for grid in Grid::ALL {
            for symmetry in grid.symmetries(false) {
                let kept: BTreeSet<i32> =
                    patch().map(|c| grid.shade(c) * grid.shade(grid.image(symmetry, c))).collect();
                assert_eq!(kept.len(), 1, "{grid:?} {symmetry:?}");
                let by = |c: Cell| c.minus(grid.image(symmetry, c));
                assert!(patch().all(|c| by(c).z == 0));
            }
        }
    }

    #[test]
    fn the_smallest_turn_is_clockwise_and_the_mirror_swaps_left_and_right() {
        let hexagons = Grid::Hexagons;
        let around = hexagons.around(Cell::at(0, 0));
        for (i, &cell) in around.iter().enumerate() {
            assert_eq!(hexagons.image(hexagons.turned(1), cell), around[(i + 1) % 6]);
        }
        // An up and the down to its right become a down and the up to its right, and then an up below a down.
        let bar = vec![(Cell::at(0, 0), None), (Cell::at(1, 0), None)];
        let grid = Grid::Triangles;
        let turned = |times| {
            let image = grid.shape_image(grid.turned(times), &bar);
            image.iter().map(|c| (c.0.x, c.0.y)).collect::<Vec<_>>()
        };
        assert_eq!([turned(1), turned(2)], [[(1, 0), (2, 0)], [(0, 0), (0, 1)]]);
        assert_eq!(grid.image(grid.mirror(), Cell::at(4, 2)), Cell::at(-2, 2));
    }

    #[test]
    fn an_up_and_a_down_triangle_have_two_normal_forms() {
        let one = |x| Grid::Triangles.normal(vec![(Cell::at(x, 3), None)]);
        assert_eq!(one(5), [(Cell::at(0, 0), None)]);
        assert_eq!(one(6), [(Cell::at(1, 0), None)]);
        assert_eq!(Grid::Triangles.shift(Cell::at(0, 0), Cell::at(1, 1)), Some(Cell::at(1, 1)));
    }
}
