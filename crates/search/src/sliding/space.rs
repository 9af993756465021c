//! What the breadth-first search must know of a tray.

use super::key::Key;
use super::word::Word;
use crate::engines::Metric;

/// The block that was moved last, by its first cell, where it is of no use to move it again.
#[derive(Copy, Clone)]
pub struct Last(u8);

impl Last {
    /// Not known, or of use.
    pub const UNKNOWN: Last = Last(u8::MAX);

    /// The block that has its first cell at a bit of the tray's masks. Where a move may take any path, to move it on leads
    /// to where it could have gone at once, or back.
    #[inline]
    pub fn of(metric: Metric, first: usize) -> Last {
        if metric == Metric::Moves { Last(first as u8) } else { Last::UNKNOWN }
    }

    /// The mask of its first cell.
    #[inline]
    pub fn mask<M: Word>(self) -> M {
        let bit = u32::from(self.0);
        if (bit as usize) < M::BITS { M::narrow(1).up(bit) } else { M::ZERO }
    }
}

/// A move of a block: the number of its kind among all kinds, and its first cell before and after, counted in rows with a
/// column more than the tray has.
#[derive(Copy, Clone)]
pub struct Hop {
    pub kind: usize,
    pub from: usize,
    pub to: usize,
    /// The block is not to be moved on.
    pub last: Last,
}

/// The positions of a tray and the moves between them.
pub trait Space: Sync {
    /// A position.
    type Key: Key;
    /// What decides which of several positions is named first.
    type Look: Ord;
    /// What an expansion works with.
    type Scratch: Send;

    /// Working memory for one thread.
    fn scratch(&self) -> Self::Scratch;
    /// The position at the start.
    fn start(&self) -> Self::Key;
    /// Is the goal reached at the start?
    fn solved(&self) -> bool;
    /// Bytes a key is written in.
    fn width(&self) -> usize;
    /// The look of a position.
    fn look(&self, key: &Self::Key) -> Self::Look;
    /// Calls `met` with every position that is one move away, whether it reaches the goal, and the move.
    /// Always in the same order; a position may come up twice. The block that was moved last is not moved.
    fn expand(
        &self,
        from: (&Self::Key, Last),
        scratch: &mut Self::Scratch,
        met: impl FnMut(Self::Key, bool, Hop),
    );
    /// The first cell, as an index, of the block that moved between two neighbouring positions: before and after.
    fn moved(&self, from: &Self::Key, to: &Self::Key) -> (usize, usize);
}
