//! Hexagons and triangles in text, with lines between regions.
//!
//! ```text
//!  / \ / \        __ __
//! | A | A |      \ A/\B /
//!  \ / \ /        \/A_\/
//! ```

use std::collections::HashMap;

use marquetry_puzzle::Cell;
use marquetry_puzzle::tiling::Grid;

use super::boxes::Spot;
use super::canvas::{Canvas, Tint};

/// Draws cells, with a line wherever two regions or a region and nothing meet.
pub(super) fn draw(grid: Grid, spots: &HashMap<Cell, Spot>) -> Canvas {
    let mut canvas = Canvas::default();
    let left = spots.keys().map(|&cell| column(grid, cell)).min().unwrap_or(0);
    let mut cells: Vec<&Cell> = spots.keys().collect();
    cells.sort();
    let place = |cell: Cell| ((column(grid, cell) - left + 2) as usize, line(grid, cell));
    for &&cell in &cells {
        let (spot, (x, y)) = (&spots[&cell], place(cell));
        for (neighbour, (dx, dy), sign) in sides(grid, cell) {
            if spots.get(&neighbour).is_none_or(|other| other.region != spot.region) {
                let at = (x.saturating_add_signed(dx), y.saturating_add_signed(dy));
                canvas.put(at.0, at.1, sign, Tint::None);
            }
        }
    }
    for &&cell in &cells {
        let (spot, (x, y)) = (&spots[&cell], place(cell));
        let label = spot.text.first().map_or("", String::as_str);
        let room = label.chars().count();
        canvas.put(x - (room / 2).min(x), y, label, spot.tint);
    }
    canvas
}

/// The column of a cell's middle.
fn column(grid: Grid, cell: Cell) -> isize {
    let (x, y) = (isize::from(cell.x), isize::from(cell.y));
    if grid == Grid::Hexagons { 4 * x + 2 * y } else { 3 * x }
}

/// The line of a cell's label.
fn line(grid: Grid, cell: Cell) -> usize {
    let up = usize::from(grid == Grid::Hexagons || grid.points_up(cell));
    2 * cell.y.max(0) as usize + if grid == Grid::Hexagons { 1 } else { 1 + up }
}

/// The cells beyond the sides of a cell, and the signs of these sides, each where it is from the label.
fn sides(grid: Grid, cell: Cell) -> Vec<(Cell, (isize, isize), &'static str)> {
    let to = |x, y| cell.plus(Cell::at(x, y));
    match grid {
        Grid::Hexagons => vec![
            (to(-1, 0), (-2, 0), "|"),
            (to(1, 0), (2, 0), "|"),
            (to(0, -1), (-1, -1), "/"),
            (to(1, -1), (1, -1), "\\"),
            (to(-1, 1), (-1, 1), "\\"),
            (to(0, 1), (1, 1), "/"),
        ],
        _ if grid.points_up(cell) => vec![
            (to(0, 1), (-1, 0), "___"),
            (to(-1, 0), (-1, -1), "/"),
            (to(-1, 0), (-2, 0), "/"),
            (to(1, 0), (1, -1), "\\"),
            (to(1, 0), (2, 0), "\\"),
        ],
        _ => vec![
            (to(0, -1), (-1, -1), "___"),
            (to(-1, 0), (-2, 0), "\\"),
            (to(-1, 0), (-1, 1), "\\"),
            (to(1, 0), (2, 0), "/"),
            (to(1, 0), (1, 1), "/"),
        ],
    }
}
