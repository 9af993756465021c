use std::path::PathBuf;
use std::time::{Duration, Instant};

use marquetry_formats::detect::{Format, write};
use marquetry_formats::json;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::{Fault, Matching, Puzzle};
use marquetry_search::{Ending, Limits, Settings, StopFlag, solve};

use super::Exit;
use super::output::{Complaint, hush, print, write_file};
use super::signal::stop_on_signal;
use super::units::{count, duration, grouped, plural, some};

/// Seeds tried for one puzzle: for one that is unique, and to choose the hardest from.
const TRIES: u64 = 1000;
const TRIES_HARD: u64 = 100;

/// Make matching puzzles that have a solution.
///
/// The same seed gives the same puzzle, always and everywhere. Where a seed does not give what was asked for, the
/// next one is tried; the title says which it was. Exit code 3: given up; 130: interrupted, with the best so far.
#[derive(clap::Args)]
pub struct Generate {
    /// tetravex, arrows or framed
    kind: Kind,
    /// Columns and rows, such as 4x4
    #[arg(value_name = "WxH", value_parser = size)]
    size: (usize, usize),
    /// How many colours, that of the frame not counted [default: 10 for tetravex, 4 for arrows, 7 to 22 for framed
    /// boards of 4x4 to 16x16]
    #[arg(long, value_name = "C")]
    colours: Option<u32>,
    /// The seed, or the first seed to try
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only a puzzle with exactly one solution up to symmetry
    #[arg(long)]
    unique: bool,
    /// The puzzle that takes the most nodes to search through, out of all tried
    #[arg(long)]
    hard: bool,
    /// How many seeds to try for one puzzle [default: 1000 for --unique, 100 for --hard]
    #[arg(long, value_name = "N", value_parser = count)]
    tries: Option<u64>,
    /// Stop trying after this time, such as 60s
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Make so many puzzles, as JSON Lines: a puzzle a line, with its seed
    #[arg(long, value_name = "N", value_parser = some, conflicts_with = "to")]
    count: Option<u64>,
    /// The format to write [default: native]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say nothing on standard error but what went wrong
    #[arg(short, long)]
    quiet: bool,
}

/// `4x4`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| "write columns and rows as 4x4".into())
}

/// A puzzle that was kept, and the nodes that it took to search it through.
struct Kept {
    puzzle: Puzzle,
    seed: u64,
    nodes: u64,
}

/// What ends all trying: the clock and a signal.
struct Bounds {
    started: Instant,
    stop: StopFlag,
}

/// What a look at one puzzle says.
enum Verdict {
    Good(u64),
    Bad,
    /// The time was up, or a signal came.
    Stopped,
}

impl Generate {
    pub fn run(&self) -> Result<Exit, Complaint> {
        hush(self.quiet);
        let bounds = Bounds { started: Instant::now(), stop: stop_on_signal() };
        let mut next = self.seed;
        let mut file = String::new();
        let mut exit = Exit::Yes;
        for _ in 0..self.count.unwrap_or(1) {
            let first = next;
            let kept = self.choose(&mut next, &bounds)?;
            let tried = next.wrapping_sub(first);
            self.note(kept.as_ref(), tried, &bounds);
            let text = kept.as_ref().map(|kept| self.text(kept)).transpose()?;
            match (text, &self.output) {
                (None, _) => exit = Exit::Limit,
                (Some(text), Some(_)) => file += &text,
                (Some(text), None) => print(&text)?,
            }
            if bounds.stop.stopped() {
                exit = Exit::Interrupted;
            }
            if exit != Exit::Yes {
                break;
            }
        }
        if let Some(path) = self.output.as_ref().filter(|_| !file.is_empty()) {
            write_file(path, file.as_bytes())?;
        }
        Ok(exit)
    }

    /// Tries seeds from `next` on until one gives what was asked for, or all tries are made.
    fn choose(&self, next: &mut u64, bounds: &Bounds) -> Result<Option<Kept>, Complaint> {
        let searched = self.unique || self.hard;
        let usual = if self.hard { TRIES_HARD } else { TRIES };
        let tries = if searched { self.tries.unwrap_or(usual) } else { 1 };
        let mut best: Option<Kept> = None;
        for _ in 0..tries {
            let seed = *next;
            let puzzle = Puzzle::from(self.make(seed)?);
            let verdict = if searched { self.look(&puzzle, bounds)? } else { Verdict::Good(0) };
            if matches!(verdict, Verdict::Stopped) {
                break;
            }
            *next = next.wrapping_add(1);
            let Verdict::Good(nodes) = verdict else { continue };
            if best.as_ref().is_none_or(|best| nodes > best.nodes) {
                best = Some(Kept { puzzle, seed, nodes });
            }
            if !self.hard {
                break;
            }
        }
        Ok(best)
    }

    fn make(&self, seed: u64) -> Result<Matching, Complaint> {
        let (width, height) = self.size;
        let colours = self.colours.unwrap_or_else(|| self.kind.usual_colours(width, height));
        generate(self.kind, width, height, colours, seed).map_err(complain)
    }

    /// Searches a puzzle through, or to the second solution where there must be one only.
    fn look(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<Verdict, Complaint> {
        let time = self.time.map(|time| time.saturating_sub(bounds.started.elapsed()));
        // Nodes are compared between puzzles, so they must all be of one engine.
        let engine = self.hard.then(|| "fewest".to_owned());
        // Solutions that are only counted need not be told apart, which takes memory.
        let settings =
            Settings { engine, distinct: self.unique, count: true, ..Settings::default() };
        let limits = Limits { time, solutions: self.unique.then_some(2), ..Limits::default() };
        let outcome = solve(puzzle, &settings, limits, bounds.stop.clone(), &mut ())?;
        Ok(match outcome.ending {
            Ending::Exhausted if !self.unique || outcome.stats.solutions == 1 => {
                Verdict::Good(outcome.stats.nodes)
            }
            Ending::Exhausted | Ending::Enough => Verdict::Bad,
            _ => Verdict::Stopped,
        })
    }

    fn text(&self, kept: &Kept) -> Result<String, Complaint> {
        if self.count.is_some() {
            return Ok(line(&kept.puzzle, kept.seed));
        }
        // The title that a made puzzle has is our own: nobody misses it where the format has no place for it.
        Ok(write(self.to.unwrap_or(Format::Native), &kept.puzzle)?.text)
    }

    fn note(&self, kept: Option<&Kept>, tried: u64, bounds: &Bounds) {
        let seeds = plural(tried, "seed");
        match kept {
            None => {
                let late = self.time.is_some_and(|time| bounds.started.elapsed() >= time);
                let why = match (bounds.stop.stopped(), late) {
                    (true, _) => " at an interrupt",
                    (false, true) => " at the time limit",
                    (false, false) => "",
                };
                let wanted = if self.unique {
                    "has exactly one solution up to symmetry"
                } else {
                    "was searched through"
                };
                eprintln!("given up{why} after {seeds}: none {wanted}");
            }
            Some(kept) if !self.quiet && (self.unique || self.hard) => {
                let only = if self.unique { "one solution up to symmetry, " } else { "" };
                let (seed, nodes) = (kept.seed, grouped(kept.nodes));
                eprintln!("{seeds} tried; seed {seed}: {only}{nodes} nodes to search it through");
            }
            Some(_) => {}
        }
    }
}

fn complain(faults: Vec<Fault>) -> Complaint {
    let words = faults.iter().map(|fault| match fault.help.as_str() {
        "" => fault.message.clone(),
        help => format!("{fault}: {help}"),
    });
    Complaint::Words(words.collect::<Vec<_>>().join("; "))
}

/// A puzzle as one line of JSON with its seed before all else.
fn line(puzzle: &Puzzle, seed: u64) -> String {
    // A line break inside a text is written as \n, so all breaks are between values.
    let text = json::write(puzzle);
    let part =
        |line: &str| line.trim_start().to_owned() + if line.ends_with(',') { " " } else { "" };
    let whole: String = text.lines().map(part).collect();
    format!("{{\"seed\": {seed}, {}\n", whole.strip_prefix('{').unwrap_or(&whole))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use clap::Parser;
    use marquetry_puzzle::Solution;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        generate: Generate,
    }

    fn asked(arguments: &str) -> Generate {
        Alone::parse_from(["generate"].into_iter().chain(arguments.split(' '))).generate
    }

    fn bounds() -> Bounds {
        Bounds { started: Instant::now(), stop: StopFlag::default() }
    }

    fn solutions(puzzle: &Puzzle) -> usize {
        let mut count = 0;
        let mut watch = |_: &Solution| {
            count += 1;
            ControlFlow::Continue(())
        };
        let reference = Some("reference".into());
        let settings = Settings { engine: reference, distinct: true, ..Settings::default() };
        let limits = Limits::default();
        solve(puzzle, &settings, limits, StopFlag::default(), &mut watch).expect("it can search");
        count
    }

    #[test]
    fn what_is_kept_as_unique_has_one_solution_and_what_is_passed_over_has_more() {
        for arguments in [
            "tetravex 3x2 --unique --colours 3",
            "arrows 3x3 --unique",
            "framed 3x3 --unique --colours 5",
        ] {
            let asked = asked(arguments);
            let mut next = 1;
            for _ in 0..3 {
                let first = next;
                let kept = asked.choose(&mut next, &bounds()).ok().flatten();
                let kept = kept.expect("a thousand tries are enough");
                assert_eq!(solutions(&kept.puzzle), 1, "{arguments}, seed {}", kept.seed);
                for seed in first..kept.seed {
                    let passed = asked.make(seed).ok().expect("the arguments are in range");
                    assert!(solutions(&passed.into()) > 1, "{arguments}, seed {seed}");
                }
            }
        }
    }

    #[test]
    fn the_hardest_is_the_one_with_the_most_nodes() {
        let asked = asked("arrows 3x3 --hard --tries 10");
        let look = |seed| match asked.look(&asked.make(seed).ok()?.into(), &bounds()) {
            Ok(Verdict::Good(nodes)) => Some(nodes),
            _ => None,
        };
        let kept = asked.choose(&mut 1, &bounds()).ok().flatten().expect("ten are searched");
        assert_eq!((1..=10).filter_map(look).max(), Some(kept.nodes));
        assert_eq!(look(kept.seed), Some(kept.nodes));
    }

    #[test]
    fn a_line_holds_the_puzzle_and_reads_back() {
        let puzzle: Puzzle = asked("framed 3x3").make(7).ok().expect("in range").into();
        let line = line(&puzzle, 7);
        assert!(line.starts_with("{\"seed\": 7, \"v\": 1,") && line.lines().count() == 1, "{line}");
        assert_eq!(json::read(&line), Ok(puzzle));
    }
}
