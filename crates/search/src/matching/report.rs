//! What a searcher has to tell: solutions, and the fullest board when there are none.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::model::Model;
use super::standing::Standing;
use crate::run::{Ending, Halt, Run};

/// How many nodes must lie between two reports of a fuller board: a search that is over sooner need not report any.
const REPORT_EVERY: u64 = 20_000;

/// What becomes of solutions.
#[derive(Clone)]
pub enum Solutions {
    /// Each is told to the run.
    Told,
    /// They are counted.
    Counted,
    /// The first ends the search.
    Sought,
}

/// The reports of one searcher.
pub struct Report<'a> {
    solutions: Solutions,
    /// Which of them are left out for symmetry.
    standing: Option<&'a Standing<'a>>,
    /// Tiles on the fullest board so far.
    pub deepest: usize,
    fullest: Vec<u32>,
    reported: (usize, u64),
    /// The most tiles that any searcher of this run has reported.
    shared: &'a Mutex<usize>,
}

impl<'a> Report<'a> {
    /// Nothing beyond what others have reported.
    pub fn new(
        shared: &'a Mutex<usize>,
        solutions: Solutions,
        standing: Option<&'a Standing<'a>>,
    ) -> Report<'a> {
        let deepest = shared.lock().map_or(0, |deepest| *deepest);
        let (fullest, reported) = (Vec::new(), (deepest, 0));
        Report { solutions, standing, deepest, fullest, reported, shared }
    }

    /// Takes in a solution.
    pub fn solved(&mut self, placed: &[u32], run: &mut Run<'_>, m: &Model) -> ControlFlow<Halt> {
        if self.standing.is_some_and(|standing| !standing.stands(&m.board(placed))) {
            return ControlFlow::Continue(());
        }
        match self.solutions {
            Solutions::Told => run.solution(&m.board(placed)),
            Solutions::Counted => {
                run.count(1);
                ControlFlow::Continue(())
            }
            Solutions::Sought => ControlFlow::Break(Halt::Ending(Ending::Enough)),
        }
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

    /// A search has ended: tells of the fullest board unless it has found what it was to find.
    pub fn pause(&mut self, flow: &ControlFlow<Halt>, run: &mut Run<'_>, m: &Model) {
        let found = matches!(
            flow,
            ControlFlow::Continue(())
                | ControlFlow::Break(Halt::Share | Halt::Ending(Ending::Enough))
        );
        if !found {
            self.tell_fullest(run, m);
        }
    }

    /// Tells of the fullest board unless that has been done.
    fn tell_fullest(&mut self, run: &mut Run<'_>, m: &Model) {
        if self.deepest <= self.reported.0 || matches!(self.solutions, Solutions::Sought) {
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
