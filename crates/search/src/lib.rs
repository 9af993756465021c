//! Search engines for puzzles made of pieces on a grid.
//!
//! [`Search`] is the way in: it runs an engine under [`Limits`] and pushes what it finds to a [`Watch`]. [`solutions()`] is
//! the shortest way in, an iterator whose [`Solutions::outcome`] says how it ended.
//!
//! - What came of it is an [`Outcome`]: why it ended, how much was done, how many solutions there are, and what is left.
//! - What is left is a [`Rest`]: nothing, or some [`Unit`]s of work that can be kept, sent elsewhere and gone on with. What
//!   is found and what is left are everything, each solution once, up to symmetry too. [`unit`](mod@unit) says how they are written.
//! - [`Search::prepare`] makes an engine's tables once, for many units.
//! - [`ENGINES`] lists the engines with what each can do. Each family has a `reference`: short enough to be checked by
//!   reading, and what every other engine is tested against.
//! - [`matching::best`] looks for the best board where a solution is out of reach, [`tiling::pick`] for solutions by number
//!   or at random, [`sliding::chart`] surveys a tray, [`steps`](mod@steps) goes step by step for people to look at, and
//!   [`items`] searches items and options.
//!
//! **Invariant:** engines never print and never format. A limit that was hit is never reported as "no solution":
//! only [`Ending::Exhausted`] is a proof.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle};
//! use marquetry_search::{Ending, Search};
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
//! let setup = Setup { board: row(3), pieces, ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//!
//! let outcome = Search::new(&puzzle).count().run(()).unwrap();
//! assert_eq!((outcome.ending, outcome.stats.solutions), (Ending::Exhausted, 2));
//! ```

mod bits;
mod engines;
pub mod items;
pub mod matching;
mod options;
mod parallel;
mod race;
mod run;
mod search;
pub mod sliding;
#[cfg(feature = "threads")]
mod solutions;
pub mod steps;
pub mod tiling;
mod tree;
pub mod unit;

pub use engines::{ENGINES, Engine, Finds, Metric, Order, Prepared, Settings, engine_for};
pub use run::{
    Breadth, EachSolution, Ending, Failure, Limits, Outcome, Run, Stats, StopFlag, Watch,
    each_solution,
};
pub use search::Search;

pub use tree::{Interval, Path};
pub use unit::{Job, Rest, Unit};

#[cfg(feature = "threads")]
pub use solutions::{Solutions, solutions};

/// A number without bound, as [`Outcome::total`] is one.
pub use num_bigint::BigUint;
