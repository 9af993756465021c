//! Generated puzzles have a solution.

use std::ops::ControlFlow;

use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::{Search, Settings, each_solution};

fn solvable(puzzle: &Puzzle, engine: &str) -> bool {
    let settings = Settings { engine: Some(engine.into()), ..Settings::default() };
    let mut found = false;
    let mut first = each_solution(|_: &Solution| {
        found = true;
        ControlFlow::Break(())
    });
    Search::new(puzzle)
        .settings(&settings)
        .run(&mut first)
        .expect("the judge accepts every solution");
    found
}

#[test]
fn the_reference_solves_every_small_generated_puzzle() {
    for kind in Kind::ALL {
        for (width, height) in [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3)] {
            let (fewest, _) = kind.colours();
            for colours in [fewest, 3, kind.usual_colours(width, height)] {
                for seed in 0..5 {
                    let p = generate(kind, width, height, colours, seed).expect("in range");
                    let title = p.title.clone();
                    assert!(solvable(&p.into(), "reference"), "{title}");
                }
            }
        }
    }
}

#[test]
fn the_exact_engine_solves_larger_ones() {
    for (kind, width, height) in
        [(Kind::Tetravex, 6, 5), (Kind::Arrows, 4, 4), (Kind::Framed, 5, 5), (Kind::Framed, 6, 3)]
    {
        for seed in 0..5 {
            let colours = kind.usual_colours(width, height);
            let p = generate(kind, width, height, colours, seed).expect("in range");
            let title = p.title.clone();
            assert!(solvable(&p.into(), "exact"), "{title}");
        }
    }
}
