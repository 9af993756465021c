//! Times the command from its start to its end: `cargo build --release -p marquetry` makes it, `start` runs what lies beside it.
//!
//! Each is run 200 times by turns. What it takes to start any program, such as `true`, is in the figures.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use marquetry_bench::row;

/// Arguments, and how many lines of what is printed begin with blanks: of a solution as text, its moves.
const RUNS: [(&str, usize); 3] =
    [("--version", 0), ("solve tetravex-2x2 -q", 0), ("solve klotski -q --to native", 81)];

fn main() {
    let here = std::env::current_exe().expect("a program has a place");
    let program = here.with_file_name(format!("marquetry{}", std::env::consts::EXE_SUFFIX));
    let mut times = RUNS.map(|_| Vec::new());
    for _ in 0..200 {
        for ((arguments, moves), times) in RUNS.iter().zip(&mut times) {
            times.push(once(&program, arguments, *moves));
        }
    }
    for ((arguments, _), mut times) in RUNS.iter().zip(times) {
        times.sort();
        let ms = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e3);
        row(arguments, &[("least ms", ms(times[0])), ("median ms", ms(times[times.len() / 2]))]);
    }
}

/// Runs the command once, and looks at its answer.
fn once(program: &Path, arguments: &str, moves: usize) -> Duration {
    let started = Instant::now();
    let ended = Command::new(program).args(arguments.split(' ')).output();
    let took = started.elapsed();
    let ended = ended.expect("the command is built: cargo build --release -p marquetry");
    let text = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success(), "{arguments}");
    assert_eq!(text.lines().filter(|line| line.starts_with("  ")).count(), moves, "{arguments}");
    took
}
