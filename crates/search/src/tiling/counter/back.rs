//! The way back through the layers of a count: covers by their number.
//!
//! A state's count is the sum over the states and steps that lead to it. So a number below the count of a state tells one
//! of them, with a number below its count in turn, and so on to the bare board.

use num_bigint::BigUint;
use num_traits::PrimInt;

use super::Count;
use super::tally::Tally;

impl<S: PrimInt, T: Tally> Count<'_, S, T> {
    /// How many covers there are, at the end.
    pub(super) fn total(&self) -> BigUint {
        self.ends().into_iter().map(|end| -> BigUint { end.1.clone().into() }).sum()
    }

    /// See [`Covers::nth`](super::Covers::nth).
    pub(super) fn nth(&self, mut number: BigUint) -> Option<Vec<u32>> {
        let mut ends = self.ends();
        // The order of a hash table may change; that of the numbers must not.
        ends.sort_by_key(|end| end.0);
        let (mut state, mut at) = (None, self.quotient.steps.len());
        for (end, count) in ends {
            match less(&number, count) {
                Ok(()) => {
                    state = Some(end);
                    break;
                }
                Err(rest) => number = rest,
            }
        }
        let mut state = state?;
        let mut laid = Vec::new();
        while at > 0 {
            let (id, from, before) = self.back(state, at, &mut number)?;
            laid.push(id);
            (state, at) = (before, from);
        }
        laid.reverse();
        Some(laid)
    }

    /// The last placement on the way that the number tells, the cell where it was laid, and the state before.
    fn back(&self, state: S, at: usize, number: &mut BigUint) -> Option<(u32, usize, S)> {
        let covered = self.covered();
        for length in 1..=at.min(self.quotient.span as usize) {
            // What was covered when the first open cell was `length` cells before: all up to here, and what is ahead.
            let ahead = (state & covered) << 1 << (length - 1);
            let filled = ahead & covered | covered >> (self.quotient.span as usize - length);
            if (filled >> 1 >> (length - 1)) != (state & covered) {
                break;
            }
            let from = at - length;
            for step in &self.quotient.steps[from] {
                let go = self.step(step)?;
                if go.shape & filled != go.shape {
                    continue;
                }
                let Some(usage) = (state & !covered).checked_sub(&go.copies) else { continue };
                let before = filled & !go.shape | usage;
                let Some(count) = self.count_of(from, before).filter(|_| go.fits(before)) else {
                    continue;
                };
                match less(number, count) {
                    Ok(()) => return Some((step.id, from, before)),
                    Err(rest) => *number = rest,
                }
            }
        }
        None
    }
}

/// Is the number less than the count? If not, what remains of it.
fn less<T: Tally>(number: &BigUint, count: &T) -> Result<(), BigUint> {
    let count: BigUint = count.clone().into();
    if *number < count { Ok(()) } else { Err(number - count) }
}
