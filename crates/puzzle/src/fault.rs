//! What is wrong with a puzzle or a solution, in words.
//!
//! ```
//! use marquetry_puzzle::tiling::{Setup, Tiling};
//! use marquetry_puzzle::{Faults, Part};
//!
//! let faults: Faults = Tiling::new(Setup::default()).unwrap_err();
//! assert_eq!((faults[0].code, faults[0].part), ("no-cells", Part::Board));
//! println!("{}; {}", faults[0].message, faults[0].help);
//! ```

use std::fmt::{Debug, Display};

/// The codes of all faults. A code keeps its meaning from version to version; new ones may come.
pub const CODES: &[&str] = &[
    // Of puzzles, and of solutions that do not belong to them.
    "calendar",
    "cell-twice",
    "colour",
    "colour-count",
    "copies",
    "label",
    "layers",
    "name",
    "name-twice",
    "no-cells",
    "no-pieces",
    "no-such-colour",
    "no-such-piece",
    "not-one-piece",
    "other-family",
    "outside",
    "overlap",
    "size",
    "too-many",
    "turn",
    // Of solutions.
    "item-count",
    "move-blocked",
    "move-empty",
    "not-complete",
    "path",
    "pin",
    "too-long",
    "too-often",
    "wrong-shape",
    // Of puzzles that are to be made.
    "car",
    "goal",
    "no-room",
    "piece-size",
    "too-few-shapes",
];

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
    /// A short name for this kind of fault in any family, for programs: one of [`CODES`].
    pub code: &'static str,
    /// What the fault is about.
    pub part: Part,
    /// The fault, as a sentence without its full stop.
    pub message: String,
    /// How to mend it; empty where the message says it all.
    pub help: String,
}

impl Fault {
    /// A fault without advice. In debug builds it panics where the code is not listed.
    pub fn new(code: &'static str, part: Part, message: impl Into<String>) -> Fault {
        debug_assert!(CODES.contains(&code), "{code} is not listed");
        Fault { code, part, message: message.into(), help: String::new() }
    }

    /// The same fault with advice.
    pub fn help(self, help: impl Into<String>) -> Fault {
        Fault { help: help.into(), ..self }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// All that is wrong, as one error. Reads like a slice and displays a fault a line.
///
/// ```
/// use marquetry_puzzle::Faults;
/// use marquetry_puzzle::tiling::{Setup, Tiling};
///
/// fn empty() -> Result<Tiling, Box<dyn std::error::Error>> {
///     Ok(Tiling::new(Setup::default())?)
/// }
///
/// let error = empty().unwrap_err();
/// assert_eq!(error.to_string(), "the board has no cells\nthe puzzle has no pieces");
/// assert_eq!(error.downcast_ref::<Faults>().unwrap()[1].code, "no-pieces");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults<F = Fault>(Vec<F>);

impl<F> Faults<F> {
    /// The value, unless something is wrong.
    pub fn unless<T>(self, value: T) -> Result<T, Faults<F>> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl<F> From<Vec<F>> for Faults<F> {
    fn from(faults: Vec<F>) -> Faults<F> {
        Faults(faults)
    }
}

impl<F> From<F> for Faults<F> {
    fn from(fault: F) -> Faults<F> {
        Faults(vec![fault])
    }
}

impl<F> FromIterator<F> for Faults<F> {
    fn from_iter<I: IntoIterator<Item = F>>(faults: I) -> Faults<F> {
        Faults(faults.into_iter().collect())
    }
}

impl<F> std::ops::Deref for Faults<F> {
    type Target = [F];

    fn deref(&self) -> &[F] {
        &self.0
    }
}

impl<F> IntoIterator for Faults<F> {
    type Item = F;
    type IntoIter = std::vec::IntoIter<F>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, F> IntoIterator for &'a Faults<F> {
    type Item = &'a F;
    type IntoIter = std::slice::Iter<'a, F>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<F: Display> Display for Faults<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> = self.iter().map(F::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl<F: Display + Debug> std::error::Error for Faults<F> {}
