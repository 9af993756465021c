//! Times the engines for tiling puzzles: every answer is asserted.
//!
//! `tiling` takes about a minute; `tiling covers` is the exact cover problems alone; `tiling long` adds the pentominoes in a
//! 3x4x5 box, dominoes on 24x24 and the partridge puzzle, and two threads beside one.

use marquetry_bench::{PENTOMINOES, cpu_time, row};
use marquetry_formats::builtin::builtin;
use marquetry_puzzle::items::Item;
use marquetry_puzzle::tiling::{Piece, PieceSet, Setup, Shape, Tiling};
use marquetry_puzzle::{Cell, ExactCover, Puzzle};
use marquetry_search::{Limits, Outcome, Search, Settings};

fn main() {
    let asked = |word: &str| std::env::args().any(|arg| arg == word);
    let long = asked("long");
    if asked("covers") {
        return covers();
    }
    all_solutions();
    covers();
    counts();
    first_solutions();
    calendar();
    if long {
        large();
    }
}

/// The puzzles whose classes of solutions are all found, by the engine chosen and by the general one.
fn all_solutions() {
    println!("all solutions up to symmetry, counted");
    let cases = [
        ("pentominoes 3x20", named("pentominoes-3x20"), 2),
        ("pentominoes 4x15", named("pentominoes-4x15"), 368),
        ("pentominoes 5x12", named("pentominoes-5x12"), 1010),
        ("pentominoes 6x10", named("pentominoes-6x10"), 2339),
        ("pentominoes 8x8, no middle", named("pentominoes-8x8"), 65),
        ("pentominoes 2x3x10", puzzle(block(10, 3, 2), pieces(&PENTOMINOES)), 12),
        ("pentominoes 2x5x6", puzzle(block(6, 5, 2), pieces(&PENTOMINOES)), 264),
        ("checkerboard", named("checkerboard"), 779),
        ("13 pieces with colours 8x8", thirteen(), 32_292),
        ("IQ creator", iq_creator(), 6),
        ("two sets of tetrominoes 5x8", tetrominoes(), 783),
        ("Soma", named("soma"), 240),
    ];
    for (name, puzzle, classes) in cases {
        let auto = measure(&puzzle, &settings("auto", true, true, 1), Limits::default());
        let cover = measure(&puzzle, &settings("cover", true, true, 1), Limits::default());
        for run in [&auto, &cover] {
            assert_eq!(run.1.stats.solutions, classes, "{name}");
        }
        let engine = auto.1.chosen.unwrap_or_default();
        let ratio = format!("{:.1}", cover.0 / auto.0);
        let mut values = vec![("engine", engine.to_string())];
        values.extend(figures(&auto));
        values.extend([("cover", seconds(cover.0)), ("ratio", ratio)]);
        row(name, &values);
    }
}

/// Tiling puzzles as exact cover problems: all solutions, symmetry or not.
fn covers() {
    println!("exact cover problems, all solutions counted");
    let cases = [("soma", 11_520), ("pentominoes-6x10", 9356), ("pentominoes-2x5x6", 2112)];
    let tilings = cases.map(|(name, solutions)| (name, problem(&named(name)), solutions));
    let coloured = [
        ("cycles of two letters", cycles(2, 5), 2048),
        ("cycles of three letters", cycles(3, 3), 373_248),
    ];
    for (name, problem, solutions) in tilings.into_iter().chain(coloured) {
        let run = timed(|| {
            let how = Settings { count: true, ..Settings::default() };
            cover(&problem, &how, Limits::default())
        });
        assert_eq!(run.1.stats.solutions, solutions, "{name}");
        row(name, &figures(&run));
    }
}

/// Cycles of letters, of so many kinds, in which each word of some length is found once: an option for each word at each
/// place, which gives its letters their colours. The first word is at the first place, so that no cycle is counted turned.
fn cycles(kinds: usize, length: usize) -> ExactCover {
    let words = kinds.pow(length as u32);
    let item = |i: usize| Item { name: i.to_string(), times: (i < 2 * words).then_some((1, 1)) };
    let option = |place: usize, word: usize| {
        let kind = |i: usize| word / kinds.pow((length - 1 - i) as u32) % kinds;
        let letter = |i: usize| (2 * words + (place + i) % words, Some(kind(i)));
        [(place, None), (words + word, None)].into_iter().chain((0..length).map(letter)).collect()
    };
    let at = |place: usize| (0..if place == 0 { 1 } else { words }).map(move |word| (place, word));
    let options = (0..words).flat_map(at).map(|(place, word)| option(place, word)).collect();
    let colours = ["a", "b", "c"].map(String::from).into();
    ExactCover { items: (0..3 * words).map(item).collect(), colours, options }
}

fn problem(puzzle: &Puzzle) -> ExactCover {
    let Puzzle::Tiling(tiling) = puzzle else { panic!("not a tiling puzzle") };
    ExactCover::of_tiling(tiling, usize::MAX).expect("there is no limit").0
}

fn cover(problem: &ExactCover, how: &Settings, limits: Limits) -> Outcome {
    Search::cover(problem).settings(how).limits(limits).run(()).expect("it is searched")
}

/// Numbers far too large to list.
fn counts() {
    println!("counted without listing");
    let dominoes = || endless(&[("I", "##")]);
    let cases = [
        ("dominoes 8x8", puzzle(block(8, 8, 1), dominoes()), "12988816"),
        ("dominoes 16x16", puzzle(block(16, 16, 1), dominoes()), "2444888770250892795802079170816"),
        ("dominoes 20x20", puzzle(block(20, 20, 1), dominoes()), TWENTY),
        (
            "trominoes 9x12",
            puzzle(block(12, 9, 1), endless(&[("I", "###"), ("L", "## #.")])),
            "20574308184277971",
        ),
    ];
    for (name, puzzle, number) in cases {
        let run = measure(&puzzle, &settings("auto", false, true, 1), Limits::default());
        assert_eq!(run.1.total.as_ref().map(ToString::to_string).as_deref(), Some(number));
        row(name, &figures(&run));
    }
}

const TWENTY: &str = "1269984011256235834242602753102293934298576249856";
const TWENTY_FOUR: &str = "7435775679122922965141930394167684120105535297322308613569173527105536";

/// As many of each piece as there is room for.
fn endless(pieces: &[(&str, &str)]) -> Vec<Piece> {
    let all = self::pieces(pieces).into_iter();
    all.map(|piece| Piece { least: 0, most: u32::MAX, ..piece }).collect()
}

fn first_solutions() {
    println!("first solution");
    let one = Limits { solutions: Some(1), ..Limits::default() };
    let cases = [
        ("pentominoes 6x10", named("pentominoes-6x10")),
        ("checkerboard", named("checkerboard")),
        ("35 hexominoes, 15x15 - 3x5", hexominoes()),
    ];
    for (name, puzzle) in cases {
        let run = measure(&puzzle, &settings("auto", false, false, 1), one);
        assert_eq!(run.1.stats.solutions, 1, "{name}");
        row(name, &figures(&run));
    }
}

/// Every day of a leap year on the calendar board: all solutions of each.
fn calendar() {
    println!("calendar");
    let days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before = cpu_time();
    let (mut nodes, mut solutions) = (0, Vec::new());
    for (month, days) in days.into_iter().enumerate() {
        for day in 0..days {
            let how = settings("auto", false, true, 1);
            let outcome = run(&day_of_year(month as i16, day), &how, Limits::default());
            nodes += outcome.stats.nodes;
            solutions.push(outcome.stats.solutions);
        }
    }
    let time = (cpu_time() - before).as_secs_f64();
    assert_eq!((solutions.iter().min(), solutions.iter().max()), (Some(&7), Some(&216)));
    let all: u64 = solutions.iter().sum();
    let values = [("time", seconds(time)), ("nodes", nodes.to_string()), ("all", all.to_string())];
    row("all 366 days", &values);
}

/// Searches of over a second, with one thread and with two: the ratio is that of times on the wall.
fn large() {
    println!("long");
    let dominoes = puzzle(block(24, 24, 1), endless(&[("I", "##")]));
    let cases = [
        ("pentominoes 3x4x5", puzzle(block(5, 4, 3), pieces(&PENTOMINOES)), true, "3940"),
        ("13 pieces with colours 8x8", thirteen(), true, "32292"),
        ("dominoes 24x24", dominoes, false, TWENTY_FOUR),
    ];
    for (name, puzzle, distinct, number) in cases {
        let [one, two] = [1, 2].map(|threads| {
            let start = std::time::Instant::now();
            let how = settings("auto", distinct, true, threads);
            let outcome = run(&puzzle, &how, Limits::default());
            assert_eq!(outcome.number().to_string(), number, "{name}");
            (start.elapsed().as_secs_f64(), outcome)
        });
        let mut values = figures(&one);
        values
            .extend([("two threads", seconds(two.0)), ("ratio", format!("{:.2}", one.0 / two.0))]);
        row(name, &values);
    }
    partridge();
}

/// A first solution of the partridge puzzle of order 8: one square of 1x1, two of 2x2 and so on in a square of 36x36.
fn partridge() {
    let square = |n: i16| {
        let piece = Piece::new(format!("{n}"), block(n, n, 1));
        Piece { least: n as u32, most: n as u32, ..piece }
    };
    let puzzle = puzzle(block(36, 36, 1), (1..=8).map(square).collect());
    let one = Limits { solutions: Some(1), ..Limits::default() };
    let run = measure(&puzzle, &settings("auto", false, false, 1), one);
    assert_eq!(run.1.stats.solutions, 1);
    row("partridge puzzle, order 8", &figures(&run));
    let problem = problem(&puzzle);
    let run = timed(|| cover(&problem, &Settings::default(), one));
    assert_eq!(run.1.stats.solutions, 1);
    row("the same as an exact cover", &figures(&run));
}

fn settings(engine: &str, distinct: bool, count: bool, threads: usize) -> Settings {
    Settings { engine: Some(engine.into()), distinct, count, threads, ..Settings::default() }
}

fn run(puzzle: &Puzzle, how: &Settings, limits: Limits) -> Outcome {
    Search::new(puzzle)
        .settings(how)
        .limits(limits)
        .run(&mut ())
        .expect("the engine takes this puzzle")
}

fn measure(puzzle: &Puzzle, how: &Settings, limits: Limits) -> (f64, Outcome) {
    timed(|| run(puzzle, how, limits))
}

/// CPU seconds of one run: the mean of as many as take some tenths of a second.
fn timed(mut run: impl FnMut() -> Outcome) -> (f64, Outcome) {
    let before = cpu_time();
    for runs in 1.. {
        let outcome = run();
        let time = (cpu_time() - before).as_secs_f64();
        if time > 0.3 || runs == 1000 {
            return (time / f64::from(runs), outcome);
        }
    }
    unreachable!("a search takes time")
}

fn figures((time, outcome): &(f64, Outcome)) -> Vec<(&'static str, String)> {
    vec![("time", seconds(*time)), ("nodes", outcome.stats.nodes.to_string())]
}

fn seconds(time: f64) -> String {
    format!("{time:.4}s")
}

fn named(name: &str) -> Puzzle {
    builtin(name).and_then(|b| b.puzzle()).expect("the puzzle is built in")
}

fn puzzle(board: Shape, pieces: Vec<Piece>) -> Puzzle {
    let setup = Setup { board, pieces, ..Setup::default() };
    Tiling::new(setup).expect("the puzzle makes sense").into()
}

fn block(w: i16, h: i16, d: i16) -> Shape {
    let layer = move |z| (0..h).flat_map(move |y| (0..w).map(move |x| (Cell { z, y, x }, None)));
    (0..d).flat_map(layer).collect()
}

/// Rows divided by blanks; a dot is no cell, a letter is a colour.
fn drawn(rows: &str) -> Shape {
    let mut shape = Shape::new();
    for (y, row) in rows.split(' ').enumerate() {
        for (x, c) in row.chars().enumerate().filter(|c| c.1 != '.') {
            shape.push((Cell::at(x as i16, y as i16), Some(c).filter(|&c| c != '#')));
        }
    }
    shape
}

fn pieces(drawings: &[(&str, &str)]) -> Vec<Piece> {
    drawings.iter().map(|(name, rows)| Piece::new(*name, drawn(rows))).collect()
}

/// The pentominoes and a square that cover a chessboard, with four coloured cells on both.
fn thirteen() -> Puzzle {
    let drawings = [
        ("F", "a#. .## .#."),
        ("I", "#####"),
        ("L", ".# .# .# ##"),
        ("N", "#. #. ## .#"),
        ("O", "## ##"),
        ("P", "### .##"),
        ("T", "#.. ### #.."),
        ("U", "#a .# ##"),
        ("V", "#.. #.. ###"),
        ("W", ".## ##. #.."),
        ("X", ".#. #a# .#."),
        ("Y", ".#.. ####"),
        ("Z", "#.. ### ..a"),
    ];
    let coloured = [(0, 0), (7, 7), (3, 4), (4, 3)].map(|(x, y)| Cell::at(x, y));
    let paint = |(cell, _)| (cell, coloured.contains(&cell).then_some('a'));
    puzzle(block(8, 8, 1).into_iter().map(paint).collect(), pieces(&drawings))
}

fn iq_creator() -> Puzzle {
    let drawings = [
        ("A", "### ### .##"),
        ("B", "##.. #### ..##"),
        ("C", "### ..# ..# ###"),
        ("D", "#.. #.. ### ###"),
        ("E", "..## #### ..##"),
        ("F", "###.. #####"),
        ("G", "..# ### ### ..#"),
        ("H", "## ## ## ##"),
    ];
    puzzle(block(8, 8, 1), pieces(&drawings))
}

/// Two of each tetromino.
fn tetrominoes() -> Puzzle {
    let drawings =
        [("I", "####"), ("L", "### #.."), ("O", "## ##"), ("S", "##. .##"), ("T", "### .#.")];
    let two = |piece| Piece { least: 2, most: 2, ..piece };
    puzzle(block(8, 5, 1), pieces(&drawings).into_iter().map(two).collect())
}

/// All 35 hexominoes, on a board whose middle is missing.
fn hexominoes() -> Puzzle {
    let board = block(15, 15, 1).into_iter();
    let hole = |c: Cell| (6..9).contains(&c.x) && (5..10).contains(&c.y);
    let pieces = PieceSet::by_name("hexominoes").expect("a set's name").pieces();
    puzzle(board.filter(|c| !hole(c.0)).collect(), pieces)
}

/// The calendar board with one month and one day left open.
fn day_of_year(month: i16, day: i16) -> Puzzle {
    let months = drawn("######. ######.");
    let days = drawn("####### ####### ####### ####### ###");
    let days = days.into_iter().map(|(c, colour)| (c.plus(Cell::at(0, 2)), colour));
    let open = [Cell::at(month % 6, month / 6), Cell::at(day % 7, 2 + day / 7)];
    let board = months.into_iter().chain(days).filter(|c| !open.contains(&c.0)).collect();
    let used = |p: &&(&str, &str)| "LNPUVYZ".contains(p.0);
    let mut drawings: Vec<(&str, &str)> = PENTOMINOES.iter().filter(used).copied().collect();
    drawings.push(("O", "### ###"));
    puzzle(board, pieces(&drawings))
}
