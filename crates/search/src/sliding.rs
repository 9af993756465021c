//! Engines for sliding puzzles.

pub mod reference;
