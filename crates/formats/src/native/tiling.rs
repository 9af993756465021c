use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use marquetry_puzzle::tiling::{Colour, MAX_CELLS, MAX_SIDE, Piece, Setup, Shape, Tiling};
use marquetry_puzzle::{Cell, Part, grid::bounds};

use super::document::{Document, Section, dedent};
use crate::diagnostic::{Diagnostic, locate};
use crate::lines::Word;

const KEYWORDS: &str = "title, any, empty, board, optional, labels, piece and layer";

/// The characters that stand for a cell of any colour and for no cell.
struct Signs {
    any: char,
    empty: char,
}

pub(super) fn read(mut doc: Document<'_>) -> Result<Tiling, Vec<Diagnostic>> {
    let kind = doc.kind.span.clone();
    let title = doc.title();
    let signs =
        Signs { any: read_sign(&mut doc, "any", '#'), empty: read_sign(&mut doc, "empty", '.') };
    if signs.any == signs.empty {
        doc.fault("setting", kind.clone(), "'any' and 'empty' are the same character", "");
    }
    let mut board: Option<(Shape, Range<usize>)> = None;
    let mut pieces: Vec<(Piece, Range<usize>)> = Vec::new();
    let mut labels: Option<BTreeMap<Cell, String>> = None;
    let mut optional: Option<Shape> = None;
    for group in groups(&mut doc) {
        if group[0].keyword.text == "labels" {
            let read = read_labels(&mut doc, &group);
            if labels.replace(read).is_some() {
                let span = group[0].keyword.span.clone();
                doc.fault("repeated", span, "'labels' is given twice", "");
            }
            continue;
        }
        let shape = read_shape(&mut doc, &group, &signs);
        let head = &group[0];
        if head.keyword.text == "piece" {
            pieces.extend(
                read_piece(&mut doc, head, shape).map(|piece| (piece, head.keyword.span.clone())),
            );
        } else if head.keyword.text == "optional" {
            if optional.replace(shape).is_some() {
                doc.fault("repeated", head.keyword.span.clone(), "'optional' is given twice", "");
            }
        } else if board.is_some() {
            doc.fault("repeated", head.keyword.span.clone(), "'board' is given twice", "");
        } else {
            board = Some((shape, head.keyword.span.clone()));
        }
    }
    if board.is_none() {
        doc.fault(
            "missing",
            kind.clone(),
            "there is no 'board' section",
            "draw the board, one # a cell",
        );
    }
    let faults = doc.finish(KEYWORDS);
    let (board, board_span) = match board {
        Some(board) if faults.is_empty() => board,
        _ => return Err(faults),
    };
    let spans: Vec<Range<usize>> = pieces.iter().map(|p| p.1.clone()).collect();
    let pieces = pieces.into_iter().map(|p| p.0).collect();
    let optional = optional.unwrap_or_default().iter().map(|cell| cell.0).collect();
    let setup = Setup { title, board, optional, pieces, labels: labels.unwrap_or_default() };
    Tiling::new(setup).map_err(|faults| {
        locate("puzzle", faults, |part| match part {
            Part::Piece(i) => spans.get(i).cloned().unwrap_or(kind.clone()),
            Part::Board => board_span.clone(),
            _ => kind.clone(),
        })
    })
}

fn read_sign(doc: &mut Document<'_>, keyword: &str, default: char) -> char {
    let Some(word) = doc.setting(keyword) else { return default };
    let mut chars = word.text.chars();
    match (chars.next(), chars.next()) {
        (Some(sign), None) => sign,
        _ => {
            doc.fault("setting", word.span, format!("'{keyword}' takes a single character"), "");
            default
        }
    }
}

/// Each board, drawing of optional cells, piece or set of labels with the layers that follow it.
fn groups<'a>(doc: &mut Document<'a>) -> Vec<Vec<Section<'a>>> {
    let mut groups: Vec<Vec<Section>> = Vec::new();
    let (ours, others) = std::mem::take(&mut doc.sections).into_iter().partition(|s| {
        matches!(s.keyword.text, "board" | "optional" | "piece" | "labels" | "layer")
    });
    doc.sections = others;
    let ours: Vec<Section> = ours;
    for section in ours {
        match (section.keyword.text, groups.last_mut()) {
            ("layer", Some(group)) => group.push(section),
            ("layer", None) => doc.fault(
                "section",
                section.keyword.span,
                "a layer of what?",
                "a layer follows a board, a piece or labels",
            ),
            _ => groups.push(vec![section]),
        }
    }
    groups
}

fn read_shape(doc: &mut Document<'_>, group: &[Section<'_>], signs: &Signs) -> Shape {
    let body: Vec<_> = group.iter().flat_map(|section| section.body.iter().copied()).collect();
    let rows = dedent(&body);
    let mut shape = Shape::new();
    let mut rows = rows.iter();
    for (z, section) in group.iter().enumerate().take(MAX_SIDE + 1) {
        for (y, row) in rows.by_ref().take(section.body.len()).enumerate() {
            let long = row.text.chars().count() > MAX_SIDE || y > MAX_SIDE;
            if long || row.text.contains('\t') || shape.len() > MAX_CELLS {
                let message = if row.text.contains('\t') {
                    "a drawing has no tabs"
                } else {
                    "this drawing is too large"
                };
                doc.fault("drawing", row.span(), message, "");
                return shape;
            }
            for (x, sign) in
                row.text.chars().enumerate().filter(|c| !c.1.is_whitespace() && c.1 != signs.empty)
            {
                let colour: Colour = (sign != signs.any).then_some(sign);
                shape.push((Cell { z: z as i16, y: y as i16, x: x as i16 }, colour));
            }
        }
    }
    shape
}

/// A word for each cell of the board's box, `.` for none.
fn read_labels(doc: &mut Document<'_>, group: &[Section<'_>]) -> BTreeMap<Cell, String> {
    let mut labels = BTreeMap::new();
    for (z, section) in group.iter().enumerate() {
        for (y, row) in section.body.iter().enumerate() {
            for (x, word) in row.words().enumerate().filter(|(_, word)| word.text != ".") {
                if x.max(y).max(z) >= MAX_SIDE || labels.len() >= MAX_CELLS {
                    doc.fault(
                        "labels",
                        word.span,
                        "there are too many labels",
                        "a row has a word for each cell",
                    );
                    return labels;
                }
                let cell = Cell { z: z as i16, y: y as i16, x: x as i16 };
                labels.insert(cell, word.text.to_owned());
            }
        }
    }
    labels
}

/// `piece NAME [copies N | N..M | N..] [turn yes|no] [flip yes|no]`
fn read_piece(doc: &mut Document<'_>, head: &Section<'_>, shape: Shape) -> Option<Piece> {
    let Some((name, options)) = head.words.split_first() else {
        doc.fault(
            "piece",
            head.keyword.span.clone(),
            "this piece has no name",
            "write: piece NAME",
        );
        return None;
    };
    let mut piece = Piece::new(name.text, shape);
    for pair in options.chunks(2) {
        let [option, value] = pair else {
            doc.fault(
                "piece",
                pair[0].span.clone(),
                format!("'{}' needs a value", pair[0].text),
                "",
            );
            break;
        };
        match option.text {
            "turn" => piece.turn = doc.is_yes(value),
            "flip" => piece.flip = doc.is_yes(value),
            "copies" => (piece.least, piece.most) = read_copies(doc, value),
            other => {
                let help = "a piece may have copies, turn and flip";
                doc.fault(
                    "piece",
                    option.span.clone(),
                    format!("'{other}' is not an option of a piece"),
                    help,
                );
            }
        }
    }
    Some(piece)
}

fn read_copies(doc: &mut Document<'_>, word: &Word<'_>) -> (u32, u32) {
    let copies = match word.text.split_once("..") {
        None => word.text.parse().ok().map(|n| (n, n)),
        Some((least, "")) => least.parse().ok().map(|least| (least, u32::MAX)),
        Some((least, most)) => least.parse().ok().zip(most.parse().ok()),
    };
    copies.unwrap_or_else(|| {
        let message = format!("'{}' is not a number of copies", word.text);
        doc.fault(
            "copies",
            word.span.clone(),
            message,
            "write 2, or 0..3, or 1.. for as many as fit",
        );
        (1, 1)
    })
}

pub(super) fn write(p: &Tiling, out: &mut String) {
    let shapes = || p.pieces.iter().map(|piece| &piece.shape).chain([&p.board]);
    let used: BTreeSet<char> =
        shapes().flat_map(|shape| shape.iter().filter_map(|c| c.1)).collect();
    // There are more signs than colours a board can have cells for, so one is always free.
    let free = |wanted: char, taken: char| {
        let others = ('!'..='~').chain('\u{a1}'..);
        std::iter::once(wanted)
            .chain(others)
            .find(|c| !used.contains(c) && *c != taken)
            .unwrap_or(wanted)
    };
    let any = free('#', '.');
    let signs = Signs { any, empty: free('.', any) };
    for (keyword, sign, default) in [("any", signs.any, '#'), ("empty", signs.empty, '.')] {
        if sign != default {
            *out += &format!("{keyword} {sign}\n");
        }
    }
    *out += "board\n";
    draw(&p.board, &signs, out);
    if !p.optional.is_empty() {
        *out += "optional\n";
        draw(&p.optional.iter().map(|&cell| (cell, None)).collect(), &signs, out);
    }
    write_labels(p, out);
    for piece in &p.pieces {
        *out += &format!("piece {}", piece.name);
        match (piece.least, piece.most) {
            (1, 1) => {}
            (least, u32::MAX) => *out += &format!(" copies {least}.."),
            (least, most) if least == most => *out += &format!(" copies {least}"),
            (least, most) => *out += &format!(" copies {least}..{most}"),
        }
        for (option, allowed) in [("turn", piece.turn), ("flip", piece.flip)] {
            if !allowed {
                *out += &format!(" {option} no");
            }
        }
        *out += "\n";
        draw(&piece.shape, &signs, out);
    }
}

fn write_labels(p: &Tiling, out: &mut String) {
    let Some((_, hi)) = bounds(p.labels.keys().copied()) else { return };
    for z in 0..=hi.z {
        *out += if z == 0 { "labels\n" } else { "layer\n" };
        for y in 0..=hi.y {
            let words: Vec<&str> = (0..=hi.x)
                .map(|x| p.labels.get(&Cell { z, y, x }).map_or(".", String::as_str))
                .collect();
            *out += &format!("  {}\n", words.join(" "));
        }
    }
}

fn draw(shape: &Shape, signs: &Signs, out: &mut String) {
    let Some((_, hi)) = bounds(shape.iter().map(|c| c.0)) else { return };
    // A shape is in reading order, as its drawing is.
    let mut cells = shape.iter().peekable();
    for z in 0..=hi.z {
        if z > 0 {
            *out += "layer\n";
        }
        for y in 0..=hi.y {
            *out += "  ";
            for x in 0..=hi.x {
                let cell = cells.next_if(|(cell, _)| *cell == Cell { z, y, x });
                out.push(cell.map_or(signs.empty, |(_, colour)| colour.unwrap_or(signs.any)));
            }
            *out += "\n";
        }
    }
}
