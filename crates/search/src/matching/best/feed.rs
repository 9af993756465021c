//! What threads and cards do for each other: halves are laid and made tables of, searched, and what was found is judged.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::card::{Batch, Card, Half, Laid, Layout, Searched};
use super::fill::fit;
use super::ground::Ground;
use super::record::Record;
use super::schedule::{EARLIEST, Lower, SHARE, Scheduler, allowed, start};
use super::{AT_A_TIME, Goal};
use crate::run::{Halt, Run};

/// The most steps a half is worth.
const STEPS: u64 = 1 << 29;
/// A half may let the first break come so many cells earlier or later than it began with. It moves it by one cell when
/// late nodes are too many or too few by so many. The next halves begin where the others have ended, nearly.
const EARLIER: usize = 24;
const LATER: usize = 32;
const PACE: u32 = 200_000;
const PULL: f64 = 0.3;
/// How long a card waits for a full batch before it begins with less, and how often whoever waits looks at the clock.
const PATIENCE: u32 = 5;
const WAIT: Duration = Duration::from_millis(20);
/// Of the boards that a card lays abreast, one in so many is gone on with at first, and one in so many at most. After so many
/// beams in a row that did not get high enough, threads are to lay them.
const TAKEN: usize = 256;
const MOST_TAKEN: usize = 32;
const FAILED: u32 = 12;
/// Of the boards with the same tables so many are one half for a card: more would have to wait for each other.
const TOGETHER: usize = 256;

/// The halves that wait for a card.
pub(super) struct Feed {
    pub layout: Layout,
    waiting: Mutex<VecDeque<Half>>,
    moved: Condvar,
    /// What cards have laid, without tables yet, the least promising first; and how many cards lay such.
    lowers: Mutex<Vec<Lower>>,
    laying: AtomicUsize,
    /// How many batches wait for halves.
    idle: AtomicUsize,
    /// The share of the board from which on the first break is allowed.
    earliest: Mutex<f64>,
    /// How many halves should wait.
    room: AtomicUsize,
    /// Where tiles are wanted and no break is allowed: how many steps the next board is to fill.
    tiles: Option<AtomicUsize>,
}

impl Feed {
    /// Nothing waits yet.
    pub fn new(layout: Layout, goal: Goal) -> Feed {
        let above = layout.steps.len() - layout.ahead;
        let third = AtomicUsize::new(layout.ahead + above.div_ceil(3));
        Feed {
            tiles: (goal == Goal::Tiles).then_some(third),
            layout,
            waiting: Mutex::default(),
            moved: Condvar::new(),
            lowers: Mutex::default(),
            laying: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
            earliest: Mutex::new(EARLIEST),
            room: AtomicUsize::new(0),
        }
    }

    /// Should threads lay more halves?
    pub fn wants(&self) -> bool {
        self.laying.load(Ordering::Relaxed) == 0
            && hold(&self.waiting).len() < self.room.load(Ordering::Relaxed)
    }

    /// A half that a card may search.
    pub fn put(&self, half: Half) {
        hold(&self.waiting).push_back(half);
        self.moved.notify_one();
    }

    /// Lets a card lay beams, one after the other, until the hunt is stopped; no longer where it lays none. Of each the most
    /// promising boards are gone on with, as many as keep the card busy. What is left of a beam when the next one comes is left.
    pub fn lay(
        &self,
        card: &dyn Card,
        g: &Ground<'_>,
        seed: u64,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let Some(mut scheduler) = Scheduler::new(g, seed) else { return ControlFlow::Continue(()) };
        let field = scheduler.abreast().filter(|_| card.batch(&self.layout).is_ok());
        let abreast = field.map_or(0, |field| card.abreast(&field));
        if abreast == 0 {
            return ControlFlow::Continue(());
        }
        self.laying.fetch_add(1, Ordering::Relaxed);
        let (mut wanted, mut failed, mut laid) = (abreast.div_ceil(TAKEN), 0, 0);
        while failed < FAILED {
            run.look()?;
            if laid > 0 && hold(&self.lowers).len() == laid {
                // Nothing of the last one was searched yet.
                let _ = self.moved.wait_timeout(hold(&self.waiting), WAIT);
                continue;
            }
            let Some(field) = scheduler.abreast() else { break };
            let mut flow = ControlFlow::Continue(());
            let mut halted = || {
                flow = run.look();
                flow.is_break()
            };
            let beam = card.beam(&field, (abreast, wanted), &mut halted);
            flow?;
            let Ok(Laid { boards, ways, .. }) = beam else { break };
            run.on_card(ways);
            failed = if boards.is_empty() { failed + 1 } else { 0 };
            let lowers = scheduler.lowers(boards, TOGETHER);
            // Where batches wait for halves, more of the next beam are taken, and fewer where none does.
            wanted = match self.idle.load(Ordering::Relaxed) {
                0 => 3 * wanted / 4,
                idle if 4 * idle > AT_A_TIME => 2 * wanted,
                _ => wanted,
            };
            wanted = wanted.clamp(1, abreast.div_ceil(MOST_TAKEN));
            let mut waiting = hold(&self.lowers);
            if !lowers.is_empty() {
                *waiting = lowers;
            }
            laid = waiting.len();
            drop(waiting);
            self.moved.notify_all();
        }
        self.laying.fetch_sub(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    }

    /// Lets a card search halves until the hunt is stopped, or the card is of no use any more.
    pub fn serve(
        &self,
        card: &dyn Card,
        g: &Ground<'_>,
        record: &Record<'_>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let Ok(room) = card.batch(&self.layout) else { return ControlFlow::Continue(()) };
        self.room.fetch_add(room, Ordering::Relaxed);
        let mut scheduler = Scheduler::new(g, 0);
        let flow = loop {
            self.idle.fetch_add(1, Ordering::Relaxed);
            let halves = self.take(room, scheduler.as_mut(), run);
            self.idle.fetch_sub(1, Ordering::Relaxed);
            let halves = halves?;
            let earliest = *hold(&self.earliest);
            let mut batch = Batch {
                halves: &halves,
                allowed: self.allowed(g, earliest),
                levels: EARLIER + 1 + LATER,
                level: EARLIER,
                share: (1000.0 * SHARE) as u32,
                pace: 1000 * PACE,
                missing: record.missing(),
                least: record.least(),
                steps: STEPS,
            };
            let cut =
                self.tiles.as_ref().map(|steps| self.layout.cut(steps.load(Ordering::Relaxed)));
            if let Some(cut) = &cut {
                (batch.levels, batch.level, batch.missing) = (1, 0, 1);
                batch.allowed = vec![vec![0; cut.steps.len()]];
            }
            let mut flow = ControlFlow::Continue(());
            let mut halted = || {
                flow = run.look();
                flow.is_break()
            };
            match card.search(cut.as_ref().unwrap_or(&self.layout), &batch, &mut halted) {
                Ok(searched) => self.take_in((&halves, earliest), &searched, g, record, run)?,
                Err(_) => break flow,
            }
            flow?;
        };
        self.room.fetch_sub(room, Ordering::Relaxed);
        flow
    }

    /// The next halves, as many as make a batch, or fewer after some time.
    fn take(
        &self,
        room: usize,
        mut scheduler: Option<&mut Scheduler<'_>>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt, Vec<Half>> {
        let mut waited = 0;
        loop {
            run.look()?;
            if let Some(scheduler) = &mut scheduler {
                let mut lowers = hold(&self.lowers);
                let rest = lowers.len().saturating_sub(room);
                let best = lowers.split_off(rest);
                drop(lowers);
                let tables = |lower| scheduler.tables(lower, &self.layout);
                let halves: Vec<Half> = best.into_iter().rev().filter_map(tables).collect();
                if !halves.is_empty() {
                    return ControlFlow::Continue(halves);
                }
            }
            let mut waiting = hold(&self.waiting);
            if waiting.len() >= room || (waited >= PATIENCE && !waiting.is_empty()) {
                let some = waiting.len().min(room);
                return ControlFlow::Continue(waiting.drain(..some).collect());
            }
            let _ = self.moved.wait_timeout(waiting, WAIT);
            waited += 1;
        }
    }

    /// How many breaks may lie on the board, by those of the best one.
    fn allowed(&self, g: &Ground<'_>, earliest: f64) -> Vec<Vec<u8>> {
        let from = self.layout.from;
        let bottom = from + self.layout.cells.len();
        let row = |missing: usize, level: usize| {
            let later = (level as f64 - EARLIER as f64) / bottom as f64;
            let first = (earliest + later).clamp(0.0, 1.0);
            let allowed = allowed(missing.saturating_sub(1), first, bottom);
            allowed[from..].iter().map(|&breaks| breaks as u8).collect()
        };
        let rows = 0..=start(g) + 1;
        rows.flat_map(|missing| (0..=EARLIER + LATER).map(move |level| row(missing, level)))
            .collect()
    }

    /// Judges what was found, and lets the first break come later or earlier.
    fn take_in(
        &self,
        (halves, began): (&[Half], f64),
        searched: &[Searched],
        g: &Ground<'_>,
        record: &Record<'_>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let (mut nodes, mut later) = (0, 0.0);
        for (half, searched) in halves.iter().zip(searched) {
            nodes += searched.nodes;
            later += searched.nodes as f64 * (searched.level as f64 - EARLIER as f64);
            run.stats.iterations += 1;
            if let Some(board) = &searched.board {
                let mut placed = half.lower.clone();
                let laid = self.layout.cells.iter().zip(board);
                laid.for_each(|(&cell, &look)| placed[usize::from(cell)] = look);
                if let Some(steps) = &self.tiles {
                    let all = self.layout.steps.len();
                    let next = board.len() + 1 + (all - board.len()) / 16;
                    steps.fetch_max(next.min(all), Ordering::Relaxed);
                    fit(g, &mut placed, &g.looks);
                }
                record.offer(g.board(&placed), run)?;
            }
        }
        run.on_card(nodes);
        if self.tiles.is_some() {
            return ControlFlow::Continue(());
        }
        // Where the nodes were, not where a batch began: others have ended meanwhile.
        let bottom = (self.layout.from + self.layout.cells.len()) as f64;
        let place = (began + later / nodes.max(1) as f64 / bottom).clamp(0.0, 1.0);
        let mut earliest = hold(&self.earliest);
        *earliest += PULL * (place - *earliest);
        ControlFlow::Continue(())
    }
}

fn hold<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::Puzzle;
    use marquetry_puzzle::generate::{Kind, generate};

    use super::*;
    use crate::matching::best::Hunt;
    use crate::matching::best::card::reference;
    use crate::run::{Limits, StopFlag};

    /// A card that is none: it searches halves by the reference.
    struct Slow(StopFlag);

    impl Card for Slow {
        fn batch(&self, _: &Layout) -> Result<usize, String> {
            Ok(3)
        }

        fn search(
            &self,
            layout: &Layout,
            batch: &Batch<'_>,
            halted: &mut dyn FnMut() -> bool,
        ) -> Result<Vec<Searched>, String> {
            let row = batch.missing * batch.levels + batch.level;
            let allowed = batch.allowed.get(row).or(batch.allowed.last()).expect("a row");
            let each = batch.halves.iter().map(|half| {
                let mut searched = Searched { level: batch.level, ..Searched::default() };
                let _ = reference(layout, half, allowed, &mut |path, breaks| {
                    searched.nodes += 1;
                    if path.len() == layout.steps.len() && breaks < batch.missing {
                        searched.board = Some(path.iter().map(|entry| entry >> 18).collect());
                        self.0.stop();
                    }
                    match searched.board.is_some() || searched.nodes == 50_000 || halted() {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                searched
            });
            Ok(each.collect())
        }
    }

    #[test]
    fn what_a_card_is_handed_has_the_tree_of_the_search_on_a_core() {
        let mut compared = 0;
        for seed in 1..40 {
            let (kind, size) = if seed % 3 == 0 { (Kind::Tetravex, 5) } else { (Kind::Framed, 6) };
            let p = generate(kind, size, size, 9, seed).expect("the size is in range");
            let (g, puzzle) = (Ground::new(&p), Puzzle::from(p.clone()));
            let mut watch = ();
            let mut run =
                Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut watch);
            let mut scheduler = Scheduler::new(&g, seed).expect("it has few colours");
            let layout = scheduler.layout();
            // The first ones are asked too much of.
            let mut half = || scheduler.half(&layout, &mut run).continue_value().flatten();
            let Some(half) = (0..100).find_map(|_| half()) else { continue };
            assert!(half.entries.len() <= layout.entries && half.bounds.len() == layout.keys + 2);
            let allowed = allowed(3, 0.7, layout.from + layout.steps.len());
            let row: Vec<u8> = allowed[layout.from..].iter().map(|&breaks| breaks as u8).collect();
            let (mut nodes, mut boards) = (0_u64, Vec::new());
            let whole = reference(&layout, &half, &row, &mut |path, breaks| {
                nodes += 1;
                if path.len() == layout.steps.len() {
                    boards.push(breaks);
                }
                if nodes > 200_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if whole.is_continue() {
                let look = |entry: &u32| (entry >> 18) as u16;
                let ahead = half.starts(&layout).map(|start| start.iter().map(look).collect());
                let ahead: Vec<Vec<u16>> = ahead.collect();
                let mut on_core = scheduler.boards(&ahead, &allowed, &mut run);
                on_core.1.sort_unstable();
                boards.sort_unstable();
                assert_eq!(on_core, (nodes, boards), "seed {seed}");
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn what_a_card_finds_is_judged_and_told_and_its_nodes_are_counted_apart() {
        let p = generate(Kind::Framed, 8, 8, 9, 3).expect("the size is in range");
        let puzzle = Puzzle::from(p);
        for goal in [Goal::Edges, Goal::Tiles] {
            let (stop, hunt) = (StopFlag::default(), Hunt { goal, seed: 5, ..Hunt::default() });
            let limits = Limits { nodes: Some(50_000_000), ..Limits::default() };
            let search = crate::Search::new(&puzzle).limits(limits).until(stop.clone());
            let outcome = search.best_on(&[&Slow(stop)], &hunt, ()).expect("all pass the judge");
            assert!(outcome.stats.on_cards > 0 && outcome.stats.nodes > outcome.stats.on_cards);
        }
    }
}
