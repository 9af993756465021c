//! States in great numbers, cell after cell: a bit for each that there may be tells which there are, and their counts lie
//! side by side in the order of the states.
//!
//! A step takes states in order to states in order. So the states from which one is reached are found side by side too,
//! and nothing is looked for all over a table. Each state gathers its count by itself, so threads need not wait for each
//! other.

use super::super::quotient::{Lay, Quotient};
use super::tally::Tally;
use crate::bits::bits;

/// The most bits of a state.
const WIDEST: u32 = 28;
/// There must be a state for so many words of bits, since all of these are gone through at each cell.
const WORDS: usize = 4;

/// How states are written: what is covered from a cell on, then the usage.
#[derive(Copy, Clone)]
pub struct Frame {
    /// Bits of what is covered.
    lead: u32,
    /// All bits.
    bits: u32,
}

impl Frame {
    /// For so many states of a board; `None` where there are too few.
    pub fn new(quotient: &Quotient, states: usize) -> Option<Frame> {
        let frame = Frame { lead: quotient.span - 1, bits: quotient.span - 1 + quotient.bits };
        (frame.bits <= WIDEST && states * WORDS >= frame.words()).then_some(frame)
    }

    fn words(self) -> usize {
        (1_usize << self.bits).div_ceil(64)
    }

    /// A state of which this is covered.
    fn state(self, covered: u64, usage: u64) -> u64 {
        covered | usage << self.lead
    }

    /// The bytes of which states there are.
    fn bytes(self) -> u64 {
        self.words() as u64 * 12
    }
}

/// The states at a cell.
pub struct Layer<T> {
    frame: Frame,
    bits: Vec<u64>,
    /// How many states come before each word.
    ranks: Vec<u32>,
    counts: Vec<T>,
}

/// A step as it changes a state.
struct Go {
    shape: u64,
    copies: u64,
    room: Vec<(u64, u64)>,
}

impl Go {
    fn new(step: &Lay) -> Go {
        let word = |bits: u128| bits as u64;
        let room = step.room.iter().map(|&(field, most)| (word(field), word(most)));
        Go { shape: word(step.shape), copies: word(step.copies), room: room.collect() }
    }

    fn fits(&self, covered: u64, usage: u64) -> bool {
        covered & self.shape == 0 && self.room.iter().all(|&(field, most)| usage & field <= most)
    }
}

impl<T: Tally> Layer<T> {
    /// Some states: how far the first open cell is, what is covered from there on and the usage, and the count.
    pub fn gather<'t>(
        frame: Frame,
        states: impl Iterator<Item = (usize, u64, u64, &'t T)> + Clone,
    ) -> Layer<T>
    where
        T: 't,
    {
        let state = |open: usize, covered: u64, usage: u64| {
            frame.state((covered << open) | ((1 << open) - 1), usage)
        };
        let mut layer = Layer::empty(frame);
        states.clone().for_each(|(open, covered, usage, _)| layer.set(state(open, covered, usage)));
        layer.number();
        for (open, covered, usage, count) in states {
            if let Some(rank) = layer.rank(state(open, covered, usage)) {
                layer.counts[rank] += count;
            }
        }
        layer
    }

    fn empty(frame: Frame) -> Layer<T> {
        Layer { frame, bits: vec![0; frame.words()], ranks: Vec::new(), counts: Vec::new() }
    }

    fn set(&mut self, state: u64) {
        self.bits[(state / 64) as usize] |= 1 << (state % 64);
    }

    /// Numbers the states, with a count of none for each.
    fn number(&mut self) {
        let mut before = 0;
        self.ranks.extend(self.bits.iter().map(|word| {
            before += word.count_ones();
            before - word.count_ones()
        }));
        self.counts.resize(before as usize, T::default());
    }

    /// The number of a state.
    #[inline]
    fn rank(&self, state: u64) -> Option<usize> {
        let (at, bit) = ((state / 64) as usize, 1 << (state % 64));
        let word = self.bits[at];
        let before = || self.ranks[at] as usize + (word & (bit - 1)).count_ones() as usize;
        (word & bit != 0).then(before)
    }

    /// The count of a state whose first cell is open.
    pub fn get(&self, covered: u64, usage: u64) -> Option<&T> {
        // No piece laid before a cell reaches as far from it as from its own first cell.
        let reached = covered >> self.frame.lead == 0;
        let rank = reached.then(|| self.rank(self.frame.state(covered, usage))).flatten();
        rank.map(|rank| &self.counts[rank])
    }

    /// The states from this number on: what is covered, and the usage.
    fn from(&self, number: usize) -> impl Iterator<Item = (u64, u64)> {
        let word = self.ranks.partition_point(|&before| before as usize <= number).max(1) - 1;
        let skipped = number - self.ranks.get(word).map_or(0, |&before| before as usize);
        let (lead, first) = (self.frame.lead, 64 * word as u64);
        let states = bits(&self.bits[word..]).skip(skipped).map(move |bit| first + u64::from(bit));
        states.map(move |state| (state & ((1 << lead) - 1), state >> lead))
    }

    /// All states, each with its count.
    pub fn states(&self) -> impl Iterator<Item = (u64, u64, &T)> {
        let states = self.from(0).zip(&self.counts);
        states.map(|((covered, usage), count)| (covered, usage, count))
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// What it takes in bytes, with so many for each count apart from its slot.
    pub fn bytes(&self, heap: u64) -> u64 {
        self.frame.bytes() + self.len() as u64 * (size_of::<T>() as u64 + heap)
    }

    /// The states at the next cell, with counts of none.
    pub fn next(&self, steps: &[Lay]) -> Layer<T> {
        let (frame, moves) = (self.frame, moves(steps));
        let mut next = Layer::empty(frame);
        for (covered, usage) in self.from(0) {
            if covered & 1 == 1 {
                next.set(frame.state(covered >> 1, usage));
                continue;
            }
            for go in moves.iter().filter(|go| go.fits(covered, usage)) {
                next.set(frame.state((covered | go.shape) >> 1, usage + go.copies));
            }
        }
        next.number();
        next
    }

    /// Counts the next states of a layer from a number on, as many as that, with some threads. Tells the steps taken, and
    /// the sum in units of the counts.
    pub fn count(
        &self,
        next: &mut Layer<T>,
        steps: &[Lay],
        from: usize,
        many: usize,
        threads: usize,
    ) -> (u64, u128) {
        let moves = moves(steps);
        let to = (from + many).min(next.len());
        let mut counts = std::mem::take(&mut next.counts);
        let each = (to - from).div_ceil(threads.max(1)).max(1);
        let parts = counts[from..to].chunks_mut(each).enumerate();
        let part = |(i, part): (usize, &mut [T])| {
            self.gather_into(next.from(from + i * each), part, &moves)
        };
        let sums: Vec<(u64, u128)> = if threads > 1 && cfg!(feature = "threads") {
            std::thread::scope(|scope| {
                let part = &part;
                let workers: Vec<_> = parts.map(|item| scope.spawn(move || part(item))).collect();
                let done = |worker: std::thread::ScopedJoinHandle<'_, (u64, u128)>| {
                    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                workers.into_iter().map(done).collect()
            })
        } else {
            parts.map(part).collect()
        };
        next.counts = counts;
        sums.into_iter().fold((0, 0), |sum, part| (sum.0 + part.0, sum.1.saturating_add(part.1)))
    }

    /// Adds up the counts of all states from which each of these is reached.
    fn gather_into(
        &self,
        states: impl Iterator<Item = (u64, u64)>,
        counts: &mut [T],
        moves: &[Go],
    ) -> (u64, u128) {
        let (frame, all) = (self.frame, (1 << self.frame.lead) - 1);
        let (mut nodes, mut units) = (0, 0_u128);
        for ((covered, usage), count) in states.zip(counts) {
            let ahead = covered << 1 | 1;
            let mut sum = T::default();
            if ahead <= all
                && let Some(rank) = self.rank(frame.state(ahead, usage))
            {
                sum += &self.counts[rank];
            }
            for go in moves {
                let before = ahead ^ go.shape;
                if ahead & go.shape != go.shape || before > all || usage < go.copies {
                    continue;
                }
                let used = usage - go.copies;
                if !go.fits(before, used) {
                    continue;
                }
                if let Some(rank) = self.rank(frame.state(before, used)) {
                    sum += &self.counts[rank];
                    nodes += 1;
                }
            }
            units = units.saturating_add(sum.units());
            *count = sum;
        }
        (nodes, units)
    }

    /// The same with counts of a larger type.
    pub fn widen<U: Tally + From<T>>(self) -> Layer<U> {
        let Layer { frame, bits, ranks, counts } = self;
        Layer { frame, bits, ranks, counts: counts.into_iter().map(U::from).collect() }
    }

    /// The sum of all counts in units of their type, or more.
    pub fn units(&self) -> u128 {
        self.counts.iter().map(T::units).fold(0, u128::saturating_add)
    }

    /// What the largest count takes apart from its slot.
    pub fn heap(&self) -> u64 {
        self.counts.iter().map(T::heap).max().unwrap_or(0)
    }
}

fn moves(steps: &[Lay]) -> Vec<Go> {
    steps.iter().map(Go::new).collect()
}
