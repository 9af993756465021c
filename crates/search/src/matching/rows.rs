//! Row by row or in another fixed order: no thought, great speed. The looks that fit the colours around a cell lie
//! side by side in a table.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use super::model::{Model, NONE};
use super::pick;
use super::report::Report;
use crate::engines::Order;
use crate::run::{Halt, Run};
use crate::tree::{Climb, Level, share};

/// The most lists a table may have; beyond that the puzzle has too many colours for this order.
const MOST_LISTS: usize = 1 << 24;

/// A look as the inner loop needs it.
#[derive(Copy, Clone, Default)]
struct Entry {
    /// Its right colour times the number of colours.
    right: u32,
    down: u16,
    look: u16,
}

/// Looks by what the cells around show.
pub struct Lists<'m> {
    m: &'m Model,
    /// The cells in the order in which they are filled.
    order: Vec<u16>,
    /// For each cell in that order its lists, and where its left and upper neighbour are among the placed.
    steps: Vec<Slot>,
    /// For each cell in that order its right and its lower neighbour, where they are filled before it: where it is
    /// among the placed, on which side, and how many lists apart two of its colours are.
    beyond: Vec<Vec<(u16, u8, u32)>>,
    /// Where each list begins; it ends where the next begins.
    first: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Copy, Clone)]
struct Slot {
    lists: u32,
    left: u16,
    up: u16,
}

impl<'m> Lists<'m> {
    /// The tables of a model; `None` when they would be too large.
    pub fn new(m: &'m Model, order: Order) -> Option<Lists<'m>> {
        let order = pick::in_order(m, order);
        let mut when = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, &cell)| when[usize::from(cell)] = i as u16);
        let mut tables = Lists {
            m,
            order,
            steps: Vec::new(),
            beyond: Vec::new(),
            first: vec![0],
            entries: Vec::new(),
        };
        // Cells that may hold the same looks and see the same kind of neighbours share their lists.
        let mut kinds: HashMap<([bool; 4], &[u64]), u32> = HashMap::new();
        let colours = m.colours as u32 + 1;
        for i in 0..tables.order.len() {
            let cell = usize::from(tables.order[i]);
            // Position 0 stands for the rim and what is not filled yet, so that the cell placed as number i is at i + 1.
            let placed = |near: u16| match when.get(usize::from(near)) {
                Some(&at) if usize::from(at) < i => at + 1,
                _ => 0,
            };
            let near = m.near[cell].map(placed);
            let sees = near.map(|at| at > 0);
            let start = &m.start[cell * m.words..(cell + 1) * m.words];
            let lists = match kinds.get(&(sees, start)) {
                Some(&lists) => lists,
                None => {
                    let lists = tables.first.len() as u32 - 1;
                    tables.add_lists(cell, sees)?;
                    kinds.insert((sees, start), lists);
                    lists
                }
            };
            tables.steps.push(Slot { lists, left: near[3], up: near[0] });
            let beyond = [1, 2].into_iter().filter(|&side| sees[side]).zip([2, 3]);
            let beyond = beyond.map(|(side, power)| (near[side], side as u8, colours.pow(power)));
            tables.beyond.push(beyond.collect());
        }
        Some(tables)
    }

    /// Sorts the looks of a cell by what they show to the sides that are filled before it.
    fn add_lists(&mut self, cell: usize, sees: [bool; 4]) -> Option<()> {
        let colours = self.m.colours + 1;
        let beyond = usize::from(sees[1]) + usize::from(sees[2]);
        let count = colours.checked_pow(2 + beyond as u32)?;
        if self.first.len() + count > MOST_LISTS {
            return None;
        }
        let mut lists: Vec<Vec<Entry>> = vec![Vec::new(); count];
        for look in self.m.looks_at(cell) {
            let shown = self.m.shown[look as usize];
            let seen =
                |side: usize| if sees[side] { usize::from(shown[side]) } else { colours - 1 };
            let filled = [2, 1].into_iter().filter(|&side| sees[side]);
            let at = filled.fold(0, |at, side| at * colours + usize::from(shown[side]));
            let at = (at * colours + seen(3)) * colours + seen(0);
            let right = u32::from(shown[1]) * colours as u32;
            lists[at].push(Entry { right, down: shown[2], look: look as u16 });
        }
        for list in lists {
            self.entries.extend(list);
            self.first.push(self.entries.len() as u32);
        }
        Some(())
    }
}

/// The search.
pub struct Rows<'t> {
    t: &'t Lists<'t>,
    /// How many tiles of each kind are not placed.
    left: Vec<u16>,
    /// The rim, then what has been placed.
    placed: Vec<Entry>,
    /// For each placed cell what is left of its list.
    rest: Vec<(u32, u32)>,
    filled: usize,
    fixed: usize,
    /// Is the list of the next cell set out?
    open: bool,
    report: Report<'t>,
}

impl<'t> Rows<'t> {
    /// The empty board.
    pub fn new(t: &'t Lists<'t>, report: Report<'t>) -> Rows<'t> {
        let cells = t.order.len();
        let colours = t.m.colours as u32;
        let rim = Entry { right: colours * (colours + 1), down: colours as u16, look: 0 };
        Rows {
            t,
            left: t.m.copies.clone(),
            placed: vec![rim; cells + 1],
            rest: vec![(0, 0); cells + 1],
            filled: 0,
            fixed: 0,
            open: false,
            report,
        }
    }

    fn tile(&self, look: u16) -> usize {
        usize::from(look) >> self.t.m.shift
    }

    /// The list of the next cell, as a range of entries.
    #[inline(always)]
    fn list<const BEYOND: bool>(&self, filled: usize) -> (u32, u32) {
        let step = self.t.steps[filled];
        let left = self.placed[usize::from(step.left)].right;
        let up = u32::from(self.placed[usize::from(step.up)].down);
        let mut at = (step.lists + left + up) as usize;
        if BEYOND {
            for &(placed, side, apart) in &self.t.beyond[filled] {
                let look = usize::from(self.placed[usize::from(placed)].look);
                at += usize::from(self.t.m.shown[look][usize::from(side) ^ 2]) * apart as usize;
            }
        }
        (self.t.first[at], self.t.first[at + 1])
    }

    /// The lists that are set out when so many cells are filled: a choice is a place in the list.
    fn lists(&self, filled: usize, open: bool) -> Vec<Level> {
        let count = (filled + usize::from(open)).min(self.t.order.len());
        let level = |depth: usize| {
            let (first, last) = self.list::<true>(depth);
            let (at, end) = self.rest[depth];
            Level {
                taken: (at - first).checked_sub(1),
                left: at - first..end - first,
                of: last - first,
            }
        };
        (0..count).map(level).collect()
    }

    /// The look on each cell of the model.
    fn looks(&self) -> Vec<u32> {
        let mut looks = vec![NONE; self.t.order.len()];
        for i in 0..self.filled {
            looks[usize::from(self.t.order[i])] = u32::from(self.placed[i + 1].look);
        }
        looks
    }

    /// The inner loop; `BEYOND` where some cell has a right or a lower neighbour before it.
    #[inline(always)]
    fn walk<const BEYOND: bool>(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let t = self.t;
        let (cells, shift, fixed) = (t.order.len(), t.m.shift, self.fixed);
        let mut filled = self.filled;
        let (mut at, mut end) = match () {
            _ if self.open => self.rest[filled],
            _ if filled < cells => self.list::<BEYOND>(filled),
            () => (0, 0),
        };
        if filled == cells && !std::mem::replace(&mut self.open, true) {
            self.rest[filled] = (0, 0);
            let looks = self.looks();
            self.report.solved(&looks, run, t.m)?;
        }
        self.open = true;
        loop {
            if at == end {
                if filled == fixed {
                    (self.filled, self.open) = (filled, false);
                    return ControlFlow::Continue(());
                }
                self.left[usize::from(self.placed[filled].look) >> shift] += 1;
                filled -= 1;
                (at, end) = self.rest[filled];
                continue;
            }
            // Many are in use: only one that is laid is copied.
            let entry = &t.entries[at as usize];
            let tile = usize::from(entry.look) >> shift;
            if self.left[tile] == 0 {
                at += 1;
                continue;
            }
            if run.is_due() {
                self.rest[filled] = (at, end);
                self.filled = filled;
                run.look_done(|| Some(share(&self.lists(filled, true))))?;
            }
            run.stats.nodes += 1;
            self.rest[filled] = (at + 1, end);
            self.left[tile] -= 1;
            filled += 1;
            self.placed[filled] = *entry;
            if filled > self.report.deepest {
                self.filled = filled;
                let looks = self.looks();
                self.report.fuller(filled, &looks, run, t.m);
            }
            if filled == cells {
                self.filled = filled;
                self.rest[filled] = (0, 0);
                (at, end) = (0, 0);
                let looks = self.looks();
                self.report.solved(&looks, run, t.m)?;
            } else {
                (at, end) = self.list::<BEYOND>(filled);
            }
        }
    }
}

impl Climb for Rows<'_> {
    fn home(&mut self) {
        self.left.copy_from_slice(&self.t.m.copies);
        (self.filled, self.fixed, self.open) = (0, 0, false);
    }

    fn width(&mut self) -> u32 {
        if self.filled == self.t.order.len() {
            return 0;
        }
        let (first, end) = self.list::<true>(self.filled);
        end - first
    }

    fn open(&mut self, left: Range<u32>) -> bool {
        if left.start >= self.width() {
            return false;
        }
        let (first, end) = self.list::<true>(self.filled);
        self.rest[self.filled] = (first + left.start, end.min(first.saturating_add(left.end)));
        self.open = true;
        true
    }

    fn enter(&mut self) -> bool {
        let entry = self.t.entries[self.rest[self.filled].0 as usize];
        let tile = self.tile(entry.look);
        if self.left[tile] == 0 {
            return false;
        }
        self.rest[self.filled].0 += 1;
        self.left[tile] -= 1;
        self.filled += 1;
        self.placed[self.filled] = entry;
        self.open = false;
        true
    }

    fn fix(&mut self) {
        self.fixed = self.filled;
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let flow = if self.t.beyond.iter().all(Vec::is_empty) {
            self.walk::<false>(run)
        } else {
            self.walk::<true>(run)
        };
        self.report.pause(&flow, run, self.t.m);
        flow
    }

    fn levels(&self) -> Vec<Level> {
        self.lists(self.filled, self.open)
    }
}
