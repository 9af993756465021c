//! How sure a format is that a text is its own.
//!
//! ```
//! use marquetry_formats::detect::Hints;
//! use marquetry_formats::{Claim, native, robins};
//!
//! let text = "marquetry tiling\nboard\n  ##\npiece I\n  ##\n";
//! assert_eq!(native::claim(text, &Hints::default()), Claim::Surely);
//! assert_eq!(robins::claim("3 4\n", &Hints::default()), Claim::No);
//! ```

/// What a format says of a whole text that nobody has named the format of.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// It is something else.
    No,
    /// It may be, and it may be something else as well: somebody has to say.
    Could,
    /// Nobody would write this and mean another format. A fault inside it is a fault of this format.
    Surely,
}
