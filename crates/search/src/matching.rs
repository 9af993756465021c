//! Engines for matching puzzles.

mod alike;
pub mod best;
mod domains;
pub mod estimate;
pub(crate) mod exact;
mod fewest;
mod inside;
#[cfg(test)]
mod laps;
mod model;
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
