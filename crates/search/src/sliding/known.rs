//! The set of positions met lately: open addressing, one probe sequence a look-up.

use super::key::Key;

/// Keys that are looked up together.
pub const TOGETHER: usize = 32;
/// Slots of the smallest set.
const LEAST: usize = 1 << 10;

/// A set of keys that its owner refills before it is too full to be quick.
pub struct Known<K> {
    slots: Vec<K>,
    used: usize,
}

impl<K: Key> Known<K> {
    /// An empty set with room for this many keys and as many again.
    pub fn with_room(keys: usize) -> Known<K> {
        Known { slots: vec![K::EMPTY; Known::<K>::slots_for(keys)], used: 0 }
    }

    /// Slots of a set with room for this many keys: they fill at most three eighths of it.
    pub fn slots_for(keys: usize) -> usize {
        (keys * 8 / 3 + 1).next_power_of_two().max(LEAST)
    }

    /// Slots of this set.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.slots.fill(K::EMPTY);
        self.used = 0;
    }

    /// Forgets all keys, and has room for this many from now on.
    pub fn make_room(&mut self, keys: usize) {
        if self.slots.len() == Known::<K>::slots_for(keys) {
            return self.clear();
        }
        // The old set goes before the new one comes.
        self.slots = Vec::new();
        *self = Known::with_room(keys);
    }

    /// Adds keys that are all new.
    pub fn extend(&mut self, keys: &[K]) {
        let (together, rest) = keys.as_chunks();
        together.iter().for_each(|keys| self.insert_all(keys, |_| {}));
        for key in rest {
            self.insert(key);
        }
    }

    /// Past five eighths a look-up takes too long.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.would_be_full(0)
    }

    /// Is that so with this many keys more?
    #[inline]
    pub fn would_be_full(&self, more: usize) -> bool {
        (self.used + more) * 8 > self.slots.len() * 5
    }

    /// Adds a key; says whether it is new.
    #[inline]
    pub fn insert(&mut self, key: &K) -> bool {
        self.insert_at(self.slot(key), key)
    }

    /// Adds some keys, and calls `new` with the number of each that is new.
    #[inline]
    pub fn insert_all(&mut self, keys: &[K; TOGETHER], mut new: impl FnMut(usize)) {
        let mut slots = [0; TOGETHER];
        slots.iter_mut().zip(keys).for_each(|(slot, key)| *slot = self.slot(key));
        // Looks at all slots first, so that the memory they are in is fetched at once. Most keys were met before: to
        // set the others aside without a branch saves the processor wrong guesses.
        let (mut others, mut count) = ([0; TOGETHER], 0);
        for i in 0..TOGETHER {
            others[count] = i;
            count += usize::from(self.slots[slots[i]] != keys[i]);
        }
        for &i in &others[..count] {
            if self.insert_at(slots[i], &keys[i]) {
                new(i);
            }
        }
    }

    #[inline]
    fn slot(&self, key: &K) -> usize {
        // The high bits of a product are the well mixed ones. The top byte chose the thread.
        (key.mixed() << 8 >> self.slots.len().leading_zeros()) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn insert_at(&mut self, mut at: usize, key: &K) -> bool {
        let mask = self.slots.len() - 1;
        loop {
            let slot = &mut self.slots[at & mask];
            if slot == key {
                return false;
            }
            if *slot == K::EMPTY {
                *slot = key.clone();
                self.used += 1;
                return true;
            }
            at += 1;
        }
    }
}
