//! A subtree as data, and the walk that starts from one and can hand back what it left open.
//!
//! Pausing is splitting: a search that stops returns the subtrees it has not entered, as prefixes. Searching those,
//! here or elsewhere, later or at the same time, finds exactly what the stopped search would still have found.

use std::ops::ControlFlow;

use marquetry_puzzle::Solution;

use crate::run::{Ending, Failure, Halt, Run, Stats};

/// The way from the root of a search tree to a subtree: at each node, the index of the choice taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Prefix(pub Vec<u32>);

impl Prefix {
    /// The subtree that is the whole tree.
    pub const ROOT: Prefix = Prefix(Vec::new());

    /// Ends a search that was to begin where the tree has no node: that is no proof of anything.
    pub(crate) fn leads_nowhere(&self) -> ControlFlow<Halt> {
        ControlFlow::Break(Halt::Failure(Failure::NoSuchSubtree(self.clone())))
    }
}

/// A search tree: a state that knows its choices.
pub trait Tree {
    /// What is chosen at a node.
    type Choice;
    /// The choices at this node, always in the same order.
    fn choices(&self) -> Vec<Self::Choice>;
    /// Goes down.
    fn take(&mut self, choice: &Self::Choice);
    /// Comes back up from the same choice.
    fn undo(&mut self, choice: &Self::Choice);
    /// The solution, when this node is one; it then has no choices.
    fn solution(&self) -> Option<Solution>;
    /// Reports the solution, when this node is one. An engine that only counts does so here.
    fn report(&self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.solution().map_or(ControlFlow::Continue(()), |solution| run.solution(&solution))
    }
}

/// What a walk has just done.
#[derive(Copy, Clone)]
pub(crate) enum Moved {
    /// It went down by the choice with this number, from 1, of so many; and so many are open there.
    Down { number: usize, of: usize, ways: usize },
    /// It came back up.
    Up,
}

struct Level<C> {
    choices: Vec<C>,
    /// Choices entered so far; the last of them is the one being searched.
    entered: usize,
}

/// How often the share of the tree that is done is worked out anew.
const SHARE_EVERY: u64 = 1024;

/// Goes down to the node that a prefix leads to. A prefix that leads nowhere is of another tree.
pub(crate) fn enter<T: Tree>(tree: &mut T, from: &Prefix, run: &mut Run<'_>) -> ControlFlow<Halt> {
    for &index in &from.0 {
        run.look()?;
        match tree.choices().get(index as usize) {
            Some(choice) => tree.take(choice),
            None => return from.leads_nowhere(),
        }
    }
    ControlFlow::Continue(())
}

/// Searches a subtree depth first and reports to the run. Returns how it ended and what it left open.
pub fn walk<T: Tree>(
    tree: &mut T,
    from: &Prefix,
    run: &mut Run<'_>,
) -> (ControlFlow<Halt>, Vec<Prefix>) {
    if let flow @ ControlFlow::Break(_) = enter(tree, from, run) {
        return (flow, vec![from.clone()]);
    }
    let mut levels: Vec<Level<T::Choice>> = Vec::new();
    let flow = descend(tree, &mut levels, run, |_, _, _| ControlFlow::Continue(()));
    let open = left(&flow, from, &levels, run);
    (flow, open)
}

/// Searches the whole tree as [`walk`] does, and shows every step to somebody before anything comes of it.
pub(crate) fn walk_seen<T: Tree>(
    tree: &mut T,
    run: &mut Run<'_>,
    seen: impl FnMut(&T, Moved, &Stats) -> ControlFlow<Halt>,
) -> (ControlFlow<Halt>, Vec<Prefix>) {
    let mut levels = Vec::new();
    let flow = descend(tree, &mut levels, run, seen);
    let open = left(&flow, &Prefix::ROOT, &levels, run);
    (flow, open)
}

/// A walk through a whole tree that goes on where it was stopped.
pub(crate) struct Walk<T: Tree> {
    tree: T,
    levels: Vec<Level<T::Choice>>,
}

impl<T: Tree> Walk<T> {
    /// At the root.
    pub fn new(tree: T) -> Walk<T> {
        Walk { tree, levels: Vec::new() }
    }

    /// Goes on to the end of the tree or of the run.
    pub fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        descend(&mut self.tree, &mut self.levels, run, |_, _, _| ControlFlow::Continue(()))
    }

    /// The part of the tree that lies behind.
    pub fn share(&self) -> f64 {
        share(&self.levels)
    }

    /// What it has not entered.
    pub fn open(&self, run: &mut Run<'_>) -> Vec<Prefix> {
        if self.levels.is_empty() {
            return vec![Prefix::ROOT];
        }
        let stopped = ControlFlow::Break(Halt::Ending(Ending::Cancelled));
        left(&stopped, &Prefix::ROOT, &self.levels, run)
    }
}

/// The memory when no limit is given, and the share of it that may be taken by the frontier, or by solutions that wait to
/// be reported.
pub(crate) const ROOMY: u64 = 1 << 30;
pub(crate) const SHARE: u64 = 8;

/// The frontier of a search that was stopped, unless it takes more memory than there is.
fn left<C>(
    flow: &ControlFlow<Halt>,
    from: &Prefix,
    levels: &[Level<C>],
    run: &mut Run<'_>,
) -> Vec<Prefix> {
    run.lost |= bytes(from, levels) > run.memory().unwrap_or(ROOMY) / SHARE;
    if flow.is_continue() || run.lost { Vec::new() } else { frontier(from, levels) }
}

/// The bytes that the frontier takes: on a board of many thousand cells it can be more than all else.
fn bytes<C>(from: &Prefix, levels: &[Level<C>]) -> u64 {
    let each = |(depth, level): (usize, &Level<C>)| {
        let path = size_of::<Prefix>() + (from.0.len() + depth + 1) * size_of::<u32>();
        ((level.choices.len() - level.entered) * path) as u64
    };
    levels.iter().enumerate().map(each).sum()
}

fn descend<T: Tree>(
    tree: &mut T,
    levels: &mut Vec<Level<T::Choice>>,
    run: &mut Run<'_>,
    mut seen: impl FnMut(&T, Moved, &Stats) -> ControlFlow<Halt>,
) -> ControlFlow<Halt> {
    if levels.is_empty() {
        levels.push(Level { choices: tree.choices(), entered: 0 });
        tree.report(run)?;
    }
    while let Some(level) = levels.last_mut() {
        let Some(choice) = level.choices.get(level.entered) else {
            levels.pop();
            if let Some(above) = levels.last() {
                tree.undo(&above.choices[above.entered - 1]);
                seen(tree, Moved::Up, &run.stats)?;
            }
            continue;
        };
        run.tick()?;
        level.entered += 1;
        let (number, of) = (level.entered, level.choices.len());
        tree.take(choice);
        if run.stats.nodes.is_multiple_of(SHARE_EVERY) {
            run.stats.done = Some(share(levels));
        }
        let choices = tree.choices();
        let moved = Moved::Down { number, of, ways: choices.len() };
        levels.push(Level { choices, entered: 0 });
        seen(tree, moved, &run.stats)?;
        tree.report(run)?;
    }
    ControlFlow::Continue(())
}

/// The part of the tree that lies behind, if all subtrees of a node were alike.
fn share<C>(levels: &[Level<C>]) -> f64 {
    let mut width = 1.0;
    let mut done = 0.0;
    for level in levels.iter().filter(|level| level.entered > 0) {
        width /= level.choices.len() as f64;
        done += width * (level.entered - 1) as f64;
    }
    done
}

fn frontier<C>(from: &Prefix, levels: &[Level<C>]) -> Vec<Prefix> {
    let mut path = from.0.clone();
    let mut open = Vec::new();
    for level in levels {
        for index in level.entered..level.choices.len() {
            let mut prefix = path.clone();
            prefix.push(index as u32);
            open.push(Prefix(prefix));
        }
        path.push(level.entered.saturating_sub(1) as u32);
    }
    open
}
