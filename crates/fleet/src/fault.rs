//! What can go wrong with a search that is kept in a database.

use std::fmt;

use marquetry_search::Failure;

/// Why a kept search cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// What is kept is another search, and in what.
    OtherRun(&'static str),
    /// It was written by a later version of this library.
    TooNew(i64),
    /// It is no store of searches, or is damaged.
    Damaged(String),
    /// Another process searches with the file.
    InUse,
    /// There is no room left on the disk.
    Full,
    /// There is no such file.
    NotThere,
    /// Nothing was planned there.
    NothingPlanned,
    /// There is no such run.
    NoSuchRun(String),
    /// The address of a server, or how it is to be trusted, makes no sense.
    Address(String),
    /// The server cannot be reached, or the connection to it was lost.
    Lost(String),
    /// This search cannot be stopped and gone on with.
    Unresumable(String),
    /// The search itself failed.
    Search(Failure),
    /// The database refuses what it is told.
    Store(String),
}

impl Error {
    /// A word for programs to tell errors apart by. It does not change from version to version.
    pub fn code(&self) -> &'static str {
        match self {
            Error::OtherRun(_) => "other-run",
            Error::TooNew(_) => "too-new",
            Error::Damaged(_) => "damaged",
            Error::InUse => "in-use",
            Error::Full => "full",
            Error::NotThere => "not-there",
            Error::NothingPlanned => "nothing-planned",
            Error::NoSuchRun(_) => "no-such-run",
            Error::Address(_) => "address",
            Error::Lost(_) => "lost",
            Error::Unresumable(_) => "unresumable",
            Error::Search(failure) => failure.code(),
            Error::Store(_) => "store",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::OtherRun(differs) => write!(f, "the file keeps a search that {differs}"),
            Error::TooNew(version) => {
                write!(f, "it was written by a later version of Marquetry (form {version})")
            }
            Error::Damaged(words) => {
                write!(f, "it is no store of Marquetry's searches, or it is damaged: {words}")
            }
            Error::InUse => f.write_str("another process searches with this file"),
            Error::Full => {
                f.write_str("there is no room left on the disk; what was kept before is safe")
            }
            Error::NotThere => f.write_str("there is no such file"),
            Error::NothingPlanned => {
                f.write_str("nothing was planned there; 'marquetry fleet plan' does that")
            }
            Error::NoSuchRun(run) => {
                write!(f, "there is no run '{run}'; 'marquetry fleet list' shows all")
            }
            Error::Address(words) => f.write_str(words),
            Error::Lost(words) => write!(f, "the server cannot be reached: {words}"),
            Error::Unresumable(words) => f.write_str(words),
            Error::Search(failure) => failure.fmt(f),
            Error::Store(words) => write!(f, "the store cannot be used: {words}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        Error::Search(failure)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        use rusqlite::ErrorCode::{
            DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase,
        };
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => Error::InUse,
            Some(DatabaseCorrupt | NotADatabase) => Error::Damaged(error.to_string()),
            Some(DiskFull) => Error::Full,
            _ => Error::Store(error.to_string()),
        }
    }
}
