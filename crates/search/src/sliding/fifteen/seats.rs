//! Where a few tiles may be: the cells they take, the cells the hole can get to past them, and which tile is where.
//!
//! The first two make a seating, the last an order: the tiles as they come from the first taken cell to the last. When a
//! tile goes to the hole, the next seating depends on the seating and on the tile's rank alone, and the next order on
//! the order and on the ranks before and after. So all orders of a seating are worked on at once.

use super::casing::{Casing, WAYS};

/// The most tiles; ranks before and after a step make a number of six bits.
pub const MOST: usize = 6;
const TURN_BITS: u32 = 6;
/// A step that cannot be made.
const NONE: u32 = u32::MAX;

/// All seatings and orders of so many tiles in a tray.
pub struct Seats {
    pub tiles: usize,
    /// Per seating the cells taken, and the cells of the hole.
    seatings: Vec<(u32, u32)>,
    /// The first seating of each set of cells; sets are numbered from the least mask to the greatest.
    first: Vec<u32>,
    /// Per seating, rank of a tile and way from the hole to it: the next seating and the turn of the order.
    steps: Vec<u32>,
    /// How many orders there are.
    pub orders: usize,
    /// Per order and tile its rank.
    ranks: Vec<[u8; MOST]>,
    /// Per turn and order the next order.
    turns: Vec<u16>,
}

impl Seats {
    pub fn new(tray: &Casing, tiles: usize) -> Seats {
        let (mut seatings, mut first) = (Vec::new(), Vec::new());
        for taken in tray.sets(tiles) {
            first.push(seatings.len() as u32);
            let mut met = taken;
            for hole in 0..tray.cells() {
                if met & (1 << hole) == 0 {
                    let region = tray.flood(hole, taken);
                    seatings.push((taken, region));
                    met |= region;
                }
            }
        }
        let orders = orders(tiles);
        let mut seats = Seats {
            tiles,
            steps: vec![NONE; seatings.len() * tiles * WAYS],
            seatings,
            first,
            orders: orders.len(),
            ranks: orders.iter().map(|order| inverse(order)).collect(),
            turns: turns(&orders, tiles),
        };
        seats.take_steps(tray);
        seats
    }

    fn take_steps(&mut self, tray: &Casing) {
        for (number, &(taken, region)) in self.seatings.iter().enumerate() {
            let cells = (0..tray.cells()).filter(|cell| taken & (1 << cell) != 0);
            for (rank, from) in cells.enumerate() {
                for way in 0..WAYS {
                    // The hole is where the tile sees it the other way.
                    let Some(hole) = tray.near(from, way ^ 2).filter(|&c| region & (1 << c) != 0)
                    else {
                        continue;
                    };
                    let next = taken ^ (1 << from) ^ (1 << hole);
                    let after = (next & ((1 << hole) - 1)).count_ones() as usize;
                    let turn = (rank * self.tiles + after) as u32;
                    self.steps[(number * self.tiles + rank) * WAYS + way] =
                        (self.seating(next, from) << TURN_BITS) | turn;
                }
            }
        }
    }

    /// The seating with these cells taken, and the hole here.
    fn seating(&self, taken: u32, hole: usize) -> u32 {
        let mut number = self.first[place_of(taken)];
        while self.seatings[number as usize].1 & (1 << hole) == 0 {
            number += 1;
        }
        number
    }

    /// How many seatings there are.
    pub fn len(&self) -> usize {
        self.seatings.len()
    }

    /// The seating and the order of tiles on these cells, when the hole is here.
    pub fn of(&self, cells: &[usize], hole: usize) -> (u32, u16) {
        let taken = cells.iter().fold(0, |mask, &cell| mask | (1 << cell));
        let rank = |cell: usize| cells.iter().filter(|&&other| other < cell).count() as u8;
        let wanted = |ranks: &[u8; MOST]| cells.iter().zip(ranks).all(|(&c, &r)| rank(c) == r);
        let order = self.ranks.iter().position(wanted).unwrap_or(0);
        (self.seating(taken, hole), order as u16)
    }

    /// The seating and the order after a tile, by its number, has gone to the hole, from which it lay this way.
    #[inline]
    pub fn moved(&self, seating: u32, order: u16, number: usize, way: usize) -> (u32, u16) {
        let rank = self.ranks[order as usize][number] as usize;
        let step = self.steps[(seating as usize * self.tiles + rank) * WAYS + way];
        let turn = (step & ((1 << TURN_BITS) - 1)) as usize;
        (step >> TURN_BITS, self.turns[turn * self.orders + order as usize])
    }

    /// All steps from a seating: to which seating, and what they make of each order; `None` where orders stay.
    pub fn steps(&self, seating: usize) -> impl Iterator<Item = (usize, Option<&[u16]>)> {
        let steps = &self.steps[seating * self.tiles * WAYS..][..self.tiles * WAYS];
        steps.iter().filter(|&&step| step != NONE).map(|&step| {
            let turn = (step & ((1 << TURN_BITS) - 1)) as usize;
            let stays = turn / self.tiles == turn % self.tiles;
            let map = (!stays).then(|| &self.turns[turn * self.orders..][..self.orders]);
            ((step >> TURN_BITS) as usize, map)
        })
    }

    /// The bytes of the tables, for so many tiles in so many cells, with a byte for each order of each seating.
    pub fn bytes(tray: &Casing, tiles: usize) -> u64 {
        let sets = (0..tiles as u64).fold(1, |n, i| n * (tray.cells() as u64 - i) / (i + 1));
        let orders = (1..=tiles as u64).product::<u64>();
        // There are about two seatings for a set of cells; three sets of bits are needed while a table is made.
        2 * sets * (orders + 3 * orders.div_ceil(8) + 4 * (tiles * WAYS) as u64)
    }
}

/// How many sets of as many cells have a lesser mask.
fn place_of(set: u32) -> usize {
    let mut left = set;
    let (mut place, mut size) = (0, 1);
    while left != 0 {
        let cell = left.trailing_zeros() as usize;
        // So many sets of `size` cells are all before this one.
        place += (0..size).fold(1, |n, i| if cell < size { 0 } else { n * (cell - i) / (i + 1) });
        left &= left - 1;
        size += 1;
    }
    place
}

/// All orders of so many tiles: from rank to tile, the least first.
fn orders(tiles: usize) -> Vec<Vec<u8>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..tiles {
        let longer = |order: &Vec<u8>| {
            let others = (0..tiles as u8).filter(|tile| !order.contains(tile));
            others.map(|tile| [&order[..], &[tile]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

fn inverse(order: &[u8]) -> [u8; MOST] {
    let mut ranks = [0; MOST];
    order.iter().enumerate().for_each(|(rank, &tile)| ranks[tile as usize] = rank as u8);
    ranks
}

/// Per pair of ranks, what becomes of each order when the tile of the first gets the second.
fn turns(orders: &[Vec<u8>], tiles: usize) -> Vec<u16> {
    let pairs = (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to)));
    let turned = |(from, to): (usize, usize)| {
        orders.iter().map(move |order| {
            let mut order = order.clone();
            let tile = order.remove(from);
            order.insert(to, tile);
            orders.binary_search(&order).unwrap_or(0) as u16
        })
    };
    pairs.flat_map(turned).collect()
}
