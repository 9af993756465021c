//! Numbers of a fixed size beyond 128 bits: enough for most counts, and they stay in their table.

use std::ops::AddAssign;

use num_bigint::BigUint;

/// A number of so many words, the last the highest. Whoever adds sees to it that the sum has room.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// The highest word.
    pub fn high(&self) -> u64 {
        self.0[N - 1]
    }

    fn of(words: &[u64]) -> Wide<N> {
        Wide(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Wide<N> {
        Wide([0; N])
    }
}

impl<const N: usize> From<u32> for Wide<N> {
    fn from(low: u32) -> Wide<N> {
        Wide::of(&[u64::from(low)])
    }
}

impl<const N: usize> From<u128> for Wide<N> {
    fn from(low: u128) -> Wide<N> {
        Wide::of(&[low as u64, (low >> 64) as u64])
    }
}

impl From<Wide<4>> for Wide<8> {
    fn from(wide: Wide<4>) -> Wide<8> {
        Wide::of(&wide.0)
    }
}

impl<const N: usize> From<Wide<N>> for BigUint {
    fn from(wide: Wide<N>) -> BigUint {
        wide.0.iter().rev().fold(BigUint::default(), |number, &word| (number << 64) + word)
    }
}

impl<const N: usize> AddAssign<&Wide<N>> for Wide<N> {
    #[inline]
    fn add_assign(&mut self, more: &Wide<N>) {
        let mut carry = 0;
        for (word, more) in self.0.iter_mut().zip(&more.0) {
            let sum = u128::from(*word) + u128::from(*more) + carry;
            (*word, carry) = (sum as u64, sum >> 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_numbers_without_bound() {
        let (mut wide, mut sum) = (Wide::<4>::from(1_u32), BigUint::from(1_u32));
        for i in 0..250_u32 {
            wide += &{ wide };
            wide += &Wide::from(i);
            sum = sum * 2_u32 + i;
            assert_eq!(BigUint::from(wide), sum);
            assert_eq!(BigUint::from(Wide::<8>::from(wide)), sum);
        }
    }
}
