//! A search of a tray for people to look at: all ways of one move, then of two, and so on, with every push and every step
//! back.

use std::collections::HashMap;
use std::ops::ControlFlow;

use marquetry_puzzle::sliding::Position;
use marquetry_puzzle::{Cell, Move, Sliding, Solution};

use super::reference::successors;
use crate::engines::Metric;
use crate::run::{Ending, Halt, Run};
use crate::steps::{Act, Step, Why};

/// The ways to go on from a position, and how many of them were tried.
struct Depth {
    ways: Vec<(Move, Position)>,
    next: usize,
}

/// Looks for a shortest solution, and shows each step. It ends with the first, and with nothing when there is none.
pub(crate) fn search(
    p: &Sliding,
    metric: Metric,
    run: &mut Run<'_>,
    look: &mut dyn FnMut(&Step) -> ControlFlow<Halt>,
) -> ControlFlow<Halt> {
    run.shortest = Some(true);
    if p.start().solves(p) {
        run.solution(&Solution::Moves(Vec::new()))?;
        return ControlFlow::Break(Halt::Ending(Ending::Enough));
    }
    let mut most = 1;
    // What is left of the moves is all that a deeper search can add.
    while dive(p, metric, most, run, look)? {
        most += 1;
    }
    ControlFlow::Continue(())
}

/// Tries all ways of at most so many moves. Was any of them cut off?
fn dive(
    p: &Sliding,
    metric: Metric,
    most: usize,
    run: &mut Run<'_>,
    look: &mut dyn FnMut(&Step) -> ControlFlow<Halt>,
) -> ControlFlow<Halt, bool> {
    let bytes = (p.width * p.height * 16 + 64) as u64;
    // With how many moves left each position was met.
    let mut known = HashMap::from([(p.start().look(p), most)]);
    let mut levels = vec![Depth { ways: successors(p, p.start(), metric), next: 0 }];
    let mut moves: Vec<Move> = Vec::new();
    let mut lying: Vec<(usize, Cell, Why)> = Vec::new();
    let mut cut = false;
    while let Some(level) = levels.last_mut() {
        let (number, of) = (level.next + 1, level.ways.len());
        let Some((m, position)) = level.ways.get(level.next).cloned() else {
            levels.pop();
            let (Some(_), Some((piece, cell, why))) = (moves.pop(), lying.pop()) else { continue };
            let act = Act::TakenBack { why };
            show(run, &moves, (piece, cell, act), look)?;
            continue;
        };
        level.next += 1;
        let left = most - levels.len();
        let seen = position.look(p);
        if known.get(&seen).is_some_and(|&before| before >= left) {
            continue;
        }
        known.insert(seen, left);
        run.tick()?;
        if run.memory().is_some_and(|most| bytes * known.len() as u64 > most) {
            return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
        }
        let solved = position.solves(p);
        let ways = successors(p, &position, metric);
        cut |= left == 0 && !ways.is_empty();
        let ways = if left == 0 { Vec::new() } else { ways };
        let why = if ways.is_empty() { Why::DeadEnd } else { Why::Tried };
        let cell = position.cells(p, m.block).next().unwrap_or(Cell::at(0, 0));
        let act = Act::Laid { number, of, ways: ways.len(), solved };
        lying.push((m.block, cell, why));
        moves.push(m);
        show(run, &moves, (lying[lying.len() - 1].0, cell, act), look)?;
        if solved {
            run.solution(&Solution::Moves(moves))?;
            return ControlFlow::Break(Halt::Ending(Ending::Enough));
        }
        levels.push(Depth { ways, next: 0 });
    }
    ControlFlow::Continue(cut)
}

fn show(
    run: &Run<'_>,
    moves: &[Move],
    (piece, cell, act): (usize, Cell, Act),
    look: &mut dyn FnMut(&Step) -> ControlFlow<Halt>,
) -> ControlFlow<Halt> {
    let (board, laid) = (Solution::Moves(moves.to_vec()), moves.len());
    look(&Step { piece, cell, act, board, laid, stats: run.stats })
}
