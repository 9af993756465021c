mod items;
mod pick;
mod teller;
mod watch;

use std::path::{Path, PathBuf};

use marquetry_fleet::{Asked, checkpointed};
use marquetry_formats::detect::Format;
use marquetry_formats::events::Event;
use marquetry_formats::known::Known;
use marquetry_puzzle::{Puzzle, analyse};
use marquetry_report as report;
use marquetry_report::words::ended;
use marquetry_search::steps::watchable;
use marquetry_search::{Ending, Limits, Outcome, Search, Settings, StopFlag, engine_for};

use super::asking::Asking;
use super::effort::Effort;
use super::input::{Given, Reading};
use super::output::{Complaint, hush, print, tell};
use super::signal::stop_on_signal;
use super::units::{Counted, Fill, bytes, grouped, millimetres, time_words};
use super::{Exit, blame, info, pieces};
use teller::Teller;

/// Find solutions of a puzzle, or of several.
///
/// Solutions are drawn on standard output as they are found. Exit code 0: found; 1: proved that there is none;
/// 3: stopped by a limit without an answer; 130: interrupted. Of several puzzles, the highest of their codes.
#[derive(clap::Args)]
pub struct Solve {
    /// Files, - for standard input, built-in puzzles' names, or links; after a Berkeley tray its goal's file
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    picking: pick::Picking,
    #[command(flatten)]
    watching: watch::Watching,
    /// The engine to use instead of the usual one
    #[arg(long)]
    engine: Option<String>,
    /// Fill the board of a matching puzzle in this order, with the engine rows
    #[arg(long, value_enum, value_name = "ORDER")]
    fill: Option<Fill>,
    #[command(flatten)]
    effort: Effort,
    /// Keep how far the search is in this file, every few seconds; the same command goes on from there. A tray, which is
    /// solved breadth first, keeps its levels in a folder
    #[arg(long, value_name = "FILE|DIR", conflicts_with_all = ["nth", "sample", "watch"])]
    checkpoint: Option<PathBuf>,
    /// Use at most this much memory
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "4GiB")]
    memory: u64,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// What a sliding puzzle's solution is shortest in
    #[arg(long, value_enum, default_value = "moves")]
    metric: Counted,
    /// Print events as JSON Lines
    #[arg(long, conflicts_with_all = ["to", "output"])]
    json: bool,
    /// Print solutions in this format instead of drawing them
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Draw to a file ending in .svg, .pdf, .png, .gif or .txt, several solutions on one contact sheet; or into a new
    /// folder, with a picture for each solution and their sheet
    #[arg(long, value_name = "FILE|DIR", conflicts_with = "count")]
    draw: Option<PathBuf>,
    /// Let an .svg show the solution of a sliding puzzle moving, as a .gif always does
    #[arg(long)]
    animate: bool,
    /// Let an .svg hold outlines alone for a laser cutter, each edge once, in millimetres
    #[arg(long, requires = "draw", conflicts_with = "animate")]
    cut: bool,
    /// The side of a cell to cut: 15mm, 1.5cm or 0.6in [default: 15mm]
    #[arg(long, value_name = "LENGTH", value_parser = millimetres, requires = "cut")]
    size: Option<f32>,
    /// Write the solutions to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say nothing on standard error but what went wrong
    #[arg(short, long)]
    quiet: bool,
    /// Say first how the puzzle was understood, with its pieces and their numbers
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
}

impl Solve {
    pub fn run(&self) -> Result<Exit, Complaint> {
        hush(self.quiet);
        let puzzles = self.reading.read_all(&self.puzzles)?;
        let several = puzzles.len() > 1;
        self.suits(several)?;
        let stop = stop_on_signal();
        let (mut worst, mut shown) = (Exit::Yes, 0);
        for (name, given) in puzzles {
            if several {
                self.note(&format!("{name}:"));
            }
            let exit = match given {
                Given::Puzzle(format, puzzle, known) => {
                    self.one((format, &puzzle, *known), &stop, &mut shown)?
                }
                Given::Items(problem) => self.items(&problem, &stop)?,
            };
            worst = worst.max(exit);
            if worst == Exit::Interrupted {
                break;
            }
        }
        Ok(worst)
    }

    /// Complains of what can be asked of one puzzle alone.
    fn suits(&self, several: bool) -> Result<(), Complaint> {
        let single = [
            (self.output.is_some(), "--output"),
            (self.draw.is_some(), "--draw"),
            (self.checkpoint.is_some(), "--checkpoint"),
            (self.watching.watch, "--watch"),
        ];
        match single.iter().find(|(asked, _)| *asked && several) {
            Some((_, option)) => {
                Err(Complaint::Words(format!("{option} is for one puzzle, and here are several")))
            }
            None => Ok(()),
        }
    }

    /// Solves one of the puzzles, when so many solutions were shown before, and adds its own to them.
    fn one(
        &self,
        (format, puzzle, known): (Format, &Puzzle, Known),
        stop: &StopFlag,
        shown: &mut u64,
    ) -> Result<Exit, Complaint> {
        if matches!(puzzle, Puzzle::Sliding(p) if p.goal.is_empty()) {
            self.note("the goal is empty, so it is reached already");
        }
        self.reading.several(&known).into_iter().for_each(|words| self.note(&words));
        let settings = self.settings();
        let engine = match self.watching.watch {
            true => watchable(puzzle, &settings)?,
            false => engine_for(puzzle, &settings)?.name,
        };
        let mut teller = Teller::new(self, puzzle, *shown)?;
        teller.voice.event(|| self.begin(puzzle.title(), puzzle.family().name(), engine))?;
        if self.verbose {
            self.note(info::report(format, puzzle, &analyse(puzzle)).trim_end());
        }
        if let Puzzle::Tiling(p) = puzzle
            && analyse::impossible(puzzle).is_empty()
        {
            pieces::left_over(p).iter().for_each(|warning| self.note(warning));
        }
        let (limits, pick) = (self.limits(), self.picking.pick());
        let search = Search::new(puzzle).settings(&settings).limits(limits).until(stop.clone());
        let outcome = match &pick {
            Some(pick) => search.pick(pick, &mut teller)?,
            None if self.watching.watch && self.json => {
                watch::watched_elsewhere(puzzle, search, &mut teller.voice)?
            }
            None if self.watching.watch => self.watched(puzzle, search, stop.clone())?,
            None if self.checkpoint.is_some() => {
                self.kept(Asked { puzzle, settings: &settings, limits }, stop, &mut teller)?
            }
            None => search.run(&mut teller)?,
        };
        teller.finish(&outcome)?;
        *shown = teller.shown;
        if !outcome.impossible.is_empty() {
            let reasons = outcome.impossible.iter();
            reasons.for_each(|reason| self.note(&format!("no solution: {reason}")));
            self.note_reading(format, puzzle);
            return Ok(Exit::No);
        }
        if let Some(trouble) = &outcome.trouble {
            tell(format_args!("marquetry: {trouble}\n"));
        }
        self.note(&self.summary(&outcome, &self.engine_words(&outcome, engine)));
        if let (Some(says), Ending::Exhausted, true) =
            (known.solutions, outcome.ending, self.wants_all() && settings.turns)
        {
            let same =
                if says.to_string() == outcome.number().to_string() { "too" } else { "instead" };
            self.note(&format!("the file says {says} {same}"));
        }
        if self.wants_all() && outcome.ending == Ending::Exhausted && outcome.stats.solutions > 0 {
            self.note(teller.times(&outcome).trim_end());
        }
        if let (Puzzle::Matching(p), Exit::No, false) = (puzzle, self.exit(&outcome), self.quiet) {
            let left = self.effort.time.map(|time| time.saturating_sub(outcome.stats.elapsed));
            blame::wrong_pin(p, left, stop.clone()).into_iter().for_each(|words| self.note(&words));
        }
        if self.exit(&outcome) == Exit::No {
            self.note_reading(format, puzzle);
        }
        Ok(self.exit(&outcome))
    }

    /// A search that is kept in a file as it goes on, or in a folder.
    fn kept(
        &self,
        asked: Asked<'_>,
        stop: &StopFlag,
        teller: &mut Teller<'_>,
    ) -> Result<Outcome, Complaint> {
        let path = self.checkpoint.as_deref().unwrap_or(Path::new(""));
        let levels = engine_for(asked.puzzle, asked.settings)?.keeps;
        let outcome = match levels {
            true => {
                let search = Search::new(asked.puzzle).settings(asked.settings).keep(path);
                search.limits(asked.limits).until(stop.clone()).run(teller)?
            }
            false if path.is_dir() => {
                let words = "this search is kept in a file, and this is a folder";
                return Err(Complaint::Words(format!("{}: {words}", path.display())));
            }
            false => checkpointed(path, asked, stop.clone(), teller)
                .map_err(|error| Complaint::Words(format!("{}: {error}", path.display())))?,
        };
        if !matches!(outcome.ending, Ending::Exhausted | Ending::Enough) {
            self.note(&format!("kept in {}: the same command goes on from there", path.display()));
        }
        Ok(outcome)
    }

    /// Beside "no solution": how a file was understood that does not say by itself what it is.
    fn note_reading(&self, format: Format, puzzle: &Puzzle) {
        self.reading.words(format, puzzle).iter().for_each(|words| self.note(words));
    }

    /// The arrows report is about all solutions up to symmetry, whatever else was asked for.
    fn reports_all(&self) -> bool {
        self.to == Some(Format::Arrows)
    }

    fn settings(&self) -> Settings {
        Settings {
            engine: self.engine.clone(),
            distinct: self.asking.distinct.is_some() || self.reports_all(),
            order: self.fill.map(Fill::order),
            metric: self.metric.metric(),
            threads: self.effort.threads(),
            seed: self.seed,
            ..self.asking.settings()
        }
    }

    fn limits(&self) -> Limits {
        let few = self.picking.sample().unwrap_or(self.asking.n);
        let solutions = (!self.wants_all()).then_some(few);
        let (time, nodes) = (self.effort.time, self.effort.nodes);
        Limits { time, nodes, solutions, memory: Some(self.memory) }
    }

    fn wants_all(&self) -> bool {
        self.asking.all || self.asking.count || self.reports_all()
    }

    fn begin(&self, title: &str, family: &str, engine: &str) -> Event {
        let mut settings = self.settings();
        if self.watching.watch {
            settings.threads = 1;
        }
        report::begin(title, family, engine, &settings, &self.limits())
    }

    fn note(&self, words: &str) {
        if !self.quiet {
            tell(format_args!("{words}\n"));
        }
    }

    /// The engine's name, with the one that an automatic choice fell on.
    fn engine_words(&self, outcome: &Outcome, engine: &str) -> String {
        match outcome.chosen {
            _ if self.picking.pick().is_some() => "counter".to_owned(),
            Some(chosen) => format!("{engine}: {chosen}"),
            None => engine.to_owned(),
        }
    }

    fn summary(&self, outcome: &Outcome, engine: &str) -> String {
        let stats = &outcome.stats;
        let alike = if self.asking.looks { " that look different" } else { "" };
        let same = match self.settings() {
            Settings { turns: true, .. } => " up to turns",
            Settings { distinct: true, .. } => " up to symmetry",
            _ => "",
        };
        let kind = alike.to_owned() + same;
        let picked = self.picking.words(outcome, &kind);
        let said = picked.unwrap_or_else(|| ended(outcome, &kind));
        format!(
            "{said} ({} nodes in {}, engine {engine})",
            grouped(stats.nodes),
            time_words(stats.elapsed)
        )
    }

    fn print_count(&self, outcome: &Outcome) -> Result<(), Complaint> {
        let at_least = if outcome.ending == Ending::Exhausted { "" } else { "at least " };
        print(&format!("{at_least}{}\n", outcome.number()))
    }

    fn exit(&self, outcome: &Outcome) -> Exit {
        match (outcome.ending, outcome.stats.solutions) {
            (Ending::Cancelled, _) => Exit::Interrupted,
            (Ending::Exhausted, 0) => Exit::No,
            (Ending::Exhausted, _) => Exit::Yes,
            (Ending::Enough, _) | (_, 1..) if !self.wants_all() => Exit::Yes,
            _ => Exit::Limit,
        }
    }
}
