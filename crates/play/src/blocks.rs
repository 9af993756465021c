//! The room that a block of a sliding puzzle has.
//!
//! ```
//! use marquetry_play::Room;
//! use marquetry_puzzle::{Cell, Direction, Puzzle};
//!
//! let text = "marquetry sliding\ntray\n  A..\n  B.#\n";
//! let Ok(Puzzle::Sliding(tray)) = marquetry_formats::native::read(text) else { panic!("a tray") };
//! let room = Room::of(&tray, tray.start(), 0);
//! assert_eq!(room.anchors, [Cell::at(0, 0), Cell::at(1, 0), Cell::at(2, 0), Cell::at(1, 1)]);
//! assert_eq!(room.path_to(Cell::at(1, 1)), Some(vec![Direction::Right, Direction::Down]));
//! ```

use std::collections::{HashMap, HashSet, VecDeque};

use marquetry_puzzle::sliding::Position;
use marquetry_puzzle::{Cell, Direction, Move as Push, Sliding};

use crate::moves::{Change, Refusal};

/// Where a block can go in one move, and the unit steps between those places.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Room {
    /// Where its first cell can lie. The first of them is where it lies now; none is nearer than one before it.
    pub anchors: Vec<Cell>,
    /// For each anchor, the one that a step up, right, down or left leads to.
    pub steps: Vec<[Option<usize>; 4]>,
    /// For each anchor but the first, the one before it on a shortest way, and the last step.
    before: Vec<Option<(usize, Direction)>>,
}

impl Room {
    /// The room of a block; empty where there is no such block.
    pub fn of(p: &Sliding, position: &Position, block: usize) -> Room {
        let Some(own) = p.blocks.get(block) else { return Room::default() };
        let cells: Vec<Cell> = position.cells(p, block).collect();
        let start = cells[0];
        let shape: HashSet<Cell> = cells.iter().map(|c| c.minus(start)).collect();
        // Only these cells can meet something when it goes this way.
        let leading = Direction::ALL.map(|way| -> Vec<Cell> {
            let leads = |c: &&Cell| !shape.contains(&c.plus(way.step()));
            shape.iter().filter(leads).copied().collect()
        });
        let free = |cell: Cell| {
            let other = position.block_at(p, cell).is_some_and(|other| other != block);
            p.index(cell).is_some() && !p.is_wall(cell) && !other
        };
        let mut room = Room { anchors: vec![start], steps: vec![[None; 4]], before: vec![None] };
        let mut known = HashMap::from([(start, 0)]);
        let mut open = VecDeque::from([0]);
        while let Some(here) = open.pop_front() {
            for way in Direction::ALL.into_iter().filter(|&way| own.freedom.allows(way)) {
                let to = room.anchors[here].plus(way.step());
                if !leading[way as usize].iter().all(|&c| free(c.plus(to))) {
                    continue;
                }
                let there = *known.entry(to).or_insert(room.anchors.len());
                if there == room.anchors.len() {
                    room.anchors.push(to);
                    room.steps.push([None; 4]);
                    room.before.push(Some((here, way)));
                    open.push_back(there);
                }
                room.steps[here][way as usize] = Some(there);
            }
        }
        room
    }

    /// A shortest path to an anchor, by its index.
    pub fn path(&self, anchor: usize) -> Vec<Direction> {
        let mut path = Vec::new();
        let mut here = anchor;
        while let Some((before, way)) = self.before.get(here).copied().flatten() {
            path.push(way);
            here = before;
        }
        path.reverse();
        path
    }

    /// A shortest path to a cell for the block's first cell; `None` where it cannot get there.
    pub fn path_to(&self, cell: Cell) -> Option<Vec<Direction>> {
        self.anchors.iter().position(|&anchor| anchor == cell).map(|anchor| self.path(anchor))
    }
}

/// What a push changes, or why it cannot be made.
pub fn changes(p: &Sliding, position: &Position, push: &Push) -> Result<Vec<Change>, Refusal> {
    let block = push.block;
    if block >= p.blocks.len() {
        return Err(Refusal::NoSuchBlock(block));
    }
    if push.path.is_empty() {
        return Err(Refusal::NoChange);
    }
    let mut tried = position.clone();
    for (after, &way) in push.path.iter().enumerate() {
        if let Some(obstacle) = tried.obstacle(p, block, way) {
            return Err(Refusal::Blocked { block, way, after, obstacle });
        }
        tried.push(p, block, way);
    }
    Ok(vec![Change::Block(push.clone())])
}
