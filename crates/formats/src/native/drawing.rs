//! Drawings of boards and pieces: where the cells of each grid stand among the signs and words of a row.
//!
//! Squares stand side by side. Hexagons have a column between them, and each row begins half a cell before or after the
//! next, as one sees them. Triangles stand side by side, those that point up and those that point down by turns.

use marquetry_puzzle::Cell;
use marquetry_puzzle::tiling::{Colour, Grid, MAX_CELLS, MAX_SIDE, Shape};

use super::document::{Document, Section, dedent};
use crate::lines::Line;

/// The characters that stand for a cell of any colour and for no cell.
pub(super) struct Signs {
    /// For triangles the first points up, the second down; for all else they are the same.
    pub any: [char; 2],
    pub empty: char,
}

impl Signs {
    /// What they are when nobody says otherwise.
    pub fn usual(grid: Grid) -> Signs {
        let any = if grid == Grid::Triangles { ['^', 'v'] } else { ['#', '#'] };
        Signs { any, empty: '.' }
    }
}

/// Where a drawing is on its grid.
#[derive(Copy, Clone)]
pub(super) struct Frame {
    pub grid: Grid,
    /// The column of signs that a drawing begins with.
    left: i32,
}

impl Frame {
    /// The frame of a drawing that shows these cells.
    pub fn around(grid: Grid, cells: impl IntoIterator<Item = Cell>) -> Frame {
        let whole = Frame { grid, left: 0 };
        let left = match grid {
            Grid::Hexagons => cells.into_iter().map(|cell| whole.column(cell)).min().unwrap_or(0),
            Grid::Squares | Grid::Triangles => 0,
        };
        Frame { grid, left }
    }

    /// The column of a cell's sign.
    pub fn column(self, cell: Cell) -> i32 {
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        (if self.grid == Grid::Hexagons { 2 * x + y } else { x }) - self.left
    }

    /// Does a sign of this row begin half a cell later?
    pub fn shifted(self, row: i16) -> bool {
        self.grid == Grid::Hexagons && (i32::from(row) + self.left) % 2 != 0
    }

    /// The place of a cell among the words of its row.
    pub fn word(self, cell: Cell) -> usize {
        let column = self.column(cell).max(0) as usize;
        if self.grid == Grid::Hexagons { column / 2 } else { column }
    }

    /// The cell that this word of a row is for.
    pub fn cell(self, word: usize, row: i16) -> Cell {
        let word = word as i32;
        let x = match self.grid {
            Grid::Hexagons => {
                (2 * word + i32::from(self.shifted(row)) + self.left - i32::from(row)).div_euclid(2)
            }
            Grid::Squares | Grid::Triangles => word + self.left,
        };
        Cell::at(x as i16, row)
    }
}

/// Reads the layers of a drawing, and where it is on its grid.
pub(super) fn read(
    doc: &mut Document<'_>,
    group: &[Section<'_>],
    signs: &Signs,
    grid: Grid,
) -> (Shape, Frame) {
    let body: Vec<Line> = group.iter().flat_map(|section| section.body.iter().copied()).collect();
    let rows = dedent(&body);
    let mut found: Vec<(Place, char)> = Vec::new();
    let mut cells = 0;
    let mut rest = rows.iter();
    'layers: for (z, section) in group.iter().enumerate().take(MAX_SIDE + 1) {
        for (y, row) in rest.by_ref().take(section.body.len()).enumerate() {
            let longest = if grid == Grid::Hexagons { 2 * MAX_SIDE + 1 } else { MAX_SIDE };
            let long = row.text.chars().count() > longest || y > MAX_SIDE;
            if long || row.text.contains('\t') || cells > MAX_CELLS {
                let message = if row.text.contains('\t') {
                    "a drawing has no tabs"
                } else {
                    "this drawing is too large"
                };
                doc.fault("drawing", row.span(), message, "");
                break 'layers;
            }
            let signs_of_row = row.text.chars().enumerate().filter(|c| !c.1.is_whitespace());
            // Signs for no cell tell where hexagons are, and nothing elsewhere.
            let kept = signs_of_row.filter(|c| c.1 != signs.empty || grid == Grid::Hexagons);
            let place = |x: usize| Place { x: x as i32, y: y as i32, z: z as i16, line: *row };
            found.extend(kept.map(|(x, sign)| (place(x), sign)));
            cells = found.len();
        }
    }
    settle(doc, found, signs, grid)
}

/// A sign's place in its drawing.
#[derive(Copy, Clone)]
struct Place<'a> {
    x: i32,
    y: i32,
    z: i16,
    line: Line<'a>,
}

impl Place<'_> {
    /// On which of the two kinds of places it is: they take turns along rows and columns.
    fn kind(&self) -> i32 {
        (self.x + self.y) % 2
    }

    /// The bytes of the sign.
    fn span(&self) -> std::ops::Range<usize> {
        let mut signs = self.line.text.char_indices().skip(self.x as usize);
        let (at, sign) = signs.next().unwrap_or((0, ' '));
        let start = self.line.start + at;
        start..start + sign.len_utf8()
    }
}

/// Makes cells of signs. The first sign that tells it says how the grid lies under the drawing, and the others must agree.
fn settle(
    doc: &mut Document<'_>,
    found: Vec<(Place<'_>, char)>,
    signs: &Signs,
    grid: Grid,
) -> (Shape, Frame) {
    let (message, help) = match grid {
        Grid::Squares => ("", ""),
        Grid::Hexagons => (
            "this sign stands between two hexagons",
            "leave a column between the hexagons of a row, and begin the next row one column later or earlier",
        ),
        Grid::Triangles => (
            "this triangle points the wrong way",
            "triangles that point up and down take turns, along rows and from row to row",
        ),
    };
    // The kind of places that hexagons are on, or those triangles that point up.
    let told = |(place, sign): &(Place<'_>, char)| match grid {
        Grid::Squares => None,
        Grid::Hexagons => Some(place.kind()),
        Grid::Triangles if *sign == signs.any[0] => Some(place.kind()),
        Grid::Triangles => (*sign == signs.any[1]).then(|| 1 - place.kind()),
    };
    let kind = found.iter().find_map(told).unwrap_or(0);
    let mut shape = Shape::new();
    let frame = Frame { grid, left: if grid == Grid::Triangles { kind } else { -kind } };
    for (place, sign) in &found {
        if told(&(*place, *sign)).is_some_and(|own| own != kind) {
            doc.fault("drawing", place.span(), message, help);
        }
        if *sign == signs.empty {
            continue;
        }
        let word = if grid == Grid::Hexagons { place.x / 2 } else { place.x };
        let colour: Colour = (!signs.any.contains(sign)).then_some(*sign);
        let cell = frame.cell(word as usize, place.y as i16);
        shape.push((Cell { z: place.z, ..cell }, colour));
    }
    (shape, frame)
}

/// Draws a shape in its frame, layer by layer.
pub(super) fn draw(shape: &Shape, frame: Frame, signs: &Signs, out: &mut String) {
    let rows = shape.iter().map(|c| c.0.y).max().unwrap_or(-1);
    let layers = shape.iter().map(|c| c.0.z).max().unwrap_or(-1);
    let words = shape.iter().map(|c| frame.word(c.0)).max().map_or(0, |last| last + 1);
    // A shape is in reading order, as its drawing is.
    let mut cells = shape.iter().peekable();
    for z in 0..=layers {
        if z > 0 {
            *out += "layer\n";
        }
        for y in 0..=rows {
            *out += if frame.shifted(y) { "   " } else { "  " };
            for word in 0..words {
                let place = Cell { z, ..frame.cell(word, y) };
                if word > 0 && frame.grid == Grid::Hexagons {
                    out.push(' ');
                }
                let cell = cells.next_if(|(cell, _)| *cell == place);
                let any = signs.any[usize::from(!frame.grid.points_up(place))];
                out.push(cell.map_or(signs.empty, |(_, colour)| colour.unwrap_or(any)));
            }
            *out += "\n";
        }
    }
}

/// The rows of a shape as the native format draws them, layer by layer.
pub fn rows_of(grid: Grid, shape: &Shape) -> Vec<Vec<String>> {
    let mut out = String::new();
    draw(shape, Frame::around(grid, shape.iter().map(|c| c.0)), &Signs::usual(grid), &mut out);
    let row = |row: &str| row.get(2..).unwrap_or_default().to_owned();
    out.split("layer\n").map(|layer| layer.lines().map(row).collect()).collect()
}
