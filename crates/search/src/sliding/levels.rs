//! Breadth-first search by levels.
//!
//! Every move can be taken back, so a position's neighbours lie on its own level, the one before or the one after.
//! A set of the last levels is therefore enough to know a new position from an old one; it is emptied of older levels
//! whenever it fills up. The levels themselves are written down, a few bytes a position, and read again only to find
//! the way back from the goal.
//!
//! With several threads each position belongs to the part of the thread that its hash names: threads expand their own
//! positions and hand the neighbours over in rounds. The levels are the same sets however many threads there are.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};

use super::key::Key;
use super::part::{Part, Written};
use super::space::Space;
use crate::run::{Ending, Halt, Run};

/// Positions a thread expands between two hand-overs.
const ROUND: usize = 1 << 12;
/// Positions of a level from which on it pays to share it out.
const SHARED: usize = 1 << 14;

/// How far to search.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Until {
    /// To the first level that reaches the goal, or until so many positions are known at the end of a level.
    Goal {
        /// The positions.
        budget: u64,
    },
    /// Through all positions.
    End,
}

/// What the search found.
pub struct Found<K> {
    /// Per thread, the levels from the start on; the last is the one before the goal, where that was reached.
    pub record: Vec<Vec<Written>>,
    /// The positions nearest to the start that reach the goal, in order.
    pub goals: Vec<K>,
    /// Was everything searched that was to be?
    pub complete: bool,
    /// The most bytes that were in use.
    pub bytes: usize,
}

/// What the threads share while they work on a level.
struct Desk<K> {
    /// Keys on their way, by sender and receiver.
    post: Vec<Vec<Mutex<Vec<K>>>>,
    goals: Mutex<Vec<K>>,
    fresh: AtomicUsize,
    cramped: AtomicBool,
    over: AtomicBool,
    halt: Mutex<Option<Halt>>,
}

fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Key> Desk<K> {
    fn new(threads: usize) -> Desk<K> {
        let boxes = || (0..threads).map(|_| Mutex::default()).collect();
        Desk {
            post: (0..threads).map(|_| boxes()).collect(),
            goals: Mutex::default(),
            fresh: AtomicUsize::new(0),
            cramped: AtomicBool::new(false),
            over: AtomicBool::new(false),
            halt: Mutex::default(),
        }
    }

    /// Expands some positions of a part and posts their neighbours.
    fn expand<S: Space<Key = K>>(
        &self,
        space: &S,
        (me, part): (usize, &Part<K>),
        round: usize,
        scratch: &mut S::Scratch,
    ) {
        let mut out: Vec<_> = self.post[me].iter().map(hold).collect();
        let from = (round * ROUND).min(part.current.len());
        for key in part.current[from..].iter().take(ROUND) {
            space.expand(key, scratch, |near, goal| {
                if goal {
                    hold(&self.goals).push(near.clone());
                }
                out[owner(&near, part.of)].push(near);
            });
        }
    }

    /// Takes in what was posted to a part.
    fn absorb(&self, me: usize, part: &mut Part<K>) {
        let known = part.next.len();
        for from in &self.post {
            part.meet(&mut hold(&from[me]));
        }
        self.fresh.fetch_add(part.next.len() - known, Ordering::Relaxed);
        if part.is_cramped() {
            self.cramped.store(true, Ordering::Relaxed);
        }
    }

    /// Tells the run what happened since the last time.
    fn report(&self, run: &mut Run<'_>) -> Result<(), Halt> {
        let fresh = self.fresh.swap(0, Ordering::Relaxed);
        if let ControlFlow::Break(halt) = (0..fresh).try_for_each(|_| run.tick()) {
            return Err(halt);
        }
        if self.cramped.load(Ordering::Relaxed) {
            return Err(Halt::Ending(Ending::MemoryLimit));
        }
        Ok(())
    }
}

/// The part that a key belongs to.
#[inline]
fn owner<K: Key>(key: &K, parts: usize) -> usize {
    if parts == 1 { 0 } else { ((key.mixed() >> 56) as usize * parts) >> 8 }
}

/// All levels up to the first that reaches the goal, or all levels there are.
pub fn search<S: Space>(
    space: &S,
    until: Until,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Found<S::Key>, Halt> {
    let threads = threads.clamp(1, 64);
    let desk = Desk::new(threads);
    let share = run.memory().map_or(usize::MAX, |most| most as usize / threads);
    let mut parts: Vec<_> =
        (0..threads).map(|_| Part::new(threads, space.width(), share)).collect();
    let start = space.start();
    if space.solved() {
        hold(&desk.goals).push(start.clone());
    }
    parts[owner(&start, threads)].meet(&mut vec![start]);
    desk.fresh.store(1, Ordering::Relaxed);
    desk.report(run)?;
    let (mut bytes, begun) = (0, run.stats.nodes);
    let mut complete = true;
    while parts.iter().any(|part| !part.next.is_empty())
        && (until == Until::End || hold(&desk.goals).is_empty())
    {
        complete = match until {
            Until::Goal { budget } => run.stats.nodes - begun <= budget,
            Until::End => true,
        };
        if !complete {
            break;
        }
        parts.iter_mut().for_each(Part::step);
        if threads > 1 && parts.iter().map(|part| part.current.len()).sum::<usize>() > SHARED {
            together(space, &mut parts, &desk, run)?;
        } else {
            alone(space, &mut parts, &desk, run)?;
        }
        bytes = bytes.max(parts.iter().map(Part::bytes).sum());
    }
    let mut goals = std::mem::take(&mut *hold(&desk.goals));
    goals.sort();
    goals.dedup();
    Ok(Found { record: parts.into_iter().map(Part::finish).collect(), goals, complete, bytes })
}

fn rounds<K: Key>(parts: &[Part<K>]) -> usize {
    parts.iter().map(|part| part.current.len().div_ceil(ROUND)).max().unwrap_or(0)
}

/// One thread expands a level.
fn alone<S: Space>(
    space: &S,
    parts: &mut [Part<S::Key>],
    desk: &Desk<S::Key>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    let mut scratch = space.scratch();
    (0..rounds(parts)).try_for_each(|round| {
        for (me, part) in parts.iter().enumerate() {
            desk.expand(space, (me, part), round, &mut scratch);
        }
        for (me, part) in parts.iter_mut().enumerate() {
            desk.absorb(me, part);
        }
        desk.report(run)
    })
}

/// A thread for each part; the first of them is this one, and reports.
fn together<S: Space>(
    space: &S,
    parts: &mut [Part<S::Key>],
    desk: &Desk<S::Key>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    let (rounds, barrier) = (rounds(parts), Barrier::new(parts.len()));
    let work = |me: usize, part: &mut Part<S::Key>, run: Option<&mut Run<'_>>| {
        let mut scratch = space.scratch();
        let mut run = run;
        for round in 0..rounds {
            desk.expand(space, (me, part), round, &mut scratch);
            barrier.wait();
            // Whoever reports has decided before this barrier, so that all stop at the same round.
            if desk.over.load(Ordering::Relaxed) {
                break;
            }
            desk.absorb(me, part);
            barrier.wait();
            if let Some(Err(halt)) = run.as_mut().map(|run| desk.report(run)) {
                desk.over.store(true, Ordering::Relaxed);
                *hold(&desk.halt) = Some(halt);
            }
        }
    };
    std::thread::scope(|scope| {
        let mut parts = parts.iter_mut().enumerate();
        let first = parts.next();
        for (me, part) in parts {
            let work = &work;
            scope.spawn(move || work(me, part, None));
        }
        if let Some((me, part)) = first {
            work(me, part, Some(run));
        }
    });
    hold(&desk.halt).take().map_or(Ok(()), Err)
}

impl<K: Key> Found<K> {
    /// Moves from the start to the goal, or levels where the goal was not reached.
    pub fn depth(&self) -> usize {
        self.record[0].len()
    }

    /// The positions that many moves from the start.
    pub fn level(&self, depth: usize, width: usize) -> impl Iterator<Item = K> {
        self.record.iter().flat_map(move |part| part[depth].keys(width))
    }
}
