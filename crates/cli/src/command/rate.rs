mod tray;

use std::path::PathBuf;
use std::time::Duration;

use marquetry_puzzle::{Matching, Puzzle, Score, Solution, analyse, judge};
use marquetry_search::matching::estimate::{Estimate, estimate};
use marquetry_search::{Ending, Limits, Outcome, Settings, Stats, StopFlag, Watch, solve};

use super::Exit;
use super::input::Input;
use super::output::{Complaint, print};
use super::progress::rate;
use super::signal::stop_on_signal;
use super::units::{Counted, bytes, count, duration, grouped, plural, time_words};

/// More solutions than this are not told apart.
const MOST_SOLUTIONS: u64 = 100_000;

/// What a search of so many nodes is like. One thread does about a million a second.
const WORDS: [(f64, &str); 6] = [
    (1e3, "a child does it"),
    (1e5, "an adult does it in an evening"),
    (1e7, "a computer does it at once"),
    (1e10, "a computer does it in an hour or two"),
    (1e13, "a computer does it in months"),
    (1e17, "many computers may do it"),
];
const BEYOND: &str = "nobody has";

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

/// How many nodes a whole search takes.
enum Size {
    Measured(u64),
    Estimated(f64),
    Unknown,
}

impl Size {
    fn words(&self) -> String {
        match *self {
            Size::Measured(nodes) => word(nodes as f64).to_owned(),
            Size::Estimated(nodes) => format!("{}, by the estimate", word(nodes)),
            Size::Unknown => "not known: the search was not finished".to_owned(),
        }
    }
}

/// The last solution that a search found.
#[derive(Default)]
struct Last(Option<Solution>);

impl Watch for Last {
    fn solution(&mut self, solution: &Solution, _: &Stats) -> std::ops::ControlFlow<()> {
        self.0 = Some(solution.clone());
        std::ops::ControlFlow::Continue(())
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
        let guess = match puzzle {
            Puzzle::Matching(p) => Some(self.probe(p, stop, rows)),
            _ => None,
        };
        let mut last = Last::default();
        let outcome = self.search(puzzle, stop, &mut last)?;
        let finished = outcome.ending == Ending::Exhausted
            || matches!(puzzle, Puzzle::Sliding(_)) && outcome.ending == Ending::Enough;
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
                let score = last.0.as_ref().and_then(|solution| judge(puzzle, solution).ok());
                rows.push(("solution", length(&outcome, score.as_ref(), self.metric)));
            }
            _ => rows.push(("solutions", number(&outcome, finished))),
        }
        let size = size(finished, stats, guess);
        rows.push(("time to the end", time_of(&size, stats)));
        rows.push(("difficulty", size.words()));
        let none = outcome.ending == Ending::Exhausted && stats.solutions == 0;
        Ok(if none { Exit::No } else { Exit::Yes })
    }

    fn probe(&self, p: &Matching, stop: &StopFlag, rows: &mut Rows) -> Estimate {
        let guess = estimate(p, self.probes, self.seed, stop);
        let (mean, spread) = (about(guess.nodes_mean), about(guess.nodes_spread));
        rows.push(("estimated nodes", format!("{mean}, give or take {spread}")));
        let (median, probes) = (about(guess.nodes_median), plural(guess.probes.into(), "probe"));
        rows.push(("median of the probes", format!("{median} nodes, {probes}")));
        let (deepest, area) = (guess.deepest, p.area());
        rows.push(("deepest probe", format!("{deepest} of {area} tiles")));
        guess
    }

    /// A run within the limits. For matching it is the order of search that the estimate is about.
    fn search(
        &self,
        puzzle: &Puzzle,
        stop: &StopFlag,
        last: &mut Last,
    ) -> Result<Outcome, Complaint> {
        let (engine, solutions, count) = match puzzle {
            Puzzle::Matching(_) => (Some("fewest".to_owned()), Some(MOST_SOLUTIONS), false),
            Puzzle::Tiling(_) => (None, None, true),
            Puzzle::Sliding(_) => (None, Some(1), false),
        };
        let distinct = !matches!(puzzle, Puzzle::Sliding(_));
        let metric = self.metric.metric();
        let settings = Settings { engine, distinct, count, metric, ..Settings::default() };
        let limits = Limits { solutions, ..self.limits() };
        Ok(solve(puzzle, &settings, limits, stop.clone(), last)?)
    }

    fn limits(&self) -> Limits {
        let (time, memory) = (Some(self.time), Some(self.memory));
        Limits { time, nodes: self.nodes, solutions: None, memory }
    }
}

fn size(finished: bool, stats: &Stats, guess: Option<Estimate>) -> Size {
    // Below one part in a thousand, what is done says nothing of what is left.
    let done = stats.done.filter(|&done| done > 0.001);
    match (guess, done) {
        _ if finished => Size::Measured(stats.nodes),
        // Probes that miss the large part of a tree promise less than was searched already.
        (Some(guess), _) => Size::Estimated(guess.nodes_mean.max(stats.nodes as f64)),
        (None, Some(done)) => Size::Estimated(stats.nodes as f64 / done),
        (None, None) => Size::Unknown,
    }
}

fn word(nodes: f64) -> &'static str {
    WORDS.iter().find(|(most, _)| nodes < *most).map_or(BEYOND, |(_, word)| word)
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

fn time_of(size: &Size, stats: &Stats) -> String {
    match *size {
        Size::Measured(_) => format!("{}, measured", time(stats.elapsed)),
        Size::Estimated(nodes) => {
            let seconds = nodes / rate(stats).max(1) as f64;
            format!("about {}, by the estimate", long_time(seconds))
        }
        Size::Unknown => format!("not known: more than {}", time(stats.elapsed)),
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
    fn words_go_by_the_number_of_nodes() {
        assert_eq!(word(9.0), "a child does it");
        assert_eq!(word(1e3), "an adult does it in an evening");
        assert_eq!(word(1e40), "nobody has");
        assert_eq!(word(f64::INFINITY), "nobody has");
    }

    #[test]
    fn estimates_have_two_digits_and_huge_ones_an_exponent() {
        assert_eq!(about(7.4), "7");
        assert_eq!(about(123_456.0), "120,000");
        assert_eq!(about(3.21e40), "3.2e40");
        assert_eq!(long_time(3.0 * 86_400.0), "3 days");
        assert_eq!(long_time(1e20), "3.2e12 years");
    }

    #[test]
    fn what_was_not_finished_is_never_called_measured() {
        let stats = Stats { nodes: 5_000, done: Some(0.5), ..Stats::default() };
        assert!(matches!(size(true, &stats, None), Size::Measured(5_000)));
        assert!(matches!(size(false, &stats, None), Size::Estimated(n) if n == 10_000.0));
        let blind = Stats { done: None, ..stats };
        assert!(matches!(size(false, &blind, None), Size::Unknown));
    }
}
