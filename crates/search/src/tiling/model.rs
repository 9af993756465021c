//! A tiling puzzle as integers: placements of classes of equal pieces on numbered cells, and the board's symmetries.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use marquetry_puzzle::tiling::{Colour, Grid, Placed, Shape, Tiling, agree};
use marquetry_puzzle::{Cell, Solution};
use rustc_hash::FxHashMap;

use crate::run::{Ending, Halt, Run};

/// What placements may take when no memory limit is given.
const ROOMY: u64 = 1 << 30;
/// How many placements pass between two looks at the clock.
const LOOK_EVERY: usize = 1024;

/// Equal pieces, taken together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The first of the pieces; one beyond the last where the class is [`Model::air`].
    pub piece: usize,
    /// Cells of each.
    pub size: usize,
    /// How many must be used at least.
    pub least: u32,
    /// How many may be used: never more than the board has room for.
    pub most: u32,
}

/// A way to lay a piece of some class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Index of the class.
    pub class: usize,
    /// The cells it covers, as ascending indices.
    pub cells: Box<[u32]>,
}

/// A symmetry of the coloured board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The image of every cell.
    pub cells: Vec<u32>,
    /// The class that each class is carried to: itself, or for pieces that may not be turned or flipped perhaps
    /// another, or none.
    pub classes: Vec<Option<usize>>,
    /// Does it carry every solution to a solution?
    pub keeps: bool,
}

/// What every engine needs to know of a puzzle.
pub struct Model<'p> {
    puzzle: &'p Tiling,
    /// The cells of the board in reading order.
    pub cells: Vec<Cell>,
    /// The cells that share a face with each cell.
    around: Vec<Vec<u32>>,
    /// The classes of equal pieces.
    pub classes: Vec<Class>,
    /// All placements that can be part of a solution as far as is seen at once, class by class.
    pub placements: Vec<Placement>,
    /// The symmetries of the coloured board, the identity first.
    pub symmetries: Vec<Symmetry>,
    /// The class that is laid on the cells that stay empty, where some may. It is no piece and in no solution.
    pub air: Option<usize>,
    /// Does every piece hang together? Only then can a pocket be too small.
    pub whole: bool,
    /// For each class, the placement on given cells.
    index: Vec<FxHashMap<Box<[u32]>, u32>>,
}

impl<'p> Model<'p> {
    /// Lays every piece everywhere, unless that takes more memory or time than there is.
    pub fn new(puzzle: &'p Tiling, run: &mut Run<'_>) -> ControlFlow<Halt, Model<'p>> {
        let cells: Vec<Cell> = puzzle.board.iter().map(|c| c.0).collect();
        let at: FxHashMap<Cell, u32> = cells.iter().copied().zip(0..).collect();
        let grid = puzzle.grid;
        let near = |&c: &Cell| grid.around(c).iter().filter_map(|n| at.get(n).copied()).collect();
        let classes = classes(puzzle);
        let mut model = Model {
            puzzle,
            symmetries: symmetries(puzzle, &cells, &at, &classes, run.turns()),
            air: (!puzzle.optional.is_empty()).then(|| classes.len() - 1),
            around: cells.iter().map(near).collect(),
            classes,
            placements: Vec::new(),
            whole: puzzle.pieces.iter().all(|p| grid.connected(&bare(&p.shape))),
            index: Vec::new(),
            cells,
        };
        let mut room = run.memory().unwrap_or(ROOMY);
        for class in 0..model.classes.len() {
            model.lay(class, &at, &mut room, run)?;
        }
        model.drop_pockets();
        model.index = vec![FxHashMap::default(); model.classes.len()];
        for (i, p) in model.placements.iter().enumerate() {
            if i % LOOK_EVERY == 0 {
                run.look()?;
            }
            model.index[p.class].insert(p.cells.clone(), i as u32);
        }
        ControlFlow::Continue(model)
    }

    /// Adds the placements of a class. Shapes that differ in colours only count as one.
    fn lay(
        &mut self,
        class: usize,
        at: &FxHashMap<Cell, u32>,
        room: &mut u64,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        if self.air == Some(class) {
            let empty = self.puzzle.optional.iter().filter_map(|cell| at.get(cell));
            self.placements.extend(empty.map(|&cell| Placement { class, cells: [cell].into() }));
            return ControlFlow::Continue(());
        }
        let Class { piece, size, most, .. } = self.classes[class];
        let board = &self.puzzle.board;
        let mut shapes: BTreeMap<Vec<Cell>, Vec<Vec<Colour>>> = BTreeMap::new();
        for shape in self.puzzle.orientations(piece).iter().filter(|_| most > 0) {
            let colours = shape.iter().map(|c| c.1).collect();
            shapes.entry(bare(shape)).or_default().push(colours);
        }
        // Twice, since the index holds the cells too, and what the allocator adds.
        let bytes = 2 * (48 + 4 * size as u64);
        for (shape, colourings) in shapes {
            for (i, &first) in self.cells.iter().enumerate() {
                if i % LOOK_EVERY == 0 {
                    run.look()?;
                }
                let Some(shift) = self.puzzle.grid.shift(shape[0], first) else { continue };
                let to = shape.iter().map(|c| at.get(&c.plus(shift)).copied());
                let Some(cells) = to.collect::<Option<Box<[u32]>>>() else { continue };
                let goes = |colours: &Vec<Colour>| {
                    cells.iter().zip(colours).all(|(&to, &c)| agree(board[to as usize].1, c))
                };
                if colourings.iter().any(goes) {
                    let Some(rest) = room.checked_sub(bytes) else {
                        return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
                    };
                    *room = rest;
                    self.placements.push(Placement { class, cells });
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Drops placements that cut off a part of the board which no choice of pieces can fill by area. Boards too large
    /// for a bit a cell are left to the search.
    fn drop_pockets(&mut self) {
        let cells = self.cells.len();
        if !self.whole || cells > 128 {
            return;
        }
        let bits = |cells: &[u32]| cells.iter().fold(0u128, |bits, c| bits | 1 << c);
        let around: Vec<u128> = self.around.iter().map(|near| bits(near)).collect();
        let sums = self.sums();
        let board = u128::MAX >> (128 - cells);
        self.placements.retain(|p| {
            let mut open = board & !bits(&p.cells);
            while open != 0 {
                let part = part(open, &around);
                if !sums[part.count_ones() as usize] {
                    return false;
                }
                open &= !part;
            }
            true
        });
    }

    /// Which areas can be made of the pieces.
    fn sums(&self) -> Vec<bool> {
        let cells = self.cells.len();
        let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
        for class in &self.classes {
            *copies.entry(class.size).or_default() += class.most as usize;
        }
        let mut sums = vec![false; cells + 1];
        sums[0] = true;
        for (size, copies) in copies {
            // How many copies of this size the cheapest way to each sum needs.
            let mut needs = vec![usize::MAX; cells + 1];
            for s in 0..=cells {
                if sums[s] {
                    needs[s] = 0;
                } else if s >= size && needs[s - size] < copies {
                    needs[s] = needs[s - size] + 1;
                }
            }
            sums = needs.iter().map(|&n| n != usize::MAX).collect();
        }
        sums
    }

    /// What the cells are.
    pub fn grid(&self) -> Grid {
        self.puzzle.grid
    }

    /// The image of a placement under a symmetry of the board, where some piece may lie like that.
    pub fn image(&self, symmetry: usize, placement: u32) -> Option<u32> {
        let (p, way) = (&self.placements[placement as usize], &self.symmetries[symmetry]);
        let class = way.classes[p.class]?;
        let mut cells: Box<[u32]> = p.cells.iter().map(|&c| way.cells[c as usize]).collect();
        cells.sort_unstable();
        self.index[class].get(&cells).copied()
    }

    /// The image of a cover in ascending order, where it is a solution too.
    pub fn carry(&self, symmetry: usize, cover: &[u32]) -> Option<Vec<u32>> {
        let image: Option<Vec<u32>> = cover.iter().map(|&id| self.image(symmetry, id)).collect();
        let mut image = image?;
        image.sort_unstable();
        (self.symmetries[symmetry].keeps || self.obeys(&image)).then_some(image)
    }

    /// Is each class used as often as it may and must be?
    fn obeys(&self, cover: &[u32]) -> bool {
        let mut used = vec![0; self.classes.len()];
        cover.iter().for_each(|&id| used[self.placements[id as usize].class] += 1);
        self.classes
            .iter()
            .zip(used)
            .all(|(class, used)| (class.least..=class.most).contains(&used))
    }

    /// Are there always more copies of this class?
    pub fn endless(&self, class: usize) -> bool {
        let Class { size, most, .. } = self.classes[class];
        most as usize == self.cells.len() / size || self.air == Some(class)
    }

    /// Is every class used just often enough to fill the board, so that its least numbers need no check?
    pub fn exact(&self) -> bool {
        let area: u64 = self.classes.iter().map(|c| u64::from(c.most) * c.size as u64).sum();
        area == self.cells.len() as u64 && self.classes.iter().all(|c| c.least <= c.most)
    }

    /// The cover made of these placements, in the puzzle's terms.
    pub fn solution(&self, placements: &[u32]) -> Solution {
        let cover = placements.iter().filter_map(|&id| self.placed(id)).collect();
        Solution::Cover(self.puzzle.in_order(cover))
    }

    /// A placement in the puzzle's terms, of the first piece of its class; `None` where a cell stays empty.
    pub fn placed(&self, id: u32) -> Option<Placed> {
        let p = &self.placements[id as usize];
        let cells = p.cells.iter().map(|&c| self.cells[c as usize]).collect();
        (self.air != Some(p.class)).then(|| Placed { piece: self.classes[p.class].piece, cells })
    }
}

/// The open cells that hang together with the first of them.
fn part(open: u128, around: &[u128]) -> u128 {
    let mut part = open & open.wrapping_neg();
    let mut edge = part;
    while edge != 0 {
        let near = around[edge.trailing_zeros() as usize] & open & !part;
        part |= near;
        edge = edge & (edge - 1) | near;
    }
    part
}

fn bare(shape: &Shape) -> Vec<Cell> {
    shape.iter().map(|c| c.0).collect()
}

fn classes(puzzle: &Tiling) -> Vec<Class> {
    let cells = puzzle.board.len() as u64;
    let mut copies: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for (i, piece) in puzzle.pieces.iter().enumerate() {
        let sum = copies.entry(puzzle.class(i)).or_default();
        *sum = (sum.0 + u64::from(piece.least), sum.1 + u64::from(piece.most));
    }
    let class = |(piece, (least, most)): (usize, (u64, u64))| {
        let size = puzzle.pieces[piece].shape.len();
        let most = most.min(cells / size as u64) as u32;
        // More than fit are as impossible as one more than fit.
        Class { piece, size, least: least.min(cells + 1) as u32, most }
    };
    let empty = puzzle.optional.len() as u32;
    let air = Class { piece: puzzle.pieces.len(), size: 1, least: 0, most: empty };
    copies.into_iter().map(class).chain((empty > 0).then_some(air)).collect()
}

fn symmetries(
    puzzle: &Tiling,
    cells: &[Cell],
    at: &FxHashMap<Cell, u32>,
    classes: &[Class],
    turns: bool,
) -> Vec<Symmetry> {
    let mut found: Vec<Symmetry> = Vec::new();
    for motion in puzzle.motions().iter().filter(|m| !turns || puzzle.is_turn(m.symmetry)) {
        let image: Option<Vec<u32>> =
            cells.iter().map(|&c| at.get(&motion.apply(c)).copied()).collect();
        let carried = puzzle.carried(motion.symmetry);
        // What stays empty is carried to what stays empty.
        let image_of =
            |class: &Class| carried.get(class.piece).copied().unwrap_or(Some(class.piece));
        let to = |class: &Class| classes.iter().position(|c| Some(c.piece) == image_of(class));
        let to: Vec<Option<usize>> = classes.iter().map(to).collect();
        let copies = |class: &Class| (class.least, class.most);
        let keeps = classes
            .iter()
            .zip(&to)
            .all(|(class, to)| to.is_some_and(|to| copies(&classes[to]) == copies(class)));
        let symmetry = image.map(|cells| Symmetry { cells, classes: to, keeps });
        found.extend(symmetry.filter(|symmetry| !found.contains(symmetry)));
    }
    found
}
