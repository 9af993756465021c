//! The **robins** format: a drawing. Blocks of characters are the pieces, the largest is the board.
//!
//! ```
//! let puzzle = marquetry_formats::robins::read("A\n\nBB\n\n###\n").unwrap();
//! assert_eq!((puzzle.board.len(), puzzle.pieces.len()), (3, 2));
//! ```

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use marquetry_puzzle::grid::{bounds, connected};
use marquetry_puzzle::tiling::{Grid, MAX_SIDE, Piece, Setup, Shape};
use marquetry_puzzle::{Cell, Faults, Part, Tiling};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::locate;
use crate::lines::lines;
use crate::{Diagnostic, Unwritable};

/// The most characters a drawing may have, blanks not counted.
const MAX_DRAWN: usize = 1 << 20;
/// A tab leads to the next column that is a multiple of this.
const TAB: usize = 8;
/// The writer starts a new row of pieces beyond this column.
const WIDTH: usize = 76;

/// The characters of a drawing that are not blank, by row and column, each with its byte offset.
type Drawing = BTreeMap<(usize, usize), (char, usize)>;

/// Is this a drawing of a board and pieces?
///
/// Much else is made of few characters. It is surely a drawing where it is one that somebody would draw: a board of
/// several rows, pieces of more than one cell, and of every colour at least as many cells on the pieces as on the board.
/// Columns of numbers and prose are none, unless the pieces have just the cells of the board.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let mut colours: HashMap<char, usize> = HashMap::new();
    let drawn = text.chars().filter(|c| !c.is_whitespace()).take(MAX_DRAWN);
    drawn.for_each(|c| *colours.entry(c).or_default() += 1);
    let several_digits = colours.keys().filter(|c| c.is_numeric()).count() > 1;
    let cells: usize = colours.values().sum();
    let few = colours.len() <= 16 && cells >= 3 * colours.len() && !several_digits;
    // What has each cell of its board on a piece too has an even number of each colour: most other texts need not be read.
    if !few && cells < MAX_DRAWN && colours.values().any(|cells| cells % 2 == 1) {
        return Claim::No;
    }
    match read(text).map(|p| surplus(&p)) {
        _ if colours.is_empty() => Claim::No,
        Ok(Some(0)) if several_digits => Claim::Could,
        Ok(Some(0)) => Claim::Surely,
        Ok(Some(_)) if few => Claim::Surely,
        _ if few => Claim::Could,
        _ => Claim::No,
    }
}

/// How many cells more the pieces have than the board, where somebody would draw this: see [`claim`].
fn surplus(p: &Tiling) -> Option<i64> {
    let mut surplus: BTreeMap<Option<char>, i64> = BTreeMap::new();
    for &(_, colour) in &p.board {
        *surplus.entry(colour).or_default() -= 1;
    }
    for &(_, colour) in p.pieces.iter().flat_map(|piece| &piece.shape) {
        *surplus.entry(colour).or_default() += 1;
    }
    let (width, height, _) = p.size();
    let several = p.pieces.iter().any(|piece| piece.shape.len() > 1);
    let covers = width > 1 && height > 1 && several && surplus.values().all(|&cells| cells >= 0);
    covers.then(|| surplus.values().sum())
}

/// Reads a puzzle.
///
/// Every piece must be used once, turned and flipped at will; when the pieces have more cells than the board, any
/// of them may be left over. They are called A to Z, a to z, P53, P54 and so on in the order of their first cells.
pub fn read(text: &str) -> Result<Tiling, Faults<Diagnostic>> {
    let mut pieces = blocks(drawing(text)?);
    let board = pieces.remove(board(text, &pieces)?);
    let long = [&board].into_iter().chain(&pieces).filter(|block| block.side() > MAX_SIDE);
    let too_long = |block: &Block| {
        let message = format!("this block is {} cells long, more than {MAX_SIDE}", block.side());
        Diagnostic::new("too-long", block.span(), message)
            .help("set the pieces apart by blanks on all sides")
    };
    long.take(100).map(too_long).collect::<Faults<_>>().unless(())?;
    let area: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
    let least = u32::from(area <= board.cells.len());
    let piece = |(i, block): (usize, &Block)| Piece { least, ..Piece::new(name(i), block.shape()) };
    let setup = Setup {
        board: board.shape(),
        pieces: pieces.iter().enumerate().map(piece).collect(),
        ..Setup::default()
    };
    Tiling::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Piece(i) => pieces.get(i).unwrap_or(&board).span(),
            _ => board.span(),
        })
    })
}

fn drawing(text: &str) -> Result<Drawing, Faults<Diagnostic>> {
    let mut drawing = Drawing::new();
    let mut faults = Vec::new();
    for (row, line) in lines(text).enumerate() {
        let mut column = 0;
        for (offset, c) in line.text.char_indices() {
            let at = line.start + offset;
            if c.is_control() && !c.is_whitespace() && faults.len() < 100 {
                let message = format!("{} is not a visible character", c.escape_default());
                let fault = Diagnostic::new("not-visible", at..at + c.len_utf8(), message);
                faults.push(fault.help("draw with visible characters and blanks"));
            }
            if !c.is_whitespace() {
                drawing.insert((row, column), (c, at));
            }
            if drawing.len() > MAX_DRAWN {
                let message = format!("the drawing has more than {MAX_DRAWN} characters");
                return Err(Diagnostic::new("too-large", at..at + c.len_utf8(), message).into());
            }
            column = if c == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
        }
    }
    Faults::from(faults).unless(drawing)
}

/// Characters that hang together, in reading order.
struct Block {
    cells: Vec<((usize, usize), (char, usize))>,
}

impl Block {
    /// The bytes of its first unbroken row.
    fn span(&self) -> Range<usize> {
        let joined =
            self.cells.windows(2).take_while(|two| two[1].0 == (two[0].0.0, two[0].0.1 + 1));
        let (first, last) = (self.cells[0].1, self.cells[joined.count()].1);
        first.1..last.1 + last.0.len_utf8()
    }

    fn columns(&self) -> (usize, usize) {
        self.cells
            .iter()
            .fold((usize::MAX, 0), |(lo, hi), cell| (lo.min(cell.0.1), hi.max(cell.0.1)))
    }

    /// The longer side of its box.
    fn side(&self) -> usize {
        let (left, right) = self.columns();
        let rows = self.cells[self.cells.len() - 1].0.0 - self.cells[0].0.0;
        rows.max(right - left) + 1
    }

    /// The cells counted from the corner of its box, which is no longer than [`MAX_SIDE`].
    fn shape(&self) -> Shape {
        let (top, left) = (self.cells[0].0.0, self.columns().0);
        let place =
            |row: usize, column: usize| Cell::at((column - left) as i16, (row - top) as i16);
        self.cells.iter().map(|&((row, column), (c, _))| (place(row, column), Some(c))).collect()
    }
}

/// The blocks of a drawing by their first cells. Each has at least one cell.
fn blocks(mut drawing: Drawing) -> Vec<Block> {
    let mut blocks = Vec::new();
    while let Some(first) = drawing.pop_first() {
        let mut cells = vec![first];
        let mut seen = 0;
        while let Some(&((row, column), _)) = cells.get(seen) {
            let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
            let around = [(up, column), (row, left), (row, column + 1), (row + 1, column)];
            cells.extend(around.into_iter().filter_map(|near| drawing.remove_entry(&near)));
            seen += 1;
        }
        cells.sort_unstable();
        blocks.push(Block { cells });
    }
    blocks
}

/// The index of the one block that is larger than all others.
fn board(text: &str, blocks: &[Block]) -> Result<usize, Vec<Diagnostic>> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(blocks[i].cells.len()));
    match order[..] {
        [] => Err(vec![
            Diagnostic::new(
                "no-board",
                0..text.len().min(1),
                "there is no board: nothing is drawn",
            )
            .help("draw the board and the pieces with visible characters, apart from each other"),
        ]),
        [only] => Err(vec![
            Diagnostic::new(
                "no-board",
                blocks[only].span(),
                "there is one block alone, so no board with pieces",
            )
            .help("leave blanks around every piece, at its sides and above and below"),
        ]),
        [first, second, ..] if blocks[first].cells.len() == blocks[second].cells.len() => {
            let size = blocks[first].cells.len();
            let message =
                format!("the two largest blocks have {size} cells each, so neither is the board");
            let again = format!("this is the other block of {size} cells");
            let help = "the board must be larger than every piece";
            Err(vec![
                Diagnostic::new("two-boards", blocks[first].span(), message).help(help),
                Diagnostic::new("two-boards", blocks[second].span(), again).help(help),
            ])
        }
        [first, ..] => Ok(first),
    }
}

/// The name of the piece with this index: A to Z, a to z, then P53 and so on.
fn name(index: usize) -> String {
    let letter = ('A'..='Z').chain('a'..='z').nth(index);
    letter.map_or_else(|| format!("P{}", index + 1), String::from)
}

/// Writes a puzzle, the board last; refuses what the format cannot carry. Title and labels are left out.
pub fn write(p: &Tiling) -> Result<String, Unwritable> {
    carries(p).map_err(|why| Unwritable(format!("in this format {why}")))?;
    let mut out = String::new();
    let mut band: Vec<&Shape> = Vec::new();
    let mut column = 0;
    for shape in p.pieces.iter().map(|piece| &piece.shape) {
        if !band.is_empty() && column + 2 + width(shape) > WIDTH {
            draw(&mut out, &std::mem::take(&mut band));
            column = 0;
        }
        column += 2 + width(shape);
        band.push(shape);
    }
    draw(&mut out, &band);
    draw(&mut out, &[&p.board]);
    Ok(out)
}

fn carries(p: &Tiling) -> Result<(), String> {
    let ensure = |so: bool, why: String| if so { Ok(()) } else { Err(why) };
    let hangs = |shape: &Shape| connected(&shape.iter().map(|c| c.0).collect::<Vec<_>>());
    let coloured = |shape: &Shape| shape.iter().all(|c| c.1.is_some());
    ensure(!p.is_solid(), "everything is flat".into())?;
    ensure(p.grid == Grid::Squares, "all cells are squares".into())?;
    ensure(p.optional.is_empty(), "no cell may stay empty".into())?;
    ensure(
        hangs(&p.board) && coloured(&p.board),
        "the board is in one piece, with a colour on every cell".into(),
    )?;
    let area: usize = p.pieces.iter().map(|piece| piece.shape.len()).sum();
    let least = u32::from(area <= p.board.len());
    for (i, piece) in p.pieces.iter().enumerate() {
        let named = |what: &str| format!("{what}, and piece '{}' is not like that", piece.name);
        let shape = &piece.shape;
        ensure(piece.name == name(i), named(&format!("piece {} is called '{}'", i + 1, name(i))))?;
        ensure(
            hangs(shape) && coloured(shape),
            named("a piece hangs together and all its cells have colours"),
        )?;
        ensure(shape.len() < p.board.len(), named("every piece is smaller than the board"))?;
        ensure(piece.turn && piece.flip, named("pieces may be turned and flipped"))?;
        let copies = if least == 1 { "is used once" } else { "is used once or left over" };
        ensure(
            (piece.least, piece.most) == (least, 1),
            named(&format!("every piece here {copies}")),
        )?;
    }
    Ok(())
}

fn width(shape: &Shape) -> usize {
    bounds(shape.iter().map(|c| c.0)).map_or(0, |(_, hi)| hi.x as usize + 1)
}

/// Draws shapes side by side, with a blank row above all but the first.
fn draw(out: &mut String, band: &[&Shape]) {
    let mut ink: BTreeMap<i16, BTreeMap<usize, char>> = BTreeMap::new();
    let mut column = 2;
    for shape in band {
        for &(cell, colour) in *shape {
            ink.entry(cell.y).or_default().insert(column + cell.x as usize, colour.unwrap_or('?'));
        }
        column += width(shape) + 2;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    for row in ink.values() {
        let end = row.last_key_value().map_or(0, |last| *last.0);
        out.extend((0..=end).map(|at| row.get(&at).copied().unwrap_or(' ')));
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "  a  b\n aa  ba\n\n   \tbaa\n\tbaa\n";

    fn faults(text: &str) -> Vec<(&'static str, &str)> {
        read(text).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    #[test]
    fn the_example_of_the_page_reads_and_is_told_apart() {
        let text = crate::lines::doc_example(include_str!("../../../docs/src/formats/robins.md"));
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        let p = read(&text).unwrap();
        let names: Vec<&str> = p.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!((p.size(), p.board.len(), names), ((4, 3, 1), 10, vec!["A", "B", "C"]));
        assert!(
            p.pieces.iter().all(
                |piece| (piece.least, piece.most, piece.turn, piece.flip) == (1, 1, true, true)
            )
        );
        assert_eq!(p.colour_at(Cell::at(0, 0)), Some(Some('a')));
        assert_eq!(p.colour_at(Cell::at(1, 1)), None);
    }

    #[test]
    fn a_tab_leads_to_the_next_column_that_is_a_multiple_of_eight() {
        let p = read(SMALL).unwrap();
        assert_eq!((p.size(), p.pieces.len()), ((3, 2, 1), 2));
        assert_eq!(read(&SMALL.replace('\n', "\r\n")).unwrap(), p);
    }

    #[test]
    fn blocks_that_touch_at_a_corner_are_two_pieces() {
        assert_eq!(read("xx\n  x\n\nxxx\n").unwrap().pieces.len(), 2);
    }

    #[test]
    fn pieces_may_be_left_over_when_they_have_more_cells_than_the_board() {
        let p = read("xx xx\n\nxxx\n").unwrap();
        assert!(p.pieces.iter().all(|piece| (piece.least, piece.most) == (0, 1)));
        assert_eq!(read(&write(&p).unwrap()).unwrap(), p);
    }

    #[test]
    fn a_drawing_without_one_board_is_refused() {
        assert_eq!(faults(""), [("no-board", "")]);
        assert_eq!(faults(" \n\t\n"), [("no-board", " ")]);
        assert_eq!(faults("\n ab\n bb\n"), [("no-board", "ab")]);
        assert_eq!(faults("a bcd a\n\n ccc\n"), [("two-boards", "bcd"), ("two-boards", "ccc")]);
    }

    #[test]
    fn what_cannot_be_a_cell_is_refused() {
        assert_eq!(faults("aa\u{7}\n\na"), [("not-visible", "\u{7}")]);
        let long = "x".repeat(600);
        assert_eq!(faults(&format!("x\n\n{long}\n")), [("too-long", long.as_str())]);
        let tall = "x\n".repeat(513);
        assert_eq!(faults(&format!("{tall}\nx\n")), [("too-long", "x")]);
        assert_eq!(faults(&"x\n\n".repeat(MAX_DRAWN + 1)), [("too-large", "x")]);
        let many = format!("{}\nxx", "x\n\n".repeat(4097));
        assert_eq!(faults(&many), [("too-many", "x")]);
    }

    #[test]
    fn names_go_on_after_the_letters() {
        assert_eq!([0, 25, 26, 51, 52].map(name), ["A", "Z", "a", "z", "P53"]);
    }

    #[test]
    fn pieces_are_drawn_side_by_side_and_the_board_below() {
        let text = write(&read(SMALL).unwrap()).unwrap();
        assert_eq!(text, "   a  b\n  aa  ba\n\n  baa\n  baa\n");
    }

    #[test]
    fn what_the_format_cannot_carry_is_refused() {
        let change = |change: fn(&mut Setup)| {
            let mut setup = read(SMALL).unwrap().into_setup();
            change(&mut setup);
            write(&Tiling::new(setup).unwrap()).map_err(|why| why.0)
        };
        assert!(change(|p| p.title = "left out".into()).is_ok());
        assert!(change(|p| p.board[0].1 = None).unwrap_err().contains("colour"));
        assert!(change(|p| p.pieces[1].shape[0].1 = None).unwrap_err().contains("'B'"));
        assert!(
            change(|p| p.pieces[1].shape.swap_remove(1).0.x = 0)
                .unwrap_err()
                .contains("hangs together")
        );
        assert!(change(|p| p.pieces[0].name = "long".into()).unwrap_err().contains("'long'"));
        assert!(change(|p| p.pieces[0].turn = false).unwrap_err().contains("turned"));
        assert!(change(|p| p.pieces[0].most = 2).unwrap_err().contains("used once"));
        assert!(change(|p| p.board.truncate(3)).unwrap_err().contains("smaller"));
        assert!(change(|p| p.pieces[0].shape[0].0.z = 1).unwrap_err().contains("flat"));
    }
}
