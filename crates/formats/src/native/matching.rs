use std::collections::HashMap;
use std::ops::Range;

use marquetry_puzzle::matching::{Colours, MAX_SIDE, MAX_TILES, Matching, Pin, Rule, Setup, Tile};
use marquetry_puzzle::{Faults, Part};

use super::document::{Document, Section, dedent};
use crate::diagnostic::{Diagnostic, locate};
use crate::lines::{Line, Word};

const KEYWORDS: &str = "title, size, board, turn, frame, match, tiles and pins";

pub(super) fn read(mut doc: Document<'_>) -> Result<Matching, Faults<Diagnostic>> {
    let kind = doc.kind.span.clone();
    let title = doc.title();
    let turning = doc.yes_or_no("turn", true);
    let rule = read_rule(&mut doc);
    let board = read_board(&mut doc);
    let frame = doc.setting("frame");
    let tiles = doc.only("tiles");
    let pins = doc.only("pins");
    if tiles.is_none() {
        doc.fault(
            "missing",
            kind.clone(),
            "there is no 'tiles' section",
            "list each tile as: name top right bottom left",
        );
    }
    let tile_lines = tiles.map_or(Vec::new(), |s| s.body);
    if let Some(line) = tile_lines.get(MAX_TILES) {
        doc.fault("tile", line.span(), format!("more than {MAX_TILES} tiles"), "");
    }
    let rows = read_tiles(&mut doc, rule, &tile_lines);
    let texts = rows.iter().flat_map(|row| row[1..].iter()).chain(&frame).map(|word| word.text);
    let colours = Colours::of_edges(rule, texts);
    let edge = |word: &Word| colours.edge(rule, word.text);
    let tiles: Vec<Tile> = rows
        .iter()
        .filter_map(|row| {
            let edges = [edge(&row[1])?, edge(&row[2])?, edge(&row[3])?, edge(&row[4])?];
            Some(Tile { name: row[0].text.to_owned(), edges })
        })
        .collect();
    let frame = frame.and_then(|word| {
        let found = edge(&word);
        if found.is_none() {
            doc.fault(
                "edge",
                word.span,
                "the frame's edge must end in 0 or 1 under 'match pairs'",
                "",
            );
        }
        found
    });
    let pin_section = pins.unwrap_or_else(|| Section {
        keyword: doc.kind.clone(),
        words: Vec::new(),
        body: Vec::new(),
    });
    let (width, height, cells) = board.unwrap_or((1, 1, vec![true]));
    let names: HashMap<&str, usize> =
        tiles.iter().enumerate().rev().map(|(i, tile)| (tile.name.as_str(), i)).collect();
    let pins: Vec<(Pin, Range<usize>)> = pin_section
        .body
        .iter()
        .filter_map(|line| read_pin(&mut doc, line, &names, width))
        .collect();
    let faults = doc.finish(KEYWORDS);
    if !faults.is_empty() {
        return Err(faults);
    }
    let spans: Vec<Range<usize>> = pins.iter().map(|pin| pin.1.clone()).collect();
    let pins = pins.into_iter().map(|pin| pin.0).collect();
    let setup = Setup { title, width, height, cells, colours, tiles, turning, frame, rule, pins };
    Matching::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Tile(i) => tile_lines.get(i).map_or(kind.clone(), Line::span),
            Part::Pin(i) => spans.get(i).cloned().unwrap_or(kind.clone()),
            _ => kind.clone(),
        })
    })
}

fn read_rule(doc: &mut Document<'_>) -> Rule {
    match doc.setting("match") {
        None => Rule::Equal,
        Some(word) if word.text == "equal" => Rule::Equal,
        Some(word) if word.text == "pairs" => Rule::Pairs,
        Some(word) => {
            doc.fault(
                "setting",
                word.span,
                format!("'{}' is neither equal nor pairs", word.text),
                "",
            );
            Rule::Equal
        }
    }
}

type Size = (usize, usize, Vec<bool>);

/// The board's size and which cells hold a tile, from `size` or `board`.
fn read_board(doc: &mut Document<'_>) -> Option<Size> {
    let size = doc.setting("size");
    let picture = doc.only("board");
    match (size, picture) {
        (Some(word), None) => {
            let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
            let sides = word.text.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?)));
            if sides.is_none() {
                let message = format!("'{}' is not a size", word.text);
                doc.fault(
                    "size",
                    word.span,
                    message,
                    "write columns x rows, as in 16x16, each 1 to 64",
                );
            }
            sides.map(|(w, h)| (w, h, vec![true; w * h]))
        }
        (None, Some(picture)) => read_picture(doc, &picture),
        (Some(word), Some(_)) => {
            doc.fault("size", word.span, "give either 'size' or 'board', not both", "");
            None
        }
        (None, None) => {
            let span = doc.kind.span.clone();
            doc.fault("missing", span, "the board has no size", "add a line such as: size 4x4");
            None
        }
    }
}

fn read_picture(doc: &mut Document<'_>, picture: &Section<'_>) -> Option<Size> {
    let rows = dedent(&picture.body);
    let width = rows.first().map_or(0, |row| row.text.len());
    if rows.is_empty() || width > MAX_SIDE || rows.len() > MAX_SIDE {
        doc.fault(
            "size",
            picture.keyword.span.clone(),
            "the board must have 1 to 64 rows and columns",
            "",
        );
        return None;
    }
    let mut cells = Vec::new();
    for row in &rows {
        if row.text.len() != width || row.text.bytes().any(|b| b != b'#' && b != b'.') {
            let message = format!("this row is not {width} cells of # or .");
            doc.fault(
                "drawing",
                row.span(),
                message,
                "draw # where a tile lies and . where none does",
            );
            continue;
        }
        cells.extend(row.text.bytes().map(|b| b == b'#'));
    }
    (cells.len() == width * rows.len()).then_some((width, rows.len(), cells))
}

/// The tile lines that have a name and four edges.
fn read_tiles<'a>(doc: &mut Document<'a>, rule: Rule, body: &[Line<'a>]) -> Vec<Vec<Word<'a>>> {
    let mut rows = Vec::new();
    for line in body {
        let row: Vec<Word> = line.words().collect();
        if row.len() != 5 {
            let message = format!("a tile line has five words, this one {}", row.len());
            doc.fault("tile", line.span(), message, "write: name top right bottom left");
            continue;
        }
        for word in row[1..].iter().filter(|_| rule == Rule::Pairs) {
            if !word.text.ends_with(['0', '1']) || word.text.len() < 2 {
                let message =
                    format!("the edge '{}' is not a colour followed by 0 or 1", word.text);
                doc.fault(
                    "edge",
                    word.span.clone(),
                    message,
                    "a tail is 0 and a head is 1, as in Y0 and Y1",
                );
            }
        }
        rows.push(row);
    }
    rows
}

/// `TILE row R column C [turn T]`, counted from one.
fn read_pin(
    doc: &mut Document<'_>,
    line: &Line<'_>,
    tiles: &HashMap<&str, usize>,
    width: usize,
) -> Option<(Pin, Range<usize>)> {
    let words: Vec<Word> = line.words().collect();
    let form = |doc: &mut Document<'_>| {
        let help = "write: TILE row 2 column 3, and turn 1 where it is given";
        doc.fault("pin", line.span(), "this is not a pin", help);
    };
    let (place, turn) = match words.as_slice() {
        [_, row, _, column, _] if row.text == "row" && column.text == "column" => {
            (&words[..5], None)
        }
        [_, row, _, column, _, turn, t]
            if row.text == "row" && column.text == "column" && turn.text == "turn" =>
        {
            (&words[..5], Some(t))
        }
        _ => {
            form(doc);
            return None;
        }
    };
    let Some(&tile) = tiles.get(place[0].text) else {
        doc.fault(
            "pin",
            place[0].span.clone(),
            format!("there is no tile '{}'", place[0].text),
            "",
        );
        return None;
    };
    let mut number = |word: &Word, range: std::ops::RangeInclusive<u64>| {
        let found = word.number().filter(|n| range.contains(n));
        if found.is_none() {
            let message = format!(
                "'{}' is not a number from {} to {}",
                word.text,
                range.start(),
                range.end()
            );
            doc.fault("pin", word.span.clone(), message, "");
        }
        found.map(|n| n as usize)
    };
    let row = number(&place[2], 1..=MAX_SIDE as u64);
    let column = number(&place[4], 1..=width as u64);
    let turn = match turn {
        Some(word) => Some(number(word, 0..=3)? as u8),
        None => None,
    };
    Some((Pin { tile, cell: (row? - 1) * width + column? - 1, turn }, line.span()))
}

pub(super) fn write(p: &Matching, out: &mut String) {
    if p.cells.contains(&false) {
        *out += "board\n";
        for row in p.cells.chunks(p.width) {
            let row: String = row.iter().map(|&holds| if holds { '#' } else { '.' }).collect();
            *out += &format!("  {row}\n");
        }
    } else {
        *out += &format!("size {}x{}\n", p.width, p.height);
    }
    if !p.turning {
        *out += "turn no\n";
    }
    if p.rule == Rule::Pairs {
        *out += "match pairs\n";
    }
    if let Some(frame) = p.frame {
        *out += &format!("frame {}\n", p.edge_text(frame));
    }
    *out += "tiles\n";
    for tile in &p.tiles {
        let edges = tile.edges.map(|edge| p.edge_text(edge)).join(" ");
        *out += &format!("  {} {edges}\n", tile.name);
    }
    if !p.pins.is_empty() {
        *out += "pins\n";
    }
    for pin in &p.pins {
        let (name, at) = (&p.tiles[pin.tile].name, p.place(pin.cell));
        let turn = pin.turn.map_or(String::new(), |turn| format!(" turn {turn}"));
        *out += &format!("  {name} row {} column {}{turn}\n", at.y + 1, at.x + 1);
    }
}
