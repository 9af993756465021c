//! The general engine: the cell or piece with the fewest ways left is settled first, on any board.
//!
//! Placements are options, ordered by their first cell so that those over one cell lie close together.

use std::ops::ControlFlow;

use marquetry_puzzle::{Cell, Solution};

use super::Listing;
use super::model::{Class, Model};
use super::orbits::{Orbits, Trial, held, seems};
use crate::options::{Left, Options, SETTLED};
use crate::run::{Halt, Run};
use crate::steps::Laying;
use crate::tree::{Tree, Walk};

/// Which trees are large, where a node takes about as long as a step of an estimate.
const TRIAL: Trial = Trial { large: 1e6, part: 0.002, most: 2e4 };

/// What stays the same during a search. Cells come first among the items, then classes.
pub struct Tables<'m> {
    model: &'m Model<'m>,
    orbits: Orbits,
    listing: Listing,
    /// The placement that each option means.
    order: Vec<u32>,
    options: Options,
    /// How many dark cells each placement covers more than light ones.
    tilt: Vec<i32>,
}

impl<'m> Tables<'m> {
    /// Prepares a search.
    pub fn new(model: &'m Model<'m>, listing: Listing) -> Tables<'m> {
        let nodes = |class: usize, steps: usize, seed: u64| {
            let tables = Tables::holding(model, listing, Some(class));
            seems(&mut Walk::new(Cover::new(&tables)), steps, seed)
        };
        let held = held(model, listing.distinct, &TRIAL, nodes);
        Tables::holding(model, listing, held)
    }

    fn holding(model: &'m Model<'m>, listing: Listing, held: Option<usize>) -> Tables<'m> {
        let orbits = Orbits::new(model, listing.distinct, held, |p| p.cells.clone());
        let all = 0..model.placements.len() as u32;
        let mut order: Vec<u32> = all.filter(|&id| !orbits.banned[id as usize]).collect();
        order.sort_by_key(|&id| model.placements[id as usize].cells[0]);
        let cells = model.cells.len();
        let classes = model.classes.iter().map(|class| class.most == 1);
        let mut options = Options::new(model.cells.iter().map(|_| true).chain(classes).collect());
        let mut tilt = Vec::new();
        for &id in &order {
            let p = &model.placements[id as usize];
            let items = p.cells.iter().copied().chain([(cells + p.class) as u32]);
            options.push(items.map(|item| (item, None)));
            tilt.push(p.cells.iter().map(|&c| model.grid().shade(model.cells[c as usize])).sum());
        }
        Tables { model, orbits, listing, order, options, tilt }
    }

    /// About how many nanoseconds a node takes: where the puzzle is small, all placements left are gone through, otherwise
    /// all cells, and what falls out with a placement.
    pub(super) fn cost(&self) -> f64 {
        if self.model.cells.len() + self.model.classes.len() <= 128 {
            return 100.0 + self.order.len() as f64 / 40.0;
        }
        let (cells, places) = (self.model.cells.len() as f64, self.order.len().max(1) as f64);
        let size = self.options.size() as f64 / places - 1.0;
        200.0 + cells / 2.0 + 1.4 * size * (size * places / cells.max(1.0))
    }
}

/// A choice: a placement, and whether earlier placements of its class are given up with it.
#[derive(Copy, Clone)]
pub struct Lay {
    option: u32,
    give_up: bool,
}

/// A board partly covered.
#[derive(Clone)]
pub struct Cover<'t> {
    tables: &'t Tables<'t>,
    options: Left<'t>,
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
    laid: Vec<u32>,
}

impl<'t> Cover<'t> {
    /// The bare board.
    pub fn new(tables: &'t Tables<'t>) -> Cover<'t> {
        let (model, classes) = (tables.model, &tables.model.classes);
        let area = |copies: fn(&Class) -> u32| -> u64 {
            classes.iter().map(|c| u64::from(copies(c)) * c.size as u64).sum()
        };
        let mut swings = vec![0; classes.len()];
        for (&id, tilt) in tables.order.iter().zip(&tables.tilt) {
            swings[model.placements[id as usize].class] = i64::from(tilt.abs());
        }
        // Of a class of which several must be used, the last of them leave less to choose from.
        let due = |class: &Class| if class.least > 0 { 1 - class.least as i32 } else { SETTLED };
        let added = model.cells.iter().map(|_| 0).chain(classes.iter().map(due));
        Cover {
            tables,
            options: Left::new(&tables.options, added),
            left: classes.iter().map(|c| c.most).collect(),
            due: classes.iter().map(|c| c.least).collect(),
            open: model.cells.len() as u64,
            due_area: area(|c| c.least),
            left_area: area(|c| c.most),
            tilt: model.cells.iter().map(|&c| i64::from(model.grid().shade(c))).sum(),
            swing: swings.iter().zip(classes).map(|(s, c)| s * i64::from(c.most)).sum(),
            swings,
            laid: Vec::new(),
        }
    }

    /// Covers the cells of a placement, and drops what that rules out.
    fn settle(&mut self, lay: &Lay, class: usize) -> bool {
        let items = self.tables.options.items(lay.option);
        if self.left[class] == 0 {
            return self.options.settle(items.iter().copied());
        }
        let Some((&own, cells)) = items.split_last() else { return true };
        self.options.settle(cells.iter().copied())
            && (!lay.give_up || self.options.drop_before(own, lay.option))
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
        let Some((ways, item)) = self.options.fewest() else {
            return Vec::new();
        };
        // A class of which some must be used is settled like a cell, where that leaves fewer ways.
        let class = (item as usize).checked_sub(self.tables.model.cells.len());
        let give_up = class.is_some_and(|class| self.left[class] > 1);
        let lay = |option| Lay { option, give_up };
        self.options.among(item, ways, lay)
    }

    /// What is large is laid first: it is the harder to find room for later.
    fn weight(&self, lay: &Lay) -> u32 {
        self.tables.options.items(lay.option).len() as u32 - 1
    }

    fn take(&mut self, lay: &Lay) {
        let id = self.tables.order[lay.option as usize];
        let p = &self.tables.model.placements[id as usize];
        let (class, area) = (p.class, p.cells.len() as u64);
        self.options.push();
        self.laid.push(id);
        self.left[class] -= 1;
        self.left_area -= area;
        if self.counts_as_due(class) {
            self.due[class] -= 1;
            self.due_area -= area;
            if self.left[class] > 0 {
                let item = (self.tables.model.cells.len() + class) as u32;
                self.options.add(item, if self.due[class] > 0 { 1 } else { SETTLED });
            }
        }
        self.open -= area;
        self.tilt -= i64::from(self.tables.tilt[lay.option as usize]);
        self.swing -= self.swings[class];
        let _ = self.settle(lay, class);
        self.options.done();
    }

    fn undo(&mut self, lay: &Lay) {
        let Some(id) = self.laid.pop() else { return };
        self.options.pop();
        let p = &self.tables.model.placements[id as usize];
        let (class, area) = (p.class, p.cells.len() as u64);
        self.swing += self.swings[class];
        self.tilt += i64::from(self.tables.tilt[lay.option as usize]);
        self.open += area;
        if self.counts_as_due(class) {
            self.due[class] += 1;
            self.due_area += area;
        }
        self.left_area += area;
        self.left[class] += 1;
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
