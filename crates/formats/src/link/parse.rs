//! The parameters of a link, and the board they describe.

use std::collections::HashMap;
use std::ops::Range;

use marquetry_puzzle::Faults;
use marquetry_puzzle::matching::MAX_SIDE;

use crate::Diagnostic;
use crate::diagnostic::FirstFaults;
use crate::lines::{Word, lines};
use crate::numbered::side;

/// The keys that are read; all others are passed over.
const KEYS: [&str; 5] = ["puzzle", "board_w", "board_h", "board_edges", "board_pieces"];

/// The letters of a square board's edges, where the text is nothing else.
pub(super) fn bare_edges(text: &str) -> Option<Parameter> {
    let edges = text.trim();
    let cells = edges.len() / 4;
    let square = edges.len().is_multiple_of(4) && cells >= 4 && cells.isqrt().pow(2) == cells;
    let start = text.len() - text.trim_start().len();
    (square && edges.bytes().all(|b| b.is_ascii_lowercase()))
        .then(|| Parameter { value: edges.to_owned(), span: start..start + edges.len() })
}

/// The value of a key, decoded, and its place in the text.
#[derive(Clone)]
pub(super) struct Parameter {
    pub(super) value: String,
    pub(super) span: Range<usize>,
}

impl Parameter {
    /// The place of a part of the value, or all of it where decoding has moved things.
    fn part(&self, range: Range<usize>) -> Range<usize> {
        match self.value.len() == self.span.len() {
            true => self.span.start + range.start..self.span.start + range.end,
            false => self.span.clone(),
        }
    }

    fn side(&self) -> Result<usize, Diagnostic> {
        side(&Word { text: &self.value, span: self.span.clone() }, 1)
    }
}

/// The known parameters of an address; of two with one key the last counts.
fn parameters(text: &str) -> HashMap<&str, Parameter> {
    let mut found = HashMap::new();
    for part in text.split(|c: char| matches!(c, '#' | '?' | '&') || c.is_whitespace()) {
        if let Some((key, value)) = part.split_once('=').filter(|(key, _)| KEYS.contains(key)) {
            let start = value.as_ptr() as usize - text.as_ptr() as usize;
            found.insert(key, Parameter { value: decode(value), span: start..start + value.len() });
        }
    }
    found
}

/// Replaces `%41` and its like; what is no such code stays as it is.
fn decode(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |at: usize| after.get(at).and_then(|&b| char::from(b).to_digit(16));
        let (byte, left) = match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => ((16 * high + low) as u8, &after[2..]),
            _ => (*first, after),
        };
        bytes.push(byte);
        rest = left;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(super) fn encode(value: &str) -> String {
    let code = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(b).to_string()
        }
        _ => format!("%{b:02X}"),
    };
    value.bytes().map(code).collect()
}

/// What a link shows.
pub(super) struct Link {
    pub(super) title: String,
    pub(super) size: (usize, usize),
    pub(super) edges: Parameter,
    /// Top, right, bottom and left of each cell; `None` where the cell is empty.
    pub(super) cells: Vec<Option<[u32; 4]>>,
    /// The number that each cell gives its tile, where it gives one.
    pub(super) pieces: Vec<Option<usize>>,
}

impl Link {
    pub(super) fn parse(text: &str) -> Result<Link, Faults<Diagnostic>> {
        let found = parameters(text);
        let Some(edges) = found.get("board_edges").cloned().or_else(|| bare_edges(text)) else {
            let help = "a link has board_edges=, followed by four letters for each cell";
            let span = lines(text).find(|line| !line.is_blank()).map_or(0..0, |line| line.span());
            let fault = Diagnostic::new("no-edges", span, "this link shows no board").help(help);
            return Err(fault.into());
        };
        let mut faults = FirstFaults::default();
        for (at, letter) in edges.value.char_indices().filter(|(_, c)| !c.is_ascii_lowercase()) {
            let message = format!("'{letter}' is not the letter of a colour");
            let span = edges.part(at..at + letter.len_utf8());
            faults.add(
                Diagnostic::new("bad-letter", span, message)
                    .help("the letters are a to z, and a is the rim"),
            );
        }
        let size = read_size(&found, &edges, &mut faults);
        let size = faults.unless(size.unwrap_or_default())?;
        let cell = |four: &[u8]| match four.iter().all(|&b| b == b'a') {
            true => None,
            false => four.iter().map(|&b| u32::from(b - b'a')).collect::<Vec<_>>().try_into().ok(),
        };
        let pieces = found.get("board_pieces").map_or("", |pieces| &pieces.value);
        let piece = |three: &[u8]| std::str::from_utf8(three).ok()?.parse().ok();
        Ok(Link {
            title: found.get("puzzle").map(|title| title.value.clone()).unwrap_or_default(),
            size,
            cells: edges.value.as_bytes().chunks(4).map(cell).collect(),
            pieces: pieces.as_bytes().chunks(3).take(size.0 * size.1).map(piece).collect(),
            edges,
        })
    }

    /// The place of a cell's four letters.
    pub(super) fn span(&self, cell: usize) -> Range<usize> {
        self.edges.part(4 * cell..4 * cell + 4)
    }
}

/// The size that the link gives, or the square that its cells make.
fn read_size(
    found: &HashMap<&str, Parameter>,
    edges: &Parameter,
    faults: &mut FirstFaults,
) -> Option<(usize, usize)> {
    let letters = edges.value.chars().count();
    let cells = letters / 4;
    let mut given = |key| found.get(key).map(|side| faults.keep(side.side()));
    let sides = (given("board_w"), given("board_h"));
    if !letters.is_multiple_of(4) {
        let message = format!("the board's edges do not end with a whole cell: {letters} letters");
        let span = edges.part(edges.value.len() - 1..edges.value.len());
        faults.add(
            Diagnostic::new("edges-length", span, message)
                .help("each cell has four letters, so their number is a multiple of four"),
        );
        return None;
    }
    let (width, height) = match sides {
        (Some(width), Some(height)) => (width?, height?),
        (Some(width), None) => (width?, cells / width?),
        (None, Some(height)) => (cells / height?, height?),
        (None, None) => (cells.isqrt(), cells.isqrt()),
    };
    let (message, help) = match sides {
        _ if width * height == cells && (1..=MAX_SIDE).contains(&width.max(height)) => {
            return Some((width, height));
        }
        _ if width * height == cells => {
            (format!("a board of {width}x{height} is out of range"), "each side is 1 to 64 cells")
        }
        (None, None) => (
            format!("{cells} cells do not make a square board"),
            "give its size as board_w= and board_h=",
        ),
        _ => (
            format!("a board of {width}x{height} does not have {cells} cells, as the edges do"),
            "correct board_w and board_h, or give four letters for each cell",
        ),
    };
    faults.add(Diagnostic::new("board-size", edges.span.clone(), message).help(help));
    None
}
