//! Options that rule each other out: which of them are left, and how many ways that leaves to settle each item.
//!
//! Many options are bits of words. As soon as the items that are left fit in one word, the options are a list instead,
//! which is several times as fast. Where items have colours, which take many bits of a word, each option has a row of those
//! that go with it.

use rustc_hash::FxHashMap;

use self::company::{Company, Mates};
use self::handful::Handful;
use self::masses::Masses;
use self::ranks::Ranks;

mod company;
mod handful;
mod masses;
mod ranks;
mod words;

/// Some options: words of bits that are not empty, with their index.
type Words = Vec<(u32, u64)>;

/// Adds an option that comes after all others.
fn set(words: &mut Words, option: u32) {
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
/// The most options that are listed, a matter of memory, and the fewest for which it is worth while.
const LISTED: usize = 1 << 14;
const FEW: usize = 4;
/// With colours, items are few only when little is left to search: so many options make a list in smaller words worth while.
const COLOURED: usize = 128;

/// What stays the same during a search.
#[derive(Default)]
pub(crate) struct Options {
    /// The options with each item, and those that give it some shade: its colours are numbered from 1.
    with: Vec<Words>,
    coloured: FxHashMap<(u32, u32), Words>,
    /// The shade that a colour of an item is, and how many shades each item has.
    known: FxHashMap<(u32, u32), u32>,
    shades: Vec<u32>,
    /// The items of all options, and where those of each begin.
    items: Vec<u32>,
    begins: Vec<u32>,
    /// The shade that each of these is given, 0 for none. Those after the last shade are left out.
    given: Vec<u32>,
    /// Is each item in at most one option that is chosen, save for options that give it the same colour?
    once: Vec<bool>,
    /// Is that so of all items, and without colours?
    plain: bool,
    mates: Option<Mates>,
}

impl Options {
    /// No options yet for some items. Is each in at most one that is chosen, save for options that give it the same colour?
    pub fn new(once: Vec<bool>) -> Options {
        let (with, shades) = (vec![Words::new(); once.len()], vec![0; once.len()]);
        Options { with, shades, begins: vec![0], once, ..Options::default() }
    }

    /// All options are there: where they have colours, those that go with each are found, if that takes at most so many
    /// words. Only these items are ever to be settled.
    pub fn complete(&mut self, counted: impl Fn(u32) -> bool, words: usize) {
        self.plain = self.given.is_empty() && !self.once.contains(&false);
        if !self.given.is_empty() {
            self.mates = Mates::new(self, counted, words);
        }
    }

    /// Adds an option; one without items is never left.
    pub fn push(&mut self, items: impl IntoIterator<Item = (u32, Option<u32>)>) {
        let option = self.len() as u32;
        for (item, colour) in items {
            self.items.push(item);
            set(&mut self.with[item as usize], option);
            if let Some(colour) = colour {
                let shades = &mut self.shades[item as usize];
                let shade = *self.known.entry((item, colour)).or_insert_with(|| {
                    *shades += 1;
                    *shades
                });
                set(self.coloured.entry((item, shade)).or_default(), option);
                self.given.resize(self.items.len() - 1, 0);
                self.given.push(shade);
            }
        }
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

    /// The items of an option, each with its shade, or 0.
    fn shaded(&self, option: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        let begin = self.begins[option as usize] as usize;
        let shade = move |i: usize| self.given.get(begin + i).copied().unwrap_or(0);
        self.items(option).iter().enumerate().map(move |(i, &item)| (item, shade(i)))
    }

    /// The items of an option, each with its shade, for which it rules out others.
    fn ruled(&self, option: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        self.shaded(option).filter(|shaded| self.once[shaded.0 as usize])
    }

    /// How many bits tell the shades of an item apart.
    fn width(&self, item: u32) -> usize {
        match self.shades[item as usize] {
            0 => 1,
            shades => 2 * bits_for(shades as usize).max(1),
        }
    }

    /// The most bits that one option takes.
    fn widest(&self) -> usize {
        let bits = |option| self.items(option).iter().map(|&item| self.width(item)).sum();
        (0..self.len() as u32).map(bits).max().unwrap_or(1).max(1)
    }
}

/// The binary digits of all numbers below this one.
fn bits_for(many: usize) -> usize {
    many.next_power_of_two().ilog2() as usize
}

/// The options that are left in a search.
#[derive(Clone)]
pub(crate) struct Left<'t> {
    options: &'t Options,
    masses: Masses<'t>,
    /// Where there are rows of options, they are in one of these instead: in ranks if every item has few and is covered
    /// just once, so that nothing is ever added or dropped.
    ranks: Ranks<'t>,
    company: Company<'t>,
    /// Or from the level on at which they fit here.
    broad: Handful<u128>,
    narrow: Handful<u64>,
    /// How many levels have begun. Where too many bits were missing for a list, the level that showed it, and the one at
    /// which that many may have gone.
    depth: usize,
    waits: Vec<(usize, usize)>,
    widest: usize,
}

/// Asks whoever has the options.
macro_rules! ask {
    ($self:ident, $($question:tt)+) => {
        if $self.company.holds() {
            $self.company.$($question)+
        } else {
            ask_lists!($self, $($question)+)
        }
    };
}

/// The same where there are no rows.
macro_rules! ask_lists {
    ($self:ident, $($question:tt)+) => {
        if $self.narrow.holds() {
            $self.narrow.$($question)+
        } else if $self.broad.holds() {
            $self.broad.$($question)+
        } else {
            $self.masses.$($question)+
        }
    };
}

impl<'t> Left<'t> {
    /// All options. To the number of those with each item something is added.
    pub fn new(options: &'t Options, added: impl IntoIterator<Item = i32>) -> Left<'t> {
        let items = options.with.len();
        let (broad, narrow) = (Handful::new(items), Handful::new(items));
        let added: Vec<i32> = added.into_iter().collect();
        let (masses, widest) = (Masses::new(options, added.iter().copied()), options.widest());
        let (ranks, depth, waits) = (Ranks::new(options, &added), 0, Vec::new());
        let company = Company::new(options, added, !ranks.holds());
        let mut left =
            Left { options, masses, ranks, company, broad, narrow, depth, waits, widest };
        left.done();
        left
    }

    /// Begins a level. What is done at it takes effect when it is [done](Self::done).
    #[inline]
    pub fn push(&mut self) {
        if !self.ranks.holds() {
            self.begin();
        }
    }

    fn begin(&mut self) {
        self.depth += 1;
        ask!(self, push());
    }

    /// Takes back all that was done since the level began.
    #[inline]
    pub fn pop(&mut self) {
        if !self.ranks.pop() {
            self.go_back();
        }
    }

    fn go_back(&mut self) {
        self.depth -= 1;
        while self.waits.last().is_some_and(|wait| wait.0 > self.depth) {
            self.waits.pop();
        }
        // The first level of each is also the last of the one before.
        if self.narrow.pop() || self.broad.pop() || self.company.pop() {
            return;
        }
        self.masses.pop();
    }

    /// Adds to the ways of an item.
    pub fn add(&mut self, item: u32, more: i32) {
        ask!(self, add(item, more));
    }

    /// Settles items without colours that no other option may have any more, and takes out all options with them. False when some item
    /// cannot be settled any more: then the rest does not matter.
    #[inline]
    pub fn settle(&mut self, items: impl Iterator<Item = u32> + Clone) -> bool {
        ask_lists!(self, settle(items.map(|item| (item, 0))))
    }

    /// Takes out all options with an item.
    pub fn drop_with(&mut self, item: u32) -> bool {
        ask!(self, drop_with(item))
    }

    /// Takes out the options with an item that come before this one.
    pub fn drop_before(&mut self, item: u32, option: u32) -> bool {
        ask!(self, drop_before(item, option))
    }

    /// Settles the items of an option that others may have only with the same colour, and takes out what it rules out.
    #[inline]
    pub fn rule_out(&mut self, option: u32) -> bool {
        if self.options.plain {
            return self.settle(self.options.items(option).iter().copied());
        }
        if self.ranks.holds() {
            self.ranks.choose(option);
            return true;
        }
        if self.company.holds() {
            return self.company.rule_out(option);
        }
        ask_lists!(self, settle(self.options.ruled(option)))
    }

    /// Ends what is done at a level.
    #[inline]
    pub fn done(&mut self) {
        if !self.ranks.holds() {
            self.end();
        }
    }

    /// Ends a level; what is left goes where it fits.
    fn end(&mut self) {
        ask!(self, done());
        let waits = self.waits.last().is_some_and(|wait| wait.1 > self.depth);
        if waits || self.company.holds() {
            return;
        }
        let fits = |(items, options): (usize, usize), bits: usize, few: usize| {
            (few..=LISTED).contains(&options) && items + bits_for(options) <= bits
        };
        let Left { options, masses, broad, narrow, .. } = self;
        let mut missing = 0;
        if !broad.holds() && masses.open().is_some_and(|open| fits(open, 128, FEW)) {
            missing = broad.begin(options, masses.left(), |item| masses.offset(item));
        }
        let few = if options.given.is_empty() { FEW } else { COLOURED };
        if !narrow.holds() && broad.open().is_some_and(|open| fits(open, 64, few)) {
            missing = narrow.begin(options, broad.left(), |item| broad.offset(item));
        }
        if missing > 0 {
            self.waits.push((self.depth, self.depth + missing.div_ceil(self.widest)));
        }
    }

    /// The options left with an item, the first so many of them, each as a choice.
    pub fn among<C>(&self, item: u32, most: u32, choice: impl Fn(u32) -> C) -> Vec<C> {
        let mut choices = Vec::with_capacity(most as usize);
        let push = |option| choices.push(choice(option));
        if self.ranks.holds() {
            self.ranks.among(item, most as usize, push);
        } else {
            ask!(self, among(item, most as usize, push));
        }
        choices
    }

    /// The first item with the fewest ways, and how many: one that must be settled where there is one, otherwise one that
    /// may be and has options left.
    #[inline]
    pub fn fewest(&self) -> Option<(u32, u32)> {
        if self.ranks.holds() { self.ranks.fewest() } else { ask!(self, fewest()) }
    }
}
