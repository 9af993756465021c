//! The best board so far, shared by all threads of a hunt. Nothing enters that the judge has not scored.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use marquetry_puzzle::{Puzzle, Score, Solution, judge};

use super::{Goal, Hunt};
use crate::run::{Ending, Halt, Run};

/// What the threads of a hunt share.
pub struct Record<'a> {
    puzzle: &'a Puzzle,
    goal: Goal,
    holes: usize,
    best: Mutex<Option<(Solution, usize)>>,
    /// What is missing on the best board: breaks, or tiles.
    missing: AtomicUsize,
    nodes: AtomicU64,
}

impl<'a> Record<'a> {
    /// No board yet.
    pub fn new(puzzle: &'a Puzzle, hunt: &Hunt, holes: usize) -> Record<'a> {
        Record {
            puzzle,
            goal: hunt.goal,
            holes,
            best: Mutex::new(None),
            missing: AtomicUsize::new(usize::MAX),
            nodes: AtomicU64::new(0),
        }
    }

    /// What is missing on the best board so far: breaks when edges are wanted, else empty cells.
    pub fn missing(&self) -> usize {
        self.missing.load(Ordering::Relaxed)
    }

    /// How many cells may stay empty.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// Judges a board and keeps it if it is better than all before. Breaks when nothing is missing any more.
    pub fn offer(&self, board: Solution, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let score = match judge(self.puzzle, &board) {
            Ok(score) => score,
            Err(faults) => return ControlFlow::Break(Halt::Wrong(faults)),
        };
        // The lock is held while reporting, so that reports of several threads come in order.
        if let (Some(missing), Ok(mut best)) = (self.counts(&score), self.best.lock())
            && best.as_ref().is_none_or(|(_, held)| missing < *held)
        {
            run.relay(&board, &score);
            *best = Some((board, missing));
            self.missing.store(missing, Ordering::Relaxed);
        }
        self.go_on()
    }

    /// Breaks when the best board lacks nothing.
    pub fn go_on(&self) -> ControlFlow<Halt> {
        match self.missing() {
            0 => ControlFlow::Break(Halt::Ending(Ending::Enough)),
            _ => ControlFlow::Continue(()),
        }
    }

    /// What is missing on a board, or `None` when it is not of the kind that is hunted.
    fn counts(&self, score: &Score) -> Option<usize> {
        let Score::Board { placed, cells, breaks, .. } = score else { return None };
        let empty = cells - placed;
        match self.goal {
            Goal::Edges => (empty <= self.holes).then_some(breaks.len()),
            Goal::Tiles => breaks.is_empty().then_some(empty),
        }
    }

    /// The best board.
    pub fn board(&self) -> Option<Solution> {
        self.best.lock().ok()?.as_ref().map(|(board, _)| board.clone())
    }

    /// Adds the nodes of a thread that has ended.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes of all threads that have ended, and the best board.
    pub fn into_parts(self) -> (u64, Option<Solution>) {
        let best = self.best.into_inner().ok().flatten();
        (self.nodes.into_inner(), best.map(|(board, _)| board))
    }
}
