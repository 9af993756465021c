//! Puzzles and solutions as JSON. The members of each document are described beside their types in [`wire`].
//!
//! ```
//! use marquetry_formats::{json, native};
//!
//! let puzzle = native::read("marquetry tiling\nboard\n  ##\npiece I\n  ##\n").unwrap();
//! let text = json::write(&puzzle);
//! assert!(text.contains("\"family\""));
//! assert_eq!(json::read(&text), Ok(puzzle));
//! ```

mod layout;
mod matching;
mod place;
mod sliding;
mod solution;
mod tiling;
pub mod wire;

use std::collections::HashSet;
use std::ops::Range;

use marquetry_puzzle::{Fault, Faults, Part, Puzzle, Solution};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Diagnostic;
use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{MOST_FAULTS, quoted};
use crate::lines::lines;
pub use place::Way;
use place::{Inward, Places};

/// Is this JSON? It is told by how it begins: a bracket, and what may follow one.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let text = text.trim_start();
    let begins = |bracket, with: &[char]| {
        let inside = text.strip_prefix(bracket).map(str::trim_start);
        inside.is_some_and(|inside| inside.is_empty() || inside.starts_with(with))
    };
    let list = ['"', '{', '[', ']', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
    if begins('{', &['"', '}']) || begins('[', &list) { Claim::Surely } else { Claim::No }
}

/// Reads a puzzle.
pub fn read(text: &str) -> Result<Puzzle, Faults<Diagnostic>> {
    match head(text, "puzzle")?.as_str() {
        "matching" => build(text, matching::puzzle).map(Puzzle::Matching),
        "tiling" => build(text, tiling::puzzle).map(Puzzle::Tiling),
        "sliding" => build(text, sliding::puzzle).map(Puzzle::Sliding),
        family => {
            let message = format!("there is no family {}", quoted(family));
            let span = place::span(text, &[Inward::Key("family")]);
            let help = "it is one of matching, tiling and sliding";
            Err(Diagnostic::new("json-family", span, message).help(help).into())
        }
    }
}

/// Writes a puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let (v, kind, family) = (wire::VERSION, "puzzle", puzzle.family().name());
    match puzzle {
        Puzzle::Matching(p) => {
            layout::text(&wire::Document { v, kind, family, puzzle: matching::wire(p) })
        }
        Puzzle::Tiling(p) => {
            layout::text(&wire::Document { v, kind, family, puzzle: tiling::wire(p) })
        }
        Puzzle::Sliding(p) => {
            layout::text(&wire::Document { v, kind, family, puzzle: sliding::wire(p) })
        }
    }
}

/// Reads a solution of a puzzle, as [`write_solution`] writes it. Whether it keeps the rules is for the judge.
pub fn read_solution(puzzle: &Puzzle, text: &str) -> Result<Solution, Faults<Diagnostic>> {
    let family = head(text, "solution")?;
    if family != puzzle.family().name() {
        let message = format!("this is a solution of family {}", quoted(&family));
        let span = place::span(text, &[Inward::Key("family")]);
        let help =
            format!("the puzzle is of family '{}': is this the right file?", puzzle.family());
        return Err(Diagnostic::new("json-family", span, message).help(help).into());
    }
    build(text, |wire| solution::solution(puzzle, wire))
}

/// Writes a solution of a puzzle.
pub fn write_solution(puzzle: &Puzzle, solution: &Solution) -> String {
    layout::text(&wire::Solution::new(puzzle, solution))
}

/// For each fault of a JSON text, the steps that lead to what it is about.
///
/// ```
/// use marquetry_formats::json::{self, Way};
///
/// let text = r#"{"v": 1, "kind": "puzzle", "family": "sliding", "width": 2, "height": 1,
///     "blocks": [{"name": "A", "cells": [[0, 0]]}, {"name": "B", "cells": [[0, 0]]}]}"#;
/// let faults = json::read(text).unwrap_err();
/// assert_eq!(json::ways_to(text, &faults)[0][..2], [Way::Member("blocks".into()), Way::Item(1)]);
/// ```
pub fn ways_to(text: &str, faults: &[Diagnostic]) -> Vec<Vec<Way>> {
    let mut places = Places::of(text);
    faults.iter().map(|fault| places.way_to(fault.span.start)).collect()
}

/// Version, kind and family of any document.
#[derive(Deserialize)]
struct Head {
    v: Option<u64>,
    kind: Option<String>,
    family: Option<String>,
}

/// The family of a document of the wanted kind.
fn head(text: &str, wanted: &str) -> Result<String, Faults<Diagnostic>> {
    let head: Head = parse(text)?;
    let fault = |code, key, message: String, help: String| {
        let span = place::span(text, &[Inward::Key(key)]);
        Err(Diagnostic::new(code, span, message).help(help).into())
    };
    match (head.v, head.kind.as_deref(), head.family) {
        (None, ..) => {
            fault("json-version", "v", "there is no version".into(), "add \"v\": 1".into())
        }
        (Some(v), ..) if v != wire::VERSION => {
            let help = format!("this program reads version {}", wire::VERSION);
            fault("json-version", "v", format!("version {v} is not known"), help)
        }
        (_, None, _) => {
            let help = format!("add \"kind\": \"{wanted}\"");
            fault("json-kind", "kind", "there is no kind".into(), help)
        }
        (_, Some("solution"), _) if wanted == "puzzle" => {
            let help = "give the puzzle here, and the solution where one is asked for";
            fault("json-kind", "kind", "this is a solution, not a puzzle".into(), help.into())
        }
        (_, Some("puzzle"), _) if wanted == "solution" => {
            let help = "give the solution here, and the puzzle where one is asked for";
            fault("json-kind", "kind", "this is a puzzle, not a solution".into(), help.into())
        }
        (_, Some(kind), _) if kind != wanted => {
            let message = format!("there is no kind {}", quoted(kind));
            fault("json-kind", "kind", message, "it is one of puzzle and solution".into())
        }
        (_, _, None) => {
            let help = "add \"family\": one of \"matching\", \"tiling\" and \"sliding\"";
            fault("json-family", "family", "there is no family".into(), help.into())
        }
        (_, _, Some(family)) => Ok(family),
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Faults<Diagnostic>> {
    serde_json::from_str(text).map_err(|error| diagnose(text, 0..text.len(), &error).into())
}

/// An error of the parser, at its place in the part of the text that it was given.
pub(crate) fn diagnose(text: &str, part: Range<usize>, error: &serde_json::Error) -> Diagnostic {
    let line = lines(&text[part.clone()]).nth(error.line().saturating_sub(1));
    let at =
        line.map_or(part.end, |line| part.start + line.start + error.column().saturating_sub(1));
    let at = (0..=at.min(part.end)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let end = at + text[at..part.end].chars().next().map_or(0, char::len_utf8);
    // The parser quotes the text, which may be long.
    let words = error.to_string();
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
    let words: String = words.chars().take(200).collect();
    let (code, message, help) = if error.is_data() {
        ("json-value", words, "the documentation of the format says what each value must be")
    } else {
        let help = "look at quotes, commas and brackets just before";
        ("json-syntax", format!("this is not JSON: {words}"), help)
    };
    Diagnostic::new(code, at..end, message).help(help)
}

/// Something wrong with a puzzle or solution, and the steps that lead to it.
struct Finding {
    at: Vec<Inward>,
    fault: Fault,
}

impl Finding {
    fn new<const N: usize>(
        code: &'static str,
        part: Part,
        at: [Inward; N],
        message: impl Into<String>,
    ) -> Finding {
        Finding { at: at.into(), fault: Fault::new(code, part, message) }
    }
}

/// Parses a document and makes of it what it says, or gives all findings their places.
fn build<W: DeserializeOwned, T>(
    text: &str,
    make: impl Fn(W) -> Result<T, Vec<Finding>>,
) -> Result<T, Faults<Diagnostic>> {
    make(parse(text)?).map_err(|findings| {
        let mut places = Places::of(text);
        let place = |finding: Finding| {
            let span = places.span(&finding.at);
            let Fault { code, message, help, .. } = finding.fault;
            Diagnostic::new(code, span, message).help(help)
        };
        let mut faults: Vec<Diagnostic> =
            findings.into_iter().take(MOST_FAULTS).map(place).collect();
        faults.sort_by_key(|fault| fault.span.start);
        faults.into()
    })
}

/// Adds what the puzzle's own check found, but for parts that were found wrong before.
fn settle<T>(
    mut findings: Vec<Finding>,
    checked: Result<T, Faults>,
    board: &'static str,
) -> Result<T, Vec<Finding>> {
    let faults = match checked {
        Ok(puzzle) if findings.is_empty() => return Ok(puzzle),
        Ok(_) => Vec::new().into(),
        Err(faults) => faults,
    };
    let known: HashSet<Part> = findings.iter().map(|finding| finding.fault.part).collect();
    let new = faults
        .into_iter()
        .filter(|fault| fault.part == Part::Whole || !known.contains(&fault.part));
    findings.extend(new.map(|fault| Finding { at: steps(fault.part, board), fault }));
    Err(findings)
}

/// The steps to a part of a puzzle whose board is under this key.
fn steps(part: Part, board: &'static str) -> Vec<Inward> {
    match part {
        Part::Size => vec![Inward::Key("width")],
        Part::Board => vec![Inward::Key(board)],
        Part::Tile(i) => vec![Inward::Key("tiles"), Inward::Item(i)],
        Part::Pin(i) => vec![Inward::Key("pins"), Inward::Item(i)],
        Part::Piece(i) => vec![Inward::Key("pieces"), Inward::Item(i)],
        Part::Block(i) => vec![Inward::Key("blocks"), Inward::Item(i)],
        Part::Target(i) => vec![Inward::Key("goal"), Inward::Item(i)],
        // The others are parts of a solution, or the whole.
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
