use std::ops::ControlFlow;
use std::time::Duration;

use marquetry_fleet::{Worked, Worker};
use marquetry_formats::events::seconds;
use marquetry_puzzle::{Score, Solution};
use marquetry_report::words;
use marquetry_search::{Ending, Stats, Watch};
use serde_json::json;

use super::{Place, host};
use crate::command::Exit;
use crate::command::output::{Complaint, print, tell};
use crate::command::progress::Line;
use crate::command::signal::stop_on_signal;
use crate::command::units::{bytes, duration, grouped, plural, threads, time_words};

/// Work on the runs of a store until all are over.
///
/// The oldest run comes first. While others have all that is left, the worker waits for a part of it. Stopped with Ctrl-C or a
/// signal, it writes down what it has done and goes. Exit code 0: there is nothing left to do, or the time is over; 130: interrupted.
#[derive(clap::Args)]
pub struct Work {
    #[command(flatten)]
    place: Place,
    /// Work on this run alone: its number or its name
    #[arg(long)]
    run: Option<String>,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Stop after this time, such as 8h
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// What to call this worker [default: the machine's name]
    #[arg(long)]
    name: Option<String>,
    /// Use at most this much memory
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "4GiB")]
    memory: u64,
    /// Give up when the server cannot be reached for this time
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10m")]
    patience: Duration,
    /// Print what was done as a JSON object
    #[arg(long)]
    json: bool,
    /// Say nothing on standard error but what went wrong
    #[arg(short, long)]
    quiet: bool,
}

impl Work {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let complain = |error| self.place.complain(error);
        let stop = stop_on_signal();
        let mut store = self.place.open()?;
        let name = self.name.clone().unwrap_or_else(host);
        let mut worker = Worker::new(&name).map_err(complain)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        worker.threads = self.threads.unwrap_or_else(cores);
        (worker.time, worker.memory, worker.patience) =
            (self.time, Some(self.memory), self.patience);
        let mut teller = Herald { line: Line::new(!self.quiet && !self.json), quiet: self.quiet };
        let worked = worker.work(&mut store, self.run.as_deref(), &stop, &mut teller);
        teller.line.clear();
        let worked = worked.map_err(complain)?;
        self.tell(&worked)?;
        Ok(match worked.ending {
            Ending::Cancelled => Exit::Interrupted,
            _ => Exit::Yes,
        })
    }

    fn tell(&self, worked: &Worked) -> Result<(), Complaint> {
        let Worked { closed, void, stats, ending, .. } = worked;
        if self.json {
            let ended = match ending {
                Ending::Cancelled => "cancelled",
                Ending::TimeLimit => "time",
                _ => "done",
            };
            let seconds = seconds(stats.elapsed);
            return print(&format!(
                "{}\n",
                json!({"v": 1, "closed": closed, "void": void, "nodes": stats.nodes, "seconds": seconds, "ended": ended})
            ));
        }
        if !self.quiet {
            let lost = match void {
                0 => String::new(),
                n => format!(", {} lost to others", plural(*n, "unit")),
            };
            tell(format_args!(
                "{} closed{lost} ({} nodes in {})\n",
                plural(*closed, "unit"),
                grouped(stats.nodes),
                time_words(stats.elapsed)
            ));
        }
        Ok(())
    }
}

/// Shows progress, and says when a board is better.
struct Herald {
    line: Line,
    quiet: bool,
}

impl Watch for Herald {
    fn improved(&mut self, _: &Solution, score: &Score) -> ControlFlow<()> {
        if !self.quiet && matches!(score, Score::Board { .. }) {
            self.line.aside(|| tell(format_args!("{}\n", words::board(score))));
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.line.show(stats);
        ControlFlow::Continue(())
    }
}
