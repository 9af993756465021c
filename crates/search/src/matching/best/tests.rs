use std::ops::ControlFlow;

use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::matching::{Matching, Pin};
use marquetry_puzzle::{Puzzle, Score, Solution, judge};

use super::*;
use crate::run::{Ending, Stats};

/// Keeps every better board and its score.
#[derive(Default)]
struct Keeper {
    boards: Vec<(Solution, Score)>,
    solved: bool,
}

impl Watch for Keeper {
    fn improved(&mut self, best: &Solution, score: &Score) {
        self.boards.push((best.clone(), score.clone()));
    }

    fn solution(&mut self, _: &Solution, _: &Stats) -> ControlFlow<()> {
        self.solved = true;
        ControlFlow::Break(())
    }
}

fn framed(side: usize, seed: u64) -> Matching {
    let colours = Kind::Framed.usual_colours(side, side);
    generate(Kind::Framed, side, side, colours, seed).expect("the size is in range")
}

fn hunt(p: &Matching, hunt: &Hunt, nodes: u64) -> (Outcome, Keeper) {
    let puzzle: Puzzle = p.clone().into();
    let mut keeper = Keeper::default();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let outcome = best(&puzzle, hunt, limits, StopFlag::default(), &mut keeper);
    let outcome = outcome.expect("every board passes the judge");
    for (board, score) in &keeper.boards {
        assert_eq!(judge(&puzzle, board).as_ref(), Ok(score));
    }
    (outcome, keeper)
}

fn missing(score: &Score) -> usize {
    match score {
        Score::Board { breaks, .. } => breaks.len(),
        _ => usize::MAX,
    }
}

#[test]
fn a_small_board_is_solved() {
    for seed in 1..=3 {
        let (outcome, keeper) = hunt(&framed(5, seed), &Hunt::default(), 20_000_000);
        assert_eq!((outcome.ending, keeper.solved), (Ending::Enough, true));
    }
}

#[test]
fn every_report_is_better_than_the_one_before() {
    let (outcome, keeper) = hunt(&framed(8, 1), &Hunt::default(), 2_000_000);
    assert_eq!((outcome.ending, outcome.stats.nodes), (Ending::NodeLimit, 2_000_000));
    let scores: Vec<usize> = keeper.boards.iter().map(|(_, score)| missing(score)).collect();
    assert!(scores.is_sorted_by(|a, b| a > b) && scores.len() > 1, "{scores:?}");
}

#[test]
fn the_same_seed_finds_the_same_boards() {
    let boards = |seed| {
        let how = Hunt { seed, ..Hunt::default() };
        hunt(&framed(8, 1), &how, 1_000_000).1.boards
    };
    assert_eq!(boards(7), boards(7));
    assert_ne!(boards(7), boards(8));
}

#[test]
fn pinned_tiles_stay_where_they_are() {
    let p = framed(6, 2);
    let mut setup = p.into_setup();
    let inner = setup.tiles.iter().position(|t| !t.edges.contains(&setup.frame.unwrap()));
    setup.pins = vec![Pin { tile: inner.expect("6x6 has an inside"), cell: 14, turn: None }];
    let p = Matching::new(setup).expect("the pin is on the board");
    // The judge refuses a board without its pin.
    let (_, keeper) = hunt(&p, &Hunt::default(), 500_000);
    assert!(!keeper.boards.is_empty());
}

#[test]
fn every_search_suits_every_kind_of_puzzle() {
    let kinds = [(Kind::Framed, 7, 4), (Kind::Tetravex, 5, 5), (Kind::Arrows, 4, 6)];
    for (kind, width, height) in kinds {
        let colours = kind.usual_colours(width, height);
        let p = generate(kind, width, height, colours, 1).expect("the size is in range");
        for search in SEARCHES {
            let how =
                Hunt { goal: search.goal, engine: Some(search.name.into()), ..Hunt::default() };
            let (outcome, keeper) = hunt(&p, &how, 300_000);
            assert!(matches!(outcome.ending, Ending::NodeLimit | Ending::Enough));
            let Some((_, Score::Board { placed, cells, breaks, .. })) = keeper.boards.last() else {
                panic!("{} found no board", search.name);
            };
            match search.goal {
                Goal::Edges => assert_eq!(placed, cells),
                Goal::Tiles => assert!(breaks.is_empty() && *placed * 2 > *cells),
            }
        }
    }
}

#[test]
fn holes_take_breaks_away_and_are_no_more_than_allowed() {
    let last = |holes| {
        let how = Hunt { holes, engine: Some("repair".into()), ..Hunt::default() };
        let (_, keeper) = hunt(&framed(8, 3), &how, 1_000_000);
        match keeper.boards.last() {
            Some((_, Score::Board { placed, cells, breaks, .. })) => (cells - placed, breaks.len()),
            _ => panic!("there is always a board"),
        }
    };
    let (full, some) = (last(0), last(6));
    assert!(full.0 == 0 && some.0 <= 6 && some.1 < full.1, "{full:?} {some:?}");
}

#[test]
fn a_hunt_goes_on_from_a_board() {
    let p = framed(8, 1);
    let (_, keeper) = hunt(&p, &Hunt::default(), 500_000);
    let Some((Solution::Board(board), score)) = keeper.boards.last() else {
        panic!("there is always a board")
    };
    let how = Hunt { from: Some(board.clone()), seed: 2, ..Hunt::default() };
    let (_, later) = hunt(&p, &how, 500_000);
    assert_eq!(&later.boards[0].1, score);
}

#[test]
fn two_threads_share_their_best_board() {
    let how = Hunt { threads: 2, ..Hunt::default() };
    let (outcome, keeper) = hunt(&framed(8, 1), &how, 1_000_000);
    assert!(outcome.stats.nodes >= 1_000_000);
    let scores: Vec<usize> = keeper.boards.iter().map(|(_, score)| missing(score)).collect();
    assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
}
