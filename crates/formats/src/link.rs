//! **Links** of the Eternity II community: a board in the parameters of an address.
//!
//! ```
//! use marquetry_formats::link::{read, write};
//!
//! let board = "https://e2.bucas.name/#puzzle=Two&board_w=2&board_h=2&board_edges=abcaaadbceaadaae";
//! let puzzle = read(board).unwrap();
//! assert_eq!((puzzle.title.as_str(), puzzle.tiles.len()), ("Two", 4));
//! assert!(write(&puzzle).unwrap().starts_with("https://e2.bucas.name/#puzzle=Two&"));
//! ```

mod parse;

use std::collections::HashMap;

use marquetry_puzzle::matching::{Edge, Rule};
use marquetry_puzzle::{Board, Faults, Laid, Matching, Part};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, locate};
use crate::lines::lines;
use crate::numbered::{framed, listed, numbers, setup};
use crate::{Diagnostic, Unwritable, refuse};
use parse::{Link, bare_edges, encode};

/// Where the links that we write lead.
const ADDRESS: &str = "https://e2.bucas.name/#";

/// Is this such a link, or the letters of its edges alone? The letters are sure only where they leave the rim free.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let first = lines(text).find(|line| !line.is_blank()).map_or("", |line| line.text.trim());
    // A document of another format may quote a link.
    let quotes = first.starts_with(['{', '[', '<', '|', '#']) || first.starts_with("marquetry");
    match bare_edges(text) {
        _ if !quotes && (first.contains("board_edges=") || first.contains("board_w=")) => {
            Claim::Surely
        }
        Some(edges) if has_rim(edges.value.as_bytes()) => Claim::Surely,
        Some(_) => Claim::Could,
        None => Claim::No,
    }
}

/// Do the tiles on a square board have the letter of the rim on its border?
fn has_rim(letters: &[u8]) -> bool {
    let side = (letters.len() / 4).isqrt();
    let cells: Vec<&[u8]> = letters.chunks(4).collect();
    let on_border = |at: usize| {
        let (x, y) = (at % side, at / side);
        [y == 0, x + 1 == side, y + 1 == side, x == 0]
    };
    let well = |(at, cell): (usize, &&[u8])| {
        cell.iter().all(|&b| b == b'a')
            || cell.iter().zip(on_border(at)).all(|(&b, outside)| !outside || b == b'a')
    };
    letters.iter().any(|&b| b != b'a') && cells.iter().enumerate().all(well)
}

/// Reads the puzzle made of the tiles that lie on the board.
pub fn read(text: &str) -> Result<Matching, Faults<Diagnostic>> {
    let link = Link::parse(text)?;
    let tiles =
        link.cells.iter().flatten().enumerate().map(|(i, &edges)| ((i + 1).to_string(), edges));
    let mut setup = setup(link.size, tiles.collect());
    setup.frame = setup.colours.edge(Rule::Equal, "0");
    setup.title.clone_from(&link.title);
    let laid: Vec<usize> =
        (0..link.cells.len()).filter(|&cell| link.cells[cell].is_some()).collect();
    Matching::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Tile(i) => laid.get(i).map_or(0..0, |&cell| link.span(cell)),
            _ => link.edges.span.clone(),
        })
    })
}

/// Writes a puzzle as the board on which its tiles lie in their order; refuses what a link cannot carry.
pub fn write(p: &Matching) -> Result<String, Unwritable> {
    listed(p)?;
    framed(p)?;
    write_solution(p, &(0..p.tiles.len()).map(|tile| Some(Laid { tile, turn: 0 })).collect())
}

/// Writes a board as an address; refuses what a link cannot carry.
pub fn write_solution(p: &Matching, board: &Board) -> Result<String, Unwritable> {
    let letters = letters(p)?;
    if board.len() != p.cells.len() {
        return refuse("the board does not have the puzzle's size");
    }
    let (mut edges, mut pieces) = (String::new(), String::new());
    for laid in board {
        let shown = match laid.map(|laid| (laid, p.tiles.get(laid.tile))) {
            None => "aaaa".to_owned(),
            Some((_, None)) => return refuse("a tile on the board is not one of the puzzle's"),
            Some((laid, Some(tile))) => {
                let letter = |edge: Edge| letters.get(usize::from(edge.0)).copied().unwrap_or('?');
                let shown: String = tile.turned(laid.turn).map(letter).iter().collect();
                if shown == "aaaa" {
                    return refuse(format!(
                        "in a link tile '{}' would be an empty cell",
                        tile.name
                    ));
                }
                shown
            }
        };
        edges += &shown;
        pieces += &format!("{:03}", laid.map_or(0, |laid| laid.tile + 1));
    }
    if pieces.len() != 3 * board.len() {
        return refuse("a link has at most 999 tiles");
    }
    let (title, width, height) = (encode(&p.title), p.width, p.height);
    Ok(format!(
        "{ADDRESS}puzzle={title}&board_w={width}&board_h={height}&board_edges={edges}&board_pieces={pieces}\n"
    ))
}

/// The letter of each colour.
fn letters(p: &Matching) -> Result<Vec<char>, Unwritable> {
    if p.rule != Rule::Equal {
        return refuse("a link has no heads and tails");
    }
    let letter = |number: u32| match u8::try_from(number) {
        Ok(number @ 0..26) => Ok(char::from(b'a' + number)),
        _ => refuse(format!("a link has the colours 0 to 25, and not {number}")),
    };
    numbers(p)?.into_iter().map(letter).collect()
}

/// Reads a board of the puzzle's tiles, which are told by their edges. Of tiles that are alike, a cell gets the
/// one that is pinned to it or that `board_pieces` names, counted from 1 or from 0.
pub fn read_solution(p: &Matching, text: &str) -> Result<Board, Faults<Diagnostic>> {
    let link = Link::parse(text)?;
    let whole = |code, message| Diagnostic::new(code, link.edges.span.clone(), message);
    letters(p).map_err(|why| whole("not-for-links", why.0))?;
    let (width, height) = link.size;
    if (width, height) != (p.width, p.height) {
        let message =
            format!("this board is {width}x{height}, and the puzzle {}x{}", p.width, p.height);
        return Err(whole("board-size", message).into());
    }
    let looks = looks(p);
    let fits = |cell: &Option<[u32; 4]>| {
        let edges = cell.and_then(|edges| edges_of(p, edges));
        edges.and_then(|edges| looks.get(&edges)).map_or(&[][..], Vec::as_slice)
    };
    let fits: Vec<&[Laid]> = link.cells.iter().map(fits).collect();
    let board = lay(p, &link.pieces, &fits);
    let mut faults = FirstFaults::default();
    for cell in (0..board.len()).filter(|&cell| board[cell].is_none() && link.cells[cell].is_some())
    {
        let (what, help) = match fits[cell].is_empty() {
            true => (
                "no tile of the puzzle has",
                "the letters are top, right, bottom, left: check them",
            ),
            false => (
                "already used are all tiles that have",
                "one of them lies on two cells: change one",
            ),
        };
        let letters = link.edges.value.get(4 * cell..4 * cell + 4).unwrap_or_default();
        let message = format!("{}: {what} the edges {letters}", p.place(cell).words());
        faults.add(Diagnostic::new("no-tile-fits", link.span(cell), message).help(help));
    }
    faults.unless(board)
}

fn edges_of(p: &Matching, numbers: [u32; 4]) -> Option<[Edge; 4]> {
    let [top, right, bottom, left] = numbers.map(|n| p.colours.edge(Rule::Equal, &n.to_string()));
    Some([top?, right?, bottom?, left?])
}

/// The tiles and turns that show some edges.
fn looks(p: &Matching) -> HashMap<[Edge; 4], Vec<Laid>> {
    let mut looks: HashMap<_, Vec<Laid>> = HashMap::new();
    for (tile, t) in p.tiles.iter().enumerate() {
        for turn in p.turns(tile) {
            looks.entry(t.turned(turn)).or_default().push(Laid { tile, turn });
        }
    }
    looks
}

/// Lays a tile that fits on each cell: first those pinned there, then those named there, then any.
fn lay(p: &Matching, pieces: &[Option<usize>], fits: &[&[Laid]]) -> Board {
    let pinned: HashMap<usize, usize> = p.pins.iter().map(|pin| (pin.cell, pin.tile)).collect();
    let names =
        |from: usize, cell: usize, tile: usize| pieces.get(cell) == Some(&Some(tile + from));
    let agree = |from| {
        (0..fits.len()).filter(|&c| fits[c].iter().any(|laid| names(from, c, laid.tile))).count()
    };
    let from = usize::from(agree(0) <= agree(1));
    let wishes: [&dyn Fn(usize, usize) -> bool; 3] = [
        &|cell, tile| pinned.get(&cell) == Some(&tile),
        &|cell, tile| names(from, cell, tile),
        &|_, _| true,
    ];
    let mut board: Board = vec![None; fits.len()];
    let mut used = vec![false; p.tiles.len()];
    for wish in wishes {
        for cell in 0..fits.len() {
            if board[cell].is_none() {
                board[cell] = fits[cell]
                    .iter()
                    .copied()
                    .find(|laid| !used[laid.tile] && wish(cell, laid.tile));
                board[cell].iter().for_each(|laid| used[laid.tile] = true);
            }
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes<T: std::fmt::Debug>(
        text: &str,
        read: impl Fn(&str) -> Result<T, Faults<Diagnostic>>,
    ) -> Vec<(&'static str, &str)> {
        read(text).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    fn example() -> (String, Matching) {
        let text = crate::lines::doc_example(include_str!("../../../docs/src/formats/link.md"));
        let p = read(&text).unwrap();
        (text, p)
    }

    #[test]
    fn the_example_of_the_page_reads_and_writes() {
        let (text, p) = example();
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        assert_eq!((p.title.as_str(), p.width, p.height, p.tiles.len()), ("Two by two", 2, 2, 4));
        assert_eq!(p.frame.map(|edge| p.edge_text(edge)).as_deref(), Some("0"));
        assert_eq!(write(&p).unwrap(), text);
    }

    #[test]
    fn order_of_keys_other_keys_and_the_address_do_not_matter() {
        let (_, p) = example();
        let query = "motifs_order=x&board_edges=abcaaadb%63eaadaae&puzzle=Two%20by%20two";
        assert_eq!(read(query), Ok(p.clone()));
        assert_eq!(read(&format!("see http://example.org/?a=b#{query}")), Ok(p.clone()));
        let bare = read(" abcaaadbceaadaae\n").unwrap();
        assert_eq!((bare.title.as_str(), &bare.tiles), ("", &p.tiles));
    }

    #[test]
    fn an_empty_cell_holds_no_tile() {
        let p = read("board_w=3&board_edges=abcaaaaaaadb").unwrap();
        assert_eq!((p.width, p.height, p.tiles.len()), (3, 1, 2));
        assert_eq!(p.tiles[1].name, "2");
    }

    #[test]
    fn every_fault_has_its_place() {
        let claim = |text| claim(text, &Hints::default());
        assert!(claim("abcd") == Claim::No && claim("abcd abcd abcd abcd") == Claim::No);
        assert_eq!(claim("incomprehensible"), Claim::Could);
        assert_eq!(claim("abcaaadbceaadaae"), Claim::Surely);
        assert_eq!(codes("hello\n", read), [("no-edges", "hello")]);
        assert_eq!(
            codes("board_w=2&board_edges=abcDa-ca", read),
            [("bad-letter", "D"), ("bad-letter", "-")]
        );
        assert_eq!(
            codes("board_w=0&board_h=x&board_edges=bbbbc", read),
            [("side-too-small", "0"), ("not-a-number", "x"), ("edges-length", "c"),]
        );
        for size in ["board_w=2&board_h=2&", "board_h=3&", ""] {
            assert_eq!(
                codes(&format!("{size}board_edges=bbbbbbbb"), read),
                [("board-size", "bbbbbbbb")]
            );
        }
        assert_eq!(
            read(&format!("board_w=1&board_edges={}", "b".repeat(260))).unwrap_err()[0].code,
            "board-size"
        );
        assert_eq!(codes("board_edges=aaaa", read), [("no-pieces", "aaaa")]);
    }

    #[test]
    fn a_board_with_holes_and_turned_tiles_reads_back() {
        let (_, p) = example();
        let board =
            vec![Some(Laid { tile: 2, turn: 1 }), None, Some(Laid { tile: 0, turn: 3 }), None];
        let text = write_solution(&p, &board).unwrap();
        assert!(text.contains("board_edges=aceaaaaabcaaaaaa&board_pieces=003000001000"), "{text}");
        assert_eq!(read_solution(&p, &text), Ok(board));
    }

    #[test]
    fn alike_tiles_are_told_by_their_numbers_counted_from_1_or_from_0() {
        let p = read("board_w=3&board_edges=bbbbbbbbcccc").unwrap();
        let tiles = |pieces: &str| {
            let board = read_solution(
                &p,
                &format!("board_w=3&board_edges=bbbbccccbbbb&board_pieces={pieces}"),
            )
            .unwrap();
            board.into_iter().map(|laid| laid.unwrap().tile).collect::<Vec<_>>()
        };
        assert_eq!(tiles("002003001"), [1, 2, 0]);
        assert_eq!(tiles("001002000"), [1, 2, 0]);
        assert_eq!(tiles("999x"), [0, 2, 1]);
    }

    #[test]
    fn alike_tiles_go_where_they_are_pinned() {
        let mut setup = read("board_w=2&board_edges=bbbbbbbb").unwrap().into_setup();
        setup.pins = vec![marquetry_puzzle::matching::Pin { tile: 1, cell: 0, turn: None }];
        let board = read_solution(&Matching::new(setup).unwrap(), "board_w=2&board_edges=bbbbbbbb")
            .unwrap();
        assert_eq!(board[0].unwrap().tile, 1);
    }

    #[test]
    fn a_cell_that_no_tile_fits_is_named() {
        let (_, p) = example();
        let faults = |text| codes(text, |text| read_solution(&p, text));
        assert_eq!(
            faults("board_edges=abcaabcazzzzaaaa"),
            [("no-tile-fits", "abca"), ("no-tile-fits", "zzzz")]
        );
        assert_eq!(faults("board_edges=abca"), [("board-size", "abca")]);
    }

    #[test]
    fn what_a_link_cannot_carry_is_refused() {
        let refused = |text: &str| write(&crate::e2_tiles::read(text).unwrap()).unwrap_err().0;
        assert!(refused("26 1 1 1").contains("0 to 25"));
        assert!(refused("0 0 0 0").contains("empty cell"));
        let many = crate::e2_tiles::read(&"1 1 1 1\n".repeat(1024)).unwrap();
        assert!(write(&many).unwrap_err().0.contains("999"));
    }
}
