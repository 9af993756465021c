//! Depth first along a fixed order of cells: without breaks at first, then with as many as each depth allows.

use std::ops::ControlFlow;

use super::card::{Half, Layout};
use super::ground::Ground;
use super::lists::{Choice, Entry, Lists};
use crate::matching::model::NONE;
use crate::run::{Halt, Run};

/// Why a dive came up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Came {
    /// It reached the depth that was asked for; called again, it goes on from there.
    There,
    /// Nothing is left below where it began.
    Empty,
    /// It has used up its nodes; called again, it goes on.
    Tired,
}

#[derive(Copy, Clone, Default)]
struct Rung {
    /// What is left of the list.
    at: u32,
    end: u32,
    /// From here on it is a break.
    broken: u32,
    /// Breaks made before.
    breaks: u16,
}

/// A depth-first search that can be left and taken up again.
pub struct Dive<'a> {
    g: &'a Ground<'a>,
    lists: Lists,
    /// By tile.
    used: Vec<bool>,
    /// What lies on each cell; the last one is no cell and shows nothing.
    shows: Vec<Entry>,
    filled: Vec<bool>,
    levels: Vec<Rung>,
    depth: usize,
    floor: usize,
}

impl<'a> Dive<'a> {
    /// A board with nothing but its pins.
    pub fn new(g: &'a Ground<'a>, lists: Lists, pinned: &[u32]) -> Dive<'a> {
        let cells = g.places.len();
        let mut dive = Dive {
            g,
            used: vec![false; g.p.tiles.len()],
            shows: vec![lists.nothing(); cells + 1],
            filled: vec![false; cells],
            levels: vec![Rung::default(); lists.steps.len() + 1],
            lists,
            depth: 0,
            floor: 0,
        };
        for (cell, &look) in pinned.iter().enumerate().filter(|&(_, &look)| look != NONE) {
            dive.shows[cell] = dive.lists.entry(g, look);
            dive.filled[cell] = true;
            dive.used[g.tile(look)] = true;
        }
        dive
    }

    /// How many cells are filled.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many cells can be filled.
    pub fn bottom(&self) -> usize {
        self.lists.steps.len()
    }

    /// The cells to be filled, in order.
    pub fn cells(&self) -> impl Iterator<Item = u16> {
        self.lists.steps.iter().map(|step| step.cell)
    }

    /// Takes all tiles up, lays these looks, and makes the lists of what is left, tried in this order.
    pub fn begin(&mut self, lower: &[u16], looks: &[u32]) {
        self.rise(0);
        self.put(lower);
        let left: Vec<u32> =
            looks.iter().copied().filter(|&look| !self.used[self.g.tile(look)]).collect();
        self.lists.fill(self.g, &Choice { looks: &left, breaks: true }, self.depth);
        self.floor = self.depth;
    }

    /// Goes back to where the lists were made, lays these looks, and begins above them.
    pub fn start(&mut self, ahead: &[u16], lower: usize, allowed: &[u16]) {
        self.rise(lower);
        self.put(ahead);
        self.floor = self.depth;
        if self.depth < self.bottom() {
            self.levels[self.depth] = self.open(self.depth, 0, allowed[self.depth]);
        }
    }

    fn put(&mut self, looks: &[u16]) {
        for &look in looks {
            self.lay(self.lists.entry(self.g, look.into()), usize::from(look) >> self.g.shift);
        }
    }

    /// Takes tiles up again until so many cells are filled.
    fn rise(&mut self, depth: usize) {
        while self.depth > depth {
            self.lift();
        }
    }

    /// What a card needs to go on from here; `None` when the lists are too long for it.
    pub fn half(&self, layout: &Layout, ahead: &[Vec<u16>]) -> Option<Half> {
        let left = (0..self.used.len()).filter(|&tile| !self.used[tile]).enumerate();
        let mut numbers = vec![0; self.used.len()];
        left.for_each(|(number, tile)| numbers[tile] = number as u32);
        let colours = self.lists.colours as u32;
        let packed = |entry: &Entry| {
            let number = numbers[usize::from(entry.look) >> self.g.shift];
            let (right, top) = (entry.right / colours, u32::from(entry.top));
            number | right << 8 | top << 13 | u32::from(entry.look) << 18
        };
        let entries: Vec<u32> = self.lists.entries.iter().map(packed).collect();
        let end = u16::try_from(entries.len()).ok()?;
        let kinds = self.lists.kinds_from(self.depth);
        let bounds = kinds.iter().flat_map(|&kind| self.lists.bounds_of(kind));
        let look = |&look: &u16| packed(&self.lists.entry(self.g, look.into()));
        Some(Half {
            starts: ahead.iter().flatten().map(look).collect(),
            entries,
            bounds: bounds.map(|&bound| bound as u16).chain([end, end]).collect(),
            seen: layout.seen.iter().map(|&c| packed(&self.shows[usize::from(c)])).collect(),
            lower: self.placed(),
        })
    }

    /// Breaks on a board that is complete.
    #[cfg(test)]
    pub fn breaks(&self) -> usize {
        usize::from(self.levels[self.bottom()].breaks)
    }

    /// The tables of the search.
    pub fn lists(&mut self) -> &mut Lists {
        &mut self.lists
    }

    /// What lies on each cell.
    pub fn placed(&self) -> Vec<u32> {
        let mut placed = vec![NONE; self.filled.len()];
        let laid = self.lists.steps[..self.depth].iter().map(|step| usize::from(step.cell));
        let pinned = (0..self.filled.len()).filter(|&cell| self.filled[cell]);
        pinned.chain(laid).for_each(|cell| placed[cell] = u32::from(self.shows[cell].look));
        placed
    }

    fn lift(&mut self) {
        self.depth -= 1;
        let cell = usize::from(self.lists.steps[self.depth].cell);
        self.used[usize::from(self.shows[cell].look) >> self.g.shift] = false;
    }

    /// The list of the next cell.
    #[inline(always)]
    fn open(&self, depth: usize, breaks: u16, allowed: u16) -> Rung {
        let step = self.lists.steps[depth];
        let left = self.shows[usize::from(step.left)].right;
        let below = u32::from(self.shows[usize::from(step.below)].top);
        let at = (step.lists + 2 * (left + below)) as usize;
        let [first, broken, end] = [0, 1, 2].map(|i| self.lists.bounds[at + i]);
        Rung { at: first, end: if breaks < allowed { end } else { broken }, broken, breaks }
    }

    #[inline(always)]
    fn lay(&mut self, entry: Entry, tile: usize) {
        self.used[tile] = true;
        self.shows[usize::from(self.lists.steps[self.depth].cell)] = entry;
        self.depth += 1;
    }

    /// Goes down to a depth with at most so many breaks at each.
    pub fn with_breaks(
        &mut self,
        to: usize,
        allowed: &[u16],
        nodes: u64,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt, Came> {
        let until = run.stats.nodes.saturating_add(nodes);
        // A schedule that has become stricter holds for what lies on the board too.
        while self.depth > self.floor && self.levels[self.depth].breaks > allowed[self.depth - 1] {
            self.lift();
        }
        if self.depth == self.bottom() {
            self.lift();
        }
        if self.depth >= to {
            return ControlFlow::Continue(Came::There);
        }
        loop {
            let most = run.until_look(until)?;
            let mut left = most;
            let came = self.stretch(to, allowed, &mut left);
            run.stats.nodes += most - left;
            if came != Came::Tired || run.stats.nodes >= until {
                return ControlFlow::Continue(came);
            }
        }
    }

    /// Goes on for so many nodes at most, and takes those it needs off them.
    fn stretch(&mut self, to: usize, allowed: &[u16], left: &mut u64) -> Came {
        let bottom = self.bottom();
        let mut level = self.levels[self.depth];
        loop {
            if level.at >= level.end {
                if self.depth == self.floor {
                    self.levels[self.depth] = level;
                    return Came::Empty;
                }
                self.lift();
                level = self.levels[self.depth];
                continue;
            }
            let entry = self.lists.entries[level.at as usize];
            let breaks = level.breaks + u16::from(level.at >= level.broken);
            level.at += 1;
            let tile = usize::from(entry.look) >> self.g.shift;
            if self.used[tile] {
                continue;
            }
            self.levels[self.depth] = level;
            *left -= 1;
            self.lay(entry, tile);
            if self.depth == bottom {
                self.levels[bottom].breaks = breaks;
                return Came::There;
            }
            level = self.open(self.depth, breaks, allowed[self.depth]);
            if self.depth >= to || *left == 0 {
                self.levels[self.depth] = level;
                return if self.depth >= to { Came::There } else { Came::Tired };
            }
        }
    }
}
