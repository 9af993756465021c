//! Where a puzzle comes from: a file, standard input, a built-in name or a link.

use std::io::{ErrorKind, Read};
use std::path::Path;

use marquetry_formats::builtin::{BUILTIN, builtin};
use marquetry_formats::detect::{self, Format, Hints};
use marquetry_formats::known::{Known, known};
use marquetry_formats::source::MAX_BYTES;
use marquetry_formats::tetravex::EdgeOrder;
use marquetry_formats::{Claim, Rejected, Source, dlx, link};
use marquetry_puzzle::{ExactCover, Puzzle};

use super::changes::Changes;
use super::output::{Complaint, note};

/// The puzzle that a command is about.
#[derive(clap::Args)]
pub struct Input {
    /// A file, - for standard input, a built-in puzzle's name, or a link
    #[arg(value_name = "PUZZLE")]
    puzzle: String,
    #[command(flatten)]
    pub reading: Reading,
}

/// How puzzles are read.
#[derive(clap::Args)]
pub struct Reading {
    /// Read the puzzle in this format instead of telling it from its content
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The order of edges in a Tetravex file, such as TRBL
    #[arg(long, value_name = "ORDER")]
    order: Option<EdgeOrder>,
    /// Which problem of a file that holds several, counted from 1 [default: the first]
    #[arg(long, value_name = "N")]
    problem: Option<usize>,
    #[command(flatten)]
    changes: Changes,
}

/// What a file may hold.
pub enum Given {
    /// A puzzle on a grid, and what its file says of it.
    Puzzle(Format, Puzzle, Box<Known>),
    /// Items and options.
    Items(ExactCover),
}

impl Input {
    /// Reads the puzzle, with the goal's file where there is one, and changes it as asked.
    pub fn read(&self, goal: Option<&str>) -> Result<(Format, Puzzle), Complaint> {
        let source = read_source(&self.puzzle)?;
        let goal = goal.map(read_source).transpose()?;
        self.reading.parse(&source, &self.reading.hints(goal))
    }

    /// Reads a puzzle, or items and options.
    pub fn read_any(&self, goal: Option<&str>) -> Result<Given, Complaint> {
        let source = read_source(&self.puzzle)?;
        self.reading.given(source, goal.map(read_source).transpose()?)
    }
}

impl Reading {
    /// Reads all puzzles that some arguments name, each with the argument's name. After a tray that has its goal in a file of
    /// its own, or that can only be told by having one, comes that file.
    pub fn read_all(&self, names: &[String]) -> Result<Vec<(String, Given)>, Complaint> {
        let sources: Vec<Source> =
            names.iter().map(|name| read_source(name)).collect::<Result<_, _>>()?;
        let mut sources = names.iter().zip(sources);
        let mut all = Vec::new();
        while let Some((name, source)) = sources.next() {
            let wants = || {
                let alone = detect::tell(&source, &self.hints(None));
                alone.map_or(true, |f| matches!(f, Format::Berkeley | Format::BerkeleyOld))
            };
            let goal = if sources.len() > 0 && wants() { sources.next() } else { None };
            let asked = goal.is_none();
            let given = self.given(source, goal.map(|(_, goal)| goal))?;
            if let (Given::Puzzle(format, ..), true) = (&given, asked) {
                ask_for_goal(*format, "PUZZLE GOAL", None)?;
            }
            all.push((name.clone(), given));
        }
        Ok(all)
    }

    fn given(&self, source: Source, goal: Option<Source>) -> Result<Given, Complaint> {
        let hints = self.hints(goal);
        if detect::tell(&source, &hints)? == Format::Dlx {
            self.changes.refuse()?;
            let read = dlx::read(&source.text);
            return Ok(Given::Items(read.map_err(|faults| Rejected::one(source, faults))?));
        }
        let (format, puzzle) = self.parse(&source, &hints)?;
        let known = known(format, &source.text, self.problem);
        Ok(Given::Puzzle(format, puzzle, Box::new(known)))
    }

    /// How the puzzle was understood, where that was told from its content and might have been something else.
    pub fn words(&self, format: Format, puzzle: &Puzzle) -> Option<String> {
        let told = self.from.is_none() && !format.names_itself();
        told.then(|| format!("the file was read {}", detect::reading(format, puzzle)))
    }

    /// How items and options were understood, where that was told from their content.
    pub fn words_of_items(&self, problem: &ExactCover) -> Option<String> {
        let told = self.from.is_none();
        told.then(|| format!("the file was read {}", detect::reading_exact(problem)))
    }

    /// How many puzzles the file has, where that is more than one and none was chosen.
    pub fn several(&self, known: &Known) -> Option<String> {
        let puzzles = Some(known.puzzles).filter(|&n| n > 1 && self.problem.is_none())?;
        Some(format!(
            "the file has {puzzles} puzzles: this is the first, --problem N takes another"
        ))
    }

    fn hints(&self, goal: Option<Source>) -> Hints {
        Hints { from: self.from, order: self.order, goal, problem: self.problem }
    }

    fn parse(&self, source: &Source, hints: &Hints) -> Result<(Format, Puzzle), Complaint> {
        let (format, puzzle) = detect::read(source, hints)?;
        Ok((format, self.changes.make(puzzle)?))
    }
}

/// Complains of a Berkeley tray whose goal is in question, and not given by this argument.
pub fn ask_for_goal(format: Format, argument: &str, goal: Option<&str>) -> Result<(), Complaint> {
    match (format, goal) {
        (Format::Berkeley | Format::BerkeleyOld, None) => Err(Complaint::Words(format!(
            "a Berkeley tray has its goal in a file of its own: name that file, too ({argument})"
        ))),
        _ => Ok(()),
    }
}

/// Reads the text behind an argument.
pub fn read_source(name: &str) -> Result<Source, Complaint> {
    let path = Path::new(name);
    if name == "-" {
        return from_reader("-", std::io::stdin().lock());
    }
    let complain = |words: String| Err(Complaint::Words(words));
    match path.metadata() {
        Ok(there) if there.is_dir() => complain(format!("{name} is a folder, not a file")),
        Ok(_) => {
            if builtin(name).is_some() {
                note(&format!(
                    "{name} is a file here; the built-in puzzle of that name is not read"
                ));
            }
            match std::fs::File::open(path) {
                Ok(file) => from_reader(name, file),
                Err(error) => complain(format!("{name}: {error}")),
            }
        }
        Err(error) if path.is_symlink() => complain(astray(name, &error)),
        Err(error) => {
            if let Some(builtin) = builtin(name) {
                return Ok(Source::new(name, builtin.text));
            }
            if link::claim(name, &Hints::default()) != Claim::No {
                return Ok(Source::new("link", name));
            }
            match error.kind() {
                ErrorKind::NotFound => complain(unknown(name)),
                _ => complain(format!("{name}: {error}")),
            }
        }
    }
}

/// What to say of a link that leads to no file.
fn astray(name: &str, error: &std::io::Error) -> String {
    match (error.kind(), std::fs::read_link(name)) {
        (ErrorKind::NotFound, Ok(to)) => {
            format!("{name} is a link to {}, and there is no such file", to.display())
        }
        _ => format!("{name} is a link that leads to no file: {error}"),
    }
}

fn from_reader(name: &str, reader: impl Read) -> Result<Source, Complaint> {
    let mut bytes = Vec::new();
    // One byte more than is allowed shows that it is too much, and bounds the memory.
    let read = reader.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Complaint::Words(format!("{name}: {error}")))?;
    Ok(Source::from_bytes(name, bytes)?)
}

fn unknown(name: &str) -> String {
    let near: Vec<&str> =
        BUILTIN.iter().map(|b| b.name).filter(|known| alike(known, name)).take(3).collect();
    let hint = match near.as_slice() {
        [] => "'marquetry list' shows the built-in puzzles".to_owned(),
        names => format!("did you mean {}?", names.join(" or ")),
    };
    format!("there is no file and no built-in puzzle '{name}'; {hint}")
}

/// Does one of the names contain the other, or begin with the same five letters?
fn alike(known: &str, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let start = name.get(..5).unwrap_or(&name);
    !name.is_empty() && (known.contains(&name) || name.contains(known) || known.starts_with(start))
}
