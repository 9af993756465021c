//! The best board of a puzzle that is too hard to solve: it improves until it is stopped.
//!
//! ```
//! use marquetry_puzzle::Puzzle;
//! use marquetry_puzzle::generate::{Kind, generate};
//! use marquetry_search::matching::best::Hunt;
//! use marquetry_search::{Limits, Search};
//!
//! let puzzle = Puzzle::from(generate(Kind::Framed, 6, 6, 4, 1).unwrap());
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let outcome = Search::new(&puzzle).limits(limits).best(&Hunt::default(), ()).unwrap();
//! assert!(outcome.stats.nodes > 0);
//! ```

mod beam;
pub mod card;
mod colours;
mod combine;
mod dive;
mod feed;
mod fill;
mod ground;
mod lists;
mod promise;
mod record;
mod repair;
mod schedule;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use marquetry_puzzle::generate::dice::Dice;
use marquetry_puzzle::{Board, Matching, Puzzle, Solution, judge};

use crate::matching::model::NONE;
use crate::parallel::side_by_side;
use crate::run::{Failure, Halt, Limits, Outcome, Run, StopFlag, Watch};
use crate::unit::Rest;
use card::{Card, Layout};
use combine::Combination;
use feed::Feed;
use ground::Ground;
use record::Record;
use schedule::{Scheduler, unbroken_beside};

/// Nanoseconds that a node takes, or nearly so.
pub(super) const COST: f64 = 15.0;

/// What the best board has most of.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Goal {
    /// Edges that match, with all tiles on the board.
    #[default]
    Edges,
    /// Tiles on the board, without a mismatch.
    Tiles,
}

/// How to look for the best board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hunt {
    /// What it is to have most of.
    pub goal: Goal,
    /// The search's name; the first that suits the goal when `None`.
    pub engine: Option<String>,
    /// How many cells may stay empty when edges are wanted.
    pub holes: usize,
    /// Threads to search with; 0 and 1 both mean one.
    pub threads: usize,
    /// Seed of every random choice.
    pub seed: u64,
    /// A board to go on from.
    pub from: Option<Board>,
    /// Ask for boards with at most so many breaks all along, and tell all of them, instead of asking for ever better ones. So
    /// searches can be compared by how many they find.
    pub aim: Option<usize>,
}

/// A search for the best board.
pub struct Search {
    /// What `--engine` calls it.
    pub name: &'static str,
    /// What it is for.
    pub goal: Goal,
    /// One line on how it works.
    pub summary: &'static str,
    run: fn(&Ground<'_>, u64, &Record<'_>, &mut Run<'_>) -> ControlFlow<Halt>,
}

/// All searches; for each goal, the first is the one used unless another is named.
pub const SEARCHES: &[Search] = &[
    Search {
        name: "combination",
        goal: Goal::Edges,
        summary: "the schedule, and repair of each better board; small boards are first tried exactly",
        run: combine::combine,
    },
    Search {
        name: "schedule",
        goal: Goal::Edges,
        summary: "two phases depth first: colours used up, then breaks on a schedule",
        run: schedule::schedule,
    },
    Search {
        name: "repair",
        goal: Goal::Edges,
        summary: "tiles of a full board change places: exchanges, assignments and windows, by annealing",
        run: repair::repair,
    },
    Search {
        name: "unbroken",
        goal: Goal::Tiles,
        summary: "depth first without a break, colours used up, then whatever still fits",
        run: schedule::unbroken,
    },
];

/// The search that a hunt chooses.
pub fn search_for(hunt: &Hunt) -> Result<&'static Search, Failure> {
    let mut suitable = SEARCHES.iter().filter(|search| search.goal == hunt.goal);
    let wanted = suitable.clone().find(|s| hunt.engine.as_ref().is_none_or(|name| name == s.name));
    wanted.ok_or_else(|| {
        let names: Vec<&str> = suitable.by_ref().map(|search| search.name).collect();
        let asked = hunt.engine.as_deref().unwrap_or("");
        Failure::Unsupported(format!(
            "no search '{asked}' for this goal: there is {}",
            names.join(", ")
        ))
    })
}

/// What the lower halves of a puzzle look like to a card, or why there can be none.
pub fn layout(puzzle: &Puzzle, hunt: &Hunt) -> Result<Layout, String> {
    let Puzzle::Matching(p) = puzzle else {
        return Err("only matching puzzles have a best board".into());
    };
    let usual = Hunt { engine: None, ..hunt.clone() };
    match (search_for(hunt), search_for(&usual)) {
        (Ok(asked), Ok(usual)) if asked.name != usual.name => {
            return Err(format!("cards are used by the search '{}' alone", usual.name));
        }
        _ => {}
    }
    if p.pins.iter().any(|pin| pin.turn.is_none() && p.turning) {
        return Err("a pinned tile has no turn".into());
    }
    let ground = Ground::new(p);
    let scheduler = Scheduler::new(&ground, hunt.seed);
    scheduler.map(|mut s| s.layout()).ok_or_else(|| "the puzzle has too many colours".into())
}

/// What [`Search::best_on`](crate::Search::best_on) does.
pub(crate) fn best(
    cards: &[&dyn Card],
    puzzle: &Puzzle,
    hunt: &Hunt,
    (limits, stop): (Limits, StopFlag),
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let Puzzle::Matching(p) = puzzle else {
        return Err(Failure::Unsupported("only matching puzzles have a best board".into()));
    };
    let feed = match cards {
        [] => None,
        _ => Some(Feed::new(layout(puzzle, hunt).map_err(Failure::Unsupported)?, hunt.goal)),
    };
    let search = search_for(hunt)?;
    let ground = Ground::new(p);
    let mut run = Run::new(puzzle, false, limits, stop, watch);
    let record = Record::new(puzzle, p, hunt);
    let searchers = Searchers { search, feed, cards };
    let flow = share(&ground, hunt, &searchers, &record, &mut run);
    let best = record.close(&mut run);
    let solved = |best: &Solution| judge(puzzle, best).is_ok_and(|score| score.solved());
    let flow = match best.filter(solved) {
        Some(solution) => run.solution(&solution),
        None => flow,
    };
    run.finish(flow, Rest::Everything)
}

/// Looks for a board that lacks nothing, beside the exact engines: it proves nothing, and may be lucky.
pub(super) struct Lucky<'a> {
    record: &'a Record<'a>,
    combination: Combination<'a>,
}

/// What [`Lucky`] searches on.
pub(super) struct Luck<'p> {
    ground: Ground<'p>,
    record: Record<'p>,
}

impl<'p> Luck<'p> {
    /// No board yet.
    pub fn new(puzzle: &'p Puzzle, p: &'p Matching) -> Luck<'p> {
        Luck { ground: Ground::new(p), record: Record::new(puzzle, p, &Hunt::default()) }
    }

    /// Makes the tables.
    pub fn begin(&self, seed: u64) -> Lucky<'_> {
        Lucky { record: &self.record, combination: Combination::new(&self.ground, seed) }
    }
}

impl Lucky<'_> {
    /// Goes on until it has found a solution or must stop.
    pub fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt, Solution> {
        // Boards with breaks are of no interest here.
        let mut quiet = ();
        loop {
            let mut slice = run.slice(u64::MAX, &mut quiet);
            let flow = self.combination.go(None, self.record, &mut slice);
            run.stats.nodes += slice.stats.nodes;
            if let Some(board) = self.record.board().filter(|_| self.record.missing() == 0) {
                return ControlFlow::Continue(board);
            }
            flow?;
        }
    }
}

/// Who searches.
struct Searchers<'a> {
    search: &'a Search,
    feed: Option<Feed>,
    cards: &'a [&'a dyn Card],
}

/// Draws turns for pinned tiles, where nothing else is left open, until it is stopped or nothing is missing.
fn turn_pins(
    ground: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    combine::try_exactly(ground, record, run)?;
    let mut dice = Dice::new(seed);
    loop {
        run.tick()?;
        record.offer(ground.board(&ground.pinned(&mut dice)), run)?;
    }
}

/// Batches that a card searches at a time, so that it is busy while the last halves of some end; beside them it lays beams.
const AT_A_TIME: usize = 16;

/// Lets each thread search from a seed of its own.
fn share(
    ground: &Ground<'_>,
    hunt: &Hunt,
    searchers: &Searchers<'_>,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    // Whatever happens, there is a board.
    let mut placed = ground.pinned(&mut Dice::new(hunt.seed));
    if let Some(board) = &hunt.from {
        let looks = ground.placed(board).into_iter().zip(&mut placed);
        looks.filter(|&(look, _)| look != NONE).for_each(|(look, at)| *at = look);
    }
    let empty = placed.iter().filter(|&&look| look == NONE).count();
    match hunt.goal {
        Goal::Edges if empty <= record.holes() => {}
        Goal::Edges => fill::complete(ground, &mut placed, &ground.looks),
        Goal::Tiles => fill::fit(ground, &mut placed, &ground.looks),
    }
    record.offer(ground.board(&placed), run)?;
    // Pins that break an edge leave no board without a break; pins everywhere leave nothing to search but their turns.
    let given = ground.p.pins.iter().all(|pin| pin.turn.is_some() || !ground.p.turning);
    let everywhere = ground.p.pins.len() == ground.places.len();
    if given && (record.board().is_none() || everywhere) {
        return ControlFlow::Continue(());
    }
    if everywhere {
        let flow = turn_pins(ground, hunt.seed, record, run);
        record.add(&run.stats);
        return flow;
    }
    let Searchers { search, feed, cards } = searchers;
    let threads = hunt.threads.max(1);
    side_by_side(threads + (AT_A_TIME + 1) * cards.len(), run, |thread, run| {
        let seed = hunt.seed.wrapping_add(thread << 32);
        let flow = match feed {
            None => (search.run)(ground, seed, record, run),
            Some(feed) => match (thread as usize).checked_sub(threads) {
                Some(at) if at < cards.len() => feed.lay(cards[at], ground, seed, run),
                Some(at) => feed.serve(cards[at % cards.len()], ground, record, run),
                None => match hunt.goal {
                    Goal::Edges => Combination::new(ground, seed).go(Some(feed), record, run),
                    Goal::Tiles => unbroken_beside(Some(feed), ground, seed, record, run),
                },
            },
        };
        record.add(&run.stats);
        flow
    })
}
