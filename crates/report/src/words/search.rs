//! What searches and ratings found, in words.

use std::time::Duration;

use marquetry_play::rating::{Difficulty, Effort, Rating, Size, Ways};
use marquetry_puzzle::{Matching, Puzzle, Score, judge};
use marquetry_search::matching::estimate::Estimate;
use marquetry_search::{Ending, Metric, Outcome, Stats};

use super::{grouped, plural, time_words};
use crate::rate;

/// Names and values, in the order in which to show them.
type Rows = Vec<(&'static str, String)>;

/// How a search ended: "2,339 solutions up to symmetry, and no more". The kind of solutions is said after their number.
pub fn ended(outcome: &Outcome, kind: &str) -> String {
    let found = match outcome.stats.solutions {
        1 => "1 solution".to_owned(),
        _ => format!("{} solutions", grouped(outcome.number())),
    };
    let known = match (outcome.shortest, outcome.stats.solutions) {
        (Some(false), 1..) => ", not proven shortest",
        _ => "",
    };
    match (outcome.ending, outcome.stats.solutions) {
        (Ending::Exhausted, 0) => "no solution: everything was searched".to_owned(),
        (Ending::Exhausted, _) => format!("{found}{kind}, and no more"),
        (Ending::Enough, _) => format!("{found}{kind}{known}"),
        (ending, _) => {
            let why = match ending {
                Ending::TimeLimit => "the time limit",
                Ending::NodeLimit => "the node limit",
                Ending::MemoryLimit => "the memory limit",
                Ending::DiskLimit => "the end of the disk",
                _ => "an interrupt",
            };
            format!("{found}{kind} before {why}; there may be more")
        }
    }
}

/// The score of a board, with what is broken and what is empty beside it.
pub fn board(score: &Score) -> String {
    let Score::Board { placed, cells, breaks, .. } = score else { return score.to_string() };
    let holes = match cells - placed {
        0 => String::new(),
        empty => format!(", {}", plural(empty as u64, "empty cell")),
    };
    format!("{score}, {}{holes}", plural(breaks.len() as u64, "break"))
}

/// So many moves, slides or steps.
pub fn length(metric: Metric, n: u64) -> String {
    let one = match metric {
        Metric::Moves => "move",
        Metric::Slides => "slide",
        Metric::Steps => "step",
    };
    plural(n, one)
}

/// How long a way through a tray is.
fn moved(metric: Metric, score: &Score) -> usize {
    match (metric, score) {
        (Metric::Moves, Score::Moves { moves, .. }) => *moves,
        (Metric::Slides, Score::Moves { slides, .. }) => *slides,
        (Metric::Steps, Score::Moves { steps, .. }) => *steps,
        _ => 0,
    }
}

/// What a rating found out.
pub fn rated(puzzle: &Puzzle, rating: &Rating, metric: Metric) -> Rows {
    let Rating { estimate, outcome, finished, solution, size, effort, ways } = rating;
    let mut rows = Rows::new();
    if let (Some(guess), Puzzle::Matching(p)) = (estimate, puzzle) {
        rows.extend(probed(p, guess));
    }
    let stats = &outcome.stats;
    let searched = match (finished, outcome.ending) {
        (true, Ending::Enough) => "to the first solution",
        (true, _) => "to the end",
        (false, _) => "not to the end",
    };
    let nodes = grouped(stats.nodes);
    rows.push(("searched", format!("{searched}: {nodes} nodes in {}", time(stats.elapsed))));
    rows.push(("speed", format!("{} nodes a second on one thread", grouped(rate(stats)))));
    match puzzle {
        Puzzle::Sliding(_) => {
            let score = solution.as_ref().and_then(|solution| judge(puzzle, solution).ok());
            rows.push(("solution", way(outcome, score.as_ref(), metric)));
        }
        _ => rows.push(("solutions", number(outcome, *finished))),
    }
    rows.push(("time to the end", time_of(*size, stats)));
    rows.extend(effort.as_ref().map(|effort| ("effort to a solution", tried(effort))));
    rows.extend(ways.iter().flat_map(|ways| chosen(puzzle, ways)));
    rows.push(("difficulty", difficulty(rating)));
    rows
}

/// How hard a puzzle is, and how that is known where it was not found out by searching it.
pub fn difficulty(rating: &Rating) -> String {
    match (rating.difficulty().map(word), &rating.effort, rating.size) {
        (Some(word), None, Size::Estimated(_)) => format!("{word}, by the estimate"),
        (Some(word), ..) => word.to_owned(),
        (None, ..) => "not known: the search was not finished".to_owned(),
    }
}

/// What a plain search took in many orders.
fn tried(effort: &Effort) -> String {
    let Effort { orders, median, low, high } = effort;
    let [median, low, high] = [median, low, high].map(grouped);
    format!("{median} nodes, the median of {orders} orders; half of them take {low} to {high}")
}

/// What there was to choose on the way to a solution.
fn chosen(puzzle: &Puzzle, ways: &Ways) -> Rows {
    let Ways { of, forced, detours } = ways;
    match puzzle {
        Puzzle::Sliding(_) => vec![
            ("forced moves", format!("{forced} of {of}, with no other but back")),
            ("detours", format!("{detours} of {of} moves lead away from the goal")),
        ],
        Puzzle::Tiling(_) => {
            vec![("forced moves", format!("{forced} of {of} pieces had one way left"))]
        }
        Puzzle::Matching(_) => {
            vec![("forced moves", format!("{forced} of {of} tiles had one way left, row by row"))]
        }
    }
}

fn word(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Child => "a child does it",
        Difficulty::Evening => "an adult does it in an evening",
        Difficulty::AtOnce => "a computer does it at once",
        Difficulty::Hours => "a computer does it in an hour or two",
        Difficulty::Months => "a computer does it in months",
        Difficulty::ManyComputers => "many computers may do it",
        _ => "nobody has",
    }
}

/// What random probes found.
fn probed(p: &Matching, guess: &Estimate) -> Rows {
    let (mean, spread) = (about(guess.nodes_mean), about(guess.nodes_spread));
    let (median, probes) = (about(guess.nodes_median), plural(guess.probes.into(), "probe"));
    let (deepest, area) = (guess.deepest, p.area());
    vec![
        ("estimated nodes", format!("{mean}, give or take {spread}")),
        ("median of the probes", format!("{median} nodes, {probes}")),
        ("deepest probe", format!("{deepest} of {area} tiles")),
    ]
}

fn number(outcome: &Outcome, finished: bool) -> String {
    let found = outcome.stats.solutions;
    let total = grouped(outcome.number());
    match (finished, found) {
        (true, 0) => "none".to_owned(),
        (true, _) => format!("{total} up to symmetry, and no more"),
        (false, 0) => "not known: none found yet".to_owned(),
        (false, _) => format!("at least {total} up to symmetry; how many is not known"),
    }
}

fn way(outcome: &Outcome, score: Option<&Score>, metric: Metric) -> String {
    match (score, outcome.ending) {
        (Some(score), _) => {
            let known = match outcome.shortest {
                Some(true) => "and none is shorter",
                _ => "there may be shorter ones",
            };
            format!("{}, {known}", length(metric, moved(metric, score) as u64))
        }
        (_, Ending::Exhausted) => "none".to_owned(),
        _ => "not known: none found yet".to_owned(),
    }
}

fn time_of(size: Size, stats: &Stats) -> String {
    match size {
        Size::Measured(_) => format!("{}, measured", time(stats.elapsed)),
        Size::Estimated(nodes) => {
            let seconds = nodes / rate(stats).max(1) as f64;
            format!("about {}, by the estimate", long_time(seconds))
        }
        Size::NotKnown => format!("not known: more than {}", time(stats.elapsed)),
    }
}

/// Two digits are all that an estimate is good for.
fn about(n: f64) -> String {
    if n < 100.0 {
        return format!("{n:.0}");
    }
    if n >= 1e12 {
        return format!("{n:.1e}");
    }
    let unit = 10f64.powf(n.log10().floor() - 1.0);
    grouped(((n / unit).round() * unit) as u64)
}

fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.01 => format!("{:.2} ms", seconds * 1e3),
        _ => time_words(time),
    }
}

fn long_time(seconds: f64) -> String {
    const DAY: f64 = 86_400.0;
    const YEAR: f64 = 365.25 * DAY;
    match seconds {
        s if s < 2.0 * DAY => time(Duration::from_secs_f64(s)),
        s if s < 2.0 * YEAR => format!("{} days", about(s / DAY)),
        s => format!("{} years", about(s / YEAR)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_two_digits_and_huge_ones_an_exponent() {
        assert_eq!(about(7.4), "7");
        assert_eq!(about(123_456.0), "120,000");
        assert_eq!(about(3.21e40), "3.2e40");
        assert_eq!(long_time(3.0 * 86_400.0), "3 days");
        assert_eq!(long_time(1e20), "3.2e12 years");
    }
}
