//! SQLite: a file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, ToSql, params_from_iter};

use super::{Database, Row, Value};
use crate::Error;
use crate::sql::{SQLITE, Words};

/// Marks a file as ours: `MqRn`.
const APPLICATION: i64 = 0x4d71_526e;
/// How long a worker waits for others that write.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long one waits that would have the file alone: whoever has it keeps it.
const GLANCE: Duration = Duration::from_millis(200);

/// Who may use the file meanwhile.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Use {
    /// Other processes of this machine too.
    Shared,
    /// Nobody else, until the process ends however it ends.
    Alone,
}

/// A file, open.
pub struct Sqlite {
    db: Connection,
    path: PathBuf,
    how: Use,
}

impl Sqlite {
    /// Opens it; with `make`, a new one if it is not there.
    pub fn open(path: &Path, how: Use, make: bool) -> Result<Sqlite, Error> {
        if !make && !path.exists() {
            return Err(Error::NotThere);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let made = if make { OpenFlags::SQLITE_OPEN_CREATE } else { OpenFlags::empty() };
        let db = Connection::open_with_flags(path, flags | made)?;
        db.busy_timeout(if how == Use::Alone { GLANCE } else { PATIENCE })?;
        if how == Use::Alone {
            db.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        }
        // Another process that has the file alone, or opens it just now, is told by a lock.
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.set_prepared_statement_cache_capacity(64);
        Ok(Sqlite { db, path: path.to_owned(), how })
    }

    fn number(&self, sql: &str) -> Result<i64, Error> {
        Ok(self.db.query_row(sql, [], |row| row.get(0))?)
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::ToSqlOutput::Borrowed;
        Ok(Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(words) => ValueRef::Text(words.as_bytes()),
        }))
    }
}

fn value(read: ValueRef<'_>) -> Value {
    match read {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(words) | ValueRef::Blob(words) => {
            Value::Text(String::from_utf8_lossy(words).into_owned())
        }
    }
}

impl Database for Sqlite {
    fn words(&self) -> &'static Words {
        &SQLITE
    }

    fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Error> {
        let mut statement = self.db.prepare_cached(&SQLITE.say(sql))?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(values))?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            let columns: Result<Vec<Value>, _> =
                (0..columns).map(|i| row.get_ref(i).map(value)).collect();
            all.push(Row(columns?.into_iter()));
        }
        Ok(all)
    }

    fn run(&mut self, sql: &str, values: &[Value]) -> Result<u64, Error> {
        let mut statement = self.db.prepare_cached(&SQLITE.say(sql))?;
        Ok(statement.execute(params_from_iter(values))? as u64)
    }

    fn script(&mut self, sql: &str) -> Result<(), Error> {
        Ok(self.db.execute_batch(&SQLITE.say(sql))?)
    }

    fn reopen(&mut self) -> Result<(), Error> {
        *self = Sqlite::open(&self.path, self.how, false)?;
        Ok(())
    }

    fn inspect(&mut self, whole: bool) -> Result<bool, Error> {
        let ours = self.number("SELECT application_id FROM pragma_application_id")? == APPLICATION;
        let empty = self.number("SELECT count(*) FROM sqlite_schema")? == 0;
        if !ours && !empty {
            return Err(Error::Damaged("it is a database of another program".to_owned()));
        }
        if whole {
            let check: String = self.db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
            if check != "ok" {
                return Err(Error::Damaged(check));
            }
        }
        if empty {
            self.db.pragma_update(None, "application_id", APPLICATION)?;
        }
        Ok(!empty)
    }
}
