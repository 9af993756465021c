//! A trial on the terminal, a line a size.

use std::time::Duration;

use marquetry_formats::events::Limits;
use marquetry_formats::trial::{Size, Spread, Trial};

use crate::command::units::{grouped, plural, size_words, time_words};

/// The engines of a trial and its limits, in words.
pub fn words(engines: &[String], limits: Limits) -> String {
    let time = limits.seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()).map(time_words);
    let nodes = limits.nodes.map(|nodes| plural(nodes, "node"));
    let each: Vec<String> = time.into_iter().chain(nodes).collect();
    format!("{} each, {}", each.join(" or "), engines.join(" then "))
}

/// How the sizes that follow were made, and the names of the columns.
pub fn head(trial: &Trial, count: u64, how: &str) -> String {
    format!(
        "{}: {} a size from seed {}, {how}, {}\n\n{}",
        trial.family,
        plural(count, "trial"),
        trial.seed,
        plural(trial.threads, "thread"),
        line(
            ["n", "trials", "solved", "mean s", "best s", "spread", "tiles %", "edges %"],
            ["iterations", "nodes/s", "memory"]
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
    let effort = [
        size.iterations.map_or_else(dash, |s| format!("{:.1}", s.mean)),
        grouped(size.nodes_per_second.round() as u64),
        size.memory.map_or_else(dash, size_words),
    ];
    line(cells.each_ref().map(String::as_str), effort.each_ref().map(String::as_str))
}

fn line(cells: [&str; 8], [iterations, rate, memory]: [&str; 3]) -> String {
    let [n, trials, solved, mean, best, spread, tiles, edges] = cells;
    format!(
        "{n:>3} {trials:>7} {solved:>7} {mean:>9} {best:>9} {spread:>9} {tiles:>8} {edges:>8} {iterations:>10} {rate:>12} {memory:>9}\n"
    )
}
