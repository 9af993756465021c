//! Many options: bits of words, and the ways left to settle each item.
//!
//! A choice takes out whole words at once, and the ways left are brought up to date for the items of those options that
//! really fell out.

use super::{OPTIONAL, Options, SETTLED, Words};
use crate::bits::{bits, ones};

/// Up to so many items, all their ways are kept from level to level. That is copied faster than it is worked out again.
const FEW: usize = 4096;

/// The options that are left.
#[derive(Clone)]
pub(super) struct Masses<'t> {
    options: &'t Options,
    alive: Vec<u64>,
    /// The ways left to settle each item.
    ways: Vec<i32>,
    /// What fell out, word by word, and what was added to ways, where they are not kept.
    fallen: Words,
    added: Vec<(u32, i32)>,
    /// Where each level of these begins, and the ways before it where they are kept.
    levels: Vec<(usize, usize)>,
    kept: Vec<i32>,
    /// The item with the fewest ways, at first and at each level.
    fewest: Vec<Option<(u32, u32)>>,
}

impl<'t> Masses<'t> {
    /// All options. To the number of those with each item something is added.
    pub fn new(options: &'t Options, added: impl IntoIterator<Item = i32>) -> Masses<'t> {
        let mut alive = vec![0; options.len().div_ceil(64)];
        options.with.iter().flatten().for_each(|&(word, bits)| alive[word as usize] |= bits);
        let count = |bits: &Words| bits.iter().map(|b| b.1.count_ones() as i32).sum::<i32>();
        let ways = options.with.iter().zip(added).map(|(bits, more)| count(bits) + more).collect();
        let (fallen, added, levels, kept) = (Words::new(), Vec::new(), Vec::new(), Vec::new());
        Masses { options, alive, ways, fallen, added, levels, kept, fewest: Vec::new() }
    }

    fn keeps(&self) -> bool {
        self.ways.len() <= FEW
    }

    pub fn push(&mut self) {
        self.levels.push((self.fallen.len(), self.added.len()));
        if self.keeps() {
            self.kept.extend_from_slice(&self.ways);
        }
    }

    pub fn pop(&mut self) {
        let Some((fallen, added)) = self.levels.pop() else { return };
        self.fewest.pop();
        if self.keeps() {
            let before = self.kept.len() - self.ways.len();
            self.ways.copy_from_slice(&self.kept[before..]);
            self.kept.truncate(before);
            self.fallen.drain(fallen..).for_each(|(word, bits)| self.alive[word as usize] |= bits);
            return;
        }
        let Masses { options, alive, ways, .. } = self;
        for (word, bits) in self.fallen.drain(fallen..) {
            alive[word as usize] |= bits;
            each(options, word, bits, |item| ways[item as usize] += 1);
        }
        self.added.drain(added..).for_each(|(item, more)| ways[item as usize] -= more);
    }

    #[inline]
    pub fn add(&mut self, item: u32, more: i32) {
        self.ways[item as usize] += more;
        if !self.keeps() {
            self.added.push((item, more));
        }
    }

    /// Takes options out. False when some item cannot be settled any more: then the rest does not matter.
    #[inline]
    fn drop(&mut self, word: u32, bits: u64) -> bool {
        let fall = self.alive[word as usize] & bits;
        if fall == 0 {
            return true;
        }
        self.alive[word as usize] &= !fall;
        self.fallen.push((word, fall));
        let (mut fine, ways) = (true, &mut self.ways);
        each(self.options, word, fall, |item| {
            let ways = &mut ways[item as usize];
            *ways -= 1;
            fine &= *ways != 0;
        });
        fine
    }

    pub fn settle(&mut self, mut items: impl Iterator<Item = (u32, u32)> + Clone) -> bool {
        items.clone().filter(|shaded| shaded.1 == 0).for_each(|(item, _)| self.add(item, SETTLED));
        items.all(|(item, shade)| match shade {
            0 => self.drop_with(item),
            _ => self.drop_others(item, shade),
        })
    }

    pub fn drop_with(&mut self, item: u32) -> bool {
        let with = &self.options.with[item as usize];
        with.iter().all(|&(word, bits)| self.drop(word, bits))
    }

    pub fn drop_before(&mut self, item: u32, option: u32) -> bool {
        let (last, below) = (option / 64, (1 << (option % 64)) - 1);
        let before = self.options.with[item as usize].iter().take_while(|b| b.0 <= last);
        before
            .copied()
            .all(|(word, bits)| self.drop(word, if word == last { bits & below } else { bits }))
    }

    /// Takes out the options that give an item no shade or another one.
    fn drop_others(&mut self, item: u32, shade: u32) -> bool {
        let same = self.options.coloured.get(&(item, shade)).into_iter().flatten();
        let mut same = same.peekable();
        self.options.with[item as usize].iter().all(|&(word, bits)| {
            let kept = same.next_if(|s| s.0 == word).map_or(0, |s| s.1);
            self.drop(word, bits & !kept)
        })
    }

    /// Finds the item with the fewest ways.
    pub fn done(&mut self) {
        let least = |from: i32| {
            let ways = self.ways.iter().copied().filter(|&ways| ways >= from);
            ways.min().filter(|&least| least < SETTLED)
        };
        let least = match least(i32::MIN) {
            Some(least) if least < OPTIONAL => Some(least),
            _ => least(OPTIONAL + 1),
        };
        let fewest = least.and_then(|least| {
            let item = self.ways.iter().position(|&ways| ways == least)?;
            Some(((least % OPTIONAL).max(0) as u32, item as u32))
        });
        self.fewest.push(fewest);
    }

    /// How many items are to be settled and options left, where there is a choice.
    pub fn open(&self) -> Option<(usize, usize)> {
        let open = |_| self.ways.iter().filter(|&&ways| ways < SETTLED).count();
        let many = || self.alive.iter().map(|word| word.count_ones() as usize).sum();
        self.fewest().filter(|fewest| fewest.0 > 1).map(open).map(|open| (open, many()))
    }

    pub fn fewest(&self) -> Option<(u32, u32)> {
        self.fewest.last().copied().flatten()
    }

    pub fn among(&self, item: u32, most: usize, call: impl FnMut(u32)) {
        let word = |&(word, bits): &(u32, u64)| {
            ones(self.alive[word as usize] & bits).map(move |bit| word * 64 + bit as u32)
        };
        self.options.with[item as usize].iter().flat_map(word).take(most).for_each(call);
    }

    /// The options left.
    pub fn left(&self) -> impl Iterator<Item = u32> {
        bits(&self.alive)
    }

    /// What is added to the number of options with an item.
    pub fn offset(&self, item: u32) -> i32 {
        let count = |&(word, bits): &(u32, u64)| (self.alive[word as usize] & bits).count_ones();
        let with = self.options.with[item as usize].iter().map(count).sum::<u32>();
        self.ways[item as usize] - with as i32
    }
}

/// Calls for every item of some options.
#[inline]
fn each(options: &Options, word: u32, bits: u64, mut call: impl FnMut(u32)) {
    for bit in ones(bits) {
        options.items(word * 64 + bit as u32).iter().for_each(|&item| call(item));
    }
}
