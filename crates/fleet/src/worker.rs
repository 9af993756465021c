//! A worker: claims units, searches them and closes them, until there is nothing left or it must go.

use std::time::{Duration, Instant};

use marquetry_puzzle::Puzzle;
use marquetry_search::{Ending, Limits, Stats, StopFlag, Watch};

use crate::desk::Desk;
use crate::keeper::pause;
use crate::store::{Run, State, Store, token};
use crate::{Error, hunt};

/// How long a worker tries to reach a server that is gone, unless it is told otherwise.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long it waits before it asks again, at first and at most.
const AGAIN: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];

/// Who works, and how much it may take.
#[derive(Clone, Debug)]
pub struct Worker {
    /// A number that no other worker has.
    pub(crate) id: String,
    /// What people call it.
    pub name: String,
    /// How many threads it searches with.
    pub threads: usize,
    /// How long it works.
    pub time: Option<Duration>,
    /// The memory that a search may use.
    pub memory: Option<u64>,
    /// How long it tries to reach a server that is gone, or waits for room on a disk.
    pub patience: Duration,
}

impl Worker {
    /// One thread, for as long as there is work.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(name: &str) -> Result<Worker, Error> {
        let (id, name) = (token()?, name.to_owned());
        Ok(Worker { id, name, threads: 1, time: None, memory: None, patience: PATIENCE })
    }

    /// Works on the runs of a store, or on one of them, until all are over, its time is, or it is stopped. The watcher hears of
    /// progress, of solutions once they are kept, and of better boards.
    ///
    /// # Errors
    /// The store cannot be used, or no search of its runs can be done here.
    pub fn work(
        &self,
        store: &mut Store,
        only: Option<&str>,
        stop: &StopFlag,
        watch: &mut dyn Watch,
    ) -> Result<Worked, Error> {
        let only = only.map(|run| store.run(Some(run))).transpose()?.map(|run| run.id);
        let worked = self.rounds(store, only, stop, watch);
        // The worker is gone, whatever the store says to that.
        for run in store.runs().unwrap_or_default() {
            let _ = store.goes(&run, &self.id);
        }
        worked
    }

    /// Goes from run to run.
    fn rounds(
        &self,
        store: &mut Store,
        only: Option<i64>,
        stop: &StopFlag,
        watch: &mut dyn Watch,
    ) -> Result<Worked, Error> {
        let until = self.time.map(|time| Instant::now() + time);
        let mut worked = Worked { ending: Ending::Exhausted, ..Worked::default() };
        let mut waited = AGAIN[0];
        // Runs that cannot be worked on here, and why.
        let mut unfit: Vec<(i64, Error)> = Vec::new();
        loop {
            let runs = self.patiently(store, stop, |store| store.runs())?;
            let mut open = Vec::new();
            for run in runs {
                let ours = only.is_none_or(|only| only == run.id) && run.state == State::Open;
                let fit = !unfit.iter().any(|(id, _)| *id == run.id);
                if ours && fit && self.patiently(store, stop, |store| store.any_open(&run))? {
                    open.push(run);
                }
            }
            if open.is_empty() {
                // All that could be done here is done. What could not be is said.
                return unfit.into_iter().next().map_or(Ok(worked), |(_, error)| Err(error));
            }
            let before = worked.closed + worked.void;
            for run in &open {
                let puzzle = run.puzzle()?;
                let others = open.len() > 1;
                match self.on(store, run, &puzzle, (until, others), stop, watch, &mut worked) {
                    Ok(()) => {}
                    Err(error @ (Error::Search(_) | Error::Unresumable(_))) => {
                        unfit.push((run.id, error));
                    }
                    Err(error) => return Err(error),
                }
                if stop.stopped() || until.is_some_and(|until| Instant::now() >= until) {
                    let ending = if stop.stopped() { Ending::Cancelled } else { Ending::TimeLimit };
                    return Ok(Worked { ending, ..worked });
                }
            }
            if worked.closed + worked.void > before {
                waited = AGAIN[0];
            } else {
                pause(waited, stop);
                waited = AGAIN[1].min(2 * waited);
            }
        }
    }

    /// Works on one run until it is over, or, where there are others, until there is nothing to claim.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are lent from one place, and kept together nowhere else"
    )]
    fn on(
        &self,
        store: &mut Store,
        run: &Run,
        puzzle: &Puzzle,
        (until, others): (Option<Instant>, bool),
        stop: &StopFlag,
        watch: &mut dyn Watch,
        worked: &mut Worked,
    ) -> Result<(), Error> {
        self.patiently(store, stop, |store| store.come(run, &self.id, &self.name))?;
        match &run.question.best {
            Some(_) => hunt::hunt(self, store, (run, puzzle), until, stop, watch, worked),
            None => {
                let limits = Limits {
                    memory: self.memory,
                    solutions: run.question.solutions,
                    ..Limits::default()
                };
                let mut desk = Desk::new(self, store, (run, puzzle), stop, watch);
                desk.limits = limits;
                desk.until = until;
                desk.others = others;
                let done = desk.work().map(|_| ());
                worked.add(desk.closed, desk.void, &desk.stats);
                done
            }
        }
    }

    /// Does something with the store, and does it again where the connection is lost or the disk is full.
    pub(crate) fn patiently<R>(
        &self,
        store: &mut Store,
        stop: &StopFlag,
        mut work: impl FnMut(&mut Store) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let begun = Instant::now();
        let mut wait = AGAIN[0];
        let mut done = work(store);
        while let Err(Error::Lost(_) | Error::Full) = done {
            if stop.stopped() || begun.elapsed() >= self.patience {
                return done;
            }
            pause(wait, stop);
            wait = (4 * AGAIN[1]).min(2 * wait);
            done = store.reopen().and_then(|()| work(store));
        }
        done
    }
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worked {
    /// Units that it closed.
    pub closed: u64,
    /// Units that it had lost when it would have closed them: another has searched them.
    pub void: u64,
    /// What its searches have counted.
    pub stats: Stats,
    /// Why it went.
    pub ending: Ending,
}

impl Default for Worked {
    fn default() -> Worked {
        Worked { closed: 0, void: 0, stats: Stats::default(), ending: Ending::Cancelled }
    }
}

impl Worked {
    pub(crate) fn add(&mut self, closed: u64, void: u64, stats: &Stats) {
        self.closed += closed;
        self.void += void;
        self.stats.nodes += stats.nodes;
        self.stats.solutions = self.stats.solutions.saturating_add(stats.solutions);
        self.stats.elapsed += stats.elapsed;
    }
}
