//! The fast search of sliding puzzles against the slow one.

use std::collections::HashSet;
use std::ops::ControlFlow;

use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::{Ending, Limits, Metric, Search, Settings, StopFlag, each_solution};
use marquetry_testkit::sliding::sliding;

const METRICS: [Metric; 3] = [Metric::Moves, Metric::Slides, Metric::Steps];

/// How the search ended, the solutions, and where there are none the positions that were visited.
type Answer = (Ending, Vec<Solution>, Option<u64>);

fn found(puzzle: &Puzzle, engine: &str, metric: Metric, threads: usize) -> Answer {
    let mut found = Vec::new();
    let mut watch = each_solution(|solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    let settings = Settings { engine: Some(engine.into()), metric, threads, ..Settings::default() };
    let limits = Limits { solutions: Some(400), ..Limits::default() };
    let outcome = Search::new(puzzle).settings(&settings).limits(limits).run(&mut watch).unwrap();
    let visited = found.is_empty().then_some(outcome.stats.nodes);
    (outcome.ending, found, visited)
}

#[test]
fn three_hundred_random_trays_agree_with_the_reference_in_every_metric() {
    let mut solvable = 0;
    for seed in 0..300 {
        let puzzle = Puzzle::from(sliding(seed));
        for metric in METRICS {
            let (slow_end, slow, all) = found(&puzzle, "reference", metric, 1);
            let (end, fast, visited) = found(&puzzle, "bfs", metric, 1);
            let two = found(&puzzle, "bfs", metric, 2);
            assert_eq!(two, (end, fast.clone(), visited), "tray {seed}, {metric:?}");
            assert_eq!((end, visited), (slow_end, all), "tray {seed}, {metric:?}");
            let (bound_end, mut bound, _) = found(&puzzle, "bounded", metric, 1);
            let mut same = fast.clone();
            assert_eq!(bound.len(), same.len(), "tray {seed}, {metric:?}");
            if end == Ending::Exhausted {
                bound.sort();
                same.sort();
                assert_eq!((bound_end, bound), (end, same), "tray {seed}, {metric:?}");
            }
            let set: HashSet<&Solution> = fast.iter().collect();
            assert_eq!(set.len(), fast.len(), "tray {seed}, {metric:?}: a solution came twice");
            if end == Ending::Exhausted {
                assert_eq!(set, slow.iter().collect(), "tray {seed}, {metric:?}");
            }
            solvable += usize::from(!fast.is_empty());
        }
    }
    assert!((300..800).contains(&solvable), "{solvable} of 900 have solutions");
}

#[test]
fn with_next_to_no_memory_the_same_is_found_on_disk() {
    let mut spilled = 0;
    for seed in 0..300 {
        let puzzle = Puzzle::from(sliding(seed));
        for (metric, threads) in METRICS.into_iter().zip([1, 2, 3]) {
            let mut answer = |memory: Option<u64>| {
                let mut found = Vec::new();
                let mut watch = each_solution(|solution: &Solution| {
                    found.push(solution.clone());
                    ControlFlow::Continue(())
                });
                let engine = Some("bfs".into());
                let settings = Settings { engine, metric, threads, ..Settings::default() };
                let limits = Limits { solutions: Some(1), memory, ..Limits::default() };
                let stop = StopFlag::default();
                let outcome = Search::new(&puzzle)
                    .settings(&settings)
                    .limits(limits)
                    .until(stop)
                    .run(&mut watch)
                    .unwrap();
                spilled += usize::from(outcome.stats.breadth.is_some_and(|b| b.disk > 0));
                (outcome.ending, outcome.stats.nodes, found)
            };
            assert_eq!(answer(None), answer(Some(1)), "tray {seed}, {metric:?}");
        }
    }
    assert!(spilled > 500, "only {spilled} of 900 searches took to the disk");
}
