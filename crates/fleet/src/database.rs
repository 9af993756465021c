//! A database as far as we use one: values in, rows out, and what its troubles mean.

mod login;
mod postgres;
mod sqlite;
mod tls;

use std::path::Path;

use crate::Error;
use crate::sql::Words;

use sqlite::{Sqlite, Use};

/// What is written into a column, or read from one.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// Words.
    Text(String),
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Real(number)
    }
}

impl From<&str> for Value {
    fn from(words: &str) -> Value {
        Value::Text(words.to_owned())
    }
}

impl From<Option<&str>> for Value {
    fn from(words: Option<&str>) -> Value {
        words.map_or(Value::Null, Value::from)
    }
}

/// A row, read from its first column on.
pub struct Row(pub std::vec::IntoIter<Value>);

impl Row {
    /// The next column, if it is a whole number.
    pub fn int(&mut self) -> Result<i64, Error> {
        match self.0.next() {
            Some(Value::Int(number)) => Ok(number),
            other => Err(odd(&other)),
        }
    }

    /// The next column, if it is a number.
    pub fn real(&mut self) -> Result<f64, Error> {
        match self.0.next() {
            Some(Value::Real(number)) => Ok(number),
            Some(Value::Int(number)) => Ok(number as f64),
            other => Err(odd(&other)),
        }
    }

    /// The next column, if it is words.
    pub fn text(&mut self) -> Result<String, Error> {
        self.maybe_text()?.ok_or_else(|| odd(&None))
    }

    /// The next column, if it is words or nothing.
    pub fn maybe_text(&mut self) -> Result<Option<String>, Error> {
        match self.0.next() {
            Some(Value::Text(words)) => Ok(Some(words)),
            Some(Value::Null) => Ok(None),
            other => Err(odd(&other)),
        }
    }
}

fn odd(value: &Option<Value>) -> Error {
    Error::Damaged(format!("a column has {value:?}, which does not belong there"))
}

/// SQLite or PostgreSQL.
pub trait Database: Send {
    /// The words that it understands.
    fn words(&self) -> &'static Words;
    /// Does one statement, and hands out its rows.
    fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Error>;
    /// Does one statement, and says how many rows it has changed.
    fn run(&mut self, sql: &str, values: &[Value]) -> Result<u64, Error>;
    /// Does several statements without values.
    fn script(&mut self, sql: &str) -> Result<(), Error>;
    /// Connects again after the connection was lost.
    fn reopen(&mut self) -> Result<(), Error>;
    /// Are our tables in it? With `whole`, all of it is looked through for damage.
    fn inspect(&mut self, whole: bool) -> Result<bool, Error>;
}

/// Is this the address of a server, not the name of a file?
pub fn is_server(place: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|start| place.starts_with(start))
}

/// Opens a file, or connects to a server. With `make`, a file that is not there is made.
pub fn open(place: &str, make: bool) -> Result<Box<dyn Database>, Error> {
    Ok(match is_server(place) {
        true => Box::new(postgres::Postgres::open(login::Login::new(place)?)?),
        false => Box::new(Sqlite::open(Path::new(place), Use::Shared, make)?),
    })
}

/// Opens a file that nobody else may use meanwhile, and makes it if it is not there.
pub fn open_alone(path: &Path) -> Result<Box<dyn Database>, Error> {
    Ok(Box::new(Sqlite::open(path, Use::Alone, true)?))
}

/// The place without its password, for people to read.
pub fn shown(place: &str) -> String {
    match is_server(place) {
        true => login::without_secrets(place),
        false => place.to_owned(),
    }
}
