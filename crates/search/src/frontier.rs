//! What a search that was stopped leaves open, gathered while there is memory for it.

use std::ops::ControlFlow;

use crate::prefix::{Prefix, ROOMY};
use crate::run::Run;

/// The part of the memory that it may take. What takes more takes long to gather too, after the search is over.
const PART: u64 = 64;

/// Subtrees that were not entered. On a board of some thousand cells all of them can take more memory than all else.
pub struct Frontier {
    open: Vec<Prefix>,
    /// Bytes that more of them may take.
    room: u64,
}

impl Frontier {
    /// All that `gather` adds, or nothing where that takes more memory than there is: then the run knows that it is
    /// lost.
    pub fn gathered(
        run: &mut Run<'_>,
        gather: impl FnOnce(&mut Frontier) -> ControlFlow<()>,
    ) -> Vec<Prefix> {
        let room = run.memory().unwrap_or(ROOMY) / PART;
        let mut frontier = Frontier { open: Vec::new(), room };
        run.lost |= gather(&mut frontier).is_break();
        if run.lost { Vec::new() } else { frontier.open }
    }

    /// Adds the subtree that a choice leads to from the end of a path. Breaks when there is no room for it.
    pub fn add(&mut self, path: &[u32], choice: u32) -> ControlFlow<()> {
        let bytes = size_of::<Prefix>() + (path.len() + 1) * size_of::<u32>();
        match self.room.checked_sub(bytes as u64) {
            Some(room) => self.room = room,
            None => return ControlFlow::Break(()),
        }
        self.open.push(Prefix([path, &[choice]].concat()));
        ControlFlow::Continue(())
    }
}
