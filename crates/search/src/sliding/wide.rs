//! Trays of any size: a position is what looks different from the start.

use std::collections::HashMap;

use marquetry_puzzle::sliding::{Sliding, outline};
use marquetry_puzzle::{Cell, Direction};

use super::key::Patch;
use super::space::{Hop, Last, Space};
use crate::engines::Metric;

/// No block here: what an empty cell holds in a board, and what a cell without a first cell shows in a look.
const NONE: u32 = 0;
const WALL: u32 = u32::MAX;

/// What a step of a block weighs in an estimate against a step of an empty cell.
const FAR: u64 = 1 << 10;

/// The shape of a kind of block, as offsets of cells from its first cell.
#[derive(Clone, Default)]
struct Shape {
    cells: Vec<isize>,
    /// For each way, the cells it would newly cover by a step.
    ahead: [Vec<isize>; 4],
}

/// A tray of any size. Cells are numbered in a grid with a wall around the tray.
pub struct Wide<'p> {
    p: &'p Sliding,
    metric: Metric,
    /// The cells of a row, the walls at its ends included.
    row: usize,
    steps: [isize; 4],
    /// Per block the shape of its kind; only the first of a kind is filled in.
    shapes: Vec<Shape>,
    /// Per block the number of its kind among all kinds.
    numbers: Vec<usize>,
    /// Per cell the start's look: 0, or one more than the kind of the block whose first cell is there.
    look: Vec<u32>,
    /// Per cell one more than the class of blocks that fill the goal's place whose first cell is there.
    target: Vec<u32>,
    start: Board,
    holes: Vec<usize>,
    filled: usize,
    /// Per place of the goal its first cell, and which of `classes` suits it.
    wanted: Vec<(usize, usize)>,
    /// Blocks that can fill the same places.
    classes: Vec<Vec<usize>>,
}

/// A position to work on.
#[derive(Clone)]
pub struct Board {
    /// Per cell: 0, a wall, or one more than the block on it.
    grid: Vec<u32>,
    /// Each block's first cell.
    first: Vec<usize>,
    /// The cells one block's flood has met.
    seen: Vec<bool>,
}

impl<'p> Wide<'p> {
    /// The tray of a puzzle.
    pub fn new(p: &'p Sliding, metric: Metric) -> Wide<'p> {
        let row = p.width + 2;
        let place = |cell: Cell| (cell.y + 1) as usize * row + (cell.x + 1) as usize;
        let steps = Direction::ALL.map(|way| offset(way.step(), row));
        let mut start = Board {
            grid: vec![WALL; row * (p.height + 2)],
            first: p.blocks.iter().map(|block| place(block.cells[0])).collect(),
            seen: vec![false; row * (p.height + 2)],
        };
        p.cells().filter(|&cell| !p.is_wall(cell)).for_each(|cell| start.grid[place(cell)] = NONE);
        let mut look = vec![NONE; start.grid.len()];
        let mut shapes = vec![Shape::default(); p.blocks.len()];
        for (i, block) in p.blocks.iter().enumerate() {
            block.cells.iter().for_each(|&cell| start.grid[place(cell)] = i as u32 + 1);
            look[place(block.cells[0])] = p.kind(i) as u32 + 1;
            if p.kind(i) == i {
                shapes[i] = Shape::of(&outline(&block.cells), row);
            }
        }
        let mut target = vec![NONE; start.grid.len()];
        let holes = (0..start.grid.len()).filter(|&at| start.grid[at] == NONE).collect();
        let mut shapes_of: HashMap<Vec<Cell>, Vec<usize>> = HashMap::new();
        for (i, block) in p.blocks.iter().enumerate() {
            shapes_of.entry(outline(&block.cells)).or_default().push(i);
        }
        let (mut wanted, mut classes, mut class_of) = (Vec::new(), Vec::new(), HashMap::new());
        for goal in &p.goal {
            let shape = outline(&goal.cells);
            let class = *class_of.entry((shape.clone(), &goal.label)).or_insert_with(|| {
                let same = shapes_of.get(&shape).into_iter().flatten().copied();
                let suits = |b: &usize| goal.label.is_none() || goal.label == p.blocks[*b].label;
                classes.push(same.filter(suits).collect::<Vec<usize>>());
                classes.len() - 1
            });
            target[place(goal.cells[0])] = class as u32 + 1;
            wanted.push((place(goal.cells[0]), class));
        }
        let kinds: Vec<usize> = (0..p.blocks.len()).filter(|&b| p.kind(b) == b).collect();
        let number = |block| kinds.partition_point(|&kind| kind < p.kind(block));
        let mut wide = Wide {
            p,
            numbers: (0..p.blocks.len()).map(number).collect(),
            metric,
            row,
            steps,
            shapes,
            look,
            target,
            start,
            holes,
            filled: 0,
            wanted,
            classes,
        };
        wide.filled = (0..wide.look.len()).filter(|&at| wide.fills(at, wide.look[at])).count();
        wide
    }

    /// Does a cell that shows this fill a place the goal asks for?
    fn fills(&self, at: usize, shown: u32) -> bool {
        let class = self.target[at].checked_sub(1).map(|class| &self.classes[class as usize]);
        let kind = shown.wrapping_sub(1) as usize;
        class.is_some_and(|blocks| blocks.binary_search(&kind).is_ok())
    }

    fn shape(&self, block: usize) -> &Shape {
        &self.shapes[self.p.kind(block)]
    }

    fn lay(&self, board: &mut Board, block: usize, what: u32) {
        for cell in &self.shape(block).cells {
            board.grid[board.first[block].wrapping_add_signed(*cell)] = what;
        }
    }

    /// Lifts the blocks that a patch moves and lays them where it has them. Returns those blocks.
    fn apply(&self, patch: &[(u32, u32)], board: &mut Board) -> Vec<usize> {
        let gone = patch.iter().map(|pair| pair.0 as usize).filter(|&at| self.look[at] != NONE);
        let mut blocks: Vec<usize> = gone.map(|at| self.start.grid[at] as usize - 1).collect();
        blocks.sort_by_key(|&block| self.p.kind(block));
        let mut come: Vec<_> = patch.iter().filter(|pair| pair.1 != NONE).collect();
        come.sort_by_key(|pair| pair.1);
        blocks.iter().for_each(|&block| self.lay(board, block, NONE));
        for (&block, &&(at, _)) in blocks.iter().zip(&come) {
            board.first[block] = at as usize;
            self.lay(board, block, block as u32 + 1);
        }
        blocks
    }

    fn restore(&self, moved: &[usize], board: &mut Board) {
        moved.iter().for_each(|&block| self.lay(board, block, NONE));
        for &block in moved {
            board.first[block] = self.start.first[block];
            self.lay(board, block, block as u32 + 1);
        }
    }

    /// The blocks that touch an empty cell, in order; or all, where that is quicker.
    fn movable(&self, moved: &[usize], board: &Board) -> Vec<usize> {
        if self.holes.len() > self.p.blocks.len() {
            return (0..self.p.blocks.len()).collect();
        }
        let left = moved.iter().flat_map(|&block| {
            let first = self.start.first[block];
            self.shape(block).cells.iter().map(move |&cell| first.wrapping_add_signed(cell))
        });
        let empty = self.holes.iter().copied().chain(left).filter(|&at| board.grid[at] == NONE);
        let near = empty.flat_map(|at| self.steps.map(|step| at.wrapping_add_signed(step)));
        let owners = near.map(|at| board.grid[at]).filter(|&what| what != NONE && what != WALL);
        let mut blocks: Vec<usize> = owners.map(|what| what as usize - 1).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// The first cells that a block, lifted from the board, can move to.
    fn reach(&self, block: usize, board: &mut Board) -> Vec<usize> {
        let from = board.first[block];
        let mut met = vec![(from, None)];
        board.seen[from] = true;
        let mut open = 0;
        while open < met.len() {
            let (at, last) = met[open];
            open += 1;
            for way in Direction::ALL {
                let within = match self.metric {
                    Metric::Moves => true,
                    Metric::Slides => last.is_none_or(|last| last == way),
                    Metric::Steps => last.is_none(),
                };
                let next = at.wrapping_add_signed(self.steps[way as usize]);
                if within
                    && !board.seen[next]
                    && self.p.blocks[block].freedom.allows(way)
                    && self.shape(block).ahead[way as usize]
                        .iter()
                        .all(|&cell| board.grid[at.wrapping_add_signed(cell)] == NONE)
                {
                    board.seen[next] = true;
                    met.push((next, Some(way)));
                }
            }
        }
        met.iter().for_each(|&(at, _)| board.seen[at] = false);
        met[1..].iter().map(|&(at, _)| at).collect()
    }

    /// How far a position looks from the goal.
    pub fn estimate(&self, patch: &Patch, board: &mut Board) -> u64 {
        let moved = self.apply(patch.0.as_deref().unwrap_or_default(), board);
        let (mut far, mut nearest) = (0, None);
        for &(at, class) in &self.wanted {
            if self.filled_on(board, at) {
                continue;
            }
            let spare =
                self.classes[class].iter().filter(|&&b| !self.filled_on(board, board.first[b]));
            let way = |&block: &usize| (self.distance(board.first[block], at), block);
            let Some((distance, block)) = spare.map(way).min() else { continue };
            far += distance as u64;
            let this = (distance, block, at);
            nearest = Some(nearest.map_or(this, |other: (usize, usize, usize)| other.min(this)));
        }
        let room = nearest.map_or(0, |(_, block, to)| self.room(board, block, to));
        self.restore(&moved, board);
        far * FAR + room
    }

    /// Is a place of the goal that has its first cell here filled?
    fn filled_on(&self, board: &Board, at: usize) -> bool {
        let block = (board.grid[at] as usize).wrapping_sub(1);
        let here = board.first.get(block) == Some(&at);
        here && self.fills(at, self.p.kind(block) as u32 + 1)
    }

    /// How far empty cells are from where a block needs them to come nearer to a cell.
    fn room(&self, board: &Board, block: usize, to: usize) -> u64 {
        let at = board.first[block];
        let ways = (0..4).filter(|&way| {
            let next = at.wrapping_add_signed(self.steps[way]);
            self.distance(next, to) < self.distance(at, to)
        });
        let need = |way: usize| -> u64 {
            let ahead = self.shape(block).ahead[way].iter().map(|&by| at.wrapping_add_signed(by));
            let others = ahead.filter(|&cell| board.grid[cell] as usize != block + 1);
            others.map(|cell| self.to_hole(board, cell)).sum()
        };
        ways.map(need).min().unwrap_or(0).min(FAR - 1)
    }

    /// Steps from a cell to the nearest empty one.
    fn to_hole(&self, board: &Board, at: usize) -> u64 {
        if board.grid[at] == WALL {
            return FAR;
        }
        let (x, y) = ((at % self.row) as isize, (at / self.row) as isize);
        let (row, rows) = (self.row as isize, (board.grid.len() / self.row) as isize);
        let empty = |x: isize, y: isize| {
            let inside = (0..row).contains(&x) && (0..rows).contains(&y);
            inside && board.grid[(y * row + x) as usize] == NONE
        };
        let ring_has = |ring: isize| {
            (-ring..=ring).any(|dy| {
                let dx = ring - dy.abs();
                empty(x + dx, y + dy) || empty(x - dx, y + dy)
            })
        };
        (0..row + rows).find(|&ring| ring_has(ring)).map_or(FAR, |ring| ring as u64)
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        (a % self.row).abs_diff(b % self.row) + (a / self.row).abs_diff(b / self.row)
    }

    /// The patch after the block at one first cell has moved to another.
    fn repatch(&self, patch: &[(u32, u32)], from: usize, to: usize, kind: u32) -> Patch {
        let mut pairs = patch.to_vec();
        for (at, shown) in [(from, NONE), (to, kind + 1)] {
            let found = pairs.binary_search_by_key(&(at as u32), |pair| pair.0);
            match (found, shown == self.look[at]) {
                (Ok(i), true) => drop(pairs.remove(i)),
                (Ok(i), false) => pairs[i].1 = shown,
                (Err(i), _) => pairs.insert(i, (at as u32, shown)),
            }
        }
        Patch(Some(pairs.into()))
    }

    fn shown(&self, patch: &[(u32, u32)], at: u32) -> u32 {
        match patch.binary_search_by_key(&at, |pair| pair.0) {
            Ok(i) => patch[i].1,
            Err(_) => self.look[at as usize],
        }
    }
}

fn offset(cell: Cell, row: usize) -> isize {
    cell.y as isize * row as isize + cell.x as isize
}

impl Shape {
    fn of(outline: &[Cell], row: usize) -> Shape {
        let mut sorted = outline.to_vec();
        sorted.sort();
        let ahead = Direction::ALL.map(|way| {
            let next = sorted.iter().map(|cell| cell.plus(way.step()));
            let new = next.filter(|cell| sorted.binary_search(cell).is_err());
            new.map(|cell| offset(cell, row)).collect()
        });
        Shape { cells: sorted.iter().map(|&cell| offset(cell, row)).collect(), ahead }
    }
}

impl Space for Wide<'_> {
    type Key = Patch;
    type Look = Patch;
    type Scratch = Board;

    fn scratch(&self) -> Board {
        self.start.clone()
    }

    fn start(&self) -> Patch {
        Patch(Some(Box::default()))
    }

    fn solved(&self) -> bool {
        self.filled == self.p.goal.len()
    }

    fn width(&self) -> usize {
        // A patch is written in as many bytes as it takes.
        0
    }

    fn look(&self, key: &Patch) -> Patch {
        key.clone()
    }

    fn expand(
        &self,
        (from, _): (&Patch, Last),
        board: &mut Board,
        mut met: impl FnMut(Patch, bool, Hop),
    ) {
        let patch = from.0.as_deref().unwrap_or_default();
        let filled = patch.iter().fold(self.filled, |filled, &(at, shown)| {
            let at = at as usize;
            filled + usize::from(self.fills(at, shown)) - usize::from(self.fills(at, self.look[at]))
        });
        let moved = self.apply(patch, board);
        for block in self.movable(&moved, board) {
            let (kind, at) = (self.p.kind(block) as u32, board.first[block]);
            self.lay(board, block, NONE);
            for to in self.reach(block, board) {
                let filled = filled + usize::from(self.fills(to, kind + 1))
                    - usize::from(self.fills(at, kind + 1));
                let goal = filled == self.p.goal.len();
                let [from, after] =
                    [at, to].map(|at| (at / self.row - 1) * (self.row - 1) + at % self.row - 1);
                let hop = Hop { kind: self.numbers[block], from, to: after, last: Last::UNKNOWN };
                met(self.repatch(patch, at, to, kind), goal, hop);
            }
            self.lay(board, block, block as u32 + 1);
        }
        self.restore(&moved, board);
    }

    fn moved(&self, from: &Patch, to: &Patch) -> (usize, usize) {
        let [before, after] = [from, to].map(|patch| patch.0.as_deref().unwrap_or_default());
        let cells = before.iter().chain(after).map(|pair| pair.0);
        let index = |at: u32| {
            let (y, x) = (at as usize / self.row, at as usize % self.row);
            (y.saturating_sub(1)) * self.p.width + x.saturating_sub(1)
        };
        let (mut left, mut came) = (0, 0);
        for at in cells {
            match (self.shown(before, at), self.shown(after, at)) {
                (now, then) if now == then => {}
                (_, NONE) => left = index(at),
                (_, _) => came = index(at),
            }
        }
        (left, came)
    }
}
