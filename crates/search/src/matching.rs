//! Engines for matching puzzles.

mod alike;
pub mod best;
mod domains;
pub mod estimate;
pub mod exact;
pub mod fewest;
mod inside;
#[cfg(test)]
mod laps;
pub mod model;
mod pick;
mod plan;
pub mod reference;
mod report;
pub mod rows;
mod searcher;
mod sets;
pub mod small;
mod supply;
mod turns;
mod windows;
