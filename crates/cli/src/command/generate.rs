mod kinds;
mod line;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use marquetry_formats::detect::{Format, write};
use marquetry_play::Patience;
use marquetry_play::making::{Made, News, Order, Unmade};
use marquetry_report::words;
use marquetry_search::{Limits, StopFlag};

use super::Exit;
use super::output::{Complaint, hush, print, tell, write_file};
use super::progress::Line;
use super::signal::stop_on_signal;
use super::units::{count, duration, plural, some, time_words};
use kinds::Kind;

/// Make puzzles that have a solution.
///
/// The same seed gives the same puzzle, always and everywhere. Where a seed does not give what was asked for, the
/// next one is tried; the title says which it was. Exit code 3: given up; 130: interrupted, with the best so far.
#[derive(clap::Args)]
pub struct Generate {
    #[command(subcommand)]
    kind: Kind,
}

/// What can be asked of every kind.
#[derive(clap::Args)]
struct Common {
    /// The seed, or the first seed to try
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The hardest out of all tried: the most nodes to search through, the longest solution, the fewest solutions a day
    #[arg(long)]
    hard: bool,
    /// How many seeds to try for one puzzle [default: 1000, or 100 for --hard]
    #[arg(long, value_name = "N", value_parser = count)]
    tries: Option<u64>,
    /// Stop trying after this time, such as 60s
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Make so many puzzles, as JSON Lines: a puzzle a line, with its seed and its rating
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

impl Generate {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let common = self.kind.common();
        hush(common.quiet);
        let stop = stop_on_signal();
        let limits = Limits { time: common.time, ..Limits::default() };
        let patience = Patience { limits, stop: stop.clone() };
        let line = Line::new(!common.quiet);
        let (order, started) = (self.kind.order()?, Instant::now());
        let mut bench =
            Bench { kind: &self.kind, order, patience, stop, line, started, file: String::new() };
        let exit = bench.make_all(common.count.unwrap_or(1))?;
        bench.line.clear();
        if let Some(path) = common.output.as_ref().filter(|_| !bench.file.is_empty()) {
            write_file(path, bench.file.as_bytes())?;
        }
        Ok(exit)
    }
}

/// Where puzzles are made.
struct Bench<'a> {
    kind: &'a Kind,
    order: Order,
    patience: Patience,
    stop: StopFlag,
    line: Line,
    started: Instant,
    /// What is to be written to a file.
    file: String,
}

impl Bench<'_> {
    fn make_all(&mut self, puzzles: u64) -> Result<Exit, Complaint> {
        let mut next = self.kind.common().seed;
        for _ in 0..puzzles {
            let (made, tried) = self.make(&mut next)?;
            self.line.aside(|| self.note(made.as_ref(), tried));
            // Records were written as they came.
            if let Some(made) = made.as_ref().filter(|_| !self.kind.records()) {
                let text = self.text(made)?;
                self.put(&text)?;
            }
            if self.stop.stopped() {
                return Ok(Exit::Interrupted);
            }
            if made.is_none() {
                return Ok(Exit::Limit);
            }
        }
        Ok(Exit::Yes)
    }

    /// Makes one puzzle, and says how many were tried.
    fn make(&mut self, next: &mut u64) -> Result<(Option<Made>, u64), Complaint> {
        let Bench { kind, order, patience, line, started, file, .. } = self;
        let common = kind.common();
        let (mut tried, mut best, mut trouble) = (0, String::new(), None);
        let late = || common.time.is_some_and(|time| started.elapsed() >= time);
        let mut hear = |news: News<'_>| {
            match news {
                News::Tried(_) => tried += 1,
                News::Best(made) => {
                    best = words::merit(order, made);
                    if order.climbs() && !common.quiet {
                        let at = time_words(started.elapsed());
                        line.aside(|| {
                            tell(format_args!("{at:>11}  {}: {best}\n", what(order, tried + 1)))
                        });
                    }
                    if kind.records() {
                        let text = line::written(made);
                        match &common.output {
                            Some(_) => *file += &text,
                            None => trouble = line.aside(|| print(&text)).err(),
                        }
                    }
                }
            }
            line.tell(&[what(order, tried), best.clone()]);
            match trouble.is_some() || late() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let made = order.choose(next, patience, &mut hear)?;
        trouble.map_or(Ok((made, tried)), Err)
    }

    fn text(&self, made: &Made) -> Result<String, Complaint> {
        let common = self.kind.common();
        if common.count.is_some() {
            return Ok(line::written(made));
        }
        // The title that a made puzzle has is our own: nobody misses it where the format has no place for it.
        Ok(write(common.to.unwrap_or(Format::Native), &made.puzzle)?.text)
    }

    fn put(&mut self, text: &str) -> Result<(), Complaint> {
        match self.kind.common().output {
            Some(_) => self.file += text,
            None => self.line.aside(|| print(text))?,
        }
        Ok(())
    }

    fn note(&self, made: Option<&Made>, tried: u64) {
        let (what, common) = (what(&self.order, tried), self.kind.common());
        match made {
            None => {
                let late = common.time.is_some_and(|time| self.started.elapsed() >= time);
                let why = match (self.stop.stopped(), late) {
                    (true, _) => " at an interrupt",
                    (false, true) => " at the time limit",
                    (false, false) => "",
                };
                tell(format_args!("given up{why} after {what}: {}\n", words::wanted(&self.order)));
            }
            Some(made) if !common.quiet && self.order.is_searched() => {
                let merit = words::merit(&self.order, made);
                tell(format_args!("{what} tried; seed {}: {merit}\n", made.seed));
            }
            Some(_) => {}
        }
    }
}

impl From<Unmade> for Complaint {
    fn from(unmade: Unmade) -> Complaint {
        Complaint::Words(words::unmade(&unmade))
    }
}

/// So many seeds or trays.
fn what(order: &Order, tried: u64) -> String {
    plural(tried, if order.climbs() { "tray" } else { "seed" })
}
