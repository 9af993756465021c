//! Sorted runs become one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{self, ErrorKind};

use super::key::Key;
use super::shelf::{Reader, Shelf, Stretch};
use crate::run::Crew;

/// Keys merged between two looks at whether to go on.
const LOOK_EVERY: usize = 1 << 16;

/// The keys of some sorted runs in order, each once, without those of some other stretches.
pub struct Merge<K> {
    /// The next key of each run, with the run's number.
    heads: BinaryHeap<Reverse<(K, usize)>>,
    runs: Vec<Reader>,
    /// What to leave out, with the next key of each.
    without: Vec<(Reader, Option<K>)>,
    last: Option<K>,
    merged: usize,
}

impl<K: Key> Merge<K> {
    /// Begins to merge runs on one shelf without stretches on another, all of them sorted.
    pub fn new(runs: (&Shelf, &[Stretch]), without: (&Shelf, &[Stretch])) -> io::Result<Merge<K>> {
        let begun = |(shelf, stretches): (&Shelf, &[Stretch])| {
            let begin = |&stretch: &Stretch| {
                let mut reader = Reader::new(stretch);
                reader.next(shelf).map(|first: Option<K>| (reader, first))
            };
            stretches.iter().map(begin).collect::<io::Result<Vec<_>>>()
        };
        let (runs, firsts): (Vec<Reader>, Vec<Option<K>>) = begun(runs)?.into_iter().unzip();
        let heads = firsts.into_iter().enumerate();
        let heads = heads.filter_map(|(run, first)| Some(Reverse((first?, run)))).collect();
        Ok(Merge { heads, runs, without: begun(without)?, last: None, merged: 0 })
    }

    /// The next key; an error too when the search must stop.
    pub fn next(&mut self, runs: &Shelf, others: &Shelf, crew: &Crew<'_>) -> io::Result<Option<K>> {
        while let Some(key) = self.pop(runs)? {
            self.merged += 1;
            if self.merged.is_multiple_of(LOOK_EVERY) && crew.over() {
                return Err(ErrorKind::Interrupted.into());
            }
            if self.last.as_ref() == Some(&key) {
                continue;
            }
            self.last = Some(key.clone());
            if !self.is_left_out(&key, others)? {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    /// The least key at the head of a run.
    fn pop(&mut self, shelf: &Shelf) -> io::Result<Option<K>> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        let run = head.0.1;
        Ok(Some(match self.runs[run].next(shelf)? {
            Some(next) => std::mem::replace(&mut head.0.0, next),
            None => PeekMut::pop(head).0.0,
        }))
    }

    fn is_left_out(&mut self, key: &K, shelf: &Shelf) -> io::Result<bool> {
        let mut left_out = false;
        for (reader, head) in &mut self.without {
            while head.as_ref().is_some_and(|head| head < key) {
                *head = reader.next(shelf)?;
            }
            left_out |= head.as_ref() == Some(key);
        }
        Ok(left_out)
    }
}
