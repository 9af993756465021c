//! Chooses the engine for a tray: by its look, then by how many positions each needs.

use std::ops::ControlFlow;

use marquetry_puzzle::{Sliding, analyse};

use super::{bfs, fifteen, guided};
use crate::engines::Settings;
use crate::run::{Ending, Failure, Halt, Run};

/// Positions visited breadth first before a greedy search is tried; of a tray too big for numbers, far fewer.
const BREADTH: u64 = 200_000_000;
const BREADTH_WIDE: u64 = 50_000;
/// Positions visited greedily before it is breadth first to the end.
const GREED: u64 = 500_000;
/// The most cells of a tray of labelled tiles that is sure to be solved quickly.
const TILES: usize = 16;

/// Proves at once that there is no solution, or searches with the engine that suits. A search that is kept is breadth first.
pub fn search(p: &Sliding, settings: &Settings, run: &mut Run<'_>) -> Option<ControlFlow<Halt>> {
    if run.puzzle().is_some_and(|puzzle| !analyse(puzzle).impossible.is_empty()) {
        return Some(run.tick());
    }
    if p.width * p.height <= TILES && fifteen::suits(p) {
        if settings.keep.is_some() {
            let words = "the engine fifteen solves this tray, and keeps nothing in a folder";
            return Some(ControlFlow::Break(Halt::Failure(Failure::Unsupported(words.into()))));
        }
        return fifteen::search(p, run);
    }
    // The greedy search has one way, and does not know whether it is shortest: no answer to how many there are.
    if settings.keep.is_some() || run.wanted() != Some(1) {
        return Some(bfs::search(p, settings, run));
    }
    let breadth = if bfs::is_compact(p) { BREADTH } else { BREADTH_WIDE };
    match bfs::attempt(p, settings, breadth, run) {
        Ok(true) => return Some(ControlFlow::Continue(())),
        Ok(false) | Err(Halt::Ending(Ending::MemoryLimit)) => {}
        Err(halt) => return Some(ControlFlow::Break(halt)),
    }
    run.stats.breadth = None;
    match guided::attempt(p, settings, GREED, run) {
        Ok(true) => Some(ControlFlow::Continue(())),
        Ok(false) => Some(bfs::search(p, settings, run)),
        Err(halt) => Some(ControlFlow::Break(halt)),
    }
}
