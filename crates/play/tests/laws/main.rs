//! What every game keeps to, on many small random puzzles of all families.

mod moves;
mod search;
mod shapes;

use marquetry_play::{Axis, Game, Mode, Move, PieceMove, Position, Room, TileMove, Turn};
use marquetry_puzzle::tiling::Grid;
use marquetry_puzzle::{Cell, Direction, Move as Push, Puzzle};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A puzzle of pieces, of squares, hexagons and triangles by turns.
fn of_pieces(seed: u64) -> Puzzle {
    marquetry_testkit::tiling::tiling_on(Grid::ALL[(seed % 3) as usize], seed).into()
}

/// A puzzle of each family.
fn puzzles(seed: u64) -> [Puzzle; 3] {
    [
        marquetry_testkit::matching::matching(seed).into(),
        marquetry_testkit::tiling::tiling(seed).into(),
        marquetry_testkit::sliding::sliding(seed).into(),
    ]
}

fn dice(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

fn pick<'a, T>(rng: &mut Pcg64, from: &'a [T]) -> Option<&'a T> {
    (!from.is_empty()).then(|| &from[rng.random_range(0..from.len())])
}

/// Any move, most of them senseless.
fn any_move(game: &Game, rng: &mut Pcg64) -> Move {
    let mut below = |n: usize| rng.random_range(0..=n);
    match game.puzzle() {
        Puzzle::Matching(p) => {
            let (tile, cell) = (below(p.tiles.len()), below(p.cells.len()));
            let (other, turn) = (below(p.cells.len()), below(4) as u8);
            Move::Tile(match below(5) {
                0 | 1 => TileMove::Place { tile, cell, turn },
                2 => TileMove::Turn { cell, by: turn },
                3 => TileMove::Remove { cell },
                4 => TileMove::Swap { a: cell, b: other },
                _ => TileMove::Carry { from: cell, to: other, turn },
            })
        }
        Puzzle::Tiling(p) => {
            let (w, h, d) = p.size();
            let mut cell =
                || Cell { z: below(d) as i16, y: below(h) as i16, x: below(w) as i16 - 1 };
            let (at, from) = (cell(), cell());
            let (piece, orientation) = (below(p.pieces.len()), below(8));
            Move::Piece(match below(5) {
                0 | 1 => PieceMove::Place { piece, orientation, at },
                2 | 3 => PieceMove::Turn { cell: at, turn: Turn::ALL[below(6)] },
                4 => PieceMove::Remove { cell: at },
                _ => PieceMove::Carry { from, orientation, at },
            })
        }
        Puzzle::Sliding(p) => {
            let block = below(p.blocks.len());
            let path = (0..below(3)).map(|_| Direction::ALL[below(3)]).collect();
            Move::Block(Push { block, path })
        }
    }
}

/// A move that fits, where there is one for what the dice pick.
fn fitting_move(game: &Game, rng: &mut Pcg64) -> Option<Move> {
    Some(match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(tiles)) => {
            let tile = *pick(rng, &tiles.unused(p).collect::<Vec<_>>())?;
            let way = pick(rng, &tiles.ways(p, tile)).cloned()?;
            let turn = *pick(rng, &way.turns)?;
            Move::Tile(TileMove::Place { tile, cell: way.cell, turn })
        }
        (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
            let piece = rng.random_range(0..p.pieces.len());
            let way = *pick(rng, &pieces.ways(p, piece, None))?;
            Move::Piece(PieceMove::Place { piece, orientation: way.orientation, at: way.at })
        }
        (Puzzle::Sliding(p), Position::Blocks(tray)) => {
            let block = rng.random_range(0..p.blocks.len().max(1));
            let room = Room::of(p, tray, block);
            let anchor = rng.random_range(0..room.anchors.len().max(1));
            Move::Block(Push { block, path: room.path(anchor) })
        }
        _ => return None,
    })
}

/// A move of any kind: about every second one fits.
fn some_move(game: &Game, rng: &mut Pcg64) -> Move {
    let fitting = rng.random_bool(0.5).then(|| fitting_move(game, rng)).flatten();
    let one = fitting.unwrap_or_else(|| any_move(game, rng));
    match rng.random_range(0..20) {
        0 if !matches!(game.puzzle(), Puzzle::Sliding(_)) => Move::Clear,
        1 => Move::Together(vec![one, any_move(game, rng)]),
        _ => one,
    }
}

/// A game in which so many fitting moves were tried.
fn begun(puzzle: Puzzle, tries: usize, rng: &mut Pcg64) -> Game {
    let mut game = Game::new(puzzle);
    for _ in 0..tries {
        if let Some(m) = fitting_move(&game, rng) {
            let _ = game.play(m);
        }
    }
    game
}

const MODES: [Mode; 2] = [Mode::Strict, Mode::Free];
const Z: Turn = Turn::About(Axis::Z);
