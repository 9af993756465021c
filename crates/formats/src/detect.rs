//! The formats by name, told apart by content, and the way in to all of them.

use std::str::FromStr;

use marquetry_puzzle::{Board, Matching, Puzzle, Sliding, Solution};

use crate::diagnostic::{Diagnostic, Rejected, Report};
use crate::tetravex::EdgeOrder;
use crate::{
    Source, Unwritable, arrows, berkeley, dimacs, dlx, e2_tiles, json, link, native, refuse,
    robins, tetravex, xmpuzzle,
};

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
    /// All of them, in the order in which a file is tried.
    pub const ALL: [Format; 11] = [
        Format::Json,
        Format::Native,
        Format::Xmpuzzle,
        Format::Link,
        Format::Arrows,
        Format::Tetravex,
        Format::Berkeley,
        Format::E2Tiles,
        Format::Dlx,
        Format::Robins,
        Format::Dimacs,
    ];

    /// What `--from` and `--to` call it.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Native => "native",
            Format::E2Tiles => "e2-tiles",
            Format::Tetravex => "tetravex",
            Format::Berkeley => "berkeley",
            Format::Robins => "robins",
            Format::Arrows => "arrows",
            Format::Link => "link",
            Format::Json => "json",
            Format::Xmpuzzle => "xmpuzzle",
            Format::Dlx => "dlx",
            Format::Dimacs => "dimacs",
        }
    }

    /// The format a text looks like.
    pub fn detect(text: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| match format {
            Format::Json => json::looks_like(text),
            Format::Native => native::looks_like(text),
            Format::Link => link::looks_like(text),
            Format::Arrows => arrows::looks_like(text),
            Format::Tetravex => tetravex::looks_like(text),
            Format::Berkeley => berkeley::looks_like(text) && !has_tile_for_each_cell(text),
            Format::E2Tiles => e2_tiles::looks_like(text),
            Format::Xmpuzzle => xmpuzzle::looks_like(text),
            Format::Dlx => dlx::looks_like(text),
            Format::Robins => robins::looks_like(text),
            Format::Dimacs => false,
        })
    }
}

/// A tray and a set of tiles under a header look alike: two numbers, then fours of numbers. It is tiles when there
/// is one for each cell, unless they make sense as blocks.
fn has_tile_for_each_cell(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let header: Vec<u64> =
        lines.next().unwrap_or("").split_whitespace().filter_map(|w| w.parse().ok()).collect();
    let cells = header.iter().try_fold(1u64, |product, &side| product.checked_mul(side));
    cells == Some(lines.count() as u64) && berkeley::read(text, None).is_err()
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
    /// Which problem of a BurrTools file, counted from 1; the first unless told.
    pub problem: Option<usize>,
}

/// Reads a puzzle, and says in which format it was.
pub fn read(source: &Source, hints: &Hints) -> Result<(Format, Puzzle), Rejected> {
    let text = source.text.as_str();
    let reject = |faults| Rejected::one(source.clone(), faults);
    let implied = hints
        .from
        .or(hints.goal.as_ref().map(|_| Format::Berkeley))
        .or(hints.order.map(|_| Format::Tetravex))
        .or(hints.problem.map(|_| Format::Xmpuzzle));
    let Some(format) = implied.or_else(|| Format::detect(text)) else {
        let (message, help) = match text.trim().is_empty() {
            true => ("this file is empty", "give the file of a puzzle"),
            false => (
                "this is no puzzle in any format known",
                "see the format pages, or name one with --from",
            ),
        };
        return Err(reject(vec![Diagnostic::new("format", 0..0, message).help(help)]));
    };
    let puzzle = match format {
        Format::Native => native::read(text).map_err(reject),
        Format::Json => json::read(text).map_err(reject),
        Format::E2Tiles => e2_tiles::read(text).map(Puzzle::from).map_err(reject),
        Format::Tetravex => tetravex::read(text, hints.order).map(Puzzle::from).map_err(reject),
        Format::Robins => robins::read(text).map(Puzzle::from).map_err(reject),
        Format::Arrows => arrows::read(text).map(Puzzle::from).map_err(reject),
        Format::Link => link::read(text).map(Puzzle::from).map_err(reject),
        Format::Berkeley => read_tray(source, hints.goal.as_ref()).map(Puzzle::from),
        Format::Xmpuzzle => xmpuzzle::read(text, hints.problem).map(Puzzle::from).map_err(reject),
        Format::Dlx => Err(reject(match dlx::read(text) {
            Err(faults) => faults,
            Ok(_) => {
                let message = "items and options are no puzzle: they have no board";
                let help = "solve, check and info take such a file";
                vec![Diagnostic::new("format", 0..0, message).help(help)]
            }
        })),
        Format::Dimacs => {
            let message = "a formula cannot be read back as a puzzle";
            let help =
                "give the puzzle's own file; 'dimacs' is for writing it and for solvers' answers";
            Err(reject(vec![Diagnostic::new("format", 0..0, message).help(help)]))
        }
    };
    puzzle.map(|puzzle| (format, puzzle))
}

fn read_tray(tray: &Source, goal: Option<&Source>) -> Result<Sliding, Rejected> {
    berkeley::read(&tray.text, goal.map(|goal| goal.text.as_str())).map_err(
        |(tray_faults, goal_faults)| {
            let both = [(Some(tray), tray_faults), (goal, goal_faults)];
            let report = |(source, diagnostics): (Option<&Source>, Vec<Diagnostic>)| {
                let source = source.filter(|_| !diagnostics.is_empty())?.clone();
                Some(Report { source, diagnostics })
            };
            Rejected(both.into_iter().filter_map(report).collect())
        },
    )
}

/// A puzzle as text; a Berkeley goal is a text of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The puzzle.
    pub text: String,
    /// The goal, where the format keeps it apart.
    pub goal: Option<String>,
}

/// Writes a puzzle.
pub fn write(format: Format, puzzle: &Puzzle) -> Result<Written, Unwritable> {
    let text = match (format, puzzle) {
        (Format::Native, _) => Ok(native::write(puzzle)),
        (Format::Json, _) => Ok(json::write(puzzle)),
        (Format::E2Tiles, Puzzle::Matching(p)) => e2_tiles::write(p),
        (Format::Tetravex, Puzzle::Matching(p)) => tetravex::write(p),
        (Format::Arrows, Puzzle::Matching(p)) => arrows::write(p),
        (Format::Link, Puzzle::Matching(p)) => link::write(p),
        (Format::Dimacs, Puzzle::Matching(p)) => dimacs::write(p),
        (Format::Dimacs, Puzzle::Tiling(p)) => dimacs::tiling::write(p),
        (Format::Robins, Puzzle::Tiling(p)) => robins::write(p),
        (Format::Dlx, Puzzle::Tiling(p)) => dlx::write(p),
        (Format::Xmpuzzle, Puzzle::Tiling(p)) => xmpuzzle::write(p),
        (Format::Berkeley, Puzzle::Sliding(p)) => {
            return berkeley::write(p).map(|(text, goal)| Written { text, goal: Some(goal) });
        }
        _ => Err(unfit(format, puzzle)),
    };
    text.map(|text| Written { text, goal: None })
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
    let board = |read: fn(&Matching, &str) -> Result<Board, Vec<Diagnostic>>, p| {
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
        (Format::Berkeley, Puzzle::Sliding(p)) => {
            berkeley::read_solution(p, text).map(Solution::Moves)
        }
        _ => {
            let message =
                format!("'{}' has no solutions of {} puzzles", format.name(), puzzle.family());
            Err(vec![Diagnostic::new("format", 0..0, message)])
        }
    };
    one.map(|solution| vec![solution]).map_err(|faults| Rejected::one(source.clone(), faults))
}

fn detect_solution(puzzle: &Puzzle, text: &str) -> Format {
    match puzzle {
        _ if json::looks_like(text) => Format::Json,
        _ if native::looks_like(text) => Format::Native,
        Puzzle::Matching(_) if link::looks_like(text) => Format::Link,
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
            (Format::Berkeley, Puzzle::Sliding(p), Solution::Moves(moves)) => {
                berkeley::write_solution(p, moves)
            }
            _ => Err(unfit(format, puzzle)),
        })
        .collect();
    Ok(texts?.concat())
}
