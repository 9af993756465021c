//! How far a search scales, on a machine with few cores: `cargo run --release -p marquetry-bench --bin cores`
//!
//! So many threads are simulated on one, on the real tree. Each has an interval of it and searches some nodes at a time, whoever
//! is furthest behind next; a node is the unit of time. When one has nothing left, the next to look around cuts its interval in two and hands
//! the second half over, as real threads do, which costs the other some nodes. The speed-up is all nodes over those of
//! whoever is last.

use marquetry_bench::row;
use marquetry_formats::builtin::builtin;
use marquetry_formats::detect::{Hints, read};
use marquetry_formats::source::Source;
use marquetry_puzzle::Puzzle;
use marquetry_search::{BigUint, Limits, Prepared, Search, StopFlag, Unit};

/// Nodes between two looks around, and what it costs to be handed an interval: some ten microseconds.
const LOOK: u64 = 1000;
const HANDED: u64 = 200;
const THREADS: [usize; 5] = [1, 2, 8, 32, 128];

fn main() {
    let board = include_str!("../../boards/hard-6x6.marquetry");
    let framed = read(&Source::new("hard-6x6", board), &Hints::default()).expect("a board").1;
    let known =
        |name: &str| builtin(name).and_then(|known| known.puzzle()).expect("it is built in");
    let searches = [
        ("framed 6x6, all", framed, "fewest"),
        ("pentominoes 6x10, all", known("pentominoes-6x10"), "lister"),
        ("pentominoes 2x5x6, all", known("pentominoes-2x5x6"), "lister"),
        ("soma, all", known("soma"), "cover"),
    ];
    for (name, puzzle, engine) in searches {
        scale(name, &puzzle, engine);
    }
}

fn scale(name: &str, puzzle: &Puzzle, engine: &str) {
    let search = Search::new(puzzle).engine(engine).count();
    let searched = search.prepare(|prepared| THREADS.map(|threads| simulate(prepared, threads)));
    let searched = searched.expect("the engine has a tree");
    let (all, answer) = (searched[0].nodes, &searched[0].answer);
    assert!(searched.iter().all(|it| it.answer == *answer), "{name}");
    let mut values = vec![("nodes", all.to_string())];
    let figures: Vec<(String, String)> = THREADS
        .iter()
        .zip(&searched)
        .skip(1)
        .map(|(threads, it)| {
            let speedup = all as f64 / it.last as f64;
            (format!("{threads} threads"), format!("{speedup:.2} ({} handed over)", it.handed))
        })
        .collect();
    values.extend(figures.iter().map(|(name, value)| (name.as_str(), value.clone())));
    row(name, &values);
}

/// What came of a simulation.
struct Simulated {
    nodes: u64,
    answer: BigUint,
    /// The time of the thread that ends last.
    last: u64,
    handed: usize,
}

/// A thread, how long it has searched or waited, and what it has left.
struct Thread {
    time: u64,
    left: Option<Unit>,
}

fn simulate(prepared: &Prepared<'_>, threads: usize) -> Simulated {
    let mut crew: Vec<Thread> = (0..threads).map(|_| Thread { time: 0, left: None }).collect();
    crew[0].left = Some(prepared.whole());
    let mut all = Simulated { nodes: 0, answer: BigUint::ZERO, last: 0, handed: 0 };
    let some = Limits { nodes: Some(LOOK), ..Limits::default() };
    let busy = |crew: &[Thread]| {
        let busy = (0..crew.len()).filter(|&i| crew[i].left.is_some());
        busy.min_by_key(|&i| crew[i].time)
    };
    while let Some(now) = busy(&crew) {
        let Some(unit) = crew[now].left.take() else { break };
        let outcome = prepared.run(&unit, some, StopFlag::default(), &mut ()).expect("it goes on");
        all.nodes += outcome.stats.nodes;
        all.answer += outcome.number();
        crew[now].time += outcome.stats.nodes;
        all.last = all.last.max(crew[now].time);
        let Some(rest) = outcome.rest.units().first().cloned() else { continue };
        let idle = (0..crew.len()).find(|&i| i != now && crew[i].left.is_none());
        let cut = idle.and_then(|_| prepared.split(&rest).expect("it is a part of the tree"));
        match (idle, cut) {
            (Some(other), Some([kept, given])) => {
                crew[now].left = Some(kept);
                let time = crew[now].time.max(crew[other].time) + HANDED;
                crew[other] = Thread { time, left: Some(given) };
                all.handed += 1;
            }
            _ => crew[now].left = Some(rest),
        }
    }
    all
}
