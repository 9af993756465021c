//! Options with colours: for each of them, a row of bits that says which others go with it.
//!
//! Every item that is to be settled has words of its own, a bit for each option with it. To choose an option is to go once
//! through the words that are not empty yet, and to copy what its row leaves of them: so nothing has to be taken back, and
//! colours, which are in the rows, cost nothing. The ways to settle each item are counted on the way.

use super::ranks::ABREAST;
use super::{OPTIONAL, Options, SETTLED, Words};
use crate::bits::ones;

/// Which options go with each, and where the bits of each are: what stays the same during a search.
pub(super) struct Mates {
    /// Where the words of each item begin, and after the last those of none.
    begins: Vec<u32>,
    /// The option of each bit.
    options: Vec<u32>,
    /// The bits of all options, and where those of each begin.
    spots: Vec<u32>,
    firsts: Vec<u32>,
    /// The words of a row, and all rows.
    width: usize,
    rows: Vec<u64>,
}

impl Mates {
    /// The rows of all options, with bits for these items; none where that takes more words.
    pub fn new(options: &Options, counted: impl Fn(u32) -> bool, most: usize) -> Option<Mates> {
        let many = |item: usize| options.with[item].iter().map(|b| b.1.count_ones()).sum::<u32>();
        let mut begins = vec![0];
        let mut words = 0;
        for item in 0..options.with.len() {
            words += if counted(item as u32) { many(item).div_ceil(64) } else { 0 };
            begins.push(words);
        }
        let width = (words as usize).next_multiple_of(ABREAST);
        if options.len().saturating_mul(width) > most {
            return None;
        }
        let (mut next, mut at) = (begins.clone(), vec![0; 64 * words as usize]);
        next.iter_mut().for_each(|word| *word *= 64);
        let (mut spots, mut firsts) = (Vec::new(), vec![0]);
        for option in 0..options.len() as u32 {
            for &item in options.items(option).iter().filter(|&&item| counted(item)) {
                let spot = &mut next[item as usize];
                at[*spot as usize] = option;
                spots.push(*spot);
                *spot += 1;
            }
            firsts.push(spots.len() as u32);
        }
        let rows = vec![u64::MAX; options.len() * width];
        let mut mates = Mates { begins, options: at, spots, firsts, width, rows };
        (0..options.with.len()).for_each(|item| mates.part(options, item));
        Some(mates)
    }

    /// Takes out of the rows of all options with an item those that do not go with them for it.
    fn part(&mut self, options: &Options, item: usize) {
        if !options.once[item] {
            return;
        }
        let with = &options.with[item];
        let mut none = vec![u64::MAX; self.width];
        none[self.begins[item] as usize..self.begins[item + 1] as usize].fill(0);
        each(with, |option| self.spots(option).for_each(|(word, bit)| none[word] &= !bit));
        let mut bare = with.clone();
        for shade in 1..=options.shades[item] {
            let Some(same) = options.coloured.get(&(item as u32, shade)) else { continue };
            let mut row = none.clone();
            each(same, |option| self.spots(option).for_each(|(word, bit)| row[word] |= bit));
            each(same, |option| self.keep(option, &row));
            for &(word, bits) in same {
                bare.iter_mut().filter(|b| b.0 == word).for_each(|b| b.1 &= !bits);
            }
        }
        each(&bare, |option| self.keep(option, &none));
    }

    fn keep(&mut self, option: u32, row: &[u64]) {
        let begin = option as usize * row.len();
        let own = &mut self.rows[begin..begin + row.len()];
        own.iter_mut().zip(row).for_each(|(own, row)| *own &= row);
    }

    /// The words of all items.
    fn words(&self) -> usize {
        self.begins.last().map_or(0, |&end| end as usize)
    }

    /// The words of a row: there are some more of them, which are of no item.
    pub fn width(&self) -> usize {
        self.width
    }

    #[inline]
    pub fn row(&self, option: u32) -> &[u64] {
        let begin = option as usize * self.width;
        &self.rows[begin..begin + self.width]
    }

    /// The first word of an item.
    #[inline]
    pub fn word(&self, item: u32) -> usize {
        self.begins[item as usize] as usize
    }

    /// The option of a bit.
    #[inline]
    pub fn option(&self, word: usize, bit: usize) -> u32 {
        self.options[64 * word + bit]
    }

    /// The options of some words.
    fn options_of(&self, words: &Left) -> impl Iterator<Item = u32> {
        let spots =
            |&(place, bits): &(u32, u64)| ones(bits).map(move |bit| 64 * place as usize + bit);
        words.iter().flat_map(spots).map(|spot| self.options[spot])
    }

    /// The bits of an option, each with its word.
    pub fn spots(&self, option: u32) -> impl Iterator<Item = (usize, u64)> {
        let option = option as usize;
        let spots = &self.spots[self.firsts[option] as usize..self.firsts[option + 1] as usize];
        spots.iter().map(|&spot| (spot as usize / 64, 1 << (spot % 64)))
    }
}

/// What is left at a node.
#[derive(Copy, Clone, Default)]
struct Level {
    /// Where its words and its items begin, and how many there are.
    words: (usize, usize),
    items: (usize, usize),
    /// How many changes to the ways of items are older.
    added: usize,
    /// The option that leads here, whose row says what may stay, and whether more than that falls out.
    chosen: Option<u32>,
    more: bool,
    fewest: Option<(u32, u32)>,
}

/// Some words of options: where each is in a row, and its bits.
type Left = [(u32, u64)];
/// Some items that are to be settled, and where their words end.
type Open = [(u32, u32)];

/// The options left at each node down to where a search stands; none where there are no rows.
#[derive(Clone)]
pub(super) struct Company<'t> {
    options: &'t Options,
    levels: Vec<Level>,
    /// The words of all levels that are not empty, and the items of all levels that are to be settled.
    words: Vec<(u32, u64)>,
    items: Vec<(u32, u32)>,
    /// What is added to the number of options with each item, and how it was changed.
    offsets: Vec<i32>,
    added: Vec<(u32, i32)>,
    /// What may stay at the last level, where that is not the row of an option.
    stay: Vec<u64>,
}

impl<'t> Company<'t> {
    /// All options, where they have rows and are asked for. To the number of those with each item something is added.
    pub fn new(options: &'t Options, offsets: Vec<i32>, asked: bool) -> Company<'t> {
        let (levels, added) = (Vec::new(), Vec::new());
        let (words, items, stay) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Company { options, levels, words, items, offsets, added, stay };
        if let Some(mates) = options.mates.as_ref().filter(|_| asked) {
            all.stay = vec![0; mates.width()];
            all.words = (0..mates.words() as u32).map(|place| (place, 0)).collect();
            for (word, bit) in (0..options.len() as u32).flat_map(|option| mates.spots(option)) {
                all.words[word].1 |= bit;
            }
            let open = (0..).zip(&all.offsets).filter(|(_, offset)| **offset < SETTLED);
            all.items = open.map(|(item, _)| (item, mates.begins[item as usize + 1])).collect();
            let (words, items) = ((0, all.words.len()), (0, all.items.len()));
            all.levels.push(Level { words, items, ..Level::default() });
            all.push();
        }
        all
    }

    /// Is this where the options are?
    #[inline]
    pub fn holds(&self) -> bool {
        !self.levels.is_empty()
    }

    pub fn push(&mut self) {
        let Some(above) = self.levels.last() else { return };
        let (words, items) = (above.words.0 + above.words.1, above.items.0 + above.items.1);
        let added = self.added.len();
        self.levels.push(Level { words: (words, 0), items: (items, 0), added, ..Level::default() });
    }

    /// Takes back all that was done since the level began. Are the options still here?
    pub fn pop(&mut self) -> bool {
        if let Some(level) = self.levels.pop() {
            let Company { added, offsets, .. } = self;
            added.drain(level.added..).for_each(|(item, more)| offsets[item as usize] -= more);
        }
        self.holds()
    }

    pub fn add(&mut self, item: u32, more: i32) {
        self.offsets[item as usize] += more;
        self.added.push((item, more));
    }

    #[inline]
    pub fn rule_out(&mut self, option: u32) -> bool {
        if let Some(level) = self.levels.last_mut() {
            level.chosen = Some(option);
        }
        true
    }

    pub fn drop_with(&mut self, item: u32) -> bool {
        self.drop_before(item, u32::MAX)
    }

    pub fn drop_before(&mut self, item: u32, option: u32) -> bool {
        let Company { options: Options { mates: Some(mates), .. }, levels, .. } = self else {
            return true;
        };
        let [.., above, level] = &mut levels[..] else { return true };
        if !std::mem::replace(&mut level.more, true) {
            self.stay.fill(u64::MAX);
        }
        let words = words_of(item, above.of_items(&self.items), above.of_words(&self.words));
        for other in mates.options_of(words).take_while(|&other| other < option) {
            mates.spots(other).for_each(|(word, bit)| self.stay[word] &= !bit);
        }
        true
    }

    /// Does what was asked for since the level began.
    pub fn done(&mut self) {
        let Company { options, levels, words, items, offsets, .. } = self;
        let ([.., above, level], Some(mates)) = (&mut levels[..], &options.mates) else { return };
        let row = match level.chosen.map(|option| mates.row(option)) {
            Some(row) if !level.more => row,
            row => {
                if !level.more {
                    self.stay.fill(u64::MAX);
                }
                let row = row.into_iter().flatten();
                self.stay.iter_mut().zip(row).for_each(|(stay, row)| *stay &= row);
                &self.stay
            }
        };
        words.resize(words.len().max(level.words.0 + above.words.1), (0, 0));
        items.resize(items.len().max(level.items.0 + above.items.1), (0, 0));
        let (all_words, words) = words.split_at_mut(level.words.0);
        let (all_items, items) = items.split_at_mut(level.items.0);
        let settled = |item: u32| {
            let by = |option| options.once[item as usize] && options.items(option).contains(&item);
            offsets[item as usize] >= OPTIONAL || level.chosen.is_some_and(by)
        };
        let all = (above.of_items(all_items), above.of_words(all_words));
        let sieve = Sieve { row, offsets, settled };
        (level.items.1, level.words.1, level.fewest) = sieve.through(all, items, words);
    }

    #[inline]
    pub fn fewest(&self) -> Option<(u32, u32)> {
        self.levels.last().and_then(|level| level.fewest)
    }

    pub fn among(&self, item: u32, most: usize, call: impl FnMut(u32)) {
        let (Some(level), Some(mates)) = (self.levels.last(), &self.options.mates) else { return };
        let words = words_of(item, level.of_items(&self.items), level.of_words(&self.words));
        mates.options_of(words).take(most).for_each(call);
    }
}

impl Level {
    fn of_words<'l>(&self, words: &'l Left) -> &'l Left {
        &words[self.words.0..self.words.0 + self.words.1]
    }

    fn of_items<'l>(&self, items: &'l Open) -> &'l Open {
        &items[self.items.0..self.items.0 + self.items.1]
    }
}

/// The words of an item.
fn words_of<'l>(item: u32, items: &Open, words: &'l Left) -> &'l Left {
    let Ok(at) = items.binary_search_by_key(&item, |open| open.0) else { return &[] };
    let begin = at.checked_sub(1).map_or(0, |before| items[before].1);
    &words[begin as usize..items[at].1 as usize]
}

/// What stays at a node.
struct Sieve<'l, F> {
    row: &'l [u64],
    offsets: &'l [i32],
    /// Is an item without options one that needs none?
    settled: F,
}

/// How many items and words stay, and the item with the fewest ways.
type Stays = (usize, usize, Option<(u32, u32)>);

impl<F: Fn(u32) -> bool> Sieve<'_, F> {
    #[inline]
    fn through(&self, all: (&Open, &Left), items: &mut Open, words: &mut Left) -> Stays {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has just been asked for the feature.
            return unsafe { self.counting(all, items, words) };
        }
        self.go(all, items, words)
    }

    /// The same for processors that count bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn counting(&self, all: (&Open, &Left), items: &mut Open, words: &mut Left) -> Stays {
        self.go(all, items, words)
    }

    #[inline(always)]
    fn go(&self, (open, left): (&Open, &Left), items: &mut Open, words: &mut Left) -> Stays {
        let (mut from, mut kept, mut stay) = (0, 0, 0);
        let (mut due, mut may) = ((i32::MAX, 0), (i32::MAX, 0));
        for &(item, end) in open {
            let mut many = 0;
            for &(place, bits) in &left[from..end as usize] {
                let bits = bits & self.row[place as usize];
                words[kept] = (place, bits);
                kept += usize::from(bits != 0);
                many += bits.count_ones() as i32;
            }
            from = end as usize;
            let ways = many + self.offsets[item as usize];
            if many == 0 && (self.settled)(item) {
                continue;
            }
            if many == 0 || ways <= 0 {
                return (0, 0, Some((0, item)));
            }
            items[stay] = (item, kept as u32);
            stay += 1;
            let least = if ways < OPTIONAL { &mut due } else { &mut may };
            if ways < least.0 {
                *least = (ways, item);
            }
        }
        let least = if due.0 < i32::MAX { due } else { may };
        let fewest = (least.0 < i32::MAX).then_some(((least.0 % OPTIONAL) as u32, least.1));
        (stay, kept, fewest)
    }
}

/// Calls for every option of some.
fn each(words: &Words, mut call: impl FnMut(u32)) {
    for &(word, bits) in words {
        ones(bits).for_each(|bit| call(word * 64 + bit as u32));
    }
}
