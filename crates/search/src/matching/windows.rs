//! One tile tried on all cells of a large board, neighbouring cells together.
//!
//! Wherever among some neighbouring cells a tile lies, certain cells around it are on the board: a *window*. If no tiles
//! fill the window around the tile, it lies on none of these cells. Where colours are many, that shows long before
//! the window is full, so that a few cells together cost no more than one.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, OnceLock};

use super::fewest::{ROAMER, Seek, fewest, roams};
use super::model::Model;
use super::report::{Report, Solutions};
use crate::run::{Ending, Halt, Run};
use crate::tree::{Climb, Level};

/// On smaller boards a window costs more than it saves.
const LEAST_SIDE: usize = 9;
/// By how many columns and rows a window may be smaller than the board, and the logarithm of the number of ways to fill
/// it by chance that is too many then. A group of four cells is worth a try even if its window may be filled.
const SMALLER: [(usize, f64); 2] = [(2, 0.0), (1, 12.0)];
/// Bytes that the windows of a board take at most, about: they stay while it is searched.
const ROOM: usize = 64 << 20;
/// How many nodes of a window are searched between two looks at the limits.
const SLICE: u64 = 1 << 14;

/// Neighbouring cells that the tile may lie on.
struct Group {
    columns: Range<usize>,
    rows: Range<usize>,
    cells: Vec<u32>,
    /// The part of the board that is wherever in the group the tile lies, made when it is first searched.
    window: OnceLock<Model>,
    deepest: Mutex<usize>,
}

/// The cells of a board in groups with a window each.
pub struct Windows<'m> {
    m: &'m Model,
    groups: Vec<Group>,
}

impl<'m> Windows<'m> {
    /// `None` where no tile can be tried so, the board is small or very large, or its windows are likely to be filled.
    pub fn new(m: &'m Model) -> Option<Windows<'m>> {
        let (width, height) = (m.width, m.board_len / m.width.max(1));
        if !roams(m) || m.near.len() < m.board_len || width.min(height) < LEAST_SIDE {
            return None;
        }
        let seldom = |&&(less, most): &&(usize, f64)| ways(m, width - less, height - less) < most;
        let less = SMALLER.iter().find(seldom)?.0;
        let parts = |side: usize| {
            let count = side.div_ceil(less + 1);
            (0..count).map(move |i| i * side / count..(i + 1) * side / count)
        };
        let mut groups: Vec<Group> = Vec::new();
        for (columns, rows) in parts(width).flat_map(|c| parts(height).map(move |r| (c.clone(), r)))
        {
            let inside = |&cell: &u32| {
                let place = usize::from(m.places[cell as usize]);
                columns.contains(&(place % width)) && rows.contains(&(place / width))
            };
            let cells = (0..m.near.len() as u32).filter(inside).collect();
            let (window, deepest) = (OnceLock::new(), Mutex::new(0));
            groups.push(Group { columns, rows, cells, window, deepest });
        }
        if groups.len() * m.start.len() * size_of::<u64>() > ROOM {
            return None;
        }
        // Cells are numbered from the centre outwards.
        groups.sort_by_key(|group| group.cells.first().copied());
        Some(Windows { m, groups })
    }

    /// The search of a group's window.
    fn seek(&self, group: &'m Group) -> Box<dyn Seek + 'm> {
        let less = |range: &Range<usize>| range.len() - 1;
        let height = self.m.board_len / self.m.width - less(&group.rows);
        let at = (group.columns.start, group.rows.start);
        let width = self.m.width - less(&group.columns);
        let window = group.window.get_or_init(|| self.m.window(width, height, at, ROAMER));
        fewest(window, Report::new(&group.deepest, Solutions::Sought, None))
    }
}

/// The search: the first choice is a group, the second a cell of it, and the others are those of `fewest` after that cell.
pub struct Roaming<'m> {
    windows: &'m Windows<'m>,
    below: Box<dyn Seek + 'm>,
    /// The cells that the tile fits on, in the order of the search below.
    fits: Vec<u32>,
    /// The groups and the cells of one, where they are set out.
    upper: Vec<Level>,
    /// Does the last of the upper levels lead to the node at which it stands?
    bare: bool,
    /// Is it in the tree below a cell?
    within: bool,
    fixed: usize,
    /// The window that is searched, and whose it is.
    window: Option<(u32, Box<dyn Seek + 'm>)>,
}

impl<'m> Roaming<'m> {
    /// The empty board.
    pub fn new(windows: &'m Windows<'m>, report: Report<'m>) -> Roaming<'m> {
        let mut below = fewest(windows.m, report);
        let fits = below.choices();
        let (upper, bare, within, fixed) = (Vec::new(), true, false, 0);
        Roaming { windows, below, fits, upper, bare, within, fixed, window: None }
    }

    fn group(&self) -> Option<&'m Group> {
        self.windows.groups.get(self.upper.first()?.taken? as usize)
    }

    /// Goes down by the first choice left of the last level.
    fn take(&mut self) -> Option<()> {
        let depth = self.upper.len();
        let level = self.upper.last_mut()?;
        let choice = level.left.start;
        (level.taken, level.left.start) = (Some(choice), choice + 1);
        self.bare = true;
        if depth == 2 {
            let cell = *self.group()?.cells.get(choice as usize)?;
            let place = self.fits.iter().position(|&fits| fits == cell)? as u32;
            self.below.home();
            self.within = self.below.open(place..place + 1) && self.below.enter();
            self.below.fix();
            return self.within.then_some(());
        }
        Some(())
    }

    /// May the tile lie on one of the cells of the group that was taken?
    fn may_hold(&mut self, run: &mut Run<'_>) -> Result<bool, Halt> {
        let (Some(group), Some(taken)) = (self.group(), self.upper[0].taken) else {
            return Ok(false);
        };
        let mut seek = match self.window.take() {
            Some((of, seek)) if of == taken => seek,
            _ => self.windows.seek(group),
        };
        loop {
            let mut quiet = ();
            let mut slice = run.slice(SLICE, &mut quiet);
            let flow = seek.go(&mut slice);
            run.stats.nodes += slice.stats.nodes;
            match flow {
                ControlFlow::Continue(()) => return Ok(false),
                ControlFlow::Break(Halt::Ending(Ending::Enough)) => return Ok(true),
                ControlFlow::Break(_) => {}
            }
            if let ControlFlow::Break(halt) = run.look_done(|| None) {
                self.window = Some((taken, seek));
                return Err(halt);
            }
        }
    }

    /// Sets out the cells of the group that was taken.
    fn set_out_cells(&mut self) {
        let cells = self.group().map_or(0, |group| group.cells.len() as u32);
        self.upper.push(Level { taken: None, left: 0..cells, of: cells });
        self.bare = false;
    }
}

impl Climb for Roaming<'_> {
    fn home(&mut self) {
        self.upper.clear();
        (self.bare, self.within, self.fixed) = (true, false, 0);
    }

    fn width(&mut self) -> u32 {
        match self.upper.len() {
            _ if self.within => self.below.width(),
            0 => self.windows.groups.len() as u32,
            1 => self.group().map_or(0, |group| group.cells.len() as u32),
            _ => 0,
        }
    }

    fn open(&mut self, left: Range<u32>) -> bool {
        if self.within {
            return self.below.open(left);
        }
        let of = self.width();
        let there = left.start < of;
        if there {
            self.upper.push(Level { taken: None, left: left.start..left.end.min(of), of });
            self.bare = false;
        }
        there
    }

    fn enter(&mut self) -> bool {
        if self.within { self.below.enter() } else { self.take().is_some() }
    }

    fn fix(&mut self) {
        if self.within {
            self.below.fix();
        }
        self.fixed = self.upper.len();
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        loop {
            if self.within {
                self.below.go(run)?;
                if self.fixed == 2 {
                    return ControlFlow::Continue(());
                }
                self.within = false;
                self.bare = false;
            }
            if std::mem::take(&mut self.bare) {
                match self.upper.len() {
                    0 => {
                        let of = self.windows.groups.len() as u32;
                        self.upper.push(Level { taken: None, left: 0..of, of });
                    }
                    1 => self.set_out_cells(),
                    _ => {}
                }
            }
            let Some(level) = self.upper.last() else { return ControlFlow::Continue(()) };
            if level.left.is_empty() {
                self.upper.pop();
                if self.upper.len() == self.fixed {
                    self.bare = true;
                    return ControlFlow::Continue(());
                }
                continue;
            }
            run.tick()?;
            if self.upper.len() == 2 {
                if self.take().is_none() {
                    self.bare = false;
                }
                continue;
            }
            let _ = self.take();
            self.bare = false;
            match self.may_hold(run) {
                Ok(true) => self.set_out_cells(),
                Ok(false) => {}
                // The other groups can be shared; this one's window is gone on with.
                Err(Halt::Share) => {
                    let level = &mut self.upper[0];
                    level.left.start -= 1;
                    level.taken = level.left.start.checked_sub(1);
                    return ControlFlow::Break(Halt::Share);
                }
                Err(halt) => {
                    // Whoever goes on begins with the cells, so that even the shortest searches get somewhere.
                    self.set_out_cells();
                    return ControlFlow::Break(halt);
                }
            }
        }
    }

    fn levels(&self) -> Vec<Level> {
        let below = if self.within { self.below.levels() } else { Vec::new() };
        self.upper.iter().cloned().chain(below.into_iter().skip(1)).collect()
    }

    /// From the centre outwards windows cost more and more.
    fn ordered(&self) -> usize {
        1
    }
}

/// The logarithm of the number of ways to fill a window around a given tile, were all edges independent.
fn ways(m: &Model, width: usize, height: usize) -> f64 {
    let tiles = m.tiles.len() as f64;
    let agree = |side: usize| {
        let mut count = vec![(0.0, 0.0); m.colours];
        for shown in &m.shown {
            count[usize::from(shown[side])].0 += 1.0;
            count[usize::from(shown[side ^ 2])].1 += 1.0;
        }
        count.iter().map(|(own, mates)| own * mates).sum::<f64>() / tiles / tiles
    };
    let orders: f64 = (1..width * height).map(|i| libm::log(tiles - i as f64)).sum();
    let (across, down) = ((width - 1) * height, width * (height - 1));
    orders + across as f64 * libm::log(agree(1)) + down as f64 * libm::log(agree(2))
}
