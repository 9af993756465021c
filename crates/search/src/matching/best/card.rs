//! Upper halves searched by what is faster than a core: a graphics card.
//!
//! The threads lay lower halves and make their tables, a [`Card`] searches them many at a time, and what it finds is
//! judged here. A thread whose halves nobody wants searches on its own.
//!
//! ```
//! use marquetry_puzzle::Puzzle;
//! use marquetry_puzzle::generate::{Kind, generate};
//! use marquetry_search::matching::best::{Hunt, layout};
//!
//! let puzzle = Puzzle::from(generate(Kind::Framed, 8, 8, 9, 1).unwrap());
//! let layout = layout(&puzzle, &Hunt::default()).unwrap();
//! assert_eq!(layout.steps.len(), 32);
//! ```

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Goal;
use super::fill::fit;
use super::ground::Ground;
use super::lists::{Choice, Lists};
use super::record::Record;
use super::schedule::{EARLIEST, SHARE, allowed, start};
use crate::run::{Halt, Run};

/// The most steps a half is worth.
const STEPS: u64 = 1 << 29;
/// A half may let the first break come so many cells earlier or later than it began with. It moves it by one cell when
/// late nodes are too many or too few by so many. The next halves begin where the others have ended, nearly.
const EARLIER: usize = 24;
const LATER: usize = 32;
const PACE: u32 = 200_000;
const GAIN: f64 = 2.0;
/// How long a card waits for a full batch before it begins with less, and how often whoever waits looks at the clock.
const PATIENCE: u32 = 5;
const WAIT: Duration = Duration::from_millis(20);

/// What all lower halves of a puzzle have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// For each cell to be filled, in order: what lies to its left, what lies below it, and where its lists begin. From
    /// the number of steps on it is one of those seen.
    pub steps: Vec<[u16; 3]>,
    /// How many tiles are left for them.
    pub tiles: usize,
    /// Numbers of colours, one that stands for nothing included.
    pub colours: usize,
    /// How many bounds the lists have, but for two at the end.
    pub keys: usize,
    /// The most entries that the lists can have.
    pub entries: usize,
    /// The most looks, whose numbers are below this.
    pub looks: usize,
    /// Cells that are filled and seen from those to be filled; the last cell's number and one stands for none.
    pub(super) seen: Vec<u16>,
    /// The cell of each step.
    cells: Vec<u16>,
    /// How many cells are filled without a break before the tables are made.
    pub(super) from: usize,
    /// How many of the cells to be filled each start has filled, without a break.
    pub ahead: usize,
}

impl Layout {
    /// How many cells that are filled are seen from those to be filled.
    pub fn seen(&self) -> usize {
        self.seen.len()
    }

    /// The same with the first so many steps alone.
    fn cut(&self, steps: usize) -> Layout {
        let less = (self.steps.len() - steps) as u16;
        let seen_from = self.steps.len() as u16;
        let shifted = |step: u16| if step >= seen_from { step - less } else { step };
        let cut = |&[left, below, lists]: &[u16; 3]| [shifted(left), shifted(below), lists];
        Layout { steps: self.steps[..steps].iter().map(cut).collect(), ..self.clone() }
    }

    /// The layout for halves of so many cells.
    pub(super) fn new(g: &Ground<'_>, lists: &mut Lists, from: usize, ahead: usize) -> Layout {
        let kinds = lists.kinds_from(from);
        let (upper, each) = (lists.steps[from..].to_vec(), 2 * lists.colours * lists.colours);
        let numbers: BTreeMap<u16, usize> =
            upper.iter().enumerate().map(|(i, step)| (step.cell, i)).collect();
        let mut seen = Vec::new();
        let mut number = |cell: u16| {
            numbers.get(&cell).copied().unwrap_or_else(|| {
                let known = seen.iter().position(|&at| at == cell);
                upper.len()
                    + known.unwrap_or_else(|| {
                        seen.push(cell);
                        seen.len() - 1
                    })
            })
        };
        let step = |step: &super::lists::Slot| {
            let kind = kinds.range(..step.lists as usize / each).count();
            [number(step.left), number(step.below), kind * each].map(|n| n as u16)
        };
        Layout {
            steps: upper.iter().map(step).collect(),
            tiles: g.p.tiles.len().saturating_sub(from + g.p.pins.len()),
            colours: lists.colours,
            keys: kinds.len() * each,
            entries: most_entries(g, lists, &kinds, from),
            looks: g.shown.len(),
            cells: upper.iter().map(|step| step.cell).collect(),
            from,
            ahead,
            seen,
        }
    }
}

/// The most entries that lists of these kinds can have. Cells at the rim take tiles of the frame, the others all else.
fn most_entries(g: &Ground<'_>, lists: &mut Lists, kinds: &BTreeSet<usize>, from: usize) -> usize {
    let mut of_tile = vec![0; g.p.tiles.len()];
    let choice = Choice { looks: &g.looks, breaks: true };
    lists.each(g, &choice, kinds, |_, _, entry| of_tile[usize::from(entry.look) >> g.shift] += 1);
    let mut cells: BTreeMap<u32, usize> = BTreeMap::new();
    for step in &lists.steps[from..] {
        let rim = g.rims[usize::from(step.cell)].unwrap_or(0);
        *cells.entry(rim.count_ones()).or_default() += 1;
    }
    let framed = |tile: usize| g.p.frame.map_or(0, |_| g.frames[tile << g.shift].count_ones());
    let most = |(rim, cells): (u32, usize)| {
        let tiles = (0..of_tile.len()).filter(|&tile| framed(tile) == rim);
        let mut counts: Vec<usize> = tiles.map(|tile| of_tile[tile]).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.iter().take(cells).sum::<usize>()
    };
    cells.into_iter().map(most).sum()
}

/// The tables of a lower half. An entry has the number of its tile among those left (bits 0 to 7), its right colour (8 to
/// 12), its upper colour (13 to 17) and its look (18 to 31).
#[derive(Clone, Debug)]
pub struct Half {
    /// The looks of all lists.
    pub entries: Vec<u32>,
    /// Where each list begins and where its breaks begin, one after the other, and twice where the last one ends.
    pub bounds: Vec<u16>,
    /// What lies on the cells that are seen.
    pub seen: Vec<u32>,
    /// What is laid ahead, each start one after the other: the trees above them are all that is searched.
    pub starts: Vec<u32>,
    /// The looks on all cells.
    pub(super) lower: Vec<u32>,
}

impl Half {
    /// What each start has laid, step by step.
    pub fn starts<'h>(&'h self, layout: &Layout) -> impl Iterator<Item = &'h [u32]> {
        // Where nothing is laid ahead there is one start.
        let nothing = (layout.ahead == 0).then_some(&[][..]);
        self.starts.chunks_exact(layout.ahead.max(1)).chain(nothing)
    }
}

/// What a card is to search at once.
pub struct Batch<'a> {
    /// The lower halves.
    pub halves: &'a [Half],
    /// By the breaks of the best board and then by level, how many may lie on the board once each step is filled. The
    /// last number of breaks stands for all further ones; the higher the level, the later is the first break.
    pub allowed: Vec<Vec<u8>>,
    /// Levels, and the one that each half begins with.
    pub levels: usize,
    /// See there.
    pub level: usize,
    /// How many of a thousand nodes are to be late, and by how many thousandths they may be off before a half goes to
    /// the next level.
    pub share: u32,
    /// See there.
    pub pace: u32,
    /// The breaks of the best board so far: those to be found have fewer. It counts as this many at least, also when a better
    /// one is found.
    pub missing: usize,
    /// See there.
    pub least: usize,
    /// The most steps for each half.
    pub steps: u64,
}

/// What became of a half.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Searched {
    /// Tiles laid.
    pub nodes: u64,
    /// The level in the end.
    pub level: usize,
    /// The look on each step of the best board, if one was found that was better than any before.
    pub board: Option<Vec<u32>>,
    /// Complete boards by their breaks, the last number those with more.
    pub tally: Vec<u32>,
}

/// What searches upper halves.
pub trait Card: Sync {
    /// How many halves make a batch, or why it cannot search them.
    fn batch(&self, layout: &Layout) -> Result<usize, String>;

    /// Searches halves until all are done with, or until it is `halted`, which it asks several times a second. Two
    /// batches may be searched at a time.
    fn search(
        &self,
        layout: &Layout,
        batch: &Batch<'_>,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Searched>, String>;
}

/// The slow, obvious search of a half, which a card's must agree with: calls for each tile that is laid, with the entries of
/// all steps so far and their breaks, until it is told to stop.
pub fn reference(
    layout: &Layout,
    half: &Half,
    allowed: &[u8],
    laid: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn below(
        (layout, half, allowed): (&Layout, &Half, &[u8]),
        path: &mut Vec<u32>,
        breaks: usize,
        laid: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(&[left, under, base]) = layout.steps.get(path.len()) else {
            return ControlFlow::Continue(());
        };
        let shown = |step: u16| {
            let step = usize::from(step);
            path.get(step).copied().unwrap_or_else(|| half.seen[step - layout.steps.len()])
        };
        let (right, top) = (shown(left) >> 8 & 31, shown(under) >> 13 & 31);
        let key = usize::from(base) + 2 * (right as usize * layout.colours + top as usize);
        let [first, broken, end] = [0, 1, 2].map(|i| usize::from(half.bounds[key + i]));
        let end = if breaks < usize::from(allowed[path.len()]) { end } else { broken };
        for at in first..end {
            let (entry, breaks) = (half.entries[at], breaks + usize::from(at >= broken));
            if path.iter().any(|laid| laid & 255 == entry & 255) {
                continue;
            }
            path.push(entry);
            laid(path, breaks)?;
            below((layout, half, allowed), path, breaks, laid)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
    half.starts(layout)
        .try_for_each(|start| below((layout, half, allowed), &mut start.to_vec(), 0, laid))
}

/// The halves that wait for a card.
pub(super) struct Feed {
    pub layout: Layout,
    waiting: Mutex<VecDeque<Half>>,
    moved: Condvar,
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
            earliest: Mutex::new(EARLIEST),
            room: AtomicUsize::new(0),
        }
    }

    /// Should more halves be laid?
    pub fn wants(&self) -> bool {
        hold(&self.waiting).len() < self.room.load(Ordering::Relaxed)
    }

    /// A half that a card may search.
    pub fn put(&self, half: Half) {
        hold(&self.waiting).push_back(half);
        self.moved.notify_one();
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
        let flow = loop {
            let halves = self.take(room, run)?;
            let mut batch = Batch {
                halves: &halves,
                allowed: self.allowed(g),
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
                Ok(searched) => self.take_in(&halves, &searched, g, record, run)?,
                Err(_) => break flow,
            }
            flow?;
        };
        self.room.fetch_sub(room, Ordering::Relaxed);
        flow
    }

    /// The next halves, as many as make a batch, or fewer after some time.
    fn take(&self, room: usize, run: &mut Run<'_>) -> ControlFlow<Halt, Vec<Half>> {
        let mut waited = 0;
        loop {
            run.look()?;
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
    fn allowed(&self, g: &Ground<'_>) -> Vec<Vec<u8>> {
        let (earliest, from) = (*hold(&self.earliest), self.layout.from);
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
        halves: &[Half],
        searched: &[Searched],
        g: &Ground<'_>,
        record: &Record<'_>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let (mut nodes, mut later) = (0, 0.0);
        for (half, searched) in halves.iter().zip(searched) {
            nodes += searched.nodes;
            later += searched.level as f64 - EARLIER as f64;
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
        let bottom = (self.layout.from + self.layout.cells.len()) as f64;
        let mut earliest = hold(&self.earliest);
        *earliest = (*earliest + GAIN * later / halves.len() as f64 / bottom).clamp(0.0, 1.0);
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
    use crate::matching::best::schedule::Scheduler;
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
