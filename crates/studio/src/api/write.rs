//! Puzzles and solutions in other formats.

use std::sync::Arc;

use axum::extract::{Request, State};
use marquetry_formats::builtin::builtin;
use marquetry_formats::detect::{self, Format, write_solutions};
use marquetry_puzzle::{Puzzle, Solution};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Shared;
use crate::answer::{Answer, MOST_BYTES, Problem};
use crate::wire;

#[derive(Deserialize)]
struct Asked {
    puzzle: Box<RawValue>,
    solution: Option<Box<RawValue>>,
    to: String,
}

#[derive(Serialize)]
struct Written {
    text: String,
    /// The goal's text, where the format keeps it apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    /// A name for the file.
    name: String,
    left_out: Vec<&'static str>,
}

#[derive(Serialize)]
struct Refused {
    unwritable: String,
}

pub async fn write(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    shared.desk.ask(request, MOST_BYTES, |asked: Asked, _| asked.answer()).await
}

impl Asked {
    fn answer(&self) -> Result<Answer, Problem> {
        let puzzle = wire::puzzle(&self.puzzle)?;
        let format = self.to.parse::<Format>().map_err(|words| Problem::bad("to", words))?;
        let solution = self.solution.as_ref().map(|sent| wire::solution(&puzzle, sent));
        let solution = solution.transpose()?;
        let name = file_name(&puzzle, solution.as_ref(), format);
        let written = match &solution {
            Some(solution) => write_solutions(format, &puzzle, std::slice::from_ref(solution))
                .map(|text| Written { text, goal: None, name, left_out: Vec::new() }),
            None => {
                detect::write(format, &puzzle).map(|detect::Written { text, goal, left_out }| {
                    Written { text, goal, name, left_out }
                })
            }
        };
        Ok(match written {
            Ok(written) => Answer::json(&written),
            Err(unwritable) => Answer::json(&Refused { unwritable: unwritable.0 }),
        })
    }
}

/// A name for a file, of plain letters.
fn file_name(puzzle: &Puzzle, solution: Option<&Solution>, format: Format) -> String {
    let letters = puzzle.title().chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
        _ => '-',
    });
    let letters: String = letters.take(60).collect();
    let parts: Vec<&str> = letters.split('-').filter(|part| !part.is_empty()).collect();
    let stem = if parts.is_empty() { puzzle.family().to_string() } else { parts.join("-") };
    let what = if solution.is_some() { "-solution" } else { "" };
    let ending = match format {
        Format::Native => "marquetry",
        Format::Json => "json",
        Format::Xmpuzzle => "xml",
        Format::Dimacs => "cnf",
        Format::Dlx => "dlx",
        _ => "txt",
    };
    format!("{stem}{what}.{ending}")
}

#[derive(Serialize)]
struct Formats {
    read: Vec<Known>,
    write: Vec<Known>,
}

#[derive(Clone, Serialize)]
struct Known {
    name: &'static str,
    words: &'static str,
    families: Vec<&'static str>,
    /// Does it hold solutions too?
    solutions: bool,
}

/// All formats.
pub async fn formats(State(shared): State<Arc<Shared>>) -> Result<Answer, Problem> {
    shared.desk.work(|_| Ok(Answer::json(&known()))).await
}

fn known() -> Formats {
    let samples = ["tetravex-2x2", "soma", "klotski"];
    let samples: Vec<Puzzle> = samples.iter().filter_map(|name| builtin(name)?.puzzle()).collect();
    let describe = |format: Format| Known {
        name: format.name(),
        words: format.words(),
        families: samples.iter().filter(|p| format.suits(p)).map(|p| p.family().name()).collect(),
        solutions: samples.iter().any(|p| write_solutions(format, p, &[nothing(p)]).is_ok()),
    };
    let all = Format::ALL.map(describe);
    let puzzles = |format: &Known| !["dlx", "dimacs"].contains(&format.name);
    Formats { read: all.iter().filter(|f| puzzles(f)).cloned().collect(), write: all.to_vec() }
}

/// A board on which nothing lies, a tray in which nothing was moved.
fn nothing(puzzle: &Puzzle) -> Solution {
    marquetry_play::Game::new(puzzle.clone()).so_far()
}
