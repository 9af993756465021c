//! The search of a run, a unit at a time.

mod heard;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use marquetry_formats::json::wire;
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::{
    BigUint, ENGINES, Ending, Engine, Failure, Finds, Interval, Job, Limits, Outcome, Prepared,
    Rest, Search, Settings, Stats, StopFlag, Unit, Watch,
};

use crate::Error;
use crate::keeper::{Signs, keeping, pause};
use crate::store::{Closing, Held, Run, State, Store, as_json};
use crate::worker::Worker;
use heard::{Heard, split, stuck};

/// How long the first unit of a worker may take. Each takes twice as long as the one before, up to what the run says: as much
/// is lost at most when the worker is killed.
const FIRST: Duration = Duration::from_millis(100);
/// A unit takes at least so many times as long as all around it, where that is more.
const DEAR: u32 = 100;
/// Solutions after which a unit is closed although there is time left, so that they do not pile up.
const MANY: u64 = 4096;
/// How often somebody who waits asks for work, at most.
const ASK: Duration = Duration::from_secs(1);

/// A run at work.
pub struct Desk<'a> {
    worker: &'a Worker,
    pub store: &'a mut Store,
    run: &'a Run,
    puzzle: &'a Puzzle,
    settings: Settings,
    stop: &'a StopFlag,
    watch: &'a mut dyn Watch,
    /// When it is to end, and the limits: nodes for this call, solutions for all.
    pub until: Option<Instant>,
    pub limits: Limits,
    /// Are there other runs to work on?
    pub others: bool,
    /// Nobody else works on the run: what fails ends it.
    pub alone: bool,
    /// How long the next unit may take.
    piece: Duration,
    /// The sums over the units that were closed here.
    pub stats: Stats,
    pub total: BigUint,
    pub closed: u64,
    pub void: u64,
    /// Does the watcher want no more?
    enough: bool,
    /// Why there is no solution, where that was clear without searching.
    pub impossible: Vec<String>,
}

/// What is to be done next.
enum Next {
    Unit(Held),
    Over(Ending),
}

impl<'a> Desk<'a> {
    pub fn new(
        worker: &'a Worker,
        store: &'a mut Store,
        (run, puzzle): (&'a Run, &'a Puzzle),
        stop: &'a StopFlag,
        watch: &'a mut dyn Watch,
    ) -> Desk<'a> {
        Desk {
            worker,
            store,
            run,
            puzzle,
            settings: run.question.settings(worker.threads),
            stop,
            watch,
            until: None,
            limits: Limits::default(),
            others: false,
            alone: false,
            piece: FIRST.min(run.unit),
            stats: Stats::default(),
            total: BigUint::ZERO,
            closed: 0,
            void: 0,
            enough: false,
            impossible: Vec::new(),
        }
    }

    fn patiently<R>(
        &mut self,
        work: impl FnMut(&mut Store) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.worker.patiently(self.store, self.stop, work)
    }

    /// Unit by unit, until the run is over or this worker is to go.
    pub fn work(&mut self) -> Result<Ending, Error> {
        let held = loop {
            match self.next()? {
                Next::Over(ending) => return Ok(ending),
                Next::Unit(held) if held.part.is_some() => break held,
                // Where the lease was lost meanwhile, or it was given back, it comes again.
                Next::Unit(held) => self.begin(&held)?,
            }
        };
        let id = self.run.id.to_string();
        let job = match &self.run.job {
            Some(job) => Some(job.clone()),
            None => self.patiently(|store| store.run(Some(&id)))?.job,
        };
        let Some(job) = job else {
            return Err(Error::Damaged("there are units, and no engine was chosen".to_owned()));
        };
        let limits = Limits { time: self.left(), memory: self.limits.memory, ..Limits::default() };
        let part = Unit { job: job.clone(), part: Interval::WHOLE };
        let search = Search::new(self.puzzle).settings(&self.settings).part(part).limits(limits);
        let search = search.until(self.stop.clone());
        let mut first = Some(held);
        let done = search.prepare(|prepared| self.by_units(prepared, &job, &mut first));
        // What was claimed and not searched is for others.
        if let Some(held) = first {
            self.patiently(|store| store.give_back(&held))?;
        }
        match done {
            Ok(ending) => ending,
            Err(Failure::Stopped(ending)) if ending != Ending::MemoryLimit => Ok(ending),
            Err(failure) => Err(failure.into()),
        }
    }

    fn by_units(
        &mut self,
        prepared: &mut Prepared<'_>,
        job: &Job,
        first: &mut Option<Held>,
    ) -> Result<Ending, Error> {
        let mut held = first.take();
        loop {
            let now = match held.take() {
                Some(held) => held,
                None => match self.next()? {
                    Next::Unit(held) => held,
                    Next::Over(ending) => return Ok(ending),
                },
            };
            let begun = Instant::now();
            let part = now.part.as_deref().unwrap_or("{}");
            let part: Interval = serde_json::from_str(part)
                .map_err(|error| Error::Damaged(format!("a unit cannot be read: {error}")))?;
            let unit = Unit { job: job.clone(), part };
            let limits = self.piece_limits()?;
            let (searched, found, lost) =
                self.search(&now, |heard, stop| prepared.run(&unit, limits, stop, heard));
            let outcome = match searched {
                Ok(outcome) => outcome,
                Err(failure) => {
                    self.failed(&now, failure)?;
                    continue;
                }
            };
            if let Some(words) = stuck(&outcome, &unit) {
                if self.alone {
                    return Ok(outcome.ending);
                }
                self.failed(&now, Failure::Unsupported(words))?;
                continue;
            }
            let left = self.left_over(prepared, &unit, now.share, &outcome)?;
            held = self.close(&now, &outcome, found, (left, None), lost)?;
            self.size(begun.elapsed().saturating_sub(outcome.stats.elapsed));
            if let Some(ending) = self.ending(&outcome)? {
                if let Some(held) = held {
                    self.patiently(|store| store.give_back(&held))?;
                }
                return Ok(ending);
            }
        }
    }

    /// Lets a search go on while the unit is kept.
    fn search(
        &mut self,
        held: &Held,
        search: impl FnOnce(&mut Heard<'_>, StopFlag) -> Result<Outcome, Failure>,
    ) -> (Result<Outcome, Failure>, Vec<Solution>, bool) {
        let signs = Signs::default();
        let mut heard = Heard {
            found: Vec::new(),
            before: self.stats,
            watch: &mut *self.watch,
            signs: &signs,
            enough: false,
        };
        let stop = self.stop.clone();
        let searched =
            keeping(self.store, (self.run, self.worker, held), &signs, || search(&mut heard, stop));
        let Heard { found, enough, .. } = heard;
        self.enough |= enough;
        (searched, found, signs.lost.load(Ordering::Relaxed))
    }

    /// A unit has failed: others may try, unless there are none.
    fn failed(&mut self, held: &Held, failure: Failure) -> Result<(), Error> {
        let why = failure.to_string();
        self.patiently(|store| store.fail(held, &why))?;
        if self.alone { Err(failure.into()) } else { Ok(()) }
    }

    /// The first unit: everything, by whichever engine suits. What it leaves is of the engine that was chosen; where that one
    /// cannot be gone on with, the search begins again with one that can.
    fn begin(&mut self, held: &Held) -> Result<(), Error> {
        let (puzzle, settings, limits) = (self.puzzle, self.settings.clone(), self.piece_limits()?);
        let (searched, mut found, lost) = self.search(held, |heard, stop| {
            Search::new(puzzle).settings(&settings).limits(limits).until(stop).run(heard)
        });
        let mut outcome = match searched {
            Ok(outcome) => outcome,
            Err(failure) => {
                self.patiently(|store| store.fail(held, &failure.to_string()))?;
                return Err(failure.into());
            }
        };
        self.impossible = std::mem::take(&mut outcome.impossible);
        let mut units: Vec<Unit> = outcome.rest.units().to_vec();
        let all = limits.solutions.is_some_and(|most| found.len() as u64 >= most);
        if outcome.rest == Rest::Everything && !all {
            if outcome.ending == Ending::Cancelled || self.gone().is_some() {
                return self.patiently(|store| store.give_back(held));
            }
            // What was counted so far is void: it cannot be said of which part of the tree it is.
            units = vec![self.whole()?];
            found.clear();
            let stats = Stats { elapsed: outcome.stats.elapsed, ..Stats::default() };
            outcome = Outcome::new(Ending::TimeLimit, stats);
        }
        let share = held.share / units.len().max(1) as f64;
        let left = units.iter().map(|unit| (as_json(&unit.part), share)).collect();
        let job = units.into_iter().next().map(|unit| unit.job);
        if let Some(held) = self.close(held, &outcome, found, (left, job), lost)? {
            self.patiently(|store| store.give_back(&held))?;
        }
        self.ending(&outcome).map(|_| ())
    }

    /// The whole search by the first engine that takes the puzzle and can be gone on with.
    fn whole(&self) -> Result<Unit, Error> {
        let family = self.puzzle.family();
        let suits = |e: &&Engine| {
            e.family == family
                && e.resumes
                && e.finds == Finds::All
                && !["auto", "exact", "reference"].contains(&e.name)
        };
        let mut refused = Failure::Unsupported("no engine takes this puzzle".to_owned());
        for engine in ENGINES.iter().filter(suits) {
            let search = Search::new(self.puzzle).settings(&self.settings).engine(engine.name);
            match search.until(self.stop.clone()).prepare(|prepared| prepared.whole()) {
                Ok(unit) => return Ok(unit),
                Err(failure) => refused = failure,
            }
        }
        Err(refused.into())
    }

    /// What is left of a unit, in as many parts as there are workers that wait for one, and the share of each.
    fn left_over(
        &mut self,
        prepared: &Prepared<'_>,
        unit: &Unit,
        share: f64,
        outcome: &Outcome,
    ) -> Result<Vec<(String, f64)>, Error> {
        let whole = prepared.share(unit)?;
        let weighed = |unit: Unit| Ok((prepared.share(&unit)?, unit));
        let units = outcome.rest.units().iter().cloned();
        let mut parts: Vec<(f64, Unit)> = units.map(weighed).collect::<Result<_, Failure>>()?;
        if !parts.is_empty() {
            let run = self.run;
            let look = self.patiently(|store| store.look(run))?;
            let wanted = (look.waiting + 1).saturating_sub(look.free).min(1000) as usize;
            split(prepared, &mut parts, wanted)?;
        }
        let scale = if whole > 0.0 { share / whole } else { 0.0 };
        Ok(parts.into_iter().map(|(own, unit)| (as_json(&unit.part), own * scale)).collect())
    }

    /// Writes down what a unit has come to, then tells of it; claims the next.
    fn close(
        &mut self,
        held: &Held,
        outcome: &Outcome,
        found: Vec<Solution>,
        (left, job): (Vec<(String, f64)>, Option<Job>),
        lost: bool,
    ) -> Result<Option<Held>, Error> {
        let text = |solution: &Solution| as_json(&wire::Solution::new(self.puzzle, solution));
        let closing = Closing {
            nodes: outcome.stats.nodes,
            seconds: outcome.stats.elapsed.as_secs_f64(),
            total: outcome.number(),
            solutions: found.iter().map(text).collect(),
            left,
            job,
        };
        self.limits.nodes = self.limits.nodes.map(|n| n.saturating_sub(outcome.stats.nodes));
        if lost {
            self.void += 1;
            return Ok(None);
        }
        let next = !self.is_over(outcome) && self.limits.solutions.is_none();
        let (run, worker) = (self.run, &self.worker.id);
        let (ours, next) =
            self.patiently(|store| store.close(run, worker, held, &closing, next))?;
        if !ours {
            self.void += 1;
            return Ok(next);
        }
        self.closed += 1;
        self.stats.nodes += outcome.stats.nodes;
        self.stats.elapsed += outcome.stats.elapsed;
        self.total += outcome.number();
        self.stats.solutions = u64::try_from(&self.total).unwrap_or(u64::MAX);
        for solution in &found {
            self.enough |= self.watch.solution(solution, &self.stats).is_break();
        }
        Ok(next)
    }

    /// Is this worker to go after a unit that ended so?
    fn is_over(&self, outcome: &Outcome) -> bool {
        self.enough || self.gone().is_some() || outcome.ending == Ending::Cancelled
    }

    /// Why this worker is to go after a unit, if it is.
    fn ending(&mut self, outcome: &Outcome) -> Result<Option<Ending>, Error> {
        let all = self.wanted()? == Some(0);
        if all && self.run.state == State::Open {
            let run = self.run;
            self.patiently(|store| store.set_state(run, State::Enough))?;
        }
        Ok(match outcome.ending {
            _ if all || self.enough => Some(Ending::Enough),
            Ending::Cancelled => Some(Ending::Cancelled),
            _ => self.gone(),
        })
    }

    /// Is it time to go, before anything is begun?
    fn gone(&self) -> Option<Ending> {
        match () {
            _ if self.stop.stopped() => Some(Ending::Cancelled),
            _ if self.limits.nodes == Some(0) => Some(Ending::NodeLimit),
            _ if self.until.is_some_and(|until| Instant::now() >= until) => Some(Ending::TimeLimit),
            () => None,
        }
    }

    /// Claims a unit, and waits for one while others have all there are.
    fn next(&mut self) -> Result<Next, Error> {
        let (run, worker) = (self.run, self.worker);
        let every = ASK.min(run.lease / 4);
        let mut wait = every / 16;
        loop {
            if self.wanted()? == Some(0) {
                return Ok(Next::Over(Ending::Enough));
            }
            if let Some(ending) = self.gone() {
                return Ok(Next::Over(ending));
            }
            if let Some(held) = self.patiently(|store| store.claim(run, run.lease))? {
                return Ok(Next::Unit(held));
            }
            let goes_on = self.patiently(|store| Ok(store.look(run)?.goes_on))?;
            let open = goes_on && self.patiently(|store| store.any_open(run))?;
            if !open {
                return Ok(Next::Over(Ending::Exhausted));
            }
            self.patiently(|store| store.waits(run, &worker.id))?;
            if self.others {
                return Ok(Next::Over(Ending::Exhausted));
            }
            pause(wait, self.stop);
            wait = every.min(2 * wait);
        }
    }

    /// How many solutions are still wanted.
    fn wanted(&mut self) -> Result<Option<u64>, Error> {
        let Some(most) = self.limits.solutions else { return Ok(None) };
        let run = self.run;
        let found = self.patiently(|store| store.how_many(run))?;
        Ok(Some(most.saturating_sub(found as u64)))
    }

    /// The time that is left.
    fn left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// The limits of the next unit.
    fn piece_limits(&mut self) -> Result<Limits, Error> {
        let wanted = self.wanted()?;
        let solutions = match self.settings.count && wanted.is_none() {
            true => None,
            false => Some(wanted.unwrap_or(MANY).clamp(1, MANY)),
        };
        Ok(Limits {
            time: Some(self.left().map_or(self.piece, |left| left.min(self.piece))),
            nodes: self.limits.nodes,
            solutions,
            memory: self.limits.memory,
        })
    }

    /// How long the next unit is to take: a run's usual time, or longer where all around a unit takes long.
    fn size(&mut self, around: Duration) {
        let longest = self.run.unit.max(DEAR * around);
        self.piece = longest.min(2 * self.piece);
    }
}
