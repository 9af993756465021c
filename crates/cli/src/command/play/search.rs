//! Solutions that keep what was placed, and which tile is to blame when there are none.

use std::ops::ControlFlow;
use std::time::Instant;

use marquetry_puzzle::matching::Pin;
use marquetry_puzzle::{Board, Matching, Puzzle, Solution, analyse};
use marquetry_search::{Ending, Limits, Settings, StopFlag, solve};

use super::game::{Game, Placed};

/// How a search for one solution ended, and after how many nodes.
pub struct Found {
    pub board: Result<Board, Missing>,
    pub nodes: u64,
}

/// Why a search has no board to show.
pub enum Missing {
    /// There is none.
    Proved,
    /// It is not known whether there is one, for this reason.
    Unknown(String),
}

impl Found {
    fn nothing(why: Missing, nodes: u64) -> Found {
        Found { board: Err(why), nodes }
    }
}

/// Why a board cannot be completed; tiles are given by their place in the order of placing.
pub enum Blame {
    /// The puzzle cannot be solved at all.
    Puzzle,
    /// Without this tile it could be.
    Tile(usize),
    /// It could be until this tile was placed, and taking one away is not enough any more.
    Since(usize),
    /// Time was too short to tell.
    Unknown,
}

/// What bounds all searches of one command.
pub struct Search {
    pub deadline: Option<Instant>,
    pub stop: StopFlag,
}

impl Search {
    /// Looks for a solution that has these tiles where they are. One thread, so that every run is the same.
    pub fn keeping(&self, p: &Matching, placed: &[Placed]) -> Found {
        let puzzle = match pinned(p, placed) {
            Ok(puzzle) => puzzle,
            Err(why) => return Found::nothing(Missing::Unknown(why), 0),
        };
        if !analyse(&puzzle).impossible.is_empty() {
            return Found::nothing(Missing::Proved, 0);
        }
        let limits = Limits {
            time: self.deadline.map(|end| end.saturating_duration_since(Instant::now())),
            solutions: Some(1),
            ..Limits::default()
        };
        let mut found = None;
        let mut keep = |solution: &Solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        };
        let settings = Settings { threads: 1, ..Settings::default() };
        let ended = solve(&puzzle, &settings, limits, self.stop.clone(), &mut keep);
        let outcome = match ended {
            Ok(outcome) => outcome,
            Err(failure) => return Found::nothing(Missing::Unknown(failure.to_string()), 0),
        };
        let why = match outcome.ending {
            Ending::Exhausted => Missing::Proved,
            Ending::Cancelled => Missing::Unknown("the search was interrupted".into()),
            _ => Missing::Unknown("the search ran out of time".into()),
        };
        match found {
            Some(Solution::Board(board)) => Found { board: Ok(board), nodes: outcome.stats.nodes },
            _ => Found::nothing(why, outcome.stats.nodes),
        }
    }

    /// Finds out why the tiles on a board cannot be completed.
    pub fn blame(&self, game: &Game) -> Blame {
        let (p, placed) = (&game.puzzle, game.placed());
        // The first `good` tiles can be completed, the first `bad` cannot.
        let (mut good, mut bad) = (game.pinned, placed.len());
        match self.keeping(p, &placed[..good]).board {
            Ok(_) => {}
            Err(Missing::Proved) => return Blame::Puzzle,
            Err(Missing::Unknown(_)) => return Blame::Unknown,
        }
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            match self.keeping(p, &placed[..middle]).board {
                Ok(_) => good = middle,
                Err(Missing::Proved) => bad = middle,
                Err(Missing::Unknown(_)) => return Blame::Unknown,
            }
        }
        // A tile that is alone to blame is among the first that cannot be completed.
        let enough = |&tile: &usize| {
            let others = [&placed[..tile], &placed[tile + 1..]].concat();
            self.keeping(p, &others).board.is_ok()
        };
        (game.pinned..bad).rev().find(enough).map_or(Blame::Since(bad - 1), Blame::Tile)
    }
}

/// The puzzle with these tiles pinned where they are.
fn pinned(p: &Matching, placed: &[Placed]) -> Result<Puzzle, String> {
    let mut setup = p.clone().into_setup();
    for &(cell, laid) in placed {
        setup.pins.retain(|pin| pin.cell != cell);
        setup.pins.push(Pin { tile: laid.tile, cell, turn: Some(laid.turn) });
    }
    let words = |faults: Vec<marquetry_puzzle::Fault>| {
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    Matching::new(setup).map(Puzzle::from).map_err(words)
}
