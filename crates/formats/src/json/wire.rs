//! The JSON of puzzles and solutions, version 1, a type each.
//!
//! **Invariant:** these types only grow. A reader passes over members it does not know, and a new member has a
//! default that means what its absence meant before.
//!
//! ```
//! use marquetry_formats::json::wire::{Place, VERSION};
//! use marquetry_puzzle::Cell;
//!
//! assert_eq!(VERSION, 1);
//! let place: Place<2> = serde_json::from_str("[3, 4]").unwrap();
//! assert_eq!(place.0, Cell::at(3, 4), "a column and a row");
//! ```

use marquetry_puzzle::{Cell, tiling};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version that is written.
pub const VERSION: u64 = 1;
/// How far from the origin a cell may lie along each axis: twice as far as the largest board reaches.
pub const REACH: i64 = 1024;

/// A whole puzzle: version, kind and family, and the members of its family beside them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Document<T> {
    /// The version of the format: 1.
    pub v: u64,
    /// `"puzzle"`.
    pub kind: &'static str,
    /// `"matching"`, `"tiling"` or `"sliding"`.
    pub family: &'static str,
    /// [`Matching`], [`Tiling`] or [`Sliding`].
    #[serde(flatten)]
    pub puzzle: T,
}

/// A cell, written as `N` whole numbers: `[column, row]` or `[column, row, layer]`, from 0. Where three are
/// written, two may be read, and the layer is 0.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place<const N: usize>(pub Cell);

impl<const N: usize> Serialize for Place<N> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        [self.0.x, self.0.y, self.0.z][..N.min(3)].serialize(out)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Place<N> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let numbers = Vec::<i64>::deserialize(input)?;
        let near = |n: i64| if n.abs_diff(0) <= REACH as u64 { Some(n as i16) } else { None };
        let cell = match numbers[..] {
            [x, y] => near(x).zip(near(y)).map(|(x, y)| Cell::at(x, y)),
            [x, y, z] if N == 3 => {
                near(x).zip(near(y)).zip(near(z)).map(|((x, y), z)| Cell { z, y, x })
            }
            _ => {
                return Err(D::Error::custom(format!(
                    "a cell is {N} numbers, not {}",
                    numbers.len()
                )));
            }
        };
        let far = || D::Error::custom(format!("a cell lies more than {REACH} from the origin"));
        cell.map(Place).ok_or_else(far)
    }
}

/// Tiles whose touching edges must agree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Matching {
    /// What people call the puzzle.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Columns, 1 to 64.
    pub width: usize,
    /// Rows, 1 to 64.
    pub height: usize,
    /// The cells that hold no tile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Place<2>>,
    /// May tiles be turned? They may where this is left out.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub turning: bool,
    /// The edge that lies along the rim and nowhere else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// When two touching edges agree; `"equal"` where this is left out.
    #[serde(default, skip_serializing_if = "Rule::is_equal")]
    pub rule: Rule,
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// The tiles with a given place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<Pin>,
}

/// When two touching edges agree.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Both show the same.
    #[default]
    Equal,
    /// They show the two halves of one colour, such as `"red0"` and `"red1"`.
    Pairs,
}

impl Rule {
    fn is_equal(&self) -> bool {
        *self == Rule::Equal
    }
}

/// A square tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tile {
    /// Its name, unique in the puzzle.
    pub name: String,
    /// Top, right, bottom and left.
    pub edges: [String; 4],
}

/// A tile that must lie on a given cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pin {
    /// The tile's name.
    pub tile: String,
    /// The cell.
    pub cell: Place<2>,
    /// Its quarter turns clockwise, 0 to 3, where they are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
}

/// Pieces that must cover a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tiling {
    /// What people call the puzzle.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What its cells are; `"squares"` where this is left out.
    #[serde(default, skip_serializing_if = "Grid::is_squares")]
    pub grid: Grid,
    /// The cells to cover.
    pub board: Board,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// What is printed on cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
}

/// What the cells of a tiling puzzle are.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grid {
    /// Squares, or cubes in layers.
    #[default]
    Squares,
    /// Hexagons: each row lies half a cell farther to the right than the one above it.
    Hexagons,
    /// Triangles: those whose column and row add up to an even number point up.
    Triangles,
}

impl Grid {
    fn is_squares(&self) -> bool {
        *self == Grid::Squares
    }
}

impl From<tiling::Grid> for Grid {
    fn from(grid: tiling::Grid) -> Grid {
        match grid {
            tiling::Grid::Squares => Grid::Squares,
            tiling::Grid::Hexagons => Grid::Hexagons,
            tiling::Grid::Triangles => Grid::Triangles,
        }
    }
}

impl From<Grid> for tiling::Grid {
    fn from(grid: Grid) -> tiling::Grid {
        match grid {
            Grid::Squares => tiling::Grid::Squares,
            Grid::Hexagons => tiling::Grid::Hexagons,
            Grid::Triangles => tiling::Grid::Triangles,
        }
    }
}

/// What is printed on a cell. One that is not on the board stays open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// The cell.
    pub cell: Place<3>,
    /// A word.
    pub label: String,
}

impl Label {
    pub(super) fn new(cell: Cell, label: &str) -> Label {
        Label { cell: Place(cell), label: label.to_owned() }
    }
}

/// The board of a tiling puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// Its cells.
    pub cells: Vec<Place<3>>,
    /// The colour of each cell in the same order: a character, or `null` for any. All are any where this is left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<Vec<Option<char>>>,
    /// The cells that may stay empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<Place<3>>,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Its name, unique in the puzzle.
    pub name: String,
    /// Its cells.
    pub cells: Vec<Place<3>>,
    /// The colour of each cell, as for the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<Vec<Option<char>>>,
    /// How often it is used, least and most; `[1, 1]` where this is left out.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub copies: [u32; 2],
    /// May it be turned? It may where this is left out.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub turn: bool,
    /// May it be flipped? It may where this is left out.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub flip: bool,
}

/// Blocks pushed to a goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sliding {
    /// What people call the puzzle.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Columns, 1 to 512.
    pub width: usize,
    /// Rows, 1 to 512.
    pub height: usize,
    /// The cells where no block may be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Place<2>>,
    /// The blocks where they start.
    pub blocks: Vec<Block>,
    /// The places that must be filled.
    #[serde(default)]
    pub goal: Vec<Target>,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Its name, unique in the puzzle.
    pub name: String,
    /// What sets it apart from other blocks of its shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Where it starts.
    pub cells: Vec<Place<2>>,
    /// Which ways it may be pushed; `"any"` where this is left out.
    #[serde(default, skip_serializing_if = "Freedom::is_any")]
    pub freedom: Freedom,
}

/// Which ways a block may be pushed.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Freedom {
    /// All four.
    #[default]
    Any,
    /// Left and right.
    Horizontal,
    /// Up and down.
    Vertical,
}

impl Freedom {
    fn is_any(&self) -> bool {
        *self == Freedom::Any
    }
}

/// A place that must hold a block of just this shape at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The label the block must have; any will do where this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The cells it must lie on.
    pub cells: Vec<Place<2>>,
}

/// A solution, whole or partial: one of `board`, `cover`, `moves` and `options`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// The version of the format: 1.
    pub v: u64,
    /// `"solution"`.
    pub kind: String,
    /// `"matching"`, `"tiling"`, `"sliding"` or `"exact cover"`.
    pub family: String,
    /// For a matching puzzle: what lies on each cell, row by row; `null` where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<Option<Laid>>>,
    /// For a tiling puzzle: the placed pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Vec<Placed>>,
    /// For a sliding puzzle: the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
    /// For an exact cover problem: the chosen options, in the order of the file, counted from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<u64>>,
}

/// A tile on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Laid {
    /// The tile's name.
    pub tile: String,
    /// Its quarter turns clockwise, 0 to 3.
    #[serde(default)]
    pub turn: i64,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placed {
    /// The piece's name.
    pub piece: String,
    /// The cells it covers.
    pub cells: Vec<Place<3>>,
}

/// One move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// The block's name.
    pub block: String,
    /// Its unit steps: `U`, `R`, `D` and `L`.
    pub path: String,
}

fn yes() -> bool {
    true
}

fn is_yes(flag: &bool) -> bool {
    *flag
}

fn once() -> [u32; 2] {
    [1, 1]
}

fn is_once(copies: &[u32; 2]) -> bool {
    *copies == once()
}
