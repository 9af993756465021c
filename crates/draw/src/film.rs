//! The moves of a sliding puzzle on a clock, for pictures that move.

use marquetry_puzzle::{Direction, Move, Sliding};

use crate::Error;

/// The most moves that are shown moving.
const MOST_MOVES: usize = 2_500;
/// All times are in hundredths of a second. The rest at the start, at the end, and after each move in steps.
const START: f32 = 100.0;
const END: f32 = 250.0;
const REST: f32 = 0.75;
/// What a step takes, unless all of them together would take longer than this.
const STEP: f32 = 16.0;
const LONGEST: f32 = 10_000.0;

/// A block pushed straight on by some cells.
#[derive(Debug)]
pub(crate) struct Push {
    pub block: usize,
    pub way: Direction,
    pub cells: usize,
    pub begins: f32,
    pub ends: f32,
}

/// What happens when.
pub(crate) struct Film {
    pub pushes: Vec<Push>,
    pub length: f32,
}

impl Film {
    /// The moves as far as they can be made.
    pub(crate) fn of(p: &Sliding, moves: &[Move]) -> Result<Film, Error> {
        if moves.len() > MOST_MOVES {
            let count = moves.len();
            return Err(Error(format!(
                "{count} moves are too many to be shown moving, {MOST_MOVES} are the most"
            )));
        }
        let mut position = p.start().clone();
        let paths: Vec<_> = moves.iter().map(|m| (m.block, position.make(p, m))).collect();
        let steps: f32 =
            paths.iter().map(|path| path.1.len() as f32 + REST).sum::<f32>().max(f32::EPSILON);
        let step = STEP.min(LONGEST / steps);
        let (mut pushes, mut now) = (Vec::new(), START);
        for (block, path) in paths {
            for run in path.chunk_by(|a, b| a == b) {
                let begins = now;
                now += step * run.len() as f32;
                pushes.push(Push { block, way: run[0], cells: run.len(), begins, ends: now });
            }
            now += step * REST;
        }
        Ok(Film { pushes, length: now + END })
    }
}
