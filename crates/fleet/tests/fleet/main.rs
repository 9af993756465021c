//! The store, its workers and what may happen to them, on SQLite and on PostgreSQL.

mod battery;
mod checkpoint;
mod interleaving;
mod lost;
mod shares;
mod tls;

use std::sync::Arc;

use marquetry_fleet::{Plan, Question, Run, Store};
use marquetry_formats::builtin::builtin;
use marquetry_puzzle::Puzzle;
use marquetry_testkit::server::Server;

/// A store that is gone with the test.
pub(crate) struct Place {
    pub(crate) at: String,
    server: Option<Arc<Server>>,
    _folder: Option<tempfile::TempDir>,
}

impl Place {
    /// A file.
    pub(crate) fn file() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().join("fleet.db").display().to_string();
        Place { at, server: None, _folder: Some(folder) }
    }

    /// A database of its own, where PostgreSQL is installed.
    pub(crate) fn server(name: &str) -> Option<Place> {
        let server = Server::shared()?;
        let at = server.database(name);
        Some(Place { at, server: Some(server), _folder: None })
    }

    pub(crate) fn make(&self) -> Store {
        Store::make(&self.at).expect("a store")
    }

    pub(crate) fn on_server(&self) -> bool {
        self.server.is_some()
    }

    /// Says something to the database itself.
    pub(crate) fn sql(&self, statement: &str) {
        match &self.server {
            Some(server) => {
                let name = self.at.split(['/', '?']).nth(3).unwrap_or_default();
                server.sql(name, statement);
            }
            None => {
                let file = rusqlite::Connection::open(&self.at).expect("a file");
                file.execute_batch(statement).expect("it is done");
            }
        }
    }

    pub(crate) fn open(&self) -> Store {
        Store::open(&self.at).expect("a store")
    }
}

/// Each of these holds on both databases.
#[macro_export]
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $name() { super::$name(&$crate::Place::file()); })*
        }
        mod postgresql {
            $(#[test] fn $name() {
                if let Some(place) = $crate::Place::server(stringify!($name)) {
                    super::$name(&place);
                }
            })*
        }
    };
}

pub(crate) fn puzzle(name: &str) -> Puzzle {
    builtin(name).and_then(|known| known.puzzle()).expect("it is built in")
}

/// Plans a run that may be changed before.
pub(crate) fn planned(
    store: &mut Store,
    puzzle: &Puzzle,
    question: Question,
    change: impl FnOnce(&mut Plan<'_>),
) -> Run {
    let mut plan = Plan::new(puzzle, question, "the run");
    change(&mut plan);
    let (id, _) = store.plan(&plan).expect("it is planned");
    store.run(Some(&id.to_string())).expect("it is there")
}

/// How many solutions.
pub(crate) fn count(engine: &str) -> Question {
    Question { engine: Some(engine.into()), count: true, ..Question::default() }
}
