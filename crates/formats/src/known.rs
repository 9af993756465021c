//! What a file says of its puzzles beside the puzzles themselves.
//!
//! ```
//! use marquetry_formats::detect::Format;
//! use marquetry_formats::known::known;
//!
//! assert_eq!(known(Format::Hrd, "1A9BF0C00\n4FEA13400\n", None).puzzles, 2);
//! ```

use crate::detect::Format;
use crate::{hrd, rush_hour, xmpuzzle};

/// What a file says of one of its puzzles.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Known {
    /// How many puzzles the file has; 0 where its format has no more than one.
    pub puzzles: usize,
    /// The fewest moves that solve the puzzle.
    pub moves: Option<u64>,
    /// The number of solutions up to turns.
    pub solutions: Option<u64>,
}

/// What a text says of the puzzle with this number, counted from 1, or of the first.
pub fn known(format: Format, text: &str, problem: Option<usize>) -> Known {
    match format {
        Format::RushHour => {
            let (puzzles, moves) = rush_hour::known(text, problem);
            Known { puzzles, moves, solutions: None }
        }
        Format::Hrd => Known { puzzles: hrd::known(text), ..Known::default() },
        Format::Xmpuzzle => {
            let (puzzles, solutions) = xmpuzzle::known(text, problem);
            Known { puzzles, moves: None, solutions }
        }
        _ => Known::default(),
    }
}
