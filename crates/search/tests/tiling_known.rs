//! Puzzles whose numbers of solutions everybody knows.

use marquetry_puzzle::tiling::{Grid, Piece, PieceSet, Setup, Shape, Tiling};
use marquetry_puzzle::{Cell, Puzzle};
use marquetry_search::{Ending, Interval, Limits, Search, Settings};
use num_bigint::BigUint;

const PENTOMINOES: &[&str] = &[
    ".## ##. .#.",
    "#####",
    "#### #...",
    "###. ..##",
    "## ## #.",
    "### .#. .#.",
    "#.# ###",
    "#.. #.. ###",
    "#.. ##. .##",
    ".#. ### .#.",
    "#### .#..",
    "##. .#. .##",
];

const TETROMINOES: &[&str] = &["####", "## ##", "### .#.", "### #..", ".## ##."];

const OCTOMINOES: &[&str] = &[
    "### ### .##",
    "##.. #### ..##",
    "### ..# ..# ###",
    "#.. #.. ### ###",
    "..## #### ..##",
    "###.. #####",
    "..# ### ### ..#",
    "## ## ## ##",
];

/// Rows divided by blanks, layers by bars; a dot is no cell.
fn drawn(layers: &str) -> Shape {
    let mut shape = Shape::new();
    for (z, layer) in layers.split('|').enumerate() {
        for (y, row) in layer.split(' ').enumerate() {
            for (x, _) in row.chars().enumerate().filter(|c| c.1 != '.') {
                shape.push((Cell { z: z as i16, y: y as i16, x: x as i16 }, None));
            }
        }
    }
    shape
}

fn block(w: usize, h: usize, d: usize) -> String {
    vec![vec!["#".repeat(w); h].join(" "); d].join("|")
}

fn puzzle(board: &str, pieces: &[&str], change: impl Fn(&mut Piece)) -> Puzzle {
    let piece = |(i, drawing): (usize, &&str)| {
        let mut piece = Piece::new(format!("p{i}"), drawn(drawing));
        change(&mut piece);
        piece
    };
    let pieces = pieces.iter().enumerate().map(piece).collect();
    Tiling::new(Setup { board: drawn(board), pieces, ..Setup::default() }).unwrap().into()
}

/// All solutions, and those up to symmetry, counted by an engine with one thread or two.
fn counts(puzzle: &Puzzle, engine: &str, threads: usize) -> [String; 2] {
    [false, true].map(|distinct| {
        let engine = Some(engine.to_string());
        let how = Settings { engine, distinct, count: true, threads, ..Settings::default() };
        let outcome = Search::new(puzzle).settings(&how).run(&mut ()).unwrap();
        assert_eq!(outcome.ending, Ending::Exhausted);
        outcome.total.map_or(outcome.stats.solutions.to_string(), |total| total.to_string())
    })
}

fn pentominoes(board: &str) -> Puzzle {
    puzzle(board, PENTOMINOES, |_| ())
}

#[test]
fn pentominoes_on_rectangles() {
    for engine in ["auto", "lister", "counter", "cover"] {
        assert_eq!(counts(&pentominoes(&block(20, 3, 1)), engine, 1), ["8", "2"]);
        assert_eq!(counts(&pentominoes(&block(15, 4, 1)), engine, 2), ["1472", "368"]);
    }
    for threads in [1, 2] {
        assert_eq!(counts(&pentominoes(&block(12, 5, 1)), "lister", threads), ["4040", "1010"]);
        assert_eq!(counts(&pentominoes(&block(10, 6, 1)), "lister", threads), ["9356", "2339"]);
    }
}

#[test]
fn pentominoes_around_the_middle_of_a_chessboard() {
    let board = "######## ######## ######## ###..### ###..### ######## ######## ########";
    for engine in ["lister", "counter", "cover"] {
        assert_eq!(counts(&pentominoes(board), engine, 1), ["520", "65"]);
    }
}

#[test]
fn pentominoes_in_a_flat_box() {
    assert_eq!(counts(&pentominoes(&block(10, 3, 2)), "lister", 2), ["96", "12"]);
}

#[test]
fn soma_has_240_solutions_when_mirror_images_are_the_same() {
    let pieces =
        ["## #.", "### #..", "### .#.", "##. .##", "## #.|.# ..", "## #.|.. #.", "## #.|#. .."];
    let cube = puzzle(&block(3, 3, 3), &pieces, |piece| piece.flip = false);
    for engine in ["lister", "cover"] {
        assert_eq!(counts(&cube, engine, 2), ["11520", "240"]);
    }
}

#[test]
fn pieces_that_may_not_be_turned_or_flipped() {
    let expected = [("48", "6"), ("8", "2"), ("4", "2"), ("1", "1")];
    let ways = [(true, true), (true, false), (false, true), (false, false)];
    for ((turn, flip), (all, classes)) in ways.into_iter().zip(expected) {
        let puzzle =
            puzzle(&block(8, 8, 1), OCTOMINOES, |piece| (piece.turn, piece.flip) = (turn, flip));
        for engine in ["lister", "counter", "cover"] {
            assert_eq!(counts(&puzzle, engine, 1), [all, classes], "{engine} {turn} {flip}");
        }
    }
}

#[test]
fn numbers_beyond_machine_words() {
    let endless = |piece: &mut Piece| (piece.least, piece.most) = (0, u32::MAX);
    let all = |board: &str, pieces: &[&str]| {
        let [all, _] = counts(&puzzle(board, pieces, endless), "auto", 1);
        all
    };
    assert_eq!(all(&block(8, 8, 1), &["##"]), "12988816");
    assert_eq!(all(&block(16, 16, 1), &["##"]), "2444888770250892795802079170816");
    assert_eq!(all(&block(12, 9, 1), &["###", "## #."]), "20574308184277971");
    // 2 x n: the Fibonacci numbers, of up to 64, 128, 256 bits and more.
    let mut fibonacci = (BigUint::from(1_u32), BigUint::from(1_u32));
    for n in 1..=420 {
        if [90, 94, 180, 188, 360, 372, 420].contains(&n) {
            assert_eq!(all(&block(n, 2, 1), &["##"]), fibonacci.1.to_string(), "2x{n}");
        }
        let next = &fibonacci.0 + &fibonacci.1;
        fibonacci = (fibonacci.1, next);
    }
}

#[test]
fn a_calendar_can_be_solved_on_every_day_of_a_leap_year() {
    let answers = marquetry_testkit::corpus::answers();
    let Some(Puzzle::Tiling(calendar)) =
        answers.into_iter().find(|a| a.name == "calendar").map(|a| a.puzzle)
    else {
        panic!("no calendar")
    };
    let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(' ');
    let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, days) in months.zip(lengths) {
        for day in 1..=days {
            let open = [month.to_owned(), day.to_string()];
            let open = open.map(|label| calendar.labelled(&label).unwrap());
            let puzzle = calendar.clone().with_open(&open).unwrap().into();
            let first = Limits { solutions: Some(1), ..Limits::default() };
            let found = Search::new(&puzzle).limits(first).run(&mut ());
            assert_eq!(found.unwrap().stats.solutions, 1, "{month} {day}");
        }
    }
}

#[test]
fn too_little_memory_is_said_and_nothing_is_proved() {
    let dominoes = puzzle(&block(16, 16, 1), &["##"], |p| (p.least, p.most) = (0, u32::MAX));
    let how = Settings { count: true, ..Settings::default() };
    let limits = Limits { memory: Some(200_000), ..Limits::default() };
    let outcome = Search::new(&dominoes).settings(&how).limits(limits).run(&mut ()).unwrap();
    assert_eq!(outcome.ending, Ending::MemoryLimit);
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    for engine in ["auto", "lister", "cover"] {
        let how = Settings { engine: Some(engine.into()), ..Settings::default() };
        let outcome = Search::new(&dominoes).settings(&how).limits(limits).run(&mut ()).unwrap();
        assert_eq!(outcome.ending, Ending::MemoryLimit);
    }
}

#[test]
fn a_chessboard_without_two_opposite_corners_is_refused_at_once_by_colour() {
    let board = format!(".####### {} #######.", ["########"; 6].join(" "));
    let dominoes = puzzle(&board, &["##"], |p| (p.least, p.most) = (0, u32::MAX));
    let how = Settings { engine: Some("cover".into()), ..Settings::default() };
    let outcome = Search::new(&dominoes).settings(&how).run(&mut ()).unwrap();
    assert_eq!((outcome.ending, outcome.stats.nodes), (Ending::Exhausted, 0));
}

#[test]
fn what_is_left_of_a_huge_board_is_a_few_numbers_a_piece() {
    let dominoes = puzzle(&block(200, 200, 1), &["##"], |p| (p.least, p.most) = (0, u32::MAX));
    let how = Settings { engine: Some("cover".into()), count: true, ..Settings::default() };
    let limits = Limits { nodes: Some(20_000), memory: Some(64 << 20), ..Limits::default() };
    let outcome = Search::new(&dominoes).settings(&how).limits(limits).run(&mut ()).unwrap();
    assert_eq!(outcome.ending, Ending::NodeLimit);
    let [unit] = outcome.rest.units() else { panic!("{:?}", outcome.rest) };
    assert!(unit.part.from.0.len() <= 20_000 && unit.part.to.is_none());
}

#[test]
fn a_search_is_stopped_while_it_prepares() {
    let dominoes = puzzle(&block(256, 256, 1), &["##"], |p| (p.least, p.most) = (0, u32::MAX));
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    for engine in ["auto", "lister", "cover"] {
        let how = Settings { engine: Some(engine.into()), ..Settings::default() };
        let outcome = Search::new(&dominoes).settings(&how).limits(limits).run(&mut ()).unwrap();
        assert_eq!((outcome.ending, outcome.stats.nodes), (Ending::TimeLimit, 0), "{engine}");
        let [unit] = outcome.rest.units() else { panic!("{engine}: {:?}", outcome.rest) };
        assert_eq!(unit.part, Interval::WHOLE, "{engine}");
    }
}

#[test]
fn dominoes_are_counted_as_fast_with_their_number_as_without() {
    let count = |least, most| {
        let dominoes = puzzle(&block(16, 16, 1), &["##"], |p| (p.least, p.most) = (least, most));
        let how = Settings { count: true, ..Settings::default() };
        let outcome = Search::new(&dominoes).settings(&how).run(&mut ());
        outcome.unwrap()
    };
    let (exactly, any) = (count(128, 128), count(0, u32::MAX));
    assert_eq!(exactly.number().to_string(), "2444888770250892795802079170816");
    assert_eq!(exactly.number(), any.number());
    assert!(exactly.stats.nodes <= 2 * any.stats.nodes);
}

#[test]
fn a_first_solution_of_a_larger_board_takes_more_steps_as_its_area_grows_and_no_more() {
    for side in [64, 100, 140] {
        let dominoes =
            puzzle(&block(side, side, 1), &["##"], |p| (p.least, p.most) = (0, u32::MAX));
        let limits = Limits { solutions: Some(1), ..Limits::default() };
        let how = Settings::default();
        let outcome = Search::new(&dominoes).settings(&how).limits(limits).run(&mut ()).unwrap();
        assert_eq!(outcome.ending, Ending::Enough);
        assert!(outcome.stats.nodes <= 3 * (side * side) as u64, "{side}: {:?}", outcome.stats);
    }
}

#[test]
fn tetrominoes_and_pentominoes_are_counted_and_not_listed_where_there_are_millions() {
    let puzzle = puzzle(&block(20, 4, 1), &[TETROMINOES, PENTOMINOES].concat(), |_| ());
    let how = Settings { count: true, ..Settings::default() };
    let all = Search::new(&puzzle).settings(&how).run(&mut ()).unwrap();
    assert_eq!((all.ending, all.stats.solutions), (Ending::Exhausted, 354_007_828));
}

/// The pentominoes and a square that cover a chessboard, with four coloured cells on both.
fn thirteen() -> Puzzle {
    let drawings = [
        "a#. .## .#.",
        "#####",
        ".# .# .# ##",
        "#. #. ## .#",
        "## ##",
        "### .##",
        "#.. ### #..",
        "#a .# ##",
        "#.. #.. ###",
        ".## ##. #..",
        ".#. #a# .#.",
        ".#.. ####",
        "#.. ### ..a",
    ];
    let coloured = [(0, 0), (7, 7), (3, 4), (4, 3)].map(|(x, y)| Cell::at(x, y));
    let paint = |(cell, _)| (cell, coloured.contains(&cell).then_some('a'));
    let painted = |drawing: &str| {
        let mut shape = drawn(drawing);
        let signs = drawing.split(' ').flat_map(str::chars).filter(|&sign| sign != '.');
        shape.iter_mut().zip(signs).for_each(|(cell, sign)| cell.1 = (sign == 'a').then_some('a'));
        shape
    };
    let piece = |(i, drawing): (usize, &&str)| Piece::new(format!("p{i}"), painted(drawing));
    let board = drawn(&block(8, 8, 1)).into_iter().map(paint).collect();
    let pieces = drawings.iter().enumerate().map(piece).collect();
    Tiling::new(Setup { board, pieces, ..Setup::default() }).unwrap().into()
}

#[test]
fn all_solutions_follow_from_those_up_to_symmetry() {
    let count = |distinct| {
        let how = Settings { count: true, distinct, ..Settings::default() };
        let outcome = Search::new(&thirteen()).settings(&how).run(&mut ());
        outcome.unwrap().stats
    };
    let (all, classes) = (count(false), count(true));
    assert_eq!((all.solutions, classes.solutions), (129_168, 32_292));
    assert!(all.nodes <= classes.nodes * 5 / 4, "{} nodes, {}", all.nodes, classes.nodes);
}

/// A parallelogram of hexagons, or of two triangles over each of its cells.
fn parallelogram(grid: Grid, width: i16, height: i16) -> Shape {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let cells = cells.flat_map(|(x, y)| match grid {
        Grid::Triangles => vec![Cell::at(2 * x + y, y), Cell::at(2 * x + y - 1, y)],
        _ => vec![Cell::at(x, y)],
    });
    cells.map(|cell| (cell, None)).collect()
}

fn with_set(set: &str, board: Shape) -> Puzzle {
    let set = PieceSet::by_name(set).unwrap();
    let setup = Setup { grid: set.grid, board, pieces: set.pieces(), ..Setup::default() };
    Tiling::new(setup).unwrap().into()
}

#[test]
fn hexiamonds_and_tetrahexes_fill_what_an_independent_program_says() {
    let (hexagons, triangles) = (Grid::Hexagons, Grid::Triangles);
    let triangle = parallelogram(hexagons, 7, 7).into_iter().filter(|c| c.0.x + c.0.y < 7);
    for (set, board, wanted) in [
        ("hexiamonds", parallelogram(triangles, 6, 6), ["624", "156"]),
        ("hexiamonds", parallelogram(triangles, 4, 9), ["148", "74"]),
        ("hexiamonds", parallelogram(triangles, 9, 4), ["148", "74"]),
        ("hexiamonds", parallelogram(triangles, 3, 12), ["0", "0"]),
        ("tetrahexes", parallelogram(hexagons, 4, 7), ["18", "9"]),
        ("tetrahexes", parallelogram(hexagons, 2, 14), ["0", "0"]),
        ("tetrahexes", triangle.collect(), ["0", "0"]),
    ] {
        let puzzle = with_set(set, board);
        for engine in ["auto", "lister", "cover"] {
            assert_eq!(counts(&puzzle, engine, 1), wanted, "{set} {engine}");
        }
    }
}

#[test]
fn rows_of_hexagons_and_triangles_are_taken_the_way_that_has_the_shortest_side() {
    for (set, board, wanted) in [
        ("hexiamonds", parallelogram(Grid::Triangles, 4, 9), "66806"),
        ("tetrahexes", parallelogram(Grid::Hexagons, 4, 7), "1309"),
    ] {
        let Puzzle::Tiling(p) = with_set(set, board) else { unreachable!() };
        for symmetry in p.grid.symmetries(false) {
            let board = p.grid.shape_image(symmetry, &p.board);
            let how = Settings {
                count: true,
                threads: 1,
                engine: Some("lister".into()),
                ..Settings::default()
            };
            let outcome = Search::new(&with_set(set, board)).settings(&how).run(&mut ()).unwrap();
            let (nodes, wanted) = (outcome.stats.nodes, wanted.parse::<u64>().unwrap());
            assert!(nodes < 3 * wanted, "{set} {symmetry:?}: {nodes}");
        }
    }
}
