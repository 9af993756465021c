//! What all searches for the best board share: the puzzle as flat tables, rims and pins included.

use std::collections::BTreeSet;

use marquetry_puzzle::generate::dice::Dice;
use marquetry_puzzle::{Board, Laid, Matching, Solution};

use crate::matching::model::{Model, NONE, RIM};

/// A puzzle laid out. Cells are numbered in the order of filling: rows from the bottom, each from the left.
pub struct Ground<'p> {
    /// The puzzle.
    pub p: &'p Matching,
    /// The index on the board of each cell.
    pub places: Vec<u16>,
    /// The cells around a cell, or [`RIM`].
    pub near: Vec<[u16; 4]>,
    /// Which sides of a cell a frame edge must lie on, as bits; `None` where the rim is free.
    pub rims: Vec<Option<u8>>,
    /// How far a look's number is shifted to get its tile.
    pub shift: u32,
    /// What each look shows, told so that two touching edges agree when their numbers are equal.
    pub shown: Vec<[u16; 4]>,
    /// The sides of each look that show the frame, as bits.
    pub frames: Vec<u8>,
    /// The looks that differ from the others of their tile.
    pub looks: Vec<u32>,
    /// All numbers of colours are below this.
    pub colours: usize,
    /// Joints of the full board.
    pub joints: usize,
}

impl<'p> Ground<'p> {
    /// Lays a puzzle out.
    pub fn new(p: &'p Matching) -> Ground<'p> {
        let m = Model::new(p, false, false);
        let mut order: Vec<u16> = (0..m.places.len() as u16).collect();
        let from_below = |&cell: &u16| {
            let place = usize::from(m.places[usize::from(cell)]);
            (p.height - place / p.width, place % p.width)
        };
        order.sort_by_key(from_below);
        let mut number = vec![RIM; order.len()];
        order.iter().enumerate().for_each(|(i, &cell)| number[usize::from(cell)] = i as u16);
        let renumbered = |near: u16| number.get(usize::from(near)).copied().unwrap_or(RIM);
        let near: Vec<[u16; 4]> =
            order.iter().map(|&cell| m.near[usize::from(cell)].map(renumbered)).collect();
        let shift = m.shift;
        let mut ground = Ground {
            p,
            places: order.iter().map(|&cell| m.places[usize::from(cell)]).collect(),
            rims: near
                .iter()
                .map(|near| p.frame.map(|_| sides(|side| near[side] == RIM)))
                .collect(),
            near,
            shift,
            shown: Vec::new(),
            frames: Vec::new(),
            looks: Vec::new(),
            colours: m.colours + 2,
            joints: p.joints().count(),
        };
        for (number, tile) in p.tiles.iter().enumerate() {
            for turn in 0..1 << shift {
                let edges = tile.turned(turn);
                let framed = |side: usize| Some(edges[side]) == p.frame;
                // Inside the board a frame edge agrees with nothing, not even with its like.
                let shows = |side: usize| match side {
                    1 | 2 if framed(side) => m.colours as u16,
                    0 | 3 if framed(side) => m.colours as u16 + 1,
                    1 | 2 => edges[side].0,
                    _ => p.rule.partner(edges[side]).0,
                };
                if tile.look(turn) == turn {
                    ground.looks.push((number << shift) as u32 + u32::from(turn));
                }
                ground.shown.push([0, 1, 2, 3].map(shows));
                ground.frames.push(sides(framed));
            }
        }
        ground
    }

    /// May this look lie on this cell as far as the rim is concerned?
    pub fn suits(&self, cell: usize, look: u32) -> bool {
        self.rims[cell].is_none_or(|rim| rim == self.frames[look as usize])
    }

    /// What looks that lie beside such a rim, or anywhere, show on a side.
    pub fn shown_by(&self, rim: Option<u8>, side: usize) -> BTreeSet<u16> {
        let suits = |look: &&u32| rim.is_none_or(|rim| rim == self.frames[**look as usize]);
        self.looks.iter().filter(suits).map(|&look| self.shown[look as usize][side]).collect()
    }

    /// The tile of a look.
    pub fn tile(&self, look: u32) -> usize {
        (look >> self.shift) as usize
    }

    /// The pinned looks, [`NONE`] elsewhere. A turn that is not given is drawn among those that suit the rim.
    pub fn pinned(&self, dice: &mut Dice) -> Vec<u32> {
        let mut placed = vec![NONE; self.places.len()];
        for pin in &self.p.pins {
            let Some(cell) = self.places.iter().position(|&at| usize::from(at) == pin.cell) else {
                continue;
            };
            let look = |turn: u8| ((pin.tile << self.shift) as u32) + u32::from(turn);
            let turns = match pin.turn {
                Some(turn) => vec![self.p.tiles[pin.tile].look(turn)],
                None => self.p.turns(pin.tile),
            };
            let suited: Vec<u8> =
                turns.iter().copied().filter(|&turn| self.suits(cell, look(turn))).collect();
            let among = if suited.is_empty() { turns } else { suited };
            placed[cell] = look(among[dice.below(among.len() as u32) as usize]);
        }
        placed
    }

    /// The looks on a board of the puzzle.
    pub fn placed(&self, board: &Board) -> Vec<u32> {
        let look = |laid: &Laid| {
            (laid.tile << self.shift) as u32 + u32::from(self.p.tiles[laid.tile].look(laid.turn))
        };
        self.places.iter().map(|&at| board[usize::from(at)].as_ref().map_or(NONE, look)).collect()
    }

    /// The board that shows these looks.
    pub fn board(&self, placed: &[u32]) -> Solution {
        let mut board: Board = vec![None; self.p.cells.len()];
        for (&place, &look) in self.places.iter().zip(placed) {
            if look != NONE {
                let turn = (look & ((1 << self.shift) - 1)) as u8;
                board[usize::from(place)] = Some(Laid { tile: self.tile(look), turn });
            }
        }
        Solution::Board(board)
    }
}

fn sides(holds: impl Fn(usize) -> bool) -> u8 {
    (0..4).map(|side| u8::from(holds(side)) << side).sum()
}
