//! Long searches: kept as they go on, on one machine or many.
//!
//! [`checkpointed`] searches a puzzle for some seconds at a time and keeps in a file how far it is. What each such unit has found
//! and what it has left are written down together, so that a search that is stopped, killed or loses its power goes on from
//! there with the next call, and its answer is the one that it would have had without.
//!
//! ```
//! use marquetry_fleet::{Asked, checkpointed};
//! use marquetry_search::{Ending, Limits, Settings, StopFlag};
//!
//! let puzzle = marquetry_formats::builtin::builtin("soma").and_then(|known| known.puzzle()).unwrap();
//! let file = tempfile::tempdir().unwrap();
//! let path = file.path().join("soma.db");
//! let settings = Settings { count: true, ..Settings::default() };
//! let asked = Asked { puzzle: &puzzle, settings: &settings, limits: Limits::default() };
//!
//! let outcome = checkpointed(&path, asked, StopFlag::default(), &mut ()).unwrap();
//! assert_eq!((outcome.ending, outcome.number()), (Ending::Exhausted, 11_520_u32.into()));
//! ```
//!
//! A [`Store`] is such a file, or a PostgreSQL database that many machines reach. Somebody plans a run in it, and any number of
//! [`Worker`]s claim its units, search them and close them.
//!
//! ```
//! use marquetry_fleet::{Plan, Question, Store, Worker};
//! use marquetry_search::StopFlag;
//!
//! let puzzle = marquetry_formats::builtin::builtin("soma").and_then(|known| known.puzzle()).unwrap();
//! let folder = tempfile::tempdir().unwrap();
//! let place = folder.path().join("fleet.db").display().to_string();
//! let question = Question { count: true, distinct: true, ..Question::default() };
//! let mut store = Store::make(&place)?;
//! store.plan(&Plan::new(&puzzle, question, "soma"))?;
//!
//! Worker::new("here")?.work(&mut store, None, &StopFlag::default(), &mut ())?;
//! let run = store.run(Some("soma"))?;
//! assert_eq!(store.sums(&run)?.total, 240_u32.into());
//! # Ok::<(), marquetry_fleet::Error>(())
//! ```
//!
//! **Invariant:** the answer is the sum over units that are closed. A unit is closed in one transaction with what it has found and
//! what it has left, by whoever still has its token, so nothing is counted twice or lost, whatever is killed when.

mod checkpoint;
mod database;
mod desk;
mod fault;
mod hunt;
mod keeper;
mod question;
mod sql;
mod status;
mod store;
mod worker;

pub use checkpoint::{Asked, checkpointed, resumable};
pub use fault::Error;
pub use hunt::How;
pub use question::{Best, Question};
pub use status::{At, Status};
pub use store::{Aside, Board, Closing, Held, Look, Plan, Run, State, Store, Sums};
pub use worker::{Worked, Worker};
