//! A tray surveyed: all positions that can be reached, how far they are from the start and from the goal.
//!
//! ```
//! use marquetry_puzzle::Cell;
//! use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};
//! use marquetry_search::sliding::chart::chart;
//! use marquetry_search::{Limits, Metric, Run, StopFlag};
//!
//! let at = |x| vec![Cell::at(x, 0)];
//! let block = Block { name: "A".into(), label: None, cells: at(0), freedom: Freedom::default() };
//! let goal = vec![Target { label: None, cells: at(2) }];
//! let (title, walls, blocks) = (String::new(), Vec::new(), vec![block]);
//! let tray = Sliding::new(Setup { title, width: 3, height: 1, walls, blocks, goal }).unwrap();
//! let mut nobody = ();
//! let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut nobody);
//!
//! let chart = chart(&tray, Metric::Steps, &mut run);
//! assert_eq!((chart.positions, chart.deepest), (3, 2));
//! assert_eq!(chart.whole.unwrap().shortest, Some(2));
//! ```

use std::collections::BTreeMap;

use marquetry_puzzle::sliding::{Move, Sliding};
use num_bigint::BigUint;

use super::bfs::{Task, with_plain_space};
use super::key::Key;
use super::retrace;
use super::space::{Last, Space};
use crate::engines::Metric;
use crate::run::{Ending, Halt, Run};

/// What is known of a tray's positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// Positions that were met, the start among them.
    pub positions: u64,
    /// Moves to the farthest of them that were all met.
    pub deepest: usize,
    /// The rest, or what kept it from being found out: then there may be more positions.
    pub whole: Result<Whole, Ending>,
}

/// What takes all positions to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    /// The positions farthest from the start.
    pub farthest: Far,
    /// Positions in which the goal is reached.
    pub goals: u64,
    /// Moves of a shortest solution.
    pub shortest: Option<usize>,
    /// How many shortest solutions there are.
    pub solutions: BigUint,
    /// The positions farthest from the goal, where it can be reached.
    pub hardest: Option<Far>,
    /// Pairs of positions one move apart.
    pub moves: u64,
    /// The fewest and the most moves there are in a position.
    pub choices: (usize, usize),
    /// Positions with a single move: the one back.
    pub dead_ends: u64,
}

/// Positions as far as can be from something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Far {
    /// How far, in moves.
    pub distance: usize,
    /// How many positions are so far.
    pub positions: u64,
    /// The way from the start to one of them.
    pub way: Vec<Move>,
}

/// Surveys a tray within the limits of a run.
pub fn chart(p: &Sliding, metric: Metric, run: &mut Run<'_>) -> Chart {
    with_plain_space(p, metric, Survey { p, metric, run })
}

struct Survey<'a, 'r> {
    p: &'a Sliding,
    metric: Metric,
    run: &'a mut Run<'r>,
}

impl Task for Survey<'_, '_> {
    type Output = Chart;

    fn on<S: Space>(self, space: &S) -> Chart {
        let Survey { p, metric, run } = self;
        let mut atlas = Atlas::new(space);
        let explored = atlas.explore(run);
        let positions = atlas.keys.len() as u64;
        let deepest = atlas.levels.len().saturating_sub(1 + usize::from(explored.is_err()));
        let whole = explored.and_then(|()| atlas.whole(p, metric, run));
        let ending = |halt| match halt {
            Halt::Ending(ending) => ending,
            Halt::Failure(_) | Halt::Share => Ending::Cancelled,
        };
        Chart { positions, deepest, whole: whole.map_err(ending) }
    }
}

/// Not reached.
const NEVER: u32 = u32::MAX;
/// Neighbours met between two looks at the clock.
const LOOK_EVERY: usize = 1 << 16;

/// All positions met so far, in the order in which they were.
struct Atlas<'s, S: Space> {
    space: &'s S,
    scratch: S::Scratch,
    /// Neighbours met since the last look at the clock.
    unseen: usize,
    keys: Vec<S::Key>,
    /// Open addressing: indices of keys.
    slots: Vec<u32>,
    /// Bytes that keys take on the heap.
    heap: usize,
    /// Where each level begins.
    levels: Vec<usize>,
    /// Positions in which the goal is reached.
    goals: Vec<u32>,
    moves: u64,
    choices: (usize, usize),
    dead_ends: u64,
}

impl<'s, S: Space> Atlas<'s, S> {
    fn new(space: &'s S) -> Atlas<'s, S> {
        let mut atlas = Atlas {
            space,
            scratch: space.scratch(),
            unseen: 0,
            keys: Vec::new(),
            slots: vec![NEVER; 1 << 10],
            heap: 0,
            levels: vec![0],
            goals: Vec::new(),
            moves: 0,
            choices: (usize::MAX, 0),
            dead_ends: 0,
        };
        atlas.insert(&space.start());
        if space.solved() {
            atlas.goals.push(0);
        }
        atlas
    }

    /// The slot that holds a key, or the free one where it belongs.
    fn slot(&self, key: &S::Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (key.mixed() >> 32) as usize & mask;
        while self.slots[at] != NEVER && self.keys[self.slots[at] as usize] != *key {
            at = (at + 1) & mask;
        }
        at
    }

    fn find(&self, key: &S::Key) -> u32 {
        self.slots[self.slot(key)]
    }

    /// Adds a key; says whether it is new.
    fn insert(&mut self, key: &S::Key) -> bool {
        let at = self.slot(key);
        if self.slots[at] != NEVER {
            return false;
        }
        self.slots[at] = self.keys.len() as u32;
        self.heap += key.heap();
        self.keys.push(key.clone());
        true
    }

    /// Makes room for more keys than there are now.
    fn grow(&mut self, run: &Run<'_>) -> Result<(), Halt> {
        if self.keys.len() * 2 < self.slots.len() {
            return Ok(());
        }
        // While keys are moved to a larger place there are three times as many; later each has two distances.
        let keys = self.keys.len() * (3 * size_of::<S::Key>() + 8) + self.heap;
        let bytes = keys + 3 * self.slots.len() * size_of::<u32>();
        let most = run.memory().unwrap_or(u64::MAX);
        if bytes as u64 > most || self.keys.len() >= (NEVER / 2) as usize {
            return Err(Halt::Ending(Ending::MemoryLimit));
        }
        self.slots = vec![NEVER; 2 * self.slots.len()];
        for i in 0..self.keys.len() {
            let at = self.slot(&self.keys[i]);
            self.slots[at] = i as u32;
        }
        Ok(())
    }

    /// The positions one move away, each once, and whether they reach the goal.
    fn neighbours(&mut self, of: usize, run: &mut Run<'_>) -> Result<Vec<(S::Key, bool)>, Halt> {
        let mut near = Vec::new();
        let from = (&self.keys[of], Last::UNKNOWN);
        self.space.expand(from, &mut self.scratch, |key, goal, _| near.push((key, goal)));
        self.unseen += near.len();
        if self.unseen >= LOOK_EVERY {
            self.unseen = 0;
            run.look().break_value().map_or(Ok(()), Err)?;
        }
        near.sort();
        near.dedup();
        Ok(near)
    }

    /// Meets all positions, level by level.
    fn explore(&mut self, run: &mut Run<'_>) -> Result<(), Halt> {
        run.tick().break_value().map_or(Ok(()), Err)?;
        let mut next = 0;
        while next < self.keys.len() {
            let end = self.keys.len();
            self.levels.push(end);
            while next < end {
                let near = self.neighbours(next, run)?;
                self.moves += near.len() as u64;
                self.choices = (self.choices.0.min(near.len()), self.choices.1.max(near.len()));
                self.dead_ends += u64::from(near.len() == 1);
                for (key, goal) in &near {
                    self.grow(run)?;
                    if self.insert(key) {
                        if *goal {
                            self.goals.push(self.keys.len() as u32 - 1);
                        }
                        run.tick().break_value().map_or(Ok(()), Err)?;
                    }
                }
                next += 1;
            }
        }
        self.levels.pop();
        Ok(())
    }

    /// How far each position is from the goal.
    fn goal_distances(&mut self, run: &mut Run<'_>) -> Result<Vec<u32>, Halt> {
        let mut distance = vec![NEVER; self.keys.len()];
        let mut open = self.goals.clone();
        open.iter().for_each(|&goal| distance[goal as usize] = 0);
        let mut next = 0;
        while let Some(&at) = open.get(next) {
            next += 1;
            for (key, _) in self.neighbours(at as usize, run)? {
                let near = self.find(&key) as usize;
                if distance[near] == NEVER {
                    distance[near] = distance[at as usize] + 1;
                    open.push(near as u32);
                }
            }
        }
        Ok(distance)
    }

    fn depth(&self, position: u32) -> usize {
        self.levels.partition_point(|&begins| begins <= position as usize) - 1
    }

    /// The neighbours of a position that are one move nearer to the start.
    fn before(&mut self, position: u32, run: &mut Run<'_>) -> Result<Vec<u32>, Halt> {
        let depth = self.depth(position);
        let near = self.neighbours(position as usize, run)?;
        let near = near.iter().map(|(key, _)| self.find(key));
        Ok(near.filter(|&near| self.depth(near) + 1 == depth).collect())
    }

    /// How many shortest ways lead from the start to these positions, all equally far from it.
    fn ways(&mut self, goals: &[u32], run: &mut Run<'_>) -> Result<BigUint, Halt> {
        let mut ways: BTreeMap<u32, BigUint> =
            goals.iter().map(|&goal| (goal, BigUint::from(1_u8))).collect();
        while ways.keys().any(|&at| at != 0) {
            for (at, count) in std::mem::take(&mut ways) {
                for before in self.before(at, run)? {
                    *ways.entry(before).or_default() += &count;
                }
            }
        }
        Ok(ways.into_values().sum())
    }

    /// The first cells between which blocks move on a way from the start to a position.
    fn hops(&mut self, position: u32, run: &mut Run<'_>) -> Result<Vec<(usize, usize)>, Halt> {
        let mut way = vec![position];
        while let Some(before) = self.before(way[way.len() - 1], run)?.into_iter().min() {
            way.push(before);
        }
        way.reverse();
        let key = |at: u32| &self.keys[at as usize];
        Ok(way.windows(2).map(|pair| self.space.moved(key(pair[0]), key(pair[1]))).collect())
    }

    fn whole(&mut self, p: &Sliding, metric: Metric, run: &mut Run<'_>) -> Result<Whole, Halt> {
        let to_goal = self.goal_distances(run)?;
        let mut far = |atlas: &mut Self, distance: usize, all: &[u32]| {
            let hops = atlas.hops(all[0], run)?;
            let way = retrace::moves(p, metric, hops.into_iter());
            Ok(Far { distance, positions: all.len() as u64, way })
        };
        let last = self.levels.len() - 1;
        let outmost: Vec<u32> = (self.levels[last] as u32..self.keys.len() as u32).collect();
        let farthest = far(self, last, &outmost)?;
        let most = to_goal.iter().copied().max().filter(|&most| most != NEVER);
        let hardest = most.map(|most| {
            let all = (0..to_goal.len()).filter(|&at| to_goal[at] == most);
            far(self, most as usize, &all.map(|at| at as u32).collect::<Vec<_>>())
        });
        let shortest = self.goals.first().map(|&goal| self.depth(goal));
        let mut nearest = self.goals.clone();
        nearest.retain(|&goal| Some(self.depth(goal)) == shortest);
        Ok(Whole {
            farthest,
            goals: self.goals.len() as u64,
            shortest,
            solutions: self.ways(&nearest, run)?,
            hardest: hardest.transpose()?,
            // Each was met from both sides.
            moves: self.moves / 2,
            choices: self.choices,
            dead_ends: self.dead_ends,
        })
    }
}
