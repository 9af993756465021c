//! The search: upper halves are kept by their keys, lower halves are looked up among them.

use std::cell::RefCell;
use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, Solution, Symmetries};

use super::Halves;
use super::corners::Filling;
use super::join::{Lefts, Rights, Sieve, join, join_keys};
use crate::matching::model::NONE;
use crate::run::{Halt, Run};
use crate::tree::Tree;

/// Fillings for each arm between two corners that a group of right corners should have: they are joined together.
const GROUP: usize = 420;

/// Right corners above and below some arms.
struct Group {
    arms: Vec<u32>,
    upper: Rights,
    lower: Rights,
}

impl Group {
    fn new(halves: &Halves<'_>, arms: &[u32]) -> Group {
        // The keys of arms cancel out where both halves have the same.
        let side = |corner: usize, sign: u64| {
            let mut all = Vec::new();
            for &arm in arms {
                let key = halves.corners.arm_key(arm).wrapping_mul(sign);
                let fillings = halves.fillings(corner, arm).into_iter();
                all.extend(fillings.map(|f| Filling { key: f.key.wrapping_add(key), ..f }));
            }
            Rights::new(&halves.corners, &all)
        };
        Group { arms: arms.to_vec(), upper: side(1, 1), lower: side(3, u64::MAX) }
    }

    /// The arm of a right corner, by what is in its key beyond its tiles and its edges.
    fn arm(&self, halves: &Halves<'_>, filling: &Filling) -> Option<u32> {
        let corners = &halves.corners;
        let rest = filling.key.wrapping_sub(corners.key(filling.tiles, filling.stock));
        let is = |&arm: &u32| {
            let key = corners.arm_key(arm);
            rest == key || rest == key.wrapping_neg()
        };
        self.arms.iter().copied().find(is)
    }
}

/// A half of the inside: its key, the arm on the right, and its left and its right corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Half {
    key: u64,
    arm: u32,
    corners: [Filling; 2],
}

/// What is kept from one arm to the next.
#[derive(Default)]
struct Shelf {
    /// The block of right arms that the groups are of.
    block: Option<usize>,
    groups: Vec<Group>,
    keys: Vec<u64>,
    sieve: Sieve,
}

/// A choice: the blocks of arms on both sides, then the arm on the left, then one of the solutions that show it.
#[derive(Clone)]
pub enum Choice {
    Blocks(usize, usize),
    Arm(u32),
    Board(Solution),
}

/// The search.
pub struct Meeting<'p> {
    halves: &'p Halves<'p>,
    /// Tells the boards that are one board turned, where all of them are wanted.
    turns: Option<Symmetries<'p>>,
    counted: bool,
    taken: Vec<Choice>,
    shelf: RefCell<Shelf>,
}

impl<'p> Meeting<'p> {
    /// Nothing is chosen. With a puzzle, each solution is told in all its turns.
    pub fn new(halves: &'p Halves<'p>, turned: Option<&'p Puzzle>, counted: bool) -> Meeting<'p> {
        let turns = turned.map(Symmetries::of);
        Meeting { halves, turns, counted, taken: Vec::new(), shelf: RefCell::default() }
    }

    /// All solutions that show an arm on the left and one of a block on the right.
    fn meet(&self, block: usize, arm: u32) -> Vec<Choice> {
        let halves = self.halves;
        let corners = &halves.corners;
        let mut shelf = self.shelf.borrow_mut();
        if shelf.block != Some(block) {
            shelf.groups.clear();
            let together = (GROUP * corners.arms() / halves.fillings).max(1);
            let groups = halves.block(block).chunks(together).map(|arms| Group::new(halves, arms));
            shelf.groups.extend(groups);
            shelf.block = Some(block);
        }
        let Shelf { groups, keys, sieve, .. } = &mut *shelf;
        let lefts = |corner| Lefts::new(corners, &halves.fillings(corner, arm));
        let (upper, lower) = (lefts(0), lefts(2));
        let whole = corners.key(corners.tiles, 0);
        let mut boards = Vec::new();
        for group in groups {
            keys.clear();
            join_keys(&upper, &group.upper, |some| keys.extend_from_slice(some));
            sieve.fill(keys);
            let mut found = Vec::new();
            join_keys(&lower, &group.lower, |some| {
                sieve.sift(some.iter().map(|key| whole.wrapping_sub(*key)), &mut found);
            });
            sieve.fill(&found);
            found.sort_unstable();
            let mut both = Vec::new();
            sieve.sift(keys.iter().copied(), &mut both);
            both.retain(|key| found.binary_search(key).is_ok());
            if both.is_empty() {
                continue;
            }
            both.sort_unstable();
            let above = self.pick(&both, group, (&upper, &group.upper), |key| key);
            let other = |key| whole.wrapping_sub(key);
            let below = self.pick(&both, group, (&lower, &group.lower), other);
            for above in &above {
                let goes = |below: &&Half| (below.key, below.arm) == (above.key, above.arm);
                let below = below.iter().filter(goes);
                below.for_each(|below| self.build(arm, above, below, &mut boards));
            }
        }
        boards
    }

    /// The halves with some keys, each once.
    fn pick(
        &self,
        keys: &[u64],
        group: &Group,
        (lefts, rights): (&Lefts, &Rights),
        of: impl Fn(u64) -> u64,
    ) -> Vec<Half> {
        let mut found = Vec::new();
        join(lefts, rights, |key, left, right| {
            let key = of(key);
            if keys.binary_search(&key).is_ok() {
                let left = lefts.fillings[left];
                let right = rights.filling(&self.halves.corners, right, &left);
                let arm = group.arm(self.halves, &right);
                found.extend(arm.map(|arm| Half { key, arm, corners: [left, right] }));
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// All boards of two halves that go together.
    fn build(&self, arm: u32, above: &Half, below: &Half, boards: &mut Vec<Choice>) {
        let corners = &self.halves.corners;
        let [a, b] = above.corners;
        let [c, d] = below.corners;
        let tiles = [a, b, c, d].iter().fold(0, |tiles, corner| tiles | corner.tiles);
        let stock =
            [b, c, d].iter().try_fold(a.stock, |stock, corner| corners.both(stock, corner.stock));
        if tiles != corners.tiles || stock != Some(0) {
            return;
        }
        let ways = [(a, arm), (b, above.arm), (c, arm), (d, above.arm)];
        let mut partial = vec![vec![NONE; self.halves.plan.cells.len()]];
        for (corner, (filling, arm)) in ways.into_iter().enumerate() {
            let mut more = Vec::new();
            corners.fill(corner, arm, filling.tiles, &mut |met, looks| {
                if (met.stock, met.right) == (filling.stock, filling.right) {
                    let laid = partial.iter().map(|board| self.laid(board, corner, looks));
                    more.extend(laid);
                }
            });
            partial = more;
        }
        for mut looks in partial {
            let (plan, mut framed) = (self.halves.plan, Vec::new());
            plan.frames(plan.steps.len(), &mut looks, &mut framed);
            for board in framed.into_iter().map(|looks| plan.m.board(&looks)) {
                match &self.turns {
                    Some(turns) => boards.extend(turns.images(&board).map(Choice::Board)),
                    None => boards.push(Choice::Board(board)),
                }
            }
        }
    }

    /// A board with a corner laid on it.
    fn laid(&self, board: &[u32], corner: usize, looks: &[u16]) -> Vec<u32> {
        let (plan, side) = (self.halves.plan, self.halves.corners.side);
        let mut board = board.to_vec();
        for (i, &look) in looks.iter().enumerate() {
            let (x, y) = (i % side, i / side);
            let x = if corner.is_multiple_of(2) { x } else { plan.width - 1 - x };
            let y = if corner < 2 { side - 1 - y } else { side + y };
            board[usize::from(plan.cells[y * plan.width + x])] = u32::from(look);
        }
        board
    }
}

impl Tree for Meeting<'_> {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        let halves = self.halves;
        match self.taken[..] {
            [] => halves.order.iter().map(|&(left, right)| Choice::Blocks(left, right)).collect(),
            [Choice::Blocks(left, _)] => {
                halves.block(left).iter().map(|&arm| Choice::Arm(arm)).collect()
            }
            [Choice::Blocks(_, right), Choice::Arm(arm)] => self.meet(right, arm),
            _ => Vec::new(),
        }
    }

    fn ordered(&self) -> usize {
        1
    }

    fn take(&mut self, choice: &Choice) {
        self.taken.push(choice.clone());
    }

    fn undo(&mut self, _: &Choice) {
        self.taken.pop();
    }

    fn solution(&self) -> Option<Solution> {
        match self.taken.last() {
            Some(Choice::Board(board)) => Some(board.clone()),
            _ => None,
        }
    }

    fn report(&self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        match self.taken.last() {
            Some(Choice::Board(_)) if self.counted => {
                run.count(1);
                ControlFlow::Continue(())
            }
            Some(Choice::Board(board)) => run.solution(board),
            _ => ControlFlow::Continue(()),
        }
    }
}
