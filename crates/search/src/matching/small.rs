//! Small puzzles by the thousand: all that one needs fits into a few words, and nothing is allocated.
//!
//! The cells are filled from the centre outwards in a fixed order. A set of looks is one word, and the looks that
//! fit a cell are the intersection of what its placed neighbours allow.

use marquetry_puzzle::Direction;
use marquetry_puzzle::matching::{Edge, Laid, Matching};

use super::model::ones;

/// The most cells of a small puzzle.
pub const MOST_CELLS: usize = 16;
/// The most looks: tiles times turns.
const MOST_LOOKS: usize = 64;
/// Kinds of corners, and the one that allows everything.
const KINDS: usize = 8;
const ANY: u8 = 7;
/// More than any square of a distance from the centre.
const ROOM: u16 = 4096;
/// The most edges that differ.
const MOST_EDGES: usize = 32;

/// A placed neighbour: when it was placed, and on which side of it the cell lies.
type Beside = (u8, u8);

/// The cells around each cell.
type Near = [[Option<usize>; 4]; MOST_CELLS];

/// A small puzzle, compiled.
pub struct Small<'p> {
    p: &'p Matching,
    cells: usize,
    /// The board's cell that is filled at each step.
    order: [u8; MOST_CELLS],
    start: [u64; MOST_CELLS],
    /// Up to four placed neighbours of each step, the last of them repeated.
    beside: [[Beside; 4]; MOST_CELLS],
    most_beside: usize,
    /// Does the board fall into parts?
    apart: bool,
    /// The looks that fit beside a look on each side.
    fits: [[u64; 4]; MOST_LOOKS],
    /// What each look shows.
    shown: [[u8; 4]; MOST_LOOKS],
    /// All looks that differ.
    looks: u64,
    /// Placed cells across a corner: when each was placed, and which of `across` tells what it allows.
    corners: [[Beside; 2]; MOST_CELLS],
    /// For some kinds of corners, the looks that some third tile can join to a look around it.
    across: [[u64; MOST_LOOKS]; KINDS],
    shift: u32,
    up_to_turns: bool,
}

impl<'p> Small<'p> {
    /// Compiles a puzzle; `None` when it is not small or its board falls into parts.
    ///
    /// With `up_to_turns`, solutions that are others turned are left out: that takes tiles that turn, a full square
    /// board with a centre, and no pins.
    pub fn new(p: &'p Matching, up_to_turns: bool) -> Option<Small<'p>> {
        let shift = if p.turning { 2 } else { 0 };
        let centred = p.width == p.height && p.width % 2 == 1 && p.cells.iter().all(|&c| c);
        if p.cells.len() > MOST_CELLS
            || p.tiles.len() << shift > MOST_LOOKS
            || p.tiles.iter().any(|t| t.edges.iter().any(|e| usize::from(e.0 | 1) >= MOST_EDGES))
            || up_to_turns && !(p.turning && centred && p.pins.is_empty())
        {
            return None;
        }
        let mut small = Small {
            p,
            cells: 0,
            order: [0; MOST_CELLS],
            start: [0; MOST_CELLS],
            beside: [[(0, 0); 4]; MOST_CELLS],
            most_beside: 0,
            apart: false,
            fits: [[0; 4]; MOST_LOOKS],
            shown: [[0; 4]; MOST_LOOKS],
            looks: 0,
            corners: [[(0, ANY); 2]; MOST_CELLS],
            across: [[0; MOST_LOOKS]; KINDS],
            shift,
            up_to_turns,
        };
        small.lay_out();
        let (near, when) = small.order_cells();
        small.look_around_corners(&near, &when);
        (!small.apart).then_some(small)
    }

    fn lay_out(&mut self) {
        let p = self.p;
        let mut showing = [[0u64; MOST_EDGES]; 4];
        for (i, tile) in p.tiles.iter().enumerate() {
            for turn in 0..1u8 << self.shift {
                let look = (i << self.shift) + usize::from(turn);
                let edges = tile.turned(turn);
                self.shown[look] = edges.map(|edge| edge.0 as u8);
                let double =
                    turn > 0 && (edges == tile.edges || turn == 3 && edges == tile.turned(1));
                if !double {
                    self.looks |= 1 << look;
                    (0..4).for_each(|s| showing[s][usize::from(edges[s].0)] |= 1 << look);
                }
            }
        }
        for look in 0..p.tiles.len() << self.shift {
            for side in 0..4 {
                let edge = Edge(u16::from(self.shown[look][side]));
                let mate = p.rule.partner(edge);
                let fits = showing[side ^ 2][usize::from(mate.0)];
                let on_frame = p.frame == Some(edge) || p.frame == Some(mate);
                self.fits[look][side] = if on_frame { 0 } else { fits };
            }
        }
        for cell in (0..p.cells.len()).filter(|&cell| p.cells[cell]) {
            self.start[cell] = self.looks & self.pinned(cell) & self.framed(cell, &showing);
        }
    }

    fn framed(&self, cell: usize, showing: &[[u64; MOST_EDGES]; 4]) -> u64 {
        let Some(frame) = self.p.frame else { return u64::MAX };
        let mut looks = u64::MAX;
        for side in Direction::ALL {
            let on_frame = showing[side as usize][usize::from(frame.0)];
            let rim = self.p.neighbour(cell, side).is_none();
            looks &= if rim { on_frame } else { !on_frame };
        }
        looks
    }

    fn pinned(&self, cell: usize) -> u64 {
        let mut looks = u64::MAX;
        for pin in &self.p.pins {
            let of_tile = ((1 << (1 << self.shift)) - 1) << (pin.tile << self.shift);
            let turned = pin.turn.map(|turn| usize::from(self.p.tiles[pin.tile].look(turn)));
            let held = turned.map_or(of_tile, |turn| 1 << ((pin.tile << self.shift) + turn));
            looks &= if pin.cell == cell { held } else { !of_tile };
        }
        looks
    }

    /// From the centre outwards, each time the cell that touches most of what is placed.
    fn order_cells(&mut self) -> (Near, [u8; MOST_CELLS]) {
        let p = self.p;
        let start = self.start;
        let mut when = [u8::MAX; MOST_CELLS];
        let mut near = [[None; 4]; MOST_CELLS];
        // Least is best: first how many neighbours are not placed, then how far off the centre.
        let mut key = [u16::MAX; MOST_CELLS];
        for cell in (0..p.cells.len()).filter(|&cell| p.cells[cell]) {
            near[cell] = Direction::ALL.map(|side| p.neighbour(cell, side));
            let (x, y) = (cell % p.width, cell / p.width);
            let off = (2 * x + 1).abs_diff(p.width).pow(2) + (2 * y + 1).abs_diff(p.height).pow(2);
            key[cell] = 4 * ROOM + off as u16;
            self.cells += 1;
        }
        for step in 0..self.cells {
            let cell = (0..MOST_CELLS).min_by_key(|&cell| key[cell]).unwrap_or(0);
            let mut count = 0;
            for (side, near) in near[cell].into_iter().enumerate() {
                let Some(near) = near else { continue };
                if when[near] == u8::MAX {
                    key[near] -= ROOM;
                } else {
                    self.beside[step][count..].fill((when[near], side as u8 ^ 2));
                    count += 1;
                }
            }
            self.most_beside = self.most_beside.max(count);
            self.apart |= step > 0 && count == 0;
            when[cell] = step as u8;
            key[cell] = u16::MAX;
            self.order[step] = cell as u8;
            self.start[step] = start[cell];
        }
        if self.up_to_turns {
            // The centre is filled first. Turning the board turns it: turn 0 stands for all.
            self.start[0] &= 0x1111_1111_1111_1111;
        }
        (near, when)
    }

    /// Where a cell and a placed one touch the same empty cell, some tile must fit between them: this halves the
    /// nodes, since most looks that fit one neighbour leave a corner that nothing fits.
    fn look_around_corners(&mut self, near: &Near, when: &[u8; MOST_CELLS]) {
        let (mut kinds, mut count) = ([(0, 0); ANY as usize], 0);
        self.across[usize::from(ANY)] = [u64::MAX; MOST_LOOKS];
        for step in 0..self.cells {
            let cell = usize::from(self.order[step]);
            let mut corners = 0;
            for (side, way) in (0..4).flat_map(|side| (0..4).map(move |way| (side, way))) {
                let Some(between) = near[cell][side].filter(|&b| usize::from(when[b]) > step)
                else {
                    continue;
                };
                let Some(placed) = near[between][way].filter(|&p| usize::from(when[p]) < step)
                else {
                    continue;
                };
                let kind = kinds[..count].iter().position(|&k| k == (side, way)).unwrap_or(count);
                if kind == kinds.len() || corners == 2 {
                    continue;
                }
                if kind == count {
                    kinds[count] = (side, way);
                    self.fill_across(kind, side, way);
                    count += 1;
                }
                self.corners[step][corners] = (when[placed], kind as u8);
                corners += 1;
            }
        }
    }

    fn fill_across(&mut self, kind: usize, side: usize, way: usize) {
        let mut joined = [0; MOST_EDGES];
        for look in ones(self.looks) {
            joined[usize::from(self.shown[look][way]) % MOST_EDGES] |= self.fits[look][side ^ 2];
        }
        for look in ones(self.looks) {
            let facing = self.p.rule.partner(Edge(u16::from(self.shown[look][way ^ 2])));
            self.across[kind][look] = joined[usize::from(facing.0) % MOST_EDGES];
        }
    }

    /// Visits every solution, cell by cell as on the board, and says how many tiles were placed in all.
    pub fn solve(&self, mut visit: impl FnMut(&[Option<Laid>])) -> u64 {
        if self.most_beside <= 2 { self.walk::<2>(&mut visit) } else { self.walk::<4>(&mut visit) }
    }

    fn walk<const N: usize>(&self, visit: &mut impl FnMut(&[Option<Laid>])) -> u64 {
        let (all, first) = if self.shift == 0 { (1, u32::MAX) } else { (15u64, !3) };
        let last = self.cells - 1;
        let mut nodes = 0;
        let mut looks = [0u8; MOST_CELLS];
        let (mut free, mut rest) = ([u64::MAX; MOST_CELLS], [0; MOST_CELLS]);
        let mut step = 0;
        rest[0] = self.start[0];
        loop {
            let left = rest[step];
            if left == 0 {
                if step == 0 {
                    return nodes;
                }
                step -= 1;
                continue;
            }
            let look = left.trailing_zeros();
            rest[step] = left & (left - 1);
            looks[step] = look as u8;
            nodes += 1;
            if step == last {
                self.tell(&looks, visit);
                continue;
            }
            let next = (step + 1) % MOST_CELLS;
            let unused = free[step] & !(all << (look & first));
            let mut fit = self.start[next] & unused;
            // The remainders change nothing: they spare the checks of the bounds.
            for (when, side) in &self.beside[next][..N] {
                let look = looks[usize::from(*when) % MOST_CELLS];
                fit &= self.fits[usize::from(look) % MOST_LOOKS][usize::from(side % 4)];
            }
            for (when, kind) in &self.corners[next] {
                let look = looks[usize::from(*when) % MOST_CELLS];
                fit &= self.across[usize::from(*kind) % KINDS][usize::from(look) % MOST_LOOKS];
            }
            if fit != 0 {
                step = next;
                rest[step] = fit;
                free[step] = unused;
            }
        }
    }

    #[cold]
    fn tell(&self, looks: &[u8], visit: &mut impl FnMut(&[Option<Laid>])) {
        let mut board = [None; MOST_CELLS];
        for step in 0..self.cells {
            let look = usize::from(looks[step]);
            let turn = (look & ((1 << self.shift) - 1)) as u8;
            board[usize::from(self.order[step])] = Some(Laid { tile: look >> self.shift, turn });
        }
        let board = &board[..self.p.cells.len()];
        if !self.up_to_turns || self.stands_for_its_turns(board) {
            visit(board);
        }
    }

    /// A centre that looks the same after a turn lets turned boards through: the least corner decides.
    fn stands_for_its_turns(&self, board: &[Option<Laid>]) -> bool {
        let (n, end) = (self.p.width, board.len() - 1);
        let Some(centre) = board[end / 2].map(|laid| &self.p.tiles[laid.tile]) else { return true };
        let tile = |cell: usize| board[cell].map(|laid| laid.tile);
        let corners = [0, n - 1, end, end + 1 - n];
        let alike = |turn: usize| centre.turned(turn as u8) == centre.edges;
        (1..4).filter(|&turn| alike(turn)).all(|turn| tile(corners[0]) <= tile(corners[turn]))
    }
}
