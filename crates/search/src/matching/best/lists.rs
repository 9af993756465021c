//! The looks that fit a cell, by what the cells to its left and below it show.
//!
//! The looks that agree with both come first, then those that disagree on one side: a break. Along the frame there
//! are none of the latter, since its few colours leave enough to choose from.

use std::collections::{BTreeMap, BTreeSet};

use super::ground::Ground;
use crate::matching::model::{NONE, RIM};

/// The most lists a table may have; beyond that the puzzle has too many colours for this.
const MOST_LISTS: usize = 1 << 23;

/// A look as the inner loop needs it.
#[derive(Copy, Clone, Default)]
pub struct Entry {
    /// Its right colour times the number of colours.
    pub right: u32,
    /// Its upper colour.
    pub top: u16,
    /// Its number.
    pub look: u16,
}

/// A cell to be filled.
#[derive(Copy, Clone)]
pub struct Slot {
    /// Its number; that of a cell that shows nothing is the number of cells.
    pub cell: u16,
    /// The cell to its left.
    pub left: u16,
    /// The cell below it.
    pub below: u16,
    /// Its lists.
    pub lists: u32,
}

/// Cells that may hold the same looks and see the same kind of neighbours share their lists.
#[derive(Clone, PartialEq)]
struct Kind {
    /// The rim's sides as bits.
    rim: Option<u8>,
    sees: [bool; 2],
    /// Must the edge to the left and the one below agree? Along the frame they must.
    strict: [bool; 2],
    /// What pinned neighbours above and to the right show.
    pinned: [Option<u16>; 2],
}

/// The order of filling, and the lists.
pub struct Lists {
    /// The cells to be filled, in order.
    pub steps: Vec<Slot>,
    kinds: Vec<Kind>,
    /// The colours that each kind can see to the left and below.
    shown: Vec<[BTreeSet<u16>; 2]>,
    /// For each list where it begins and where its breaks begin; it ends where the next begins.
    pub bounds: Vec<u32>,
    /// The looks.
    pub entries: Vec<Entry>,
    /// Numbers of colours, one that stands for nothing included.
    pub colours: usize,
}

/// Which looks go into the lists.
pub struct Choice<'a> {
    /// The looks, in the order in which they are to be tried.
    pub looks: &'a [u32],
    /// With those that make a break?
    pub breaks: bool,
}

impl Lists {
    /// The kinds of cells, without any lists yet; `None` when they would be too many. `order` holds all cells that
    /// are not pinned, each after those to its left and below it.
    pub fn new(g: &Ground<'_>, order: &[u16], pinned: &[u32]) -> Option<Lists> {
        let colours = g.colours + 1;
        let mut lists = Lists {
            steps: Vec::new(),
            kinds: Vec::new(),
            shown: Vec::new(),
            bounds: Vec::new(),
            entries: Vec::new(),
            colours,
        };
        let mut colours_of: [BTreeMap<Option<u8>, BTreeSet<u16>>; 2] = Default::default();
        for &cell in order {
            let [above, right, below, left] = g.near[usize::from(cell)];
            let on_rim =
                |near: u16| near != RIM && g.rims[usize::from(near)].is_some_and(|rim| rim != 0);
            let shows = |near: u16, side: usize| {
                let look = *pinned.get(usize::from(near)).filter(|&&look| look != NONE)?;
                Some(g.shown[look as usize][side])
            };
            let kind = Kind {
                rim: g.rims[usize::from(cell)],
                sees: [left != RIM, below != RIM],
                strict: [left, below].map(|near| on_rim(cell) && on_rim(near)),
                pinned: [shows(above, 2), shows(right, 3)],
            };
            let known = lists.kinds.iter().position(|other| *other == kind);
            let at = known.unwrap_or(lists.kinds.len());
            if known.is_none() {
                lists.kinds.push(kind);
                lists.shown.push(Default::default());
            }
            for (i, (near, side)) in [(left, 1), (below, 0)].into_iter().enumerate() {
                let rim = g.rims.get(usize::from(near)).copied().flatten();
                let known = &mut colours_of[i];
                let colours = known.entry(rim).or_insert_with(|| g.shown_by(rim, side));
                lists.shown[at][i].extend(&*colours);
                lists.shown[at][i].extend(shows(near, side));
            }
            let seen = |near: u16| if near == RIM { g.near.len() as u16 } else { near };
            let base = at * lists.each_kind();
            lists.steps.push(Slot {
                cell,
                left: seen(left),
                below: seen(below),
                lists: base as u32,
            });
        }
        (lists.kinds.len() * colours * colours <= MOST_LISTS).then_some(lists)
    }

    /// What a cell outside the board shows.
    pub fn nothing(&self) -> Entry {
        let none = self.colours as u32 - 1;
        Entry { right: none * self.colours as u32, top: none as u16, look: 0 }
    }

    /// A look as the lists hold it.
    pub fn entry(&self, g: &Ground<'_>, look: u32) -> Entry {
        let [top, right, ..] = g.shown[look as usize];
        Entry { right: u32::from(right) * self.colours as u32, top, look: look as u16 }
    }

    /// Lists of a kind.
    fn each_kind(&self) -> usize {
        2 * self.colours * self.colours
    }

    /// The kinds of the steps from some depth on.
    pub fn kinds_from(&self, depth: usize) -> BTreeSet<usize> {
        self.steps[depth..].iter().map(|step| step.lists as usize / self.each_kind()).collect()
    }

    /// Where the lists of a kind begin, one after the other.
    pub fn bounds_of(&self, kind: usize) -> &[u32] {
        &self.bounds[kind * self.each_kind()..][..self.each_kind()]
    }

    /// Fills the lists of the steps from some depth on anew.
    pub fn fill(&mut self, g: &Ground<'_>, choice: &Choice<'_>, depth: usize) {
        let keys = self.kinds.len() * self.each_kind();
        self.bounds.clear();
        self.bounds.resize(keys + 2, 0);
        // Counted first, then put in place from the end of each list backwards.
        let kinds = self.kinds_from(depth);
        self.each(g, choice, &kinds, |lists, key, _| lists.bounds[key] += 1);
        let mut sum = 0;
        for bound in &mut self.bounds {
            sum += *bound;
            *bound = sum;
        }
        self.entries.clear();
        self.entries.resize(sum as usize, Entry::default());
        let backwards: Vec<u32> = choice.looks.iter().rev().copied().collect();
        let again = Choice { looks: &backwards, ..*choice };
        self.each(g, &again, &kinds, |lists, key, entry| {
            lists.bounds[key] -= 1;
            lists.entries[lists.bounds[key] as usize] = entry;
        });
    }

    /// Calls for each look and each list of these kinds that it belongs in.
    pub fn each(
        &mut self,
        g: &Ground<'_>,
        choice: &Choice<'_>,
        kinds: &BTreeSet<usize>,
        mut put: impl FnMut(&mut Lists, usize, Entry),
    ) {
        let (colours, none) = (self.colours, self.colours - 1);
        for &at in kinds {
            let (kind, base) = (self.kinds[at].clone(), at * self.each_kind());
            let shown =
                self.shown[at].clone().map(|all| Vec::from_iter(all.into_iter().map(usize::from)));
            for &look in choice.looks {
                let [top, right, below, left] = g.shown[look as usize];
                if kind.rim.is_some_and(|rim| rim != g.frames[look as usize]) {
                    continue;
                }
                let [above, beside] = kind.pinned;
                let breaks = [(above, top), (beside, right)]
                    .iter()
                    .filter(|(a, b)| a.is_some_and(|a| a != *b))
                    .count();
                let entry = self.entry(g, look);
                let left = if kind.sees[0] { usize::from(left) } else { none };
                let below = if kind.sees[1] { usize::from(below) } else { none };
                let key = |left: usize, below: usize, broken: usize| {
                    base + 2 * (left * colours + below) + broken
                };
                if breaks == 0 || breaks == 1 && choice.breaks {
                    put(self, key(left, below, breaks), entry);
                }
                if breaks > 0 || !choice.breaks {
                    continue;
                }
                if kind.sees[0] && !kind.strict[0] {
                    let others = shown[0].iter().filter(|&&other| other != left);
                    others.for_each(|&other| put(self, key(other, below, 1), entry));
                }
                if kind.sees[1] && !kind.strict[1] {
                    let others = shown[1].iter().filter(|&&other| other != below);
                    others.for_each(|&other| put(self, key(left, other, 1), entry));
                }
            }
        }
    }
}
