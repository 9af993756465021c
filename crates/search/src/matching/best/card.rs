//! Upper halves searched by what is faster than a core: a graphics card.
//!
//! A [`Card`] lays lower halves, or threads do, these make their tables, the card searches them many at a time, and what it finds
//! is judged. A thread whose halves nobody wants searches on its own.
//!
//! ```
//! use marquetry_puzzle::Puzzle;
//! use marquetry_puzzle::generate::{Kind, generate};
//! use marquetry_search::matching::best::{Hunt, layout};
//!
//! let puzzle = Puzzle::from(generate(Kind::Framed, 8, 8, 9, 1).unwrap());
//! let layout = layout(&puzzle, &Hunt::default()).unwrap();
//! assert_eq!(layout.steps.len(), 32);
//! ```

mod abreast;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

pub use self::abreast::{Abreast, Laid};
use super::ground::Ground;
use super::lists::{Choice, Lists};
pub use super::promise::UNIT;

/// What all lower halves of a puzzle have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// For each cell to be filled, in order: what lies to its left, what lies below it, and where its lists begin. From
    /// the number of steps on it is one of those seen.
    pub steps: Vec<[u16; 3]>,
    /// How many tiles are left for them.
    pub tiles: usize,
    /// Numbers of colours, one that stands for nothing included.
    pub colours: usize,
    /// How many bounds the lists have, but for two at the end.
    pub keys: usize,
    /// The most entries that the lists can have.
    pub entries: usize,
    /// The most looks, whose numbers are below this.
    pub looks: usize,
    /// Cells that are filled and seen from those to be filled; the last cell's number and one stands for none.
    pub(super) seen: Vec<u16>,
    /// The cell of each step.
    pub(super) cells: Vec<u16>,
    /// How many cells are filled without a break before the tables are made.
    pub(super) from: usize,
    /// How many of the cells to be filled each start has filled, without a break.
    pub ahead: usize,
}

impl Layout {
    /// How many cells that are filled are seen from those to be filled.
    pub fn seen(&self) -> usize {
        self.seen.len()
    }

    /// The same with the first so many steps alone.
    pub(super) fn cut(&self, steps: usize) -> Layout {
        let less = (self.steps.len() - steps) as u16;
        let seen_from = self.steps.len() as u16;
        let shifted = |step: u16| if step >= seen_from { step - less } else { step };
        let cut = |&[left, below, lists]: &[u16; 3]| [shifted(left), shifted(below), lists];
        Layout { steps: self.steps[..steps].iter().map(cut).collect(), ..self.clone() }
    }

    /// The layout for halves of so many cells.
    pub(super) fn new(g: &Ground<'_>, lists: &mut Lists, from: usize, ahead: usize) -> Layout {
        let kinds = lists.kinds_from(from);
        let (upper, each) = (lists.steps[from..].to_vec(), 2 * lists.colours * lists.colours);
        let numbers: BTreeMap<u16, usize> =
            upper.iter().enumerate().map(|(i, step)| (step.cell, i)).collect();
        let mut seen = Vec::new();
        let mut number = |cell: u16| {
            numbers.get(&cell).copied().unwrap_or_else(|| {
                let known = seen.iter().position(|&at| at == cell);
                upper.len()
                    + known.unwrap_or_else(|| {
                        seen.push(cell);
                        seen.len() - 1
                    })
            })
        };
        let step = |step: &super::lists::Slot| {
            let kind = kinds.range(..step.lists as usize / each).count();
            [number(step.left), number(step.below), kind * each].map(|n| n as u16)
        };
        Layout {
            steps: upper.iter().map(step).collect(),
            tiles: g.p.tiles.len().saturating_sub(from + g.p.pins.len()),
            colours: lists.colours,
            keys: kinds.len() * each,
            entries: most_entries(g, lists, &kinds, from),
            looks: g.shown.len(),
            cells: upper.iter().map(|step| step.cell).collect(),
            from,
            ahead,
            seen,
        }
    }
}

/// The most entries that lists of these kinds can have. Cells at the rim take tiles of the frame, the others all else.
fn most_entries(g: &Ground<'_>, lists: &mut Lists, kinds: &BTreeSet<usize>, from: usize) -> usize {
    let mut of_tile = vec![0; g.p.tiles.len()];
    let choice = Choice { looks: &g.looks, breaks: true };
    lists.each(g, &choice, kinds, |_, _, entry| of_tile[usize::from(entry.look) >> g.shift] += 1);
    let mut cells: BTreeMap<u32, usize> = BTreeMap::new();
    for step in &lists.steps[from..] {
        let rim = g.rims[usize::from(step.cell)].unwrap_or(0);
        *cells.entry(rim.count_ones()).or_default() += 1;
    }
    let framed = |tile: usize| g.p.frame.map_or(0, |_| g.frames[tile << g.shift].count_ones());
    let most = |(rim, cells): (u32, usize)| {
        let tiles = (0..of_tile.len()).filter(|&tile| framed(tile) == rim);
        let mut counts: Vec<usize> = tiles.map(|tile| of_tile[tile]).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.iter().take(cells).sum::<usize>()
    };
    cells.into_iter().map(most).sum()
}

/// The tables of a lower half. An entry has the number of its tile among those left (bits 0 to 7), its right colour (8 to
/// 12), its upper colour (13 to 17) and its look (18 to 31).
#[derive(Clone, Debug)]
pub struct Half {
    /// The looks of all lists.
    pub entries: Vec<u32>,
    /// Where each list begins and where its breaks begin, one after the other, and twice where the last one ends.
    pub bounds: Vec<u16>,
    /// What lies on the cells that are seen.
    pub seen: Vec<u32>,
    /// What is laid ahead, each start one after the other: the trees above them are all that is searched.
    pub starts: Vec<u32>,
    /// The looks on all cells.
    pub(super) lower: Vec<u32>,
}

impl Half {
    /// What each start has laid, step by step.
    pub fn starts<'h>(&'h self, layout: &Layout) -> impl Iterator<Item = &'h [u32]> {
        // Where nothing is laid ahead there is one start.
        let nothing = (layout.ahead == 0).then_some(&[][..]);
        self.starts.chunks_exact(layout.ahead.max(1)).chain(nothing)
    }
}

/// What a card is to search at once.
pub struct Batch<'a> {
    /// The lower halves.
    pub halves: &'a [Half],
    /// By the breaks of the best board and then by level, how many may lie on the board once each step is filled. The
    /// last number of breaks stands for all further ones; the higher the level, the later is the first break.
    pub allowed: Vec<Vec<u8>>,
    /// Levels, and the one that each half begins with.
    pub levels: usize,
    /// See there.
    pub level: usize,
    /// How many of a thousand nodes are to be late, and by how many thousandths they may be off before a half goes to
    /// the next level.
    pub share: u32,
    /// See there.
    pub pace: u32,
    /// The breaks of the best board so far: those to be found have fewer. It counts as this many at least, also when a better
    /// one is found.
    pub missing: usize,
    /// See there.
    pub least: usize,
    /// The most steps for each half.
    pub steps: u64,
}

/// What became of a half.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Searched {
    /// Tiles laid.
    pub nodes: u64,
    /// The level in the end.
    pub level: usize,
    /// The look on each step of the best board, if one was found that was better than any before.
    pub board: Option<Vec<u32>>,
    /// Complete boards by their breaks, the last number those with more.
    pub tally: Vec<u32>,
}

/// What searches upper halves.
pub trait Card: Sync {
    /// How many halves make a batch, or why it cannot search them.
    fn batch(&self, layout: &Layout) -> Result<usize, String>;

    /// Searches halves until all are done with, or until it is `halted`, which it asks several times a second. Several
    /// batches may be searched at a time.
    fn search(
        &self,
        layout: &Layout,
        batch: &Batch<'_>,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Searched>, String>;

    /// How many boards it lays abreast; nought if it lays none, and threads are to do it.
    fn abreast(&self, _: &Abreast) -> usize {
        0
    }

    /// Lays so many boards abreast, no more than it says it does, and tells so many of the most promising ones, or all, unless
    /// it is `halted`.
    fn beam(
        &self,
        _: &Abreast,
        (_abreast, _wanted): (usize, usize),
        _: &mut dyn FnMut() -> bool,
    ) -> Result<Laid, String> {
        Err("it lays no boards".into())
    }
}

/// The slow, obvious search of a half, which a card's must agree with: calls for each tile that is laid, with the entries of
/// all steps so far and their breaks, until it is told to stop.
pub fn reference(
    layout: &Layout,
    half: &Half,
    allowed: &[u8],
    laid: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn below(
        (layout, half, allowed): (&Layout, &Half, &[u8]),
        path: &mut Vec<u32>,
        breaks: usize,
        laid: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(&[left, under, base]) = layout.steps.get(path.len()) else {
            return ControlFlow::Continue(());
        };
        let shown = |step: u16| {
            let step = usize::from(step);
            path.get(step).copied().unwrap_or_else(|| half.seen[step - layout.steps.len()])
        };
        let (right, top) = (shown(left) >> 8 & 31, shown(under) >> 13 & 31);
        let key = usize::from(base) + 2 * (right as usize * layout.colours + top as usize);
        let [first, broken, end] = [0, 1, 2].map(|i| usize::from(half.bounds[key + i]));
        let end = if breaks < usize::from(allowed[path.len()]) { end } else { broken };
        for at in first..end {
            let (entry, breaks) = (half.entries[at], breaks + usize::from(at >= broken));
            if path.iter().any(|laid| laid & 255 == entry & 255) {
                continue;
            }
            path.push(entry);
            laid(path, breaks)?;
            below((layout, half, allowed), path, breaks, laid)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
    half.starts(layout)
        .try_for_each(|start| below((layout, half, allowed), &mut start.to_vec(), 0, laid))
}
