//! Trays of labelled unit blocks with one hole: iterative deepening led by pattern databases.
//!
//! The tiles are split into a few groups. For each group a table says how many moves of its own tiles it needs at
//! least, wherever they and the hole are; the sum over the groups never says too much, because each move is of one tile.
//! Where the goal looks the same in a mirror, so does the sum for the tray as it looks there. With one hole a tile can
//! only ever go one cell, so that moves, slides and steps are the same.

mod casing;
mod dive;
mod patterns;
mod seats;
mod tables;

use std::ops::ControlFlow;

use marquetry_puzzle::sliding::{Freedom, Move, Sliding};
use marquetry_puzzle::{Direction, Solution};

use self::casing::Casing;
use self::dive::{Dive, Stop};
use self::tables::Bounds;
use crate::run::{Halt, Run};

/// The most cells that the masks of the pattern databases have room for.
const MOST_CELLS: usize = 30;

/// The sizes of groups that are tried one after the other, and after how many nodes the next is: larger tables take longer
/// to make. In 4x4 those of the first take half a millisecond, of the second 30, of the third 300.
const STAGES: [(usize, u64); 3] = [(3, 20_000), (5, 2_000_000), (6, u64::MAX)];

/// A puzzle this engine is for: where each tile is, named by its home cell, and where the hole is.
struct Tiles {
    tray: Casing,
    /// Per cell the home of the tile on it; the hole's home for the hole.
    on: Vec<usize>,
    hole: usize,
    /// Per home cell the block.
    block: Vec<usize>,
}

impl Tiles {
    /// `None` unless each block is a tile with a label of its own and a home, and there is one hole and no wall.
    fn of(p: &Sliding) -> Option<Tiles> {
        let cells = p.width * p.height;
        let unit = |b: usize| p.blocks[b].cells.len() == 1 && p.blocks[b].freedom == Freedom::Any;
        let fits = p.walls.is_empty()
            && p.width.min(p.height) > 1
            && (2..=MOST_CELLS).contains(&cells)
            && p.blocks.len() + 1 == cells
            && p.goal.len() == p.blocks.len()
            && (0..p.blocks.len()).all(|b| p.kind(b) == b && unit(b));
        if !fits {
            return None;
        }
        let mut home = vec![None; p.blocks.len()];
        for target in &p.goal {
            let block = (0..p.blocks.len()).find(|&b| p.suits(b, target))?;
            let free = target.label.is_some() && home[block].is_none();
            home[block] = Some(p.index(target.cells[0]).filter(|_| free)?);
        }
        let home: Vec<usize> = home.into_iter().collect::<Option<_>>()?;
        let hole_home = (0..cells).find(|cell| !home.contains(cell))?;
        let mut on = vec![hole_home; cells];
        let mut block = vec![0; cells];
        for (b, &home) in home.iter().enumerate() {
            on[p.index(p.blocks[b].cells[0])?] = home;
            block[home] = b;
        }
        let hole = on.iter().position(|&tile| tile == hole_home)?;
        Some(Tiles { tray: Casing::new(p.width, p.height, hole_home), on, hole, block })
    }

    /// Every move swaps the hole with a tile, and takes it to a cell of the other colour of a chessboard.
    fn can_be_solved(&self) -> bool {
        let mut on = self.on.clone();
        let mut swaps = self.tray.distance(self.hole, self.tray.hole_home);
        for cell in 0..on.len() {
            while on[cell] != cell {
                let home = on[cell];
                on.swap(cell, home);
                swaps += 1;
            }
        }
        swaps.is_multiple_of(2)
    }
}

/// Is the puzzle one for this engine?
pub fn suits(p: &Sliding) -> bool {
    Tiles::of(p).is_some()
}

/// Searches and reports all shortest solutions. `None` when the puzzle is not one for this engine.
pub fn search(p: &Sliding, run: &mut Run<'_>) -> Option<ControlFlow<Halt>> {
    let tiles = Tiles::of(p)?;
    if !tiles.can_be_solved() {
        return Some(run.tick());
    }
    run.shortest = Some(true);
    let report = |path: &[usize]| Solution::Moves(moves(p, &tiles, path));
    Some(deepen(&tiles, &report, run))
}

/// Searches all ways of one length, then of the next, with larger and larger tables.
fn deepen(
    tiles: &Tiles,
    report: &dyn Fn(&[usize]) -> Solution,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let room = run.memory().unwrap_or(u64::MAX);
    let fits = |most: usize| most == STAGES[0].0 || Bounds::bytes(&tiles.tray, most) <= room;
    let mut stages = STAGES.into_iter().filter(|&(most, _)| fits(most)).peekable();
    let mut bound = 0;
    while let Some((most, nodes)) = stages.next() {
        let tables = Bounds::of(&tiles.tray, most, run)?;
        // All ways to the goal are of even length, or all are of odd length.
        let enough = stages.peek().map_or(u64::MAX, |_| run.stats.nodes.saturating_add(nodes));
        let mut dive = Dive::new(tiles, &tables, enough, report);
        bound = bound.max(dive.least());
        match dive.deeper(bound, run) {
            Ok(()) => return ControlFlow::Continue(()),
            Err(Stop::Halt(halt)) => return ControlFlow::Break(halt),
            Err(Stop::TooHard(reached)) => bound = reached,
        }
    }
    ControlFlow::Continue(())
}

/// The moves of the blocks when the hole goes along a path of cells.
fn moves(p: &Sliding, tiles: &Tiles, path: &[usize]) -> Vec<Move> {
    let (mut on, mut hole) = (tiles.on.clone(), tiles.hole);
    let mut moves = Vec::new();
    for &to in path {
        let way = Direction::ALL.into_iter().find(|way| {
            let step = way.step();
            to as i64 + step.x as i64 + step.y as i64 * p.width as i64 == hole as i64
        });
        moves.push(Move { block: tiles.block[on[to]], path: way.into_iter().collect() });
        on.swap(hole, to);
        hole = to;
    }
    moves
}
