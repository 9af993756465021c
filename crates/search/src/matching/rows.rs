//! Row by row or in another fixed order: no thought, great speed. The looks that fit the colours around a cell lie
//! side by side in a table.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::model::{Model, NONE};
use super::pick;
use super::report::Report;
use super::searcher::{Searcher, share};
use crate::engines::Order;
use crate::frontier::Frontier;
use crate::run::{Halt, Run};

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
pub struct Tables<'m> {
    m: &'m Model,
    /// The cells in the order in which they are filled.
    order: Vec<u16>,
    /// For each cell in that order its lists, and where its left and upper neighbour are among the placed.
    steps: Vec<Step>,
    /// For each cell in that order its right and its lower neighbour, where they are filled before it: where it is
    /// among the placed, on which side, and how many lists apart two of its colours are.
    beyond: Vec<Vec<(u16, u8, u32)>>,
    /// Where each list begins; it ends where the next begins.
    first: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Copy, Clone)]
struct Step {
    lists: u32,
    left: u16,
    up: u16,
}

impl<'m> Tables<'m> {
    /// The tables of a model; `None` when they would be too large.
    pub fn new(m: &'m Model, order: Order) -> Option<Tables<'m>> {
        let order = pick::in_order(m, order);
        let mut when = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, &cell)| when[usize::from(cell)] = i as u16);
        let mut tables = Tables {
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
            tables.steps.push(Step { lists, left: near[3], up: near[0] });
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
    t: &'t Tables<'t>,
    /// How many tiles of each kind are not placed.
    left: Vec<u16>,
    /// The rim, then what has been placed.
    placed: Vec<Entry>,
    /// For each placed cell what is left of its list.
    rest: Vec<(u32, u32)>,
    filled: usize,
    fixed: usize,
    /// A search that was stopped goes on with what is left of the last list.
    paused: bool,
}

impl<'t> Rows<'t> {
    /// The empty board.
    pub fn new(t: &'t Tables<'t>) -> Rows<'t> {
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
            paused: false,
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

    /// The share of the tree that lies behind when so many cells are filled.
    fn share_to(&self, filled: usize) -> f64 {
        share((self.fixed..=filled.min(self.t.order.len() - 1)).map(|depth| {
            let (first, end) = self.list::<true>(depth);
            (self.rest[depth].0 - first, end - first)
        }))
    }

    /// The look on each cell of the model.
    fn looks(&self) -> Vec<u32> {
        let mut looks = vec![NONE; self.t.order.len()];
        for i in 0..self.filled {
            looks[usize::from(self.t.order[i])] = u32::from(self.placed[i + 1].look);
        }
        looks
    }

    /// Reports a full board.
    fn solved(&mut self, run: &mut Run<'_>, report: &mut Report<'_>) -> ControlFlow<Halt> {
        self.rest[self.filled] = (0, 0);
        let flow = report.solved(&self.looks(), run, self.t.m);
        self.paused = flow.is_break();
        flow
    }

    fn unused(&self, list: (u32, u32)) -> impl Iterator<Item = Entry> {
        let entries = self.t.entries[list.0 as usize..list.1 as usize].iter().copied();
        entries.filter(|entry| self.left[self.tile(entry.look)] > 0)
    }

    /// The inner loop; `BEYOND` where some cell has a right or a lower neighbour before it.
    #[inline(always)]
    fn walk<const BEYOND: bool>(
        &mut self,
        run: &mut Run<'_>,
        report: &mut Report<'_>,
    ) -> ControlFlow<Halt> {
        let t = self.t;
        let (cells, shift, fixed) = (t.order.len(), t.m.shift, self.fixed);
        let mut filled = self.filled;
        let (mut at, mut end) = match std::mem::take(&mut self.paused) {
            true => self.rest[filled],
            false if filled < cells => self.list::<BEYOND>(filled),
            false => {
                self.solved(run, report)?;
                (0, 0)
            }
        };
        loop {
            if at == end {
                if filled == fixed {
                    return ControlFlow::Continue(());
                }
                self.left[usize::from(self.placed[filled].look) >> shift] += 1;
                filled -= 1;
                (at, end) = self.rest[filled];
                continue;
            }
            let entry = t.entries[at as usize];
            let tile = usize::from(entry.look) >> shift;
            if self.left[tile] == 0 {
                at += 1;
                continue;
            }
            self.rest[filled] = (at, end);
            if let flow @ ControlFlow::Break(_) = run.tick_done(|| self.share_to(filled)) {
                (self.filled, self.paused) = (filled, true);
                return flow;
            }
            self.rest[filled].0 = at + 1;
            self.left[tile] -= 1;
            filled += 1;
            self.placed[filled] = entry;
            if filled > report.deepest {
                self.filled = filled;
                report.fuller(filled, &self.looks(), run, t.m);
            }
            if filled == cells {
                self.filled = filled;
                (at, end) = (0, 0);
                self.solved(run, report)?;
            } else {
                (at, end) = self.list::<BEYOND>(filled);
            }
        }
    }
}

impl Searcher for Rows<'_> {
    fn clear(&mut self) -> bool {
        self.left.copy_from_slice(&self.t.m.copies);
        (self.filled, self.fixed, self.paused) = (0, 0, false);
        true
    }

    fn take(&mut self, look: u32) -> bool {
        self.fixed += 1;
        if self.filled == self.t.order.len() {
            return false;
        }
        let list = self.list::<true>(self.filled);
        let Some(entry) = self.unused(list).find(|entry| u32::from(entry.look) == look) else {
            return false;
        };
        let tile = self.tile(entry.look);
        self.left[tile] -= 1;
        self.filled += 1;
        self.placed[self.filled] = entry;
        true
    }

    fn choices(&mut self) -> Vec<u32> {
        if self.filled == self.t.order.len() {
            return Vec::new();
        }
        self.unused(self.list::<true>(self.filled)).map(|entry| u32::from(entry.look)).collect()
    }

    fn search(&mut self, run: &mut Run<'_>, report: &mut Report<'_>) -> ControlFlow<Halt> {
        if self.t.beyond.iter().all(Vec::is_empty) {
            self.walk::<false>(run, report)
        } else {
            self.walk::<true>(run, report)
        }
    }

    fn open(&self, open: &mut Frontier) -> ControlFlow<()> {
        let shift = self.t.m.shift;
        let path: Vec<u32> =
            self.placed[1..=self.filled].iter().map(|entry| u32::from(entry.look)).collect();
        let mut left = self.left.clone();
        for depth in (self.fixed..=self.filled).rev() {
            // What was placed from this depth on is free again.
            path.get(depth).into_iter().for_each(|look| left[(look >> shift) as usize] += 1);
            let (at, end) = self.rest[depth];
            for entry in &self.t.entries[at as usize..end as usize] {
                if left[usize::from(entry.look) >> shift] > 0 {
                    open.add(&path[..depth], u32::from(entry.look))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn share(&self) -> f64 {
        self.share_to(self.filled)
    }
}
