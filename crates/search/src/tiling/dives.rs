//! The way to one solution of a large puzzle: short searches that try the choices in random order and begin anew.
//!
//! A search that begins badly may never come back to its beginning. Of many short ones, some begin well: all 35
//! hexominoes are laid within some ten thousand nodes where one long search finds nothing in millions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use marquetry_puzzle::generate::dice::Dice;

use crate::race::Racer;
use crate::run::{Halt, Run};
use crate::tree::{Interval, Path, Tree, Walk, without};

/// The nodes of the shortest dives, and how many for each piece they have at least: a dive must be able to get to the end.
const NODES: u64 = 3000;
const NODES_A_PIECE: u64 = 4;

/// Dive after dive. Some are longer, as in the sequence of Luby, Sinclair and Zuckerman: for a search that may end at any
/// time, no other schedule is better by much.
pub struct Dives<T: Tree> {
    root: T,
    dice: Dice,
    /// How many dives have begun.
    number: u64,
    /// The nodes of the shortest dive.
    shortest: u64,
    cost: f64,
    dive: Option<Dive<T>>,
    /// Where solutions were met: each is reported once, whatever dive comes to it again.
    met: BTreeSet<Path>,
}

/// A choice with its number.
type Numbered<T> = (u32, <T as Tree>::Choice);

/// A dive under way.
struct Dive<T: Tree> {
    tree: T,
    levels: Vec<(Numbered<T>, Vec<Numbered<T>>)>,
    /// The choices at this node that are left.
    choices: Vec<Numbered<T>>,
    /// Nodes it has left.
    left: u64,
}

impl<T: Tree + Clone> Dives<T> {
    /// Dives into a tree of so many pieces at the most, each node of which takes so many nanoseconds.
    pub fn new(root: T, pieces: u64, cost: f64, seed: u64) -> Dives<T> {
        let shortest = NODES.max(NODES_A_PIECE * pieces);
        let met = BTreeSet::new();
        Dives { root, dice: Dice::new(seed), number: 0, shortest, cost, dive: None, met }
    }

    fn begin(&mut self) -> Dive<T> {
        self.number += 1;
        let tree = self.root.clone();
        let choices = shuffled(&tree, &mut self.dice);
        Dive { tree, levels: Vec::new(), choices, left: self.shortest * luby(self.number) }
    }
}

impl<T: Tree + Clone> Racer for Dives<T> {
    fn name(&self) -> &'static str {
        "cover"
    }

    fn cost(&self) -> f64 {
        self.cost
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        loop {
            let mut dive = self.dive.take().unwrap_or_else(|| self.begin());
            match dive.go(&mut self.dice, &mut self.met, run) {
                ControlFlow::Continue(true) => return ControlFlow::Continue(()),
                ControlFlow::Continue(false) => {}
                ControlFlow::Break(halt) => {
                    self.dive = Some(dive);
                    return ControlFlow::Break(halt);
                }
            }
        }
    }

    fn share(&self) -> f64 {
        0.0
    }

    fn shares(&self) -> bool {
        false
    }

    /// What a dive has been through is no part of the tree in its own order; only the solutions are.
    fn rest(&self) -> Option<Vec<Interval>> {
        Some(without(&mut Walk::new(self.root.clone()), &self.met))
    }
}

impl<T: Tree> Dive<T> {
    /// Goes on to its last node. True when it went through the whole tree, so that there is no more to find.
    fn go(
        &mut self,
        dice: &mut Dice,
        met: &mut BTreeSet<Path>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt, bool> {
        loop {
            if self.choices.is_empty() {
                let Some(((_, choice), rest)) = self.levels.pop() else {
                    return ControlFlow::Continue(true);
                };
                self.tree.undo(&choice);
                self.choices = rest;
                continue;
            }
            if self.left == 0 {
                return ControlFlow::Continue(false);
            }
            run.tick()?;
            self.left -= 1;
            let Some(choice) = self.choices.pop() else { continue };
            self.tree.take(&choice.1);
            let deeper = shuffled(&self.tree, dice);
            self.levels.push((choice, std::mem::replace(&mut self.choices, deeper)));
            if self.choices.is_empty() && self.tree.solution().is_some() {
                let path = self.levels.iter().map(|((number, _), _)| *number).collect();
                if met.insert(Path(path)) {
                    self.tree.report(run)?;
                }
            }
        }
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, and so on, counted from 1.
fn luby(n: u64) -> u64 {
    let whole = (n + 1).next_power_of_two();
    if n + 1 == whole { whole / 2 } else { luby(n + 1 - whole / 2) }
}

/// The choices of a node with their numbers, in random order, the first to be tried last. One of twice the weight is
/// twice as likely to be tried before another.
fn shuffled<T: Tree>(tree: &T, dice: &mut Dice) -> Vec<Numbered<T>> {
    let mut choices: Vec<Numbered<T>> = (0..).zip(tree.choices()).collect();
    dice.shuffle(&mut choices);
    let weight = |choice: &Numbered<T>| f64::from(tree.weight(&choice.1));
    if choices.windows(2).any(|pair| weight(&pair[0]) != weight(&pair[1])) {
        choices.sort_by_cached_key(|choice| {
            let chance = (dice.word() >> 11) as f64 / (1_u64 << 53) as f64;
            // Negative, so the order of its bits is the reverse of that of the numbers.
            std::cmp::Reverse((-libm::log(chance) / weight(choice)).to_bits())
        });
    }
    choices
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::Solution;

    use super::*;
    use crate::run::{Limits, StopFlag, each_solution};

    #[test]
    fn dives_get_longer_now_and_then() {
        let lengths: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    /// A tree of twelve levels with two ways each, too large for the first dives. Two of its leaves are solutions.
    #[derive(Clone)]
    struct Twelve(Vec<usize>);

    impl Tree for Twelve {
        type Choice = usize;

        fn choices(&self) -> Vec<usize> {
            if self.0.len() < 12 { vec![0, 1] } else { Vec::new() }
        }

        fn take(&mut self, choice: &usize) {
            self.0.push(*choice);
        }

        fn undo(&mut self, _: &usize) {
            self.0.pop();
        }

        fn solution(&self) -> Option<Solution> {
            let ones: usize = self.0.iter().sum();
            (self.0.len() == 12 && ones.is_multiple_of(12))
                .then(|| Solution::Options(self.0.clone()))
        }
    }

    #[test]
    fn the_nodes_of_an_even_tree_are_estimated_exactly() {
        let nodes = crate::tree::estimate(&mut Walk::new(Twelve(Vec::new())), 100, 1);
        assert_eq!(nodes, f64::from((1 << 13) - 2));
    }

    #[test]
    fn a_solution_that_several_dives_come_to_is_told_once() {
        for seed in 0..20 {
            let mut found = Vec::new();
            let mut keep = each_solution(|solution: &Solution| {
                found.push(solution.clone());
                ControlFlow::Continue(())
            });
            let (limits, stop) = (Limits::default(), StopFlag::default());
            let mut run = Run::without_puzzle(limits, stop, &mut keep);
            let mut dives = Dives::new(Twelve(Vec::new()), 12, 1.0, seed);
            assert_eq!(dives.go(&mut run), ControlFlow::Continue(()));
            assert!(dives.number > 1, "the first dive is too short for the tree");
            assert_eq!(found.len(), 2, "{found:?}");
        }
    }
}
