//! The combination: a short exact search, then rounds of the schedule, and repair of what they find.

use std::ops::ControlFlow;

use marquetry_puzzle::Solution;

use super::feed::Feed;
use super::ground::Ground;
use super::record::Record;
use super::repair::{Repair, repair};
use super::schedule::Scheduler;
use crate::engines::Settings;
use crate::matching::orders::exact;
use crate::run::{Halt, Run, each_solution};

/// Nodes of the exact search, for boards of at most so many cells.
const EXACT: u64 = 300_000;
const SMALL: usize = 64;
/// Exchanges for each cell to repair a new best board, if it is not larger than Eternity II.
const SWEEPS: u64 = 2_000;
const WARM: f64 = 0.25;
/// After so many rounds without a better board, and after twice as many each time, one that is larger than Eternity II,
/// or that has more breaks than one edge in so many, is repaired so much longer.
const POOR: usize = 10;
const PATIENCE: u32 = 16;
const LONG: u64 = 8;

/// Searches until it is stopped or nothing is missing.
pub fn combine(
    g: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let mut combination = Combination::new(g, seed);
    if combination.scheduler.is_some() {
        try_exactly(g, record, run)?;
    }
    combination.go(None, record, run)
}

/// The search between two stops.
pub struct Combination<'a> {
    g: &'a Ground<'a>,
    seed: u64,
    /// `None` when the puzzle has too many colours for it.
    scheduler: Option<Scheduler<'a>>,
    /// What was missing after the last repair, and the rounds since then.
    repaired: usize,
    rounds: u32,
    patience: u32,
}

impl<'a> Combination<'a> {
    /// Makes the tables.
    pub fn new(g: &'a Ground<'a>, seed: u64) -> Combination<'a> {
        let scheduler = Scheduler::new(g, seed);
        Combination { g, seed, scheduler, repaired: usize::MAX, rounds: 0, patience: PATIENCE }
    }

    /// Goes on until it is stopped or nothing is missing. As long as a card wants lower halves it lays them.
    pub fn go(
        &mut self,
        feed: Option<&Feed>,
        record: &Record<'_>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        loop {
            let Some(scheduler) = &mut self.scheduler else {
                return repair(self.g, self.seed, record, run);
            };
            if let Some(feed) = feed.filter(|feed| feed.wants()) {
                if let Some(half) = scheduler.half(&feed.layout, run)? {
                    feed.put(half);
                }
            } else {
                run.stats.iterations += 1;
                scheduler.round(record, run)?;
            }
            self.mend(record, run)?;
        }
    }

    /// Repairs a new best board, and now and then one that is poor.
    fn mend(&mut self, record: &Record<'_>, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let g = self.g;
        self.rounds += 1;
        let better = record.missing() < self.repaired;
        let poor = g.places.len() > 256 || record.missing() > g.joints / POOR;
        if !(better || (poor && self.rounds >= self.patience)) {
            return ControlFlow::Continue(());
        }
        let sweeps = SWEEPS * 256 / g.places.len().max(256) as u64;
        let sweeps = if better { sweeps } else { LONG * sweeps };
        Repair::new(g, self.seed ^ run.stats.nodes, record).anneal(WARM, sweeps, record, run)?;
        // Where long repairs help, the next comes soon.
        let helped = record.missing() < self.repaired;
        self.patience = if helped { PATIENCE } else { 2 * self.patience };
        (self.repaired, self.rounds) = (record.missing(), 0);
        ControlFlow::Continue(())
    }
}

/// Lets the exact engine try for a moment, where the board is small.
pub fn try_exactly(g: &Ground<'_>, record: &Record<'_>, run: &mut Run<'_>) -> ControlFlow<Halt> {
    if g.places.len() > SMALL {
        return ControlFlow::Continue(());
    }
    let mut found: Option<Solution> = None;
    let mut keep = each_solution(|solution: &Solution| {
        found = Some(solution.clone());
        ControlFlow::Break(())
    });
    let settings = Settings::default();
    let mut slice = run.slice(EXACT, &mut keep);
    exact(g.p, &settings, &mut slice);
    run.stats.nodes += slice.stats.nodes;
    run.stats.iterations += 1;
    match found {
        Some(solution) => record.offer(solution, run),
        None => run.look(),
    }
}
