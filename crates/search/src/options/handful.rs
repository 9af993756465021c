//! Few options with few items: a list of words, each the items of an option and its number.
//!
//! What a choice rules out is found by going through the list once, and what is left of it is copied: so nothing has to be
//! taken back. The ways to settle each item are counted for all items at once, a bit each of three words.

use num_traits::PrimInt;

use super::words::{Word, add};
use super::{OPTIONAL, Options, SETTLED, bits_for};

/// The shade of an item that is in no option, and of one that is given several.
const UNSEEN: u32 = u32::MAX;
const MIXED: u32 = u32::MAX - 1;

/// What is left at a node.
#[derive(Copy, Clone)]
struct Kept<M> {
    /// Where its list begins and ends.
    begin: usize,
    end: usize,
    /// Items that must be settled by one more option, and those that may be, or must be by several.
    must: M,
    odd: M,
    /// What no option may have that is left, and what none before this one of the list.
    kill: M,
    before: (M, usize),
    /// How many changes to the ways of items are older.
    added: usize,
    fewest: Option<(u32, u32)>,
}

/// The options left at each node down to where a search stands; none while there are too many.
#[derive(Clone)]
pub(super) struct Handful<M> {
    /// The lists of all levels: the bits of items, and above them where an option is in the first list.
    lists: Vec<M>,
    levels: Vec<Kept<M>>,
    /// The first list.
    options: Vec<u32>,
    /// The items of these, and the one shade that all of them give each item, or [`MIXED`].
    found: Vec<u32>,
    shade: Vec<u32>,
    /// The bits of each item, and the item of each bit.
    bits: Vec<M>,
    items: Vec<u32>,
    /// What is added to the number of options with the item of each bit, and how it was changed.
    offsets: Vec<i32>,
    added: Vec<(usize, i32)>,
}

impl<M: Word> Handful<M> {
    /// No options yet of so many items.
    pub fn new(items: usize) -> Handful<M> {
        Handful {
            lists: Vec::new(),
            levels: Vec::new(),
            options: Vec::new(),
            found: Vec::new(),
            shade: vec![UNSEEN; items],
            bits: vec![M::zero(); items],
            items: Vec::new(),
            offsets: Vec::new(),
            added: Vec::new(),
        }
    }

    /// The bits of a word.
    pub const BITS: usize = 8 * size_of::<M>();

    /// Is this where the options are?
    #[inline]
    pub fn holds(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Lists some options, with what is added to the number of those with an item, unless that takes more bits than there
    /// are: then it says how many are missing.
    pub fn begin(
        &mut self,
        options: &Options,
        left: impl Iterator<Item = u32>,
        added: impl Fn(u32) -> i32,
    ) -> usize {
        self.options.clear();
        self.options.extend(left);
        let missing = self.find(options).saturating_sub(Self::BITS - bits_for(self.options.len()));
        if missing > 0 {
            return missing;
        }
        self.allot(options);
        self.lists.clear();
        for (number, &option) in self.options.iter().enumerate() {
            let bits = options.shaded(option).map(|(item, shade)| self.code(item, shade));
            let number = M::from(number).unwrap_or(M::zero());
            let number = number.unsigned_shl(self.items.len() as u32);
            self.lists.push(bits.fold(number, |all, bits| all | bits));
        }
        let none = M::zero();
        let mut level = Kept {
            begin: 0,
            end: self.lists.len(),
            must: none,
            odd: none,
            kill: none,
            before: (none, 0),
            added: 0,
            fewest: None,
        };
        self.offsets = self.items.iter().map(|&item| added(item)).collect();
        for (bit, &offset) in self.offsets.iter().enumerate() {
            level.require(M::one() << bit, offset);
        }
        self.added.clear();
        self.levels.push(level);
        self.look();
        0
    }

    /// Finds the items of the options, and says how many bits they take.
    fn find(&mut self, options: &Options) -> usize {
        let Handful { found, shade, bits, .. } = self;
        for item in found.drain(..) {
            (bits[item as usize], shade[item as usize]) = (M::zero(), UNSEEN);
        }
        for (item, given) in self.options.iter().flat_map(|&option| options.shaded(option)) {
            let shade = &mut shade[item as usize];
            match *shade {
                UNSEEN => {
                    *shade = given;
                    found.push(item);
                }
                seen if seen != given => *shade = MIXED,
                _ => {}
            }
        }
        self.found.iter().map(|&item| self.width(item, options)).sum()
    }

    /// The bits of an item; none where all options give it the same colour.
    fn width(&self, item: u32, options: &Options) -> usize {
        match self.shade[item as usize] {
            0 => 1,
            MIXED => options.width(item),
            _ => 0,
        }
    }

    /// Gives bits to the items found.
    fn allot(&mut self, options: &Options) {
        self.found.sort_unstable();
        self.items.clear();
        for i in 0..self.found.len() {
            let item = self.found[i];
            let from = self.items.len();
            self.items.extend(std::iter::repeat_n(item, self.width(item, options)));
            let bits = (from..self.items.len()).fold(M::zero(), |all, bit| all | M::one() << bit);
            self.bits[item as usize] = bits;
        }
    }

    /// The bits of an item in an option that gives it this shade: its number in binary, and the same with all bits changed.
    /// So two options that give it different shades have different bits, neither with all of those of the other.
    fn code(&self, item: u32, shade: u32) -> M {
        let bits = self.bits[item as usize];
        if shade == 0 || bits.is_zero() {
            return bits;
        }
        let half = bits.count_ones() as usize / 2;
        let low = M::from(shade - 1).unwrap_or(M::zero());
        let high = !low & !(!M::zero() << half);
        (low | high << half) << bits.trailing_zeros() as usize
    }

    pub fn push(&mut self) {
        let Some(&top) = self.levels.last() else { return };
        let (begin, none) = (top.end, M::zero());
        let added = self.added.len();
        self.levels.push(Kept { begin, kill: none, before: (none, 0), added, ..top });
    }

    /// Takes back all that was done since the level began. Are the options still here?
    pub fn pop(&mut self) -> bool {
        if let Some(level) = self.levels.pop() {
            let Handful { added, offsets, .. } = self;
            added.drain(level.added..).for_each(|(bit, more)| offsets[bit] -= more);
        }
        self.holds()
    }

    pub fn add(&mut self, item: u32, more: i32) {
        let bits = self.bits[item as usize];
        let Some(level) = self.levels.last_mut().filter(|_| !bits.is_zero()) else { return };
        let bit = bits.trailing_zeros() as usize;
        self.offsets[bit] += more;
        self.added.push((bit, more));
        level.require(bits, self.offsets[bit]);
    }

    #[inline]
    pub fn settle(&mut self, items: impl Iterator<Item = (u32, u32)>) -> bool {
        let (mut settled, mut kill) = (M::zero(), M::zero());
        for (item, shade) in items {
            let bits = self.bits[item as usize];
            if shade == 0 {
                (settled, kill) = (settled | bits, kill | bits);
            } else {
                kill = kill | bits & !self.code(item, shade);
            }
        }
        if let Some(level) = self.levels.last_mut() {
            level.require(settled, SETTLED);
            level.kill = level.kill | kill;
        }
        true
    }

    #[inline]
    fn kill(&mut self, bits: M) -> bool {
        if let Some(level) = self.levels.last_mut() {
            level.kill = level.kill | bits;
        }
        true
    }

    pub fn drop_with(&mut self, item: u32) -> bool {
        self.kill(self.bits[item as usize])
    }

    pub fn drop_before(&mut self, item: u32, option: u32) -> bool {
        let (above, bits) = (self.above(), self.bits[item as usize]);
        let at = above.partition_point(|&entry| self.option(entry) < option);
        if let Some(level) = self.levels.last_mut() {
            level.before = (bits, at);
        }
        true
    }

    /// The list of the level above the last.
    fn above(&self) -> &[M] {
        match self.levels[..] {
            [.., above, level] => &self.lists[above.begin..level.begin],
            _ => &[],
        }
    }

    /// The option of an entry.
    #[inline]
    fn option(&self, entry: M) -> u32 {
        self.options[entry.unsigned_shr(self.items.len() as u32).to_usize().unwrap_or(0)]
    }

    /// Does what was asked for since the level began.
    pub fn done(&mut self) {
        let [.., above, level] = &mut self.levels[..] else { return };
        let many = level.begin - above.begin;
        if self.lists.len() < level.begin + many {
            self.lists.resize((level.begin + many) * 2, M::zero());
        }
        let (all, left) = self.lists.split_at_mut(level.begin);
        let (early, late) = all[above.begin..].split_at(level.before.1);
        let (kept, before) = M::keep(early, left, level.kill | level.before.0);
        let (more, after) = M::keep(late, &mut left[kept..], level.kill);
        level.end = level.begin + kept + more;
        let lost = level.must & !(before | after);
        if lost.is_zero() {
            self.look();
        } else {
            level.fewest = Some((0, self.items[lost.trailing_zeros() as usize]));
        }
    }

    /// Finds the item with the fewest ways at the last level.
    fn look(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        let list = &self.lists[level.begin..level.end];
        let digits = M::digits(list);
        let mut due = fewest(level.must, list, &digits);
        let (mut may, mut odd) = (None, level.odd);
        while !odd.is_zero() {
            let bit = odd.trailing_zeros() as usize;
            odd = odd & (odd - M::one());
            let way = (count(bit, list, &digits) + self.offsets[bit], bit as u32);
            let least = if way.0 < OPTIONAL { &mut due } else { &mut may };
            if way.0 != OPTIONAL && least.is_none_or(|least| way < least) {
                *least = Some(way);
            }
        }
        level.fewest = due
            .or(may)
            .map(|(ways, bit)| ((ways % OPTIONAL).max(0) as u32, self.items[bit as usize]));
    }

    #[inline]
    pub fn fewest(&self) -> Option<(u32, u32)> {
        self.levels.last().and_then(|level| level.fewest)
    }

    /// The options left.
    pub fn left(&self) -> impl Iterator<Item = u32> {
        let level = self.levels.last().map_or(0..0, |level| level.begin..level.end);
        self.lists[level].iter().map(|&entry| self.option(entry))
    }

    pub fn among(&self, item: u32, most: usize, call: impl FnMut(u32)) {
        let level = self.levels.last().map_or(0..0, |level| level.begin..level.end);
        let bits = self.bits[item as usize];
        let with = self.lists[level].iter().filter(|&&entry| !(entry & bits).is_zero());
        with.take(most).map(|&entry| self.option(entry)).for_each(call);
    }

    /// How many items are to be settled and options left, where there is a choice.
    pub fn open(&self) -> Option<(usize, usize)> {
        let level = self.levels.last()?;
        let open = (level.must | level.odd).count_ones() as usize;
        level.fewest.filter(|fewest| fewest.0 > 1).map(|_| (open, level.end - level.begin))
    }

    /// What is added to the number of options with an item.
    pub fn offset(&self, item: u32) -> i32 {
        let bits = self.bits[item as usize];
        let open = |level: &&Kept<M>| !((level.must | level.odd) & bits).is_zero();
        match self.levels.last().filter(open) {
            Some(_) => self.offsets[bits.trailing_zeros() as usize],
            None => SETTLED,
        }
    }
}

impl<M: PrimInt> Kept<M> {
    /// Notes whether items must or may be settled.
    #[inline]
    fn require(&mut self, bits: M, offset: i32) {
        (self.must, self.odd) = (self.must & !bits, self.odd & !bits);
        if offset == 0 {
            self.must = self.must | bits;
        } else if offset < SETTLED {
            self.odd = self.odd | bits;
        }
    }
}

fn has<M: PrimInt>(bits: M, bit: usize) -> bool {
    !(bits >> bit & M::one()).is_zero()
}

/// How often a bit is set.
fn count<M: PrimInt>(bit: usize, list: &[M], [one, two, four, more]: &[M; 4]) -> i32 {
    if has(*more, bit) {
        return list.iter().filter(|&&entry| has(entry, bit)).count() as i32;
    }
    let digits = [one, two, four].map(|digit| i32::from(has(*digit, bit)));
    digits[0] + 2 * digits[1] + 4 * digits[2]
}

/// How often that of these bits is set which is so least often, and the first such bit.
#[inline]
fn fewest<M: Word>(bits: M, list: &[M], digits: &[M; 4]) -> Option<(i32, u32)> {
    let [one, two, four, more] = *digits;
    let few = bits & !more;
    if few.is_zero() {
        return (!bits.is_zero()).then(|| fewest_of_many(bits, list));
    }
    Some(least(few, &[one, two, four]))
}

/// The same where all are set often.
fn fewest_of_many<M: Word>(bits: M, list: &[M]) -> (i32, u32) {
    let mut digits = [M::zero(); 32];
    // Three digits hold the sum of seven.
    for seven in list.chunks(7) {
        let [one, two, four, mut carry] = M::digits(seven);
        for (i, digit) in digits.iter_mut().enumerate() {
            let more = [one, two, four].get(i).copied().unwrap_or(M::zero());
            carry = add(digit, more, carry);
            if i > 2 && carry.is_zero() {
                break;
            }
        }
    }
    least(bits, &digits[..bits_for(list.len() + 1)])
}

/// The least of some numbers, one for each bit, by their binary digits.
#[inline]
fn least<M: PrimInt>(mut bits: M, digits: &[M]) -> (i32, u32) {
    let mut number = 0;
    for &digit in digits.iter().rev() {
        let less = bits & !digit;
        number = 2 * number + i32::from(less.is_zero());
        bits = if less.is_zero() { bits } else { less };
    }
    (number, bits.trailing_zeros())
}
