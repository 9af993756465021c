//! What the automatic choice of an engine costs over the best engine for each puzzle and question, on one thread.
//!
//! `choice [FAMILY]` prints a row for each puzzle and question with the CPU time of the choice, the best engine and its
//! time, and the ratio. An engine gets no longer than the choice took: if it is not done by then, it is not better.
//! All answers are compared. Ends with the median and the largest ratio.
//!
//! How soon a first solution of a framed board comes is a matter of luck, for every engine. So such a row is several
//! boards of one kind, and the times are sums.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use marquetry_bench::{PENTOMINOES, cpu_time};
use marquetry_formats::builtin::builtin;
use marquetry_formats::native;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::{Family, Puzzle, Solution};
use marquetry_search::matching::best::Hunt;
use marquetry_search::{ENGINES, Ending, Limits, Outcome, Search, Settings, each_solution};

/// What no engine could do better at matters to nobody.
const TRIFLE: f64 = 0.005;
/// The longest that a question may take, in seconds.
const LONGEST: u64 = 60;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Question {
    First,
    All,
    Count,
    Distinct,
}
use Question::{All, Count, Distinct, First};

fn main() {
    let family = std::env::args().nth(1);
    let mut ratios = Vec::new();
    println!(
        "{:<34} {:<9} {:>9}  {:<22} {:>9} {:>6}",
        "puzzle", "question", "choice", "best", "", "ratio"
    );
    for (name, puzzles, questions) in table() {
        let of = puzzles[0].family();
        if family.as_ref().is_some_and(|family| family != of.name() && !name.contains(family)) {
            continue;
        }
        for &question in questions {
            ratios.extend(compare(&name, &puzzles, question));
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(largest) = ratios.last() {
        let median = ratios[ratios.len() / 2];
        println!("{} rows, median {median:.2}, largest {largest:.2}", ratios.len());
    }
}

/// Prints a row and returns its ratio.
fn compare(name: &str, puzzles: &[Puzzle], question: Question) -> Option<f64> {
    let family = puzzles[0].family();
    let choice = ENGINES.iter().find(|engine| engine.family == family)?.name;
    let whole = Duration::from_secs(LONGEST * puzzles.len() as u64);
    if family == Family::Sliding {
        // Tables of a tray are kept for the next search of the process: whoever comes first must not pay for all.
        measure_all(puzzles, question, choice, whole);
    }
    let (auto, answers, wall) = measure_all(puzzles, question, choice, whole);
    let chosen = answers.last().and_then(|answer| answer.chosen).unwrap_or("");
    let mut least: Option<(f64, &str)> = None;
    let mut names: Vec<&str> = ENGINES
        .iter()
        .filter(|engine| engine.family == family)
        .map(|engine| engine.name)
        .filter(|&engine| engine != choice && engine != "reference")
        .collect();
    if family == Family::Matching && question == First {
        names.push("best");
    }
    for engine in names {
        let most = wall + Duration::from_millis(20);
        let (time, others, _) = measure_all(puzzles, question, engine, most);
        // A solution that is not known to be shortest answers another question.
        let shortest = |answers: &[Outcome], is| answers.iter().any(|a| a.shortest == Some(is));
        if others.len() < puzzles.len() || shortest(&others, false) && shortest(&answers, true) {
            continue;
        }
        for (answer, other) in answers.iter().zip(&others) {
            let same = found(answer, question) == found(other, question);
            assert!(same, "{name}, {question:?}: {engine}");
        }
        if least.is_none_or(|(least, _)| time < least) {
            least = Some((time, engine));
        }
    }
    let (time, engine) = least.unwrap_or((auto, "none sooner"));
    let ratio = (auto / time.max(TRIFLE)).max(if least.is_none() { 1.0 } else { 0.0 });
    let done = if answers.len() == puzzles.len() { "" } else { " (not done)" };
    println!(
        "{name:<34} {question:<9?} {auto:>9.4}  {:<22} {time:>9.4} {ratio:>6.2}{done}",
        format!("{engine} (chosen: {chosen})")
    );
    Some(ratio)
}

/// What an engine says: how many solutions, or whether there is one.
fn found(outcome: &Outcome, question: Question) -> String {
    match (&outcome.total, question) {
        (_, First) => (outcome.stats.solutions > 0).to_string(),
        (Some(total), _) => total.to_string(),
        _ => outcome.stats.solutions.to_string(),
    }
}

/// The same of several puzzles together, up to the first without an answer.
fn measure_all(
    puzzles: &[Puzzle],
    question: Question,
    engine: &str,
    most: Duration,
) -> (f64, Vec<Outcome>, Duration) {
    let (mut time, mut answers, mut wall) = (0.0, Vec::new(), Duration::ZERO);
    for puzzle in puzzles {
        let (took, answer, waited) = measure(puzzle, question, engine, most.saturating_sub(wall));
        (time, wall) = (time + took, wall + waited);
        match answer {
            Some(answer) => answers.push(answer),
            None => break,
        }
    }
    (time, answers, wall)
}

/// CPU time, the answer if there is one, and the time on the wall.
fn measure(
    puzzle: &Puzzle,
    question: Question,
    engine: &str,
    most: Duration,
) -> (f64, Option<Outcome>, Duration) {
    let (before, begun) = (cpu_time(), Instant::now());
    let settings = Settings {
        engine: Some(engine.into()),
        count: matches!(question, Count | Distinct),
        distinct: question == Distinct,
        threads: 1,
        seed: 1,
        ..Settings::default()
    };
    let solutions = (question == First).then_some(1);
    let limits = Limits { time: Some(most), solutions, memory: Some(4 << 30), ..Limits::default() };
    let mut nobody = each_solution(|_: &Solution| ControlFlow::Continue(()));
    let outcome = if engine == "best" {
        let hunt = Hunt { threads: 1, seed: 1, ..Hunt::default() };
        Search::new(puzzle).limits(limits).best(&hunt, &mut nobody)
    } else {
        Search::new(puzzle).settings(&settings).limits(limits).run(&mut nobody)
    };
    let done = |outcome: &Outcome| matches!(outcome.ending, Ending::Exhausted | Ending::Enough);
    ((cpu_time() - before).as_secs_f64(), outcome.ok().filter(done), begun.elapsed())
}

/// The puzzles, and what is asked of each.
fn table() -> Vec<(String, Vec<Puzzle>, &'static [Question])> {
    const EVERY: &[Question] = &[First, All, Count, Distinct];
    let mut table = Vec::new();
    let mut add = |name: &str, puzzle: Puzzle, questions| {
        table.push((name.to_owned(), vec![puzzle], questions));
    };
    for name in [
        "pentominoes-3x20",
        "pentominoes-4x15",
        "pentominoes-5x12",
        "pentominoes-6x10",
        "pentominoes-8x8",
        "soma",
        "checkerboard",
    ] {
        add(name, named(name), EVERY);
    }
    for name in ["pentominoes-2x3x10", "pentominoes-2x5x6", "hexiamonds-6x6", "hexagon"] {
        add(name, named(name), &[First, Count, Distinct]);
    }
    add("pentominoes-3x4x5", named("pentominoes-3x4x5"), &[First, Count]);
    let (domino, copies) = (&[("D", "##")][..], "copies 0..");
    add("dominoes 8x8, 32", tiling(8, 8, domino, "copies 32"), &[First, Count, Distinct]);
    add("dominoes 16x16, 128", tiling(16, 16, domino, "copies 128"), &[First, Count, Distinct]);
    add("dominoes 16x16, any number", tiling(16, 16, domino, copies), &[Count, Distinct]);
    add("dominoes 64x64", tiling(64, 64, domino, copies), &[First]);
    add("dominoes 100x100", tiling(100, 100, domino, copies), &[First]);
    let trominoes = &[("I", "###"), ("L", "## #.")][..];
    add("trominoes 9x12", tiling(9, 12, trominoes, copies), &[First, Count, Distinct]);
    add("L trominoes 9x9", tiling(9, 9, &trominoes[1..], copies), &[First, Count, Distinct]);
    add("L trominoes 6x7", tiling(6, 7, &trominoes[1..], copies), EVERY);
    add("P pentominoes 10x10", tiling(10, 10, &[("P", "## ## #.")], copies), &[First, Count]);
    add(
        "Y pentominoes 10x10",
        tiling(10, 10, &[("Y", "#### .#..")], copies),
        &[First, All, Count, Distinct],
    );
    add("T tetrominoes 8x8", tiling(8, 8, &TETROMINOES[2..3], copies), EVERY);
    add("T tetrominoes 10x10", tiling(10, 10, &TETROMINOES[2..3], copies), &[First, Count]);
    add("tetrominoes twice 5x8", tiling(8, 5, TETROMINOES, "copies 2"), EVERY);
    let both: Vec<(&str, &str)> = TETROMINOES.iter().chain(&PENTOMINOES).copied().collect();
    add("tetro- and pentominoes 4x20", tiling(20, 4, &both, ""), &[First, Count]);
    add("tetro- and pentominoes 8x10", tiling(10, 8, &both, ""), &[First]);
    for (size, colours, seed) in [(4, 4, 1), (5, 6, 1), (6, 5, 2), (7, 7, 3), (8, 9, 1), (8, 10, 2)]
    {
        let name = format!("Tetravex {size}x{size}, {colours} colours");
        add(&name, made(Kind::Tetravex, size, colours, seed), &[First, Count]);
    }
    for (size, colours, seed) in [(4, 4, 1), (5, 5, 1), (5, 6, 2), (6, 9, 2)] {
        let name = format!("framed {size}x{size}, {colours} colours");
        add(&name, made(Kind::Framed, size, colours, seed), &[First, Count, Distinct]);
    }
    for (seed, colours) in [(1, 4), (2, 2)] {
        let name = format!("arrows 3x3, {colours} colours");
        add(&name, made(Kind::Arrows, 3, colours, seed), EVERY);
    }
    for name in ["klotski", "dads-puzzle", "rush-hour", "fifteen"] {
        add(name, named(name), &[First, Count]);
    }
    add(
        "15-puzzle, one move away",
        native(
            "marquetry sliding\nlabels own\ntray\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 . 15\ngoal\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n",
        ),
        &[First, Count],
    );
    add(
        "8-puzzle",
        native(
            "marquetry sliding\nlabels own\ntray\n  8 6 7\n  2 5 4\n  3 . 1\ngoal\n  1 2 3\n  4 5 6\n  7 8 .\n",
        ),
        &[First],
    );
    for (size, colours, boards) in [
        (6, 6, 5),
        (7, 8, 5),
        (7, 9, 5),
        (8, 6, 5),
        (8, 8, 5),
        (8, 9, 5),
        (9, 9, 5),
        (10, 9, 5),
        (10, 8, 5),
        (12, 8, 3),
        (16, 9, 3),
    ] {
        let name = format!("framed {size}x{size}, {colours} colours, {boards} boards");
        let boards = (1..=boards).map(|seed| made(Kind::Framed, size, colours, seed)).collect();
        table.push((name, boards, &[First]));
    }
    table
}

const TETROMINOES: &[(&str, &str)] =
    &[("TI", "####"), ("TO", "## ##"), ("TT", "### .#."), ("TL", "### #.."), ("TS", ".## ##.")];

fn tiling(width: usize, height: usize, pieces: &[(&str, &str)], copies: &str) -> Puzzle {
    let mut text = "marquetry tiling\nboard\n".to_owned()
        + &format!("  {}\n", "#".repeat(width)).repeat(height);
    for (name, drawing) in pieces {
        text += &format!("piece {name} {copies}\n");
        drawing.split(' ').for_each(|row| text += &format!("  {row}\n"));
    }
    native(&text)
}

fn native(text: &str) -> Puzzle {
    native::read(text).expect("the text is a puzzle")
}

fn named(name: &str) -> Puzzle {
    native(builtin(name).expect("it is built in").text)
}

fn made(kind: Kind, size: usize, colours: u32, seed: u64) -> Puzzle {
    generate(kind, size, size, colours, seed).expect("the size is in range").into()
}
