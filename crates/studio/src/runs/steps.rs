//! The steps of a search that is watched: those around where somebody looks.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

/// How many steps are kept, and how many bytes.
const KEPT: usize = 30_000;
const KEPT_BYTES: usize = 24 << 20;
/// How far the search may be ahead of those who look.
const AHEAD: u64 = 10_000;
/// How far apart what lies on the board is kept whole.
const APART: u64 = 256;
/// The most steps that are shown at once.
const MOST: usize = 5_000;

/// One step as JSON.
type Told = Arc<RawValue>;

/// A step that is kept, and whether it laid something.
type Known = (Told, bool);

/// The steps of a run.
#[derive(Debug, Default)]
pub struct Steps {
    /// The number of the first that is kept, counted from 0.
    begins: u64,
    kept: VecDeque<Known>,
    bytes: usize,
    /// What lies on the board: the steps that laid it.
    stack: Vec<Told>,
    /// The same before some of the steps, by their numbers; the first of these is the first that is kept.
    whole: VecDeque<(u64, Vec<Told>)>,
    /// The step after the last that somebody has asked for.
    wanted: u64,
}

/// Some steps.
#[derive(Debug, Serialize)]
pub struct Looked {
    /// The number of the first of them.
    from: u64,
    steps: Vec<Told>,
    /// What lies on the board before the first: the steps that laid it, in order.
    stack: Vec<Told>,
    /// The first that is still kept, and how many there are so far.
    begins: u64,
    total: u64,
}

impl Steps {
    /// How many there are so far.
    pub fn total(&self) -> u64 {
        self.begins + self.kept.len() as u64
    }

    /// Is the search so far ahead that it has to wait?
    pub fn far_ahead(&self) -> bool {
        self.total() >= self.wanted + AHEAD
    }

    /// Adds a step that laid something, or took back what was laid last.
    pub fn add(&mut self, step: Box<RawValue>, laid: bool) {
        let step: Told = step.into();
        if self.total().is_multiple_of(APART) {
            self.whole.push_back((self.total(), self.stack.clone()));
        }
        match laid {
            true => self.stack.push(step.clone()),
            false => drop(self.stack.pop()),
        }
        self.bytes += step.get().len();
        self.kept.push_back((step, laid));
        while self.whole.len() > 1 && (self.kept.len() > KEPT || self.bytes > KEPT_BYTES) {
            self.forget();
        }
    }

    /// Drops the first steps, up to the next whose board is kept whole.
    fn forget(&mut self) {
        self.whole.pop_front();
        let until = self.whole.front().map_or(self.begins, |whole| whole.0);
        for (step, _) in self.kept.drain(..(until - self.begins) as usize) {
            self.bytes -= step.get().len();
        }
        self.begins = until;
    }

    /// So many steps from one on, or from the first that is kept.
    pub fn look(&mut self, from: u64, count: usize) -> Looked {
        let from = from.clamp(self.begins, self.total());
        let count = count.min(MOST);
        self.wanted = self.wanted.max(from + count as u64);
        let at = (from - self.begins) as usize;
        let steps = self.kept.iter().skip(at).take(count).map(|known| known.0.clone()).collect();
        let (begins, total) = (self.begins, self.total());
        Looked { from, steps, stack: self.lying(from), begins, total }
    }

    /// What lies on the board before a step that is kept.
    fn lying(&self, before: u64) -> Vec<Told> {
        let known = self.whole.iter().rev().find(|whole| whole.0 <= before);
        let Some((at, stack)) = known else { return Vec::new() };
        let mut stack = stack.clone();
        let begun = (at - self.begins) as usize;
        for (step, laid) in self.kept.iter().skip(begun).take((before - at) as usize) {
            match laid {
                true => stack.push(step.clone()),
                false => drop(stack.pop()),
            }
        }
        stack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(n: u64) -> Box<RawValue> {
        RawValue::from_string(n.to_string()).expect("a number is JSON")
    }

    fn numbers(steps: &[Told]) -> Vec<u64> {
        steps.iter().map(|step| step.get().parse().expect("a number")).collect()
    }

    #[test]
    fn what_lies_on_the_board_is_known_at_every_step_that_is_kept() {
        let mut steps = Steps::default();
        let mut boards: Vec<Vec<u64>> = Vec::new();
        let mut board = Vec::new();
        for n in 0..KEPT as u64 + 5_000 {
            boards.push(board.clone());
            // Up and down in hills of different heights.
            let laid = board.is_empty() || (n * n + n / 7) % 5 < 3 && board.len() < 40;
            steps.add(step(n), laid);
            match laid {
                true => board.push(n),
                false => drop(board.pop()),
            }
        }
        let begins = steps.look(0, 0).begins;
        assert!(begins > 0, "the first are gone");
        for from in (begins..steps.total()).step_by(97) {
            let looked = steps.look(from, 3);
            assert_eq!(numbers(&looked.stack), boards[from as usize], "before step {from}");
            assert_eq!(numbers(&looked.steps)[0], from);
        }
    }

    #[test]
    fn a_search_waits_until_somebody_looks() {
        let mut steps = Steps::default();
        (0..AHEAD).for_each(|n| steps.add(step(n), true));
        assert!(steps.far_ahead());
        steps.look(0, 10);
        assert!(!steps.far_ahead());
        let looked = steps.look(u64::MAX, usize::MAX);
        assert_eq!((looked.from, looked.steps.len()), (AHEAD, 0));
    }
}
