use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use marquetry_formats::detect::{Format, read_solutions, write_solutions};
use marquetry_formats::events::Event;
use marquetry_formats::json::wire;
#[cfg(feature = "gpu")]
use marquetry_gpu::Device;
use marquetry_puzzle::{Board, Puzzle, Score, Solution, judge};
use marquetry_report::words;
use marquetry_report::{self as report, rate};
use marquetry_search::matching::best::{Goal, Hunt, search_for};
#[cfg(feature = "gpu")]
use marquetry_search::matching::best::{card::Card, layout};
use marquetry_search::{Ending, Failure, Limits, Outcome, Search, Settings, Stats, Watch};

use super::Exit;
use super::effort::Effort;
use super::input::{Input, read_source};
use super::output::{Colours, Complaint, Manner, hush, picture, print, tell, write_file};
use super::signal::stop_on_signal;
use super::units::{grouped, plural, time_words};
use super::voice::Voice;

/// Look for the best board of a matching puzzle that is too hard to solve.
///
/// It improves until it is stopped: by --time, by --nodes, by Ctrl-C, or by a board that lacks nothing. Each better
/// board is told on standard error and written to the output file at once. At the end the best board is drawn on
/// standard output. Exit code 0: there is a board; 1: the pins allow none without a mismatch; 3: none without a mismatch
/// was found; 130: interrupted.
#[derive(clap::Args)]
pub struct Best {
    #[command(flatten)]
    input: Input,
    /// What the board is to have most of
    #[arg(long = "for", value_enum, value_name = "GOAL", default_value = "edges")]
    goal: Wanted,
    /// The search to use instead of the usual one
    #[arg(long)]
    engine: Option<String>,
    /// Let up to this many cells stay empty: edges beside them count neither as matching nor as broken
    #[arg(long, value_name = "N", default_value_t = 0)]
    holes: usize,
    /// Go on from this board: a file or a link
    #[arg(long, value_name = "BOARD")]
    from_board: Option<String>,
    #[command(flatten)]
    effort: Effort,
    /// Let graphics cards search too: all, or those with these numbers. What a seed gives is then not the same every time
    #[cfg(feature = "gpu")]
    #[arg(long, value_name = "N", num_args = 0.., value_delimiter = ',')]
    gpu: Option<Vec<usize>>,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print events as JSON Lines
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Print or write the board in this format instead of drawing it
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Keep the best board in this file: .svg, .pdf, .png and .txt draw it, .json and .link are formats, all else is native
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say nothing on standard error but what went wrong
    #[arg(short, long)]
    quiet: bool,
}

/// How a search ended.
type Found = Result<Outcome, Failure>;

/// What the best board has most of.
#[derive(Copy, Clone, clap::ValueEnum)]
pub enum Wanted {
    /// Edges that match, with all tiles on the board
    Edges,
    /// Tiles, without a mismatch
    Tiles,
}

impl From<Wanted> for Goal {
    fn from(wanted: Wanted) -> Goal {
        match wanted {
            Wanted::Edges => Goal::Edges,
            Wanted::Tiles => Goal::Tiles,
        }
    }
}

impl Best {
    pub fn run(&self) -> Result<Exit, Complaint> {
        hush(self.quiet);
        let (_, puzzle) = self.input.read(None)?;
        let hunt = self.hunt(&puzzle)?;
        let name = search_for(&hunt)?.name;
        let mut teller = Boards::new(self, &puzzle);
        teller.voice.event(|| self.begin(&puzzle, name, &hunt))?;
        self.note(&self.settings(name, &hunt));
        let outcome = self.search(&puzzle, &hunt, &mut teller)?;
        teller.finish(&outcome)?;
        Ok(match outcome.ending {
            Ending::Cancelled => Exit::Interrupted,
            _ if teller.best.is_some() => Exit::Yes,
            Ending::Exhausted => Exit::No,
            _ => Exit::Limit,
        })
    }

    /// The search, to be stopped by its limits or by a signal.
    fn bounded<'p>(&self, puzzle: &'p Puzzle) -> Search<'p> {
        Search::new(puzzle).limits(self.limits()).until(stop_on_signal())
    }

    #[cfg(not(feature = "gpu"))]
    fn search(&self, puzzle: &Puzzle, hunt: &Hunt, watch: &mut dyn Watch) -> Found {
        self.bounded(puzzle).best(hunt, watch)
    }

    #[cfg(feature = "gpu")]
    fn search(&self, puzzle: &Puzzle, hunt: &Hunt, watch: &mut dyn Watch) -> Found {
        let devices = self.devices(puzzle, hunt);
        let cards: Vec<&dyn Card> = devices.iter().map(|device| device as &dyn Card).collect();
        let outcome = self.bounded(puzzle).best_on(&cards, hunt, watch);
        for (device, why) in devices.iter().filter_map(|device| Some((device, device.trouble()?))) {
            self.note(&format!("{} stopped: {why}", device.name()));
        }
        outcome
    }

    /// The cards that are asked for and can search this puzzle. Where one cannot, it is said why.
    #[cfg(feature = "gpu")]
    fn devices(&self, puzzle: &Puzzle, hunt: &Hunt) -> Vec<Device> {
        let without = |why: &str| self.note(&format!("{why}; the search goes on without a card"));
        let Some(numbers) = &self.gpu else { return Vec::new() };
        let found = layout(puzzle, hunt).and_then(|layout| {
            let devices = marquetry_gpu::devices(numbers)?;
            devices.iter().try_for_each(|device| device.batch(&layout).map(drop))?;
            Ok(devices)
        });
        match found {
            Ok(devices) => {
                devices.iter().for_each(|device| self.note(&format!("card {}", device.name())));
                devices
            }
            Err(why) => {
                without(&why);
                Vec::new()
            }
        }
    }

    fn hunt(&self, puzzle: &Puzzle) -> Result<Hunt, Complaint> {
        Ok(Hunt {
            goal: self.goal.into(),
            engine: self.engine.clone(),
            holes: self.holes,
            threads: self.effort.threads(),
            seed: self.seed,
            from: self.from_board.as_deref().map(|name| board(puzzle, name)).transpose()?,
            aim: None,
        })
    }

    /// What anybody needs to do the same again.
    fn settings(&self, name: &str, hunt: &Hunt) -> String {
        let goal = match hunt.goal {
            Goal::Edges => "edges",
            Goal::Tiles => "tiles",
        };
        let threads = plural(hunt.threads as u64, "thread");
        let holes = match hunt.holes {
            0 => String::new(),
            most => format!(", up to {}", plural(most as u64, "empty cell")),
        };
        format!("search {name} for {goal}{holes}, seed {}, {threads}", hunt.seed)
    }

    fn limits(&self) -> Limits {
        Limits { time: self.effort.time, nodes: self.effort.nodes, ..Limits::default() }
    }

    fn begin(&self, puzzle: &Puzzle, engine: &str, hunt: &Hunt) -> Event {
        let settings = Settings { seed: self.seed, threads: hunt.threads, ..Settings::default() };
        report::begin(puzzle.title(), puzzle.family().name(), engine, &settings, &self.limits())
    }

    fn note(&self, words: &str) {
        if !self.quiet {
            tell(format_args!("{words}\n"));
        }
    }

    /// The format of the board where it is written as text.
    fn format(&self, path: &Path) -> Format {
        let ending = path.extension().and_then(|ending| ending.to_str());
        self.to.unwrap_or(match ending {
            Some("json") => Format::Json,
            Some("link") => Format::Link,
            _ => Format::Native,
        })
    }
}

/// The board to go on from, which must be one of this puzzle.
fn board(puzzle: &Puzzle, name: &str) -> Result<Board, Complaint> {
    let refuse = |why: String| Complaint::Words(format!("{name}: {why}"));
    let solutions = read_solutions(puzzle, &read_source(name)?, None)?;
    let Some(solution @ Solution::Board(board)) = solutions.first() else {
        return Err(refuse("there is no board in it".into()));
    };
    match judge(puzzle, solution) {
        Ok(_) => Ok(board.clone()),
        Err(faults) => {
            let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Err(refuse(words.join("; ")))
        }
    }
}

/// Tells the user of each better board, and keeps the best one written.
struct Boards<'a> {
    how: &'a Best,
    puzzle: &'a Puzzle,
    voice: Voice,
    begun: Instant,
    best: Option<(Solution, Score)>,
}

impl<'a> Boards<'a> {
    fn new(how: &'a Best, puzzle: &'a Puzzle) -> Boards<'a> {
        let voice = Voice::new(how.json, how.quiet);
        Boards { how, puzzle, voice, begun: Instant::now(), best: None }
    }

    /// Writes the board to the output file.
    fn keep(&self, board: &Solution) -> Result<(), Complaint> {
        let Some(path) = &self.how.output else { return Ok(()) };
        if let Some(bytes) = picture(path, self.puzzle, Some(board), Manner::Still) {
            return write_file(path, &bytes?);
        }
        let format = self.how.format(path);
        let text = write_solutions(format, self.puzzle, std::slice::from_ref(board))?;
        write_file(path, text.as_bytes())
    }

    fn tell(&mut self, board: &Solution, score: &Score) -> Result<(), Complaint> {
        if !self.how.quiet && !self.how.json {
            let time = time_words(self.begun.elapsed());
            self.voice.line.aside(|| tell(format_args!("{time:>12}: {}\n", words::board(score))));
        }
        self.keep(board)?;
        self.voice.event(|| report::improved(self.puzzle, board, score))
    }

    /// Shows the best board and says how it was found.
    fn finish(&mut self, outcome: &Outcome) -> Result<(), Complaint> {
        self.voice.close()?;
        if self.how.json {
            return self.voice.end(outcome);
        }
        let Some((board, score)) = &self.best else {
            self.how.note(match outcome.ending {
                Ending::Exhausted => {
                    "no board is without a mismatch: the pinned tiles break an edge"
                }
                _ => "no board without a mismatch was found",
            });
            return Ok(());
        };
        match (self.how.to, &self.how.output) {
            (_, Some(_)) => {}
            (Some(format), None) => {
                print(&write_solutions(format, self.puzzle, std::slice::from_ref(board))?)?;
            }
            (None, None) => {
                print(&marquetry_draw::text(self.puzzle, Some(board), Colours::ink()))?;
            }
        }
        let stats = &outcome.stats;
        let cards = match stats.on_cards {
            0 => String::new(),
            nodes => format!(", {} of them on cards", grouped(nodes)),
        };
        self.how.note(&format!(
            "{} ({} nodes{cards} in {}, {} a second)",
            words::board(score),
            grouped(stats.nodes),
            time_words(stats.elapsed),
            grouped(rate(stats)),
        ));
        Ok(())
    }
}

impl Watch for Boards<'_> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        let told = self.voice.found(stats, || wire::Solution::new(self.puzzle, solution));
        let _ = self.voice.go_on(told);
        ControlFlow::Break(())
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        self.best = Some((best.clone(), score.clone()));
        let told = self.tell(best, score);
        self.voice.go_on(told)
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.voice.progress(stats)
    }
}
