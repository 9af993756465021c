//! Every tile in every turn on every cell, row by row: slow, short and right.

use marquetry_puzzle::matching::{Laid, Matching};
use marquetry_puzzle::{Board, Cell, Direction, Solution};

use crate::steps::Laying;
use crate::tree::Tree;

/// A board filled up to some cell.
pub struct Rows<'p> {
    puzzle: &'p Matching,
    /// The cells that hold a tile, in reading order.
    order: Vec<usize>,
    filled: usize,
    board: Board,
    used: Vec<bool>,
}

impl<'p> Rows<'p> {
    /// The empty board.
    pub fn new(puzzle: &'p Matching) -> Rows<'p> {
        let order = (0..puzzle.cells.len()).filter(|&cell| puzzle.cells[cell]).collect();
        let (board, used) = (vec![None; puzzle.cells.len()], vec![false; puzzle.tiles.len()]);
        Rows { puzzle, order, filled: 0, board, used }
    }

    fn goes(&self, cell: usize, laid: Laid) -> bool {
        let p = self.puzzle;
        let edges = p.tiles[laid.tile].turned(laid.turn);
        let pins_hold = p.pins.iter().all(|pin| {
            let turned = pin.turn.is_none_or(|turn| p.tiles[pin.tile].turned(turn) == edges);
            (pin.cell == cell) == (pin.tile == laid.tile) && (pin.cell != cell || turned)
        });
        pins_hold
            && Direction::ALL.into_iter().all(|side| match p.neighbour(cell, side) {
                None => p.suits_rim(edges[side as usize]),
                Some(other) => match self.board[other] {
                    None => Some(edges[side as usize]) != p.frame,
                    Some(near) => {
                        let facing = p.tiles[near.tile].turned(near.turn)[side.opposite() as usize];
                        p.meets(edges[side as usize], facing)
                    }
                },
            })
    }
}

impl Tree for Rows<'_> {
    type Choice = Laid;

    fn choices(&self) -> Vec<Laid> {
        let Some(&cell) = self.order.get(self.filled) else { return Vec::new() };
        let unused = (0..self.puzzle.tiles.len()).filter(|&tile| !self.used[tile]);
        let turned = unused.flat_map(|tile| {
            self.puzzle.turns(tile).into_iter().map(move |turn| Laid { tile, turn })
        });
        turned.filter(|&laid| self.goes(cell, laid)).collect()
    }

    fn take(&mut self, &laid: &Laid) {
        self.board[self.order[self.filled]] = Some(laid);
        self.used[laid.tile] = true;
        self.filled += 1;
    }

    fn undo(&mut self, laid: &Laid) {
        self.filled -= 1;
        self.used[laid.tile] = false;
        self.board[self.order[self.filled]] = None;
    }

    fn solution(&self) -> Option<Solution> {
        (self.filled == self.order.len()).then(|| Solution::Board(self.board.clone()))
    }
}

impl Laying for Rows<'_> {
    fn lies(&self) -> Solution {
        Solution::Board(self.board.clone())
    }

    fn newest(&self) -> Option<(usize, Cell)> {
        let cell = self.order[self.filled.checked_sub(1)?];
        Some((self.board[cell]?.tile, self.puzzle.place(cell)))
    }
}
