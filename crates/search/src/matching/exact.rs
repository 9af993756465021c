//! The exact engines: fewest candidates first, with windows or without, row by row, from the inside, and the choice
//! between them.

use std::ops::ControlFlow;
use std::sync::Mutex;

use marquetry_puzzle::Matching;

use super::estimate::Probes;
use super::fewest::fewest as by_fewest;
use super::inside::Inside;
use super::model::Model;
use super::plan::Plan;
use super::report::{Report, Solutions};
use super::rows::{Rows, Tables};
use super::searcher::{Searcher, go_on, search, solutions_for};
use super::windows::Windows;
use crate::engines::{Left, Order, Settings};
use crate::prefix::Prefix;
use crate::run::{Ending, Halt, Run, StopFlag};

/// Nodes of the trial of the first order, with a frame and without, where it is seldom the wrong one.
const TRIAL_FRAMED: u64 = 1_500;
const TRIAL_UNFRAMED: u64 = 15_000;
/// Nodes of the trial of the plain order: about a millisecond.
const TRIAL_ROWS: u64 = 60_000;
/// How many nodes row by row take the time of one with the fewest candidates first.
const ROWS_PER_FEWEST: f64 = 40.0;
/// Without a frame the first rows promise more than the last ones keep: the plain order must be better by this.
const UNFRAMED: f64 = 10.0;
/// Row by row this many nodes are searched before it would be known whether there is a better order.
const NOT_WORTH_ASKING: f64 = 1e9;
/// Random ways down each tree that compare the two plain orders: the frame makes one of them the more uneven.
const PROBES_ROWS: u32 = 16_000;
const PROBES_INSIDE: u32 = 1_000;
/// How many nodes row by row take the time of one from the inside.
const ROWS_PER_INSIDE: f64 = 2.0;
/// The most promising first rows first: where not all solutions are wanted, this part of the tree does.
const PROMISING: f64 = 0.25;

/// The first number of a prefix of [`exact`]: which order the rest is of.
const FEWEST: u32 = 0;
const ROWS: u32 = 1;
const INSIDE: u32 = 2;
const WINDOWS: u32 = 3;

fn compile(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Model {
    if settings.looks && !settings.distinct {
        // The model has one of the boards that look alike.
        run.distinct_already();
    }
    Model::new(p, settings.distinct, settings.looks)
}

/// Row by row, or in another order that is set. `None` when the puzzle has too many colours for the tables.
pub fn rows(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let m = compile(p, settings, run);
    let tables = Tables::new(&m, settings.order.unwrap_or_default())?;
    Some(search(&m, || Box::new(Rows::new(&tables)), &settings.from, settings, run))
}

/// Fewest candidates first.
pub fn fewest(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Left {
    let m = compile(p, settings, run);
    search(&m, || by_fewest(&m), &settings.from, settings, run)
}

/// The inside first, the frame last. `None` when the puzzle is not a plain framed one.
pub fn inside(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let m = Model::new(p, false, false);
    let plan = plain_plan(p, &m, settings)?.banded();
    Some(search(&m, || Box::new(Inside::new(&plan)), &settings.from, settings, run))
}

/// The plan for the search from the inside, which tells all tiles apart.
fn plain_plan<'m>(p: &Matching, m: &'m Model, settings: &Settings) -> Option<Plan<'m>> {
    Plan::new(p, m, settings.distinct).filter(|_| !settings.looks)
}

/// The order that gets on faster in a short trial, counted in nodes and so the same on every machine.
pub fn exact(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let m = compile(p, settings, run);
    let order = match settings.from.0.split_first() {
        Some((&order, _)) => order,
        None if settings.order.is_some() => ROWS,
        None => match try_orders(p, &m, settings, run) {
            Trial::Over(left) => return Some(marked(left, FEWEST)),
            Trial::Best(order) => order,
        },
    };
    let from = Prefix(settings.from.0.get(1..).unwrap_or_default().to_vec());
    let left = match order {
        FEWEST => search(&m, || by_fewest(&m), &from, settings, run),
        ROWS => {
            let tables = Tables::new(&m, settings.order.unwrap_or_default())?;
            search(&m, || Box::new(Rows::new(&tables)), &from, settings, run)
        }
        INSIDE => inside(p, &Settings { from, ..settings.clone() }, run)?,
        WINDOWS => Windows::new(&m)?.search(&from, settings, run),
        _ => (settings.from.leads_nowhere(), Vec::new()),
    };
    Some(marked(left, order))
}

fn marked((flow, open): Left, order: u32) -> Left {
    (flow, open.into_iter().map(|prefix| Prefix([&[order], &prefix.0[..]].concat())).collect())
}

enum Trial {
    /// The search went on from the trial and has ended.
    Over(Left),
    Best(u32),
}

fn try_orders(p: &Matching, m: &Model, settings: &Settings, run: &mut Run<'_>) -> Trial {
    let deepest = Mutex::new(0);
    let wanted = run.wanted().map_or(usize::MAX, |n| n as usize);
    let mut report = Report::new(&deepest, Solutions::Kept(Vec::new(), wanted));
    let mut searcher = by_fewest(m);
    let nodes = if m.framed { TRIAL_FRAMED } else { TRIAL_UNFRAMED };
    let flow = trial(&mut *searcher, nodes, run, &mut report);
    let kept = match std::mem::replace(&mut report.solutions, solutions_for(settings, run)) {
        Solutions::Kept(kept, _) => kept,
        _ => Vec::new(),
    };
    let stopped = run.look();
    if flow == ControlFlow::Break(Halt::Ending(Ending::NodeLimit)) && stopped.is_continue() {
        if Windows::new(m).is_some() {
            // Most windows are never filled: the trial's board is what there is to show.
            report.tell_fullest(run, m);
            return Trial::Best(WINDOWS);
        }
        if rows_are_faster(m, searcher.share() / nodes as f64, wanted, run) {
            let inside = inside_is_faster(p, m, settings, wanted);
            return Trial::Best(if inside { INSIDE } else { ROWS });
        }
        if settings.threads > 1 {
            return Trial::Best(FEWEST);
        }
    }
    // The trial was the beginning of the search: what it found is told, and the search goes on from there.
    for placed in kept {
        if let flow @ ControlFlow::Break(_) = report.solved(&placed, run, m) {
            return Trial::Over((flow, searcher.open()));
        }
    }
    match (flow, stopped) {
        (flow @ ControlFlow::Continue(()), _) => Trial::Over((flow, Vec::new())),
        (_, stopped @ ControlFlow::Break(_)) => {
            report.tell_fullest(run, m);
            run.stats.done = Some(searcher.share());
            Trial::Over((stopped, searcher.open()))
        }
        _ => Trial::Over(go_on(&mut *searcher, m, run, &mut report)),
    }
}

fn trial(
    searcher: &mut dyn Searcher,
    nodes: u64,
    run: &mut Run<'_>,
    report: &mut Report<'_>,
) -> ControlFlow<Halt> {
    let mut quiet = ();
    let mut slice = run.slice(nodes, &mut quiet);
    let flow = searcher.search(&mut slice, report);
    run.stats.nodes += slice.stats.nodes;
    flow
}

/// Does the plain order get through more of its tree in the same time, or to a solution that is enough?
fn rows_are_faster(m: &Model, share_a_node: f64, wanted: usize, run: &mut Run<'_>) -> bool {
    let Some(tables) = Tables::new(m, Order::Rows) else { return false };
    let deepest = Mutex::new(0);
    let mut report = Report::new(&deepest, Solutions::Kept(Vec::new(), wanted.min(1000)));
    let mut searcher = Rows::new(&tables);
    let before = run.stats.nodes;
    let flow = trial(&mut searcher, TRIAL_ROWS, run, &mut report);
    if flow != ControlFlow::Break(Halt::Ending(Ending::NodeLimit)) {
        return true;
    }
    let handicap = if m.framed { 1.0 } else { UNFRAMED };
    let work = (run.stats.nodes - before) as f64 / ROWS_PER_FEWEST * handicap;
    searcher.share() / work > share_a_node
}

/// Is there less to do from the inside than row by row, frame and all?
fn inside_is_faster(p: &Matching, m: &Model, settings: &Settings, wanted: usize) -> bool {
    let whole = Model::new(p, false, false);
    let (Some(plan), Some(tables)) =
        (plain_plan(p, &whole, settings), Tables::new(m, Order::default()))
    else {
        return false;
    };
    let nodes = |searcher: &mut dyn Searcher, from: &Prefix, count| {
        let probes = Probes { count, seed: 0, stop: &StopFlag::default() };
        probes.below(from, searcher, m.near.len()).nodes_mean
    };
    let mut rows = Rows::new(&tables);
    if nodes(&mut rows, &Prefix::ROOT, PROBES_INSIDE) < NOT_WORTH_ASKING {
        return false;
    }
    let inside = nodes(&mut Inside::new(&plan), &Prefix(vec![0]), PROBES_INSIDE);
    let part = if wanted == usize::MAX { 1.0 } else { PROMISING };
    inside * ROWS_PER_INSIDE * part < nodes(&mut rows, &Prefix::ROOT, PROBES_ROWS)
}
