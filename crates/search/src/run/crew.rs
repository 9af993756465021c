//! Runs beside a run: of the threads of one search, and of others that ask the same.

use std::sync::atomic::{AtomicU64, AtomicUsize};

use marquetry_puzzle::Puzzle;
use num_bigint::BigUint;

use super::sift::Sift;
use super::{Instant, Limits, Run, StopFlag, Watch};

/// What a run asks.
pub(crate) struct Asked<'a> {
    pub(super) puzzle: Option<&'a Puzzle>,
    pub(super) sift: Sift<'a>,
    pub(super) looks: bool,
    pub(super) turns: bool,
    /// See [`Run::scale`].
    pub scale: Option<BigUint>,
}

impl<'a> Asked<'a> {
    /// A run that asks it. Starts the clock.
    pub fn run<'w>(&self, limits: Limits, stop: StopFlag, watch: &'w mut dyn Watch) -> Run<'w>
    where
        'a: 'w,
    {
        Run {
            puzzle: self.puzzle,
            sift: self.sift.again(),
            looks: self.looks,
            turns: self.turns,
            scale: self.scale.clone(),
            ..Run::without_puzzle(limits, stop, watch)
        }
    }
}

/// What the threads of one search share: a worker's run obeys the limits and the stop flag of the whole, and leaves
/// judging and counting up to symmetry to the run that reports.
pub struct Crew<'a> {
    pub(super) puzzle: Option<&'a Puzzle>,
    pub(super) looks: bool,
    pub(super) turns: bool,
    pub(super) limits: Limits,
    pub(super) stop: StopFlag,
    pub(super) over: StopFlag,
    pub(crate) pool: Option<&'a Pool>,
    pub(super) started: Instant,
}

/// What the threads of a search that share its tree have in common.
#[derive(Default)]
pub(crate) struct Pool {
    /// Nodes of all of them.
    pub nodes: AtomicU64,
    /// Those of them that were tried on a card.
    pub on_cards: AtomicU64,
    /// How many have nothing to do.
    pub idle: AtomicUsize,
}

impl<'a> Crew<'a> {
    /// A worker's run.
    pub fn run<'w>(&self, watch: &'w mut dyn Watch) -> Run<'w>
    where
        'a: 'w,
    {
        let Crew { puzzle, looks, turns, limits, pool, started, .. } = *self;
        let over = self.over.clone();
        Run {
            puzzle,
            looks,
            turns,
            over,
            pool,
            started,
            trusted: true,
            ..Run::without_puzzle(limits, self.stop.clone(), watch)
        }
    }

    /// Tells all workers to stop.
    pub fn stop(&self) {
        self.over.stop();
    }

    /// Were they told, or is the whole search to stop?
    pub fn over(&self) -> bool {
        self.over.stopped() || self.stop.stopped()
    }
}
