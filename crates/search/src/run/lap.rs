//! A search within a search: a lap of an engine that goes on later, and a search beside another.

use std::ops::ControlFlow;

use marquetry_puzzle::{Score, Solution};

use super::{Ending, Halt, Run, Stats, Watch};
use crate::engines::{Left, Open};
use crate::parallel::panicked;

impl Run<'_> {
    /// Searches, and lets another search run beside on a thread of its own, which ends both if it finds a solution.
    pub(crate) fn beside(
        &mut self,
        other: impl FnOnce(&mut Run<'_>) -> Option<(Solution, Open)> + Send,
        search: impl FnOnce(&mut Run<'_>) -> Option<Left>,
    ) -> Option<Left> {
        let (crew, over) = (self.crew(), self.over.clone());
        let (left, found) = std::thread::scope(|scope| {
            let beside = scope.spawn(|| {
                let mut quiet = ();
                let mut run = crew.run(&mut quiet);
                let found = other(&mut run);
                if found.is_some() {
                    over.stop();
                }
                (found, run.stats.nodes)
            });
            let left = search(self);
            crew.stop();
            (left, beside.join())
        });
        let (found, nodes) = match found {
            Ok(found) => found,
            Err(panic) => {
                return Some((
                    ControlFlow::Break(Halt::Failure(panicked(&*panic))),
                    Open::Unresumable,
                ));
            }
        };
        self.stats.nodes += nodes;
        match (left?, found) {
            ((ControlFlow::Break(Halt::Ending(Ending::Cancelled)), _), Some((solution, open))) => {
                Some((self.solution(&solution), open))
            }
            (left, _) => Some(left),
        }
    }

    /// Lets an engine go on for so many nodes under the same clock, limits and stop flag, or to its next solution, which is
    /// not judged. It has found so many before.
    pub(crate) fn lap(
        &mut self,
        nodes: u64,
        found: u64,
        go: impl FnOnce(&mut Run<'_>) -> ControlFlow<Halt>,
    ) -> (Lapped, Option<Solution>) {
        let mut crew = self.crew();
        let left = self.limits.nodes.map_or(nodes, |limit| limit.saturating_sub(self.stats.nodes));
        crew.limits.nodes = Some(nodes.min(left));
        crew.over = self.over.clone();
        let mut lap = Lap { before: self.stats, found, kept: None, run: self };
        let mut slice = crew.run(&mut lap);
        let flow = go(&mut slice);
        let Stats { nodes, counted, .. } = slice.stats;
        let kept = lap.kept;
        self.stats.nodes += nodes;
        (Lapped { flow, nodes, counted }, kept)
    }
}

/// What a lap has come to.
pub(crate) struct Lapped {
    /// How it ended; a node limit may be the lap's or the run's.
    pub flow: ControlFlow<Halt>,
    /// Its nodes.
    pub nodes: u64,
    /// Solutions counted without being listed.
    pub counted: u64,
}

/// Watches a lap: stops it when it finds something, and shows its progress as the run's.
struct Lap<'l, 'a> {
    before: Stats,
    found: u64,
    kept: Option<Solution>,
    run: &'l mut Run<'a>,
}

impl Watch for Lap<'_, '_> {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        self.kept = Some(solution.clone());
        ControlFlow::Break(())
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        self.run.relay(best, score);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        let nodes = self.before.nodes + stats.nodes;
        let solutions = self.before.solutions + self.found + stats.counted;
        self.run.stats.done = stats.done;
        let word = self.run.watch.progress(&Stats { nodes, solutions, ..*stats });
        self.run.heed(word);
        // The lap has the flag of the run that was raised.
        ControlFlow::Continue(())
    }
}
