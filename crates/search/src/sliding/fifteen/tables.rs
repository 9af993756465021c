//! The tables of all tiles of a tray, and how they are looked into.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use super::casing::{Casing, WAYS};
use super::patterns::{Pattern, Stand};
use super::seats::Seats;
use crate::run::{Halt, Run};

/// Larger tables are not kept for the next puzzle.
const MOST_KEPT: u64 = 128 << 20;

/// The tables of groups of at most so many tiles.
pub struct Bounds {
    patterns: Vec<Pattern>,
    /// The tray as it is and, where the goal looks the same in a mirror, as it looks there. Each gives a bound.
    views: Vec<View>,
}

/// How a tray is looked at.
struct View {
    cells: Vec<usize>,
    ways: [usize; WAYS],
    /// Per tile its pattern and its number in it.
    member: Vec<(u8, u8)>,
}

impl View {
    fn new(tray: &Casing, cells: Vec<usize>, patterns: &[Pattern]) -> View {
        // Any cell that has a neighbour this way tells which way the image has it.
        let image = |way: usize| {
            let pair = |cell| Some((cells[cell], cells[tray.near(cell, way)?]));
            let pair = (0..tray.cells()).find_map(pair);
            let leads = |&to: &usize| pair.is_some_and(|(a, b)| tray.near(a, to) == Some(b));
            (0..WAYS).find(leads).unwrap_or(way)
        };
        let mut member = vec![(0, 0); tray.cells()];
        for (tile, &image) in cells.iter().enumerate() {
            for (p, pattern) in patterns.iter().enumerate() {
                let number = pattern.tiles.iter().position(|&other| other == image);
                number.into_iter().for_each(|i| member[tile] = (p as u8, i as u8));
            }
        }
        View { ways: std::array::from_fn(image), cells, member }
    }

    /// Are there tiles that are together here and apart there?
    fn differs(&self, other: &View) -> bool {
        let tiles = || self.member.iter().zip(&other.member);
        tiles().any(|(a, b)| tiles().any(|(c, d)| (a.0 == c.0) != (b.0 == d.0)))
    }
}

impl Bounds {
    /// The tables of a tray with groups of at most so many tiles: those that were made last, or new ones.
    pub fn of(tray: &Casing, most: usize, run: &mut Run<'_>) -> ControlFlow<Halt, Arc<Bounds>> {
        let shape = tray.shape();
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().iter().find(|(of, size, _)| (*of, *size) == (shape, most)).cloned();
        if let Some((_, _, tables)) = known {
            return ControlFlow::Continue(tables);
        }
        let tables = Arc::new(Bounds::new(tray, most, run)?);
        if Bounds::bytes(tray, most) <= MOST_KEPT {
            let mut kept = kept();
            // One tray's are enough: who solves many puzzles has them of one kind.
            kept.retain(|(of, size, _)| *of == shape && *size != most);
            kept.push((shape, most, Arc::clone(&tables)));
        }
        ControlFlow::Continue(tables)
    }

    fn new(tray: &Casing, most: usize, run: &mut Run<'_>) -> ControlFlow<Halt, Bounds> {
        let groups = groups(tray, most);
        let mut seats: Vec<Arc<Seats>> = Vec::new();
        let mut patterns = Vec::new();
        for group in groups {
            let known = seats.iter().find(|seats| seats.tiles == group.len()).cloned();
            let these = known.unwrap_or_else(|| {
                seats.push(Arc::new(Seats::new(tray, group.len())));
                Arc::clone(&seats[seats.len() - 1])
            });
            patterns.push(Pattern::new(tray, group, these, run)?);
        }
        let plain = View::new(tray, (0..tray.cells()).collect(), &patterns);
        let mut mirrors = tray.symmetries().map(|cells| View::new(tray, cells, &patterns));
        let mirror = mirrors.find(|view| view.differs(&plain));
        let views = [Some(plain), mirror].into_iter().flatten().collect();
        ControlFlow::Continue(Bounds { patterns, views })
    }

    /// About how much memory they take.
    pub fn bytes(tray: &Casing, most: usize) -> u64 {
        groups(tray, most).iter().map(|group| Seats::bytes(tray, group.len())).sum()
    }

    /// Where the tiles are, given the cell of each, and the hole's.
    pub fn stands(&self, at: impl Fn(usize) -> usize, hole: usize) -> Vec<Vec<Stand>> {
        let seen = |view: &View| {
            // The tile whose image is in the pattern, on the image of its cell.
            let before = |tile| view.cells.iter().position(|&image| image == tile).unwrap_or(0);
            let at = |tile| view.cells[at(before(tile))];
            self.patterns.iter().map(|pattern| pattern.stand(at, view.cells[hole])).collect()
        };
        self.views.iter().map(seen).collect()
    }

    /// In a view, the pattern of a tile and where its tiles are after it has gone to the hole, from which it lay this way.
    #[inline]
    pub fn moved(&self, view: usize, stands: &[Stand], tile: usize, way: usize) -> (usize, Stand) {
        let View { ways, member, .. } = &self.views[view];
        let (pattern, number) = (member[tile].0 as usize, member[tile].1 as usize);
        (pattern, self.patterns[pattern].moved(stands[pattern], number, ways[way]))
    }
}

type Kept = Vec<([usize; 3], usize, Arc<Bounds>)>;

/// The tables of the tray that was searched last: a tile is its home cell in them, so they serve all puzzles of that shape.
static KEPT: Mutex<Kept> = Mutex::new(Vec::new());

/// Tiles in groups of so many, the last of what is left over. Tiles lie together when they come one after the other on a
/// way up two columns and down the next two, from the corner that is farthest from the hole.
pub fn groups(tray: &Casing, most: usize) -> Vec<Vec<usize>> {
    let [width, height, home] = tray.shape();
    let (right, below) = (2 * (home % width) < width, 2 * (home / width) < height);
    let place = |cell: usize| {
        let (x, y) = (cell % width, cell / width);
        let x = if right { width - 1 - x } else { x };
        let y = if below { height - 1 - y } else { y };
        let back = x / 2 % 2 == 1;
        (x / 2, if back { height - 1 - y } else { y }, if back { width - x } else { x })
    };
    let mut tiles: Vec<usize> = (0..tray.cells()).filter(|&cell| cell != home).collect();
    tiles.sort_by_key(|&cell| place(cell));
    tiles.chunks(most).map(<[usize]>::to_vec).collect()
}
