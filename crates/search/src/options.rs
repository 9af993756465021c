//! Options that rule each other out: which of them are left, and how many ways that leaves to settle each item.
//!
//! Options are bits, and those with an item are words of bits. A choice takes out whole words at once, and the ways left
//! are brought up to date for the items of those options that really fell out.

use crate::bits::ones;

/// Some options: words of bits that are not empty, with their index.
pub(crate) type Words = Vec<(u32, u64)>;

/// Adds an option that comes after all others.
pub(crate) fn set(words: &mut Words, option: u32) {
    let word = option / 64;
    match words.last_mut() {
        Some(last) if last.0 == word => last.1 |= 1 << (option % 64),
        _ => words.push((word, 1 << (option % 64))),
    }
}

/// Added to the ways of an item that need not be settled, and of one that cannot be any more or is: they are never the
/// least.
pub(crate) const OPTIONAL: i32 = 1 << 28;
pub(crate) const SETTLED: i32 = 1 << 29;
/// Up to so many items, all their ways are kept from level to level. That is copied faster than it is worked out again.
const FEW: usize = 1024;

/// What stays the same during a search.
#[derive(Default)]
pub(crate) struct Options {
    /// The options with each item.
    with: Vec<Words>,
    /// The items of all options, and where those of each begin.
    items: Vec<u32>,
    begins: Vec<u32>,
}

impl Options {
    /// No options yet for so many items.
    pub fn new(items: usize) -> Options {
        Options { with: vec![Words::new(); items], items: Vec::new(), begins: vec![0] }
    }

    /// Adds an option; one without items is never left.
    pub fn push(&mut self, items: impl IntoIterator<Item = u32>) {
        let (option, begin) = (self.len() as u32, self.items.len());
        self.items.extend(items);
        self.items[begin..].iter().for_each(|&item| set(&mut self.with[item as usize], option));
        self.begins.push(self.items.len() as u32);
    }

    /// How many options there are.
    pub fn len(&self) -> usize {
        self.begins.len() - 1
    }

    /// How many items all options have together.
    pub fn size(&self) -> usize {
        self.items.len()
    }

    /// The items of an option.
    #[inline]
    pub fn items(&self, option: u32) -> &[u32] {
        let option = option as usize;
        &self.items[self.begins[option] as usize..self.begins[option + 1] as usize]
    }

    /// The options with an item.
    pub fn with(&self, item: u32) -> &Words {
        &self.with[item as usize]
    }
}

/// The options that are left in a search.
#[derive(Clone)]
pub(crate) struct Left<'t> {
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
}

impl<'t> Left<'t> {
    /// All options. To the number of those with each item something is added.
    pub fn new(options: &'t Options, added: impl IntoIterator<Item = i32>) -> Left<'t> {
        let mut alive = vec![0; options.len().div_ceil(64)];
        options.with.iter().flatten().for_each(|&(word, bits)| alive[word as usize] |= bits);
        let count = |bits: &Words| bits.iter().map(|b| b.1.count_ones() as i32).sum::<i32>();
        let ways = options.with.iter().zip(added).map(|(bits, more)| count(bits) + more).collect();
        let (fallen, added, levels, kept) = (Words::new(), Vec::new(), Vec::new(), Vec::new());
        Left { options, alive, ways, fallen, added, levels, kept }
    }

    fn keeps(&self) -> bool {
        self.ways.len() <= FEW
    }

    /// Begins a level.
    pub fn push(&mut self) {
        self.levels.push((self.fallen.len(), self.added.len()));
        if self.keeps() {
            self.kept.extend_from_slice(&self.ways);
        }
    }

    /// Takes back all that was done since the level began.
    pub fn pop(&mut self) {
        let Some((fallen, added)) = self.levels.pop() else { return };
        if self.keeps() {
            let before = self.kept.len() - self.ways.len();
            self.ways.copy_from_slice(&self.kept[before..]);
            self.kept.truncate(before);
            self.fallen.drain(fallen..).for_each(|(word, bits)| self.alive[word as usize] |= bits);
            return;
        }
        let Left { options, alive, ways, .. } = self;
        for (word, bits) in self.fallen.drain(fallen..) {
            alive[word as usize] |= bits;
            each(options, word, bits, |item| ways[item as usize] += 1);
        }
        self.added.drain(added..).for_each(|(item, more)| ways[item as usize] -= more);
    }

    /// Adds to the ways of an item.
    #[inline]
    pub fn add(&mut self, item: u32, more: i32) {
        self.ways[item as usize] += more;
        if !self.keeps() {
            self.added.push((item, more));
        }
    }

    /// Takes options out. False when some item cannot be settled any more: then the rest does not matter.
    #[inline]
    pub fn drop(&mut self, word: u32, bits: u64) -> bool {
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

    /// Takes out all options with an item.
    pub fn drop_with(&mut self, item: u32) -> bool {
        let with = self.options.with(item);
        with.iter().all(|&(word, bits)| self.drop(word, bits))
    }

    /// Takes out the options with an item that come before this one.
    pub fn drop_before(&mut self, item: u32, option: u32) -> bool {
        let (last, below) = (option / 64, (1 << (option % 64)) - 1);
        let before = self.options.with(item).iter().take_while(|b| b.0 <= last);
        before
            .copied()
            .all(|(word, bits)| self.drop(word, if word == last { bits & below } else { bits }))
    }

    /// The options left with an item.
    pub fn among(&self, item: u32) -> impl Iterator<Item = u32> {
        self.options.with(item).iter().flat_map(|&(word, bits)| {
            ones(self.alive[word as usize] & bits).map(move |bit| word * 64 + bit as u32)
        })
    }

    /// The first item with the fewest ways, and how many: one that must be settled where there is one, otherwise one that
    /// may be and has options left.
    pub fn fewest(&self) -> Option<(u32, u32)> {
        let least = self.ways.iter().copied().min().filter(|&least| least < SETTLED)?;
        let least = if least < OPTIONAL {
            least
        } else {
            let may =
                self.ways.iter().copied().filter(|ways| (OPTIONAL + 1..SETTLED).contains(ways));
            may.min()?
        };
        let item = self.ways.iter().position(|&ways| ways == least)?;
        Some(((least % OPTIONAL).max(0) as u32, item as u32))
    }
}

/// Calls for every item of some options.
#[inline]
fn each(options: &Options, word: u32, bits: u64, mut call: impl FnMut(u32)) {
    for bit in ones(bits) {
        options.items(word * 64 + bit as u32).iter().for_each(|&item| call(item));
    }
}
