//! The report of a trial over sizes, as JSON and as CSV.
//!
//! **Invariant:** these types only grow. A reader passes over members and columns it does not know.
//!
//! ```
//! use marquetry_formats::trial::Spread;
//!
//! let spread = Spread::of(&[1.0, 2.0, 9.0]).unwrap();
//! assert_eq!(spread.mean, 4.0);
//! assert!(Spread::of(&[]).is_none());
//! ```

use serde::{Deserialize, Serialize};

use crate::events::Limits;
use crate::json::wire::VERSION;

/// A trial: how it was made and what it gave.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The version of this layout.
    pub v: u64,
    /// The kind of puzzle.
    pub family: String,
    /// What the best board of an unsolved puzzle was to have most of: tiles or edges.
    #[serde(default)]
    pub goal: String,
    /// All engines that were tried.
    pub engines: Vec<String>,
    /// The seed of the first trial of each size; each other has the next.
    pub seed: u64,
    /// How many threads searched.
    pub threads: u64,
    /// The limits that no trial went beyond.
    pub limits: Limits,
    /// What was found, engine by engine, limit by limit and size by size.
    pub sizes: Vec<Size>,
}

/// All trials of one size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Size {
    /// The side of the board.
    pub n: u64,
    /// The engines, in the order in which each trial tried them.
    #[serde(default)]
    pub engines: Vec<String>,
    /// The limits of one trial.
    #[serde(default)]
    pub limits: Limits,
    /// How many puzzles were tried.
    pub trials: u64,
    /// How many were solved.
    pub solved: u64,
    /// Seconds to the solution, of those that were solved.
    pub seconds: Option<Spread>,
    /// Tiles on the best board none of whose edges is broken, in percent of all.
    pub tiles: Option<Spread>,
    /// Edges of the best board that match, in percent of all.
    pub edges: Option<Spread>,
    /// How often a search began anew in a trial.
    #[serde(default)]
    pub iterations: Option<Spread>,
    /// Placements tried a second, over all trials.
    pub nodes_per_second: f64,
    /// The most bytes of memory that were in use, where the system tells.
    pub memory: Option<u64>,
    /// The trials one by one.
    pub each: Vec<Attempt>,
}

/// One puzzle that was tried.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// The puzzle's title, which says how to make it again.
    pub puzzle: String,
    /// The seed of the search.
    pub seed: u64,
    /// Was it solved?
    pub solved: bool,
    /// Seconds to the solution or to the limit.
    pub seconds: f64,
    /// Placements tried.
    pub nodes: u64,
    /// As in [`Size`].
    #[serde(default)]
    pub iterations: u64,
    /// As in [`Size`].
    pub tiles: f64,
    /// As in [`Size`].
    pub edges: f64,
}

/// How some measurements lie.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// The least of them.
    pub least: f64,
    /// The most of them.
    pub most: f64,
    /// Their standard deviation as a sample; 0 where there is one alone.
    pub deviation: f64,
}

impl Spread {
    /// The spread of some numbers; `None` of none.
    pub fn of(numbers: &[f64]) -> Option<Spread> {
        let least = numbers.iter().copied().reduce(f64::min)?;
        let most = numbers.iter().copied().reduce(f64::max)?;
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
        let deviation = (squares / (numbers.len() - 1).max(1) as f64).sqrt();
        Some(Spread { mean, least, most, deviation })
    }
}

impl Size {
    /// Sums up the trials of a size. Who made them under which limits is still to be said.
    pub fn new(n: u64, each: Vec<Attempt>, memory: Option<u64>) -> Size {
        let spread = |number: fn(&Attempt) -> f64| {
            Spread::of(&each.iter().map(number).collect::<Vec<f64>>())
        };
        let solved: Vec<f64> = each.iter().filter(|a| a.solved).map(|a| a.seconds).collect();
        let seconds: f64 = each.iter().map(|a| a.seconds).sum();
        let nodes: u64 = each.iter().map(|a| a.nodes).sum();
        Size {
            n,
            engines: Vec::new(),
            limits: Limits::default(),
            trials: each.len() as u64,
            solved: solved.len() as u64,
            seconds: Spread::of(&solved),
            tiles: spread(|a| a.tiles),
            edges: spread(|a| a.edges),
            iterations: spread(|a| a.iterations as f64),
            nodes_per_second: nodes as f64 / seconds.max(1e-9),
            memory,
            each,
        }
    }
}

impl Trial {
    /// The version that is written now.
    pub const VERSION: u64 = VERSION;

    /// The report as a JSON file.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data can be written") + "\n"
    }

    /// The report as a table with a line a size, and a line of names above.
    pub fn csv(&self) -> String {
        let mut out = String::from(
            "n,trials,solved,seconds_mean,seconds_best,seconds_deviation,tiles_mean,tiles_best,\
             tiles_deviation,edges_mean,edges_best,edges_deviation,nodes_per_second,memory,\
             iterations_mean,engines,limit_seconds,limit_nodes\n",
        );
        for size in &self.sizes {
            let time = size.seconds.map(|s| [s.mean, s.least, s.deviation]);
            let percent = |s: Option<Spread>| s.map(|s| [s.mean, s.most, s.deviation]);
            let columns = [
                format!("{},{},{}", size.n, size.trials, size.solved),
                columns(time, 6),
                columns(percent(size.tiles), 2),
                columns(percent(size.edges), 2),
                format!("{:.0}", size.nodes_per_second),
                text(size.memory),
                text(size.iterations.map(|s| format!("{:.1}", s.mean))),
                size.engines.join(" then "),
                text(size.limits.seconds),
                text(size.limits.nodes),
            ];
            out += &(columns.join(",") + "\n");
        }
        out
    }
}

/// A column that may be empty.
fn text<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// Three columns with so many digits, empty where there are no numbers.
fn columns(numbers: Option<[f64; 3]>, digits: usize) -> String {
    numbers.map(|n| n.map(|n| format!("{n:.digits$}"))).unwrap_or_default().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(solved: bool, seconds: f64, tiles: f64) -> Attempt {
        let puzzle = "framed".to_owned();
        Attempt { puzzle, seed: 1, solved, seconds, nodes: 600, iterations: 3, tiles, edges: 90.0 }
    }

    fn trial() -> Trial {
        let each =
            vec![attempt(true, 1.0, 100.0), attempt(true, 3.0, 100.0), attempt(false, 4.0, 70.0)];
        let limits = Limits { seconds: Some(4.0), ..Limits::default() };
        let engines = vec!["exact".to_owned(), "unbroken".to_owned()];
        let solved = Size { engines, limits, ..Size::new(5, each, None) };
        let unsolved = Size::new(6, vec![attempt(false, 2.0, 50.0)], Some(4096));
        Trial {
            v: Trial::VERSION,
            family: "framed".into(),
            goal: "tiles".into(),
            engines: solved.engines.clone(),
            seed: 1,
            threads: 1,
            limits,
            sizes: vec![solved, unsolved],
        }
    }

    #[test]
    fn the_time_is_that_of_solved_trials_and_the_rest_is_of_all() {
        let lines = "5,3,2,2.000000,1.000000,1.414214,90.00,100.00,17.32,90.00,90.00,0.00,225,,3.0,exact then unbroken,4,\n\
                     6,1,0,,,,50.00,50.00,0.00,90.00,90.00,0.00,300,4096,3.0,,,\n";
        let csv = trial().csv();
        assert_eq!(csv.split_once('\n').map(|(_, rest)| rest), Some(lines));
        let columns = |line: &str| line.split(',').count();
        assert!(csv.lines().all(|line| columns(line) == 18), "{csv}");
    }

    #[test]
    fn a_report_reads_back_equal() {
        let trial = trial();
        assert_eq!(serde_json::from_str::<Trial>(&trial.json()).ok(), Some(trial));
    }
}
