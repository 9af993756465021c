//! The search, some seconds at a time.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use marquetry_formats::json::{self, wire};
use marquetry_puzzle::{Puzzle, Score, Solution};
use marquetry_search::{
    BigUint, ENGINES, Ending, Failure, Finds, Limits, Outcome, Prepared, Rest, Search, Settings,
    Stats, StopFlag, Unit, Watch, engine_for,
};

use crate::Error;
use crate::ledger::{Closing, Ledger, Question};

/// How long the first piece of a call may take. Each takes twice as long as the one before, up to so long: as much is lost
/// at most when the process is killed.
const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);
/// Solutions after which a piece is closed although there is time left, so that they do not pile up.
const MANY: u64 = 4096;

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

impl Asked<'_> {
    fn question(&self) -> Question {
        let Settings { engine, distinct, turns, looks, order, metric, count, .. } = self.settings;
        let wanted = self.limits.solutions;
        Question {
            puzzle: json::write(self.puzzle),
            engine: engine.clone().unwrap_or_default(),
            question: format!("{distinct} {turns} {looks} {order:?} {metric:?} {count} {wanted:?}"),
        }
    }
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
    let engine = engine_for(asked.puzzle, asked.settings)?;
    if !engine.resumes {
        let resumes = |e: &&marquetry_search::Engine| e.family == engine.family && e.resumes;
        let others: Vec<&str> = ENGINES.iter().filter(resumes).map(|e| e.name).collect();
        let can = if others.is_empty() { "none for this family can" } else { "these can: " };
        return Err(Error::Unresumable(format!(
            "engine '{}' cannot be stopped and gone on with; {can}{}",
            engine.name,
            others.join(", ")
        )));
    }
    let ledger = Ledger::open(path, &asked.question())?;
    let mut desk = Desk {
        ledger,
        asked,
        stop,
        watch,
        until: None,
        nodes: asked.limits.nodes,
        piece: FIRST,
        stats: Stats::default(),
        total: BigUint::ZERO,
        impossible: Vec::new(),
    };
    desk.until = asked.limits.time.map(|time| Instant::now() + time);
    desk.take_up()?;
    let ending = desk.work()?;
    desk.outcome(ending)
}

/// A search at work.
struct Desk<'a> {
    ledger: Ledger,
    asked: Asked<'a>,
    stop: StopFlag,
    watch: &'a mut dyn Watch,
    /// When this call is to end, and the nodes that it has left.
    until: Option<Instant>,
    nodes: Option<u64>,
    /// How long the next piece may take.
    piece: Duration,
    /// The sums over closed pieces.
    stats: Stats,
    total: BigUint,
    /// Why there is no solution, where that was clear without searching.
    impossible: Vec<String>,
}

impl Desk<'_> {
    /// Adds up what was kept, and tells of the solutions.
    fn take_up(&mut self) -> Result<(), Error> {
        let sums = self.ledger.sums()?;
        self.stats.nodes = sums.nodes;
        self.stats.elapsed = Duration::try_from_secs_f64(sums.seconds).unwrap_or_default();
        for total in &sums.totals {
            let number = BigUint::parse_bytes(total.as_bytes(), 10);
            self.total +=
                number.ok_or_else(|| Error::Damaged(format!("'{total}' is no number")))?;
        }
        self.stats.solutions = u64::try_from(&self.total).unwrap_or(u64::MAX);
        let Desk { ledger, asked, watch, stats, .. } = self;
        ledger.solutions(|text| {
            let solution = json::read_solution(asked.puzzle, &text);
            let solution =
                solution.map_err(|_| Error::Damaged("a solution cannot be read".to_owned()))?;
            Ok(watch.solution(&solution, stats).is_continue())
        })
    }

    /// Piece by piece, until the search is over or this call is.
    fn work(&mut self) -> Result<Ending, Error> {
        if self.wanted() == Some(0) {
            return Ok(Ending::Enough);
        }
        match self.ledger.next()? {
            None => return Ok(Ending::Exhausted),
            Some((id, None)) => {
                if let Some(ending) = self.begin(id)? {
                    return Ok(ending);
                }
            }
            Some(_) => {}
        }
        let Some((_, Some(first))) = self.ledger.next()? else { return Ok(Ending::Exhausted) };
        let unit = read(&first)?;
        let Asked { puzzle, settings, .. } = self.asked;
        let limits = Limits { nodes: None, time: self.left(), ..self.asked.limits };
        let search = Search::new(puzzle).settings(settings).part(unit).limits(limits);
        match search.until(self.stop.clone()).prepare(|prepared| self.by_units(prepared)) {
            Ok(ending) => ending,
            Err(Failure::Stopped(ending)) => Ok(ending),
            Err(failure) => Err(failure.into()),
        }
    }

    fn by_units(&mut self, prepared: &mut Prepared<'_>) -> Result<Ending, Error> {
        while let Some((id, Some(text))) = self.ledger.next()? {
            let (limits, stop) = (self.limits(), self.stop.clone());
            let mut heard = Heard::new(self);
            let outcome = prepared.run(&read(&text)?, limits, stop, &mut heard);
            let found = heard.found;
            if let Some(ending) = self.close(id, &outcome?, found)? {
                return Ok(ending);
            }
        }
        Ok(Ending::Exhausted)
    }

    /// The first piece: everything, by whichever engine suits. What it leaves is of the engine that was chosen; where that
    /// one cannot be gone on with, the search begins again with one that can.
    fn begin(&mut self, id: i64) -> Result<Option<Ending>, Error> {
        let Asked { puzzle, settings, .. } = self.asked;
        let (limits, stop) = (self.limits(), self.stop.clone());
        let mut heard = Heard::new(self);
        let search = Search::new(puzzle).settings(settings).limits(limits).until(stop);
        let mut outcome = search.run(&mut heard)?;
        let found = heard.found;
        self.impossible = std::mem::take(&mut outcome.impossible);
        if outcome.rest != Rest::Everything {
            return self.close(id, &outcome, found);
        }
        if outcome.ending != Ending::TimeLimit || self.out_of_time() {
            return Ok(Some(outcome.ending));
        }
        let whole = self.whole()?;
        let closing =
            Closing { total: "0".into(), left: vec![written(&whole)], ..Closing::default() };
        self.ledger.close(id, &closing)?;
        Ok(None)
    }

    /// The whole search by the first engine that takes the puzzle and can be gone on with.
    fn whole(&self) -> Result<Unit, Error> {
        let Asked { puzzle, settings, .. } = self.asked;
        let family = puzzle.family();
        let suits = |e: &&marquetry_search::Engine| {
            e.family == family
                && e.resumes
                && e.finds == Finds::All
                && !["auto", "exact", "reference"].contains(&e.name)
        };
        let mut refused = Failure::Unsupported("no engine takes this puzzle".to_owned());
        for engine in ENGINES.iter().filter(suits) {
            let search = Search::new(puzzle).settings(settings).engine(engine.name);
            match search.until(self.stop.clone()).prepare(|prepared| prepared.whole()) {
                Ok(unit) => return Ok(unit),
                Err(failure) => refused = failure,
            }
        }
        Err(refused.into())
    }

    /// Writes down what a piece has come to, then tells of it. `Some` when the search is over, or this call is.
    fn close(
        &mut self,
        id: i64,
        outcome: &Outcome,
        found: Vec<Solution>,
    ) -> Result<Option<Ending>, Error> {
        let puzzle = self.asked.puzzle;
        let solution = |solution: &Solution| as_json(&wire::Solution::new(puzzle, solution));
        let closing = Closing {
            nodes: outcome.stats.nodes,
            seconds: outcome.stats.elapsed.as_secs_f64(),
            total: outcome.number().to_string(),
            solutions: found.iter().map(solution).collect(),
            left: outcome.rest.units().iter().map(written).collect(),
        };
        self.ledger.close(id, &closing)?;
        self.stats.nodes += outcome.stats.nodes;
        self.nodes = self.nodes.map(|left| left.saturating_sub(outcome.stats.nodes));
        self.piece = LONGEST.min(2 * self.piece);
        self.stats.elapsed += outcome.stats.elapsed;
        self.total += outcome.number();
        self.stats.solutions = u64::try_from(&self.total).unwrap_or(u64::MAX);
        let mut enough = self.wanted() == Some(0);
        for solution in &found {
            enough |= self.watch.solution(solution, &self.stats).is_break();
        }
        Ok(match outcome.ending {
            _ if enough => Some(Ending::Enough),
            Ending::Exhausted | Ending::Enough => None,
            Ending::TimeLimit if !self.out_of_time() => None,
            ending => Some(ending),
        })
    }

    /// How many solutions are still wanted.
    fn wanted(&self) -> Option<u64> {
        self.asked.limits.solutions.map(|most| most.saturating_sub(self.stats.solutions))
    }

    fn out_of_time(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The time that this call has left.
    fn left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// Those of the next piece.
    fn limits(&self) -> Limits {
        let solutions = match self.asked.settings.count && self.asked.limits.solutions.is_none() {
            true => None,
            false => Some(self.wanted().unwrap_or(MANY).min(MANY)),
        };
        Limits {
            time: Some(self.left().map_or(self.piece, |left| left.min(self.piece))),
            nodes: self.nodes,
            solutions,
            memory: self.asked.limits.memory,
        }
    }

    fn outcome(&self, ending: Ending) -> Result<Outcome, Error> {
        let units = self.ledger.open_units()?;
        let units: Vec<Unit> = units.iter().map(|text| read(text)).collect::<Result<_, _>>()?;
        let rest = match ending {
            Ending::Exhausted => Rest::Nothing,
            _ if units.is_empty() => Rest::Everything,
            _ => Rest::Units(units),
        };
        let (total, impossible) = (Some(self.total.clone()), self.impossible.clone());
        Ok(Outcome { total, rest, impossible, ..Outcome::new(ending, self.stats) })
    }
}

fn as_json(value: &impl serde::Serialize) -> String {
    // These types have neither maps with other keys than strings nor numbers that JSON does not know.
    serde_json::to_string(value).unwrap_or_default()
}

fn written(unit: &Unit) -> String {
    as_json(unit)
}

fn read(unit: &str) -> Result<Unit, Error> {
    serde_json::from_str(unit)
        .map_err(|error| Error::Damaged(format!("a unit cannot be read: {error}")))
}

/// Hears of a piece: keeps its solutions, and passes progress on as that of the whole.
struct Heard<'w> {
    found: Vec<Solution>,
    before: Stats,
    watch: &'w mut dyn Watch,
}

impl<'w> Heard<'w> {
    fn new<'d: 'w>(desk: &'w mut Desk<'d>) -> Heard<'w> {
        Heard { found: Vec::new(), before: desk.stats, watch: desk.watch }
    }
}

impl Watch for Heard<'_> {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        self.found.push(solution.clone());
        ControlFlow::Continue(())
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        self.watch.improved(best, score)
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        let nodes = self.before.nodes + stats.nodes;
        let solutions = self.before.solutions.saturating_add(stats.solutions);
        let elapsed = self.before.elapsed + stats.elapsed;
        self.watch.progress(&Stats { nodes, solutions, elapsed, done: None, ..*stats })
    }
}
