//! Engines for tiling puzzles.

pub mod reference;
