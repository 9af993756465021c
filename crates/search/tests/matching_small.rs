//! The searcher of small puzzles against the reference.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use marquetry_puzzle::{Matching, Puzzle, Solution, Symmetries};
use marquetry_search::matching::small::Small;
use marquetry_search::{Search, Settings, each_solution};
use marquetry_testkit::matching::matching;

fn reference(puzzle: &Puzzle, distinct: bool) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    let mut keep = each_solution(|solution: &Solution| {
        found.insert(solution.clone());
        ControlFlow::Continue(())
    });
    let settings = Settings { engine: Some("reference".into()), distinct, ..Settings::default() };
    Search::new(puzzle)
        .settings(&settings)
        .run(&mut keep)
        .expect("the reference searches any puzzle");
    found
}

fn small(p: &Matching, up_to_turns: bool) -> Option<Vec<Solution>> {
    let mut found = Vec::new();
    Small::new(p, up_to_turns)?.solve(|board| found.push(Solution::Board(board.to_vec())));
    Some(found)
}

#[test]
fn small_puzzles_have_the_solutions_that_the_reference_finds() {
    let mut compared = 0;
    for seed in 0..500 {
        let p = matching(seed);
        let Some(found) = small(&p, false) else { continue };
        compared += 1;
        let count = found.len();
        let found: BTreeSet<Solution> = found.into_iter().collect();
        assert_eq!(found.len(), count, "seed {seed}: a solution was visited twice");
        assert_eq!(found, reference(&p.into(), false), "seed {seed}");
    }
    assert!(compared > 400, "only {compared} of 500 puzzles are small");
}

#[test]
fn each_class_of_turned_boards_is_visited_once() {
    let mut compared = 0;
    for seed in 0..3000 {
        let p = matching(seed);
        let Some(found) = small(&p, true) else { continue };
        compared += 1;
        let puzzle: Puzzle = p.into();
        let symmetries = Symmetries::of(&puzzle);
        let classes: BTreeSet<Solution> = found.iter().map(|s| symmetries.canonical(s)).collect();
        assert_eq!(classes.len(), found.len(), "seed {seed}: a class was visited twice");
        assert_eq!(classes, reference(&puzzle, true), "seed {seed}");
    }
    assert!(compared > 100, "only {compared} puzzles have a centre");
}
