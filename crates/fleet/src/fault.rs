//! What can go wrong with a search that is kept in a file.

use std::fmt;

use marquetry_search::Failure;

/// Why a kept search cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file is of another search, and in what.
    OtherRun(&'static str),
    /// The file is of a later version of this library.
    TooNew(i64),
    /// It is no file of a search, or is damaged.
    Damaged(String),
    /// Another process searches with it.
    InUse,
    /// There is no room left on the disk.
    Full,
    /// This search cannot be stopped and gone on with.
    Unresumable(String),
    /// The search itself failed.
    Search(Failure),
    /// The file cannot be used.
    Store(rusqlite::Error),
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
                write!(f, "the file was written by a later version of Marquetry (form {version})")
            }
            Error::Damaged(words) => {
                write!(f, "the file is no search of Marquetry's, or it is damaged: {words}")
            }
            Error::InUse => f.write_str("another process searches with this file"),
            Error::Full => {
                f.write_str("there is no room left on the disk; what was kept before is safe")
            }
            Error::Unresumable(words) => f.write_str(words),
            Error::Search(failure) => failure.fmt(f),
            Error::Store(error) => write!(f, "the file cannot be used: {error}"),
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
            _ => Error::Store(error),
        }
    }
}
