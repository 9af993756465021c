//! One tile tried on all cells of a large board, neighbouring cells together.
//!
//! Wherever among some neighbouring cells a tile lies, certain cells around it are on the board: a *window*. If no tiles
//! fill the window around the tile, it lies on none of these cells. Where colours are many, that shows long before
//! the window is full, so that a few cells together cost no more than one.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use super::fewest::{ROAMER, fewest, roams};
use super::model::Model;
use super::report::{Report, Solutions};
use super::searcher::{leads_somewhere, one, solutions_for};
use crate::engines::{Left, Settings};
use crate::parallel::share_out;
use crate::prefix::Prefix;
use crate::run::{Ending, Halt, Run};

/// On smaller boards a window costs more than it saves.
const LEAST_SIDE: usize = 9;
/// By how many columns and rows a window may be smaller than the board, and the logarithm of the number of ways to fill
/// it by chance that is too many then. A group of four cells is worth a try even if its window may be filled.
const SMALLER: [(usize, f64); 2] = [(2, 0.0), (1, 12.0)];
/// How many nodes of a window are searched between two looks at the limits.
const SLICE: u64 = 1 << 16;

/// Nothing is left to be searched.
const DONE: Left = (ControlFlow::Continue(()), Vec::new());

/// Neighbouring cells that the tile may lie on.
struct Group {
    columns: Range<usize>,
    rows: Range<usize>,
    cells: Vec<u32>,
}

/// The cells of a board in groups with a window each.
pub struct Windows<'m> {
    m: &'m Model,
    groups: Vec<Group>,
}

impl<'m> Windows<'m> {
    /// `None` where no tile can be tried so, the board is small, or its windows are likely to be filled.
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
            groups.push(Group { columns, rows, cells });
        }
        // Cells are numbered from the centre outwards.
        groups.sort_by_key(|group| group.cells.first().copied());
        Some(Windows { m, groups })
    }

    /// Searches a subtree. A prefix begins with a group and a cell of it; what follows is a prefix of `fewest`.
    pub fn search(&self, from: &Prefix, settings: &Settings, run: &mut Run<'_>) -> Left {
        if !self.has(from) {
            return (from.leads_nowhere(), Vec::new());
        }
        let deepest = Mutex::new(0);
        let counted = matches!(solutions_for(self.m, settings, run), Solutions::Counted);
        let groups = (0..self.groups.len() as u32).map(|group| Prefix(vec![group])).collect();
        let units = if from.0.is_empty() { groups } else { vec![from.clone()] };
        share_out(&units, settings.threads, run, |unit, run| {
            let solutions = if counted { Solutions::Counted } else { Solutions::Told };
            self.unit(unit, run, &mut Report::new(&deepest, solutions))
        })
    }

    /// Does a prefix lead to a node? All cells of a group are handed on, also those that the tile does not fit on.
    fn has(&self, from: &Prefix) -> bool {
        let Some((&number, below)) = from.0.split_first() else { return true };
        let group = self.groups.get(number as usize);
        let cell = |cell| group.is_some_and(|group| group.cells.contains(cell));
        match below {
            [] => group.is_some(),
            [first] => cell(first),
            [first, ..] => {
                cell(first) && leads_somewhere(&mut *fewest(self.m), &Prefix(below.to_vec()))
            }
        }
    }

    fn unit(&self, unit: &Prefix, run: &mut Run<'_>, report: &mut Report<'_>) -> Left {
        let Some((&number, below)) = unit.0.split_first() else { return DONE };
        let Some(group) = self.groups.get(number as usize) else { return DONE };
        let part = 1.0 / self.groups.len() as f64;
        let cells = |cells: &[u32]| cells.iter().map(|&c| Prefix(vec![number, c])).collect();
        if below.is_empty() {
            run.stats.done = Some(part * f64::from(number));
            match self.may_hold(group, run) {
                Ok(true) => {}
                Ok(false) => return DONE,
                // Whoever goes on begins with the cells, so that even the shortest searches get somewhere.
                Err(halt) => return (ControlFlow::Break(halt), cells(&group.cells)),
            }
        }
        let mut searcher = fewest(self.m);
        let mut search = |below: Prefix, run: &mut Run<'_>| {
            let (flow, open) = one(&mut *searcher, self.m, &below, run, report);
            let whole = |below: &Prefix| Prefix([&[number], &below.0[..]].concat());
            (flow, open.iter().map(whole).collect::<Vec<Prefix>>())
        };
        if !below.is_empty() {
            return search(Prefix(below.to_vec()), run);
        }
        let part = part / group.cells.len() as f64;
        for (i, &cell) in group.cells.iter().enumerate() {
            run.part = (part * (number as usize * group.cells.len() + i) as f64, part);
            let (flow, mut open) = search(Prefix(vec![cell]), run);
            if flow.is_break() {
                let rest: Vec<Prefix> = cells(&group.cells[i + 1..]);
                open.extend(rest);
                return (flow, open);
            }
        }
        DONE
    }

    /// May the tile lie on one of these cells?
    fn may_hold(&self, group: &Group, run: &mut Run<'_>) -> Result<bool, Halt> {
        let less = |range: &Range<usize>| range.len() - 1;
        let height = self.m.board_len / self.m.width - less(&group.rows);
        let at = (group.columns.start, group.rows.start);
        let window = self.m.window(self.m.width - less(&group.columns), height, at, ROAMER);
        let mut searcher = fewest(&window);
        let deepest = Mutex::new(0);
        let mut report = Report::new(&deepest, Solutions::Kept(Vec::new(), 1));
        loop {
            let mut quiet = ();
            let mut slice = run.slice(SLICE, &mut quiet);
            let flow = searcher.search(&mut slice, &mut report);
            run.stats.nodes += slice.stats.nodes;
            match flow {
                ControlFlow::Continue(()) => return Ok(false),
                ControlFlow::Break(Halt::Ending(Ending::Enough)) => return Ok(true),
                ControlFlow::Break(_) => {}
            }
            if let ControlFlow::Break(halt) = run.look() {
                return Err(halt);
            }
        }
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
