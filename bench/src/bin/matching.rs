//! Matching puzzles: `cargo run --release -p marquetry-bench --bin matching [PART ...]`
//!
//! The parts are arrows, tetravex, colours, framed and rows, all run unless some are named. `large` (a framed 8x8),
//! `ten` (Tetravex 10x10) and `squares` (more framed boards, generated) take minutes each and run only when they are
//! named, with two threads. Times are the best of three where a puzzle takes less than a second. Generating a puzzle is
//! never part of the time; compiling it always is.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use marquetry_bench::{cpu_time, row};
use marquetry_formats::builtin::builtin;
use marquetry_puzzle::matching::{Colours, Edge, Matching, Rule, Setup, Tile};
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::matching::small::Small;
use marquetry_search::{Ending, Limits, Outcome, Search, Settings, each_solution};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let asked = |part: &str| wanted.iter().any(|w| w == part);
    let parts: [(&str, fn()); 5] = [
        ("arrows", arrows),
        ("tetravex", || {
            tetravex_of(&[(5, 10, 1001), (6, 10, 1001), (7, 10, 301), (8, 10, 101), (9, 10, 101)])
        }),
        ("colours", || tetravex_of(&[(6, 5, 101), (7, 7, 101), (8, 9, 101)])),
        ("framed", framed),
        ("rows", rows),
    ];
    for (name, part) in parts {
        if wanted.is_empty() || asked(name) {
            part();
        }
    }
    let long: [(&str, fn()); 3] = [("large", large), ("ten", ten), ("squares", squares)];
    long.into_iter().filter(|(name, _)| asked(name)).for_each(|(_, part)| part());
}

/// Tiles cut from a board whose joints show these colours, shuffled, and turned where they may be.
fn cut(
    mut setup: Setup,
    rng: &mut Pcg64,
    mut colour: impl FnMut(&mut Pcg64, bool) -> Edge,
) -> Matching {
    let (w, h) = (setup.width, setup.height);
    let rim = |x: usize, y: usize| {
        let on = |at: usize, side: usize| at == 0 || at + 1 == side;
        on(x, w) || on(y, h)
    };
    let mut edges = vec![[Edge(0); 4]; w * h];
    for at in 0..w * h {
        let (x, y) = (at % w, at / w);
        for (side, (nx, ny)) in [(1, (x + 1, y)), (2, (x, y + 1))] {
            let inside = nx < w && ny < h;
            if inside || setup.frame.is_none() {
                let shown = colour(rng, inside && rim(x, y) && rim(nx, ny));
                edges[at][side] = shown;
                if inside {
                    edges[ny * w + nx][side ^ 2] = setup.rule.partner(shown);
                }
            }
        }
        for (side, outside) in [(0, y == 0), (3, x == 0)] {
            if outside && setup.frame.is_none() {
                edges[at][side] = colour(rng, false);
            }
        }
    }
    shuffle(rng, &mut edges);
    for (i, edges) in edges.into_iter().enumerate() {
        let turn = if setup.turning { rng.random_range(0..4) } else { 0 };
        let tile = Tile { name: (i + 1).to_string(), edges };
        setup.tiles.push(Tile { edges: tile.turned(turn), ..tile });
    }
    Matching::new(setup).expect("a board that was cut up is sound")
}

fn shuffle<T>(rng: &mut Pcg64, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.random_range(0..=i));
    }
}

fn names(colours: usize) -> Colours {
    Colours::new((0..colours).map(|c| c.to_string()))
}

fn tetravex(n: usize, colours: usize, seed: u64) -> Matching {
    let mut setup = Setup::blank(n, n);
    setup.turning = false;
    setup.colours = names(colours);
    let any = move |rng: &mut Pcg64, _| Edge(rng.random_range(0..colours as u16));
    cut(setup, &mut Pcg64::seed_from_u64(seed), any)
}

fn arrow(seed: u64) -> Matching {
    let mut setup = Setup::blank(3, 3);
    setup.rule = Rule::Pairs;
    setup.colours = names(4);
    cut(setup, &mut Pcg64::seed_from_u64(seed), |rng, _| Edge(rng.random_range(0..8)))
}

/// A framed square with three colours along the frame and some inside, each as often as the others.
fn framed_square(n: usize, inner: usize, seed: u64) -> Matching {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut setup = Setup::blank(n, n);
    setup.colours = names(4 + inner);
    setup.frame = Some(Edge(0));
    let (along, across) = (4 * (n - 1), 2 * n * (n - 1) - 4 * (n - 1));
    let mut frame: Vec<u16> = (0..along).map(|i| 1 + i as u16 % 3).collect();
    let mut inside: Vec<u16> = (0..across).map(|i| 4 + (i % inner) as u16).collect();
    shuffle(&mut rng, &mut frame);
    shuffle(&mut rng, &mut inside);
    cut(setup, &mut rng, |_, on_frame| {
        let bag = if on_frame { &mut frame } else { &mut inside };
        Edge(bag.pop().expect("as many colours as joints"))
    })
}

/// Runs a search and takes its time: that of the processor with one thread, else that on the wall.
fn run(puzzle: &Puzzle, settings: &Settings, limits: Limits) -> (Outcome, Duration) {
    let (cpu, wall) = (cpu_time(), Instant::now());
    let mut watch = each_solution(|_: &Solution| ControlFlow::Continue(()));
    let outcome = Search::new(puzzle).settings(settings).limits(limits).run(&mut watch);
    let (cpu, wall) = (cpu_time() - cpu, wall.elapsed());
    let time = if settings.threads <= 1 { cpu } else { wall };
    (outcome.expect("the judge accepts every solution"), time)
}

fn first() -> Limits {
    Limits { solutions: Some(1), ..Limits::default() }
}

fn arrows() {
    let puzzles: Vec<Matching> = (0..10_000).map(arrow).collect();
    let (mut nodes, mut found) = (0, 0);
    let cpu = cpu_time();
    for _ in 0..20 {
        (nodes, found) = (0, 0);
        for p in &puzzles {
            let mut solutions = 0;
            let small = Small::new(p, true).expect("nine tiles are few");
            nodes += small.solve(|_| solutions += 1);
            assert!(solutions > 0);
            found += solutions;
        }
    }
    let time = (cpu_time() - cpu) / 20;
    assert_eq!((nodes, found), (ARROW_NODES, ARROW_SOLUTIONS));
    let values = [
        ("all", format!("{:.4} s", time.as_secs_f64())),
        ("nodes", nodes.to_string()),
        ("solutions", found.to_string()),
        ("ns a node", format!("{:.1}", time.as_nanos() as f64 / nodes as f64)),
    ];
    row("arrows 3x3, 10,000", &values);
}

/// What the arrow puzzles of these seeds take and give.
const ARROW_NODES: u64 = 4_974_136;
const ARROW_SOLUTIONS: u64 = 46_061;

/// First solutions: side, colours, how many puzzles.
fn tetravex_of(kinds: &[(usize, usize, u64)]) {
    for &(n, colours, count) in kinds {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        let cpu = cpu_time();
        for seed in 0..count {
            let puzzle: Puzzle = tetravex(n, colours, seed).into();
            let (outcome, mut best) = run(&puzzle, &Settings::default(), first());
            assert_eq!(outcome.ending, Ending::Enough);
            for _ in 0..if best < Duration::from_secs(1) { 2 } else { 0 } {
                best = best.min(run(&puzzle, &Settings::default(), first()).1);
            }
            nodes.push(outcome.stats.nodes);
            times.push(best);
        }
        times.sort();
        nodes.sort();
        let (mid, tenth) = (times.len() / 2, times.len() * 9 / 10);
        let values = [
            ("median", format!("{:.3} ms", times[mid].as_secs_f64() * 1e3)),
            ("nine of ten within", format!("{:.3} ms", times[tenth].as_secs_f64() * 1e3)),
            ("nodes", nodes[mid].to_string()),
            ("CPU in all", format!("{:?}", cpu_time() - cpu)),
        ];
        row(&format!("tetravex {n}x{n}, {colours} colours, {count}"), &values);
    }
}

/// Boards of `bench/boards`: its name, its text.
macro_rules! board {
    ($name:literal) => {
        ($name, include_str!(concat!("../../boards/", $name, ".marquetry")))
    };
}

fn board((_, text): (&str, &str)) -> Puzzle {
    marquetry_formats::native::read(text).expect("the board is sound")
}

fn framed() {
    for (known, classes) in
        [(board!("hard-4x4"), 9), (board!("hard-5x5"), 4), (board!("hard-6x6"), 65)]
    {
        for engine in ["exact", "rows", "fewest"] {
            let settings =
                Settings { engine: Some(engine.into()), distinct: true, ..Settings::default() };
            let (outcome, time) = run(&board(known), &settings, Limits::default());
            assert_eq!((outcome.ending, outcome.stats.solutions), (Ending::Exhausted, classes));
            report(&format!("{}, all, {engine}", known.0), &outcome, time);
        }
    }
    for known in [board!("hard-7x7"), board!("clue1"), board!("clue2")] {
        one_of(known, &Settings::default());
    }
}

/// The first solution of a board that has one.
fn one_of(known: (&str, &str), settings: &Settings) {
    let (outcome, time) = run(&board(known), settings, first());
    assert_eq!(outcome.ending, Ending::Enough);
    report(&format!("{}, first", known.0), &outcome, time);
}

fn report(what: &str, outcome: &Outcome, time: Duration) {
    let nodes = outcome.stats.nodes;
    let speed = nodes as f64 / time.as_secs_f64() / 1e6;
    let values = [
        ("time", format!("{:.4} s", time.as_secs_f64())),
        ("nodes", nodes.to_string()),
        ("million a second", format!("{speed:.1}")),
        ("solutions", outcome.stats.solutions.to_string()),
    ];
    row(what, &values);
}

/// Plain speed: placements a second on the Eternity II tiles.
fn rows() {
    let puzzle = builtin("eternity2").and_then(|b| b.puzzle()).expect("it is built in");
    let settings = Settings { engine: Some("rows".into()), ..Settings::default() };
    let limits = Limits { nodes: Some(200_000_000), ..Limits::default() };
    let mut best: Option<(Outcome, Duration)> = None;
    for _ in 0..3 {
        let measured = run(&puzzle, &settings, limits);
        assert_eq!((measured.0.ending, measured.0.stats.nodes), (Ending::NodeLimit, 200_000_000));
        if best.as_ref().is_none_or(|best| measured.1 < best.1) {
            best = Some(measured);
        }
    }
    if let Some((outcome, time)) = best {
        report("rows on Eternity II", &outcome, time);
    }
}

fn two() -> Settings {
    Settings { threads: 2, ..Settings::default() }
}

fn large() {
    one_of(board!("hard-8x8"), &two());
}

fn ten_minutes() -> Limits {
    Limits { time: Some(Duration::from_secs(600)), ..first() }
}

fn ten() {
    for seed in 1..=3 {
        let (outcome, time) = run(&tetravex(10, 10, seed).into(), &two(), ten_minutes());
        report(&format!("tetravex 10x10, seed {seed}, {:?}", outcome.ending), &outcome, time);
    }
}

fn squares() {
    for (n, inner) in [(7, 6), (8, 8)] {
        for seed in 1..=3 {
            let (outcome, time) = run(&framed_square(n, inner, seed).into(), &two(), ten_minutes());
            report(&format!("framed {n}x{n}, seed {seed}, {:?}", outcome.ending), &outcome, time);
        }
    }
}
