//! From positions back to moves of the puzzle's own blocks.

use std::collections::HashSet;

use marquetry_puzzle::sliding::{Move, Position, Sliding};
use marquetry_puzzle::{Cell, Direction};

use crate::engines::Metric;

/// The moves that take a block from one first cell to another, one after the other. Cells are given as indices.
pub fn moves(p: &Sliding, metric: Metric, hops: impl Iterator<Item = (usize, usize)>) -> Vec<Move> {
    let mut position = p.start().clone();
    let mut moves: Vec<Move> = Vec::new();
    for (from, to) in hops {
        let [from, to] =
            [from, to].map(|at| Cell::at((at % p.width) as i16, (at / p.width) as i16));
        let Some(block) = position.block_at(p, from) else { break };
        let path = path(p, &position, block, metric, to);
        path.iter().for_each(|&way| position.push(p, block, way));
        match moves.last_mut() {
            Some(last) if last.block == block => last.path.extend(path),
            _ => moves.push(Move { block, path }),
        }
    }
    moves
}

/// The steps of the shortest path, or the straight one, that brings a block's first cell to another cell.
fn path(p: &Sliding, now: &Position, block: usize, metric: Metric, to: Cell) -> Vec<Direction> {
    let cells: Vec<Cell> = now.cells(p, block).collect();
    let free = |first: Cell| {
        let shift = first.minus(cells[0]);
        cells.iter().map(|cell| cell.plus(shift)).all(|cell| {
            let other = now.block_at(p, cell).is_some_and(|other| other != block);
            p.index(cell).is_some() && !p.is_wall(cell) && !other
        })
    };
    // Each place with the index of the one before it and the way from there.
    let mut met = vec![(cells[0], 0, None)];
    let mut seen = HashSet::from([cells[0]]);
    let mut open = 0;
    while open < met.len() && met[open].0 != to {
        let (at, _, last) = met[open];
        for way in Direction::ALL {
            let straight = metric == Metric::Moves || last.is_none_or(|last| last == way);
            let next = at.plus(way.step());
            if straight && p.blocks[block].freedom.allows(way) && free(next) && seen.insert(next) {
                met.push((next, open, Some(way)));
            }
        }
        open += 1;
    }
    let mut path = Vec::new();
    while let Some(&(_, before, Some(way))) = met.get(open) {
        path.push(way);
        open = before;
    }
    path.reverse();
    path
}
