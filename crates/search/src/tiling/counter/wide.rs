//! Numbers of 256 bits: enough for most counts that 128 bits do not hold, and a fixed size keeps them in their table.

use std::ops::AddAssign;

use num_bigint::BigUint;

/// A number of 256 bits. Whoever adds sees to it that the sum has room.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Wide {
    pub high: u128,
    low: u128,
}

impl From<u32> for Wide {
    fn from(low: u32) -> Wide {
        Wide::from(u128::from(low))
    }
}

impl From<u128> for Wide {
    fn from(low: u128) -> Wide {
        Wide { high: 0, low }
    }
}

impl From<Wide> for BigUint {
    fn from(Wide { high, low }: Wide) -> BigUint {
        (BigUint::from(high) << 128) + low
    }
}

impl AddAssign<&Wide> for Wide {
    #[inline]
    fn add_assign(&mut self, more: &Wide) {
        let (low, carry) = self.low.overflowing_add(more.low);
        *self = Wide { high: self.high + more.high + u128::from(carry), low };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_numbers_without_bound() {
        let (mut wide, mut sum) = (Wide::from(1_u32), BigUint::from(1_u32));
        for i in 0..250_u32 {
            wide += &{ wide };
            wide += &Wide::from(i);
            sum = sum * 2_u32 + i;
            assert_eq!(BigUint::from(wide), sum);
        }
    }
}
