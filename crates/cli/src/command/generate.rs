use std::path::PathBuf;
use std::time::{Duration, Instant};

use marquetry_formats::detect::{Format, Hints, read, write};
use marquetry_formats::json;
use marquetry_play::Patience;
use marquetry_play::making::{Cut, Made, Unmade, Wish};
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Cutting, Kind};
use marquetry_puzzle::tiling::Grid;
use marquetry_report::words;
use marquetry_search::{Limits, StopFlag};

use super::Exit;
use super::input::read_source;
use super::output::{Complaint, hush, print, write_file};
use super::signal::stop_on_signal;
use super::units::{count, duration, grouped, plural, some};

/// Make matching and tiling puzzles that have a solution.
///
/// The same seed gives the same puzzle, always and everywhere. Where a seed does not give what was asked for, the
/// next one is tried; the title says which it was. Exit code 3: given up; 130: interrupted, with the best so far.
#[derive(clap::Args)]
pub struct Generate {
    /// tetravex, arrows or framed: matching puzzles; tiling: a board cut into pieces
    kind: What,
    /// Columns and rows, such as 4x4
    #[arg(value_name = "WxH", value_parser = size, required_unless_present = "from")]
    size: Option<(usize, usize)>,
    /// How many cells a piece has: 4, or 3..6. For tiling
    #[arg(long, value_name = "A..B", value_parser = sizes, default_value = "3..6")]
    pieces: (usize, usize),
    /// What the cells are: squares, hexagons or triangles. For tiling
    #[arg(long, value_name = "GRID", value_parser = grid, default_value = "squares")]
    grid: Grid,
    /// Cut the board of this puzzle, with its holes and colours. For tiling
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["size", "grid"])]
    from: Option<String>,
    /// Let pieces be alike. For tiling
    #[arg(long)]
    alike: bool,
    /// How many colours, that of the frame not counted [default: 10 for tetravex, 4 for arrows, 7 to 22 for framed
    /// boards of 4x4 to 16x16; for tiling 2 with --unique, else none]
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

/// `4` or `3..6`.
fn sizes(text: &str) -> Result<(usize, usize), String> {
    let sizes = match text.split_once("..") {
        Some((least, most)) => least.parse().ok().zip(most.parse().ok()),
        None => text.parse().ok().map(|size| (size, size)),
    };
    sizes.ok_or_else(|| "write 4, or 3..6".into())
}

fn grid(text: &str) -> Result<Grid, String> {
    Grid::by_name(text).ok_or_else(|| "write squares, hexagons or triangles".into())
}

/// What is made.
#[derive(Copy, Clone)]
enum What {
    Tiles(Kind),
    Pieces,
}

impl std::str::FromStr for What {
    type Err = String;
    fn from_str(name: &str) -> Result<What, String> {
        if name == "tiling" {
            return Ok(What::Pieces);
        }
        let names = Kind::ALL.map(Kind::name).join(", ");
        name.parse().map(What::Tiles).map_err(|_| format!("'{name}' is not one of {names}, tiling"))
    }
}

/// What ends all trying: the clock and a signal.
struct Bounds {
    started: Instant,
    stop: StopFlag,
}

impl Generate {
    pub fn run(&self) -> Result<Exit, Complaint> {
        hush(self.quiet);
        let bounds = Bounds { started: Instant::now(), stop: stop_on_signal() };
        let limits = Limits { time: self.time, ..Limits::default() };
        let mut patience = Patience { limits, stop: bounds.stop.clone() };
        let mut next = self.seed;
        let mut file = String::new();
        let mut exit = Exit::Yes;
        for _ in 0..self.count.unwrap_or(1) {
            let first = next;
            let kept = self.choose(&mut next, &mut patience)?;
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

    fn choose(&self, next: &mut u64, patience: &mut Patience) -> Result<Option<Made>, Complaint> {
        let (unique, hard, tries) = (self.unique, self.hard, self.tries);
        let size = self.size.unwrap_or_default();
        let made = match self.kind {
            What::Tiles(kind) => {
                let wish = Wish { kind, size, colours: self.colours, unique, hard, tries };
                wish.choose(next, patience, &mut |_| ())
            }
            What::Pieces => {
                let cut = Cut { cutting: self.cutting()?, unique, hard, tries };
                cut.choose(next, patience, &mut |_| ())
            }
        };
        Ok(made?)
    }

    /// How a board is cut.
    fn cutting(&self) -> Result<Cutting, Complaint> {
        let (width, height) = self.size.unwrap_or_default();
        let mut cutting = Cutting::of_size(self.grid, width, height);
        if let Some(name) = &self.from {
            let (_, puzzle) = read(&read_source(name)?, &Hints::default())?;
            let Puzzle::Tiling(p) = puzzle else {
                return Err(Complaint::Words(format!("{name} is no tiling puzzle")));
            };
            (cutting.grid, cutting.board) = (p.grid, p.board.clone());
        }
        let usual = if self.unique { 2 } else { 0 };
        let colours = self.colours.unwrap_or(usual);
        Ok(Cutting { pieces: self.pieces, colours, alike: self.alike, ..cutting })
    }

    fn text(&self, kept: &Made) -> Result<String, Complaint> {
        if self.count.is_some() {
            return Ok(line(&kept.puzzle, kept.seed));
        }
        // The title that a made puzzle has is our own: nobody misses it where the format has no place for it.
        Ok(write(self.to.unwrap_or(Format::Native), &kept.puzzle)?.text)
    }

    fn note(&self, kept: Option<&Made>, tried: u64, bounds: &Bounds) {
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

impl From<Unmade> for Complaint {
    fn from(unmade: Unmade) -> Complaint {
        Complaint::Words(words::unmade(&unmade))
    }
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
    use super::*;
    use marquetry_puzzle::generate::generate;

    #[test]
    fn a_line_holds_the_puzzle_and_reads_back() {
        let puzzle: Puzzle = generate(Kind::Framed, 3, 3, 5, 7).expect("in range").into();
        let line = line(&puzzle, 7);
        assert!(line.starts_with("{\"seed\": 7, \"v\": 1,") && line.lines().count() == 1, "{line}");
        assert_eq!(json::read(&line), Ok(puzzle));
    }
}
