//! Searches from where a game is. No other module of games knows how engines are called.
//!
//! ```
//! use marquetry_play::{Game, Move, Patience, Solvable};
//! use marquetry_search::{Limits, StopFlag};
//!
//! let puzzle = marquetry_formats::builtin::builtin("tetravex-2x2").and_then(|b| b.puzzle()).unwrap();
//! let mut game = Game::new(puzzle);
//! let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
//! let mut patience = Patience { limits, stop: StopFlag::default() };
//! assert_eq!(game.solvable(&mut patience), Solvable::Yes);
//! let moves = game.solution(&mut patience).moves.unwrap();
//! game.play(Move::Together(moves)).unwrap();
//! assert!(game.check().solved);
//! ```

mod rest;

use std::ops::ControlFlow;
use std::time::Duration;

use marquetry_puzzle::matching::Pin;
use marquetry_puzzle::{Faults, Matching, Move as Push, Puzzle, Sliding, Solution, Tiling};
use marquetry_search::{Ending, Failure, Limits, Search, Settings, Stats, StopFlag, Watch};

use crate::game::{Game, Pair};
use crate::moves::{Move, TileMove};
use crate::pieces::Pieces;
use crate::tiles::Tiles;
use rest::Left;

/// How long all searches for one answer may take together, and what stops them.
#[derive(Clone, Default, Debug)]
pub struct Patience {
    /// What is left. Time and nodes are used up from search to search, memory is not.
    pub limits: Limits,
    /// Stops the search that is running, and those after it.
    pub stop: StopFlag,
}

/// Why something is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotKnown {
    /// The search was stopped from outside.
    Stopped,
    /// It ran out of time.
    Time,
    /// It ran out of nodes.
    Nodes,
    /// It ran out of memory.
    Memory,
    /// It ran out of room on disk, or the disk cannot be used.
    Disk,
    /// The search failed.
    Failed(Failure),
    /// The position makes no puzzle that could be searched.
    Faults(Faults),
}

/// Why there is nothing to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// It is proved that there is no solution from here.
    Proved,
    /// It is not known whether there is a solution.
    NotKnown(NotKnown),
}

/// Can it still be solved?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solvable {
    /// There is a solution that has everything where it lies.
    Yes,
    /// It is proved that there is none.
    No,
    /// The search ended before that was known.
    NotKnown(NotKnown),
}

/// A way to the solution, and what it took to find it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The moves that lead from here to a solution; none where it is one already.
    pub moves: Result<Vec<Move>, Missing>,
    /// Nodes of the search.
    pub nodes: u64,
    /// Is it proved that no solution of a sliding puzzle takes fewer moves?
    pub shortest: bool,
}

impl Found {
    fn nothing(why: Missing) -> Found {
        Found { moves: Err(why), nodes: 0, shortest: false }
    }

    fn known(moves: Vec<Move>) -> Found {
        Found { moves: Ok(moves), nodes: 0, shortest: true }
    }
}

/// A solution that was searched for.
struct Sought {
    solution: Result<Solution, Missing>,
    nodes: u64,
    shortest: bool,
}

impl Sought {
    /// The same with the moves that lead to the solution.
    fn moves(self, to: impl FnOnce(Solution) -> Vec<Move>) -> Found {
        Found { moves: self.solution.map(to), nodes: self.nodes, shortest: self.shortest }
    }
}

/// Whoever wants to know how far a search is.
type Hear<'a> = &'a mut dyn FnMut(&Stats);

/// Keeps the first solution.
struct First<'a> {
    found: Option<Solution>,
    hear: Hear<'a>,
}

impl Watch for First<'_> {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        self.found = Some(solution.clone());
        ControlFlow::Break(())
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        (self.hear)(stats);
        ControlFlow::Continue(())
    }
}

impl Patience {
    /// So much time is used up.
    pub(crate) fn spend(&mut self, elapsed: Duration) {
        self.limits.time = self.limits.time.map(|time| time.saturating_sub(elapsed));
    }

    /// Searches for the first solution. One thread, so that every run is the same.
    fn first(&mut self, puzzle: &Puzzle, hear: Hear<'_>) -> Sought {
        let limits = Limits { solutions: Some(1), ..self.limits };
        let mut keep = First { found: None, hear };
        let settings = Settings { threads: 1, ..Settings::default() };
        let outcome = match Search::new(puzzle)
            .settings(&settings)
            .limits(limits)
            .until(self.stop.clone())
            .run(&mut keep)
        {
            Ok(outcome) => outcome,
            Err(failure) => {
                let why = Missing::NotKnown(NotKnown::Failed(failure));
                return Sought { solution: Err(why), nodes: 0, shortest: false };
            }
        };
        let (nodes, elapsed) = (outcome.stats.nodes, outcome.stats.elapsed);
        self.spend(elapsed);
        self.limits.nodes = self.limits.nodes.map(|left| left.saturating_sub(nodes));
        let solution = keep.found.ok_or(match outcome.ending {
            Ending::Exhausted => Missing::Proved,
            Ending::Cancelled => Missing::NotKnown(NotKnown::Stopped),
            Ending::NodeLimit => Missing::NotKnown(NotKnown::Nodes),
            Ending::MemoryLimit => Missing::NotKnown(NotKnown::Memory),
            Ending::DiskLimit => Missing::NotKnown(NotKnown::Disk),
            Ending::TimeLimit | Ending::Enough => Missing::NotKnown(NotKnown::Time),
        });
        Sought { solution, nodes, shortest: outcome.shortest == Some(true) }
    }

    /// A solution of a matching puzzle that has these tiles where they are.
    pub(crate) fn with_pins(&mut self, p: &Matching, pins: &[Pin], hear: Hear<'_>) -> Found {
        let mut setup = p.clone().into_setup();
        setup.pins.retain(|own| pins.iter().all(|pin| pin.cell != own.cell));
        setup.pins.extend_from_slice(pins);
        match Matching::new(setup) {
            Ok(pinned) => {
                let sought = self.first(&pinned.into(), hear);
                sought.moves(|solution| tile_moves(&solution, pins))
            }
            Err(faults) => Found::nothing(Missing::NotKnown(NotKnown::Faults(faults))),
        }
    }

    /// A solution of a matching puzzle that has these tiles on its board.
    fn with_tiles(&mut self, p: &Matching, tiles: &Tiles, hear: Hear<'_>) -> Found {
        let pins: Vec<Pin> = tiles.placed().iter().map(|at| at.pin()).collect();
        self.with_pins(p, &pins, hear)
    }

    /// A solution of a tiling puzzle that has these pieces on its board.
    pub(crate) fn with_pieces(&mut self, p: &Tiling, pieces: &Pieces, hear: Hear<'_>) -> Found {
        match rest::left(p, pieces) {
            Ok(Left::Rest(rest)) => {
                let sought = self.first(&rest.puzzle.clone().into(), hear);
                sought.moves(|solution| rest.moves(p, pieces, solution))
            }
            Ok(Left::Nothing) => Found::known(Vec::new()),
            Ok(Left::Impossible) => Found::nothing(Missing::Proved),
            Err(faults) => Found::nothing(Missing::NotKnown(NotKnown::Faults(faults))),
        }
    }

    /// A solution of a sliding puzzle from this position.
    fn with_blocks(
        &mut self,
        p: &Sliding,
        tray: &marquetry_puzzle::sliding::Position,
        hear: Hear<'_>,
    ) -> Found {
        let from_here = p.restarted(tray);
        let sought = self.first(&from_here.clone().into(), hear);
        // Blocks keep their names, not their indices.
        let ours = |push: Push| {
            let name = &from_here.blocks.get(push.block)?.name;
            let block = p.blocks.iter().position(|block| &block.name == name)?;
            Some(Move::Block(Push { block, ..push }))
        };
        sought.moves(|solution| match solution {
            Solution::Moves(pushes) => pushes.into_iter().filter_map(ours).collect(),
            _ => Vec::new(),
        })
    }
}

/// Lays the tiles of a board that are not among the pins, in reading order.
fn tile_moves(solution: &Solution, pins: &[Pin]) -> Vec<Move> {
    let Solution::Board(board) = solution else { return Vec::new() };
    let mut open = vec![true; board.len()];
    pins.iter().for_each(|pin| open[pin.cell] = false);
    let laid = |cell: usize| {
        let laid = board[cell].filter(|_| open[cell])?;
        Some(Move::Tile(TileMove::Place { tile: laid.tile, cell, turn: laid.turn }))
    };
    (0..board.len()).filter_map(laid).collect()
}

impl Game {
    /// Looks for a solution that has everything where it lies.
    pub fn solution(&self, patience: &mut Patience) -> Found {
        self.solution_heard(patience, &mut |_| {})
    }

    /// The same, told how far the search is while it runs.
    pub fn solution_heard(&self, patience: &mut Patience, hear: &mut dyn FnMut(&Stats)) -> Found {
        let verdict = self.check();
        if verdict.solved {
            return Found::known(Vec::new());
        }
        if !verdict.mistakes.is_empty() {
            return Found::nothing(Missing::Proved);
        }
        match self.pair() {
            Some(Pair::Tiles(p, tiles)) => patience.with_tiles(p, tiles, hear),
            Some(Pair::Pieces(p, pieces)) => patience.with_pieces(p, pieces, hear),
            Some(Pair::Blocks(p, tray)) => patience.with_blocks(p, tray, hear),
            None => Found::nothing(Missing::Proved),
        }
    }

    /// Can it be solved with everything where it lies?
    pub fn solvable(&self, patience: &mut Patience) -> Solvable {
        match self.solution(patience).moves {
            Ok(_) => Solvable::Yes,
            Err(Missing::Proved) => Solvable::No,
            Err(Missing::NotKnown(why)) => Solvable::NotKnown(why),
        }
    }
}
