//! How a search ended, and what came of it.

use marquetry_puzzle::Faults;
use num_bigint::BigUint;

use super::watch::Stats;
use crate::tree::Path;
use crate::unit::Rest;

/// How a search ended. None of these is a default: that everything was searched is for an engine to say.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Everything was searched: what was found is all there is.
    Exhausted,
    /// As many solutions as were asked for, or as many as the watcher wanted.
    Enough,
    /// Out of time.
    TimeLimit,
    /// Out of nodes.
    NodeLimit,
    /// Out of memory.
    MemoryLimit,
    /// Out of room on disk, or the disk cannot be used.
    DiskLimit,
    /// Stopped from outside.
    Cancelled,
}

/// What a search that ran has to say.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// Why it ended.
    pub ending: Ending,
    /// Its counters at the end.
    pub stats: Stats,
    /// The exact number of solutions, where it was counted without listing and may be beyond [`Stats::solutions`].
    pub total: Option<BigUint>,
    /// What it has not searched.
    pub rest: Rest,
    /// The engine that an automatic choice fell on.
    pub chosen: Option<&'static str>,
    /// Are the solutions of a sliding puzzle proven to be shortest? `None` where the engine does not say.
    pub shortest: Option<bool>,
    /// What went wrong, where the ending alone does not say it.
    pub trouble: Option<String>,
    /// Each a proof that there is no solution, where that was clear without searching.
    pub impossible: Vec<String>,
}

impl Outcome {
    /// The outcome of a search that has nothing to say but why it ended, and its counters.
    pub fn new(ending: Ending, stats: Stats) -> Outcome {
        Outcome {
            ending,
            stats,
            total: None,
            rest: Rest::Nothing,
            chosen: None,
            shortest: None,
            trouble: None,
            impossible: Vec::new(),
        }
    }

    /// The exact number of solutions found or counted, however many.
    pub fn number(&self) -> BigUint {
        self.total.clone().unwrap_or_else(|| self.stats.solutions.into())
    }
}

/// Why a search could not be run or trusted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// This engine cannot do this puzzle with these settings.
    Unsupported(String),
    /// The search was to go to a node that there is not: its path is of another puzzle, engine or version.
    NoSuchPath(Path),
    /// A unit is of another search than this one, and in what.
    OtherJob(&'static str),
    /// The search was stopped before its tables were made.
    Stopped(Ending),
    /// The folder that a search is to keep its levels in cannot be used, and why.
    Kept(String),
    /// A thread of the search panicked, with these words: a fault of ours, or of the watcher.
    Panicked(String),
    /// The engine reported a solution that the judge refuses: a fault of ours.
    Wrong(Faults),
}

impl Failure {
    /// A word for programs to tell failures apart by. It does not change from version to version.
    pub fn code(&self) -> &'static str {
        match self {
            Failure::Unsupported(_) => "unsupported",
            Failure::NoSuchPath(_) => "no-such-path",
            Failure::OtherJob(_) => "other-job",
            Failure::Stopped(_) => "stopped",
            Failure::Kept(_) => "kept",
            Failure::Panicked(_) => "panicked",
            Failure::Wrong(_) => "wrong-solution",
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Unsupported(why) | Failure::Kept(why) => f.write_str(why),
            Failure::NoSuchPath(path) => {
                write!(
                    f,
                    "the path {path} leads nowhere: it is of another puzzle, engine or version"
                )
            }
            Failure::OtherJob(differs) => write!(f, "the unit {differs}"),
            Failure::Stopped(_) => {
                f.write_str("the search was stopped before its tables were made")
            }
            Failure::Panicked(words) => {
                write!(f, "a thread of the search panicked, which is a fault of Marquetry: {words}")
            }
            Failure::Wrong(faults) => {
                f.write_str("the engine found a wrong solution, which is a fault of Marquetry:")?;
                faults.iter().try_for_each(|fault| write!(f, " {fault}."))
            }
        }
    }
}

impl std::error::Error for Failure {}

/// Why an engine's inner loop must return now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit, a watcher or a stop flag.
    Ending(Ending),
    /// What was searched so far cannot be trusted.
    Failure(Failure),
    /// Another thread has nothing to do: give it a part of the work and go on.
    Share,
}

impl Halt {
    /// The judge refused a solution.
    pub(crate) fn wrong(faults: impl Into<Faults>) -> Halt {
        Halt::Failure(Failure::Wrong(faults.into()))
    }
}
