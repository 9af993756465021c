//! The lister: the first open cell in a fixed order is covered in every way that a few table look-ups allow.

use std::ops::ControlFlow;

use super::Listing;
use super::model::Model;
use super::orbits::Orbits;
use super::window::{Order, Ways, Window};
use crate::engines::Left;
use crate::prefix::Prefix;
use crate::race::Racer;
use crate::run::{Halt, Run};

/// Entries of the table of dead positions, as a power of two: it stays in the second-level cache.
const DEAD: u32 = 14;
/// Nanoseconds that a node takes, or nearly so.
const COST: f64 = 25.0;
/// Nanoseconds to compare a solution with one of its images, and for each cell to tell what lies where.
const COMPARED: f64 = 100.0;
const CELL: f64 = 2.0;
/// How often the share of the tree that is done is worked out anew.
const SHARE_EVERY: u64 = 1 << 14;

/// A board covered up to some cell.
#[derive(Copy, Clone)]
struct Node<const K: usize> {
    /// The first open cell.
    at: usize,
    /// What is covered from there on.
    covered: u64,
    /// How often each class was used, where that matters.
    usage: u64,
    /// The ways of all classes that are not used up.
    left: Ways<K>,
    /// The ways that fit here, and those of them not tried yet.
    choices: Ways<K>,
    untried: Ways<K>,
    /// Solutions met before this node.
    met: u64,
    /// The way being tried.
    way: usize,
}

/// A search with its tables.
pub struct Lister<'m, const K: usize> {
    model: &'m Model<'m>,
    window: &'m Window<K>,
    orbits: &'m Orbits,
    listing: Listing,
    smallest: usize,
    exact: bool,
    dead: Vec<(u64, u64, u32)>,
    met: u64,
}

impl<'m, const K: usize> Lister<'m, K> {
    /// A search of the bare board.
    pub fn new(
        model: &'m Model<'m>,
        window: &'m Window<K>,
        orbits: &'m Orbits,
        listing: Listing,
    ) -> Lister<'m, K> {
        let sizes = model.classes.iter().filter(|c| c.most > 0).map(|c| c.size);
        let smallest = if model.whole { sizes.min().unwrap_or(1) } else { 1 };
        let dead = vec![(0, 0, u32::MAX); 1 << DEAD];
        Lister { model, window, orbits, listing, smallest, exact: model.exact(), dead, met: 0 }
    }

    fn root(&self) -> Node<K> {
        let mut left = [0; K];
        (0..self.window.ways.len()).for_each(|i| left[i / 64] |= 1 << (i % 64));
        let mut node = Node {
            at: 0,
            covered: self.window.holes[0],
            usage: 0,
            left,
            choices: [0; K],
            untried: [0; K],
            met: 0,
            way: 0,
        };
        self.advance(&mut node);
        self.choose(&mut node);
        node
    }

    /// Moves the window to the first open cell.
    #[inline(always)]
    fn advance(&self, node: &mut Node<K>) {
        while node.covered & 1 == 1 && node.at < self.window.end {
            let run = node.covered.trailing_ones();
            node.at = (node.at + run as usize).min(self.window.end);
            node.covered = node.covered.checked_shr(run).unwrap_or(0) | self.window.holes[node.at];
        }
    }

    /// Looks up what fits at the first open cell.
    #[inline(always)]
    fn choose(&self, node: &mut Node<K>) -> bool {
        let (starts, mut ahead) = (&self.window.starts[node.at], node.covered >> 1);
        let mut fit: Ways<K> = std::array::from_fn(|k| starts[k] & node.left[k]);
        for table in &self.window.fits {
            let row = &table[(ahead & 255) as usize];
            (0..K).for_each(|k| fit[k] &= row[k]);
            ahead >>= 8;
        }
        node.choices = fit;
        node.untried = fit;
        fit.iter().any(|&f| f != 0)
    }

    /// The node after a choice.
    #[inline(always)]
    fn lay(&self, node: &Node<K>, way: usize) -> Node<K> {
        let hold = &self.window.ways[way];
        let mut next = *node;
        next.covered |= hold.shape;
        next.usage += hold.copy;
        if next.usage & hold.field == hold.full {
            (0..K).for_each(|k| next.left[k] &= !hold.equal[k]);
        }
        self.advance(&mut next);
        next
    }

    /// Is some piece too late, or some open cell or pair of cells cut off from all others?
    #[inline(always)]
    fn hopeless(&self, node: &Node<K>) -> bool {
        let late = &self.window.late[node.at];
        if (0..K).any(|k| node.left[k] & late[k] != 0) {
            return true;
        }
        self.smallest > 1
            && match self.window.axes {
                0 => false,
                1 => self.pocket::<1>(node.at, !node.covered),
                2 => self.pocket::<2>(node.at, !node.covered),
                _ => self.pocket::<3>(node.at, !node.covered),
            }
    }

    #[inline(always)]
    fn pocket<const AXES: usize>(&self, at: usize, open: u64) -> bool {
        let (edges, strides) = (&self.window.edges[at], &self.window.strides);
        // What lies beyond the window is not known: cells whose neighbours are out of sight are left alone.
        let seen = u64::MAX.checked_shr(2 * strides[AXES - 1]).unwrap_or(0);
        let plus: [u64; AXES] = std::array::from_fn(|a| open >> strides[a] & edges.plus[a]);
        let minus: [u64; AXES] = std::array::from_fn(|a| open << strides[a] & edges.minus[a]);
        let near = (0..AXES).fold(0, |near, a| near | plus[a] | minus[a]);
        if open & !near & seen != 0 {
            return true;
        }
        if self.smallest < 3 {
            return false;
        }
        (0..AXES).any(|a| {
            let others = (0..AXES).filter(|&b| b != a).fold(0, |o, b| o | plus[b] | minus[b]);
            let pair = open & plus[a] & !(others | minus[a]);
            pair & !((others | plus[a]) >> strides[a]) & seen != 0
        })
    }

    fn slot(node: &Node<K>) -> usize {
        let mix = (node.covered ^ node.usage.rotate_left(32) ^ (node.at as u64).rotate_left(20))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mix >> (64 - DEAD)) as usize
    }

    fn key(node: &Node<K>) -> (u64, u64, u32) {
        (node.covered, node.usage, node.at as u32)
    }

    /// Searches a subtree. Returns how it ended and what it left open.
    pub fn search(&mut self, from: &Prefix, run: &mut Run<'_>) -> Left {
        let Some(mut path) = self.path(from) else {
            return (from.leads_nowhere(), Vec::new());
        };
        let base = path.len() - 1;
        let flow = self.descend(&mut path, base, run);
        let open = if flow.is_break() { frontier(&path, base, from) } else { Vec::new() };
        (flow, open)
    }

    /// Splits a subtree into enough units, in the order of the tree. A search that is stopped meanwhile leaves everything
    /// open.
    pub fn units(
        &self,
        from: &Prefix,
        enough: usize,
        run: &mut Run<'_>,
    ) -> Result<Vec<Prefix>, Left> {
        let Some(&node) = self.path(from).as_deref().and_then(<[_]>::last) else {
            return Err((from.leads_nowhere(), Vec::new()));
        };
        let (mut units, mut grown) = (vec![(from.clone(), node)], true);
        while grown && units.len() < enough {
            grown = false;
            for (path, node) in std::mem::take(&mut units) {
                if let flow @ ControlFlow::Break(_) = run.look() {
                    return Err((flow, vec![from.clone()]));
                }
                grown |= self.branch(path, node, &mut units);
            }
        }
        Ok(units.into_iter().map(|(path, _)| path).collect())
    }

    /// Finds the subtrees of a node; itself where it is a full board. False when there are none.
    fn branch(&self, mut path: Prefix, node: Node<K>, into: &mut Vec<(Prefix, Node<K>)>) -> bool {
        if node.at == self.window.end {
            into.push((path, node));
            return false;
        }
        let mut ways = each(&node.choices).enumerate().peekable();
        let grown = ways.peek().is_some();
        while let Some((index, way)) = ways.next() {
            // The last takes the path along, so that where there is one way nothing is copied.
            let mut path =
                if ways.peek().is_some() { path.clone() } else { std::mem::take(&mut path) };
            path.0.push(index as u32);
            into.push((path, self.below(&node, way)));
        }
        grown
    }

    /// The node that a way leads to, with its choices.
    fn below(&self, node: &Node<K>, way: usize) -> Node<K> {
        let mut next = self.lay(node, way);
        if next.at < self.window.end {
            self.choose(&mut next);
        } else {
            (next.choices, next.untried) = ([0; K], [0; K]);
        }
        next
    }

    /// The nodes down to a subtree.
    fn path(&self, from: &Prefix) -> Option<Vec<Node<K>>> {
        let mut node = self.root();
        let mut path = Vec::new();
        for &index in &from.0 {
            node.way = nth(&node.choices, index)?;
            path.push(node);
            node = self.below(&node, node.way);
        }
        path.push(node);
        Some(path)
    }

    fn descend(
        &mut self,
        path: &mut Vec<Node<K>>,
        base: usize,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        if path[base].at == self.window.end {
            let leaf = path[base];
            return self.report(&path[..base], &leaf, run);
        }
        while path.len() > base {
            let top = path.len() - 1;
            let node = &mut path[top];
            let Some(word) = node.untried.iter().position(|&w| w != 0) else {
                if node.met == self.met {
                    self.dead[Self::slot(node)] = Self::key(node);
                }
                path.pop();
                continue;
            };
            run.tick()?;
            let way = word * 64 + node.untried[word].trailing_zeros() as usize;
            node.untried[word] &= node.untried[word] - 1;
            node.way = way;
            let mut next = self.lay(node, way);
            if next.at == self.window.end {
                self.report(&path[..=top], &next, run)?;
                continue;
            }
            if self.hopeless(&next)
                || !self.choose(&mut next)
                || self.dead[Self::slot(&next)] == Self::key(&next)
            {
                continue;
            }
            next.met = self.met;
            path.push(next);
            if run.stats.nodes.is_multiple_of(SHARE_EVERY) {
                run.stats.done = Some(share(&path[base..]));
            }
        }
        ControlFlow::Continue(())
    }

    fn report(&mut self, path: &[Node<K>], leaf: &Node<K>, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let ways = &self.window.ways;
        let short = |(i, class): (usize, &super::model::Class)| {
            let way = ways.iter().find(|w| w.class == i);
            let used = way.map_or(0, |w| (leaf.usage & w.field) / w.copy.max(1));
            used < u64::from(class.least)
        };
        if !self.exact && self.model.classes.iter().enumerate().any(short) {
            return ControlFlow::Continue(());
        }
        self.met += 1;
        if self.listing.count && !self.listing.once {
            run.count(1);
            return ControlFlow::Continue(());
        }
        let id = |node: &Node<K>| self.window.ids[node.at * ways.len() + node.way];
        let cover: Vec<u32> = path.iter().map(id).collect();
        if self.listing.once && !self.orbits.stands(self.model, &cover) {
            return ControlFlow::Continue(());
        }
        if self.listing.count {
            run.count(self.listing.counted(self.orbits, self.model, &cover));
            return ControlFlow::Continue(());
        }
        run.solution(&self.model.solution(&cover))
    }
}

/// A search of the whole board that goes on where it was stopped.
pub struct Going<'m, const K: usize> {
    lister: Lister<'m, K>,
    path: Vec<Node<K>>,
}

impl<'m, const K: usize> Going<'m, K> {
    /// At the bare board.
    pub fn new(lister: Lister<'m, K>) -> Going<'m, K> {
        let path = vec![lister.root()];
        Going { lister, path }
    }
}

impl<const K: usize> Racer for Going<'_, K> {
    fn name(&self) -> &'static str {
        "lister"
    }

    fn cost(&self) -> f64 {
        COST * (1.0 + K as f64 / 4.0)
    }

    fn besides(&self) -> f64 {
        let Lister { model, orbits, listing, met, .. } = &self.lister;
        let compared = if listing.once { orbits.compared() } else { 0 };
        *met as f64
            * compared.min(1) as f64
            * (COMPARED * compared as f64 + CELL * model.cells.len() as f64)
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.lister.descend(&mut self.path, 0, run)
    }

    fn share(&self) -> f64 {
        share(&self.path)
    }

    fn open(&self, _: &mut Run<'_>) -> Vec<Prefix> {
        frontier(&self.path, 0, &Prefix::ROOT)
    }
}

/// What the lister leaves out for symmetry. Of each orbit it keeps the placement that comes first in its order: a
/// piece that must be laid early shows early that it cannot be.
pub fn orbits(model: &Model<'_>, order: &Order, distinct: bool) -> Orbits {
    Orbits::new(model, distinct, |p| order.shape(p).map(|shape| shape.0))
}

/// The ways of a mask.
fn each<const K: usize>(ways: &Ways<K>) -> impl Iterator<Item = usize> {
    (0..64 * K).filter(|&i| ways[i / 64] >> (i % 64) & 1 == 1)
}

/// The n-th way of a mask.
fn nth<const K: usize>(ways: &Ways<K>, n: u32) -> Option<usize> {
    each(ways).nth(n as usize)
}

/// How many ways of a mask come before this one.
fn rank<const K: usize>(ways: &Ways<K>, way: usize) -> u32 {
    (0..way).map(|i| (ways[i / 64] >> (i % 64) & 1) as u32).sum()
}

fn frontier<const K: usize>(path: &[Node<K>], base: usize, from: &Prefix) -> Vec<Prefix> {
    let mut trunk = from.0.clone();
    let mut open = Vec::new();
    for node in &path[base..] {
        for way in each(&node.untried) {
            let index = rank(&node.choices, way);
            open.push(Prefix(trunk.iter().copied().chain([index]).collect()));
        }
        trunk.push(rank(&node.choices, node.way));
    }
    open
}

fn size<const K: usize>(ways: &Ways<K>) -> u32 {
    ways.iter().map(|w| w.count_ones()).sum()
}

/// The part of the tree that lies behind, if all subtrees of a node were alike.
fn share<const K: usize>(path: &[Node<K>]) -> f64 {
    let mut width = 1.0;
    let mut done = 0.0;
    for node in path {
        let choices = size(&node.choices);
        width /= f64::from(choices.max(1));
        done += width * f64::from(choices.saturating_sub(size(&node.untried) + 1));
    }
    done
}
