//! The built-in puzzles with their known answers, and a generated one for an engine that none of those is for.

use marquetry_formats::builtin::builtin;
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Kind, generate};

/// What is known of a puzzle: `crates/formats/puzzles/answers.toml` says how each figure was found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The puzzle's name.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// All its solutions.
    pub solutions: Option<u64>,
    /// Its solutions up to symmetry.
    pub distinct: Option<u64>,
    /// The length of a shortest solution in moves, slides and steps.
    pub shortest: Option<[usize; 3]>,
    /// Nodes until the first solution, for each engine on one thread.
    pub nodes: Vec<(String, u64)>,
    /// Nodes to count all solutions.
    pub counted: Vec<(String, u64)>,
    /// The engines that take too long to count them.
    pub slow: Vec<String>,
}

/// All answers, in the order of their names.
///
/// # Panics
/// Panics when the file of answers does not fit the puzzles: these are tests.
pub fn answers() -> Vec<Answer> {
    let text = include_str!("../../formats/puzzles/answers.toml");
    let table: toml::Table = text.parse().expect("answers.toml is TOML");
    let answer = |(name, known): (String, toml::Value)| {
        let number = |key: &str| known.get(key).and_then(toml::Value::as_integer).map(|n| n as u64);
        let shortest = known.get("shortest").and_then(toml::Value::as_array).map(|lengths| {
            let length = |i: usize| lengths[i].as_integer().expect("a length is a number") as usize;
            [length(0), length(1), length(2)]
        });
        let nodes = |key: &str| {
            let table = known.get(key).and_then(toml::Value::as_table).cloned().unwrap_or_default();
            let nodes = table.into_iter();
            nodes.filter_map(|(engine, n)| Some((engine, n.as_integer()? as u64))).collect()
        };
        let slow = known.get("slow").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let slow = slow.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect();
        let made = known.get("generated").map(|made| generated(made.as_array().expect("a list")));
        let puzzle = made
            .or_else(|| builtin(&name)?.puzzle())
            .unwrap_or_else(|| panic!("no built-in puzzle '{name}'"));
        let (solutions, distinct) = (number("solutions"), number("distinct"));
        let (nodes, counted) = (nodes("nodes"), nodes("counted"));
        Answer { name, puzzle, solutions, distinct, shortest, nodes, counted, slow }
    };
    table.into_iter().map(answer).collect()
}

/// The puzzle of a kind, a width, a height, a number of colours and a seed.
fn generated(made: &[toml::Value]) -> Puzzle {
    let [kind, numbers @ ..] = made else { panic!("a generated puzzle has a kind") };
    let kind = match kind.as_str() {
        Some("framed") => Kind::Framed,
        Some("tetravex") => Kind::Tetravex,
        _ => panic!("no kind {kind}"),
    };
    let numbers: Vec<i64> = numbers.iter().filter_map(toml::Value::as_integer).collect();
    let [width, height, colours, seed] = numbers[..] else { panic!("four numbers: {numbers:?}") };
    generate(kind, width as usize, height as usize, colours as u32, seed as u64)
        .expect("in range")
        .into()
}
