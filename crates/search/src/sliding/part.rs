//! The positions that one thread of the breadth-first search looks after.

use super::key::Key;
use super::known::{Known, TOGETHER};

/// Keys written down.
pub struct Written {
    bytes: Vec<u8>,
    /// How many.
    pub len: usize,
}

impl Written {
    fn of<K: Key>(keys: &[K], width: usize) -> Written {
        let mut bytes = Vec::with_capacity(keys.len() * width);
        keys.iter().for_each(|key| key.write(width, &mut bytes));
        bytes.shrink_to_fit();
        Written { bytes, len: keys.len() }
    }

    /// Reads the keys one by one.
    pub fn keys<K: Key>(&self, width: usize) -> impl Iterator<Item = K> {
        let mut rest = self.bytes.as_slice();
        (0..self.len).map_while(move |_| K::read(&mut rest, width))
    }
}

/// The part of the positions whose hash names this thread.
pub struct Part<K> {
    /// How many parts there are.
    pub of: usize,
    /// The level being expanded.
    pub current: Vec<K>,
    /// The level being found.
    pub next: Vec<K>,
    /// All levels before the current one.
    record: Vec<Written>,
    known: Known<K>,
    width: usize,
    /// Bytes of the record.
    recorded: usize,
    /// Bytes on the heap of the keys in `next`.
    heap: usize,
    /// Bytes this part may take.
    share: usize,
    cramped: bool,
}

impl<K: Key> Part<K> {
    /// One of some parts, with this many bytes to itself.
    pub fn new(of: usize, width: usize, share: usize) -> Part<K> {
        Part {
            of,
            current: Vec::new(),
            next: Vec::new(),
            record: Vec::new(),
            known: Known::with_room(0),
            width,
            recorded: 0,
            heap: 0,
            share,
            cramped: false,
        }
    }

    /// Takes in some keys, and keeps those that are new for the next level.
    pub fn meet(&mut self, keys: &mut Vec<K>) {
        let before = self.next.len();
        let (together, rest) = keys.as_chunks::<TOGETHER>();
        for keys in together {
            if self.ready() {
                self.known.insert_all(keys, |key| self.next.push(key.clone()));
            }
        }
        for key in rest {
            if self.ready() && self.known.insert(key) {
                self.next.push(key.clone());
            }
        }
        self.heap += self.next[before..].iter().map(Key::heap).sum::<usize>();
        keys.clear();
    }

    /// Makes room; `false` where there is none to be had, and the search is about to end.
    #[inline]
    fn ready(&mut self) -> bool {
        if self.known.is_full() {
            self.forget();
        }
        !self.cramped
    }

    /// Empties the set of all but the last three levels.
    fn forget(&mut self) {
        let keys =
            self.record.last().map_or(0, |level| level.len) + self.current.len() + self.next.len();
        let slots = Known::<K>::slots_for(keys);
        let more = slots.saturating_sub(self.known.slots()) * size_of::<K>();
        if self.cramped || self.bytes() + more > self.share {
            self.cramped = true;
            return;
        }
        // The old set goes before the new one comes.
        self.known = Known::with_room(0);
        self.known = Known::with_room(keys);
        for key in self.record.iter().last().into_iter().flat_map(|last| last.keys(self.width)) {
            self.known.insert(&key);
        }
        for key in self.current.iter().chain(&self.next) {
            self.known.insert(key);
        }
    }

    /// Goes on to the next level.
    pub fn step(&mut self) {
        let written = Written::of(&self.current, self.width);
        self.recorded += written.bytes.len() + size_of::<Written>();
        self.record.push(written);
        self.current = std::mem::take(&mut self.next);
        self.current.shrink_to_fit();
        self.heap = 0;
    }

    /// Bytes this part takes.
    pub fn bytes(&self) -> usize {
        let keys = self.known.slots() + self.current.capacity() + self.next.capacity();
        // A key on the heap is in a level and in the set; the level before was about as long.
        keys * size_of::<K>() + self.recorded + 4 * self.heap
    }

    /// Is there no room for more?
    pub fn is_cramped(&self) -> bool {
        self.cramped || self.bytes() > self.share
    }

    /// All levels that were begun, in order.
    pub fn finish(mut self) -> Vec<Written> {
        self.step();
        // Before the first level nothing was written down.
        self.record.remove(0);
        self.record
    }
}
