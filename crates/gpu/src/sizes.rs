//! Boards abreast as the kernels read them; `kernel/beam.cu` says what each array holds.

use std::cmp::Reverse;

use marquetry_search::matching::best::card::Abreast;

/// Ways for each board that there is room for at a time; further ones are not tried.
const WAYS: usize = 16;
/// Places of the table of twins for each board.
const TWINS: usize = 2 * WAYS;
/// Words that are known of each depth, and how ways are counted by what they are rated.
pub(crate) const KNOWN: usize = 7;
pub(crate) const BINS: usize = 1 << 14;
pub(crate) const PARTS: usize = BINS / 64;

/// How large the arrays are.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Sizes {
    /// Cells to be filled.
    pub cells: usize,
    /// Boards abreast.
    pub width: usize,
    /// Words of a board.
    pub stride: usize,
}

impl Sizes {
    /// The sizes for so many boards abreast.
    pub fn new(field: &Abreast, width: usize) -> Sizes {
        Sizes { cells: field.spots.len(), width, stride: field.first.len() }
    }

    /// How many ways there is room for.
    pub fn room(&self) -> usize {
        WAYS * self.width
    }

    /// Places of the table of twins, a power of two.
    pub fn twins(&self) -> usize {
        (TWINS * self.width).next_power_of_two().max(1024)
    }

    /// Bytes of all arrays that grow with the number of boards.
    pub fn bytes(&self) -> usize {
        let Sizes { cells, width, stride } = self;
        8 * stride * width + 22 * self.room() + 8 * self.twins() + (6 * cells + 8) * width
    }

    /// What the kernels are told, for so many boards that are wanted in the end.
    pub fn words(&self, field: &Abreast, wanted: usize) -> [u32; 14] {
        let sizes = [
            self.cells,
            self.width,
            self.stride,
            field.words,
            field.fronts,
            field.kinds,
            field.columns,
            field.colours,
            field.shown,
            field.shift as usize,
            field.lacking as usize,
            self.room(),
            self.twins() - 1,
            wanted,
        ];
        sizes.map(|size| u32::try_from(size).unwrap_or(u32::MAX))
    }
}

/// The most promising boards, so many at most, the most promising first.
pub(crate) fn most_promising(promise: &[i32], wanted: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..promise.len() as u32).collect();
    let rated = |&board: &u32| (Reverse(promise[board as usize]), board);
    if order.len() > wanted {
        order.select_nth_unstable_by_key(wanted, rated);
        order.truncate(wanted);
    }
    order.sort_unstable_by_key(rated);
    order
}
