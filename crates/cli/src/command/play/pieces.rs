//! Pieces in words: moves that are typed, and how the board is printed.

use marquetry_draw::Ink;
use marquetry_formats::native::rows_of;
use marquetry_play::pieces::orientation_of;
use marquetry_play::{Axis, Move, PieceMove, Pieces, Turn};
use marquetry_puzzle::tiling::{Grid, Shape};
use marquetry_puzzle::{Cell, Placed, Solution, Tiling};

use super::session::{Answer, number};
use super::words::Verb;
use crate::command::units::{grouped, plural};

/// What a puzzle is.
pub fn size(p: &Tiling) -> String {
    let cells = plural(p.board.len() as u64, "cell");
    let kinds = plural(p.pieces.len() as u64, "kind");
    format!("{}, {cells}, {kinds} of pieces", grid(p))
}

/// "10 columns and 6 rows".
fn grid(p: &Tiling) -> String {
    let (width, height, depth) = p.size();
    let size = |n: usize, one: &str| plural(n as u64, one);
    let (columns, rows) = (size(width, "column"), size(height, "row"));
    match p.is_solid() {
        true => format!("{columns}, {rows}, {}", size(depth, "layer")),
        false => format!("{columns}, {rows}"),
    }
}

/// The move that these words ask for; `None` where there are too few or too many.
pub fn parse(p: &Tiling, pieces: &Pieces, verb: Verb, words: &[&str]) -> Option<Answer<Move>> {
    // As many numbers as a cell has.
    let many = if p.is_solid() { 3 } else { 2 };
    let parsed = match (verb, words) {
        (Verb::Place, [name, place @ ..]) => {
            let (at, shape) = place.split_at_checked(many).filter(|(_, more)| more.len() < 2)?;
            place_piece(p, name, at, shape.first())
        }
        (Verb::Turn, words) => {
            let (at, about) = words.split_at_checked(many).filter(|(_, more)| more.len() < 2)?;
            turn_piece(p, at, about.first().copied())
        }
        (Verb::Flip, at) if at.len() == many => {
            cell(p, at).map(|cell| PieceMove::Turn { cell, turn: Turn::Flip })
        }
        (Verb::Remove, [name]) => last(p, pieces, name).map(|cell| PieceMove::Remove { cell }),
        (Verb::Remove, at) if at.len() == many => {
            cell(p, at).map(|cell| PieceMove::Remove { cell })
        }
        _ => return None,
    };
    Some(parsed.map(Move::Piece))
}

fn place_piece(p: &Tiling, name: &str, at: &[&str], shape: Option<&&str>) -> Answer<PieceMove> {
    let piece = named(p, name)?;
    let at = cell(p, at)?;
    let shapes = p.orientations(piece);
    let orientation = match shape {
        None => shapes.iter().position(|shape| *shape == p.pieces[piece].shape).unwrap_or(0),
        Some(word) => {
            let number =
                usize::try_from(number(word)?).ok().filter(|n| (1..=shapes.len()).contains(n));
            let wrong = || format!("piece '{name}' has {}", plural(shapes.len() as u64, "shape"));
            number.ok_or_else(wrong)? - 1
        }
    };
    Ok(PieceMove::Place { piece, orientation, at })
}

fn turn_piece(p: &Tiling, at: &[&str], about: Option<&str>) -> Answer<PieceMove> {
    let cell = cell(p, at)?;
    let axis = match about {
        None | Some("z") => Axis::Z,
        Some("x") => Axis::X,
        Some("y") => Axis::Y,
        Some(word) => return Err(format!("'{word}' is no axis: x, y or z")),
    };
    Ok(PieceMove::Turn { cell, turn: Turn::About(axis) })
}

/// A cell of the piece with this name that was laid last.
fn last(p: &Tiling, pieces: &Pieces, name: &str) -> Answer<Cell> {
    let piece = named(p, name)?;
    let lying = pieces.placed().iter().rev().find(|at| at.piece == piece);
    lying.map(|at| at.at).ok_or_else(|| format!("piece '{name}' is not placed"))
}

/// The moves that lay the pieces of a cover.
pub fn moves(p: &Tiling, cover: Vec<Placed>) -> Vec<Move> {
    let lay = |placed: &Placed| {
        let orientation = orientation_of(p, placed)?;
        let at = *placed.cells.first()?;
        Some(Move::Piece(PieceMove::Place { piece: placed.piece, orientation, at }))
    };
    p.in_order(cover).iter().filter_map(lay).collect()
}

/// The board, 20 dashes, and the pieces that are left.
pub fn print(p: &Tiling, pieces: &Pieces) -> String {
    let cover = Solution::Cover(pieces.cover(p));
    let board = marquetry_draw::text(&p.clone().into(), Some(&cover), Ink::Plain);
    let left = lines(p, pieces, |left| left > 0);
    format!("{board}{}\n{left}", "-".repeat(20))
}

/// The pieces with how many of each are left: "F 1 of 1".
pub fn list(p: &Tiling, pieces: &Pieces) -> String {
    lines(p, pieces, |_| true)
}

fn lines(p: &Tiling, pieces: &Pieces, shown: impl Fn(usize) -> bool) -> String {
    let left = |piece: usize| Some(pieces.left(p, piece)).filter(|&left| shown(left));
    let line = |piece: usize| {
        let (left, most) = (grouped(left(piece)?), grouped(p.pieces[piece].most));
        Some(format!("{} {left} of {most}\n", p.pieces[piece].name))
    };
    (0..p.pieces.len()).filter_map(line).collect()
}

/// The shapes that a piece may take, each below its number.
pub fn shapes(p: &Tiling, name: &str) -> Answer {
    let piece = named(p, name)?;
    let drawn = p.orientations(piece).iter().enumerate();
    Ok(drawn.map(|(i, shape)| format!("{}\n{}", i + 1, drawing(p.grid, shape))).collect())
}

/// The layers of a shape side by side.
fn drawing(grid: Grid, shape: &Shape) -> String {
    let layers = rows_of(grid, shape);
    let rows = layers.first().map_or(0, Vec::len);
    let row = |y: usize| layers.iter().map(|layer| layer[y].as_str()).collect::<Vec<_>>();
    (0..rows).map(|y| row(y).join(" ") + "\n").collect()
}

fn named(p: &Tiling, name: &str) -> Answer<usize> {
    let piece = p.pieces.iter().position(|piece| piece.name == name);
    piece.ok_or_else(|| format!("this puzzle has no piece '{name}'"))
}

/// The cell at a column, a row and, in space, a layer.
fn cell(p: &Tiling, at: &[&str]) -> Answer<Cell> {
    let numbers = at.iter().map(|word| number(word)).collect::<Answer<Vec<i64>>>()?;
    let (width, height, depth) = p.size();
    let sides = [width, height, depth].map(|side| side as i64);
    if !numbers.iter().zip(sides).all(|(n, side)| (1..=side).contains(n)) {
        let words = ["column", "row", "layer"].iter().zip(&numbers);
        let words: Vec<String> = words.map(|(what, n)| format!("{what} {n}")).collect();
        return Err(format!("{} is outside the board of {}", words.join(", "), grid(p)));
    }
    let at = |axis: usize| numbers.get(axis).map_or(0, |n| n - 1) as i16;
    Ok(Cell { z: at(2), y: at(1), x: at(0) })
}
