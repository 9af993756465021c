//! What the orders of search have in common, and how threads share one.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::model::Model;
use super::report::{Report, Solutions};
use crate::engines::{Left, Settings};
use crate::frontier::Frontier;
use crate::parallel::share_out;
use crate::prefix::Prefix;
use crate::run::{Ending, Halt, Run};

/// Threads get at least this many subtrees to share.
const UNITS: usize = 256;

/// A search over one model. A prefix is the looks placed, in the searcher's own order of cells; it may begin with the
/// cell of a tile that is tried on all cells.
pub trait Searcher {
    /// Goes back to the empty board. False when it is known to lead nowhere.
    fn clear(&mut self) -> bool;
    /// Places a look on the next cell for good. False when it does not fit or leads nowhere.
    fn take(&mut self, look: u32) -> bool;
    /// The looks to be tried next, none on a full board.
    fn choices(&mut self) -> Vec<u32>;
    /// Searches what lies below the entered prefix.
    fn search(&mut self, run: &mut Run<'_>, report: &mut Report<'_>) -> ControlFlow<Halt>;
    /// What a search that was stopped has not entered, in the order in which it would have.
    fn open(&self, open: &mut Frontier) -> ControlFlow<()>;
    /// The part of the tree that a search that was stopped has behind it, were all subtrees of a node alike.
    fn share(&self) -> f64;
}

/// The part of a tree that lies behind, from how many choices of how many were entered at each level.
pub fn share(levels: impl Iterator<Item = (u32, u32)>) -> f64 {
    let (mut width, mut done) = (1.0, 0.0);
    for (entered, of) in levels.filter(|&(entered, _)| entered > 0) {
        width /= f64::from(of);
        done += width * f64::from(entered - 1);
    }
    done
}

/// Goes to the node that a prefix leads to. False when nothing lies below it.
pub fn enter(searcher: &mut dyn Searcher, prefix: &Prefix) -> bool {
    searcher.clear() && prefix.0.iter().all(|&look| searcher.take(look))
}

/// Does a prefix lead to a node, though nothing may lie below it? Those that a search leaves open do.
pub fn leads_somewhere(searcher: &mut dyn Searcher, prefix: &Prefix) -> bool {
    let mut alive = searcher.clear();
    prefix.0.iter().all(|&look| {
        let known = alive && searcher.choices().contains(&look);
        alive = known && searcher.take(look);
        known
    })
}

/// Searches a subtree with as many threads as are set. `make` makes a searcher over the model.
pub fn search<'m>(
    m: &Model,
    make: impl Fn() -> Box<dyn Searcher + 'm> + Sync,
    from: &Prefix,
    settings: &Settings,
    run: &mut Run<'_>,
) -> Left {
    if *from != Prefix::ROOT && !leads_somewhere(&mut *make(), from) {
        return (from.leads_nowhere(), Vec::new());
    }
    let deepest = Mutex::new(0);
    let counted = matches!(solutions_for(m, settings, run), Solutions::Counted);
    let unit = |searcher: &mut dyn Searcher, from: &Prefix, run: &mut Run<'_>| {
        let solutions = if counted { Solutions::Counted } else { Solutions::Told };
        one(searcher, m, from, run, &mut Report::new(&deepest, solutions))
    };
    if settings.threads <= 1 {
        return unit(&mut *make(), from, run);
    }
    match split(&mut *make(), from, run) {
        Ok(units) => {
            share_out(&units, settings.threads, run, |from, run| unit(&mut *make(), from, run))
        }
        Err(left) => left,
    }
}

/// What becomes of solutions under these settings.
pub fn solutions_for(m: &Model, settings: &Settings, run: &Run<'_>) -> Solutions {
    let once = !settings.distinct || m.once && !settings.looks;
    let counted = settings.count && once && run.wanted().is_none();
    if counted { Solutions::Counted } else { Solutions::Told }
}

/// Searches what lies below a prefix.
pub fn one(
    searcher: &mut dyn Searcher,
    m: &Model,
    from: &Prefix,
    run: &mut Run<'_>,
    report: &mut Report<'_>,
) -> Left {
    // The last placement of a prefix has been handed on without being tried: it counts here.
    if !from.0.is_empty()
        && let flow @ ControlFlow::Break(_) = run.tick()
    {
        return (flow, vec![from.clone()]);
    }
    if !enter(searcher, from) {
        return (ControlFlow::Continue(()), Vec::new());
    }
    go_on(searcher, m, run, report)
}

/// Searches on from where the searcher stands.
pub fn go_on(
    searcher: &mut dyn Searcher,
    m: &Model,
    run: &mut Run<'_>,
    report: &mut Report<'_>,
) -> Left {
    let flow = searcher.search(run, report);
    if flow.is_continue() {
        return (flow, Vec::new());
    }
    run.stats.done = Some(run.in_all(searcher.share()));
    if flow != ControlFlow::Break(Halt::Ending(Ending::Enough)) {
        report.tell_fullest(run, m);
    }
    (flow, Frontier::gathered(run, |open| searcher.open(open)))
}

/// Splits a subtree level by level until there is enough to share. Where there is one way to go on, the searcher goes on
/// from where it stands.
fn split(
    searcher: &mut dyn Searcher,
    from: &Prefix,
    run: &mut Run<'_>,
) -> Result<Vec<Prefix>, Left> {
    let mut units = vec![from.clone()];
    let mut forced = None;
    loop {
        let mut next = Vec::new();
        let mut grown = false;
        for (i, unit) in units.iter().enumerate() {
            if let flow @ ControlFlow::Break(_) = run.look() {
                next.extend_from_slice(&units[i..]);
                return Err((flow, next));
            }
            let alive = match forced {
                Some(look) => searcher.take(look),
                None => enter(searcher, unit),
            };
            let choices = if alive { searcher.choices() } else { Vec::new() };
            if alive && choices.is_empty() {
                next.push(unit.clone());
                continue;
            }
            if !unit.0.is_empty()
                && let flow @ ControlFlow::Break(_) = run.tick()
            {
                next.extend_from_slice(&units[i..]);
                return Err((flow, next));
            }
            grown = true;
            next.extend(choices.iter().map(|&look| Prefix([&unit.0[..], &[look]].concat())));
        }
        forced = match (&units[..], &next[..]) {
            ([_], [one]) if grown => one.0.last().copied(),
            _ => None,
        };
        units = next;
        if units.len() >= UNITS || !grown {
            return Ok(units);
        }
    }
}
