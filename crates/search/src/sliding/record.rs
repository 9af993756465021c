//! The levels that a search wrote down, in memory or on disk.

use std::io;

use super::kept::Kept;
use super::key::Key;
use super::levels::trouble;
use super::shelf::{Reader, Shelf, Stretch};
use crate::run::{Halt, Run};

/// Levels in memory, one behind the other: a single block of memory, which goes back to the system as a whole.
#[derive(Default)]
pub struct Written {
    bytes: Vec<u8>,
    /// Where each level begins, and how many keys it has.
    levels: Vec<(usize, usize)>,
}

impl Written {
    /// Writes a level down.
    pub fn add<K: Key>(&mut self, keys: &[K], width: usize) {
        self.levels.push((self.bytes.len(), keys.len()));
        keys.iter().for_each(|key| key.write(width, &mut self.bytes));
    }

    /// Forgets all levels.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.levels.clear();
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// How many keys each level has.
    pub fn counts(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.levels.iter().map(|level| level.1)
    }

    /// The keys of each level as they are written, and how many they are.
    pub fn levels(&self) -> impl Iterator<Item = (&[u8], usize)> {
        let ends = self.levels.iter().skip(1).map(|level| level.0).chain([self.bytes.len()]);
        self.levels.iter().zip(ends).map(|(&(from, keys), to)| (&self.bytes[from..to], keys))
    }

    /// Reads the keys of a level one by one; of one that is not there, none.
    pub fn keys<K: Key>(&self, level: usize, width: usize) -> impl Iterator<Item = K> {
        let (from, keys) = self.levels.get(level).copied().unwrap_or_default();
        let mut rest = &self.bytes[from..];
        (0..keys).map_while(move |_| K::read(&mut rest, width))
    }

    /// Reads the last level.
    pub fn last<K: Key>(&self, width: usize) -> impl Iterator<Item = K> {
        self.keys(self.levels.len().wrapping_sub(1), width)
    }
}

/// All levels of a part. The first was written down before the search began and is empty.
pub enum Record {
    /// In memory.
    Memory(Written),
    /// On disk.
    Disk(Shelf, Vec<Stretch>),
    /// In the folder of a search that is kept: of all parts, and nothing but levels of the search.
    Kept(Kept),
}

impl Record {
    /// Calls `met` with each position of a level.
    pub fn each<K: Key>(
        &self,
        depth: usize,
        width: usize,
        mut met: impl FnMut(K),
    ) -> io::Result<()> {
        match self {
            Record::Memory(levels) => levels.keys(depth + 1, width).for_each(met),
            Record::Kept(kept) => {
                return kept.each(depth, |key| {
                    met(key);
                    Ok(())
                });
            }
            Record::Disk(shelf, levels) => {
                let mut reader = Reader::new(levels[depth + 1]);
                while let Some(key) = reader.next(shelf)? {
                    met(key);
                }
            }
        }
        Ok(())
    }
}

/// What the search found.
pub struct Found<K> {
    /// Per thread, the levels from the start on; the last is the one before the goal, where that was reached. Of a search to
    /// the end, only the last few.
    pub record: Vec<Record>,
    /// How many positions there are that many moves from the start, for as many moves as were searched.
    pub counts: Vec<usize>,
    /// The positions nearest to the start that reach the goal, in order.
    pub goals: Vec<K>,
    /// Was everything searched that was to be?
    pub complete: bool,
    /// The most bytes that were in use.
    pub bytes: usize,
}

impl<K: Key> Found<K> {
    /// Moves from the start to the goal, or levels where the goal was not reached.
    pub fn depth(&self) -> usize {
        self.counts.len()
    }

    /// Calls `met` with the positions that many moves from the start.
    pub fn each(
        &self,
        depth: usize,
        width: usize,
        run: &mut Run<'_>,
        mut met: impl FnMut(K),
    ) -> Result<(), Halt> {
        let each = |part: &Record| part.each(depth, width, &mut met);
        let done = self.record.iter().try_for_each(each);
        done.map_err(|error| trouble(run, &error))
    }
}
