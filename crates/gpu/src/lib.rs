//! The hunt for a puzzle's best board on graphics cards.
//!
//! A [`Device`] is a [card](marquetry_search::matching::best::card::Card) for [`Search::best_on`](marquetry_search::Search::best_on): it searches many upper halves at
//! once by a kernel whose source lies in `kernel/hunt.cu`. The driver is looked for when it is asked for, so that a program
//! with this library runs where there is no card, and says so.
//!
//! ```
//! match marquetry_gpu::devices(&[]) {
//!     Ok(devices) => println!("{}", devices[0].name()),
//!     Err(why) => println!("{why}"),
//! }
//! ```

mod device;
mod job;

pub use device::{Device, devices};
pub use job::Job;
