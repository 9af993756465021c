//! The ways back from the goal to the start, through the levels that the search wrote down.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use super::record::Found;
use super::space::{Last, Space};
use crate::run::{Ending, Halt, Run};

/// One shortest way: the positions from the start to the goal.
pub fn one_way<S: Space>(
    space: &S,
    found: &Found<S::Key>,
    run: &mut Run<'_>,
) -> Result<Vec<S::Key>, Halt> {
    let mut way: Vec<S::Key> = found.goals.first().cloned().into_iter().collect();
    for depth in (0..found.depth()).rev() {
        run.look().break_value().map_or(Ok(()), Err)?;
        let near = neighbours(space, &way[way.len() - 1]);
        let mut least: Option<S::Key> = None;
        found.each(depth, space.width(), run, |key| {
            let sooner = |least: &S::Key| space.look(&key) < space.look(least);
            if near.binary_search(&key).is_ok() && least.as_ref().is_none_or(sooner) {
                least = Some(key);
            }
        })?;
        way.extend(least);
    }
    way.reverse();
    Ok(way)
}

fn neighbours<S: Space>(space: &S, key: &S::Key) -> Vec<S::Key> {
    let mut near = Vec::new();
    let from = (key, Last::UNKNOWN);
    space.expand(from, &mut space.scratch(), |key, _, _| near.push(key));
    near.sort();
    near.dedup();
    near
}

/// The positions of one level that lie on a shortest way, and for each those before it, as indices into the level
/// before.
struct Layer<K> {
    keys: Vec<K>,
    before: Vec<Vec<u32>>,
}

/// All shortest ways.
pub struct Ways<K> {
    /// From the start to the goal.
    layers: Vec<Layer<K>>,
}

impl<K: super::key::Key> Ways<K> {
    /// Gathers all positions on shortest ways.
    pub fn of<S: Space<Key = K>>(
        space: &S,
        found: &Found<K>,
        run: &mut Run<'_>,
    ) -> Result<Ways<K>, Halt> {
        let mut layers = vec![Layer { keys: found.goals.clone(), before: Vec::new() }];
        let mut bytes = 0;
        for depth in (0..found.depth()).rev() {
            run.look().break_value().map_or(Ok(()), Err)?;
            let after = &mut layers[found.depth() - depth - 1];
            let near: Vec<Vec<K>> = after.keys.iter().map(|key| neighbours(space, key)).collect();
            let all: BTreeSet<&K> = near.iter().flatten().collect();
            let mut keys: Vec<K> = Vec::new();
            found.each(depth, space.width(), run, |key| {
                if all.contains(&key) {
                    keys.push(key);
                }
            })?;
            keys.sort_by_cached_key(|key| space.look(key));
            let places: BTreeMap<&K, u32> = keys.iter().zip(0..).collect();
            let before = |near: &Vec<K>| {
                let mut before: Vec<u32> =
                    near.iter().filter_map(|key| places.get(key).copied()).collect();
                before.sort_unstable();
                before
            };
            after.before = near.iter().map(before).collect();
            bytes += keys.iter().map(|key| key.heap() + size_of::<K>() + 32).sum::<usize>();
            if run.memory().is_some_and(|most| bytes as u64 > most) {
                return Err(Halt::Ending(Ending::MemoryLimit));
            }
            layers.push(Layer { keys, before: Vec::new() });
        }
        layers.reverse();
        Ok(Ways { layers })
    }

    /// How many there are.
    pub fn count(&self) -> BigUint {
        let mut counts = vec![BigUint::from(1_u8); self.layers[0].keys.len()];
        for layer in &self.layers[1..] {
            let sum = |before: &Vec<u32>| before.iter().map(|&at| &counts[at as usize]).sum();
            counts = layer.before.iter().map(sum).collect();
        }
        counts.iter().sum()
    }

    /// Calls `met` with each way, until it fails.
    pub fn each<E>(&self, mut met: impl FnMut(Vec<&K>) -> Result<(), E>) -> Result<(), E> {
        let last = self.layers.len() - 1;
        // The positions to go on from, each with its depth; and the way down to the one at hand.
        let mut open: Vec<(usize, u32)> =
            (0..self.layers[last].keys.len() as u32).rev().map(|at| (last, at)).collect();
        let mut way: Vec<&K> = Vec::new();
        while let Some((depth, at)) = open.pop() {
            way.truncate(last - depth);
            way.push(&self.layers[depth].keys[at as usize]);
            if depth == 0 {
                met(way.iter().rev().copied().collect())?;
                continue;
            }
            let before = &self.layers[depth].before[at as usize];
            open.extend(before.iter().rev().map(|&at| (depth - 1, at)));
        }
        Ok(())
    }
}
