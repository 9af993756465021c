//! Engines for matching puzzles.

pub mod reference;
