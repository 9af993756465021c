//! The hunt for the best board: a unit is a seed and some minutes.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use marquetry_formats::json::{self, wire};
use marquetry_puzzle::{Board, Puzzle, Score, Solution};
use marquetry_search::matching::best::{Hunt, search_for};
use marquetry_search::{BigUint, Ending, Limits, Outcome, Search, Stats, StopFlag, Watch};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::keeper::{Offered, Signs, keeping, share_board};
use crate::store::{Closing, Held, Run, State, Store, as_json, seconds};
use crate::worker::{Worked, Worker};

/// A unit of a hunt.
#[derive(Serialize, Deserialize)]
struct Part {
    seed: u64,
    /// The seconds that are left, where some are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// How a board was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct How {
    /// The name of the search.
    pub search: String,
    /// Its seed.
    pub seed: u64,
    /// Its threads.
    pub threads: usize,
    /// After so many seconds of the unit.
    pub seconds: f64,
    /// Who found it.
    pub worker: String,
    /// The number of the board that it went on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<i64>,
    /// The version of Marquetry.
    pub version: String,
}

/// Hunts with one seed after the other.
pub fn hunt(
    worker: &Worker,
    store: &mut Store,
    (run, puzzle): (&Run, &Puzzle),
    until: Option<Instant>,
    stop: &StopFlag,
    watch: &mut dyn Watch,
    worked: &mut Worked,
) -> Result<(), Error> {
    let late = || until.is_some_and(|until| Instant::now() >= until);
    while !stop.stopped() && !late() {
        let Some(held) = worker.patiently(store, stop, |store| store.claim(run, run.lease))? else {
            break;
        };
        let unit = serde_json::from_str::<Part>(held.part.as_deref().unwrap_or_default());
        let part =
            unit.map_err(|error| Error::Damaged(format!("a unit cannot be read: {error}")))?;
        let time = part.seconds.map_or(run.unit, seconds);
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        let limits = Limits {
            time: Some(left.map_or(time, |left| left.min(time))),
            memory: worker.memory,
            ..Limits::default()
        };
        let (how, hunt) = prepare(worker, store, (run, puzzle), stop, part.seed)?;
        let signs = Signs::default();
        let mut heard =
            Heard { puzzle, how, begun: Instant::now(), signs: &signs, watch: &mut *watch };
        let searched = keeping(store, (run, worker, &held), &signs, || {
            Search::new(puzzle).limits(limits).until(stop.clone()).best(&hunt, &mut heard)
        });
        match searched {
            Ok(outcome) => {
                worker.patiently(store, stop, |store| share_board(store, run, &signs))?;
                let left = time.saturating_sub(outcome.stats.elapsed);
                let ours = close(worker, store, (run, &held), stop, (part.seed, left), &outcome)?;
                worked.add(u64::from(ours), u64::from(!ours), &outcome.stats);
            }
            Err(failure) => {
                let why = failure.to_string();
                worker.patiently(store, stop, |store| store.fail(&held, &why))?;
            }
        }
    }
    Ok(())
}

/// Half of the hunts go on from the best board of all, the others look elsewhere.
fn prepare(
    worker: &Worker,
    store: &mut Store,
    (run, puzzle): (&Run, &Puzzle),
    stop: &StopFlag,
    seed: u64,
) -> Result<(How, Hunt), Error> {
    let asked = run.question.best.clone().unwrap_or_default();
    let mut hunt = Hunt { seed, ..run.question.hunt(&asked, worker.threads) };
    let known = match seed % 2 {
        0 => worker.patiently(store, stop, |store| store.best(run))?,
        _ => None,
    };
    hunt.from = known.as_ref().map(|known| board(puzzle, &known.board)).transpose()?;
    let how = How {
        search: search_for(&hunt)?.name.to_owned(),
        seed,
        threads: worker.threads,
        seconds: 0.0,
        worker: worker.name.clone(),
        from: known.map(|known| known.id),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    Ok((how, hunt))
}

/// A board as it is kept.
fn board(puzzle: &Puzzle, text: &str) -> Result<Board, Error> {
    match json::read_solution(puzzle, text) {
        Ok(Solution::Board(board)) => Ok(board),
        _ => Err(Error::Damaged("a board cannot be read".to_owned())),
    }
}

/// Closes a seed; one that was stopped has minutes left.
fn close(
    worker: &Worker,
    store: &mut Store,
    (run, held): (&Run, &Held),
    stop: &StopFlag,
    (seed, left): (u64, Duration),
    outcome: &Outcome,
) -> Result<bool, Error> {
    let solved = outcome.stats.solutions > 0;
    let spent = match outcome.ending {
        Ending::Exhausted | Ending::Enough if solved => true,
        Ending::Exhausted => true,
        _ => left.is_zero(),
    };
    let mut closing = Closing {
        nodes: outcome.stats.nodes,
        seconds: outcome.stats.elapsed.as_secs_f64(),
        total: BigUint::from(outcome.stats.solutions),
        ..Closing::default()
    };
    if !spent {
        let part = Part { seed, seconds: Some(left.as_secs_f64()) };
        let share = held.share * left.as_secs_f64() / run.unit.as_secs_f64().max(1e-3);
        closing.left.push((as_json(&part), share.min(held.share)));
    }
    let (ours, _) = worker
        .patiently(store, stop, |store| store.close(run, &worker.id, held, &closing, false))?;
    if ours && solved {
        worker.patiently(store, stop, |store| store.set_state(run, State::Enough))?;
    }
    Ok(ours)
}

/// Hears of better boards, and lays the best out for others.
struct Heard<'w> {
    puzzle: &'w Puzzle,
    how: How,
    begun: Instant,
    signs: &'w Signs,
    watch: &'w mut dyn Watch,
}

impl Watch for Heard<'_> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        let _ = self.watch.solution(solution, stats);
        ControlFlow::Break(())
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        if let (Score::Board { placed, cells, breaks, .. }, Ok(mut shared)) =
            (score, self.signs.board.lock())
        {
            let lacks = (breaks.len() as u64, (cells - placed) as u64);
            self.how.seconds = self.begun.elapsed().as_secs_f64();
            let board = as_json(&wire::Solution::new(self.puzzle, best));
            *shared = Some(Offered { lacks, board, how: as_json(&self.how) });
        }
        self.watch.improved(best, score)
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        let word = self.watch.progress(stats);
        if self.signs.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { word }
    }
}
