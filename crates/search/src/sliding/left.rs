//! How many moves are left at least, told by where each block lies.
//!
//! A block that alone can fill a place of the goal has to get there, past nothing but walls. A block that fills none has to
//! leave the cells of the goal. And each place that several blocks could fill takes a move of one of them. A move moves one
//! block, so that it makes the sum of these less by one at the most: the sum is never more than what is left, whatever
//! the others do.
//!
//! Two blocks that lie on each other's places are a knot. Where a move may take any path, each of them is a move away from
//! its place, but whichever goes first has to go elsewhere: one more. Each block is in one knot at the most, so that a move
//! unties one and then fills no place.

use std::collections::VecDeque;

use marquetry_puzzle::sliding::{Sliding, Target, outline};
use marquetry_puzzle::{Cell, Direction};

use super::space::Hop;
use crate::engines::Metric;

/// The most knots that are looked for.
const KNOTS: usize = 16;

/// What a block stands for where it lies.
#[derive(Copy, Clone, Default)]
pub struct Weight {
    /// Moves that it has to make; less one where it fills a shared place.
    moves: i16,
    /// Two bits a knot, one for each of its blocks: it lies on the other's place.
    knots: u32,
}

impl Weight {
    #[inline]
    fn plus(self, other: Weight) -> Weight {
        Weight { moves: self.moves + other.moves, knots: self.knots | other.knots }
    }

    /// Without a block: its bits of knots are its own.
    #[inline]
    fn less(self, block: Weight) -> Weight {
        Weight { moves: self.moves - block.moves, knots: self.knots & !block.knots }
    }

    /// At least so many moves are left: one more for each knot of which both blocks are there. None are where the goal is
    /// reached, and nowhere else.
    #[inline]
    pub fn total(self) -> usize {
        let tied = self.knots & self.knots >> 1 & 0x5555_5555;
        self.moves as usize + tied.count_ones() as usize
    }
}

/// What blocks stand for where they lie.
pub struct Left {
    /// Per kind and first cell.
    weights: Vec<Vec<Weight>>,
    /// All blocks together at the start.
    pub start: Weight,
}

impl Left {
    /// The weights for a tray.
    pub fn new(p: &Sliding, metric: Metric) -> Left {
        let kinds = kinds(p);
        let asked: Vec<Cell> = p.goal.iter().flat_map(|target| target.cells.clone()).collect();
        // At first the places of the goal that several blocks could fill.
        let start = Weight { moves: p.goal.len() as i16, knots: 0 };
        let mut left = Left { weights: Vec::new(), start };
        let mut own: Vec<(usize, &Target)> = Vec::new();
        for (number, &kind) in kinds.iter().enumerate() {
            let places: Vec<&Target> = p.goal.iter().filter(|place| p.suits(kind, place)).collect();
            let alone = (0..p.blocks.len()).filter(|&b| p.kind(b) == kind).count() == 1
                && kinds.iter().all(|&k| k == kind || places.iter().all(|t| !p.suits(k, t)));
            let mut weights = vec![Weight::default(); room(p)];
            match *places {
                [] => distances(p, kind, metric, &mut weights, |first| {
                    !lies_on(p, kind, first, &asked)
                }),
                [place] if alone => {
                    left.start.moves -= 1;
                    own.push((number, place));
                    distances(p, kind, metric, &mut weights, |first| first == place.cells[0]);
                }
                _ => places.iter().for_each(|place| weights[at(p, place.cells[0])].moves = -1),
            }
            left.weights.push(weights);
        }
        if metric == Metric::Moves {
            left.tie(p, &kinds, own);
        }
        let weight = |block: usize| {
            let kind = kinds.partition_point(|&kind| kind < p.kind(block));
            left.weights[kind][at(p, p.blocks[block].cells[0])]
        };
        left.start = (0..p.blocks.len()).map(weight).fold(left.start, Weight::plus);
        left
    }

    /// Finds blocks that lie on each other's places at the start.
    fn tie(&mut self, p: &Sliding, kinds: &[usize], mut own: Vec<(usize, &Target)>) {
        let on = |number: usize, place: &Target| {
            lies_on(p, kinds[number], p.blocks[kinds[number]].cells[0], &place.cells)
        };
        let mut knots = 0;
        while let Some((one, place)) = own.pop().filter(|_| knots < KNOTS) {
            let mutual = |&(other, theirs): &(usize, &Target)| on(one, theirs) && on(other, place);
            let Some(found) = own.iter().position(mutual) else { continue };
            let (other, theirs) = own.swap_remove(found);
            for (side, (block, place)) in [(one, theirs), (other, place)].into_iter().enumerate() {
                for first in p.cells().filter(|&c| lies_on(p, kinds[block], c, &place.cells)) {
                    self.weights[block][at(p, first)].knots |= 1 << (2 * knots + side);
                }
            }
            knots += 1;
        }
    }

    /// What all blocks stand for after a move.
    #[inline]
    pub fn after(&self, before: Weight, hop: &Hop) -> Weight {
        let weights = &self.weights[hop.kind];
        before.less(weights[hop.from]).plus(weights[hop.to])
    }
}

/// The first block of each kind.
fn kinds(p: &Sliding) -> Vec<usize> {
    (0..p.blocks.len()).filter(|&block| p.kind(block) == block).collect()
}

/// The number of a first cell: rows have a column more than the tray, as in masks.
fn at(p: &Sliding, cell: Cell) -> usize {
    cell.y as usize * (p.width + 1) + cell.x as usize
}

fn room(p: &Sliding) -> usize {
    (p.width + 1) * (p.height + 1)
}

/// Does a block with its first cell here lie on one of these cells?
fn lies_on(p: &Sliding, kind: usize, first: Cell, cells: &[Cell]) -> bool {
    outline(&p.blocks[kind].cells).iter().any(|&cell| cells.contains(&first.plus(cell)))
}

/// Per first cell, the moves of a block to the nearest first cell at which it is home if nothing but walls is in its way.
fn distances(
    p: &Sliding,
    kind: usize,
    metric: Metric,
    weights: &mut [Weight],
    home: impl Fn(Cell) -> bool,
) {
    let shape = outline(&p.blocks[kind].cells);
    let fits = |first: Cell| {
        let mut cells = shape.iter().map(|&cell| first.plus(cell));
        cells.all(|cell| p.index(cell).is_some() && !p.is_wall(cell))
    };
    let mut open: VecDeque<Cell> = p.cells().filter(|&first| fits(first) && home(first)).collect();
    let mut met = vec![false; room(p)];
    // Where there is no way home, a block is not home either.
    weights.iter_mut().for_each(|weight| weight.moves = 1);
    for &first in &open {
        met[at(p, first)] = true;
        weights[at(p, first)].moves = 0;
    }
    while let Some(first) = open.pop_front() {
        for way in Direction::ALL.into_iter().filter(|&way| p.blocks[kind].freedom.allows(way)) {
            let mut next = first.plus(way.step());
            while fits(next) {
                if !std::mem::replace(&mut met[at(p, next)], true) {
                    let more = weights[at(p, first)].moves + 1;
                    weights[at(p, next)].moves = if metric == Metric::Moves { 1 } else { more };
                    open.push_back(next);
                }
                if metric != Metric::Slides {
                    break;
                }
                next = next.plus(way.step());
            }
        }
    }
}
