use super::*;
use marquetry_puzzle::{Direction, Laid, Move};

const TILES: &str = r#"{"v": 1, "kind": "puzzle", "family": "matching", "width": 2, "height": 1,
  "tiles": [{"name": "a", "edges": ["0", "1", "0", "0"]}, {"name": "b", "edges": ["0", "0", "0", "1"]}]}"#;

const TRAY: &str = r#"{"v": 1, "kind": "puzzle", "family": "sliding", "width": 2, "height": 2,
  "blocks": [{"name": "a", "cells": [[0, 0]]}]}"#;

fn faults<T: std::fmt::Debug>(
    text: &str,
    read: Result<T, Faults<Diagnostic>>,
) -> Vec<(&'static str, &str)> {
    read.unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
}

#[test]
fn the_example_of_the_page_reads_and_writes_itself() {
    let page = include_str!("../../../../docs/src/formats/json.md");
    let text = crate::lines::doc_example(page);
    assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
    let puzzle = read(&text).unwrap();
    assert_eq!((puzzle.family().name(), puzzle.title()), ("matching", "Two by one"));
    assert_eq!(write(&puzzle), text);
    for heading in ["## Tiling", "## Sliding"] {
        let text = crate::lines::doc_example(page.split_once(heading).unwrap().1);
        assert_eq!(write(&read(&text).unwrap()), text);
    }
    let solution = crate::lines::doc_example(page.split_once("## Solutions").unwrap().1);
    let solved = read_solution(&puzzle, &solution).unwrap();
    assert!(marquetry_puzzle::judge(&puzzle, &solved).unwrap().solved());
    assert_eq!(write_solution(&puzzle, &solved), solution);
}

#[test]
fn only_objects_look_like_json() {
    let is = |text| claim(text, &Hints::default()) == Claim::Surely;
    assert!(is("\n{ \"v\"") && is("{}") && is("{") && is("[1]") && is("[[["));
    assert!(!is("{{\n{{\n") && !is("") && !is("[x]"));
}

#[test]
fn a_text_that_is_not_json_is_refused_at_its_place() {
    let error = &read("{\"v\": 1,\n  \"kind\" \"puzzle\"}").unwrap_err()[0];
    assert_eq!(
        (error.code, error.message.as_str()),
        ("json-syntax", "this is not JSON: expected `:`")
    );
    assert_eq!(error.place("{\"v\": 1,\n  \"kind\" \"puzzle\"}"), (2, 10));
    assert_eq!(faults("", read("")), [("json-syntax", "")]);
    assert_eq!(faults("{\"é\": é}", read("{\"é\": é}")), [("json-syntax", "é")]);
}

#[test]
fn another_version_kind_or_family_is_named() {
    let change = |from: &str, to: &str| {
        let text = TRAY.replacen(from, to, 1);
        let d = read(&text).unwrap_err()[0].clone();
        (d.code, text[d.span].to_owned(), d.message)
    };
    assert_eq!(change("1", "2"), ("json-version", "2".into(), "version 2 is not known".into()));
    assert_eq!(change("\"v\": 1,", "").0, "json-version");
    let solution = change("\"puzzle\"", "\"solution\"");
    assert_eq!(
        solution,
        ("json-kind", "\"solution\"".into(), "this is a solution, not a puzzle".into())
    );
    assert_eq!(change("\"puzzle\"", "\"song\"").2, "there is no kind 'song'");
    assert_eq!(change("\"sliding\"", "\"jigsaw\"").2, "there is no family 'jigsaw'");
    let puzzle = read(TRAY).unwrap();
    assert_eq!(
        read_solution(&puzzle, TRAY).unwrap_err()[0].message,
        "this is a puzzle, not a solution"
    );
}

#[test]
fn all_faults_of_a_puzzle_have_their_places() {
    let text = TILES
        .replace("\"0\"", "\"00\"")
        .replace("\"1\"", "\"01\"")
        .replace(r#""height": 1"#, r#""height": 1, "rule": "pairs", "frame": "9", "holes": [[0, 4]]"#)
        .replace("]}]", r#"]}, {"name": "a", "edges": ["00", "00", "00", "x"]}]"#)
        .replace("]}]}", r#"]}], "pins": [{"tile": "z", "cell": [0, 0]}, {"tile": "a", "cell": [7, 0], "turn": 9}]}"#);
    let expected =
        [("no-such-colour", "\"9\""), ("outside", "[0, 4]"), ("no-such-colour", "\"x\"")];
    let pins = [("no-such-piece", "\"z\""), ("outside", "[7, 0]"), ("turn", "9")];
    assert_eq!(faults(&text, read(&text)), [expected, pins].concat());
}

#[test]
fn what_the_puzzle_itself_finds_wrong_is_located() {
    let twice = TILES.replace("\"b\"", "\"a\"");
    assert_eq!(
        faults(&twice, read(&twice)),
        [("name-twice", r#"{"name": "a", "edges": ["0", "0", "0", "1"]}"#)]
    );
    let size = TILES.replace("\"width\": 2", "\"width\": 18446744073709551615");
    assert_eq!(faults(&size, read(&size)), [("size", "18446744073709551615")]);
    let out = TRAY.replace("[0, 0]", "[1024, 0]");
    assert_eq!(faults(&out, read(&out)), [("outside", r#"{"name": "a", "cells": [[1024, 0]]}"#)]);
}

#[test]
fn a_value_of_the_wrong_type_or_size_is_refused() {
    let message =
        |from: &str, to: &str| read(&TRAY.replace(from, to)).unwrap_err()[0].message.clone();
    assert_eq!(message("[0, 0]", "[1025, 0]"), "a cell lies more than 1024 from the origin");
    assert_eq!(
        message("[0, 0]", "[0, -9223372036854775808]"),
        "a cell lies more than 1024 from the origin"
    );
    assert_eq!(message("[0, 0]", "[0, 0, 0]"), "a cell is 2 numbers, not 3");
    assert_eq!(message("\"name\"", "\"nom\""), "missing field `name`");
    assert!(message("2,", "-2,").contains("-2"));
}

#[test]
fn members_that_are_not_known_are_passed_over() {
    let more = TRAY.replace("\"width\"", "\"author\": {\"name\": [\"x\"]}, \"width\"");
    assert_eq!(read(&more), read(TRAY));
}

#[test]
fn colours_that_do_not_fit_their_cells_are_refused() {
    let text = r#"{"v": 1, "kind": "puzzle", "family": "tiling", "board": {"cells": [[0, 0]], "colours": []},
        "pieces": [{"name": "a", "cells": [[0, 0, 0], [0, 0]], "colours": ["a"]}]}"#;
    assert_eq!(faults(text, read(text)), [("colour-count", "[]"), ("colour-count", "[\"a\"]")]);
}

#[test]
fn too_many_tiles_or_colours_are_refused() {
    let tile =
        |i: usize| format!(r#"{{"name": "{i}", "edges": ["a{i}0", "b{i}0", "c{i}0", "d{i}0"]}}"#);
    let text = |count: usize, frame: &str| {
        let tiles: Vec<String> = (0..count).map(tile).collect();
        let head = r#"{"v": 1, "kind": "puzzle", "family": "matching", "width": 2, "height": 1, "rule": "pairs""#;
        format!("{head}{frame}, \"tiles\": [{}]}}", tiles.join(","))
    };
    assert!(read(&text(8192, "")).is_ok());
    assert!(read(&text(8193, "")).unwrap_err()[0].message.contains("8193 tiles"));
    assert!(
        read(&text(8192, r#", "frame": "z0""#)).unwrap_err()[0].message.contains("32769 colours")
    );
}

#[test]
fn a_solution_that_does_not_belong_to_the_puzzle_is_refused() {
    let puzzle = read(TILES).unwrap();
    let text = r#"{"v": 1, "kind": "solution", "family": "matching", "board": [{"tile": "z", "turn": 4}]}"#;
    let expected =
        [("size", r#"[{"tile": "z", "turn": 4}]"#), ("no-such-piece", "\"z\""), ("turn", "4")];
    assert_eq!(faults(text, read_solution(&puzzle, text)), expected);
    let none = r#"{"v": 1, "kind": "solution", "family": "matching", "moves": []}"#;
    assert_eq!(faults(none, read_solution(&puzzle, none)), [("other-family", none)]);
    let other = read(TRAY).unwrap();
    assert_eq!(faults(text, read_solution(&other, text)), [("json-family", "\"matching\"")]);
    let moves = r#"{"v": 1, "kind": "solution", "family": "sliding", "moves": [{"block": "a", "path": "RX"}]}"#;
    assert_eq!(faults(moves, read_solution(&other, moves)), [("path", "\"RX\"")]);
}

#[test]
fn a_solution_with_unknown_parts_is_still_written() {
    let tiles = read(TILES).unwrap();
    let board = Solution::Board(vec![Some(Laid { tile: 9, turn: 1 }), None]);
    assert!(write_solution(&tiles, &board).contains(r#"{"tile": "?", "turn": 1}"#));
    let moves = Solution::Moves(vec![Move { block: 0, path: Direction::ALL.to_vec() }]);
    assert!(
        write_solution(&read(TRAY).unwrap(), &moves).contains(r#"{"block": "a", "path": "URDL"}"#)
    );
}

#[test]
fn deep_nesting_is_refused() {
    let text = TRAY.replace("[0, 0]", &"[".repeat(100_000));
    assert_eq!(read(&text).unwrap_err().len(), 1);
    let ignored = TRAY.replace("\"width\"", &format!("\"x\": {}, \"width\"", "[".repeat(100_000)));
    assert_eq!(read(&ignored).unwrap_err().len(), 1);
}
