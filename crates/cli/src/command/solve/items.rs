//! Items and options: solved, counted and listed without a board.

use std::ops::ControlFlow;

use marquetry_formats::detect::Format;
use marquetry_formats::dlx::write_options;
use marquetry_formats::json::wire;
use marquetry_puzzle::{ExactCover, Solution};
use marquetry_search::{Search, Stats, StopFlag, Watch};

use super::Solve;
use crate::command::Exit;
use crate::command::output::{Complaint, print, write_file};
use crate::command::voice::Voice;

impl Solve {
    /// Solves an exact cover problem. Solutions are printed as their options, with a blank line after each.
    pub(super) fn items(&self, problem: &ExactCover, stop: &StopFlag) -> Result<Exit, Complaint> {
        let refused = [
            (self.draw.is_some(), "--draw"),
            (self.asking.distinct.is_some(), "--distinct"),
            (self.asking.looks, "--looks"),
            (self.picking.pick().is_some(), "--sample or --nth"),
            (self.watching.watch, "--watch"),
            (self.engine.is_some(), "--engine"),
            (self.fill.is_some(), "--fill"),
            (self.to.is_some_and(|to| to != Format::Dlx), "--to"),
        ];
        if let Some((_, option)) = refused.iter().find(|(asked, _)| *asked) {
            return Err(Complaint::Words(format!("{option} is not for items and options")));
        }
        let mut teller = Covers {
            how: self,
            problem,
            voice: Voice::new(self.json, self.quiet),
            kept: String::new(),
        };
        teller.voice.event(|| self.begin("", "exact cover", "items"))?;
        let search = Search::cover(problem).settings(&self.settings()).limits(self.limits());
        let outcome = search.until(stop.clone()).run(&mut teller)?;
        teller.voice.close()?;
        teller.voice.end(&outcome)?;
        if self.asking.count && !self.json {
            self.print_count(&outcome)?;
        }
        if let Some(path) = &self.output {
            write_file(path, teller.kept.as_bytes())?;
        }
        self.note(&self.summary(&outcome, "items"));
        if self.exit(&outcome) == Exit::No {
            self.reading.words_of_items(problem).iter().for_each(|words| self.note(words));
        }
        Ok(self.exit(&outcome))
    }
}

/// Tells the user what the search finds.
struct Covers<'a> {
    how: &'a Solve,
    problem: &'a ExactCover,
    voice: Voice,
    /// What is written to a file at the end.
    kept: String,
}

impl Covers<'_> {
    fn show(&mut self, chosen: &[usize], stats: &Stats) -> Result<(), Complaint> {
        if self.how.json {
            return self.voice.found(stats, || wire::Solution::of_options(chosen));
        }
        let text = write_options(self.problem, chosen);
        if self.how.output.is_some() {
            self.kept += &text;
            return Ok(());
        }
        self.voice.line.aside(|| print(&text))
    }
}

impl Watch for Covers<'_> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        let Solution::Options(chosen) = solution else { return ControlFlow::Continue(()) };
        let told = self.show(chosen, stats);
        self.voice.go_on(told)
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.voice.progress(stats)
    }
}
