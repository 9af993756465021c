//! The general engine: the cell or piece with the fewest ways left is settled first, on any board.
//!
//! Placements are bits, ordered by their first cell so that those over one cell lie close together. Laying a piece
//! takes out whole words of placements at once; the number of ways left for each cell and class is kept up to date
//! only for what really fell out.

use std::ops::ControlFlow;

use marquetry_puzzle::{Cell, Solution};

use super::Listing;
use super::model::{Class, Model};
use super::orbits::Orbits;
use crate::run::{Halt, Run};
use crate::steps::Laying;
use crate::tree::Tree;

/// Added to the ways left for a cell while it is covered, so that it is never the least.
const COVERED: u32 = 1 << 30;

/// Some placements: words of bits that are not empty, with their index.
type Bits = Vec<(u32, u64)>;

/// What stays the same during a search. Cells come first among the items, then classes.
pub struct Tables<'m> {
    model: &'m Model<'m>,
    orbits: Orbits,
    listing: Listing,
    /// The placement that each bit means.
    order: Vec<u32>,
    /// The placements over each cell, and of each class.
    over: Vec<Bits>,
    /// The items of all placements, and where those of each begin.
    items: Vec<u32>,
    begins: Vec<u32>,
    /// How many dark cells each placement covers more than light ones.
    tilt: Vec<i32>,
}

impl<'m> Tables<'m> {
    /// Prepares a search.
    pub fn new(model: &'m Model<'m>, listing: Listing) -> Tables<'m> {
        let orbits = Orbits::new(model, listing.distinct, |p| p.cells.clone());
        let all = 0..model.placements.len() as u32;
        let mut order: Vec<u32> = all.filter(|&id| !orbits.banned[id as usize]).collect();
        order.sort_by_key(|&id| model.placements[id as usize].cells[0]);
        let cells = model.cells.len();
        let mut over = vec![Bits::new(); cells + model.classes.len()];
        let (mut items, mut begins, mut tilt) = (Vec::new(), vec![0], Vec::new());
        for (bit, &id) in order.iter().enumerate() {
            let p = &model.placements[id as usize];
            items.extend(p.cells.iter().copied().chain([(cells + p.class) as u32]));
            items[begins[bit] as usize..].iter().for_each(|&i| set(&mut over[i as usize], bit));
            begins.push(items.len() as u32);
            tilt.push(p.cells.iter().map(|&c| model.grid().shade(model.cells[c as usize])).sum());
        }
        Tables { model, orbits, listing, order, over, items, begins, tilt }
    }

    /// About how many nanoseconds a node takes: all cells are looked at, and what falls out with a placement.
    pub(super) fn cost(&self) -> f64 {
        let (cells, places) = (self.model.cells.len() as f64, self.order.len().max(1) as f64);
        let size = self.items.len() as f64 / places - 1.0;
        200.0 + cells / 2.0 + 1.4 * size * (size * places / cells.max(1.0))
    }

    /// The cells and the class of a placement.
    #[inline]
    fn items(&self, bit: u32) -> &[u32] {
        &self.items[self.begins[bit as usize] as usize..self.begins[bit as usize + 1] as usize]
    }
}

fn set(bits: &mut Bits, bit: usize) {
    let word = (bit / 64) as u32;
    match bits.last_mut() {
        Some(last) if last.0 == word => last.1 |= 1 << (bit % 64),
        _ => bits.push((word, 1 << (bit % 64))),
    }
}

/// A choice: a placement, and whether earlier placements of its class are given up with it.
#[derive(Copy, Clone)]
pub struct Lay {
    bit: u32,
    give_up: bool,
}

/// A board partly covered.
#[derive(Clone)]
pub struct Cover<'t> {
    tables: &'t Tables<'t>,
    alive: Vec<u64>,
    /// Placements left for each item.
    ways: Vec<u32>,
    /// Copies of each class that may still be used, and that must be.
    left: Vec<u32>,
    due: Vec<u32>,
    /// Cells that are open, that the pieces due cover, and that all pieces left cover.
    open: u64,
    due_area: u64,
    left_area: u64,
    /// Dark cells open more than light ones, and the most that the pieces left can make of it.
    tilt: i64,
    swing: i64,
    swings: Vec<i64>,
    /// What fell out, word by word, and where each level of it begins.
    fallen: Bits,
    levels: Vec<usize>,
    laid: Vec<u32>,
}

impl<'t> Cover<'t> {
    /// The bare board.
    pub fn new(tables: &'t Tables<'t>) -> Cover<'t> {
        let (model, classes) = (tables.model, &tables.model.classes);
        let area = |copies: fn(&Class) -> u32| -> u64 {
            classes.iter().map(|c| u64::from(copies(c)) * c.size as u64).sum()
        };
        let count = |bits: &Bits| bits.iter().map(|b| b.1.count_ones()).sum();
        let mut swings = vec![0; classes.len()];
        for (&id, tilt) in tables.order.iter().zip(&tables.tilt) {
            swings[model.placements[id as usize].class] = i64::from(tilt.abs());
        }
        let mut alive = vec![u64::MAX; tables.order.len().div_ceil(64)];
        if let Some(last) = alive.last_mut() {
            *last >>= (64 - tables.order.len() % 64) % 64;
        }
        Cover {
            tables,
            alive,
            ways: tables.over.iter().map(count).collect(),
            left: classes.iter().map(|c| c.most).collect(),
            due: classes.iter().map(|c| c.least).collect(),
            open: model.cells.len() as u64,
            due_area: area(|c| c.least),
            left_area: area(|c| c.most),
            tilt: model.cells.iter().map(|&c| i64::from(model.grid().shade(c))).sum(),
            swing: swings.iter().zip(classes).map(|(s, c)| s * i64::from(c.most)).sum(),
            swings,
            fallen: Vec::new(),
            levels: Vec::new(),
            laid: Vec::new(),
        }
    }

    /// Takes placements out. False when some open cell has no way left: then the rest does not matter.
    #[inline]
    fn drop(&mut self, word: u32, bits: u64) -> bool {
        let fall = self.alive[word as usize] & bits;
        if fall == 0 {
            return true;
        }
        self.alive[word as usize] &= !bits;
        self.fallen.push((word, fall));
        let mut fine = true;
        self.each(word, fall, |ways, last| {
            *ways -= 1;
            fine &= *ways != 0 || last;
        });
        fine
    }

    /// Changes the ways left for the items of some placements; a class comes last.
    #[inline]
    fn each(&mut self, word: u32, mut bits: u64, mut change: impl FnMut(&mut u32, bool)) {
        while bits != 0 {
            let items = self.tables.items(word * 64 + bits.trailing_zeros());
            bits &= bits - 1;
            let Some((class, cells)) = items.split_last() else { continue };
            cells.iter().for_each(|&item| change(&mut self.ways[item as usize], false));
            change(&mut self.ways[*class as usize], true);
        }
    }

    fn drop_all(&mut self, lay: &Lay, class: usize) {
        let tables = self.tables;
        let Some((own, cells)) = tables.items(lay.bit).split_last() else { return };
        let all = |item: &u32| tables.over[*item as usize].iter();
        if !cells.iter().flat_map(all).all(|&(word, bits)| self.drop(word, bits)) {
            return;
        }
        let equal = &tables.over[*own as usize];
        if self.left[class] == 0 {
            let _ = equal.iter().all(|&(word, bits)| self.drop(word, bits));
        } else if lay.give_up {
            let (last, below) = (lay.bit / 64, (1 << (lay.bit % 64)) - 1);
            let before = equal.iter().take_while(|b| b.0 <= last);
            let _ = before.copied().all(|(word, bits)| {
                self.drop(word, if word == last { bits & below } else { bits })
            });
        }
    }

    fn among(&self, item: usize) -> impl Iterator<Item = u32> {
        self.tables.over[item].iter().flat_map(|&(word, bits)| {
            let mut rest = self.alive[word as usize] & bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| word * 64 + rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(bit)
            })
        })
    }

    /// Can area and checkerboard colours still come out even?
    fn possible(&self) -> bool {
        self.due_area <= self.open && self.left_area >= self.open && self.tilt.abs() <= self.swing
    }

    fn whole(&self) -> bool {
        self.open == 0 && self.due_area == 0
    }
}

impl Tree for Cover<'_> {
    type Choice = Lay;

    fn choices(&self) -> Vec<Lay> {
        if self.open == 0 || !self.possible() {
            return Vec::new();
        }
        let (cells, classes) = self.ways.split_at(self.tables.model.cells.len());
        let fewest = cells.iter().copied().min().unwrap_or(0);
        // A class of which some must be used is settled like a cell, where that leaves fewer ways.
        let due = (0..classes.len()).filter(|&class| self.due[class] > 0);
        let ways = |class: usize| (classes[class] + 1).saturating_sub(self.due[class]);
        let class = due.map(|class| (ways(class), class)).min().filter(|&(w, _)| w < fewest);
        if let Some((ways, class)) = class {
            let lay = |bit| Lay { bit, give_up: self.left[class] > 1 };
            return self.among(cells.len() + class).take(ways as usize).map(lay).collect();
        }
        let cell = cells.iter().position(|&ways| ways == fewest).unwrap_or(0);
        self.among(cell).map(|bit| Lay { bit, give_up: false }).collect()
    }

    fn take(&mut self, lay: &Lay) {
        let id = self.tables.order[lay.bit as usize];
        let p = &self.tables.model.placements[id as usize];
        let (class, area) = (p.class, p.cells.len() as u64);
        p.cells.iter().for_each(|&c| self.ways[c as usize] += COVERED);
        self.levels.push(self.fallen.len());
        self.laid.push(id);
        self.left[class] -= 1;
        self.left_area -= area;
        if self.counts_as_due(class) {
            self.due[class] -= 1;
            self.due_area -= area;
        }
        self.open -= area;
        self.tilt -= i64::from(self.tables.tilt[lay.bit as usize]);
        self.swing -= self.swings[class];
        self.drop_all(lay, class);
    }

    fn undo(&mut self, lay: &Lay) {
        let (Some(level), Some(id)) = (self.levels.pop(), self.laid.pop()) else { return };
        while self.fallen.len() > level {
            let Some((word, bits)) = self.fallen.pop() else { break };
            self.alive[word as usize] |= bits;
            self.each(word, bits, |ways, _| *ways += 1);
        }
        let p = &self.tables.model.placements[id as usize];
        let (class, area) = (p.class, p.cells.len() as u64);
        self.swing += self.swings[class];
        self.tilt += i64::from(self.tables.tilt[lay.bit as usize]);
        self.open += area;
        if self.counts_as_due(class) {
            self.due[class] += 1;
            self.due_area += area;
        }
        self.left_area += area;
        self.left[class] += 1;
        p.cells.iter().for_each(|&c| self.ways[c as usize] -= COVERED);
    }

    fn solution(&self) -> Option<Solution> {
        self.whole().then(|| self.tables.model.solution(&self.laid))
    }

    fn report(&self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let Tables { model, orbits, listing, .. } = self.tables;
        if !self.whole() || listing.distinct && !orbits.stands(model, &self.laid) {
            return ControlFlow::Continue(());
        }
        if listing.count {
            run.count(listing.counted(orbits, model, &self.laid));
            return ControlFlow::Continue(());
        }
        run.solution(&model.solution(&self.laid))
    }
}

impl Laying for Cover<'_> {
    fn lies(&self) -> Solution {
        Solution::Cover(self.laid.iter().filter_map(|&id| self.tables.model.placed(id)).collect())
    }

    fn newest(&self) -> Option<(usize, Cell)> {
        let placed = self.tables.model.placed(*self.laid.last()?)?;
        Some((placed.piece, *placed.cells.first()?))
    }
}

impl Cover<'_> {
    /// Was the copy just taken, or about to be given back, one that had to be used?
    fn counts_as_due(&self, class: usize) -> bool {
        let copies = &self.tables.model.classes[class];
        copies.most - self.left[class] <= copies.least
    }
}
