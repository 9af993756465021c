//! The integers that serve as keys and as masks of cells.

use super::key::Key;

/// A 64-bit or 128-bit number.
pub trait Word: Key + Copy {
    /// Its bits.
    const BITS: usize;
    /// No bits.
    const ZERO: Self;
    /// All bits.
    const ALL: Self;
    /// The low bits of a wider number.
    fn narrow(wide: u128) -> Self;
    /// 64 bits from a position up.
    fn at(self, shift: u32) -> u64;
    /// The number of the lowest bit that is set.
    fn lowest(self) -> usize;
    /// How many bits of it are lower than the one bit of another.
    fn below(self, bit: Self) -> usize;
    /// Without that bit.
    fn pop(self) -> Self;
    /// The bits of either.
    fn or(self, other: Self) -> Self;
    /// The bits of both.
    fn and(self, other: Self) -> Self;
    /// The bits that are not in the other.
    fn without(self, other: Self) -> Self;
    /// Moved up.
    fn up(self, by: u32) -> Self;
    /// Moved down.
    fn down(self, by: u32) -> Self;
    /// Moved up, the highest bits becoming the lowest.
    fn turned(self, by: u32) -> Self;
    /// With one number taken away and another added.
    fn exchange(self, out: Self, in_: Self) -> Self;
}

macro_rules! word {
    ($number:ty) => {
        impl Word for $number {
            const BITS: usize = <$number>::BITS as usize;
            const ZERO: Self = 0;
            const ALL: Self = <$number>::MAX;
            #[inline]
            fn narrow(wide: u128) -> Self {
                wide as $number
            }
            #[inline]
            fn at(self, shift: u32) -> u64 {
                (self >> shift) as u64
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn below(self, bit: Self) -> usize {
                (self & bit.wrapping_sub(1)).count_ones() as usize
            }
            #[inline]
            fn pop(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self << by
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self >> by
            }
            #[inline]
            fn turned(self, by: u32) -> Self {
                self.rotate_left(by)
            }
            #[inline]
            fn exchange(self, out: Self, in_: Self) -> Self {
                self.wrapping_sub(out).wrapping_add(in_)
            }
        }
    };
}

word!(u64);
word!(u128);
