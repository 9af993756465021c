use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use marquetry_formats::builtin::builtin;
use marquetry_formats::events;
use marquetry_formats::trial::{Size, Trial};
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::matching::MAX_SIDE;
use marquetry_search::matching::best::Goal;
use marquetry_search::{Limits, StopFlag};

use super::attempt::Method;
use super::{plots, table};
use crate::command::Exit;
use crate::command::best::Wanted;
use crate::command::output::{Complaint, print, write_file};
use crate::command::progress::Line;
use crate::command::signal::stop_on_signal;
use crate::command::units::{count, duration};

/// How long a trial is when nothing else ends it.
const TIME: Duration = Duration::from_secs(2);

/// Trials over sizes: how many puzzles are solved, how fast, and how good the best boards of the others are.
///
/// Each puzzle is given to the exact engine for half of its limit. If that does not solve it, the rest goes to the
/// search for the best board. A line is printed after each size. Exit code 130: interrupted, with the sizes so far.
#[derive(clap::Args)]
pub struct Sizes {
    /// The sides of the boards: the first and the last, or one
    #[arg(long, value_name = "A..B", value_parser = sides, default_value = "2..16")]
    sizes: RangeInclusive<usize>,
    /// How many trials a size
    #[arg(long, value_name = "N", value_parser = count, default_value = "5")]
    count: u64,
    /// The seed of the first trial of each size; each other has the next
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The time of a trial, such as 60s [default: 2s, or none with --nodes]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// The placements of a trial, such as 10M
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// One engine of solve or one search of best, for the whole trial
    #[arg(long)]
    engine: Option<String>,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// What the best board of an unsolved puzzle is to have most of
    #[arg(long = "for", value_enum, value_name = "GOAL", default_value = "tiles")]
    goal: Wanted,
    /// Write a table to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write all trials to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw time, quality and throughput against the size: a file ending in .svg or .png
    #[arg(long, value_name = "FILE", value_parser = plots::file)]
    plot: Option<PathBuf>,
}

/// `2..16` or `8`; both ends belong to it.
fn sides(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let ends = side(first).zip(side(last)).filter(|(first, last)| first <= last);
    let (first, last) = ends.ok_or_else(|| format!("write 2..16 or 8, from 1 to {MAX_SIDE}"))?;
    Ok(first..=last)
}

impl Sizes {
    pub fn run(&self, kind: Kind) -> Result<Exit, Complaint> {
        let method = self.method()?;
        let mut trial = self.report(kind, &method);
        print(&table::head(&trial, self.count))?;
        let (stop, line) = (stop_on_signal(), Line::new(true));
        for n in self.sizes.clone() {
            let size = self.size(kind, n, &method, &stop, &line)?;
            if size.trials > 0 {
                line.aside(|| print(&table::row(&size)))?;
                trial.sizes.push(size);
                self.write(&trial)?;
            }
            if stop.stopped() {
                break;
            }
        }
        line.clear();
        Ok(if stop.stopped() { Exit::Interrupted } else { Exit::Yes })
    }

    fn method(&self) -> Result<Method, Complaint> {
        let time = self.time.or(self.nodes.is_none().then_some(TIME));
        let limits = Limits { time, nodes: self.nodes, ..Limits::default() };
        let goal = Goal::from(self.goal);
        Ok(Method::new(self.engine.as_deref(), goal, self.threads.clamp(1, 256), limits)?)
    }

    fn report(&self, kind: Kind, method: &Method) -> Trial {
        Trial {
            v: Trial::VERSION,
            family: kind.name().to_owned(),
            engines: method.engines().into_iter().map(str::to_owned).collect(),
            seed: self.seed,
            threads: method.threads as u64,
            limits: events::Limits {
                seconds: method.limits.time.map(events::seconds),
                nodes: method.limits.nodes,
                ..events::Limits::default()
            },
            sizes: Vec::new(),
        }
    }

    /// All trials of one size, or those that were finished before a signal.
    fn size(
        &self,
        kind: Kind,
        n: usize,
        method: &Method,
        stop: &StopFlag,
        line: &Line,
    ) -> Result<Size, Complaint> {
        forget_peak();
        let mut each = Vec::new();
        for i in 0..self.count {
            let seed = self.seed.wrapping_add(i);
            let attempt = method.attempt(&puzzle(kind, n, seed)?, seed, stop, line)?;
            if stop.stopped() {
                break;
            }
            each.push(attempt);
        }
        Ok(Size::new(n as u64, each, peak()))
    }

    /// Writes the files anew: whatever happens later, the sizes so far are kept.
    fn write(&self, trial: &Trial) -> Result<(), Complaint> {
        let write = |path: &Option<PathBuf>, text: fn(&Trial) -> String| match path {
            Some(path) => write_file(path, text(trial).as_bytes()),
            None => Ok(()),
        };
        write(&self.csv, Trial::csv)?;
        write(&self.json, Trial::json)?;
        self.plot.as_deref().map_or(Ok(()), |path| write_file(path, &plots::draw(trial, path)?))
    }
}

/// The puzzle of a trial.
fn puzzle(kind: Kind, n: usize, seed: u64) -> Result<Puzzle, Complaint> {
    if let (Kind::Framed, 16, Some(puzzle)) =
        (kind, n, builtin("eternity2").and_then(|b| b.puzzle()))
    {
        return Ok(puzzle);
    }
    let made = generate(kind, n, n, kind.usual_colours(n, n), seed);
    made.map(Puzzle::from).map_err(|faults| {
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Complaint::Words(words.join("; "))
    })
}

/// Lets the peak of memory begin anew. Where the system cannot, the peak is that of all sizes so far.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most bytes of memory that were in use, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string(Path::new("/proc/self/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_people_write_them() {
        assert_eq!(sides("2..16"), Ok(2..=16));
        assert_eq!(sides("8"), Ok(8..=8));
        for wrong in ["", "0..3", "5..4", "2..65", "2-5", "..", "-1..3", "1..2..3"] {
            assert!(sides(wrong).is_err(), "{wrong}");
        }
    }
}
