//! The best boards of Eternity II: `cargo run --release -p marquetry-bench --bin eternity2 [OPTION=VALUE ...]`
//!
//! The options are `puzzle` (a built-in name or a file), `seconds` of CPU time for all threads together, `seeds` such
//! as 1..5, `threads`, `engine`, `for` (edges or tiles), `from` (a file with a board) and `curve=yes`, which tells each
//! better board with its time.
//! With `aim=18` nothing better than 18 breaks is asked for: it counts the boards that have no more, as clusters of those that
//! differ in the upper quarter alone, which says what a placement is worth without waiting for luck.
//! `plot=FILE` measures nothing: it draws the curves in what an earlier run has printed, as SVG on standard output.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use marquetry_bench::{cpu_time, row};
use marquetry_formats::builtin::builtin;
use marquetry_formats::detect::{Hints, read, read_solutions};
use marquetry_formats::source::Source;
use marquetry_puzzle::{Board, Puzzle, Score, Solution};
use marquetry_search::matching::best::{Goal, Hunt};
use marquetry_search::{Search, Stats, StopFlag, Watch};

fn main() {
    let options: HashMap<String, String> = std::env::args()
        .skip(1)
        .map(|arg| arg.split_once('=').map(|(k, v)| (k.into(), v.into())).expect("OPTION=VALUE"))
        .collect();
    let text = |name: &str, usual: &str| options.get(name).map_or(usual.to_owned(), String::clone);
    let number = |name: &str, usual: &str| text(name, usual).parse::<u64>().expect("a number");
    if let Some(file) = options.get("plot") {
        print!("{}", plot(&std::fs::read_to_string(file).expect("what a run has printed")));
        return;
    }
    let puzzle = puzzle(&text("puzzle", "eternity2"));
    let seeds = text("seeds", "1..5");
    let (first, last) = seeds.split_once("..").unwrap_or((&seeds, &seeds));
    let seconds = Duration::from_secs(number("seconds", "60"));
    let aim = options.get("aim").map(|aim| aim.parse().expect("a number"));
    let mut scores = Vec::new();
    let mut worth = Worth::default();
    for seed in first.parse().expect("a seed")..=last.parse().expect("a seed") {
        let hunt = Hunt {
            goal: if text("for", "edges") == "tiles" { Goal::Tiles } else { Goal::Edges },
            engine: options.get("engine").cloned(),
            threads: number("threads", "1") as usize,
            seed,
            from: options.get("from").map(|file| board(&puzzle, file)),
            aim,
            ..Hunt::default()
        };
        if aim.is_some() {
            worth.count(&puzzle, &hunt, seconds);
            continue;
        }
        scores.push(measure(&puzzle, &hunt, seconds, text("curve", "no") == "yes"));
    }
    if let Some(aim) = aim {
        return worth.print(aim);
    }
    let mean = scores.iter().sum::<usize>() as f64 / scores.len() as f64;
    let best = scores.iter().max().expect("one seed at least");
    row("all seeds", &[("mean", format!("{mean:.1}")), ("best", best.to_string())]);
}

fn puzzle(name: &str) -> Puzzle {
    if let Some(known) = builtin(name) {
        return known.puzzle().expect("it is built in");
    }
    let text = std::fs::read_to_string(name).expect("a built-in puzzle or a file");
    read(&Source::new(name, &text), &Hints::default())
        .unwrap_or_else(|e| panic!("{}", e.render(false)))
        .1
}

fn board(puzzle: &Puzzle, file: &str) -> Board {
    let text = std::fs::read_to_string(file).expect("a file with a board");
    let boards = read_solutions(puzzle, &Source::new(file, &text), None);
    match boards.unwrap_or_else(|e| panic!("{}", e.render(false))).into_iter().next() {
        Some(Solution::Board(board)) => board,
        _ => panic!("{file}: there is no board in it"),
    }
}

/// Clusters of complete boards by the fewest breaks that one of them has, and what they took.
#[derive(Default)]
struct Worth {
    clusters: HashMap<Board, usize>,
    nodes: u64,
    time: Duration,
    begun: Duration,
    limit: Duration,
    stop: StopFlag,
}

impl Worth {
    fn count(&mut self, puzzle: &Puzzle, hunt: &Hunt, limit: Duration) {
        (self.begun, self.limit, self.stop) = (cpu_time(), limit, StopFlag::default());
        let hunt = Hunt { engine: Some("schedule".into()), ..hunt.clone() };
        let outcome = Search::new(puzzle).until(self.stop.clone()).best(&hunt, &mut *self);
        self.nodes += outcome.expect("it is judged").stats.nodes;
        self.time += cpu_time() - self.begun;
    }

    fn print(&self, aim: usize) {
        let least = self.clusters.values().copied().min().unwrap_or(aim);
        for most in (least.min(aim)..=aim).rev() {
            let clusters = self.clusters.values().filter(|&&breaks| breaks <= most).count();
            let each = |of: f64| format!("{:.3}", clusters as f64 / of);
            let values = [
                ("clusters", clusters.to_string()),
                ("for each 10^9", each(self.nodes as f64 / 1e9)),
                ("for each minute", each(self.time.as_secs_f64() / 60.0)),
            ];
            row(&format!("at most {most} breaks"), &values);
        }
        let rate = self.nodes as f64 / self.time.as_secs_f64() / 1e6;
        row("all seeds", &[("million a second", format!("{rate:.1}"))]);
    }
}

impl Watch for Worth {
    fn improved(&mut self, board: &Solution, score: &Score) -> ControlFlow<()> {
        if let (Solution::Board(board), Score::Board { breaks, .. }) = (board, score) {
            let cluster =
                self.clusters.entry(board[board.len() / 4..].to_vec()).or_insert(breaks.len());
            *cluster = breaks.len().min(*cluster);
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _: &Stats) -> ControlFlow<()> {
        if cpu_time() - self.begun >= self.limit {
            self.stop.stop();
        }
        ControlFlow::Continue(())
    }
}

/// Keeps the best score, and stops the search when its CPU time is over.
struct Keeper {
    begun: Duration,
    limit: Duration,
    stop: StopFlag,
    curve: bool,
    goal: Goal,
    best: usize,
    tiles: usize,
}

impl Watch for Keeper {
    fn improved(&mut self, _: &Solution, score: &Score) -> ControlFlow<()> {
        if let Score::Board { matched, placed, .. } = score {
            (self.best, self.tiles) = (*matched, *placed);
            if self.curve {
                let seconds = (cpu_time() - self.begun).as_secs_f64();
                println!("  {seconds:8.2} s  {matched} edges, {placed} tiles");
            }
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _: &Stats) -> ControlFlow<()> {
        if cpu_time() - self.begun >= self.limit {
            self.stop.stop();
        }
        ControlFlow::Continue(())
    }
}

fn measure(puzzle: &Puzzle, hunt: &Hunt, limit: Duration, curve: bool) -> usize {
    let (begun, stop) = (cpu_time(), StopFlag::default());
    let mut keeper =
        Keeper { begun, limit, stop: stop.clone(), curve, goal: hunt.goal, best: 0, tiles: 0 };
    let outcome = Search::new(puzzle).until(stop).best(hunt, &mut keeper).expect("it is judged");
    let time = (cpu_time() - begun).as_secs_f64();
    let values = [
        ("edges", keeper.best.to_string()),
        ("tiles", keeper.tiles.to_string()),
        ("million a second", format!("{:.1}", outcome.stats.nodes as f64 / time / 1e6)),
        ("CPU", format!("{time:.1} s")),
        ("peak", format!("{} MiB", peak_memory() >> 20)),
    ];
    row(&format!("seed {}", hunt.seed), &values);
    if keeper.goal == Goal::Tiles { keeper.tiles } else { keeper.best }
}

/// The most memory this process has held, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    line.split_whitespace().next().and_then(|kib| kib.parse().ok()).unwrap_or(0u64) << 10
}

/// The curves of a run as a picture: edges against CPU time, which is drawn by its logarithm.
fn plot(printed: &str) -> String {
    const W: f64 = 640.0;
    const H: f64 = 360.0;
    let x = |seconds: f64| 60.0 + (seconds.max(0.1).log10() + 1.0) * (W - 90.0) / 3.0;
    let y = |edges: f64| H - 40.0 - (edges - 440.0) * (H - 70.0) / 30.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {W} {H}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{W}\" height=\"{H}\" fill=\"white\"/>\n"
    );
    for edges in (440..=470).step_by(5) {
        let at = y(f64::from(edges));
        svg += &format!("<path d=\"M60 {at:.1}H{}\" stroke=\"#ccc\"/>\n", W - 30.0);
        svg +=
            &format!("<text x=\"52\" y=\"{:.1}\" text-anchor=\"end\">{edges}</text>\n", at + 4.0);
    }
    for (seconds, name) in [(0.1, "0.1 s"), (1.0, "1 s"), (10.0, "10 s"), (100.0, "100 s")] {
        let (at, low) = (x(seconds), H - 20.0);
        svg += &format!("<text x=\"{at:.1}\" y=\"{low}\" text-anchor=\"middle\">{name}</text>\n");
    }
    let published =
        [(456.0, "456: the best published minute of one core"), (470.0, "470: the record")];
    for (edges, name) in published {
        let (at, end) = (y(edges), W - 30.0);
        svg += &format!("<path d=\"M60 {at:.1}H{end}\" stroke=\"#b40\" stroke-dasharray=\"4\"/>\n");
        let above = at - 4.0;
        svg += &format!(
            "<text x=\"{end}\" y=\"{above:.1}\" text-anchor=\"end\" fill=\"#b40\">{name}</text>\n"
        );
    }
    let title = "edges that match, of 480, against CPU time; one line a seed";
    svg += &format!("<text x=\"60\" y=\"18\">{title}</text>\n");
    let mut path = String::new();
    for line in printed.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [seconds, "s", edges, "edges,", ..] = words[..] {
            let (seconds, edges): (f64, f64) =
                (seconds.parse().expect("a number"), edges.parse().expect("a number"));
            let step = if path.is_empty() { "M" } else { "H" };
            let (at, to) = (x(seconds), y(edges.max(440.0)));
            path += &match step {
                "M" => format!("M{at:.1} {to:.1}"),
                _ => format!("H{at:.1}V{to:.1}"),
            };
        } else if line.starts_with("seed") {
            let end =
                words.iter().position(|w| *w == "CPU").and_then(|i| words[i + 1].parse().ok());
            path += &format!("H{:.1}", x(end.unwrap_or(60.0)));
            svg += &format!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"#246\" stroke-width=\"1.5\"/>\n"
            );
            path.clear();
        }
    }
    svg + "</svg>\n"
}
