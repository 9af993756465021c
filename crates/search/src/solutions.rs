//! The easy way in: a puzzle's solutions as an iterator.

use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

use marquetry_puzzle::{Puzzle, Solution};

use crate::parallel::panicked;
use crate::run::{Failure, Outcome, StopFlag, Watch, each_solution};
use crate::search::Search;

/// The solutions of a puzzle, found by a thread of its own as they are asked for. Once there are no more,
/// [`Solutions::outcome`] says why.
///
/// To drop it stops the search and waits for its thread, so that nothing goes on behind anybody's back. Searches look at
/// their stop flag every few milliseconds.
#[derive(Debug)]
pub struct Solutions {
    /// `None` when the search has ended.
    search: Option<(Receiver<Solution>, JoinHandle<Ended>)>,
    stop: StopFlag,
    ended: Option<Ended>,
}

type Ended = Result<Outcome, Failure>;

/// The solutions of a puzzle, found as they are asked for: the easy way in.
///
/// ```
/// use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
/// use marquetry_puzzle::Cell;
/// use marquetry_search::Ending;
///
/// let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
/// let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
/// let setup = Setup { board: row(3), pieces, ..Setup::default() };
/// let puzzle = Tiling::new(setup).unwrap().into();
///
/// let mut solutions = marquetry_search::solutions(&puzzle);
/// assert_eq!(solutions.by_ref().count(), 2);
/// let outcome = solutions.outcome().unwrap().as_ref().unwrap();
/// assert_eq!(outcome.ending, Ending::Exhausted, "there are no more");
/// ```
pub fn solutions(puzzle: &Puzzle) -> Solutions {
    let puzzle = puzzle.clone();
    Solutions::of(move |stop, send| Search::new(&puzzle).until(stop).run(send))
}

impl Solutions {
    fn of<F>(search: F) -> Solutions
    where
        F: FnOnce(StopFlag, &mut dyn Watch) -> Ended,
        F: Send + 'static,
    {
        let (sender, receiver) = sync_channel(1);
        let stop = StopFlag::default();
        let flag = stop.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            let mut send =
                each_solution(|solution: &Solution| match sender.send(solution.clone()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                });
            search(flag, &mut send)
        });
        let (search, ended) = match thread {
            Ok(thread) => (Some((receiver, thread)), None),
            Err(error) => {
                let words = format!("a search needs a thread, and there is none: {error}");
                (None, Some(Err(Failure::Unsupported(words))))
            }
        };
        Solutions { search, stop, ended }
    }

    /// How the search ended, once [`Iterator::next`] has said that there are no more. Only
    /// [`Ending::Exhausted`](crate::Ending::Exhausted) means that there are none.
    pub fn outcome(&self) -> Option<&Result<Outcome, Failure>> {
        self.ended.as_ref()
    }

    fn end(&mut self) {
        if let Some((receiver, thread)) = self.search.take() {
            // A thread that waits to hand over a solution must not wait for ever.
            drop(receiver);
            let ended = thread.join();
            self.ended = Some(ended.unwrap_or_else(|panic| Err(panicked(&*panic))));
        }
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let found = self.search.as_ref()?.0.recv().ok();
        if found.is_none() {
            self.end();
        }
        found
    }
}

impl FusedIterator for Solutions {}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.stop.stop();
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::run::{Ending, Stats};

    fn found() -> Solution {
        Solution::Options(Vec::new())
    }

    #[test]
    fn a_limit_is_told_from_no_more() {
        for ending in [Ending::Exhausted, Ending::MemoryLimit, Ending::DiskLimit] {
            let mut solutions = Solutions::of(move |_, send| {
                let _ = send.solution(&found(), &Stats::default());
                Ok(Outcome::new(ending, Stats::default()))
            });
            assert_eq!(solutions.next(), Some(found()));
            assert_eq!(solutions.outcome(), None, "nobody knows yet");
            assert_eq!((solutions.next(), solutions.next()), (None, None));
            let outcome = Outcome::new(ending, Stats::default());
            assert_eq!(solutions.outcome(), Some(&Ok(outcome)));
        }
    }

    #[test]
    fn a_wrong_solution_and_a_panic_are_told_from_no_more() {
        let mut wrong = Solutions::of(|_, _| Err(Failure::Wrong(Vec::new().into())));
        assert_eq!(wrong.next(), None);
        assert_eq!(wrong.outcome(), Some(&Err(Failure::Wrong(Vec::new().into()))));
        let mut broken = Solutions::of(|_, _| panic!("a broken engine"));
        assert_eq!(broken.next(), None);
        let failure = Failure::Panicked("a broken engine".into());
        assert_eq!(broken.outcome(), Some(&Err(failure)));
    }

    #[test]
    fn to_drop_the_iterator_ends_the_search() {
        for taken in 0..3 {
            let over = Arc::new(AtomicBool::new(false));
            let ended = over.clone();
            // An engine that looks at its stop flag for ever, and one that hands over solutions for ever.
            let mut solutions = Solutions::of(move |stop, send| {
                while !stop.stopped()
                    && (taken == 0 || send.solution(&found(), &Stats::default()).is_continue())
                {
                    std::hint::spin_loop();
                }
                ended.store(true, Ordering::SeqCst);
                Ok(Outcome::new(Ending::Cancelled, Stats::default()))
            });
            assert_eq!(solutions.by_ref().take(taken).count(), taken);
            drop(solutions);
            assert!(over.load(Ordering::SeqCst));
        }
    }
}
