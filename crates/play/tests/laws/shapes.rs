//! Where things may go, and how pieces turn.

use std::collections::BTreeSet;

use marquetry_play::pieces::{table, turned};
use marquetry_play::{
    Axis, Game, Mode, Move, PieceMove, Position, Refusal, Room, TileMove, Tiles, Turn,
};
use marquetry_puzzle::sliding::Position as Tray;
use marquetry_puzzle::tiling::{Piece, Setup};
use marquetry_puzzle::{Cell, Direction, Move as Push, Puzzle, Tiling};

use super::{Z, begun, dice, of_pieces, puzzles};

#[test]
fn the_ways_of_a_tile_are_just_the_moves_that_are_not_refused() {
    for seed in 0..100 {
        let [puzzle, ..] = puzzles(seed);
        let game = begun(puzzle, seed as usize % 6, &mut dice(seed));
        let (Puzzle::Matching(p), Position::Tiles(tiles)) = (game.puzzle(), game.position()) else {
            panic!("tiles")
        };
        for tile in 0..p.tiles.len() {
            let ways: BTreeSet<(usize, u8)> = tiles
                .ways(p, tile)
                .into_iter()
                .flat_map(|way| way.turns.into_iter().map(move |turn| (way.cell, turn)))
                .collect();
            let m = |cell, turn| match tiles.place_of(tile) {
                None => TileMove::Place { tile, cell, turn },
                Some(from) => TileMove::Carry { from, to: cell, turn },
            };
            let goes = |&(cell, turn): &(usize, u8)| match tiles.changes(
                p,
                &m(cell, turn),
                Mode::Strict,
            ) {
                Ok(_) => true,
                // Where it lies now it may lie, unless it is pinned.
                Err(Refusal::NoChange) => true,
                Err(_) => false,
            };
            let all = (0..p.cells.len()).flat_map(|cell| (0..4).map(move |turn| (cell, turn)));
            assert_eq!(ways, all.filter(goes).collect());
        }
    }
}

#[test]
fn the_ways_of_a_piece_are_just_the_moves_that_are_not_refused() {
    for seed in 0..100 {
        let puzzle = of_pieces(seed);
        let game = begun(puzzle, seed as usize % 4, &mut dice(seed));
        let (Puzzle::Tiling(p), Position::Pieces(pieces)) = (game.puzzle(), game.position()) else {
            panic!("pieces")
        };
        let lying = pieces.placed().iter().map(|at| (at.piece, Some(at.at)));
        for (piece, from) in (0..p.pieces.len()).map(|piece| (piece, None)).chain(lying) {
            let ways: BTreeSet<(usize, Cell)> =
                pieces.ways(p, piece, from).iter().map(|at| (at.orientation, at.at)).collect();
            let m = |orientation, at| match from {
                None => PieceMove::Place { piece, orientation, at },
                Some(from) => PieceMove::Carry { from, orientation, at },
            };
            let goes = |&(orientation, at): &(usize, Cell)| {
                let changes = pieces.changes(p, &m(orientation, at), Mode::Strict);
                matches!(changes, Ok(_) | Err(Refusal::NoChange))
            };
            let oriented = 0..p.orientations(piece).len();
            let all = oriented.flat_map(|o| p.board.iter().map(move |&(cell, _)| (o, cell)));
            assert_eq!(ways, all.filter(goes).collect());
        }
        for cell in p.board.iter().map(|c| c.0).filter(|&cell| !pieces.is_covered(cell)) {
            let covering: BTreeSet<_> = pieces
                .covering(p, cell)
                .map(|at| (p.class(at.piece), at.orientation, at.at))
                .collect();
            let all = (0..p.pieces.len()).flat_map(|piece| pieces.ways(p, piece, None));
            let covers = all.filter(|at| at.cells(p).any(|c| c == cell));
            assert_eq!(
                covering,
                covers.map(|at| (p.class(at.piece), at.orientation, at.at)).collect()
            );
        }
    }
}

#[test]
fn the_room_of_a_block_is_every_place_that_steps_lead_to() {
    for seed in 0..150 {
        let [_, _, puzzle] = puzzles(seed);
        let Puzzle::Sliding(p) = &puzzle else { panic!("a tray") };
        for block in 0..p.blocks.len() {
            let room = Room::of(p, p.start(), block);
            let first = |tray: &Tray| tray.cells(p, block).next().expect("a block has cells");
            let mut known: Vec<Tray> = vec![p.start().clone()];
            let mut next = 0;
            while let Some(tray) = known.get(next).cloned() {
                let anchor =
                    room.anchors.iter().position(|&a| a == first(&tray)).expect("an anchor");
                for way in Direction::ALL {
                    let mut pushed = tray.clone();
                    let goes = pushed.make(p, &Push { block, path: vec![way] }).len() == 1;
                    let to = room.steps[anchor][way as usize].map(|to| room.anchors[to]);
                    assert_eq!(to, goes.then(|| first(&pushed)));
                    if goes && !known.contains(&pushed) {
                        known.push(pushed);
                    }
                }
                next += 1;
            }
            assert_eq!(room.anchors.len(), known.len());
            for (i, &anchor) in room.anchors.iter().enumerate() {
                let path = room.path_to(anchor).expect("it is an anchor");
                assert_eq!(path, room.path(i));
                let mut tray = p.start().clone();
                assert_eq!(tray.make(p, &Push { block, path: path.clone() }), path);
                assert_eq!(first(&tray), anchor);
            }
        }
    }
}

#[test]
fn turns_there_and_back_all_around_or_over_twice_change_nothing() {
    for seed in 0..300 {
        let puzzle = of_pieces(seed);
        let Puzzle::Tiling(p) = &puzzle else { panic!("a tiling") };
        for piece in 0..p.pieces.len() {
            let table = table(p, piece);
            for (from, turns) in table.iter().enumerate() {
                for (turn, to) in Turn::ALL.into_iter().zip(turns) {
                    assert_eq!(to, &turned(p, piece, from, turn));
                    let Some(to) = to else { continue };
                    let mut cells = to.cells.clone();
                    cells.sort_unstable();
                    assert!(cells.into_iter().eq(0..p.pieces[piece].shape.len()));
                    let back = match turn {
                        Turn::About(axis) => Turn::Back(axis),
                        Turn::Back(axis) => Turn::About(axis),
                        other => other,
                    };
                    let back = turned(p, piece, to.to, back).expect("what was turned turns back");
                    assert_eq!(back.to, from);
                    let there_and_back = to.cells.iter().map(|&part| back.cells[part]);
                    assert!(there_and_back.eq(0..to.cells.len()));
                }
            }
            let whirl = |from| {
                (0..p.grid.turns()).try_fold(from, |at, _| Some(turned(p, piece, at, Z)?.to))
            };
            assert!((0..table.len()).all(|from| whirl(from).is_none_or(|to| to == from)));
        }
    }
}

fn shape(rows: &[&str]) -> Vec<(Cell, Option<char>)> {
    let cells = rows.iter().zip(0..).flat_map(|(row, y)| {
        row.chars().zip(0..).filter(|(c, _)| *c != '.').map(move |(_, x)| (Cell::at(x, y), None))
    });
    cells.collect()
}

fn board(rows: &[&str], mut piece: Piece, layers: i16, flip: bool) -> Tiling {
    piece.flip = flip;
    let flat = shape(rows);
    let deep =
        (0..layers).flat_map(|z| flat.iter().map(move |&(c, colour)| (Cell { z, ..c }, colour)));
    Tiling::new(Setup { board: deep.collect(), pieces: vec![piece], ..Setup::default() })
        .expect("a puzzle")
}

#[test]
fn a_page_can_reach_every_orientation_by_turns_and_flips() {
    let f = || Piece::new("F", shape(&[".##", "##.", ".#."]));
    let square = ["#####", "#####", "#####", "#####", "#####"];
    for (p, many) in [
        (board(&square, f(), 1, true), 8),
        (board(&square, f(), 1, false), 4),
        (board(&square, f(), 3, false), 24),
    ] {
        let table = table(&p, 0);
        assert_eq!(table.len(), many);
        let mut known = vec![0];
        let mut next = 0;
        while let Some(&from) = known.get(next) {
            for to in table[from].iter().flatten().map(|turned| turned.to) {
                if !known.contains(&to) {
                    known.push(to);
                }
            }
            next += 1;
        }
        assert_eq!(known.len(), many);
    }
}

#[test]
fn a_piece_turns_about_the_cell_by_which_it_is_held() {
    let p = board(&["#####", "#####", "#####"], Piece::new("L", shape(&["###", "#.."])), 1, false);
    let mut game = Game::new(p.clone().into());
    let lying = |game: &Game| match game.position() {
        Position::Pieces(pieces) => pieces.placed()[0].cells(&p).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    let l = |cells: &[(i16, i16)]| cells.iter().map(|&(x, y)| Cell::at(x, y)).collect::<Vec<_>>();
    let upright = p.orientations(0).iter().position(|o| *o == p.pieces[0].shape).expect("as drawn");
    let at = Cell::at(1, 1);
    game.play(Move::Piece(PieceMove::Place { piece: 0, orientation: upright, at }))
        .expect("it fits");
    assert_eq!(lying(&game), l(&[(1, 1), (2, 1), (3, 1), (1, 2)]));
    let turn = |cell, turn| Move::Piece(PieceMove::Turn { cell, turn });
    game.play(turn(Cell::at(2, 1), Z)).expect("there is room");
    assert_eq!(lying(&game), l(&[(1, 0), (2, 0), (2, 1), (2, 2)]));
    game.play(turn(Cell::at(2, 1), Turn::Back(Axis::Z))).expect("there is room");
    assert_eq!(lying(&game), l(&[(1, 1), (2, 1), (3, 1), (1, 2)]));
    let out = game.play(turn(Cell::at(1, 2), Z));
    assert_eq!(out, Err(Refusal::OffBoard(Cell::at(2, 3))));
    let over = game.play(turn(at, Turn::Flip));
    assert_eq!(over, Err(Refusal::NotAllowed { piece: 0, turn: Turn::Flip }));
}

#[test]
fn tiles_change_places_and_are_carried() {
    let p = marquetry_testkit::matching::matching(0);
    let tiles = Tiles::start(&p);
    let none = tiles.changes(&p, &TileMove::Swap { a: 0, b: 0 }, Mode::Free);
    assert!(none.is_err());
    for seed in 0..100 {
        let [puzzle, ..] = puzzles(seed);
        let mut game = begun(puzzle, 9, &mut dice(seed));
        game.mode = Mode::Free;
        let Position::Tiles(before) = game.position().clone() else { panic!("tiles") };
        let [.., a, b] = before.placed()[before.pinned()..] else { continue };
        let swap = Move::Tile(TileMove::Swap { a: a.cell, b: b.cell });
        if game.play(swap.clone()).is_err() {
            continue;
        }
        let Position::Tiles(after) = game.position() else { panic!("tiles") };
        assert_eq!(after.board()[a.cell], Some(b.laid));
        assert_eq!(after.board()[b.cell], Some(a.laid));
        game.play(swap).expect("they change back");
        assert_eq!(game.position(), &Position::Tiles(before));
    }
}
