//! The pieces of a tiling puzzle in words.

use std::collections::HashMap;

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::tiling::{Colour, Piece};
use marquetry_puzzle::{Cell, Tiling};

/// A line for each piece: its number, name, copies, how many ways it may lie, and its drawing.
pub fn table(p: &Tiling) -> String {
    let head = ["piece", "name", "copies", "ways", "drawing"].map(str::to_owned);
    let row = |(i, piece): (usize, &Piece)| {
        let number = (i + 1).to_string();
        let ways = p.orientations(i).len().to_string();
        [number, piece.name.clone(), copies(piece), ways, drawing(piece)]
    };
    let rows: Vec<[String; 5]> =
        std::iter::once(head).chain(p.pieces.iter().enumerate().map(row)).collect();
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let [number, name, copies, ways] = std::array::from_fn(width);
    let line = |[a, b, c, d, e]: &[String; 5]| {
        format!("{a:>number$}  {b:<name$}  {c:>copies$}  {d:>ways$}  {e}\n")
    };
    rows.iter().map(line).collect()
}

fn copies(piece: &Piece) -> String {
    match (piece.least, piece.most) {
        (least, u32::MAX) => format!("{least} or more"),
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// Its rows with blanks between them, `|` between layers.
fn drawing(piece: &Piece) -> String {
    let Some((_, hi)) = bounds(piece.shape.iter().map(|c| c.0)) else { return String::new() };
    let colours: HashMap<Cell, Colour> = piece.shape.iter().copied().collect();
    let sign = |cell: Cell| colours.get(&cell).map_or('.', |colour| colour.unwrap_or('#'));
    let row = |z, y| (0..=hi.x).map(|x| sign(Cell { z, y, x })).collect::<String>();
    let layer = |z| (0..=hi.y).map(|y| row(z, y)).collect::<Vec<_>>().join(" ");
    (0..=hi.z).map(layer).collect::<Vec<_>>().join(" | ")
}

/// A warning where the pieces, each with all its copies, have more cells than the board.
pub fn left_over(p: &Tiling) -> Option<String> {
    let endless = p.pieces.iter().any(|piece| piece.most == u32::MAX);
    let area = |piece: &Piece| u64::from(piece.most) * piece.shape.len() as u64;
    let (cells, area) = (p.board.len(), p.pieces.iter().map(area).sum::<u64>());
    (!endless && area > cells as u64).then(|| {
        format!("warning: not all pieces are used: they have {area} cells, the board {cells}")
    })
}
