//! Pattern databases: how many moves a few tiles need at least, wherever they are.

use super::Tray;

/// The most tiles of a pattern.
const MOST: usize = 5;
/// What no move count reaches.
const FAR: u8 = u8::MAX;

/// For some tiles, the least number of moves of these tiles that brings them home, by where they are.
pub struct Pattern {
    /// The tiles, named by their home cells.
    pub tiles: Vec<usize>,
    bits: u32,
    moves: Vec<u8>,
}

impl Pattern {
    /// Works backwards from the goal, level by level. Steps of the hole past other tiles cost nothing, so a position
    /// of the tiles is met with a region of cells in which the hole may be.
    pub fn new(tray: &Tray, tiles: Vec<usize>) -> Pattern {
        let bits = usize::BITS - (tray.cells() - 1).leading_zeros();
        let mut pattern =
            Pattern { moves: vec![FAR; 1 << (bits as usize * tiles.len())], bits, tiles };
        let home = pattern.index(|tile| tile);
        let mut met = vec![0_u32; pattern.moves.len()];
        // An index takes at most 20 bits, which leaves room for the hole: small items make a quick search.
        let item = |index: usize, hole: usize| ((index << 5) | hole) as u32;
        let mut level = vec![item(home, tray.hole_home)];
        for depth in 0..FAR {
            let mut next = Vec::new();
            for both in level {
                let (index, hole) = (both as usize >> 5, both as usize & 31);
                if met[index] & (1 << hole) != 0 {
                    continue;
                }
                let at: [usize; MOST] = std::array::from_fn(|i| pattern.at(index, i));
                let at = &at[..pattern.tiles.len()];
                let region =
                    tray.flood(hole, at.iter().fold(0, |taken, &cell| taken | (1 << cell)));
                met[index] |= region;
                pattern.moves[index] = pattern.moves[index].min(depth);
                for (i, &cell) in at.iter().enumerate() {
                    for &to in tray.around(cell).iter().filter(|&&to| region & (1 << to) != 0) {
                        let there = index ^ ((cell ^ to) << (i as u32 * bits));
                        if met[there] & (1 << cell) == 0 {
                            next.push(item(there, cell));
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        pattern
    }

    /// The index of a position, given where each tile is.
    pub fn index(&self, at: impl Fn(usize) -> usize) -> usize {
        let places = self.tiles.iter().enumerate();
        places.fold(0, |index, (i, &tile)| index | (at(tile) << (i as u32 * self.bits)))
    }

    fn at(&self, index: usize, i: usize) -> usize {
        (index >> (i as u32 * self.bits)) & ((1 << self.bits) - 1)
    }

    /// The index after one of the tiles, by its number in the pattern, has gone from one cell to another.
    #[inline]
    pub fn moved(&self, index: usize, i: usize, from: usize, to: usize) -> usize {
        index ^ ((from ^ to) << (i as u32 * self.bits))
    }

    /// The least number of moves.
    #[inline]
    pub fn moves(&self, index: usize) -> u8 {
        self.moves[index]
    }
}

/// Tiles in groups of at most `most`, each of tiles whose homes lie close together.
pub fn groups(tray: &Tray, most: usize) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..tray.cells()).filter(|&cell| cell != tray.hole_home).collect();
    let count = left.len().div_ceil(most);
    let mut groups = Vec::new();
    for group in 0..count {
        let size = left.len().div_ceil(count - group);
        // Starts in the corner farthest from the hole and takes what is near, so that few stragglers are left.
        let far = |cell: usize| tray.distance(cell, tray.hole_home);
        let Some(&seed) = left.iter().max_by_key(|&&cell| (far(cell), cell)) else { break };
        left.sort_by_key(|&cell| (tray.distance(cell, seed), cell));
        groups.push(left.drain(..size).collect());
    }
    groups
}
