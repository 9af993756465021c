//! Telling a format by content: certain, or a question.

use marquetry_puzzle::{ExactCover, Puzzle};

use super::table::{FORMATS, Row, Told};
use super::{Format, Hints};
use crate::diagnostic::Rejected;
use crate::{Claim, Source, dlx, tetravex};

/// The format of a text: the one that was named, or the only one that is sure of it.
///
/// Where none is, or more than one, the answer is a question: it names the formats that could be meant, what each would
/// make of the text, and the options that choose between them.
pub fn tell(source: &Source, hints: &Hints) -> Result<Format, Rejected> {
    if let Some(format) = hints.from {
        return Ok(format);
    }
    let suits = |row: &&Row| told(hints).iter().all(|told| row.takes.contains(told));
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
        (Claim::Surely, &[only], _) => Ok(only),
        // What was told beside the text belongs to a format, which has more to say of it than that it is none.
        (Claim::No, _, [first, ..]) if !told(hints).is_empty() => Ok(first.format),
        (Claim::Could, &[only], &[_]) => Ok(only),
        (Claim::No, ..) => Err(unknown(source)),
        _ => Err(ask(source, hints, &candidates)),
    }
}

/// What is known beside the text.
fn told(hints: &Hints) -> Vec<Told> {
    let order = hints.order.map(|_| Told::Order);
    let goal = hints.goal.as_ref().map(|_| Told::Goal);
    let problem = hints.problem.map(|_| Told::Problem);
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

/// The question which format is meant. Formats that cannot read the text are named only where none can.
fn ask(source: &Source, hints: &Hints, candidates: &[Format]) -> Rejected {
    let mut answers: Vec<Result<String, String>> = Vec::new();
    for &format in candidates {
        answers.push(answer(source, hints, format, ""));
        if let Some(order) = tetravex::order_of(&source.text).filter(|_| format == Format::Tetravex)
        {
            let hints = Hints { order: Some(order), ..hints.clone() };
            answers.push(answer(source, &hints, format, &format!(" --order {order}")));
        }
    }
    let readable: Vec<&str> = answers.iter().filter_map(|a| a.as_deref().ok()).collect();
    let help = match readable[..] {
        [] => answers.iter().filter_map(|a| a.clone().err()).collect::<Vec<_>>().join("\n"),
        _ => readable.join("\n"),
    };
    let message = match help.lines().count() {
        1 => "it is not certain what this file is",
        _ => "this file can be read in more than one way",
    };
    Rejected::whole(source, message, &help)
}

/// What a format would make of a text, and the options to read it so.
fn answer(source: &Source, hints: &Hints, format: Format, more: &str) -> Result<String, String> {
    let options = format!("(--from {}{more})", format.name());
    let made = match format {
        Format::Dlx => dlx::read(&source.text)
            .map(|problem| reading_exact(&problem))
            .map_err(|faults| Rejected::one(source.clone(), faults)),
        _ => (format.row().read)(source, hints).map(|puzzle| reading(format, &puzzle)),
    };
    match made {
        Ok(words) => Ok(format!("{words} {options}")),
        Err(rejected) => {
            let fault = rejected.first();
            Err(format!("as {}: {fault} {options}", format.name()))
        }
    }
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
