//! The inside first, row by row, and the frame around it last.
//!
//! A search that lays the frame on its way meets the same inside again with every frame that goes with it so far.
//! Here the frame is a stock at first: it has so many edges of each colour to offer, and a complete board uses up all
//! of them. What remains of a colour then lies between inner tiles. So every edge that is laid spends one of a known
//! number, at the rim of the inside or within it, and a board that spends what is not there goes no further.
//!
//! First rows are not alike: those that leave many edges of few colours leave more boards. They are tried in bands,
//! the most promising first, which finds a solution sooner than a fixed order does.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use marquetry_puzzle::generate::dice::Dice;

use super::model::NONE;
use super::plan::{BANDS, Entry, FRESH_ROWS, Plan, Stock};
use super::report::{Report, Solutions};
use crate::run::{Halt, Run};
use crate::tree::{Climb, Level};

/// How many random first rows tell where a band begins.
const PROBES: usize = 4096;

impl Plan<'_> {
    /// The same, its first rows in bands.
    pub fn banded(mut self) -> Self {
        (self.cuts, self.looked_at) = cuts(&self);
        self
    }
}

/// Random first rows, weighed as Knuth's estimate weighs them, cut into parts of equal weight; and how many tiles were
/// looked at for them.
fn cuts(plan: &Plan<'_>) -> (Vec<i32>, u64) {
    let deepest = Mutex::new(0);
    let mut search = Inside::new(plan, Report::new(&deepest, Solutions::Sought, None));
    let mut dice = Dice::new(0);
    let (mut promises, mut looked_at) = (Vec::new(), 0);
    for _ in 0..PROBES {
        let mut weight = 1.0;
        search.home();
        search.band = 0;
        while search.filled < plan.width {
            let mut places = Vec::new();
            search.open_list(search.filled);
            while search.advance(search.filled) {
                places.push(search.levels[search.filled].at - 1);
            }
            weight *= places.len() as f64;
            looked_at += places.len() as u64;
            if places.is_empty() {
                break;
            }
            search.levels[search.filled].at = places[dice.below(places.len() as u32) as usize];
            search.advance(search.filled);
            search.filled += 1;
        }
        if search.filled == plan.width {
            promises.push((search.promise(), weight));
        }
    }
    promises.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
    let part = promises.iter().map(|(_, weight)| weight).sum::<f64>() / f64::from(BANDS);
    let mut cuts = Vec::new();
    let mut so_far = 0.0;
    for (promise, weight) in promises {
        so_far += weight;
        if so_far >= part * (cuts.len() + 1) as f64 && cuts.len() + 1 < BANDS as usize {
            cuts.push(promise);
        }
    }
    (cuts, looked_at)
}

/// Entries by the colours to their left and above them.
#[derive(Clone, Default)]
struct Table {
    /// Where each list begins; it ends where the next begins.
    first: Vec<u16>,
    entries: Vec<Entry>,
}

/// Sorts the tiles that are left into lists. Those of the first row see nothing above them.
fn make_table(plan: &Plan<'_>, tiles: u64, row: usize, table: &mut Table) {
    let colours = plan.colours;
    let keys = |entry: &Entry| {
        let up = if row == 0 { 0 } else { usize::from(entry.shown[0]) };
        // Beyond all colours: nothing to the left.
        [usize::from(entry.shown[3]) * colours + up, colours * colours + up]
    };
    let left = |entry: &&Entry| entry.tile & tiles != 0;
    table.first.clear();
    table.first.resize((colours + 1) * colours + 2, 0);
    for entry in plan.entries.iter().filter(left) {
        keys(entry).into_iter().for_each(|key| table.first[key + 2] += 1);
    }
    for key in 2..table.first.len() {
        table.first[key] += table.first[key - 1];
    }
    table.entries.resize(2 * plan.entries.len(), Entry::default());
    for entry in plan.entries.iter().filter(left) {
        for key in keys(entry) {
            let at = &mut table.first[key + 1];
            table.entries[usize::from(*at)] = *entry;
            *at += 1;
        }
    }
}

/// A cell, and the board before it is filled.
#[derive(Copy, Clone, Default)]
struct Filled {
    stock: Stock,
    /// The inner tiles that are left.
    tiles: u64,
    /// What is left of the cell's list.
    at: u32,
    end: u32,
    /// What lies on it, with its right and lower colour.
    look: u16,
    right: u8,
    down: u8,
}

/// The search. The first choice is the band, every other one a place in a cell's list.
pub struct Inside<'p> {
    plan: &'p Plan<'p>,
    /// For the first row, and for each row after which they are made anew.
    tables: Vec<Table>,
    /// The looks for the frame cells being filled, the last cell's last.
    frame: Vec<u16>,
    levels: Vec<Filled>,
    filled: usize,
    /// The band being searched, beyond all where none is, and those left.
    band: u32,
    bands: Range<u32>,
    /// Choices on the way that are fixed.
    fixed: usize,
    /// Is the list of the next cell set out, or are the bands?
    open: bool,
    report: Report<'p>,
}

impl<'p> Inside<'p> {
    /// The empty board.
    pub fn new(plan: &'p Plan<'p>, report: Report<'p>) -> Inside<'p> {
        let mut tables = vec![Table::default(); FRESH_ROWS + 1];
        make_table(plan, u64::MAX, 0, &mut tables[0]);
        let start = Filled { stock: plan.stock, tiles: u64::MAX, ..Filled::default() };
        let levels = vec![start; plan.cells.len() + 1];
        Inside {
            plan,
            tables,
            frame: Vec::new(),
            levels,
            filled: 0,
            band: BANDS,
            bands: 0..BANDS,
            fixed: 0,
            open: false,
            report,
        }
    }

    /// The list of the next inner cell.
    #[inline(always)]
    fn list(&self, filled: usize) -> (u32, u32) {
        let (plan, step) = (self.plan, &self.plan.steps[filled]);
        let up = if step.rim[0] { 0 } else { self.levels[filled - plan.width].down };
        let left = if step.rim[3] { plan.colours } else { self.levels[filled - 1].right.into() };
        let first = &self.tables[step.table].first;
        let key = left * plan.colours + usize::from(up);
        (u32::from(first[key]), u32::from(first[key + 1]))
    }

    /// Sets out the list of the cell after those filled.
    #[inline(always)]
    fn open_list(&mut self, filled: usize) {
        let Some(step) = self.plan.steps.get(filled) else {
            if filled < self.plan.cells.len() {
                self.open_frame_list(filled);
            }
            return;
        };
        if step.fresh {
            let tiles = self.levels[filled].tiles;
            make_table(self.plan, tiles, step.table, &mut self.tables[step.table]);
        }
        (self.levels[filled].at, self.levels[filled].end) = self.list(filled);
    }

    /// The looks that fit a frame cell beside all that lies around it.
    #[cold]
    fn open_frame_list(&mut self, filled: usize) {
        // What belongs to this cell and further ones is from before.
        let first = filled == self.plan.steps.len();
        let start = if first { 0 } else { self.levels[filled - 1].end };
        self.frame.truncate(start as usize);
        let looks = self.looks(filled);
        self.frame.extend(self.plan.fitting(filled, &looks).map(|look| look as u16));
        (self.levels[filled].at, self.levels[filled].end) = (start, self.frame.len() as u32);
    }

    /// Lays the next look of a cell's list that fits. False when there is none.
    #[inline(always)]
    fn advance(&mut self, filled: usize) -> bool {
        while self.lay(filled) {
            if self.in_band(filled) {
                return true;
            }
        }
        false
    }

    /// Does the first row, if this cell was its last, belong to the band being searched?
    #[inline(always)]
    fn in_band(&self, filled: usize) -> bool {
        filled + 1 != self.plan.width || self.plan.band(self.promise()) == self.band
    }

    #[inline(always)]
    fn lay(&mut self, filled: usize) -> bool {
        let plan = self.plan;
        let Some(step) = plan.steps.get(filled) else { return self.advance_frame(filled) };
        let (before, after) = self.levels.split_at_mut(filled + 1);
        let (level, next) = (&mut before[filled], &mut after[0]);
        let (tiles, mut at) = (level.tiles, level.at);
        let entries = &self.tables[step.table].entries;
        while at < level.end {
            let entry = &entries[at as usize];
            at += 1;
            if tiles & entry.tile == 0 {
                continue;
            }
            next.stock = level.stock;
            let there = if step.at_rim {
                next.stock.spend_at_rim(step, entry, plan.common) && !plan.turned(&next.stock, step)
            } else {
                next.stock.spend(entry)
            };
            if there {
                next.tiles = tiles ^ entry.tile;
                level.at = at;
                (level.look, level.right, level.down) =
                    (entry.look, entry.shown[1], entry.shown[2]);
                return true;
            }
        }
        level.at = at;
        false
    }

    fn advance_frame(&mut self, filled: usize) -> bool {
        let level = &mut self.levels[filled];
        let found = level.at < level.end;
        if found {
            level.look = self.frame[level.at as usize];
            level.at += 1;
        }
        found
    }

    /// What the first row promises.
    fn promise(&self) -> i32 {
        let (row, rest) = self.levels.split_at(self.plan.width);
        self.plan.promise(&rest[0].stock, row.iter().map(|level| level.down))
    }

    /// The look on each cell of the model.
    fn looks(&self, filled: usize) -> Vec<u32> {
        let mut looks = vec![NONE; self.plan.cells.len()];
        for (&cell, level) in self.plan.cells.iter().zip(&self.levels[..filled]) {
            looks[usize::from(cell)] = u32::from(level.look);
        }
        looks
    }

    /// Where the list of a cell that is set out begins.
    fn first(&self, depth: usize) -> u32 {
        match depth.checked_sub(self.plan.steps.len()) {
            None => self.list(depth).0,
            Some(0) => 0,
            Some(_) => self.levels[depth - 1].end,
        }
    }

    /// Searches what is left of a band.
    fn search_band(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let cells = self.plan.cells.len();
        let mut filled = self.filled;
        if !std::mem::replace(&mut self.open, true) {
            if filled == cells {
                let looks = self.looks(cells);
                return self.report.solved(&looks, run, self.plan.m);
            }
            self.open_list(filled);
        } else if filled == cells {
            filled -= 1;
        }
        loop {
            if !self.lay(filled) {
                if filled + 1 == self.fixed || filled == 0 {
                    (self.filled, self.open) = (filled, false);
                    return ControlFlow::Continue(());
                }
                filled -= 1;
                continue;
            }
            if let flow @ ControlFlow::Break(_) = run.tick() {
                self.levels[filled].at -= 1;
                self.filled = filled;
                return flow;
            }
            // Rows of other bands are nodes too: they take their time.
            if !self.in_band(filled) {
                continue;
            }
            filled += 1;
            if filled > self.report.deepest {
                let looks = self.looks(filled);
                self.report.fuller(filled, &looks, run, self.plan.m);
            }
            if filled == cells {
                self.filled = filled;
                let looks = self.looks(filled);
                self.report.solved(&looks, run, self.plan.m)?;
                filled -= 1;
            } else {
                self.open_list(filled);
            }
        }
    }

    fn search(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        if self.band < BANDS {
            self.search_band(run)?;
        }
        while self.fixed == 0 {
            self.band = BANDS;
            if self.bands.is_empty() {
                self.open = false;
                break;
            }
            self.open = true;
            run.tick()?;
            (self.band, self.open) = (self.bands.start, false);
            self.bands.start += 1;
            self.search_band(run)?;
        }
        ControlFlow::Continue(())
    }
}

impl Climb for Inside<'_> {
    fn home(&mut self) {
        (self.filled, self.fixed, self.band, self.bands) = (0, 0, BANDS, 0..BANDS);
        self.open = false;
    }

    fn width(&mut self) -> u32 {
        if self.band == BANDS {
            return BANDS;
        }
        if self.filled == self.plan.cells.len() {
            return 0;
        }
        self.open_list(self.filled);
        self.levels[self.filled].end - self.levels[self.filled].at
    }

    fn open(&mut self, left: Range<u32>) -> bool {
        let width = self.width();
        if left.start >= width {
            return false;
        }
        self.open = true;
        if self.band == BANDS {
            self.bands = left.start..left.end.min(BANDS);
            return true;
        }
        let level = &mut self.levels[self.filled];
        level.end = level.at + width.min(left.end);
        level.at += left.start;
        true
    }

    fn enter(&mut self) -> bool {
        self.open = false;
        if self.band == BANDS {
            self.band = self.bands.start;
            self.bands.start += 1;
            return true;
        }
        let place = self.levels[self.filled].at;
        let entered = self.advance(self.filled) && self.levels[self.filled].at == place + 1;
        self.filled += usize::from(entered);
        entered
    }

    fn fix(&mut self) {
        self.fixed = usize::from(self.band < BANDS) + self.filled;
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let flow = self.search(run);
        self.report.pause(&flow, run, self.plan.m);
        flow
    }

    fn levels(&self) -> Vec<Level> {
        let within = self.band < BANDS;
        let taken = within.then_some(self.band);
        let mut levels = vec![Level { taken, left: self.bands.clone(), of: BANDS }];
        if !within && !self.open {
            levels.clear();
        }
        let count = (self.filled + usize::from(self.open)).min(self.plan.cells.len());
        levels.extend((0..count).filter(|_| within).map(|depth| {
            let Filled { at, end, .. } = self.levels[depth];
            let first = self.first(depth);
            let of = match self.plan.steps.get(depth) {
                Some(_) => self.list(depth).1 - first,
                None => end - first,
            };
            let taken = (at - first).checked_sub(1);
            Level { taken, left: at - first..end - first, of }
        }));
        levels
    }
    fn ordered(&self) -> usize {
        1
    }
}
