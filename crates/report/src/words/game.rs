//! Moves, refusals, hints and blame in words.

use marquetry_play::{
    Axis, Blame, Change, Game, Hint, Mistake, Move, NotKnown, PieceAt, PieceMove, Position,
    Refusal, TileAt, TileMove, Turn, Why,
};
use marquetry_puzzle::sliding::{block_words, path_words};
use marquetry_puzzle::{Cell, Fault, Laid, Matching, Move as Push, Puzzle, Sliding, Tiling};

use super::plural;

/// "tile '7' turned 1 at row 1, column 2".
pub fn tile(p: &Matching, at: TileAt) -> String {
    p.pin_words(&at.pin())
}

/// "piece 'F' as shape 3 at row 1, column 2".
pub fn piece(p: &Tiling, at: PieceAt) -> String {
    let name = &p.pieces[at.piece].name;
    let shape = match p.orientations(at.piece).len() {
        1 => String::new(),
        _ => format!(" as shape {}", at.orientation + 1),
    };
    format!("piece '{name}'{shape} at {}", at.at.words())
}

/// "B (2x2 block) down 2, left 1".
fn push(p: &Sliding, push: &Push) -> String {
    let Some(block) = p.blocks.get(push.block) else { return String::new() };
    format!("{} ({}) {}", block.name, block_words(&block.cells), path_words(&push.path))
}

/// What lies on the board with this rank.
pub fn ranked(game: &Game, rank: usize) -> String {
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(on)) => on.placed().get(rank).map(|&at| tile(p, at)),
        (Puzzle::Tiling(p), Position::Pieces(on)) => on.placed().get(rank).map(|&at| piece(p, at)),
        _ => None,
    }
    .unwrap_or_default()
}

/// What changes of a move did: "placed tile '7' at row 1, column 2". Of many, how many they are.
pub fn made(puzzle: &Puzzle, changes: &[Change]) -> String {
    match (puzzle, changes) {
        (_, []) => "nothing has changed".into(),
        (_, [one]) => change(puzzle, one),
        (Puzzle::Sliding(_), all) => format!("{} made", plural(all.len() as u64, "move")),
        (_, [a, b]) if moves(a) && moves(b) => {
            format!("{}; {}", change(puzzle, a), change(puzzle, b))
        }
        (_, all) => {
            let things = if matches!(puzzle, Puzzle::Matching(_)) { "tile" } else { "piece" };
            let laid = |change: &&Change| match change {
                Change::Tile { to, .. } => to.is_some(),
                Change::Piece { to, .. } => to.is_some(),
                _ => false,
            };
            match all.iter().filter(laid).count() as u64 {
                0 => format!("{} taken off the board", plural(all.len() as u64, things)),
                laid => format!("{} placed", plural(laid, things)),
            }
        }
    }
}

/// Does it move what lay on the board already?
fn moves(change: &Change) -> bool {
    match change {
        Change::Tile { from, to, .. } => from.is_some() && to.is_some(),
        Change::Piece { from, to, .. } => from.is_some() && to.is_some(),
        _ => false,
    }
}

fn change(puzzle: &Puzzle, change: &Change) -> String {
    let verb = |from: bool, to: bool, same: bool| match (from, to) {
        (false, _) => "placed",
        (_, false) => "removed",
        _ if same => "turned",
        _ => "moved",
    };
    match (puzzle, change) {
        (Puzzle::Matching(p), Change::Tile { from, to, .. }) => {
            let same = from.map(|at| at.cell) == to.map(|at| at.cell);
            let words = to.or(*from).map_or(String::new(), |at| tile(p, at));
            format!("{} {words}", verb(from.is_some(), to.is_some(), same))
        }
        (Puzzle::Tiling(p), Change::Piece { from, to, .. }) => {
            let same = from.map(|at| at.orientation) != to.map(|at| at.orientation);
            let words = to.or(*from).map_or(String::new(), |at| piece(p, at));
            format!("{} {words}", verb(from.is_some(), to.is_some(), same))
        }
        (Puzzle::Sliding(p), Change::Block(pushed)) => push(p, pushed),
        _ => String::new(),
    }
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
        (Refusal::OffBoard(cell), Puzzle::Tiling(p)) if !within(p, *cell) => {
            "it would stick out of the board".into()
        }
        (Refusal::OffBoard(cell), _) => format!("{} is not on the board", cell.words()),
        (Refusal::Askew { piece, cell }, _) => format!(
            "the first triangle of piece '{}' points the other way than {}",
            name(*piece),
            cell.words()
        ),
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

/// Does a cell lie in the box around the board?
fn within(p: &Tiling, cell: Cell) -> bool {
    let (width, height, depth) = p.size();
    let inside = |at: i16, side: usize| usize::try_from(at).is_ok_and(|at| at < side);
    inside(cell.x, width) && inside(cell.y, height) && inside(cell.z, depth)
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
pub fn blame(game: &Game, blame: &Blame) -> String {
    let why = match blame {
        Blame::Puzzle => return "this puzzle has no solution".into(),
        Blame::Alone(ranks) => {
            let one = ranks.last().map_or_else(String::new, |&rank| ranked(game, rank));
            format!("without {one} there is one")
        }
        Blame::Since(rank) => format!("there was one before {} was placed", ranked(game, *rank)),
        _ => {
            let thing = if matches!(game.puzzle(), Puzzle::Tiling(_)) { "piece" } else { "tile" };
            format!("which {thing} is to blame is not known")
        }
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

/// A hint as advice, with its reason: "lay tile '7' at row 1, column 2: it fits nowhere else".
pub fn hint(puzzle: &Puzzle, hint: &Hint) -> String {
    let what = match (puzzle, &hint.next) {
        (Puzzle::Matching(p), &Move::Tile(TileMove::Place { tile: index, cell, turn })) => {
            let at = TileAt { cell, laid: Laid { tile: index, turn } };
            format!("lay {}", tile(p, at))
        }
        (Puzzle::Tiling(p), &Move::Piece(PieceMove::Place { piece: index, orientation, at })) => {
            let at = PieceAt { piece: index, copy: 0, orientation, at };
            format!("lay {}", piece(p, at))
        }
        (Puzzle::Sliding(p), Move::Block(pushed)) => format!("push {}", push(p, pushed)),
        _ => "make the next move".into(),
    };
    match (why(&hint.why), hint.why) {
        (Some(why), _) => format!("{what}: {why}"),
        (_, Why::NextOfSolution { moves, shortest }) => {
            let length = plural(moves as u64, "move");
            let fewer = if shortest { "and no way is shorter" } else { "perhaps fewer" };
            format!("{what}: the goal is {length} away, {fewer}")
        }
        _ => format!("{what}: it is part of a solution with all that lies there"),
    }
}

/// A mistake in words.
pub fn mistake(game: &Game, mistake: &Mistake) -> String {
    match (mistake, game.puzzle(), game.position()) {
        (Mistake::Edge(broken), Puzzle::Matching(p), Position::Tiles(tiles)) => {
            broken.words(p, tiles.board())
        }
        (Mistake::Overlap { rank, cell }, ..) => {
            format!("{} overlaps another at {}", ranked(game, *rank), cell.words())
        }
        (Mistake::OffBoard { rank, .. }, ..) => {
            format!("{} sticks out of the board", ranked(game, *rank))
        }
        (Mistake::Colour { rank, cell }, ..) => {
            format!("{} has another colour than the board at {}", ranked(game, *rank), cell.words())
        }
        _ => "something is wrong".into(),
    }
}
