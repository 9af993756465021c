//! What `solve` tells its user, as it goes and at the end.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use marquetry_formats::detect::{Format, write_solutions};
use marquetry_formats::json::wire;
use marquetry_puzzle::{Puzzle, Score, Solution};
use marquetry_report as report;
use marquetry_search::{Ending, Outcome, Stats, Watch};

use super::Solve;
use crate::command::gallery::{Gallery, is_picture};
use crate::command::output::{Colours, Complaint, Manner, print, write_file};
use crate::command::units::grouped;
use crate::command::voice::Voice;

/// Tells the user what the search finds.
pub struct Teller<'a> {
    how: &'a Solve,
    puzzle: &'a Puzzle,
    pub voice: Voice,
    galleries: Vec<Gallery<'a>>,
    /// Solutions that are written together at the end.
    kept: Vec<Solution>,
    best: Option<Solution>,
    /// How many solutions were shown, those of other puzzles among them.
    pub shown: u64,
    /// When the first solution was found.
    first: Option<Duration>,
}

impl<'a> Teller<'a> {
    /// `shown` solutions of other puzzles came before.
    pub fn new(how: &'a Solve, puzzle: &'a Puzzle, shown: u64) -> Result<Teller<'a>, Complaint> {
        let pictures = how.output.as_ref().filter(|path| is_picture(path));
        let several = how.limits().solutions != Some(1);
        let manner = Manner::new(how.animate, how.cut, how.size);
        let gallery = |path: &'a PathBuf| Gallery::new(puzzle, path, several, manner);
        Ok(Teller {
            how,
            puzzle,
            voice: Voice::new(how.json, how.quiet),
            galleries: how.draw.iter().chain(pictures).map(gallery).collect::<Result<_, _>>()?,
            kept: Vec::new(),
            best: None,
            shown,
            first: None,
        })
    }

    fn show(&mut self, solution: &Solution, stats: &Stats) -> Result<(), Complaint> {
        self.shown += 1;
        self.first.get_or_insert(stats.elapsed);
        self.galleries.iter_mut().try_for_each(|gallery| gallery.add(solution))?;
        match &self.how.output {
            _ if self.how.json => {
                self.voice.found(stats, || wire::Solution::new(self.puzzle, solution))
            }
            _ if self.how.asking.count => Ok(()),
            Some(path) if is_picture(path) => Ok(()),
            None if !self.how.reports_all() => {
                self.voice.line.aside(|| print(&self.page(solution)?))
            }
            _ => {
                self.kept.push(solution.clone());
                Ok(())
            }
        }
    }

    /// A solution as it is printed: with a blank line before all drawings but the first.
    fn page(&self, solution: &Solution) -> Result<String, Complaint> {
        if let Some(format) = self.how.to {
            return Ok(write_solutions(format, self.puzzle, std::slice::from_ref(solution))?);
        }
        let gap = if self.shown > 1 { "\n" } else { "" };
        Ok(format!("{gap}{}", marquetry_draw::text(self.puzzle, Some(solution), Colours::ink())))
    }

    /// Writes what was kept for the end, the count, or the best that a stopped search reached.
    pub fn finish(&mut self, outcome: &Outcome) -> Result<(), Complaint> {
        self.voice.close()?;
        self.conclude(outcome)?;
        for gallery in &self.galleries {
            gallery.finish()?.iter().for_each(|words| self.how.note(words));
        }
        Ok(())
    }

    fn conclude(&mut self, outcome: &Outcome) -> Result<(), Complaint> {
        let stats = &outcome.stats;
        let exhausted = outcome.ending == Ending::Exhausted;
        if self.how.json {
            return self.voice.end(outcome);
        }
        if self.how.asking.count {
            return self.how.print_count(outcome);
        }
        if let Some(best) = self.best.take().filter(|_| stats.solutions == 0 && !exhausted) {
            self.how.note("the best board so far:");
            self.show(&best, stats)?;
        }
        let format =
            self.how.to.unwrap_or(match self.how.output.as_deref().and_then(Path::extension) {
                Some(ending) if ending == "json" => Format::Json,
                _ => Format::Native,
            });
        match &self.how.output {
            Some(path) if !is_picture(path) => {
                write_file(path, write_solutions(format, self.puzzle, &self.kept)?.as_bytes())
            }
            None if self.how.reports_all() && (exhausted || !self.kept.is_empty()) => {
                print(&write_solutions(format, self.puzzle, &self.kept)?)
            }
            _ => Ok(()),
        }
    }

    /// The number of solutions, the time to the first where they were listed, and the time to all.
    pub fn times(&self, outcome: &Outcome) -> String {
        let row = |name: &str, value: String| format!("{name:<18} {value}\n");
        let time = |name: &str, time: Option<Duration>| {
            time.map_or(String::new(), |t| row(name, format!("{:.4} s", t.as_secs_f64())))
        };
        row("solutions", grouped(outcome.number()))
            + &time("time to the first", self.first)
            + &time("time to all", Some(outcome.stats.elapsed))
    }
}

impl Watch for Teller<'_> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        let told = self.show(solution, stats);
        self.voice.go_on(told)
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        self.best = Some(best.clone());
        let told = self.voice.event(|| report::improved(self.puzzle, best, score));
        self.voice.go_on(told)
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.voice.progress(stats)
    }
}
