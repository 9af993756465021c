//! Formats are told by content, for certain or not at all.

use std::path::Path;

use marquetry_formats::detect::{Format, Hints, candidates, read, tell};
use marquetry_formats::{Source, builtin};
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::dice::Dice;

fn source(text: &str) -> Source {
    Source::new("file", text)
}

fn told(text: &str) -> Result<Format, String> {
    tell(&source(text), &Hints::default()).map_err(|rejected| rejected.to_string())
}

/// What is said of a text that is not read.
fn refused(text: &str) -> String {
    read(&source(text), &Hints::default()).unwrap_err().to_string()
}

/// The puzzle of a text that is told to be of this format.
fn puzzle(format: Format, text: &str) -> Puzzle {
    match read(&source(text), &Hints::default()) {
        Ok((found, puzzle)) => {
            assert_eq!(found, format, "{text}");
            puzzle
        }
        Err(rejected) => panic!("{text}{rejected}"),
    }
}

/// Lines of four numbers.
fn fours(rows: &[[u64; 4]]) -> String {
    rows.iter().map(|[a, b, c, d]| format!("{a} {b} {c} {d}\n")).collect()
}

/// The tiles of a board that fit as they lie, top right bottom left, in a random order. The rim has the number 0 where
/// there is a frame, and the other numbers are `least` to 9.
fn fitting(
    dice: &mut Dice,
    (width, height): (usize, usize),
    least: u64,
    frame: bool,
) -> Vec<[u64; 4]> {
    let mut edge = |on_rim: bool| match frame && on_rim {
        true => 0,
        false => least + u64::from(dice.below(10 - least as u32)),
    };
    let lying: Vec<Vec<u64>> =
        (0..=height).map(|y| (0..width).map(|_| edge(y == 0 || y == height)).collect()).collect();
    let standing: Vec<Vec<u64>> =
        (0..height).map(|_| (0..=width).map(|x| edge(x == 0 || x == width)).collect()).collect();
    let cell = |at: usize| {
        let (x, y) = (at % width, at / width);
        [lying[y][x], standing[y][x + 1], lying[y + 1][x], standing[y][x]]
    };
    let mut tiles: Vec<[u64; 4]> = (0..width * height).map(cell).collect();
    dice.shuffle(&mut tiles);
    tiles
}

fn turned(dice: &mut Dice, mut tiles: Vec<[u64; 4]>) -> Vec<[u64; 4]> {
    tiles.iter_mut().for_each(|tile| tile.rotate_left(dice.below(4) as usize));
    tiles
}

#[test]
fn a_first_line_0_above_a_framed_set_gives_no_size() {
    let mut dice = Dice::new(1);
    for side in 3..10 {
        let tiles = fitting(&mut dice, (side, side), 1, true);
        let text = format!("0\n{}", fours(&turned(&mut dice, tiles)));
        let Puzzle::Matching(p) = puzzle(Format::E2Tiles, &text) else { panic!("{text}") };
        assert_eq!((p.width, p.height, p.turning, p.frame.is_some()), (side, side, true, true));
    }
    let said = refused("0\n1 2 3 4\n4 3 2 1\n1 2 1 2\n3 4 3 4\n");
    assert!(said.contains("as e2-tiles: 2x2, 4 tiles with turns (--from e2-tiles)"), "{said}");
}

#[test]
fn tetravex_without_names_is_never_a_set_with_turns() {
    let mut dice = Dice::new(2);
    let mut read_at_once = 0;
    for _ in 0..200 {
        for (width, height) in [(2, 2), (3, 3), (4, 3), (5, 5)] {
            let text = format!(
                "{width} {height}\n{}",
                fours(&fitting(&mut dice, (width, height), 0, false))
            );
            match told(&text) {
                Ok(format) => {
                    assert_eq!(format, Format::Tetravex, "{text}");
                    read_at_once += 1;
                }
                Err(said) => assert!(said.contains("--from tetravex"), "{text}{said}"),
            }
        }
    }
    assert!(read_at_once > 650, "{read_at_once} of 800");
}

#[test]
fn a_set_with_turns_is_never_tetravex() {
    let mut dice = Dice::new(3);
    for round in 0..400 {
        let size = [(3, 3), (4, 4), (6, 5), (2, 2)][round % 4];
        let framed = fitting(&mut dice, size, 1, true);
        let framed = format!("{} {}\n{}", size.0, size.1, fours(&turned(&mut dice, framed)));
        assert_eq!(told(&framed), Ok(Format::E2Tiles), "{framed}");
        let free = fitting(&mut dice, size, 1, false);
        let free = format!("{} {}\n{}", size.0, size.1, fours(&turned(&mut dice, free)));
        assert_ne!(told(&free), Ok(Format::Tetravex), "{free}");
    }
}

#[test]
fn one_number_is_the_side_of_a_square() {
    let tiles = "0 2 4 6\n7 1 3 5\n3 9 0 2\n3 5 0 1\n";
    let one = puzzle(Format::Tetravex, &format!("2\n{tiles}"));
    assert_eq!(one, puzzle(Format::Tetravex, &format!("2 2\n{tiles}")));
}

#[test]
fn tiles_in_another_order_of_edges_are_asked_about() {
    let tiles = fitting(&mut Dice::new(5), (6, 6), 0, false);
    let mixed: Vec<[u64; 4]> = tiles.iter().map(|&[t, r, b, l]| [t, b, l, r]).collect();
    let said = refused(&format!("6 6\n{}", fours(&mixed)));
    assert!(said.contains("--from tetravex --order TBLR"), "{said}");
    let named: String =
        (1..).zip(&mixed).map(|(i, [t, b, l, r])| format!("n{i} {t} {b} {l} {r}\n")).collect();
    let said = refused(&format!("6 6\n{named}"));
    assert!(said.contains("--from tetravex --order TBLR"), "{said}");
}

/// The tray of the class's first handout in both kinds of lines.
const CORNERS: &str = "5 4\n0 0 1 0\n0 3 1 3\n2 0 3 0\n2 3 3 3\n1 1 2 2\n3 1 3 2\n4 0 4 0\n4 1 4 1\n4 2 4 2\n4 3 4 3\n";
const SIZES: &str = "5 4\n2 1 0 0\n2 1 0 3\n2 1 2 0\n2 1 2 3\n2 2 1 1\n1 2 3 1\n1 1 4 0\n1 1 4 1\n1 1 4 2\n1 1 4 3\n";

#[test]
fn older_trays_are_told_from_newer_ones_where_one_alone_makes_sense() {
    assert_eq!(puzzle(Format::Berkeley, CORNERS), puzzle(Format::BerkeleyOld, SIZES));
    let said = refused("5 4\n1 1 2 2\n");
    assert!(said.contains("1 block on 4 cells (--from berkeley)"), "{said}");
    assert!(said.contains("1 block on 1 cell (--from berkeley-old)"), "{said}");
    // The goal is in the same kind of lines.
    let with = |goal| {
        let hints = Hints { goal: Some(source(goal)), ..Hints::default() };
        tell(&source("5 4\n1 1 2 2\n"), &hints).map_err(|rejected| rejected.to_string())
    };
    assert_eq!(with("0 0 1 1\n"), Ok(Format::Berkeley));
    assert_eq!(with("1 1 0 0\n"), Ok(Format::BerkeleyOld));
    assert!(with("1 1 2 3\n").is_err());
}

#[test]
fn a_goal_without_its_tray_is_no_set_of_tiles() {
    for goal in ["1 1 1 1\n", "0 0 0 1\n", "0 0 1 0\n2 0 2 0\n3 3 4 4\n0 2 0 2\n"] {
        assert!(told(goal).is_err(), "{goal}");
    }
}

#[test]
fn a_fault_inside_a_format_is_told_by_that_format() {
    let huge = refused("2 2\n0 1 2 0\n0 99999999999999999999 2 0\n2 3 0 0\n1 0 0 3\n");
    assert!(huge.contains("number-too-large") && huge.contains("file:3:3"), "{huge}");
    let brackets = refused(&"[".repeat(1_000_000));
    assert!(brackets.contains("json"), "{brackets}");
    let tray = refused(&CORNERS.replace("2 3 3 3", "2 3 -3 3"));
    assert!(tray.contains("'-3' is not a whole number") && tray.contains("file:5:5"), "{tray}");
    let older = refused(&SIZES.replace("1 2 3 1", "1 2 3 9"));
    assert!(older.contains("outside the tray"), "{older}");
    let option = refused("| items\na b c\na b\nc d\n");
    assert!(option.contains("names no item 'd'"), "{option}");
    let tile = refused("3 2\na 4 7 2 1\nb 0 1 5 x3\nc 9 3 8 8\nd 2 6 6 4\ne 5 4 1 0\nf 8 0 0 9\n");
    assert!(tile.contains("not-a-number"), "{tile}");
}

#[test]
fn exact_covers_are_told_whatever_their_lines_begin_with() {
    let plain = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    for text in [
        plain.to_owned(),
        plain.lines().map(|line| format!(" {line}\n")).collect(),
        format!("| D. E. Knuth's example\n{plain}"),
        "p q | x y\np q x y:A\np x:A y\np x:B\nq x:A\nq y:B\n".to_owned(),
        " r1c1 r1c2 r1c3 D\n D r1c1 r1c2\n D r1c2 r1c3\n r1c3\n r1c1\n".to_owned(),
    ] {
        assert_eq!(told(&text), Ok(Format::Dlx), "{text}");
    }
}

#[test]
fn what_nobody_drew_is_no_drawing() {
    for text in [
        "6682 @\n1234 @\n5678 @\n9012 @\n3456 @\n7890 @\n".to_owned(),
        "0\n1\n0\n1\n10\n11\n0\n".repeat(9),
        "the cat\nate the\ntea that\nthe cat\nate\n".repeat(3),
        "x x x\nx x x\n\nxx\n".to_owned(),
        "a b c\nb c a\nc a b\n".repeat(4),
        "0 7 8 2\n1 4 4 2 3 0 5 9\n8 5 7 8\n9 0 9 5\n2 3 4 4 8 2 7 8\n8 7 5 9\n".to_owned(),
        "1901 9185 5948\n9666 8346 4617\n1599 6049 4820\n".to_owned(),
        "aab\nbba\n\nab ab ab\n\nccc\nccc\nccc\n".to_owned(),
    ] {
        assert!(read(&source(&text), &Hints::default()).is_err(), "{text}");
    }
}

#[test]
fn a_drawing_with_pieces_for_its_board_is_one() {
    let text = "  ab   abba\n       baba\n  b\n  a    aab\n  b\n";
    assert!(matches!(puzzle(Format::Robins, text), Puzzle::Tiling(p) if p.pieces.len() == 3));
}

#[test]
fn a_problem_is_for_formats_that_have_several() {
    let hints = Hints { problem: Some(1), ..Hints::default() };
    let said = read(&source("marquetry tiling\nboard\n  #\n"), &hints).unwrap_err().to_string();
    assert!(said.contains("XML"), "{said}");
}

/// All files that the repository has examples in, with the goals of trays.
fn examples() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["docs/examples", "bench/boards", "fuzz/seeds", "crates/formats/tests/broken"];
    let files = folders.into_iter().flat_map(|folder| {
        std::fs::read_dir(root.join(folder)).expect("the folder is there").filter_map(|entry| {
            let path = entry.ok()?.path();
            Some(source(&std::fs::read_to_string(&path).ok()?))
        })
    });
    let builtin = builtin::BUILTIN.iter().map(|builtin| source(builtin.text));
    files.chain(builtin).collect()
}

#[test]
fn how_a_file_was_saved_does_not_change_what_is_read() {
    let utf16 = |text: &str, unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
    };
    let examples = examples();
    assert!(examples.len() > 80);
    for example in &examples {
        let text = &example.text;
        let plain = read(example, &Hints::default()).map_err(|_| ());
        let trailing: String = text.lines().map(|line| format!("{line} \t \n")).collect();
        for bytes in [
            format!("\u{feff}{text}").into_bytes(),
            text.replace('\n', "\r\n").into_bytes(),
            text.replace('\n', "\r\r\n").into_bytes(),
            text.replace('\n', "\r").into_bytes(),
            text.trim_end().as_bytes().to_vec(),
            format!("{text}\n\n").into_bytes(),
            trailing.into_bytes(),
            utf16(text, u16::to_le_bytes),
            utf16(text, u16::to_be_bytes),
        ] {
            let again = Source::from_bytes("file", bytes).unwrap_or_else(|e| panic!("{text}{e}"));
            assert_eq!(read(&again, &Hints::default()).map_err(|_| ()), plain, "{text}");
        }
    }
    assert!(Source::from_bytes("file", vec![0xff, 0xfe, 0x41]).is_err());
}

#[test]
fn what_a_doubtful_file_could_be_is_told_as_data_and_can_be_read_so() {
    let mut doubtful = 0;
    for example in examples() {
        let hints = Hints::default();
        let candidates = candidates(&example, &hints);
        if read(&example, &hints).is_ok() {
            assert_eq!(candidates, [], "what is certain is no question");
            continue;
        }
        doubtful += usize::from(!candidates.is_empty());
        for candidate in candidates {
            let hints =
                Hints { from: Some(candidate.format), order: candidate.order, ..hints.clone() };
            // Items and options are understood, and are no puzzle.
            if candidate.format != Format::Dlx {
                assert_eq!(
                    read(&example, &hints).is_ok(),
                    candidate.words.is_ok(),
                    "{candidate:?}"
                );
            }
        }
    }
    assert!(doubtful > 0, "there are such files");
    for format in Format::ALL {
        assert!(!format.words().is_empty());
        assert!(builtin::BUILTIN.iter().any(|b| b.puzzle().is_some_and(|p| format.suits(&p))));
    }
}
