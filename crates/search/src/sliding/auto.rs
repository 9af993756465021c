//! Chooses the engine for a tray: by its look, then by how many positions each needs.

use std::ops::ControlFlow;

use marquetry_puzzle::{Sliding, analyse};

use super::left::Left;
use super::{bfs, bounded, fifteen, guided};
use crate::engines::Settings;
use crate::run::{Ending, Failure, Halt, Run};

/// Positions visited breadth first before a greedy search is tried; of a tray too big for numbers, far fewer.
const BREADTH: u64 = 200_000_000;
const BREADTH_WIDE: u64 = 50_000;
/// Positions visited breadth first before it is asked whether a bound pays.
const SCOUTED: u64 = 5_000;
/// By how much a bound must be expected to make the search smaller: a position takes up to twice as long with it.
const WORTH: usize = 5;
/// Positions visited greedily before it is breadth first to the end.
const GREED: u64 = 500_000;
/// The most cells of a tray of labelled tiles that is sure to be solved quickly.
const TILES: usize = 16;

/// Proves at once that there is no solution, or searches with the engine that suits. A search that is kept is breadth first.
pub fn search(p: &Sliding, settings: &Settings, run: &mut Run<'_>) -> Option<ControlFlow<Halt>> {
    if run.puzzle().is_some_and(|puzzle| !analyse::impossible(puzzle).is_empty()) {
        return Some(run.tick());
    }
    if p.width * p.height <= TILES && fifteen::suits(p) {
        if settings.keep.is_some() {
            let words = "the engine fifteen solves this tray, and keeps nothing in a folder";
            return Some(ControlFlow::Break(Halt::Failure(Failure::Unsupported(words.into()))));
        }
        return fifteen::search(p, run);
    }
    if settings.keep.is_some() {
        return Some(bfs::search(p, settings, run));
    }
    let compact = bfs::is_compact(p);
    if compact && p.goal.len() > 1 {
        match with_bound(p, settings, run) {
            Ok(true) => return Some(ControlFlow::Continue(())),
            Ok(false) | Err(Halt::Ending(Ending::MemoryLimit)) => run.stats.breadth = None,
            Err(halt) => return Some(ControlFlow::Break(halt)),
        }
    }
    // The greedy search has one way, and does not know whether it is shortest: no answer to how many there are.
    if run.wanted() != Some(1) {
        return Some(bfs::search(p, settings, run));
    }
    let breadth = if compact { BREADTH } else { BREADTH_WIDE };
    match bfs::attempt(p, settings, breadth, run) {
        Ok(None) => return Some(ControlFlow::Continue(())),
        Ok(Some(_)) | Err(Halt::Ending(Ending::MemoryLimit)) => {}
        Err(halt) => return Some(ControlFlow::Break(halt)),
    }
    run.stats.breadth = None;
    match guided::attempt(p, settings, GREED, run) {
        Ok(true) => Some(ControlFlow::Continue(())),
        Ok(false) => Some(bfs::search(p, settings, run)),
        Err(halt) => Some(ControlFlow::Break(halt)),
    }
}

/// Searches a little breadth first, and goes on with a bound where that is worth it: a bound of some moves keeps about as many
/// levels out at the end.
fn with_bound(p: &Sliding, settings: &Settings, run: &mut Run<'_>) -> Result<bool, Halt> {
    let Some(levels) = bfs::attempt(p, settings, SCOUTED, run)? else { return Ok(true) };
    let last = levels.len().saturating_sub(1);
    let before = last.saturating_sub(Left::new(p, settings.metric).start.total());
    if levels[last] < WORTH * levels[before] {
        return Ok(false);
    }
    run.stats.breadth = None;
    match bounded::search(p, settings, run) {
        Some(ControlFlow::Break(halt)) => Err(halt),
        flow => Ok(flow.is_some()),
    }
}
