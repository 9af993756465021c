//! The kinds of puzzles there are.
//!
//! ```
//! use marquetry_puzzle::Family;
//!
//! let names: Vec<&str> = Family::ALL.map(Family::name).to_vec();
//! assert_eq!(names, ["matching", "tiling", "sliding"]);
//! ```

use std::fmt;
use std::str::FromStr;

/// A family of puzzles, which have their rules in common.
///
/// ```
/// use marquetry_puzzle::Family;
///
/// assert_eq!("tiling".parse(), Ok(Family::Tiling));
/// assert_eq!("jigsaw".parse::<Family>().unwrap_err().to_string(), "'jigsaw' is not one of matching, tiling, sliding");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Square tiles whose touching edges must agree.
    Matching,
    /// Pieces that must cover a board.
    Tiling,
    /// Blocks pushed about in a tray until a goal is reached.
    Sliding,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 3] = [Family::Matching, Family::Tiling, Family::Sliding];

    /// What files and options call it.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Matching => "matching",
            Family::Tiling => "tiling",
            Family::Sliding => "sliding",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no family with this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchFamily(pub String);

impl fmt::Display for NoSuchFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Family::ALL.map(Family::name).join(", ");
        write!(f, "'{}' is not one of {names}", self.0)
    }
}

impl std::error::Error for NoSuchFamily {}

impl FromStr for Family {
    type Err = NoSuchFamily;

    fn from_str(name: &str) -> Result<Family, NoSuchFamily> {
        let named = Family::ALL.into_iter().find(|family| family.name() == name);
        named.ok_or_else(|| NoSuchFamily(name.to_owned()))
    }
}
