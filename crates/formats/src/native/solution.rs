//! Solutions: a board of tiles, a cover, or a list of moves.

use std::collections::HashMap;

use marquetry_puzzle::sliding::MAX_STEPS;
use marquetry_puzzle::{
    Board, Cell, Direction, Faults, Laid, Matching, Move, Placed, Puzzle, Sliding, Solution, Tiling,
};

use super::document::{Document, Section};
use super::drawing::Frame;
use crate::Unwritable;
use crate::diagnostic::{Diagnostic, MOST_FAULTS};
use crate::lines::{Line, Word};

const KEYWORDS: &str = "title, board, cover, layer and moves";

/// Reads the solutions in a text: each begins with its own header.
pub fn read_solutions(puzzle: &Puzzle, text: &str) -> Result<Vec<Solution>, Faults<Diagnostic>> {
    let mut starts: Vec<usize> = crate::lines::lines(text)
        .filter(|line| line.text.starts_with("marquetry"))
        .map(|line| line.start)
        .collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().copied().zip(ends);
    let shift = |from: usize| {
        move |mut d: Diagnostic| {
            d.span = d.span.start + from..d.span.end + from;
            d
        }
    };
    let read = |(from, to): (usize, usize)| {
        read_one(puzzle, &text[from..to])
            .map_err(|faults| faults.into_iter().map(shift(from)).collect::<Faults<_>>())
    };
    let (good, bad): (Vec<_>, Vec<_>) = parts.map(read).partition(Result::is_ok);
    let faults: Faults<Diagnostic> =
        bad.into_iter().filter_map(Result::err).flatten().take(MOST_FAULTS).collect();
    faults.unless(good.into_iter().flatten().collect())
}

fn read_one(puzzle: &Puzzle, text: &str) -> Result<Solution, Faults<Diagnostic>> {
    let mut doc = Document::parse(text)?;
    let kind = doc.kind.clone();
    if kind.text != "solution" {
        let help = "a solution's first line is 'marquetry solution'";
        doc.fault("kind", kind.span, "this is not a solution", help);
        return Err(doc.faults.into());
    }
    doc.title();
    let keyword = match puzzle {
        Puzzle::Matching(_) => "board",
        Puzzle::Tiling(_) => "cover",
        Puzzle::Sliding(_) => "moves",
    };
    let layers: Vec<Section> = match puzzle {
        Puzzle::Tiling(_) => doc.all("layer"),
        _ => Vec::new(),
    };
    let Some(section) = doc.only(keyword) else {
        let message = format!(
            "there is no '{keyword}' section, which a {} puzzle's solution has",
            puzzle.family()
        );
        doc.fault("missing", kind.span, message, "");
        return Err(doc.finish(KEYWORDS));
    };
    let solution = match puzzle {
        Puzzle::Matching(p) => Solution::Board(read_board(&mut doc, p, &section)),
        Puzzle::Tiling(p) => Solution::Cover(read_cover(&mut doc, p, &section, &layers)),
        Puzzle::Sliding(p) => Solution::Moves(read_moves(&mut doc, p, &section.body)),
    };
    let faults = doc.finish(KEYWORDS);
    if faults.is_empty() { Ok(solution) } else { Err(faults) }
}

/// The words of a grid with as many rows and columns as it should have.
fn read_grid<'a>(
    doc: &mut Document<'_>,
    section: &Section<'a>,
    width: usize,
    height: usize,
) -> Vec<(Cell, Word<'a>)> {
    if section.body.len() != height {
        let message = format!("{} rows are drawn, the board has {height}", section.body.len());
        doc.fault("drawing", section.keyword.span.clone(), message, "");
        return Vec::new();
    }
    let mut grid = Vec::new();
    for (y, line) in section.body.iter().enumerate() {
        let words: Vec<Word> = line.words().collect();
        if words.len() != width {
            let message = format!("this row has {} words, the board {width} columns", words.len());
            doc.fault("drawing", line.span(), message, "write . for an empty cell");
            continue;
        }
        let place = |(x, word)| (Cell::at(x as i16, y as i16), word);
        grid.extend(
            words
                .into_iter()
                .enumerate()
                .map(place)
                .filter(|(_, word): &(Cell, Word)| word.text != "."),
        );
    }
    grid
}

fn read_board(doc: &mut Document<'_>, p: &Matching, section: &Section<'_>) -> Board {
    let names: HashMap<&str, usize> =
        p.tiles.iter().enumerate().map(|(i, t)| (t.name.as_str(), i)).collect();
    let mut board = vec![None; p.cells.len()];
    for (cell, word) in read_grid(doc, section, p.width, p.height) {
        let turned = word.text.rsplit_once('/').and_then(|(name, turn)| {
            Some((*names.get(name)?, turn.parse::<u8>().ok().filter(|turn| *turn < 4)?))
        });
        match turned.or_else(|| Some((*names.get(word.text)?, 0))) {
            Some((tile, turn)) => {
                board[cell.y as usize * p.width + cell.x as usize] = Some(Laid { tile, turn })
            }
            None => {
                let message = format!("'{}' is not a tile with its turn", word.text);
                doc.fault(
                    "tile",
                    word.span,
                    message,
                    "write the tile's name, or name/turn with a turn of 0 to 3",
                );
            }
        }
    }
    board
}

fn read_cover(
    doc: &mut Document<'_>,
    p: &Tiling,
    section: &Section<'_>,
    layers: &[Section<'_>],
) -> Vec<Placed> {
    let (width, height, depth) = drawn_size(p);
    let frame = Frame::around(p.grid, p.board.iter().map(|c| c.0));
    let names: HashMap<&str, usize> =
        p.pieces.iter().enumerate().map(|(i, x)| (x.name.as_str(), i)).collect();
    if layers.len() + 1 != depth {
        let message = format!("{} layers are drawn, the board has {depth}", layers.len() + 1);
        doc.fault("drawing", section.keyword.span.clone(), message, "");
    }
    let mut placed: Vec<(&str, Placed)> = Vec::new();
    let mut at: HashMap<&str, usize> = HashMap::new();
    for (z, layer) in std::iter::once(section).chain(layers).enumerate().take(depth) {
        for (cell, word) in read_grid(doc, layer, width, height) {
            let name = word.text.split_once(':').map_or(word.text, |(name, _)| name);
            let Some(&piece) = names.get(name) else {
                doc.fault("piece", word.span, format!("there is no piece '{name}'"), "");
                continue;
            };
            let index = *at.entry(word.text).or_insert_with(|| {
                placed.push((word.text, Placed::new(piece, Vec::new())));
                placed.len() - 1
            });
            let cell = frame.cell(cell.x as usize, cell.y);
            placed[index].1.cells.push(Cell { z: z as i16, ..cell });
        }
    }
    placed.into_iter().map(|(_, placed)| placed).collect()
}

/// `BLOCK down 2 right`: a block's name and the steps of its path.
fn read_moves(doc: &mut Document<'_>, p: &Sliding, body: &[Line<'_>]) -> Vec<Move> {
    let names: HashMap<&str, usize> =
        p.blocks.iter().enumerate().map(|(i, b)| (b.name.as_str(), i)).collect();
    let mut moves = Vec::new();
    let mut steps = 0;
    for line in body {
        let words: Vec<Word> = line.words().collect();
        let Some(&block) = names.get(words[0].text) else {
            doc.fault(
                "block",
                words[0].span.clone(),
                format!("there is no block '{}'", words[0].text),
                "",
            );
            continue;
        };
        let mut path: Vec<Direction> = Vec::new();
        for word in &words[1..] {
            let way = Direction::ALL.into_iter().find(|way| way.word() == word.text);
            let times = word.number().filter(|n| (1..=512).contains(n));
            match (way, times, path.last().copied()) {
                (Some(way), ..) => path.push(way),
                (None, Some(_), Some(_)) if path.len() > MAX_STEPS => break,
                (None, Some(times), Some(last)) => {
                    path.extend(std::iter::repeat_n(last, times as usize - 1))
                }
                _ => {
                    let message = format!("'{}' is not a step", word.text);
                    doc.fault(
                        "move",
                        word.span.clone(),
                        message,
                        "write up, right, down or left, and a number after it",
                    );
                }
            }
        }
        steps += path.len();
        moves.push(Move { block, path });
        if steps > MAX_STEPS {
            doc.fault("move", line.span(), format!("more than {MAX_STEPS} steps"), "");
            break;
        }
    }
    moves
}

/// Writes a solution, whole or partial.
pub fn write_solution(puzzle: &Puzzle, solution: &Solution) -> Result<String, Unwritable> {
    let body = match (puzzle, solution) {
        (Puzzle::Matching(p), Solution::Board(board)) => write_board(p, board),
        (Puzzle::Tiling(p), Solution::Cover(cover)) => write_cover(p, cover),
        (Puzzle::Sliding(p), Solution::Moves(moves)) => write_moves(p, moves),
        _ => None,
    };
    let unfit = || Unwritable(format!("this is not a solution of a {} puzzle", puzzle.family()));
    body.map(|body| format!("marquetry solution\n{body}")).ok_or_else(unfit)
}

fn write_board(p: &Matching, board: &Board) -> Option<String> {
    let mut out = "board\n".to_owned();
    for row in board.chunks(p.width) {
        let mut words = Vec::new();
        for laid in row {
            words.push(match laid {
                None => ".".to_owned(),
                Some(laid) => match p.tiles.get(laid.tile)?.name.as_str() {
                    name if p.turning || name.contains('/') => format!("{name}/{}", laid.turn),
                    name => name.to_owned(),
                },
            });
        }
        out += &format!("  {}\n", words.join(" "));
    }
    Some(out)
}

/// Words in a row, rows and layers of a drawing of the board.
fn drawn_size(p: &Tiling) -> (usize, usize, usize) {
    let frame = Frame::around(p.grid, p.board.iter().map(|c| c.0));
    let words = p.board.iter().map(|c| frame.word(c.0) + 1).max().unwrap_or(0);
    let (_, height, depth) = p.size();
    (words, height, depth)
}

fn write_cover(p: &Tiling, cover: &[Placed]) -> Option<String> {
    let mut copies: HashMap<usize, usize> = HashMap::new();
    let mut grid: HashMap<Cell, String> = HashMap::new();
    for placed in cover {
        let copy = copies.entry(placed.piece).or_default();
        *copy += 1;
        let name = &p.pieces.get(placed.piece)?.name;
        let word = if *copy == 1 { name.clone() } else { format!("{name}:{copy}") };
        grid.extend(placed.cells.iter().map(|&cell| (cell, word.clone())));
    }
    let (width, height, depth) = drawn_size(p);
    let frame = Frame::around(p.grid, p.board.iter().map(|c| c.0));
    let mut out = String::new();
    for z in 0..depth as i16 {
        out += if z == 0 { "cover\n" } else { "layer\n" };
        for y in 0..height as i16 {
            let word = |word| grid.remove(&Cell { z, ..frame.cell(word, y) });
            let words = (0..width).map(word).map(|word| word.unwrap_or(".".into()));
            let shift = if frame.shifted(y) { " " } else { "" };
            out += &format!("  {shift}{}\n", words.collect::<Vec<_>>().join(" "));
        }
    }
    // What is left lies outside the board's box.
    grid.is_empty().then_some(out)
}

fn write_moves(p: &Sliding, moves: &[Move]) -> Option<String> {
    let mut out = "moves\n".to_owned();
    for m in moves {
        out += &format!("  {}", p.blocks.get(m.block)?.name);
        for run in m.path.chunk_by(|a, b| a == b) {
            out += &format!(" {}", run[0].word());
            if run.len() > 1 {
                out += &format!(" {}", run.len());
            }
        }
        out += "\n";
    }
    Some(out)
}
