//! A matching puzzle as flat tables.
//!
//! A *look* is a tile in one turn. The looks of one tile have numbers side by side, so that a look's number shifted
//! right is its tile, and a set of looks is a row of bits.

use marquetry_puzzle::matching::{Board, Laid, Matching, Rule};
use marquetry_puzzle::{Direction, Solution};

use crate::bits::bits;
use crate::matching::{alike, pick, turns};

/// No cell: the rim.
pub const RIM: u16 = u16::MAX;
/// No look.
pub const NONE: u32 = u32::MAX;

/// A compiled puzzle. Tiles and cells have numbers of their own, in the order in which they are best tried.
pub struct Model {
    /// The index on the board of each cell that holds a tile.
    pub places: Vec<u16>,
    /// The cells around a cell, or [`RIM`].
    pub near: Vec<[u16; 4]>,
    /// The puzzle's own number of each tile.
    pub tiles: Vec<u16>,
    /// How many tiles each stands for: more than one only where boards that look alike are one.
    pub copies: Vec<u16>,
    /// How far a look's number is shifted to get its tile: 2 where tiles turn, else 0.
    pub shift: u32,
    /// What each look shows on each side, told so that two touching edges agree when their numbers are equal.
    pub shown: Vec<[u16; 4]>,
    /// All numbers of colours are below this.
    pub colours: usize,
    /// 64-bit words of a set of looks.
    pub words: usize,
    /// The looks that may lie on each cell of the empty board, `words` for each cell.
    pub start: Vec<u64>,
    /// The cells where more than the rim limits the looks.
    pub limited: Vec<u16>,
    /// When touching edges agree.
    pub rule: Rule,
    /// Is there a frame? If not, any edge may lie along the rim.
    pub framed: bool,
    /// Are there more tiles than cells?
    pub spares: bool,
    /// Of the boards that are one board turned, is there just one?
    pub once: bool,
    /// Columns of the board.
    pub width: usize,
    /// Cells of the board, those that hold no tile among them.
    pub board_len: usize,
}

impl Model {
    /// Compiles a puzzle. With `distinct`, solutions that are others turned are left out where that is easy; at
    /// least one of each class stays. With `looks`, of the boards that look alike there is one, where some tiles may
    /// stand for others that are alike.
    pub fn new(p: &Matching, distinct: bool, looks: bool) -> Model {
        let mut tiles = pick::tiles(p);
        let copies = if looks { alike::merge(p, &mut tiles) } else { vec![1; tiles.len()] };
        let shift = if p.turning { 2 } else { 0 };
        let looks = tiles.len() << shift;
        let places = pick::places(p);
        let mut index = vec![RIM; p.cells.len()];
        for (cell, &place) in places.iter().enumerate() {
            index[usize::from(place)] = cell as u16;
        }
        let near = |&place: &u16| {
            let beside = |side| p.neighbour(usize::from(place), side).map_or(RIM, |n| index[n]);
            Direction::ALL.map(beside)
        };
        let mut model = Model {
            near: places.iter().map(near).collect(),
            tiles,
            copies,
            spares: p.tiles.len() > places.len(),
            places,
            shift,
            shown: Vec::with_capacity(looks),
            colours: 0,
            words: looks.div_ceil(64),
            start: Vec::new(),
            limited: Vec::new(),
            rule: p.rule,
            framed: p.frame.is_some(),
            once: false,
            width: p.width,
            board_len: p.cells.len(),
        };
        model.lay_out(p);
        model.hold_pins(p, &index);
        if distinct {
            turns::break_turns(&mut model, p, &index);
        }
        model
    }

    /// Fills in what the looks show and where the rim lets them lie.
    fn lay_out(&mut self, p: &Matching) {
        // With a frame, a look goes exactly where its frame edges are rim: a set for each pattern of rim sides.
        let mut suits = vec![0u64; if self.framed { 16 } else { 1 } * self.words];
        for &tile in &self.tiles {
            let tile = &p.tiles[usize::from(tile)];
            for turn in 0..1 << self.shift {
                let edges = tile.turned(turn);
                let mate = |side: usize| p.rule.partner(edges[side]).0;
                let look = self.shown.len();
                self.shown.push([mate(0), edges[1].0, edges[2].0, mate(3)]);
                // Both halves of a colour have a number, whether or not both occur.
                let most = edges.iter().map(|e| usize::from(e.0 | 1)).max().unwrap_or(0);
                self.colours = self.colours.max(most + 1);
                let lonely =
                    |frame| p.rule == Rule::Pairs && edges.contains(&p.rule.partner(frame));
                if tile.look(turn) != turn || p.frame.is_some_and(lonely) {
                    continue;
                }
                let framed = |side: usize| usize::from(Some(edges[side]) == p.frame) << side;
                let pattern: usize = (0..4).map(framed).sum();
                suits[pattern * self.words + look / 64] |= 1 << (look % 64);
            }
        }
        self.start.reserve(self.near.len() * self.words);
        for near in &self.near {
            let rim = |side: usize| usize::from(self.framed && near[side] == RIM) << side;
            let at = (0..4).map(rim).sum::<usize>() * self.words;
            self.start.extend_from_slice(&suits[at..at + self.words]);
        }
    }

    /// A pinned tile lies on its cell and nowhere else, and its cell takes no other. No tile and no cell is pinned twice.
    fn hold_pins(&mut self, p: &Matching, index: &[u16]) {
        let mut number = vec![0; p.tiles.len()];
        self.tiles.iter().enumerate().for_each(|(i, &tile)| number[usize::from(tile)] = i);
        let mut held = vec![0; self.words];
        let mut pinned = Vec::with_capacity(p.pins.len());
        for pin in &p.pins {
            let first = number[pin.tile] << self.shift;
            let (word, group) = self.group(first as u32);
            held[word] |= group;
            let at = usize::from(index[pin.cell]) * self.words;
            let turned = |turn| 1 << ((first + usize::from(p.tiles[pin.tile].look(turn))) % 64);
            let left = self.start[at + word] & pin.turn.map_or(group, |turn| group & turned(turn));
            pinned.push((at, word, left));
            self.limited.push(index[pin.cell]);
        }
        for looks in self.start.chunks_mut(self.words.max(1)) {
            looks.iter_mut().zip(&held).for_each(|(looks, held)| *looks &= !held);
        }
        for (at, word, left) in pinned {
            self.start[at..at + self.words].fill(0);
            self.start[at + word] = left;
        }
        self.look_around_pins();
    }

    /// A part of the board, on which a look of a tile that does not turn is held at some column and row. All tiles may
    /// be used.
    pub fn window(&self, width: usize, height: usize, at: (usize, usize), look: u32) -> Model {
        let mut places: Vec<u16> = (0..(width * height) as u16).collect();
        let off = |&place: &u16| {
            let (x, y) = (usize::from(place) % width, usize::from(place) / width);
            x.abs_diff(at.0).pow(2) + y.abs_diff(at.1).pow(2)
        };
        places.sort_by_key(off);
        let mut index = vec![RIM; places.len()];
        (0..places.len()).for_each(|cell| index[usize::from(places[cell])] = cell as u16);
        let near = |&place: &u16| {
            let place = usize::from(place);
            let (x, y) = (place % width, place / width);
            let sides = [
                (y > 0).then(|| place - width),
                (x + 1 < width).then_some(place + 1),
                (y + 1 < height).then_some(place + width),
                (x > 0).then(|| place - 1),
            ];
            sides.map(|place| place.map_or(RIM, |place| index[place]))
        };
        let (word, group) = self.group(look);
        let mut start = self.start[..self.words].repeat(places.len());
        start.iter_mut().skip(word).step_by(self.words).for_each(|looks| *looks &= !group);
        start[..self.words].fill(0);
        start[word] = group;
        Model {
            near: places.iter().map(near).collect(),
            start,
            limited: vec![0],
            spares: true,
            width,
            board_len: places.len(),
            places,
            tiles: self.tiles.clone(),
            copies: self.copies.clone(),
            shown: self.shown.clone(),
            ..*self
        }
    }

    /// Where the looks of the same tile are: the word, and the bits in it.
    #[inline(always)]
    pub fn group(&self, look: u32) -> (usize, u64) {
        let first = look >> self.shift << self.shift;
        let all = if self.shift == 0 { 1 } else { 15 };
        (first as usize / 64, all << (first % 64))
    }

    /// Cells beside a pin keep the looks that agree with it.
    fn look_around_pins(&mut self) {
        for pinned in self.limited.clone() {
            let looks = self.looks_at(usize::from(pinned));
            for side in 0..4 {
                let near = self.near[usize::from(pinned)][side];
                if near == RIM {
                    continue;
                }
                let seen: Vec<u16> = looks.iter().map(|&l| self.shown[l as usize][side]).collect();
                let shown = std::mem::take(&mut self.shown);
                self.keep(usize::from(near), |look| seen.contains(&shown[look as usize][side ^ 2]));
                self.shown = shown;
                self.limited.push(near);
            }
        }
    }

    /// Takes away the looks of a cell that do not pass.
    pub(super) fn keep(&mut self, cell: usize, passes: impl Fn(u32) -> bool) {
        for look in self.looks_at(cell) {
            if !passes(look) {
                self.start[cell * self.words + look as usize / 64] &= !(1 << (look % 64));
            }
        }
    }

    /// The tile that stands for one of the puzzle's.
    pub fn tile_for(&self, p: &Matching, tile: usize) -> Option<usize> {
        let same = self.tiles.iter().position(|&other| usize::from(other) == tile);
        let face = |i: usize| p.face(usize::from(self.tiles[i]));
        let alike = |&i: &usize| self.copies[i] > 1 && face(i) == p.face(tile);
        same.or_else(|| (0..self.tiles.len()).find(alike))
    }

    /// May a look lie on a cell of the empty board?
    pub fn may_lie(&self, cell: usize, look: u32) -> bool {
        self.start[cell * self.words + look as usize / 64] >> (look % 64) & 1 != 0
    }

    /// The looks that may lie on a cell of the empty board.
    pub fn looks_at(&self, cell: usize) -> Vec<u32> {
        bits(&self.start[cell * self.words..(cell + 1) * self.words]).collect()
    }

    /// The board that shows a look on each cell, or nothing where there is [`NONE`].
    pub fn board(&self, placed: &[u32]) -> Solution {
        let mut board: Board = vec![None; self.board_len];
        for (&place, &look) in self.places.iter().zip(placed) {
            if look != NONE {
                let tile = usize::from(self.tiles[(look >> self.shift) as usize]);
                let turn = (look & ((1 << self.shift) - 1)) as u8;
                board[usize::from(place)] = Some(Laid { tile, turn });
            }
        }
        Solution::Board(board)
    }
}
