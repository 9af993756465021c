//! A puzzle that was made, as a line of JSON.

use marquetry_formats::json;
use marquetry_play::making::Made;
use marquetry_play::rating::{How, rate};
use marquetry_report::words;
use marquetry_search::{Limits, Metric, StopFlag};
use serde_json::{Map, Value, json};

/// A rating of a made puzzle takes no more nodes than this, so that it is the same on every machine.
const NODES: u64 = 1_000_000;
/// Nor more ways down its tree.
const PROBES: u32 = 200;

/// The puzzle with its seed and its rating before all else.
pub fn written(made: &Made) -> String {
    // A line break inside a text is written as \n, so all breaks are between values.
    let text = json::write(&made.puzzle);
    let part =
        |line: &str| line.trim_start().to_owned() + if line.ends_with(',') { " " } else { "" };
    let whole: String = text.lines().map(part).collect();
    let (seed, rating) = (made.seed, rated(made));
    format!(
        "{{\"seed\": {seed}, \"rating\": {rating}, {}\n",
        whole.strip_prefix('{').unwrap_or(&whole)
    )
}

/// What is known of how hard it is.
fn rated(made: &Made) -> Value {
    let mut members = Map::new();
    if let Some(moves) = made.moves {
        members.insert("moves".into(), json!(moves));
    }
    if let Some(days) = &made.days {
        let mean = (days.mean() * 100.0).round() / 100.0;
        let days = json!({ "number": days.days, "least": days.least, "mean": mean });
        members.insert("days".into(), days);
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let how = How { limits, probes: PROBES, seed: 1, metric: Metric::Moves };
    if let Ok(rating) = rate(&made.puzzle, &how, &StopFlag::default()) {
        members.insert("difficulty".into(), json!(words::difficulty(&rating)));
        if rating.finished && made.moves.is_none() {
            members.insert("solutions".into(), json!(rating.outcome.stats.solutions));
        }
        if let Some(effort) = &rating.effort {
            members.insert("nodes".into(), json!(effort.median));
        }
    }
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry_puzzle::Puzzle;
    use marquetry_puzzle::generate::{Kind, generate};

    #[test]
    fn a_line_holds_the_puzzle_and_reads_back() {
        let puzzle: Puzzle = generate(Kind::Framed, 3, 3, 5, 7).expect("in range").into();
        let made = Made { puzzle, seed: 7, nodes: 0, moves: None, days: None };
        let line = written(&made);
        assert!(line.starts_with("{\"seed\": 7, \"rating\": {\"difficulty\":"), "{line}");
        assert_eq!(line.lines().count(), 1);
        assert_eq!(json::read(&line), Ok(made.puzzle.clone()));
        assert_eq!(written(&made), line, "the rating is the same every time");
    }
}
