//! Two phases, as in the programs behind the records: first the lower half without a break, which must use up a few
//! colours; then the rest with tables of the tiles that are left, where the k-th break is allowed from some depth on.
//!
//! What is left for the upper half shows fewer colours and so has more partners. The breaks come late, where the tree
//! would end without them. After each success the next board must be better by one.

use std::ops::ControlFlow;

use marquetry_puzzle::generate::dice::Dice;

use super::card::{Feed, Half, Layout};
use super::colours::Spending;
use super::combine::try_exactly;
use super::dive::{Came, Dive};
use super::fill::{complete, fit};
use super::ground::Ground;
use super::lists::Lists;
use super::promise::Promise;
use super::record::Record;
use super::repair::repair;
use crate::matching::model::NONE;
use crate::run::{Halt, Run};

/// Edges of the chosen colours that may be left over, on a board like Eternity II.
const SPARE: f64 = 8.0;
/// Share of the board where phase two begins.
const HALF: f64 = 0.44;
/// After a phase two, phase one is taken up again from this share of the board, and after so many begun anew.
const THIRD: f64 = 0.33;
const AGAIN: f64 = 20.0;
/// Rows that are filled column by column, so that the frame's last tiles are not all left over.
const COLUMNS: f64 = 4.0;
/// Boards so many tiles short of the fullest are filled up where edges must not break.
const NEAR: usize = 6;
/// Breaks that the first board may have, for each 480 joints.
const START: f64 = 24.0;
/// Nodes for each cell of a phase one before it is given up, of the look at further halves below the first one, which are
/// so many at most, and of a phase two, with breaks and without.
const FIRST: f64 = 3e3;
const LOOK: f64 = 4e3;
const LOOKED_AT: u32 = 4096;
const SECOND: f64 = 800e3;
const UNBROKEN: f64 = 32e3;
/// The first break is allowed from this share of the board on, to begin with. The last one is allowed so many cells
/// before the end; in between they follow each other ever faster, the more so the smaller the exponent.
pub const EARLIEST: f64 = 0.784;
const LATEST: usize = 3;
const HASTE: f64 = 0.62;
/// The share of the nodes that is to lie where breaks are allowed: with more, the search gets lost near the end, with
/// less it hardly gets there. It is sampled once in so many nodes, and each sample moves the first break by so much. The next
/// half begins with what most of the others have settled on, and is left when its own is earlier by so much.
pub const SHARE: f64 = 0.15;
const SAMPLE: u64 = 4096;
const PACE: f64 = 6e-5;
const FOLLOW: f64 = 0.1;
const BEHIND: f64 = 0.008;

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

/// The search between two rounds.
pub struct Scheduler<'a> {
    g: &'a Ground<'a>,
    dice: Dice,
    /// Phase one and phase two.
    lower: Dive<'a>,
    upper: Dive<'a>,
    spending: Spending,
    promise: Promise,
    /// The share of the spending that is asked of a phase one: less after each failure, more after each easy success.
    /// Below a half, phase one itself gets shorter.
    strict: f64,
    /// How often the present phase one may be taken up again.
    again: u32,
    /// Breaks that a board may have as long as there is no better one.
    start: usize,
    /// The share of the board from which on the first break is allowed: where a half begins with it, and where the present
    /// one has moved it.
    earliest: f64,
    own: f64,
    /// The most cells filled without a break.
    deepest: usize,
    /// Nodes that the present phase two may still take; none between two rounds.
    left: u64,
    /// Has it found a board?
    found: bool,
}

impl<'a> Scheduler<'a> {
    /// Makes the tables; `None` when the puzzle has too many colours for them.
    pub fn new(g: &'a Ground<'a>, seed: u64) -> Option<Scheduler<'a>> {
        let mut dice = Dice::new(seed);
        let pinned = g.pinned(&mut dice);
        let order = order(g, &pinned);
        let dive = || Some(Dive::new(g, Lists::new(g, &order, &pinned)?, &pinned));
        let (lower, upper) = (dive()?, dive()?);
        let spending = Spending::new(g, order.len(), SPARE);
        Some(Scheduler {
            g,
            dice,
            lower,
            upper,
            spending,
            promise: Promise::new(g),
            strict: 1.0,
            again: 0,
            start: start(g),
            earliest: EARLIEST,
            own: EARLIEST,
            deepest: 0,
            left: 0,
            found: false,
        })
    }

    /// One lower half, and what becomes of it. A round that was stopped goes on.
    pub fn round(&mut self, record: &Record<'_>, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let bottom = self.upper.bottom();
        if self.left == 0 {
            if !self.begin(LOOK, run)? {
                return self.fill_up(self.lower.placed(), record, run);
            }
            (self.left, self.found, self.own) = (budget(SECOND, bottom), false, self.earliest);
        }
        let (mut allowed, mut settled) = (self.allowed(record), self.own);
        loop {
            let before = run.stats.nodes;
            let came = self.upper.with_breaks(bottom, &allowed, SAMPLE, run);
            self.left = self.left.saturating_sub(run.stats.nodes - before);
            match came? {
                Came::There => {
                    self.found = true;
                    record.offer(self.g.board(&self.upper.placed()), run)?;
                    allowed = self.allowed(record);
                    self.left = budget(SECOND, bottom);
                }
                Came::Tired if self.left > 0 && self.balance() => {
                    if (self.own - settled).abs() * bottom as f64 >= 0.25 {
                        (allowed, settled) = (self.allowed(record), self.own);
                    }
                }
                Came::Tired | Came::Empty => {
                    self.left = 0;
                    self.earliest += FOLLOW * (self.own - self.earliest);
                    self.start += usize::from(!self.found && record.missing() > self.start);
                    return self.fill_up(self.upper.placed(), record, run);
                }
            }
        }
    }

    /// Lets the first break come a little later if the search is where breaks are allowed, else a little earlier. False
    /// when the half is behind the others.
    fn balance(&mut self) -> bool {
        let late = self.upper.depth() as f64 > self.own * self.upper.bottom() as f64;
        let more = if late { 1.0 - SHARE } else { -SHARE };
        self.own = (self.own + PACE * more).clamp(0.0, 1.0);
        self.own > self.earliest - BEHIND
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

    /// Lays a lower half for a card to go on from, if one is found that is as high as the layout says.
    pub fn half(&mut self, layout: &Layout, run: &mut Run<'_>) -> ControlFlow<Halt, Option<Half>> {
        let found = self.begin(0.0, run)? && self.upper.depth() == layout.from;
        ControlFlow::Continue(found.then(|| self.upper.half(layout)).flatten())
    }

    /// All nodes of the half that was laid last, and the breaks of its complete boards, for tests.
    #[cfg(test)]
    pub fn boards(&mut self, allowed: &[u16], run: &mut Run<'_>) -> (u64, Vec<usize>) {
        let (before, mut boards) = (run.stats.nodes, Vec::new());
        let bottom = self.upper.bottom();
        while self.upper.with_breaks(bottom, allowed, u64::MAX, run)
            == ControlFlow::Continue(Came::There)
        {
            boards.push(self.upper.breaks());
        }
        (run.stats.nodes - before, boards)
    }

    /// What the halves for a card have in common.
    pub fn layout(&mut self) -> Layout {
        let from = (HALF * self.upper.bottom() as f64) as usize;
        Layout::new(self.g, self.upper.lists(), from)
    }

    /// Lays a lower half and makes the tables of the rest, after a look at others near it of so many nodes a cell. False when none
    /// was found.
    fn begin(&mut self, look: f64, run: &mut Run<'_>) -> ControlFlow<Halt, bool> {
        let found = self.lower_half(look, run)?;
        if found {
            let mut looks = self.g.looks.clone();
            self.dice.shuffle(&mut looks);
            self.upper.begin_here(&looks);
        }
        ControlFlow::Continue(found)
    }

    /// One lower half without breaks, and as much on it as fits, leaving cells empty where nothing does.
    pub fn tiles_round(&mut self, record: &Record<'_>, run: &mut Run<'_>) -> ControlFlow<Halt> {
        if !self.begin(0.0, run)? {
            let mut placed = self.lower.placed();
            fit(self.g, &mut placed, &self.g.looks);
            return record.offer(self.g.board(&placed), run);
        }
        let unbroken = vec![0; self.upper.bottom()];
        let until = run.stats.nodes + budget(UNBROKEN, self.upper.bottom());
        let mut to = self.deepest.saturating_sub(NEAR);
        loop {
            let left = until.saturating_sub(run.stats.nodes);
            if self.upper.with_breaks(to, &unbroken, left, run)? != Came::There {
                return record.go_on();
            }
            to = self.upper.depth() + 1 + self.upper.bottom() / 64;
            self.deepest = self.deepest.max(self.upper.depth());
            let mut looks = self.g.looks.clone();
            self.dice.shuffle(&mut looks);
            let mut placed = self.upper.placed();
            fit(self.g, &mut placed, &looks);
            record.offer(self.g.board(&placed), run)?;
        }
    }

    /// Finds a lower half and lays it for phase two. False when it took too long: the next one will be asked less of.
    fn lower_half(&mut self, look: f64, run: &mut Run<'_>) -> ControlFlow<Halt, bool> {
        let (g, bottom) = (self.g, self.lower.bottom());
        if self.again == 0 {
            let mut looks = g.looks.clone();
            self.dice.shuffle(&mut looks);
            looks.sort_by_key(|&look| std::cmp::Reverse(self.spending.rich[g.tile(look)]));
            self.lower.begin(&looks);
            self.again = AGAIN as u32;
        } else {
            self.lower.rise((THIRD * bottom as f64) as usize);
            self.again -= 1;
        }
        let least = self.spending.least(self.strict);
        let half = (HALF * (2.0 * self.strict).min(1.0) * bottom as f64) as usize;
        let most = budget(FIRST, bottom);
        let before = run.stats.nodes;
        let came = self.lower.without_breaks(half, &self.spending.rich, &least, most, run)?;
        if came != Came::There {
            (self.strict, self.again) = (self.strict * 0.97, 0);
            return ControlFlow::Continue(false);
        }
        if run.stats.nodes - before < most / 8 {
            self.strict = (self.strict * 1.01).min(1.0);
        }
        self.look_around(half, &least, budget(look, bottom), run)?;
        ControlFlow::Continue(true)
    }

    /// Goes on from the first lower half to others near it, and takes the most promising one.
    fn look_around(
        &mut self,
        half: usize,
        least: &[u16],
        nodes: u64,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let until = run.stats.nodes + nodes;
        let mut most = f64::NEG_INFINITY;
        for _ in 0..LOOKED_AT {
            let promise = self.promise.of(self.g, &self.lower.placed(), self.lower.used());
            if promise > most {
                most = promise;
                self.upper.adopt(&self.lower);
            }
            let left = until.saturating_sub(run.stats.nodes);
            if left == 0 || half == 0 {
                break;
            }
            self.lower.rise(half - 1);
            if self.lower.without_breaks(half, &self.spending.rich, least, left, run)?
                != Came::There
            {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// How many breaks may lie on the board once so many cells are filled, if it is to be better than the best.
    fn allowed(&self, record: &Record<'_>) -> Vec<u16> {
        let breaks = record.missing().saturating_sub(1).min(self.start);
        allowed(breaks, self.own, self.upper.bottom())
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
        if y < COLUMNS as usize { (1, x, g.p.height - y) } else { (0, g.p.height - y, x) }
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
            (scheduler.own, scheduler.start) = (earliest, start);
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
        assert!(scheduler.balance() && scheduler.own < EARLIEST, "nothing is laid yet");
        let (puzzle, mut watch) = (Puzzle::from(p.clone()), ());
        let mut run = Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut watch);
        let found = |_| scheduler.begin(LOOK, &mut run) == ControlFlow::Continue(true);
        assert!((0..100).any(found));
        (scheduler.own, scheduler.earliest) = (0.1, 0.1);
        assert!(scheduler.balance() && scheduler.own > 0.1, "a lower half is laid");
        scheduler.own = 0.05;
        assert!(!scheduler.balance(), "the others are far ahead");
    }
}
