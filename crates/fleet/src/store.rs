//! The store: runs, their units, and what these have found.
//!
//! A unit is claimed with a lease and a fresh random token, and closed by whoever still has that token, in one transaction with
//! what was found and what is left. Nothing here knows what a unit is: its part is text.

mod run;
mod tell;

use std::path::Path;
use std::time::Duration;

use marquetry_formats::json;
use marquetry_search::{BigUint, Job};

use crate::database::{self, Database, Row, Value};
use crate::{Error, sql};

pub(crate) use run::seconds;
pub use run::{Plan, Run, State};
pub(crate) use tell::WorkerRow;
pub use tell::{Aside, Board, Sums};

/// Solutions that are written down with one statement.
const AT_ONCE: [usize; 3] = [64, 8, 1];

/// A unit that somebody has.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// Its number.
    pub id: i64,
    /// What shows that it is still ours.
    pub token: String,
    /// What part of the search it is; `None` for all of it.
    pub part: Option<String>,
    /// The share of the run that it is thought to be.
    pub share: f64,
}

/// What a unit has come to.
#[derive(Clone, Default, Debug)]
pub struct Closing {
    /// Nodes and seconds spent on it.
    pub nodes: u64,
    /// The seconds.
    pub seconds: f64,
    /// Solutions found or counted in it.
    pub total: BigUint,
    /// Those that are listed, as JSON.
    pub solutions: Vec<String>,
    /// What it has left, in the order of the tree, and the share of each.
    pub left: Vec<(String, f64)>,
    /// The engine that was chosen, where that was not clear before.
    pub job: Option<Job>,
}

/// What others want of whoever has a unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// Does the run go on?
    pub goes_on: bool,
    /// How many workers wait for work.
    pub waiting: u64,
    /// How many units nobody has, up to a hundred.
    pub free: u64,
}

/// A store of runs.
pub struct Store(Box<dyn Database>);

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

impl Store {
    /// Opens a file, or connects to a server at `postgres://…`, where something was planned.
    ///
    /// # Errors
    /// Nothing was planned there, it cannot be reached, or it is damaged.
    pub fn open(place: &str) -> Result<Store, Error> {
        let mut store = Store(database::open(place, false)?);
        store.form(false, true)?;
        Ok(store)
    }

    /// The same without looking through all of a file for damage, for who only wants to know how runs stand.
    pub fn glance(place: &str) -> Result<Store, Error> {
        let mut store = Store(database::open(place, false)?);
        store.form(false, false)?;
        Ok(store)
    }

    /// Opens a file or a server's database, and makes what is not there.
    ///
    /// # Errors
    /// It cannot be reached, is of another program, or is damaged.
    pub fn make(place: &str) -> Result<Store, Error> {
        let mut store = Store(database::open(place, true)?);
        store.form(true, true)?;
        Ok(store)
    }

    /// The same with a file that nobody else may use meanwhile.
    pub fn alone(path: &Path) -> Result<Store, Error> {
        let mut store = Store(database::open_alone(path)?);
        store.form(true, true)?;
        Ok(store)
    }

    /// A place without its password, for people to read.
    pub fn shown(place: &str) -> String {
        database::shown(place)
    }

    /// Brings the tables into the form that we know.
    fn form(&mut self, make: bool, whole: bool) -> Result<(), Error> {
        let there = self.0.inspect(whole)?;
        if !there && !make {
            return Err(Error::NothingPlanned);
        }
        let latest = sql::FORMS.len() as i64;
        if there && self.version()? == latest {
            return Ok(());
        }
        self.transaction(|store| {
            store.0.script(store.0.words().alone)?;
            store.0.script(sql::FORM_TABLE)?;
            let form = store.version()?;
            if form > latest {
                return Err(Error::TooNew(form));
            }
            for (number, step) in (1..).zip(sql::FORMS).skip(form.max(0) as usize) {
                store.0.script(step)?;
                store.0.run(sql::FORMED, &[Value::Int(number)])?;
            }
            Ok(())
        })
    }

    fn version(&mut self) -> Result<i64, Error> {
        Ok(self.one(sql::FORM, &[])?.and_then(|mut row| row.int().ok()).unwrap_or(0))
    }

    fn one(&mut self, sql: &str, values: &[Value]) -> Result<Option<Row>, Error> {
        Ok(self.0.rows(sql, values)?.into_iter().next())
    }

    /// Does all of it or nothing.
    fn transaction<R>(
        &mut self,
        work: impl FnOnce(&mut Store) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let begin = self.0.words().begin;
        self.0.script(begin)?;
        let done = work(self).and_then(|done| self.0.script("COMMIT").map(|()| done));
        if done.is_err() {
            // Where the connection is gone there is nothing to take back.
            let _ = self.0.script("ROLLBACK");
        }
        done
    }

    /// Connects again after the connection was lost.
    pub fn reopen(&mut self) -> Result<(), Error> {
        self.0.reopen()
    }

    /// Plans a run, unless the same one is there and not cancelled. Says its number, and whether it is new.
    pub fn plan(&mut self, plan: &Plan<'_>) -> Result<(i64, bool), Error> {
        let puzzle = json::write(plan.puzzle);
        let question = as_json(&plan.question);
        self.transaction(|store| {
            store.0.script(store.0.words().alone)?;
            let same = |run: &Run| {
                run.puzzle == puzzle
                    && run.question == plan.question
                    && run.state != State::Cancelled
            };
            if let Some(run) = store.runs()?.into_iter().find(same) {
                return Ok((run.id, false));
            }
            let parts = plan.parts();
            let values = [
                plan.name.as_str().into(),
                puzzle.as_str().into(),
                question.as_str().into(),
                Value::Int(parts.len() as i64),
                plan.lease.as_secs_f64().into(),
                plan.unit.as_secs_f64().into(),
                Value::Int(plan.tries.into()),
            ];
            let row = store.one(sql::PLAN, &values)?;
            let run = row.ok_or(Error::NothingPlanned)?.int()?;
            let share = 1.0 / parts.len().max(1) as f64;
            // The newest is claimed first, and the first is to come first.
            for part in parts.iter().rev() {
                store.open_unit(run, part.as_deref(), share)?;
            }
            Ok((run, true))
        })
    }

    /// The run of a file that is all about one search: the one that is there, if it is of this puzzle and question, or a new one.
    pub(crate) fn plan_only(&mut self, plan: &Plan<'_>) -> Result<Run, Error> {
        if self.runs()?.is_empty() {
            self.plan(plan)?;
        }
        let runs = self.runs()?;
        let puzzle = json::write(plan.puzzle);
        let mut differs = "is of another puzzle";
        for run in runs.into_iter().filter(|run| run.puzzle == puzzle) {
            match run.question.differs(&plan.question) {
                Some(other) => differs = other,
                None => return Ok(run),
            }
        }
        Err(Error::OtherRun(differs))
    }

    fn open_unit(&mut self, run: i64, part: Option<&str>, share: f64) -> Result<(), Error> {
        self.0.run(sql::OPEN, &[run.into(), part.into(), share.into()]).map(|_| ())
    }

    /// All runs, oldest first.
    pub fn runs(&mut self) -> Result<Vec<Run>, Error> {
        self.0.rows(sql::RUNS, &[])?.into_iter().map(Run::read).collect()
    }

    /// The run with this number or name; without either, the latest.
    pub fn run(&mut self, wanted: Option<&str>) -> Result<Run, Error> {
        let mut runs = self.runs()?;
        runs.reverse();
        let Some(wanted) = wanted else {
            return runs.into_iter().next().ok_or(Error::NothingPlanned);
        };
        let found = runs.iter().position(|run| run.id.to_string() == wanted);
        let found = found.or_else(|| runs.iter().position(|run| run.name == wanted));
        found.map(|at| runs.swap_remove(at)).ok_or_else(|| Error::NoSuchRun(wanted.to_owned()))
    }

    /// Claims a unit for as long as the lease says; `None` where nobody can do anything just now. One that has failed too
    /// often is set aside.
    pub fn claim(&mut self, run: &Run, lease: Duration) -> Result<Option<Held>, Error> {
        loop {
            let token = token()?;
            let values = [run.id.into(), token.as_str().into(), lease.as_secs_f64().into()];
            let Some(mut row) = self.one(sql::CLAIM, &values)? else { return Ok(None) };
            let (id, part) = (row.int()?, row.maybe_text()?);
            let (share, tries) = (row.real()?, row.int()?);
            if tries <= run.tries.into() {
                return Ok(Some(Held { id, token, part, share }));
            }
            self.0.run(sql::SET_ASIDE, &[id.into(), token.as_str().into()])?;
        }
    }

    /// Prolongs the lease. False when it is lost: whatever is found now is void.
    pub fn beat(&mut self, run: &Run, worker: &str, held: &Held) -> Result<bool, Error> {
        let lease = run.lease.as_secs_f64();
        let values = [held.id.into(), held.token.as_str().into(), lease.into()];
        let ours = self.0.run(sql::BEAT, &values)? == 1;
        self.0.run(sql::SEEN, &[run.id.into(), worker.into()])?;
        Ok(ours)
    }

    /// Closes a unit with what it has found and opens what it has left, if it is still ours; false when it is not, and then
    /// nothing has happened. With `next`, claims another in the same transaction.
    pub fn close(
        &mut self,
        run: &Run,
        worker: &str,
        held: &Held,
        closing: &Closing,
        next: bool,
    ) -> Result<(bool, Option<Held>), Error> {
        self.transaction(|store| {
            let values = [
                held.id.into(),
                held.token.as_str().into(),
                Value::Int(i64::try_from(closing.nodes).unwrap_or(i64::MAX)),
                closing.seconds.into(),
                closing.total.to_string().as_str().into(),
            ];
            let ours = store.0.run(sql::CLOSE, &values)? == 1;
            if ours {
                store.write_down(run.id, worker, held, closing)?;
            }
            let next = if next { store.claim(run, run.lease)? } else { None };
            Ok((ours, next))
        })
    }

    fn write_down(
        &mut self,
        run: i64,
        worker: &str,
        held: &Held,
        closing: &Closing,
    ) -> Result<(), Error> {
        self.found(run, held.id, &closing.solutions)?;
        if let Some(job) = &closing.job {
            self.0.run(sql::CHOSEN, &[run.into(), as_json(job).as_str().into()])?;
        }
        // The newest is claimed first, and the tree comes in its order.
        for (part, share) in closing.left.iter().rev() {
            self.open_unit(run, Some(part), *share)?;
        }
        let left: f64 = closing.left.iter().map(|(_, share)| share).sum();
        let (share, spent) = ((held.share - left).max(0.0), closing.seconds);
        let values = [
            run.into(),
            worker.into(),
            Value::Int(closing.left.len() as i64),
            Value::Int(i64::try_from(closing.nodes).unwrap_or(i64::MAX)),
            spent.into(),
            share.into(),
            about(&closing.total).into(),
            (spent * spent).into(),
            (spent * share).into(),
            (share * share).into(),
        ];
        self.0.run(sql::DONE, &values).map(|_| ())
    }

    fn found(&mut self, run: i64, unit: i64, solutions: &[String]) -> Result<(), Error> {
        let mut rest = solutions;
        for size in AT_ONCE {
            while rest.len() >= size {
                let (now, later) = rest.split_at(size);
                let ordinal = solutions.len() - rest.len();
                let row = |i: usize| {
                    let at = 4 * i;
                    format!("(${}, ${}, ${}, ${})", at + 1, at + 2, at + 3, at + 4)
                };
                let rows: Vec<String> = (0..size).map(row).collect();
                let values: Vec<Value> =
                    now.iter().enumerate().fold(Vec::new(), |mut all, (i, text)| {
                        all.extend([
                            run.into(),
                            unit.into(),
                            Value::Int((ordinal + i) as i64),
                            text.as_str().into(),
                        ]);
                        all
                    });
                self.0.run(&format!("{}{}", sql::FOUND, rows.join(", ")), &values)?;
                rest = later;
            }
        }
        Ok(())
    }

    /// Gives a unit back that was not worked on.
    pub fn give_back(&mut self, held: &Held) -> Result<(), Error> {
        self.0.run(sql::GIVE_BACK, &[held.id.into(), held.token.as_str().into()]).map(|_| ())
    }

    /// Says what went wrong with a unit.
    pub fn fail(&mut self, held: &Held, why: &str) -> Result<(), Error> {
        let values = [held.id.into(), held.token.as_str().into(), why.into()];
        self.0.run(sql::FAIL, &values).map(|_| ())
    }

    /// What others want.
    pub fn look(&mut self, run: &Run) -> Result<Look, Error> {
        let row = self.one(sql::LOOK, &[run.id.into()])?;
        let mut row = row.ok_or_else(|| Error::NoSuchRun(run.id.to_string()))?;
        Ok(Look {
            goes_on: row.int()? == State::Open as i64,
            waiting: row.int()? as u64,
            free: row.int()? as u64,
        })
    }

    /// A worker comes to a run.
    pub fn come(&mut self, run: &Run, worker: &str, name: &str) -> Result<(), Error> {
        self.0.run(sql::COME, &[run.id.into(), worker.into(), name.into()]).map(|_| ())
    }

    /// A worker waits for work.
    pub fn waits(&mut self, run: &Run, worker: &str) -> Result<(), Error> {
        self.0.run(sql::WAITS, &[run.id.into(), worker.into()]).map(|_| ())
    }

    /// A worker goes.
    pub fn goes(&mut self, run: &Run, worker: &str) -> Result<(), Error> {
        self.0.run(sql::GOES, &[run.id.into(), worker.into()]).map(|_| ())
    }

    /// A run goes on, has enough, or is cancelled.
    pub fn set_state(&mut self, run: &Run, state: State) -> Result<(), Error> {
        self.0.run(sql::SET_STATE, &[run.id.into(), Value::Int(state as i64)]).map(|_| ())
    }

    /// Takes the units that were set aside as new, and says how many. A run that was cancelled goes on.
    pub fn retry(&mut self, run: &Run) -> Result<u64, Error> {
        self.transaction(|store| {
            if run.state == State::Cancelled {
                store.set_state(run, State::Open)?;
            }
            store.0.run(sql::RENEW, &[run.id.into()])
        })
    }

    /// Takes over a run that nobody else works on: no unit is held, and none was tried.
    pub(crate) fn take_over(&mut self, run: &Run) -> Result<(), Error> {
        self.0.run(sql::RENEW_ALL, &[run.id.into()]).map(|_| ())
    }
}

/// A number that nobody else has.
pub(crate) fn token() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::Store(format!("no random numbers: {error}")))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

pub(crate) fn as_json(value: &impl serde::Serialize) -> String {
    // These types have neither maps with other keys than strings nor numbers that JSON does not know.
    serde_json::to_string(value).unwrap_or_default()
}

/// A number of any size, as far as this kind can say it.
pub(crate) fn about(number: &BigUint) -> f64 {
    number.to_string().parse().unwrap_or(f64::INFINITY)
}
