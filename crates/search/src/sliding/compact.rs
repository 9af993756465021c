//! Small trays: a position is a number, cells are bits, and moves are made by shifted masks.
//!
//! The cells of a mask have a column and a row more than the tray, never free, so that a step never runs from one row
//! into the next, nor from the last into the first when masks are rotated. A block lies on cells that are its kind's
//! pattern moved up to its first cell, the lowest of them.

use marquetry_puzzle::sliding::{Sliding, outline};
use marquetry_puzzle::{Cell, Direction};

use super::code::{Code, Group as Digits};
use super::space::Space;
use super::word::Word;
use crate::engines::Metric;

/// Columns of a row that are read at once: a vector instruction or two.
const TOGETHER: usize = 4;

/// How blocks of one shape and freedom move.
#[derive(PartialEq)]
struct Form<M> {
    pattern: M,
    /// The offsets of its cells.
    cells: Vec<u32>,
    /// For each way it may go: the turn of a mask that moves its first cell, and the range of `ahead` that it needs.
    ways: Vec<(u32, usize, usize)>,
    /// The turns of a mask that bring cells ahead of the block to its first cell.
    ahead: Vec<u32>,
}

struct Kind<M> {
    form: usize,
    /// The first cells at which it fills a place of the goal.
    target: M,
}

struct Group {
    shift: u32,
    mask: u64,
    /// Where in `values` its values begin.
    from: usize,
}

/// A small tray with masks of type `M` and keys of type `K`.
pub struct Compact<M, K> {
    metric: Metric,
    /// The tray's columns, and one more.
    row: usize,
    all: M,
    forms: Vec<Form<M>>,
    kinds: Vec<Kind<M>>,
    /// Per kind and first cell, its part of the key.
    parts: Vec<K>,
    groups: Vec<Group>,
    /// Per group and value a row: the cells that are taken, the first cells of the goal's places that are filled, and for
    /// each kind the first cells of its blocks.
    values: Vec<[M; TOGETHER]>,
    /// Pieces of a row.
    pieces: usize,
    start: K,
    targets: M,
    solved: bool,
    width: usize,
}

/// What an expansion works with.
pub struct Scratch<M> {
    /// Where the rows of the key's groups are.
    rows: Vec<usize>,
    /// What they come to together.
    columns: Vec<[M; TOGETHER]>,
    /// Per form, the first cells at which a block has room for a step.
    mobile: Vec<M>,
}

/// Bits of a tray's masks.
pub fn mask_bits(p: &Sliding) -> usize {
    (p.width + 1) * (p.height + 1)
}

impl<M: Word, K: Word> Compact<M, K> {
    /// The tray of a puzzle whose masks and keys fit the types.
    pub fn new(p: &Sliding, metric: Metric, code: &Code) -> Compact<M, K> {
        let row = p.width + 1;
        let bit = |cell: Cell| cell.y as usize * row + cell.x as usize;
        let mask = |cells: &[Cell]| {
            M::narrow(cells.iter().fold(0, |mask, &cell| mask | 1_u128 << bit(cell)))
        };
        let firsts: Vec<usize> = (0..p.blocks.len()).filter(|&b| p.kind(b) == b).collect();
        let (mut forms, mut kinds) = (Vec::new(), Vec::new());
        for &block in &firsts {
            let form = Form::<M>::of(p, block, row);
            let at = forms.iter().position(|other| *other == form).unwrap_or(forms.len());
            if at == forms.len() {
                forms.push(form);
            }
            let suits = p.goal.iter().filter(|target| p.suits(block, target));
            let places: Vec<Cell> = suits.map(|target| target.cells[0]).collect();
            kinds.push(Kind { form: at, target: mask(&places) });
        }
        let kind_of = |block: usize| firsts.binary_search(&block).unwrap_or(0);
        let mut parts = vec![K::ZERO; kinds.len() * M::BITS];
        for (&(kind, first), &part) in &code.part {
            parts[kind_of(kind) * M::BITS + bit(first)] = K::narrow(part);
        }
        let (mut groups, mut values) = (Vec::new(), Vec::new());
        let pieces = (2 + kinds.len()).div_ceil(TOGETHER);
        for Digits { shift, mask, taken } in &code.groups {
            groups.push(Group { shift: *shift, mask: *mask, from: values.len() });
            for places in taken {
                let from = values.len();
                values.resize(from + pieces, [M::ZERO; TOGETHER]);
                let row = values[from..].as_flattened_mut();
                for &(kind, first) in places {
                    let (kind, first) = (kind_of(kind), bit(first));
                    let cells = forms[kinds[kind].form].pattern.up(first as u32);
                    row[0] = row[0].or(cells);
                    let first = M::narrow(1 << first);
                    row[1] = row[1].or(first.and(kinds[kind].target));
                    row[2 + kind] = row[2 + kind].or(first);
                }
            }
        }
        let start = (0..p.blocks.len())
            .fold(0, |sum, b| sum + code.part[&(p.kind(b), p.blocks[b].cells[0])]);
        let targets: Vec<Cell> = p.goal.iter().map(|target| target.cells[0]).collect();
        Compact {
            metric,
            row,
            all: mask(&p.cells().filter(|&cell| !p.is_wall(cell)).collect::<Vec<_>>()),
            forms,
            kinds,
            parts,
            groups,
            values,
            pieces,
            start: K::narrow(start),
            targets: mask(&targets),
            solved: p.start().solves(p),
            width: code.bits.div_ceil(8).max(1) as usize,
        }
    }

    /// Gathers the rows of a key's groups: the cells that are taken, those of the goal that are filled, and for each kind
    /// the first cells of its blocks.
    #[inline]
    fn unpack(&self, key: K, rows: &mut Vec<usize>, columns: &mut Vec<[M; TOGETHER]>) {
        rows.clear();
        rows.extend(
            self.groups.iter().map(|group| {
                group.from + (key.at(group.shift) & group.mask) as usize * self.pieces
            }),
        );
        columns.clear();
        columns.extend((0..self.pieces).map(|piece| {
            rows.iter().fold([M::ZERO; TOGETHER], |sum, row| {
                let more = &self.values[row + piece];
                std::array::from_fn(|column| sum[column].or(more[column]))
            })
        }));
    }

    /// Where the block at one first cell can move to: the first cells, without its own. `fits` has all first cells
    /// where it would overlap no other block.
    #[inline]
    fn reach(&self, form: &Form<M>, at: M, fits: M) -> M {
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
    fn mobile(&self, empty: M) -> M {
        self.ways.iter().fold(M::ZERO, |mobile, &(_, from, to)| {
            let room = |free: M, &cell: &u32| free.and(empty.turned(cell));
            mobile.or(self.ahead[from..to].iter().fold(M::ALL, room))
        })
    }

    /// The first cells at which a block fits into these cells.
    #[inline]
    fn fits(&self, cells: M) -> M {
        self.cells[1..].iter().fold(cells, |fits, &cell| fits.and(cells.down(cell)))
    }
}

impl<M: Word, K: Word> Space for Compact<M, K> {
    type Key = K;
    type Scratch = Scratch<M>;

    fn scratch(&self) -> Scratch<M> {
        Scratch { rows: Vec::new(), columns: Vec::new(), mobile: Vec::new() }
    }

    fn start(&self) -> K {
        self.start
    }

    fn solved(&self) -> bool {
        self.solved
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn expand(&self, from: &K, scratch: &mut Scratch<M>, mut met: impl FnMut(K, bool)) {
        let Scratch { rows, columns, mobile } = scratch;
        self.unpack(*from, rows, columns);
        let columns = columns.as_flattened();
        let (empty, filled) = (self.all.without(columns[0]), columns[1]);
        mobile.clear();
        mobile.extend(self.forms.iter().map(|form| form.mobile(empty)));
        for (number, kind) in self.kinds.iter().enumerate() {
            let form = &self.forms[kind.form];
            let parts = &self.parts[number * M::BITS..(number + 1) * M::BITS];
            let mut blocks = columns[2 + number].and(mobile[kind.form]);
            while blocks != M::ZERO {
                let first = blocks.lowest();
                let at = blocks.without(blocks.pop());
                blocks = blocks.pop();
                let fits = form.fits(empty.or(form.pattern.up(first as u32)));
                let (rest, still) = (from.exchange(parts[first], K::ZERO), filled.without(at));
                let mut places = self.reach(form, at, fits);
                while places != M::ZERO {
                    let to = places.without(places.pop());
                    let key = rest.exchange(K::ZERO, parts[places.lowest()]);
                    places = places.pop();
                    met(key, still.or(to.and(kind.target)) == self.targets);
                }
            }
        }
    }

    fn moved(&self, from: &K, to: &K) -> (usize, usize) {
        let [before, after] = [*from, *to].map(|key| {
            let mut columns = Vec::new();
            self.unpack(key, &mut Vec::new(), &mut columns);
            columns.as_flattened().to_vec()
        });
        let only = |these: &[M], others: &[M]| {
            let columns = 2..2 + self.kinds.len();
            let mut left = columns.map(|kind| these[kind].without(others[kind]));
            let bit = left.find(|&left| left != M::ZERO).map_or(0, M::lowest);
            bit / self.row * (self.row - 1) + bit % self.row
        };
        (only(&before, &after), only(&after, &before))
    }
}
