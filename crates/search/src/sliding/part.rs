//! The positions that one thread of the breadth-first search looks after.

use std::io;

use super::key::Key;
use super::known::{Known, TOGETHER};
use super::record::{Record, Written};
use super::space::Last;
use super::spill::Spill;
use crate::run::Crew;

/// Positions that are expanded between two hand-overs: few enough for their neighbours to stay in a near cache; where threads
/// wait for each other after each, more.
pub const ROUND: usize = 1 << 10;
const ROUND_SHARED: usize = 1 << 13;

/// Positions, each with the block that was moved last.
pub struct Met<K> {
    keys: Vec<K>,
    last: Vec<Last>,
}

impl<K> Default for Met<K> {
    fn default() -> Met<K> {
        Met { keys: Vec::new(), last: Vec::new() }
    }
}

impl<K> Met<K> {
    /// Adds a position.
    #[inline]
    pub fn push(&mut self, key: K, last: Last) {
        self.keys.push(key);
        self.last.push(last);
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.last.clear();
    }

    fn capacity(&self) -> usize {
        self.keys.capacity()
    }
}

impl<K> FromIterator<K> for Met<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Met<K> {
        let keys: Vec<K> = keys.into_iter().collect();
        Met { last: vec![Last::UNKNOWN; keys.len()], keys }
    }
}

/// The part of the positions whose hash names this thread.
pub struct Part<K> {
    /// How many parts there are.
    pub of: usize,
    /// Positions that are expanded between two hand-overs.
    round: usize,
    /// The level being expanded; of one on disk, the positions being expanded now.
    current: Met<K>,
    /// How many of it were.
    expanded: usize,
    /// The level being found; of one on disk, what has not gone to a run yet.
    next: Met<K>,
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
    /// Are the last few levels enough, since all are kept elsewhere or nobody will ask for them?
    brief: bool,
}

impl<K: Key> Part<K> {
    /// One of some parts, with this many bytes to itself; are the last few levels enough?
    pub fn new(of: usize, width: usize, (share, brief): (usize, bool)) -> Part<K> {
        Part {
            of,
            round: if of == 1 { ROUND } else { ROUND_SHARED },
            current: Met::default(),
            expanded: 0,
            next: Met::default(),
            told: 0,
            record: Written::default(),
            spill: None,
            known: Known::with_room(0),
            width,
            heap: 0,
            share,
            brief,
        }
    }

    /// The next positions to expand.
    pub fn round(&mut self) -> io::Result<impl Iterator<Item = (&K, Last)>> {
        if let Some(spill) = &mut self.spill {
            spill.round(self.round, &mut self.current.keys)?;
            self.current.last.resize(self.current.keys.len(), Last::UNKNOWN);
            self.expanded = 0;
        }
        let from = self.expanded;
        self.expanded = self.current.len().min(from + self.round);
        let Met { keys, last } = &self.current;
        Ok(keys[from..self.expanded].iter().zip(last[from..self.expanded].iter().copied()))
    }

    /// Takes in some keys, and keeps those that are new for the next level.
    pub fn meet(&mut self, met: &mut Met<K>, crew: &Crew<'_>) -> io::Result<()> {
        let (together, rest) = met.keys.as_chunks::<TOGETHER>();
        let (last, rest_last) = met.last.as_chunks::<TOGETHER>();
        for (keys, last) in together.iter().zip(last) {
            self.make_ready(crew)?;
            let before = self.next.len();
            self.known.insert_all(keys, |i| self.next.push(keys[i].clone(), last[i]));
            self.heap += self.next.keys[before..].iter().map(Key::heap).sum::<usize>();
        }
        for (key, &last) in rest.iter().zip(rest_last) {
            self.make_ready(crew)?;
            if self.known.insert(key) {
                self.heap += key.heap();
                self.next.push(key.clone(), last);
            }
        }
        met.clear();
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
            spill.put(&mut self.next.keys, crew)?;
            self.next.clear();
            self.known.clear();
            self.heap = 0;
            return Ok(());
        }
        let last = self.record.counts().next_back().unwrap_or(0);
        let keys = last + self.current.len() + self.next.len();
        let slots = if self.known.is_full() { Known::<K>::slots_for(keys) } else { 0 };
        let more = slots.saturating_sub(self.known.slots()) + self.next.capacity();
        if self.bytes() + more * (size_of::<K>() + 1) > self.share {
            return self.begin_to_spill(crew);
        }
        self.next.keys.reserve(TOGETHER);
        self.next.last.reserve(TOGETHER);
        if self.known.is_full() {
            self.forget(keys);
        }
        Ok(())
    }

    /// Empties the set of all but the last three levels.
    fn forget(&mut self, keys: usize) {
        self.known.make_room(keys);
        let mut last = self.record.last(self.width);
        loop {
            let some: Vec<K> = last.by_ref().take(ROUND).collect();
            self.known.extend(&some);
            if some.len() < ROUND {
                break;
            }
        }
        self.known.extend(&self.current.keys);
        self.known.extend(&self.next.keys);
    }

    /// Moves all levels to the disk.
    fn begin_to_spill(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        self.known = Known::with_room(0);
        let record = std::mem::take(&mut self.record);
        let current = std::mem::take(&mut self.current).keys;
        let mut spill = Spill::new(record, current, self.expanded, (self.width, self.share))?;
        spill.put(&mut self.next.keys, crew)?;
        self.spill = Some(spill);
        self.heap = 0;
        // A set that is emptied at five eighths, and a list of what is in it, in half of the memory.
        let slots = self.share / 2 / (size_of::<K>() * 13 / 8 + 1);
        self.next = Met::default();
        self.known = Known::with_room((1 << slots.max(1).ilog2()) / 4);
        let room = self.known.slots() * 5 / 8 + 2 * TOGETHER;
        self.next = Met { keys: Vec::with_capacity(room), last: Vec::with_capacity(room) };
        Ok(())
    }

    /// Completes the next level once the current one is expanded.
    pub fn settle(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        match &mut self.spill {
            Some(spill) => {
                spill.put(&mut self.next.keys, crew)?;
                self.next.clear();
                spill.settle::<K>(crew)
            }
            None => Ok(()),
        }
    }

    /// Is the next level completed by merging runs?
    pub fn is_spilled(&self) -> bool {
        self.spill.is_some()
    }

    /// How many hand-overs it takes to expand the level that was found.
    pub fn rounds(&self) -> usize {
        self.found().div_ceil(self.round)
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
            None => self.next.keys.iter().try_for_each(&mut met),
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
        if self.brief {
            self.record.clear();
        }
        self.record.add(&self.current.keys, self.width);
        std::mem::swap(&mut self.current, &mut self.next);
        self.next.clear();
        self.heap = 0;
        self.foresee();
        Ok(())
    }

    /// Empties the set before the level is expanded, if it would fill up on the way: it gets room for the whole level, and
    /// threads, which wait for each other, all do so at the same time.
    fn foresee(&mut self) {
        let ahead = self.current.len() / 8 * 9;
        let last = self.record.counts().next_back().unwrap_or(0);
        let keys = last + self.current.len() + ahead;
        let more = Known::<K>::slots_for(keys).saturating_sub(self.known.slots());
        let room = self.bytes() + more * size_of::<K>() <= self.share;
        if room && self.known.would_be_full(ahead) {
            self.forget(keys);
        }
    }

    /// Bytes of memory that this part takes.
    pub fn bytes(&self) -> usize {
        let listed = self.current.capacity() + self.next.capacity();
        // A key on the heap is in a level and in the set; the level before was about as long.
        let merging = self.spill.as_ref().map_or(0, Spill::memory);
        let keys = (self.known.slots() + listed) * size_of::<K>() + listed;
        keys + self.record.size() + merging + 4 * self.heap
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
        self.record.add(&self.current.keys, self.width);
        Record::Memory(self.record)
    }
}
