//! The way to one solution of a large puzzle: short searches that try the choices in random order and begin anew.
//!
//! A search that begins badly may never come back to its beginning. Of many short ones, some begin well: all 35
//! hexominoes are laid within some ten thousand nodes where one long search finds nothing in millions.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::prefix::Tree;
use crate::run::{Halt, Run};

/// How many times to begin anew, and the nodes of each search.
const DIVES: u64 = 500;
const NODES: u64 = 3000;

/// Looks for a solution. True when a dive went through the whole tree, so that there is no more to find.
pub fn dive<T: Tree + Clone>(root: &T, seed: u64, run: &mut Run<'_>) -> ControlFlow<Halt, bool> {
    let mut random = Random(seed);
    for _ in 0..DIVES {
        if once(&mut root.clone(), &mut random, run)? {
            return ControlFlow::Continue(true);
        }
    }
    ControlFlow::Continue(false)
}

fn once<T: Tree>(tree: &mut T, random: &mut Random, run: &mut Run<'_>) -> ControlFlow<Halt, bool> {
    let enough = run.stats.nodes + NODES;
    let mut levels: Vec<(T::Choice, Vec<T::Choice>)> = Vec::new();
    let mut choices = random.shuffled(tree.choices());
    loop {
        if let Some(choice) = choices.pop() {
            if run.stats.nodes == enough {
                return ControlFlow::Continue(false);
            }
            run.tick()?;
            tree.take(&choice);
            levels.push((choice, choices));
            tree.report(run)?;
            choices = random.shuffled(tree.choices());
        } else {
            let Some((choice, rest)) = levels.pop() else { return ControlFlow::Continue(true) };
            tree.undo(&choice);
            choices = rest;
        }
    }
}

/// Random numbers that are the same everywhere: SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Any of the numbers below this one, each with the same chance.
    pub(super) fn below(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        loop {
            let words = (0..bits.div_ceil(32)).map(|_| (self.next() >> 32) as u32).collect();
            let number = BigUint::new(words) >> (bits.div_ceil(32) * 32 - bits);
            if number < *bound || bits == 0 {
                return number;
            }
        }
    }

    fn shuffled<C>(&mut self, mut choices: Vec<C>) -> Vec<C> {
        for i in (1..choices.len()).rev() {
            choices.swap(i, (self.next() % (i as u64 + 1)) as usize);
        }
        choices
    }
}
