//! The positions that one thread of the breadth-first search looks after.

use std::io;

use super::key::Key;
use super::known::{Known, TOGETHER};
use super::record::{Record, Written};
use super::spill::Spill;
use crate::run::Crew;

/// Positions that are expanded between two hand-overs.
pub const ROUND: usize = 1 << 12;

/// The part of the positions whose hash names this thread.
pub struct Part<K> {
    /// How many parts there are.
    pub of: usize,
    /// The level being expanded; of one on disk, the positions being expanded now.
    current: Vec<K>,
    /// How many of it were.
    expanded: usize,
    /// The level being found; of one on disk, what has not gone to a run yet.
    next: Vec<K>,
    /// How many positions of the next level were told.
    told: usize,
    /// All levels before the current one.
    record: Written,
    /// Set once the memory did not suffice.
    spill: Option<Spill>,
    known: Known<K>,
    width: usize,
    /// Bytes on the heap of the keys in `next`; with levels on disk, of those in the set.
    heap: usize,
    /// Bytes this part may take.
    share: usize,
    /// Are the levels kept elsewhere, all but the last few?
    kept: bool,
}

impl<K: Key> Part<K> {
    /// One of some parts, with this many bytes to itself; are its levels kept elsewhere?
    pub fn new(of: usize, width: usize, (share, kept): (usize, bool)) -> Part<K> {
        Part {
            of,
            current: Vec::new(),
            expanded: 0,
            next: Vec::new(),
            told: 0,
            record: Written::default(),
            spill: None,
            known: Known::with_room(0),
            width,
            heap: 0,
            share,
            kept,
        }
    }

    /// The next positions to expand.
    pub fn round(&mut self) -> io::Result<&[K]> {
        if let Some(spill) = &mut self.spill {
            spill.round(ROUND, &mut self.current)?;
            return Ok(&self.current);
        }
        let from = self.expanded;
        self.expanded = self.current.len().min(from + ROUND);
        Ok(&self.current[from..self.expanded])
    }

    /// Takes in some keys, and keeps those that are new for the next level.
    pub fn meet(&mut self, keys: &mut Vec<K>, crew: &Crew<'_>) -> io::Result<()> {
        let (together, rest) = keys.as_chunks::<TOGETHER>();
        for keys in together {
            self.make_ready(crew)?;
            let before = self.next.len();
            self.known.insert_all(keys, |key| self.next.push(key.clone()));
            self.heap += self.next[before..].iter().map(Key::heap).sum::<usize>();
        }
        for key in rest {
            self.make_ready(crew)?;
            if self.known.insert(key) {
                self.heap += key.heap();
                self.next.push(key.clone());
            }
        }
        keys.clear();
        let heavy = self.heap > 0 && self.bytes() > self.share;
        if heavy { self.make_room(crew) } else { Ok(()) }
    }

    /// Makes room for some keys.
    #[inline]
    fn make_ready(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        let room = self.next.capacity() - self.next.len() >= TOGETHER;
        if room && !self.known.is_full() { Ok(()) } else { self.make_room(crew) }
    }

    #[cold]
    fn make_room(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        if let Some(spill) = &mut self.spill {
            spill.put(&mut self.next, crew)?;
            self.known.clear();
            self.heap = 0;
            return Ok(());
        }
        let last = self.record.counts().next_back().unwrap_or(0);
        let keys = last + self.current.len() + self.next.len();
        let slots = if self.known.is_full() { Known::<K>::slots_for(keys) } else { 0 };
        let more = slots.saturating_sub(self.known.slots()) + self.next.capacity();
        if self.bytes() + more * size_of::<K>() > self.share {
            return self.begin_to_spill(crew);
        }
        self.next.reserve(TOGETHER);
        if self.known.is_full() {
            self.forget(keys);
        }
        Ok(())
    }

    /// Empties the set of all but the last three levels.
    fn forget(&mut self, keys: usize) {
        // The old set goes before the new one comes.
        self.known = Known::with_room(0);
        self.known = Known::with_room(keys);
        for key in self.record.last(self.width) {
            self.known.insert(&key);
        }
        for key in self.current.iter().chain(&self.next) {
            self.known.insert(key);
        }
    }

    /// Moves all levels to the disk.
    fn begin_to_spill(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        self.known = Known::with_room(0);
        let record = std::mem::take(&mut self.record);
        let current = std::mem::take(&mut self.current);
        let mut spill = Spill::new(record, current, self.expanded, (self.width, self.share))?;
        spill.put(&mut self.next, crew)?;
        self.spill = Some(spill);
        self.heap = 0;
        // A set that is emptied at five eighths, and a list of what is in it, in half of the memory.
        let slots = self.share / 2 / (size_of::<K>() * 13 / 8);
        self.next = Vec::new();
        self.known = Known::with_room((1 << slots.max(1).ilog2()) / 4);
        self.next = Vec::with_capacity(self.known.slots() * 5 / 8 + 2 * TOGETHER);
        Ok(())
    }

    /// Completes the next level once the current one is expanded.
    pub fn settle(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        match &mut self.spill {
            Some(spill) => {
                spill.put(&mut self.next, crew)?;
                spill.settle::<K>(crew)
            }
            None => Ok(()),
        }
    }

    /// Is the next level completed by merging runs?
    pub fn is_spilled(&self) -> bool {
        self.spill.is_some()
    }

    /// How many positions of the next level are certain.
    pub fn found(&self) -> usize {
        match &self.spill {
            Some(spill) => spill.ahead.map_or(self.told, |ahead| ahead.keys),
            None => self.next.len(),
        }
    }

    /// Calls `met` with each of them, until it fails.
    pub fn each_found(&self, mut met: impl FnMut(&K) -> io::Result<()>) -> io::Result<()> {
        match &self.spill {
            Some(spill) => spill.each_ahead(met),
            None => self.next.iter().try_for_each(&mut met),
        }
    }

    /// How many more they are than last time.
    pub fn fresh(&mut self) -> usize {
        let found = self.found();
        found - std::mem::replace(&mut self.told, found)
    }

    /// Goes on to the next level.
    pub fn step(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        let more = self.current.len() * self.width;
        if self.spill.is_none() && self.bytes() + more > self.share {
            self.begin_to_spill(crew)?;
            self.settle(crew)?;
        }
        self.expanded = 0;
        self.told = 0;
        if let Some(spill) = &mut self.spill {
            spill.step();
            return Ok(());
        }
        if self.kept {
            self.record.clear();
        }
        self.record.add(&self.current, self.width);
        std::mem::swap(&mut self.current, &mut self.next);
        self.next.clear();
        self.heap = 0;
        Ok(())
    }

    /// Bytes of memory that this part takes.
    pub fn bytes(&self) -> usize {
        let keys = self.known.slots() + self.current.capacity() + self.next.capacity();
        // A key on the heap is in a level and in the set; the level before was about as long.
        let merging = self.spill.as_ref().map_or(0, Spill::memory);
        keys * size_of::<K>() + self.record.size() + merging + 4 * self.heap
    }

    /// Bytes on disk.
    pub fn disk(&self) -> u64 {
        self.spill.as_ref().map_or(0, Spill::disk)
    }

    /// All levels that were begun, in order.
    pub fn finish(mut self) -> Record {
        if let Some(spill) = self.spill {
            return spill.finish();
        }
        self.record.add(&self.current, self.width);
        Record::Memory(self.record)
    }
}
