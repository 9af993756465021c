//! Standard output for results, standard error for all else; colours; complaints.

use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use marquetry_draw::Ink;
use marquetry_formats::detect::{Format, Written};
use marquetry_formats::{Rejected, Unwritable};
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::Failure;

use super::{closed, keys};

/// When to use colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Colours {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

static COLOURS: OnceLock<Colours> = OnceLock::new();

impl Colours {
    /// Keeps the choice for the rest of the run.
    pub fn apply(self) {
        COLOURS.get_or_init(|| self);
    }

    fn on(terminal: bool) -> bool {
        match COLOURS.get().copied().unwrap_or(Colours::Auto) {
            Colours::Always => true,
            Colours::Never => false,
            Colours::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        }
    }

    /// How to draw on standard output.
    pub fn ink() -> Ink {
        if Colours::on(std::io::stdout().is_terminal()) { Ink::Ansi } else { Ink::Plain }
    }
}

/// Why a command could not do its work. All of these end with exit code 2.
pub enum Complaint {
    /// A file that cannot be read as what it should be.
    Rejected(Rejected),
    /// Anything else, in words.
    Words(String),
    /// Nobody reads our output any more.
    BrokenPipe,
}

impl Complaint {
    /// What to print on standard error.
    pub fn render(&self) -> String {
        match self {
            Complaint::Rejected(rejected) => {
                rejected.render(Colours::on(std::io::stderr().is_terminal()))
            }
            Complaint::Words(words) => format!("marquetry: {words}\n"),
            Complaint::BrokenPipe => String::new(),
        }
    }
}

impl From<Rejected> for Complaint {
    fn from(rejected: Rejected) -> Complaint {
        Complaint::Rejected(rejected)
    }
}

impl From<Unwritable> for Complaint {
    fn from(unwritable: Unwritable) -> Complaint {
        Complaint::Words(unwritable.0)
    }
}

impl From<Failure> for Complaint {
    fn from(failure: Failure) -> Complaint {
        Complaint::Words(failure.to_string())
    }
}

/// Says something on standard error. Where nobody hears it, or its disk is full, the result still counts.
pub fn tell(text: impl Display) {
    let _ = write!(std::io::stderr().lock(), "{text}");
}

/// The notes that were told, and whether there are to be none.
static NOTES: Mutex<(bool, Vec<String>)> = Mutex::new((false, Vec::new()));

/// Keeps notes back for the rest of the run, where that is wanted.
pub fn hush(quiet: bool) {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner).0 = quiet;
}

/// Says something on standard error that the user may not expect, once.
pub fn note(words: &str) {
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    if !notes.0 && !notes.1.iter().any(|told| told == words) {
        tell(format_args!("marquetry: {words}\n"));
        notes.1.push(words.to_owned());
    }
}

/// Says what a format had no place for.
pub fn note_left_out(format: Format, written: &Written) {
    if !written.left_out.is_empty() {
        let what = written.left_out.join(" and ");
        note(&format!("the format '{}' has no place for {what}", format.name()));
    }
}

/// Prints a result on standard output at once.
pub fn print(text: &str) -> Result<(), Complaint> {
    // A terminal that gives keys at once may not begin a new line at its left end by itself.
    print_bytes(keys::lines(text).as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<(), Complaint> {
    if !bytes.is_empty() && closed::output() {
        return Err(Complaint::Words("standard output is closed".into()));
    }
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Complaint::BrokenPipe,
        _ => Complaint::Words(format!("standard output: {error}")),
    })
}

/// Writes a file whole: beside its place first, then moved there, so that a kill leaves the old one or the new one.
/// `-` is standard output.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Complaint> {
    if path == Path::new("-") {
        return match std::str::from_utf8(bytes) {
            Ok(text) => print(text),
            Err(_) => print_bytes(bytes),
        };
    }
    let complain = |error: std::io::Error| Complaint::Words(format!("{}: {error}", path.display()));
    // A device or a pipe cannot be replaced; it is written to as it is.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes).map_err(complain);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path)).map_err(complain)
}

/// How a picture is drawn.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Manner {
    /// As usual.
    Still,
    /// With blocks that move.
    Moving,
    /// As outlines for a laser cutter, with cells of so many millimetres.
    Cut(f32),
}

impl Manner {
    /// Moving or cut, where that is asked for.
    pub fn new(animate: bool, cut: bool, size: Option<f32>) -> Manner {
        match (animate, cut) {
            (_, true) => Manner::Cut(size.unwrap_or(15.0)),
            (true, false) => Manner::Moving,
            (false, false) => Manner::Still,
        }
    }

    /// Complains of a file that outlines cannot be drawn to.
    pub fn suits(self, path: &Path) -> Result<(), Complaint> {
        let svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
        match self {
            Manner::Cut(_) if !svg => {
                let words = format!("{}: --cut is for files ending in .svg", path.display());
                Err(Complaint::Words(words))
            }
            _ => Ok(()),
        }
    }
}

/// The picture that a file name asks for by its ending; `None` when it asks for none.
pub fn picture(
    path: &Path,
    puzzle: &Puzzle,
    solution: Option<&Solution>,
    manner: Manner,
) -> Option<Result<Vec<u8>, Complaint>> {
    let complain = |error| Complaint::Words(format!("{}: {error}", path.display()));
    let drawn = match (path.extension()?.to_str()?.to_ascii_lowercase().as_str(), manner) {
        (_, Manner::Cut(size)) => {
            if let Err(complaint) = manner.suits(path) {
                return Some(Err(complaint));
            }
            marquetry_draw::cut_svg(puzzle, solution, size).map(String::into_bytes)
        }
        ("svg", Manner::Moving) => {
            marquetry_draw::moving_svg(puzzle, solution).map(String::into_bytes)
        }
        ("svg", Manner::Still) => Ok(marquetry_draw::svg(puzzle, solution).into_bytes()),
        ("pdf", _) => Ok(marquetry_draw::pdf(puzzle, solution)),
        ("png", _) => marquetry_draw::png(puzzle, solution, 2.0),
        ("gif", _) => marquetry_draw::gif(puzzle, solution),
        ("txt", _) => Ok(marquetry_draw::text(puzzle, solution, Ink::Plain).into_bytes()),
        _ => return None,
    };
    Some(drawn.map_err(complain))
}

/// What to say of a file name that asks for no picture.
pub fn no_picture(path: &Path) -> Complaint {
    Complaint::Words(format!("{} must end in .svg, .pdf, .png, .gif or .txt", path.display()))
}
