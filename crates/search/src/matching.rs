//! Engines for matching puzzles.
//!
//! ```
//! use marquetry_puzzle::Puzzle;
//! use marquetry_puzzle::generate::{Kind, generate};
//! use marquetry_search::{Ending, Search};
//!
//! let puzzle = Puzzle::from(generate(Kind::Framed, 4, 4, 3, 1).unwrap());
//! let (rows, fewest) = (Search::new(&puzzle).engine("rows"), Search::new(&puzzle).engine("fewest"));
//! let (rows, fewest) = (rows.count().run(&mut ()).unwrap(), fewest.count().run(&mut ()).unwrap());
//! assert_eq!(rows.ending, Ending::Exhausted);
//! assert_eq!(rows.number(), fewest.number());
//! ```

mod alike;
pub mod best;
mod domains;
pub mod estimate;
mod fewest;
mod halves;
mod inside;
#[cfg(test)]
mod laps;
mod model;
pub(crate) mod orders;
mod pick;
mod plan;
pub(crate) mod reference;
mod report;
mod rows;
mod sets;
pub mod small;
mod standing;
mod supply;
mod turns;
mod windows;
