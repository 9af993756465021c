//! Marquetry fits pieces together: matching puzzles (Eternity II, Tetravex, Scramble Squares), tiling puzzles
//! (polyominoes with coloured cells) and sliding puzzles (Klotski, Rush Hour).
//!
//! Read a puzzle, take its solutions:
//!
//! ```
//! let text = "marquetry tiling\nboard\n  ###\n  ###\npiece L copies 2\n  ##\n  #.\n";
//! let puzzle = marquetry::formats::native::read(text).unwrap();
//! for solution in marquetry::solutions(&puzzle) {
//!     println!("{}", marquetry::draw::text(&puzzle, Some(&solution), marquetry::draw::Ink::Plain));
//! }
//! ```
//!
//! The iterator's [`outcome`](search::Solutions::outcome) says how the search ended once there are no more solutions:
//! only [`Ending::Exhausted`](search::Ending::Exhausted) is a proof that there are none. To drop it stops the search.
//!
//! The library is six small crates under one roof: [`puzzle`] (the data and the judge), [`search`] (the engines),
//! [`formats`] (files), [`draw`] (pictures), [`play`] (games) and [`report`] (searches as events). Without the default
//! feature `command` it needs nothing else. Without `disk`, `threads`, `pdf` and `png` it goes where there is no folder, no
//! thread and no need for pages and pixels, such as into a browser (`wasm32-unknown-unknown`).

pub use marquetry_draw as draw;
pub use marquetry_formats as formats;
pub use marquetry_play as play;
pub use marquetry_puzzle as puzzle;
pub use marquetry_report as report;
pub use marquetry_search as search;

pub use marquetry_puzzle::{Puzzle, Solution, judge};
pub use marquetry_search::Search;
#[cfg(feature = "threads")]
pub use marquetry_search::solutions;
