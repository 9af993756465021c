//! The **e2-tiles** format: a line of four numbers for each tile, top right bottom left, 0 the rim.
//!
//! ```
//! use marquetry_formats::e2_tiles::{read, write};
//!
//! let text = "1 2 0 0\n1 0 0 2\n0 2 1 0\n0 0 1 2\n";
//! let puzzle = read(text).unwrap();
//! assert_eq!((puzzle.width, puzzle.height), (2, 2));
//! assert!(puzzle.frame.is_some(), "0 is the rim");
//! assert_eq!(read(&write(&puzzle).unwrap()), Ok(puzzle));
//! ```

use std::fmt::Write;
use std::ops::Range;

use marquetry_puzzle::matching::{MAX_SIDE, Rule};
use marquetry_puzzle::{Faults, Matching, Part};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, locate};
use crate::lines::{Line, Word, lines};
use crate::numbered::{check_count, framed, listed, rectangle, setup, side, whole_number};
use crate::{Diagnostic, Unwritable, fours};

/// Is this a list of tiles with four numbers each? Surely where its zeros are the rim of the board, or where it has none
/// and is nothing else.
pub fn claim(text: &str, hints: &Hints) -> Claim {
    fours::judge(text, hints).e2_tiles
}

/// Reads a puzzle.
pub fn read(text: &str) -> Result<Matching, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let mut rows = lines(text).filter(|line| !line.is_blank()).peekable();
    let header = rows.next_if(|line| line.words().take(3).count() < 3);
    // A single 0 gives no size.
    let sized = header.filter(|line| !line.words().map(|word| word.number()).eq([Some(0)]));
    let mut size = sized.map(|header| read_size(&header, &mut faults));
    let rows: Vec<Line> = rows.collect();
    let tiles: Vec<[u32; 4]> = rows.iter().filter_map(|row| read_tile(row, &mut faults)).collect();
    let all_well = tiles.len() == rows.len();
    if rows.is_empty() {
        let help = "give each tile a line of four numbers: top, right, bottom, left";
        let span = header.map_or(0..0, |header| header.span());
        faults.add(Diagnostic::new("no-tiles", span, "the file has no tiles").help(help));
    } else if let (Some(header), Some(Some(size))) = (sized, size) {
        faults.keep(check_count(&rows, size, &header));
    } else if size.is_none() && all_well {
        size = Some(faults.keep(deduce_size(&tiles, rows[0].span())));
    }
    let size = faults.unless(size.flatten().unwrap_or_default())?;
    let tiles = tiles.into_iter().enumerate().map(|(i, edges)| ((i + 1).to_string(), edges));
    let mut setup = setup(size, tiles.collect());
    setup.frame = setup.colours.edge(Rule::Equal, "0");
    Matching::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Tile(i) => rows.get(i).map_or(0..0, Line::span),
            _ => header.map_or(0..0, |header| header.span()),
        })
    })
}

fn read_size(header: &Line, faults: &mut FirstFaults) -> Option<(usize, usize)> {
    let sides: Vec<usize> = header.words().filter_map(|word| faults.keep(side(&word, 1))).collect();
    match sides[..] {
        // One number is the side of a square.
        [side] if header.words().count() == 1 => Some((side, side)),
        [width, height] => Some((width, height)),
        _ => None,
    }
}

fn read_tile(row: &Line, faults: &mut FirstFaults) -> Option<[u32; 4]> {
    let words: Vec<Word> = row.words().take(5).collect();
    if words.len() != 4 {
        let count = row.words().count();
        let message = format!("a tile has four numbers, and this line has {count}");
        let help = "give the top, right, bottom and left edge";
        faults.add(Diagnostic::new("tile-line", row.span(), message).help(help));
        return None;
    }
    let numbers: Vec<u32> =
        words.iter().filter_map(|word| faults.keep(whole_number(word))).collect();
    numbers.try_into().ok()
}

/// The size that a list without one must have: as long around as there are rim edges, or else square.
fn deduce_size(tiles: &[[u32; 4]], at: Range<usize>) -> Result<(usize, usize), Diagnostic> {
    let count = tiles.len();
    let rim = tiles.iter().flatten().filter(|&&edge| edge == 0).count();
    if let Some(size) = rectangle(count, rim).filter(|size| size.0 <= MAX_SIDE) {
        return Ok(size);
    }
    let message = format!(
        "the size of the board cannot be told from {count} tiles with {rim} edges on the rim"
    );
    let help =
        format!("write the width and the height, 1 to {MAX_SIDE}, in a line above the tiles");
    Err(Diagnostic::new("no-size", at, message).help(help))
}

/// Writes a puzzle, its size first; refuses what the format cannot carry. The title is left out.
pub fn write(p: &Matching) -> Result<String, Unwritable> {
    let tiles = listed(p)?;
    framed(p)?;
    let mut out = format!("{} {}\n", p.width, p.height);
    for (_, [top, right, bottom, left]) in tiles {
        let _ = writeln!(out, "{top} {right} {bottom} {left}");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<(&'static str, &str)> {
        read(text).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    #[test]
    fn the_example_of_the_page_reads() {
        let page = include_str!("../../../docs/src/formats/e2-tiles.md");
        let text = crate::lines::doc_example(page);
        let p = read(&text).unwrap();
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        assert_eq!((p.width, p.height, p.tiles.len(), p.turning), (2, 2, 4, true));
        assert_eq!(p.frame.map(|edge| p.edge_text(edge)).as_deref(), Some("0"));
        assert_eq!(write(&p).unwrap(), text);
    }

    #[test]
    fn a_square_count_needs_no_header_and_zeros_are_dropped() {
        let p = read("007 8 9 10\r\n\r\n7 8 9 10\n1 1 1 1\n2 2 2 2").unwrap();
        assert_eq!((p.width, p.height, p.frame), (2, 2, None));
        assert_eq!(p.tiles[0].edges, p.tiles[1].edges);
        assert_eq!(p.colours.names(), ["1", "2", "7", "8", "9", "10"]);
    }

    #[test]
    fn a_rectangle_is_told_by_the_length_of_its_rim() {
        let p = read("0 1 1 0\n0 2 2 1\n0 0 3 2\n1 1 0 0\n2 2 0 1\n3 0 0 2\n").unwrap();
        assert_eq!((p.width, p.height), (3, 2));
        let p = read("0 1 0 0\n0 2 0 1\n0 0 0 2\n").unwrap();
        assert_eq!((p.width, p.height), (3, 1));
        assert_eq!(codes("1 1 1 1\n1 1 1 1\n"), [("no-size", "1 1 1 1")]);
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_eq!(codes(" \n"), [("no-tiles", "")]);
        assert_eq!(codes("2 2\n"), [("no-tiles", "2 2")]);
        assert_eq!(codes("2 0\n1 1 1 1"), [("side-too-small", "0")]);
        assert_eq!(codes("65 x\n1 1 1 1"), [("side-too-large", "65"), ("not-a-number", "x")]);
        assert_eq!(codes("2 1\n1 1 1 1"), [("too-few-tiles", "2 1")]);
        assert_eq!(codes("1 1\n1 1 1 1\n2 2 2 2\n3 3 3 3"), [("too-many-tiles", "2 2 2 2")]);
        assert_eq!(
            codes("1 1 1\n1 1 -1 x\n"),
            [("tile-line", "1 1 1"), ("not-a-number", "-1"), ("not-a-number", "x")]
        );
        assert_eq!(codes("1 1 4294967296 1"), [("number-too-large", "4294967296")]);
        assert_eq!(codes(&"x 1 1 1\n".repeat(500)).len(), 100);
    }

    #[test]
    fn what_the_format_cannot_carry_is_refused() {
        let change = |change: fn(&mut marquetry_puzzle::matching::Setup)| {
            let mut setup = read("0 1 1 0\n0 0 1 1\n1 0 0 1\n1 1 0 0\n").unwrap().into_setup();
            change(&mut setup);
            write(&Matching::new(setup).unwrap()).map_err(|why| why.0)
        };
        assert!(change(|_| ()).is_ok());
        assert!(change(|p| p.turning = false).unwrap_err().contains("turned"));
        assert!(change(|p| p.frame = None).unwrap_err().contains("rim"));
        assert!(change(|p| p.rule = Rule::Pairs).unwrap_err().contains("heads"));
        assert!(change(|p| p.cells[0] = false).unwrap_err().contains("without a tile"));
        assert!(change(|p| p.tiles[0].name = "a".into()).unwrap_err().contains("'a'"));
        assert!(change(|p| p.tiles.truncate(3)).unwrap_err().contains("4 cells"));
        assert!(
            change(|p| p.colours = marquetry_puzzle::matching::Colours::new(["0", "x"])).is_err()
        );
    }
}
