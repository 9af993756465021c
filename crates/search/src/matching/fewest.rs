//! Fewest candidates first: the cell with the fewest looks is filled next, and every placement is followed up.
//!
//! On a board that nothing limits yet, all cells are alike but tiles are not. Where it can, the search begins with one
//! tile that has few mates and tries it on all cells, which is less work than all tiles on one cell.

use std::ops::ControlFlow;

use super::domains::{Domains, Mark};
use super::model::{Model, NONE, bits};
use super::report::Report;
use super::searcher::{Searcher, share};
use crate::frontier::Frontier;
use crate::run::{Halt, Run};

/// The look of the tile that is tried on all cells: the first is the most likely to lie inside and has the fewest mates.
pub const ROAMER: u32 = 0;
/// Sets this wide belong to boards that nobody searches to the end: they need no code of their own.
const WIDE: usize = 64;

struct Level<const W: usize> {
    cell: usize,
    /// How many choices there were.
    width: u32,
    /// The look being searched.
    look: u32,
    /// The choices not entered yet: looks, or cells where one tile is tried on all.
    rest: [u64; W],
    mark: Mark,
}

/// The search. `W` words hold a set of looks.
pub struct Fewest<'m, const W: usize> {
    m: &'m Model,
    board: Domains<'m, W>,
    solvable: bool,
    /// Is one tile tried on all cells first?
    roams: bool,
    levels: Vec<Level<W>>,
    /// Levels that the prefix fixed.
    fixed: usize,
    /// A search that was stopped goes on with the next choice.
    paused: bool,
}

fn share_of<const W: usize>(levels: &[Level<W>]) -> f64 {
    share(levels.iter().map(|level| {
        let left: u32 = level.rest.iter().map(|word| word.count_ones()).sum();
        (level.width - left, level.width)
    }))
}

/// Can one tile be tried on all cells first?
pub fn roams(m: &Model) -> bool {
    let every_tile_once = !m.spares && m.tiles.len() == m.near.len();
    m.shift == 0 && !m.framed && m.limited.is_empty() && every_tile_once
}

/// The search with sets just wide enough for a model.
pub fn fewest(m: &Model) -> Box<dyn Searcher + '_> {
    match m.words {
        0..=1 => Box::new(Fewest::<1>::new(m)),
        2 => Box::new(Fewest::<2>::new(m)),
        3..=4 => Box::new(Fewest::<4>::new(m)),
        5..=8 => Box::new(Fewest::<8>::new(m)),
        9..=16 => Box::new(Fewest::<16>::new(m)),
        17..=64 => Box::new(Fewest::<64>::new(m)),
        _ => Box::new(Fewest::<512>::new(m)),
    }
}

impl<'m, const W: usize> Fewest<'m, W> {
    /// The empty board.
    pub fn new(m: &'m Model) -> Self {
        let mut board = Domains::new(m);
        let solvable = board.settle();
        Fewest {
            m,
            board,
            solvable,
            roams: roams(m),
            levels: Vec::with_capacity(m.near.len()),
            fixed: 0,
            paused: false,
        }
    }

    /// The cell to be filled next and its looks, or all cells for the first tile; `None` on a full board.
    #[inline(always)]
    fn next(&self) -> Option<(usize, [u64; W])> {
        if self.roams && self.levels.is_empty() {
            return Some((0, self.board.where_fits(ROAMER)));
        }
        self.board.choose()
    }

    /// Opens a level on the cell to be filled next; `None` on a full board.
    #[inline(always)]
    fn descend(&mut self) -> Option<()> {
        let (cell, rest) = self.next()?;
        let width = rest.iter().map(|word| word.count_ones()).sum();
        self.levels.push(Level { cell, width, look: NONE, rest, mark: self.board.mark() });
        Some(())
    }

    /// Enters a choice of the last level. False when the board cannot be completed.
    #[inline(always)]
    fn enter(&mut self, choice: u32) -> bool {
        let roaming = self.roams && self.levels.len() == 1;
        let Some(level) = self.levels.last_mut() else { return false };
        level.rest[choice as usize / 64] &= !(1 << (choice % 64));
        if roaming {
            level.cell = choice as usize;
        }
        level.look = if roaming { ROAMER } else { choice };
        self.board.place(level.cell, level.look)
    }

    #[inline(always)]
    fn walk(&mut self, run: &mut Run<'_>, report: &mut Report<'_>) -> ControlFlow<Halt> {
        if !self.solvable {
            return ControlFlow::Continue(());
        }
        loop {
            if std::mem::take(&mut self.paused) {
                // The next choice is made below.
            } else if self.descend().is_none() {
                self.paused = true;
                report.solved(&self.board.placed, run, self.m)?;
                self.paused = false;
            }
            loop {
                if self.levels.len() == self.fixed {
                    return ControlFlow::Continue(());
                }
                let Some(next) = self.levels.last().map(|level| bits(&level.rest).next()) else {
                    return ControlFlow::Continue(());
                };
                if next.is_some() {
                    self.paused = true;
                    run.tick_done(|| share_of(&self.levels[self.fixed..]))?;
                    self.paused = false;
                }
                let Some(level) = self.levels.last_mut() else {
                    return ControlFlow::Continue(());
                };
                if level.look != NONE {
                    self.board.lift(level.cell, level.look, level.mark);
                }
                let Some(choice) = next else {
                    self.levels.pop();
                    continue;
                };
                let goes_on = self.enter(choice);
                if self.levels.len() > report.deepest {
                    report.fuller(self.levels.len(), &self.board.placed, run, self.m);
                }
                if goes_on {
                    break;
                }
            }
        }
    }

    /// The same code for processors that count bits and handle four words at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    fn walk_wide(&mut self, run: &mut Run<'_>, report: &mut Report<'_>) -> ControlFlow<Halt> {
        self.walk(run, report)
    }
}

impl<const W: usize> Searcher for Fewest<'_, W> {
    fn clear(&mut self) -> bool {
        while let Some(level) = self.levels.pop() {
            if level.look != NONE {
                self.board.lift(level.cell, level.look, level.mark);
            }
        }
        (self.fixed, self.paused) = (0, false);
        self.solvable
    }

    fn take(&mut self, choice: u32) -> bool {
        self.fixed += 1;
        let Some(level) = self.descend().and_then(|()| self.levels.last()) else {
            return false;
        };
        let word = level.rest.get(choice as usize / 64).copied().unwrap_or(0);
        word >> (choice % 64) & 1 != 0 && self.enter(choice)
    }

    fn choices(&mut self) -> Vec<u32> {
        self.next().map_or(Vec::new(), |(_, choices)| bits(&choices).collect())
    }

    fn search(&mut self, run: &mut Run<'_>, report: &mut Report<'_>) -> ControlFlow<Halt> {
        #[cfg(target_arch = "x86_64")]
        if const { W < WIDE }
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the processor has just been asked for each of these features.
            return unsafe { self.walk_wide(run, report) };
        }
        self.walk(run, report)
    }

    fn open(&self, open: &mut Frontier) -> ControlFlow<()> {
        let mut path: Vec<u32> = self.levels.iter().map(|level| level.look).collect();
        if let (true, Some(level)) = (self.roams, self.levels.first()) {
            path[0] = level.cell as u32;
        }
        let mut deepest_first = (self.fixed..self.levels.len()).rev();
        deepest_first.try_for_each(|at| {
            bits(&self.levels[at].rest).try_for_each(|choice| open.add(&path[..at], choice))
        })
    }

    fn share(&self) -> f64 {
        share_of(&self.levels[self.fixed..])
    }
}
