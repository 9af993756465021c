use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use marquetry_formats::builtin::builtin;
use marquetry_formats::trial::{Size, Trial};
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::matching::MAX_SIDE;
use marquetry_report as report;
use marquetry_search::{Limits, StopFlag};

use super::{plots, table};
use crate::command::Exit;
use crate::command::best::Wanted;
use crate::command::output::{Complaint, print, tell, write_file};
use crate::command::progress::Line;
use crate::command::signal::stop_on_signal;
use crate::command::units::{count, duration, some, threads};
use marquetry_report::trial::Method;

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
    #[arg(long, value_name = "N", value_parser = some, default_value = "5")]
    count: u64,
    /// The seed of the first trial of each size; each other has the next
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The time of a trial, such as 60s, or several: 1s,10s [default: 2s, or none with --nodes]
    #[arg(long, value_name = "TIME", value_parser = duration, value_delimiter = ',')]
    time: Vec<Duration>,
    /// The placements of a trial, such as 10M
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// One engine of solve or one search of best, for the whole trial; or several in turn: exact,unbroken
    #[arg(long, value_delimiter = ',')]
    engine: Vec<String>,
    /// How many threads search
    #[arg(long, value_name = "N", value_parser = threads, default_value = "1")]
    threads: usize,
    /// What the best board of an unsolved puzzle is to have most of
    #[arg(long = "for", value_enum, value_name = "GOAL", default_value = "tiles")]
    goal: Wanted,
    /// Write a table to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write all trials to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw time, quality and throughput against the size: a file ending in .svg, .pdf or .png
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
        let methods = self.methods()?;
        let piped = [&self.csv, &self.json].iter().filter(|path| is_pipe(path)).count();
        if piped > 1 {
            let words = "one of --csv and --json alone can go to standard output";
            return Err(Complaint::Words(words.into()));
        }
        let say = |words: &str| match piped {
            0 => print(words),
            _ => {
                tell(words);
                Ok(())
            }
        };
        let mut trial = self.report(kind, &methods);
        let (stop, line) = (stop_on_signal(), Line::new(true));
        'batch: for (i, method) in methods.iter().enumerate() {
            let how = table::words(&method.engines(), report::limits(&method.limits));
            let apart = if i > 0 { "\n" } else { "" };
            line.aside(|| say(&format!("{apart}{}", table::head(&trial, self.count, &how))))?;
            for n in self.sizes.clone() {
                let size = self.size(kind, n, method, &stop, &line)?;
                if size.trials > 0 {
                    line.aside(|| say(&table::row(&size)))?;
                    trial.sizes.push(size);
                    self.write(&trial, false)?;
                }
                if stop.stopped() {
                    break 'batch;
                }
            }
        }
        line.clear();
        self.write(&trial, true)?;
        Ok(if stop.stopped() { Exit::Interrupted } else { Exit::Yes })
    }

    /// Each engine under each limit.
    fn methods(&self) -> Result<Vec<Method>, Complaint> {
        let times: Vec<Option<Duration>> = match (&self.time[..], self.nodes) {
            ([], None) => vec![Some(TIME)],
            ([], Some(_)) => vec![None],
            (times, _) => times.iter().copied().map(Some).collect(),
        };
        let engines: Vec<Option<&str>> = match &self.engine[..] {
            [] => vec![None],
            engines => engines.iter().map(|engine| Some(engine.as_str())).collect(),
        };
        let mut methods = Vec::new();
        for engine in engines {
            for &time in &times {
                let limits = Limits { time, nodes: self.nodes, ..Limits::default() };
                let (goal, threads) = (self.goal.into(), self.threads);
                methods.push(Method::new(engine, goal, threads, limits)?);
            }
        }
        Ok(methods)
    }

    fn report(&self, kind: Kind, methods: &[Method]) -> Trial {
        let mut engines: Vec<String> = Vec::new();
        for engine in methods.iter().flat_map(Method::engines) {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        let time = methods.iter().filter_map(|method| method.limits.time).max();
        Trial {
            v: Trial::VERSION,
            family: kind.name().to_owned(),
            goal: self.goal.to_possible_value().map_or(String::new(), |v| v.get_name().to_owned()),
            engines,
            seed: self.seed,
            threads: self.threads as u64,
            limits: report::limits(&Limits { time, nodes: self.nodes, ..Limits::default() }),
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
            let attempt =
                method.attempt(&puzzle(kind, n, seed)?, seed, stop, |stats| line.show(stats))?;
            if stop.stopped() {
                break;
            }
            each.push(attempt);
        }
        let (engines, limits) = (method.engines(), report::limits(&method.limits));
        Ok(Size { engines, limits, ..Size::new(n as u64, each, peak()) })
    }

    /// Writes the files anew: whatever happens later, the sizes so far are kept. Standard output is written to once,
    /// at the end.
    fn write(&self, trial: &Trial, end: bool) -> Result<(), Complaint> {
        let write = |path: &Option<PathBuf>, text: fn(&Trial) -> String| match path {
            Some(file) if is_pipe(path) == end => write_file(file, text(trial).as_bytes()),
            _ => Ok(()),
        };
        write(&self.csv, Trial::csv)?;
        write(&self.json, Trial::json)?;
        let plot = self.plot.as_deref().filter(|_| !end);
        plot.map_or(Ok(()), |path| write_file(path, &plots::draw(trial, path)?))
    }
}

/// Is it standard output?
fn is_pipe(path: &Option<PathBuf>) -> bool {
    path.as_deref() == Some(Path::new("-"))
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
