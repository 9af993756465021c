//! Greedy search for trays too big to be searched breadth first: any solution, not the shortest.
//!
//! Of all positions met, the one that looks nearest to the goal is expanded next. It looks near when the blocks that
//! are still to be placed have a short way to go, and when empty cells are near the one that has the shortest. The way
//! found is then shortened where a position on it has a later one as its neighbour.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::ControlFlow;

use marquetry_puzzle::Solution;
use marquetry_puzzle::sliding::Sliding;

use super::key::{Key, Patch};
use super::retrace;
use super::space::{Last, Space};
use super::wide::Wide;
use crate::engines::Settings;
use crate::run::{Ending, Halt, Run};

/// Looks for one solution. Ends as exhausted only when every position that can be reached was visited.
pub fn search(p: &Sliding, settings: &Settings, run: &mut Run<'_>) -> ControlFlow<Halt> {
    match attempt(p, settings, u64::MAX, run) {
        Ok(_) => ControlFlow::Continue(()),
        Err(halt) => ControlFlow::Break(halt),
    }
}

/// The same within a number of positions: `false` when they were not enough.
pub fn attempt(
    p: &Sliding,
    settings: &Settings,
    budget: u64,
    run: &mut Run<'_>,
) -> Result<bool, Halt> {
    let space = Wide::new(p, settings.metric);
    let Some(way) = find(&space, budget, run)? else { return Ok(false) };
    if way.is_empty() {
        return Ok(true);
    }
    let way = shortened(&space, way);
    let hops = way.windows(2).map(|pair| space.moved(&pair[0], &pair[1]));
    let moves = retrace::moves(p, settings.metric, hops);
    run.shortest = Some(moves.is_empty());
    run.solution(&Solution::Moves(moves)).break_value().map_or(Ok(()), Err)?;
    // There may be more solutions, which this search does not look for.
    Err(Halt::Ending(Ending::Enough))
}

/// The positions from the start to the goal; none when the goal cannot be reached; `None` when the budget is spent.
fn find(space: &Wide<'_>, budget: u64, run: &mut Run<'_>) -> Result<Option<Vec<Patch>>, Halt> {
    let mut board = space.scratch();
    let mut known: HashMap<Patch, usize> = HashMap::from([(space.start(), 0)]);
    let mut met = vec![(space.start(), 0)];
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    let mut goal = space.solved().then_some(0);
    let mut bytes = 0;
    let mut spent = 0;
    run.tick().break_value().map_or(Ok(()), Err)?;
    while let (None, Some(Reverse((_, from)))) = (goal, open.pop()) {
        let mut near = Vec::new();
        let now = (&met[from].0, Last::UNKNOWN);
        space.expand(now, &mut board, |key, solved, _| near.push((key, solved)));
        for (key, solved) in near {
            if known.contains_key(&key) {
                continue;
            }
            run.tick().break_value().map_or(Ok(()), Err)?;
            spent += 1;
            bytes += 2 * (key.heap() + 48);
            if run.memory().is_some_and(|most| bytes as u64 > most) {
                return Err(Halt::Ending(Ending::MemoryLimit));
            }
            if solved {
                goal = goal.or(Some(met.len()));
            }
            open.push(Reverse((space.estimate(&key, &mut board), met.len())));
            known.insert(key.clone(), met.len());
            met.push((key, from));
        }
        if spent > budget && goal.is_none() {
            return Ok(None);
        }
    }
    let Some(mut at) = goal else { return Ok(Some(Vec::new())) };
    let mut way = vec![met[at].0.clone()];
    while at != 0 {
        at = met[at].1;
        way.push(met[at].0.clone());
    }
    way.reverse();
    Ok(Some(way))
}

/// The same way with every shortcut taken that leads in one move to a later position.
fn shortened(space: &Wide<'_>, way: Vec<Patch>) -> Vec<Patch> {
    let later: HashMap<&Patch, usize> = way.iter().enumerate().map(|(i, key)| (key, i)).collect();
    let mut board = space.scratch();
    let mut short = vec![way[0].clone()];
    let mut at = 0;
    while at + 1 < way.len() {
        let mut next = at + 1;
        space.expand((&way[at], Last::UNKNOWN), &mut board, |key, _, _| {
            next = later.get(&key).map_or(next, |&i| next.max(i));
        });
        at = next;
        short.push(way[at].clone());
    }
    short
}
