//! Search engines for puzzles made of pieces on a grid.
//!
//! [`solve`] runs an engine under [`Limits`] and pushes what it finds to a [`Watch`]; [`solutions()`] is the easy way
//! in, whose [`Solutions::outcome`] says how it ended. Each family has a `reference`: short enough to be checked by reading, and what every other engine is tested
//! against.
//!
//! **Invariant:** engines never print and never format. A limit that was hit is never reported as "no solution":
//! only [`Ending::Exhausted`] is a proof.

mod engines;
pub mod exact;
pub mod matching;
mod parallel;
mod race;
mod run;
mod search;
pub mod sliding;
mod solutions;
pub mod steps;
pub mod tiling;
mod tree;
pub mod unit;

pub use engines::{
    ENGINES, Engine, Finds, Metric, Order, Prepared, Settings, engine_for, search, solve,
};
pub use run::{Breadth, Ending, Failure, Limits, Outcome, Run, Stats, StopFlag, Watch};
pub use search::Search;

pub use tree::{Interval, Path};
pub use unit::{Job, Rest, Unit};

pub use solutions::{Solutions, solutions};

/// A number without bound, as [`Outcome::total`] is one.
pub use num_bigint::BigUint;
