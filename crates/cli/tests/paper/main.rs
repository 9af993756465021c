//! What is printed, read back and measured.

mod command;
mod cut;
mod reader;
mod shapes;

use std::ops::ControlFlow;

use marquetry::draw::{Entry, Paper, Sheets};
use marquetry::formats::builtin::builtin;
use marquetry::search::each_solution;
use marquetry::{Puzzle, Search, Solution};
use reader::{Page, Point, pages};

/// Points in a millimetre.
const MM: f32 = 72.0 / 25.4;

fn named(name: &str) -> Puzzle {
    builtin(name).and_then(|known| known.puzzle()).expect("a built-in puzzle")
}

fn solved(puzzle: &Puzzle) -> Solution {
    let mut found = None;
    let keep = each_solution(|solution: &Solution| {
        found = Some(solution.clone());
        ControlFlow::Break(())
    });
    Search::new(puzzle).first(1).run(keep).expect("a search");
    found.expect("a solution")
}

fn entry(puzzle: &Puzzle) -> Entry<'_> {
    Entry { puzzle, words: vec!["difficulty: an adult".into()], answer: Ok(solved(puzzle)) }
}

fn printed(name: &str, sheets: Sheets) -> Vec<Page> {
    let puzzle = named(name);
    pages(&sheets.book(None, &[entry(&puzzle)]).expect("a book"))
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.02
}

/// The lines to cut along: thin ones of ink, so many units wide where a cell is so many.
fn cut_lines(page: &Page, cell: f32, units: f32) -> Vec<Vec<Point>> {
    let wide = 0.8 * cell / units * MM;
    let thin = |path: &&reader::Path| path.stroke.is_some_and(|s| near(s.1, wide) && s.0[0] < 0.2);
    page.paths.iter().filter(thin).flat_map(|path| path.lines.clone()).collect()
}

/// The lengths of a line's steps, in millimetres.
fn steps(line: &[Point]) -> Vec<f32> {
    line.windows(2).map(|ends| (ends[1].0 - ends[0].0).hypot(ends[1].1 - ends[0].1) / MM).collect()
}

#[test]
fn a_page_has_the_size_of_its_paper() {
    for (paper, (w, h)) in [(Paper::A4, (595.276, 841.89)), (Paper::Letter, (612.0, 792.0))] {
        for page in printed("tetravex-2x2", Sheets { paper, cell: None }) {
            assert!((page.size.0 - w).abs() < 0.001 && (page.size.1 - h).abs() < 0.001);
        }
    }
}

#[test]
fn a_cell_of_15_mm_is_15_mm_on_squares_hexagons_and_triangles() {
    let hexagon = 15.0 / 3f32.sqrt();
    for (name, units, pieces, side) in [
        ("pentominoes-6x10", 40.0, 12, 15.0),
        ("tetrahexes-4x7", 40.0, 7, hexagon),
        ("hexiamonds-6x6", 64.0, 12, 15.0),
        ("klotski", 40.0, 10, 15.0),
    ] {
        let pages = printed(name, Sheets::default());
        let cuts: Vec<_> = pages.iter().flat_map(|page| cut_lines(page, 15.0, units)).collect();
        assert_eq!(cuts.len(), pieces, "{name}");
        for length in cuts.iter().flat_map(|line| steps(line)) {
            let cells = (length / side).round();
            assert!(cells >= 1.0 && near(length, cells * side), "{name}: {length} mm");
        }
    }
}

#[test]
fn the_twelve_pentominoes_have_their_edges_on_paper() {
    let pages = printed("pentominoes-6x10", Sheets { cell: Some(12.0), ..Sheets::default() });
    let cuts = pages.iter().flat_map(|page| cut_lines(page, 12.0, 40.0));
    let edge: f32 = cuts.map(|line| steps(&line).iter().sum::<f32>()).sum();
    // All have twelve edges, but for P with ten.
    assert!(near(edge / 12.0, 142.0), "{edge} mm");
}

#[test]
fn tiles_lie_edge_to_edge_at_their_size() {
    let pages = printed("framed-4x4", Sheets { cell: Some(20.0), ..Sheets::default() });
    // The rim of a tile, 1.8 units of 64 wide.
    let wide = 1.8 * 20.0 / 64.0 * MM;
    let rims = pages[0].paths.iter().filter(|p| p.stroke.is_some_and(|s| near(s.1, wide)));
    let rims: Vec<_> = rims.flat_map(|path| path.lines.clone()).collect();
    assert_eq!(rims.len(), 16);
    assert!(rims.iter().flat_map(|rim| steps(rim)).all(|side| near(side, 20.0)));
}

#[test]
fn solutions_are_upside_down_on_the_last_pages() {
    let pages = printed("soma", Sheets::default());
    let (last, others) = pages.split_last().expect("pages");
    assert!(last.frame[0] < 0.0 && last.frame[3] > 0.0);
    assert!(!others.is_empty());
    assert!(others.iter().all(|page| page.frame[0] > 0.0 && page.frame[3] < 0.0));
}

#[test]
fn a_long_board_goes_over_several_pages_that_overlap_by_a_strip() {
    let pages = printed("pentominoes-3x20", Sheets { cell: Some(25.0), ..Sheets::default() });
    let parts: Vec<&Page> = pages.iter().filter(|page| !page.windows.is_empty()).collect();
    assert_eq!(parts.len(), 4);
    let wide = |page: &Page| (page.windows[0][1].0 - page.windows[0][0].0).abs() / MM;
    // Two rims of 3 units of 40 reach out of the ends.
    let all: f32 = parts.iter().map(|page| wide(page)).sum();
    assert!(near(all, 500.0 + 3.0 * 8.0 + 2.0 * 3.0 * 25.0 / 40.0), "{all} mm");
}

#[test]
fn nothing_is_printed_outside_of_the_paper() {
    for name in
        ["calendar", "pentominoes-3x20", "soma", "hexagon", "rush-hour", "fifteen", "framed-8x8"]
    {
        let puzzle = named(name);
        let entry = Entry { puzzle: &puzzle, words: vec![], answer: Err("none".into()) };
        let book = Sheets::default().book(Some("Cover"), &[entry.clone(), entry]).expect("a book");
        for page in pages(&book).iter().filter(|page| page.windows.is_empty()) {
            let drawn = page.paths.iter().filter(|path| !path.mark);
            for &(x, y) in drawn.flat_map(|path| path.lines.iter().flatten()) {
                let (w, h) = page.size;
                assert!(x > 5.0 && y > 5.0 && x < w - 5.0 && y < h - 5.0, "{name}: {x} {y}");
            }
        }
    }
}

#[test]
fn the_same_puzzles_are_the_same_bytes() {
    let (one, other) = (named("klotski"), named("hexagon"));
    let book = || {
        let answer = Err("find it".to_owned());
        let entries =
            [&one, &other].map(|puzzle| Entry { puzzle, words: vec![], answer: answer.clone() });
        Sheets::default().book(Some("Two"), &entries).expect("a book")
    };
    assert_eq!(book(), book());
}

#[test]
fn cells_that_are_too_large_or_too_small_and_books_that_are_too_long_are_refused_at_once() {
    let eternity = named("eternity2");
    let refused = |cell: f32, puzzles: &[&Puzzle]| {
        let sheets = Sheets { cell: Some(cell), ..Sheets::default() };
        sheets.check(puzzles.iter().copied()).expect_err("too much").to_string()
    };
    assert_eq!(
        refused(0.0, &[&eternity]),
        "a cell of 0 mm is too small to cut out: 2 mm are the least"
    );
    let large = "a cell of 300 mm does not fit on this paper: 164 mm are the most";
    assert_eq!(refused(300.0, &[&eternity]), large);
    let long = "that would be more than 500 pages: take smaller cells or fewer puzzles";
    assert_eq!(refused(150.0, &[&eternity]), long);
    assert_eq!(refused(15.0, &vec![&eternity; 10_000]), long);
}
