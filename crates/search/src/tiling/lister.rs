//! The lister: the piece that is held down is laid, then the first open cell in a fixed order is covered in every way that
//! a few table look-ups allow.

use std::cell::Cell;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use super::Listing;
use super::model::Model;
use super::orbits::{Orbits, Trial, held, seems};
use super::window::{Begin, Order, Ways, Window};
use crate::bits::bits;
use crate::run::{Halt, Run};
use crate::tree::{Climb, Level, share};

/// Entries of the table of dead positions, as a power of two: it stays in the second-level cache.
const DEAD: u32 = 14;
/// Nanoseconds that a node takes, or nearly so.
const COST: f64 = 28.0;
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
    /// The way being tried; [`NO_WAY`] before the first.
    way: usize,
}

const NO_WAY: usize = usize::MAX;

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
    /// The same, for those who watch from outside.
    seen: Rc<Cell<u64>>,
    /// The nodes down to where it stands, and which of them is fixed.
    path: Vec<Node<K>>,
    base: usize,
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
        let mut lister = Lister {
            model,
            window,
            orbits,
            listing,
            smallest,
            exact: model.exact(),
            dead,
            met: 0,
            seen: Rc::default(),
            path: Vec::new(),
            base: 0,
        };
        lister.home();
        lister
    }

    /// About how many nanoseconds a node takes.
    pub fn cost(&self) -> f64 {
        COST * (1.0 + K as f64 / 16.0)
    }

    /// Tells the nanoseconds spent on comparing solutions with their images.
    pub fn besides(&self) -> Box<dyn Fn() -> f64> {
        let compared = if self.listing.distinct { self.orbits.compared() } else { 0 };
        let each = compared.min(1) as f64
            * (COMPARED * compared as f64 + CELL * self.model.cells.len() as f64);
        let seen = self.seen.clone();
        Box::new(move || seen.get() as f64 * each)
    }

    /// The choice among the boards at first.
    fn root(&self) -> Node<K> {
        let begins = first(self.window.begins.len());
        Node {
            at: 0,
            covered: 0,
            usage: 0,
            left: first(self.window.ways.len()),
            choices: begins,
            untried: begins,
            met: 0,
            way: NO_WAY,
        }
    }

    /// The node after a choice at the root.
    fn begin(&self, root: &Node<K>, begin: &Begin) -> Node<K> {
        let mut next = Node { covered: begin.holes[0], ..*root };
        if let Some((way, _)) = begin.held {
            self.use_up(&mut next, way);
        }
        self.advance(&mut next, &begin.holes);
        next
    }

    /// Moves the window to the first open cell.
    #[inline(always)]
    fn advance(&self, node: &mut Node<K>, holes: &[u64]) {
        while node.covered & 1 == 1 && node.at < self.window.end {
            let run = node.covered.trailing_ones();
            node.at = (node.at + run as usize).min(self.window.end);
            node.covered = node.covered.checked_shr(run).unwrap_or(0) | holes[node.at];
        }
    }

    /// Looks up what fits at the first open cell.
    #[inline(always)]
    fn choose(&self, node: &mut Node<K>) -> bool {
        let (starts, mut ahead) = (&self.window.starts[node.at], node.covered >> 1);
        let mut fit: Ways<K> = std::array::from_fn(|k| starts[k] & node.left[k]);
        for table in &self.window.fits {
            // Most of what lies far ahead is open.
            if ahead == 0 {
                break;
            }
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
    fn lay(&self, node: &Node<K>, way: usize, holes: &[u64]) -> Node<K> {
        let mut next = *node;
        next.covered |= self.window.ways[way].shape;
        self.use_up(&mut next, way);
        self.advance(&mut next, holes);
        next
    }

    #[inline(always)]
    fn use_up(&self, node: &mut Node<K>, way: usize) {
        let hold = &self.window.ways[way];
        node.usage += hold.copy;
        if node.usage & hold.field == hold.full {
            (0..K).for_each(|k| node.left[k] &= !hold.equal[k]);
        }
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

    /// What tells a position. The piece that was laid first may lie beyond the window.
    fn key(node: &Node<K>, begin: usize) -> (u64, u64, u32) {
        (node.covered, node.usage, node.at as u32 | (begin as u32) << 24)
    }

    /// Goes through the boards at first, and all that lies below each.
    fn descend(&mut self, path: &mut Vec<Node<K>>, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let (base, window) = (self.base, self.window);
        if path[base].at == window.end {
            let leaf = path[base];
            return self.report(&path[..base], &leaf, run);
        }
        if base > 0 {
            return self.below(path, base, run);
        }
        loop {
            if path.len() > 1 {
                self.below(path, 1, run)?;
                self.leave(path);
            }
            let root = &mut path[0];
            let Some(begin) = each(&root.untried).next() else {
                return ControlFlow::Continue(());
            };
            run.tick()?;
            root.untried[begin / 64] &= !(1 << (begin % 64));
            root.way = begin;
            let mut next = self.begin(root, &window.begins[begin]);
            if next.at == window.end {
                self.report(&path[..1], &next, run)?;
            } else if self.promising(&mut next, begin) {
                path.push(next);
            }
        }
    }

    /// Goes through all that lies below a node. The board at first is the same for all of it: a loop that need not ask for it
    /// takes a sixth less.
    #[inline(never)]
    fn below(
        &mut self,
        path: &mut Vec<Node<K>>,
        base: usize,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let (window, begin) = (self.window, path[0].way);
        let holes = &window.begins[begin].holes[..];
        loop {
            let top = path.len() - 1;
            let node = &mut path[top];
            let Some(word) = node.untried.iter().position(|&w| w != 0) else {
                if top == base {
                    return ControlFlow::Continue(());
                }
                self.leave(path);
                continue;
            };
            run.tick()?;
            let way = word * 64 + node.untried[word].trailing_zeros() as usize;
            node.untried[word] &= node.untried[word] - 1;
            node.way = way;
            let mut next = self.lay(node, way, holes);
            if next.at == window.end {
                self.report(&path[..=top], &next, run)?;
                continue;
            }
            if !self.promising(&mut next, begin) {
                continue;
            }
            path.push(next);
            if run.stats.nodes.is_multiple_of(SHARE_EVERY) {
                run.stats.done = Some(share(&path.iter().map(level).collect::<Vec<_>>()));
            }
        }
    }

    /// Sets out the choices of a node. False when nothing can lie below it.
    #[inline(always)]
    fn promising(&self, next: &mut Node<K>, begin: usize) -> bool {
        if self.hopeless(next)
            || !self.choose(next)
            || self.dead[Self::slot(next)] == Self::key(next, begin)
        {
            return false;
        }
        (next.met, next.way) = (self.met, NO_WAY);
        true
    }

    /// Goes up from a node that is done, and notes it where there was no solution below it.
    #[inline(always)]
    fn leave(&mut self, path: &mut Vec<Node<K>>) {
        let begin = path[0].way;
        let Some(node) = path.pop() else { return };
        if node.met == self.met {
            self.dead[Self::slot(&node)] = Self::key(&node, begin);
        }
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
        self.seen.set(self.met);
        if self.listing.count && !self.listing.distinct {
            run.count(1);
            return ControlFlow::Continue(());
        }
        let id = |node: &Node<K>| self.window.ids[node.at * ways.len() + node.way];
        let held = path.first().and_then(|root| self.window.begins[root.way].held);
        let laid = path.iter().skip(1).map(id);
        let cover: Vec<u32> = held.map(|(_, id)| id).into_iter().chain(laid).collect();
        if self.listing.distinct && !self.orbits.stands(self.model, &cover) {
            return ControlFlow::Continue(());
        }
        if self.listing.count {
            run.count(self.listing.counted(self.orbits, self.model, &cover));
            return ControlFlow::Continue(());
        }
        run.solution(&self.model.solution(&cover))
    }
}

impl<const K: usize> Climb for Lister<'_, K> {
    fn home(&mut self) {
        self.path.clear();
        self.path.push(self.root());
        self.base = 0;
    }

    fn width(&mut self) -> u32 {
        self.path.last().map_or(0, |node| size(&node.choices))
    }

    fn open(&mut self, left: Range<u32>) -> bool {
        let Some(node) = self.path.last_mut() else { return false };
        node.untried = node.choices;
        for (rank, way) in (0..).zip(each(&node.choices)) {
            if !left.contains(&rank) {
                node.untried[way / 64] &= !(1 << (way % 64));
            }
        }
        // Some of its ways are searched elsewhere: that there is no solution here does not show that it has none.
        node.met = u64::MAX;
        left.start < size(&node.choices)
    }

    fn enter(&mut self) -> bool {
        let Some(mut node) = self.path.pop() else { return false };
        let Some(way) = each(&node.untried).next() else { return false };
        node.untried[way / 64] &= !(1 << (way % 64));
        node.way = way;
        let begins = &self.window.begins;
        let mut next = match self.path.first() {
            None => self.begin(&node, &begins[way]),
            Some(root) => self.lay(&node, way, &begins[root.way].holes),
        };
        self.path.push(node);
        if next.at == self.window.end || self.hopeless(&next) || !self.choose(&mut next) {
            return false;
        }
        (next.met, next.way) = (self.met, NO_WAY);
        self.path.push(next);
        true
    }

    fn fix(&mut self) {
        self.base = self.path.len() - 1;
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let mut path = std::mem::take(&mut self.path);
        let flow = self.descend(&mut path, run);
        self.path = path;
        flow
    }

    fn levels(&self) -> Vec<Level> {
        self.path.iter().map(level).collect()
    }
}

/// Which trees of the lister are large, where a step of an estimate takes about as long as five nodes.
const TRIAL: Trial = Trial { large: 4e6, part: 0.004, most: 4e5 };

/// What the lister leaves out for symmetry. Of each orbit it keeps the placement that comes first in its order: a
/// piece that must be laid early shows early that it cannot be.
pub fn orbits<const K: usize>(model: &Model<'_>, order: &Order, listing: Listing) -> Orbits {
    let holding = |class: Option<usize>| {
        Orbits::new(model, listing.distinct, class, |p| order.shape(p).map(|shape| shape.0))
    };
    let nodes = |class: usize, steps: usize, seed: u64| {
        let orbits = holding(Some(class));
        let Some(window) = Window::<K>::new(model, order, &orbits) else { return f64::INFINITY };
        seems(&mut Lister::new(model, &window, &orbits, listing), steps, seed)
    };
    holding(held(model, listing.distinct, &TRIAL, nodes))
}

/// A mask of so many ways.
fn first<const K: usize>(many: usize) -> Ways<K> {
    std::array::from_fn(|k| match many.saturating_sub(64 * k) {
        0 => 0,
        left @ 1..64 => (1 << left) - 1,
        _ => u64::MAX,
    })
}

/// The ways of a mask.
fn each<const K: usize>(ways: &Ways<K>) -> impl Iterator<Item = usize> {
    bits(ways).map(|way| way as usize)
}

/// How many ways of a mask come before this one.
fn rank<const K: usize>(ways: &Ways<K>, way: usize) -> u32 {
    let before = first::<K>(way);
    size::<K>(&std::array::from_fn(|k| ways[k] & before[k]))
}

fn size<const K: usize>(ways: &Ways<K>) -> u32 {
    ways.iter().map(|w| w.count_ones()).sum()
}

/// How far it is at a node.
fn level<const K: usize>(node: &Node<K>) -> Level {
    let Node { choices, untried, way, .. } = node;
    let (left, of) = (size(untried), size(choices));
    let start = each(untried).next().map_or(of, |way| rank(choices, way));
    let taken = (*way != NO_WAY).then(|| rank(choices, *way));
    Level { taken, left: start..start + left, of }
}
