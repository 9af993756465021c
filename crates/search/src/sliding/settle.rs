//! The end of a level on disk: its runs are merged while the run goes on being told.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Thread;
use std::time::Duration;

use super::key::Key;
use super::levels::Desk;
use super::part::Part;
use crate::parallel::panicked;
use crate::run::{Halt, Run};

/// How often the run hears of a level whose runs are being merged.
const PATIENCE: Duration = Duration::from_millis(20);

/// Says that a thread is through, also when it panics.
struct Leaving<'a>(&'a AtomicUsize, Thread);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
        self.1.unpark();
    }
}

/// Completes the next level. Parts on disk do so at the same time, and the run goes on being told.
pub fn settle<K: Key>(
    parts: &mut [Part<K>],
    desk: &Desk<'_, K>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    if cfg!(not(feature = "threads")) {
        parts.iter_mut().for_each(|part| desk.heed(part.settle(&desk.crew)));
        return Ok(());
    }
    let left = AtomicUsize::new(parts.iter().filter(|part| part.is_spilled()).count());
    let mut halt = Ok(());
    std::thread::scope(|scope| {
        let (left, reporter) = (&left, std::thread::current());
        let mut threads = Vec::new();
        for part in parts.iter_mut().filter(|part| part.is_spilled()) {
            let leaving = Leaving(left, reporter.clone());
            threads.push(scope.spawn(move || {
                let _leaving = leaving;
                desk.heed(part.settle(&desk.crew));
            }));
        }
        while left.load(Ordering::Acquire) > 0 {
            std::thread::park_timeout(PATIENCE);
            if halt.is_ok() {
                halt = run.look().break_value().map_or(Ok(()), Err);
            }
            if halt.is_err() {
                desk.crew.stop();
            }
        }
        for panic in threads.into_iter().filter_map(|thread| thread.join().err()) {
            halt = Err(Halt::Failure(panicked(&*panic)));
        }
    });
    halt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_panics_on_disk_is_through_all_the_same() {
        let left = AtomicUsize::new(1);
        let leaving = Leaving(&left, std::thread::current());
        std::thread::scope(|scope| {
            let broken = scope.spawn(move || {
                let _leaving = leaving;
                panic!("a broken disk");
            });
            while left.load(Ordering::Acquire) > 0 {
                std::thread::park_timeout(PATIENCE);
            }
            assert!(broken.join().is_err());
        });
    }
}
