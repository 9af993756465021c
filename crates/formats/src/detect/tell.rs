//! Telling a format by content: certain, or a question.

use marquetry_puzzle::{ExactCover, Puzzle};

use super::table::{Beside, FORMATS, Row};
use super::{Format, Hints};
use crate::diagnostic::Rejected;
use crate::tetravex::EdgeOrder;
use crate::{Claim, Source, dlx, tetravex};

/// A way in which a text that is not told for certain can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The format to name.
    pub format: Format,
    /// The order of edges to name with it.
    pub order: Option<EdgeOrder>,
    /// What the text would be: `as tetravex: 3x3, 9 tiles without turns`; or why it cannot be read so.
    pub words: Result<String, String>,
}

/// The format of a text: the one that was named, or the only one that is sure of it.
///
/// Where none is, or more than one, the answer is a question: it names the formats that could be meant, what each would
/// make of the text, and the options that choose between them. [`candidates`] has the same for those who ask otherwise.
pub fn tell(source: &Source, hints: &Hints) -> Result<Format, Rejected> {
    match told_apart(source, hints) {
        Told::Surely(format) => Ok(format),
        Told::Nothing => Err(unknown(source)),
        Told::Perhaps(formats) => Err(ask(source, &answers(source, hints, &formats))),
    }
}

/// The ways in which a text can be read that is not told for certain; none where it is, or where there is none. Those that
/// cannot read the text are named only where none can.
pub fn candidates(source: &Source, hints: &Hints) -> Vec<Candidate> {
    match told_apart(source, hints) {
        Told::Perhaps(formats) => answers(source, hints, &formats),
        _ => Vec::new(),
    }
}

/// What a text is.
enum Told {
    Surely(Format),
    Perhaps(Vec<Format>),
    Nothing,
}

fn told_apart(source: &Source, hints: &Hints) -> Told {
    if let Some(format) = hints.from {
        return Told::Surely(format);
    }
    let suits = |row: &&Row| beside(hints).iter().all(|told| row.takes.contains(told));
    let rows: Vec<&Row> = FORMATS.iter().filter(suits).collect();
    let claims: Vec<(&Row, Claim)> =
        rows.iter().map(|&row| (row, (row.claim)(&source.text, hints))).collect();
    let most = claims.iter().map(|(_, claim)| *claim).max().unwrap_or(Claim::No);
    let candidates: Vec<Format> = claims
        .iter()
        .filter(|(_, claim)| *claim == most && most != Claim::No)
        .map(|(row, _)| row.format)
        .collect();
    match (most, &candidates[..], &rows[..]) {
        (Claim::Surely, &[only], _) => Told::Surely(only),
        // What was told beside the text belongs to a format, which has more to say of it than that it is none.
        (Claim::No, _, [first, ..]) if !beside(hints).is_empty() => Told::Surely(first.format),
        (Claim::Could, &[only], &[_]) => Told::Surely(only),
        (Claim::No, ..) => Told::Nothing,
        _ => Told::Perhaps(candidates),
    }
}

/// What is known beside the text.
fn beside(hints: &Hints) -> Vec<Beside> {
    let order = hints.order.map(|_| Beside::Order);
    let goal = hints.goal.as_ref().map(|_| Beside::Goal);
    let problem = hints.problem.map(|_| Beside::Problem);
    [order, goal, problem].into_iter().flatten().collect()
}

fn unknown(source: &Source) -> Rejected {
    let (message, help) = match source.text.trim().is_empty() {
        true => ("this file is empty", "give the file of a puzzle"),
        false => (
            "this is no puzzle in any format known",
            "see the format pages, or name one with --from",
        ),
    };
    Rejected::whole(source, message, help)
}

/// What each format would make of a text. Formats that cannot read it are named only where none can.
fn answers(source: &Source, hints: &Hints, formats: &[Format]) -> Vec<Candidate> {
    let mut answers: Vec<Candidate> = Vec::new();
    for &format in formats {
        answers.push(answer(source, hints, format, None));
        if let Some(order) = tetravex::order_of(&source.text).filter(|_| format == Format::Tetravex)
        {
            let hints = Hints { order: Some(order), ..hints.clone() };
            answers.push(answer(source, &hints, format, Some(order)));
        }
    }
    if answers.iter().any(|answer| answer.words.is_ok()) {
        answers.retain(|answer| answer.words.is_ok());
    }
    answers
}

/// The question which format is meant.
fn ask(source: &Source, answers: &[Candidate]) -> Rejected {
    let line = |Candidate { format, order, words }: &Candidate| {
        let (Ok(words) | Err(words)) = words;
        let order = order.map_or(String::new(), |order| format!(" --order {order}"));
        format!("{words} (--from {}{order})", format.name())
    };
    let help: Vec<String> = answers.iter().map(line).collect();
    let message = match help.len() {
        1 => "it is not certain what this file is",
        _ => "this file can be read in more than one way",
    };
    Rejected::whole(source, message, &help.join("\n"))
}

/// What a format would make of a text.
fn answer(source: &Source, hints: &Hints, format: Format, order: Option<EdgeOrder>) -> Candidate {
    let made = match format {
        Format::Dlx => dlx::read(&source.text)
            .map(|problem| reading_exact(&problem))
            .map_err(|faults| Rejected::one(source.clone(), faults)),
        _ => (format.row().read)(source, hints).map(|puzzle| reading(format, &puzzle)),
    };
    let words = made.map_err(|rejected| format!("as {}: {}", format.name(), rejected.first()));
    Candidate { format, order, words }
}

/// How items and options were understood, in a line: `as dlx: 7 items, 6 options`.
pub fn reading_exact(problem: &ExactCover) -> String {
    let (items, options) = (problem.items.len(), problem.options.len());
    format!("as dlx: {}, {}", plural(items, "item"), plural(options, "option"))
}

fn plural(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// How a puzzle of a format was understood, in a line: `as tetravex: 3x3, 9 tiles without turns`.
pub fn reading(format: Format, puzzle: &Puzzle) -> String {
    let made = match puzzle {
        Puzzle::Matching(p) => {
            let turns = if p.turning { "with" } else { "without" };
            let tiles = plural(p.tiles.len(), "tile");
            let rim = p.frame.map(|edge| format!(", rim {}", p.edge_text(edge)));
            format!("{}x{}, {tiles} {turns} turns{}", p.width, p.height, rim.unwrap_or_default())
        }
        Puzzle::Tiling(p) => {
            let cells = plural(p.board.len(), "cell");
            format!("a board of {cells}, {}", plural(p.pieces.len(), "piece"))
        }
        Puzzle::Sliding(p) => {
            let (rows, columns) = (plural(p.height, "row"), plural(p.width, "column"));
            let cells = plural(p.blocks.iter().map(|block| block.cells.len()).sum(), "cell");
            let blocks = plural(p.blocks.len(), "block");
            format!("a tray of {rows} and {columns}, {blocks} on {cells}")
        }
    };
    format!("as {}: {made}", format.name())
}
