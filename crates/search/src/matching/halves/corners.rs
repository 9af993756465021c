//! The four corners of the inside: every way to fill one, where the arm below it is given.

use std::ops::Range;

use marquetry_puzzle::generate::dice::Dice;

use super::super::plan::Plan;
use crate::bits::ones;

/// Which corner: the upper left one, the upper right one, the lower left one, the lower right one. Each is seen as if it
/// were the upper left one, the others mirrored.
pub const CORNERS: [[usize; 4]; 4] = [[0, 1, 2, 3], [0, 3, 2, 1], [2, 1, 0, 3], [2, 3, 0, 1]];

/// A tile in one turn as a cell's list has it.
#[derive(Copy, Clone)]
struct Way {
    tile: u64,
    /// What it takes from the stock of the rim.
    spent: u64,
    key: u64,
    look: u16,
    up: u8,
    right: u8,
}

/// Tiles by the colours to their left, unless that is the rim, and below them.
struct Lists {
    first: Vec<u32>,
    ways: Vec<Way>,
}

/// What is known of a filled corner: its tiles, what it leaves of the stock, the arm to its right as a number, and its key,
/// which is the sum of those of its tiles and of its edges at the rim.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Filling {
    pub tiles: u64,
    pub stock: u64,
    pub key: u64,
    pub right: u32,
}

/// A colour of the rim: where its number of edges is kept in a stock, and how many there are.
struct Shade {
    at: u32,
    mask: u64,
    edges: u64,
    /// The row for no edges left; those for more follow it.
    row: usize,
    key: u64,
}

/// The corners of a puzzle.
pub struct Corners {
    /// Cells along a corner.
    pub side: usize,
    pub colours: usize,
    /// All tiles, and how many they are.
    pub tiles: u64,
    pub count: usize,
    /// The stock of the rim: a few bits for each colour, and a bit more that shows when it is overdrawn.
    pub stock: u64,
    overdrawn: u64,
    shades: Vec<Shade>,
    /// Rows of bits that a set of fillings has: one for each tile, and for each colour of the rim one for each number.
    pub rows: usize,
    /// The keys of tiles and of arms. The sum of those of some tiles, edges at the rim and an arm tells them from all others,
    /// as good as surely.
    keys: Vec<u64>,
    arms: Vec<u64>,
    /// For each corner and each kind of cell: at the rim to the left or not, at the top or not.
    lists: Vec<[Lists; 4]>,
}

impl Corners {
    /// `None` where a stock or a row's number does not fit.
    pub fn new(plan: &Plan<'_>) -> Option<Corners> {
        let (side, colours) = (plan.width / 2, plan.colours);
        let mut dice = Dice::new(0);
        let mut key = || u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX));
        let tiles = plan.entries.iter().fold(0, |tiles, entry| tiles | entry.tile);
        let count = tiles.count_ones() as usize;
        let (mut at, mut rows) = (0, count);
        let (mut stock, mut overdrawn) = (0u64, 0u64);
        let mut shades = Vec::new();
        for edges in (0..colours).map(|colour| plan.at_rim(colour) as u64) {
            let bits = u64::BITS - edges.leading_zeros();
            shades.push(Shade { at, mask: (1 << bits) - 1, edges, row: rows, key: key() });
            if edges > 0 {
                rows += edges as usize + 1;
                stock |= edges << at;
                at += bits + 1;
                if at > u64::BITS {
                    return None;
                }
                overdrawn |= 1 << (at - 1);
            }
        }
        let keys = (0..count).map(|_| key()).collect();
        let arms = (0..colours.checked_pow(side as u32)?).map(|_| key()).collect();
        let lists = Vec::new();
        let mut corners = Corners {
            side,
            colours,
            tiles,
            count,
            stock,
            overdrawn,
            shades,
            rows,
            keys,
            arms,
            lists,
        };
        for sides in CORNERS {
            let kinds = [(false, false), (true, false), (false, true), (true, true)];
            corners.lists.push(kinds.map(|kind| corners.sort(plan, sides, kind)));
        }
        (rows < usize::from(u8::MAX)).then_some(corners)
    }

    fn sort(&self, plan: &Plan<'_>, sides: [usize; 4], (left, top): (bool, bool)) -> Lists {
        let mut lists = vec![Vec::new(); self.colours * self.colours];
        for entry in &plan.entries {
            let shown = sides.map(|side| entry.shown[side]);
            let rim = [(top, shown[0]), (left, shown[3])];
            let mut rim = rim.iter().filter(|(at, _)| *at).map(|(_, c)| usize::from(*c));
            if rim.clone().any(|colour| self.shades[colour].edges == 0) {
                continue;
            }
            let spent = rim.try_fold(0, |spent: u64, colour| {
                let shade = &self.shades[colour];
                let more = spent + (1 << shade.at);
                (more >> shade.at & (2 * shade.mask + 1) <= shade.edges).then_some(more)
            });
            let Some(spent) = spent else { continue };
            let beside = if left { 0 } else { usize::from(shown[3]) };
            let list = &mut lists[beside * self.colours + usize::from(shown[2])];
            let (up, right) = (shown[0], shown[1]);
            let key = self.key(entry.tile, self.stock - spent);
            list.push(Way { tile: entry.tile, spent, key, look: entry.look, up, right });
        }
        let mut sorted = Lists { first: vec![0], ways: Vec::new() };
        for list in lists {
            sorted.ways.extend(list);
            sorted.first.push(sorted.ways.len() as u32);
        }
        sorted
    }

    /// How many arms there are.
    pub fn arms(&self) -> usize {
        self.arms.len()
    }

    /// The colours of an arm, from the rim inwards.
    pub fn arm(&self, arm: u32) -> Vec<u8> {
        let colours = self.colours as u32;
        (0..self.side as u32).map(|i| (arm / colours.pow(i) % colours) as u8).collect()
    }

    /// The key of an arm.
    pub fn arm_key(&self, arm: u32) -> u64 {
        self.arms[arm as usize]
    }

    fn left(&self, stock: u64, shade: &Shade) -> u64 {
        stock >> shade.at & shade.mask
    }

    /// The key of some tiles, and of what was taken where so much is left of the stock.
    pub fn key(&self, tiles: u64, stock: u64) -> u64 {
        let tiles = ones(tiles).fold(0u64, |key, tile| key.wrapping_add(self.keys[tile]));
        self.shades.iter().fold(tiles, |key, shade| {
            let spent = shade.edges - self.left(stock, shade);
            key.wrapping_add(shade.key.wrapping_mul(spent))
        })
    }

    /// The rows whose bits are set for all that goes with a filling: one for each of its tiles, and one for each colour of
    /// the rim.
    pub fn rows_of(&self, filling: &Filling) -> impl Iterator<Item = usize> {
        let shades = self.shades.iter().filter(|shade| shade.edges > 0);
        let left = shades.map(|shade| shade.row + self.left(filling.stock, shade) as usize);
        ones(filling.tiles).chain(left)
    }

    /// The rows for each colour of the rim.
    pub fn shades(&self) -> impl Iterator<Item = Range<usize>> {
        let shades = self.shades.iter().filter(|shade| shade.edges > 0);
        shades.map(|shade| shade.row..shade.row + shade.edges as usize + 1)
    }

    /// In each of the rows for a colour, the row that a filling is to be noted in: that of what it takes.
    pub fn taken(&self, filling: &Filling) -> impl Iterator<Item = usize> {
        let shades = self.shades.iter().filter(|shade| shade.edges > 0);
        shades.map(|shade| shade.row + (shade.edges - self.left(filling.stock, shade)) as usize)
    }

    /// The stock without so many edges of each colour of the rim.
    pub fn stock_without(&self, taken: impl Iterator<Item = u64>) -> u64 {
        let shades = self.shades.iter().filter(|shade| shade.edges > 0);
        shades.zip(taken).fold(self.stock, |stock, (shade, taken)| stock - (taken << shade.at))
    }

    /// What is left of a stock when two corners have taken their share; `None` where it is overdrawn.
    pub fn both(&self, a: u64, b: u64) -> Option<u64> {
        let left = a.wrapping_sub(self.stock - b);
        (left & self.overdrawn == 0).then_some(left)
    }

    /// Every way to fill a corner with some of these tiles above an arm, with its looks from the lower left cell on, row by
    /// row upwards.
    pub fn fill(
        &self,
        corner: usize,
        arm: u32,
        tiles: u64,
        tell: &mut impl FnMut(Filling, &[u16]),
    ) {
        let cells = self.side * self.side;
        let mut filler = Filler {
            corners: self,
            lists: &self.lists[corner],
            all: tiles,
            free: tiles,
            looks: vec![0; cells],
            // What each cell shows above it, the arm first.
            ups: self.arm(arm).into_iter().chain(vec![0; cells]).collect(),
            tell,
        };
        filler.fill(0, (self.stock, 0), 0, 0);
    }
}

struct Filler<'f, T> {
    corners: &'f Corners,
    lists: &'f [Lists; 4],
    all: u64,
    free: u64,
    looks: Vec<u16>,
    ups: Vec<u8>,
    tell: &'f mut T,
}

impl<T: FnMut(Filling, &[u16])> Filler<'_, T> {
    fn fill(&mut self, cell: usize, (stock, key): (u64, u64), beside: u8, right: u32) {
        let Corners { side, colours, overdrawn, .. } = *self.corners;
        let (x, y) = (cell % side, cell / side);
        let (left, last) = (if x == 0 { 0 } else { usize::from(beside) }, x + 1 == side);
        let lists = &self.lists[usize::from(x == 0) + 2 * usize::from(y + 1 == side)];
        let list = left * colours + usize::from(self.ups[cell]);
        for way in &lists.ways[lists.first[list] as usize..lists.first[list + 1] as usize] {
            let (rest, key) = (stock.wrapping_sub(way.spent), key.wrapping_add(way.key));
            if way.tile & self.free == 0 || rest & overdrawn != 0 {
                continue;
            }
            self.free ^= way.tile;
            (self.looks[cell], self.ups[cell + side]) = (way.look, way.up);
            let right = if last { right * colours as u32 + u32::from(way.right) } else { right };
            if cell + 1 == self.looks.len() {
                let tiles = self.all ^ self.free;
                (self.tell)(Filling { tiles, stock: rest, key, right }, &self.looks);
            } else {
                self.fill(cell + 1, (rest, key), way.right, right);
            }
            self.free ^= way.tile;
        }
    }
}
