//! What is wrong with a puzzle or a solution, in words.
//!
//! ```
//! use marquetry_puzzle::tiling::{Setup, Tiling};
//! use marquetry_puzzle::{Fault, Part};
//!
//! let faults: Vec<Fault> = Tiling::new(Setup::default()).unwrap_err();
//! assert_eq!(faults[0].part, Part::Board);
//! println!("{}; {}", faults[0].message, faults[0].help);
//! ```

/// The part of a puzzle or solution a [`Fault`] is about, so that a reader can point at its line.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The puzzle or the solution as a whole.
    Whole,
    /// Its width, height or depth.
    Size,
    /// The board of a tiling puzzle, or the cells of a matching puzzle.
    Board,
    /// The tile with this index.
    Tile(usize),
    /// The pin with this index.
    Pin(usize),
    /// The piece with this index.
    Piece(usize),
    /// The block with this index, in the order it was given.
    Block(usize),
    /// The goal's place with this index, in the order it was given.
    Target(usize),
    /// The cell of a board with this index, row by row.
    Cell(usize),
    /// The placed piece of a cover with this index.
    Placed(usize),
    /// The move of a solution with this index.
    Move(usize),
}

/// One thing that is wrong, where, and how to mend it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What the fault is about.
    pub part: Part,
    /// The fault, as a sentence without its full stop.
    pub message: String,
    /// How to mend it; empty where the message says it all.
    pub help: String,
}

impl Fault {
    /// A fault without advice.
    pub fn new(part: Part, message: impl Into<String>) -> Fault {
        Fault { part, message: message.into(), help: String::new() }
    }

    /// The same fault with advice.
    pub fn help(self, help: impl Into<String>) -> Fault {
        Fault { help: help.into(), ..self }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
