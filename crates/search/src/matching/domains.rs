//! What may still lie on each empty cell, narrowed as tiles are placed.
//!
//! A cell is *known* once something has limited its looks; only known cells keep an exact set, all others have their
//! start set less the used tiles. Each joint has a set of colours it may show. A cell with few looks narrows the
//! joints around it, and a narrowed joint narrows the cell beyond.

use super::model::{Model, NONE, RIM};
use super::sets::{JOINT_BITS, Set, and, each, in_quartets, or};
use super::supply::Supply;
use crate::bits::{bits, ones};

/// A cell with at most this many looks tells its neighbours which colours it can show. More costs more than it saves.
const FEW: u16 = 10;
/// A cell's looks count for less, the more empty cells lie beside it and gain from its being filled: 60 / (1 + n).
const SHARE: [u64; 8] = [60, 30, 20, 15, 12, 10, 9, 8];
/// The count of looks of a cell that is not known.
const UNKNOWN: u16 = u16::MAX;

/// How far the trails went, to come back to.
#[derive(Copy, Clone)]
pub struct Mark {
    cells: usize,
    joints: usize,
    dead: usize,
    slack: [i32; 2],
}

/// What is known of a cell.
struct Cell<const W: usize> {
    looks: Set<W>,
    /// How many looks those are.
    count: u16,
    /// Empty cells beside it.
    beside: u8,
    near: [u16; 4],
    /// The joints around it; the rim has one that is never narrowed.
    joints: [u16; 4],
}

/// A partly filled board with its consequences. `W` words hold a set of looks.
pub struct Domains<'m, const W: usize> {
    m: &'m Model,
    /// The looks that show a colour on a side.
    showing: Vec<Set<W>>,
    /// The looks that show one of some four colours on a side, by which of the four.
    showing_any: Vec<[Set<W>; 16]>,
    quartets: usize,
    /// What a look shows on each side, as a bit of a joint's set, for the looks of each word of a set.
    as_bits: Vec<[[u64; 4]; 64]>,
    cells: Vec<Cell<W>>,
    /// The look on each cell, or [`NONE`].
    pub placed: Vec<u32>,
    free: Set<W>,
    /// How many tiles of each kind are not placed.
    left: Vec<u16>,
    known: Vec<u64>,
    empty: Vec<u64>,
    /// Known cells whose few looks have not been passed on yet.
    fresh: Vec<u64>,
    joints: Vec<u64>,
    supply: Supply,
    /// Looks without a colour that has run out, by side: towards an empty cell, towards the rim.
    alive: [[Set<W>; 4]; 2],
    cell_trail: Vec<(u16, u16, Set<W>)>,
    joint_trail: Vec<(u16, u64)>,
    dead_trail: Vec<(bool, u8, u16)>,
}

impl<const W: usize> Cell<W> {
    fn new(m: &Model, cell: usize) -> Cell<W> {
        let near = m.near[cell];
        let mut looks = [0; W];
        looks[..m.words].copy_from_slice(&m.start[cell * m.words..(cell + 1) * m.words]);
        let joint = |side: usize| match usize::from(near[side]) {
            _ if near[side] == RIM => 2 * m.near.len(),
            above if side == 0 => 2 * above + 1,
            before if side == 3 => 2 * before,
            _ => 2 * cell + side - 1,
        };
        let joints = std::array::from_fn(|side| joint(side) as u16);
        let beside = near.iter().filter(|&&near| near != RIM).count() as u8;
        Cell { looks, count: UNKNOWN, beside, near, joints }
    }
}

impl<'m, const W: usize> Domains<'m, W> {
    /// The empty board.
    pub fn new(m: &'m Model) -> Self {
        let cells = m.near.len();
        let mut showing = vec![[0; W]; 4 * m.colours];
        let mut as_bits = vec![[[0; 4]; 64]; W];
        let mut free = [0; W];
        for (look, shown) in m.shown.iter().enumerate() {
            for side in 0..4 {
                let colour = usize::from(shown[side]);
                showing[side * m.colours + colour][look / 64] |= 1 << (look % 64);
                as_bits[look / 64][look % 64][side] = 1 << (colour % JOINT_BITS);
            }
            free[look / 64] |= 1 << (look % 64);
        }
        let mut empty = vec![0; cells.div_ceil(64)];
        (0..cells).for_each(|cell| empty[cell / 64] |= 1 << (cell % 64));
        let mut joints = vec![u64::MAX; 2 * cells + 1];
        joints[2 * cells] = 0;
        let quartets = m.colours.min(JOINT_BITS).div_ceil(4);
        Domains {
            m,
            showing_any: in_quartets(m, &showing, quartets),
            quartets,
            as_bits,
            cells: (0..cells).map(|cell| Cell::new(m, cell)).collect(),
            showing,
            placed: vec![NONE; cells],
            free,
            left: m.copies.clone(),
            known: vec![0; empty.len()],
            fresh: vec![0; empty.len()],
            empty,
            joints,
            supply: Supply::new(m),
            alive: [[[u64::MAX; W]; 4]; 2],
            cell_trail: Vec::with_capacity(8 * cells.min(64)),
            joint_trail: Vec::with_capacity(8 * cells.min(64)),
            dead_trail: Vec::new(),
        }
    }

    /// Draws the first conclusions. False when the puzzle has no solution.
    pub fn settle(&mut self) -> bool {
        if self.supply.slack.iter().any(|&slack| slack < 0) {
            return false;
        }
        for side in 0..4 {
            for colour in 0..self.m.colours as u16 {
                self.bury(side, colour);
            }
        }
        let m = self.m;
        m.limited.iter().all(|&cell| self.narrow(usize::from(cell), &[u64::MAX; W]))
            && self.pass_on()
            && self.all_have_a_place()
    }

    /// Where the board stands.
    pub fn mark(&self) -> Mark {
        Mark {
            cells: self.cell_trail.len(),
            joints: self.joint_trail.len(),
            dead: self.dead_trail.len(),
            slack: self.supply.slack,
        }
    }

    /// The empty cell with the fewest looks and these looks; `None` on a full board.
    #[inline(always)]
    pub fn choose(&self) -> Option<(usize, Set<W>)> {
        let mut least = u64::MAX;
        each(&self.known, |cell| {
            let Cell { count, beside, .. } = self.cells[cell];
            // What has one look only is laid at once: it is no choice, and others follow from it.
            let weight = u64::from(count > 1) * u64::from(count) * SHARE[usize::from(beside & 7)];
            least = least.min(weight << 16 | cell as u64);
        });
        if least != u64::MAX {
            let cell = (least & 0xffff) as usize;
            return Some((cell, self.cells[cell].looks));
        }
        let cell = bits(&self.empty).next()? as usize;
        let mut looks = self.cells[cell].looks;
        and(&mut looks, &self.free);
        Some((cell, looks))
    }

    /// The empty cells where a look fits.
    pub fn where_fits(&self, look: u32) -> Set<W> {
        let (word, bit) = (look as usize / 64, look % 64);
        let mut cells = [0; W];
        each(&self.empty, |cell| {
            cells[cell / 64] |= (self.cells[cell].looks[word] >> bit & 1) << (cell % 64);
        });
        cells
    }

    /// Places a look. False when the board cannot be completed; it is to be lifted again all the same.
    #[inline(always)]
    pub fn place(&mut self, cell: usize, look: u32) -> bool {
        let (word, group) = self.m.group(look);
        self.placed[cell] = look;
        self.empty[cell / 64] &= !(1 << (cell % 64));
        self.known[cell / 64] &= !(1 << (cell % 64));
        let left = &mut self.left[(look >> self.m.shift) as usize];
        *left -= 1;
        let last = *left == 0;
        self.free[word] &= !(group * u64::from(last));
        self.fresh.fill(0);
        let Some(ran_out) = self.spend(cell, look) else { return false };
        (!last || self.lift_from_others(word, group))
            && self.face_neighbours(cell, look)
            && (!ran_out || self.drop_dead_colours())
            && self.pass_on()
            && self.all_have_a_place()
    }

    /// Takes a look off the board and everything back that followed from it.
    #[inline(always)]
    pub fn lift(&mut self, cell: usize, look: u32, mark: Mark) {
        for (at, count, lost) in self.cell_trail.drain(mark.cells..).rev() {
            let at = usize::from(at);
            let cell = &mut self.cells[at];
            or(&mut cell.looks, &lost);
            cell.count = count;
            self.known[at / 64] &= !(u64::from(count == UNKNOWN) << (at % 64));
        }
        for (joint, colours) in self.joint_trail.drain(mark.joints..).rev() {
            self.joints[usize::from(joint)] = colours;
        }
        for (rim, side, colour) in self.dead_trail.drain(mark.dead..) {
            let lost = &self.showing[usize::from(side) * self.m.colours + usize::from(colour)];
            or(&mut self.alive[usize::from(rim)][usize::from(side)], lost);
        }
        let shown = self.m.shown[look as usize];
        for side in 0..4 {
            let near = self.m.near[cell][side];
            if let Some(near) = self.cells.get_mut(usize::from(near)) {
                near.beside += 1;
            }
            match near {
                RIM if self.m.framed => {}
                RIM => self.supply.unwaste(side, shown[side]),
                near if self.placed[usize::from(near)] != NONE => {}
                _ => self.supply.take_back(side, shown[side]),
            }
        }
        self.supply.slack = mark.slack;
        let (word, group) = self.m.group(look);
        self.left[(look >> self.m.shift) as usize] += 1;
        self.free[word] |= group;
        self.placed[cell] = NONE;
        self.empty[cell / 64] |= 1 << (cell % 64);
        self.known[cell / 64] |= u64::from(self.cells[cell].count != UNKNOWN) << (cell % 64);
    }

    /// Books the edges of a look. `None` when they are too few; else whether a colour has run out.
    #[inline(always)]
    fn spend(&mut self, cell: usize, look: u32) -> Option<bool> {
        let (near, shown) = (self.m.near[cell], self.m.shown[look as usize]);
        let mut enough = true;
        let mut spent = [false; 4];
        for side in 0..4 {
            if let Some(near) = self.cells.get_mut(usize::from(near[side])) {
                near.beside -= 1;
            }
            match near[side] {
                RIM if self.m.framed => {}
                RIM => {
                    enough &= self.supply.waste(side, shown[side]);
                    spent[side] = true;
                }
                near if self.placed[usize::from(near)] != NONE => {}
                _ => {
                    enough &= self.supply.offer(side, shown[side]);
                    spent[side] = true;
                }
            }
        }
        if !enough {
            return None;
        }
        let mut ran_out = false;
        for side in (0..4).filter(|&side| spent[side]) {
            if near[side] == RIM && self.supply.tight(side) {
                for colour in 0..self.m.colours as u16 {
                    ran_out |= self.bury(side, colour) | self.bury(side ^ 2, colour);
                }
            } else {
                ran_out |= self.bury(side, shown[side]) | self.bury(side ^ 2, shown[side]);
            }
        }
        Some(ran_out)
    }

    /// Notes whether empty cells may no longer show a colour on a side, and whether that is news.
    #[inline(always)]
    fn bury(&mut self, side: usize, colour: u16) -> bool {
        let over = [
            !self.supply.may_join(side, colour),
            !self.m.framed && !self.supply.may_waste(side, colour),
        ];
        let mut news = false;
        for rim in [false, true] {
            let looks = &self.showing[side * self.m.colours + usize::from(colour)];
            let alive = &mut self.alive[usize::from(rim)][side];
            if over[usize::from(rim)] && (0..W).any(|i| alive[i] & looks[i] != 0) {
                (0..W).for_each(|i| alive[i] &= !looks[i]);
                self.dead_trail.push((rim, side as u8, colour));
                news = true;
            }
        }
        news
    }

    /// The looks whose colours towards empty cells and the rim have not run out.
    #[inline(always)]
    fn living(&self, cell: usize) -> Set<W> {
        let mut set = [u64::MAX; W];
        for side in 0..4 {
            let near = self.m.near[cell][side];
            if near == RIM || self.placed[usize::from(near)] == NONE {
                and(&mut set, &self.alive[usize::from(near == RIM)][side]);
            }
        }
        set
    }

    /// Leaves a cell only looks of the given set. False when none is left.
    #[inline(always)]
    fn narrow(&mut self, cell: usize, to: &Set<W>) -> bool {
        let old = &self.cells[cell];
        let mut next = old.looks;
        and(&mut next, to);
        if old.count == UNKNOWN {
            and(&mut next, &self.free);
            and(&mut next, &self.living(cell));
            self.known[cell / 64] |= 1 << (cell % 64);
        } else if next == old.looks {
            return true;
        }
        let count = next.iter().map(|word| word.count_ones() as u16).sum();
        let cell_now = &mut self.cells[cell];
        let lost = std::array::from_fn(|i| cell_now.looks[i] & !next[i]);
        self.cell_trail.push((cell as u16, cell_now.count, lost));
        (cell_now.looks, cell_now.count) = (next, count);
        self.fresh[cell / 64] |= u64::from(count <= FEW) << (cell % 64);
        count > 0
    }

    /// The tile just placed, the last of its kind, can lie nowhere else.
    #[inline(always)]
    fn lift_from_others(&mut self, word: usize, group: u64) -> bool {
        let mut others = [u64::MAX; W];
        others[word] = !group;
        for w in 0..self.known.len() {
            // Two loops, since the processor guesses the branch of one wrong too often.
            let mut hits = 0;
            for bit in ones(self.known[w]) {
                let hit = self.cells[64 * w + bit].looks[word] & group != 0;
                hits |= u64::from(hit) << bit;
            }
            for bit in ones(hits) {
                if !self.narrow(64 * w + bit, &others) {
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn face_neighbours(&mut self, cell: usize, look: u32) -> bool {
        let shown = self.m.shown[look as usize];
        for side in 0..4 {
            let near = self.m.near[cell][side];
            if near != RIM && self.placed[usize::from(near)] == NONE {
                let joint = self.cells[cell].joints[side];
                self.joint_trail.push((joint, self.joints[usize::from(joint)]));
                let bits = self.as_bits[look as usize / 64][look as usize % 64];
                self.joints[usize::from(joint)] = bits[side];
                let facing = (side ^ 2) * self.m.colours + usize::from(shown[side]);
                if !self.narrow(usize::from(near), &self.showing[facing].clone()) {
                    return false;
                }
            }
        }
        true
    }

    fn drop_dead_colours(&mut self) -> bool {
        (0..self.known.len()).all(|w| {
            ones(self.known[w]).all(|bit| {
                let cell = 64 * w + bit;
                self.narrow(cell, &self.living(cell))
            })
        })
    }

    /// Passes few looks on from cell to joint to cell until nothing changes.
    #[inline(always)]
    fn pass_on(&mut self) -> bool {
        let mut w = 0;
        while w < self.fresh.len() {
            if self.fresh[w] == 0 {
                w += 1;
                continue;
            }
            let cell = 64 * w + self.fresh[w].trailing_zeros() as usize;
            self.fresh[w] &= self.fresh[w] - 1;
            let Cell { looks, near, joints, count, .. } = self.cells[cell];
            if let Some((word, group)) = self.takes(&looks, count) {
                // The cell itself, which keeps it, is not among the others then.
                let bit = 1 << (cell % 64);
                self.known[cell / 64] &= !bit;
                let others_fit = self.lift_from_others(word, group);
                self.known[cell / 64] |= bit;
                if !others_fit {
                    return false;
                }
                w = 0;
            }
            let mut seen = [0; 4];
            for (word, as_bits) in looks.into_iter().zip(&self.as_bits) {
                for look in ones(word) {
                    (0..4).for_each(|side| seen[side] |= as_bits[look % 64][side]);
                }
            }
            let narrowed = |side: usize| self.joints[usize::from(joints[side])] & !seen[side] != 0;
            let narrowed: u64 = (0..4).map(|side| u64::from(narrowed(side)) << side).sum();
            for side in ones(narrowed) {
                let side = side % 4;
                let near = usize::from(near[side]);
                let joint = &mut self.joints[usize::from(joints[side])];
                self.joint_trail.push((joints[side], *joint));
                *joint &= seen[side];
                let colours = *joint;
                if !self.narrow(near, &self.showing_one_of(side ^ 2, colours)) {
                    return false;
                }
                w = w.min(near / 64);
            }
        }
        true
    }

    /// The tile that a cell takes from all others: its looks are all of this tile, the last of its kind.
    #[inline(always)]
    fn takes(&self, looks: &Set<W>, count: u16) -> Option<(usize, u64)> {
        if count > 1 << self.m.shift {
            return None;
        }
        let word = looks.iter().position(|&word| word != 0)?;
        let look = 64 * word as u32 + looks[word].trailing_zeros();
        let (word, group) = self.m.group(look);
        let one = (looks[word] & group).count_ones() == u32::from(count);
        (one && self.left[(look >> self.m.shift) as usize] == 1).then_some((word, group))
    }

    #[inline(always)]
    fn showing_one_of(&self, side: usize, colours: u64) -> Set<W> {
        let mut set = [0; W];
        let tables = &self.showing_any[side * self.quartets..(side + 1) * self.quartets];
        for (quartet, table) in tables.iter().enumerate() {
            or(&mut set, &table[(colours >> (4 * quartet) & 15) as usize]);
        }
        set
    }

    /// Without spare tiles, every tile needs a cell; a tile with one cell left takes it.
    #[inline(always)]
    fn all_have_a_place(&mut self) -> bool {
        if self.m.spares || self.known != self.empty {
            return true;
        }
        let (mut once, mut twice) = ([0; W], [0; W]);
        each(&self.known, |cell| {
            for i in 0..W {
                let tiles = self.by_tile(self.cells[cell].looks[i]);
                twice[i] |= once[i] & tiles;
                once[i] |= tiles;
            }
        });
        if (0..W).any(|i| once[i] != self.by_tile(self.free[i])) {
            return false;
        }
        if once == twice {
            return true;
        }
        let all = if self.m.shift == 0 { 1 } else { 15 };
        let alone: Set<W> = std::array::from_fn(|i| (once[i] & !twice[i]) * all);
        self.take_only_places(&alone) && self.pass_on()
    }

    fn take_only_places(&mut self, alone: &Set<W>) -> bool {
        (0..self.known.len()).all(|w| {
            ones(self.known[w]).all(|bit| {
                let cell = 64 * w + bit;
                let mut own = self.cells[cell].looks;
                and(&mut own, alone);
                let tiles: u32 = own.iter().map(|&word| self.by_tile(word).count_ones()).sum();
                tiles == 0 || tiles == 1 && self.narrow(cell, &own)
            })
        })
    }

    /// One bit for each tile that has a look in this word.
    #[inline(always)]
    fn by_tile(&self, word: u64) -> u64 {
        if self.m.shift == 0 {
            return word;
        }
        let two = word | word >> 1;
        (two | two >> 2) & 0x1111_1111_1111_1111
    }
}
