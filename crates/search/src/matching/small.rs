//! Small puzzles by the thousand: all that one needs fits into a few words.
//!
//! The cells are filled from the centre outwards in a fixed order. A set of looks is one word, and the looks that
//! fit a cell are the intersection of what the cells placed before allow: those beside it, and those across an empty
//! corner that some third tile must fill. What the cells before the last one allow is the same for all looks of the
//! last, so a look costs two words of a table.
//!
//! ```
//! use marquetry_puzzle::generate::{Kind, generate};
//! use marquetry_search::matching::small::Small;
//!
//! let puzzle = generate(Kind::Arrows, 3, 3, 4, 1).unwrap();
//! let mut boards = 0;
//! Small::new(&puzzle, true).unwrap().solve(|_| boards += 1);
//! assert!(boards > 0, "a generated puzzle has a solution");
//! ```

use marquetry_puzzle::Direction;
use marquetry_puzzle::matching::{Edge, Laid, Matching};

use crate::bits::ones;

/// The most cells of a small puzzle.
pub const MOST_CELLS: usize = 16;
/// The most looks: tiles times turns.
const MOST_LOOKS: usize = 64;
/// The most edges that differ.
const MOST_EDGES: usize = 32;
/// Tables of what a look allows: to its four sides, and across four kinds of corners.
const TABLES: usize = 8;
/// The table where every look allows everything.
const ANYTHING: u8 = TABLES as u8;
/// The most cells that limit what fits another.
const MOST_SEEN: usize = 6;
/// So many boards are gone on with together.
const BATCH: usize = 64;
/// More than any square of a distance from the centre.
const ROOM: u16 = 4096;

/// The cells around each cell.
type Near = [[Option<usize>; 4]; MOST_CELLS];

/// A small puzzle, compiled.
pub struct Small<'p> {
    p: &'p Matching,
    cells: usize,
    shift: u32,
    up_to_turns: bool,
    /// The board's cell that is filled at each step.
    order: [u8; MOST_CELLS],
    /// The looks that each step begins with.
    start: [u64; MOST_CELLS],
    /// The tables by which the step just before limits a step.
    just_seen: [[u8; 2]; MOST_CELLS],
    /// The earlier steps that limit a step, as steps before the last but one, and the table that says how.
    seen: [[(u8, u8); MOST_SEEN]; MOST_CELLS],
    most_seen: usize,
    /// For each table and look the looks that it allows.
    allows: [[u64; MOST_LOOKS]; TABLES + 1],
}

impl<'p> Small<'p> {
    /// Compiles a puzzle; `None` when it is not small or its board falls into parts.
    ///
    /// With `up_to_turns`, solutions that are others turned are left out: that takes tiles that turn, a full square
    /// board with a centre, and no pins.
    pub fn new(p: &'p Matching, up_to_turns: bool) -> Option<Small<'p>> {
        let shift = if p.turning { 2 } else { 0 };
        let centred = p.width == p.height && p.width % 2 == 1 && p.cells.iter().all(|&c| c);
        let mut edges = p.tiles.iter().flat_map(|tile| tile.edges).chain(p.frame);
        if p.cells.len() > MOST_CELLS
            || p.tiles.len() << shift > MOST_LOOKS
            || edges.any(|edge| usize::from(edge.0 | 1) >= MOST_EDGES)
            || up_to_turns && !(p.turning && centred && p.pins.is_empty())
        {
            return None;
        }
        let mut small = Small {
            p,
            cells: 0,
            shift,
            up_to_turns,
            order: [0; MOST_CELLS],
            start: [0; MOST_CELLS],
            just_seen: [[ANYTHING; 2]; MOST_CELLS],
            seen: [[(0, ANYTHING); MOST_SEEN]; MOST_CELLS],
            most_seen: 0,
            allows: [[0; MOST_LOOKS]; TABLES + 1],
        };
        small.allows[TABLES].fill(u64::MAX);
        let looks = Looks::new(p, shift);
        small.lay_out(&looks);
        small.order_cells(&looks).then_some(small)
    }

    fn lay_out(&mut self, looks: &Looks) {
        let p = self.p;
        for look in ones(looks.all) {
            for side in 0..4 {
                let edge = Edge(u16::from(looks.shown[look][side]));
                let mate = p.rule.partner(edge);
                let on_frame = p.frame == Some(edge) || p.frame == Some(mate);
                let fits = looks.showing[side ^ 2][usize::from(mate.0)];
                self.allows[side][look] = if on_frame { 0 } else { fits };
            }
        }
        for cell in (0..p.cells.len()).filter(|&cell| p.cells[cell]) {
            self.start[cell] = looks.all & self.pinned(cell) & self.framed(cell, looks);
        }
    }

    fn framed(&self, cell: usize, looks: &Looks) -> u64 {
        let Some(frame) = self.p.frame else { return u64::MAX };
        let suits = |side: Direction| {
            let on_frame = looks.showing[side as usize][usize::from(frame.0)];
            if self.p.neighbour(cell, side).is_none() { on_frame } else { !on_frame }
        };
        Direction::ALL.into_iter().fold(u64::MAX, |set, side| set & suits(side))
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

    /// From the centre outwards, each time the cell that touches most of what is placed. False when one touches
    /// nothing.
    fn order_cells(&mut self, looks: &Looks) -> bool {
        let p = self.p;
        let start = self.start;
        let mut when = [u8::MAX; MOST_CELLS];
        let mut near: Near = [[None; 4]; MOST_CELLS];
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
            if step > 0 && key[cell] >= 4 * ROOM {
                return false;
            }
            near[cell]
                .iter()
                .flatten()
                .for_each(|&near| key[near] = key[near].saturating_sub(ROOM));
            key[cell] = u16::MAX;
            when[cell] = step as u8;
            self.order[step] = cell as u8;
            self.start[step] = start[cell];
        }
        if self.up_to_turns {
            // The centre is filled first. Turning the board turns it: turn 0 stands for all.
            self.start[0] &= 0x1111_1111_1111_1111;
        }
        self.look_back(&near, &when, looks);
        true
    }

    /// Notes what each step sees of the steps before it.
    fn look_back(&mut self, near: &Near, when: &[u8; MOST_CELLS], looks: &Looks) {
        let (mut corners, mut kinds) = ([(0, 0); TABLES - 4], 0);
        for step in 1..self.cells {
            let (mut count, mut just) = (0, 0);
            let mut see = |placed: usize, table: usize| {
                if usize::from(when[placed]) + 1 == step {
                    self.just_seen[step][just % 2] = table as u8;
                    just += 1;
                } else if count < MOST_SEEN {
                    self.seen[step][count] = (step as u8 - 2 - when[placed], table as u8);
                    count += 1;
                }
            };
            let around = near[usize::from(self.order[step])];
            let before = |&cell: &usize| usize::from(when[cell]) < step;
            for side in 0..4 {
                if let Some(beside) = around[side].filter(before) {
                    see(beside, side ^ 2);
                }
            }
            for (side, way) in (0..4).flat_map(|side| (0..4).map(move |way| (side, way))) {
                let Some(between) = around[side].filter(|cell| !before(cell)) else { continue };
                let Some(across) = near[between][way].filter(before) else { continue };
                let kind = corners[..kinds].iter().position(|&c| c == (side, way)).unwrap_or(kinds);
                if kind < kinds || kinds < corners.len() {
                    if kind == kinds {
                        corners[kinds] = (side, way);
                        kinds += 1;
                    }
                    see(across, 4 + kind);
                }
            }
            self.most_seen = self.most_seen.max(count);
        }
        for (kind, &(side, way)) in corners[..kinds].iter().enumerate() {
            self.fill_corner(4 + kind, side, way, looks);
        }
    }

    /// Where a cell and a placed one touch the same empty cell, some tile must fit between them. Most looks that fit
    /// one neighbour leave a corner that nothing fits: this spares four nodes of ten.
    fn fill_corner(&mut self, table: usize, side: usize, way: usize, looks: &Looks) {
        let mut joined = [0; MOST_EDGES];
        for look in ones(looks.all) {
            joined[usize::from(looks.shown[look][way])] |= self.allows[side ^ 2][look];
        }
        for look in ones(looks.all) {
            let facing = self.p.rule.partner(Edge(u16::from(looks.shown[look][way ^ 2])));
            self.allows[table][look] = joined[usize::from(facing.0)];
        }
    }

    /// Visits every solution, cell by cell as on the board, and says how many tiles were placed in all.
    pub fn solve(&self, mut visit: impl FnMut(&[Option<Laid>])) -> u64 {
        let mut nodes = Vec::with_capacity(4 * BATCH);
        nodes.push(Node { looks: 0, free: u64::MAX, fit: self.start[0] });
        match self.most_seen {
            0..=3 => self.walk::<3>(0, 0, &mut nodes, &mut visit),
            _ => self.walk::<MOST_SEEN>(0, 0, &mut nodes, &mut visit),
        }
    }

    /// Fills the cell of a step in all boards from a number on, then goes on with what came of them. A few dozen
    /// boards at a time: they do not depend on each other, and the processor works on several at once.
    fn walk<const N: usize>(
        &self,
        step: usize,
        from: usize,
        nodes: &mut Vec<Node>,
        visit: &mut impl FnMut(&[Option<Laid>]),
    ) -> u64 {
        let to = nodes.len();
        if step + 1 == self.cells {
            return nodes[from..to].iter().map(|node| self.finish(node, visit)).sum();
        }
        let (all, first) = if self.shift == 0 { (1, usize::MAX) } else { (15u64, !3) };
        // The remainders change nothing: they spare the checks of the bounds.
        let next = (step + 1) % MOST_CELLS;
        let [one, other] = self.just_seen[next].map(|table| &self.allows[usize::from(table)]);
        let mut placed = 0;
        for i in from..to {
            let Node { looks, free, fit: mut rest } = nodes[i];
            let lately = looks.to_le_bytes();
            let mut fits = self.start[next] & free;
            for &(ago, table) in &self.seen[next][..N] {
                let look = usize::from(lately[usize::from(ago) % MOST_CELLS]) % MOST_LOOKS;
                fits &= self.allows[usize::from(table)][look];
            }
            while rest != 0 {
                let look = rest.trailing_zeros() as usize % MOST_LOOKS;
                rest &= rest - 1;
                placed += 1;
                let unused = !(all << (look & first));
                let fit = fits & unused & one[look] & other[look];
                let node = Node { looks: looks << 8 | look as u128, free: free & unused, fit };
                // Written in any case and kept if something fits: a branch here would be guessed wrong too often.
                let kept = nodes.len() + usize::from(node.fit != 0);
                nodes.push(node);
                nodes.truncate(kept);
            }
            if nodes.len() >= to + BATCH || i + 1 == to {
                placed += self.walk::<N>(next, to, nodes, visit);
                nodes.truncate(to);
            }
        }
        placed
    }

    /// Tells of the boards that one with one empty cell becomes.
    fn finish(&self, node: &Node, visit: &mut impl FnMut(&[Option<Laid>])) -> u64 {
        for look in ones(node.fit) {
            let looks = (node.looks << 8 | look as u128).to_be_bytes();
            self.tell(&looks[MOST_CELLS - self.cells..], visit);
        }
        u64::from(node.fit.count_ones())
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

/// A board on which the cells of some steps are filled.
#[derive(Copy, Clone)]
struct Node {
    /// The looks placed, a byte each, the last one lowest.
    looks: u128,
    /// The looks of tiles not placed.
    free: u64,
    /// The looks that fit the next cell.
    fit: u64,
}

/// What the looks show.
struct Looks {
    shown: [[u8; 4]; MOST_LOOKS],
    /// The looks that show an edge on a side.
    showing: [[u64; MOST_EDGES]; 4],
    /// All that differ.
    all: u64,
}

impl Looks {
    fn new(p: &Matching, shift: u32) -> Looks {
        let mut looks =
            Looks { shown: [[0; 4]; MOST_LOOKS], showing: [[0; MOST_EDGES]; 4], all: 0 };
        for (i, tile) in p.tiles.iter().enumerate() {
            for turn in 0..1u8 << shift {
                let look = (i << shift) + usize::from(turn);
                let edges = tile.turned(turn);
                let again =
                    turn > 0 && (edges == tile.edges || turn == 3 && edges == tile.turned(1));
                if !again {
                    looks.all |= 1 << look;
                    for (side, edge) in edges.into_iter().enumerate() {
                        looks.shown[look][side] = edge.0 as u8;
                        looks.showing[side][usize::from(edge.0)] |= 1 << look;
                    }
                }
            }
        }
        looks
    }
}
