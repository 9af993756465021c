//! The combination: a short exact search, then rounds of the schedule, and repair of what they find.

use std::ops::ControlFlow;

use marquetry_puzzle::Solution;

use super::ground::Ground;
use super::record::Record;
use super::repair::{Repair, repair};
use super::schedule::Scheduler;
use crate::engines::Settings;
use crate::matching::exact::exact;
use crate::run::{Halt, Run};

/// Nodes of the exact search, for boards of at most so many cells.
const EXACT: u64 = 300_000;
const SMALL: usize = 64;
/// Exchanges for each cell to repair a new best board, if it is not larger than Eternity II.
const SWEEPS: u64 = 2_000;
const WARM: f64 = 0.25;

/// Searches until it is stopped or nothing is missing.
pub fn combine(
    g: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let Some(mut scheduler) = Scheduler::new(g, seed) else { return repair(g, seed, record, run) };
    try_exactly(g, record, run)?;
    let sweeps = SWEEPS * 256 / g.places.len().max(256) as u64;
    let mut repaired = usize::MAX;
    loop {
        run.stats.iterations += 1;
        scheduler.round(record, run)?;
        if record.missing() < repaired {
            Repair::new(g, seed ^ run.stats.nodes, record).anneal(WARM, sweeps, record, run)?;
            repaired = record.missing();
        }
    }
}

/// Lets the exact engine try for a moment, where the board is small.
pub fn try_exactly(g: &Ground<'_>, record: &Record<'_>, run: &mut Run<'_>) -> ControlFlow<Halt> {
    if g.places.len() > SMALL {
        return ControlFlow::Continue(());
    }
    let mut found: Option<Solution> = None;
    let mut keep = |solution: &Solution| {
        found = Some(solution.clone());
        ControlFlow::Break(())
    };
    let mut slice = run.slice(EXACT, &mut keep);
    exact(g.p, &Settings::default(), &mut slice);
    run.stats.nodes += slice.stats.nodes;
    run.stats.iterations += 1;
    match found {
        Some(solution) => record.offer(solution, run),
        None => run.look(),
    }
}
