//! Two tiles change places, each turned as it fits best, or one turns.

use std::ops::ControlFlow;

use super::Repair;
use crate::matching::model::NONE;
use crate::run::{Halt, Run};

impl Repair<'_> {
    /// Lets two tiles change places, or puts them back. Returns by how much the breaks have grown.
    pub(super) fn exchange(
        &mut self,
        chances: &[u32; 8],
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt, i64> {
        let a = self.draw(None);
        let b = self.draw(Some(a));
        let (old_a, old_b) = (self.placed[a], self.placed[b]);
        // Both are lifted, so that an edge between the two counts once.
        self.placed[b] = NONE;
        let mut before = self.breaks(a, old_a);
        self.placed[b] = old_b;
        before += if a == b { 0 } else { self.breaks(b, old_b) };
        (self.placed[a], self.placed[b]) = (NONE, NONE);
        let mut more = None;
        if let Some((look, broken)) = self.best_turn(a, old_b, run)? {
            self.placed[a] = look;
            if a == b {
                more = Some(broken - before);
            } else if let Some((look, also)) = self.best_turn(b, old_a, run)? {
                self.placed[b] = look;
                more = Some(broken + also - before);
            }
        }
        let accepted = more.filter(|&more| {
            more <= 0
                || self.dice.below(u32::MAX) < chances.get(more as usize).copied().unwrap_or(0)
        });
        if accepted.is_none() {
            (self.placed[a], self.placed[b]) = (old_a, old_b);
        }
        ControlFlow::Continue(accepted.unwrap_or(0))
    }
}
