//! Levels on disk, for a part of the search that does not fit its share of the memory.
//!
//! Positions met go to sorted runs as often as the memory is full. At the end of a level the runs are merged: what came
//! twice, and what belongs to that level or to the one before, falls out. What is left is the next level.

use std::io;

use super::key::Key;
use super::merge::Merge;
use super::record::{Record, Written};
use super::shelf::{Reader, Shelf, Stretch, Writer};
use crate::run::Crew;

/// The fewest and the most runs that are merged at once.
const RUNS: (usize, usize) = (4, 128);
/// The smallest and the largest block that is read at once.
const BLOCK: (usize, usize) = (1 << 9, 1 << 20);

/// The levels of a part, and the runs of the one being found.
pub struct Spill {
    levels: Shelf,
    /// All levels up to the one being expanded.
    record: Vec<Stretch>,
    /// The level before the one being expanded, and that one, both in order.
    last: [Stretch; 2],
    /// What is left to expand.
    rest: Reader,
    runs: Shelf,
    waiting: Vec<Stretch>,
    most_runs: usize,
    /// The next level, once its runs are merged.
    pub ahead: Option<Stretch>,
}

impl Spill {
    /// Takes over the levels that were written down, and the one being expanded, of which some keys are behind.
    pub fn new<K: Key>(
        written: Written,
        mut current: Vec<K>,
        expanded: usize,
        (width, memory): (usize, usize),
    ) -> io::Result<Spill> {
        let most_runs = (memory / BLOCK.1).clamp(RUNS.0, RUNS.1);
        let block = (memory / 8 / most_runs).clamp(BLOCK.0, BLOCK.1);
        let mut levels = Shelf::new(width, block)?;
        let mut record = Vec::new();
        for (bytes, keys) in written.levels() {
            record.push(levels.put_written(bytes, keys)?);
        }
        let mut last: Vec<K> = written.last(width).collect();
        drop(written);
        last.sort_unstable();
        let before = levels.put(&last)?;
        drop(last);
        // It is expanded in the order that it was begun in.
        let unsorted = levels.put(&current)?;
        record.push(unsorted);
        let mut rest = Reader::new(unsorted);
        for _ in 0..expanded {
            rest.next::<K>(&levels)?;
        }
        current.sort_unstable();
        let now = levels.put(&current)?;
        let runs = Shelf::new(width, block)?;
        Ok(Spill {
            levels,
            record,
            last: [before, now],
            rest,
            runs,
            waiting: Vec::new(),
            most_runs,
            ahead: None,
        })
    }

    /// The next positions to expand, in place of those that were.
    pub fn round<K: Key>(&mut self, most: usize, keys: &mut Vec<K>) -> io::Result<()> {
        keys.clear();
        while keys.len() < most
            && let Some(key) = self.rest.next(&self.levels)?
        {
            keys.push(key);
        }
        Ok(())
    }

    /// Puts keys aside as a run.
    pub fn put<K: Key>(&mut self, keys: &mut Vec<K>, crew: &Crew<'_>) -> io::Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        keys.sort_unstable();
        self.waiting.push(self.runs.put(keys.iter())?);
        keys.clear();
        if self.waiting.len() < self.most_runs {
            return Ok(());
        }
        let mut all = self.runs.another()?;
        let mut merge = Merge::<K>::new((&self.runs, &self.waiting), (&self.levels, &[]))?;
        let mut writer = Writer::new(&all);
        while let Some(key) = merge.next(&self.runs, &self.levels, crew)? {
            writer.push(&mut all, &key)?;
        }
        self.waiting = vec![writer.finish(&mut all)?];
        self.runs = all;
        Ok(())
    }

    /// Merges the runs to the next level.
    pub fn settle<K: Key>(&mut self, crew: &Crew<'_>) -> io::Result<()> {
        let mut merge = Merge::<K>::new((&self.runs, &self.waiting), (&self.levels, &self.last))?;
        let mut writer = Writer::new(&self.levels);
        while let Some(key) = merge.next(&self.runs, &self.levels, crew)? {
            writer.push(&mut self.levels, &key)?;
        }
        self.ahead = Some(writer.finish(&mut self.levels)?);
        self.waiting.clear();
        self.runs.clear()
    }

    /// Calls `met` with each position of the next level, until it fails.
    pub fn each_ahead<K: Key>(&self, mut met: impl FnMut(&K) -> io::Result<()>) -> io::Result<()> {
        let Some(ahead) = self.ahead else { return Ok(()) };
        let mut reader = Reader::new(ahead);
        while let Some(key) = reader.next(&self.levels)? {
            met(&key)?;
        }
        Ok(())
    }

    /// Goes on to the next level.
    pub fn step(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            self.last = [self.last[1], ahead];
            self.rest = Reader::new(ahead);
            self.record.push(ahead);
        }
    }

    /// Bytes in memory while runs are merged.
    pub fn memory(&self) -> usize {
        (self.waiting.len() + 4) * self.levels.block
    }

    /// Bytes on disk.
    pub fn disk(&self) -> u64 {
        self.levels.bytes() + self.runs.bytes()
    }

    /// The levels that were begun.
    pub fn finish(self) -> Record {
        Record::Disk(self.levels, self.record)
    }
}
