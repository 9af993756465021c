//! The table of engines, and the way in to all of them.

use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, analyse};

use crate::prefix::{Prefix, walk};
use crate::run::{Ending, Failure, Halt, Limits, Outcome, Run, Stats, StopFlag, Watch};
use crate::{matching, sliding, tiling};

/// What counts as one move of a sliding puzzle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Metric {
    /// One block pushed any distance along any path.
    #[default]
    Moves,
    /// One block pushed any distance in a straight line.
    Slides,
    /// One block pushed by one cell.
    Steps,
}

/// The order in which a matching puzzle's cells are filled by an engine that does not choose it as it goes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Order {
    /// Row by row.
    #[default]
    Rows,
    /// Column by column.
    Columns,
    /// Along the frame clockwise, and on inwards.
    Frame,
    /// From the centre outwards: the same way backwards.
    Centre,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings {
    /// The engine's name; the first that suits the puzzle's family when `None`.
    pub engine: Option<String>,
    /// Report each solution once up to symmetry.
    pub distinct: bool,
    /// With `distinct`: solutions are the same if one is the other turned, not if it is reflected.
    pub turns: bool,
    /// Take boards of tiles that look alike as one; equal pieces and blocks are interchangeable anyway.
    pub looks: bool,
    /// The order of cells, for the engines of matching puzzles that have one.
    pub order: Option<Order>,
    /// What a sliding puzzle's shortest solution is shortest in.
    pub metric: Metric,
    /// Only the number of solutions is wanted: an engine may count without listing.
    pub count: bool,
    /// Threads to search with; 0 and 1 both mean one.
    pub threads: usize,
    /// Seed of every random choice.
    pub seed: u64,
    /// Where to start: the whole tree, or a subtree that an earlier search left open.
    pub from: Prefix,
}

/// What an engine leaves behind: how its loop ended, and the subtrees it did not enter.
pub type Left = (ControlFlow<Halt>, Vec<Prefix>);

/// An engine.
pub struct Engine {
    /// What `--engine` calls it.
    pub name: &'static str,
    /// The family it is for.
    pub family: &'static str,
    /// One line on how it works.
    pub summary: &'static str,
    run: fn(&Puzzle, &Settings, &mut Run<'_>) -> Option<Left>,
}

/// All engines; for each family, the first is the one used unless another is named.
pub const ENGINES: &[Engine] = &[
    Engine {
        name: "exact",
        family: "matching",
        summary: "fewest candidates first or row by row, whichever gets on faster in a short trial",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Matching(p) => matching::exact::exact(p, settings, run),
            _ => None,
        },
    },
    Engine {
        name: "fewest",
        family: "matching",
        summary: "the cell with the fewest candidates first, every placement followed up",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Matching(p) => Some(matching::exact::fewest(p, settings, run)),
            _ => None,
        },
    },
    Engine {
        name: "rows",
        family: "matching",
        summary: "row by row, by look-ups in tables; the most placements a second",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Matching(p) => matching::exact::rows(p, settings, run),
            _ => None,
        },
    },
    Engine {
        name: "inside",
        family: "matching",
        summary: "the inside row by row, the frame last; plain framed puzzles",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Matching(p) => matching::exact::inside(p, settings, run),
            _ => None,
        },
    },
    Engine {
        name: "reference",
        family: "matching",
        summary: "every tile in every turn, row by row; slow and plain",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Matching(p) => {
                Some(walk(&mut matching::reference::Rows::new(p), &settings.from, run))
            }
            _ => None,
        },
    },
    Engine {
        name: "auto",
        family: "tiling",
        summary: "the counter, the lister or the general engine, as suits the puzzle",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => Some(tiling::auto(p, settings, run)),
            _ => None,
        },
    },
    Engine {
        name: "lister",
        family: "tiling",
        summary: "cell by cell in a fixed order, by look-ups in tables; flat boards and small boxes",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => tiling::lister(p, settings, run),
            _ => None,
        },
    },
    Engine {
        name: "counter",
        family: "tiling",
        summary: "counts boards that look the same from some cell on together; lists nothing",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => tiling::counter(p, settings, run),
            _ => None,
        },
    },
    Engine {
        name: "cover",
        family: "tiling",
        summary: "the cell or piece with the fewest ways left first; any board",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => Some(tiling::cover(p, settings, run)),
            _ => None,
        },
    },
    Engine {
        name: "reference",
        family: "tiling",
        summary: "the first open cell in every possible way; slow and plain",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => {
                Some(walk(&mut tiling::reference::FirstCell::new(p), &settings.from, run))
            }
            _ => None,
        },
    },
    Engine {
        name: "auto",
        family: "sliding",
        summary: "proves at once that there is none, or chooses among the engines below",
        run: |puzzle, settings, run| {
            Some((sliding::auto::search(puzzle, settings, run)?, Vec::new()))
        },
    },
    Engine {
        name: "bfs",
        family: "sliding",
        summary: "breadth-first by levels; shortest solutions, all of them if asked",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Sliding(p) => Some((sliding::bfs::search(p, settings, run), Vec::new())),
            _ => None,
        },
    },
    Engine {
        name: "guided",
        family: "sliding",
        summary: "greedy, led by the goal, for big trays; one solution, not proven shortest",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Sliding(p) => Some((sliding::guided::search(p, settings, run), Vec::new())),
            _ => None,
        },
    },
    Engine {
        name: "fifteen",
        family: "sliding",
        summary: "labelled unit blocks and one hole: iterative deepening with pattern databases",
        run: |puzzle, _, run| match puzzle {
            Puzzle::Sliding(p) => Some((sliding::fifteen::search(p, run)?, Vec::new())),
            _ => None,
        },
    },
    Engine {
        name: "reference",
        family: "sliding",
        summary: "breadth-first over every position; slow and plain",
        run: |puzzle, settings, run| match puzzle {
            Puzzle::Sliding(p) => {
                Some((sliding::reference::search(p, settings.metric, run), Vec::new()))
            }
            _ => None,
        },
    },
];

/// The engine that these settings choose for this puzzle.
pub fn engine_for(puzzle: &Puzzle, settings: &Settings) -> Result<&'static Engine, Failure> {
    let mut suitable = ENGINES.iter().filter(|engine| engine.family == puzzle.family());
    let ordered = settings.engine.as_deref().is_none_or(|name| ["exact", "rows"].contains(&name));
    if settings.order.is_some() && !(ordered && puzzle.family() == "matching") {
        let words = "an order of cells is for matching puzzles and the engines exact and rows";
        return Err(Failure::Unsupported(words.into()));
    }
    let wanted =
        suitable.clone().find(|e| settings.engine.as_ref().is_none_or(|name| name == e.name));
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

/// Searches a puzzle. What can be proved impossible without searching is not searched: [`Outcome::impossible`] says why.
/// Solutions are pushed to the watcher as they are found, each once it has passed the judge.
pub fn solve(
    puzzle: &Puzzle,
    settings: &Settings,
    limits: Limits,
    stop: StopFlag,
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    engine_for(puzzle, settings)?;
    let whole = settings.from == Prefix::ROOT;
    match whole.then(|| proved(puzzle)).flatten() {
        Some(outcome) => Ok(outcome),
        None => search(puzzle, settings, limits, stop, watch),
    }
}

/// The outcome of a puzzle that is impossible without any search.
pub(crate) fn proved(puzzle: &Puzzle) -> Option<Outcome> {
    let impossible = analyse(puzzle).impossible;
    if impossible.is_empty() {
        return None;
    }
    Some(Outcome { impossible, ..Outcome::new(Ending::Exhausted, Stats::default()) })
}

/// Searches a puzzle as [`solve`] does, but proves nothing beforehand: for those who test or measure an engine.
pub fn search(
    puzzle: &Puzzle,
    settings: &Settings,
    limits: Limits,
    stop: StopFlag,
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let engine = engine_for(puzzle, settings)?;
    if engine.family == "sliding" && settings.from != Prefix::ROOT {
        let words = format!("engine '{}' cannot go on from a prefix", engine.name);
        return Err(Failure::Unsupported(words));
    }
    let mut run = Run::new(puzzle, settings.distinct, limits, stop, watch);
    if settings.turns {
        run.by_turns();
    }
    if settings.looks {
        run.by_looks(settings.distinct);
    }
    let unsuited =
        || Failure::Unsupported(format!("engine '{}' cannot search this puzzle", engine.name));
    let (flow, open) = (engine.run)(puzzle, settings, &mut run).ok_or_else(unsuited)?;
    run.finish(flow, open)
}
