//! What searches and games say: [`events`] that other programs read, and [`words`] for people; and [`trial`]s of engines.
//!
//! A [`Report`] watches a search and makes an event of all it hears; [`steps`] does so for a search that is watched step
//! by step. [`begin`] and [`end`] are the first event of a run and the last.
//!
//! ```
//! use std::ops::ControlFlow;
//! use marquetry_formats::events::{Event, line};
//! use marquetry_report::{Report, begin, end};
//! use marquetry_search::{Limits, Search, Settings, engine_for};
//!
//! let text = "marquetry tiling\nboard\n  ###\n  ###\npiece L copies 2\n  ##\n  #.\n";
//! let puzzle = marquetry_formats::native::read(text).unwrap();
//! let (settings, limits) = (Settings::default(), Limits::default());
//!
//! let engine = engine_for(&puzzle, &settings).unwrap().name;
//! let mut events = vec![begin(puzzle.title(), puzzle.family().name(), engine, &settings, &limits)];
//! let mut report = Report::new(&puzzle, |event: Event| {
//!     events.push(event);
//!     ControlFlow::Continue(())
//! });
//! let outcome = Search::new(&puzzle).settings(&settings).limits(limits).run(&mut report).unwrap();
//! events.push(end(&outcome));
//! for event in &events {
//!     print!("{}", line(event));
//! }
//! # assert_eq!(events.iter().filter(|e| matches!(e, Event::Solution(_))).count(), 2);
//! ```
//!
//! **Invariant:** nothing is decided here. What a search says and what an event holds are the same, in other types.

pub mod trial;
pub mod words;

use std::ops::ControlFlow;

use marquetry_formats::events::{self, Event};
use marquetry_formats::json::wire;
use marquetry_puzzle::{Puzzle, Score, Solution};
use marquetry_search::steps::{self as stepping, Step};
use marquetry_search::{Ending, Failure, Limits, Outcome, Search, Settings, Stats, Watch};

/// Makes an event of everything a search says, and hands it to a closure. Where that breaks, the search is stopped.
pub struct Report<'a, F> {
    puzzle: &'a Puzzle,
    tell: F,
}

impl<'a, F: FnMut(Event) -> ControlFlow<()>> Report<'a, F> {
    /// A report of the search of this puzzle.
    pub fn new(puzzle: &'a Puzzle, tell: F) -> Report<'a, F> {
        Report { puzzle, tell }
    }
}

impl<F: FnMut(Event) -> ControlFlow<()>> Watch for Report<'_, F> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        (self.tell)(found(stats, wire::Solution::new(self.puzzle, solution)))
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        (self.tell)(improved(self.puzzle, best, score))
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        (self.tell)(progress(stats))
    }
}

/// Runs a search of this puzzle [step by step](Search::steps) and tells each step. A solution is told when it was counted, which
/// the step after it shows: up to symmetry it may be one that was found before. Break to stop.
pub fn steps(
    puzzle: &Puzzle,
    search: Search<'_>,
    tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<Outcome, Failure> {
    let mut whole: Option<(Solution, u64)> = None;
    let counted = |whole: &mut Option<(Solution, u64)>, stats: &Stats| {
        let new = whole.take().filter(|(_, before)| stats.solutions > *before);
        new.map(|(solution, _)| found(stats, wire::Solution::new(puzzle, &solution)))
    };
    let mut look = |now: &Step| {
        if let Some(event) = counted(&mut whole, &now.stats) {
            tell(event)?;
        }
        if let stepping::Act::Laid { solved: true, .. } = now.act {
            whole = Some((now.board.clone(), now.stats.solutions));
        }
        tell(step(puzzle, now))
    };
    let outcome = search.steps(&mut look)?;
    if let Some(event) = counted(&mut whole, &outcome.stats) {
        // There is nothing left to stop.
        let _ = tell(event);
    }
    Ok(outcome)
}

/// The first event of a search, by the title and family of its puzzle and the name of its engine.
pub fn begin(
    title: &str,
    family: &str,
    engine: &str,
    settings: &Settings,
    limits: &Limits,
) -> Event {
    Event::Begin(events::Begin {
        puzzle: title.to_owned(),
        family: family.to_owned(),
        engine: engine.to_owned(),
        seed: settings.seed,
        threads: settings.threads as u64,
        limits: self::limits(limits),
    })
}

/// Limits as the first event has them.
pub fn limits(limits: &Limits) -> events::Limits {
    events::Limits {
        seconds: limits.time.map(events::seconds),
        nodes: limits.nodes,
        solutions: limits.solutions,
        memory: limits.memory,
    }
}

/// How a search is doing.
pub fn progress(stats: &Stats) -> Event {
    Event::Progress(events::Progress {
        nodes: stats.nodes,
        solutions: stats.solutions,
        seconds: events::seconds(stats.elapsed),
        nodes_per_second: rate(stats),
        on_cards: Some(stats.on_cards).filter(|&nodes| nodes > 0),
        done: stats.done,
        breadth: stats.breadth.map(|breadth| events::Breadth {
            depth: breadth.depth,
            frontier: breadth.frontier,
            memory: breadth.memory,
            disk: breadth.disk,
        }),
    })
}

/// Nodes a second so far.
pub fn rate(stats: &Stats) -> u64 {
    (stats.nodes as f64 / stats.elapsed.as_secs_f64().max(1e-6)) as u64
}

/// A solution, after so much work.
pub fn found(stats: &Stats, solution: wire::Solution) -> Event {
    Event::Solution(events::Found {
        number: stats.solutions,
        nodes: stats.nodes,
        seconds: events::seconds(stats.elapsed),
        solution,
    })
}

/// The best partial solution so far.
pub fn improved(puzzle: &Puzzle, best: &Solution, score: &Score) -> Event {
    let solution = wire::Solution::new(puzzle, best);
    Event::Improved(events::Improved { score: score.into(), solution })
}

/// A step of a search that is watched.
pub fn step(puzzle: &Puzzle, step: &Step) -> Event {
    let name = match puzzle {
        Puzzle::Matching(p) => p.tiles.get(step.piece).map(|tile| &tile.name),
        Puzzle::Tiling(p) => p.pieces.get(step.piece).map(|piece| &piece.name),
        Puzzle::Sliding(p) => p.blocks.get(step.piece).map(|block| &block.name),
    };
    Event::Step(events::Step {
        piece: name.cloned().unwrap_or_default(),
        cell: wire::Place(step.cell),
        act: act(puzzle, step),
        depth: step.laid as u64,
        nodes: step.stats.nodes,
        solutions: step.stats.solutions,
    })
}

/// What was done with the piece of a step, and how it lies.
fn act(puzzle: &Puzzle, step: &Step) -> events::Act {
    let (number, of, ways, solved) = match step.act {
        stepping::Act::Laid { number, of, ways, solved } => (number, of, ways, solved),
        stepping::Act::TakenBack { why } => {
            return events::Act::TakenBack { why: Some(self::why(why)) };
        }
    };
    let turn = match (puzzle, &step.board) {
        (Puzzle::Matching(p), Solution::Board(board)) => {
            let at = step.cell.y as usize * p.width + step.cell.x as usize;
            board.get(at).copied().flatten().map(|laid| laid.turn)
        }
        _ => None,
    };
    let cells = match &step.board {
        Solution::Cover(cover) => {
            let laid = cover.iter().find(|placed| placed.cells.contains(&step.cell));
            laid.map(|placed| placed.cells.iter().copied().map(wire::Place).collect())
        }
        _ => None,
    };
    let [way, of, ways] = [number, of, ways].map(|count| count as u64);
    events::Act::Laid { way, of, ways, solved, turn, cells }
}

fn why(why: stepping::Why) -> events::Why {
    match why {
        stepping::Why::DeadEnd => events::Why::DeadEnd,
        stepping::Why::Tried => events::Why::Tried,
        stepping::Why::Solved => events::Why::Solved,
    }
}

/// The last event of a search.
pub fn end(outcome: &Outcome) -> Event {
    let (ending, stats) = (outcome.ending, &outcome.stats);
    Event::End(events::End {
        ending: match ending {
            Ending::Exhausted => events::Ending::Exhausted,
            Ending::Enough => events::Ending::Enough,
            Ending::TimeLimit => events::Ending::TimeLimit,
            Ending::NodeLimit => events::Ending::NodeLimit,
            Ending::MemoryLimit => events::Ending::MemoryLimit,
            Ending::DiskLimit => events::Ending::DiskLimit,
            Ending::Cancelled => events::Ending::Cancelled,
        },
        answer: match (ending, stats.solutions) {
            (_, 1..) => events::Answer::Found,
            (Ending::Exhausted, 0) => events::Answer::None,
            _ => events::Answer::Unknown,
        },
        solutions: stats.solutions,
        total: Some(outcome.number().to_string()),
        shortest: outcome.shortest.filter(|&proven| !proven && stats.solutions > 0),
        nodes: stats.nodes,
        seconds: events::seconds(stats.elapsed),
    })
}

#[cfg(test)]
mod tests {
    use marquetry_search::Search;

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        marquetry_formats::native::read(text).unwrap()
    }

    fn row() -> Puzzle {
        puzzle("marquetry tiling\nboard\n  ###\npiece I\n  ##\npiece O\n  #\n")
    }

    #[test]
    fn who_has_heard_enough_stops_the_search() {
        let row = row();
        let mut told = 0;
        let mut report = Report::new(&row, |_| {
            told += 1;
            ControlFlow::Break(())
        });
        assert_eq!(report.progress(&Stats::default()), ControlFlow::Break(()));
        let outcome = Search::new(&row).run(&mut report).unwrap();
        assert_eq!((outcome.ending, told), (Ending::Enough, 2));
        let mut heard = 0;
        let mut tell = |_| {
            heard += 1;
            ControlFlow::Break(())
        };
        let outcome = steps(&row, Search::new(&row), &mut tell).unwrap();
        assert_eq!((outcome.ending, heard), (Ending::Cancelled, 1));
    }

    /// The events of a watched search in a word each.
    fn words(settings: &Settings) -> Vec<&'static str> {
        let mut words = Vec::new();
        let mut tell = |event: Event| {
            words.push(match event {
                Event::Step(events::Step {
                    act: events::Act::Laid { solved: true, .. }, ..
                }) => "whole",
                Event::Step(events::Step { act: events::Act::Laid { .. }, .. }) => "laid",
                Event::Step(_) => "back",
                Event::Solution(_) => "solution",
                _ => "other",
            });
            ControlFlow::Continue(())
        };
        let row = row();
        steps(&row, Search::new(&row).settings(settings), &mut tell).unwrap();
        words
    }

    #[test]
    fn a_watched_solution_is_told_after_its_step_and_once_up_to_symmetry() {
        let all = words(&Settings::default());
        let half = ["laid", "whole", "solution", "back", "back"];
        assert_eq!(all, [half, half].concat());
        let distinct = words(&Settings { distinct: true, ..Settings::default() });
        assert_eq!(distinct.iter().filter(|word| **word == "solution").count(), 1);
    }
}
