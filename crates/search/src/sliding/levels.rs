//! Breadth-first search by levels.
//!
//! Every move can be taken back, so a position's neighbours lie on its own level, the one before or the one after.
//! A set of the last levels is therefore enough to know a new position from an old one; it is emptied of older levels
//! whenever it fills up. The levels themselves are written down, a few bytes a position, and read again only to find
//! the way back from the goal.
//!
//! With several threads each position belongs to the part of the thread that its hash names: threads expand their own
//! positions and hand the neighbours over in rounds. They meet once a round: in what lies between two meetings a thread takes
//! in what the others posted before the first, and posts for the second. The levels are the same sets however many threads
//! there are.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::kept::Kept;
use super::key::Key;
use super::part::{Met, Part, ROUND};
use super::record::{Found, Record};
use super::settle::settle;
use super::space::{Last, Space};
use crate::parallel::{Attending, Meeting, hold, panicked};
use crate::run::{Breadth, Crew, Ending, Halt, Run, at_hand};

/// Positions of a level from which on it pays to share it out.
const SHARED: usize = 1 << 13;

/// How far to search.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Until {
    /// To the first level that reaches the goal, or until so many positions are known at the end of a level.
    Goal {
        /// The positions.
        budget: u64,
        /// Is one position that reaches the goal enough, the least of them?
        one: bool,
    },
    /// Through all positions.
    End,
}

/// What the threads share while they work on a level.
pub(super) struct Desk<'a, K> {
    until: Until,
    pub(super) crew: Crew<'a>,
    /// Keys on their way, by the round's parity, sender and receiver.
    post: [Vec<Vec<Mutex<Met<K>>>>; 2],
    goals: Mutex<Vec<K>>,
    /// The most positions that reach the goal.
    most_goals: usize,
    fresh: AtomicUsize,
    /// Bytes in memory and on disk, by part.
    bytes: Vec<(AtomicUsize, AtomicU64)>,
    trouble: Mutex<Option<io::Error>>,
    /// The last round of the level.
    last: AtomicUsize,
    halt: Mutex<Option<Halt>>,
}

/// Ends the search because of the disk. Where there is none, the memory did not suffice.
pub fn trouble(run: &mut Run<'_>, error: &io::Error) -> Halt {
    if cfg!(not(feature = "disk")) {
        return Halt::Ending(Ending::MemoryLimit);
    }
    let folder = std::env::temp_dir();
    run.trouble = Some(format!("cannot keep positions in {}: {error}", folder.display()));
    Halt::Ending(Ending::DiskLimit)
}

impl<'a, K: Key> Desk<'a, K> {
    fn new(threads: usize, until: Until, run: &Run<'a>) -> Desk<'a, K> {
        let boxes = || (0..threads).map(|_| Mutex::default()).collect();
        let post = || (0..threads).map(|_| boxes()).collect();
        let room = run.memory().map_or(usize::MAX, |most| most as usize / 4 / size_of::<K>());
        Desk {
            until,
            crew: run.crew(),
            post: [post(), post()],
            goals: Mutex::default(),
            most_goals: room.max(1 << 10),
            fresh: AtomicUsize::new(0),
            bytes: (0..threads).map(|_| Default::default()).collect(),
            trouble: Mutex::default(),
            last: AtomicUsize::new(usize::MAX),
            halt: Mutex::default(),
        }
    }

    /// Expands some positions of a part and posts their neighbours.
    fn expand<S: Space<Key = K>>(
        &self,
        space: &S,
        (me, part, round): (usize, &mut Part<K>, usize),
        scratch: &mut S::Scratch,
    ) -> io::Result<()> {
        let boxes = &self.post[round % 2][me];
        // Lists of its own: those of the boxes lie side by side, and threads that write there slow each other down.
        let mut out: Vec<Met<K>> = boxes.iter().map(|to| std::mem::take(&mut *hold(to))).collect();
        let of = part.of;
        for from in part.round()? {
            space.expand(from, scratch, |near, goal, hop| {
                if goal {
                    self.reach(space, &near);
                }
                out[owner(&near, of)].push(near, hop.last);
            });
        }
        boxes.iter().zip(out).for_each(|(to, met)| *hold(to) = met);
        Ok(())
    }

    /// Keeps a position that reaches the goal.
    fn reach<S: Space<Key = K>>(&self, space: &S, key: &K) {
        if self.until == Until::End {
            return;
        }
        let mut goals = hold(&self.goals);
        match (self.until, goals.first_mut()) {
            (Until::Goal { one: true, .. }, Some(least)) => {
                if space.look(key) < space.look(least) {
                    *least = key.clone();
                }
            }
            _ => {
                if goals.len() == goals.capacity() {
                    goals.sort_unstable();
                    goals.dedup();
                }
                goals.push(key.clone());
            }
        }
    }

    /// Takes in what was posted to a part.
    fn absorb(&self, (me, part, round): (usize, &mut Part<K>, usize)) -> io::Result<()> {
        self.post[round % 2]
            .iter()
            .try_for_each(|from| part.meet(&mut hold(&from[me]), &self.crew))?;
        self.note(me, part);
        Ok(())
    }

    /// Keeps what the run shall hear of a part.
    fn note(&self, me: usize, part: &mut Part<K>) {
        self.fresh.fetch_add(part.fresh(), Ordering::Relaxed);
        self.bytes[me].0.store(part.bytes(), Ordering::Relaxed);
        self.bytes[me].1.store(part.disk(), Ordering::Relaxed);
    }

    /// Keeps what went wrong on disk.
    pub(super) fn heed(&self, done: io::Result<()>) {
        if let Err(error) = done {
            hold(&self.trouble).get_or_insert(error);
        }
    }

    /// Tells the run what happened since the last time.
    fn report(&self, run: &mut Run<'_>) -> Result<(), Halt> {
        if let Some(breadth) = &mut run.stats.breadth {
            let sum = |total: (u64, u64), part: &(AtomicUsize, AtomicU64)| {
                let (memory, disk) = (part.0.load(Ordering::Relaxed), &part.1);
                (total.0 + memory as u64, total.1 + disk.load(Ordering::Relaxed))
            };
            (breadth.memory, breadth.disk) = self.bytes.iter().fold((0, 0), sum);
        }
        let fresh = self.fresh.swap(0, Ordering::Relaxed);
        let flow = if fresh == 0 { run.look() } else { (0..fresh).try_for_each(|_| run.tick()) };
        flow.break_value().map_or(Ok(()), Err)?;
        if hold(&self.goals).len() > self.most_goals {
            return Err(Halt::Ending(Ending::MemoryLimit));
        }
        hold(&self.trouble).take().map_or(Ok(()), |error| Err(trouble(run, &error)))
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
    (threads, mut kept): (usize, Option<Kept>),
    run: &mut Run<'_>,
) -> Result<Found<S::Key>, Halt> {
    let threads = at_hand(threads).clamp(1, 64);
    let desk = Desk::new(threads, until, run);
    // A fifth is left to what is not counted, and to what the allocator does not give back.
    let share = run.memory().map_or(usize::MAX, |most| most as usize / 5 * 4 / threads);
    let brief = kept.is_some() || until == Until::End;
    let mut parts: Vec<_> =
        (0..threads).map(|_| Part::new(threads, space.width(), (share, brief))).collect();
    let start = space.start();
    if space.solved() {
        desk.reach(space, &start);
    }
    let (mut bytes, begun) = (0, run.stats.nodes);
    let mut complete = true;
    let known = kept.as_ref().map_or(0, |kept| kept.counts().len());
    match &kept {
        Some(kept) if known > 0 => go_on(kept, &mut parts, &desk, run)?,
        _ => {
            let first = owner(&start, threads);
            desk.heed(parts[first].meet(&mut Met::from_iter([start]), &desk.crew));
            settle(&mut parts, &desk, run)?;
            settled(&mut parts, &desk, run)?;
        }
    }
    let before = known.saturating_sub(1);
    let mut counts: Vec<usize> = kept.iter().flat_map(Kept::counts).take(before).collect();
    for level in before.. {
        bytes = bytes.max(parts.iter().map(Part::bytes).sum());
        let frontier: usize = parts.iter().map(Part::found).sum();
        if frontier == 0 || !hold(&desk.goals).is_empty() {
            break;
        }
        if let Until::Goal { budget, .. } = until
            && run.stats.nodes - begun > budget
        {
            complete = false;
            break;
        }
        counts.push(frontier);
        let (depth, frontier) = (level as u64, frontier as u64);
        run.stats.breadth = Some(Breadth { depth, frontier, memory: 0, disk: 0 });
        if let Some(kept) = kept.as_mut().filter(|_| level >= known) {
            let done = write_down(kept, &parts, run.stats.elapsed);
            done.map_err(|error| kept.trouble(run, &error))?;
        }
        if threads > 1 && frontier > SHARED as u64 {
            together(space, &mut parts, &desk, run)?;
        } else {
            alone(space, &mut parts, &desk, run)?;
        }
        settle(&mut parts, &desk, run)?;
        settled(&mut parts, &desk, run)?;
    }
    let mut goals = std::mem::take(&mut *hold(&desk.goals));
    goals.sort();
    goals.dedup();
    goals.sort_by_cached_key(|goal| space.look(goal));
    let record = match kept {
        Some(kept) => vec![Record::Kept(kept)],
        None => parts.into_iter().map(Part::finish).collect(),
    };
    Ok(Found { record, counts, goals, complete, bytes })
}

/// Keeps the level that was found.
fn write_down<K: Key>(kept: &mut Kept, parts: &[Part<K>], now: Duration) -> io::Result<()> {
    let mut page = kept.page()?;
    parts.iter().try_for_each(|part| part.each_found(|key| page.put(key)))?;
    kept.keep(page, now)
}

/// Goes on with the last two levels that were kept: with one to expand, and the one before it to know its positions again.
fn go_on<K: Key>(
    kept: &Kept,
    parts: &mut [Part<K>],
    desk: &Desk<'_, K>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    let known = kept.counts().len();
    let mut post: Vec<Met<K>> = parts.iter().map(|_| Met::default()).collect();
    for level in known.saturating_sub(2)..known {
        parts
            .iter_mut()
            .try_for_each(|part| part.step(&desk.crew))
            .map_err(|e| trouble(run, &e))?;
        let read = kept.each(level, |key| {
            let to = owner(&key, parts.len());
            post[to].push(key, Last::UNKNOWN);
            if post[to].len() < ROUND { Ok(()) } else { parts[to].meet(&mut post[to], &desk.crew) }
        });
        read.map_err(|error| kept.trouble(run, &error))?;
        let mut pairs = parts.iter_mut().zip(&mut post);
        desk.heed(pairs.try_for_each(|(part, post)| part.meet(post, &desk.crew)));
        settle(parts, desk, run)?;
        // They were told when they were found.
        for part in &mut *parts {
            part.fresh();
        }
    }
    desk.report(run)
}

/// Tells the run of the level that was completed.
fn settled<K: Key>(
    parts: &mut [Part<K>],
    desk: &Desk<'_, K>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    parts.iter_mut().enumerate().for_each(|(me, part)| desk.note(me, part));
    desk.report(run)
}

/// Rounds in which the level that was found is expanded.
fn rounds<K: Key>(parts: &[Part<K>]) -> usize {
    parts.iter().map(Part::rounds).max().unwrap_or(0)
}

/// One thread expands a level.
fn alone<S: Space>(
    space: &S,
    parts: &mut [Part<S::Key>],
    desk: &Desk<'_, S::Key>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    let (mut scratch, rounds) = (space.scratch(), rounds(parts));
    parts.iter_mut().for_each(|part| desk.heed(part.step(&desk.crew)));
    desk.report(run)?;
    (0..rounds).try_for_each(|round| {
        for (me, part) in parts.iter_mut().enumerate() {
            desk.heed(desk.expand(space, (me, part, round), &mut scratch));
        }
        for (me, part) in parts.iter_mut().enumerate() {
            desk.heed(desk.absorb((me, part, round)));
        }
        desk.report(run)
    })
}

/// A thread for each part; the first of them is this one, and reports.
fn together<S: Space>(
    space: &S,
    parts: &mut [Part<S::Key>],
    desk: &Desk<'_, S::Key>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    let (rounds, meeting) = (rounds(parts), Meeting::new(parts.len()));
    let work = |me: usize, part: &mut Part<S::Key>, run: Option<&mut Run<'_>>| {
        let _attending = Attending(&meeting);
        let mut scratch = space.scratch();
        let mut run = run;
        desk.heed(part.step(&desk.crew));
        for round in 0..rounds {
            desk.heed(desk.expand(space, (me, part, round), &mut scratch));
            // Whoever reports has named the last round before this meeting, so that all stop at the same one.
            if !meeting.wait() || round >= desk.last.load(Ordering::Relaxed) {
                break;
            }
            desk.heed(desk.absorb((me, part, round)));
            if let Some(Err(halt)) = run.as_mut().map(|run| desk.report(run)) {
                desk.last.fetch_min(round + 1, Ordering::Relaxed);
                hold(&desk.halt).get_or_insert(halt);
            }
        }
    };
    std::thread::scope(|scope| {
        let mut parts = parts.iter_mut().enumerate();
        let first = parts.next();
        let work = &work;
        let others: Vec<_> =
            parts.map(|(me, part)| scope.spawn(move || work(me, part, None))).collect();
        if let Some((me, part)) = first {
            work(me, part, Some(run));
        }
        for panic in others.into_iter().filter_map(|thread| thread.join().err()) {
            *hold(&desk.halt) = Some(Halt::Failure(panicked(&*panic)));
        }
    });
    hold(&desk.halt).take().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::super::space::Hop;
    use super::*;
    use crate::run::{Failure, Limits, StopFlag};

    /// A start with many neighbours, one of which is broken.
    struct Star {
        broken: u64,
    }

    impl Space for Star {
        type Key = u64;
        type Look = u64;
        type Scratch = ();

        fn scratch(&self) {}

        fn start(&self) -> u64 {
            0
        }

        fn solved(&self) -> bool {
            false
        }

        fn width(&self) -> usize {
            8
        }

        fn look(&self, &key: &u64) -> u64 {
            key
        }

        fn expand(
            &self,
            (&from, _): (&u64, Last),
            (): &mut (),
            mut met: impl FnMut(u64, bool, Hop),
        ) {
            assert_ne!(from, self.broken, "a broken tray");
            if from == 0 {
                let hop = Hop { kind: 0, from: 0, to: 0, last: Last::UNKNOWN };
                (1..=2 * SHARED as u64).for_each(|key| met(key, false, hop));
            }
        }

        fn moved(&self, _: &u64, _: &u64) -> (usize, usize) {
            (0, 0)
        }
    }

    #[test]
    fn a_thread_that_panics_on_a_level_ends_the_search_with_a_failure() {
        for threads in [2, 4] {
            // The first thread is the one that asked for the search, and panics where it stands.
            let broken = (1..).find(|key: &u64| owner(key, threads) == threads - 1).unwrap();
            let mut nobody = ();
            let (limits, stop) = (Limits::default(), StopFlag::default());
            let mut run = Run::without_puzzle(limits, stop, &mut nobody);
            let ended = search(&Star { broken }, Until::End, (threads, None), &mut run).map(drop);
            let Err(Halt::Failure(Failure::Panicked(words))) = ended else {
                panic!("no failure: {ended:?}")
            };
            assert!(words.contains("a broken tray"), "{words}");
        }
    }
}
