//! Files of puzzles: what they say, or all that is wrong with them.

use std::sync::Arc;

use axum::extract::{Request, State};
use marquetry_formats::detect::{self, Candidate, Format, Hints};
use marquetry_formats::known::known;
use marquetry_formats::{Claim, Diagnostic, Rejected, Source, json, native};
use marquetry_puzzle::{Puzzle, analyse};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Shared;
use crate::answer::{Answer, MOST_BYTES, MOST_FILE, Problem};
use crate::{base64, wire};

#[derive(Deserialize)]
struct Asked {
    text: Option<String>,
    base64: Option<String>,
    /// A document of the same JSON that is answered.
    puzzle: Option<Box<RawValue>>,
    name: Option<String>,
    from: Option<String>,
    order: Option<String>,
    problem: Option<usize>,
    goal: Option<String>,
}

/// What a file says.
#[derive(Serialize)]
pub struct Read {
    puzzle: Box<RawValue>,
    format: &'static str,
    /// Does the file say by itself what it is?
    sure: bool,
    notes: Vec<String>,
    native: String,
    title: String,
    family: &'static str,
    #[serde(flatten)]
    facts: Facts,
    /// What the file says of its puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Known>,
}

#[derive(Serialize)]
struct Known {
    puzzles: usize,
    moves: Option<u64>,
    solutions: Option<u64>,
}

#[derive(Serialize)]
struct Facts {
    facts: Vec<Fact>,
    /// A proof that there is no solution.
    impossible: Option<String>,
}

#[derive(Serialize)]
struct Fact {
    name: &'static str,
    words: String,
}

#[derive(Serialize)]
struct Unread {
    faults: Vec<Fault>,
    candidates: Vec<Choice>,
}

#[derive(Serialize)]
struct Fault {
    code: &'static str,
    line: usize,
    column: usize,
    /// In characters.
    length: usize,
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    help: String,
    /// Is it about the goal's text?
    goal: bool,
    /// Of a JSON document: the names and numbers that lead to what it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<json::Way>,
}

#[derive(Serialize)]
struct Choice {
    from: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<String>,
    readable: bool,
    words: String,
}

pub async fn read(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    shared.desk.ask(request, MOST_FILE, |asked: Asked, _| asked.answer()).await
}

impl Asked {
    fn answer(self) -> Result<Answer, Problem> {
        let hints = self.hints()?;
        let name = self.name.unwrap_or_else(|| "the text".to_owned());
        let source = match (self.text, self.base64, self.puzzle) {
            (Some(text), None, None) => Source::from_bytes(name, text.into_bytes()),
            (None, Some(letters), None) => {
                let bytes = base64::decode(&letters);
                let bytes = bytes.ok_or_else(|| Problem::bad("base64", "this is no base64"))?;
                Source::from_bytes(name, bytes)
            }
            (None, None, Some(puzzle)) => Ok(Source::new(name, puzzle.get())),
            _ => return Err(Problem::bad("text", "send one of text, base64 and puzzle")),
        };
        Ok(match source {
            Ok(source) => answer(&source, &hints),
            Err(rejected) => Answer::json(&unread(&rejected, Vec::new(), None)),
        })
    }

    fn hints(&self) -> Result<Hints, Problem> {
        let from = self.from.as_deref().map(str::parse::<Format>).transpose();
        let order = self.order.as_deref().map(str::parse).transpose();
        Ok(Hints {
            from: from.map_err(|words| Problem::bad("from", words))?,
            order: order.map_err(|words| Problem::bad("order", words))?,
            goal: self.goal.as_ref().map(|goal| Source::new("the goal", goal.as_str())),
            problem: self.problem,
        })
    }
}

/// What a text says, or all that is wrong with it.
pub fn answer(source: &Source, hints: &Hints) -> Answer {
    match detect::read(source, hints) {
        Ok((format, puzzle)) => Answer::json(&whole(source, hints, format, &puzzle)),
        Err(rejected) => {
            let candidates = detect::candidates(source, hints);
            Answer::json(&unread(&rejected, candidates, hints.goal.as_ref()))
        }
    }
}

fn whole(source: &Source, hints: &Hints, format: Format, puzzle: &Puzzle) -> Read {
    let sure = format.names_itself() || hints.from.is_some();
    let mut notes = Vec::new();
    if !sure {
        notes.push(format!("the file was read {}", detect::reading(format, puzzle)));
    }
    let says = known(format, &source.text, hints.problem);
    if says.puzzles > 1 {
        notes.push(format!("the file has {} puzzles", says.puzzles));
    }
    let analysed = analyse(puzzle);
    let not_looked_at = analysed.not_looked_at.iter();
    notes.extend(not_looked_at.map(|look| format!("not looked at: {}", look.words())));
    let known = Known { puzzles: says.puzzles, moves: says.moves, solutions: says.solutions };
    let says_something = known.puzzles > 1 || known.moves.is_some() || known.solutions.is_some();
    Read {
        puzzle: document(puzzle),
        format: format.name(),
        sure,
        notes,
        native: native::write(puzzle),
        title: puzzle.title().to_owned(),
        family: puzzle.family().name(),
        facts: Facts::of(analysed),
        known: says_something.then_some(known),
    }
}

/// A puzzle that was made here, as if it had been read.
pub fn made(puzzle: &Puzzle) -> Read {
    whole(&Source::new("made", ""), &Hints::default(), Format::Native, puzzle)
}

/// The JSON of a puzzle.
pub fn document(puzzle: &Puzzle) -> Box<RawValue> {
    // What the writer wrote is JSON.
    RawValue::from_string(json::write(puzzle).trim().to_owned())
        .unwrap_or_else(|_| RawValue::NULL.to_owned())
}

impl Facts {
    fn of(facts: marquetry_puzzle::Facts) -> Facts {
        let fact = |(name, words): (&'static str, String)| Fact { name, words };
        let impossible = facts.impossible.join("; ");
        Facts {
            facts: facts.facts.into_iter().map(fact).collect(),
            impossible: Some(impossible).filter(|words| !words.is_empty()),
        }
    }
}

fn unread(rejected: &Rejected, candidates: Vec<Candidate>, goal: Option<&Source>) -> Unread {
    let faults = rejected.0.iter().flat_map(|report| {
        let text = &report.source.text;
        let about_goal = goal.is_some_and(|goal| goal.name == report.source.name);
        let is_json = json::claim(text, &Hints::default()) == Claim::Surely;
        let ways = if is_json { json::ways_to(text, &report.diagnostics) } else { Vec::new() };
        let ways = ways.into_iter().chain(std::iter::repeat(Vec::new()));
        let faults = report.diagnostics.iter().zip(ways);
        faults.map(move |(fault, way)| place(text, fault, about_goal, way))
    });
    let choice = |Candidate { format, order, words }: Candidate| {
        let readable = words.is_ok();
        let (Ok(words) | Err(words)) = words;
        Choice { from: format.name(), order: order.map(|o| o.to_string()), readable, words }
    };
    Unread { faults: faults.collect(), candidates: candidates.into_iter().map(choice).collect() }
}

fn place(text: &str, fault: &Diagnostic, goal: bool, path: Vec<json::Way>) -> Fault {
    let (line, column) = fault.place(text);
    let start = text.floor_char_boundary(fault.span.start);
    let end = text.ceil_char_boundary(fault.span.end.max(start));
    let (code, message, help) = (fault.code, fault.message.clone(), fault.help.clone());
    Fault {
        code,
        line,
        column,
        length: text[start..end].chars().count(),
        message,
        help,
        goal,
        path,
    }
}

#[derive(Deserialize)]
struct About {
    puzzle: Box<RawValue>,
}

/// What can be said of a puzzle without searching.
pub async fn facts(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    let answer =
        |about: About, _: &_| Ok(Answer::json(&Facts::of(analyse(&wire::puzzle(&about.puzzle)?))));
    shared.desk.ask(request, MOST_BYTES, answer).await
}
