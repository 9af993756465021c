//! The **arrows** format: nine tiles of half arrows such as `Y1,G0,R0,B1`, and the report of their solutions.
//!
//! ```
//! let text = "Y1,G0,R0,B1\nY0,B1,R1,B0\nY1,R1,G0,B0\nY1,G0,B0,G1\nB0,G0,R1,Y1\nY0,G1,R1,B0\nR0,B1,Y1,G0\nY0,R1,B1,G0\nR0,G1,Y1,B0\n";
//! let puzzle = marquetry_formats::arrows::read(text).unwrap();
//! assert_eq!((puzzle.width, puzzle.height, puzzle.tiles.len()), (3, 3, 9));
//! assert_eq!(marquetry_formats::arrows::write(&puzzle).unwrap(), text);
//! ```

use std::cmp::Ordering;
use std::fmt::Write;

use marquetry_puzzle::matching::{Colours, Rule, Setup, Tile};
use marquetry_puzzle::{Board, Faults, Laid, Matching, Part, Puzzle, Solution, Symmetries};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, locate, quoted};
use crate::lines::{Line, Word, lines};
use crate::numbered::check_names;
use crate::{Diagnostic, Unwritable, refuse};

/// Columns and rows of the board.
const SIDE: usize = 3;
/// The line between two rows of tiles.
const BORDER: &str = "+--------+--------+--------+";

/// Are these tiles of half arrows, separated by commas? At least half the lines must have two edges or more.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let (mut all, mut tiles) = (0, 0);
    for line in lines(text).filter(|line| !line.is_blank()) {
        all += 1;
        let edges = split(&line, ',').filter(|part| is_edge(part.text)).take(2).count();
        tiles += usize::from(edges == 2);
    }
    if tiles > 0 && 2 * tiles >= all { Claim::Surely } else { Claim::No }
}

/// Reads a puzzle.
pub fn read(text: &str) -> Result<Matching, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let rows: Vec<Line> = lines(text).filter(|line| !line.is_blank()).collect();
    let tiles: Vec<[&str; 4]> = rows.iter().filter_map(|row| read_tile(row, &mut faults)).collect();
    faults.keep(check_count(&rows));
    let tiles = faults.unless(tiles)?;
    let colours = Colours::of_edges(Rule::Pairs, tiles.iter().flatten().copied());
    let tile = |(i, texts): (usize, &[&str; 4])| {
        let edges = texts.map(|text| colours.edge(Rule::Pairs, text));
        let [Some(top), Some(right), Some(bottom), Some(left)] = edges else { return None };
        Some(Tile { name: (i + 1).to_string(), edges: [top, right, bottom, left] })
    };
    let tiles = tiles.iter().enumerate().filter_map(tile).collect();
    let setup = Setup { rule: Rule::Pairs, tiles, colours, ..Setup::blank(SIDE, SIDE) };
    Matching::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Tile(i) => rows.get(i).map_or(0..0, Line::span),
            _ => 0..0,
        })
    })
}

fn check_count(rows: &[Line]) -> Result<(), Diagnostic> {
    const TILES: usize = SIDE * SIDE;
    let (code, span) = match (rows.last(), rows.get(TILES)) {
        (None, _) => ("empty-file", 0..0),
        (_, Some(spare)) => ("too-many-tiles", spare.span()),
        (Some(last), None) if rows.len() < TILES => ("too-few-tiles", last.span()),
        _ => return Ok(()),
    };
    let message = format!("a puzzle has {TILES} tiles, and the file has {}", rows.len());
    Err(Diagnostic::new(code, span, message).help("give each tile a line such as Y1,G0,R0,B1"))
}

fn read_tile<'a>(row: &Line<'a>, faults: &mut FirstFaults) -> Option<[&'a str; 4]> {
    let parts: Vec<Word> = split(row, ',').take(5).collect();
    if parts.len() != 4 {
        let message =
            format!("a tile has four edges, and this line has {}", split(row, ',').count());
        let help = "give the top, right, bottom and left edge, with commas between";
        faults.add(Diagnostic::new("tile-line", row.span(), message).help(help));
        return None;
    }
    for part in parts.iter().filter(|part| !is_edge(part.text)) {
        let message = match part.text {
            "" => "an edge is missing here".into(),
            text => format!("{} is not an edge", quoted(text)),
        };
        let help = "an edge is a colour's letter and 0 for a tail or 1 for a head, such as Y1";
        faults.add(Diagnostic::new("bad-edge", part.span.clone(), message).help(help));
    }
    let texts: Vec<&str> =
        parts.iter().map(|part| part.text).filter(|text| is_edge(text)).collect();
    texts.try_into().ok()
}

fn is_edge(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b'0' | b'1'] if letter.is_ascii_alphabetic())
}

/// The parts of a line between separators, without the blanks around them.
fn split<'a>(line: &Line<'a>, separator: char) -> impl Iterator<Item = Word<'a>> + use<'a> {
    let mut start = line.start;
    line.text.split(separator).map(move |part| {
        let trimmed = Line { text: part, start };
        start += part.len() + separator.len_utf8();
        Word { text: part.trim(), span: trimmed.span() }
    })
}

/// Writes a puzzle; refuses what the format cannot carry. The title is left out.
pub fn write(p: &Matching) -> Result<String, Unwritable> {
    let tiles = edges(p)?;
    Ok(tiles.iter().fold(String::new(), |out, tile| out + &tile.join(",") + "\n"))
}

/// The edges of the tiles as text, where the puzzle is one of nine tiles of half arrows.
fn edges(p: &Matching) -> Result<Vec<[String; 4]>, Unwritable> {
    if p.rule != Rule::Pairs || !p.turning || p.frame.is_some() {
        return refuse("in this format heads meet tails, tiles may be turned, and the rim is free");
    }
    if (p.width, p.height, p.tiles.len()) != (SIDE, SIDE, SIDE * SIDE) || p.cells.contains(&false) {
        return refuse("in this format nine tiles fill a board of 3x3");
    }
    if !p.pins.is_empty() {
        return refuse("this format has no pinned tiles");
    }
    check_names(p)?;
    let tiles: Vec<[String; 4]> =
        p.tiles.iter().map(|tile| tile.edges.map(|edge| p.edge_text(edge))).collect();
    if let Some(edge) = tiles.iter().flatten().find(|edge| !is_edge(edge)) {
        return refuse(format!(
            "in this format a colour is a single letter, and '{edge}' has another"
        ));
    }
    Ok(tiles)
}

/// Reports the tiles and all solutions: one board for each that differs from the others by more than a turn of
/// the whole, the least in place of its four turns, in order of the tiles' numbers row by row and then of the
/// edges they show.
pub fn report(p: &Matching, boards: &[Board]) -> Result<String, Unwritable> {
    let mut out = "Input tiles:\n".to_owned();
    for (i, tile) in edges(p)?.iter().enumerate() {
        let _ = writeln!(out, "{}. <{}>", i + 1, tile.join(", "));
    }
    let puzzle = Puzzle::from(p.clone());
    let symmetries = Symmetries::of(&puzzle);
    let canonical = |board: &Board| symmetries.canonical(&Solution::Board(board.clone()));
    let mut solutions: Vec<Solution> = boards.iter().map(canonical).collect();
    solutions.sort_by(|a, b| symmetries.compare(a, b));
    solutions.dedup_by(|a, b| symmetries.compare(a, b) == Ordering::Equal);
    out += &match solutions.len() {
        0 => "\nNo solution found.\n".to_owned(),
        1 => "\n1 unique solution found:\n".to_owned(),
        n => format!("\n{n} unique solutions found:\n"),
    };
    for solution in &solutions {
        if let Solution::Board(board) = solution {
            out += &write_solution(p, board)?;
            out.push('\n');
        }
    }
    Ok(out)
}

/// Draws one board as it is.
pub fn write_solution(p: &Matching, board: &Board) -> Result<String, Unwritable> {
    edges(p)?;
    if board.len() != p.cells.len() {
        return refuse("the board does not have the puzzle's size");
    }
    let mut out = format!("{BORDER}\n");
    for row in board.chunks(p.width) {
        let mut drawn = [const { String::new() }; 3];
        for laid in row {
            let cell = match laid.map(|laid| (laid, p.tiles.get(laid.tile))) {
                None => [" ".repeat(8), " ".repeat(8), " ".repeat(8)],
                Some((_, None)) => return refuse("a tile on the board is not one of the puzzle's"),
                Some((laid, Some(tile))) => {
                    let [top, right, bottom, left] =
                        tile.turned(laid.turn).map(|edge| p.edge_text(edge));
                    [
                        format!("{:<3}{top}   ", tile.name),
                        format!("{left}    {right}"),
                        format!("   {bottom}   "),
                    ]
                }
            };
            drawn.iter_mut().zip(cell).for_each(|(line, part)| *line += &format!("|{part}"));
        }
        drawn.iter().for_each(|line| out += &format!("{line}|\n"));
        out += &format!("{BORDER}\n");
    }
    Ok(out)
}

/// Reads the first board of a report, or one drawn alone.
pub fn read_solution(p: &Matching, text: &str) -> Result<Board, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let is_border = |line: &Line| line.text.trim_start().starts_with("+-");
    let drawing = lines(text).skip_while(|line| !is_border(line)).filter(|line| !is_border(line));
    let drawing: Vec<Line> =
        drawing.take(3 * p.height).take_while(|line| !line.is_blank()).collect();
    if drawing.len() < 3 * p.height {
        let span = drawing.last().map_or(0..0, Line::span);
        let message = format!(
            "a drawn board has {} lines between borders, and here are {}",
            3 * p.height,
            drawing.len()
        );
        let help = format!("draw each row of tiles as three lines, with {BORDER} around");
        return Err(Diagnostic::new("no-board", span, message).help(help).into());
    }
    let mut board = Board::with_capacity(p.cells.len());
    for row in drawing.chunks(3) {
        let lines: Vec<Vec<Line>> =
            row.iter().filter_map(|line| cells(p, line, &mut faults)).collect();
        if let [upper, middle, lower] = &lines[..] {
            let cells = upper.iter().zip(middle).zip(lower);
            board.extend(cells.map(|((a, b), c)| faults.keep(read_cell(p, [a, b, c])).flatten()));
        }
    }
    faults.unless(board)
}

/// What lies between the bars of a line.
fn cells<'a>(p: &Matching, line: &Line<'a>, faults: &mut FirstFaults) -> Option<Vec<Line<'a>>> {
    let parts: Vec<Word> = split(line, '|').take(p.width + 3).collect();
    match &parts[..] {
        [before, cells @ .., after]
            if cells.len() == p.width && before.text.is_empty() && after.text.is_empty() =>
        {
            Some(
                cells.iter().map(|cell| Line { text: cell.text, start: cell.span.start }).collect(),
            )
        }
        _ => {
            let message = format!("this line of the board is not {} cells between bars", p.width);
            faults.add(
                Diagnostic::new("board-line", line.span(), message)
                    .help("draw bars around each cell"),
            );
            None
        }
    }
}

fn read_cell(p: &Matching, cell: [&Line; 3]) -> Result<Option<Laid>, Diagnostic> {
    let words: Vec<Word> = cell.iter().flat_map(|line| line.words()).take(6).collect();
    let (name, shown) = match &words[..] {
        [] => return Ok(None),
        [name, top, left, right, bottom] => {
            (name, [top, right, bottom, left].map(|word| word.text))
        }
        [first, ..] => {
            let message = "this cell does not show a tile and its four edges";
            let help = "a cell has its tile's number and the top, left, right and bottom edge";
            return Err(Diagnostic::new("board-cell", first.span.clone(), message).help(help));
        }
    };
    let Some(tile) = p.tiles.iter().position(|tile| tile.name == name.text) else {
        let message = format!("the puzzle has no tile called {}", quoted(name.text));
        let help = format!("tiles are called 1 to {}", p.tiles.len());
        return Err(Diagnostic::new("unknown-tile", name.span.clone(), message).help(help));
    };
    let looks = |turn: &u8| p.tiles[tile].turned(*turn).map(|edge| p.edge_text(edge)) == shown;
    match p.turns(tile).into_iter().find(looks) {
        Some(turn) => Ok(Some(Laid { tile, turn })),
        None => {
            let message =
                format!("tile {} has no turn that shows {}", name.text, quoted(&shown.join(" ")));
            let edges = p.tiles[tile].edges.map(|edge| p.edge_text(edge)).join(" ");
            let help = format!("clockwise from the top, its edges are {edges}");
            Err(Diagnostic::new("wrong-edges", name.span.clone(), message).help(help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> (String, Matching) {
        let text = crate::lines::doc_example(include_str!("../../../docs/src/formats/arrows.md"));
        let p = read(&text).unwrap();
        (text, p)
    }

    const DRAWN: &str = "\
+--------+--------+--------+
|1  G0   |2  B0   |4  G0   |
|Y1    R0|R1    Y0|Y1    B0|
|   B1   |   B1   |   G1   |
+--------+--------+--------+
|9  B0   |6  B0   |7  G0   |
|Y1    R0|R1    Y0|Y1    R0|
|   G1   |   G1   |   B1   |
+--------+--------+--------+
|3  G0   |8  G0   |5  B0   |
|R1    B0|B1    Y0|Y1    G0|
|   Y1   |   R1   |   R1   |
+--------+--------+--------+
";

    /// A solution of the example: tiles and turns.
    fn solved() -> Board {
        let laid = [(1, 3), (2, 1), (4, 3), (9, 1), (6, 1), (7, 1), (3, 2), (8, 1), (5, 0)];
        laid.iter().map(|&(tile, turn)| Some(Laid { tile: tile - 1, turn })).collect()
    }

    fn codes<T: std::fmt::Debug>(
        text: &str,
        read: Result<T, Faults<Diagnostic>>,
    ) -> Vec<(&'static str, &str)> {
        read.unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    #[test]
    fn the_example_of_the_page_reads_and_writes() {
        let (text, p) = example();
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        assert_eq!((p.width, p.height, p.rule, p.turning), (3, 3, Rule::Pairs, true));
        assert_eq!(p.colours.names(), ["B", "G", "R", "Y"]);
        assert_eq!(write(&p).unwrap(), text);
        assert_eq!(read(&text.replace(',', " , ").replace('\n', "\r\n\r\n")), Ok(p));
    }

    #[test]
    fn every_fault_has_its_place() {
        let (text, _) = example();
        let changed = |from: &str, to: &str| text.replacen(from, to, 1);
        let check =
            |text: String, want: &[(&str, &str)]| assert_eq!(codes(&text, read(&text)), want);
        check(" \n".into(), &[("empty-file", "")]);
        check(changed("Y0,B1,R1,B0\n", ""), &[("too-few-tiles", "R0,G1,Y1,B0")]);
        check(text.clone() + "A0,A0,A0,A0\nB0,B0,B0,B0", &[("too-many-tiles", "A0,A0,A0,A0")]);
        check(changed("Y1,G0,R0,B1", "Y1,G0,R0"), &[("tile-line", "Y1,G0,R0")]);
        check(
            changed("Y1,G0,R0,B1", "Y2, ,R0,é"),
            &[("bad-edge", "Y2"), ("bad-edge", ""), ("bad-edge", "é")],
        );
    }

    #[test]
    fn a_report_draws_the_least_of_four_turns() {
        let (text, p) = example();
        let turn =
            |cell: usize| solved()[cell].map(|laid| Laid { turn: (laid.turn + 1) % 4, ..laid });
        let turned: Board = [6, 3, 0, 7, 4, 1, 8, 5, 2].map(turn).to_vec();
        let report = report(&p, &[turned, solved()]).unwrap();
        let numbered = text
            .lines()
            .enumerate()
            .map(|(i, tile)| format!("{}. <{}>\n", i + 1, tile.replace(',', ", ")));
        let tiles = String::from_iter(numbered);
        assert_eq!(report, format!("Input tiles:\n{tiles}\n1 unique solution found:\n{DRAWN}\n"));
        assert_eq!(read_solution(&p, &report), Ok(solved()));
    }

    #[test]
    fn a_report_without_boards_says_so() {
        let (_, p) = example();
        assert!(report(&p, &[]).unwrap().ends_with("\n\nNo solution found.\n"));
    }

    #[test]
    fn a_board_with_empty_cells_reads_back() {
        let (_, p) = example();
        let mut board = solved();
        board[4] = None;
        board[8] = None;
        assert_eq!(read_solution(&p, &write_solution(&p, &board).unwrap()), Ok(board));
    }

    #[test]
    fn faults_of_a_drawing_have_their_places() {
        let (_, p) = example();
        assert_eq!(write_solution(&p, &solved()).unwrap(), DRAWN);
        let check = |from: &str, to: &str, want: &[(&str, &str)]| {
            let text = DRAWN.replacen(from, to, 1);
            assert_eq!(codes(&text, read_solution(&p, &text)), want);
        };
        check("|1  G0", "|0  G0", &[("unknown-tile", "0")]);
        check("|1  G0", "|1  B0", &[("wrong-edges", "1")]);
        check("|1  G0", "|1    ", &[("board-cell", "1")]);
        check("Y1    R0|", "Y1    R0 ", &[("board-line", "|Y1    R0 R1    Y0|Y1    B0|")]);
        assert_eq!(codes("nothing", read_solution(&p, "nothing")), [("no-board", "")]);
        let half = DRAWN.lines().take(3).collect::<Vec<_>>().join("\n");
        assert_eq!(
            codes(&half, read_solution(&p, &half)),
            [("no-board", "|Y1    R0|R1    Y0|Y1    B0|")]
        );
    }

    #[test]
    fn what_the_format_cannot_carry_is_refused() {
        let change = |change: fn(&mut Setup)| {
            let mut setup = example().1.into_setup();
            change(&mut setup);
            write(&Matching::new(setup).unwrap()).map_err(|why| why.0)
        };
        assert!(change(|_| ()).is_ok());
        assert!(change(|p| p.turning = false).unwrap_err().contains("turned"));
        assert!(change(|p| p.cells[4] = false).unwrap_err().contains("3x3"));
        assert!(change(|p| p.tiles[0].name = "a".into()).unwrap_err().contains("'a'"));
        assert!(
            change(|p| p.colours = Colours::new(["B", "G", "R", "red"]))
                .unwrap_err()
                .contains("letter")
        );
    }
}
