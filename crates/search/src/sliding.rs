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
mod merge;
mod part;
mod places;
mod record;
pub mod reference;
mod retrace;
mod shelf;
mod space;
mod spill;
mod wide;
mod word;
