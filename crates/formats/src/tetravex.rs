//! The **tetravex** format: "columns rows", then a line for each tile with its name and four numbers.
//!
//! ```
//! use marquetry_formats::tetravex::{read, write};
//!
//! // Columns and rows; then name, top, left, bottom and right of each tile.
//! let puzzle = read("2 2\na 1 2 3 4\nb 5 4 6 7\nc 3 0 1 2\nd 6 2 8 9\n", None).unwrap();
//! assert_eq!((puzzle.width, puzzle.height, puzzle.turning), (2, 2, false));
//! assert_eq!(read(&write(&puzzle).unwrap(), None), Ok(puzzle));
//! ```

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use std::str::FromStr;

use marquetry_puzzle::grid::Direction;
use marquetry_puzzle::{Board, Faults, Laid, Matching, Part};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, locate, quoted};
use crate::lines::{Line, Word, lines};
use crate::numbered::{Numbered, check_count, listed, setup, side, whole_number};
use crate::{Diagnostic, Unwritable, fours, refuse};

/// What stands for an empty cell in a solution.
const EMPTY: &str = "xxx";

/// The order in which a line gives the edges of its tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EdgeOrder([Direction; 4]);

impl Default for EdgeOrder {
    /// Top, left, bottom, right.
    fn default() -> EdgeOrder {
        EdgeOrder([Direction::Up, Direction::Left, Direction::Down, Direction::Right])
    }
}

impl FromStr for EdgeOrder {
    type Err = String;

    /// Reads an order such as `TLBR`: the letters T, R, B and L, each once, in any case.
    fn from_str(word: &str) -> Result<EdgeOrder, String> {
        let side = |letter: char| match letter.to_ascii_uppercase() {
            'T' => Some(Direction::Up),
            'R' => Some(Direction::Right),
            'B' => Some(Direction::Down),
            'L' => Some(Direction::Left),
            _ => None,
        };
        let sides: Option<Vec<Direction>> = word.chars().map(side).collect();
        let sides = sides.and_then(|sides| <[Direction; 4]>::try_from(sides).ok());
        sides.filter(|sides| Direction::ALL.iter().all(|side| sides.contains(side))).map(EdgeOrder).ok_or_else(|| {
            format!("{} is not an order of edges: write T, R, B and L once each, such as TLBR or TRBL", quoted(word))
        })
    }
}

impl EdgeOrder {
    /// Top, right, bottom, left.
    pub(crate) const CLOCKWISE: EdgeOrder =
        EdgeOrder([Direction::Up, Direction::Right, Direction::Down, Direction::Left]);
    /// The orders in which other sides are opposite: top, bottom, left, right, and top, left, right, bottom.
    pub(crate) const OTHERS: [EdgeOrder; 2] = [
        EdgeOrder([Direction::Up, Direction::Down, Direction::Left, Direction::Right]),
        EdgeOrder([Direction::Up, Direction::Left, Direction::Right, Direction::Down]),
    ];

    /// Top, right, bottom, left of numbers given in this order.
    pub(crate) fn clockwise<T: Copy + Default>(self, given: [T; 4]) -> [T; 4] {
        let mut edges = [T::default(); 4];
        for (side, number) in self.0.into_iter().zip(given) {
            edges[side as usize] = number;
        }
        edges
    }
}

impl std::fmt::Display for EdgeOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|side| match side {
            Direction::Up => f.write_str("T"),
            Direction::Right => f.write_str("R"),
            Direction::Down => f.write_str("B"),
            Direction::Left => f.write_str("L"),
        })
    }
}

/// Is this a size and tiles that may not be turned?
///
/// A name and four numbers a line are surely that, unless the tiles could fill the board in another order of edges
/// alone. Without names, four numbers a line may be other things too.
pub fn claim(text: &str, hints: &Hints) -> Claim {
    let mut rows = lines(text).filter(|line| !line.is_blank());
    let sized = rows.next().is_some_and(|line| {
        (1..3).contains(&line.words().take(3).count())
            && line.words().all(|word| word.number().is_some())
    });
    let (mut all, mut named) = (0, 0);
    for row in rows {
        let words: Vec<Word> = row.words().take(6).collect();
        let digits = |word: &Word| word.text.bytes().any(|b| b.is_ascii_digit());
        all += 1;
        named += usize::from(words.len() == 5 && words[1..].iter().all(digits));
    }
    match sized && named > 0 && 2 * named >= all {
        true if hints.order.is_none() && order_of(text).is_some() => Claim::Could,
        true => Claim::Surely,
        false => fours::judge(text, hints).tetravex,
    }
}

/// The order that the edges of a file must have, where it cannot be the one that is taken unless told.
pub(crate) fn order_of(text: &str) -> Option<EdgeOrder> {
    let p = read(text, None).ok()?;
    let tiles: Vec<[u64; 4]> =
        p.tiles.iter().map(|tile| tile.edges.map(|edge| u64::from(edge.0))).collect();
    fours::unbalanced((p.width, p.height), &tiles).then_some(())?;
    // In the order of the file again, so that another can be tried.
    let named = !is_plain(&lines(text).filter(|line| !line.is_blank()).skip(1).collect::<Vec<_>>());
    let usual = if named { EdgeOrder::default() } else { EdgeOrder::CLOCKWISE };
    let given = |edges: [u64; 4]| usual.0.map(|side| edges[side as usize]);
    let tiles: Vec<[u64; 4]> = tiles.into_iter().map(given).collect();
    fours::other_order((p.width, p.height), &tiles)
}

/// Are there no names, so that more lines have four values than five?
fn is_plain(rows: &[Line]) -> bool {
    let with =
        |values: usize| rows.iter().filter(|row| row.words().take(6).count() == values).count();
    with(4) > with(5)
}

/// Reads a puzzle. Tiles have a name and four edges: top, left, bottom, right. Without names, the edges are top, right,
/// bottom, left, as those write them who leave the names out.
///
/// With an order, edges come in that order.
pub fn read(text: &str, order: Option<EdgeOrder>) -> Result<Matching, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let mut rows = lines(text).filter(|line| !line.is_blank());
    let Some(header) = rows.next() else {
        let help = "begin with the numbers of columns and rows, then give each tile a line";
        return Err(Diagnostic::new("empty-file", 0..0, "the file is empty").help(help).into());
    };
    let size = read_size(&header, &mut faults);
    let rows: Vec<Line> = rows.collect();
    if let Some(size) = size {
        faults.keep(check_count(&rows, size, &header));
    }
    let (tiles, spans) = read_tiles(&rows, order, &mut faults);
    let mut setup = setup(faults.unless(size.unwrap_or_default())?, tiles);
    setup.turning = false;
    Matching::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Tile(i) => spans.get(i).cloned().unwrap_or_default(),
            _ => header.span(),
        })
    })
}

fn read_size(header: &Line, faults: &mut FirstFaults) -> Option<(usize, usize)> {
    let words: Vec<Word> = header.words().take(3).collect();
    let digits = |word: &Word| word.text.bytes().all(|b| b.is_ascii_digit());
    if words.len() > 2 || !words.iter().all(digits) {
        let message = format!("the first line is {}, not two numbers", quoted(header.text.trim()));
        let help = "begin with the numbers of columns and rows, such as 3 3";
        faults.add(Diagnostic::new("bad-header", header.span(), message).help(help));
        return None;
    }
    let sides: Vec<usize> = words.iter().filter_map(|word| faults.keep(side(word, 2))).collect();
    match sides[..] {
        // One number is the side of a square.
        [side] if words.len() == 1 => Some((side, side)),
        [width, height] => Some((width, height)),
        _ => None,
    }
}

/// The tiles that are well, and the place of each one's name.
fn read_tiles(
    rows: &[Line],
    order: Option<EdgeOrder>,
    faults: &mut FirstFaults,
) -> (Vec<Numbered>, Vec<Range<usize>>) {
    let named = !is_plain(rows);
    let order = order.unwrap_or(if named { EdgeOrder::default() } else { EdgeOrder::CLOCKWISE });
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut tiles = Vec::new();
    let mut spans = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let words: Vec<Word> = row.words().take(6).collect();
        if words.len() != 4 + usize::from(named) {
            faults.add(value_count(row, named));
            continue;
        }
        let (name, span) = match words.first() {
            Some(word) if named => {
                if let Some(first) = names.insert(word.text, i) {
                    let message = format!("the tile name {} is used twice", quoted(word.text));
                    let help = format!("tile {} has it already: names must differ", first + 1);
                    faults.add(
                        Diagnostic::new("repeated-name", word.span.clone(), message).help(help),
                    );
                }
                (word.text.to_owned(), word.span.clone())
            }
            _ => ((i + 1).to_string(), row.span()),
        };
        let edges = words.iter().skip(usize::from(named));
        let numbers: Vec<u32> = edges.filter_map(|word| faults.keep(whole_number(word))).collect();
        if let Ok(given) = numbers.try_into() {
            tiles.push((name, order.clockwise(given)));
            spans.push(span);
        }
    }
    (tiles, spans)
}

fn value_count(row: &Line, named: bool) -> Diagnostic {
    let count = row.words().count();
    let (message, help) = match named {
        true => (
            format!("a tile has five values, and this line has {count}"),
            "give its name and its four edges; names may be missing, but from all lines alike",
        ),
        false => (
            format!("a tile has four edges, and this line has {count} values"),
            "most tiles have no names, so the others have none either",
        ),
    };
    Diagnostic::new("value-count", row.span(), message).help(help)
}

/// Writes a puzzle in the usual order; refuses what the format cannot carry. The title is left out.
pub fn write(p: &Matching) -> Result<String, Unwritable> {
    let tiles = listed(p)?;
    if p.turning || p.frame.is_some() {
        return refuse("in this format tiles may not be turned, and the rim has no colour");
    }
    if p.width.min(p.height) < 2 {
        return refuse("in this format each side of the board is at least 2");
    }
    let mut out = format!("{} {}\n", p.width, p.height);
    for (name, [top, right, bottom, left]) in tiles {
        let _ = writeln!(out, "{name} {top} {left} {bottom} {right}");
    }
    Ok(out)
}

/// Reads a board of tile names: a line a row, up to the end or a line of dashes.
pub fn read_solution(p: &Matching, text: &str) -> Result<Board, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let tiles: HashMap<&str, usize> =
        p.tiles.iter().enumerate().map(|(i, tile)| (tile.name.as_str(), i)).collect();
    let rows =
        lines(text).filter(|line| !line.is_blank()).take_while(|line| !is_rule(line.text.trim()));
    let mut board = Board::with_capacity(p.cells.len());
    let mut count = 0;
    let mut last = 0..0;
    for row in rows {
        count += 1;
        last = row.span();
        let cells = row.words().count();
        if cells != p.width || count > p.height {
            let message = match count > p.height {
                true => format!("row {count} is too many: the board has {} rows", p.height),
                false => format!("this row has {cells} cells, and the board {} columns", p.width),
            };
            let help = format!(
                "separate cells by tabs, write {EMPTY} for an empty one, end the board with dashes"
            );
            faults.add(Diagnostic::new("board-size", row.span(), message).help(help));
            continue;
        }
        board.extend(row.words().map(|word| match tiles.get(word.text) {
            _ if word.text == EMPTY => None,
            Some(&tile) => Some(Laid { tile, turn: 0 }),
            None => {
                let message = format!("the puzzle has no tile called {}", quoted(word.text));
                let help = format!("write the name of a tile, or {EMPTY} for an empty cell");
                faults.add(Diagnostic::new("unknown-tile", word.span, message).help(help));
                None
            }
        }));
    }
    if count < p.height {
        let message = format!("the board has {} rows, and here are {count}", p.height);
        faults.add(
            Diagnostic::new("board-size", last, message)
                .help(format!("write {EMPTY} for each empty cell")),
        );
    }
    faults.unless(board)
}

fn is_rule(text: &str) -> bool {
    text.bytes().all(|b| b == b'-')
}

/// Writes a board of tile names: rows by line, cells by tab, `xxx` for an empty cell.
pub fn write_solution(p: &Matching, board: &Board) -> Result<String, Unwritable> {
    if board.len() != p.cells.len() {
        return refuse("the board does not have the puzzle's size");
    }
    let name = |laid: &Option<Laid>| match laid.map(|laid| (p.tiles.get(laid.tile), laid.turn)) {
        None => Ok(EMPTY),
        Some((None, _)) => refuse("a tile on the board is not one of the puzzle's"),
        Some((Some(tile), _)) if tile.name == EMPTY || is_rule(&tile.name) => {
            refuse(format!("in this format no tile can be called '{}'", tile.name))
        }
        Some((Some(tile), 0)) => Ok(tile.name.as_str()),
        Some((Some(tile), _)) => {
            refuse(format!("in this format tiles are not turned, and '{}' is", tile.name))
        }
    };
    let rows = board
        .chunks(p.width)
        .map(|row| Ok(row.iter().map(name).collect::<Result<Vec<_>, _>>()?.join("\t")));
    Ok(rows.collect::<Result<Vec<_>, Unwritable>>()?.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(word: &str) -> Option<EdgeOrder> {
        Some(word.parse().unwrap())
    }

    fn codes(text: &str, order: Option<EdgeOrder>) -> Vec<(&'static str, &str)> {
        read(text, order).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    fn example() -> (String, Matching) {
        let text = crate::lines::doc_example(include_str!("../../../docs/src/formats/tetravex.md"));
        let p = read(&text, None).unwrap();
        (text, p)
    }

    #[test]
    fn the_example_of_the_page_reads_and_writes() {
        let (text, p) = example();
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        assert_eq!((p.width, p.height, p.turning, p.frame), (3, 2, false, None));
        let edges = p.tiles[0].edges.map(|edge| p.edge_text(edge));
        assert_eq!((p.tiles[0].name.as_str(), edges.join(" ")), ("a", "4 1 2 7".into()));
        assert_eq!(write(&p).unwrap(), text);
    }

    #[test]
    fn the_example_without_names_reads() {
        let page = include_str!("../../../docs/src/formats/tetravex.md");
        let text = crate::lines::doc_example(page.split_once("## Without names").unwrap().1);
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        let p = read(&text, None).unwrap();
        assert_eq!(p, read(&text, order("TRBL")).unwrap());
        assert_eq!((p.turning, p.tiles[0].name.as_str()), (false, "1"));
    }

    #[test]
    fn other_orders_read_with_names_and_without() {
        let named =
            read("2 2\na 1 2 3 4\nb 1 2 3 4\nc 1 2 3 4\nd 1 2 3 4\n", order("ltrb")).unwrap();
        let plain = read("2 2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n", order("LTRB")).unwrap();
        assert_eq!(named.tiles[0].edges.map(|edge| named.edge_text(edge)).join(""), "2341");
        assert_eq!(named.tiles[3].edges, plain.tiles[3].edges);
        assert_eq!((named.tiles[3].name.as_str(), plain.tiles[3].name.as_str()), ("d", "4"));
        assert_eq!(
            codes("2 2\n1 2 3 4\na 1 2 3 4\n1 2 3 4\n1 2 3 4", order("LTRB")),
            [("value-count", "a 1 2 3 4")]
        );
    }

    #[test]
    fn an_order_has_each_side_once() {
        assert_eq!("tlbr".parse(), Ok(EdgeOrder::default()));
        for bad in ["", "TLB", "TLBB", "TLBRT", "NESW"] {
            assert!(bad.parse::<EdgeOrder>().unwrap_err().contains("once each"));
        }
    }

    #[test]
    fn every_kind_of_fault_has_its_code_and_place() {
        let four = "a 1 2 3 4\nb 1 2 3 4\nc 1 2 3 4\nd 1 2 3 4\n";
        let with = |header: &str| format!("{header}\n{four}");
        assert_eq!(codes("\n \n", None), [("empty-file", "")]);
        assert_eq!(codes(&with("2 x"), None), [("bad-header", "2 x")]);
        assert_eq!(codes(&with("2 2 2"), None), [("bad-header", "2 2 2")]);
        assert_eq!(codes(&with("1 65"), None), [("side-too-small", "1"), ("side-too-large", "65")]);
        assert_eq!(codes(&with("2 3"), None), [("too-few-tiles", "2 3")]);
        assert_eq!(codes(&(with("2 2") + "e 1 2 3 4"), None), [("too-many-tiles", "e 1 2 3 4")]);
        assert_eq!(codes(&with("2 2").replace('d', "a"), None), [("repeated-name", "a")]);
        assert_eq!(codes(&with("2 2").replace("c 1", "c"), None), [("value-count", "c 2 3 4")]);
        assert_eq!(codes(&with("2 2").replace("c 1", "c -1"), None), [("not-a-number", "-1")]);
        assert_eq!(
            codes(&with("2 2").replace("c 1", "c 99999999999"), None),
            [("number-too-large", "99999999999")]
        );
        assert_eq!(codes(&with("2 2").replace('c', "."), None), [("name", ".")]);
    }

    #[test]
    fn a_board_reads_back_up_to_the_dashes() {
        let (_, p) = example();
        let lay = |tile| Some(Laid { tile, turn: 0 });
        let board = vec![lay(5), None, lay(0), None, lay(2), lay(1)];
        let text = write_solution(&p, &board).unwrap();
        assert_eq!(text, "f\txxx\ta\nxxx\tc\tb\n");
        assert_eq!(read_solution(&p, &(text + "---------\nwhatever")), Ok(board));
    }

    #[test]
    fn faults_of_a_board_have_their_places() {
        let (_, p) = example();
        let text = "a z c\nb\n----\n";
        let faults = read_solution(&p, text).unwrap_err();
        let codes: Vec<_> = faults.into_iter().map(|d| (d.code, &text[d.span])).collect();
        assert_eq!(codes, [("unknown-tile", "z"), ("board-size", "b")]);
        assert_eq!(read_solution(&p, "a b c\n").unwrap_err().len(), 1);
        assert!(
            write_solution(&p, &vec![Some(Laid { tile: 0, turn: 1 }); 6])
                .unwrap_err()
                .0
                .contains("turned")
        );
        assert!(write_solution(&p, &vec![]).is_err());
    }

    #[test]
    fn what_the_format_cannot_carry_is_refused() {
        let mut setup = example().1.into_setup();
        setup.turning = true;
        assert!(write(&Matching::new(setup).unwrap()).unwrap_err().0.contains("turned"));
        let tall = crate::e2_tiles::read("1 1\n1 1 1 1").unwrap().into_setup();
        let tall =
            Matching::new(marquetry_puzzle::matching::Setup { turning: false, ..tall }).unwrap();
        assert!(write(&tall).unwrap_err().0.contains("at least 2"));
    }
}
