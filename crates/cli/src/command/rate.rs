mod tray;

use std::path::PathBuf;
use std::time::Duration;

use marquetry_play::rating::How;
use marquetry_puzzle::{Puzzle, analyse};
use marquetry_report::words::rated;
use marquetry_search::{Ending, Limits, StopFlag};

use super::Exit;
use super::input::Input;
use super::output::{Complaint, print, tell};
use super::signal::stop_on_signal;
use super::units::{Counted, bytes, count, duration};

/// Say how hard a puzzle is.
///
/// The size of the search is estimated by random probes, and measured where the search ends within the time. Of a
/// sliding puzzle all positions are looked at, too. Exit code 1: proved that there is no solution; 130: interrupted, with
/// what is known so far.
#[derive(clap::Args)]
pub struct Rate {
    #[command(flatten)]
    input: Input,
    /// The goal's file, for a Berkeley tray
    goal: Option<String>,
    /// Search at most so long
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    time: Duration,
    /// How many random ways down the search tree to probe, for a matching puzzle
    #[arg(long, value_name = "N", default_value_t = 1000)]
    probes: u32,
    /// Seed of the probes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Use at most this much memory
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "4GiB")]
    memory: u64,
    /// Stop after this many nodes of the search, such as 10M; for a sliding puzzle also after so many positions
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// What one move of a sliding puzzle is
    #[arg(long, value_enum, default_value = "moves")]
    metric: Counted,
    /// Write a sliding puzzle with the hardest start it can have to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write all positions of a sliding puzzle and the moves between them to a file ending in .dot or .graphml
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
}

type Rows = Vec<(&'static str, String)>;

impl Rate {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let (format, puzzle) = self.input.read(self.goal.as_deref())?;
        self.graph.as_deref().map(tray::writer).transpose()?;
        let stop = stop_on_signal();
        let chart = match &puzzle {
            Puzzle::Sliding(p) => Some(self.survey(p, &stop)),
            _ if self.output.is_some() || self.graph.is_some() => {
                return Err(Complaint::Words(
                    "--output and --graph are for sliding puzzles".into(),
                ));
            }
            _ => None,
        };
        let mut rows = vec![("family", puzzle.family().to_string())];
        let reasons = analyse::impossible(&puzzle);
        let exit = if reasons.is_empty() {
            self.rate(&puzzle, &stop, &mut rows)?
        } else {
            rows.extend(reasons.into_iter().map(|reason| ("no solution, because", reason)));
            self.input
                .reading
                .words(format, &puzzle)
                .iter()
                .for_each(|words| tell(format_args!("{words}\n")));
            Exit::No
        };
        if let (Some(chart), Puzzle::Sliding(p)) = (&chart, &puzzle) {
            rows.extend(tray::rows(p, chart, self.metric));
        }
        let line = |(name, value): &(&str, String)| format!("{name:<24} {value}\n");
        print(&rows.iter().map(line).collect::<String>())?;
        let exit = match (&chart, &puzzle) {
            (Some(chart), Puzzle::Sliding(p)) => self.write(p, chart, &stop, exit)?,
            _ => exit,
        };
        Ok(if stop.stopped() { Exit::Interrupted } else { exit })
    }

    fn rate(&self, puzzle: &Puzzle, stop: &StopFlag, rows: &mut Rows) -> Result<Exit, Complaint> {
        let (limits, metric) = (self.limits(), self.metric.metric());
        let how = How { limits, probes: self.probes, seed: self.seed, metric };
        let rating = marquetry_play::rating::rate(puzzle, &how, stop)?;
        rows.extend(rated(puzzle, &rating, metric));
        let outcome = &rating.outcome;
        let none = outcome.ending == Ending::Exhausted && outcome.stats.solutions == 0;
        Ok(if none { Exit::No } else { Exit::Yes })
    }

    fn limits(&self) -> Limits {
        let (time, memory) = (Some(self.time), Some(self.memory));
        Limits { time, nodes: self.nodes, solutions: None, memory }
    }
}
