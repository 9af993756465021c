//! The table of engines, and the way in to all of them.

use std::borrow::Cow;
use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, analyse};

use crate::matching::exact::Desk;
use crate::parallel::{self, Make};
use crate::run::{Asked, Ending, Failure, Halt, Limits, Outcome, Run, Stats, StopFlag, Watch};
use crate::tree::{Climb, Going, Interval, Tree, Walk};
use crate::unit::{Job, Rest, Unit};
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
    /// What to search: all, or a part that an earlier search has left. A unit brings its engine along.
    pub from: Option<Unit>,
}

/// What an engine has left of its search.
pub(crate) enum Open {
    /// Parts of the tree of the engine with this name; none when all was searched.
    Parts(&'static str, Vec<Interval>),
    /// It cannot be gone on with.
    Unresumable,
}

/// What an engine leaves behind: how its loop ended, and what it has left.
pub(crate) type Left = (ControlFlow<Halt>, Open);

/// What is done with the tables of an engine, once they are made.
pub(crate) type Work<'j> = dyn FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + 'j;

/// Searches a whole tree.
pub(crate) fn all(
    settings: &Settings,
) -> impl FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + use<> {
    rest_of(settings, Interval::WHOLE)
}

/// Searches a part of it.
pub(crate) fn rest_of(
    settings: &Settings,
    part: Interval,
) -> impl FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + use<> {
    let threads = settings.threads;
    move |engine, make, run| {
        let (flow, rest) = parallel::search(make, &part, threads, run);
        (flow, Open::Parts(engine, rest))
    }
}

/// Searches a part of the whole that somebody brings along.
fn brought(
    settings: &Settings,
    part: &Interval,
) -> impl FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + use<> {
    let (mut search, part) = (rest_of(settings, part.clone()), part.clone());
    move |engine, make, run| match Going::new(make(), part.clone()).check(run) {
        ControlFlow::Continue(()) => search(engine, make, run),
        flow => (flow, Open::Parts(engine, vec![part.clone()])),
    }
}

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
    pub family: &'static str,
    /// One line on how it works.
    pub summary: &'static str,
    /// What it finds.
    pub finds: Finds,
    /// Can a search that was stopped be gone on with? An automatic choice can be where it falls on an engine that can.
    pub resumes: bool,
    /// Does it search with several threads?
    pub threads: bool,
    /// Are the solutions that it finds for a sliding puzzle shortest ones?
    pub shortest: bool,
    /// The version of its tree: it changes when choices come in another order, so that old paths lead elsewhere.
    pub(crate) tree: u32,
    /// Searches all by itself.
    whole: Option<Whole>,
    /// Makes the tables and does some work with them.
    tables: Option<Tables>,
}

type Whole = for<'p> fn(&'p Puzzle, &'p Settings, &mut Run<'p>) -> Option<Left>;
type Tables =
    for<'p> fn(&'p Puzzle, &'p Settings, bool, &mut Work<'_>, &mut Run<'p>) -> Option<Left>;

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

const fn engine(name: &'static str, family: &'static str, summary: &'static str) -> Engine {
    Engine {
        name,
        family,
        summary,
        finds: Finds::All,
        resumes: true,
        threads: true,
        shortest: true,
        tree: 1,
        whole: None,
        tables: None,
    }
}

/// The same on one thread.
const fn alone(engine: Engine) -> Engine {
    Engine { threads: false, ..engine }
}

/// An engine that searches all by itself.
const fn whole(
    name: &'static str,
    family: &'static str,
    (finds, resumes): (Finds, bool),
    summary: &'static str,
    run: Whole,
) -> Engine {
    Engine { finds, resumes, whole: Some(run), ..engine(name, family, summary) }
}

/// An engine with a tree.
const fn tree(
    name: &'static str,
    family: &'static str,
    summary: &'static str,
    tables: Tables,
) -> Engine {
    Engine { tables: Some(tables), ..engine(name, family, summary) }
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

/// The same for a search that has no tree.
fn without_tree(flow: ControlFlow<Halt>) -> Option<Left> {
    Some((flow, Open::Unresumable))
}

/// All engines; for each family, the first is the one used unless another is named.
pub const ENGINES: &[Engine] = &[
    whole(
        "exact",
        "matching",
        (Finds::All, true),
        "the orders below by turns, until one has the answer",
        |puzzle, settings, run| match puzzle {
            Puzzle::Matching(p) => matching::exact::exact(p, settings, run),
            _ => None,
        },
    ),
    tree(
        "fewest",
        "matching",
        "the cell with the fewest candidates first, every placement followed up",
        |puzzle, settings, scaled, work, run| match puzzle {
            Puzzle::Matching(p) => {
                matching::exact::fewest(&Desk::new(p, settings, scaled, run)?, work, run)
            }
            _ => None,
        },
    ),
    tree(
        "rows",
        "matching",
        "row by row, by look-ups in tables; the most placements a second",
        |puzzle, settings, scaled, work, run| match puzzle {
            Puzzle::Matching(p) => {
                matching::exact::rows(&Desk::new(p, settings, scaled, run)?, work, run)
            }
            _ => None,
        },
    ),
    tree(
        "inside",
        "matching",
        "the inside row by row, the frame last; plain framed puzzles",
        |puzzle, settings, scaled, work, run| match puzzle {
            Puzzle::Matching(p) => {
                matching::exact::inside(&Desk::new(p, settings, scaled, run)?, work, run)
            }
            _ => None,
        },
    ),
    tree(
        "windows",
        "matching",
        "one tile on all cells, neighbouring ones together; large boards of tiles that do not turn",
        |puzzle, settings, scaled, work, run| match puzzle {
            Puzzle::Matching(p) => {
                matching::exact::windows(&Desk::new(p, settings, scaled, run)?, work, run)
            }
            _ => None,
        },
    ),
    alone(tree(
        "reference",
        "matching",
        "every tile in every turn, row by row; slow and plain",
        |puzzle, _, _, work, run| match puzzle {
            Puzzle::Matching(p) => reference(|| matching::reference::Rows::new(p), work, run),
            _ => None,
        },
    )),
    whole(
        "auto",
        "tiling",
        (Finds::All, true),
        "the counter, the lister or the general engine, as suits the puzzle",
        |puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => Some(tiling::auto(p, settings, run)),
            _ => None,
        },
    ),
    tree(
        "lister",
        "tiling",
        "cell by cell in a fixed order, by look-ups in tables; flat boards and small boxes",
        |puzzle, settings, _, work, run| match puzzle {
            Puzzle::Tiling(p) => tiling::lister(p, settings, work, run),
            _ => None,
        },
    ),
    alone(whole(
        "counter",
        "tiling",
        (Finds::Number, false),
        "counts boards that look the same from some cell on together; lists nothing",
        |puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => tiling::counter(p, settings, run),
            _ => None,
        },
    )),
    Engine {
        whole: Some(|puzzle, settings, run| match puzzle {
            Puzzle::Tiling(p) => Some(tiling::cover(p, settings, run)),
            _ => None,
        }),
        ..tree(
            "cover",
            "tiling",
            "the cell or piece with the fewest ways left first; any board",
            |puzzle, settings, _, work, run| match puzzle {
                Puzzle::Tiling(p) => Some(tiling::cover_with(p, settings, work, run)),
                _ => None,
            },
        )
    },
    alone(tree(
        "reference",
        "tiling",
        "the first open cell in every possible way; slow and plain",
        |puzzle, _, _, work, run| match puzzle {
            Puzzle::Tiling(p) => reference(|| tiling::reference::FirstCell::new(p), work, run),
            _ => None,
        },
    )),
    whole(
        "auto",
        "sliding",
        (Finds::All, false),
        "proves at once that there is none, or chooses among the engines below",
        |puzzle, settings, run| without_tree(sliding::auto::search(puzzle, settings, run)?),
    ),
    whole(
        "bfs",
        "sliding",
        (Finds::All, false),
        "breadth-first by levels; shortest solutions, all of them if asked",
        |puzzle, settings, run| match puzzle {
            Puzzle::Sliding(p) => without_tree(sliding::bfs::search(p, settings, run)),
            _ => None,
        },
    ),
    Engine {
        shortest: false,
        ..alone(whole(
            "guided",
            "sliding",
            (Finds::One, false),
            "greedy, led by the goal, for big trays; one solution, not proven shortest",
            |puzzle, settings, run| match puzzle {
                Puzzle::Sliding(p) => without_tree(sliding::guided::search(p, settings, run)),
                _ => None,
            },
        ))
    },
    alone(whole(
        "fifteen",
        "sliding",
        (Finds::All, false),
        "labelled unit blocks and one hole: iterative deepening with pattern databases",
        |puzzle, _, run| match puzzle {
            Puzzle::Sliding(p) => without_tree(sliding::fifteen::search(p, run)?),
            _ => None,
        },
    )),
    alone(whole(
        "reference",
        "sliding",
        (Finds::All, false),
        "breadth-first over every position; slow and plain",
        |puzzle, settings, run| match puzzle {
            Puzzle::Sliding(p) => without_tree(sliding::reference::search(p, settings.metric, run)),
            _ => None,
        },
    )),
];

/// The engine that these settings choose for this puzzle.
pub fn engine_for(puzzle: &Puzzle, settings: &Settings) -> Result<&'static Engine, Failure> {
    let mut suitable = ENGINES.iter().filter(|engine| engine.family == puzzle.family());
    let ordered = settings.engine.as_deref().is_none_or(|name| ["exact", "rows"].contains(&name));
    if settings.order.is_some() && !(ordered && puzzle.family() == "matching") {
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

/// The outcome of a puzzle that is impossible without any search.
pub(crate) fn proved(puzzle: &Puzzle) -> Option<Outcome> {
    let impossible = analyse(puzzle).impossible;
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
    let mut run = Run::new(puzzle, settings.distinct, limits, stop, watch);
    asks(settings, &mut run);
    let unsuited =
        || Failure::Unsupported(format!("engine '{}' cannot search this puzzle", engine.name));
    let left = match (&settings.from, engine.whole, engine.tables) {
        (None, Some(whole), _) => whole(puzzle, settings, &mut run),
        (None, None, Some(tables)) => tables(puzzle, settings, false, &mut all(settings), &mut run),
        (Some(unit), _, Some(tables)) => {
            let scaled = engine_job(puzzle, settings, engine, unit)?;
            tables(puzzle, settings, scaled, &mut brought(settings, &unit.part), &mut run)
        }
        _ => {
            let words = format!("engine '{}' cannot go on with a part of its search", engine.name);
            return Err(Failure::Unsupported(words));
        }
    };
    let (flow, open) = left.ok_or_else(unsuited)?;
    let rest = match open {
        _ if flow.is_continue() => Rest::Nothing,
        Open::Parts(name, parts) => rest(&job(puzzle, settings, name, run.scale.is_some()), parts),
        Open::Unresumable => Rest::Everything,
    };
    run.finish(flow, rest)
}

fn rest(job: &Job, parts: Vec<Interval>) -> Rest {
    let unit = |part| Unit { job: job.clone(), part };
    if parts.is_empty() {
        Rest::Nothing
    } else {
        Rest::Units(parts.into_iter().map(unit).collect())
    }
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
    let left = tables(puzzle, settings, scaled, &mut prepared, &mut run);
    match (result, left) {
        (Some(result), _) => Ok(result),
        (None, Some((ControlFlow::Break(Halt::Failure(failure)), _))) => Err(failure),
        (None, Some(_)) => Err(unsuited("was stopped before its tables were made")),
        (None, None) => Err(unsuited("cannot search this puzzle")),
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
        let rest = if flow.is_continue() { Rest::Nothing } else { rest(&self.job, parts) };
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

    fn going(&self, unit: &Unit) -> Going<'_> {
        Going::new((self.make)(), unit.part.clone())
    }
}

/// Sets what a run asks.
pub(crate) fn asks(settings: &Settings, run: &mut Run<'_>) {
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
