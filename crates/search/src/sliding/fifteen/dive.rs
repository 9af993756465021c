//! The search of all ways of one length, cut short where a table says that too many moves are left.

use marquetry_puzzle::Solution;

use super::Tiles;
use super::casing::WAYS;
use super::patterns::Stand;
use super::tables::Bounds;
use crate::run::{Halt, Run};

/// Why a search ends before its time.
pub enum Stop {
    Halt(Halt),
    /// It takes too many nodes; there is no way of fewer moves than this.
    TooHard(u32),
}

pub struct Dive<'a> {
    tables: &'a Bounds,
    report: &'a dyn Fn(&[usize]) -> Solution,
    /// When so many nodes are counted and nothing was found, it is too hard.
    enough: u64,
    /// Per cell its neighbours, and which way they are.
    around: Vec<Vec<(usize, usize)>>,
    hole: usize,
    on: Vec<usize>,
    /// In each view, per pattern where its tiles are.
    stands: Vec<Vec<Stand>>,
    /// The cells the hole went to.
    path: Vec<usize>,
}

/// The most views of a tray.
const VIEWS: usize = 2;
/// How many moves are needed at least, by each view.
type Left = [u32; VIEWS];

impl<'a> Dive<'a> {
    pub fn new(
        tiles: &Tiles,
        tables: &'a Bounds,
        enough: u64,
        report: &'a dyn Fn(&[usize]) -> Solution,
    ) -> Dive<'a> {
        let Tiles { tray, on, hole, .. } = tiles;
        let place = |tile: usize| on.iter().position(|&other| other == tile).unwrap_or(0);
        let near = |cell| (0..WAYS).filter_map(move |way| Some((tray.near(cell, way)?, way)));
        Dive {
            tables,
            report,
            enough,
            around: (0..tray.cells()).map(|cell| near(cell).collect()).collect(),
            hole: *hole,
            on: on.clone(),
            stands: tables.stands(place, *hole),
            path: Vec::new(),
        }
    }

    fn left(&self) -> Left {
        let mut left = [0; VIEWS];
        for (left, stands) in left.iter_mut().zip(&self.stands) {
            *left = stands.iter().map(|stand| u32::from(stand.moves)).sum();
        }
        left
    }

    /// How many moves are needed at least.
    pub fn least(&self) -> u32 {
        self.left().into_iter().max().unwrap_or(0)
    }

    /// Searches all ways of so many moves, then of two more, until there is a solution.
    pub fn deeper(&mut self, mut bound: u32, run: &mut Run<'_>) -> Result<(), Stop> {
        loop {
            let solutions = run.stats.solutions;
            match self.search(self.hole, usize::MAX, self.left(), bound, run) {
                Err(Stop::TooHard(_)) => return Err(Stop::TooHard(bound)),
                Err(halt) => return Err(halt),
                Ok(()) if run.stats.solutions > solutions => return Ok(()),
                Ok(()) => bound += 2,
            }
        }
    }

    /// Searches all ways of at most `bound` more moves, of which at least `left` are needed, and none of which takes
    /// the hole straight back.
    fn search(
        &mut self,
        hole: usize,
        back: usize,
        left: Left,
        bound: u32,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        if run.stats.nodes >= self.enough {
            return Err(Stop::TooHard(bound));
        }
        if let std::ops::ControlFlow::Break(halt) = run.tick() {
            return Err(Stop::Halt(halt));
        }
        if left[0] == 0 {
            // What was reported once must not be found again with other tables.
            self.enough = u64::MAX;
            let flow = run.solution(&(self.report)(&self.path));
            return flow.break_value().map_or(Ok(()), |halt| Err(Stop::Halt(halt)));
        }
        // The view that asks for more moves is the likelier to ask for too many.
        let first = usize::from(left[1] > left[0]);
        'ways: for i in 0..self.around[hole].len() {
            let (from, way) = self.around[hole][i];
            if from == back {
                continue;
            }
            let tile = self.on[from];
            let mut after = left;
            let mut changed = [(0, None); VIEWS];
            for view in 0..self.stands.len() {
                let view = view ^ first;
                let stands = &self.stands[view];
                let (pattern, stand) = self.tables.moved(view, stands, tile, way);
                after[view] =
                    left[view] - u32::from(stands[pattern].moves) + u32::from(stand.moves);
                if after[view] >= bound {
                    continue 'ways;
                }
                changed[view] = (pattern, Some(stand));
            }
            self.swap(&mut changed);
            self.on[hole] = tile;
            self.path.push(from);
            self.search(from, hole, after, bound - 1, run)?;
            self.path.pop();
            self.on[from] = tile;
            self.swap(&mut changed);
        }
        Ok(())
    }

    /// Puts stands in the places of others, and those in theirs.
    #[inline]
    fn swap(&mut self, changed: &mut [(usize, Option<Stand>); VIEWS]) {
        for (stands, (pattern, stand)) in self.stands.iter_mut().zip(changed) {
            if let Some(stand) = stand {
                std::mem::swap(&mut stands[*pattern], stand);
            }
        }
    }
}
