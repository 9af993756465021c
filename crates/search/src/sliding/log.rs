//! The positions met by a search that does not go by levels, each with the fewest moves to it that are known.

use super::key::Key;

/// Keys that are looked up together.
pub const TOGETHER: usize = 32;
/// Slots of the smallest log.
const LEAST: usize = 1 << 10;

/// Positions with their moves: open addressing, one probe sequence a look-up.
pub struct Log<K> {
    /// A key and its moves lie side by side, so that they are fetched together.
    slots: Vec<(K, u32)>,
    used: usize,
}

impl<K: Key> Log<K> {
    /// An empty log.
    pub fn new() -> Log<K> {
        Log { slots: vec![(K::EMPTY, 0); LEAST], used: 0 }
    }

    /// Bytes that it takes, or will take when it has room for some keys more.
    pub fn bytes(&self) -> usize {
        let slots = self.slots.len() + if self.is_full() { 2 * self.slots.len() } else { 0 };
        slots * size_of::<(K, u32)>()
    }

    fn is_full(&self) -> bool {
        (self.used + TOGETHER) * 8 > self.slots.len() * 5
    }

    /// Notes some positions, each with its moves, and calls `better` with the number of each that is new, or was met with
    /// more moves before, and whether it is new.
    pub fn note(&mut self, met: &[(K, u32)], mut better: impl FnMut(usize, bool)) {
        for (chunk, from) in met.chunks(TOGETHER).zip((0..).step_by(TOGETHER)) {
            if self.is_full() {
                self.grow();
            }
            let (mut slots, mut others) = ([0; TOGETHER], [0; TOGETHER]);
            slots.iter_mut().zip(chunk).for_each(|(slot, met)| *slot = self.slot(&met.0));
            // Looks at all slots first, so that the memory they are in is fetched at once.
            let mut count = 0;
            for (i, (key, moves)) in chunk.iter().enumerate() {
                others[count] = i;
                let known = &self.slots[slots[i]];
                count += usize::from(known.0 != *key || known.1 > *moves);
            }
            for &i in &others[..count] {
                if let Some(new) = self.note_at(slots[i], &chunk[i]) {
                    better(from + i, new);
                }
            }
        }
    }

    fn slot(&self, key: &K) -> usize {
        (key.mixed() << 8 >> self.slots.len().leading_zeros()) as usize & (self.slots.len() - 1)
    }

    /// Is it better than what was known, and new?
    fn note_at(&mut self, mut at: usize, (key, moves): &(K, u32)) -> Option<bool> {
        let mask = self.slots.len() - 1;
        loop {
            let known = &mut self.slots[at & mask];
            if known.0 == K::EMPTY {
                *known = (key.clone(), *moves);
                self.used += 1;
                return Some(true);
            }
            if known.0 == *key {
                let better = known.1 > *moves;
                known.1 = known.1.min(*moves);
                return better.then_some(false);
            }
            at += 1;
        }
    }

    fn grow(&mut self) {
        let more = Log { slots: vec![(K::EMPTY, 0); 2 * self.slots.len()], used: 0 };
        let old = std::mem::replace(self, more);
        for met in old.slots.iter().filter(|met| met.0 != K::EMPTY) {
            self.note_at(self.slot(&met.0), met);
        }
    }

    /// The positions, by their moves, up to so many.
    pub fn levels(self, most: usize) -> Vec<Vec<K>> {
        let mut levels = vec![Vec::new(); most];
        for (key, moves) in self.slots.into_iter().filter(|met| met.0 != K::EMPTY) {
            if let Some(level) = levels.get_mut(moves as usize) {
                level.push(key);
            }
        }
        levels
    }
}
