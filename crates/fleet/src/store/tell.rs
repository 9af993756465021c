//! What a store tells of its runs.

use marquetry_search::BigUint;

use super::{Run, Store};
use crate::database::{Row, Value};
use crate::{Error, sql};

/// The sums over all closed units.
#[derive(Clone, Default, Debug)]
pub struct Sums {
    /// Nodes.
    pub nodes: u64,
    /// Seconds of work.
    pub seconds: f64,
    /// Solutions found or counted.
    pub total: BigUint,
}

/// A unit that was set aside.
#[derive(Clone, Debug)]
pub struct Aside {
    /// Its number.
    pub id: i64,
    /// Its part of the search; `None` for all of it.
    pub part: Option<String>,
    /// What went wrong, where somebody could say.
    pub why: Option<String>,
}

/// The best board of a hunt.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Its number.
    pub id: i64,
    /// Edges that do not match, and cells that are empty.
    pub lacks: (u64, u64),
    /// The board as JSON.
    pub board: String,
    /// How it was found, as JSON.
    pub how: String,
}

/// What one worker has done for a run.
pub(crate) struct WorkerRow {
    pub name: String,
    pub unseen: f64,
    pub waits: bool,
    pub closed: u64,
    pub opened: u64,
    pub nodes: u64,
    pub seconds: f64,
    pub share: f64,
    pub found: f64,
    /// Sums of squares and products of seconds and shares.
    pub squares: [f64; 3],
}

impl Store {
    /// The sums over all that is closed.
    pub fn sums(&mut self, run: &Run) -> Result<Sums, Error> {
        let (mut sums, mut last) = (Sums::default(), 0);
        loop {
            let page = self.0.rows(sql::TOTALS, &[run.id.into(), Value::Int(last)])?;
            if page.is_empty() {
                return Ok(sums);
            }
            for mut row in page {
                last = row.int()?;
                let total = row.text()?;
                let number = BigUint::parse_bytes(total.as_bytes(), 10);
                sums.total +=
                    number.ok_or_else(|| Error::Damaged(format!("'{total}' is no number")))?;
                sums.nodes = sums.nodes.saturating_add(row.int()? as u64);
                sums.seconds += row.real()?;
            }
        }
    }

    /// Hands out the solutions that were found with the number of their unit, after one of them, until somebody has enough. Says
    /// where that was.
    pub fn solutions(
        &mut self,
        run: &Run,
        mut after: (i64, i64),
        mut each: impl FnMut(i64, String) -> Result<bool, Error>,
    ) -> Result<(i64, i64), Error> {
        loop {
            let values = [run.id.into(), Value::Int(after.0), Value::Int(after.1)];
            let page = self.0.rows(sql::SOLUTIONS, &values)?;
            if page.is_empty() {
                return Ok(after);
            }
            for mut row in page {
                after = (row.int()?, row.int()?);
                if !each(after.0, row.text()?)? {
                    return Ok(after);
                }
            }
        }
    }

    /// How many solutions were found: exactly as far as a number with 53 bits tells.
    pub fn how_many(&mut self, run: &Run) -> Result<f64, Error> {
        self.one(sql::HOW_MANY, &[run.id.into()])?.map_or(Ok(0.0), |mut row| row.real())
    }

    /// Is a unit open?
    pub fn any_open(&mut self, run: &Run) -> Result<bool, Error> {
        Ok(self.one(sql::ANY_OPEN, &[run.id.into()])?.is_some())
    }

    /// The parts of units that are open.
    pub(crate) fn open_parts(&mut self, run: &Run) -> Result<Vec<Option<String>>, Error> {
        let (mut parts, mut last) = (Vec::new(), 0);
        loop {
            let page = self.0.rows(sql::OPEN_PARTS, &[run.id.into(), Value::Int(last)])?;
            if page.is_empty() {
                return Ok(parts);
            }
            for mut row in page {
                last = row.int()?;
                parts.push(row.maybe_text()?);
            }
        }
    }

    /// The units that were set aside, a hundred of them at most.
    pub fn aside(&mut self, run: &Run) -> Result<Vec<Aside>, Error> {
        let read = |mut row: Row| {
            Ok(Aside { id: row.int()?, part: row.maybe_text()?, why: row.maybe_text()? })
        };
        self.0.rows(sql::ASIDE, &[run.id.into()])?.into_iter().map(read).collect()
    }

    /// How many units were set aside, and how many somebody has.
    pub(crate) fn stuck(&mut self, run: &Run) -> Result<(u64, u64), Error> {
        let mut row = self.one(sql::STUCK, &[run.id.into()])?.ok_or(Error::NothingPlanned)?;
        Ok((row.int()? as u64, row.int()? as u64))
    }

    pub(crate) fn workers(&mut self, run: &Run) -> Result<Vec<WorkerRow>, Error> {
        let read = |mut row: Row| {
            Ok(WorkerRow {
                name: row.text()?,
                unseen: row.real()?,
                waits: row.int()? == 1,
                closed: row.int()? as u64,
                opened: row.int()? as u64,
                nodes: row.int()? as u64,
                seconds: row.real()?,
                share: row.real()?,
                found: row.real()?,
                squares: [row.real()?, row.real()?, row.real()?],
            })
        };
        self.0.rows(sql::WORKERS, &[run.id.into()])?.into_iter().map(read).collect()
    }

    /// Keeps a board if it is better than all that are kept.
    pub fn offer(
        &mut self,
        run: &Run,
        lacks: (u64, u64),
        board: &str,
        how: &str,
    ) -> Result<bool, Error> {
        let lacks = [lacks.0, lacks.1].map(|n| Value::Int(i64::try_from(n).unwrap_or(i64::MAX)));
        let [breaks, empty] = lacks;
        let values = [run.id.into(), breaks, empty, board.into(), how.into()];
        Ok(self.0.run(sql::BOARD, &values)? == 1)
    }

    /// The best board.
    pub fn best(&mut self, run: &Run) -> Result<Option<Board>, Error> {
        let Some(mut row) = self.one(sql::BEST, &[run.id.into()])? else { return Ok(None) };
        let (id, breaks, empty) = (row.int()?, row.int()? as u64, row.int()? as u64);
        Ok(Some(Board { id, lacks: (breaks, empty), board: row.text()?, how: row.text()? }))
    }
}
