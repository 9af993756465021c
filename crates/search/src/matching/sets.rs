//! Sets of looks that are as wide as they need to be.

use super::model::Model;
use crate::bits::bits;

/// Colours share the bits of a joint's set when there are more than these.
pub const JOINT_BITS: usize = 64;

/// A set of looks.
pub type Set<const W: usize> = [u64; W];

/// Leaves what is in both.
#[inline(always)]
pub fn and<const W: usize>(set: &mut Set<W>, with: &Set<W>) {
    (0..W).for_each(|i| set[i] &= with[i]);
}

/// Adds another set.
#[inline(always)]
pub fn or<const W: usize>(set: &mut Set<W>, with: &Set<W>) {
    (0..W).for_each(|i| set[i] |= with[i]);
}

/// Visits the members of a set of cells.
#[inline(always)]
pub fn each(cells: &[u64], mut visit: impl FnMut(usize)) {
    bits(cells).for_each(|cell| visit(cell as usize));
}

/// Unions of the sets of looks for any of four colours at a time, so that a union over many colours is a few loads.
pub fn in_quartets<const W: usize>(
    m: &Model,
    showing: &[Set<W>],
    quartets: usize,
) -> Vec<[Set<W>; 16]> {
    let mut any = vec![[[0; W]; 16]; 4 * quartets];
    for side in 0..4 {
        for colour in 0..m.colours {
            let bit = colour % JOINT_BITS;
            for which in (0..16).filter(|which| which >> (bit % 4) & 1 != 0) {
                let union = &mut any[side * quartets + bit / 4][which];
                or(union, &showing[side * m.colours + colour]);
            }
        }
    }
    any
}
