//! Engines for tiling puzzles.

use std::ops::ControlFlow;

use marquetry_puzzle::Tiling;

use crate::engines::{Left, Settings};
use crate::parallel::{UNITS, share_out, units};
use crate::prefix::{Prefix, walk};
use crate::run::{Halt, Run};
use cover::{Cover, Tables};
use lister::Lister;
use model::Model;
use quotient::Quotient;
use window::{Order, Window};

pub mod counter;
pub mod cover;
pub mod dives;
pub mod lister;
pub mod model;
pub mod orbits;
pub mod pick;
pub mod quotient;
pub mod reference;
pub mod window;

/// States of so many bits are counted together; where they are longer, few of them are equal.
const NARROW: u32 = 24;
/// The largest board whose first solutions are the lister's: on larger ones it may be stuck in a bad beginning.
const SMALL: usize = 64;
/// The longest open edge that the lister deals with well. With pentominoes it is 24 times as fast as the general engine
/// on an edge of 6 cells, 1.7 times on 10 and 1.4 times on 12.
const EDGE: usize = 12;

/// Chooses an engine by the looks of a puzzle alone: the counter where only the number is wanted and many boards look
/// alike from some cell on, the lister where its tables hold the puzzle, otherwise the general engine. A search that goes
/// on from a prefix must name the engine that left it open, which [`Outcome::chosen`](crate::Outcome::chosen) tells.
pub fn auto(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Left {
    let model = match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => model,
        ControlFlow::Break(halt) => return unbegun(halt, settings),
    };
    let engine = choose(&model, settings, run.wanted());
    run.chosen = Some(engine);
    let left = match engine {
        "counter" => count(&model, settings, run),
        "lister" => list(&model, settings, run),
        _ => None,
    };
    left.unwrap_or_else(|| search(&model, settings, run))
}

fn choose(model: &Model<'_>, settings: &Settings, wanted: Option<u64>) -> &'static str {
    let narrow = |q: &Quotient| q.bits == 0 || q.span + q.bits <= NARROW;
    let counts = settings.count && settings.from == Prefix::ROOT;
    if counts && counter::plan(model, settings.distinct).is_some_and(|p| p.iter().all(narrow)) {
        return "counter";
    }
    let order = Order::new(model);
    let all = settings.count || wanted.is_none() || model.cells.len() <= SMALL;
    let lists = all && order.edge() <= EDGE && window::accepts(model, &order).is_some();
    if lists { "lister" } else { "cover" }
}

/// Runs the general engine.
pub fn cover(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Left {
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => search(&model, settings, run),
        ControlFlow::Break(halt) => unbegun(halt, settings),
    }
}

fn search(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Left {
    let tables = Tables::new(model, Listing::new(settings, run));
    let bare = Cover::new(&tables);
    let search = |from: &Prefix, run: &mut Run<'_>| walk(&mut bare.clone(), from, run);
    if run.wanted() == Some(1) && !settings.count && settings.from == Prefix::ROOT {
        match dives::dive(&bare, settings.seed, run) {
            ControlFlow::Continue(true) => return (ControlFlow::Continue(()), Vec::new()),
            ControlFlow::Continue(false) => {}
            ControlFlow::Break(halt) => return (ControlFlow::Break(halt), vec![Prefix::ROOT]),
        }
    }
    if settings.threads <= 1 {
        return search(&settings.from, run);
    }
    match units(&bare, settings, run) {
        Ok(units) => share_out(&units, settings.threads, run, search),
        Err(left) => left,
    }
}

/// Runs the lister; `None` when the puzzle does not fit its tables.
pub fn lister(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => list(&model, settings, run),
        ControlFlow::Break(halt) => Some(unbegun(halt, settings)),
    }
}

fn list(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let order = Order::new(model);
    match window::accepts(model, &order)? {
        0..=64 => list_with::<1>(model, &order, settings, run),
        65..=128 => list_with::<2>(model, &order, settings, run),
        _ => list_with::<4>(model, &order, settings, run),
    }
}

fn list_with<const K: usize>(
    model: &Model<'_>,
    order: &Order,
    settings: &Settings,
    run: &mut Run<'_>,
) -> Option<Left> {
    let orbits = lister::orbits(model, order, settings.distinct);
    let window = Window::<K>::new(model, order, &orbits)?;
    let listing = Listing::new(settings, run);
    let lister = || Lister::new(model, &window, &orbits, listing);
    if settings.threads <= 1 {
        return Some(lister().search(&settings.from, run));
    }
    Some(match lister().units(&settings.from, UNITS * settings.threads, run) {
        Ok(units) => {
            share_out(&units, settings.threads, run, |from, run| lister().search(from, run))
        }
        Err(left) => left,
    })
}

/// Runs the counter; `None` unless only the number is wanted. What it cannot count up to symmetry is listed and
/// counted.
pub fn counter(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    if !settings.count || settings.from != Prefix::ROOT {
        return None;
    }
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => {
            count(&model, settings, run).or_else(|| list(&model, settings, run))
        }
        ControlFlow::Break(halt) => Some(unbegun(halt, settings)),
    }
}

fn count(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let plan = counter::plan(model, settings.distinct)?;
    let flow = match counter::count(&plan, run) {
        ControlFlow::Continue(total) => {
            run.count(u64::try_from(&total).unwrap_or(u64::MAX));
            run.total = Some(total);
            ControlFlow::Continue(())
        }
        ControlFlow::Break(halt) => ControlFlow::Break(halt),
    };
    Some((flow, Vec::new()))
}

/// What an engine does with the solutions it meets.
#[derive(Copy, Clone)]
pub struct Listing {
    /// Leave out what symmetry makes equal.
    pub distinct: bool,
    /// Count, and list nothing.
    pub count: bool,
    /// Report one solution of each class. Otherwise the run does so, which shows the first of each class at once.
    pub once: bool,
}

impl Listing {
    pub(crate) fn new(settings: &Settings, run: &mut Run<'_>) -> Listing {
        let Settings { distinct, count, .. } = *settings;
        // To wait for the solution that stands for its class is well when all are wanted, not when one is.
        let once = distinct && (count || run.wanted().is_none());
        if once {
            run.distinct_already();
        }
        Listing { distinct, count, once }
    }
}

/// A search that was stopped before it began leaves everything open.
fn unbegun(halt: Halt, settings: &Settings) -> Left {
    (ControlFlow::Break(halt), vec![settings.from.clone()])
}
