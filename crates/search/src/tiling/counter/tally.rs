//! Numbers of ways: words, larger numbers of a fixed size, and numbers without bound.

use std::ops::AddAssign;

use num_bigint::BigUint;

use super::wide::Wide;

/// A number of ways to reach a state.
pub trait Tally:
    Clone + Default + PartialEq + From<u32> + Into<BigUint> + Send + Sync + for<'a> AddAssign<&'a Self>
{
    /// The most that this type holds, in units of its own.
    const MOST: Option<u128>;
    /// The number in these units, rounded up; 0 where it has no bound and need not be watched.
    fn units(&self) -> u128;
    /// The bytes it takes apart from its slot.
    fn heap(&self) -> u64 {
        0
    }
}

impl Tally for u64 {
    const MOST: Option<u128> = Some(u64::MAX as u128);
    fn units(&self) -> u128 {
        u128::from(*self)
    }
}

impl Tally for u128 {
    // Sums are watched in this type too, and stay at its end when they reach it.
    const MOST: Option<u128> = Some(u128::MAX - 1);
    fn units(&self) -> u128 {
        *self
    }
}

impl<const N: usize> Tally for Wide<N> {
    const MOST: Option<u128> = Some(u64::MAX as u128);
    fn units(&self) -> u128 {
        u128::from(self.high()) + 1
    }
}

impl Tally for BigUint {
    const MOST: Option<u128> = None;
    fn units(&self) -> u128 {
        0
    }
    fn heap(&self) -> u64 {
        // The allocator's share, and room that a number keeps for its next word.
        self.bits() / 8 + 48
    }
}
