//! The puzzles that come with Marquetry, by name.
//!
//! ```
//! use marquetry_formats::builtin::{BUILTIN, builtin};
//! use marquetry_puzzle::Family;
//!
//! let puzzle = builtin("klotski").and_then(|known| known.puzzle()).unwrap();
//! assert_eq!(puzzle.family(), Family::Sliding);
//! assert!(BUILTIN.iter().all(|known| known.puzzle().is_some()));
//! ```

use marquetry_puzzle::{Family, Puzzle};

use crate::native;

/// A puzzle that is always there.
#[derive(Copy, Clone, Debug)]
pub struct Builtin {
    /// What `marquetry solve` calls it.
    pub name: &'static str,
    /// Its family.
    pub family: Family,
    /// Its file, in the native format.
    pub text: &'static str,
}

impl Builtin {
    /// The puzzle itself. A test reads them all, so `None` is never seen.
    pub fn puzzle(&self) -> Option<Puzzle> {
        native::read(self.text).ok()
    }
}

macro_rules! builtins {
    ($($family:ident in $folder:literal: $($name:literal),+;)+) => {
        &[$($(Builtin {
            name: $name,
            family: Family::$family,
            text: include_str!(concat!("../puzzles/", $folder, "/", $name, ".marquetry")),
        }),+),+]
    };
}

/// All built-in puzzles, family by family.
pub const BUILTIN: &[Builtin] = builtins! {
    Matching in "matching":
        "framed-2x2", "framed-3x3", "framed-4x4", "framed-5x5", "framed-6x6", "framed-7x7", "framed-8x8",
        "eternity2", "eternity2-five-clues",
        "tetravex-2x2", "tetravex-3x3", "tetravex-4x3",
        "arrows-meadow", "arrows-harbour";
    Tiling in "tiling":
        "pentominoes-3x20", "pentominoes-4x15", "pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8",
        "pentominoes-2x3x10", "pentominoes-2x5x6", "pentominoes-3x4x5",
        "checkerboard", "soma", "calendar", "calendar-weekdays",
        "hexiamonds-6x6", "hexiamonds-4x9", "tetrahexes-4x7", "hexagon", "pentahexes-5x5";
    Sliding in "sliding":
        "klotski", "dads-puzzle", "rush-hour", "fifteen";
};

/// The built-in puzzle with this name.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    BUILTIN.iter().find(|builtin| builtin.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_reads_and_is_of_its_family() {
        for builtin in BUILTIN {
            let puzzle =
                native::read(builtin.text).unwrap_or_else(|e| panic!("{}: {e:?}", builtin.name));
            assert_eq!(puzzle.family(), builtin.family, "{}", builtin.name);
            assert!(marquetry_puzzle::analyse(&puzzle).impossible.is_empty(), "{}", builtin.name);
        }
    }

    #[test]
    fn every_builtin_survives_being_written() {
        for builtin in BUILTIN {
            let puzzle = builtin.puzzle().unwrap();
            assert_eq!(native::read(&native::write(&puzzle)).unwrap(), puzzle, "{}", builtin.name);
        }
    }
}
