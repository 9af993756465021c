//! Times the engines for sliding puzzles: every length is asserted.
//!
//! `sliding` takes about a minute; `sliding long` adds the whole of a tray of 14.5 million positions, with one thread
//! and with two. `sliding goals` is trays whose goal asks for several blocks, `sliding tiles` 8- and 15-puzzles alone,
//! `sliding disk` a search of 59 million positions in 256 MiB, `sliding large` all 157 million of that tray.

use std::ops::ControlFlow;
use std::time::Instant;

use marquetry_bench::{cpu_time, korf, row};
use marquetry_formats::native;
use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};
use marquetry_puzzle::{Cell, Puzzle, Score, Solution, analyse, judge};
use marquetry_search::sliding::bfs::survey;
use marquetry_search::{Limits, Metric, Run, Search, Settings, StopFlag, each_solution};
use marquetry_testkit::sliding::{drawn, tiles};

const METRICS: [Metric; 3] = [Metric::Moves, Metric::Slides, Metric::Steps];
/// A big block to the foot of the tray, in the middle.
const FOOT: &str = ".... .... .... .xx. .xx.";
/// Positions and lengths in moves, slides and steps.
type Known = (u64, [usize; 3]);

const TRAYS: [(&str, &str, &str, Known); 4] = [
    ("red donkey", "abbc abbc deef dghf i..j", FOOT, (25_955, [81, 90, 116])),
    ("century", "accb fcch f.gh d.ge iijj", FOOT, (81_340, [99, 111, 131])),
    ("super-century", "abcd aeff geff ghhi jj..", FOOT, (81_340, [138, 150, 179])),
    ("six columns", SIX, "aa.... aa.... ...... ...... ......", (14_505_220, [44, 49, 61])),
];
/// The century turned by half, every block of it.
const CENTURY_TURNED: &str = "jjii eg.d hg.f hccf bcca";
const SIX: &str = "abcc.. abddmn eehimn ffjkoo ggjloo";

/// Cars and lorries, `o` for empty cells, `x` for walls; car `A` leaves to the right. With positions and slides.
/// These are known as the hardest boards with a wall and without.
const CARS: [(&str, usize); 4] = [
    ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 60),
    ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", 51),
    ("ooIBBBooIKooAAJKoLCCJDDLGHEEoLGHFFoo", 50),
    ("BBBKLMHCCKLMHoAALMDDJooooIJEEooIFFGG", 49),
];

fn main() {
    if std::env::args().any(|arg| arg == "disk") {
        return on_disk();
    }
    if std::env::args().any(|arg| arg == "tiles") {
        return numbered();
    }
    if std::env::args().any(|arg| arg == "large") {
        return whole("six by six", &six_by_six(), Metric::Moves, 1, 157_264_620);
    }
    if std::env::args().any(|arg| arg == "goals") {
        return several_goals();
    }
    let long = std::env::args().any(|arg| arg == "long");
    for (name, tray, goal, (positions, lengths)) in TRAYS {
        let p = drawn(tray, goal);
        for (metric, length) in METRICS.into_iter().zip(lengths) {
            shortest(name, &p, metric, length);
        }
        if positions < 1_000_000 {
            whole(name, &p, Metric::Moves, 1, positions);
            whole(name, &p, Metric::Steps, 1, positions);
        } else if long {
            whole(name, &p, Metric::Moves, 1, positions);
            whole(name, &p, Metric::Moves, 2, positions);
        }
    }
    for (metric, length) in METRICS.into_iter().zip([148, 169, 205]) {
        shortest("century upside down", &drawn(TRAYS[1].1, CENTURY_TURNED), metric, length);
    }
    for (cars, slides) in CARS {
        shortest("cars", &rush_hour(cars), Metric::Slides, slides);
    }
    several_goals();
    numbered();
    plain_fifteen();
    shortest("9,999 blocks, one hole", &one_hole(), Metric::Steps, 48);
    shortest("one block in 100x100", &one_block(), Metric::Steps, 198);
}

/// A tray of 6 by 6 to be turned by half.
fn six_by_six() -> Sliding {
    drawn("abcc.. abddmn eehimn ffjkoo ggjloo ppqqrr", "rrqqpp ooljgg ookjff nmihee nmddba ..ccba")
}

/// The same in less memory than its positions take.
fn on_disk() {
    let p = six_by_six();
    let limits = Limits { memory: Some(256 << 20), ..Limits::default() };
    let clock = cpu_time();
    let (length, positions) = solved(&p.into(), Metric::Moves, limits);
    assert_eq!((length, positions), (Some(74), 59_078_430));
    let rate = positions as f64 / (cpu_time() - clock).as_secs_f64().max(0.01) / 1e6;
    let values = [
        ("length", "74".into()),
        ("positions", positions.to_string()),
        ("million a CPU second", format!("{rate:.2}")),
    ];
    row("six by six in 256 MiB", &values);
}

/// Solves a tray; the length must be this.
fn shortest(name: &str, p: &Sliding, metric: Metric, length: usize) {
    let puzzle = Puzzle::from(p.clone());
    let started = Instant::now();
    let (found, positions) = solved(&puzzle, metric, Limits::default());
    assert_eq!(found, Some(length), "{name} in {metric:?}");
    let values = [
        ("length", length.to_string()),
        ("positions", positions.to_string()),
        ("ms", format!("{:.1}", started.elapsed().as_secs_f64() * 1e3)),
    ];
    row(&format!("{name}, {metric:?}"), &values);
}

/// Trays whose goal asks for several blocks: breadth first, and with a bound where `auto` finds that it pays.
fn several_goals() {
    let trays = include_str!("../../boards/goals.txt").split("\n\n").skip(1);
    for (first, tray) in trays.filter_map(|tray| tray.split_once('\n')) {
        let (moves, name) = first.split_once(' ').expect("moves and a name");
        let puzzle = native::read(&format!("marquetry sliding\n{tray}")).expect("a tray");
        let mut values = vec![("length", moves.to_owned())];
        for engine in ["bfs", "auto"] {
            let clock = cpu_time();
            let limits = Limits { solutions: Some(1), ..Limits::default() };
            let (length, positions) = solved_by(Some(engine), &puzzle, Metric::Moves, limits);
            assert_eq!(length.map(|length| length.to_string()).as_deref(), Some(moves), "{name}");
            values.push((engine, format!("{positions} positions")));
            values.push(("ms", format!("{:.1}", (cpu_time() - clock).as_secs_f64() * 1e3)));
        }
        row(name, &values);
    }
}

fn solved(puzzle: &Puzzle, metric: Metric, limits: Limits) -> (Option<usize>, u64) {
    solved_by(None, puzzle, metric, limits)
}

fn solved_by(
    engine: Option<&str>,
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
) -> (Option<usize>, u64) {
    let mut length = None;
    let mut watch = each_solution(|solution: &Solution| {
        if let Ok(Score::Moves { moves, slides, steps, reached: true }) = judge(puzzle, solution) {
            length = Some(match metric {
                Metric::Moves => moves,
                Metric::Slides => slides,
                Metric::Steps => steps,
            });
        }
        ControlFlow::Break(())
    });
    let engine = engine.map(String::from);
    let settings = Settings { engine, metric, ..Settings::default() };
    let outcome = Search::new(puzzle).settings(&settings).limits(limits).run(&mut watch);
    (length, outcome.map_or(0, |outcome| outcome.stats.nodes))
}

/// Visits every position of a tray, small ones many times over.
fn whole(name: &str, p: &Sliding, metric: Metric, threads: usize, positions: u64) {
    let puzzle = Puzzle::from(p.clone());
    let times = (2_000_000 / positions).max(1);
    let (clock, started) = (cpu_time(), Instant::now());
    let mut bytes = 0;
    for _ in 0..times {
        let mut watch = ();
        let mut run = Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut watch);
        let all = survey(p, metric, threads, &mut run).expect("no limits were set");
        assert_eq!(all.positions, positions, "{name}");
        bytes = all.bytes;
    }
    let visited = (positions * times) as f64;
    let rate = |seconds: f64| format!("{:.2}", visited / seconds.max(0.01) / 1e6);
    let values = [
        ("threads", threads.to_string()),
        ("positions", positions.to_string()),
        ("million a CPU second", rate((cpu_time() - clock).as_secs_f64())),
        ("million a second", rate(started.elapsed().as_secs_f64())),
        ("bytes a position", format!("{:.1}", bytes as f64 / positions as f64)),
    ];
    row(&format!("{name}, all, {metric:?}"), &values);
}

fn rush_hour(cars: &str) -> Sliding {
    let rows: Vec<&str> = (0..6).map(|y| &cars[6 * y..6 * y + 6]).collect();
    let picture = rows.join(" ").replace('o', ".").replace('x', "#");
    let mut setup = drawn(&picture, "...... ...... ....AA ...... ...... ......").into_setup();
    for block in &mut setup.blocks {
        let across = block.cells[0].y == block.cells[1].y;
        block.freedom = if across { Freedom::Horizontal } else { Freedom::Vertical };
    }
    checked(setup)
}

fn checked(setup: Setup) -> Sliding {
    Sliding::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A hundred random puzzles of two sizes that can be solved, and Korf's.
fn numbered() {
    for (name, side, sum) in [("8-puzzles", 3, 2_202), ("15-puzzles", 4, 5_089)] {
        let puzzles = (0..).map(|seed| Puzzle::from(tiles(seed, side, side)));
        let puzzles = puzzles.filter(|puzzle| analyse(puzzle).impossible.is_empty());
        hundred(name, &puzzles.take(100).map(|puzzle| (puzzle, None)).collect::<Vec<_>>(), sum);
    }
    let korf: Vec<(Puzzle, Option<usize>)> =
        korf().map(|(text, moves)| (native::read(&text).expect("a tray"), Some(moves))).collect();
    hundred("15-puzzles of Korf", &korf, 5_305);
}

/// Solves a hundred puzzles; the lengths that are known, and the sum of all, must be these.
fn hundred(name: &str, puzzles: &[(Puzzle, Option<usize>)], sum: usize) {
    let (mut all, mut worst, mut moves, mut nodes) = (0.0, 0.0_f64, 0, 0);
    for (puzzle, known) in puzzles {
        let started = cpu_time();
        let (length, tried) = solved(puzzle, Metric::Moves, Limits::default());
        let seconds = (cpu_time() - started).as_secs_f64();
        assert!(length.is_some() && known.is_none_or(|known| length == Some(known)), "{name}");
        moves += length.unwrap_or(0);
        nodes += tried;
        all += seconds;
        worst = worst.max(seconds);
    }
    assert_eq!((moves, puzzles.len()), (sum, 100), "{name}");
    let values = [
        ("mean length", format!("{:.2}", moves as f64 / 100.0)),
        ("mean nodes", (nodes / 100).to_string()),
        ("mean ms", format!("{:.2}", all * 10.0)),
        ("worst ms", format!("{:.2}", worst * 1e3)),
    ];
    row(&format!("100 {name}"), &values);
}

/// The built-in 15-puzzle by the plainest of searches, to confirm what the engine finds.
fn plain_fifteen() {
    let mut tiles = Tiles { on: FIFTEEN, nodes: 0 };
    let far = (0..16).map(|at| distance(FIFTEEN[at], at)).sum();
    let length = (far..).step_by(2).find(|&bound| tiles.solve((15, 15), far, bound));
    assert_eq!(length, Some(50));
    row("the 15-puzzle, plainly", &[("length", "50".into()), ("nodes", tiles.nodes.to_string())]);
}

/// The tiles of the built-in 15-puzzle, 0 for the hole.
const FIFTEEN: [usize; 16] = [5, 13, 7, 10, 2, 6, 8, 11, 15, 3, 14, 12, 9, 1, 4, 0];

struct Tiles {
    on: [usize; 16],
    nodes: u64,
}

/// Moves of a tile to its home in an empty tray.
fn distance(tile: usize, at: usize) -> usize {
    let home = if tile == 0 { at } else { tile - 1 };
    (home % 4).abs_diff(at % 4) + (home / 4).abs_diff(at / 4)
}

impl Tiles {
    /// Can it be solved in so many moves? The tiles are `far` from home; the hole is at one cell and was at another.
    fn solve(&mut self, (hole, back): (usize, usize), far: usize, bound: usize) -> bool {
        self.nodes += 1;
        if far == 0 {
            return true;
        }
        let (x, y) = (hole % 4, hole / 4);
        let near = [(x > 0, 1, 0), (x < 3, 0, 1), (y > 0, 4, 0), (y < 3, 0, 4)];
        for (_, less, more) in near.into_iter().filter(|side| side.0) {
            let from = hole - less + more;
            let tile = self.on[from];
            let after = far - distance(tile, from) + distance(tile, hole);
            if from == back || after >= bound {
                continue;
            }
            self.on.swap(hole, from);
            if self.solve((from, hole), after, bound - 1) {
                return true;
            }
            self.on.swap(hole, from);
        }
        false
    }
}

fn cell(at: usize) -> Vec<Cell> {
    vec![Cell::at((at % 100) as i16, (at / 100) as i16)]
}

/// Units in a tray of 100 by 100, and where they shall be.
fn hundred_square(
    blocks: impl Iterator<Item = usize>,
    goal: impl Iterator<Item = usize>,
) -> Sliding {
    let block = |at: usize| Block {
        name: at.to_string(),
        label: None,
        cells: cell(at),
        freedom: Freedom::Any,
    };
    checked(Setup {
        title: String::new(),
        width: 100,
        height: 100,
        walls: Vec::new(),
        blocks: blocks.map(block).collect(),
        goal: goal.map(|at| Target { label: None, cells: cell(at) }).collect(),
    })
}

fn one_hole() -> Sliding {
    hundred_square((0..10_000).filter(|&at| at != 9_060), 0..9_999)
}

fn one_block() -> Sliding {
    hundred_square(0..1, 9_999..10_000)
}
