//! Options with colours where every item has few of them: one word for each item, all of them gone through abreast.
//!
//! The words of all items stand in a row, settled or not, so that no word has to be looked for, and several are masked and
//! counted at a time. The highest bit of a word says that its item is open; the row of an option takes that bit, too, of the
//! items that the option settles. So a word that is this bit alone is a dead end, and an empty one is settled: no item is
//! asked what it is.

use std::array::from_fn;

use super::Options;
use super::company::Mates;
use crate::bits::ones;

/// An item is open: the bit that none of its options has.
const OPEN: u64 = 1 << 63;
/// How many words are gone through before it is looked whether one of them is a dead end.
pub(super) const ABREAST: usize = 8;
/// The ways of an item that is settled.
const SETTLED: i64 = 127;

/// The options left at each node down to where a search stands; none where some item has too many options for a word, or
/// is not to be covered just once.
#[derive(Clone)]
pub(super) struct Ranks<'t> {
    mates: Option<&'t Mates>,
    /// The item of each word.
    items: Vec<u32>,
    /// The words of all levels.
    words: Vec<u64>,
    /// The fewest ways at each level, and whose they are; none where all items are settled.
    fewest: Vec<Option<(u32, u32)>>,
}

impl<'t> Ranks<'t> {
    /// All options, where they have rows. To the number of those with each item something is added.
    pub fn new(options: &'t Options, offsets: &[i32]) -> Ranks<'t> {
        let none = Ranks { mates: None, items: Vec::new(), words: Vec::new(), fewest: Vec::new() };
        let Some(mates) = &options.mates else { return none };
        let items: Vec<u32> =
            (0..).zip(offsets).filter(|o| *o.1 < super::SETTLED).map(|o| o.0).collect();
        let single = |&item: &u32| {
            let many: u32 = options.with[item as usize].iter().map(|b| b.1.count_ones()).sum();
            let once = options.once[item as usize] && options.shades[item as usize] == 0;
            once && offsets[item as usize] == 0 && (1..64).contains(&many)
        };
        if !items.iter().all(single) {
            return none;
        }
        let mut words = vec![0; mates.width()];
        words[..items.len()].fill(OPEN);
        for (word, bit) in (0..options.len() as u32).flat_map(|option| mates.spots(option)) {
            words[word] |= bit;
        }
        let all = vec![u64::MAX; words.len()];
        let mut kept = words.clone();
        let least = sieve(&words, &all, &mut kept);
        let mut ranks = Ranks { mates: Some(mates), items, words, fewest: Vec::new() };
        ranks.fewest.push(ranks.told(least));
        ranks
    }

    /// Is this where the options are?
    #[inline]
    pub fn holds(&self) -> bool {
        self.mates.is_some()
    }

    /// Takes back the last choice. Are the options here?
    #[inline]
    pub fn pop(&mut self) -> bool {
        self.fewest.pop();
        self.holds()
    }

    /// Chooses an option.
    #[inline]
    pub fn choose(&mut self, option: u32) {
        let Some(mates) = self.mates else { return };
        let row = mates.row(option);
        let begin = self.fewest.len() * row.len();
        if self.words.len() < begin + row.len() {
            self.words.resize(begin + row.len(), 0);
        }
        let (above, words) = self.words.split_at_mut(begin);
        let least = sieve(&above[begin - row.len()..], row, &mut words[..row.len()]);
        self.fewest.push(self.told(least));
    }

    #[inline]
    fn told(&self, (ways, word): (u32, u32)) -> Option<(u32, u32)> {
        (i64::from(ways) != SETTLED).then(|| (ways, self.items[word as usize]))
    }

    #[inline]
    pub fn fewest(&self) -> Option<(u32, u32)> {
        self.fewest.last().copied().flatten()
    }

    #[inline]
    pub fn among(&self, item: u32, most: usize, mut call: impl FnMut(u32)) {
        let Some(mates) = self.mates else { return };
        let word = mates.word(item);
        let at = (self.fewest.len() - 1) * mates.width() + word;
        ones(self.words[at] & !OPEN).take(most).for_each(|bit| call(mates.option(word, bit)));
    }
}

/// Keeps what a row leaves of some words: the fewest ways of an item that is open, and the first such word.
#[inline]
fn sieve(words: &[u64], row: &[u64], kept: &mut [u64]) -> (u32, u32) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512vpopcntdq") && is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has just been asked for both features.
            return unsafe { eight(words, row, kept) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for the feature.
            return unsafe { four(words, row, kept) };
        }
    }
    go(words, row, kept)
}

/// The same for processors that take eight words at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
fn eight(words: &[u64], row: &[u64], kept: &mut [u64]) -> (u32, u32) {
    go(words, row, kept)
}

/// The same for processors that take four words at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn four(words: &[u64], row: &[u64], kept: &mut [u64]) -> (u32, u32) {
    go(words, row, kept)
}

#[inline(always)]
fn go(words: &[u64], row: &[u64], kept: &mut [u64]) -> (u32, u32) {
    let mut least = [i64::MAX; ABREAST];
    let mut places: [i64; ABREAST] = from_fn(|i| i as i64);
    let (words, _) = words.as_chunks::<ABREAST>();
    let (row, _) = row.as_chunks::<ABREAST>();
    let (kept, _) = kept.as_chunks_mut::<ABREAST>();
    for ((words, row), kept) in words.iter().zip(row).zip(kept) {
        let bits: [u64; ABREAST] = from_fn(|i| words[i] & row[i]);
        *kept = bits;
        if bits.iter().fold(false, |dead, &bits| dead | (bits == OPEN)) {
            return (0, 0);
        }
        let ways: [i64; ABREAST] = from_fn(|i| i64::from(bits[i].count_ones()));
        // An item that is settled has the most ways of all.
        let ways = ways.map(|ways| ((ways + SETTLED) & SETTLED) << 32);
        least = from_fn(|i| least[i].min(ways[i] | places[i]));
        places = places.map(|place| place + ABREAST as i64);
    }
    let least = least.into_iter().min().unwrap_or(i64::MAX);
    ((least >> 32) as u32, least as u32)
}
