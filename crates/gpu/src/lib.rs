//! The hunt for a puzzle's best board on graphics cards.
//!
//! A [`Device`] is a [card](marquetry_search::matching::best::card::Card) for [`Search::best_on`](marquetry_search::Search::best_on): it lays
//! lower halves, a million abreast, and searches many upper ones at once, by kernels whose source lies in `kernel/beam.cu` and `kernel/hunt.cu`. The driver is looked for when it is asked for, so that a program
//! with this library runs where there is no card, and says so.
//!
//! ```
//! match marquetry_gpu::devices(&[]) {
//!     Ok(devices) => println!("{}", devices[0].name()),
//!     Err(why) => println!("{why}"),
//! }
//! ```

mod beams;
mod device;
mod job;
mod sizes;

pub use device::{Device, devices};
pub use job::Job;
pub use sizes::Sizes;
