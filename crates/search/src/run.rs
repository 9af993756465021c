//! What every search shares: its limits, how it is stopped, what it reports and to whom.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use marquetry_puzzle::{Fault, Part, Puzzle, Score, Solution, Symmetries, judge};

use num_bigint::BigUint;

use crate::prefix::Prefix;

mod lap;

/// When to stop although there may be more to find.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Time on the wall.
    pub time: Option<Duration>,
    /// Nodes of the search.
    pub nodes: Option<u64>,
    /// Solutions found.
    pub solutions: Option<u64>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// How a search ended. None of these is a default: that everything was searched is for an engine to say.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Everything was searched: what was found is all there is.
    Exhausted,
    /// As many solutions as were asked for, or as many as the watcher wanted.
    Enough,
    /// Out of time.
    TimeLimit,
    /// Out of nodes.
    NodeLimit,
    /// Out of memory.
    MemoryLimit,
    /// Out of room on disk, or the disk cannot be used.
    DiskLimit,
    /// Stopped from outside.
    Cancelled,
}

/// Counters of a search.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Stats {
    /// Placements or positions tried.
    pub nodes: u64,
    /// Rounds of a search for the best board; other searches have none.
    pub iterations: u64,
    /// Solutions reported or counted; [`u64::MAX`] where there are as many or more, see [`Outcome::number`].
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

/// Stops a search from another thread or a signal handler. Clones share one flag.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to stop within milliseconds.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it asked to?
    pub fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Who is told what a search finds. Every method has a default that does nothing.
pub trait Watch {
    /// A solution that passed the judge. Break to stop the search.
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        let _ = (solution, stats);
        ControlFlow::Continue(())
    }

    /// The best partial solution so far.
    fn improved(&mut self, best: &Solution, score: &Score) {
        let _ = (best, score);
    }

    /// Now and then.
    fn progress(&mut self, stats: &Stats) {
        let _ = stats;
    }
}

/// Watches nothing.
impl Watch for () {}

/// A closure watches solutions.
impl<F: FnMut(&Solution) -> ControlFlow<()>> Watch for F {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        self(solution)
    }
}

/// What a search that ran has to say.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub ending: Ending,
    /// Its counters at the end.
    pub stats: Stats,
    /// The exact number of solutions, where it was counted without listing and may be beyond [`Stats::solutions`].
    pub total: Option<BigUint>,
    /// Where it would have gone on: empty when exhausted, for engines that do not search a tree, and where the list
    /// would take more memory than there is. A search that was stopped and left nothing open cannot be gone on with.
    pub open: Vec<Prefix>,
    /// The engine that an automatic choice fell on.
    pub chosen: Option<&'static str>,
    /// Are the solutions of a sliding puzzle proven to be shortest? `None` where the engine does not say.
    pub shortest: Option<bool>,
    /// What went wrong, where the ending alone does not say it.
    pub trouble: Option<String>,
    /// Each a proof that there is no solution, where that was clear without searching.
    pub impossible: Vec<String>,
}

impl Outcome {
    /// The outcome of a search that has nothing to say but why it ended, and its counters.
    pub fn new(ending: Ending, stats: Stats) -> Outcome {
        Outcome {
            ending,
            stats,
            total: None,
            open: Vec::new(),
            chosen: None,
            shortest: None,
            trouble: None,
            impossible: Vec::new(),
        }
    }

    /// The exact number of solutions found or counted, however many.
    pub fn number(&self) -> BigUint {
        self.total.clone().unwrap_or_else(|| self.stats.solutions.into())
    }
}

/// Why a search could not be run or trusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// This engine cannot do this puzzle with these settings.
    Unsupported(String),
    /// The search was to begin in a subtree that there is not: it is of another puzzle, engine or version.
    NoSuchSubtree(Prefix),
    /// A thread of the search panicked, with these words: a fault of ours, or of the watcher.
    Panicked(String),
    /// The engine reported a solution that the judge refuses: a fault of ours.
    Wrong(Vec<Fault>),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Unsupported(why) => f.write_str(why),
            Failure::NoSuchSubtree(Prefix(path)) => {
                let path: Vec<String> = path.iter().map(u32::to_string).collect();
                write!(
                    f,
                    "the prefix {} leads nowhere: it is of another puzzle, engine or version",
                    path.join(".")
                )
            }
            Failure::Panicked(words) => {
                write!(f, "a thread of the search panicked, which is a fault of Marquetry: {words}")
            }
            Failure::Wrong(faults) => {
                f.write_str("the engine found a wrong solution, which is a fault of Marquetry:")?;
                faults.iter().try_for_each(|fault| write!(f, " {fault}."))
            }
        }
    }
}

impl std::error::Error for Failure {}

/// Why an engine's inner loop must return now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit, a watcher or a stop flag.
    Ending(Ending),
    /// What was searched so far cannot be trusted.
    Failure(Failure),
}

impl Halt {
    /// The judge refused a solution.
    pub(crate) fn wrong(faults: Vec<Fault>) -> Halt {
        Halt::Failure(Failure::Wrong(faults))
    }
}

/// The most nodes that pass between two looks at the clock, and about the time that passes where nodes are slow.
const LOOK_EVERY: u64 = 1024;
const LOOK_WITHIN: Duration = Duration::from_millis(2);
/// How often the watcher hears of progress.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The bytes that a solution takes, about.
pub(crate) fn heft(solution: &Solution) -> u64 {
    let inside = match solution {
        Solution::Board(board) => size_of_val(&board[..]),
        Solution::Cover(cover) => {
            cover.iter().map(|p| size_of_val(p) + size_of_val(&p.cells[..])).sum()
        }
        Solution::Moves(moves) => {
            moves.iter().map(|m| size_of_val(m) + size_of_val(&m.path[..])).sum()
        }
        Solution::Options(options) => size_of_val(&options[..]),
    };
    // The solution itself, and what the collection that holds it keeps free beside it.
    (inside + 2 * size_of::<Solution>()) as u64
}

/// What was reported already, where each solution is to be reported once up to symmetry.
struct Sieve<'a> {
    symmetries: Symmetries<'a>,
    seen: HashSet<Solution>,
    bytes: u64,
}

impl<'a> Sieve<'a> {
    fn new(symmetries: Symmetries<'a>) -> Sieve<'a> {
        Sieve { symmetries, seen: HashSet::new(), bytes: 0 }
    }

    /// Is it new?
    fn insert(&mut self, least: &Solution) -> bool {
        let new = self.seen.insert(least.clone());
        self.bytes += if new { heft(least) } else { 0 };
        new
    }
}

/// One run of an engine: the engine calls [`Run::tick`] for each node and [`Run::solution`] for each solution.
pub struct Run<'a> {
    /// What solutions are judged by; an exact cover problem has a judge of its own.
    puzzle: Option<&'a Puzzle>,
    /// Set where each solution is to be reported once up to symmetry.
    distinct: Option<Sieve<'a>>,
    /// Are boards of tiles that look alike one? Then engines may show one of some tiles alike for all of them.
    looks: bool,
    /// Are only turns symmetries, and reflections none?
    turns: bool,
    limits: Limits,
    stop: StopFlag,
    /// Set when the other threads of this search are told to stop.
    over: StopFlag,
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
    /// The counters; engines may set `done`.
    pub stats: Stats,
    /// Where in its whole search the part begins that an engine is at, and how much of it that is, 0 to 1 each.
    pub part: (f64, f64),
    /// The exact number of solutions, set by engines that count without listing.
    pub total: Option<BigUint>,
    /// Set by engines that know whether their solutions are shortest.
    pub shortest: Option<bool>,
    /// Set by engines together with [`Ending::DiskLimit`].
    pub trouble: Option<String>,
    /// Set by engines that choose another.
    pub chosen: Option<&'static str>,
    /// Set when what is left open takes more memory than there is.
    pub lost: bool,
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
        let distinct = distinct.then(|| Sieve::new(Symmetries::of(puzzle)));
        Run { puzzle: Some(puzzle), distinct, ..Run::without_puzzle(limits, stop, watch) }
    }

    /// Starts the clock of a search that reports its solutions by itself.
    pub fn without_puzzle(limits: Limits, stop: StopFlag, watch: &'a mut dyn Watch) -> Run<'a> {
        let now = Instant::now();
        Run {
            puzzle: None,
            distinct: None,
            looks: false,
            turns: false,
            limits,
            stop,
            over: StopFlag::default(),
            trusted: false,
            watch,
            started: now,
            reported: now,
            next_look: 0,
            look_every: 1,
            looked: Duration::ZERO,
            relayed: 0,
            stats: Stats::default(),
            part: (0.0, 1.0),
            total: None,
            shortest: None,
            trouble: None,
            chosen: None,
            lost: false,
        }
    }

    /// Reports boards of tiles that look alike once, with `turns` even if one has to be turned.
    pub(crate) fn by_looks(&mut self, turns: bool) {
        if let Some(puzzle @ Puzzle::Matching(_)) = self.puzzle {
            self.looks = true;
            self.distinct = Some(Sieve::new(Symmetries::of_looks(puzzle, turns)));
        }
    }

    /// Takes solutions as the same only if one is the other turned, not if it is reflected.
    pub(crate) fn by_turns(&mut self) {
        self.turns = true;
        self.distinct = self.distinct.take().map(|sieve| Sieve::new(sieve.symmetries.turns()));
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
        if self.stats.nodes >= self.next_look {
            self.look()?;
        }
        self.stats.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Counts some nodes that were taken; breaks when the search must stop.
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64) -> ControlFlow<Halt> {
        self.stats.nodes += nodes;
        if self.stats.nodes >= self.next_look { self.look() } else { ControlFlow::Continue(()) }
    }

    /// Counts a node as [`Run::tick`] does. When progress is due, `done` says what part of the tree is done.
    #[inline]
    pub fn tick_done(&mut self, done: impl FnOnce() -> f64) -> ControlFlow<Halt> {
        if self.stats.nodes >= self.next_look {
            self.look_done(|| Some(done()))?;
        }
        self.stats.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Looks if that is due, and says how many nodes may be counted by hand before the next look or before so many are
    /// counted in all. It is at least one.
    pub fn until_look(&mut self, nodes: u64) -> ControlFlow<Halt, u64> {
        if self.stats.nodes >= self.next_look {
            self.look()?;
        }
        ControlFlow::Continue(nodes.min(self.next_look).saturating_sub(self.stats.nodes).max(1))
    }

    /// Looks at the limits, the stop flag and the clock.
    pub fn look(&mut self) -> ControlFlow<Halt> {
        self.look_done(|| None)
    }

    #[cold]
    fn look_done(&mut self, done: impl FnOnce() -> Option<f64>) -> ControlFlow<Halt> {
        let end = |ending| ControlFlow::Break(Halt::Ending(ending));
        self.stats.elapsed = self.started.elapsed();
        if self.limits.nodes.is_some_and(|most| self.stats.nodes >= most) {
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
            self.stats.done = done().map(|share| self.in_all(share)).or(self.stats.done);
            self.watch.progress(&self.stats);
        }
        // On a large board a node can take a millisecond: looks are as far apart as the time between them allows.
        let passed = self.stats.elapsed.saturating_sub(self.looked);
        self.look_every = match passed < LOOK_WITHIN {
            true => (2 * self.look_every).min(LOOK_EVERY),
            false => (self.look_every / 2).max(1),
        };
        self.looked = self.stats.elapsed;
        let left = self.limits.nodes.map_or(LOOK_EVERY, |most| most - self.stats.nodes);
        self.next_look = self.stats.nodes + left.min(self.look_every);
        ControlFlow::Continue(())
    }

    /// A share of the part that the engine is at as one of the whole search.
    pub fn in_all(&self, share: f64) -> f64 {
        self.part.0 + self.part.1 * share
    }

    /// Judges a solution and reports it, unless it is to be reported up to symmetry and was.
    pub fn solution(&mut self, solution: &Solution) -> ControlFlow<Halt> {
        let labelled = self.labelled(solution);
        let solution = labelled.as_ref();
        let verdict = self.puzzle.filter(|_| !self.trusted).map(|puzzle| judge(puzzle, solution));
        match verdict.transpose() {
            Ok(None) => {}
            Ok(Some(score)) if score.solved() => {}
            Ok(Some(score)) => {
                let fault = Fault::new(Part::Whole, format!("it is not complete: {score}"));
                return ControlFlow::Break(Halt::wrong(vec![fault]));
            }
            Err(faults) => return ControlFlow::Break(Halt::wrong(faults)),
        }
        let least = self.distinct.as_ref().map(|sieve| sieve.symmetries.canonical(solution));
        if let (Some(least), Some(sieve)) = (&least, &mut self.distinct)
            && !sieve.insert(least)
        {
            return ControlFlow::Continue(());
        }
        let solution = least.as_ref().unwrap_or(solution);
        self.stats.solutions += 1;
        self.stats.elapsed = self.started.elapsed();
        let enough = self.limits.solutions.is_some_and(|most| self.stats.solutions >= most);
        match self.watch.solution(solution, &self.stats) {
            ControlFlow::Continue(()) if !enough => self.has_room_for_more(),
            _ => ControlFlow::Break(Halt::Ending(Ending::Enough)),
        }
    }

    /// Breaks when what was reported takes more memory than there is for it. The last solution has been reported, so
    /// that whoever goes on does not miss it.
    fn has_room_for_more(&self) -> ControlFlow<Halt> {
        let kept = self.distinct.as_ref().map_or(0, |sieve| sieve.bytes);
        if self.limits.memory.is_some_and(|most| kept > most / 2) {
            return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
        }
        ControlFlow::Continue(())
    }

    /// The engine meets each solution once up to symmetry by itself: nothing need be remembered and compared.
    pub fn distinct_already(&mut self) {
        self.distinct = None;
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
        self.watch.improved(best, score);
    }

    /// How often the watcher heard of a better partial solution.
    pub(crate) fn relayed(&self) -> u64 {
        self.relayed
    }

    /// The memory an engine may use.
    pub fn memory(&self) -> Option<u64> {
        self.limits.memory
    }

    /// Turns the way an engine's loop ended into an outcome.
    pub fn finish(
        mut self,
        flow: ControlFlow<Halt>,
        open: Vec<Prefix>,
    ) -> Result<Outcome, Failure> {
        self.stats.elapsed = self.started.elapsed();
        let ending = match flow {
            ControlFlow::Continue(()) => Ending::Exhausted,
            ControlFlow::Break(Halt::Ending(ending)) => ending,
            ControlFlow::Break(Halt::Failure(failure)) => return Err(failure),
        };
        let open = if self.lost { Vec::new() } else { open };
        let Run { stats, total, shortest, trouble, chosen, .. } = self;
        Ok(Outcome { total, open, shortest, trouble, chosen, ..Outcome::new(ending, stats) })
    }
}

/// What the threads of one search share: a worker's run obeys the limits and the stop flag of the whole, and leaves
/// judging and counting up to symmetry to the run that reports.
pub struct Crew<'a> {
    puzzle: Option<&'a Puzzle>,
    looks: bool,
    turns: bool,
    limits: Limits,
    stop: StopFlag,
    over: StopFlag,
    started: Instant,
}

impl<'a> Crew<'a> {
    /// A worker's run.
    pub fn run<'w>(&self, watch: &'w mut dyn Watch) -> Run<'w>
    where
        'a: 'w,
    {
        Run {
            puzzle: self.puzzle,
            distinct: None,
            looks: self.looks,
            turns: self.turns,
            limits: self.limits,
            stop: self.stop.clone(),
            over: self.over.clone(),
            trusted: true,
            watch,
            started: self.started,
            reported: Instant::now(),
            next_look: 0,
            look_every: 1,
            looked: Duration::ZERO,
            relayed: 0,
            stats: Stats::default(),
            part: (0.0, 1.0),
            total: None,
            shortest: None,
            trouble: None,
            chosen: None,
            lost: false,
        }
    }

    /// Tells all workers to stop.
    pub fn stop(&self) {
        self.over.stop();
    }

    /// Were they told, or is the whole search to stop?
    pub fn over(&self) -> bool {
        self.over.stopped() || self.stop.stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
