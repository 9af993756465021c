//! Engines for sliding puzzles.

pub mod auto;
mod back;
pub mod bfs;
pub mod chart;
mod code;
mod compact;
pub mod fifteen;
pub mod graph;
pub mod guided;
mod key;
mod known;
mod levels;
mod part;
mod places;
pub mod reference;
mod retrace;
mod space;
mod wide;
mod word;
