//! Pattern databases: how many moves a few tiles need at least, wherever they are.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::casing::Casing;
use super::seats::Seats;
use crate::bits::{bits, ones};
use crate::run::{Halt, Run};

/// What no move count reaches.
const FAR: u8 = u8::MAX;
/// How many seatings are gone through between two looks at the clock.
const LOOK_EVERY: usize = 4096;

/// For some tiles, the least number of moves of these tiles that brings them home, by where they and the hole are.
pub struct Pattern {
    /// The tiles, named by their home cells.
    pub tiles: Vec<usize>,
    seats: Arc<Seats>,
    moves: Vec<u8>,
}

/// Where the tiles of a pattern are, and how many moves they need at least.
#[derive(Copy, Clone)]
pub struct Stand {
    seating: u32,
    order: u16,
    pub moves: u8,
}

impl Pattern {
    /// Works backwards from the goal, level by level. A level is a set of orders for each seating.
    pub fn new(
        tray: &Casing,
        tiles: Vec<usize>,
        seats: Arc<Seats>,
        run: &mut Run<'_>,
    ) -> ControlFlow<Halt, Pattern> {
        let mut moves = vec![FAR; seats.len() * seats.orders];
        let mut wave = Wave::new(&seats, seats.of(&tiles, tray.hole_home));
        for depth in 0..FAR {
            wave.note(depth, &mut moves, run)?;
            if !wave.spread(run)? {
                break;
            }
        }
        ControlFlow::Continue(Pattern { tiles, seats, moves })
    }

    /// Where the tiles are, given the cell of each, and the hole's.
    pub fn stand(&self, at: impl Fn(usize) -> usize, hole: usize) -> Stand {
        let cells: Vec<usize> = self.tiles.iter().map(|&tile| at(tile)).collect();
        let (seating, order) = self.seats.of(&cells, hole);
        self.at(seating, order)
    }

    #[inline]
    fn at(&self, seating: u32, order: u16) -> Stand {
        let moves = self.moves[seating as usize * self.seats.orders + order as usize];
        Stand { seating, order, moves }
    }

    /// Where they are after one of them, by its number, has gone to the hole, from which it lay this way.
    #[inline]
    pub fn moved(&self, stand: Stand, number: usize, way: usize) -> Stand {
        let (seating, order) = self.seats.moved(stand.seating, stand.order, number, way);
        self.at(seating, order)
    }
}

/// What a search backwards has come to: sets of orders, in as many words for each seating.
struct Wave<'a> {
    seats: &'a Seats,
    words: usize,
    met: Vec<u64>,
    /// What is new at this depth, and in which seatings there is any.
    level: Vec<u64>,
    reached: Vec<bool>,
    /// What has a neighbour at this depth, and in which seatings there is any.
    next: Vec<u64>,
    ahead: Vec<bool>,
}

impl<'a> Wave<'a> {
    fn new(seats: &'a Seats, (seating, order): (u32, u16)) -> Wave<'a> {
        let words = seats.orders.div_ceil(64);
        let none = vec![0; seats.len() * words];
        let (mut next, mut ahead) = (none.clone(), vec![false; seats.len()]);
        next[seating as usize * words + order as usize / 64] = 1 << (order % 64);
        ahead[seating as usize] = true;
        let reached = vec![false; seats.len()];
        Wave { seats, words, met: none.clone(), level: none, reached, next, ahead }
    }

    /// Takes what is ahead and was not met before as the next level, and notes its depth.
    fn note(&mut self, depth: u8, moves: &mut [u8], run: &mut Run<'_>) -> ControlFlow<Halt> {
        let Wave { words, seats, .. } = *self;
        for (seating, moves) in moves.chunks_exact_mut(seats.orders).enumerate() {
            if seating % LOOK_EVERY == 0 {
                run.look()?;
            }
            if !std::mem::take(&mut self.ahead[seating]) {
                continue;
            }
            let span = seating * words..(seating + 1) * words;
            let sets = self.next[span.clone()].iter_mut().zip(&mut self.met[span.clone()]);
            let mut any = 0;
            for (word, (new, (next, met))) in self.level[span].iter_mut().zip(sets).enumerate() {
                *new = std::mem::take(next) & !*met;
                *met |= *new;
                any |= *new;
                ones(*new).for_each(|bit| moves[word * 64 + bit] = depth);
            }
            self.reached[seating] = any != 0;
        }
        ControlFlow::Continue(())
    }

    /// Goes one move on from the level. Does it lead anywhere?
    fn spread(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt, bool> {
        let mut any = false;
        for seating in 0..self.seats.len() {
            if seating % LOOK_EVERY == 0 {
                run.look()?;
            }
            if !std::mem::take(&mut self.reached[seating]) {
                continue;
            }
            any = true;
            let here = &self.level[seating * self.words..][..self.words];
            for (to, turn) in self.seats.steps(seating) {
                self.ahead[to] = true;
                advance(here, turn, &mut self.next[to * self.words..][..self.words]);
            }
        }
        ControlFlow::Continue(any)
    }
}

/// Adds the orders of a level to those of a neighbouring seating.
fn advance(here: &[u64], turn: Option<&[u16]>, there: &mut [u64]) {
    match turn {
        None => there.iter_mut().zip(here).for_each(|(there, here)| *there |= here),
        Some(turn) => {
            for order in bits(here) {
                let order = turn[order as usize] as usize;
                there[order / 64] |= 1 << (order % 64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::super::casing::WAYS;
    use super::*;
    use crate::run::{Limits, StopFlag};

    /// The fewest moves of the tiles by which each of their places, with the hole's, is reached from home; the hole goes
    /// past others for nothing.
    fn plainly(tray: &Casing, home: &[usize]) -> HashMap<(Vec<usize>, usize), u8> {
        let mut known = HashMap::new();
        let mut open = VecDeque::from([(home.to_vec(), tray.hole_home, 0_u8)]);
        while let Some((cells, hole, moves)) = open.pop_front() {
            if known.contains_key(&(cells.clone(), hole)) {
                continue;
            }
            known.insert((cells.clone(), hole), moves);
            for to in (0..WAYS).filter_map(|way| tray.near(hole, way)) {
                match cells.iter().position(|&cell| cell == to) {
                    None => open.push_front((cells.clone(), to, moves)),
                    Some(tile) => {
                        let mut cells = cells.clone();
                        cells[tile] = hole;
                        open.push_back((cells, to, moves + 1));
                    }
                }
            }
        }
        known
    }

    #[test]
    fn tables_have_the_fewest_moves_of_their_tiles_wherever_they_and_the_hole_are() {
        let trays = [(3, 3, 8, 4), (3, 3, 4, 3), (2, 5, 1, 4), (5, 2, 7, 3), (4, 3, 0, 3)];
        for (width, height, hole_home, size) in trays {
            let tray = Casing::new(width, height, hole_home);
            let mut watch = ();
            let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut watch);
            let seats = Arc::new(Seats::new(&tray, size));
            let others = (0..tray.cells()).rev().filter(|&cell| cell != hole_home);
            let tiles: Vec<usize> = others.step_by(2).take(size).collect();
            let pattern = Pattern::new(&tray, tiles.clone(), seats, &mut run);
            let Some(pattern) = pattern.continue_value() else { panic!("no limits were set") };
            let known = plainly(&tray, &tiles);
            assert!(known.len() > 1000, "{}", known.len());
            for ((cells, hole), moves) in known {
                let at = |tile| cells[tiles.iter().position(|&other| other == tile).unwrap()];
                let stand = pattern.stand(at, hole);
                assert_eq!(stand.moves, moves, "{width}x{height}: {cells:?} {hole}");
                for way in 0..WAYS {
                    let from = tray.near(hole, way);
                    let Some(i) = cells.iter().position(|&cell| Some(cell) == from) else {
                        continue;
                    };
                    let at = |tile| if tile == tiles[i] { hole } else { at(tile) };
                    let (moved, anew) = (pattern.moved(stand, i, way), pattern.stand(at, cells[i]));
                    assert_eq!((moved.seating, moved.order), (anew.seating, anew.order));
                }
            }
        }
    }
}
