//! One search, one machine, one file.

use std::path::Path;
use std::time::{Duration, Instant};

use marquetry_formats::json;
use marquetry_puzzle::Puzzle;
use marquetry_search::{
    ENGINES, Ending, Engine, Interval, Limits, Outcome, Rest, Settings, Stats, StopFlag, Unit,
    Watch, engine_for,
};

use crate::desk::Desk;
use crate::store::{Run, seconds};
use crate::{Error, Plan, Question, Store, Worker};

/// What is searched.
#[derive(Copy, Clone, Debug)]
pub struct Asked<'p> {
    /// The puzzle.
    pub puzzle: &'p Puzzle,
    /// How it is searched.
    pub settings: &'p Settings,
    /// Time and nodes are for this call alone, solutions for the whole search.
    pub limits: Limits,
}

/// Refuses a search that cannot be stopped and gone on with.
///
/// # Errors
/// There is no such engine, or it keeps what it knows in memory alone.
pub fn resumable(puzzle: &Puzzle, settings: &Settings) -> Result<(), Error> {
    let engine = engine_for(puzzle, settings)?;
    if engine.resumes {
        return Ok(());
    }
    let resumes = |e: &&Engine| e.family == engine.family && e.resumes;
    let others: Vec<&str> = ENGINES.iter().filter(resumes).map(|e| e.name).collect();
    let can = if others.is_empty() { "none for this family can" } else { "these can: " };
    Err(Error::Unresumable(format!(
        "engine '{}' cannot be stopped and gone on with; {can}{}",
        engine.name,
        others.join(", ")
    )))
}

/// Searches a puzzle and keeps how far it is in a file: a new one, or one of the same search that is gone on with. The watcher
/// hears of the solutions that are kept already, then of new ones once they are. The outcome is that of the whole search,
/// earlier calls included.
///
/// # Errors
/// The file is of another search, in use or damaged; the engine cannot be stopped and gone on with; or the search failed.
pub fn checkpointed(
    path: &Path,
    asked: Asked<'_>,
    stop: StopFlag,
    watch: &mut dyn Watch,
) -> Result<Outcome, Error> {
    resumable(asked.puzzle, asked.settings)?;
    let mut store = Store::alone(path)?;
    let question = Question::new(asked.settings, &asked.limits);
    let plan = Plan::new(asked.puzzle, question, asked.puzzle.title());
    let run = store.plan_only(&plan)?;
    store.take_over(&run)?;
    let (mut stats, mut total) = take_up(&mut store, &run, asked.puzzle, watch)?;
    let mut worker = Worker::new("here")?;
    worker.threads = asked.settings.threads;
    // Whoever started it can see to it.
    worker.patience = Duration::ZERO;
    store.come(&run, &worker.id, &worker.name)?;
    let mut desk = Desk::new(&worker, &mut store, (&run, asked.puzzle), &stop, watch);
    desk.until = asked.limits.time.map(|time| Instant::now() + time);
    (desk.limits, desk.alone) = (asked.limits, true);
    (desk.stats, desk.total) = (stats, total);
    let ending = desk.work()?;
    let impossible = std::mem::take(&mut desk.impossible);
    (stats, total) = (desk.stats, std::mem::take(&mut desk.total));
    let rest = rest(&mut store, &run, ending)?;
    let mut outcome = Outcome::new(ending, stats);
    (outcome.total, outcome.rest, outcome.impossible) = (Some(total), rest, impossible);
    Ok(outcome)
}

/// Adds up what was kept, and tells of the solutions.
fn take_up(
    store: &mut Store,
    run: &Run,
    puzzle: &Puzzle,
    watch: &mut dyn Watch,
) -> Result<(Stats, marquetry_search::BigUint), Error> {
    let sums = store.sums(run)?;
    let solutions = u64::try_from(&sums.total).unwrap_or(u64::MAX);
    let elapsed = seconds(sums.seconds);
    let stats = Stats { nodes: sums.nodes, solutions, elapsed, ..Stats::default() };
    store.solutions(run, (0, -1), |_, text| {
        let solution = json::read_solution(puzzle, &text);
        let solution =
            solution.map_err(|_| Error::Damaged("a solution cannot be read".to_owned()))?;
        Ok(watch.solution(&solution, &stats).is_continue())
    })?;
    Ok((stats, sums.total))
}

/// What the whole search has left.
fn rest(store: &mut Store, run: &Run, ending: Ending) -> Result<Rest, Error> {
    if ending == Ending::Exhausted {
        return Ok(Rest::Nothing);
    }
    let job = store.run(Some(&run.id.to_string()))?.job;
    let parts: Option<Vec<Interval>> = store
        .open_parts(run)?
        .iter()
        .map(|part| serde_json::from_str(part.as_deref()?).ok())
        .collect();
    Ok(match (parts, job) {
        (Some(parts), Some(job)) if !parts.is_empty() => {
            let unit = |part| Unit { job: job.clone(), part };
            Rest::Units(parts.into_iter().map(unit).collect())
        }
        _ => Rest::Everything,
    })
}
