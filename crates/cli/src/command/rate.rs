mod tray;

use std::path::PathBuf;
use std::time::Duration;

use marquetry_play::rating::{Difficulty, How, Rating, Size};
use marquetry_puzzle::{Matching, Puzzle, Score, analyse, judge};
use marquetry_report::rate;
use marquetry_search::matching::estimate::Estimate;
use marquetry_search::{Ending, Limits, Outcome, Stats, StopFlag};

use super::Exit;
use super::input::Input;
use super::output::{Complaint, print};
use super::signal::stop_on_signal;
use super::units::{Counted, bytes, count, duration, grouped, plural, time_words};

/// What a search is like, in words.
fn word(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Child => "a child does it",
        Difficulty::Evening => "an adult does it in an evening",
        Difficulty::AtOnce => "a computer does it at once",
        Difficulty::Hours => "a computer does it in an hour or two",
        Difficulty::Months => "a computer does it in months",
        Difficulty::ManyComputers => "many computers may do it",
        _ => "nobody has",
    }
}

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

fn difficulty(size: Size) -> String {
    match (size, size.difficulty().map(word)) {
        (Size::Estimated(_), Some(word)) => format!("{word}, by the estimate"),
        (_, Some(word)) => word.to_owned(),
        (_, None) => "not known: the search was not finished".to_owned(),
    }
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
        let mut rows = vec![("family", puzzle.family().to_owned())];
        let reasons = analyse(&puzzle).impossible;
        let exit = if reasons.is_empty() {
            self.rate(&puzzle, &stop, &mut rows)?
        } else {
            rows.extend(reasons.into_iter().map(|reason| ("no solution, because", reason)));
            self.input.reading(format, &puzzle).iter().for_each(|words| eprintln!("{words}"));
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
        let Rating { estimate, outcome, finished, solution, size } =
            marquetry_play::rating::rate(puzzle, &how, stop)?;
        if let (Some(guess), Puzzle::Matching(p)) = (&estimate, puzzle) {
            rows.extend(probed(p, guess));
        }
        let stats = &outcome.stats;
        let searched = match (finished, outcome.ending) {
            (true, Ending::Enough) => "to the first solution",
            (true, _) => "to the end",
            (false, _) => "not to the end",
        };
        let nodes = grouped(stats.nodes);
        rows.push(("searched", format!("{searched}: {nodes} nodes in {}", time(stats.elapsed))));
        rows.push(("speed", format!("{} nodes a second on one thread", grouped(rate(stats)))));
        match puzzle {
            Puzzle::Sliding(_) => {
                let score = solution.as_ref().and_then(|solution| judge(puzzle, solution).ok());
                rows.push(("solution", length(&outcome, score.as_ref(), self.metric)));
            }
            _ => rows.push(("solutions", number(&outcome, finished))),
        }
        rows.push(("time to the end", time_of(size, stats)));
        rows.push(("difficulty", difficulty(size)));
        let none = outcome.ending == Ending::Exhausted && stats.solutions == 0;
        Ok(if none { Exit::No } else { Exit::Yes })
    }

    fn limits(&self) -> Limits {
        let (time, memory) = (Some(self.time), Some(self.memory));
        Limits { time, nodes: self.nodes, solutions: None, memory }
    }
}

/// What random probes found.
fn probed(p: &Matching, guess: &Estimate) -> Rows {
    let (mean, spread) = (about(guess.nodes_mean), about(guess.nodes_spread));
    let (median, probes) = (about(guess.nodes_median), plural(guess.probes.into(), "probe"));
    let (deepest, area) = (guess.deepest, p.area());
    vec![
        ("estimated nodes", format!("{mean}, give or take {spread}")),
        ("median of the probes", format!("{median} nodes, {probes}")),
        ("deepest probe", format!("{deepest} of {area} tiles")),
    ]
}

fn number(outcome: &Outcome, finished: bool) -> String {
    let found = outcome.stats.solutions;
    let total = grouped(outcome.number());
    match (finished, found) {
        (true, 0) => "none".to_owned(),
        (true, _) => format!("{total} up to symmetry, and no more"),
        (false, 0) => "not known: none found yet".to_owned(),
        (false, _) => format!("at least {total} up to symmetry; how many is not known"),
    }
}

fn length(outcome: &Outcome, score: Option<&Score>, metric: Counted) -> String {
    match (score, outcome.ending) {
        (Some(score), _) => {
            let known = match outcome.shortest {
                Some(true) => "and none is shorter",
                _ => "there may be shorter ones",
            };
            format!("{}, {known}", metric.words(metric.length(score) as u64))
        }
        (_, Ending::Exhausted) => "none".to_owned(),
        _ => "not known: none found yet".to_owned(),
    }
}

fn time_of(size: Size, stats: &Stats) -> String {
    match size {
        Size::Measured(_) => format!("{}, measured", time(stats.elapsed)),
        Size::Estimated(nodes) => {
            let seconds = nodes / rate(stats).max(1) as f64;
            format!("about {}, by the estimate", long_time(seconds))
        }
        Size::NotKnown => format!("not known: more than {}", time(stats.elapsed)),
    }
}

/// Two digits are all that an estimate is good for.
fn about(n: f64) -> String {
    if n < 100.0 {
        return format!("{n:.0}");
    }
    if n >= 1e12 {
        return format!("{n:.1e}");
    }
    let unit = 10f64.powf(n.log10().floor() - 1.0);
    grouped(((n / unit).round() * unit) as u64)
}

fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.01 => format!("{:.2} ms", seconds * 1e3),
        _ => time_words(time),
    }
}

fn long_time(seconds: f64) -> String {
    const DAY: f64 = 86_400.0;
    const YEAR: f64 = 365.25 * DAY;
    match seconds {
        s if s < 2.0 * DAY => time(Duration::from_secs_f64(s)),
        s if s < 2.0 * YEAR => format!("{} days", about(s / DAY)),
        s => format!("{} years", about(s / YEAR)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_two_digits_and_huge_ones_an_exponent() {
        assert_eq!(about(7.4), "7");
        assert_eq!(about(123_456.0), "120,000");
        assert_eq!(about(3.21e40), "3.2e40");
        assert_eq!(long_time(3.0 * 86_400.0), "3 days");
        assert_eq!(long_time(1e20), "3.2e12 years");
    }
}
