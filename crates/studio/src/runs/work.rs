//! What a run does on its thread.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use marquetry_formats::events::{self, line};
use marquetry_play::making::{News, Order};
use marquetry_play::rating::{self, How};
use marquetry_play::{Game, Patience};
use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::{Puzzle, Score, Solution, Tiling};
use marquetry_report::{self as report, words};
use marquetry_search::matching::best::Hunt;
use marquetry_search::steps::{Act, Step};
use marquetry_search::{Limits, Outcome, Search, Settings, Stats, Watch};
use serde::Serialize;
use serde_json::value::RawValue;

use super::tape::Event;
use super::{MOST_POINTS, Point, Run, State};
use crate::api::ask::Rest;
use crate::api::read;
use crate::view::Change;

/// A search with all that belongs to it.
#[derive(Debug)]
pub enum Work {
    Solve { puzzle: Puzzle, settings: Settings, limits: Limits, engine: &'static str },
    Best { puzzle: Puzzle, hunt: Hunt, limits: Limits, engine: &'static str },
    Watch { puzzle: Puzzle, settings: Settings, limits: Limits, engine: &'static str },
    Rate { puzzle: Puzzle, how: How },
    Rest { game: Box<Game>, limits: Limits },
    Generate { order: Order, seed: u64, limits: Limits },
}

impl Work {
    pub fn kind(&self) -> &'static str {
        match self {
            Work::Solve { .. } => "solve",
            Work::Best { .. } => "best",
            Work::Watch { .. } => "watch",
            Work::Rate { .. } => "rate",
            Work::Rest { .. } => "rest",
            Work::Generate { .. } => "generate",
        }
    }

    pub fn puzzle(&self) -> Option<Puzzle> {
        match self {
            Work::Solve { puzzle, .. }
            | Work::Best { puzzle, .. }
            | Work::Watch { puzzle, .. }
            | Work::Rate { puzzle, .. } => Some(puzzle.clone()),
            Work::Rest { game, .. } => Some(game.puzzle().clone()),
            Work::Generate { .. } => None,
        }
    }

    /// The memory that was asked for.
    pub fn memory(&self) -> Option<u64> {
        match self {
            Work::Solve { limits, .. }
            | Work::Best { limits, .. }
            | Work::Watch { limits, .. }
            | Work::Rest { limits, .. }
            | Work::Generate { limits, .. } => limits.memory,
            Work::Rate { how, .. } => how.limits.memory,
        }
    }

    /// Does it all, and tells of it, whatever happens.
    pub fn go(self, run: &Arc<Run>, memory: u64) {
        let told = catch_unwind(AssertUnwindSafe(|| self.tell(run, memory)));
        let last = told.unwrap_or_else(|_| failed("the run failed, which is a fault of Marquetry"));
        run.tell(&mut run.state(), last);
        run.end();
    }

    /// The last event.
    fn tell(self, run: &Arc<Run>, memory: u64) -> Event {
        let within = |limits: Limits| Limits { memory: Some(memory), ..limits };
        match self {
            Work::Solve { puzzle, settings, limits, engine } => {
                let limits = within(limits);
                begin(run, &puzzle, engine, &settings, &limits);
                let mut teller = Keeper { run, puzzle: &puzzle, begun: Instant::now() };
                match Search::new(&puzzle)
                    .settings(&settings)
                    .limits(limits)
                    .until(run.stop.clone())
                    .run(&mut teller)
                {
                    Ok(outcome) => ended(run, &outcome, words::ended(&outcome, kind(&settings))),
                    Err(failure) => failed(&failure.to_string()),
                }
            }
            Work::Best { puzzle, hunt, limits, engine } => {
                let limits = within(limits);
                let settings =
                    Settings { seed: hunt.seed, threads: hunt.threads, ..Settings::default() };
                begin(run, &puzzle, engine, &settings, &limits);
                let mut teller = Keeper { run, puzzle: &puzzle, begun: Instant::now() };
                let search = Search::new(&puzzle).limits(limits).until(run.stop.clone());
                match search.best(&hunt, &mut teller) {
                    Ok(outcome) => {
                        let best = run.state().best.clone();
                        let words = match best.is_empty() {
                            true => "no board without a mismatch was found".to_owned(),
                            false => format!("the best board: {best}"),
                        };
                        ended(run, &outcome, words)
                    }
                    Err(failure) => failed(&failure.to_string()),
                }
            }
            Work::Watch { puzzle, settings, limits, engine } => {
                let limits = within(limits);
                begin(run, &puzzle, engine, &settings, &limits);
                match watched(run, &puzzle, &settings, limits) {
                    Ok(outcome) => ended(run, &outcome, words::ended(&outcome, kind(&settings))),
                    Err(failure) => failed(&failure.to_string()),
                }
            }
            Work::Rate { puzzle, how } => {
                let how = How { limits: within(how.limits), ..how };
                match rating::rate(&puzzle, &how, &run.stop) {
                    Ok(rating) => rated(&puzzle, &rating, &how),
                    Err(failure) => failed(&failure.to_string()),
                }
            }
            Work::Rest { game, limits } => {
                let mut hear = |stats: &Stats| {
                    let progress = event("progress", &report::progress(stats), &Nothing {});
                    run.tell(&mut run.state(), progress);
                };
                plain("rest", &Rest::of(&game, within(limits), &run.stop, &mut hear))
            }
            Work::Generate { order, seed, limits } => made(run, &order, seed, within(limits)),
        }
    }
}

/// How solutions are counted.
fn kind(settings: &Settings) -> &'static str {
    match settings {
        Settings { turns: true, .. } => " up to turns",
        Settings { distinct: true, .. } => " up to symmetry",
        _ => "",
    }
}

/// An event of `formats`, with more members beside its own.
fn event<T: Serialize>(name: &'static str, event: &events::Event, more: &T) -> Event {
    let own = line(event);
    let own = own.trim_end().strip_suffix('}').unwrap_or_default();
    let more = serde_json::to_string(more).unwrap_or_default();
    let data = match more.strip_prefix('{') {
        Some("}") | None => format!("{own}}}"),
        Some(members) => format!("{own},{members}"),
    };
    Event { name, data: data.into() }
}

/// An event of our own.
fn plain<T: Serialize>(name: &'static str, members: &T) -> Event {
    #[derive(Serialize)]
    struct Line<'a, T> {
        v: u64,
        event: &'a str,
        #[serde(flatten)]
        members: &'a T,
    }
    let line = Line { v: marquetry_formats::json::wire::VERSION, event: name, members };
    Event { name, data: serde_json::to_string(&line).unwrap_or_default().into() }
}

/// No members.
#[derive(Serialize)]
struct Nothing {}

fn failed(words: &str) -> Event {
    #[derive(Serialize)]
    struct Failed<'a> {
        message: &'a str,
    }
    plain("failed", &Failed { message: words })
}

fn begin(run: &Run, puzzle: &Puzzle, engine: &str, settings: &Settings, limits: &Limits) {
    let begin = report::begin(puzzle.title(), puzzle.family().name(), engine, settings, limits);
    run.tell(&mut run.state(), event("begin", &begin, &Nothing {}));
}

/// How a search ended, in words too.
#[derive(Serialize)]
struct Ended<'a> {
    words: String,
    /// Why there is no solution, where that was clear without searching; and what went wrong.
    notes: Vec<&'a str>,
    /// The engine that an automatic choice fell on.
    chosen: Option<&'a str>,
    /// Is it proved that no way through a tray is shorter?
    shortest: Option<bool>,
    /// How many solutions can be looked at.
    kept: usize,
}

fn ended(run: &Run, outcome: &Outcome, words: String) -> Event {
    let notes = outcome.impossible.iter().chain(&outcome.trouble).map(String::as_str).collect();
    let kept = {
        let mut state = run.state();
        state.solutions.found = state.solutions.found.max(outcome.stats.solutions);
        state.solutions.first.len()
    };
    let (chosen, shortest) = (outcome.chosen, outcome.shortest);
    event("end", &report::end(outcome), &Ended { words, notes, chosen, shortest, kept })
}

/// Keeps and tells what a search finds.
struct Keeper<'a> {
    run: &'a Run,
    puzzle: &'a Puzzle,
    begun: Instant,
}

/// When a better board was found.
#[derive(Serialize)]
struct When {
    seconds: f64,
}

impl Watch for Keeper<'_> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        let mut state = self.run.state();
        found(self.run, &mut state, self.puzzle, solution, stats);
        ControlFlow::Continue(())
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        let mut state = self.run.state();
        let seconds = events::seconds(self.begun.elapsed());
        if let Score::Board { matched, placed, breaks, .. } = score {
            let [matched, placed, breaks] = [*matched, *placed, breaks.len()].map(|n| n as u64);
            if state.curve.len() < MOST_POINTS {
                state.curve.push(Point { seconds, matched, placed, breaks });
            }
        }
        state.best = words::board(score);
        let improved = report::improved(self.puzzle, best, score);
        self.run.tell(&mut state, event("improved", &improved, &When { seconds }));
        ControlFlow::Continue(())
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        let mut state = self.run.state();
        // Engines that take turns count on their own: the most that one has found is what there is.
        state.solutions.found = state.solutions.found.max(stats.solutions);
        let stats = Stats { solutions: state.solutions.found, ..*stats };
        self.run.tell(&mut state, event("progress", &report::progress(&stats), &Nothing {}));
        ControlFlow::Continue(())
    }
}

/// Keeps a solution, and tells of it now and then: to write each down would hold a fast search up.
fn found(run: &Run, state: &mut State, puzzle: &Puzzle, solution: &Solution, stats: &Stats) {
    state.solutions.add(solution, stats.solutions);
    if state.tape.ready("solution", Instant::now()) {
        let wire = marquetry_formats::json::wire::Solution::new(puzzle, solution);
        run.tell(state, event("solution", &report::found(stats, wire), &Nothing {}));
    }
}

/// A step with what it changes in a drawing.
#[derive(Serialize)]
struct Shown {
    changes: Option<Vec<Change>>,
}

fn watched(
    run: &Run,
    puzzle: &Puzzle,
    settings: &Settings,
    limits: Limits,
) -> Result<Outcome, marquetry_search::Failure> {
    let mut hand = Hand::new(puzzle);
    let mut whole: Option<(Solution, u64)> = None;
    let mut look = |step: &Step| {
        let mut state = run.state();
        if let Some((solution, _)) = whole.take().filter(|(_, n)| step.stats.solutions > *n) {
            found(run, &mut state, puzzle, &solution, &step.stats);
        }
        drop(state);
        let changes = hand.step(step).map(|change| vec![change]);
        let shown = event("step", &report::step(puzzle, step), &Shown { changes });
        let laid = matches!(step.act, Act::Laid { .. });
        if matches!(step.act, Act::Laid { solved: true, .. }) {
            whole = Some((step.board.clone(), step.stats.solutions));
        }
        let mut state = run.state();
        if let Ok(step) = RawValue::from_string(shown.data.to_string()) {
            state.steps.add(step, laid);
        }
        if state.tape.ready("progress", Instant::now()) {
            run.tell(&mut state, event("progress", &report::progress(&step.stats), &Nothing {}));
        }
        while state.steps.far_ahead() && !run.stop.stopped() {
            let waited = run.turn.wait_timeout(state, Duration::from_secs(1));
            state = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
        ControlFlow::Continue(())
    };
    let search = Search::new(puzzle).settings(settings).limits(limits).until(run.stop.clone());
    let outcome = search.steps(&mut look)?;
    if let Some((solution, _)) = whole.filter(|(_, n)| outcome.stats.solutions > *n) {
        found(run, &mut run.state(), puzzle, &solution, &outcome.stats);
    }
    Ok(outcome)
}

/// Which group of a drawing each piece on the board is.
struct Hand<'a> {
    puzzle: &'a Puzzle,
    /// What lies on the board, by piece and copy.
    lying: Vec<(usize, usize)>,
}

impl<'a> Hand<'a> {
    fn new(puzzle: &'a Puzzle) -> Hand<'a> {
        Hand { puzzle, lying: Vec::new() }
    }

    /// What a step changes; `None` where that has to be drawn anew.
    fn step(&mut self, step: &Step) -> Option<Change> {
        let change = match (step.act, self.puzzle, &step.board) {
            (_, Puzzle::Sliding(p), Solution::Moves(moves)) => {
                let mut tray = p.start().clone();
                moves.iter().for_each(|m| drop(tray.make(p, m)));
                let corner = bounds(tray.cells(p, step.piece)).map(|bounds| bounds.0);
                let (piece, copy, cell, turn, flip) = (step.piece, 1, corner, 0, false);
                marquetry_draw::Change { piece, copy, cell, turn, flip }
            }
            (Act::TakenBack { .. }, ..) => {
                let (piece, copy) = self.lying.pop()?;
                marquetry_draw::Change::off(piece, copy)
            }
            (_, Puzzle::Matching(p), Solution::Board(board)) => {
                self.lying.push((step.piece, 1));
                let at = step.cell.y as usize * p.width + step.cell.x as usize;
                let turn = board.get(at).copied().flatten()?.turn;
                let (piece, copy, cell, flip) = (step.piece, 1, Some(step.cell), false);
                marquetry_draw::Change { piece, copy, cell, turn, flip }
            }
            (_, Puzzle::Tiling(p), Solution::Cover(cover)) => {
                let (piece, copy) = self.free(p, step.piece);
                self.lying.push((piece, copy));
                let placed = cover.iter().find(|placed| placed.cells.contains(&step.cell))?;
                marquetry_draw::Change::to_cells(p, piece, copy, &placed.cells)?
            }
            _ => return None,
        };
        Change::new(self.puzzle, &change)
    }

    /// A copy of a piece that is not on the board. The search calls equal pieces as the first of them.
    fn free(&self, p: &Tiling, piece: usize) -> (usize, usize) {
        let mut equal = (0..p.pieces.len()).filter(|&other| p.class(other) == p.class(piece));
        let used = |piece: usize| self.lying.iter().filter(|at| at.0 == piece).count();
        let free = equal.find(|&equal| used(equal) < p.pieces[equal].most as usize);
        let piece = free.unwrap_or(piece);
        let taken = |copy: &usize| self.lying.contains(&(piece, *copy));
        (piece, (1..).find(|copy| !taken(copy)).unwrap_or(1))
    }
}

/// What a rating found.
#[derive(Serialize)]
struct Rated {
    lines: Vec<Line>,
    difficulty: String,
    impossible: Vec<String>,
}

#[derive(Serialize)]
struct Line {
    name: &'static str,
    words: String,
}

fn rated(puzzle: &Puzzle, rating: &rating::Rating, how: &How) -> Event {
    let lines = words::rated(puzzle, rating, how.metric).into_iter();
    let lines = lines.map(|(name, words)| Line { name, words }).collect();
    let difficulty = words::difficulty(rating);
    plain("rated", &Rated { lines, difficulty, impossible: rating.outcome.impossible.clone() })
}

/// A puzzle that was made, as if it had been read.
#[derive(Serialize)]
struct Made {
    seed: u64,
    tries: u64,
    nodes: u64,
    #[serde(flatten)]
    puzzle: read::Read,
}

#[derive(Serialize)]
struct Trying {
    tries: u64,
}

fn made(run: &Run, order: &Order, seed: u64, limits: Limits) -> Event {
    let mut patience = Patience { limits, stop: run.stop.clone() };
    let (mut next, mut tries) = (seed, 0);
    let mut hear = |news: News<'_>| {
        if let News::Tried(_) = news {
            tries += 1;
            run.tell(&mut run.state(), plain("progress", &Trying { tries }));
        }
        ControlFlow::Continue(())
    };
    match order.choose(&mut next, &mut patience, &mut hear) {
        Ok(Some(made)) => {
            let (seed, nodes, puzzle) = (made.seed, made.nodes, read::made(&made.puzzle));
            plain("made", &Made { seed, tries, nodes, puzzle })
        }
        Ok(None) => {
            let seeds = words::plural(tries, "seed");
            failed(&format!("given up after {seeds}: {}", words::wanted(order)))
        }
        Err(why) => failed(&words::unmade(&why)),
    }
}
