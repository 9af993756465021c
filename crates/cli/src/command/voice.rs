//! How a search speaks: events as JSON Lines, the progress line, and what went wrong meanwhile.

use std::ops::ControlFlow;

use marquetry_formats::events::{self, Event};
use marquetry_formats::json::wire;
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::steps::{self, Step};
use marquetry_search::{Ending, Limits, Outcome, Stats};

use super::output::{Complaint, print};
use super::progress::{Line, rate};

/// What the searches of all commands say in the same way.
pub struct Voice {
    json: bool,
    /// The progress line.
    pub line: Line,
    /// What went wrong while telling; it ends the search.
    complaint: Option<Complaint>,
}

impl Voice {
    /// A voice for a command with these options.
    pub fn new(json: bool, quiet: bool) -> Voice {
        Voice { json, line: Line::new(!quiet && !json), complaint: None }
    }

    /// Prints an event where events are wanted.
    pub fn event(&self, event: impl FnOnce() -> Event) -> Result<(), Complaint> {
        if self.json { print(&events::line(&event())) } else { Ok(()) }
    }

    /// The event of a solution.
    pub fn found(
        &self,
        stats: &Stats,
        solution: impl FnOnce() -> wire::Solution,
    ) -> Result<(), Complaint> {
        self.event(|| {
            Event::Solution(events::Found {
                number: stats.solutions,
                nodes: stats.nodes,
                seconds: events::seconds(stats.elapsed),
                solution: solution(),
            })
        })
    }

    /// The last event.
    pub fn end(&self, outcome: &Outcome) -> Result<(), Complaint> {
        self.event(|| Event::End(end(outcome)))
    }

    /// Shows how the search is doing.
    pub fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.line.show(stats);
        let told = self.event(|| progress(stats));
        self.go_on(told)
    }

    /// Keeps the first complaint, which ends the search.
    pub fn go_on(&mut self, told: Result<(), Complaint>) -> ControlFlow<()> {
        let Err(complaint) = told else { return ControlFlow::Continue(()) };
        self.complaint.get_or_insert(complaint);
        ControlFlow::Break(())
    }

    /// Takes the line away and hands out the complaint.
    pub fn close(&mut self) -> Result<(), Complaint> {
        self.line.clear();
        self.complaint.take().map_or(Ok(()), Err)
    }
}

/// Limits as the first event has them.
pub fn limits(limits: &Limits) -> events::Limits {
    events::Limits {
        seconds: limits.time.map(events::seconds),
        nodes: limits.nodes,
        solutions: limits.solutions,
        memory: limits.memory,
    }
}

/// How a search is doing.
fn progress(stats: &Stats) -> Event {
    Event::Progress(events::Progress {
        nodes: stats.nodes,
        solutions: stats.solutions,
        seconds: events::seconds(stats.elapsed),
        nodes_per_second: rate(stats),
        done: stats.done,
        breadth: stats.breadth.map(|breadth| events::Breadth {
            depth: breadth.depth,
            frontier: breadth.frontier,
            memory: breadth.memory,
            disk: breadth.disk,
        }),
    })
}

/// A step of a search that is watched.
pub fn step(puzzle: &Puzzle, step: &Step) -> Event {
    let name = match puzzle {
        Puzzle::Matching(p) => p.tiles.get(step.piece).map(|tile| &tile.name),
        Puzzle::Tiling(p) => p.pieces.get(step.piece).map(|piece| &piece.name),
        Puzzle::Sliding(p) => p.blocks.get(step.piece).map(|block| &block.name),
    };
    Event::Step(events::Step {
        piece: name.cloned().unwrap_or_default(),
        cell: wire::Place(step.cell),
        act: act(puzzle, step),
        depth: step.laid as u64,
        nodes: step.stats.nodes,
        solutions: step.stats.solutions,
    })
}

/// What was done with the piece of a step, and how it lies.
fn act(puzzle: &Puzzle, step: &Step) -> events::Act {
    let steps::Act::Laid { number, of, ways, solved } = step.act else {
        return events::Act::TakenBack { why: why(step.act) };
    };
    let turn = match (puzzle, &step.board) {
        (Puzzle::Matching(p), Solution::Board(board)) => {
            let at = step.cell.y as usize * p.width + step.cell.x as usize;
            board.get(at).copied().flatten().map(|laid| laid.turn)
        }
        _ => None,
    };
    let cells = match &step.board {
        Solution::Cover(cover) => {
            let laid = cover.iter().find(|placed| placed.cells.contains(&step.cell));
            laid.map(|placed| placed.cells.iter().copied().map(wire::Place).collect())
        }
        _ => None,
    };
    let [way, of, ways] = [number, of, ways].map(|count| count as u64);
    events::Act::Laid { way, of, ways, solved, turn, cells }
}

fn why(act: steps::Act) -> Option<events::Why> {
    let steps::Act::TakenBack { why } = act else { return None };
    Some(match why {
        steps::Why::DeadEnd => events::Why::DeadEnd,
        steps::Why::Tried => events::Why::Tried,
        steps::Why::Solved => events::Why::Solved,
    })
}

/// The last event of a search.
fn end(outcome: &Outcome) -> events::End {
    let (ending, stats) = (outcome.ending, &outcome.stats);
    events::End {
        ending: match ending {
            Ending::Exhausted => events::Ending::Exhausted,
            Ending::Enough => events::Ending::Enough,
            Ending::TimeLimit => events::Ending::TimeLimit,
            Ending::NodeLimit => events::Ending::NodeLimit,
            Ending::MemoryLimit => events::Ending::MemoryLimit,
            Ending::DiskLimit => events::Ending::DiskLimit,
            Ending::Cancelled => events::Ending::Cancelled,
        },
        answer: match (ending, stats.solutions) {
            (_, 1..) => events::Answer::Found,
            (Ending::Exhausted, 0) => events::Answer::None,
            _ => events::Answer::Unknown,
        },
        solutions: stats.solutions,
        total: Some(outcome.number().to_string()),
        nodes: stats.nodes,
        seconds: events::seconds(stats.elapsed),
    }
}
