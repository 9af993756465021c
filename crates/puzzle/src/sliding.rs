//! Sliding puzzles: blocks pushed about in a tray until a goal is reached.
//!
//! ```
//! use marquetry_puzzle::sliding::{Block, Freedom, Move, Setup, Sliding, Target};
//! use marquetry_puzzle::{Cell, Direction};
//!
//! let (cells, label) = (vec![Cell::at(0, 0)], None);
//! let block = Block { name: "A".into(), label: None, cells, freedom: Freedom::default() };
//! let tray = Sliding::new(Setup {
//!     title: String::new(),
//!     width: 2,
//!     height: 1,
//!     walls: Vec::new(),
//!     blocks: vec![block],
//!     goal: vec![Target { label, cells: vec![Cell::at(1, 0)] }],
//! });
//! let tray = tray.unwrap();
//! let mut position = tray.start().clone();
//! position.make(&tray, &Move { block: 0, path: vec![Direction::Right] });
//! assert!(position.solves(&tray));
//! ```

use std::collections::HashMap;
use std::ops::Deref;

use crate::fault::{Fault, Faults, Part};
use crate::grid::{Cell, Direction, bounds, connected};
use crate::matching::is_word;

/// The longest side of a tray.
pub const MAX_SIDE: usize = 512;

/// The most steps of a solution that is read: as many as a file could list one by one.
pub const MAX_STEPS: usize = 1 << 24;

/// Which ways a block may be pushed.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Freedom {
    /// All four.
    #[default]
    Any,
    /// Left and right, as a car in a row.
    Horizontal,
    /// Up and down, as a car in a column.
    Vertical,
}

impl Freedom {
    /// May a block with this freedom be pushed this way?
    pub fn allows(self, direction: Direction) -> bool {
        let sideways = matches!(direction, Direction::Left | Direction::Right);
        match self {
            Freedom::Any => true,
            Freedom::Horizontal => sideways,
            Freedom::Vertical => !sideways,
        }
    }
}

/// A block in the tray.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// Its name, unique in the puzzle. It tells the reader which block is meant and nothing else.
    pub name: String,
    /// Sets blocks of one shape apart: two of them are interchangeable only if their labels agree.
    pub label: Option<String>,
    /// Where it starts, in reading order.
    pub cells: Vec<Cell>,
    /// How it may be pushed.
    pub freedom: Freedom,
}

/// A place that must hold a block of just this shape at the end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The label the block must have; any block of the shape will do where it is `None`.
    pub label: Option<String>,
    /// The cells it must lie on, in reading order.
    pub cells: Vec<Cell>,
}

/// One move: a block pushed along a path, step by step.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Index of the block.
    pub block: usize,
    /// The unit steps it takes.
    pub path: Vec<Direction>,
}

/// A sliding puzzle as somebody wrote it down; [`Sliding::new`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What people call it; may be empty.
    pub title: String,
    /// Columns, 1 to [`MAX_SIDE`].
    pub width: usize,
    /// Rows, 1 to [`MAX_SIDE`].
    pub height: usize,
    /// The cells where no block may ever be, in reading order.
    pub walls: Vec<Cell>,
    /// The blocks where they start, by first cell.
    pub blocks: Vec<Block>,
    /// What must be reached; reached at once when empty. By first cell.
    pub goal: Vec<Target>,
}

impl Setup {
    /// All cells of the tray in reading order, walls included.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (w, h) = (self.width as i16, self.height as i16);
        (0..h).flat_map(move |y| (0..w).map(move |x| Cell::at(x, y)))
    }

    /// Index of a cell in reading order; `None` outside the tray.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let inside =
            (0..self.width as i16).contains(&cell.x) && (0..self.height as i16).contains(&cell.y);
        (inside && cell.z == 0).then(|| cell.y as usize * self.width + cell.x as usize)
    }

    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(1..=MAX_SIDE).contains(&self.width) || !(1..=MAX_SIDE).contains(&self.height) {
            let message = format!(
                "a tray of {} columns and {} rows is out of range",
                self.width, self.height
            );
            faults.push(
                Fault::new("size", Part::Size, message)
                    .help(format!("each side is 1 to {MAX_SIDE} cells")),
            );
            return faults;
        }
        if self.walls.iter().any(|&c| self.index(c).is_none()) {
            faults.push(Fault::new("outside", Part::Board, "a wall lies outside the tray"));
            return faults;
        }
        let mut taken = vec![None; self.width * self.height];
        self.walls.iter().filter_map(|&c| self.index(c)).for_each(|i| taken[i] = Some(Part::Board));
        let mut names = HashMap::new();
        for (i, block) in self.blocks.iter().enumerate() {
            let (part, name) = (Part::Block(i), &block.name);
            let mut fault = |code, message: String| faults.push(Fault::new(code, part, message));
            if names.insert(name, i).is_some() {
                fault("name-twice", format!("the block name '{name}' is used twice"));
            }
            if !is_word(name) || name == "#" {
                fault("name", format!("'{name}' cannot be a block's name"));
            }
            if block.label.as_ref().is_some_and(|label| !is_word(label)) {
                fault("label", format!("block '{name}' has a label with blanks"));
            }
            self.lay(&block.cells, part, &mut taken, &mut faults);
        }
        let mut taken = vec![None; self.width * self.height];
        for (i, target) in self.goal.iter().enumerate() {
            let part = Part::Target(i);
            if target.label.as_ref().is_some_and(|label| !is_word(label)) {
                faults.push(Fault::new("label", part, "a goal has a label with blanks"));
            }
            self.lay(&target.cells, part, &mut taken, &mut faults);
        }
        faults
    }

    /// "block 'A'", "goal 3" or "a wall".
    fn words(&self, part: Part) -> String {
        match part {
            Part::Block(i) => format!("block '{}'", self.blocks[i].name),
            Part::Target(i) => format!("goal {}", i + 1),
            _ => "a wall".to_owned(),
        }
    }

    /// Lays cells onto a picture of what is taken, and reports what is in the way.
    fn lay(&self, cells: &[Cell], part: Part, taken: &mut [Option<Part>], faults: &mut Vec<Fault>) {
        let who = || self.words(part);
        if cells.is_empty() {
            faults.push(Fault::new("no-cells", part, format!("{} has no cells", who())));
        }
        if !connected(cells) {
            let message = format!("{} is not in one piece", who());
            faults.push(Fault::new("not-one-piece", part, message));
        }
        let mut other: Option<(Part, Cell)> = None;
        for &cell in cells {
            match self.index(cell) {
                None => {
                    let help =
                        format!("the tray has {} rows and {} columns", self.height, self.width);
                    let message = format!("{} lies outside the tray", who());
                    faults.push(Fault::new("outside", part, message).help(help));
                    return;
                }
                Some(at) => match taken[at] {
                    Some(first) => other = other.or(Some((first, cell))),
                    None => taken[at] = Some(part),
                },
            }
        }
        if let Some((first, cell)) = other {
            let message = format!("{} overlaps {} at {}", who(), self.words(first), cell.words());
            faults.push(Fault::new("overlap", part, message));
        }
    }
}

/// A sliding puzzle that makes sense. Reads like its [`Setup`], with blocks, goal and walls in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sliding {
    setup: Setup,
    kinds: Vec<usize>,
    start: Position,
}

impl Sliding {
    /// Checks a setup and reports every fault it has.
    pub fn new(mut setup: Setup) -> Result<Sliding, Faults> {
        Faults::from(setup.faults()).unless(())?;
        setup.title = crate::matching::folded(&setup.title);
        setup.walls.sort();
        setup.walls.dedup();
        setup.goal.iter_mut().for_each(|t| t.cells.sort());
        setup.goal.sort_by_key(|t| t.cells[0]);
        Ok(Sliding::of(setup))
    }

    /// The puzzle of a setup whose faults were looked for.
    fn of(mut setup: Setup) -> Sliding {
        setup.blocks.iter_mut().for_each(|b| b.cells.sort());
        setup.blocks.sort_by_key(|b| b.cells[0]);
        let mut known = HashMap::new();
        let kind = |b: &Block| (outline(&b.cells), b.label.clone(), b.freedom);
        let kinds: Vec<usize> = setup
            .blocks
            .iter()
            .enumerate()
            .map(|(i, b)| *known.entry(kind(b)).or_insert(i))
            .collect();
        let start = Position::start(&setup);
        Sliding { setup, kinds, start }
    }

    /// The same puzzle with another position as its start. Blocks keep their names, not their indices.
    pub fn restarted(&self, position: &Position) -> Sliding {
        let mut setup = self.setup.clone();
        for (i, block) in setup.blocks.iter_mut().enumerate() {
            block.cells = position.cells(self, i).collect();
        }
        Sliding::of(setup)
    }

    /// The setup, to be changed and checked again.
    pub fn into_setup(self) -> Setup {
        self.setup
    }

    /// The first block that is interchangeable with this one: same shape, label and freedom.
    pub fn kind(&self, block: usize) -> usize {
        self.kinds[block]
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What the positions [look](Position::look) like that moves lead through, one for each move.
    pub fn looks(&self, moves: &[Move]) -> Vec<Vec<Option<usize>>> {
        let mut position = self.start.clone();
        let look = |m| {
            position.make(self, m);
            position.look(self)
        };
        moves.iter().map(look).collect()
    }

    /// The block that starts on a cell.
    pub fn block_at(&self, cell: Cell) -> Option<usize> {
        self.start.grid[self.index(cell)?].block()
    }

    /// Is there a wall on this cell?
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|at| self.start.grid[at] == Spot::Wall)
    }

    /// Could this block, somewhere else, be what this target asks for?
    pub fn suits(&self, block: usize, target: &Target) -> bool {
        let block = &self.blocks[block];
        (target.label.is_none() || target.label == block.label)
            && outline(&block.cells) == outline(&target.cells)
    }
}

/// Cells in reading order as offsets from the first: equal for equal shapes wherever they lie.
pub fn outline(cells: &[Cell]) -> Vec<Cell> {
    cells.iter().map(|c| c.minus(cells[0])).collect()
}

impl Deref for Sliding {
    type Target = Setup;
    fn deref(&self) -> &Setup {
        &self.setup
    }
}

/// What a cell of the tray holds.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Spot {
    Empty,
    Wall,
    Block(usize),
}

impl Spot {
    fn block(self) -> Option<usize> {
        match self {
            Spot::Block(block) => Some(block),
            _ => None,
        }
    }
}

/// Why a block cannot be pushed one step further.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obstacle {
    /// It may not be pushed that way at all.
    Freedom,
    /// The tray ends: this cell is outside.
    Rim(Cell),
    /// There is a wall on this cell.
    Wall(Cell),
    /// The block with this index lies on this cell.
    Block(usize, Cell),
}

impl Obstacle {
    /// "block 'B' is in the way at row 3, column 1".
    pub fn words(self, p: &Setup) -> String {
        match self {
            Obstacle::Freedom => "it may not be pushed that way".into(),
            Obstacle::Rim(_) => "the tray ends there".into(),
            Obstacle::Wall(cell) => format!("there is a wall at {}", cell.words()),
            Obstacle::Block(other, cell) => {
                format!("block '{}' is in the way at {}", p.blocks[other].name, cell.words())
            }
        }
    }
}

/// Where every block is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// How far each block is from its start.
    shifts: Vec<Cell>,
    grid: Vec<Spot>,
}

impl Position {
    fn start(setup: &Setup) -> Position {
        let mut grid = vec![Spot::Empty; setup.width * setup.height];
        let blocks = setup.blocks.iter().enumerate().map(|(i, b)| (&b.cells, Spot::Block(i)));
        for (cells, spot) in std::iter::once((&setup.walls, Spot::Wall)).chain(blocks) {
            cells.iter().filter_map(|&c| setup.index(c)).for_each(|at| grid[at] = spot);
        }
        Position { shifts: vec![Cell::at(0, 0); setup.blocks.len()], grid }
    }

    /// The cells a block lies on now, in reading order.
    pub fn cells<'a>(&self, p: &'a Sliding, block: usize) -> impl Iterator<Item = Cell> + use<'a> {
        let shift = self.shifts[block];
        p.blocks[block].cells.iter().map(move |c| c.plus(shift))
    }

    /// The block on a cell.
    pub fn block_at(&self, p: &Sliding, cell: Cell) -> Option<usize> {
        self.grid[p.index(cell)?].block()
    }

    /// Why a block cannot be pushed one step this way; `None` when it can.
    pub fn obstacle(&self, p: &Sliding, block: usize, way: Direction) -> Option<Obstacle> {
        if !p.blocks[block].freedom.allows(way) {
            return Some(Obstacle::Freedom);
        }
        self.cells(p, block).find_map(|cell| {
            let next = cell.plus(way.step());
            match p.index(next).map(|at| self.grid[at]) {
                None => Some(Obstacle::Rim(next)),
                Some(Spot::Wall) => Some(Obstacle::Wall(next)),
                Some(Spot::Block(other)) if other != block => Some(Obstacle::Block(other, next)),
                Some(_) => None,
            }
        })
    }

    /// Makes a move as far as it goes, and returns the steps that went.
    pub fn make(&mut self, p: &Sliding, m: &Move) -> Vec<Direction> {
        let known = m.block < p.blocks.len();
        let mut gone = Vec::new();
        for &way in m.path.iter().take_while(|_| known) {
            if self.obstacle(p, m.block, way).is_some() {
                break;
            }
            self.push(p, m.block, way);
            gone.push(way);
        }
        gone
    }

    /// Pushes a block one step. The caller has seen that nothing is in the way.
    pub fn push(&mut self, p: &Sliding, block: usize, way: Direction) {
        self.mark(p, block, Spot::Empty);
        self.shifts[block] = self.shifts[block].plus(way.step());
        self.mark(p, block, Spot::Block(block));
    }

    fn mark(&mut self, p: &Sliding, block: usize, spot: Spot) {
        for at in self.cells(p, block).filter_map(|cell| p.index(cell)).collect::<Vec<_>>() {
            self.grid[at] = spot;
        }
    }

    /// Is every target filled?
    pub fn solves(&self, p: &Sliding) -> bool {
        p.goal.iter().all(|target| {
            let block = self.block_at(p, target.cells[0]);
            block.is_some_and(|b| {
                p.suits(b, target) && self.cells(p, b).eq(target.cells.iter().copied())
            })
        })
    }

    /// What the position looks like when interchangeable blocks are not told apart: per cell the kind of block
    /// whose first cell lies there.
    pub fn look(&self, p: &Sliding) -> Vec<Option<usize>> {
        let mut look = vec![None; self.grid.len()];
        for block in 0..p.blocks.len() {
            let first = self.cells(p, block).next().and_then(|cell| p.index(cell));
            first.into_iter().for_each(|at| look[at] = Some(p.kind(block)));
        }
        look
    }
}

/// A block in words: "2x1 block" for two columns and one row, "3-cell 2x2 block" where it does not fill its box.
pub fn block_words(cells: &[Cell]) -> String {
    let Some((lo, hi)) = bounds(cells.iter().copied()) else { return "empty".into() };
    let (w, h) = ((hi.x - lo.x + 1) as usize, (hi.y - lo.y + 1) as usize);
    let part = if w * h == cells.len() { String::new() } else { format!("{}-cell ", cells.len()) };
    format!("{part}{w}x{h} block")
}

/// A path in words: "down 2, left 1".
pub fn path_words(path: &[Direction]) -> String {
    let runs = path.chunk_by(|a, b| a == b).map(|run| format!("{} {}", run[0].word(), run.len()));
    runs.collect::<Vec<_>>().join(", ")
}
