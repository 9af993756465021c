//! The native format carries every feature of the data model, and survives rubbish.

use marquetry_formats::detect::{Format, Hints, read, read_solutions, write, write_solutions};
use marquetry_formats::{Source, native};
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::tiling::Grid;
use marquetry_testkit::{matching, sliding, tiling};
use proptest::prelude::*;

fn random(seed: u64) -> [Puzzle; 5] {
    [
        matching::matching(seed).into(),
        tiling::tiling(seed).into(),
        tiling::tiling_on(Grid::Hexagons, seed).into(),
        tiling::tiling_on(Grid::Triangles, seed).into(),
        sliding::sliding(seed).into(),
    ]
}

#[test]
fn every_random_puzzle_reads_back_equal() {
    for puzzle in (0..500).flat_map(random) {
        let text = native::write(&puzzle);
        assert_eq!(native::read(&text).as_ref(), Ok(&puzzle), "{text}");
    }
}

#[test]
fn every_solution_reads_back_equal_in_every_format_that_has_it() {
    let mut carried = vec![0; Format::ALL.len()];
    for puzzle in (0..100).flat_map(random) {
        for solution in marquetry_testkit::conformance::solutions(&puzzle).into_iter().take(3) {
            for (i, format) in Format::ALL.into_iter().enumerate() {
                let Ok(text) = write_solutions(format, &puzzle, std::slice::from_ref(&solution))
                else {
                    continue;
                };
                let back =
                    read_solutions(&puzzle, &Source::new("solution", text.clone()), Some(format));
                let back = back.unwrap_or_else(|rejected| panic!("{text}{rejected}"));
                assert_eq!(back, std::slice::from_ref(&solution), "{text}");
                carried[i] += 1;
            }
        }
    }
    for format in [Format::Native, Format::Json, Format::Tetravex, Format::Berkeley] {
        let at = Format::ALL.iter().position(|f| *f == format).unwrap();
        assert!(carried[at] > 10, "{}: {carried:?}", format.name());
    }
}

#[test]
fn a_title_is_its_words_in_every_format_that_has_one() {
    for puzzle in (0..10).flat_map(random) {
        let text = native::write(&puzzle);
        let bare: Vec<&str> = text.lines().filter(|line| !line.starts_with("title ")).collect();
        let puzzle = native::read(&bare.join("\n").replacen('\n', "\ntitle  A \t  title \n", 1));
        let puzzle = puzzle.expect("a title is no fault");
        assert_eq!(puzzle.title(), "A title");
        let text =
            write(Format::Json, &puzzle).unwrap().text.replace("A title", "\\n A\\u0085  title ");
        let (_, back) = read(&Source::new("titled", text), &Hints::default()).unwrap();
        assert_eq!(back, puzzle);
        assert_eq!(native::read(&native::write(&back)), Ok(puzzle));
    }
}

#[test]
fn a_written_puzzle_is_told_to_be_of_its_format() {
    let mut told = 0;
    for puzzle in (0..200).flat_map(random) {
        for format in [Format::Native, Format::Json] {
            let written = write(format, &puzzle).unwrap();
            let (found, back) =
                read(&Source::new("puzzle", written.text), &Hints::default()).unwrap();
            assert_eq!((found, back), (format, puzzle.clone()));
            told += 1;
        }
    }
    assert_eq!(told, 2000);
}

proptest! {
    #[test]
    fn rubbish_is_refused_without_a_panic(text in "\\PC*") {
        for format in Format::ALL {
            let _ = read(&Source::new("rubbish", text.clone()), &Hints { from: Some(format), ..Hints::default() });
        }
        let _ = read(&Source::new("rubbish", text), &Hints::default());
    }

    #[test]
    fn a_puzzle_with_a_changed_line_is_read_or_refused(seed in 0u64..200, line in 0usize..40, with in "[a-z#.0-9 ]{0,12}") {
        for puzzle in random(seed) {
            let text = native::write(&puzzle);
            let changed: Vec<&str> =
                text.lines().enumerate().map(|(i, l)| if i == line { with.as_str() } else { l }).collect();
            if let Err(faults) = native::read(&changed.join("\n")) {
                prop_assert!(!faults.is_empty());
            }
        }
    }
}

#[test]
fn an_odd_tiling_puzzle_has_a_clear_word() {
    let said = |text: &str| match native::read(&format!("marquetry tiling\n{text}")) {
        Ok(puzzle) => marquetry_puzzle::analyse(&puzzle).impossible.join("; "),
        Err(faults) => faults.into_iter().map(|f| f.message).collect::<Vec<_>>().join("; "),
    };
    let many: String = (0..10_000).map(|i| format!("piece p{i}\n  #\n")).collect();
    let odd = [
        ("board\n  ..\npiece I\n  ##\n".to_owned(), "the board has no cells"),
        ("board\n  ###\npiece I\n  ####\n".to_owned(), "piece 'I' fits nowhere on the board"),
        (
            "board\n  az\npiece I copies 2\n  a\n".to_owned(),
            "cells of colour z on the board: 1, on the pieces: 0",
        ),
        (format!("board\n  ##\n{many}"), "10000 pieces are more than 4096"),
    ];
    for (text, word) in odd {
        assert!(said(&text).contains(word), "{}", said(&text));
    }
    let copies = "board\n  ##\npiece I copies 0..10000\n  #\n";
    assert_eq!(said(copies), "", "copies are no matter");
}

fn tiling_of(text: &str) -> Puzzle {
    native::read(text).unwrap_or_else(|faults| panic!("{text}{faults:?}"))
}

#[test]
fn hexagons_may_be_drawn_as_one_sees_them() {
    let ring = "marquetry tiling\ngrid hexagons\nboard\n   # #\n  # . #\n   # #\npieces dihexes copies 3\n";
    let Puzzle::Tiling(p) = tiling_of(ring) else { unreachable!() };
    assert_eq!((p.board.len(), p.size()), (6, (3, 3, 1)));
    assert_eq!(p.motions().len(), 12);
    let leaning = ring.replace("   # #\n  # . #\n   # #", "  # #\n # . #\n  # #");
    assert_eq!(tiling_of(&leaning), tiling_of(ring));
}

#[test]
fn a_triangle_without_a_sign_points_as_its_place_says() {
    let text = |rows: &str| {
        format!("marquetry tiling\ngrid triangles\nboard\n{rows}piece A turn no\n  ^\n")
    };
    assert_eq!(tiling_of(&text("  ^a\n")), tiling_of(&text("  .^a.\n")));
    assert_eq!(tiling_of(&text("  a\n")), tiling_of(&text("  ..a\n")));
    assert_ne!(tiling_of(&text("  a\n")), tiling_of(&text("  .a\n")));
}

#[test]
fn a_set_of_pieces_is_one_line_and_names_are_never_used_twice() {
    let text = "marquetry tiling\nboard\n  ####\npiece I\n  ##\npieces tetrominoes\npieces one-sided tetrominoes copies 0..2\n";
    let Puzzle::Tiling(p) = tiling_of(text) else { unreachable!() };
    let names: Vec<&str> = p.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names.join(" "), "I I-2 L O S T I-3 J L-2 O-2 S-2 T-2 Z");
    assert_eq!((p.pieces[1].flip, p.pieces[12].flip, p.pieces[12].most), (true, false, 2));
}
