//! A framed puzzle as the search from the inside sees it: its cells in order, and how many edges of each colour a
//! complete board has within the inside and at its rim.

use marquetry_puzzle::Matching;
use marquetry_puzzle::matching::Rule;

use super::model::{Model, NONE};

/// The most colours inside.
const COLOURS: usize = 16;
/// In how many parts the first rows are tried.
pub const BANDS: u32 = 64;
/// After each of so many rows the tables are made anew from the tiles that are left: there are few such boards, and
/// many follow from each.
pub const FRESH_ROWS: usize = 2;

/// A tile in one turn. Inner tiles show colours as numbers below [`COLOURS`].
#[derive(Copy, Clone, Default)]
pub struct Entry {
    /// What it takes from the stock within the inside: the edge to its right and the one below it.
    spends: Edges,
    /// The bit of an inner tile, and no other's.
    pub tile: u64,
    pub look: u16,
    pub shown: [u8; 4],
}

/// Where an inner cell lies.
#[derive(Copy, Clone)]
pub struct Spot {
    /// Which of its sides are at the rim of the inside.
    pub rim: [bool; 4],
    pub at_rim: bool,
    /// Is its table to be made anew before it is filled?
    pub fresh: bool,
    pub table: usize,
}

impl Spot {
    fn new(cell: usize, width: usize, height: usize) -> Spot {
        let (x, y) = (cell % width, cell / width);
        let rim = [y == 0, x + 1 == width, y + 1 == height, x == 0];
        let fresh = rim[3] && (1..=FRESH_ROWS).contains(&y);
        Spot { rim, at_rim: rim.contains(&true), fresh, table: y.min(FRESH_ROWS) }
    }
}

/// A number of edges of each colour, eight bits for each.
#[derive(Copy, Clone, Default)]
pub struct Edges([u64; 2]);

/// Set where more has been taken than was there.
const OVERDRAWN: u64 = 0x8080_8080_8080_8080;

impl Edges {
    fn of(colour: u8, edges: u64) -> Edges {
        let mut all = Edges::default();
        all.0[usize::from(colour / 8)] = edges << (8 * (colour % 8));
        all
    }

    #[inline(always)]
    fn and(self, other: Edges) -> Edges {
        Edges([self.0[0].wrapping_add(other.0[0]), self.0[1].wrapping_add(other.0[1])])
    }

    #[inline(always)]
    fn without(self, other: Edges) -> Edges {
        Edges([self.0[0].wrapping_sub(other.0[0]), self.0[1].wrapping_sub(other.0[1])])
    }

    #[inline(always)]
    fn overdrawn(self) -> bool {
        (self.0[0] | self.0[1]) & OVERDRAWN != 0
    }

    fn count(self, colour: usize) -> usize {
        (self.0[colour / 8] >> (8 * (colour % 8))) as usize & 0xff
    }
}

/// The edges that are still to be laid.
#[derive(Copy, Clone, Default)]
pub struct Stock {
    inside: Edges,
    rim: Edges,
    /// How often the commonest colour at the rim lies along each side.
    along: [u8; 4],
}

impl Stock {
    /// Lays the new edges of a tile that lies within the inside. False when they are not there.
    #[inline(always)]
    pub fn spend(&mut self, entry: &Entry) -> bool {
        self.inside = self.inside.without(entry.spends);
        !self.inside.overdrawn()
    }

    /// The same for a tile at the rim.
    pub fn spend_at_rim(&mut self, step: &Spot, entry: &Entry, common: u8) -> bool {
        self.spend(entry);
        for side in (0..4).filter(|&side| step.rim[side]) {
            let colour = entry.shown[side];
            self.rim = self.rim.without(Edges::of(colour, 1));
            // The right and the lower edge were taken for edges within.
            if side == 1 || side == 2 {
                self.inside = self.inside.and(Edges::of(colour, 1));
            }
            self.along[side] += u8::from(colour == common);
        }
        !self.inside.overdrawn() && !self.rim.overdrawn()
    }
}

/// The plan.
pub struct Plan<'m> {
    /// The model.
    pub m: &'m Model,
    /// Cells in a row of the inside.
    pub width: usize,
    /// The inner cells row by row, then the frame's in a round.
    pub cells: Vec<u16>,
    /// One for each inner cell.
    pub steps: Vec<Spot>,
    /// The looks that may lie on each frame cell.
    pub frame: Vec<Vec<u32>>,
    /// The inner tiles in all their turns.
    pub entries: Vec<Entry>,
    /// The number of colours inside.
    pub colours: usize,
    /// All edges there are.
    pub stock: Stock,
    /// The commonest colour at the rim.
    pub common: u8,
    /// Of the boards that are one board turned, one has at least as much of the commonest colour at the top as along
    /// these sides.
    rivals: &'static [usize],
    /// At least so much.
    on_top: u8,
    /// The promise with which each band but the last begins, falling.
    pub cuts: Vec<i32>,
    /// How many tiles were looked at to find them.
    pub looked_at: u64,
    /// Logarithms of factorials, in parts of 1024.
    factorials: Vec<i32>,
}

impl<'m> Plan<'m> {
    /// `None` for puzzles without a frame, with pins, holes, spare tiles or tiles that do not turn, and when the
    /// inside is narrow or has too many colours. The model must hold turned boards: with `distinct` most of them are
    /// left out here.
    pub fn new(p: &Matching, m: &'m Model, distinct: bool) -> Option<Plan<'m>> {
        let plain = m.framed && p.turning && p.rule == Rule::Equal && p.pins.is_empty();
        if !plain || m.spares || m.near.len() != p.cells.len() || p.width < 5 || p.height < 5 {
            return None;
        }
        let (width, height) = (p.width - 2, p.height - 2);
        let cells = order(p, m);
        let (inner, frame) = cells.split_at(width * height);
        let (entries, numbers) = entries(m, usize::from(inner[0]))?;
        let stock = stock(m, &entries, &numbers, usize::from(frame[1]))?;
        // A tile that looks the same after a turn has fewer entries than edges.
        let halves = 4 * entries.iter().filter(|entry| entry.look & 3 == 0).count();
        let rivals: &[usize] = match distinct {
            true if width == height => &[1, 2, 3],
            true => &[2],
            false => &[],
        };
        let at_rim = |&colour: &usize| stock.rim.count(colour);
        let common = (0..COLOURS).max_by_key(at_rim)?;
        let most = at_rim(&common) as u8;
        let log = |n: usize| (libm::log(n.max(1) as f64) * 1024.0).round() as i32;
        let sum = |sum: &mut i32, n| {
            *sum += log(n);
            Some(*sum)
        };
        Some(Plan {
            m,
            width,
            steps: (0..inner.len()).map(|cell| Spot::new(cell, width, height)).collect(),
            frame: frame.iter().map(|&cell| m.looks_at(usize::from(cell))).collect(),
            factorials: (0..=halves).scan(0, sum).collect(),
            entries,
            colours: numbers.len(),
            stock,
            common: common as u8,
            rivals,
            on_top: if rivals.len() == 3 { most.div_ceil(4) } else { 0 },
            cuts: Vec::new(),
            looked_at: 0,
            cells,
        })
    }

    /// Will a turned board stand for this one? Asked when the first row is complete, and later.
    #[inline(always)]
    pub fn turned(&self, stock: &Stock, step: &Spot) -> bool {
        (!step.rim[0] || step.rim[1])
            && (stock.along[0] < self.on_top
                || self.rivals.iter().any(|&side| stock.along[side] > stock.along[0]))
    }

    /// Has a full board at least as much of the commonest colour at the top as along each side where a turned board may
    /// have more?
    pub fn has_most_on_top(&self, looks: &[u32]) -> bool {
        let mut along = [0; 4];
        for (step, &cell) in self.steps.iter().zip(&self.cells).filter(|(step, _)| step.at_rim) {
            let look = looks[usize::from(cell)] as u16;
            let Some(entry) = self.entries.iter().find(|entry| entry.look == look) else {
                continue;
            };
            for side in (0..4).filter(|&side| step.rim[side]) {
                along[side] += u8::from(entry.shown[side] == self.common);
            }
        }
        self.rivals.iter().all(|&side| along[side] <= along[0])
    }

    /// The logarithm of the number of boards that may be hoped for, up to a constant: how many ways there are to lay
    /// the edges that are left, in proportion to all ways to shuffle the halves that lie beside them. The colours
    /// that a row shows below it wait for their other half.
    pub fn promise(&self, stock: &Stock, row: impl Iterator<Item = u8>) -> i32 {
        let mut waiting = [0; COLOURS];
        row.for_each(|colour| waiting[usize::from(colour)] += 1);
        let of = |colour: usize| {
            let inside = stock.inside.count(colour);
            let rim = stock.rim.count(colour);
            let halves = 2 * inside + rim + waiting[colour];
            self.factorials[halves] - self.factorials[inside] - self.factorials[rim]
        };
        (0..self.colours).map(of).sum()
    }

    /// Edges of a colour at the rim of the inside.
    pub fn at_rim(&self, colour: usize) -> usize {
        self.stock.rim.count(colour)
    }

    /// Edges of a colour between two inner tiles.
    pub fn within(&self, colour: usize) -> usize {
        self.stock.inside.count(colour)
    }

    /// Edges of a colour that the inner tiles have.
    pub fn edges(&self, colour: usize) -> usize {
        2 * self.within(colour) + self.at_rim(colour)
    }

    /// Edges of each colour between two tiles of the frame.
    pub fn along_frame(&self) -> Vec<usize> {
        let shown = |cell: usize| self.frame[cell].iter().map(|&look| self.m.shown[look as usize]);
        // The first cell is a corner, the second is not.
        let edges = shown(0).flat_map(|s| [s[1], s[2]]).chain(shown(1).flat_map(|s| [s[1], s[3]]));
        let mut counts = vec![0; self.m.colours + 1];
        edges.for_each(|colour| counts[usize::from(colour)] += 1);
        counts
    }

    /// The looks that fit a frame cell beside all that lies around it.
    pub fn fitting(&self, filled: usize, looks: &[u32]) -> impl Iterator<Item = u32> {
        let m = self.m;
        let near = m.near[usize::from(self.cells[filled])];
        let around = near.map(|n| looks.get(usize::from(n)).copied().unwrap_or(NONE));
        self.frame[filled - self.steps.len()].iter().copied().filter(move |&look| {
            let fits = (0..4).all(|side| {
                let beside = m.shown.get(around[side] as usize);
                beside.is_none_or(|shown| shown[side ^ 2] == m.shown[look as usize][side])
            });
            fits && looks.iter().all(|&other| other >> 2 != look >> 2)
        })
    }

    /// All boards with a frame around an inside, from some frame cell on.
    pub fn frames(&self, filled: usize, looks: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let Some(&cell) = self.cells.get(filled) else {
            found.push(looks.clone());
            return;
        };
        for look in self.fitting(filled, looks).collect::<Vec<_>>() {
            looks[usize::from(cell)] = look;
            self.frames(filled + 1, looks, found);
            looks[usize::from(cell)] = NONE;
        }
    }

    /// The band of a promise.
    pub fn band(&self, promise: i32) -> u32 {
        self.cuts.partition_point(|&cut| cut > promise) as u32
    }
}

/// The inner cells row by row, then the frame's clockwise from the upper left corner.
fn order(p: &Matching, m: &Model) -> Vec<u16> {
    let (right, bottom) = (p.width - 1, p.height - 1);
    let inner = (1..bottom).flat_map(|y| (1..right).map(move |x| (x, y)));
    let top = (0..right).map(|x| (x, 0));
    let down = (0..bottom).map(|y| (right, y));
    let back = (1..=right).rev().map(|x| (x, bottom));
    let up = (1..=bottom).rev().map(|y| (0, y));
    let mut index = vec![0; p.cells.len()];
    m.places.iter().enumerate().for_each(|(i, &place)| index[usize::from(place)] = i as u16);
    inner
        .chain(top)
        .chain(down)
        .chain(back)
        .chain(up)
        .map(|(x, y)| index[y * p.width + x])
        .collect()
}

/// The looks for inner cells, and the colours they show in the order of their numbers.
fn entries(m: &Model, inner: usize) -> Option<(Vec<Entry>, Vec<u16>)> {
    let mut numbers: Vec<u16> = Vec::new();
    let mut entries = Vec::new();
    let (mut tiles, mut last) = (0, NONE);
    for look in m.looks_at(inner) {
        let shown = m.shown[look as usize].map(|colour| {
            numbers.iter().position(|&c| c == colour).unwrap_or_else(|| {
                numbers.push(colour);
                numbers.len() - 1
            }) as u8
        });
        if numbers.len() > COLOURS {
            return None;
        }
        tiles += u32::from(last != look >> 2);
        last = look >> 2;
        let spends = Edges::of(shown[1], 1).and(Edges::of(shown[2], 1));
        let tile = 1u64.checked_shl(tiles - 1)?;
        entries.push(Entry { spends, tile, look: look as u16, shown });
    }
    Some((entries, numbers))
}

/// Counts the edges. `None` when the tiles are not as many as the cells of their kind, or a colour's edges do not come
/// out: other searches prove that there is no solution.
fn stock(m: &Model, entries: &[Entry], numbers: &[u16], top: usize) -> Option<Stock> {
    let (mut rim, mut halves) = ([0usize; COLOURS], [0usize; COLOURS]);
    for look in m.looks_at(top) {
        let inward = m.shown[look as usize][2];
        rim[numbers.iter().position(|&colour| colour == inward)?] += 1;
    }
    let tiles = entries.iter().filter(|entry| entry.look & 3 == 0);
    tiles.for_each(|tile| tile.shown.iter().for_each(|&c| halves[usize::from(c)] += 1));
    let mut stock = Stock::default();
    for colour in 0..COLOURS {
        let inside = halves[colour].checked_sub(rim[colour]).filter(|n| n.is_multiple_of(2))? / 2;
        if inside.max(rim[colour]) > 0x7f {
            return None;
        }
        stock.inside = stock.inside.and(Edges::of(colour as u8, inside as u64));
        stock.rim = stock.rim.and(Edges::of(colour as u8, rim[colour] as u64));
    }
    Some(stock)
}
