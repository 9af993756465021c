//! What a searcher has to tell: solutions, and the fullest board when there are none.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::model::Model;
use crate::run::{Ending, Halt, Run};

/// How many nodes must lie between two reports of a fuller board: a search that is over sooner need not report any.
const REPORT_EVERY: u64 = 20_000;

/// What becomes of solutions.
pub enum Solutions {
    /// Each is told to the run.
    Told,
    /// They are counted.
    Counted,
    /// They are kept for later, up to so many.
    Kept(Vec<Vec<u32>>, usize),
}

/// The reports of one searcher.
pub struct Report<'a> {
    /// What becomes of solutions.
    pub solutions: Solutions,
    /// Tiles on the fullest board so far.
    pub deepest: usize,
    fullest: Vec<u32>,
    reported: (usize, u64),
    /// The most tiles that any searcher of this run has reported.
    shared: &'a Mutex<usize>,
}

impl<'a> Report<'a> {
    /// Nothing beyond what others have reported.
    pub fn new(shared: &'a Mutex<usize>, solutions: Solutions) -> Report<'a> {
        let deepest = shared.lock().map_or(0, |deepest| *deepest);
        Report { solutions, deepest, fullest: Vec::new(), reported: (deepest, 0), shared }
    }

    /// Takes in a solution.
    pub fn solved(&mut self, placed: &[u32], run: &mut Run<'_>, m: &Model) -> ControlFlow<Halt> {
        match &mut self.solutions {
            Solutions::Told => return run.solution(&m.board(placed)),
            Solutions::Counted => run.count(1),
            Solutions::Kept(kept, most) => {
                kept.push(placed.to_vec());
                if kept.len() >= *most {
                    return ControlFlow::Break(Halt::Ending(Ending::Enough));
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Notes a board with more tiles than all before it.
    #[cold]
    pub fn fuller(&mut self, tiles: usize, placed: &[u32], run: &mut Run<'_>, m: &Model) {
        self.deepest = tiles;
        self.fullest.clear();
        self.fullest.extend_from_slice(placed);
        if run.stats.nodes >= self.reported.1 + REPORT_EVERY {
            self.tell_fullest(run, m);
        }
    }

    /// Tells of the fullest board unless that has been done.
    pub fn tell_fullest(&mut self, run: &mut Run<'_>, m: &Model) {
        if self.deepest <= self.reported.0 || matches!(self.solutions, Solutions::Kept(..)) {
            return;
        }
        self.reported = (self.deepest, run.stats.nodes);
        // The lock is held while reporting, so that reports of several threads come in order.
        if let Ok(mut shared) = self.shared.lock()
            && *shared < self.deepest
        {
            *shared = self.deepest;
            run.improved(&m.board(&self.fullest));
        }
    }
}
