//! Long searches, kept in a file as they go on.
//!
//! [`checkpointed`] searches a puzzle for some seconds at a time. What each such piece has found and what it has left are
//! written down together, so that a search that is stopped, killed or loses its power goes on from there with the next call,
//! and its answer is the one that it would have had without.
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
//! **Invariant:** the answer is the sum over pieces that are closed. A piece is closed in one transaction with what it has
//! found and what it has left, so nothing is counted twice or lost, whatever is killed when.

mod fault;
mod ledger;
mod work;

pub use fault::Error;
pub use work::{Asked, checkpointed};
