//! The table of engines, and what each can do.

use std::borrow::Cow;
use std::ops::ControlFlow;

use marquetry_puzzle::{Family, Matching, Puzzle, Sliding, Tiling};

use crate::matching::orders::Desk;
use crate::run::{Failure, Halt, Run};
use crate::tree::{Climb, Tree, Walk};
use crate::{matching, sliding, tiling};

mod prepared;
mod settings;
mod work;

pub use prepared::Prepared;
pub(crate) use prepared::{prepare, proved, search};
pub use settings::{Metric, Order, Settings};
pub(crate) use work::{Left, Open, Work, all, brought, rest_of};

/// What an engine finds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Finds {
    /// All solutions; of a sliding puzzle, all that are shortest.
    All,
    /// Their number alone.
    Number,
    /// One solution.
    One,
}

/// An engine, and what it can do.
pub struct Engine {
    /// What `--engine` calls it.
    pub name: &'static str,
    /// The family it is for.
    pub family: Family,
    /// One line on how it works.
    pub summary: &'static str,
    /// What it finds.
    pub finds: Finds,
    /// Can a search that was stopped be gone on with? An automatic choice can be where it falls on an engine that can.
    pub resumes: bool,
    /// Does it search with several threads?
    pub threads: bool,
    /// Can it keep its levels in a folder, and go on from there?
    pub keeps: bool,
    /// Are the solutions that it finds for a sliding puzzle shortest ones?
    pub shortest: bool,
    /// The version of its tree: it changes when choices come in another order, so that old paths lead elsewhere.
    pub(crate) tree: u32,
    /// Searches all by itself.
    whole: Option<Whole>,
    /// Makes the tables and does some work with them.
    tables: Option<Parts>,
}

/// How an engine of some family searches all by itself. `None`: it does not take the puzzle.
#[derive(Copy, Clone)]
enum Whole {
    Matching(for<'p> fn(&'p Matching, &'p Settings, &mut Run<'p>) -> Option<Left>),
    Tiling(for<'p> fn(&'p Tiling, &'p Settings, &mut Run<'p>) -> Option<Left>),
    /// It has no tree, so nothing of it can be gone on with.
    Sliding(fn(&Sliding, &Settings, &mut Run<'_>) -> Option<ControlFlow<Halt>>),
}

/// How it makes its tables and does some work with them.
#[derive(Copy, Clone)]
enum Parts {
    Matching(fn(&Desk<'_>, &mut Work<'_>, &mut Run<'_>) -> Option<Left>),
    Tiling(fn(&Tiling, &Settings, &mut Work<'_>, &mut Run<'_>) -> Option<Left>),
    /// The slow and plain search of its family.
    Reference,
}

impl Whole {
    fn search<'p>(self, puzzle: &'p Puzzle, how: &'p Settings, run: &mut Run<'p>) -> Option<Left> {
        match (self, puzzle) {
            (Whole::Matching(search), Puzzle::Matching(p)) => search(p, how, run),
            (Whole::Tiling(search), Puzzle::Tiling(p)) => search(p, how, run),
            (Whole::Sliding(search), Puzzle::Sliding(p)) => {
                Some((search(p, how, run)?, Open::Unresumable))
            }
            _ => None,
        }
    }
}

impl Parts {
    /// With `scaled`, a matching puzzle's solutions are counted by the boards that look different.
    fn make<'p>(
        self,
        puzzle: &'p Puzzle,
        (how, scaled): (&'p Settings, bool),
        work: &mut Work<'_>,
        run: &mut Run<'p>,
    ) -> Option<Left> {
        match (self, puzzle) {
            (Parts::Matching(make), Puzzle::Matching(p)) => {
                make(&Desk::new(p, how, scaled, run)?, work, run)
            }
            (Parts::Tiling(make), Puzzle::Tiling(p)) => make(p, how, work, run),
            (Parts::Reference, Puzzle::Matching(p)) => {
                reference(|| matching::reference::Rows::new(p), work, run)
            }
            (Parts::Reference, Puzzle::Tiling(p)) => {
                reference(|| tiling::reference::FirstCell::new(p), work, run)
            }
            _ => None,
        }
    }
}

impl Engine {
    /// Settings that it can obey.
    fn settings<'s>(&self, settings: &'s Settings) -> Cow<'s, Settings> {
        match self.threads {
            true => Cow::Borrowed(settings),
            false => Cow::Owned(Settings { threads: 1, ..settings.clone() }),
        }
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({} for {})", self.name, self.family)
    }
}

const fn engine(name: &'static str, family: Family, summary: &'static str) -> Engine {
    Engine {
        name,
        family,
        summary,
        finds: Finds::All,
        resumes: true,
        threads: true,
        keeps: false,
        shortest: true,
        tree: 1,
        whole: None,
        tables: None,
    }
}

/// An engine that fills the cells of a matching puzzle in some order.
const fn ordered(
    name: &'static str,
    summary: &'static str,
    order: fn(&Desk<'_>, &mut Work<'_>, &mut Run<'_>) -> Option<Left>,
) -> Engine {
    let tables = Some(Parts::Matching(order));
    Engine { tables, ..engine(name, Family::Matching, summary) }
}

/// An engine of sliding puzzles, which have no tree.
const fn by_levels(
    name: &'static str,
    summary: &'static str,
    search: fn(&Sliding, &Settings, &mut Run<'_>) -> Option<ControlFlow<Halt>>,
) -> Engine {
    let whole = Some(Whole::Sliding(search));
    Engine { whole, resumes: false, ..engine(name, Family::Sliding, summary) }
}

/// Searches any tree of one kind.
fn reference<T: Tree>(
    make: impl Fn() -> T + Sync,
    work: &mut Work<'_>,
    run: &mut Run<'_>,
) -> Option<Left> {
    let make = || -> Box<dyn Climb + '_> { Box::new(Walk::new(make())) };
    Some(work("reference", &make, run))
}

/// All engines; for each family, the first is the one used unless another is named.
pub const ENGINES: &[Engine] = &[
    Engine {
        whole: Some(Whole::Matching(matching::orders::exact)),
        ..engine("exact", Family::Matching, "the orders below by turns, until one has the answer")
    },
    Engine {
        tree: 2,
        ..ordered(
            "fewest",
            "the cell with the fewest candidates first, every placement followed up",
            matching::orders::fewest,
        )
    },
    ordered(
        "rows",
        "row by row, by look-ups in tables; the most placements a second",
        matching::orders::rows,
    ),
    ordered(
        "inside",
        "the inside row by row, the frame last; plain framed puzzles",
        matching::orders::inside,
    ),
    ordered(
        "halves",
        "two halves of the inside that meet, the frame last; hard framed squares of an even side",
        matching::orders::halves,
    ),
    Engine {
        tree: 2,
        ..ordered(
            "windows",
            "one tile on all cells, neighbouring ones together; large boards of tiles that do not turn",
            matching::orders::windows,
        )
    },
    Engine {
        threads: false,
        tables: Some(Parts::Reference),
        ..engine(
            "reference",
            Family::Matching,
            "every tile in every turn, row by row; slow and plain",
        )
    },
    Engine {
        whole: Some(Whole::Tiling(|p, how, run| Some(tiling::auto(p, how, run)))),
        ..engine(
            "auto",
            Family::Tiling,
            "the counter, the lister or the general engine, as suits the puzzle",
        )
    },
    Engine {
        tree: 2,
        tables: Some(Parts::Tiling(tiling::lister)),
        ..engine(
            "lister",
            Family::Tiling,
            "cell by cell in a fixed order, by look-ups in tables; flat boards and small boxes",
        )
    },
    Engine {
        finds: Finds::Number,
        resumes: false,
        threads: false,
        whole: Some(Whole::Tiling(tiling::counter)),
        ..engine(
            "counter",
            Family::Tiling,
            "counts boards that look the same from some cell on together; lists nothing",
        )
    },
    Engine {
        tree: 2,
        whole: Some(Whole::Tiling(|p, how, run| Some(tiling::cover(p, how, run)))),
        tables: Some(Parts::Tiling(|p, how, work, run| {
            Some(tiling::cover_with(p, how, work, run))
        })),
        ..engine(
            "cover",
            Family::Tiling,
            "the cell or piece with the fewest ways left first; any board",
        )
    },
    Engine {
        threads: false,
        tables: Some(Parts::Reference),
        ..engine(
            "reference",
            Family::Tiling,
            "the first open cell in every possible way; slow and plain",
        )
    },
    Engine {
        keeps: true,
        ..by_levels(
            "auto",
            "proves at once that there is none, or chooses among the engines below",
            sliding::auto::search,
        )
    },
    Engine {
        keeps: true,
        ..by_levels(
            "bfs",
            "breadth-first by levels; shortest solutions, all of them if asked",
            |p, how, run| Some(sliding::bfs::search(p, how, run)),
        )
    },
    Engine {
        threads: false,
        ..by_levels(
            "bounded",
            "best first, by the moves made and those left at least; shortest solutions too",
            sliding::bounded::search,
        )
    },
    Engine {
        finds: Finds::One,
        threads: false,
        shortest: false,
        ..by_levels(
            "guided",
            "greedy, led by the goal, for big trays; one solution, not proven shortest",
            |p, how, run| Some(sliding::guided::search(p, how, run)),
        )
    },
    Engine {
        threads: false,
        ..by_levels(
            "fifteen",
            "labelled unit blocks and one hole: iterative deepening with pattern databases",
            |p, _, run| sliding::fifteen::search(p, run),
        )
    },
    Engine {
        threads: false,
        ..by_levels(
            "reference",
            "breadth-first over every position; slow and plain",
            |p, how, run| Some(sliding::reference::search(p, how.metric, run)),
        )
    },
];

/// The engine that these settings choose for this puzzle.
pub fn engine_for(puzzle: &Puzzle, settings: &Settings) -> Result<&'static Engine, Failure> {
    let mut suitable = ENGINES.iter().filter(|engine| engine.family == puzzle.family());
    let ordered = settings.engine.as_deref().is_none_or(|name| ["exact", "rows"].contains(&name));
    if settings.order.is_some() && !(ordered && puzzle.family() == Family::Matching) {
        let words = "an order of cells is for matching puzzles and the engines exact and rows";
        return Err(Failure::Unsupported(words.into()));
    }
    // A unit is of the engine that a choice fell on, which is not made again.
    let unit = settings.from.as_ref().map(|unit| &unit.job.engine);
    let name = match (&settings.engine, unit) {
        (Some(name), Some(_)) if !["exact", "auto"].contains(&name.as_str()) => Some(name),
        (name, unit) => unit.or(name.as_ref()),
    };
    let wanted = suitable.clone().find(|e| name.is_none_or(|name| name == e.name));
    wanted.ok_or_else(|| {
        let names: Vec<&str> = suitable.by_ref().map(|engine| engine.name).collect();
        let asked = settings.engine.as_deref().unwrap_or("");
        let family = puzzle.family();
        Failure::Unsupported(format!(
            "no engine '{asked}' for {family} puzzles: there is {}",
            names.join(", ")
        ))
    })
}
