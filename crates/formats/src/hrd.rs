//! The **hrd** format: layouts of Klotski as nine hexadecimal digits. The first is the place of the 2x2 block, the rest
//! tell in reading order what begins on each cell that is still open, two bits each.
//!
//! ```
//! use marquetry_formats::hrd::{read, write};
//!
//! let klotski = read("1A9BF0C00\n", None).unwrap();
//! assert_eq!((klotski.width, klotski.height, klotski.blocks.len()), (4, 5, 10));
//! assert_eq!(write(&klotski).unwrap(), "1A9BF0C00\n");
//! ```

use std::ops::Range;

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::sliding::{Block, Freedom, Setup, Target};
use marquetry_puzzle::{Cell, Faults, Sliding};

use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, quoted};
use crate::lines::{Word, lines};
use crate::{Claim, Diagnostic, Unwritable, refuse};

/// Columns and rows of the board.
const WIDE: usize = 4;
const HIGH: usize = 5;
/// Digits of a code.
const DIGITS: usize = 9;
/// Columns and rows of what two bits mean: an empty cell has none.
const SHAPES: [(usize, usize); 4] = [(0, 0), (2, 1), (1, 2), (1, 1)];
/// Where the 2x2 block is to come: in the middle of the last two rows.
const EXIT: (usize, usize) = (1, 3);

/// Is the text codes of Klotski? It is where all of it is words of nine digits that make layouts.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let mut words = text.split_whitespace().peekable();
    let code = |word: &str| word.len() == DIGITS && word.bytes().all(|b| b.is_ascii_hexdigit());
    if words.peek().is_none() || !words.clone().all(code) {
        return Claim::No;
    }
    if words.all(|word| blocks(word).is_ok()) { Claim::Surely } else { Claim::Could }
}

/// The codes of a text; at least one.
fn codes(text: &str) -> Result<Vec<Word<'_>>, Faults<Diagnostic>> {
    let words: Vec<Word> = lines(text).flat_map(|line| line.words()).collect();
    if words.is_empty() {
        return Err(Diagnostic::new("no-code", 0..0, "there is no code in this file").into());
    }
    Ok(words)
}

/// How many codes there are.
pub fn known(text: &str) -> usize {
    codes(text).map_or(0, |codes| codes.len())
}

/// Reads a layout: the one with this number, counted from 1, or the first. Zeros at the end may be left out.
///
/// Blocks are called 1, 2, 3 and so on in the order of their first cells.
pub fn read(text: &str, problem: Option<usize>) -> Result<Sliding, Faults<Diagnostic>> {
    let codes = codes(text)?;
    let wanted = problem.unwrap_or(1);
    let Some(code) = wanted.checked_sub(1).and_then(|at| codes.get(at)) else {
        let message = format!("there is no code {wanted}: the file has {}", codes.len());
        return Err(Diagnostic::new("no-problem", 0..0, message).into());
    };
    let mut faults = FirstFaults::default();
    let fault = |(code_, at, message): Wrong| {
        let span = code.span.start + at.start..code.span.start + at.end;
        Diagnostic::new(code_, span, message)
    };
    let blocks = faults.keep(blocks(code.text).map_err(fault)).unwrap_or_default();
    let blocks = faults.unless(blocks)?;
    Sliding::new(setup(blocks))
        .map_err(|faults| crate::diagnostic::locate(faults, |_| code.span.clone()))
}

fn setup(mut blocks: Vec<Vec<Cell>>) -> Setup {
    blocks.sort();
    let block = |(i, cells)| Block {
        name: format!("{}", i + 1),
        label: None,
        cells,
        freedom: Freedom::Any,
    };
    Setup {
        title: String::new(),
        width: WIDE,
        height: HIGH,
        walls: Vec::new(),
        blocks: blocks.into_iter().enumerate().map(block).collect(),
        goal: vec![Target { label: None, cells: rectangle(EXIT, (2, 2)) }],
    }
}

fn rectangle((x, y): (usize, usize), (wide, high): (usize, usize)) -> Vec<Cell> {
    let cell = |x: usize, y: usize| Cell::at(x as i16, y as i16);
    (y..y + high).flat_map(|y| (x..x + wide).map(move |x| cell(x, y))).collect()
}

/// What is wrong with a code: the kind of fault, the bytes of the code, and words.
type Wrong = (&'static str, Range<usize>, String);

/// The cells of each block of a code, the 2x2 block first.
fn blocks(code: &str) -> Result<Vec<Vec<Cell>>, Wrong> {
    let digit = |(at, sign): (usize, char)| {
        let message = || format!("{} is no hexadecimal digit", quoted(&sign.to_string()));
        sign.to_digit(16).ok_or_else(|| ("digit", at..at + sign.len_utf8(), message()))
    };
    let digits = code.char_indices().map(digit).collect::<Result<Vec<u32>, Wrong>>()?;
    if digits.is_empty() || digits.len() > DIGITS {
        let message = format!("a code has {DIGITS} digits, not {}", digits.len());
        return Err(("digits", 0..code.len(), message));
    }
    let mut board = Board { taken: [false; WIDE * HIGH], blocks: Vec::new() };
    let big = digits[0] as usize;
    if !board.lay(big, (2, 2)) {
        let message =
            format!("the 2x2 block cannot begin on cell {big}: it would be outside the board");
        return Err(("outside", 0..1, message));
    }
    let padded = digits[1..].iter().copied().chain(std::iter::repeat(0)).take(DIGITS - 1);
    let pairs = padded.enumerate().flat_map(|(i, d)| [(i + 1, d >> 2), (i + 1, d & 3)]);
    let mut at = 0;
    for (digit, bits) in pairs {
        while at < WIDE * HIGH && board.taken[at] {
            at += 1;
        }
        let place = digit.min(code.len().saturating_sub(1))..(digit + 1).min(code.len());
        let shape = SHAPES[bits as usize];
        if bits != 0 && (at == WIDE * HIGH || !board.lay(at, shape)) {
            let (wide, high) = shape;
            let message = match at {
                20 => "the board is full before the code ends".to_owned(),
                _ => format!("there is no room for a block of {wide}x{high} on cell {at}"),
            };
            return Err(("no-room", place, message));
        }
        at += usize::from(bits == 0 && at < WIDE * HIGH);
    }
    Ok(board.blocks)
}

struct Board {
    taken: [bool; WIDE * HIGH],
    blocks: Vec<Vec<Cell>>,
}

impl Board {
    /// Lays a block with its first cell here; false where it has no room.
    fn lay(&mut self, at: usize, (wide, high): (usize, usize)) -> bool {
        let (x, y) = (at % WIDE, at / WIDE);
        if x + wide > WIDE || y + high > HIGH {
            return false;
        }
        let cells = rectangle((x, y), (wide, high));
        let index = |cell: &Cell| cell.y as usize * WIDE + cell.x as usize;
        if cells.iter().any(|cell| self.taken[index(cell)]) {
            return false;
        }
        cells.iter().for_each(|cell| self.taken[index(cell)] = true);
        self.blocks.push(cells);
        true
    }
}

/// Writes a code. The title and the names of blocks are left out.
pub fn write(p: &Sliding) -> Result<String, Unwritable> {
    if (p.width, p.height) != (WIDE, HIGH) || !p.walls.is_empty() {
        return refuse(format!(
            "a board of this format has {WIDE} columns, {HIGH} rows and no walls"
        ));
    }
    let target = Target { label: None, cells: rectangle(EXIT, (2, 2)) };
    if p.goal != [target] {
        return refuse(
            "in this format the goal is the 2x2 block in the middle of the last two rows",
        );
    }
    if let Some(block) = p.blocks.iter().find(|b| b.label.is_some() || b.freedom != Freedom::Any) {
        let name = &block.name;
        return refuse(format!(
            "in this format blocks have no labels and go all ways, unlike block '{name}'"
        ));
    }
    let mut begins = [None; WIDE * HIGH];
    let mut covered = [false; WIDE * HIGH];
    let mut big = None;
    for block in &p.blocks {
        let Some(shape) = shape(&block.cells) else {
            return refuse(format!("this format has no block like '{}'", block.name));
        };
        let first = p.index(block.cells[0]).unwrap_or_default();
        block.cells.iter().filter_map(|&cell| p.index(cell)).for_each(|at| covered[at] = true);
        if shape != (2, 2) {
            begins[first] = SHAPES.iter().position(|&s| s == shape);
        } else if big.replace(first).is_some() {
            return refuse("in this format there is one block of 2x2");
        }
    }
    let Some(big) = big else { return refuse("in this format there is one block of 2x2") };
    let pairs = (0..WIDE * HIGH).filter(|&at| begins[at].is_some() || !covered[at]);
    let pairs: Vec<usize> = pairs.map(|at| begins[at].unwrap_or(0)).collect();
    // The 2x2 block leaves 16 cells, so there are never more than 16 pairs.
    let bits = pairs.iter().chain(std::iter::repeat(&0)).take(2 * (DIGITS - 1));
    let code = bits.fold(big as u64, |code, &bits| code << 2 | bits as u64);
    Ok(format!("{code:09X}\n"))
}

/// Columns and rows of a block that fills its box and that the format has.
fn shape(cells: &[Cell]) -> Option<(usize, usize)> {
    let (lo, hi) = bounds(cells.iter().copied())?;
    let shape = ((hi.x - lo.x + 1) as usize, (hi.y - lo.y + 1) as usize);
    let ours = SHAPES[1..].contains(&shape) || shape == (2, 2);
    (ours && shape.0 * shape.1 == cells.len()).then_some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../docs/src/formats/hrd.md");

    fn claim(text: &str) -> Claim {
        super::claim(text, &Hints::default())
    }

    fn faults(text: &str) -> Vec<(&'static str, &str)> {
        read(text, None).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    #[test]
    fn the_example_of_the_page_reads_and_is_told_apart() {
        let text = crate::lines::doc_example(PAGE);
        assert_eq!((claim(&text), known(&text)), (Claim::Surely, 2));
        let p = read(&text, None).unwrap();
        let klotski = crate::builtin::builtin("klotski").unwrap().puzzle().unwrap();
        let marquetry_puzzle::Puzzle::Sliding(klotski) = klotski else { panic!("a tray") };
        let cells = |p: &Sliding| p.blocks.iter().map(|b| b.cells.clone()).collect::<Vec<_>>();
        assert_eq!(cells(&p), cells(&klotski));
        assert_eq!(write(&p).unwrap(), "1A9BF0C00\n");
        assert_eq!(read("1a9bf0c", None).unwrap(), p);
        assert_eq!(write(&read(&text, Some(2)).unwrap()).unwrap(), "4FEA13400\n");
        assert_eq!(read(&text, Some(3)).unwrap_err()[0].code, "no-problem");
    }

    #[test]
    fn every_layout_that_reads_is_written_as_it_was() {
        let mut read_back = 0;
        for code in (0..1u64 << 36).step_by(271_829) {
            let text = format!("{code:09X}\n");
            if let Ok(p) = read(&text, None) {
                assert_eq!(write(&p).unwrap(), text);
                read_back += 1;
            }
        }
        assert!(read_back > 20, "{read_back}");
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_eq!(faults(" "), [("no-code", "")]);
        assert_eq!(faults("1A9BF0CXY"), [("digit", "X")]);
        assert_eq!(faults("1A9BF0C000"), [("digits", "1A9BF0C000")]);
        assert_eq!(faults("3A9BF0C00"), [("outside", "3")]);
        assert_eq!(faults("FA9BF0C00"), [("outside", "F")]);
        assert_eq!(faults("1A9BF0C01"), [("no-room", "1")]);
        assert_eq!(faults("0AAAA9000"), [("no-room", "A")]);
    }

    #[test]
    fn other_texts_are_not_taken_for_codes() {
        for text in ["", "12345678", "1A9BF0C00 x", "1A9BF0C", "3 3\n0 1 2 0\n"] {
            assert_eq!(claim(text), Claim::No, "{text}");
        }
        assert_eq!(claim("FFFFFFFFF"), Claim::Could);
    }

    #[test]
    fn what_the_format_cannot_carry_is_refused() {
        let refused = |change: fn(&mut Setup)| {
            let mut setup = read("1A9BF0C00", None).unwrap().into_setup();
            change(&mut setup);
            write(&Sliding::new(setup).unwrap()).unwrap_err().0
        };
        assert!(refused(|p| p.height = 6).contains("5 rows"));
        assert!(refused(|p| p.goal.clear()).contains("the goal"));
        assert!(refused(|p| p.blocks[0].freedom = Freedom::Vertical).contains("all ways"));
        assert!(refused(|p| drop(p.blocks.remove(1))).contains("one block of 2x2"));
        assert!(refused(|p| p.walls.push(Cell::at(1, 4))).contains("no walls"));
    }
}
