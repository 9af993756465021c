//! Runs: as they are planned, and as they are kept.

use std::time::Duration;

use marquetry_formats::json;
use marquetry_puzzle::Puzzle;
use marquetry_search::Job;

use crate::database::Row;
use crate::{Error, Question};

/// How often a unit may fail before it is set aside.
const TRIES: u32 = 3;
/// How long a unit is a worker's without a sign of life.
const LEASE: Duration = Duration::from_secs(60);
/// How long a unit is worked on before what is left of it becomes another.
const UNIT: Duration = Duration::from_secs(10);

/// How a run stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It is to be worked on, or has been to its end.
    Open,
    /// As many solutions as were asked for were found.
    Enough,
    /// Nobody works on it.
    Cancelled,
}

impl State {
    const ALL: [State; 3] = [State::Open, State::Enough, State::Cancelled];
}

/// A run as it is planned.
#[derive(Clone, Debug)]
pub struct Plan<'p> {
    /// The puzzle.
    pub puzzle: &'p Puzzle,
    /// What is asked.
    pub question: Question,
    /// What people call it.
    pub name: String,
    /// How long a worker has a unit without a sign of life.
    pub lease: Duration,
    /// How long a unit is worked on.
    pub unit: Duration,
    /// How often a unit may fail before it is set aside.
    pub tries: u32,
    /// The seeds of a hunt for the best board, a unit each.
    pub seeds: std::ops::Range<u64>,
}

impl<'p> Plan<'p> {
    /// With leases of a minute and units of ten seconds.
    pub fn new(puzzle: &'p Puzzle, question: Question, name: &str) -> Plan<'p> {
        let name = name.to_owned();
        Plan { puzzle, question, name, lease: LEASE, unit: UNIT, tries: TRIES, seeds: 1..2 }
    }

    /// The parts that it begins with: nothing in particular, or seeds.
    pub(super) fn parts(&self) -> Vec<Option<String>> {
        match self.question.best {
            None => vec![None],
            Some(_) => {
                self.seeds.clone().map(|seed| Some(format!("{{\"seed\":{seed}}}"))).collect()
            }
        }
    }
}

/// A run in a store.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its number.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// The puzzle as JSON.
    pub(super) puzzle: String,
    /// What is asked.
    pub question: Question,
    /// The engine that an automatic choice fell on, and the version of its tree.
    pub job: Option<Job>,
    /// How it stands.
    pub state: State,
    /// How many units it began with.
    pub units: u64,
    /// How long a worker has a unit without a sign of life.
    pub lease: Duration,
    /// How long a unit is worked on.
    pub unit: Duration,
    /// How often a unit may fail.
    pub tries: u32,
    /// When it was planned, in seconds of the database's clock.
    pub planned: f64,
}

impl Run {
    pub(super) fn read(mut row: Row) -> Result<Run, Error> {
        let damaged = |what: &str| Error::Damaged(format!("{what} of a run cannot be read"));
        let (id, name, puzzle) = (row.int()?, row.text()?, row.text()?);
        let question = serde_json::from_str(&row.text()?).map_err(|_| damaged("what is asked"))?;
        let job = row.maybe_text()?.map(|job| serde_json::from_str(&job)).transpose();
        let state = usize::try_from(row.int()?).ok().and_then(|at| State::ALL.get(at));
        Ok(Run {
            id,
            name,
            puzzle,
            question,
            job: job.map_err(|_| damaged("the engine"))?,
            state: *state.ok_or_else(|| damaged("the state"))?,
            units: row.int()? as u64,
            lease: seconds(row.real()?),
            unit: seconds(row.real()?),
            tries: u32::try_from(row.int()?).unwrap_or(TRIES),
            planned: row.real()?,
        })
    }

    /// Its puzzle.
    pub fn puzzle(&self) -> Result<Puzzle, Error> {
        json::read(&self.puzzle).map_err(|_| Error::Damaged("a puzzle cannot be read".to_owned()))
    }
}

pub(crate) fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number).unwrap_or_default()
}
