//! Work as data: a part of a search that can be put down, sent elsewhere and gone on with.
//!
//! A unit is written with serde. In JSON:
//!
//! ```json
//! {"job": {"v": 1, "puzzle": "9c2f…", "family": "tiling", "engine": "lister", "tree": 1, "question": "count distinct"},
//!  "part": {"from": [0, 3, 1], "to": [2]}}
//! ```
//!
//! `from` and `to` are paths in the engine's tree, from the first, that one included, to the second, that one excluded;
//! without `to` the unit goes to the tree's end. The searches of any set of units that have the whole tree between them
//! find all that one search finds, and each solution once: up to symmetry too, since a solution is reported where the one
//! that stands for its class lies.

use marquetry_puzzle::{ExactCover, Puzzle};
use serde::{Deserialize, Serialize};

use crate::engines::{Metric, Order, Settings};
use crate::run::Failure;
use crate::tree::Interval;

/// The form in which units are written.
const VERSION: u32 = 1;

/// What a search has not searched.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Rest {
    /// Nothing: all was searched.
    #[default]
    Nothing,
    /// These parts, in the order of the tree. To search them finds what the search would still have found.
    Units(Vec<Unit>),
    /// The engine cannot be gone on with: [`Engine::resumes`](crate::Engine::resumes) says so beforehand.
    Everything,
}

impl Rest {
    /// These parts of a job.
    pub(crate) fn of(job: &Job, parts: Vec<Interval>) -> Rest {
        let unit = |part| Unit { job: job.clone(), part };
        match parts.is_empty() {
            true => Rest::Nothing,
            false => Rest::Units(parts.into_iter().map(unit).collect()),
        }
    }

    /// The parts that are left; none where nothing is, or where the engine cannot be gone on with.
    pub fn units(&self) -> &[Unit] {
        match self {
            Rest::Units(units) => units,
            _ => &[],
        }
    }
}

/// A part of a search.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// The search that it is a part of.
    pub job: Job,
    /// The part of the engine's tree.
    pub part: Interval,
}

/// A search, as far as it says what the nodes of its tree are. Units of another job are refused.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The form in which it is written.
    pub v: u32,
    /// A hash of the puzzle.
    pub puzzle: String,
    /// Its family.
    pub family: String,
    /// The engine: the one that an automatic choice fell on, which is not made again.
    pub engine: String,
    /// The version of the engine's tree: another one has its choices in another order.
    pub tree: u32,
    /// What is asked: counting, up to symmetry, by looks, in which order or metric.
    pub question: String,
}

impl Job {
    /// The job of an engine.
    pub(crate) fn new(
        puzzle: &Puzzle,
        settings: &Settings,
        (engine, tree): (&str, u32),
        scaled: bool,
    ) -> Job {
        Job {
            v: VERSION,
            puzzle: hash(puzzle),
            family: puzzle.family().to_string(),
            engine: engine.to_owned(),
            tree,
            question: question(settings, scaled),
        }
    }

    /// The job of the engine for items and options, which are no puzzle of any family.
    pub(crate) fn of_items(
        problem: &ExactCover,
        settings: &Settings,
        (engine, tree): (&str, u32),
    ) -> Job {
        Job {
            v: VERSION,
            puzzle: hash_of(problem),
            family: "exact cover".to_owned(),
            engine: engine.to_owned(),
            tree,
            question: question(settings, false),
        }
    }

    /// Refuses a job that is not this one, with what differs.
    pub(crate) fn accept(&self, other: &Job) -> Result<(), Failure> {
        let differs = match () {
            _ if self.v != other.v => "is written in a form of another version",
            _ if self.puzzle != other.puzzle || self.family != other.family => {
                "is of another puzzle"
            }
            _ if self.engine != other.engine => "is of another engine",
            _ if self.tree != other.tree => "is of another version of its engine",
            _ if self.question != other.question => "asks another question",
            () => return Ok(()),
        };
        Err(Failure::OtherJob(differs))
    }
}

/// A hash of all that a puzzle is, the same on every machine: FNV-1a with 128 bits over its own words.
fn hash(puzzle: &Puzzle) -> String {
    // The setups are all that puzzles are, in an order of their own.
    match puzzle {
        Puzzle::Matching(p) => hash_of(&**p),
        Puzzle::Tiling(p) => hash_of(&**p),
        Puzzle::Sliding(p) => hash_of(&**p),
    }
}

/// The same of a puzzle's setup.
pub(crate) fn hash_of(setup: &impl std::fmt::Debug) -> String {
    struct Fnv(u128);
    impl std::fmt::Write for Fnv {
        fn write_str(&mut self, words: &str) -> std::fmt::Result {
            for byte in words.bytes() {
                self.0 = (self.0 ^ u128::from(byte)).wrapping_mul((1 << 88) + 0x13b);
            }
            Ok(())
        }
    }
    let mut hash = Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    // To write into a hash never fails.
    let _ = std::fmt::write(&mut hash, format_args!("{setup:?}"));
    format!("{:032x}", hash.0)
}

fn question(settings: &Settings, scaled: bool) -> String {
    let Settings { distinct, turns, looks, count, order, metric, .. } = settings;
    let mut words = Vec::new();
    words.extend(count.then_some("count"));
    words.extend(distinct.then_some(if *turns { "turns" } else { "distinct" }));
    words.extend(looks.then_some("looks"));
    words.extend(order.map(|order| match order {
        Order::Rows => "by-rows",
        Order::Columns => "by-columns",
        Order::Frame => "by-frame",
        Order::Centre => "by-centre",
    }));
    words.extend(match metric {
        Metric::Moves => None,
        Metric::Slides => Some("slides"),
        Metric::Steps => Some("steps"),
    });
    // The number is worked out from that of the boards that look different, whose tree is another.
    words.extend(scaled.then_some("scaled"));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry_puzzle::Cell;
    use marquetry_puzzle::tiling::{Piece, Setup, Tiling};

    fn row(n: i16) -> Puzzle {
        let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
        let pieces = vec![Piece::new("I", row(n))];
        Tiling::new(Setup { board: row(n), pieces, ..Setup::default() }).unwrap().into()
    }

    #[test]
    fn a_hash_is_the_same_for_equal_puzzles_alone() {
        assert_eq!(hash(&row(3)), hash(&row(3)));
        assert_ne!(hash(&row(3)), hash(&row(4)));
        assert_eq!(hash(&row(3)).len(), 32);
    }
}
