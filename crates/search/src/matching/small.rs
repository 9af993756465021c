//! Small puzzles by the thousand: all that one needs fits into a few words, and nothing is allocated.
//!
//! The cells are filled from the centre outwards in a fixed order. A set of looks is one word, and the looks that
//! fit a cell are the intersection of what its placed neighbours allow.

use marquetry_puzzle::Direction;
use marquetry_puzzle::matching::{Edge, Laid, Matching};

/// The most cells of a small puzzle.
pub const MOST_CELLS: usize = 16;
/// The most looks: tiles times turns.
const MOST_LOOKS: usize = 64;
/// The most edges that differ.
const MOST_EDGES: usize = 32;

/// A placed neighbour: when it was placed, and on which side of it the cell lies.
type Beside = (u8, u8);

/// A small puzzle, compiled.
pub struct Small<'p> {
    p: &'p Matching,
    cells: usize,
    /// The board's cell that is filled at each step.
    order: [u8; MOST_CELLS],
    start: [u64; MOST_CELLS],
    /// Up to four placed neighbours of each step; what is not there allows everything.
    beside: [[Beside; 4]; MOST_CELLS],
    most_beside: usize,
    /// The looks that fit beside a look on each side.
    fits: [[u64; 4]; MOST_LOOKS],
    shift: u32,
    up_to_turns: bool,
}

impl<'p> Small<'p> {
    /// Compiles a puzzle; `None` when it is not small.
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
            beside: [[(MOST_CELLS as u8, 0); 4]; MOST_CELLS],
            most_beside: 0,
            fits: [[0; 4]; MOST_LOOKS],
            shift,
            up_to_turns,
        };
        small.lay_out();
        small.order_cells();
        Some(small)
    }

    fn lay_out(&mut self) {
        let p = self.p;
        let mut showing = [[0u64; MOST_EDGES]; 4];
        let mut looks = 0u64;
        let mut shown = [[Edge(0); 4]; MOST_LOOKS];
        for (i, tile) in p.tiles.iter().enumerate() {
            for turn in 0..1u8 << self.shift {
                let look = (i << self.shift) + usize::from(turn);
                let edges = tile.turned(turn);
                shown[look] = edges;
                let double =
                    turn > 0 && (edges == tile.edges || turn == 3 && edges == tile.turned(1));
                if !double {
                    looks |= 1 << look;
                    (0..4).for_each(|s| showing[s][usize::from(edges[s].0)] |= 1 << look);
                }
            }
        }
        for look in 0..p.tiles.len() << self.shift {
            for side in 0..4 {
                let edge = shown[look][side];
                let mate = p.rule.partner(edge);
                let fits = showing[side ^ 2][usize::from(mate.0)];
                let on_frame = p.frame == Some(edge) || p.frame == Some(mate);
                self.fits[look][side] = if on_frame { 0 } else { fits };
            }
        }
        for cell in (0..p.cells.len()).filter(|&cell| p.cells[cell]) {
            self.start[cell] = looks & self.pinned(cell) & self.framed(cell, &showing);
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
    fn order_cells(&mut self) {
        let p = self.p;
        let mut when = [u8::MAX; MOST_CELLS];
        let start = self.start;
        let area = p.area();
        for step in 0..area {
            let placed = |cell: usize| {
                let near = Direction::ALL.map(|side| p.neighbour(cell, side));
                near.iter().flatten().filter(|&&n| when[n] != u8::MAX).count()
            };
            let off_centre = |cell: usize| {
                let (x, y) = (cell % p.width, cell / p.width);
                (2 * x + 1).abs_diff(p.width).pow(2) + (2 * y + 1).abs_diff(p.height).pow(2)
            };
            let open = (0..p.cells.len()).filter(|&cell| p.cells[cell] && when[cell] == u8::MAX);
            let best = open.min_by_key(|&cell| (4 - placed(cell), off_centre(cell)));
            let Some(cell) = best else { return };
            let mut count = 0;
            for side in Direction::ALL {
                if let Some(near) = p.neighbour(cell, side).filter(|&n| when[n] != u8::MAX) {
                    self.beside[step][count] = (when[near], side.opposite() as u8);
                    count += 1;
                }
            }
            self.most_beside = self.most_beside.max(count);
            when[cell] = step as u8;
            self.order[step] = cell as u8;
            self.start[step] = start[cell];
        }
        self.cells = area;
        if self.up_to_turns {
            // The centre is filled first. Turning the board turns it: turn 0 stands for all.
            self.start[0] &= 0x1111_1111_1111_1111;
        }
    }

    /// Visits every solution, cell by cell as on the board, and says how many tiles were placed in all.
    pub fn solve(&self, mut visit: impl FnMut(&[Option<Laid>])) -> u64 {
        if self.most_beside <= 2 { self.walk::<2>(&mut visit) } else { self.walk::<4>(&mut visit) }
    }

    fn walk<const N: usize>(&self, visit: &mut impl FnMut(&[Option<Laid>])) -> u64 {
        let all = if self.shift == 0 { 1 } else { 15u64 };
        let last = self.cells - 1;
        let mut nodes = 0;
        // What lies beside each step's look; behind the last step is the neighbour that allows everything.
        let mut allowed = [[u64::MAX; 4]; MOST_CELLS + 1];
        let mut looks = [0u8; MOST_CELLS];
        let (mut free, mut rest) = ([u64::MAX; MOST_CELLS], [0; MOST_CELLS]);
        let mut step = 0;
        rest[0] = self.start[0];
        loop {
            if rest[step] == 0 {
                if step == 0 {
                    return nodes;
                }
                step -= 1;
                continue;
            }
            let look = rest[step].trailing_zeros();
            rest[step] &= rest[step] - 1;
            looks[step] = look as u8;
            nodes += 1;
            if step == last {
                self.tell(&looks, visit);
                continue;
            }
            allowed[step] = self.fits[look as usize & 63];
            let left = free[step] & !(all << (look >> self.shift << self.shift));
            step = (step + 1) & 15;
            free[step] = left;
            let mut fit = self.start[step] & left;
            for i in 0..N {
                let (when, side) = self.beside[step][i];
                fit &= allowed[usize::from(when).min(MOST_CELLS)][usize::from(side & 3)];
            }
            rest[step] = fit;
        }
    }

    #[cold]
    fn tell(&self, looks: &[u8; MOST_CELLS], visit: &mut impl FnMut(&[Option<Laid>])) {
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
