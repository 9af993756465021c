//! A trial on the terminal, a line a size.

use std::time::Duration;

use marquetry_formats::trial::{Size, Spread, Trial};

use crate::command::units::{grouped, plural, size_words, time_words};

/// How it was made, and the names of the columns.
pub fn head(trial: &Trial, count: u64) -> String {
    let limits = trial.limits;
    let time = limits.seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()).map(time_words);
    let nodes = limits.nodes.map(|nodes| plural(nodes, "node"));
    let each: Vec<String> = time.into_iter().chain(nodes).collect();
    format!(
        "{}: {} a size from seed {}, {} each, {}, {}\n\n{}",
        trial.family,
        plural(count, "trial"),
        trial.seed,
        each.join(" or "),
        trial.engines.join(" then "),
        plural(trial.threads, "thread"),
        line(
            ["n", "trials", "solved", "mean s", "best s", "spread", "tiles %", "edges %"],
            "nodes/s",
            "memory"
        ),
    )
}

/// What a size gave.
pub fn row(size: &Size) -> String {
    let dash = || "-".to_owned();
    let time =
        |part: fn(Spread) -> f64| size.seconds.map_or_else(dash, |s| format!("{:.4}", part(s)));
    let mean = |spread: Option<Spread>| spread.map_or_else(dash, |s| format!("{:.1}", s.mean));
    let cells = [
        size.n.to_string(),
        grouped(size.trials),
        grouped(size.solved),
        time(|s| s.mean),
        time(|s| s.least),
        time(|s| s.deviation),
        mean(size.tiles),
        mean(size.edges),
    ];
    let rate = grouped(size.nodes_per_second.round() as u64);
    line(cells.each_ref().map(String::as_str), &rate, &size.memory.map_or_else(dash, size_words))
}

fn line(cells: [&str; 8], rate: &str, memory: &str) -> String {
    let [n, trials, solved, mean, best, spread, tiles, edges] = cells;
    format!(
        "{n:>3} {trials:>7} {solved:>7} {mean:>9} {best:>9} {spread:>9} {tiles:>8} {edges:>8} {rate:>12} {memory:>9}\n"
    )
}
