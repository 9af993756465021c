//! What a run is asked to do.

use std::time::Duration;

use marquetry_play::making::{self, Cut, Tray, Wish};
use marquetry_play::rating::How;
use marquetry_puzzle::generate::{Cutting, Kind, Laying, Like};
use marquetry_puzzle::tiling::Grid;
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::matching::best::{Goal, Hunt, search_for};
use marquetry_search::steps::watchable;
use marquetry_search::{Limits, Metric, Settings, engine_for};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::work::Work;
use crate::answer::Problem;
use crate::wire::{self, Manner};

/// The longest time of a run.
const MOST_TIME: Duration = Duration::from_secs(24 * 3600);
/// How long a rating takes unless told.
const RATING: Duration = Duration::from_secs(5);

/// A question.
#[derive(Debug, Deserialize)]
pub struct Asked {
    kind: Sort,
    puzzle: Option<Box<RawValue>>,
    /// Of a game that is to be solved from where it is.
    #[serde(default)]
    moves: Vec<wire::Move>,
    #[serde(default)]
    find: Find,
    #[serde(default)]
    distinct: Distinct,
    #[serde(default)]
    looks: bool,
    engine: Option<String>,
    threads: Option<usize>,
    #[serde(default)]
    metric: Counted,
    seed: Option<u64>,
    #[serde(default)]
    limits: Bounds,
    /// Of a search for the best board: what it is to have most of, how many cells may stay empty, and from where to go on.
    #[serde(rename = "for", default)]
    goal: Wanted,
    #[serde(default)]
    holes: usize,
    from: Option<Box<RawValue>>,
    generate: Option<Order>,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Solve,
    Best,
    Watch,
    Rate,
    Rest,
    Generate,
}

#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Find {
    #[default]
    First,
    All,
    Count,
}

/// When are two solutions the same?
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(untagged)]
enum Distinct {
    Plain(bool),
    Named(Same),
    #[default]
    Never,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Same {
    All,
    Turns,
}

#[derive(Copy, Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Counted {
    #[default]
    Moves,
    Slides,
    Steps,
}

#[derive(Copy, Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wanted {
    #[default]
    Edges,
    Tiles,
}

#[derive(Copy, Clone, Default, Debug, Deserialize)]
struct Bounds {
    seconds: Option<f64>,
    nodes: Option<u64>,
    solutions: Option<u64>,
    memory: Option<u64>,
}

/// A puzzle to be made.
#[derive(Clone, Debug, Deserialize)]
struct Order {
    kind: String,
    width: usize,
    height: usize,
    colours: Option<u32>,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default)]
    unique: bool,
    #[serde(default)]
    hard: bool,
    tries: Option<u64>,
}

impl Order {
    fn making(&self) -> Result<making::Order, Problem> {
        let Order { width, height, colours, unique, hard, tries, .. } = *self;
        let tray = |laying| making::Order::Tray(Tray { hard, tries, ..Tray::new(laying) });
        Ok(match self.kind.as_str() {
            "tiling" => {
                let colours = colours.unwrap_or(if unique { 2 } else { 0 });
                let cutting = Cutting::of_size(Grid::Squares, width, height);
                let cutting = Cutting { colours, ..cutting };
                making::Order::Cut(Cut { cutting, unique, hard, tries })
            }
            "sliding" => tray(Laying::new(Like::Klotski, width, height)),
            "rush-hour" => tray(Laying::new(Like::Cars, width, height)),
            other => {
                let kind = other.parse::<Kind>();
                let kind = kind.map_err(|words| Problem::bad("kind", words))?;
                let size = (width, height);
                making::Order::Tiles(Wish { kind, size, colours, unique, hard, tries })
            }
        })
    }
}

fn one() -> u64 {
    1
}

impl Asked {
    /// What is to be done, where that can be.
    pub fn work(self) -> Result<Work, Problem> {
        if let Sort::Generate = self.kind {
            return self.making();
        }
        let sent = self.puzzle.as_ref();
        let sent = sent.ok_or_else(|| Problem::bad("puzzle", "which puzzle?"))?;
        if let Sort::Rest = self.kind {
            let (puzzle, moves, mode) = (sent.clone(), self.moves.clone(), Manner::default());
            let game = wire::Sent { puzzle, moves, mode }.whole()?;
            return Ok(Work::Rest { game: Box::new(game), limits: self.limits()? });
        }
        let puzzle = wire::puzzle(sent)?;
        let unfit = |failure: marquetry_search::Failure| Problem::bad("unfit", failure.to_string());
        let limits = self.limits()?;
        let settings = self.settings();
        Ok(match self.kind {
            Sort::Watch => {
                let engine = watchable(&puzzle, &settings).map_err(unfit)?;
                Work::Watch {
                    puzzle,
                    settings: Settings { threads: 1, ..settings },
                    limits,
                    engine,
                }
            }
            Sort::Best => {
                let hunt = self.hunt(&puzzle)?;
                let engine = search_for(&hunt).map_err(unfit)?.name;
                if !matches!(puzzle, Puzzle::Matching(_)) {
                    let words = "the best board is looked for in matching puzzles alone";
                    return Err(Problem::bad("unfit", words));
                }
                Work::Best { puzzle, hunt, limits, engine }
            }
            Sort::Rate => {
                let time = limits.time.or(Some(RATING));
                let (seed, metric) = (settings.seed, settings.metric);
                let how = How { limits: Limits { time, ..limits }, seed, metric, ..How::default() };
                Work::Rate { puzzle, how }
            }
            Sort::Solve | Sort::Rest | Sort::Generate => {
                let engine = engine_for(&puzzle, &settings).map_err(unfit)?.name;
                Work::Solve { puzzle, settings, limits, engine }
            }
        })
    }

    fn making(&self) -> Result<Work, Problem> {
        let order = self.generate.as_ref();
        let order = order.ok_or_else(|| Problem::bad("generate", "which puzzle is to be made?"))?;
        let making = order.making()?;
        let unmade = |why| Problem::bad("generate", marquetry_report::words::unmade(&why));
        making.check(order.seed).map_err(unmade)?;
        Ok(Work::Generate { order: making, seed: order.seed, limits: self.limits()? })
    }

    fn limits(&self) -> Result<Limits, Problem> {
        let Bounds { seconds, nodes, solutions, memory } = self.limits;
        let time = seconds.map(Duration::try_from_secs_f64);
        let time = time.transpose().map_err(|_| Problem::bad("limits", "how many seconds?"))?;
        let usual = match self.kind {
            Sort::Rate => RATING,
            _ => MOST_TIME,
        };
        let solutions = match (self.kind, self.find) {
            (Sort::Solve, Find::First) => Some(solutions.unwrap_or(1)),
            _ => solutions,
        };
        Ok(Limits { time: Some(time.unwrap_or(usual).min(MOST_TIME)), nodes, solutions, memory })
    }

    fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or(cores).clamp(1, cores)
    }

    fn settings(&self) -> Settings {
        let (distinct, turns) = match self.distinct {
            Distinct::Plain(distinct) => (distinct, false),
            Distinct::Named(same) => (true, same == Same::Turns),
            Distinct::Never => (false, false),
        };
        Settings {
            engine: self.engine.clone(),
            distinct,
            turns,
            looks: self.looks,
            metric: match self.metric {
                Counted::Moves => Metric::Moves,
                Counted::Slides => Metric::Slides,
                Counted::Steps => Metric::Steps,
            },
            count: self.find == Find::Count,
            threads: self.threads(),
            seed: self.seed.unwrap_or(1),
            ..Settings::default()
        }
    }

    fn hunt(&self, puzzle: &Puzzle) -> Result<Hunt, Problem> {
        let from = self.from.as_ref().map(|sent| match wire::solution(puzzle, sent)? {
            Solution::Board(board) => Ok(board),
            _ => Err(Problem::bad("from", "this is no board")),
        });
        Ok(Hunt {
            goal: match self.goal {
                Wanted::Edges => Goal::Edges,
                Wanted::Tiles => Goal::Tiles,
            },
            engine: self.engine.clone(),
            holes: self.holes,
            threads: self.threads(),
            seed: self.seed.unwrap_or(1),
            from: from.transpose()?,
            aim: None,
        })
    }
}
