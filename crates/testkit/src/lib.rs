//! Random puzzles, the corpus of known answers and the battery every engine must pass, for Marquetry's own tests.

pub mod conformance;
pub mod corpus;
pub mod items;
pub mod matching;
#[cfg(unix)]
pub mod server;
pub mod sliding;
pub mod tiling;

/// For the macro.
pub use marquetry_puzzle::Family;
