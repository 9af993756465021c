//! Best first, by the moves made and those that are left at least: shortest solutions, proven.
//!
//! Where the goal asks for several blocks, or other blocks are in its way, positions far from it need not be looked at until
//! nothing better is left. The bound never goes down by more than a move makes it go up: a position that is expanded was
//! reached by the fewest moves, and the first that reaches the goal is as near as any.

use std::ops::ControlFlow;

use marquetry_puzzle::sliding::Sliding;

use super::bfs::{self, Task};
use super::left::{Left, Weight};
use super::log::Log;
use super::record::{Found, Record, Written};
use super::space::{Last, Space};
use crate::engines::Settings;
use crate::run::{Ending, Halt, Run};

/// Positions that are expanded before their neighbours are looked up.
const ROUND: usize = 64;

/// Searches and reports all shortest solutions. `None` where positions are not numbers.
pub fn search(p: &Sliding, settings: &Settings, run: &mut Run<'_>) -> Option<ControlFlow<Halt>> {
    if !bfs::is_compact(p) {
        return None;
    }
    Some(match bfs::with_space(p, settings.metric, Solve { p, settings, run }) {
        Ok(()) => ControlFlow::Continue(()),
        Err(halt) => ControlFlow::Break(halt),
    })
}

struct Solve<'a, 'r> {
    p: &'a Sliding,
    settings: &'a Settings,
    run: &'a mut Run<'r>,
}

impl Task for Solve<'_, '_> {
    type Output = Result<(), Halt>;

    fn on<S: Space>(self, space: &S) -> Result<(), Halt> {
        let Solve { p, settings, run } = self;
        let found =
            Bounded::new(space, Left::new(p, settings.metric), one(settings, run)).find(run)?;
        bfs::tell(space, (p, settings), &found, run)
    }
}

/// Is one solution enough?
fn one(settings: &Settings, run: &Run<'_>) -> bool {
    run.wanted() == Some(1) && !settings.count
}

/// A position that was met and not expanded yet. The moves to it are those that a solution takes by way of it, less those
/// that are left.
#[derive(Clone)]
struct Open<K> {
    key: K,
    weight: Weight,
    last: Last,
}

struct Bounded<'s, S: Space> {
    space: &'s S,
    left: Left,
    scratch: S::Scratch,
    log: Log<S::Key>,
    /// By the moves that a solution takes at least by way of them.
    open: Vec<Vec<Open<S::Key>>>,
    listed: usize,
    /// What a round has met, with the moves to it, and beside that what the blocks stand for and the one moved last.
    near: Vec<(S::Key, u32)>,
    beside: Vec<(Weight, Last)>,
    goals: Vec<S::Key>,
    one: bool,
}

impl<'s, S: Space> Bounded<'s, S> {
    fn new(space: &'s S, left: Left, one: bool) -> Bounded<'s, S> {
        let (scratch, log, goals) = (space.scratch(), Log::new(), Vec::new());
        let (near, beside) = (vec![(space.start(), 0)], vec![(left.start, Last::UNKNOWN)]);
        let (open, listed) = (Vec::new(), 0);
        Bounded { space, left, scratch, log, open, listed, near, beside, goals, one }
    }

    /// The positions met, as levels, up to the goal.
    fn find(mut self, run: &mut Run<'_>) -> Result<Found<S::Key>, Halt> {
        self.meet(run)?;
        let (mut total, mut bytes) = (0, 0);
        while self.goals.is_empty() && total < self.open.len() {
            while !(self.open[total].is_empty() || self.one && !self.goals.is_empty()) {
                self.round(total);
                self.meet(run)?;
                // At the end all that is logged is made into levels.
                let listed = self.listed * size_of::<Open<S::Key>>();
                bytes = bytes.max(self.log.bytes() / 2 * 3 + 2 * listed);
                if run.memory().is_some_and(|most| bytes as u64 > most / 5 * 4) {
                    return Err(Halt::Ending(Ending::MemoryLimit));
                }
            }
            total += usize::from(self.goals.is_empty());
        }
        Ok(self.found(total, bytes))
    }

    /// Expands some positions by way of which a solution takes so many moves at least: those met last, which are the deepest.
    fn round(&mut self, total: usize) {
        let Bounded { space, left, scratch, open, listed, near, beside, .. } = self;
        near.clear();
        beside.clear();
        let from = open[total].len().saturating_sub(ROUND);
        for Open { key, weight, last } in open[total].drain(from..) {
            *listed -= 1;
            let moves = (total - weight.total()) as u32 + 1;
            space.expand((&key, last), scratch, |key, _, hop| {
                near.push((key, moves));
                beside.push((left.after(weight, &hop), hop.last));
            });
        }
    }

    /// Takes in what was met.
    fn meet(&mut self, run: &mut Run<'_>) -> Result<(), Halt> {
        let Bounded { log, open, listed, near, beside, goals, .. } = self;
        let mut flow = Ok(());
        log.note(near, |i, new| {
            let ((key, moves), (weight, last)) = (near[i].clone(), beside[i]);
            if new && flow.is_ok() {
                flow = run.tick().break_value().map_or(Ok(()), Err);
            }
            let ahead = weight.total();
            if ahead == 0 {
                return goals.push(key);
            }
            let total = moves as usize + ahead;
            if open.len() <= total {
                open.resize_with(total + 1, Vec::new);
            }
            open[total].push(Open { key, weight, last });
            *listed += 1;
        });
        flow
    }

    fn found(self, total: usize, bytes: usize) -> Found<S::Key> {
        let Bounded { space, log, mut goals, .. } = self;
        let complete = true;
        if goals.is_empty() {
            return Found { record: Vec::new(), counts: Vec::new(), goals, complete, bytes };
        }
        goals.sort_by_cached_key(|goal| space.look(goal));
        let (mut written, mut counts) = (Written::default(), Vec::new());
        written.add::<S::Key>(&[], space.width());
        for level in log.levels(total) {
            counts.push(level.len());
            written.add(&level, space.width());
        }
        Found { record: vec![Record::Memory(written)], counts, goals, complete, bytes }
    }
}
