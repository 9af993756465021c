//! Random small tiling puzzles.

use std::collections::BTreeSet;

use marquetry_puzzle::Cell;
use marquetry_puzzle::tiling::{Colour, Grid, Piece, Setup, Shape, Tiling};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A tiling puzzle of up to 12 cells: flat or solid, with holes, cells that may stay empty, colours, copies, leftovers, pieces that may not be
/// turned or flipped, and now and then pieces in two parts. Most are cut from their board, so that many can be
/// solved.
pub fn tiling(seed: u64) -> Tiling {
    tiling_on(Grid::Squares, seed)
}

/// The same on any grid; hexagons and triangles are flat.
pub fn tiling_on(grid: Grid, seed: u64) -> Tiling {
    let mut rng = Pcg64::seed_from_u64(seed);
    loop {
        let board = board(&mut rng, grid);
        let keeps_colour = *pick(&mut rng, &[0.0, 0.5, 1.0]);
        let mut pieces = cut(&mut rng, grid, &board, keeps_colour, &[1, 2, 2, 3, 3, 4, 4, 5]);
        merge(&mut rng, &mut pieces);
        spares(&mut rng, grid, &mut pieces);
        for (i, piece) in pieces.iter_mut().enumerate() {
            piece.name = format!("p{i}");
        }
        let optional = optional(&mut rng, &board);
        let title = format!("random {seed}");
        let setup = Setup { title, grid, board, optional, pieces, ..Setup::default() };
        // Some boards lose all their cells to holes.
        if let Ok(puzzle) = Tiling::new(setup) {
            return puzzle;
        }
    }
}

/// A flat tiling puzzle of 66 to 100 cells. Its cells have three colours, so that it has few solutions.
pub fn large(seed: u64) -> Tiling {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (width, height) = *pick(&mut rng, &[(3, 22), (4, 17), (6, 12), (8, 9), (9, 9), (10, 10)]);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::at(x, y)));
    let board: Shape =
        cells.map(|cell| (cell, *pick(&mut rng, &[Some('a'), Some('b'), Some('c')]))).collect();
    let mut pieces = cut(&mut rng, Grid::Squares, &board, 1.0, &[4, 5, 5, 6]);
    pieces.iter_mut().zip(0..).for_each(|(piece, i)| piece.name = format!("p{i}"));
    let setup = Setup { title: format!("large {seed}"), board, pieces, ..Setup::default() };
    Tiling::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn board(rng: &mut Pcg64, grid: Grid) -> Shape {
    let solid = rng.random_bool(0.3) && grid == Grid::Squares;
    let depth = if solid { rng.random_range(1..=3) } else { 1 };
    let most = if depth > 1 { 3 } else { 5 };
    let (w, h) = (rng.random_range(1..=most), rng.random_range(1..=most));
    let holes = *pick(rng, &[0.0, 0.0, 0.1]);
    let colours = *pick(rng, &[0, 0, 1, 2]);
    let mut cells = Shape::new();
    for (z, y, x) in
        (0..depth).flat_map(|z| (0..h).flat_map(move |y| (0..w).map(move |x| (z, y, x))))
    {
        let colour = match colours {
            0 => None,
            // A checkerboard keeps symmetries, scattered colours break them.
            1 => Some(if (x + y + z) % 2 == 0 { 'a' } else { 'b' }),
            _ => *pick(rng, &[None, None, Some('a'), Some('b')]),
        };
        if cells.len() < 12 && !rng.random_bool(holes) {
            cells.push((Cell { z, y, x }, colour));
        }
    }
    cells
}

/// Cells that may stay empty: mostly none, otherwise some or all.
fn optional(rng: &mut Pcg64, board: &Shape) -> BTreeSet<Cell> {
    let share = *pick(rng, &[0.0, 0.0, 0.0, 0.2, 0.5, 1.0]);
    board.iter().map(|c| c.0).filter(|_| rng.random_bool(share)).collect()
}

/// Cuts the board into pieces of some sizes.
fn cut(
    rng: &mut Pcg64,
    grid: Grid,
    board: &Shape,
    keeps_colour: f64,
    sizes: &[usize],
) -> Vec<Piece> {
    let mut left = board.clone();
    let mut pieces = Vec::new();
    let (turn, flip) = *pick(rng, &[(1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0), (0.7, 0.7)]);
    while !left.is_empty() {
        let size = *pick(rng, sizes);
        let mut shape = vec![left.swap_remove(rng.random_range(0..left.len()))];
        while shape.len() < size && !left.is_empty() {
            let touches =
                |c: &(Cell, Colour)| shape.iter().any(|s| grid.around(s.0).contains(&c.0));
            let near: Vec<usize> = (0..left.len()).filter(|&i| touches(&left[i])).collect();
            let apart = near.is_empty() && rng.random_bool(0.05);
            let next = if apart {
                0
            } else if near.is_empty() {
                break;
            } else {
                *pick(rng, &near)
            };
            shape.push(left.swap_remove(next));
        }
        for cell in &mut shape {
            cell.1 = cell.1.filter(|_| rng.random_bool(keeps_colour));
        }
        let mut piece = Piece::new("", grid.normal(shape));
        (piece.turn, piece.flip) = (rng.random_bool(turn), rng.random_bool(flip));
        pieces.push(piece);
    }
    pieces
}

/// Makes copies of one piece out of pieces that look alike, sometimes.
fn merge(rng: &mut Pcg64, pieces: &mut Vec<Piece>) {
    let mut kept: Vec<Piece> = Vec::new();
    for piece in pieces.drain(..) {
        let same = kept.iter_mut().find(|k| k.shape == piece.shape);
        match same.filter(|_| rng.random_bool(0.6)) {
            Some(same) => (same.least, same.most) = (same.least + 1, same.most + 1),
            None => kept.push(piece),
        }
    }
    *pieces = kept;
}

/// Lets pieces be left over, adds some, takes one away.
fn spares(rng: &mut Pcg64, grid: Grid, pieces: &mut Vec<Piece>) {
    for piece in pieces.iter_mut() {
        if rng.random_bool(0.2) {
            piece.least = rng.random_range(0..=piece.least);
            piece.most += *pick(rng, &[0, 1, 2, 1000]);
        }
    }
    if rng.random_bool(0.2) {
        let mut extra = pick(rng, pieces).clone();
        (extra.least, extra.most) = (0, rng.random_range(0..=2));
        pieces.push(extra);
    }
    if rng.random_bool(0.2) {
        // Its mirror image: a reflection of the board may carry one piece to another.
        let mut twin = pick(rng, pieces).clone();
        twin.shape.iter_mut().for_each(|c| c.0 = grid.image(grid.mirror(), c.0));
        twin.least = twin.least.min(rng.random_range(0..=1));
        pieces.push(twin);
    }
    if rng.random_bool(0.05) {
        pieces.swap_remove(0);
    }
}

fn pick<'a, T>(rng: &mut Pcg64, from: &'a [T]) -> &'a T {
    &from[rng.random_range(0..from.len())]
}
