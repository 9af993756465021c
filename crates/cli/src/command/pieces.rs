//! The pieces of a tiling puzzle in words.

use marquetry_formats::native::rows_of;
use marquetry_puzzle::Tiling;
use marquetry_puzzle::tiling::{Grid, Piece};

/// A line for each piece: its number, name, copies, how many ways it may lie, and its drawing.
pub fn table(p: &Tiling) -> String {
    let head = ["piece", "name", "copies", "ways", "drawing"].map(str::to_owned);
    let row = |(i, piece): (usize, &Piece)| {
        let number = (i + 1).to_string();
        let ways = p.orientations(i).len().to_string();
        [number, piece.name.clone(), copies(piece), ways, drawing(p.grid, piece)]
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

/// Its rows with blanks between them, `|` between layers. Rows of hexagons have blanks in them, and strokes between them.
fn drawing(grid: Grid, piece: &Piece) -> String {
    let between = if grid == Grid::Hexagons { " / " } else { " " };
    let layers = rows_of(grid, &piece.shape);
    layers.iter().map(|layer| layer.join(between)).collect::<Vec<_>>().join(" | ")
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
