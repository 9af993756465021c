use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use marquetry_puzzle::tiling::{
    Grid, MAX_CELLS, MAX_PIECES, MAX_SIDE, Piece, PieceSet, Setup, Shape, Sides, Tiling, in_box,
};
use marquetry_puzzle::{Cell, Faults, Part};

use super::document::{Document, Section};
use super::drawing::{self, Frame, Signs, draw};
use crate::diagnostic::{Diagnostic, locate};
use crate::lines::Word;

const KEYWORDS: &str = "title, grid, any, empty, board, optional, labels, piece, pieces and layer";

pub(super) fn read(mut doc: Document<'_>) -> Result<Tiling, Faults<Diagnostic>> {
    let kind = doc.kind.span.clone();
    let title = doc.title();
    let grid = read_grid(&mut doc);
    let signs = read_signs(&mut doc, grid);
    let mut board: Option<(Shape, Range<usize>)> = None;
    let mut frame = Frame::around(grid, []);
    let mut pieces: Vec<(Piece, Range<usize>)> = Vec::new();
    let mut names: HashMap<String, u32> = HashMap::new();
    let mut labels: Option<Labels<'_>> = None;
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
        if group[0].keyword.text == "pieces" {
            let span = group[0].keyword.span.clone();
            // More than there may be are a fault already.
            let set = if pieces.len() > MAX_PIECES {
                Vec::new()
            } else {
                read_set(&mut doc, &group, grid, &mut names)
            };
            pieces.extend(set.into_iter().map(|piece| (piece, span.clone())));
            continue;
        }
        let (shape, drawn) = drawing::read(&mut doc, &group, &signs, grid);
        let head = &group[0];
        if head.keyword.text == "piece" {
            let piece = read_piece(&mut doc, head, shape);
            names.extend(piece.as_ref().map(|piece| (piece.name.clone(), 1)));
            pieces.extend(piece.map(|piece| (piece, head.keyword.span.clone())));
        } else if head.keyword.text == "optional" {
            if optional.replace(shape).is_some() {
                doc.fault("repeated", head.keyword.span.clone(), "'optional' is given twice", "");
            }
        } else if board.is_some() {
            doc.fault("repeated", head.keyword.span.clone(), "'board' is given twice", "");
        } else {
            board = Some((shape, head.keyword.span.clone()));
            frame = drawn;
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
    let labels = labels.unwrap_or_default();
    let label_at = |&(z, y, x, _): &(i16, i16, usize, Word<'_>)| Cell { z, ..frame.cell(x, y) };
    if let Some((board, _)) = &board {
        let within = in_box(board);
        for label in labels.iter().filter(|label| !within(label_at(label))) {
            let message = format!("'{}' is beside the board", label.3.text);
            let help =
                "a label is for a cell of the board, or for one between them that stays open";
            doc.fault("label", label.3.span.clone(), message, help);
        }
    }
    let labels = labels.iter().map(|label| (label_at(label), label.3.text.to_owned())).collect();
    let faults = doc.finish(KEYWORDS);
    let (board, board_span) = match board {
        Some(board) if faults.is_empty() => board,
        _ => return Err(faults),
    };
    let spans: Vec<Range<usize>> = pieces.iter().map(|p| p.1.clone()).collect();
    let pieces = pieces.into_iter().map(|p| p.0).collect();
    let optional = optional.unwrap_or_default().iter().map(|cell| cell.0).collect();
    let setup = Setup { title, grid, board, optional, pieces, labels };
    Tiling::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Piece(i) => spans.get(i).cloned().unwrap_or(kind.clone()),
            Part::Board => board_span.clone(),
            _ => kind.clone(),
        })
    })
}

fn read_grid(doc: &mut Document<'_>) -> Grid {
    let Some(word) = doc.setting("grid") else { return Grid::Squares };
    Grid::by_name(word.text).unwrap_or_else(|| {
        let message = format!("'{}' is not a grid", word.text);
        doc.fault("setting", word.span, message, "write squares, hexagons or triangles");
        Grid::Squares
    })
}

fn read_signs(doc: &mut Document<'_>, grid: Grid) -> Signs {
    let mut signs = Signs::usual(grid);
    let mut read = |keyword: &str, many: usize| -> Option<Vec<char>> {
        let word = doc.setting(keyword)?;
        let chars: Vec<char> = word.text.chars().collect();
        if chars.len() != many {
            let takes =
                if many == 1 { "a single character" } else { "two characters, up and down" };
            doc.fault("setting", word.span, format!("'{keyword}' takes {takes}"), "");
            return None;
        }
        Some(chars)
    };
    let many = if grid == Grid::Triangles { 2 } else { 1 };
    if let Some(any) = read("any", many) {
        signs.any = [any[0], any[many - 1]];
    }
    if let Some(empty) = read("empty", 1) {
        signs.empty = empty[0];
    }
    let up_is_down = many == 2 && signs.any[0] == signs.any[1];
    if signs.any.contains(&signs.empty) || up_is_down {
        let span = doc.kind.span.clone();
        doc.fault("setting", span, "'any' and 'empty' are the same character", "");
    }
    signs
}

/// Each board, drawing of optional cells, piece or set of labels with the layers that follow it.
fn groups<'a>(doc: &mut Document<'a>) -> Vec<Vec<Section<'a>>> {
    let mut groups: Vec<Vec<Section>> = Vec::new();
    let (ours, others) = std::mem::take(&mut doc.sections).into_iter().partition(|s| {
        matches!(s.keyword.text, "board" | "optional" | "piece" | "pieces" | "labels" | "layer")
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

/// Labels, each with its layer and row and its place among the words there.
type Labels<'a> = Vec<(i16, i16, usize, Word<'a>)>;

/// A word for each cell of the board's drawing, `.` for none.
fn read_labels<'a>(doc: &mut Document<'_>, group: &[Section<'a>]) -> Labels<'a> {
    let mut labels = Labels::new();
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
                labels.push((z as i16, y as i16, x, word));
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
    read_options(doc, options, &mut piece);
    Some(piece)
}

/// `pieces [free | one-sided | fixed] NAME [copies N] [turn yes|no] [flip yes|no]`: a set of pieces, each with these
/// options. A name that is taken gets a number.
fn read_set(
    doc: &mut Document<'_>,
    group: &[Section<'_>],
    grid: Grid,
    names: &mut HashMap<String, u32>,
) -> Vec<Piece> {
    let head = &group[0];
    if let Some(line) = group.iter().find_map(|section| section.body.first()) {
        doc.fault("pieces", line.span(), "a set of pieces is not drawn", "write: piece NAME");
    }
    let is_option = |word: &Word<'_>| matches!(word.text, "copies" | "turn" | "flip");
    let named = head.words.iter().position(is_option).unwrap_or(head.words.len());
    let (name, options) = head.words.split_at(named);
    let name = name.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let span = head.words.first().map_or(head.keyword.span.clone(), |word| word.span.clone());
    let Some(set) = PieceSet::by_name(&name) else {
        let help = "'marquetry pieces' lists them; one-sided or fixed may stand before the name";
        doc.fault("pieces", span, format!("there is no set of pieces '{name}'"), help);
        return Vec::new();
    };
    if set.grid != grid {
        let message = format!("{name} are made of {}, not of {}", set.grid.name(), grid.name());
        doc.fault("pieces", span, message, &format!("write: grid {}", set.grid.name()));
        return Vec::new();
    }
    let mut pattern = Piece { turn: set.sides != Sides::Fixed, ..Piece::new("", Shape::new()) };
    pattern.flip = set.sides == Sides::Free;
    read_options(doc, options, &mut pattern);
    let mut pieces = set.pieces();
    for piece in &mut pieces {
        let own = piece.name.clone();
        // Each name remembers the last number given to it.
        while names.contains_key(&piece.name) {
            let number = names.entry(own.clone()).or_insert(1);
            *number += 1;
            piece.name = format!("{own}-{number}");
        }
        names.insert(piece.name.clone(), 1);
        let shape = std::mem::take(&mut piece.shape);
        *piece = Piece { name: std::mem::take(&mut piece.name), shape, ..pattern.clone() };
    }
    pieces
}

fn read_options(doc: &mut Document<'_>, options: &[Word<'_>], piece: &mut Piece) {
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
    let shapes = p.pieces.iter().map(|piece| &piece.shape).chain([&p.board]);
    let signs = free_signs(p.grid, &shapes.collect::<Vec<_>>());
    if p.grid != Grid::Squares {
        *out += &format!("grid {}\n", p.grid.name());
    }
    if signs.any != Signs::usual(p.grid).any {
        let any = if p.grid == Grid::Triangles { &signs.any[..] } else { &signs.any[..1] };
        *out += &format!("any {}\n", any.iter().collect::<String>());
    }
    if signs.empty != '.' {
        *out += &format!("empty {}\n", signs.empty);
    }
    *out += "board\n";
    let shown = p.board.iter().map(|c| c.0).chain(p.labels.keys().copied());
    let frame = Frame::around(p.grid, shown);
    draw(&p.board, frame, &signs, out);
    if !p.optional.is_empty() {
        *out += "optional\n";
        draw(&p.optional.iter().map(|&cell| (cell, None)).collect(), frame, &signs, out);
    }
    write_labels(p, frame, out);
    write_all(p.grid, &p.pieces, &signs, out);
}

/// Writes pieces as sections of a native file.
pub fn write_pieces(grid: Grid, pieces: &[Piece]) -> String {
    let mut out = String::new();
    let signs = free_signs(grid, &pieces.iter().map(|piece| &piece.shape).collect::<Vec<_>>());
    write_all(grid, pieces, &signs, &mut out);
    out
}

fn write_all(grid: Grid, pieces: &[Piece], signs: &Signs, out: &mut String) {
    for piece in pieces {
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
        let frame = Frame::around(grid, piece.shape.iter().map(|c| c.0));
        draw(&piece.shape, frame, signs, out);
    }
}

/// Signs that are no colour of these shapes.
fn free_signs(grid: Grid, shapes: &[&Shape]) -> Signs {
    let used: BTreeSet<char> =
        shapes.iter().flat_map(|shape| shape.iter().filter_map(|c| c.1)).collect();
    // There are more signs than colours a board can have cells for, so one is always free.
    let free = |wanted: char, taken: &[char]| {
        let others = ('!'..='~').chain('\u{a1}'..);
        std::iter::once(wanted)
            .chain(others)
            .find(|c| !used.contains(c) && !taken.contains(c))
            .unwrap_or(wanted)
    };
    let usual = Signs::usual(grid);
    let two = grid == Grid::Triangles;
    let up = free(usual.any[0], if two { &['v', '.'] } else { &['.'] });
    let down = if two { free('v', &[up, '.']) } else { up };
    Signs { any: [up, down], empty: free('.', &[up, down]) }
}

fn write_labels(p: &Tiling, frame: Frame, out: &mut String) {
    let Some(words) = p.labels.keys().map(|&cell| frame.word(cell) + 1).max() else { return };
    let last = |along: fn(&Cell) -> i16| p.labels.keys().map(along).max().unwrap_or(0);
    for z in 0..=last(|c| c.z) {
        *out += if z == 0 { "labels\n" } else { "layer\n" };
        for y in 0..=last(|c| c.y) {
            let label = |word| p.labels.get(&Cell { z, ..frame.cell(word, y) });
            let words: Vec<&str> =
                (0..words).map(|word| label(word).map_or(".", String::as_str)).collect();
            *out += &format!("  {}\n", words.join(" "));
        }
    }
}
