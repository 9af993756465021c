//! How a search speaks: events as JSON Lines, the progress line, and what went wrong meanwhile.

use std::ops::ControlFlow;

use marquetry_formats::events::{self, Event};
use marquetry_formats::json::wire;
use marquetry_report as report;
use marquetry_search::{Outcome, Stats};

use super::output::{Complaint, print};
use super::progress::Line;

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
        self.event(|| report::found(stats, solution()))
    }

    /// The last event.
    pub fn end(&self, outcome: &Outcome) -> Result<(), Complaint> {
        self.event(|| report::end(outcome))
    }

    /// Shows how the search is doing.
    pub fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.line.show(stats);
        let told = self.event(|| report::progress(stats));
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
