//! What a search tells, and to whom.

use std::ops::ControlFlow;
use std::time::Duration;

use marquetry_puzzle::{Score, Solution};

/// Counters of a search.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Stats {
    /// Placements or positions tried.
    pub nodes: u64,
    /// Those of them that were tried on a graphics card.
    pub on_cards: u64,
    /// Rounds of a search for the best board; other searches have none.
    pub iterations: u64,
    /// Solutions reported or counted; [`u64::MAX`] where there are as many or more, see [`Outcome::number`](crate::Outcome::number).
    pub solutions: u64,
    /// Those of them that were counted without being listed.
    pub counted: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Share of the search tree that is done, 0 to 1, where the engine can tell.
    pub done: Option<f64>,
    /// How far a breadth-first search is.
    pub breadth: Option<Breadth>,
}

/// How far a breadth-first search is.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Breadth {
    /// Moves from the start to the positions whose neighbours it looks for.
    pub depth: u64,
    /// How many these are.
    pub frontier: u64,
    /// Bytes in memory.
    pub memory: u64,
    /// Bytes on disk.
    pub disk: u64,
}

/// Who is told what a search finds. Every method has a default that does nothing, and may break to stop the search.
pub trait Watch {
    /// A solution that passed the judge.
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        let _ = (solution, stats);
        ControlFlow::Continue(())
    }

    /// The best partial solution so far.
    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        let _ = (best, score);
        ControlFlow::Continue(())
    }

    /// Now and then.
    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        let _ = stats;
        ControlFlow::Continue(())
    }
}

/// Watches nothing.
impl Watch for () {}

impl<W: Watch + ?Sized> Watch for &mut W {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        (**self).solution(solution, stats)
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        (**self).improved(best, score)
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        (**self).progress(stats)
    }
}

impl<W: Watch + ?Sized> Watch for Box<W> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        (**self).solution(solution, stats)
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        (**self).improved(best, score)
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        (**self).progress(stats)
    }
}

/// Who hears of solutions alone, by a closure: see [`each_solution`].
pub struct EachSolution<F>(F);

/// Hands each solution to a closure.
pub fn each_solution<F: FnMut(&Solution) -> ControlFlow<()>>(hear: F) -> EachSolution<F> {
    EachSolution(hear)
}

impl<F: FnMut(&Solution) -> ControlFlow<()>> Watch for EachSolution<F> {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        (self.0)(solution)
    }
}
