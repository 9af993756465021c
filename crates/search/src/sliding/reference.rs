//! Breadth-first search over every position: slow, short and right.
//!
//! The solutions are all shortest ones; two are different when they pass through positions that look different.
//!
//! ```
//! use marquetry_puzzle::Cell;
//! use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding};
//! use marquetry_search::Metric;
//! use marquetry_search::sliding::reference::successors;
//!
//! let cells = vec![Cell::at(0, 0)];
//! let block = Block { name: "A".into(), label: None, cells, freedom: Freedom::default() };
//! let (title, walls, goal) = (String::new(), Vec::new(), Vec::new());
//! let tray = Sliding::new(Setup { title, width: 2, height: 2, walls, blocks: vec![block], goal });
//! let tray = tray.unwrap();
//! assert_eq!(successors(&tray, tray.start(), Metric::Steps).len(), 2, "right and down");
//! assert_eq!(successors(&tray, tray.start(), Metric::Moves).len(), 3, "and around the corner");
//! ```

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

use marquetry_puzzle::sliding::{Move, Position, Sliding};
use marquetry_puzzle::{Direction, Solution};

use crate::engines::Metric;
use crate::run::{Ending, Halt, Run};

/// A position that was reached: itself, how many moves it takes, and from which positions so few moves do.
struct Reached {
    position: Position,
    depth: usize,
    parents: Vec<usize>,
}

/// Searches and reports all shortest solutions.
pub(crate) fn search(p: &Sliding, metric: Metric, run: &mut Run<'_>) -> ControlFlow<Halt> {
    run.tick()?;
    let mut known = HashMap::from([(p.start().look(p), 0)]);
    let mut reached = vec![Reached { position: p.start().clone(), depth: 0, parents: Vec::new() }];
    let mut goals: Vec<usize> = if p.start().solves(p) { vec![0] } else { Vec::new() };
    // What a reached position and its look take in memory, roughly.
    let bytes = (p.width * p.height * 32 + p.blocks.len() * 8 + 160) as u64;
    let mut next = 0;
    while next < reached.len()
        && goals.first().is_none_or(|&goal| reached[next].depth < reached[goal].depth)
    {
        let depth = reached[next].depth + 1;
        for (_, position) in successors(p, &reached[next].position, metric) {
            let look = position.look(p);
            if let Some(&at) = known.get(&look) {
                if reached[at].depth == depth && !reached[at].parents.contains(&next) {
                    reached[at].parents.push(next);
                }
                continue;
            }
            run.tick()?;
            if run.memory().is_some_and(|most| bytes * reached.len() as u64 > most) {
                return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
            }
            if position.solves(p) {
                goals.push(reached.len());
            }
            known.insert(look, reached.len());
            reached.push(Reached { position, depth, parents: vec![next] });
        }
        next += 1;
    }
    goals.iter().try_for_each(|&goal| report(p, metric, &reached, &mut vec![goal], run))
}

/// Reports each way back from the last position of `back` to the start.
fn report(
    p: &Sliding,
    metric: Metric,
    reached: &[Reached],
    back: &mut Vec<usize>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    let last = back[back.len() - 1];
    if reached[last].depth == 0 {
        let looks: Vec<_> =
            back.iter().rev().skip(1).map(|&at| reached[at].position.look(p)).collect();
        return run.solution(&Solution::Moves(replay(p, metric, &looks)));
    }
    reached[last].parents.iter().try_for_each(|&parent| {
        back.push(parent);
        let flow = report(p, metric, reached, back, run);
        back.pop();
        flow
    })
}

/// The moves that lead through positions that look like these.
fn replay(p: &Sliding, metric: Metric, looks: &[Vec<Option<usize>>]) -> Vec<Move> {
    let mut position = p.start().clone();
    let mut moves: Vec<Move> = Vec::new();
    for look in looks {
        let step =
            successors(p, &position, metric).into_iter().find(|(_, next)| next.look(p) == *look);
        let Some((made, next)) = step else { break };
        position = next;
        match moves.last_mut() {
            Some(last) if last.block == made.block => last.path.extend(made.path),
            _ => moves.push(made),
        }
    }
    moves
}

/// Every position that is one move away, with that move.
pub fn successors(p: &Sliding, from: &Position, metric: Metric) -> Vec<(Move, Position)> {
    (0..p.blocks.len()).flat_map(|block| reach(p, from, block, metric)).collect()
}

/// Where one block can get to in one move.
fn reach(p: &Sliding, from: &Position, block: usize, metric: Metric) -> Vec<(Move, Position)> {
    let mut found = Vec::new();
    let mut seen = HashSet::from([from.cells(p, block).next()]);
    let mut open = VecDeque::from([(Vec::<Direction>::new(), from.clone())]);
    while let Some((path, position)) = open.pop_front() {
        let straight = path.last().copied();
        for way in Direction::ALL {
            let within = match metric {
                Metric::Moves => true,
                Metric::Slides => straight.is_none_or(|last| last == way),
                Metric::Steps => straight.is_none(),
            };
            if !within || position.obstacle(p, block, way).is_some() {
                continue;
            }
            let mut next = position.clone();
            next.push(p, block, way);
            if seen.insert(next.cells(p, block).next()) {
                let path = [path.as_slice(), &[way]].concat();
                found.push((Move { block, path: path.clone() }, next.clone()));
                open.push_back((path, next));
            }
        }
    }
    found
}
