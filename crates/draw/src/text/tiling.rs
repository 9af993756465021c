//! Tiling puzzles in text.

use std::collections::HashMap;

use marquetry_puzzle::tiling::{Colour, Grid as Cells, Piece};
use marquetry_puzzle::{Cell, Placed, Tiling};

use super::COLUMNS;
use super::boxes::{Grid, Spot};
use super::canvas::{Canvas, Tint};
use super::slanted;
use crate::labels::{labels, legend};
use crate::tiling::{cell_colours, copies, extent};

const BARE: usize = usize::MAX;
/// A labelled cell that stays open.
const OPEN: usize = usize::MAX - 1;
/// Labels of cells are cut at this length.
const LONGEST: usize = 5;

/// Boxes of more cells than this, all pieces together, are not drawn: a few cells may lie far apart.
const MOST_CELLS: usize = 300_000;

/// The board with the pieces that lie on it, layer by layer.
pub(super) fn cover(p: &Tiling, cover: &[Placed]) -> Canvas {
    let names = Names::of(p);
    let mut owner: HashMap<Cell, usize> = HashMap::new();
    for (i, placed) in cover.iter().enumerate() {
        let known = placed.piece < p.pieces.len();
        owner.extend(placed.cells.iter().filter(|_| known).map(|&cell| (cell, i)));
    }
    let spot = |cell: Cell| {
        let label = p.labels.get(&cell);
        let Some(colour) = p.colour_at(cell) else {
            return label.map(|label| Spot { region: OPEN, ..bare(label) });
        };
        let held = owner.get(&cell).map(|&i| (i, cover[i].piece));
        Some(match (held, label) {
            (None, Some(label)) if !names.coloured => bare(label),
            _ => names.spot(held, colour),
        })
    };
    let (w, h, d) = p.size();
    let longest = p.labels.values().map(|label| label.chars().count().min(LONGEST)).max();
    let (columns, lines) = names.room(w);
    let room = (columns.max(longest.unwrap_or(0)), lines);
    let mut canvas = Canvas::default();
    if w * h * d > MOST_CELLS {
        canvas.line(&format!("a board of {w}x{h}x{d} is too large for a picture in text"));
    } else {
        let layers = (0..d as i16).map(|z| {
            let picture = layer(p.grid, (w, h), z, room, spot);
            if d > 1 { picture.captioned(&format!("layer {}", z + 1)) } else { picture }
        });
        canvas.below(Canvas::flow(layers, COLUMNS));
    }
    let legend = legend(p.pieces.iter().map(|piece| piece.name.as_str()), &names.labels);
    canvas.phrases(&legend, COLUMNS);
    canvas
}

/// The empty board, and below it the pieces.
pub(super) fn puzzle(p: &Tiling) -> Canvas {
    let mut canvas = cover(p, &[]);
    let names = Names::of(p);
    let mut drawn = 0;
    let few = p.pieces.iter().enumerate().take_while(|(_, piece)| {
        let (w, h, d) = extent(&piece.shape);
        drawn += w * h * d;
        drawn <= MOST_CELLS
    });
    let few: Vec<(usize, &Piece)> = few.collect();
    let pieces = few.iter().flat_map(|&(i, piece)| {
        let caption = format!("{} {}", piece.name, copies(piece, p.board.len()));
        loose(&names, p.grid, i, piece, caption.trim_end())
    });
    canvas.below(Canvas::flow(pieces, COLUMNS));
    if few.len() < p.pieces.len() {
        canvas.line(&format!("pieces left out: {}", p.pieces.len() - few.len()));
    }
    canvas
}

/// A piece off the board, layer by layer.
fn loose(names: &Names, grid: Cells, i: usize, piece: &Piece, caption: &str) -> Vec<Canvas> {
    let colours: HashMap<Cell, Colour> = piece.shape.iter().copied().collect();
    let spot = |cell: Cell| Some(names.spot(Some((0, i)), *colours.get(&cell)?));
    let (w, h, d) = extent(&piece.shape);
    let one = |z: i16| {
        let caption = if z == 0 { caption } else { "below" };
        layer(grid, (w, h), z, names.room(w), spot).captioned(caption)
    };
    (0..d as i16).map(one).collect()
}

/// What is written into cells.
struct Names {
    labels: Vec<String>,
    coloured: bool,
}

impl Names {
    fn of(p: &Tiling) -> Names {
        let labels = labels(p.pieces.iter().map(|piece| piece.name.as_str()));
        Names { labels, coloured: !cell_colours(p).is_empty() }
    }

    /// Columns and lines of a cell: some air where the board is not too broad.
    fn room(&self, width: usize) -> (usize, usize) {
        let label = self.labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
        let least = if self.coloured { label + 2 } else { label };
        let pleasing = if self.coloured { least + 2 } else { 3 };
        let most = ((COLUMNS - 1) / width.max(1)).saturating_sub(1).min(pleasing);
        (most.max(least), 1)
    }

    /// A cell, held by a placed piece of some kind, with its colour beside the label.
    fn spot(&self, held: Option<(usize, usize)>, colour: Colour) -> Spot {
        let label = held.and_then(|(_, piece)| self.labels.get(piece)).map_or("·", String::as_str);
        let text =
            if self.coloured { format!("{label} {}", colour.unwrap_or(' ')) } else { label.into() };
        let tint = held.map_or(Tint::None, |(_, piece)| Tint::slot(piece));
        Spot { region: held.map_or(BARE, |h| h.0), text: vec![text], fill: ' ', tint }
    }
}

/// A cell with nothing on it but its label.
fn bare(label: &str) -> Spot {
    Spot { region: BARE, text: vec![label.to_owned()], fill: ' ', tint: Tint::None }
}

fn layer(
    grid: Cells,
    (width, height): (usize, usize),
    z: i16,
    room: (usize, usize),
    spot: impl Fn(Cell) -> Option<Spot>,
) -> Canvas {
    let cells = (0..height as i16).flat_map(|y| (0..width as i16).map(move |x| Cell { z, y, x }));
    if grid != Cells::Squares {
        let spots = cells.filter_map(|cell| Some((cell, spot(cell)?)));
        return slanted::draw(grid, &spots.collect());
    }
    Grid { width, height, room, spots: cells.map(spot).collect() }.draw()
}
