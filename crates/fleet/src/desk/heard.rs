//! What a search of a unit says, and what is made of what it leaves.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use marquetry_puzzle::{Score, Solution};
use marquetry_search::{Ending, Failure, Outcome, Prepared, Stats, Unit, Watch};

use crate::keeper::Signs;

/// Why a unit cannot be searched further, though it has an end: nothing of it was done.
pub fn stuck(outcome: &Outcome, unit: &Unit) -> Option<String> {
    let stuck = matches!(outcome.ending, Ending::MemoryLimit | Ending::DiskLimit)
        && outcome.rest.units() == std::slice::from_ref(unit);
    stuck.then(|| format!("it ended with {:?} before anything was done", outcome.ending))
}

/// Cuts the largest parts in two until there are as many as are wanted, or none can be cut.
pub fn split(
    prepared: &Prepared<'_>,
    parts: &mut Vec<(f64, Unit)>,
    wanted: usize,
) -> Result<(), Failure> {
    let mut whole = vec![false; parts.len()];
    while parts.len() < wanted {
        let able = (0..parts.len()).filter(|&i| !whole[i]);
        let Some(at) = able.max_by(|&a, &b| parts[a].0.total_cmp(&parts[b].0)) else { break };
        match prepared.split(&parts[at].1)? {
            None => whole[at] = true,
            Some([first, second]) => {
                parts[at] = (prepared.share(&first)?, first);
                parts.insert(at + 1, (prepared.share(&second)?, second));
                whole.insert(at + 1, false);
            }
        }
    }
    Ok(())
}

/// Hears of a unit: keeps its solutions, and passes progress on as that of all units here.
pub struct Heard<'w> {
    pub found: Vec<Solution>,
    pub before: Stats,
    pub watch: &'w mut dyn Watch,
    pub signs: &'w Signs,
    /// Does the watcher want no more?
    pub enough: bool,
}

impl Watch for Heard<'_> {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        self.found.push(solution.clone());
        ControlFlow::Continue(())
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        let word = self.watch.improved(best, score);
        self.enough |= word.is_break();
        word
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        let nodes = self.before.nodes + stats.nodes;
        let solutions = self.before.solutions.saturating_add(stats.solutions);
        let elapsed = self.before.elapsed + stats.elapsed;
        let word = self.watch.progress(&Stats { nodes, solutions, elapsed, done: None, ..*stats });
        self.enough |= word.is_break();
        if self.signs.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { word }
    }
}
