//! The file: what is asked, the pieces of the search, and what they have found.
//!
//! A piece is open, or closed with its numbers; its solutions are counted from 0 in the order in which it found them.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::Error;

/// Marks the file as ours: `MqRn`.
const APPLICATION: i64 = 0x4d71_526e;
/// The form in which it is written. Older ones are brought up to it, one step of [`FORMS`] after the other.
const FORMS: &[&str] = &["
    CREATE TABLE run (
        puzzle TEXT NOT NULL,
        engine TEXT NOT NULL,
        question TEXT NOT NULL
    );
    CREATE TABLE piece (
        id INTEGER PRIMARY KEY,
        unit TEXT,
        closed INTEGER NOT NULL DEFAULT 0,
        nodes INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        total TEXT NOT NULL DEFAULT '0'
    );
    CREATE INDEX piece_open ON piece (id) WHERE closed = 0;
    CREATE TABLE solution (
        piece INTEGER NOT NULL REFERENCES piece (id),
        ordinal INTEGER NOT NULL,
        solution TEXT NOT NULL,
        PRIMARY KEY (piece, ordinal)
    ) WITHOUT ROWID;
"];

/// What a file is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The puzzle as JSON.
    pub puzzle: String,
    /// The engine that was asked for, if any.
    pub engine: String,
    /// What is asked.
    pub question: String,
}

/// What a piece has come to.
#[derive(Default)]
pub struct Closing {
    /// Nodes and seconds spent on it.
    pub nodes: u64,
    /// The seconds.
    pub seconds: f64,
    /// Solutions found or counted in it, as a number of any size.
    pub total: String,
    /// Those that are listed, as JSON.
    pub solutions: Vec<String>,
    /// What it has left, as JSON.
    pub left: Vec<String>,
}

/// The sums over all closed pieces.
pub struct Sums {
    /// Nodes.
    pub nodes: u64,
    /// Seconds of work.
    pub seconds: f64,
    /// The totals, to be added up by who knows numbers of any size.
    pub totals: Vec<String>,
}

/// A file that nobody else uses while it is open.
pub struct Ledger(Connection);

impl Ledger {
    /// Opens a file of this question, or makes one with a first piece that is everything.
    pub fn open(path: &Path, asked: &Question) -> Result<Ledger, Error> {
        let db = Connection::open(path)?;
        db.busy_timeout(Duration::from_millis(200))?;
        // Whoever has the file has it alone, until the process ends however it ends.
        db.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        let mut ledger = Ledger(db);
        ledger.bring_up_to_date(asked)?;
        ledger.is_of(asked)?;
        Ok(ledger)
    }

    fn bring_up_to_date(&mut self, asked: &Question) -> Result<(), Error> {
        let pragma = |name| self.0.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let (ours, form) = (pragma("application_id")?, pragma("user_version")?);
        let tables: i64 =
            self.0.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
        let latest = FORMS.len() as i64;
        match (ours, form) {
            (0, 0) if tables == 0 => {}
            (APPLICATION, form) if form > latest => return Err(Error::TooNew(form)),
            (APPLICATION, form) if form >= 0 => {}
            _ => return Err(Error::Damaged("it is a database of another program".to_owned())),
        }
        let check: String = self.0.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if check != "ok" {
            return Err(Error::Damaged(check));
        }
        let change = self.0.transaction_with_behavior(rusqlite::TransactionBehavior::Exclusive)?;
        for step in &FORMS[form as usize..] {
            change.execute_batch(step)?;
        }
        change.pragma_update(None, "application_id", APPLICATION)?;
        change.pragma_update(None, "user_version", latest)?;
        let begun: i64 = change.query_row("SELECT count(*) FROM run", [], |row| row.get(0))?;
        if begun == 0 {
            let Question { puzzle, engine, question } = asked;
            change.execute(
                "INSERT INTO run VALUES (?1, ?2, ?3)",
                params![puzzle, engine, question],
            )?;
            change.execute("INSERT INTO piece (unit) VALUES (NULL)", [])?;
        }
        Ok(change.commit()?)
    }

    fn is_of(&self, asked: &Question) -> Result<(), Error> {
        let kept = self.0.query_row("SELECT puzzle, engine, question FROM run", [], |row| {
            Ok(Question { puzzle: row.get(0)?, engine: row.get(1)?, question: row.get(2)? })
        })?;
        let differs = match () {
            _ if kept.puzzle != asked.puzzle => "is of another puzzle",
            _ if kept.engine != asked.engine => "is of another engine",
            _ if kept.question != asked.question => "asks another question",
            () => return Ok(()),
        };
        Err(Error::OtherRun(differs))
    }

    /// The newest piece that is open, with its unit; that of the first piece is `None`. Newest first, there are never more
    /// open ones than one search leaves at a time.
    pub fn next(&self) -> Result<Option<(i64, Option<String>)>, Error> {
        let newest = "SELECT id, unit FROM piece WHERE closed = 0 ORDER BY id DESC LIMIT 1";
        Ok(self.0.query_row(newest, [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Closes a piece with what it has found, and opens what it has left.
    pub fn close(&mut self, id: i64, closing: &Closing) -> Result<(), Error> {
        let change = self.0.transaction()?;
        let Closing { nodes, seconds, total, solutions, left } = closing;
        let closed = change.execute(
            "UPDATE piece SET closed = 1, nodes = ?2, seconds = ?3, total = ?4 WHERE id = ?1 AND closed = 0",
            params![id, *nodes as i64, seconds, total],
        )?;
        if closed != 1 {
            return Err(Error::Damaged("a piece of the search was closed twice".to_owned()));
        }
        write_down(&change, id, solutions, left)?;
        Ok(change.commit()?)
    }

    /// The sums over all that is closed.
    pub fn sums(&self) -> Result<Sums, Error> {
        let sums = "SELECT coalesce(sum(nodes), 0), coalesce(sum(seconds), 0.0) FROM piece WHERE closed = 1";
        let (nodes, seconds) =
            self.0.query_row(sums, [], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?;
        let mut totals =
            self.0.prepare("SELECT total FROM piece WHERE closed = 1 AND total <> '0'")?;
        let totals = totals.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Sums { nodes: nodes as u64, seconds, totals })
    }

    /// Hands out the solutions that were found, piece by piece, until somebody has enough.
    pub fn solutions(
        &self,
        mut each: impl FnMut(String) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let mut all = self.0.prepare("SELECT solution FROM solution ORDER BY piece, ordinal")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            if !each(row.get(0)?)? {
                break;
            }
        }
        Ok(())
    }

    /// The units that are open.
    pub fn open_units(&self) -> Result<Vec<String>, Error> {
        let mut open = self
            .0
            .prepare("SELECT unit FROM piece WHERE closed = 0 AND unit IS NOT NULL ORDER BY id")?;
        Ok(open.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }
}

fn write_down(
    change: &Transaction<'_>,
    id: i64,
    solutions: &[String],
    left: &[String],
) -> Result<(), Error> {
    let mut found = change.prepare_cached("INSERT INTO solution VALUES (?1, ?2, ?3)")?;
    for (ordinal, solution) in solutions.iter().enumerate() {
        found.execute(params![id, ordinal as i64, solution])?;
    }
    let mut open = change.prepare_cached("INSERT INTO piece (unit) VALUES (?1)")?;
    // The newest is gone on with first, and the tree comes in its order.
    left.iter().rev().try_for_each(|unit| open.execute([unit]).map(|_| ()))?;
    Ok(())
}
