//! Whether a position can be solved, hints and blame, against all solutions that the reference engines list.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use marquetry_play::{
    Blame, Game, Missing, Move, NotKnown, Patience, Position, Solvable, wrong_pins,
};
use marquetry_puzzle::{Board, Cell, Puzzle, Solution, Tiling};
use marquetry_search::{Ending, Limits, Search, Settings, StopFlag, each_solution};

use super::{begun, dice, puzzles};

/// So many solutions at most are listed; puzzles with more are left out.
const MOST: usize = 3000;

/// All solutions, by the slow and plain engine; `None` where there are too many.
fn all(puzzle: &Puzzle) -> Option<Vec<Solution>> {
    let mut found = Vec::new();
    let mut keep = each_solution(|solution: &Solution| {
        found.push(solution.clone());
        if found.len() > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let how = Settings { engine: Some("reference".into()), ..Settings::default() };
    let ended = Search::new(puzzle).settings(&how).run(&mut keep);
    let outcome = ended.expect("the reference searches everything");
    (outcome.ending == Ending::Exhausted).then_some(found)
}

/// Is there a solution among these that has everything where it lies?
fn goes_on(game: &Game, all: &[Solution]) -> bool {
    let keeps = |solution: &Solution| match (game.puzzle(), game.position(), solution) {
        (_, Position::Tiles(tiles), Solution::Board(board)) => {
            has_tiles(game, tiles.board(), board)
        }
        (Puzzle::Tiling(p), Position::Pieces(pieces), Solution::Cover(cover)) => {
            let classes = |cover: &[marquetry_puzzle::Placed]| -> BTreeSet<(usize, Vec<Cell>)> {
                cover.iter().map(|at| (p.class(at.piece), at.cells.clone())).collect()
            };
            classes(&pieces.cover(p)).is_subset(&classes(cover))
        }
        // Blocks can be pushed back.
        _ => true,
    };
    all.iter().any(keeps)
}

fn has_tiles(game: &Game, laid: &Board, board: &Board) -> bool {
    let Puzzle::Matching(p) = game.puzzle() else { return false };
    let look = |laid: marquetry_puzzle::Laid| (laid.tile, p.tiles[laid.tile].look(laid.turn));
    laid.iter().zip(board).all(|(laid, other)| laid.is_none() || laid.map(look) == other.map(look))
}

fn solvable(game: &Game) -> bool {
    match game.solvable(&mut Patience::default()) {
        Solvable::Yes => true,
        Solvable::No => false,
        Solvable::NotKnown(why) => panic!("{why:?}"),
    }
}

/// Games of all families with some things laid, and all solutions of their puzzles.
fn games(seeds: u64, mut seen: impl FnMut(Game, &[Solution])) {
    for seed in 0..seeds {
        for puzzle in puzzles(seed) {
            let Some(all) = all(&puzzle) else { continue };
            for tries in 0..4 {
                seen(begun(puzzle.clone(), tries, &mut dice(seed)), &all);
            }
        }
    }
}

#[test]
fn what_can_still_be_solved_is_what_some_solution_goes_on_from() {
    let mut answers = [0; 2];
    games(150, |game, all| {
        let known = goes_on(&game, all);
        assert_eq!(solvable(&game), known, "{game:?}");
        answers[usize::from(known)] += 1;
    });
    assert!(answers.iter().all(|&n| n > 100), "{answers:?}");
}

#[test]
fn a_solution_from_here_is_made_move_by_move() {
    games(80, |mut game, _| {
        if let Ok(moves) = game.solution(&mut Patience::default()).moves {
            let one = Move::Together(moves.clone());
            game.clone().play(one).expect("moves that are made one by one are made together");
            moves.into_iter().for_each(|m| drop(game.play(m).expect("it is part of a solution")));
            assert!(game.check().solved);
        }
    });
}

#[test]
fn a_hint_leads_to_the_solution_from_wherever_there_is_one() {
    let mut whys = BTreeSet::new();
    games(80, |mut game, all| {
        let mut patience = Patience::default();
        if !goes_on(&game, all) {
            assert_eq!(game.hint(&mut patience), Err(Missing::Proved));
            return;
        }
        while let Some(hint) = game.hint(&mut patience).expect("it is solvable still") {
            let why = format!("{:?}", hint.why);
            whys.insert(why.split(['(', ' ']).next().unwrap_or_default().to_owned());
            game.play(hint.next).expect("a hint can be followed");
            assert!(goes_on(&game, all));
        }
        assert!(game.check().solved);
    });
    let kinds = ["NextOfSolution", "OfSolution", "OnlyHere", "OnlyPlace"];
    assert!(whys.iter().map(String::as_str).eq(kinds), "{whys:?}");
}

#[test]
fn a_hint_without_patience_is_forced_and_right() {
    let mut forced = 0;
    games(80, |mut game, all| {
        let limits = Limits { nodes: Some(0), ..Limits::default() };
        let mut patience = Patience { limits, stop: StopFlag::default() };
        if let (Ok(Some(hint)), true) = (game.hint(&mut patience), goes_on(&game, all)) {
            game.play(hint.next).expect("a hint can be followed");
            assert!(goes_on(&game, all));
            forced += 1;
        }
    });
    assert!(forced > 100, "{forced}");
}

#[test]
fn the_one_to_blame_is_one_without_which_there_is_a_solution() {
    let mut blamed = [0; 3];
    games(150, |game, all| {
        if goes_on(&game, all) {
            return;
        }
        let kept = |ranks: &dyn Fn(usize) -> bool| without(&game, ranks, all);
        match game.blame(&mut Patience::default()) {
            Blame::Puzzle => {
                assert!(!kept(&|_| false));
                blamed[0] += 1;
            }
            Blame::Alone(ranks) => {
                assert_eq!(ranks.len(), 1);
                assert!(kept(&|rank| rank != ranks[0]));
                blamed[1] += 1;
            }
            Blame::Since(since) => {
                assert!(kept(&|rank| rank < since) && !kept(&|rank| rank <= since));
                blamed[2] += 1;
            }
            other => panic!("{other:?}"),
        }
    });
    assert!(blamed.iter().all(|&n| n > 10), "{blamed:?}");
}

/// Is there a solution with those alone that have such a rank?
fn without(game: &Game, keep: &dyn Fn(usize) -> bool, all: &[Solution]) -> bool {
    let mut some = game.clone();
    let cells: Vec<Move> = match (game.puzzle(), game.position()) {
        (_, Position::Tiles(tiles)) => (tiles.placed().iter().enumerate())
            .filter(|(rank, _)| *rank >= tiles.pinned() && !keep(*rank))
            .map(|(_, at)| Move::Tile(marquetry_play::TileMove::Remove { cell: at.cell }))
            .collect(),
        (_, Position::Pieces(pieces)) => (pieces.placed().iter().enumerate())
            .filter(|(rank, _)| !keep(*rank))
            .map(|(_, at)| Move::Piece(marquetry_play::PieceMove::Remove { cell: at.at }))
            .collect(),
        _ => Vec::new(),
    };
    some.play(Move::Together(cells)).expect("what lies can be taken away");
    goes_on(&some, all)
}

#[test]
fn wrong_pins_are_named() {
    let mut named = 0;
    for seed in 0..400 {
        let p = marquetry_testkit::matching::matching(seed);
        let puzzle = Puzzle::from(p.clone());
        if solvable(&Game::new(puzzle)) {
            continue;
        }
        match wrong_pins(&p, &mut Patience::default()) {
            None => assert!(p.pins.is_empty()),
            Some(Blame::Alone(pins)) => {
                for pin in pins {
                    let mut setup = p.clone().into_setup();
                    setup.pins.remove(pin);
                    let without = marquetry_puzzle::Matching::new(setup).expect("a puzzle");
                    assert!(solvable(&Game::new(without.into())));
                    named += 1;
                }
            }
            Some(_) => {}
        }
    }
    assert!(named > 5, "{named}");
}

#[test]
fn patience_is_used_up_and_a_limit_is_never_taken_for_a_proof() {
    let p = marquetry_formats::builtin::builtin("framed-8x8").and_then(|b| b.puzzle());
    let game = Game::new(p.expect("it is built in"));
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let mut patience = Patience { limits, stop: StopFlag::default() };
    assert_eq!(game.solvable(&mut patience), Solvable::NotKnown(NotKnown::Nodes));
    assert_eq!(patience.limits.nodes, Some(0));
    patience.limits = Limits::default();
    patience.stop.stop();
    assert_eq!(game.solvable(&mut patience), Solvable::NotKnown(NotKnown::Stopped));
}

#[test]
fn a_flat_rest_of_a_box_is_covered_by_pieces_turned_over() {
    use marquetry_play::PieceMove;
    use marquetry_puzzle::tiling::{Piece, Setup, Shape};
    let slab = |z: i16, rows: [&str; 2]| -> Shape {
        let row = |(row, y): (&&str, i16)| -> Shape {
            let cells = row.chars().zip(0..).filter(|(c, _)| *c == '#');
            cells.map(|(_, x)| (Cell { z, y, x }, None)).collect()
        };
        rows.iter().zip(0..).flat_map(row).collect()
    };
    let mut s = Piece::new("S", slab(0, [".##", "##."]));
    s.flip = false;
    let lid = Piece::new("O", slab(0, ["##.", "##."]));
    let board = [slab(0, ["##.", "##."]), slab(1, ["##.", ".##"])].concat();
    let p = Tiling::new(Setup { board, pieces: vec![s, lid], ..Setup::default() }).expect("a box");
    let at = Cell::at(0, 0);
    let orientation =
        p.orientations(1).iter().position(|o| *o == p.pieces[1].shape).expect("as drawn");
    let mut game = Game::new(p.into());
    game.play(Move::Piece(PieceMove::Place { piece: 1, orientation, at })).expect("it fits");
    assert!(solvable(&game));
}
