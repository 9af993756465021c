use std::ops::ControlFlow;

use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::matching::{Matching, Pin};
use marquetry_puzzle::{Laid, Puzzle, Score, Solution, judge};

use super::*;
use crate::run::{Ending, Stats};

/// Keeps every better board and its score.
#[derive(Default)]
struct Keeper {
    boards: Vec<(Solution, Score)>,
    solved: bool,
}

impl Watch for Keeper {
    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        self.boards.push((best.clone(), score.clone()));
        ControlFlow::Continue(())
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
    let outcome = crate::Search::new(&puzzle).limits(limits).best(hunt, &mut keeper);
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

/// A puzzle and its planted board with one corner upside down: two breaks on the rim and two beside it.
fn upside_down() -> (Matching, Board) {
    let p = framed(5, 1);
    let (_, keeper) = hunt(&p, &Hunt::default(), 20_000_000);
    assert!(keeper.solved);
    let Some((Solution::Board(mut board), _)) = keeper.boards.into_iter().last() else {
        panic!("there is always a board")
    };
    let corner = board[0].as_mut().expect("the board is full");
    corner.turn = (corner.turn + 2) % 4;
    (p, board)
}

/// Breaks on the rim, other breaks, edges that do not match and empty cells.
fn lacks(score: &Score) -> [usize; 4] {
    let Score::Board { matched, possible, placed, cells, breaks, .. } = score else {
        panic!("a board has a score of boards")
    };
    let rim = breaks.iter().filter(|b| b.beyond.is_none()).count();
    [rim, breaks.len() - rim, possible - matched, cells - placed]
}

#[test]
fn breaks_on_the_rim_and_edges_beside_holes_are_counted_apart() {
    let (p, board) = upside_down();
    let first = |p: &Matching, holes, goal| {
        let how = Hunt { holes, goal, from: Some(board.clone()), ..Hunt::default() };
        lacks(&hunt(p, &how, 1).1.boards[0].1)
    };
    assert_eq!(first(&p, 0, Goal::Edges), [2, 2, 2, 0]);
    assert_eq!(first(&p, 1, Goal::Edges), [0, 0, 2, 1]);
    assert_eq!(first(&p, 3, Goal::Edges), [0, 0, 2, 1], "no hole without need");
    assert_eq!(first(&p, 0, Goal::Tiles), [0, 0, 2, 1]);
    // A pinned tile stays: the hole is beside it.
    let mut setup = p.into_setup();
    let tile = board[0].expect("the board is full").tile;
    setup.pins = vec![Pin { tile, cell: 0, turn: None }];
    let pinned = Matching::new(setup).expect("the pin is on the board");
    assert_eq!(first(&pinned, 1, Goal::Edges), [2, 1, 4, 1]);
}

#[test]
fn a_board_with_holes_goes_on_until_it_has_none() {
    let (p, board) = upside_down();
    for engine in ["combination", "repair"] {
        let engine = Some(engine.to_owned());
        let how = Hunt { holes: 3, from: Some(board.clone()), engine, ..Hunt::default() };
        let (outcome, keeper) = hunt(&p, &how, 20_000_000);
        assert_eq!((outcome.ending, keeper.solved), (Ending::Enough, true));
    }
}

#[test]
fn holes_take_breaks_away_and_are_no_more_than_allowed() {
    for engine in ["combination", "schedule", "repair"] {
        let last = |holes| {
            let how = Hunt { holes, engine: Some(engine.into()), ..Hunt::default() };
            let (_, keeper) = hunt(&framed(9, 3), &how, 1_000_000);
            let (_, score) = keeper.boards.last().expect("there is always a board");
            (lacks(score)[3], missing(score))
        };
        let (full, some) = (last(0), last(4));
        assert!(full.0 == 0 && some.0 <= 4 && some.1 < full.1, "{engine}: {full:?} {some:?}");
    }
}

#[test]
fn a_partial_board_is_gone_on_from_with_its_pins() {
    let (p, mut board) = upside_down();
    let mut setup = p.into_setup();
    let laid = board[12].take().expect("the board is full");
    setup.pins = vec![Pin { tile: laid.tile, cell: 12, turn: Some(laid.turn) }];
    let p = Matching::new(setup).expect("the pin is on the board");
    board[13] = None;
    let how = Hunt { from: Some(board), ..Hunt::default() };
    let (_, keeper) = hunt(&p, &how, 1);
    // The middle is pinned, and one tile is left for the cell beside it.
    assert_eq!(lacks(&keeper.boards[0].1), [2, 2, 2, 0]);
}

/// Stops at the nth better board.
struct Stopper {
    after: usize,
    keeper: Keeper,
}

impl Watch for Stopper {
    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        self.keeper.improved(best, score)?;
        match self.keeper.boards.len() < self.after {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

#[test]
fn a_hunt_that_was_stopped_at_any_moment_is_gone_on_with() {
    let p = framed(10, 1);
    let puzzle: Puzzle = p.clone().into();
    for (after, threads) in [(1, 1), (2, 2), (3, 1), (4, 2), (6, 2)] {
        let mut stopper = Stopper { after, keeper: Keeper::default() };
        let how = Hunt { threads, ..Hunt::default() };
        let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
        let outcome = crate::Search::new(&puzzle).limits(limits).best(&how, &mut stopper);
        let ending = outcome.map(|outcome| outcome.ending);
        assert!(matches!(ending, Ok(Ending::Enough | Ending::NodeLimit)), "{ending:?}");
        let Some((Solution::Board(board), score)) = stopper.keeper.boards.last() else {
            panic!("there is always a board")
        };
        let how = Hunt { from: Some(board.clone()), seed: 2, ..Hunt::default() };
        let (_, later) = hunt(&p, &how, 1);
        assert_eq!(&later.boards[0].1, score);
    }
}

#[test]
fn a_board_whose_tiles_are_all_pinned_is_only_told() {
    let (p, board) = upside_down();
    let mut setup = p.into_setup();
    let pin = |(cell, laid): (usize, &Option<Laid>)| {
        laid.map(|laid| Pin { tile: laid.tile, cell, turn: Some(laid.turn) })
    };
    setup.pins = board.iter().enumerate().filter_map(pin).collect();
    let p = Matching::new(setup).expect("the pins are on the board");
    for search in SEARCHES.iter().filter(|search| search.goal == Goal::Edges) {
        let how = Hunt { engine: Some(search.name.into()), ..Hunt::default() };
        let (outcome, keeper) = hunt(&p, &how, 1_000_000);
        assert_eq!((outcome.ending, keeper.boards.len()), (Ending::Exhausted, 1));
        assert_eq!(lacks(&keeper.boards[0].1), [2, 2, 2, 0]);
    }
    let how = Hunt { goal: Goal::Tiles, ..Hunt::default() };
    let (outcome, keeper) = hunt(&p, &how, 1_000_000);
    assert_eq!((outcome.ending, keeper.boards.len()), (Ending::Exhausted, 0));
}

#[test]
fn tiles_that_are_all_pinned_may_still_be_turned() {
    let free: Puzzle = framed(4, 1).into();
    let mut solution = None;
    let mut keep = crate::run::each_solution(|found: &Solution| {
        solution = Some(found.clone());
        ControlFlow::Break(())
    });
    crate::Search::new(&free).run(&mut keep).expect("every board passes the judge");
    let Some(Solution::Board(board)) = solution else { panic!("it has a solution") };
    for given in [true, false] {
        let mut setup = framed(4, 1).into_setup();
        let pin = |(cell, laid): (usize, &Option<Laid>)| {
            laid.map(|laid| Pin { tile: laid.tile, cell, turn: given.then_some(laid.turn) })
        };
        setup.pins = board.iter().enumerate().filter_map(pin).collect();
        let p = Matching::new(setup).expect("the pins are on the board");
        for search in SEARCHES {
            let how =
                Hunt { engine: Some(search.name.into()), goal: search.goal, ..Hunt::default() };
            let (outcome, keeper) = hunt(&p, &how, 1_000_000);
            assert!(keeper.solved && outcome.ending == Ending::Enough, "{}", search.name);
        }
        // The race of the exact engines has nothing to be lucky with.
        let puzzle: Puzzle = p.into();
        for threads in [1, 2] {
            let outcome = crate::Search::new(&puzzle).threads(threads).run(());
            assert_eq!(outcome.map(|outcome| outcome.stats.solutions), Ok(1));
        }
    }
}

#[test]
fn two_threads_share_their_best_board() {
    let how = Hunt { threads: 2, ..Hunt::default() };
    let (outcome, keeper) = hunt(&framed(8, 1), &how, 1_000_000);
    assert!(outcome.stats.nodes >= 1_000_000);
    let scores: Vec<usize> = keeper.boards.iter().map(|(_, score)| missing(score)).collect();
    assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
}
