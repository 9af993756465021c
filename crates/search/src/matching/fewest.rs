//! Fewest candidates first: the cell with the fewest looks is filled next, and every placement is followed up.
//!
//! On a board that nothing limits yet, all cells are alike but tiles are not. Where it can, the search begins with one
//! tile that has few mates and tries it on all cells, which is less work than all tiles on one cell.

use std::ops::{ControlFlow, Range};

use super::domains::{Domains, Mark};
use super::model::{Model, NONE};
use super::report::Report;
use crate::bits::bits;
use crate::run::{Halt, Run};
use crate::tree::{Climb, Level, Path, share};

/// The look of the tile that is tried on all cells: the first is the most likely to lie inside and has the fewest mates.
pub const ROAMER: u32 = 0;
/// Sets this wide belong to boards that nobody searches to the end: they need no code of their own.
const WIDE: usize = 64;

struct Branch<const W: usize> {
    cell: usize,
    /// How many choices there were.
    width: u32,
    /// The look being searched.
    look: u32,
    /// The choices not entered yet: looks, or cells where one tile is tried on all.
    rest: [u64; W],
    /// How many of the last choices are not to be entered.
    beyond: u32,
    mark: Mark,
}

/// The search. `W` words hold a set of looks.
pub struct Fewest<'m, const W: usize> {
    m: &'m Model,
    board: Domains<'m, W>,
    solvable: bool,
    /// Is one tile tried on all cells first?
    roams: bool,
    levels: Vec<Branch<W>>,
    fixed: usize,
    report: Report<'m>,
    /// A search that was stopped goes on with the next choice.
    paused: bool,
}

fn step<const W: usize>(level: &Branch<W>) -> Level {
    let left: u32 = level.rest.iter().map(|word| word.count_ones()).sum();
    let end = level.width - level.beyond;
    Level { taken: (end - left).checked_sub(1), left: end - left..end, of: level.width }
}

fn share_of<const W: usize>(levels: &[Branch<W>]) -> f64 {
    share(&levels.iter().map(step).collect::<Vec<_>>())
}

/// A search that can be asked for its choices and for the way to a board.
pub trait Seek: Climb {
    /// The choices of the node at which it stands: looks, or cells for the first tile.
    fn choices(&mut self) -> Vec<u32>;
    /// The path to a board, where it is in the tree. Leaves the search anywhere.
    fn find(&mut self, looks: &[u32]) -> Option<Path>;
}

/// Can one tile be tried on all cells first?
pub fn roams(m: &Model) -> bool {
    let every_tile_once = !m.spares && m.tiles.len() == m.near.len();
    m.shift == 0 && !m.framed && m.limited.is_empty() && every_tile_once
}

/// The search with sets just wide enough for a model.
pub fn fewest<'m>(m: &'m Model, report: Report<'m>) -> Box<dyn Seek + 'm> {
    match m.words {
        0..=1 => Box::new(Fewest::<1>::new(m, report)),
        2 => Box::new(Fewest::<2>::new(m, report)),
        3..=4 => Box::new(Fewest::<4>::new(m, report)),
        5..=8 => Box::new(Fewest::<8>::new(m, report)),
        9..=16 => Box::new(Fewest::<16>::new(m, report)),
        17..=64 => Box::new(Fewest::<64>::new(m, report)),
        _ => Box::new(Fewest::<512>::new(m, report)),
    }
}

impl<'m, const W: usize> Fewest<'m, W> {
    /// The empty board.
    pub fn new(m: &'m Model, report: Report<'m>) -> Self {
        let mut board = Domains::new(m);
        let solvable = board.settle();
        Fewest {
            m,
            board,
            solvable,
            roams: roams(m),
            levels: Vec::with_capacity(m.near.len()),
            fixed: 0,
            report,
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
        let mark = self.board.mark();
        self.levels.push(Branch { cell, width, look: NONE, rest, beyond: 0, mark });
        Some(())
    }

    /// Enters a choice of the last level. False when the board cannot be completed.
    #[inline(always)]
    fn take(&mut self, choice: u32) -> bool {
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
    fn walk(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        if !self.solvable {
            return ControlFlow::Continue(());
        }
        loop {
            if std::mem::take(&mut self.paused) {
                // The next choice is made below.
            } else if self.descend().is_none() {
                self.paused = true;
                self.report.solved(&self.board.placed, run, self.m)?;
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
                    run.tick_done(|| share_of(&self.levels))?;
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
                let goes_on = self.take(choice);
                if self.levels.len() > self.report.deepest {
                    self.report.fuller(self.levels.len(), &self.board.placed, run, self.m);
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
    fn walk_wide(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.walk(run)
    }

    fn search(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        #[cfg(target_arch = "x86_64")]
        if const { W < WIDE }
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the processor has just been asked for each of these features.
            return unsafe { self.walk_wide(run) };
        }
        self.walk(run)
    }
}

impl<const W: usize> Climb for Fewest<'_, W> {
    fn home(&mut self) {
        while let Some(level) = self.levels.pop() {
            if level.look != NONE {
                self.board.lift(level.cell, level.look, level.mark);
            }
        }
        (self.fixed, self.paused) = (0, false);
    }

    fn width(&mut self) -> u32 {
        self.choices().len() as u32
    }

    fn open(&mut self, left: Range<u32>) -> bool {
        if !self.solvable || self.descend().is_none() {
            return false;
        }
        let Some(level) = self.levels.last_mut() else { return false };
        let end = level.width.min(left.end);
        for (rank, choice) in (0..).zip(bits(&level.rest.clone())) {
            if !(left.start..end).contains(&rank) {
                level.rest[choice as usize / 64] &= !(1 << (choice % 64));
            }
        }
        level.beyond = level.width - end;
        self.paused = true;
        left.start < end
    }

    fn enter(&mut self) -> bool {
        self.paused = false;
        let next = self.levels.last().and_then(|level| bits(&level.rest).next());
        next.is_some_and(|choice| self.take(choice))
    }

    fn fix(&mut self) {
        self.fixed = self.levels.len();
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let flow = self.search(run);
        self.report.pause(&flow, run, self.m);
        flow
    }

    fn levels(&self) -> Vec<Level> {
        self.levels.iter().map(step).collect()
    }

    /// A tile that is tried on all cells takes longest where it has the fewest neighbours, on the last of them.
    fn ordered(&self) -> usize {
        usize::from(self.roams)
    }
}

impl<const W: usize> Seek for Fewest<'_, W> {
    fn choices(&mut self) -> Vec<u32> {
        let next = self.solvable.then(|| self.next()).flatten();
        next.map_or(Vec::new(), |(_, choices)| bits(&choices).collect())
    }

    fn find(&mut self, looks: &[u32]) -> Option<Path> {
        self.home();
        let mut path = Vec::new();
        while let Some((cell, choices)) = self.solvable.then(|| self.next()).flatten() {
            let roaming = self.roams && path.is_empty();
            let wanted =
                if roaming { looks.iter().position(|&l| l == ROAMER)? as u32 } else { looks[cell] };
            let rank = bits(&choices).position(|choice| choice == wanted)? as u32;
            path.push(rank);
            if !self.open(rank..rank + 1) || !self.enter() {
                return None;
            }
        }
        self.solvable.then_some(Path(path))
    }
}
