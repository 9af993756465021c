//! Repair of a full board: two tiles change places, each turned as it fits best, accepted as in annealing.
//!
//! Spare tiles and, where cells may stay empty, blanks lie beside the board and change places like the others.

use std::ops::ControlFlow;

use marquetry_puzzle::Solution;
use marquetry_puzzle::generate::dice::Dice;

use super::fill::complete;
use super::ground::Ground;
use super::record::Record;
use crate::matching::model::{NONE, RIM};
use crate::run::{Halt, Run};

/// The temperatures of the first annealing and of those that begin with the best board, and where both end.
const HOT: f64 = 0.8;
const WARM: f64 = 0.45;
const COLD: f64 = 0.12;
/// Exchanges tried for each cell in one annealing.
const SWEEPS: f64 = 20_000.0;

/// Anneals again and again until it is stopped or nothing is missing.
pub fn repair(
    g: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let mut repair = Repair::new(g, seed, record);
    let mut hot = HOT;
    loop {
        let steps = (SWEEPS * g.places.len() as f64) as u64;
        repair.anneal(hot, steps, record, run)?;
        hot = if hot == HOT { WARM } else { HOT };
        repair.take_up(record);
    }
}

/// A full board under repair.
pub struct Repair<'a> {
    g: &'a Ground<'a>,
    dice: Dice,
    /// What lies on each cell, then what lies beside the board; [`NONE`] is a blank.
    placed: Vec<u32>,
    /// The slots whose tile may move, cells and those beside the board.
    free: Vec<usize>,
    /// Do all tiles lie where the rim suits them? Then they only move to such cells.
    regular: bool,
}

impl<'a> Repair<'a> {
    /// Takes up the best board so far.
    pub fn new(g: &'a Ground<'a>, seed: u64, record: &Record<'_>) -> Repair<'a> {
        let mut repair = Repair {
            g,
            dice: Dice::new(seed),
            placed: Vec::new(),
            free: Vec::new(),
            regular: true,
        };
        repair.take_up(record);
        repair
    }

    /// Goes back to the best board so far.
    pub fn take_up(&mut self, record: &Record<'_>) {
        let g = self.g;
        let pins = g.pinned(&mut self.dice);
        self.placed = match record.board() {
            Some(Solution::Board(board)) => g.placed(&board),
            _ => pins.clone(),
        };
        if self.placed.iter().filter(|&&look| look == NONE).count() > record.holes() {
            complete(g, &mut self.placed, &g.looks);
        }
        let blanks = self.placed.iter().filter(|&&look| look == NONE).count();
        let mut used = vec![false; g.p.tiles.len()];
        self.placed.iter().filter(|&&l| l != NONE).for_each(|&l| used[g.tile(l)] = true);
        let spares =
            (0..used.len()).filter(|&tile| !used[tile]).map(|tile| (tile << g.shift) as u32);
        self.placed.extend(spares);
        self.placed.extend(vec![NONE; record.holes().saturating_sub(blanks)]);
        self.free =
            (0..self.placed.len()).filter(|&s| pins.get(s).is_none_or(|&l| l == NONE)).collect();
        let cells = g.places.len();
        self.regular = (0..cells).all(|c| self.placed[c] == NONE || g.suits(c, self.placed[c]));
    }

    /// Exchanges tiles while it cools down; better boards go to the record.
    pub fn anneal(
        &mut self,
        hot: f64,
        steps: u64,
        record: &Record<'_>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        let mut cost: i64 = self.cost();
        // Chances of accepting 1, 2, ... more breaks, as numbers to compare dice with.
        let mut chances = [0u32; 8];
        for step in 0..steps {
            if step % 1024 == 0 {
                let heat = hot * (COLD / hot).powf(step as f64 / steps as f64);
                let chance =
                    |more: usize| ((-(more as f64) / heat).exp() * f64::from(u32::MAX)) as u32;
                chances = std::array::from_fn(chance);
            }
            cost += self.exchange(&chances, run)?;
            if cost < record.missing() as i64 {
                record.offer(self.g.board(&self.placed[..self.g.places.len()]), run)?;
            }
        }
        record.go_on()
    }

    fn cost(&self) -> i64 {
        let cells = 0..self.g.places.len();
        let (mut joints, mut rims) = (0, 0);
        for cell in cells {
            joints += self.joint_breaks(cell, self.placed[cell]);
            rims += self.rim_breaks(cell, self.placed[cell]);
        }
        joints / 2 + rims
    }

    fn joint_breaks(&self, slot: usize, look: u32) -> i64 {
        let Some(near) = self.g.near.get(slot).filter(|_| look != NONE) else { return 0 };
        let shown = &self.g.shown[look as usize];
        let mut broken = 0;
        for side in 0..4 {
            if near[side] != RIM {
                let other = self.placed[usize::from(near[side])];
                broken += i64::from(
                    other != NONE && self.g.shown[other as usize][side ^ 2] != shown[side],
                );
            }
        }
        broken
    }

    fn rim_breaks(&self, slot: usize, look: u32) -> i64 {
        match self.g.rims.get(slot) {
            Some(Some(rim)) if look != NONE => {
                i64::from((rim & !self.g.frames[look as usize]).count_ones())
            }
            _ => 0,
        }
    }

    /// The best turn of a look's tile on a slot and what it breaks; `None` when no turn suits.
    fn best_turn(
        &mut self,
        slot: usize,
        look: u32,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt, Option<(u32, i64)>> {
        if look == NONE || slot >= self.g.places.len() {
            return ControlFlow::Continue(Some((look, 0)));
        }
        let turns = 1u32 << self.g.shift;
        let first = look & !(turns - 1);
        // Ties go to the turn met first, so the first one is drawn.
        let drawn = self.dice.below(turns);
        let mut best: Option<(u32, i64)> = None;
        for turn in 0..turns {
            let look = first + (turn + drawn) % turns;
            if self.regular && !self.g.suits(slot, look) {
                continue;
            }
            run.tick()?;
            let broken = self.joint_breaks(slot, look) + self.rim_breaks(slot, look);
            if best.is_none_or(|(_, least)| broken < least) {
                best = Some((look, broken));
            }
        }
        ControlFlow::Continue(best)
    }

    /// Lets two tiles change places, or puts them back. Returns by how much the breaks have grown.
    fn exchange(&mut self, chances: &[u32; 8], run: &mut Run<'_>) -> ControlFlow<Halt, i64> {
        let draw = |dice: &mut Dice, free: &[usize]| free[dice.below(free.len() as u32) as usize];
        let (a, b) = (draw(&mut self.dice, &self.free), draw(&mut self.dice, &self.free));
        let (old_a, old_b) = (self.placed[a], self.placed[b]);
        let kinds = [a, b].map(|slot| self.g.rims.get(slot).copied().flatten().map(u8::count_ones));
        if self.regular
            && a < self.g.places.len()
            && b < self.g.places.len()
            && kinds[0] != kinds[1]
        {
            return ControlFlow::Continue(0);
        }
        // Both are lifted, so that an edge between the two counts once.
        self.placed[b] = NONE;
        let mut before = self.joint_breaks(a, old_a) + self.rim_breaks(a, old_a);
        self.placed[b] = old_b;
        before += if a == b { 0 } else { self.joint_breaks(b, old_b) + self.rim_breaks(b, old_b) };
        (self.placed[a], self.placed[b]) = (NONE, NONE);
        let new_a = self.best_turn(a, old_b, run)?;
        let mut more = None;
        if let Some((look, broken)) = new_a {
            self.placed[a] = look;
            if a == b {
                more = Some(broken - before);
            } else if let Some((look, also)) = self.best_turn(b, old_a, run)? {
                self.placed[b] = look;
                more = Some(broken + also - before);
            }
        }
        let accepted = more.filter(|&more| {
            more <= 0
                || self.dice.below(u32::MAX) < chances.get(more as usize).copied().unwrap_or(0)
        });
        if accepted.is_none() {
            (self.placed[a], self.placed[b]) = (old_a, old_b);
        }
        ControlFlow::Continue(accepted.unwrap_or(0))
    }
}
