//! Searches, whole or by units.

use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, analyse};

use super::work::{Open, all, brought};
use super::{ENGINES, Engine, Settings, engine_for};
use crate::parallel::{self, Make};
use crate::run::{Asked, Ending, Failure, Halt, Limits, Outcome, Run, Stats, StopFlag, Watch};
use crate::tree::{Climb, Going, Interval, Path, before};
use crate::unit::{Job, Rest, Unit};

/// The outcome of a puzzle that is impossible without any search.
pub(crate) fn proved(puzzle: &Puzzle) -> Option<Outcome> {
    let impossible = analyse::impossible(puzzle);
    if impossible.is_empty() {
        return None;
    }
    Some(Outcome { impossible, ..Outcome::new(Ending::Exhausted, Stats::default()) })
}

/// Lets an engine search a puzzle.
pub(crate) fn search(
    puzzle: &Puzzle,
    settings: &Settings,
    limits: Limits,
    stop: StopFlag,
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let engine = engine_for(puzzle, settings)?;
    let settings = &*engine.settings(settings);
    if settings.keep.is_some() && !engine.keeps {
        let words = format!("engine '{}' keeps nothing in a folder", engine.name);
        return Err(Failure::Unsupported(words));
    }
    let mut run = Run::new(puzzle, settings.distinct, limits, stop, watch);
    asks(settings, &mut run);
    let unsuited =
        || Failure::Unsupported(format!("engine '{}' cannot search this puzzle", engine.name));
    let left = match (&settings.from, engine.whole, engine.tables) {
        (None, Some(whole), _) => whole.search(puzzle, settings, &mut run),
        (None, None, Some(tables)) => {
            tables.make(puzzle, (settings, false), &mut all(settings), &mut run)
        }
        (Some(unit), _, Some(tables)) => {
            let scaled = engine_job(puzzle, settings, engine, unit)?;
            let (mut search, mut begun) = (brought(settings, &unit.part), false);
            let mut work = |name: &'static str, make: &Make<'_>, run: &mut Run<'_>| {
                begun = true;
                search(name, make, run)
            };
            let left = tables.make(puzzle, (settings, scaled), &mut work, &mut run);
            match left {
                // Stopped while the tables were made, it has all of the unit left, and not all of the tree.
                Some((flow, _)) if !begun => {
                    return run.finish(flow, Rest::Units(vec![unit.clone()]));
                }
                left => left,
            }
        }
        _ => {
            let words = format!("engine '{}' cannot go on with a part of its search", engine.name);
            return Err(Failure::Unsupported(words));
        }
    };
    let (flow, open) = left.ok_or_else(unsuited)?;
    let rest = match open {
        _ if flow.is_continue() => Rest::Nothing,
        Open::Parts(name, parts) => {
            Rest::of(&job(puzzle, settings, name, run.scale.is_some()), parts)
        }
        Open::Unresumable => Rest::Everything,
    };
    run.finish(flow, rest)
}

/// Makes an engine's tables once, for many units.
pub(crate) fn prepare<R>(
    puzzle: &Puzzle,
    settings: &Settings,
    (limits, stop): (Limits, StopFlag),
    work: impl FnOnce(&mut Prepared<'_>) -> R,
) -> Result<R, Failure> {
    let engine = engine_for(puzzle, settings)?;
    let settings = &*engine.settings(settings);
    let unsuited = |words| Failure::Unsupported(format!("engine '{}' {words}", engine.name));
    let tables = engine.tables.ok_or_else(|| unsuited("cannot search a part of its tree"))?;
    let scaled = match &settings.from {
        Some(unit) => engine_job(puzzle, settings, engine, unit)?,
        None => false,
    };
    let mut nobody = ();
    let mut run = Run::new(puzzle, settings.distinct, limits, stop, &mut nobody);
    asks(settings, &mut run);
    let (mut work, mut result) = (Some(work), None);
    let mut prepared = |name: &'static str, make: &Make<'_>, run: &mut Run<'_>| {
        let job = job(puzzle, settings, name, scaled);
        let make = Box::new(|| -> Box<dyn Climb + '_> { make() });
        let mut prepared = Prepared { make, asked: run.asked(), job, threads: settings.threads };
        result = work.take().map(|work| work(&mut prepared));
        (ControlFlow::Continue(()), Open::Unresumable)
    };
    let left = tables.make(puzzle, (settings, scaled), &mut prepared, &mut run);
    match (result, left) {
        (Some(result), _) => Ok(result),
        (None, Some((ControlFlow::Break(Halt::Failure(failure)), _))) => Err(failure),
        (None, Some((ControlFlow::Break(Halt::Ending(ending)), _))) => {
            Err(Failure::Stopped(ending))
        }
        (None, _) => Err(unsuited("cannot search this puzzle")),
    }
}

/// An engine whose tables are made: searches units.
pub struct Prepared<'s> {
    make: Box<dyn Fn() -> Box<dyn Climb + 's> + Sync + 's>,
    asked: Asked<'s>,
    job: Job,
    threads: usize,
}

impl Prepared<'_> {
    /// The unit that is the whole search.
    pub fn whole(&self) -> Unit {
        Unit { job: self.job.clone(), part: Interval::WHOLE }
    }

    /// Searches a unit.
    ///
    /// # Errors
    /// A unit of another job is refused, and so is one whose paths lead nowhere.
    pub fn run(
        &self,
        unit: &Unit,
        limits: Limits,
        stop: StopFlag,
        watch: &mut dyn Watch,
    ) -> Result<Outcome, Failure> {
        self.job.accept(&unit.job)?;
        let mut run = self.asked.run(limits, stop, watch);
        let (flow, parts) = match self.going(unit).check(&mut run) {
            ControlFlow::Continue(()) => {
                parallel::search(&*self.make, &unit.part, self.threads, &mut run)
            }
            flow => (flow, vec![unit.part.clone()]),
        };
        let rest = if flow.is_continue() { Rest::Nothing } else { Rest::of(&self.job, parts) };
        run.finish(flow, rest)
    }

    /// Cuts a unit in two, each a part of the same tree; `None` where it cannot be cut.
    ///
    /// # Errors
    /// As those of [`Prepared::run`].
    pub fn split(&self, unit: &Unit) -> Result<Option<[Unit; 2]>, Failure> {
        self.job.accept(&unit.job)?;
        let mut nobody = ();
        let mut run = self.asked.run(Limits::default(), StopFlag::default(), &mut nobody);
        let mut going = self.going(unit);
        let flow = going.check(&mut run);
        let flow = if flow.is_continue() { going.open(&mut run) } else { flow };
        if let ControlFlow::Break(Halt::Failure(failure)) = flow {
            return Err(failure);
        }
        let given = going.split();
        let unit = |part| Unit { job: self.job.clone(), part };
        Ok(given.and_then(|given| Some([unit(going.rest()?), unit(given)])))
    }

    /// The share of the whole tree that a unit is, 0 to 1, if all subtrees of a node were alike.
    ///
    /// # Errors
    /// As those of [`Prepared::run`].
    pub fn share(&self, unit: &Unit) -> Result<f64, Failure> {
        self.job.accept(&unit.job)?;
        let mut climber = (self.make)();
        let mut before = |path: &Path| before(&mut *climber, path);
        let to = unit.part.to.as_ref().map_or(Ok(1.0), &mut before)?;
        Ok((to - before(&unit.part.from)?).max(0.0))
    }

    fn going(&self, unit: &Unit) -> Going<'_> {
        Going::new((self.make)(), unit.part.clone())
    }
}

/// Sets what a run asks.
pub(crate) fn asks(settings: &Settings, run: &mut Run<'_>) {
    run.by_metric(settings.metric);
    if settings.turns {
        run.by_turns();
    }
    if settings.looks {
        run.by_looks(settings.distinct);
    }
}

/// The job of an engine with this name.
fn job(puzzle: &Puzzle, settings: &Settings, name: &str, scaled: bool) -> Job {
    let ours = |engine: &&Engine| engine.name == name && engine.family == puzzle.family();
    let tree = ENGINES.iter().find(ours).map_or(0, |engine| engine.tree);
    Job::new(puzzle, settings, (name, tree), scaled)
}

/// Accepts a unit of an engine's job, and says whether its numbers are scaled.
fn engine_job(
    puzzle: &Puzzle,
    settings: &Settings,
    engine: &Engine,
    unit: &Unit,
) -> Result<bool, Failure> {
    let scaled = job(puzzle, settings, engine.name, true);
    if unit.job == scaled {
        return Ok(true);
    }
    job(puzzle, settings, engine.name, false).accept(&unit.job).map(|()| false)
}
