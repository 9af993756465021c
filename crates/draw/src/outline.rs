//! The outlines of sets of cells.

use std::collections::{BTreeMap, BTreeSet};

use marquetry_puzzle::tiling::Grid;
use marquetry_puzzle::{Cell, Direction};

use crate::scene::Point;

/// The closed loops around a flat set of cells, holes included, as corners on the grid. Cells lie to the right of
/// the way a loop runs; cells that touch at a corner alone are in different turns of it.
pub(crate) fn loops(cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<(i16, i16)>> {
    let cells: BTreeSet<(i16, i16)> = cells.into_iter().map(|c| (c.x, c.y)).collect();
    let mut sides: BTreeMap<(i16, i16), Vec<Direction>> = BTreeMap::new();
    for &(x, y) in &cells {
        for (side, corner) in
            Direction::ALL.into_iter().zip([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
        {
            let step = side.step();
            if !cells.contains(&(x + step.x, y + step.y)) {
                sides.entry(corner).or_default().push(side.turned(1));
            }
        }
    }
    std::iter::from_fn(|| walk(&mut sides)).collect()
}

/// Takes one loop out of the sides and returns its corners.
fn walk(sides: &mut BTreeMap<(i16, i16), Vec<Direction>>) -> Option<Vec<(i16, i16)>> {
    let (&(mut x, mut y), ways) = sides.first_key_value()?;
    let mut way = *ways.first()?;
    let mut corners = Vec::new();
    while let Some(open) = sides.get_mut(&(x, y)) {
        let sharp = open.iter().position(|&next| next == way.turned(1));
        let next = open.swap_remove(sharp.unwrap_or(0));
        if open.is_empty() {
            sides.remove(&(x, y));
        }
        if next != way || corners.is_empty() {
            corners.push((x, y));
        }
        way = next;
        (x, y) = (x + way.step().x, y + way.step().y);
    }
    Some(corners)
}

/// The loops as points, with cells of this size, drawn in by `inset` on all sides.
pub(crate) fn inset(
    loops: &[Vec<(i16, i16)>],
    origin: Point,
    size: f32,
    inset: f32,
) -> Vec<Vec<Point>> {
    let one = |corners: &Vec<(i16, i16)>| {
        let n = corners.len();
        let normal = |from: (i16, i16), to: (i16, i16)| {
            (-f32::from((to.1 - from.1).signum()), f32::from((to.0 - from.0).signum()))
        };
        let point = |i: usize| {
            let (before, here, after) =
                (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
            let (a, b) = (normal(before, here), normal(here, after));
            let at = |o: f32, c: i16, shift: f32| o + f32::from(c) * size + shift * inset;
            (at(origin.0, here.0, a.0 + b.0), at(origin.1, here.1, a.1 + b.1))
        };
        (0..n).map(point).collect()
    };
    loops.iter().map(one).collect()
}

/// Splits a set of cells into the parts that hang together within their layer.
pub(crate) fn parts(grid: Grid, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&cell) = part.get(next) {
            next += 1;
            let near = grid.around(cell).into_iter().filter(|near| near.z == cell.z);
            part.extend(near.filter(|c| left.remove(c)));
        }
        parts.push(part);
    }
    parts
}

/// The cell nearest to the middle of a part, where its label goes.
pub(crate) fn heart(part: &[Cell]) -> Option<Cell> {
    let n = part.len() as i64;
    let sum = |along: fn(&Cell) -> i16| part.iter().map(|c| i64::from(along(c))).sum::<i64>();
    let (sx, sy) = (sum(|c| c.x), sum(|c| c.y));
    let off = |c: &Cell| (i64::from(c.x) * n - sx).pow(2) + (i64::from(c.y) * n - sy).pow(2);
    part.iter().copied().min_by_key(|c| (off(c), *c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(at: &[(i16, i16)]) -> Vec<Cell> {
        at.iter().map(|&(x, y)| Cell::at(x, y)).collect()
    }

    #[test]
    fn a_bar_has_four_corners() {
        assert_eq!(loops(cells(&[(0, 0), (1, 0)])), [[(0, 0), (2, 0), (2, 1), (0, 1)]]);
    }

    #[test]
    fn a_ring_has_an_outer_and_an_inner_loop() {
        let ring = (0..9).filter(|&i| i != 4).map(|i| Cell::at(i % 3, i / 3));
        assert_eq!(loops(ring).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_a_loop_each() {
        assert_eq!(loops(cells(&[(0, 0), (1, 1)])).len(), 2);
        assert_eq!(loops(cells(&[(1, 0), (0, 1)])).len(), 2);
    }

    #[test]
    fn an_inset_square_shrinks_on_all_sides() {
        let square = inset(&loops(cells(&[(0, 0)])), (0.0, 0.0), 10.0, 1.0);
        assert_eq!(square, [[(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)]]);
    }

    #[test]
    fn the_heart_of_a_plus_is_its_middle() {
        assert_eq!(heart(&cells(&[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)])), Some(Cell::at(1, 1)));
    }
}
