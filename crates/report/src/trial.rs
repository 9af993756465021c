//! Trials: one puzzle under one limit, by one engine or two.
//!
//! ```
//! use marquetry_puzzle::generate::{Kind, generate};
//! use marquetry_report::trial::Method;
//! use marquetry_search::matching::best::Goal;
//! use marquetry_search::{Limits, StopFlag};
//!
//! let puzzle = generate(Kind::Framed, 4, 4, 4, 1).expect("a size in range").into();
//! let method = Method::new(Some("fewest"), Goal::Edges, 1, Limits::default()).expect("there is such an engine");
//! let attempt = method.attempt(&puzzle, 1, &StopFlag::default(), |_| ()).expect("it can search this");
//! assert!(attempt.solved && attempt.tiles == 100.0);
//! ```

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use marquetry_formats::trial::Attempt;
use marquetry_puzzle::{Family, Puzzle, Score, Solution, judge};
use marquetry_search::matching::best::{Goal, Hunt, SEARCHES};
use marquetry_search::{
    ENGINES, Failure, Limits, Outcome, Search, Settings, Stats, StopFlag, Watch,
};

/// How each puzzle is tried.
pub struct Method {
    /// The exact engine, if one is to be tried.
    exact: Option<&'static str>,
    /// The search for the best board, if one is to be tried after that.
    best: Option<&'static str>,
    goal: Goal,
    threads: usize,
    /// The limits of both together.
    pub limits: Limits,
}

impl Method {
    /// The engine of this name alone; without one, the usual ones of both sorts.
    pub fn new(
        name: Option<&str>,
        goal: Goal,
        threads: usize,
        limits: Limits,
    ) -> Result<Method, Failure> {
        let exact = ENGINES.iter().filter(|e| e.family == Family::Matching).map(|e| e.name);
        let best = SEARCHES.iter().filter(|s| s.goal == goal).map(|s| s.name);
        let names: Vec<&str> = exact.clone().chain(best.clone()).collect();
        let wanted = |engine: &&str| name.is_none_or(|name| name == *engine);
        let (exact, best) = (exact.clone().find(wanted), best.clone().find(wanted));
        if exact.is_none() && best.is_none() {
            let (name, names) = (name.unwrap_or_default(), names.join(", "));
            let why = format!("no engine '{name}' for this goal: there is {names}");
            return Err(Failure::Unsupported(why));
        }
        Ok(Method { exact, best, goal, threads, limits })
    }

    /// The names of the engines, in their order.
    pub fn engines(&self) -> Vec<String> {
        self.exact.into_iter().chain(self.best).map(str::to_owned).collect()
    }

    /// Tries a puzzle, and says how it goes.
    pub fn attempt(
        &self,
        puzzle: &Puzzle,
        seed: u64,
        stop: &StopFlag,
        progress: impl FnMut(&Stats),
    ) -> Result<Attempt, Failure> {
        let mut view = View::new(puzzle, self.goal, progress);
        let mut iterations = 0;
        if let Some(engine) = self.exact {
            let stats = self.exact(engine, seed, stop, &mut view)?.stats;
            view.before = (stats.elapsed, stats.nodes);
            iterations += 1;
        }
        if let (Some(engine), None) = (self.best, view.solved) {
            let stats = self.best(engine, seed, stop, &mut view)?.stats;
            view.before.0 += stats.elapsed;
            view.before.1 += stats.nodes;
            iterations += stats.iterations;
        }
        let (elapsed, nodes) = view.before;
        let seconds = view.solved.unwrap_or(elapsed).as_secs_f64();
        let (tiles, edges) = view.quality.percent();
        let (puzzle, solved) = (puzzle.title().to_owned(), view.solved.is_some());
        Ok(Attempt { puzzle, seed, solved, seconds, nodes, iterations, tiles, edges })
    }

    /// The exact engine has half of the limits where another follows it.
    fn exact(
        &self,
        engine: &str,
        seed: u64,
        stop: &StopFlag,
        view: &mut View<'_, impl FnMut(&Stats)>,
    ) -> Result<Outcome, Failure> {
        let share = if self.best.is_some() { 2 } else { 1 };
        let limits = Limits {
            time: self.limits.time.map(|time| time / share),
            nodes: self.limits.nodes.map(|nodes| nodes / u64::from(share)),
            solutions: Some(1),
            ..self.limits
        };
        let (engine, threads) = (Some(engine.to_owned()), self.threads);
        let settings = Settings { engine, threads, seed, ..Settings::default() };
        Search::new(view.puzzle).settings(&settings).limits(limits).until(stop.clone()).run(view)
    }

    /// The search for the best board has what is left of the limits.
    fn best(
        &self,
        engine: &str,
        seed: u64,
        stop: &StopFlag,
        view: &mut View<'_, impl FnMut(&Stats)>,
    ) -> Result<Outcome, Failure> {
        let (elapsed, nodes) = view.before;
        let limits = Limits {
            time: self.limits.time.map(|time| time.saturating_sub(elapsed)),
            nodes: self.limits.nodes.map(|most| most.saturating_sub(nodes)),
            ..self.limits
        };
        let (engine, threads) = (Some(engine.to_owned()), self.threads);
        let hunt = Hunt { goal: self.goal, engine, threads, seed, ..Hunt::default() };
        Search::new(view.puzzle).limits(limits).until(stop.clone()).best(&hunt, view)
    }
}

/// How good a board is.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
struct Quality {
    /// Tiles without a break.
    whole: usize,
    cells: usize,
    matched: usize,
    possible: usize,
}

impl Quality {
    fn of(score: &Score) -> Quality {
        let Score::Board { matched, possible, placed, cells, breaks, .. } = score else {
            return Quality::default();
        };
        let broken: HashSet<usize> =
            breaks.iter().flat_map(|b| std::iter::once(b.cell).chain(b.beyond)).collect();
        let whole = placed.saturating_sub(broken.len());
        Quality { whole, cells: *cells, matched: *matched, possible: *possible }
    }

    fn rank(&self, goal: Goal) -> (usize, usize) {
        match goal {
            Goal::Tiles => (self.whole, self.matched),
            Goal::Edges => (self.matched, self.whole),
        }
    }

    /// Tiles and edges in percent. A board of one tile has no edge that could fail to match.
    fn percent(&self) -> (f64, f64) {
        let edges = if self.possible == 0 {
            (self.whole, self.cells)
        } else {
            (self.matched, self.possible)
        };
        let percent = |(part, all): (usize, usize)| 100.0 * part as f64 / all.max(1) as f64;
        (percent((self.whole, self.cells)), percent(edges))
    }
}

/// Sees what the engines find.
struct View<'a, P> {
    puzzle: &'a Puzzle,
    goal: Goal,
    progress: P,
    /// What the engines before this one took.
    before: (Duration, u64),
    solved: Option<Duration>,
    quality: Quality,
}

impl<'a, P> View<'a, P> {
    fn new(puzzle: &'a Puzzle, goal: Goal, progress: P) -> View<'a, P> {
        let (before, quality) = Default::default();
        View { puzzle, goal, progress, before, solved: None, quality }
    }
}

impl<P: FnMut(&Stats)> Watch for View<'_, P> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        self.solved.get_or_insert(self.before.0 + stats.elapsed);
        if let Ok(score) = judge(self.puzzle, solution) {
            let _ = self.improved(solution, &score);
        }
        ControlFlow::Break(())
    }

    fn improved(&mut self, _: &Solution, score: &Score) -> ControlFlow<()> {
        let quality = Quality::of(score);
        if quality.rank(self.goal) > self.quality.rank(self.goal) {
            self.quality = quality;
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        (self.progress)(stats);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::Direction;
    use marquetry_puzzle::judge::Break;

    use super::*;

    #[test]
    fn a_tile_with_several_breaks_is_one_tile_less() {
        let broken = |cell, beyond| Break { cell, side: Direction::Right, beyond };
        let breaks = vec![broken(0, Some(1)), broken(1, Some(2)), broken(8, None)];
        let score =
            Score::Board { matched: 10, possible: 12, placed: 9, cells: 9, breaks, pins_open: 0 };
        let (tiles, edges) = Quality::of(&score).percent();
        assert_eq!((tiles.round(), edges.round()), (56.0, 83.0));
    }
}
