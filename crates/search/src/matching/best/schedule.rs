//! Two phases, as in the programs behind the records: first the lower half without a break, which must use up a few
//! colours; then the rest with tables of the tiles that are left, where the k-th break is allowed from some depth on.
//!
//! What is left for the upper half shows fewer colours and so has more partners: a beam finds lower halves with the most
//! promise, thousands at a time. The breaks come late, where the tree would end without them. After each success the next
//! board must be better by one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use marquetry_puzzle::generate::dice::Dice;

use super::beam::Beam;
use super::card::{Abreast, Half, Layout};
use super::colours::rich;
use super::combine::try_exactly;
use super::dive::{Came, Dive};
use super::feed::Feed;
use super::fill::{complete, fit};
use super::ground::Ground;
use super::lists::Lists;
use super::record::Record;
use super::repair::repair;
use crate::matching::model::NONE;
use crate::run::{Halt, Run};

/// Share of the rows where phase two begins, and where its tables are made: the boards of a beam that agree up to there
/// have the same ones.
const HALF: f64 = 9.0 / 16.0;
const TABLES: f64 = 7.0 / 16.0;
/// How many boards the first beam has abreast; each other has twice as many as the one before.
const NARROW: usize = 1 << 10;

/// How wide beams get for a board like Eternity II, and one in how many of the last boards is gone on with.
#[derive(Copy, Clone)]
struct Scale {
    wide: usize,
    taken: usize,
}

/// A core spends a third of its time on beams. Where less comes of them than they take, as with clues that end most trees
/// soon, the next scale is better; and where cards do the rest there is time for the widest.
const CORE: [Scale; 3] = [
    Scale { wide: 1 << 14, taken: 32 },
    Scale { wide: 1 << 15, taken: 32 },
    Scale { wide: 1 << 16, taken: 16 },
];
const CARDS: Scale = Scale { wide: 1 << 16, taken: 8 };
/// After so many beams in a row that did not get high enough, the next need not; where one did, after so many.
const FAILED: u32 = 3;
const UNLUCKY: u32 = 12;
/// By so much higher than the last one that got there must the next one get then.
const EASE: f64 = 0.02;
/// Rows that are filled column by column, so that the frame's last tiles are not all left over.
const COLUMNS: usize = 4;
/// Boards so many tiles short of the fullest are filled up where edges must not break.
const NEAR: usize = 6;
/// Breaks that the first board may have, for each 480 joints.
const START: f64 = 24.0;
/// Nodes for each cell of a phase two, with breaks and without.
const SECOND: f64 = 80e3;
const UNBROKEN: f64 = 32e3;
/// The first break is allowed from this share of the board on, to begin with. The last one is allowed so many cells
/// before the end; in between they follow each other ever faster, the more so the smaller the exponent.
pub const EARLIEST: f64 = 0.784;
const LATEST: usize = 3;
const HASTE: f64 = 0.62;
/// The share of the nodes that is to lie where breaks are allowed: with more, the search gets lost near the end, with
/// less it hardly gets there. It is sampled once in so many nodes, and each sample moves the first break by so much.
pub const SHARE: f64 = 0.15;
const SAMPLE: u64 = 4096;
const PACE: f64 = 6e-5;

/// Searches until it is stopped or nothing is missing.
pub fn schedule(
    g: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let Some(mut scheduler) = Scheduler::new(g, seed) else { return repair(g, seed, record, run) };
    loop {
        run.stats.iterations += 1;
        scheduler.round(record, run)?;
    }
}

/// Searches for the most tiles without a break, until it is stopped or nothing is missing.
pub fn unbroken(
    g: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    unbroken_beside(None, g, seed, record, run)
}

/// The same; as long as a card wants lower halves it lays them.
pub fn unbroken_beside(
    feed: Option<&Feed>,
    g: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let mut scheduler = Scheduler::new(g, seed);
    let mut dice = Dice::new(seed);
    try_exactly(g, record, run)?;
    loop {
        run.stats.iterations += 1;
        match (&mut scheduler, feed.filter(|feed| feed.wants())) {
            (Some(scheduler), Some(feed)) => {
                if let Some(half) = scheduler.half(&feed.layout, run)? {
                    feed.put(half);
                }
            }
            (Some(scheduler), None) => scheduler.tiles_round(record, run)?,
            (None, _) => {
                run.tick()?;
                let (mut placed, mut looks) = (g.pinned(&mut dice), g.looks.clone());
                dice.shuffle(&mut looks);
                fit(g, &mut placed, &looks);
                record.offer(g.board(&placed), run)?;
            }
        }
    }
}

/// A lower half with what a beam has laid on it, the least promising first.
pub struct Lower {
    looks: Vec<u16>,
    /// The least promising first, too.
    pub ahead: Vec<Vec<u16>>,
}

/// The search between two rounds.
pub struct Scheduler<'a> {
    g: &'a Ground<'a>,
    dice: Dice,
    /// Phase one and phase two.
    beam: Beam<'a>,
    upper: Dive<'a>,
    /// The scale of beams on a core, how many boards the next has abreast, and whether one is under way.
    scale: usize,
    width: usize,
    going: bool,
    /// Was the last one as wide as can be?
    widest: bool,
    /// How high a beam must get, as a share, how many in a row did not, and how many of those are borne with.
    strict: f64,
    failed: u32,
    patience: u32,
    /// Lower halves to be gone on with, the least promising first; and what is laid on the one whose tables phase two has.
    waiting: Vec<Lower>,
    ahead: Vec<Vec<u16>>,
    lower: usize,
    /// Breaks that a board may have as long as there is no better one.
    start: usize,
    /// The share of the board from which on the first break is allowed.
    earliest: f64,
    /// The most cells filled without a break.
    deepest: usize,
    /// Nodes that the present phase two may still take, none between two, and those until the next sample.
    left: u64,
    sample: u64,
    /// Nodes of the last beam, and of the phases two that came of it.
    spent: [u64; 2],
    /// Has the present round found a board?
    found: bool,
}

impl<'a> Scheduler<'a> {
    /// Makes the tables; `None` when the puzzle has too many colours for them.
    pub fn new(g: &'a Ground<'a>, seed: u64) -> Option<Scheduler<'a>> {
        let mut dice = Dice::new(seed);
        let pinned = g.pinned(&mut dice);
        let order = order(g, &pinned);
        let lists = || Lists::new(g, &order, &pinned);
        let beam = Beam::new(g, lists()?, &pinned, &rich(g), &mut dice);
        Some(Scheduler {
            g,
            dice,
            beam,
            upper: Dive::new(g, lists()?, &pinned),
            scale: 0,
            width: NARROW,
            going: false,
            widest: false,
            strict: 1.0,
            failed: 0,
            patience: FAILED,
            waiting: Vec::new(),
            ahead: Vec::new(),
            lower: 0,
            start: start(g),
            earliest: EARLIEST,
            deepest: 0,
            left: 0,
            sample: SAMPLE,
            spent: [0; 2],
            found: false,
        })
    }

    /// One beam, and what becomes of its boards. A round that was stopped goes on.
    pub fn round(&mut self, record: &Record<'_>, run: &mut Run<'_>) -> ControlFlow<Halt> {
        if self.left == 0 && self.is_through() {
            self.found = false;
            let before = run.stats.nodes;
            let laid = self.lay(CORE[self.scale], run);
            self.spent[0] += run.stats.nodes - before;
            if !laid? {
                self.spent = [0; 2];
                let deepest = self.beam.best(1).concat();
                self.upper.begin(&deepest, &[]);
                return self.fill_up(self.upper.placed(), record, run);
            }
        }
        let bottom = self.upper.bottom();
        let (mut allowed, mut settled) = (self.allowed(record), self.earliest);
        while self.left > 0 || self.next(&allowed) {
            self.left = if self.left == 0 { budget(SECOND, bottom) } else { self.left };
            let before = run.stats.nodes;
            let came = self.upper.with_breaks(bottom, &allowed, self.sample.min(self.left), run);
            let nodes = run.stats.nodes - before;
            self.spent[1] += nodes;
            self.left = self.left.saturating_sub(nodes);
            self.sample = self.sample.saturating_sub(nodes);
            match came? {
                Came::There => {
                    self.found = true;
                    record.offer(self.g.board(&self.upper.placed()), run)?;
                    allowed = self.allowed(record);
                    self.left = budget(SECOND, bottom);
                }
                Came::Tired => {}
                Came::Empty => self.left = 0,
            }
            if self.sample == 0 {
                self.sample = SAMPLE;
                self.balance();
                if (self.earliest - settled).abs() * bottom as f64 >= 0.25 {
                    (allowed, settled) = (self.allowed(record), self.earliest);
                }
            }
        }
        let [beam, after] = std::mem::take(&mut self.spent);
        if after < beam && self.widest {
            self.scale = (self.scale + 1).min(CORE.len() - 1);
        }
        self.start += usize::from(!self.found && record.missing() > self.start);
        self.fill_up(self.upper.placed(), record, run)
    }

    /// Lets the first break come a little later if the search is where breaks are allowed, else a little earlier.
    fn balance(&mut self) {
        let late = self.upper.depth() as f64 > self.earliest * self.upper.bottom() as f64;
        let more = if late { 1.0 - SHARE } else { -SHARE };
        self.earliest = (self.earliest + PACE * more).clamp(0.0, 1.0);
    }

    /// Is nothing left of the last beam?
    fn is_through(&self) -> bool {
        self.waiting.is_empty() && self.ahead.is_empty()
    }

    /// Lays a beam, and takes the most promising of its boards. False when it did not get high enough.
    fn lay(&mut self, scale: Scale, run: &mut Run<'_>) -> ControlFlow<Halt, bool> {
        let half = self.height(HALF);
        let to = (half as f64 * self.strict) as usize;
        let cells = self.upper.bottom().max(1);
        let widest = (scale.wide * cells.min(256) / cells.max(256)).max(1);
        if !self.going {
            self.width = self.width.min(widest);
            self.beam.begin(self.width, &mut self.dice);
            self.going = true;
        }
        self.beam.go(to, run)?;
        self.going = false;
        let abreast = self.width;
        self.width *= 2;
        self.widest = abreast == widest;
        if self.beam.depth() < to {
            // A narrow one may just have been unlucky.
            self.failed += u32::from(self.widest);
            if self.failed >= self.patience {
                self.strict = 0.95 * self.beam.depth() as f64 / half.max(1) as f64;
            }
            return ControlFlow::Continue(false);
        }
        (self.failed, self.strict) = (0, (self.strict + EASE).min(1.0));
        self.patience = if to == half { UNLUCKY } else { self.patience };
        let boards = self.beam.best(abreast.div_ceil(scale.taken));
        self.waiting = self.lowers(boards, usize::MAX);
        ControlFlow::Continue(true)
    }

    /// Puts boards together that have the same tables, so many at most.
    pub fn lowers(&self, boards: Vec<Vec<u16>>, most: usize) -> Vec<Lower> {
        let tables = self.height(TABLES);
        let mut halves: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
        let mut lowers: Vec<Lower> = Vec::new();
        for mut looks in boards {
            let ahead = looks.split_off(tables.min(looks.len()));
            let known = halves.get(&looks).copied();
            let at = known.filter(|&at| lowers[at].ahead.len() < most).unwrap_or(lowers.len());
            if at == lowers.len() {
                halves.insert(looks.clone(), at);
                lowers.push(Lower { looks, ahead: Vec::new() });
            }
            lowers[at].ahead.push(ahead);
        }
        lowers.reverse();
        lowers.iter_mut().for_each(|lower| lower.ahead.reverse());
        lowers
    }

    /// The next beam, for a card to lay; `None` if it has no room for such a puzzle.
    pub fn abreast(&mut self) -> Option<Abreast> {
        self.beam.begin(0, &mut self.dice);
        self.beam.abreast(self.height(HALF))
    }

    /// Lays the next board of the beam for phase two, with as many breaks as are allowed at each depth. False when none is left.
    fn next(&mut self, allowed: &[u16]) -> bool {
        while self.ahead.is_empty() {
            let Some(lower) = self.waiting.pop() else { return false };
            self.begin(&lower);
            self.ahead = lower.ahead;
        }
        let Some(ahead) = self.ahead.pop() else { return false };
        self.upper.start(&ahead, self.lower, allowed);
        true
    }

    /// Makes the tables of a lower half.
    fn begin(&mut self, lower: &Lower) {
        let mut looks = self.g.looks.clone();
        self.dice.shuffle(&mut looks);
        self.upper.begin(&lower.looks, &looks);
        self.lower = lower.looks.len();
    }

    /// How many cells are filled at a share of the rows, whole ones if they are filled row by row: what is laid beside the
    /// frame at the end of a row is hard to find, and nothing is promising before it is.
    fn height(&self, share: f64) -> usize {
        let (g, bottom) = (self.g, self.upper.bottom());
        let rows = (share * g.p.height as f64 + 0.5) as usize;
        if rows + COLUMNS > g.p.height {
            return (share * bottom as f64) as usize;
        }
        let above = |cell: u16| usize::from(g.places[usize::from(cell)]) / g.p.width;
        self.upper.cells().filter(|&cell| above(cell) + rows >= g.p.height).count().min(bottom - 1)
    }

    /// As long as there is no good board, what was laid is filled up, whatever breaks.
    fn fill_up(
        &self,
        mut placed: Vec<u32>,
        record: &Record<'_>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        if record.missing() <= self.start {
            return record.go_on();
        }
        complete(self.g, &mut placed, &self.g.looks);
        record.offer(self.g.board(&placed), run)
    }

    /// A lower half for a card to go on from, if one is found that is as high as the layout says.
    pub fn half(&mut self, layout: &Layout, run: &mut Run<'_>) -> ControlFlow<Halt, Option<Half>> {
        if self.waiting.is_empty() && !self.lay(CARDS, run)? {
            return ControlFlow::Continue(None);
        }
        let lower = self.waiting.pop();
        ControlFlow::Continue(lower.and_then(|lower| self.tables(lower, layout)))
    }

    /// Makes the tables of a lower half for a card; `None` if it is not as high as the layout says, or they do not fit.
    pub fn tables(&mut self, mut lower: Lower, layout: &Layout) -> Option<Half> {
        // What was laid ahead on the half before is done with.
        (self.left, self.ahead) = (0, Vec::new());
        self.begin(&lower);
        lower.ahead.reverse();
        let high = lower.ahead.iter().all(|ahead| ahead.len() == layout.ahead);
        let fits = high && self.lower == layout.from;
        fits.then(|| self.upper.half(layout, &lower.ahead)).flatten()
    }

    /// All nodes of the half that was laid last, and the breaks of its complete boards, for tests.
    #[cfg(test)]
    pub fn boards(
        &mut self,
        ahead: &[Vec<u16>],
        allowed: &[u16],
        run: &mut Run<'_>,
    ) -> (u64, Vec<usize>) {
        let (before, mut boards) = (run.stats.nodes, Vec::new());
        let bottom = self.upper.bottom();
        for ahead in ahead {
            self.upper.start(ahead, self.lower, allowed);
            while self.upper.with_breaks(bottom, allowed, u64::MAX, run)
                == ControlFlow::Continue(Came::There)
            {
                boards.push(self.upper.breaks());
            }
        }
        (run.stats.nodes - before, boards)
    }

    /// What the halves for a card have in common.
    pub fn layout(&mut self) -> Layout {
        let from = self.height(TABLES);
        let ahead = self.height(HALF) - from;
        Layout::new(self.g, self.upper.lists(), from, ahead)
    }

    /// The boards of one beam, and as much on each as fits, leaving cells empty where nothing does.
    pub fn tiles_round(&mut self, record: &Record<'_>, run: &mut Run<'_>) -> ControlFlow<Halt> {
        if self.left == 0 && self.is_through() && !self.lay(CORE[self.scale], run)? {
            let deepest = self.beam.best(1).concat();
            self.upper.begin(&deepest, &[]);
            let mut placed = self.upper.placed();
            fit(self.g, &mut placed, &self.g.looks);
            return record.offer(self.g.board(&placed), run);
        }
        let unbroken = vec![0; self.upper.bottom()];
        while self.left > 0 || self.next(&unbroken) {
            self.left = if self.left == 0 { budget(UNBROKEN, unbroken.len()) } else { self.left };
            let further = self.upper.depth() + 1 + unbroken.len() / 64;
            let to = self.deepest.saturating_sub(NEAR).max(further);
            let before = run.stats.nodes;
            let came = self.upper.with_breaks(to, &unbroken, self.left, run);
            self.left = self.left.saturating_sub(run.stats.nodes - before);
            if came? != Came::There {
                self.left = 0;
                continue;
            }
            self.deepest = self.deepest.max(self.upper.depth());
            let mut looks = self.g.looks.clone();
            self.dice.shuffle(&mut looks);
            let mut placed = self.upper.placed();
            fit(self.g, &mut placed, &looks);
            record.offer(self.g.board(&placed), run)?;
        }
        record.go_on()
    }

    /// How many breaks may lie on the board once so many cells are filled, if it is to be better than the best.
    fn allowed(&self, record: &Record<'_>) -> Vec<u16> {
        let breaks = record.missing().saturating_sub(1).min(self.start);
        allowed(breaks, self.earliest, self.upper.bottom())
    }
}

/// How many of so many breaks may lie on the board once so many cells are filled, if the first is allowed from this share
/// of the board on.
pub fn allowed(breaks: usize, earliest: f64, bottom: usize) -> Vec<u16> {
    let last = bottom.saturating_sub(LATEST) as f64;
    let first = (earliest * bottom as f64).min(last);
    let from = |k: usize| {
        let share = k as f64 / breaks.saturating_sub(1).max(1) as f64;
        (first + (last - first) * libm::pow(share, HASTE)).ceil() as usize
    };
    let from: Vec<usize> = (0..breaks).map(from).collect();
    (0..bottom).map(|cell| from.partition_point(|&from| from <= cell) as u16).collect()
}

/// Breaks that the first board may have.
pub fn start(g: &Ground<'_>) -> usize {
    (START * g.joints as f64 / 480.0).ceil() as usize
}

/// Nodes for a board of so many cells. A larger one than Eternity II has no more, or it would try too few halves.
fn budget(each: f64, cells: usize) -> u64 {
    (each * cells.min(256) as f64) as u64
}

/// Rows from the bottom, the last ones column by column.
fn order(g: &Ground<'_>, pinned: &[u32]) -> Vec<u16> {
    let mut order: Vec<u16> =
        (0..g.places.len()).filter(|&cell| pinned[cell] == NONE).map(|cell| cell as u16).collect();
    order.sort_by_key(|&cell| {
        let place = usize::from(g.places[usize::from(cell)]);
        let (x, y) = (place % g.p.width, place / g.p.width);
        if y < COLUMNS { (1, x, g.p.height - y) } else { (0, g.p.height - y, x) }
    });
    order
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::Puzzle;
    use marquetry_puzzle::generate::{Kind, generate};

    use super::*;
    use crate::matching::best::Hunt;
    use crate::run::{Limits, StopFlag};

    #[test]
    fn breaks_are_allowed_one_by_one_from_the_first_place_on_and_all_of_them_before_the_end() {
        let p = generate(Kind::Framed, 10, 10, 12, 1).expect("the size is in range");
        let (g, puzzle) = (Ground::new(&p), Puzzle::from(p.clone()));
        let record = Record::new(&puzzle, &p, &Hunt::default());
        let mut scheduler = Scheduler::new(&g, 1).expect("it has few colours");
        for (earliest, start) in [(0.0, 3), (0.5, 1), (0.784, 9), (1.0, 30)] {
            (scheduler.earliest, scheduler.start) = (earliest, start);
            let allowed = scheduler.allowed(&record);
            assert!(allowed.is_sorted());
            let first = ((earliest * 100.0_f64).ceil() as usize).min(100 - LATEST);
            assert!(allowed[..first].iter().all(|&breaks| breaks == 0) && allowed[first] > 0);
            assert_eq!(usize::from(allowed[100 - LATEST]), start);
        }
    }

    #[test]
    fn the_first_break_comes_earlier_while_the_search_is_before_it_and_later_where_it_is_past() {
        let p = generate(Kind::Framed, 10, 10, 12, 1).expect("the size is in range");
        let g = Ground::new(&p);
        let mut scheduler = Scheduler::new(&g, 1).expect("it has few colours");
        scheduler.balance();
        assert!(scheduler.earliest < EARLIEST, "nothing is laid yet");
        let (puzzle, mut watch) = (Puzzle::from(p.clone()), ());
        let mut run = Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut watch);
        while scheduler.lay(CORE[0], &mut run) != ControlFlow::Continue(true) {}
        assert!(scheduler.next(&[0; 100]));
        scheduler.earliest = 0.1;
        scheduler.balance();
        assert!(scheduler.earliest > 0.1, "a lower half is laid");
    }
}
