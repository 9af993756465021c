//! The first open cell is covered in every possible way, and so on: slow, short and right.

use std::collections::HashMap;

use marquetry_puzzle::tiling::{Placed, Tiling};
use marquetry_puzzle::{Cell, Solution};

use crate::steps::Laying;
use crate::tree::Tree;

/// A placement of a class of equal pieces: the class and the cells, as indices in the order of filling. A class beyond
/// the last piece leaves its cell empty.
type Placement = (usize, Vec<usize>);

/// A board covered from the first cell on.
pub struct FirstCell<'p> {
    puzzle: &'p Tiling,
    cells: Vec<Cell>,
    /// For each cell, the placements that have it as their first.
    starting: Vec<Vec<Placement>>,
    covered: Vec<bool>,
    left: Vec<u64>,
    placed: Vec<Placement>,
}

impl<'p> FirstCell<'p> {
    /// The bare board. Cells are filled along the shorter side, which keeps the open edge short.
    pub fn new(puzzle: &'p Tiling) -> FirstCell<'p> {
        let (width, height, _) = puzzle.size();
        let mut cells: Vec<Cell> = puzzle.board.iter().map(|c| c.0).collect();
        cells.sort_by_key(|c| if width > height { (c.z, c.x, c.y) } else { (c.z, c.y, c.x) });
        let index: HashMap<Cell, usize> = cells.iter().enumerate().map(|(i, &c)| (c, i)).collect();
        let mut starting = vec![Vec::new(); cells.len()];
        for class in (0..puzzle.pieces.len()).filter(|&piece| puzzle.class(piece) == piece) {
            for placement in puzzle.placements(class) {
                let mut covers: Vec<usize> = placement.iter().map(|cell| index[cell]).collect();
                covers.sort_unstable();
                starting[covers[0]].push((class, covers));
            }
        }
        puzzle
            .optional
            .iter()
            .for_each(|c| starting[index[c]].push((puzzle.pieces.len(), vec![index[c]])));
        let copies = (0..puzzle.pieces.len()).map(|class| puzzle.copies(class).1);
        let left = copies.chain([puzzle.optional.len() as u64]).collect();
        FirstCell {
            puzzle,
            covered: vec![false; cells.len()],
            cells,
            starting,
            left,
            placed: Vec::new(),
        }
    }
}

impl FirstCell<'_> {
    fn cover(&self) -> Vec<Placed> {
        let place = |(class, covers): &Placement| {
            Placed::new(*class, covers.iter().map(|&c| self.cells[c]).collect())
        };
        self.placed.iter().filter(|p| p.0 < self.puzzle.pieces.len()).map(place).collect()
    }
}

impl Tree for FirstCell<'_> {
    type Choice = Placement;

    fn choices(&self) -> Vec<Placement> {
        let Some(first) = self.covered.iter().position(|covered| !covered) else {
            return Vec::new();
        };
        let goes = |(class, covers): &&Placement| {
            self.left[*class] > 0 && covers.iter().all(|&c| !self.covered[c])
        };
        self.starting[first].iter().filter(goes).cloned().collect()
    }

    fn take(&mut self, placement: &Placement) {
        placement.1.iter().for_each(|&c| self.covered[c] = true);
        self.left[placement.0] -= 1;
        self.placed.push(placement.clone());
    }

    fn undo(&mut self, placement: &Placement) {
        self.placed.pop();
        self.left[placement.0] += 1;
        placement.1.iter().for_each(|&c| self.covered[c] = false);
    }

    fn solution(&self) -> Option<Solution> {
        let classes =
            (0..self.puzzle.pieces.len()).filter(|&piece| self.puzzle.class(piece) == piece);
        let mut copies = classes.map(|class| (self.left[class], self.puzzle.copies(class)));
        if self.covered.contains(&false) || copies.any(|(left, (least, most))| most - left < least)
        {
            return None;
        }
        Some(Solution::Cover(self.puzzle.in_order(self.cover())))
    }
}

impl Laying for FirstCell<'_> {
    fn lies(&self) -> Solution {
        Solution::Cover(self.cover())
    }

    fn newest(&self) -> Option<(usize, Cell)> {
        let (class, covers) = self.placed.last().filter(|p| p.0 < self.puzzle.pieces.len())?;
        Some((*class, self.cells[covers[0]]))
    }
}
