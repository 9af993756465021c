//! The tiles of many cells, no two of them side by side, find their best places among these cells at once.

use std::ops::ControlFlow;

use super::Repair;
use super::assignment::assign;
use crate::matching::model::NONE;
use crate::run::{Halt, Run};

/// How many tiles are lifted at most.
const MOST: usize = 24;
/// What a break costs; less than this in all decides between assignments with as many breaks.
const BREAK: i32 = 1 << 12;
/// A tile that suits a cell in no turn.
const NEVER: i32 = 1 << 20;

impl Repair<'_> {
    /// Lifts the tiles of some cells apart from each other and lays them as well as can be. Returns by how much the
    /// breaks have grown, which is never more than 0.
    pub(super) fn reassign(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt, i64> {
        let slots = self.apart();
        let mut lifted: Vec<u32> = slots.iter().map(|&slot| self.placed[slot]).collect();
        let before: i64 = slots.iter().map(|&slot| self.breaks(slot, self.placed[slot])).sum();
        slots.iter().for_each(|&slot| self.placed[slot] = NONE);
        self.dice.shuffle(&mut lifted);
        let n = slots.len();
        let mut costs = Vec::with_capacity(n * n);
        for &look in &lifted {
            for &slot in &slots {
                let cost = match self.best_turn(slot, look, run)? {
                    Some((_, broken)) => broken as i32 * BREAK,
                    None => NEVER,
                };
                costs.push(cost + self.dice.below(BREAK as u32 / n as u32) as i32);
            }
        }
        let mut after = 0;
        for (row, column) in assign(&costs, n).into_iter().enumerate() {
            if let Some((look, broken)) = self.best_turn(slots[column], lifted[row], run)? {
                self.placed[slots[column]] = look;
                after += broken;
            }
        }
        ControlFlow::Continue(after - before)
    }

    /// Draws slots of one kind, no two of them side by side.
    fn apart(&mut self) -> Vec<usize> {
        let first = self.draw(None);
        let mut chosen = vec![first];
        // Some are drawn in vain, because they lie beside others.
        for _ in 0..2 * MOST {
            let slot = self.draw(Some(first));
            let touches = |other: &usize| {
                slot == *other
                    || self.g.near.get(slot).is_some_and(|near| near.contains(&(*other as u16)))
            };
            if chosen.len() < MOST && !chosen.iter().any(touches) {
                chosen.push(slot);
            }
        }
        chosen
    }
}
