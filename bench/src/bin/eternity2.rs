//! The best boards of Eternity II: `cargo run --release -p marquetry-bench --bin eternity2 [OPTION=VALUE ...]`
//!
//! The options are `puzzle` (a built-in name or a file), `seconds` of CPU time for all threads together, `seeds` such
//! as 1..5, `threads`, `engine`, `for` (edges or tiles) and `curve=yes`, which tells each better board with its time.

use std::collections::HashMap;
use std::time::Duration;

use marquetry_bench::{cpu_time, row};
use marquetry_formats::builtin::builtin;
use marquetry_formats::detect::{Hints, read};
use marquetry_formats::source::Source;
use marquetry_puzzle::{Puzzle, Score, Solution};
use marquetry_search::matching::best::{Goal, Hunt, best};
use marquetry_search::{Limits, Stats, StopFlag, Watch};

fn main() {
    let options: HashMap<String, String> = std::env::args()
        .skip(1)
        .map(|arg| arg.split_once('=').map(|(k, v)| (k.into(), v.into())).expect("OPTION=VALUE"))
        .collect();
    let text = |name: &str, usual: &str| options.get(name).map_or(usual.to_owned(), String::clone);
    let number = |name: &str, usual: &str| text(name, usual).parse::<u64>().expect("a number");
    let puzzle = puzzle(&text("puzzle", "eternity2"));
    let seeds = text("seeds", "1..5");
    let (first, last) = seeds.split_once("..").unwrap_or((&seeds, &seeds));
    let seconds = Duration::from_secs(number("seconds", "60"));
    let mut scores = Vec::new();
    for seed in first.parse().expect("a seed")..=last.parse().expect("a seed") {
        let hunt = Hunt {
            goal: if text("for", "edges") == "tiles" { Goal::Tiles } else { Goal::Edges },
            engine: options.get("engine").cloned(),
            threads: number("threads", "1") as usize,
            seed,
            ..Hunt::default()
        };
        scores.push(measure(&puzzle, &hunt, seconds, text("curve", "no") == "yes"));
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
    fn improved(&mut self, _: &Solution, score: &Score) {
        if let Score::Board { matched, placed, .. } = score {
            (self.best, self.tiles) = (*matched, *placed);
            if self.curve {
                let seconds = (cpu_time() - self.begun).as_secs_f64();
                println!("  {seconds:8.2} s  {matched} edges, {placed} tiles");
            }
        }
    }

    fn progress(&mut self, _: &Stats) {
        if cpu_time() - self.begun >= self.limit {
            self.stop.stop();
        }
    }
}

fn measure(puzzle: &Puzzle, hunt: &Hunt, limit: Duration, curve: bool) -> usize {
    let (begun, stop) = (cpu_time(), StopFlag::default());
    let mut keeper =
        Keeper { begun, limit, stop: stop.clone(), curve, goal: hunt.goal, best: 0, tiles: 0 };
    let outcome = best(puzzle, hunt, Limits::default(), stop, &mut keeper).expect("it is judged");
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
