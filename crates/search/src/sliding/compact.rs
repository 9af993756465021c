//! Small trays: a position is a number, cells are bits, and moves are made by shifted masks.

use marquetry_puzzle::sliding::Sliding;

use super::code::Code;
use super::masks::Masks;
use super::space::{Hop, Last, Space};
use super::table::{Columns, FILLED, KINDS, TAKEN, Table};
use super::word::Word;
use crate::engines::Metric;

/// A small tray with masks of type `M` and keys of type `K`.
pub struct Compact<M, K> {
    masks: Masks<M>,
    table: Table<M>,
    /// Per kind and first cell, its part of the key.
    parts: Vec<K>,
    start: K,
    solved: bool,
    width: usize,
}

/// What an expansion works with.
pub struct Scratch<M> {
    columns: Columns<M>,
    /// Per form, the first cells at which a block has room for a step.
    mobile: Vec<M>,
}

impl<M: Word, K: Word> Compact<M, K> {
    /// The tray of a puzzle whose masks and keys fit the types.
    pub fn new(p: &Sliding, metric: Metric, code: &Code) -> Compact<M, K> {
        let masks = Masks::new(p, metric);
        let start = (0..p.blocks.len())
            .fold(0, |sum, b| sum + code.part[&(p.kind(b), p.blocks[b].cells[0])]);
        Compact {
            table: Table::new(&masks, code),
            parts: masks.parts(code),
            masks,
            start: K::narrow(start),
            solved: p.start().solves(p),
            width: code.bits.div_ceil(8).max(1) as usize,
        }
    }
}

/// The first cells of the block that moved between two positions, before and after, by the masks of each kind.
pub fn moved<M: Word>(masks: &Masks<M>, before: &[M], after: &[M]) -> (usize, usize) {
    let only = |these: &[M], others: &[M]| {
        let mut left = these.iter().zip(others).map(|(these, others)| these.without(*others));
        masks.index(left.find(|&left| left != M::ZERO).map_or(0, M::lowest))
    };
    (only(before, after), only(after, before))
}

impl<M: Word, K: Word> Space for Compact<M, K> {
    type Key = K;
    type Look = K;
    type Scratch = Scratch<M>;

    fn scratch(&self) -> Scratch<M> {
        Scratch { columns: self.table.columns(), mobile: Vec::new() }
    }

    fn start(&self) -> K {
        self.start
    }

    fn solved(&self) -> bool {
        self.solved
    }

    fn width(&self) -> usize {
        self.width
    }

    fn look(&self, key: &K) -> K {
        *key
    }

    #[inline]
    fn expand(
        &self,
        (from, last): (&K, Last),
        scratch: &mut Scratch<M>,
        mut met: impl FnMut(K, bool, Hop),
    ) {
        let Scratch { columns, mobile } = scratch;
        let masks = &self.masks;
        self.table.unpack(*from, columns);
        let columns = columns.as_flattened();
        let (empty, filled) = (masks.all.without(columns[TAKEN]), columns[FILLED]);
        mobile.clear();
        mobile.extend(masks.forms.iter().map(|form| form.mobile(empty)));
        for (number, kind) in masks.kinds.iter().enumerate() {
            let form = &masks.forms[kind.form];
            let parts = &self.parts[number * M::BITS..(number + 1) * M::BITS];
            let mut blocks = columns[KINDS + number].and(mobile[kind.form]).without(last.mask());
            while blocks != M::ZERO {
                let first = blocks.lowest();
                let at = blocks.without(blocks.pop());
                blocks = blocks.pop();
                let fits = form.fits(empty.or(form.pattern.up(first as u32)));
                let (rest, still) = (from.exchange(parts[first], K::ZERO), filled.without(at));
                let mut places = masks.reach(form, at, fits);
                while places != M::ZERO {
                    let fills = places.without(places.pop()).and(masks.target[number]);
                    let to = places.lowest();
                    let key = rest.exchange(K::ZERO, parts[to]);
                    places = places.pop();
                    let last = Last::of(masks.metric, to);
                    met(
                        key,
                        still.or(fills) == masks.targets,
                        Hop { kind: number, from: first, to, last },
                    );
                }
            }
        }
    }

    fn moved(&self, from: &K, to: &K) -> (usize, usize) {
        let [before, after] = [*from, *to].map(|key| {
            let mut columns = self.table.columns();
            self.table.unpack(key, &mut columns);
            columns
        });
        let kinds = KINDS..KINDS + self.masks.kinds.len();
        let [before, after] = [&before, &after].map(|c| &c.as_flattened()[kinds.clone()]);
        moved(&self.masks, before, after)
    }
}
