//! A window of the board is emptied and filled again with the fewest breaks there can be.

use std::ops::ControlFlow;

use super::Repair;
use crate::matching::model::NONE;
use crate::run::{Halt, Run};

/// Placements tried in a window.
const MOST: u64 = 2_000;

/// A way to fill the window that was found, and what bounds the search for a better one.
struct Best {
    looks: Vec<u32>,
    broken: i64,
    /// Placements that may still be tried.
    left: u64,
}

impl Repair<'_> {
    /// Empties a window around a break and fills it again as well as can be found. Returns by how much the breaks have
    /// grown, which is never more than 0.
    pub(super) fn refill(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt, i64> {
        let Some(broken) = self.draw_break() else { return ControlFlow::Continue(0) };
        let cells = self.window(broken);
        let tiles: Vec<u32> = cells.iter().map(|&cell| self.placed[cell]).collect();
        let mut before = 0;
        for &cell in &cells {
            before += self.breaks(cell, self.placed[cell]);
            self.placed[cell] = NONE;
        }
        let mut tiles_left = tiles.clone();
        self.dice.shuffle(&mut tiles_left);
        // As many breaks are as good, so that the board drifts.
        let mut best = Best { looks: tiles, broken: before + 1, left: MOST };
        let flow = self.fill_window(&cells, 0, &mut tiles_left, 0, &mut best, run);
        for (&cell, &look) in cells.iter().zip(&best.looks) {
            self.placed[cell] = look;
        }
        flow?;
        ControlFlow::Continue((best.broken - before).min(0))
    }

    /// Depth first, what breaks least first.
    fn fill_window(
        &mut self,
        cells: &[usize],
        depth: usize,
        tiles: &mut Vec<u32>,
        broken: i64,
        best: &mut Best,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let Some(&cell) = cells.get(depth) else {
            best.broken = broken;
            best.looks = cells.iter().map(|&cell| self.placed[cell]).collect();
            return ControlFlow::Continue(());
        };
        let mut choices: Vec<(i64, usize, u32)> = Vec::new();
        for (i, &tile) in tiles.iter().enumerate() {
            for look in self.turns(tile) {
                if self.regular && look != NONE && !self.g.suits(cell, look) {
                    continue;
                }
                run.tick()?;
                best.left = best.left.saturating_sub(1);
                choices.push((broken + self.breaks(cell, look), i, look));
            }
        }
        choices.sort_by_key(|&(broken, ..)| broken);
        for (broken, i, look) in choices {
            if broken >= best.broken || best.left == 0 {
                break;
            }
            let tile = tiles.swap_remove(i);
            self.placed[cell] = look;
            let flow = self.fill_window(cells, depth + 1, tiles, broken, best, run);
            self.placed[cell] = NONE;
            tiles.push(tile);
            let last = tiles.len() - 1;
            tiles.swap(i, last);
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// A cell beside a break, if there is one.
    fn draw_break(&mut self) -> Option<usize> {
        let cells = self.g.places.len();
        let first = self.dice.below(cells as u32) as usize;
        (first..cells).chain(0..first).find(|&cell| self.breaks(cell, self.placed[cell]) > 0)
    }

    /// The cells of a window around a cell that may be emptied.
    fn window(&mut self, around: usize) -> Vec<usize> {
        let width = self.g.p.width;
        let at = |cell: usize| {
            let place = usize::from(self.g.places[cell]);
            [place % width, place / width]
        };
        let mut sides = [2 + self.dice.below(2), 2 + self.dice.below(3)];
        self.dice.shuffle(&mut sides);
        let first = sides.map(|side| self.dice.below(side) as usize);
        let inside = |&cell: &usize| {
            let (here, middle) = (at(cell), at(around));
            (0..2).all(|i| {
                (0..sides[i] as usize).contains(&(here[i] + first[i]).wrapping_sub(middle[i]))
            })
        };
        let cells = self.free.iter().copied().filter(|&slot| slot < self.g.places.len());
        cells.filter(inside).collect()
    }
}
