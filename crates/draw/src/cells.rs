//! The cells of each grid as figures on a page: their corners, what borders on what, and the lines around them.
//!
//! Corners are whole numbers. Of squares they are columns and rows; of hexagons half widths and half sides; of triangles
//! half sides and rows.

use std::collections::{BTreeMap, HashMap, HashSet};

use marquetry_puzzle::Cell;
use marquetry_puzzle::tiling::Grid;

use crate::outline;
use crate::scene::Point;

/// A corner of a cell.
pub(crate) type Corner = (i16, i16);

/// The side of a square, and the width of a hexagon.
pub(crate) const SIZE: f32 = 40.0;
/// The side of a triangle.
const TRIANGLE: f32 = 64.0;

/// How far a corner is from the next, along rows and down.
fn unit(grid: Grid) -> Point {
    let third = 3.0_f32.sqrt();
    match grid {
        Grid::Squares => (SIZE, SIZE),
        Grid::Hexagons => (SIZE / 2.0, SIZE / third / 2.0),
        Grid::Triangles => (TRIANGLE / 2.0, TRIANGLE * third / 2.0),
    }
}

/// The corners of a cell, clockwise.
fn corners(grid: Grid, cell: Cell) -> Vec<Corner> {
    let Cell { x, y, .. } = cell;
    match grid {
        Grid::Squares => vec![(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)],
        Grid::Hexagons => {
            let (u, v) = (2 * x + y + 1, 3 * y + 2);
            vec![
                (u, v - 2),
                (u + 1, v - 1),
                (u + 1, v + 1),
                (u, v + 2),
                (u - 1, v + 1),
                (u - 1, v - 1),
            ]
        }
        Grid::Triangles if grid.points_up(cell) => vec![(x + 1, y), (x + 2, y + 1), (x, y + 1)],
        Grid::Triangles => vec![(x, y), (x + 2, y), (x + 1, y + 1)],
    }
}

/// How the cells of a grid lie on a page, in its units.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Lattice {
    /// From a column to the next.
    pub across: f32,
    /// From a row to the next. Where columns lean, that leads to the right too.
    pub down: (f32, f32),
    /// The width and height of a cell.
    pub cell: (f32, f32),
}

impl Lattice {
    /// That of a grid in drawings of tiling puzzles.
    pub fn of(grid: Grid) -> Lattice {
        let (w, h) = unit(grid);
        match grid {
            Grid::Squares => Lattice::squares(SIZE),
            Grid::Hexagons => {
                Lattice { across: 2.0 * w, down: (w, 3.0 * h), cell: (2.0 * w, 4.0 * h) }
            }
            Grid::Triangles => Lattice { across: w, down: (0.0, h), cell: (2.0 * w, h) },
        }
    }

    /// Squares of this size.
    pub const fn squares(size: f32) -> Lattice {
        Lattice { across: size, down: (0.0, size), cell: (size, size) }
    }

    /// The corner of the box around a cell, on a page whose first cell is here.
    pub(crate) fn place(&self, at: Point, cell: Cell) -> Point {
        let (x, y) = (f32::from(cell.x), f32::from(cell.y));
        (at.0 + x * self.across + y * self.down.0, at.1 + y * self.down.1)
    }
}

/// Where a corner is on a page whose first corner is here.
pub(crate) fn point(grid: Grid, at: Point, (u, v): Corner) -> Point {
    let (w, h) = unit(grid);
    (at.0 + f32::from(u) * w, at.1 + f32::from(v) * h)
}

/// The middle of a cell.
pub(crate) fn middle(grid: Grid, at: Point, cell: Cell) -> Point {
    let corners = corners(grid, cell);
    let sum = corners.iter().map(|&corner| point(grid, at, corner));
    let (x, y) = sum.fold((0.0, 0.0), |sum: Point, p| (sum.0 + p.0, sum.1 + p.1));
    (x / corners.len() as f32, y / corners.len() as f32)
}

/// The least and the greatest point of some cells.
pub(crate) fn extent(grid: Grid, cells: impl IntoIterator<Item = Cell>) -> (Point, Point) {
    let corners = cells.into_iter().flat_map(|cell| corners(grid, cell));
    let span = corners.fold(None, |span: Option<(Corner, Corner)>, c| {
        let (lo, hi) = span.unwrap_or((c, c));
        Some(((lo.0.min(c.0), lo.1.min(c.1)), (hi.0.max(c.0), hi.1.max(c.1))))
    });
    let (lo, hi) = span.unwrap_or_default();
    (point(grid, (0.0, 0.0), lo), point(grid, (0.0, 0.0), hi))
}

/// The closed loops around a flat set of cells, on a page whose first corner is here.
pub(crate) fn loops(grid: Grid, cells: &[Cell], at: Point) -> Vec<Vec<Point>> {
    if grid == Grid::Squares {
        return outline::inset(&outline::loops(cells.iter().copied()), at, SIZE, 0.0);
    }
    let loops = rims(grid, cells);
    loops.iter().map(|rim| rim.iter().map(|&corner| point(grid, at, corner)).collect()).collect()
}

/// The sides of a cell, clockwise.
pub(crate) fn sides(grid: Grid, cell: Cell) -> Vec<(Corner, Corner)> {
    let corners = corners(grid, cell);
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied()).collect()
}

/// The loops around cells that are not squares, clockwise. Cells that touch at a corner alone have a loop each.
fn rims(grid: Grid, cells: &[Cell]) -> Vec<Vec<Corner>> {
    let all: HashSet<(Corner, Corner)> = cells.iter().flat_map(|&c| sides(grid, c)).collect();
    let mut open: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(from, to) in all.iter().filter(|&&(from, to)| !all.contains(&(to, from))) {
        open.entry(from).or_default().push(to);
    }
    open.values_mut().for_each(|ends| ends.sort_unstable());
    let mut loops = Vec::new();
    while let Some((&first, _)) = open.first_key_value() {
        let (mut rim, mut here, mut before) = (Vec::new(), first, None);
        while let Some(ends) = open.get_mut(&here) {
            // Of several ways on, the sharpest turn to the right keeps to one cell.
            let sharp = ends.iter().enumerate().max_by(|a, b| {
                let turn = |to: Corner| before.map_or(0.0, |from| turn(grid, from, here, to));
                turn(*a.1).total_cmp(&turn(*b.1))
            });
            let next = ends.swap_remove(sharp.map_or(0, |(i, _)| i));
            if ends.is_empty() {
                open.remove(&here);
            }
            rim.push(here);
            (before, here) = (Some(here), next);
        }
        loops.push(straightened(rim));
    }
    loops
}

/// By how much the way turns to the right at a corner.
fn turn(grid: Grid, from: Corner, here: Corner, to: Corner) -> f32 {
    let way = |a: Corner, b: Corner| {
        let (a, b) = (point(grid, (0.0, 0.0), a), point(grid, (0.0, 0.0), b));
        (b.0 - a.0, b.1 - a.1)
    };
    let (a, b) = (way(from, here), way(here, to));
    (a.0 * b.1 - a.1 * b.0).atan2(a.0 * b.0 + a.1 * b.1)
}

/// A loop without the corners at which it goes straight on.
fn straightened(rim: Vec<Corner>) -> Vec<Corner> {
    let n = rim.len();
    let bends = |&i: &usize| {
        let (a, b, c) = (rim[(i + n - 1) % n], rim[i], rim[(i + 1) % n]);
        i32::from(b.0 - a.0) * i32::from(c.1 - b.1) != i32::from(b.1 - a.1) * i32::from(c.0 - b.0)
    };
    (0..n).filter(bends).map(|i| rim[i]).collect()
}

/// The lines between cells of one set that are not squares, shorter by so much where they end at its outline.
pub(crate) fn seams(grid: Grid, cells: &[Cell], at: Point, shorter: f32) -> Vec<Vec<Point>> {
    let all: HashSet<(Corner, Corner)> = cells.iter().flat_map(|&c| sides(grid, c)).collect();
    let mut meeting: HashMap<Corner, usize> = HashMap::new();
    all.iter().for_each(|side| *meeting.entry(side.0).or_default() += 1);
    let around = if grid == Grid::Hexagons { 3 } else { 6 };
    let end = |from: Corner, to: Corner| {
        let ((x, y), (to_x, to_y)) = (point(grid, at, from), point(grid, at, to));
        let length = (to_x - x).hypot(to_y - y).max(f32::EPSILON);
        let by = if meeting[&from] == around { 0.0 } else { shorter / length };
        (x + (to_x - x) * by, y + (to_y - y) * by)
    };
    let mut between: Vec<(Corner, Corner)> =
        all.iter().copied().filter(|&(a, b)| a < b && all.contains(&(b, a))).collect();
    between.sort_unstable();
    between.into_iter().map(|(a, b)| vec![end(a, b), end(b, a)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(at: &[(i16, i16)]) -> Vec<Cell> {
        at.iter().map(|&(x, y)| Cell::at(x, y)).collect()
    }

    #[test]
    fn neighbours_share_a_side_and_others_none() {
        for grid in Grid::ALL {
            let here: HashSet<(Corner, Corner)> =
                sides(grid, Cell::at(2, 2)).into_iter().map(|(a, b)| (b, a)).collect();
            for other in (0..5).flat_map(|y| (0..5).map(move |x| Cell::at(x, y))) {
                let shared = sides(grid, other).into_iter().filter(|s| here.contains(s)).count();
                let near = grid.around(Cell::at(2, 2)).contains(&other);
                assert_eq!(shared, usize::from(near), "{grid:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_lattice_says_where_the_box_around_a_cell_is() {
        for grid in Grid::ALL {
            let lattice = Lattice::of(grid);
            for cell in cells(&[(0, 0), (3, 0), (2, 5), (-1, 2)]) {
                let (lo, hi) = extent(grid, [cell]);
                let (x, y) = lattice.place((0.0, 0.0), cell);
                for (a, b) in [(x, lo.0), (y, lo.1)] {
                    assert!((a - b).abs() < 0.001, "{grid:?} {cell:?}");
                }
                for (a, b) in [(x + lattice.cell.0, hi.0), (y + lattice.cell.1, hi.1)] {
                    assert!((a - b).abs() < 0.001, "{grid:?} {cell:?}");
                }
            }
        }
    }

    #[test]
    fn a_ring_of_hexagons_has_two_loops_and_a_bar_of_triangles_four_corners() {
        let ring = Grid::Hexagons.around(Cell::at(3, 3));
        assert_eq!(rims(Grid::Hexagons, &ring).iter().map(Vec::len).collect::<Vec<_>>(), [18, 6]);
        let bar = cells(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
        assert_eq!(rims(Grid::Triangles, &bar).iter().map(Vec::len).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn triangles_that_touch_at_a_corner_have_a_loop_each() {
        let bow = cells(&[(0, 0), (2, 0)]);
        assert_eq!(rims(Grid::Triangles, &bow).iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    }

    #[test]
    fn lines_between_cells_are_drawn_once() {
        let three = cells(&[(0, 0), (1, 0), (0, 1)]);
        assert_eq!(seams(Grid::Hexagons, &three, (0.0, 0.0), 1.0).len(), 3);
        assert_eq!(seams(Grid::Triangles, &three, (0.0, 0.0), 1.0).len(), 2);
    }
}
