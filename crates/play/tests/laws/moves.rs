//! Moves, undo and the judge.

use std::collections::BTreeMap;

use marquetry_play::{Change, Game, Mistake, Mode, Move, Position, Refusal, TileMove};
use marquetry_puzzle::{Direction, Move as Push, Puzzle, Score, Solution, judge};

use super::{MODES, dice, puzzles, some_move};

/// Plays at random and shows every move to the test.
fn played(puzzle: &Puzzle, mode: Mode, seed: u64, mut seen: impl FnMut(&Game)) -> Game {
    let mut rng = dice(seed);
    let mut game = Game::new(puzzle.clone());
    game.mode = mode;
    for _ in 0..60 {
        let m = some_move(&game, &mut rng);
        let before = game.clone();
        let after = game.position().after(puzzle, &m, mode);
        match game.play(m) {
            Ok(_) => assert_eq!(after.as_ref(), Ok(game.position())),
            Err(refusal) => {
                assert_eq!(after, Err(refusal));
                assert_eq!(game, before, "what is refused changes nothing");
            }
        }
        seen(&game);
    }
    game
}

#[test]
fn the_verdict_is_the_judges_after_any_moves() {
    let mut solved = 0;
    for seed in 0..150 {
        for (puzzle, mode) in puzzles(seed).iter().flat_map(|p| MODES.map(|mode| (p, mode))) {
            let wrong_pins = !Game::new(puzzle.clone()).check().mistakes.is_empty();
            played(puzzle, mode, seed, |game| {
                let (verdict, judged) = (game.check(), judge(puzzle, &game.so_far()));
                assert_eq!(verdict.score.as_ref(), judged.as_ref().ok());
                assert_eq!(verdict.solved, judged.as_ref().is_ok_and(Score::solved));
                let sound = match &judged {
                    Ok(Score::Board { breaks, .. }) => breaks.is_empty(),
                    judged => judged.is_ok(),
                };
                assert_eq!(verdict.mistakes.is_empty(), sound, "{judged:?}");
                assert!(sound || mode == Mode::Free || wrong_pins, "only what fits may be laid");
                solved += usize::from(verdict.solved);
            });
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn undo_of_everything_gives_the_start_and_redo_of_everything_the_end() {
    for seed in 0..150 {
        for (puzzle, mode) in puzzles(seed).iter().flat_map(|p| MODES.map(|mode| (p, mode))) {
            let end = played(puzzle, mode, seed, |_| {});
            let mut game = end.clone();
            let mut steps = Vec::new();
            while let Some(step) = game.undo() {
                steps.push(step);
            }
            assert_eq!(game.position(), &Position::start(puzzle));
            assert_eq!(
                game.ahead().cloned().collect::<Vec<_>>(),
                end.moves().cloned().collect::<Vec<_>>()
            );
            for undone in steps.iter().rev() {
                let step = game.redo().expect("a move ahead").expect("it was made before");
                let back: Vec<Change> = step.changes.iter().rev().map(Change::reversed).collect();
                assert_eq!((&step.made, &back), (&undone.made, &undone.changes));
            }
            assert_eq!(game, end);
            let again = Game::replayed(puzzle.clone(), mode, end.moves().cloned());
            assert_eq!(again.map(|game| game.position().clone()), Ok(end.position().clone()));
        }
    }
}

#[test]
fn a_tile_never_lies_twice_and_no_piece_more_often_than_it_may() {
    for seed in 0..150 {
        let [matching, tiling, _] = puzzles(seed);
        for mode in MODES {
            played(&matching, mode, seed, |game| {
                let Position::Tiles(tiles) = game.position() else { panic!("tiles") };
                let mut seen: Vec<usize> = tiles.placed().iter().map(|at| at.laid.tile).collect();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), tiles.placed().len());
            });
            played(&tiling, mode, seed, |game| {
                let (Puzzle::Tiling(p), Position::Pieces(pieces)) =
                    (game.puzzle(), game.position())
                else {
                    panic!("pieces")
                };
                let mut copies: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
                pieces
                    .placed()
                    .iter()
                    .for_each(|at| copies.entry(at.piece).or_default().push(at.copy));
                for (piece, mut copies) in copies {
                    let many = copies.len();
                    copies.sort_unstable();
                    copies.dedup();
                    assert_eq!(copies.len(), many, "copies are told apart");
                    assert_eq!(pieces.left(p, piece) + many, p.pieces[piece].most as usize);
                }
            });
        }
    }
}

#[test]
fn pushes_are_those_that_the_judge_lets_pass() {
    let mut refused = 0;
    for seed in 0..300 {
        let [_, _, puzzle] = puzzles(seed);
        let mut rng = dice(seed);
        let mut game = Game::new(puzzle.clone());
        for _ in 0..40 {
            let m = super::any_move(&game, &mut rng);
            let Move::Block(push) = m.clone() else { panic!("a push") };
            let Solution::Moves(mut moves) = game.so_far() else { panic!("moves") };
            moves.push(push);
            let judged = judge(&puzzle, &Solution::Moves(moves));
            assert_eq!(game.play(m).is_ok(), judged.is_ok(), "{judged:?}");
            refused += usize::from(judged.is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn moves_that_are_one_for_undo_are_refused_as_one() {
    let tray = marquetry_testkit::sliding::drawn("A..", "..A");
    let mut game = Game::new(tray.into());
    let push = |way| Move::Block(Push { block: 0, path: vec![way] });
    let wrong = vec![push(Direction::Right), push(Direction::Up)];
    assert!(matches!(game.play(Move::Together(wrong)), Err(Refusal::Blocked { .. })));
    assert_eq!(game.moves().len(), 0);
    let right = vec![push(Direction::Right), push(Direction::Right)];
    assert_eq!(game.play(Move::Together(right)).map(|changes| changes.len()), Ok(2));
    assert!(game.check().solved);
    game.undo();
    assert_eq!(game.position(), &Position::start(game.puzzle()));
}

#[test]
fn a_planned_move_that_cannot_be_made_ends_the_plan() {
    let tray = marquetry_testkit::sliding::drawn("AB.", "...");
    let mut game = Game::new(tray.into());
    let push = |block, way| Move::Block(Push { block, path: vec![way] });
    game.plan(vec![push(1, Direction::Right), push(0, Direction::Up), push(0, Direction::Right)]);
    assert!(game.redo().is_some_and(|made| made.is_ok()));
    assert!(game.redo().is_some_and(|made| made.is_err()));
    assert_eq!((game.redo(), game.moves().len()), (None, 1));
}

#[test]
fn a_move_of_another_family_is_refused() {
    for puzzle in puzzles(1) {
        let mut game = Game::new(puzzle);
        let moves = [
            Move::Tile(TileMove::Remove { cell: 0 }),
            Move::Piece(marquetry_play::PieceMove::Remove {
                cell: marquetry_puzzle::Cell::at(0, 0),
            }),
            Move::Block(Push { block: 0, path: Vec::new() }),
        ];
        let others =
            moves.into_iter().filter(|m| game.play(m.clone()) == Err(Refusal::OtherFamily));
        assert_eq!(others.count(), 2);
    }
}

#[test]
fn mistakes_are_marked_where_they_may_be_made() {
    let mut kinds = [0; 4];
    for seed in 0..400 {
        for puzzle in &puzzles(seed)[..2] {
            let game = played(puzzle, Mode::Free, seed, |_| {});
            for mistake in game.check().mistakes {
                kinds[match mistake {
                    Mistake::Edge(_) => 0,
                    Mistake::Overlap { .. } => 1,
                    Mistake::OffBoard { .. } => 2,
                    Mistake::Colour { .. } => 3,
                    _ => continue,
                }] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|&n| n > 5), "{kinds:?}");
}
