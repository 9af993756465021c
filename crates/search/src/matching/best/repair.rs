//! Repair of a full board, by annealing: tiles change places and turn, those of many cells apart from each other find
//! their best places at once, and windows around breaks are filled anew.
//!
//! Spare tiles and, where cells may stay empty, blanks lie beside the board and change places like the others.

mod assignment;
mod exchange;
mod reassign;
mod refill;

use std::ops::ControlFlow;

use marquetry_puzzle::Solution;
use marquetry_puzzle::generate::dice::Dice;

use super::fill::complete;
use super::ground::Ground;
use super::record::Record;
use crate::matching::model::{NONE, RIM};
use crate::run::{Halt, Run};

/// The temperatures of an annealing.
const HOT: f64 = 0.3;
const COLD: f64 = 0.12;
/// Exchanges tried for each cell in the first annealing, and in the longest: each takes twice as long as the last.
const FEWEST: u64 = 1_250;
const SWEEPS: u64 = 20_000;
/// Exchanges between two assignments, and between two windows.
const EACH: u64 = 256;

/// Anneals again and again until it is stopped or nothing is missing.
pub fn repair(
    g: &Ground<'_>,
    seed: u64,
    record: &Record<'_>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let mut repair = Repair::new(g, seed, record);
    let mut sweeps = FEWEST;
    loop {
        run.stats.iterations += 1;
        repair.anneal(HOT, sweeps, record, run)?;
        sweeps = (2 * sweeps).min(SWEEPS);
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
    /// For each number of sides on the rim, those of them that such a cell's tile may move to.
    kinds: [Vec<usize>; 5],
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
            kinds: Default::default(),
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
        for kind in 0..self.kinds.len() {
            let of_kind = |&slot: &usize| self.kind(slot).is_none_or(|other| other == kind);
            self.kinds[kind] = self.free.iter().copied().filter(of_kind).collect();
        }
    }

    /// How many sides of a cell lie on the rim, where that matters.
    fn kind(&self, slot: usize) -> Option<usize> {
        let rim = self.g.rims.get(slot).copied().flatten().filter(|_| self.regular);
        rim.map(|rim| rim.count_ones() as usize)
    }

    /// A slot whose tile may move, to where that of another one lies if one is given.
    fn draw(&mut self, other: Option<usize>) -> usize {
        let kind = other.and_then(|slot| self.kind(slot));
        let among = kind.map_or(&self.free, |kind| &self.kinds[kind]);
        among[self.dice.below(among.len() as u32) as usize]
    }

    /// Repairs while it cools down, so many exchanges for each cell; better boards go to the record.
    pub fn anneal(
        &mut self,
        hot: f64,
        sweeps: u64,
        record: &Record<'_>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt> {
        // Where no tile can move, time still passes.
        run.look()?;
        let steps = if self.free.is_empty() { 0 } else { sweeps * self.g.places.len() as u64 };
        let mut cost: i64 = self.cost();
        // Chances of accepting 1, 2, ... more breaks, as numbers to compare dice with.
        let mut chances = [0u32; 8];
        for step in 0..=steps {
            if cost < record.breaks() as i64 || cost == 0 {
                record.offer(self.g.board(&self.placed[..self.g.places.len()]), run)?;
            }
            // A board without breaks that has holes is the last with so many.
            if cost == 0 || step == steps {
                break;
            }
            if step % EACH == 0 {
                let heat = hot * libm::pow(COLD / hot, step as f64 / steps as f64);
                let chance =
                    |more: usize| (libm::exp(-(more as f64) / heat) * f64::from(u32::MAX)) as u32;
                chances = std::array::from_fn(chance);
                cost += self.reassign(run)? + self.refill(run)?;
            }
            cost += self.exchange(&chances, run)?;
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

    /// The edges that a look breaks on a slot.
    fn breaks(&self, slot: usize, look: u32) -> i64 {
        self.joint_breaks(slot, look) + self.rim_breaks(slot, look)
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

    /// All looks of a look's tile; a blank has one.
    fn turns(&self, look: u32) -> std::ops::RangeInclusive<u32> {
        let others = (1 << self.g.shift) - 1;
        if look == NONE { NONE..=NONE } else { look & !others..=look | others }
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
        // Ties go to the turn met first, so the first one is drawn.
        let drawn = self.dice.below(1 << self.g.shift);
        let mut best: Option<(u32, i64)> = None;
        for look in self.turns(look).map(|look| look ^ drawn) {
            if self.regular && !self.g.suits(slot, look) {
                continue;
            }
            run.tick()?;
            let broken = self.breaks(slot, look);
            if best.is_none_or(|(_, least)| broken < least) {
                best = Some((look, broken));
            }
        }
        ControlFlow::Continue(best)
    }
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::Puzzle;
    use marquetry_puzzle::generate::{Kind, generate};

    use super::*;
    use crate::matching::best::Hunt;
    use crate::run::{Limits, StopFlag};

    #[test]
    fn every_move_tells_what_it_did_and_only_exchanges_break_more() {
        for (kind, holes) in [(Kind::Framed, 0), (Kind::Framed, 3), (Kind::Tetravex, 0)] {
            let p = generate(kind, 8, 8, 12, 1).expect("the size is in range");
            let (g, puzzle, hunt) =
                (Ground::new(&p), Puzzle::from(p.clone()), Hunt { holes, ..Hunt::default() });
            let mut watch = ();
            let mut run =
                Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut watch);
            let mut repair = Repair::new(&g, 1, &Record::new(&puzzle, &p, &hunt));
            let mut cost = repair.cost();
            for step in 0..600 {
                let flow = match step % 3 {
                    0 => repair.exchange(&[u32::MAX / 8; 8], &mut run),
                    1 => repair.reassign(&mut run),
                    _ => repair.refill(&mut run),
                };
                let more = flow.continue_value().expect("nothing stops it");
                assert_eq!(repair.cost(), cost + more, "step {step}");
                assert!(step % 3 == 0 || more <= 0, "step {step}");
                cost = repair.cost();
                let mut looks = repair.placed.clone();
                looks.sort_unstable_by_key(|look| look >> g.shift);
                looks.dedup_by_key(|look| *look >> g.shift);
                assert!(looks.len() >= p.tiles.len(), "a tile was lost in step {step}");
            }
        }
    }
}
