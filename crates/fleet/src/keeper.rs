//! Keeps a unit while it is worked on: prolongs its lease, and looks whether somebody waits for a part of it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use marquetry_search::{Failure, StopFlag};

use crate::store::{Held, Run, Store};
use crate::{Error, worker::Worker};

/// How often the keeper looks up.
const LOOK: Duration = Duration::from_secs(1);

/// What the keeper and the search tell each other.
#[derive(Default)]
pub struct Signs {
    /// The search is to stop: somebody waits, or the unit or the run is gone.
    pub stop: AtomicBool,
    /// The unit is not ours any more.
    pub lost: AtomicBool,
    /// A board for others to see.
    pub board: Mutex<Option<Offered>>,
}

/// A board for others to see.
pub struct Offered {
    /// Edges that do not match, and cells that are empty.
    pub lacks: (u64, u64),
    /// It and how it was found, as JSON.
    pub board: String,
    pub how: String,
}

/// Searches while a second thread keeps the unit. What a search says that panics is a failure of the search.
pub fn keeping<R>(
    store: &mut Store,
    (run, worker, held): (&Run, &Worker, &Held),
    signs: &Signs,
    search: impl FnOnce() -> Result<R, Failure>,
) -> Result<R, Failure> {
    std::thread::scope(|scope| {
        let (over, waits) = channel::<()>();
        scope.spawn(move || {
            let every = LOOK.min(run.lease / 4);
            let mut beaten = Instant::now();
            while waits.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                let looked = look_up(store, (run, worker, held), signs, &mut beaten);
                // The search goes on whatever happens; what it finds may still be in time.
                if let Err(Error::Lost(_)) = looked {
                    let _ = store.reopen();
                }
            }
        });
        let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
        drop(over);
        searched.unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
            let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Failure::Panicked(words.unwrap_or_else(|| "without a word".to_owned())))
        })
    })
}

fn look_up(
    store: &mut Store,
    (run, worker, held): (&Run, &Worker, &Held),
    signs: &Signs,
    beaten: &mut Instant,
) -> Result<(), Error> {
    if beaten.elapsed() >= run.lease / 4 {
        *beaten = Instant::now();
        if !store.beat(run, &worker.id, held)? {
            signs.lost.store(true, Ordering::Relaxed);
            signs.stop.store(true, Ordering::Relaxed);
        }
    }
    share_board(store, run, signs)?;
    let look = store.look(run)?;
    let wanted = run.question.best.is_none() && look.waiting > 0 && look.free == 0;
    if wanted || !look.goes_on {
        signs.stop.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// Lets others have the best board so far.
pub fn share_board(store: &mut Store, run: &Run, signs: &Signs) -> Result<(), Error> {
    let board = signs.board.lock().ok().and_then(|mut board| board.take());
    if let Some(Offered { lacks, board, how }) = board {
        store.offer(run, lacks, &board, &how)?;
    }
    Ok(())
}

/// Waits for a while, or until somebody wants to stop.
pub fn pause(time: Duration, stop: &StopFlag) {
    let until = Instant::now() + time;
    while !stop.stopped() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10).min(time));
    }
}
