//! How many edges of each colour are left, and whether they suffice.
//!
//! Every joint that is still to be made takes an edge and its partner. For each colour this keeps what the unused
//! tiles offer less what the edges on the board already ask for. A joint takes one of both; an edge on a free rim
//! takes one and wastes a pair unless its colour had too many anyway. The *slack* is how many pairs may be wasted.

use marquetry_puzzle::matching::Rule;

use super::model::{Model, RIM};

/// What the unused tiles offer beyond what the board asks for.
pub struct Supply {
    left: Vec<i32>,
    /// Pairs that may be wasted: in rows and in columns where tiles do not turn, else in all.
    pub slack: [i32; 2],
    directed: bool,
    pairs: bool,
    colours: usize,
}

impl Supply {
    /// The supply at the start.
    pub fn new(m: &Model) -> Supply {
        let mut supply = Supply {
            left: vec![0; if m.shift == 0 { 4 * m.colours } else { m.colours }],
            slack: [0; 2],
            directed: m.shift == 0,
            pairs: m.rule == Rule::Pairs,
            colours: m.colours,
        };
        for (shown, &copies) in m.shown.iter().step_by(1 << m.shift).zip(&m.copies) {
            for side in 0..4 {
                let (own, _) = supply.at(side, shown[side]);
                supply.left[own] += i32::from(copies);
            }
        }
        for side in [1, 2] {
            for colour in 0..m.colours as u16 {
                let (own, mate) = supply.at(side, colour);
                let twice = !supply.directed && (side == 2 || own > mate);
                supply.slack[supply.axis(side)] += if twice { 0 } else { supply.joints(own, mate) };
            }
            let joints = m.near.iter().filter(|near| near[side] != RIM).count() as i32;
            supply.slack[supply.axis(side)] -= joints;
        }
        supply
    }

    /// Where the count of an edge is, and that of its partner.
    #[inline(always)]
    fn at(&self, side: usize, colour: u16) -> (usize, usize) {
        let c = usize::from(colour);
        if self.directed {
            return (side * self.colours + c, (side ^ 2) * self.colours + c);
        }
        let mate = c ^ usize::from(self.pairs);
        if side == 1 || side == 2 { (c, mate) } else { (mate, c) }
    }

    #[inline(always)]
    fn axis(&self, side: usize) -> usize {
        usize::from(self.directed && side & 1 == 0)
    }

    fn joints(&self, own: usize, mate: usize) -> i32 {
        if own == mate { self.left[own] / 2 } else { self.left[own].min(self.left[mate]) }
    }

    /// Puts an edge beside an empty cell. False when no tile is left to meet it, or too few for what is asked.
    #[inline(always)]
    pub fn offer(&mut self, side: usize, colour: u16) -> bool {
        let (own, mate) = self.at(side, colour);
        self.left[own] -= 1;
        self.left[mate] -= 1;
        self.left[own] >= 0 && self.left[mate] >= 0
    }

    /// Takes an offer back.
    #[inline(always)]
    pub fn take_back(&mut self, side: usize, colour: u16) {
        let (own, mate) = self.at(side, colour);
        self.left[own] += 1;
        self.left[mate] += 1;
    }

    /// Puts an edge on a free rim. False when that wastes a pair too many.
    #[inline(always)]
    pub fn waste(&mut self, side: usize, colour: u16) -> bool {
        let (own, mate) = self.at(side, colour);
        let axis = self.axis(side);
        self.slack[axis] -= i32::from(self.wastes(own, mate));
        self.left[own] -= 1;
        self.slack[axis] >= 0 && self.left[own] >= 0
    }

    /// Takes an edge off the rim; the slack is for the caller to restore.
    #[inline(always)]
    pub fn unwaste(&mut self, side: usize, colour: u16) {
        let (own, _) = self.at(side, colour);
        self.left[own] += 1;
    }

    #[inline(always)]
    fn wastes(&self, own: usize, mate: usize) -> bool {
        if own == mate { self.left[own] & 1 == 0 } else { self.left[own] <= self.left[mate] }
    }

    /// Has the last pair been wasted that may be, on the axis of this side?
    #[inline(always)]
    pub fn tight(&self, side: usize) -> bool {
        self.slack[self.axis(side)] == 0
    }

    /// May a joint between two empty cells still show this colour?
    #[inline(always)]
    pub fn may_join(&self, side: usize, colour: u16) -> bool {
        let (own, mate) = self.at(side, colour);
        self.left[own] > i32::from(own == mate) && self.left[mate] > 0
    }

    /// May an empty cell still show this colour to a free rim?
    #[inline(always)]
    pub fn may_waste(&self, side: usize, colour: u16) -> bool {
        let (own, mate) = self.at(side, colour);
        self.left[own] > 0 && !(self.tight(side) && self.wastes(own, mate))
    }
}
