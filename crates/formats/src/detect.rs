//! The formats by name, told apart by content, and the way in to all of them.
//!
//! ```
//! use marquetry_formats::Source;
//! use marquetry_formats::detect::{Format, Hints, read, write};
//!
//! let source = Source::new("a board", "1A9BF0C00\n");
//! let (format, puzzle) = read(&source, &Hints::default()).unwrap();
//! assert_eq!((format, puzzle.family().name()), (Format::Hrd, "sliding"));
//! assert!(write(Format::Native, &puzzle).is_ok());
//! assert!(write(Format::Robins, &puzzle).is_err(), "that is for tiling puzzles");
//! ```

mod table;
mod tell;

use std::str::FromStr;

use marquetry_puzzle::{Board, Faults, Matching, Puzzle, Sliding, Solution, Tiling};

use crate::diagnostic::{Diagnostic, Rejected};
use crate::tetravex::EdgeOrder;
use crate::{
    Claim, Source, Unwritable, arrows, berkeley, dimacs, dlx, json, link, native, refuse, tetravex,
};
use table::{FORMATS, Row};
pub use tell::{Candidate, candidates, reading, reading_exact, tell};

/// A format of puzzles and, for most, of solutions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Marquetry's own.
    Native,
    /// Lines of four numbers, 0 the rim.
    E2Tiles,
    /// Columns and rows, then name, top, left, bottom, right.
    Tetravex,
    /// A tray of rectangles and a goal.
    Berkeley,
    /// The same, as it was written at first: length, width, row, column.
    BerkeleyOld,
    /// Boards of 36 characters, car A leaves on the right.
    RushHour,
    /// Layouts of Klotski as nine hexadecimal digits.
    Hrd,
    /// What Jim Leonard's solver of sliding puzzles reads.
    Js2,
    /// Pieces and board as ASCII art.
    Robins,
    /// Nine tiles with heads and tails.
    Arrows,
    /// An address of the Eternity II community.
    Link,
    /// JSON for programs.
    Json,
    /// What BurrTools saves.
    Xmpuzzle,
    /// Items and options. Read as an exact cover problem, not as a puzzle.
    Dlx,
    /// A formula for SAT solvers, and their answers. Not read as a puzzle.
    Dimacs,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; FORMATS.len()] = {
        let mut all = [Format::Json; FORMATS.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = FORMATS[i].format;
            i += 1;
        }
        all
    };

    fn row(self) -> &'static Row {
        const ROWS: &[Row] = &FORMATS;
        ROWS.iter().find(|row| row.format == self).unwrap_or(&ROWS[0])
    }

    /// What `--from` and `--to` call it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What it is, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Format::Native => "Marquetry's own",
            Format::E2Tiles => "Eternity II tiles, four numbers a line",
            Format::Tetravex => "Tetravex: a size, then tiles",
            Format::Berkeley => "a tray of rectangles and its goal",
            Format::BerkeleyOld => "the same as it was written at first",
            Format::RushHour => "Rush Hour, 36 characters a board",
            Format::Hrd => "Klotski, nine hexadecimal digits",
            Format::Js2 => "for Jim Leonard's solver of sliding puzzles",
            Format::Robins => "pieces and board as ASCII art",
            Format::Arrows => "nine tiles with heads and tails",
            Format::Link => "a link of the Eternity II community",
            Format::Json => "JSON for programs",
            Format::Xmpuzzle => "BurrTools",
            Format::Dlx => "items and options, for exact cover solvers",
            Format::Dimacs => "a formula for SAT solvers",
        }
    }

    /// Is it for puzzles of this one's family?
    pub fn suits(self, puzzle: &Puzzle) -> bool {
        (self.row().write)(puzzle).is_some()
    }

    /// Does a file of this format say by itself what it is, so that it cannot be taken for something else?
    pub fn names_itself(self) -> bool {
        self.row().names_itself
    }
}

impl FromStr for Format {
    type Err = String;
    fn from_str(name: &str) -> Result<Format, String> {
        let names = || Format::ALL.map(Format::name).join(", ");
        Format::ALL
            .into_iter()
            .find(|f| f.name() == name)
            .ok_or_else(|| format!("'{name}' is not one of {}", names()))
    }
}

/// What a reader may be told beside the text.
#[derive(Clone, Default, Debug)]
pub struct Hints {
    /// The format, where it is not to be told from the content.
    pub from: Option<Format>,
    /// The order of edges in a Tetravex file.
    pub order: Option<EdgeOrder>,
    /// The goal that goes with a Berkeley tray.
    pub goal: Option<Source>,
    /// Which problem of a file that holds several, counted from 1; the first unless told.
    pub problem: Option<usize>,
}

/// Reads a puzzle, and says in which format it was.
pub fn read(source: &Source, hints: &Hints) -> Result<(Format, Puzzle), Rejected> {
    let format = tell(source, hints)?;
    (format.row().read)(source, hints).map(|puzzle| (format, puzzle))
}

/// A puzzle as text; a Berkeley goal is a text of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The puzzle.
    pub text: String,
    /// The goal, where the format keeps it apart.
    pub goal: Option<String>,
    /// What the format has no place for: the title, the names of tiles, pieces or blocks.
    pub left_out: Vec<&'static str>,
}

/// Writes a puzzle, and says which words of it the format has no place for. What else it cannot carry is refused.
pub fn write(format: Format, puzzle: &Puzzle) -> Result<Written, Unwritable> {
    let written = (format.row().write)(puzzle).unwrap_or_else(|| Err(unfit(format, puzzle)))?;
    let hints = Hints {
        from: Some(format),
        goal: written.goal.as_deref().map(|goal| Source::new("goal", goal)),
        ..Hints::default()
    };
    // What was left out is what does not come back. Formats that are not read as puzzles hold words as comments.
    let left_out = match read(&Source::new("written", written.text.as_str()), &hints) {
        Ok((_, back)) => differing_words(puzzle, &back),
        Err(_) => Vec::new(),
    };
    Ok(Written { left_out, ..written })
}

/// The kinds of words that two puzzles of one meaning differ in.
fn differing_words(puzzle: &Puzzle, back: &Puzzle) -> Vec<&'static str> {
    let (same, names) = match (puzzle, back) {
        (Puzzle::Matching(p), Puzzle::Matching(q)) => {
            let names = |p: &Matching| p.tiles.iter().map(|t| t.name.clone()).collect::<Vec<_>>();
            (names(p) == names(q), "the names of the tiles")
        }
        (Puzzle::Tiling(p), Puzzle::Tiling(q)) => {
            let names = |p: &Tiling| p.pieces.iter().map(|t| t.name.clone()).collect::<Vec<_>>();
            (names(p) == names(q), "the names of the pieces")
        }
        (Puzzle::Sliding(p), Puzzle::Sliding(q)) => {
            let names = |p: &Sliding| p.blocks.iter().map(|b| b.name.clone()).collect::<Vec<_>>();
            (names(p) == names(q), "the names of the blocks")
        }
        _ => (true, ""),
    };
    let title = (puzzle.title() != back.title()).then_some("the title");
    title.into_iter().chain((!same).then_some(names)).collect()
}

fn unfit(format: Format, puzzle: &Puzzle) -> Unwritable {
    Unwritable(format!("the format '{}' is not for {} puzzles", format.name(), puzzle.family()))
}

/// Reads the solutions in a text; only the native format holds more than one.
pub fn read_solutions(
    puzzle: &Puzzle,
    source: &Source,
    from: Option<Format>,
) -> Result<Vec<Solution>, Rejected> {
    let text = source.text.as_str();
    let format = from.unwrap_or_else(|| detect_solution(puzzle, text));
    let board = |read: fn(&Matching, &str) -> Result<Board, Faults<Diagnostic>>, p| {
        read(p, text).map(Solution::Board)
    };
    let one = match (format, puzzle) {
        (Format::Native, _) => {
            return native::read_solutions(puzzle, text)
                .map_err(|f| Rejected::one(source.clone(), f));
        }
        (Format::Json, _) => json::read_solution(puzzle, text),
        (Format::Link, Puzzle::Matching(p)) => board(link::read_solution, p),
        (Format::Arrows, Puzzle::Matching(p)) => board(arrows::read_solution, p),
        (Format::Tetravex, Puzzle::Matching(p)) => board(tetravex::read_solution, p),
        (Format::Dimacs, Puzzle::Matching(p)) => board(dimacs::read_solution, p),
        (Format::Dimacs, Puzzle::Tiling(p)) => {
            dimacs::tiling::read_solution(p, text).map(Solution::Cover)
        }
        (Format::Dlx, Puzzle::Tiling(p)) => dlx::read_solution(p, text).map(Solution::Cover),
        (Format::Berkeley | Format::BerkeleyOld, Puzzle::Sliding(p)) => {
            berkeley::read_solution(p, text).map(Solution::Moves)
        }
        _ => {
            let message =
                format!("'{}' has no solutions of {} puzzles", format.name(), puzzle.family());
            Err(Diagnostic::new("format", 0..0, message).into())
        }
    };
    one.map(|solution| vec![solution]).map_err(|faults| Rejected::one(source.clone(), faults))
}

fn detect_solution(puzzle: &Puzzle, text: &str) -> Format {
    let is = |claim: fn(&str, &Hints) -> Claim| claim(text, &Hints::default()) != Claim::No;
    match puzzle {
        _ if is(json::claim) => Format::Json,
        _ if is(native::claim) => Format::Native,
        Puzzle::Matching(_) if is(link::claim) => Format::Link,
        Puzzle::Matching(_) | Puzzle::Tiling(_) if dimacs::looks_like_solution(text) => {
            Format::Dimacs
        }
        Puzzle::Matching(_) if text.trim_start().starts_with(['I', '+']) => Format::Arrows,
        Puzzle::Matching(_) => Format::Tetravex,
        Puzzle::Sliding(_) => Format::Berkeley,
        Puzzle::Tiling(_) if dlx::looks_like_placements(text) => Format::Dlx,
        Puzzle::Tiling(_) => Format::Native,
    }
}

/// Writes solutions. `arrows` makes one report of them all; the others write them one after the other.
pub fn write_solutions(
    format: Format,
    puzzle: &Puzzle,
    solutions: &[Solution],
) -> Result<String, Unwritable> {
    if let (Format::Arrows, Puzzle::Matching(p)) = (format, puzzle) {
        let boards = solutions
            .iter()
            .filter_map(|s| if let Solution::Board(b) = s { Some(b.clone()) } else { None });
        return arrows::report(p, &boards.collect::<Vec<_>>());
    }
    let texts: Result<Vec<String>, Unwritable> = solutions
        .iter()
        .map(|solution| match (format, puzzle, solution) {
            (Format::Native, ..) => native::write_solution(puzzle, solution),
            (Format::Json, ..) => Ok(json::write_solution(puzzle, solution)),
            (Format::Link, Puzzle::Matching(p), Solution::Board(board)) => {
                link::write_solution(p, board)
            }
            (Format::Tetravex, Puzzle::Matching(p), Solution::Board(board)) => {
                tetravex::write_solution(p, board)
            }
            (Format::Dlx, Puzzle::Tiling(p), Solution::Cover(cover)) => {
                dlx::write_solution(p, cover)
            }
            (Format::Dimacs, Puzzle::Matching(_) | Puzzle::Tiling(_), _) => {
                refuse("the answers of SAT solvers are read, not written")
            }
            (
                Format::Berkeley | Format::BerkeleyOld,
                Puzzle::Sliding(p),
                Solution::Moves(moves),
            ) => berkeley::write_solution(p, moves),
            _ => Err(unfit(format, puzzle)),
        })
        .collect();
    Ok(texts?.concat())
}
