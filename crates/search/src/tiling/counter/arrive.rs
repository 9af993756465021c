//! A count that goes on with a crowd of states.

use std::ops::ControlFlow;

use num_traits::PrimInt;

use super::super::quotient::Lay;
use super::Count;
use super::crowd::{Frame, Layer};
use super::table::Table;
use super::tally::Tally;
use crate::run::{Ending, Halt, Run};

/// States of a crowd that are counted between two looks at the clock: for each thread, where there are several.
const BLOCK: usize = 1 << 10;
const SHARED: usize = 1 << 15;

impl<S: PrimInt, T: Tally> Count<'_, S, T> {
    /// Makes a layer of all states, where there are enough.
    pub(super) fn gather(&mut self) {
        let ahead = || self.tables[self.at..].iter().take(self.quotient.span as usize + 1);
        let states = ahead().map(|table| table.used).sum();
        let Some(frame) = Frame::new(self.quotient, states) else { return };
        let (covered, span) = (self.covered(), self.quotient.span as usize);
        let word = |bits: S| bits.to_u64().unwrap_or(0);
        let states = ahead().enumerate().flat_map(|(open, table)| {
            let filled = table.slots.iter().filter(|slot| slot.1 != T::default());
            filled.map(move |(state, count)| {
                (open, word(*state & covered), word(*state >> span), count)
            })
        });
        let layer = Layer::gather(frame, states);
        self.tables[self.at..].iter_mut().for_each(|table| *table = Table::EMPTY);
        (self.gathered, self.crowd) = (self.at, vec![layer]);
    }

    /// Counts the states at the next cell from those at this one.
    pub(super) fn arrive(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let steps: &[Lay] = &self.quotient.steps[self.at];
        let Some(here) = self.crowd.last() else { return ControlFlow::Continue(()) };
        let (mut next, mut from, mut nodes, mut units) =
            self.arriving.take().unwrap_or_else(|| (here.next(steps), 0, 0, 0));
        // Those to come may be larger by a word.
        let heap = here.heap().next_multiple_of(8) + if here.heap() > 0 { 8 } else { 0 };
        let bytes = self.kept.unwrap_or(0) + here.bytes(heap) + next.bytes(heap);
        if bytes > self.room {
            return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
        }
        while from < next.len() {
            let threads = if next.len() < SHARED { 1 } else { self.threads.max(1) };
            let many = if threads > 1 { SHARED * threads } else { BLOCK };
            let (steps, sum) = here.count(&mut next, steps, from, many, threads);
            (from, nodes) = (from + many, nodes + steps);
            units = u128::saturating_add(units, sum);
            self.nodes += steps;
            if let flow @ ControlFlow::Break(_) = run.add(steps) {
                self.arriving = Some((next, from, nodes, units));
                return flow;
            }
        }
        (self.dearest, self.ways) = (self.dearest.max(nodes), units);
        match &mut self.kept {
            Some(kept) => *kept += here.bytes(heap),
            None => self.crowd.clear(),
        }
        self.crowd.push(next);
        ControlFlow::Continue(())
    }

    /// The count of a state, unless it is none, where all layers are kept.
    pub(super) fn count_of(&self, at: usize, state: S) -> Option<&T> {
        let layer = at.checked_sub(self.gathered).and_then(|layer| self.crowd.get(layer));
        let Some(layer) = layer else { return self.tables[at].get(state) };
        let usage = state >> self.quotient.span as usize;
        layer.get((state & self.covered()).to_u64()?, usage.to_u64()?)
    }
}
