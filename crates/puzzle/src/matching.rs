//! Matching puzzles: square tiles whose touching edges must agree.
//!
//! ```
//! use marquetry_puzzle::matching::{Colours, Edge, Matching, Setup, Tile};
//!
//! let tile = |name: &str, edges: [u16; 4]| Tile { name: name.into(), edges: edges.map(Edge) };
//! let puzzle = Matching::new(Setup {
//!     colours: Colours::new(["red", "blue"]),
//!     tiles: vec![tile("A", [0, 1, 0, 0]), tile("B", [0, 0, 0, 1])],
//!     ..Setup::blank(2, 1)
//! });
//! let puzzle = puzzle.unwrap();
//! assert!(puzzle.meets(puzzle.tiles[0].edges[1], puzzle.tiles[1].edges[3]), "blue meets blue");
//! ```

mod alike;
mod clash;

pub use clash::{Against, Clash};

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Deref;

use crate::fault::{Fault, Faults, Part};
use crate::grid::{Cell, Direction};

/// The longest side of a board.
pub const MAX_SIDE: usize = 64;
/// The most tiles a puzzle may have, spares included.
pub const MAX_TILES: usize = 8192;

/// What one edge of a tile shows.
///
/// Under [`Rule::Equal`] it is an index into [`Colours`]; under [`Rule::Pairs`] it is twice that index, plus
/// one for a head, so that an edge's only partner is itself with the last bit changed.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(pub u16);

/// When two touching edges agree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Both show the same (Eternity II, Tetravex).
    Equal,
    /// They show the two halves of one colour: a head meets a tail (Scramble Squares).
    Pairs,
}

impl Rule {
    /// The edge that may touch this one.
    pub const fn partner(self, edge: Edge) -> Edge {
        match self {
            Rule::Equal => edge,
            Rule::Pairs => Edge(edge.0 ^ 1),
        }
    }
}

/// The names of a puzzle's colours, in their natural order: numbers by value, then words.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Colours(Vec<String>);

impl Colours {
    /// Sorts the names and drops repetitions.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Colours {
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        names.sort_by(|a, b| natural(a, b));
        names.dedup();
        Colours(names)
    }

    /// The colours that some edges written as text use: under [`Rule::Pairs`] the half at the end is cut off.
    pub fn of_edges<'a>(rule: Rule, edges: impl IntoIterator<Item = &'a str>) -> Colours {
        Colours::new(edges.into_iter().map(|text| match rule {
            Rule::Equal => text,
            Rule::Pairs => text.strip_suffix(['0', '1']).unwrap_or(text),
        }))
    }

    /// The names in order.
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// The edge that a text such as `7` or, under [`Rule::Pairs`], `Y1` names.
    pub fn edge(&self, rule: Rule, text: &str) -> Option<Edge> {
        let (name, half) = match rule {
            Rule::Equal => (text, 0),
            Rule::Pairs => (text.strip_suffix(['0', '1'])?, usize::from(text.ends_with('1'))),
        };
        let at = self.0.binary_search_by(|known| natural(known, name)).ok()?;
        let edge = match rule {
            Rule::Equal => at,
            Rule::Pairs => 2 * at + half,
        };
        u16::try_from(edge).ok().map(Edge)
    }

    /// An edge as [`Colours::edge`] reads it.
    pub fn text(&self, rule: Rule, edge: Edge) -> String {
        let name = |at: u16| self.0.get(usize::from(at)).map_or("?", String::as_str);
        match rule {
            Rule::Equal => name(edge.0).to_owned(),
            Rule::Pairs => format!("{}{}", name(edge.0 / 2), edge.0 % 2),
        }
    }
}

/// Numbers before words, numbers by value, words by their letters.
fn natural(a: &str, b: &str) -> Ordering {
    let number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let value = |s: &str| s.trim_start_matches('0').len();
    match (number(a), number(b)) {
        (true, true) => {
            let (ta, tb) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
            value(a).cmp(&value(b)).then_with(|| ta.cmp(tb)).then_with(|| a.cmp(b))
        }
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.cmp(b),
    }
}

/// A square tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// Its name, unique in the puzzle.
    pub name: String,
    /// Top, right, bottom, left.
    pub edges: [Edge; 4],
}

impl Tile {
    /// The edges after some quarter turns clockwise: after one turn the top shows what was on the left.
    pub fn turned(&self, turn: u8) -> [Edge; 4] {
        std::array::from_fn(|side| self.edges[(side + 4 - turn as usize % 4) % 4])
    }

    /// The least turn that looks like this one: a tile whose two halves are alike has two looks, not four.
    pub fn look(&self, turn: u8) -> u8 {
        (0..4).find(|&t| self.turned(t) == self.turned(turn)).unwrap_or(turn % 4)
    }

    /// The turns that look different, least first.
    pub fn looks(&self) -> impl Iterator<Item = u8> {
        (0..4).filter(|&t| self.look(t) == t)
    }
}

/// A tile that must lie on a given cell.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pin {
    /// Index of the tile.
    pub tile: usize,
    /// Index of the cell, row by row.
    pub cell: usize,
    /// Its quarter turns clockwise, where they are given.
    pub turn: Option<u8>,
}

/// A matching puzzle as somebody wrote it down; [`Matching::new`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What people call it; may be empty.
    pub title: String,
    /// Columns, 1 to [`MAX_SIDE`].
    pub width: usize,
    /// Rows, 1 to [`MAX_SIDE`].
    pub height: usize,
    /// For each cell, row by row, whether it holds a tile. A cell without one is outside the board, and its
    /// sides are rim.
    pub cells: Vec<bool>,
    /// The names behind the edges.
    pub colours: Colours,
    /// The tiles; there may be more than cells.
    pub tiles: Vec<Tile>,
    /// May tiles be turned?
    pub turning: bool,
    /// The edge that lies along the rim and nowhere else, where there is one.
    pub frame: Option<Edge>,
    /// When touching edges agree.
    pub rule: Rule,
    /// Tiles with a given place.
    pub pins: Vec<Pin>,
}

impl Setup {
    /// An empty board without tiles, to be filled in.
    pub fn blank(width: usize, height: usize) -> Setup {
        Setup {
            title: String::new(),
            width,
            height,
            cells: vec![true; width.saturating_mul(height).min(MAX_SIDE * MAX_SIDE)],
            colours: Colours::default(),
            tiles: Vec::new(),
            turning: true,
            frame: None,
            rule: Rule::Equal,
            pins: Vec::new(),
        }
    }

    /// Column and row of a cell index.
    pub fn place(&self, cell: usize) -> Cell {
        Cell::at((cell % self.width) as i16, (cell / self.width) as i16)
    }

    /// How many cells hold a tile.
    pub fn area(&self) -> usize {
        self.cells.iter().filter(|&&holds| holds).count()
    }

    /// The cell on that side, if there is one and it holds a tile.
    pub fn neighbour(&self, cell: usize, side: Direction) -> Option<usize> {
        let next = self.place(cell).plus(side.step());
        let inside =
            (0..self.width as i16).contains(&next.x) && (0..self.height as i16).contains(&next.y);
        let at = inside.then(|| next.y as usize * self.width + next.x as usize)?;
        self.cells[at].then_some(at)
    }

    /// All pairs of touching cells: each cell with the one to its right, then the one below.
    pub fn joints(&self) -> impl Iterator<Item = (usize, Direction, usize)> {
        let holding = (0..self.cells.len()).filter(|&c| self.cells[c]);
        holding.flat_map(move |c| {
            [Direction::Right, Direction::Down]
                .into_iter()
                .filter_map(move |d| Some((c, d, self.neighbour(c, d)?)))
        })
    }

    /// May these two edges touch?
    pub fn meets(&self, a: Edge, b: Edge) -> bool {
        self.rule.partner(a) == b && Some(a) != self.frame && Some(b) != self.frame
    }

    /// May this edge lie along the rim?
    pub fn suits_rim(&self, edge: Edge) -> bool {
        self.frame.is_none_or(|frame| frame == edge)
    }

    /// The text of an edge.
    pub fn edge_text(&self, edge: Edge) -> String {
        self.colours.text(self.rule, edge)
    }

    /// The turns a tile may take that look different.
    pub fn turns(&self, tile: usize) -> Vec<u8> {
        if self.turning { self.tiles[tile].looks().collect() } else { vec![0] }
    }

    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(1..=MAX_SIDE).contains(&self.width) || !(1..=MAX_SIDE).contains(&self.height) {
            let message = format!("a board of {}x{} is out of range", self.width, self.height);
            faults.push(
                Fault::new("size", Part::Size, message)
                    .help(format!("each side is 1 to {MAX_SIDE} cells")),
            );
            return faults;
        }
        if self.cells.len() != self.width * self.height {
            let message = "the picture of the board does not have its size";
            faults.push(Fault::new("size", Part::Board, message));
            return faults;
        }
        if self.area() == 0 {
            faults.push(Fault::new("no-cells", Part::Board, "no cell of the board holds a tile"));
        }
        self.tile_faults(&mut faults);
        self.pin_faults(&mut faults);
        faults
    }

    fn drop_unused_colours(&mut self) {
        let edges = || self.tiles.iter().flat_map(|tile| tile.edges).chain(self.frame);
        let texts: Vec<String> = edges().map(|edge| self.edge_text(edge)).collect();
        let used = Colours::of_edges(self.rule, texts.iter().map(String::as_str));
        if used.0.len() < self.colours.0.len() {
            // Every edge keeps its text, so it is found among the colours that are used.
            let (rule, old) = (self.rule, std::mem::replace(&mut self.colours, used));
            let new = |edge: Edge| self.colours.edge(rule, &old.text(rule, edge)).unwrap_or(edge);
            self.frame = self.frame.map(new);
            self.tiles.iter_mut().for_each(|tile| tile.edges = tile.edges.map(new));
        }
    }

    fn tile_faults(&self, faults: &mut Vec<Fault>) {
        let mut fault = |code, part, message: &str| faults.push(Fault::new(code, part, message));
        if self.tiles.is_empty() {
            fault("no-pieces", Part::Whole, "the puzzle has no tiles");
        }
        if self.tiles.len() > MAX_TILES {
            fault("too-many", Part::Tile(MAX_TILES), &format!("more than {MAX_TILES} tiles"));
        }
        let edges = self.colours.0.len() * if self.rule == Rule::Pairs { 2 } else { 1 };
        let known = |edge: Edge| usize::from(edge.0) < edges;
        if self.frame.is_some_and(|frame| !known(frame)) {
            let message = "the frame's colour is not one of the puzzle's colours";
            fault("no-such-colour", Part::Whole, message);
        }
        for name in self.colours.0.iter().filter(|name| !is_word(name)) {
            fault("name", Part::Whole, &format!("'{name}' cannot be a colour's name"));
        }
        let mut names = HashMap::new();
        for (i, tile) in self.tiles.iter().enumerate() {
            let part = Part::Tile(i);
            if let Some(first) = names.insert(&tile.name, i) {
                let message = format!("the tile name '{}' is used twice", tile.name);
                let help = format!("tile {} has it already", first + 1);
                faults.push(Fault::new("name-twice", part, message).help(help));
            }
            let mut fault = |code, message: &str| faults.push(Fault::new(code, part, message));
            if !is_word(&tile.name) {
                fault("name", &format!("'{}' cannot be a tile's name", tile.name));
            }
            if !tile.edges.iter().all(|&edge| known(edge)) {
                fault("no-such-colour", "an edge has a colour the puzzle does not know");
            }
        }
    }

    fn pin_faults(&self, faults: &mut Vec<Fault>) {
        let (mut tiles, mut cells) = (HashMap::new(), HashMap::new());
        for (i, pin) in self.pins.iter().enumerate() {
            let mut fault =
                |code, message: String| faults.push(Fault::new(code, Part::Pin(i), message));
            match self.tiles.get(pin.tile) {
                None => fault(
                    "no-such-piece",
                    "this pin names a tile that the puzzle does not have".into(),
                ),
                Some(tile) if tiles.insert(pin.tile, i).is_some() => {
                    fault("too-often", format!("tile '{}' is pinned twice", tile.name));
                }
                Some(_) => {}
            }
            match self.cells.get(pin.cell) {
                None => fault("outside", "this pin lies outside the board".into()),
                Some(false) => fault(
                    "outside",
                    format!("the cell at {} holds no tile", self.place(pin.cell).words()),
                ),
                Some(true) if cells.insert(pin.cell, i).is_some() => {
                    fault(
                        "overlap",
                        format!("two pins share the cell at {}", self.place(pin.cell).words()),
                    );
                }
                Some(true) => {}
            }
            match pin.turn {
                Some(turn) if turn > 3 => {
                    fault("turn", format!("a turn of {turn} is not one of 0, 1, 2 and 3"))
                }
                Some(1..) if !self.turning => {
                    fault("turn", "this pin turns a tile, but tiles may not be turned".into())
                }
                _ => {}
            }
        }
    }
}

/// The longest name or label, in bytes: every message about a part of a puzzle names it.
pub const MAX_NAME: usize = 256;

/// Can this be a name: not empty, not endless, no blanks, nothing unprintable, and not a lone full stop?
pub(crate) fn is_word(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len())
        && name != "."
        && !name.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// A title as a line of text has it: its words, with one blank between.
pub(crate) fn folded(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A matching puzzle that makes sense. Reads like its [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matching(Setup);

impl Matching {
    /// Checks a setup and reports every fault it has. Colours that nothing shows are dropped.
    pub fn new(mut setup: Setup) -> Result<Matching, Faults> {
        Faults::from(setup.faults()).unless(())?;
        setup.title = folded(&setup.title);
        setup.drop_unused_colours();
        Ok(Matching(setup))
    }

    /// The setup, to be changed and checked again.
    pub fn into_setup(self) -> Setup {
        self.0
    }
}

impl Deref for Matching {
    type Target = Setup;
    fn deref(&self) -> &Setup {
        &self.0
    }
}

/// A tile on the board.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Laid {
    /// Index of the tile.
    pub tile: usize,
    /// Its quarter turns clockwise.
    pub turn: u8,
}

/// What lies on each cell, row by row; `None` where nothing does.
pub type Board = Vec<Option<Laid>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_before_words_and_by_value() {
        let colours = Colours::new(["b", "10", "9", "a", "10"]);
        assert_eq!(colours.names(), ["9", "10", "a", "b"]);
    }

    #[test]
    fn an_edge_reads_back_under_both_rules() {
        for (rule, texts) in [(Rule::Equal, ["3", "x"]), (Rule::Pairs, ["Y0", "G1"])] {
            let colours = Colours::of_edges(rule, texts);
            for text in texts {
                assert_eq!(colours.text(rule, colours.edge(rule, text).unwrap()), text);
            }
        }
    }

    #[test]
    fn one_turn_brings_the_left_edge_to_the_top() {
        let tile = Tile { name: "t".into(), edges: [Edge(1), Edge(2), Edge(3), Edge(4)] };
        assert_eq!(tile.turned(1), [Edge(4), Edge(1), Edge(2), Edge(3)]);
        let half = Tile { name: "h".into(), edges: [Edge(1), Edge(2), Edge(1), Edge(2)] };
        assert_eq!(half.looks().collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn every_fault_is_reported_not_the_first_alone() {
        let mut setup = Setup::blank(2, 1);
        setup.colours = Colours::new(["1"]);
        setup.tiles = vec![
            Tile { name: "a".into(), edges: [Edge(0); 4] },
            Tile { name: "a".into(), edges: [Edge(9); 4] },
        ];
        setup.pins = vec![Pin { tile: 7, cell: 9, turn: Some(4) }];
        let parts: Vec<Part> = Matching::new(setup).unwrap_err().iter().map(|f| f.part).collect();
        assert_eq!(parts, [Part::Tile(1), Part::Tile(1), Part::Pin(0), Part::Pin(0), Part::Pin(0)]);
    }
}
