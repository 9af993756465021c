//! Small trays with few empty cells: all moves are looked up.
//!
//! What a block can do depends on where it lies and on which cells are empty, on nothing else. There are not many sets
//! of so few cells. Each has a number, which is a part of the key, and a list of the moves that it allows: for each kind the
//! first cells from which a block can move, and for each of them what its moves add to the key. The list is made when its
//! set comes up first. The blocks of one kind of one cell need no digits: they lie where nothing else does.

use std::sync::OnceLock;

use marquetry_puzzle::sliding::Sliding;

use super::code::Code;
use super::compact::moved;
use super::masks::{Masks, bits};
use super::places::Region;
use super::space::{Hop, Last, Space};
use super::table::{Columns, FILLED, KINDS, TAKEN, Table};
use super::word::Word;
use crate::engines::Metric;

/// The most sets of empty cells whose moves are listed: to list them takes as long as some ten thousand positions.
const SETS: usize = 1 << 11;

/// A small tray with few empty cells, with masks of type `M` and keys of type `K`.
pub struct Cramped<M, K> {
    masks: Masks<M>,
    table: Table<M>,
    /// The kind whose blocks are told by no digit.
    implied: Option<usize>,
    /// Where the number of the set of empty cells begins in a key.
    shift: u32,
    /// The sets in the order of their numbers.
    sets: Vec<M>,
    leaps: Vec<OnceLock<Leaps<M, K>>>,
    /// Per empty cell of a set, from the lowest on, and per bit: what it adds to the set's number, as it is in a key.
    ranks: Vec<K>,
    /// Per kind and first cell, its part of the key.
    parts: Vec<K>,
    /// Per kind, the first cells of its places.
    places: Vec<M>,
    /// Per kind and first cell, its part of the look.
    looks: Vec<u128>,
    start: K,
    solved: bool,
    width: usize,
}

/// The moves that a set of empty cells allows.
struct Leaps<M, K> {
    /// Per kind: the first cells from which a block can move, and the number of the first of them in `ends`.
    from: Vec<(M, usize)>,
    /// Where in the lists below the moves of the blocks at these cells end; before the first, they begin.
    ends: Vec<u32>,
    /// What each move adds to the key.
    changes: Vec<K>,
    /// The first cell after it.
    to: Vec<u8>,
}

/// How the keys of a tray with few empty cells are made: its tight code, and the kind that it leaves out.
pub struct Tight {
    code: Code,
    implied: Option<usize>,
    sets: usize,
}

impl Tight {
    /// The code for a tray; `None` where there are too many sets of empty cells or the code takes more than 127 bits.
    pub fn of(p: &Sliding, regions: &[Region]) -> Option<Tight> {
        let free = p.cells().filter(|&cell| !p.is_wall(cell)).count();
        let holes = free - p.blocks.iter().map(|block| block.cells.len()).sum::<usize>();
        let sets = choose(free, holes).filter(|&sets| sets <= SETS)?;
        let single = |block: &usize| p.kind(*block) == *block && p.blocks[*block].cells.len() == 1;
        let like = |kind: usize| (0..p.blocks.len()).filter(|&block| p.kind(block) == kind).count();
        let implied = (0..p.blocks.len()).filter(single).max_by_key(|&kind| like(kind));
        let code = Code::tight(p, regions, implied)?;
        let tight = Tight { code, implied, sets };
        (tight.bits() <= 127).then_some(tight)
    }

    /// Bits of a key.
    pub fn bits(&self) -> u32 {
        self.code.bits + (usize::BITS - (self.sets - 1).leading_zeros())
    }
}

/// How many sets of some of so many cells there are; `None` where they are very many.
fn choose(cells: usize, some: usize) -> Option<usize> {
    let some = some.min(cells.checked_sub(some)?);
    (0..some).try_fold(1_usize, |sets, i| Some(sets.checked_mul(cells - i)? / (i + 1)))
}

/// All sets of some of these cells, in the order of their numbers.
fn sets_of<M: Word>(cells: &[usize], some: usize) -> Vec<M> {
    let mut chosen: Vec<usize> = (0..some).collect();
    let mut sets = Vec::new();
    loop {
        let mask = |mask: M, &i: &usize| mask.or(M::narrow(1 << cells[i]));
        sets.push(chosen.iter().fold(M::ZERO, mask));
        // The first that can move on does, and those before it begin again.
        let room = |&i: &usize| chosen[i] + 1 < *chosen.get(i + 1).unwrap_or(&cells.len());
        let Some(on) = (0..some).find(room) else { return sets };
        chosen[on] += 1;
        (0..on).for_each(|i| chosen[i] = i);
    }
}

impl<M: Word, K: Word> Cramped<M, K> {
    /// The tray of a puzzle whose masks and keys fit the types; looks are the numbers of the plain code.
    pub fn new(
        p: &Sliding,
        metric: Metric,
        regions: &[Region],
        (plain, tight): (&Code, &Tight),
    ) -> Cramped<M, K> {
        let masks = Masks::<M>::new(p, metric);
        let cells: Vec<usize> = bits(masks.all).collect();
        let empty = masks.of(p.cells().filter(|&c| !p.is_wall(c) && p.block_at(c).is_none()));
        let mut places = vec![M::ZERO; masks.kinds.len()];
        for region in regions {
            let (kind, _) = masks.place((region.kind, region.firsts[0]));
            places[kind] = places[kind].or(masks.of(region.firsts.iter().copied()));
        }
        let kinds = |block: usize| (p.kind(block), p.blocks[block].cells[0]);
        let code = &tight.code;
        let told = (0..p.blocks.len()).filter_map(|block| code.part.get(&kinds(block)));
        let mut tray = Cramped {
            table: Table::new(&masks, code),
            implied: tight.implied.map(|kind| masks.place((kind, p.blocks[kind].cells[0])).0),
            shift: code.bits,
            sets: sets_of(&cells, bits(empty).count()),
            leaps: (0..tight.sets).map(|_| OnceLock::new()).collect(),
            ranks: Vec::new(),
            parts: masks.parts(code),
            places,
            looks: masks.parts(plain),
            masks,
            start: K::narrow(told.sum()),
            solved: p.start().solves(p),
            width: tight.bits().div_ceil(8).max(1) as usize,
        };
        for nth in 1..=bits(empty).count() {
            let mut ranks = vec![K::ZERO; M::BITS];
            for (before, &bit) in cells.iter().enumerate() {
                // So many sets have their nth cell before this one, and the same cells behind it.
                let sets = choose(before, nth).unwrap_or(0) as u128;
                ranks[bit] = K::narrow(sets << code.bits);
            }
            tray.ranks.append(&mut ranks);
        }
        tray.start = tray.start.exchange(K::ZERO, tray.number(empty));
        tray
    }

    /// The number of a set of empty cells, where it is in a key.
    fn number(&self, set: M) -> K {
        let ranks = self.ranks.chunks_exact(M::BITS).zip(bits(set));
        ranks.fold(K::ZERO, |number, (ranks, bit)| number.exchange(K::ZERO, ranks[bit]))
    }

    /// Lists the moves that a set of empty cells allows.
    fn list(&self, empty: M) -> Leaps<M, K> {
        let (mut from, mut ends) = (Vec::new(), vec![0]);
        let (mut changes, mut to) = (Vec::new(), Vec::new());
        let number = self.number(empty);
        for (kind, &places) in self.places.iter().enumerate() {
            let form = &self.masks.forms[self.masks.kinds[kind].form];
            let parts = &self.parts[kind * M::BITS..(kind + 1) * M::BITS];
            let (mut movable, begin) = (M::ZERO, ends.len() - 1);
            for first in bits(form.mobile(empty).and(places)) {
                let (at, cells) = (M::narrow(1 << first), form.pattern.up(first as u32));
                if cells.and(empty) != M::ZERO {
                    continue;
                }
                let room = empty.or(cells);
                for next in bits(self.masks.reach(form, at, form.fits(room))) {
                    let after = room.without(form.pattern.up(next as u32));
                    let change = self.number(after).exchange(number, parts[next]);
                    changes.push(change.exchange(parts[first], K::ZERO));
                    to.push(next as u8);
                    movable = movable.or(at);
                }
                if movable.and(at) != M::ZERO {
                    ends.push(changes.len() as u32);
                }
            }
            from.push((movable, begin));
        }
        Leaps { from, ends, changes, to }
    }

    /// The moves that the set of empty cells of a key allows.
    #[inline]
    fn leaps(&self, key: K) -> (M, &Leaps<M, K>) {
        let set = key.at(self.shift) as usize;
        let empty = self.sets[set];
        (empty, self.leaps[set].get_or_init(|| self.list(empty)))
    }

    /// Gathers the masks of a key: the first cells of the goal's places that are filled, and of each kind's blocks.
    #[inline]
    fn unpack(&self, key: K, empty: M, columns: &mut Columns<M>) {
        self.table.unpack(key, columns);
        if let Some(implied) = self.implied {
            let columns = columns.as_flattened_mut();
            let rest = self.masks.all.without(columns[TAKEN]).without(empty);
            columns[KINDS + implied] = rest;
            columns[FILLED] = columns[FILLED].or(rest.and(self.masks.target[implied]));
        }
    }

    /// The masks of each kind's blocks.
    fn kinds(&self, key: K) -> Vec<M> {
        let mut columns = self.table.columns();
        self.unpack(key, self.leaps(key).0, &mut columns);
        columns.as_flattened()[KINDS..KINDS + self.places.len()].to_vec()
    }
}

impl<M: Word, K: Word> Space for Cramped<M, K> {
    type Key = K;
    type Look = u128;
    type Scratch = Columns<M>;

    fn scratch(&self) -> Columns<M> {
        self.table.columns()
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

    fn look(&self, key: &K) -> u128 {
        let kinds = self.kinds(*key).into_iter().enumerate();
        let part = |(kind, firsts)| bits(firsts).map(move |bit| self.looks[kind * M::BITS + bit]);
        kinds.flat_map(part).sum()
    }

    #[inline]
    fn expand(
        &self,
        (from, last): (&K, Last),
        columns: &mut Columns<M>,
        mut met: impl FnMut(K, bool, Hop),
    ) {
        let (empty, leaps) = self.leaps(*from);
        self.unpack(*from, empty, columns);
        let columns = columns.as_flattened();
        let (filled, moved_last, metric) = (columns[FILLED], last.mask(), self.masks.metric);
        for (kind, ((&(movable, begin), &blocks), &target)) in
            leaps.from.iter().zip(&columns[KINDS..]).zip(&self.masks.target).enumerate()
        {
            let mut blocks = blocks.and(movable).without(moved_last);
            while blocks != M::ZERO {
                let (at, first) = (blocks.without(blocks.pop()), blocks.lowest());
                blocks = blocks.pop();
                let nth = begin + movable.below(at);
                let range = leaps.ends[nth] as usize..leaps.ends[nth + 1] as usize;
                let still = filled.without(at);
                for (&change, &to) in leaps.changes[range.clone()].iter().zip(&leaps.to[range]) {
                    let fills = M::narrow(1).up(u32::from(to)).and(target);
                    let key = from.exchange(K::ZERO, change);
                    let goal = still.or(fills) == self.masks.targets;
                    let to = usize::from(to);
                    met(key, goal, Hop { kind, from: first, to, last: Last::of(metric, to) });
                }
            }
        }
    }

    fn moved(&self, from: &K, to: &K) -> (usize, usize) {
        moved(&self.masks, &self.kinds(*from), &self.kinds(*to))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::compact::Compact;
    use super::super::places::regions;
    use super::*;

    type Near<S> = BTreeMap<u128, (<S as Space>::Key, bool)>;

    /// By their looks, the positions one move away, and whether they reach the goal.
    fn near<S: Space<Look = u128>>(space: &S, from: &S::Key, last: Last) -> Near<S> {
        let mut near = BTreeMap::new();
        space.expand((from, last), &mut space.scratch(), |key, goal, _| {
            near.insert(space.look(&key), (key, goal));
        });
        near
    }

    /// Goes through some hundred positions of a tray twice.
    fn compare(plain: &Compact<u128, u128>, cramped: &Cramped<u128, u128>) {
        let mut met = BTreeMap::from([(plain.start(), cramped.start())]);
        let mut open = vec![(plain.start(), cramped.start())];
        assert_eq!(plain.start(), cramped.look(&cramped.start()));
        while let Some((key, same)) = open.pop().filter(|_| met.len() < 300) {
            let ours = near(cramped, &same, Last::UNKNOWN);
            let theirs = near(plain, &key, Last::UNKNOWN);
            let goals = |look: &u128| (*look, ours[look].1);
            assert_eq!(ours.keys().map(goals).collect::<Vec<_>>(), {
                theirs.iter().map(|(look, near)| (*look, near.1)).collect::<Vec<_>>()
            });
            for (look, (next, _)) in ours {
                assert_eq!(cramped.moved(&same, &next), plain.moved(&key, &look));
                assert_eq!(
                    *met.entry(look).or_insert_with(|| {
                        open.push((look, next));
                        next
                    }),
                    next,
                    "two keys for one look"
                );
            }
        }
    }

    #[test]
    fn moves_that_are_looked_up_are_those_that_shifted_masks_find() {
        let mut trays = 0;
        for seed in 0..300 {
            let p = marquetry_testkit::sliding::sliding(seed);
            let regions = regions(&p);
            let codes = Code::of(&regions).zip(Tight::of(&p, &regions));
            let Some((plain, tight)) = codes else { continue };
            trays += 1;
            for metric in [Metric::Moves, Metric::Slides, Metric::Steps] {
                let cramped = Cramped::new(&p, metric, &regions, (&plain, &tight));
                compare(&Compact::new(&p, metric, &plain), &cramped);
            }
        }
        assert!(trays > 100, "only {trays} of 300 trays have few empty cells");
    }

    #[test]
    fn to_move_a_block_again_leads_to_nothing_that_is_not_near_already() {
        let p = marquetry_testkit::sliding::drawn(
            "abbc abbc deef dghf i..j",
            ".... .... .... .xx. .xx.",
        );
        let regions = regions(&p);
        let (plain, tight) = (Code::of(&regions).unwrap(), Tight::of(&p, &regions).unwrap());
        let tray = Cramped::<u64, u64>::new(&p, Metric::Moves, &regions, (&plain, &tight));
        let (mut key, mut left_out) = (tray.start(), 0);
        for step in 0..500 {
            let around = near(&tray, &key, Last::UNKNOWN);
            let mut ways = Vec::new();
            tray.expand((&key, Last::UNKNOWN), &mut tray.scratch(), |key, _, hop| {
                ways.push((key, hop.last))
            });
            let (next, last) = ways[step % ways.len()];
            let all = near(&tray, &next, Last::UNKNOWN);
            let some = near(&tray, &next, last);
            for look in all.keys().filter(|look| !some.contains_key(look)) {
                assert!(around.contains_key(look) || *look == tray.look(&key));
                left_out += 1;
            }
            key = next;
        }
        assert!(left_out > 500);
    }
}
