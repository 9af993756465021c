//! What the writers of matching puzzles wrote, their readers read back; and no text makes a reader panic.

use marquetry_formats::detect::Hints;
use marquetry_formats::{arrows, e2_tiles, link, tetravex};
use marquetry_puzzle::matching::{Colours, Rule, Setup, Tile};
use marquetry_puzzle::{Board, Laid, Matching};
use proptest::collection::vec;
use proptest::prelude::*;

/// A full board of tiles with colours below `colours`; 0 is the frame where tiles turn.
fn numbered(least: usize, turning: bool, colours: u32) -> impl Strategy<Value = Matching> {
    let size = (least..6usize, least..6usize);
    let tiles = size.prop_flat_map(move |(w, h)| {
        (Just((w, h)), vec([0..colours, 0..colours, 0..colours, 1..colours], w * h))
    });
    tiles.prop_map(move |((width, height), tiles)| {
        let text = |n: u32| n.to_string();
        let colours = Colours::new(tiles.iter().flatten().copied().map(text));
        let edge = |n: u32| colours.edge(Rule::Equal, &text(n)).unwrap();
        let tiles: Vec<Tile> = tiles
            .iter()
            .enumerate()
            .map(|(i, edges)| Tile { name: (i + 1).to_string(), edges: edges.map(edge) })
            .collect();
        let frame = colours.edge(Rule::Equal, "0").filter(|_| turning);
        Matching::new(Setup { colours, tiles, turning, frame, ..Setup::blank(width, height) })
            .unwrap()
    })
}

/// Nine tiles of half arrows.
fn arrow_puzzle() -> impl Strategy<Value = Matching> {
    let edge = || "[A-Za-d][01]";
    vec([edge(), edge(), edge(), edge()], 9).prop_map(|tiles| {
        let colours = Colours::of_edges(Rule::Pairs, tiles.iter().flatten().map(String::as_str));
        let edge = |text: String| colours.edge(Rule::Pairs, &text).unwrap();
        let tile = |(i, edges): (usize, [String; 4])| Tile {
            name: (i + 1).to_string(),
            edges: edges.map(edge),
        };
        let tiles = tiles.into_iter().enumerate().map(tile).collect();
        Matching::new(Setup { rule: Rule::Pairs, tiles, colours, ..Setup::blank(3, 3) }).unwrap()
    })
}

/// Some of the tiles on some of the cells, turned to where they look different.
fn with_board(p: impl Strategy<Value = Matching>) -> impl Strategy<Value = (Matching, Board)> {
    let order = p.prop_flat_map(|p| {
        let cells = p.cells.len();
        let laid: Vec<Option<usize>> = (0..cells).map(Some).chain(vec![None; cells]).collect();
        (Just(p), Just(laid).prop_shuffle(), vec(0..4u8, cells))
    });
    order.prop_map(|(p, laid, turns)| {
        let lay = |(tile, turn): (Option<usize>, u8)| {
            tile.map(|tile| Laid {
                tile,
                turn: if p.turning { p.tiles[tile].look(turn) } else { 0 },
            })
        };
        let board = laid.into_iter().zip(turns).map(lay).collect();
        (p, board)
    })
}

/// Reads a text as everything it could be; the answers do not matter.
fn read_all(text: &str) {
    let p = e2_tiles::read("1 2 3 4\n5 6 7 8\n1 1 1 1\n2 2 2 2\n").unwrap();
    let nine = arrows::read(&"Y1,G0,R0,B1\n".repeat(9)).unwrap();
    for order in [None, Some(tetravex::EdgeOrder::default())] {
        let _ = tetravex::read(text, order);
    }
    let _ = (
        e2_tiles::claim(text, &Hints::default()),
        tetravex::claim(text, &Hints::default()),
        arrows::claim(text, &Hints::default()),
        link::claim(text, &Hints::default()),
    );
    let _ = (e2_tiles::read(text), arrows::read(text), link::read(text));
    for p in [&p, &nine] {
        let _ = (
            tetravex::read_solution(p, text),
            link::read_solution(p, text),
            arrows::read_solution(p, text),
        );
    }
}

proptest! {
    #[test]
    fn e2_tiles_reads_back_what_it_wrote(p in numbered(1, true, 9)) {
        prop_assert_eq!(e2_tiles::read(&e2_tiles::write(&p).unwrap()), Ok(p));
    }

    #[test]
    fn tetravex_reads_back_what_it_wrote((p, board) in with_board(numbered(2, false, u32::MAX))) {
        prop_assert_eq!(tetravex::read_solution(&p, &tetravex::write_solution(&p, &board).unwrap()), Ok(board));
        prop_assert_eq!(tetravex::read(&tetravex::write(&p).unwrap(), None), Ok(p));
    }

    #[test]
    fn arrows_reads_back_what_it_wrote((p, board) in with_board(arrow_puzzle())) {
        prop_assert_eq!(arrows::read_solution(&p, &arrows::write_solution(&p, &board).unwrap()), Ok(board));
        prop_assert_eq!(arrows::read(&arrows::write(&p).unwrap()), Ok(p));
    }

    #[test]
    fn links_read_back_what_they_wrote((p, board) in with_board(numbered(1, true, 26)), title in any::<String>()) {
        let p = Matching::new(Setup { title, ..p.into_setup() }).unwrap();
        prop_assert_eq!(link::read_solution(&p, &link::write_solution(&p, &board).unwrap()), Ok(board));
        prop_assert_eq!(link::read(&link::write(&p).unwrap()), Ok(p));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), plain in "[0-9aYx,+|=&#% \t\r\n-]{0,200}") {
        read_all(&text);
        read_all(&plain);
    }

    #[test]
    fn no_change_to_a_file_makes_a_reader_panic(
        p in numbered(2, true, 9),
        (nine, board) in with_board(arrow_puzzle()),
        (at, gone, put) in (any::<prop::sample::Index>(), 0..9usize, any::<String>()),
    ) {
        let plain = Matching::new(Setup { turning: false, frame: None, ..p.clone().into_setup() }).unwrap();
        let drawn = arrows::write_solution(&nine, &board);
        let files = [e2_tiles::write(&p), tetravex::write(&plain), arrows::write(&nine), drawn, link::write(&p)];
        for text in files {
            let mut text = text.unwrap();
            let from = at.index(text.len());
            text.replace_range(from..(from + gone).min(text.len()), &put);
            read_all(&text);
        }
    }
}
