//! The engines for big trays and for labelled tiles, and the one that chooses.

use std::collections::HashSet;
use std::ops::ControlFlow;

use marquetry_puzzle::sliding::{Setup, Sliding, Target};
use marquetry_puzzle::{Puzzle, Solution, analyse};
use marquetry_search::{Ending, Limits, Metric, Outcome, Settings, StopFlag, solve};
use marquetry_testkit::sliding::{drawn, sliding, tiles};

fn run(puzzle: &Puzzle, engine: &str, metric: Metric) -> (Vec<Solution>, Outcome) {
    some(puzzle, engine, metric, 400)
}

fn some(puzzle: &Puzzle, engine: &str, metric: Metric, most: u64) -> (Vec<Solution>, Outcome) {
    let mut found = Vec::new();
    let mut watch = |solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    };
    let settings = Settings { engine: Some(engine.into()), metric, ..Settings::default() };
    let limits = Limits { solutions: Some(most), ..Limits::default() };
    let outcome = solve(puzzle, &settings, limits, StopFlag::default(), &mut watch).unwrap();
    (found, outcome)
}

#[test]
fn what_auto_finds_is_what_the_reference_finds() {
    for seed in 400..500 {
        let puzzle = Puzzle::from(sliding(seed));
        for metric in [Metric::Moves, Metric::Slides, Metric::Steps] {
            let (slow, end) = run(&puzzle, "reference", metric);
            let (fast, auto_end) = run(&puzzle, "auto", metric);
            assert_eq!(end.ending, auto_end.ending, "tray {seed}");
            assert_eq!(slow.len(), fast.len(), "tray {seed}");
            if !fast.is_empty() {
                assert_eq!(auto_end.shortest, Some(true));
                assert!(analyse(&puzzle).impossible.is_empty(), "tray {seed}");
            }
        }
    }
}

#[test]
fn the_greedy_search_finds_a_solution_just_where_there_is_one() {
    for seed in 500..600 {
        let puzzle = Puzzle::from(sliding(seed));
        let (slow, _) = run(&puzzle, "reference", Metric::Moves);
        let (found, outcome) = run(&puzzle, "guided", Metric::Moves);
        assert_eq!(found.len(), slow.len().min(1), "tray {seed}");
        let ending = if found.is_empty() { Ending::Exhausted } else { Ending::Enough };
        assert_eq!(outcome.ending, ending, "tray {seed}");
    }
}

#[test]
fn the_greedy_search_does_not_claim_to_be_shortest() {
    let p = drawn("abbc abbc deef dghf i..j", ".... .... .... .bb. .bb.");
    let (found, outcome) = run(&p.into(), "guided", Metric::Moves);
    assert_eq!((found.len(), outcome.shortest), (1, Some(false)));
}

#[test]
fn tiles_are_solved_like_any_other_tray() {
    for (seed, width, height) in [(1, 2, 3), (2, 3, 2), (3, 3, 2), (4, 2, 2), (5, 3, 3), (6, 3, 3)]
    {
        let puzzle = Puzzle::from(tiles(seed, width, height));
        let (slow, slow_end) = run(&puzzle, "bfs", Metric::Moves);
        let (fast, end) = run(&puzzle, "fifteen", Metric::Moves);
        assert_eq!(end.ending, slow_end.ending, "tray {seed}");
        let set = |list: &[Solution]| list.iter().cloned().collect::<HashSet<_>>();
        assert_eq!(set(&slow), set(&fast), "tray {seed}");
        assert_eq!(fast.is_empty(), !analyse(&puzzle).impossible.is_empty(), "tray {seed}");
    }
}

#[test]
fn a_fifteen_puzzle_is_solved() {
    let puzzle = Puzzle::from((0..).map(|seed| tiles(seed, 4, 4)).find(solvable).unwrap());
    let (found, outcome) = some(&puzzle, "auto", Metric::Moves, 1);
    assert!(!found.is_empty());
    assert_eq!(outcome.shortest, Some(true));
}

fn solvable(p: &Sliding) -> bool {
    analyse(&p.clone().into()).impossible.is_empty()
}

#[test]
fn ten_thousand_cells_and_one_hole_are_no_trouble() {
    let (width, height) = (100, 100);
    let unit =
        |at: usize| vec![marquetry_puzzle::Cell::at((at % width) as i16, (at / width) as i16)];
    let block = |at: usize| marquetry_puzzle::sliding::Block {
        name: format!("b{at}"),
        label: None,
        cells: unit(at),
        freedom: Default::default(),
    };
    let goal = (0..9_999).map(|at| Target { label: None, cells: unit(at) }).collect();
    let setup = Setup {
        title: String::new(),
        width,
        height,
        walls: Vec::new(),
        blocks: (0..10_000).filter(|&at| at != 9_060).map(block).collect(),
        goal,
    };
    let puzzle = Puzzle::from(Sliding::new(setup).unwrap());
    for engine in ["auto", "guided"] {
        let (found, _) = some(&puzzle, engine, Metric::Steps, 1);
        let Some(Solution::Moves(moves)) = found.first() else { panic!("no solution by {engine}") };
        assert_eq!(moves.len(), 9 + 39);
    }
}
