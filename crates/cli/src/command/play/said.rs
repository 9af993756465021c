//! What games say as data, in words.

use marquetry_play::{Axis, Blame, Game, NotKnown, Position, Refusal, Turn, Why};
use marquetry_puzzle::{Fault, Puzzle};

use super::words::Things;
use super::{pieces, tiles};

/// What lies on the board with this rank.
pub fn ranked(game: &Game, rank: usize) -> String {
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(on)) => {
            on.placed().get(rank).map(|&at| tiles::words(p, at))
        }
        (Puzzle::Tiling(p), Position::Pieces(on)) => {
            on.placed().get(rank).map(|&at| pieces::words(p, at))
        }
        _ => None,
    }
    .unwrap_or_default()
}

/// Why a move cannot be made.
pub fn refusal(puzzle: &Puzzle, refusal: &Refusal) -> String {
    let name = |index: usize| {
        let name = match puzzle {
            Puzzle::Matching(p) => p.tiles.get(index).map(|tile| &tile.name),
            Puzzle::Tiling(p) => p.pieces.get(index).map(|piece| &piece.name),
            Puzzle::Sliding(p) => p.blocks.get(index).map(|block| &block.name),
        };
        name.map_or("?", String::as_str)
    };
    match (refusal, puzzle) {
        (Refusal::NoChange, _) => "that changes nothing".into(),
        (Refusal::Empty(cell), _) => format!("nothing lies at {}", cell.words()),
        (Refusal::Occupied { cell, tile }, _) => {
            format!("tile '{}' lies at {} already", name(*tile), cell.words())
        }
        (Refusal::PlacedAlready { tile, cell }, _) => {
            format!("tile '{}' is placed already, at {}", name(*tile), cell.words())
        }
        (Refusal::NoTurning, _) => "tiles may not be turned in this puzzle".into(),
        (Refusal::Pinned(cell), _) => format!("the tile at {} is pinned there", cell.words()),
        (Refusal::Kept { cell, tile }, _) => {
            format!("{} is kept for tile '{}'", cell.words(), name(*tile))
        }
        (Refusal::Belongs { tile, cell }, _) => {
            format!("tile '{}' belongs at {}", name(*tile), cell.words())
        }
        (Refusal::Clash(clash), Puzzle::Matching(p)) => {
            format!("the edges do not match: {}", clash.words(p))
        }
        (Refusal::UsedUp(piece), _) => format!("no piece '{}' is left", name(*piece)),
        (Refusal::NotAllowed { piece, turn }, _) => {
            let how = match turn {
                Turn::Flip => "flipped",
                Turn::About(Axis::Z) | Turn::Back(Axis::Z) => "turned",
                _ => "turned that way",
            };
            format!("piece '{}' may not be {how} in this puzzle", name(*piece))
        }
        (Refusal::OffBoard(cell), Puzzle::Tiling(p)) if !pieces::within(p, *cell) => {
            "it would stick out of the board".into()
        }
        (Refusal::OffBoard(cell), _) => format!("{} is not on the board", cell.words()),
        (Refusal::Overlap { cell, piece }, _) => {
            format!("piece '{}' lies at {} already", name(*piece), cell.words())
        }
        (Refusal::Colour(cell), _) => format!("the colours do not agree at {}", cell.words()),
        (Refusal::Blocked { block, way, obstacle, .. }, Puzzle::Sliding(p)) => {
            let why = obstacle.words(p);
            format!("block '{}' cannot go {}: {why}", name(*block), way.word())
        }
        _ => "this puzzle has no such move".into(),
    }
}

/// Why something is not known.
pub fn not_known(why: &NotKnown) -> String {
    let why = match why {
        NotKnown::Stopped => "the search was interrupted".into(),
        NotKnown::Memory => "the search ran out of memory".into(),
        NotKnown::Disk => "the search cannot use the disk".into(),
        NotKnown::Failed(failure) => failure.to_string(),
        NotKnown::Faults(faults) => {
            faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
        }
        _ => "the search ran out of time".into(),
    };
    format!("not known: {why}")
}

/// Why a board has no solution, and what to take away.
pub fn blame(game: &Game, things: Things, blame: &Blame) -> String {
    let why = match blame {
        Blame::Puzzle => return "this puzzle has no solution".into(),
        Blame::Alone(ranks) => {
            let one = ranks.last().map_or_else(String::new, |&rank| ranked(game, rank));
            format!("without {one} there is one")
        }
        Blame::Since(rank) => format!("there was one before {} was placed", ranked(game, *rank)),
        _ => format!("which {} is to blame is not known", things.one()),
    };
    format!("no solution with what is placed; {why}")
}

/// Why a hint is a good one, where that can be said.
pub fn why(why: &Why) -> Option<String> {
    match why {
        Why::OnlyHere(cell) => Some(format!("nothing else can cover {}", cell.words())),
        Why::OnlyPlace(_) => Some("it fits nowhere else".into()),
        _ => None,
    }
}
