//! What the breadth-first search must know of a tray.

use super::key::Key;

/// The positions of a tray and the moves between them.
pub trait Space: Sync {
    /// A position.
    type Key: Key;
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
    /// Calls `met` with every position that is one move away, and whether it reaches the goal. Always in the same
    /// order; a position may come up twice.
    fn expand(
        &self,
        from: &Self::Key,
        scratch: &mut Self::Scratch,
        met: impl FnMut(Self::Key, bool),
    );
    /// The first cell, as an index, of the block that moved between two neighbouring positions: before and after.
    fn moved(&self, from: &Self::Key, to: &Self::Key) -> (usize, usize);
}
