//! What every search shares: its limits, how it is stopped, what it reports and to whom.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

use marquetry_puzzle::{Fault, Part, Puzzle, Score, Solution, Symmetries, judge};
use num_bigint::BigUint;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

use crate::engines::Metric;
use crate::unit::Rest;

mod crew;
mod lap;
mod limits;
mod outcome;
mod sift;
mod watch;

pub(crate) use crew::{Asked, Crew, Pool};
pub(crate) use limits::at_hand;
use limits::within_reach;
pub use limits::{Limits, StopFlag};
pub(crate) use outcome::Halt;
pub use outcome::{Ending, Failure, Outcome};
use sift::Sift;
pub(crate) use sift::heft;
pub use watch::{Breadth, EachSolution, Stats, Watch, each_solution};

/// How many looks pass before work is split again, so that it is not split into crumbs.
const SHARE_AFTER: u64 = 4;
/// The most nodes that pass between two looks at the clock, and about the time that passes where nodes are slow.
const LOOK_EVERY: u64 = 1024;
const LOOK_WITHIN: Duration = Duration::from_millis(2);
/// How often the watcher hears of progress.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// One run of an engine: the engine calls [`Run::tick`] for each node and [`Run::solution`] for each solution.
pub struct Run<'a> {
    /// What solutions are judged by; an exact cover problem has a judge of its own.
    puzzle: Option<&'a Puzzle>,
    sift: Sift<'a>,
    /// Are boards of tiles that look alike one? Then engines may show one of some tiles alike for all of them.
    looks: bool,
    /// Are only turns symmetries, and reflections none?
    turns: bool,
    limits: Limits,
    stop: StopFlag,
    /// Set when the other threads of this search are told to stop.
    over: StopFlag,
    /// What the threads of a search have in common, where they share its tree.
    pool: Option<&'a Pool>,
    /// Nodes that the pool knows of, and when it may ask for a part of the work again.
    pooled: u64,
    next_share: u64,
    trusted: bool,
    watch: &'a mut dyn Watch,
    started: Instant,
    reported: Instant,
    next_look: u64,
    /// Nodes between the last looks, and when the last was.
    look_every: u64,
    looked: Duration,
    /// How often the watcher heard of a better partial solution.
    relayed: u64,
    /// Did it want no more?
    enough: bool,
    /// The counters; engines may set `done`.
    pub stats: Stats,
    /// The exact number of solutions, set by engines that count without listing.
    pub total: Option<BigUint>,
    /// How many solutions each that is counted stands for, where it is more than one.
    pub(crate) scale: Option<BigUint>,
    /// Set by engines that know whether their solutions are shortest.
    pub shortest: Option<bool>,
    /// Set by engines together with [`Ending::DiskLimit`].
    pub trouble: Option<String>,
    /// Set by engines that choose another.
    pub chosen: Option<&'static str>,
}

impl<'a> Run<'a> {
    /// Starts the clock.
    pub fn new(
        puzzle: &'a Puzzle,
        distinct: bool,
        limits: Limits,
        stop: StopFlag,
        watch: &'a mut dyn Watch,
    ) -> Run<'a> {
        let sift = match puzzle {
            _ if !distinct => Sift::All,
            Puzzle::Sliding(_) => Sift::First(Symmetries::of(puzzle), Metric::default(), None),
            _ => Sift::Least(Symmetries::of(puzzle)),
        };
        Run { puzzle: Some(puzzle), sift, ..Run::without_puzzle(limits, stop, watch) }
    }

    /// Starts the clock of a search that reports its solutions by itself.
    pub fn without_puzzle(limits: Limits, stop: StopFlag, watch: &'a mut dyn Watch) -> Run<'a> {
        let now = Instant::now();
        Run {
            puzzle: None,
            sift: Sift::All,
            looks: false,
            turns: false,
            limits,
            stop,
            over: StopFlag::default(),
            pool: None,
            pooled: 0,
            next_share: 0,
            trusted: false,
            watch,
            started: now,
            reported: now,
            next_look: 0,
            look_every: 1,
            looked: Duration::ZERO,
            relayed: 0,
            enough: false,
            stats: Stats::default(),
            total: None,
            scale: None,
            shortest: None,
            trouble: None,
            chosen: None,
        }
    }

    /// What it asks, so that other runs can ask the same.
    pub(crate) fn asked(&self) -> Asked<'a> {
        let Run { puzzle, looks, turns, .. } = *self;
        Asked { puzzle, sift: self.sift.again(), looks, turns, scale: self.scale.clone() }
    }

    /// What is searched.
    pub(crate) fn puzzle(&self) -> Option<&'a Puzzle> {
        self.puzzle
    }

    /// Reports boards of tiles that look alike once, with `turns` even if one has to be turned.
    pub(crate) fn by_looks(&mut self, turns: bool) {
        if let Some(puzzle @ Puzzle::Matching(_)) = self.puzzle {
            self.looks = true;
            self.sift = Sift::Least(Symmetries::of_looks(puzzle, turns));
        }
    }

    /// Takes ways of a tray as the same if they are so position by position, after each that counts.
    pub(crate) fn by_metric(&mut self, metric: Metric) {
        if let Sift::First(_, counts, _) = &mut self.sift {
            *counts = metric;
        }
    }

    /// Takes solutions as the same only if one is the other turned, not if it is reflected.
    pub(crate) fn by_turns(&mut self) {
        self.turns = true;
        self.sift = match std::mem::replace(&mut self.sift, Sift::All) {
            Sift::Least(symmetries) => Sift::Least(symmetries.turns()),
            Sift::Standing(symmetries) => Sift::Standing(symmetries.turns()),
            Sift::First(symmetries, metric, _) => Sift::First(symmetries.turns(), metric, None),
            Sift::All => Sift::All,
        };
    }

    /// Are only turns symmetries, and reflections none?
    pub(crate) fn turns(&self) -> bool {
        self.turns
    }

    /// The solution with tiles that are alike in their order, where boards that look alike are one.
    fn labelled<'s>(&self, solution: &'s Solution) -> Cow<'s, Solution> {
        let relabelled = match (self.puzzle, solution) {
            (Some(Puzzle::Matching(p)), Solution::Board(board)) if self.looks => {
                p.relabelled(board)
            }
            _ => None,
        };
        relabelled.map_or(Cow::Borrowed(solution), |board| Cow::Owned(Solution::Board(board)))
    }

    /// Counts a node; breaks when the search must stop.
    #[inline]
    pub fn tick(&mut self) -> ControlFlow<Halt> {
        if self.is_due() {
            self.look_done(|| None)?;
        }
        self.stats.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Counts some nodes that were taken; breaks when the search must stop.
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64) -> ControlFlow<Halt> {
        self.stats.nodes += nodes;
        if self.is_due() { self.look() } else { ControlFlow::Continue(()) }
    }

    /// Counts a node as [`Run::tick`] does. When progress is due, `done` says what part of the tree is done.
    #[inline]
    pub fn tick_done(&mut self, done: impl FnOnce() -> f64) -> ControlFlow<Halt> {
        if self.is_due() {
            self.look_done(|| Some(done()))?;
        }
        self.stats.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Must it look before the next node?
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.stats.nodes >= self.next_look
    }

    /// Looks if that is due, and says how many nodes may be counted by hand before the next look or before so many are
    /// counted in all. It is at least one.
    pub fn until_look(&mut self, nodes: u64) -> ControlFlow<Halt, u64> {
        if self.is_due() {
            self.look()?;
        }
        ControlFlow::Continue(nodes.min(self.next_look).saturating_sub(self.stats.nodes).max(1))
    }

    /// Looks at the limits, the stop flag and the clock.
    pub fn look(&mut self) -> ControlFlow<Halt> {
        self.look_around(|| None)
    }

    /// The same for a search that can be split where it stands.
    #[cold]
    pub(crate) fn look_done(&mut self, done: impl FnOnce() -> Option<f64>) -> ControlFlow<Halt> {
        self.look_around(done)?;
        if self.pool.is_some_and(|pool| pool.idle.load(Ordering::Relaxed) > 0)
            && self.stats.nodes >= self.next_share
        {
            self.next_share = self.stats.nodes + SHARE_AFTER * self.look_every;
            return ControlFlow::Break(Halt::Share);
        }
        ControlFlow::Continue(())
    }

    fn look_around(&mut self, done: impl FnOnce() -> Option<f64>) -> ControlFlow<Halt> {
        let end = |ending| ControlFlow::Break(Halt::Ending(ending));
        self.stats.elapsed = self.started.elapsed();
        self.pool_nodes();
        let nodes = self.pool.map_or(self.stats.nodes, |pool| pool.nodes.load(Ordering::Relaxed));
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            return end(Ending::NodeLimit);
        }
        if self.stop.stopped() || self.over.stopped() {
            return end(Ending::Cancelled);
        }
        if self.limits.time.is_some_and(|most| self.stats.elapsed >= most) {
            return end(Ending::TimeLimit);
        }
        if self.reported.elapsed() >= REPORT_EVERY {
            self.reported = Instant::now();
            self.stats.done = done().or(self.stats.done);
            let word = self.watch.progress(&self.stats);
            self.heed(word);
        }
        // On a large board a node can take a millisecond: looks are as far apart as the time between them allows.
        let passed = self.stats.elapsed.saturating_sub(self.looked);
        self.look_every = match passed < LOOK_WITHIN {
            true => (2 * self.look_every).min(LOOK_EVERY),
            false => (self.look_every / 2).max(1),
        };
        self.looked = self.stats.elapsed;
        let left = self.limits.nodes.map_or(LOOK_EVERY, |most| most - nodes);
        let soon = if self.enough { 0 } else { self.look_every };
        self.next_look = self.stats.nodes + left.min(soon);
        ControlFlow::Continue(())
    }

    /// Where the watcher wants no more, the next look stops the search, and its other threads with it.
    fn heed(&mut self, word: ControlFlow<()>) {
        if word.is_break() {
            self.enough = true;
            self.over.stop();
            self.next_look = self.stats.nodes;
        }
    }

    /// Judges a solution and reports it, unless it is to be reported up to symmetry and another one stands for it.
    pub fn solution(&mut self, solution: &Solution) -> ControlFlow<Halt> {
        if !self.sift.wants(solution) {
            return ControlFlow::Continue(());
        }
        // Who hands on to another run hands on what it met.
        let labelled = if self.trusted { Cow::Borrowed(solution) } else { self.labelled(solution) };
        let solution = labelled.as_ref();
        let verdict = self.puzzle.filter(|_| !self.trusted).map(|puzzle| judge(puzzle, solution));
        match verdict.transpose() {
            Ok(None) => {}
            Ok(Some(score)) if score.solved() => {}
            Ok(Some(score)) => {
                let fault =
                    Fault::new("not-complete", Part::Whole, format!("it is not complete: {score}"));
                return ControlFlow::Break(Halt::wrong(fault));
            }
            Err(faults) => return ControlFlow::Break(Halt::wrong(faults)),
        }
        let least = match &self.sift {
            Sift::Standing(symmetries) => Some(symmetries.canonical(solution)),
            Sift::All | Sift::Least(_) | Sift::First(..) => None,
        };
        let solution = least.as_ref().unwrap_or(solution);
        self.stats.solutions += 1;
        self.stats.elapsed = self.started.elapsed();
        // To hear of a solution may take long: the next node looks at the clock.
        self.next_look = self.stats.nodes;
        let enough = self.limits.solutions.is_some_and(|most| self.stats.solutions >= most);
        match self.watch.solution(solution, &self.stats) {
            ControlFlow::Continue(()) if !enough => ControlFlow::Continue(()),
            _ => ControlFlow::Break(Halt::Ending(Ending::Enough)),
        }
    }

    /// The engine passes on one solution of each class: nothing need be compared.
    pub(crate) fn stands_already(&mut self) {
        self.sift = match std::mem::replace(&mut self.sift, Sift::All) {
            Sift::Least(symmetries) => Sift::Standing(symmetries),
            sift => sift,
        };
    }

    /// The engine meets each solution once up to symmetry by itself: nothing need be remembered and compared.
    pub fn distinct_already(&mut self) {
        self.sift = Sift::All;
    }

    /// How many solutions are wanted; `None` when all are.
    pub fn wanted(&self) -> Option<u64> {
        self.limits.solutions
    }

    /// Counts solutions that are not to be listed one by one.
    pub fn count(&mut self, solutions: u64) {
        self.stats.counted = self.stats.counted.saturating_add(solutions);
        self.stats.solutions = self.stats.solutions.saturating_add(solutions);
    }

    /// What worker threads share with this run.
    pub fn crew(&self) -> Crew<'a> {
        Crew {
            puzzle: self.puzzle,
            looks: self.looks,
            turns: self.turns,
            limits: Limits { solutions: None, ..self.limits },
            stop: self.stop.clone(),
            over: StopFlag::default(),
            pool: None,
            started: self.started,
        }
    }

    /// A run of at most so many nodes under the same clock, limits and stop flag, for a trial. It judges nothing.
    pub fn slice<'w>(&self, nodes: u64, watch: &'w mut dyn Watch) -> Run<'w>
    where
        'a: 'w,
    {
        let left = self.limits.nodes.map_or(nodes, |most| most.saturating_sub(self.stats.nodes));
        let mut crew = self.crew();
        crew.limits.nodes = Some(nodes.min(left));
        crew.over = self.over.clone();
        crew.run(watch)
    }

    /// Reports a partial solution better than all before it.
    pub fn improved(&mut self, best: &Solution) {
        let best = self.labelled(best);
        if let Some(Ok(score)) = self.puzzle.map(|puzzle| judge(puzzle, &best)) {
            self.relay(&best, &score);
        }
    }

    /// Passes on what another run has judged and found better.
    pub(crate) fn relay(&mut self, best: &Solution, score: &Score) {
        self.relayed += 1;
        let word = self.watch.improved(best, score);
        self.heed(word);
    }

    /// How often the watcher heard of a better partial solution.
    pub(crate) fn relayed(&self) -> u64 {
        self.relayed
    }

    /// Counts nodes that a card has tried.
    pub(crate) fn on_card(&mut self, nodes: u64) {
        self.stats.nodes += nodes;
        self.stats.on_cards += nodes;
        if let Some(pool) = self.pool {
            pool.on_cards.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Tells the other threads of the nodes since the last look.
    pub(crate) fn pool_nodes(&mut self) {
        if let Some(pool) = self.pool {
            let new = self.stats.nodes - std::mem::replace(&mut self.pooled, self.stats.nodes);
            pool.nodes.fetch_add(new, Ordering::Relaxed);
        }
    }

    /// The memory an engine may use.
    pub fn memory(&self) -> Option<u64> {
        within_reach(self.limits.memory, usize::BITS)
    }

    /// Turns the way an engine's loop ended into an outcome.
    pub fn finish(mut self, flow: ControlFlow<Halt>, rest: Rest) -> Result<Outcome, Failure> {
        self.stats.elapsed = self.started.elapsed();
        if let Some(scale) = &self.scale {
            let total = scale * self.stats.counted;
            self.stats.counted = u64::try_from(&total).unwrap_or(u64::MAX);
            (self.stats.solutions, self.total) = (self.stats.counted, Some(total));
        }
        let ending = match flow {
            ControlFlow::Continue(()) => Ending::Exhausted,
            ControlFlow::Break(Halt::Ending(Ending::Cancelled)) if self.enough => Ending::Enough,
            ControlFlow::Break(Halt::Ending(ending)) => ending,
            ControlFlow::Break(Halt::Failure(failure)) => return Err(failure),
            ControlFlow::Break(Halt::Share) => Ending::Cancelled,
        };
        let rest = if ending == Ending::Exhausted { Rest::Nothing } else { rest };
        let Run { stats, total, shortest, trouble, chosen, .. } = self;
        Ok(Outcome { total, rest, shortest, trouble, chosen, ..Outcome::new(ending, stats) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_solution_the_next_node_looks_at_the_stop_flag() {
        let stop = StopFlag::default();
        let mut slow = each_solution(|_: &Solution| {
            stop.stop();
            ControlFlow::Continue(())
        });
        let mut run = Run::without_puzzle(Limits::default(), stop.clone(), &mut slow);
        assert_eq!((0..5000).try_for_each(|_| run.tick()), ControlFlow::Continue(()));
        assert_eq!(run.solution(&Solution::Options(Vec::new())), ControlFlow::Continue(()));
        assert_eq!(run.tick(), ControlFlow::Break(Halt::Ending(Ending::Cancelled)));
    }

    #[test]
    fn where_nodes_are_slow_the_clock_is_looked_at_after_few_of_them() {
        let limits = Limits { time: Some(10 * LOOK_WITHIN), ..Limits::default() };
        let mut nobody = ();
        let mut run = Run::without_puzzle(limits, StopFlag::default(), &mut nobody);
        let slow = |run: &mut Run<'_>| {
            let begun = Instant::now();
            while begun.elapsed() < 2 * LOOK_WITHIN {
                std::hint::spin_loop();
            }
            run.tick()
        };
        let flow = (0..LOOK_EVERY).try_for_each(|_| slow(&mut run));
        assert_eq!(flow, ControlFlow::Break(Halt::Ending(Ending::TimeLimit)));
        assert!(run.stats.nodes < 10, "{}", run.stats.nodes);
    }

    #[test]
    fn who_hears_of_a_better_board_or_of_progress_can_stop_the_search() {
        struct Stopper;
        impl Watch for Stopper {
            fn improved(&mut self, _: &Solution, _: &Score) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let mut stopper = Stopper;
        let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut stopper);
        assert_eq!((0..5000).try_for_each(|_| run.tick()), ControlFlow::Continue(()));
        run.relay(
            &Solution::Options(Vec::new()),
            &Score::Cover { covered: 0, cells: 1, placed: 0, missing: 1 },
        );
        let flow = run.tick();
        assert_eq!(flow, ControlFlow::Break(Halt::Ending(Ending::Cancelled)));
        assert_eq!(run.finish(flow, Rest::Everything).unwrap().ending, Ending::Enough);
    }
}
