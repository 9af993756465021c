//! Cells as bits, and moves by shifted masks.
//!
//! The cells of a mask have a column and a row more than the tray, never free, so that a step never runs from one row
//! into the next, nor from the last into the first when masks are rotated. A block lies on cells that are its kind's
//! pattern moved up to its first cell, the lowest of them.

use marquetry_puzzle::sliding::{Sliding, outline};
use marquetry_puzzle::{Cell, Direction};

use super::code::{Code, Place};
use super::word::Word;
use crate::engines::Metric;

/// How blocks of one shape and freedom move.
#[derive(PartialEq)]
pub struct Form<M> {
    pub pattern: M,
    /// The offsets of its cells.
    cells: Vec<u32>,
    /// For each way it may go: the turn of a mask that moves its first cell, and the range of `ahead` that it needs.
    ways: Vec<(u32, usize, usize)>,
    /// The turns of a mask that bring cells ahead of the block to its first cell.
    ahead: Vec<u32>,
}

/// Blocks that are told apart from all others.
pub struct Kind {
    /// The number of its form.
    pub form: usize,
    /// The first block of the kind.
    block: usize,
}

/// A tray as masks.
pub struct Masks<M> {
    pub metric: Metric,
    /// The tray's columns, and one more.
    row: usize,
    /// All cells but walls.
    pub all: M,
    pub forms: Vec<Form<M>>,
    pub kinds: Vec<Kind>,
    /// Per kind, the first cells at which it fills a place of the goal.
    pub target: Vec<M>,
    /// The first cells of all places of the goal.
    pub targets: M,
}

/// Bits of a tray's masks.
pub fn mask_bits(p: &Sliding) -> usize {
    (p.width + 1) * (p.height + 1)
}

impl<M: Word> Masks<M> {
    /// The tray of a puzzle whose masks fit the type.
    pub fn new(p: &Sliding, metric: Metric) -> Masks<M> {
        let row = p.width + 1;
        let (mut forms, mut kinds) = (Vec::new(), Vec::new());
        for block in (0..p.blocks.len()).filter(|&block| p.kind(block) == block) {
            let form = Form::<M>::of(p, block, row);
            let at = forms.iter().position(|other| *other == form).unwrap_or(forms.len());
            if at == forms.len() {
                forms.push(form);
            }
            kinds.push(Kind { form: at, block });
        }
        let (all, targets) = (M::ZERO, M::ZERO);
        let mut masks = Masks { metric, row, all, forms, kinds, target: Vec::new(), targets };
        masks.all = masks.of(p.cells().filter(|&cell| !p.is_wall(cell)));
        masks.targets = masks.of(p.goal.iter().map(|target| target.cells[0]));
        let fills = |kind: &Kind| {
            let suits = p.goal.iter().filter(|target| p.suits(kind.block, target));
            masks.of(suits.map(|target| target.cells[0]))
        };
        masks.target = masks.kinds.iter().map(fills).collect();
        masks
    }

    /// The bit of a cell.
    fn bit(&self, cell: Cell) -> usize {
        cell.y as usize * self.row + cell.x as usize
    }

    /// The mask of some cells.
    pub fn of(&self, cells: impl Iterator<Item = Cell>) -> M {
        cells.fold(M::ZERO, |mask, cell| mask.or(M::narrow(1 << self.bit(cell))))
    }

    /// The cell of a bit, as an index of the tray.
    pub fn index(&self, bit: usize) -> usize {
        bit / self.row * (self.row - 1) + bit % self.row
    }

    /// The number of a kind, and the bit of its first cell.
    pub fn place(&self, (kind, first): Place) -> (usize, usize) {
        let number = self.kinds.binary_search_by_key(&kind, |kind| kind.block);
        (number.unwrap_or(0), self.bit(first))
    }

    /// Per kind and first cell, its part of a code's numbers.
    pub fn parts<K: Word>(&self, code: &Code) -> Vec<K> {
        let mut parts = vec![K::ZERO; self.kinds.len() * M::BITS];
        for (&place, &part) in &code.part {
            let (kind, first) = self.place(place);
            parts[kind * M::BITS + first] = K::narrow(part);
        }
        parts
    }

    /// Where the block at one first cell can move to: the first cells, without its own. `fits` has all first cells
    /// where it would overlap no other block.
    #[inline]
    pub fn reach(&self, form: &Form<M>, at: M, fits: M) -> M {
        let step = |from: M, way: u32| from.turned(way).and(fits);
        let mut met = M::ZERO;
        match self.metric {
            Metric::Steps => {
                form.ways.iter().for_each(|&(way, ..)| met = met.or(step(at, way)));
            }
            Metric::Slides => {
                for &(way, ..) in &form.ways {
                    let mut last = step(at, way);
                    while last != M::ZERO {
                        met = met.or(last);
                        last = step(last, way);
                    }
                }
            }
            Metric::Moves => {
                met = at;
                loop {
                    let mut more = met;
                    form.ways.iter().for_each(|&(way, ..)| more = more.or(step(met, way)));
                    if more == met {
                        break;
                    }
                    met = more;
                }
            }
        }
        met.without(at)
    }
}

/// The bits of a mask.
pub fn bits<M: Word>(mut mask: M) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != M::ZERO).then(|| mask.lowest());
        mask = mask.pop();
        lowest
    })
}

impl<M: Word> Form<M> {
    fn of(p: &Sliding, block: usize, row: usize) -> Form<M> {
        let shape = outline(&p.blocks[block].cells);
        let offset = |cell: Cell| cell.y as i32 * row as i32 + cell.x as i32;
        let turn = |by: i32| by.rem_euclid(M::BITS as i32) as u32;
        let ways = Direction::ALL.into_iter().filter(|&way| p.blocks[block].freedom.allows(way));
        let cells: Vec<u32> = shape.iter().map(|&cell| offset(cell) as u32).collect();
        let mut form = Form {
            pattern: M::narrow(cells.iter().fold(0, |mask, cell| mask | 1 << cell)),
            cells,
            ways: Vec::new(),
            ahead: Vec::new(),
        };
        for way in ways {
            let next = shape.iter().map(|cell| cell.plus(way.step()));
            let new = next.filter(|cell| !shape.contains(cell));
            let from = form.ahead.len();
            form.ahead.extend(new.map(|cell| turn(-offset(cell))));
            form.ways.push((turn(offset(way.step())), from, form.ahead.len()));
        }
        form
    }

    /// The first cells at which a block has room for a step, and perhaps some at the rim at which it has not.
    #[inline]
    pub fn mobile(&self, empty: M) -> M {
        self.ways.iter().fold(M::ZERO, |mobile, &(_, from, to)| {
            let room = |free: M, &cell: &u32| free.and(empty.turned(cell));
            mobile.or(self.ahead[from..to].iter().fold(M::ALL, room))
        })
    }

    /// The first cells at which a block fits into these cells.
    #[inline]
    pub fn fits(&self, cells: M) -> M {
        self.cells[1..].iter().fold(cells, |fits, &cell| fits.and(cells.down(cell)))
    }
}
