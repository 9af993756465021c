//! Puzzles from a seed: a board is coloured at random and cut into tiles, which are shuffled and turned; cut into pieces
//! ([`Cutting`]) or made for a set of them ([`Boards`]); a tray is laid with blocks ([`Laying`]), and a calendar gets its
//! pieces ([`Calendar`]).
//!
//! **Invariant:** the same arguments give the same puzzle on every machine and in every version to come. What is
//! drawn, and in which order, must never change.
//!
//! ```
//! use marquetry_puzzle::generate::{Kind, generate};
//!
//! let puzzle = generate(Kind::Tetravex, 3, 3, 6, 1).unwrap();
//! assert_eq!(puzzle.tiles.len(), 9);
//! assert_eq!(generate(Kind::Tetravex, 3, 3, 6, 1), Ok(puzzle), "the same seed gives the same puzzle");
//! ```

mod boards;
mod calendar;
mod cut;
pub mod dice;
mod pieces;
mod trays;

use std::str::FromStr;

use crate::fault::{Fault, Faults, Part};
use crate::matching::{Colours, Edge, MAX_SIDE, Matching, Rule, Setup};
pub use boards::Boards;
pub use calendar::Calendar;
use dice::Dice;
pub use pieces::Cutting;
pub use trays::{Laying, Like};

/// A kind of matching puzzle that can be generated.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Equal edges meet, tiles are not turned, and the rim is free.
    Tetravex,
    /// A head meets a tail of its colour, tiles are turned, and the rim is free.
    Arrows,
    /// Equal edges meet, tiles are turned, and the rim is colour 0. As in Eternity II, the edges along the frame have
    /// colours of their own, each colour is about as frequent as the others of its sort, and no two tiles are alike
    /// where that can be had.
    Framed,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Tetravex, Kind::Arrows, Kind::Framed];

    /// "tetravex", "arrows" or "framed".
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Tetravex => "tetravex",
            Kind::Arrows => "arrows",
            Kind::Framed => "framed",
        }
    }

    /// A number of colours that makes a fair puzzle of this size.
    pub fn usual_colours(self, width: usize, height: usize) -> u32 {
        match self {
            Kind::Tetravex => 10,
            Kind::Arrows => 4,
            // 22 on Eternity II's board of 16x16.
            Kind::Framed => 2 + 5 * (width + height).min(2 * MAX_SIDE) as u32 / 8,
        }
    }

    /// The fewest and the most colours.
    pub const fn colours(self) -> (u32, u32) {
        match self {
            Kind::Tetravex => (1, 1000),
            Kind::Arrows => (1, 26),
            Kind::Framed => (2, 1000),
        }
    }

    fn setup(self, width: usize, height: usize, colours: u32) -> Setup {
        let mut setup = Setup::blank(width, height);
        let (names, frame) = match self {
            Kind::Tetravex => (Colours::new((0..colours).map(|c| c.to_string())), None),
            Kind::Arrows => (Colours::new(('A'..='Z').take(colours as usize)), None),
            Kind::Framed => (Colours::new((0..=colours).map(|c| c.to_string())), Some(Edge(0))),
        };
        setup.colours = names;
        setup.frame = frame;
        setup.turning = self != Kind::Tetravex;
        setup.rule = if self == Kind::Arrows { Rule::Pairs } else { Rule::Equal };
        setup
    }
}

impl FromStr for Kind {
    type Err = String;
    fn from_str(name: &str) -> Result<Kind, String> {
        let names = || Kind::ALL.map(Kind::name).join(", ");
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| format!("'{name}' is not one of {}", names()))
    }
}

/// Makes a puzzle that has a solution. The colour of a frame is not counted among the colours.
pub fn generate(
    kind: Kind,
    width: usize,
    height: usize,
    colours: u32,
    seed: u64,
) -> Result<Matching, Faults> {
    let mut faults = Vec::new();
    if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
        let message = format!("a board of {width}x{height} is out of range");
        faults.push(
            Fault::new("size", Part::Size, message)
                .help(format!("each side is 1 to {MAX_SIDE} cells")),
        );
    }
    let (fewest, most) = kind.colours();
    if !(fewest..=most).contains(&colours) {
        let message = format!("{} puzzles have {fewest} to {most} colours", kind.name());
        faults.push(Fault::new("colour-count", Part::Whole, message));
    }
    Faults::from(faults).unless(())?;
    let mut dice = Dice::new(seed);
    let mut setup = kind.setup(width, height, colours);
    setup.title = format!("{} {width}x{height}, {colours} colours, seed {seed}", kind.name());
    let edges = cut::coloured(&setup, colours, &mut dice);
    setup.tiles = cut::tiles(edges, setup.turning, &mut dice);
    Matching::new(setup)
}

/// FNV-1a: short, and it will not change.
#[cfg(test)]
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The hash of some shapes: of columns, rows, layers and colours.
#[cfg(test)]
fn shapes_hash<'a>(shapes: impl IntoIterator<Item = &'a crate::tiling::Shape>) -> u64 {
    let cell = |&(cell, colour): &(crate::Cell, Option<char>)| {
        format!("{},{},{}{} ", cell.x, cell.y, cell.z, colour.unwrap_or('.'))
    };
    let shape = |shape: &crate::tiling::Shape| shape.iter().map(cell).collect::<String>() + "\n";
    hash(&shapes.into_iter().map(shape).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::Tile;

    fn text(kind: Kind, width: usize, height: usize, colours: u32, seed: u64) -> String {
        let p = generate(kind, width, height, colours, seed).expect("the arguments are in range");
        let tile = |t: &Tile| t.edges.map(|edge| p.edge_text(edge)).join(" ");
        p.tiles.iter().map(tile).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_puzzles_of_these_seeds_never_change() {
        let small = [
            text(Kind::Tetravex, 2, 2, 10, 1),
            text(Kind::Arrows, 3, 1, 4, 2),
            text(Kind::Framed, 3, 2, 6, u64::MAX),
        ];
        let expected = [
            "1 0 6 1, 3 9 3 0, 9 6 1 0, 3 1 3 6",
            "A0 A1 C0 D1, D0 A0 C1 D1, B0 D1 A0 B0",
            "2 2 0 0, 0 0 1 1, 2 3 2 0, 0 1 2 0, 0 1 3 1, 2 1 0 0",
        ];
        assert_eq!(small, expected);
        let large = [
            (Kind::Tetravex, 8, 8, 10, 3),
            (Kind::Arrows, 3, 3, 4, 1),
            (Kind::Framed, 16, 16, 22, 0),
        ];
        assert_eq!(
            large.map(|(kind, w, h, c, seed)| hash(&text(kind, w, h, c, seed))),
            [5098981475495515838, 2661687544466185190, 9986460049611411709]
        );
    }

    #[test]
    fn the_title_says_how_to_make_the_puzzle_again() {
        let p = generate(Kind::Framed, 4, 3, 6, 42).expect("the arguments are in range");
        assert_eq!(p.title, "framed 4x3, 6 colours, seed 42");
    }

    #[test]
    fn only_edges_along_the_frame_show_the_colours_of_the_frame() {
        let p = generate(Kind::Framed, 16, 16, 22, 7).expect("the arguments are in range");
        let count = |wanted: std::ops::RangeInclusive<u16>| {
            p.tiles.iter().flat_map(|t| t.edges).filter(|e| wanted.contains(&e.0)).count()
        };
        assert_eq!((count(0..=0), count(1..=5), count(6..=22)), (64, 120, 840));
        for colour in 1..=5 {
            assert_eq!(count(colour..=colour), 24, "colour {colour}");
        }
    }

    #[test]
    fn no_two_tiles_of_a_framed_puzzle_are_alike() {
        for (side, seed) in [(4, 1), (5, 2), (8, 3), (16, 4)] {
            let colours = Kind::Framed.usual_colours(side, side);
            let p = generate(Kind::Framed, side, side, colours, seed).expect("in range");
            let least = |t: &Tile| (0..4).map(|turn| t.turned(turn)).min();
            let looks: std::collections::HashSet<_> = p.tiles.iter().map(least).collect();
            assert_eq!(looks.len(), side * side);
        }
    }

    #[test]
    fn sizes_and_colours_out_of_range_are_all_refused() {
        let parts = |kind, width, colours| {
            generate(kind, width, 3, colours, 1)
                .map_err(|faults| faults.iter().map(|f| f.part).collect::<Vec<_>>())
                .map(|p| p.tiles.len())
        };
        assert_eq!(parts(Kind::Framed, 0, 1), Err(vec![Part::Size, Part::Whole]));
        assert_eq!(parts(Kind::Arrows, 3, 27), Err(vec![Part::Whole]));
        assert_eq!(parts(Kind::Tetravex, usize::MAX, 0), Err(vec![Part::Size, Part::Whole]));
        assert_eq!(parts(Kind::Framed, 1, 2), Ok(3));
    }
}
