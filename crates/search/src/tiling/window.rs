//! The tables of the lister: a board filled cell by cell in a fixed order, seen through a window of 64 cells.
//!
//! The cells of the board's box are numbered along the shortest side first. Whatever lies ahead of the first open
//! cell fits in a window of 64 bits, and so does every piece that starts there. Rows of hexagons and triangles run three
//! ways: they are taken the way that has the shortest side.

use marquetry_puzzle::Cell;
use marquetry_puzzle::tiling::Grid;
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Class, Model, Placement};
use super::orbits::Orbits;

/// The most ways to hold pieces that any table is made for.
const WAYS: usize = 256;
/// The most cells times ways: a matter of memory.
const MOST: usize = 1 << 22;

/// A mask over the ways to hold a piece: one bit for each class and shape.
pub type Ways<const K: usize> = [u64; K];

/// A way to hold a piece.
pub struct Way<const K: usize> {
    /// The cells from the first one on.
    pub shape: u64,
    /// The class.
    pub class: usize,
    /// What one copy adds to the usage.
    pub copy: u64,
    /// The field of the usage it is counted in.
    pub field: u64,
    /// What the field holds when all copies are used.
    pub full: u64,
    /// All ways of the class, gone when it is used up.
    pub equal: Ways<K>,
}

/// Which neighbours the cells of a window have, way by way.
#[derive(Copy, Clone, Default)]
pub struct Edges {
    /// Cells with a cell after them.
    pub plus: [u64; 3],
    /// Cells with a cell before them.
    pub minus: [u64; 3],
}

/// How many ways there are to hold the pieces, where the tables can hold the puzzle.
pub fn accepts(model: &Model<'_>, order: &Order) -> Option<usize> {
    let shapes: Option<FxHashSet<(usize, u64)>> =
        model.placements.iter().map(|p| Some((p.class, order.shape(p)?.1))).collect();
    let ways = shapes?.len();
    (ways <= WAYS && ways * order.end <= MOST && fields(model).is_some()).then_some(ways)
}

/// All that stays the same during a search.
pub struct Window<const K: usize> {
    /// Cells of the box.
    pub end: usize,
    /// The ways to hold a piece.
    pub ways: Vec<Way<K>>,
    /// What the board may be like at first.
    pub begins: Vec<Begin>,
    /// For each cell: the ways in which a piece may lie with its first cell there, on the empty board.
    pub starts: Vec<Ways<K>>,
    /// For each cell: the ways of pieces that must be used and cannot start here or later.
    pub late: Vec<Ways<K>>,
    /// For each eight cells of the window and what is covered of them: the ways that still fit.
    pub fits: Vec<[Ways<K>; 256]>,
    /// The ways to a neighbour, there and back, and how far a step along each leads, the shortest first; a step out of
    /// the window counts as one to its end.
    pub axes: usize,
    /// See above.
    pub strides: [u32; 3],
    /// The neighbours in the window from each cell on.
    pub edges: Vec<Edges>,
    /// The placement of each way at each cell.
    pub ids: Vec<u32>,
}

/// A board at first: bare, or with the piece that is held down in one of its places. With that piece there is less room
/// for the others everywhere, not only when its turn comes.
pub struct Begin {
    /// For each cell: the window's cells that are not on the board, or covered.
    pub holes: Vec<u64>,
    /// The way the piece is held, and its placement.
    pub held: Option<(usize, u32)>,
}

/// How the cells are numbered.
pub struct Order {
    /// The number of each cell of the board.
    pub number: Vec<usize>,
    /// Cells of the box.
    pub end: usize,
    grid: Grid,
    /// Sides longer than one cell, the shortest first.
    sides: Vec<Side>,
    /// The steps that lead to neighbours with higher numbers, by stride.
    steps: Vec<(usize, Cell)>,
}

/// A side of the box.
struct Side {
    axis: usize,
    cells: usize,
    stride: usize,
}

/// The coordinates of a cell.
const ALONG: [fn(&Cell) -> i16; 3] = [|c| c.x, |c| c.y, |c| c.z];

impl Order {
    /// Along the shortest side first, which keeps the open edge short.
    pub fn new(model: &Model<'_>) -> Order {
        let grid = model.grid();
        let along = |turns: u8| {
            let turned = |&cell: &Cell| grid.image(grid.turned(turns), cell);
            Order::along(grid, model.cells.iter().map(turned).collect())
        };
        // A third of a turn makes rows of another way. Squares and cubes are turned by the order of their sides.
        let ways = if grid == Grid::Squares { 1 } else { 3 };
        let orders = (0..ways).map(|way| along(2 * way));
        orders.min_by_key(|order| (order.edge(), order.end)).unwrap_or_else(|| along(0))
    }

    fn along(grid: Grid, mut cells: Vec<Cell>) -> Order {
        let corner = grid.corner(cells.iter().copied()).unwrap_or(Cell::at(0, 0));
        cells.iter_mut().for_each(|cell| *cell = cell.minus(corner));
        let side = |axis: usize| cells.iter().map(ALONG[axis]).max().unwrap_or(0) as usize + 1;
        let mut axes: Vec<usize> = (0..3).filter(|&axis| side(axis) > 1).collect();
        axes.sort_by_key(|&axis| side(axis));
        let mut number = vec![0; cells.len()];
        let mut sides = Vec::new();
        let mut end = 1;
        for axis in axes {
            for (number, cell) in number.iter_mut().zip(&cells) {
                *number += end * ALONG[axis](cell) as usize;
            }
            sides.push(Side { axis, cells: side(axis), stride: end });
            end *= side(axis);
        }
        let steps = steps(grid, &sides);
        Order { number, end, grid, sides, steps }
    }

    /// How many cells the edge between covered and open cells has, where it is straight.
    pub fn edge(&self) -> usize {
        self.sides.last().map_or(1, |side| side.stride)
    }

    /// The cell with this number.
    fn cell(&self, number: usize) -> Cell {
        let mut at = [0; 3];
        for (i, side) in self.sides.iter().enumerate() {
            // The longest side has no end inside the window: what lies beyond the box is covered as a hole.
            let last = i + 1 == self.sides.len();
            let along = number / side.stride;
            at[side.axis] = (if last { along } else { along % side.cells }) as i16;
        }
        let [x, y, z] = at;
        Cell { z, y, x }
    }

    /// Does a step lead from a cell to a neighbour in the box?
    fn leads(&self, cell: Cell, step: Cell) -> bool {
        let to = cell.plus(step);
        let short = self.sides.split_last().map_or(&[][..], |sides| sides.1);
        let inside = |side: &Side| (0..side.cells as i16).contains(&ALONG[side.axis](&to));
        let upright = step.y == 0 || self.grid.points_up(cell) == (step.y > 0);
        short.iter().all(inside) && (self.grid != Grid::Triangles || upright)
    }

    /// The first cell of a placement, and the cells from there on; `None` when they do not fit in a window.
    pub fn shape(&self, placement: &Placement) -> Option<(usize, u64)> {
        let numbers = || placement.cells.iter().map(|&c| self.number[c as usize]);
        let first = numbers().min()?;
        let shape = numbers()
            .try_fold(0, |shape, n| Some(shape | 1u64.checked_shl((n - first) as u32)?))?;
        Some((first, shape))
    }
}

impl<const K: usize> Window<K> {
    /// The tables for a puzzle, or `None` when they would not fit.
    pub fn new(model: &Model<'_>, order: &Order, orbits: &Orbits) -> Option<Window<K>> {
        let mut known: FxHashMap<(usize, u64), usize> = FxHashMap::default();
        let mut at = Vec::new();
        for (id, p) in model.placements.iter().enumerate() {
            let (first, shape) = order.shape(p)?;
            let next = known.len();
            let way = *known.entry((p.class, shape)).or_insert(next);
            at.push((first, way, id as u32));
        }
        let end = order.end;
        if known.len() > 64 * K || end * known.len() > MOST {
            return None;
        }
        let mut starts = vec![[0; K]; end + 1];
        let mut ids = vec![0; end * known.len()];
        for &(first, way, id) in at.iter().filter(|a| !orbits.banned[a.2 as usize]) {
            starts[first][way / 64] |= 1 << (way % 64);
            ids[first * known.len() + way] = id;
        }
        let bare = || Begin { holes: holes(order, &[]), held: None };
        let begin = |id: u32| {
            let (_, way, _) = at[id as usize];
            let holes = holes(order, &model.placements[id as usize].cells);
            Begin { holes, held: Some((way, id)) }
        };
        let kept = orbits.kept(model);
        let few = kept.len() <= 64 * K && kept.len() * end <= MOST / 8;
        let begins = match &kept[..] {
            kept @ [_, ..] if few => kept.iter().map(|&id| begin(id)).collect(),
            _ => vec![bare()],
        };
        let ways = ways(model, known)?;
        let late = late(model, &ways, &starts);
        let fits = fits(&ways);
        let axes = order.steps.len();
        let stride = |axis: usize| order.steps.get(axis).map_or(1, |step| step.0.min(63) as u32);
        let strides = std::array::from_fn(stride);
        let edges = edges(order, end);
        Some(Window { end, begins, starts, late, fits, ways, axes, strides, edges, ids })
    }
}

/// Gives every class that can run out, or must be used, a field in the usage: what one copy adds, the field's bits,
/// and what they are when all copies are used.
fn fields(model: &Model<'_>) -> Option<Vec<(u64, u64, u64)>> {
    let mut shift = 0;
    let field = |(i, class): (usize, &Class)| {
        if class.most == 0 || model.endless(i) && class.least == 0 {
            return Some((0, 0, 1));
        }
        let width = 32 - class.most.leading_zeros();
        let at = shift;
        shift += width;
        (shift <= 64).then(|| (1 << at, ((1 << width) - 1) << at, u64::from(class.most) << at))
    };
    model.classes.iter().enumerate().map(field).collect()
}

fn ways<const K: usize>(
    model: &Model<'_>,
    known: FxHashMap<(usize, u64), usize>,
) -> Option<Vec<Way<K>>> {
    let fields = fields(model)?;
    let mut known: Vec<((usize, u64), usize)> = known.into_iter().collect();
    known.sort_by_key(|k| k.1);
    let mut equal = vec![[0; K]; model.classes.len()];
    known.iter().for_each(|&((class, _), way)| equal[class][way / 64] |= 1 << (way % 64));
    let way = |((class, shape), _)| {
        let (copy, field, full) = fields[class];
        Way { shape, class, copy, field, full, equal: equal[class] }
    };
    Some(known.into_iter().map(way).collect())
}

fn late<const K: usize>(model: &Model<'_>, ways: &[Way<K>], starts: &[Ways<K>]) -> Vec<Ways<K>> {
    // Only of pieces used just once does a way left mean that the piece is still to be laid.
    let mut gone = [0; K];
    for (i, way) in ways.iter().enumerate() {
        if model.classes[way.class].least == 1 && model.classes[way.class].most == 1 {
            gone[i / 64] |= 1 << (i % 64);
        }
    }
    let mut late = vec![[0; K]; starts.len()];
    for (late, here) in late.iter_mut().zip(starts).rev() {
        for (i, way) in ways.iter().enumerate() {
            if here[i / 64] >> (i % 64) & 1 == 1 {
                (0..K).for_each(|k| gone[k] &= !way.equal[k]);
            }
        }
        *late = gone;
    }
    late
}

fn fits<const K: usize>(ways: &[Way<K>]) -> Vec<[Ways<K>; 256]> {
    let longest = ways.iter().map(|w| 64 - w.shape.leading_zeros()).max().unwrap_or(1) as usize;
    let chunk = |chunk: usize| {
        let mut fits = [[0; K]; 256];
        for (i, way) in ways.iter().enumerate() {
            let shape = way.shape >> 1 >> (8 * chunk) & 255;
            for covered in (0..256).filter(|covered| covered & shape == 0) {
                fits[covered as usize][i / 64] |= 1 << (i % 64);
            }
        }
        fits
    };
    (0..(longest - 1).div_ceil(8)).map(chunk).collect()
}

/// What is not on the board or covered, seen from each cell.
fn holes(order: &Order, covered: &[u32]) -> Vec<u64> {
    let mut board = vec![false; order.end];
    order.number.iter().for_each(|&n| board[n] = true);
    covered.iter().for_each(|&cell| board[order.number[cell as usize]] = false);
    let mut holes = vec![u64::MAX; order.end + 1];
    for from in (0..order.end).rev() {
        holes[from] = holes[from + 1] << 1 | u64::from(!board[from]);
    }
    holes
}

/// The steps within the box that lead to neighbours with higher numbers.
fn steps(grid: Grid, sides: &[Side]) -> Vec<(usize, Cell)> {
    let stride = |step: Cell| -> Option<isize> {
        let mut stride = 0;
        for axis in (0..3).filter(|&axis| ALONG[axis](&step) != 0) {
            let side = sides.iter().find(|side| side.axis == axis)?;
            stride += side.stride as isize * isize::from(ALONG[axis](&step));
        }
        Some(stride)
    };
    // Of triangles those that point up and those that point down have different neighbours.
    let near = [Cell::at(0, 0), Cell::at(1, 0)]
        .map(|cell| grid.around(cell).into_iter().map(move |c| c.minus(cell)));
    let mut steps: Vec<(usize, Cell)> = near
        .into_iter()
        .flatten()
        .filter_map(|step| Some((usize::try_from(stride(step)?).ok()?, step)))
        .collect();
    steps.sort();
    steps.dedup();
    steps
}

/// The edges ahead of each cell up to the last: those ahead of one are those of the one before, moved on, and one cell more.
fn edges(order: &Order, last: usize) -> Vec<Edges> {
    let mut ahead = Edges::default();
    let mut edges = Vec::with_capacity(last + 1);
    for number in 0..last + 64 {
        let cell = order.cell(number);
        for (way, &(_, step)) in order.steps.iter().enumerate() {
            let back = Cell::at(0, 0).minus(step);
            let leads = |step| u64::from(order.leads(cell, step)) << 63;
            ahead.plus[way] = ahead.plus[way] >> 1 | leads(step);
            ahead.minus[way] = ahead.minus[way] >> 1 | leads(back);
        }
        if number >= 63 {
            edges.push(ahead);
        }
    }
    edges
}
