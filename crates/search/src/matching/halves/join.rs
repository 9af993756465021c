//! Two corners make a half where the arm between them is the same, no tile lies in both, and the rim has edges enough.
//! That is asked of 512 right corners at a time: they are rows of bits.

use super::corners::{Corners, Filling};
use crate::bits::{bits, ones};

/// Words of a row.
const WORDS: usize = 8;
/// Fillings that a chunk of rows has room for.
const ROOM: usize = 64 * WORDS;
/// Keys that are told of at a time, at most.
const BATCH: usize = 4 * ROOM;

/// Fillings sorted by the arm to their right: where each arm's begin.
fn sorted(arms: usize, fillings: &[Filling]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0; arms + 2];
    fillings.iter().for_each(|filling| first[filling.right as usize + 2] += 1);
    for arm in 2..first.len() {
        first[arm] += first[arm - 1];
    }
    let mut order = vec![0; fillings.len()];
    for (i, filling) in fillings.iter().enumerate() {
        let at = &mut first[filling.right as usize + 1];
        order[*at as usize] = i as u32;
        *at += 1;
    }
    first.pop();
    (first, order)
}

/// Fillings of a left corner.
pub struct Lefts {
    first: Vec<u32>,
    pub fillings: Vec<Filling>,
    keys: Vec<u64>,
    /// For each filling the rows that all its mates are in.
    rows: Vec<u8>,
    width: usize,
}

impl Lefts {
    pub fn new(corners: &Corners, fillings: &[Filling]) -> Lefts {
        let (first, order) = sorted(corners.arms(), fillings);
        let fillings: Vec<Filling> = order.iter().map(|&i| fillings[i as usize]).collect();
        let keys = fillings.iter().map(|filling| filling.key).collect();
        let width = corners.side * corners.side + corners.shades().count();
        let mut rows = Vec::with_capacity(width * fillings.len());
        let of = |filling| corners.rows_of(filling).map(|row| row as u8);
        fillings.iter().for_each(|filling| rows.extend(of(filling)));
        Lefts { first, fillings, keys, rows, width }
    }
}

/// Fillings of a right corner above some arms, as rows of bits: for each tile those that do not have it, and for each
/// colour of the rim and each number those that take no more edges.
pub struct Rights {
    /// Where the chunks of each arm between the two corners begin.
    first: Vec<u32>,
    chunks: Vec<[u64; WORDS]>,
    keys: Vec<u64>,
    rows: usize,
}

impl Rights {
    pub fn new(corners: &Corners, fillings: &[Filling]) -> Rights {
        let (from, order) = sorted(corners.arms(), fillings);
        let rows = corners.rows;
        let mut rights = Rights { first: vec![0], chunks: Vec::new(), keys: Vec::new(), rows };
        for arm in from.windows(2) {
            for chunk in order[arm[0] as usize..arm[1] as usize].chunks(ROOM) {
                rights.add(corners, fillings, chunk);
            }
            rights.first.push((rights.chunks.len() / rows) as u32);
        }
        rights
    }

    fn add(&mut self, corners: &Corners, fillings: &[Filling], chunk: &[u32]) {
        let start = self.chunks.len();
        self.chunks.resize(start + self.rows, [0; WORDS]);
        let rows = &mut self.chunks[start..];
        for (slot, &i) in chunk.iter().enumerate() {
            let filling = &fillings[i as usize];
            let (word, bit) = (slot / 64, 1 << (slot % 64));
            ones(filling.tiles).for_each(|tile| rows[tile][word] |= bit);
            corners.taken(filling).for_each(|row| rows[row][word] |= bit);
            self.keys.push(filling.key);
        }
        self.keys.resize((start / self.rows + 1) * ROOM, 0);
        for row in &mut rows[..corners.count] {
            row.iter_mut().for_each(|word| *word = !*word);
        }
        for shade in corners.shades() {
            for row in shade.skip(1) {
                let fewer = rows[row - 1];
                rows[row].iter_mut().zip(fewer).for_each(|(word, fewer)| *word |= fewer);
            }
        }
    }

    /// The filling in a slot, beside a left corner.
    pub fn filling(&self, corners: &Corners, slot: usize, left: &Filling) -> Filling {
        let rows = &self.chunks[slot / ROOM * self.rows..][..self.rows];
        let (word, bit) = (slot % ROOM / 64, slot % 64);
        let has = |row: usize| rows[row][word] >> bit & 1 == 1;
        let tiles =
            (0..corners.count).filter(|&tile| !has(tile)).fold(0, |set, tile| set | 1 << tile);
        let taken = corners.shades().map(|mut shade| {
            let start = shade.start;
            shade.find(|&row| has(row)).map_or(0, |row| (row - start) as u64)
        });
        let stock = corners.stock_without(taken);
        Filling { tiles, stock, key: self.keys[slot], right: left.right }
    }
}

/// The bits that all of some rows have. Kept apart from the loop around it, so that whole rows are taken at a time.
#[inline(never)]
fn common(rows: &[[u64; WORDS]], which: &[u8]) -> [u64; WORDS] {
    let mut set = [u64::MAX; WORDS];
    for &row in which {
        let row = &rows[usize::from(row)];
        (0..WORDS).for_each(|word| set[word] &= row[word]);
    }
    set
}

/// Tells of each left corner and each chunk of right ones which of them make a half.
#[inline(always)]
fn each(lefts: &Lefts, rights: &Rights, mut tell: impl FnMut(usize, usize, [u64; WORDS])) {
    for (from, chunks) in lefts.first.windows(2).zip(rights.first.windows(2)) {
        for chunk in chunks[0] as usize..chunks[1] as usize {
            let rows = &rights.chunks[chunk * rights.rows..][..rights.rows];
            for left in from[0] as usize..from[1] as usize {
                let which = &lefts.rows[left * lefts.width..][..lefts.width];
                tell(left, chunk, common(rows, which));
            }
        }
    }
}

/// Tells of every pair that makes a half: its key, which left and which right corner.
pub fn join(lefts: &Lefts, rights: &Rights, mut tell: impl FnMut(u64, usize, usize)) {
    each(lefts, rights, |left, chunk, mates| {
        for slot in bits(&mates).map(|bit| chunk * ROOM + bit as usize) {
            tell(lefts.keys[left].wrapping_add(rights.keys[slot]), left, slot);
        }
    });
}

/// The keys of all such pairs, some at a time.
///
/// Most words have one bit or none, and which ones nobody can guess: two keys are written for each, and then as many
/// kept as there are. That is twice as fast as to go from bit to bit.
pub fn join_keys(lefts: &Lefts, rights: &Rights, mut tell: impl FnMut(&[u64])) {
    let (mut batch, mut count) = ([0; BATCH], 0);
    each(lefts, rights, |left, chunk, mates| {
        let own = lefts.keys[left];
        let keys = rights.keys[chunk * ROOM..][..ROOM].as_chunks::<64>().0;
        for (mut set, keys) in mates.into_iter().zip(keys) {
            for _ in 0..2 {
                let slot = (set | 1 << 63).trailing_zeros() as usize;
                batch[count % BATCH] = own.wrapping_add(keys[slot]);
                count += usize::from(set != 0);
                set &= set.wrapping_sub(1);
            }
            while set != 0 {
                batch[count % BATCH] = own.wrapping_add(keys[set.trailing_zeros() as usize]);
                count += 1;
                set &= set - 1;
            }
        }
        if count >= BATCH - ROOM {
            tell(&batch[..count]);
            count = 0;
        }
    });
    tell(&batch[..count]);
}

/// A set of keys that may say yes where it should say no, but never the other way round.
#[derive(Default)]
pub struct Sieve {
    words: Vec<u64>,
    shift: u32,
}

impl Sieve {
    /// Has these keys and no others from now on.
    pub fn fill(&mut self, keys: &[u64]) {
        let room = (16 * keys.len().max(64)).next_power_of_two();
        self.words.clear();
        self.words.resize(room / 64, 0);
        self.shift = u64::BITS - room.trailing_zeros();
        for key in keys {
            let bit = key >> self.shift;
            self.words[(bit / 64) as usize] |= 1 << (bit % 64);
        }
    }

    /// May it have this key?
    #[inline(always)]
    pub fn may_have(&self, key: u64) -> bool {
        let bit = key >> self.shift;
        self.words[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// Adds those keys to a list that it may have.
    pub fn sift(&self, keys: impl Iterator<Item = u64>, kept: &mut Vec<u64>) {
        for key in keys {
            if self.may_have(key) {
                kept.push(key);
            }
        }
    }
}
