//! Trays of labelled unit blocks with one hole: iterative deepening led by pattern databases.
//!
//! The tiles are split into a few groups. For each group a table says how many moves of its own tiles it needs at
//! least, wherever they are; the sum over the groups never says too much, because each move is of one tile. With one
//! hole a tile can only ever go one cell, so that moves, slides and steps are the same.

mod patterns;

use std::ops::ControlFlow;

use marquetry_puzzle::sliding::{Freedom, Move, Sliding};
use marquetry_puzzle::{Direction, Solution};

use self::patterns::{Pattern, groups};
use crate::run::{Halt, Run};

/// The most cells that the masks of the pattern databases have room for.
const MOST_CELLS: usize = 30;

/// The tiles of a group whose table is made at once.
const SMALL: usize = 3;
/// What is not solved after so many nodes is worth larger tables, which take a good part of a second to make.
const EASY: u64 = 20_000;

/// A tray without walls, and the cell where the hole is at the end.
pub struct Tray {
    width: usize,
    height: usize,
    hole_home: usize,
    around: Vec<Vec<usize>>,
    /// All cells, and those of the first and the last column, as masks.
    all: u32,
    left: u32,
    right: u32,
}

impl Tray {
    fn new(width: usize, height: usize, hole_home: usize) -> Tray {
        let near = |cell: usize| {
            let (x, y) = (cell % width, cell / width);
            let [up, right] = [(y > 0).then(|| cell - width), (x + 1 < width).then_some(cell + 1)];
            let down = (y + 1 < height).then_some(cell + width);
            [up, right, down, (x > 0).then(|| cell - 1)].into_iter().flatten().collect()
        };
        let left = (0..height).fold(0, |mask, y| mask | 1 << (y * width));
        Tray {
            width,
            height,
            hole_home,
            around: (0..width * height).map(near).collect(),
            all: (1 << (width * height)) - 1,
            left,
            right: left << (width - 1),
        }
    }

    fn cells(&self) -> usize {
        self.width * self.height
    }

    fn around(&self, cell: usize) -> &[usize] {
        &self.around[cell]
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        (a % self.width).abs_diff(b % self.width) + (a / self.width).abs_diff(b / self.width)
    }

    /// The cells that a hole can get to past all but the taken cells.
    fn flood(&self, hole: usize, taken: u32) -> u32 {
        let free = self.all & !taken;
        let mut met = 1_u32 << hole;
        loop {
            let sideways = ((met & !self.right) << 1) | ((met & !self.left) >> 1);
            let next = met | ((sideways | (met << self.width) | (met >> self.width)) & free);
            if next == met {
                return met;
            }
            met = next;
        }
    }
}

/// A puzzle this engine is for: where each tile is, named by its home cell, and where the hole is.
struct Tiles {
    tray: Tray,
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
        Some(Tiles { tray: Tray::new(p.width, p.height, hole_home), on, hole, block })
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
    let large = match tiles.tray.cells() {
        ..=9 => SMALL,
        10..=16 => 5,
        _ => 4,
    };
    let begun = run.stats.nodes;
    let report = |path: &[usize]| Solution::Moves(moves(p, &tiles, path));
    let mut search = Search::new(&tiles, SMALL, run, &report);
    // All ways to the goal are of even length, or all are of odd length.
    let mut bound = search.left();
    loop {
        if search.most < large && search.run.stats.nodes - begun > EASY {
            search = Search::new(&tiles, large, search.run, search.report);
            bound = bound.max(search.left());
        }
        let solutions = search.run.stats.solutions;
        let left = search.left();
        if let flow @ ControlFlow::Break(_) = search.deepen(tiles.hole, None, left, bound) {
            return Some(flow);
        }
        if search.run.stats.solutions > solutions {
            return Some(ControlFlow::Continue(()));
        }
        bound += 2;
    }
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

/// Makes a solution of the cells that the hole goes to.
type Report<'a> = &'a dyn Fn(&[usize]) -> Solution;

struct Search<'a, 'r> {
    tray: &'a Tray,
    /// The most tiles of a group.
    most: usize,
    patterns: Vec<Pattern>,
    /// Per tile its pattern and its number in it.
    member: Vec<(usize, usize)>,
    on: Vec<usize>,
    index: Vec<usize>,
    /// The cells the hole went to.
    path: Vec<usize>,
    run: &'a mut Run<'r>,
    report: Report<'a>,
}

impl<'a, 'r> Search<'a, 'r> {
    /// Makes the tables of groups of so many tiles at most.
    fn new(
        tiles: &'a Tiles,
        most: usize,
        run: &'a mut Run<'r>,
        report: Report<'a>,
    ) -> Search<'a, 'r> {
        let Tiles { tray, on, .. } = tiles;
        let patterns: Vec<Pattern> =
            groups(tray, most).into_iter().map(|group| Pattern::new(tray, group)).collect();
        let mut member = vec![(0, 0); tray.cells()];
        for (g, pattern) in patterns.iter().enumerate() {
            pattern.tiles.iter().enumerate().for_each(|(i, &tile)| member[tile] = (g, i));
        }
        let place = |tile: usize| on.iter().position(|&other| other == tile).unwrap_or(0);
        let index = patterns.iter().map(|pattern| pattern.index(place)).collect();
        Search {
            tray,
            most,
            patterns,
            member,
            on: on.clone(),
            index,
            path: Vec::new(),
            run,
            report,
        }
    }

    /// How many moves are needed at least.
    fn left(&self) -> u32 {
        self.patterns.iter().zip(&self.index).map(|(p, &index)| u32::from(p.moves(index))).sum()
    }

    /// Searches all ways of at most `bound` more moves, of which at least `left` are needed, and none of which takes
    /// the hole straight back.
    fn deepen(
        &mut self,
        hole: usize,
        back: Option<usize>,
        left: u32,
        bound: u32,
    ) -> ControlFlow<Halt> {
        self.run.tick()?;
        if left == 0 {
            let solution = (self.report)(&self.path);
            return self.run.solution(&solution);
        }
        for i in 0..self.tray.around(hole).len() {
            let from = self.tray.around(hole)[i];
            if Some(from) == back {
                continue;
            }
            let tile = self.on[from];
            let (group, number) = self.member[tile];
            let pattern = &self.patterns[group];
            let index = self.index[group];
            let next = pattern.moved(index, number, from, hole);
            let after = left - u32::from(pattern.moves(index)) + u32::from(pattern.moves(next));
            if after >= bound {
                continue;
            }
            self.index[group] = next;
            self.on[hole] = tile;
            self.path.push(from);
            self.deepen(from, Some(hole), after, bound - 1)?;
            self.path.pop();
            self.on[from] = tile;
            self.index[group] = index;
        }
        ControlFlow::Continue(())
    }
}
