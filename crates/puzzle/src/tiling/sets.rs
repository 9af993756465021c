//! Sets of pieces by name: all shapes of so many cells that hang together.

use std::collections::{BTreeMap, BTreeSet};

use super::{Grid, Piece, Shape};
use crate::grid::Cell;
use crate::symmetry::Symmetry;

/// What counts as the same piece.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sides {
    /// Turned and flipped it is the same.
    Free,
    /// Turned it is the same; its mirror image is another piece.
    OneSided,
    /// Turned it is another piece too.
    Fixed,
}

impl Sides {
    /// All of them.
    pub const ALL: [Sides; 3] = [Sides::Free, Sides::OneSided, Sides::Fixed];

    /// `free`, `one-sided` or `fixed`.
    pub const fn name(self) -> &'static str {
        match self {
            Sides::Free => "free",
            Sides::OneSided => "one-sided",
            Sides::Fixed => "fixed",
        }
    }
}

/// A set of pieces: all shapes of some cells of a grid.
///
/// ```
/// use marquetry_puzzle::tiling::PieceSet;
///
/// let names: Vec<String> =
///     PieceSet::by_name("pentominoes").unwrap().pieces().into_iter().map(|p| p.name).collect();
/// assert_eq!(names.concat(), "FILNPTUVWXYZ");
/// assert_eq!(PieceSet::by_name("one-sided tetrominoes").unwrap().pieces().len(), 7);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PieceSet {
    /// What its cells are.
    pub grid: Grid,
    /// Are they cubes?
    pub solid: bool,
    /// How many cells each piece has.
    pub cells: usize,
    /// What counts as the same piece.
    pub sides: Sides,
}

/// The words for pieces of one cell, of two and so on.
const KINDS: [(Grid, bool, &[&str]); 4] = [
    (
        Grid::Squares,
        false,
        &[
            "monominoes",
            "dominoes",
            "trominoes",
            "tetrominoes",
            "pentominoes",
            "hexominoes",
            "heptominoes",
            "octominoes",
        ],
    ),
    (
        Grid::Hexagons,
        false,
        &[
            "monohexes",
            "dihexes",
            "trihexes",
            "tetrahexes",
            "pentahexes",
            "hexahexes",
            "heptahexes",
        ],
    ),
    (
        Grid::Triangles,
        false,
        &[
            "moniamonds",
            "diamonds",
            "triamonds",
            "tetriamonds",
            "pentiamonds",
            "hexiamonds",
            "heptiamonds",
            "octiamonds",
        ],
    ),
    (
        Grid::Squares,
        true,
        &[
            "monocubes",
            "dicubes",
            "tricubes",
            "tetracubes",
            "pentacubes",
            "hexacubes",
            "heptacubes",
        ],
    ),
];

/// Pieces that everybody knows by a letter, rows divided by blanks. Of two mirror images this is the one without a stroke.
const LETTERS: &[(&str, &str)] = &[
    ("I", "###"),
    ("L", "#. ##"),
    ("I", "####"),
    ("L", "#. #. ##"),
    ("O", "## ##"),
    ("S", ".## ##."),
    ("T", "### .#."),
    ("F", ".## ##. .#."),
    ("I", "#####"),
    ("L", "#. #. #. ##"),
    ("N", ".# ## #. #."),
    ("P", "## ## #."),
    ("T", "### .#. .#."),
    ("U", "#.# ###"),
    ("V", "#.. #.. ###"),
    ("W", "#.. ##. .##"),
    ("X", ".#. ### .#."),
    ("Y", ".# ## .# .#"),
    ("Z", "##. .#. .##"),
];

impl PieceSet {
    /// The names of all sets, without what counts as the same piece.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().flat_map(|kind| kind.2.iter().copied())
    }

    /// The set with a name such as `pentominoes`, `one-sided tetrominoes` or `fixed hexiamonds`. Without a word for it,
    /// pieces are free; cubes are one-sided, since no hand turns one into its mirror image.
    pub fn by_name(name: &str) -> Option<PieceSet> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let (sides, name) = match words[..] {
            [name] => (None, name),
            [sides, name] => {
                (Some(Sides::ALL.into_iter().find(|known| known.name() == sides)?), name)
            }
            _ => return None,
        };
        KINDS.iter().find_map(|&(grid, solid, names)| {
            let cells = names.iter().position(|known| *known == name)? + 1;
            let usual = if solid { Sides::OneSided } else { Sides::Free };
            Some(PieceSet { grid, solid, cells, sides: sides.unwrap_or(usual) })
        })
    }

    /// The pieces, by name where they have letters and else by shape. Each may lie as the set says.
    pub fn pieces(self) -> Vec<Piece> {
        let group = self.group(self.sides);
        let mut shapes: BTreeSet<Shape> = [vec![(Cell::at(0, 0), None)]].into();
        if self.sides == Sides::Fixed && self.grid == Grid::Triangles {
            shapes.insert(vec![(Cell::at(1, 0), None)]);
        }
        for _ in 1..self.cells {
            let larger = shapes.iter().flat_map(|shape| self.grown(shape));
            shapes = larger.map(|shape| self.least(&group, &shape)).collect();
        }
        let (turn, flip) = (self.sides != Sides::Fixed, self.sides == Sides::Free);
        let piece = |(name, shape)| Piece { turn, flip, ..Piece::new(name, shape) };
        self.named(shapes).into_iter().map(piece).collect()
    }

    /// What turns and reflections leave a piece the same.
    fn group(self, sides: Sides) -> Vec<Symmetry> {
        let all = self.grid.symmetries(self.solid).into_iter();
        match sides {
            Sides::Free => all.collect(),
            Sides::OneSided => all.filter(|&s| !self.grid.reflects(s)).collect(),
            Sides::Fixed => vec![Symmetry::IDENTITY],
        }
    }

    /// The least of a shape's images.
    fn least(self, group: &[Symmetry], shape: &Shape) -> Shape {
        let images = group.iter().map(|&symmetry| self.grid.shape_image(symmetry, shape));
        images.min().unwrap_or_default()
    }

    /// A shape with one cell more, in every way.
    fn grown(self, shape: &Shape) -> Vec<Shape> {
        let cells: BTreeSet<Cell> = shape.iter().map(|c| c.0).collect();
        let near = cells.iter().flat_map(|&cell| self.grid.around(cell));
        let near: BTreeSet<Cell> =
            near.filter(|n| !cells.contains(n) && (self.solid || n.z == 0)).collect();
        let with = |cell: Cell| shape.iter().copied().chain([(cell, None)]).collect();
        near.into_iter().map(with).collect()
    }

    /// Gives shapes their names: letters where there are any for all of them, else A, B, C or numbers.
    fn named(self, shapes: BTreeSet<Shape>) -> Vec<(String, Shape)> {
        let free = self.group(Sides::Free);
        let letter = |shape: &Shape| self.letter(&free, &self.least(&free, shape));
        let letters: Option<Vec<(&str, Shape)>> = shapes.iter().map(letter).collect();
        let Some(letters) = letters else {
            let few = shapes.len() <= 26;
            let name = |i: u32| match char::from_u32(u32::from('A') + i).filter(|_| few) {
                Some(letter) => letter.to_string(),
                None => (i + 1).to_string(),
            };
            return (0..).map(name).zip(shapes).collect();
        };
        let mut named: BTreeMap<String, Shape> = BTreeMap::new();
        for ((letter, drawn), shape) in letters.into_iter().zip(shapes) {
            let (name, shape) = match self.sides {
                Sides::Free => (letter.to_owned(), drawn),
                Sides::OneSided => self.sided(letter, drawn, shape),
                Sides::Fixed => {
                    let number = (1..).find(|n| !named.contains_key(&format!("{letter}{n}")));
                    (format!("{letter}{}", number.unwrap_or(0)), shape)
                }
            };
            named.insert(name, shape);
        }
        named.into_iter().collect()
    }

    /// The name of a piece that may not be flipped: its letter, or that of its mirror image with a stroke.
    fn sided(self, letter: &str, drawn: Shape, shape: Shape) -> (String, Shape) {
        let turns = self.group(Sides::OneSided);
        let mirrored = self.grid.shape_image(self.grid.mirror(), &drawn);
        if self.least(&turns, &drawn) == self.least(&turns, &shape) {
            return (letter.to_owned(), drawn);
        }
        match (self.cells, letter) {
            (4, "L") => ("J".to_owned(), mirrored),
            (4, "S") => ("Z".to_owned(), mirrored),
            _ => (format!("{letter}'"), mirrored),
        }
    }

    /// The letter of the piece whose least image this is, and the piece as it is drawn with it.
    fn letter(self, free: &[Symmetry], least: &Shape) -> Option<(&'static str, Shape)> {
        let plane = self.grid == Grid::Squares && !self.solid;
        let known = LETTERS.iter().filter(|_| plane && (3..=5).contains(&self.cells));
        let mut drawn = known.map(|&(letter, rows)| (letter, drawn(rows)));
        drawn.find(|(_, shape)| shape.len() == self.cells && self.least(free, shape) == *least)
    }
}

fn drawn(rows: &str) -> Shape {
    let row = |(y, row): (usize, &str)| {
        let cells = row.chars().enumerate().filter(|c| c.1 == '#');
        cells.map(|(x, _)| (Cell::at(x as i16, y as i16), None)).collect::<Shape>()
    };
    rows.split(' ').enumerate().flat_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(grid: Grid, solid: bool, sides: Sides, most: usize) -> Vec<usize> {
        let set = |cells| PieceSet { grid, solid, cells, sides };
        (1..=most).map(|cells| set(cells).pieces().len()).collect()
    }

    #[test]
    fn there_are_as_many_pieces_as_are_published() {
        use Grid::{Hexagons, Squares, Triangles};
        use Sides::{Fixed, Free, OneSided};
        assert_eq!(counts(Squares, false, Free, 8), [1, 1, 2, 5, 12, 35, 108, 369]);
        assert_eq!(counts(Squares, false, OneSided, 7), [1, 1, 2, 7, 18, 60, 196]);
        assert_eq!(counts(Squares, false, Fixed, 7), [1, 2, 6, 19, 63, 216, 760]);
        assert_eq!(counts(Hexagons, false, Free, 7), [1, 1, 3, 7, 22, 82, 333]);
        assert_eq!(counts(Hexagons, false, OneSided, 6), [1, 1, 3, 10, 33, 147]);
        assert_eq!(counts(Hexagons, false, Fixed, 6), [1, 3, 11, 44, 186, 814]);
        assert_eq!(counts(Triangles, false, Free, 8), [1, 1, 1, 3, 4, 12, 24, 66]);
        assert_eq!(counts(Triangles, false, OneSided, 7), [1, 1, 1, 4, 6, 19, 43]);
        assert_eq!(counts(Triangles, false, Fixed, 7), [2, 3, 6, 14, 36, 94, 250]);
        assert_eq!(counts(Squares, true, OneSided, 7), [1, 1, 2, 8, 29, 166, 1023]);
        assert_eq!(counts(Squares, true, Free, 6), [1, 1, 2, 7, 23, 112]);
        assert_eq!(counts(Squares, true, Fixed, 5), [1, 3, 15, 86, 534]);
    }

    #[test]
    fn letters_are_those_that_everybody_uses() {
        let names = |name: &str| {
            let pieces = PieceSet::by_name(name).unwrap().pieces();
            pieces.into_iter().map(|piece| piece.name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("tetrominoes"), "I L O S T");
        assert_eq!(names("one-sided tetrominoes"), "I J L O S T Z");
        assert_eq!(names("one-sided pentominoes"), "F F' I L L' N N' P P' T U V W X Y Y' Z Z'");
        assert_eq!(names("fixed trominoes"), "I1 I2 L1 L2 L3 L4");
        assert_eq!(names("tetrahexes"), "A B C D E F G");
        assert_eq!(names("hexominoes").split(' ').next_back(), Some("35"));
        assert_eq!(PieceSet::by_name("round tetrominoes"), None);
        assert_eq!(PieceSet::by_name("nonominoes"), None);
    }

    #[test]
    fn one_sided_letters_are_drawn_as_they_are_called() {
        let set = PieceSet::by_name("one-sided tetrominoes").unwrap();
        for (letter, rows) in
            [("J", ".# .# ##"), ("L", "#. #. ##"), ("S", ".## ##."), ("Z", "##. .##")]
        {
            let piece = set.pieces().into_iter().find(|piece| piece.name == letter).unwrap();
            assert_eq!(Grid::Squares.normal(piece.shape), drawn(rows), "{letter}");
        }
    }
}
