//! Files of puzzles and solutions: one module a format, reader and writer side by side.
//!
//! **Invariant:** a reader never panics, takes memory in proportion to a file of at most [`source::MAX_BYTES`],
//! and reports every fault of the file it can tell apart, each with its place. What a writer wrote, its reader
//! reads back equal.
//!
//! **Invariant:** reading, checking and writing take steps in proportion to the file, with a small factor. The test
//! of `crates/doubling` counts them for each format and each kind of line.
//!
//! ```
//! use marquetry_formats::detect::{Format, Hints, read, write};
//! use marquetry_formats::{Rejected, Source};
//!
//! let text = "marquetry tiling\nboard\n  ##\npiece I\n  ##\n";
//! let (format, puzzle) = read(&Source::new("domino", text), &Hints::default()).unwrap();
//! assert_eq!((format, puzzle.family().name()), (Format::Native, "tiling"));
//! assert!(write(Format::Json, &puzzle).is_ok());
//!
//! let rejected: Rejected = read(&Source::new("empty", ""), &Hints::default()).unwrap_err();
//! print!("{}", rejected.render(false));
//! ```

pub mod arrows;
pub mod berkeley;
pub mod builtin;
pub mod claim;
pub mod detect;
pub mod diagnostic;
pub mod dimacs;
pub mod dlx;
pub mod e2_tiles;
pub mod events;
mod fours;
pub mod graph;
pub mod hrd;
pub mod js2;
pub mod json;
pub mod known;
pub mod lines;
pub mod link;
pub mod native;
mod numbered;
pub mod robins;
pub mod rush_hour;
pub mod source;
pub mod tetravex;
pub mod trial;
pub mod xmpuzzle;

pub use claim::Claim;
pub use diagnostic::{Diagnostic, Rejected, Report};
pub use source::Source;

/// Why something cannot be written in a format, as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritable(pub String);

impl std::fmt::Display for Unwritable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

pub(crate) fn refuse<T>(why: impl Into<String>) -> Result<T, Unwritable> {
    Err(Unwritable(why.into()))
}
