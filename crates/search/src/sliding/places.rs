//! Where each kind of block can get to if nothing but walls is in its way.

use std::collections::BTreeMap;

use marquetry_puzzle::sliding::{Sliding, outline};
use marquetry_puzzle::{Cell, Direction};

/// Places of one kind of block that lead to each other, and how many blocks start among them.
#[derive(Clone)]
pub struct Region {
    /// The kind, as [`Sliding::kind`] has it.
    pub kind: usize,
    /// The first cells of blocks there.
    pub firsts: Vec<Cell>,
    /// Blocks that share the places.
    pub blocks: usize,
}

impl Region {
    /// The kind with each of its first cells.
    pub fn places(&self) -> impl Iterator<Item = (usize, Cell)> {
        self.firsts.iter().map(|&first| (self.kind, first))
    }
}

/// The regions of a tray, by the first block of each.
pub fn regions(p: &Sliding) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::new();
    let mut region_at: BTreeMap<(usize, Cell), usize> = BTreeMap::new();
    for (block, kind) in (0..p.blocks.len()).map(|block| (block, p.kind(block))) {
        let first = p.blocks[block].cells[0];
        let region = *region_at.entry((kind, first)).or_insert(regions.len());
        if region == regions.len() {
            let firsts = flood(p, kind, first);
            region_at.extend(firsts.iter().map(|&first| ((kind, first), region)));
            regions.push(Region { kind, firsts, blocks: 0 });
        }
        regions[region].blocks += 1;
    }
    regions
}

fn flood(p: &Sliding, kind: usize, first: Cell) -> Vec<Cell> {
    let shape = outline(&p.blocks[kind].cells);
    let fits =
        |at: Cell| shape.iter().all(|&c| p.index(at.plus(c)).is_some() && !p.is_wall(at.plus(c)));
    let mut met = vec![first];
    let mut open = 0;
    while open < met.len() {
        for way in Direction::ALL {
            let next = met[open].plus(way.step());
            if p.blocks[kind].freedom.allows(way) && fits(next) && !met.contains(&next) {
                met.push(next);
            }
        }
        open += 1;
    }
    met
}
