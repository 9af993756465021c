//! What lies on a cell, and what a tile, piece or block is, for those who hear the board instead of seeing it.

use marquetry_play::{Game, Position};
use marquetry_puzzle::sliding::block_words;
use marquetry_puzzle::tiling::Colour;
use marquetry_puzzle::{Cell, Laid, Matching, Puzzle, Sliding, Tiling};

use super::plural;

/// "row 3, column 5: tile 17, top red, right blue, bottom red, left 0".
pub fn label(game: &Game, cell: Cell) -> String {
    let what = match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(tiles)) => {
            let at = cell.y as usize * p.width + cell.x as usize;
            match tiles.board().get(at).copied().flatten() {
                Some(laid) => {
                    let fixed = &tiles.placed()[..tiles.pinned()];
                    let pinned = fixed.iter().any(|pinned| pinned.cell == at);
                    shown(p, laid) + if pinned { ", pinned" } else { "" }
                }
                None => "empty".into(),
            }
        }
        (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
            let lying = pieces.at(p, cell).map(|rank| &p.pieces[pieces.placed()[rank].piece].name);
            lying.map_or_else(|| open(p, cell), |name| format!("piece {name}"))
        }
        (Puzzle::Sliding(p), Position::Blocks(tray)) => match tray.block_at(p, cell) {
            Some(block) => format!("block {}", p.blocks[block].name) + goal(p, cell),
            None if p.is_wall(cell) => "wall".into(),
            None => "empty".to_owned() + goal(p, cell),
        },
        _ => String::new(),
    };
    format!("{}: {what}", cell.words())
}

/// A tile as it lies: its name and its edges.
fn shown(p: &Matching, laid: Laid) -> String {
    let sides =
        ["top", "right", "bottom", "left"].into_iter().zip(p.tiles[laid.tile].turned(laid.turn));
    let sides = sides.map(|(side, edge)| format!(", {side} {}", p.edge_text(edge)));
    format!("tile {}{}", p.tiles[laid.tile].name, sides.collect::<String>())
}

/// An open cell of a board: its colour, its label, and whether it may stay open.
fn open(p: &Tiling, cell: Cell) -> String {
    let colour = |colour: Colour| colour.map(|colour| format!(", colour {colour}"));
    let printed = p.labels.get(&cell).map(|label| format!(", {label}"));
    let optional = p.optional.contains(&cell).then(|| ", may stay empty".to_owned());
    let more = [p.colour_at(cell).and_then(colour), printed, optional];
    "empty".to_owned() + &more.into_iter().flatten().collect::<String>()
}

fn goal(p: &Sliding, cell: Cell) -> &'static str {
    if p.goal.iter().any(|target| target.cells.contains(&cell)) { ", goal" } else { "" }
}

/// "tile 17, top red, right blue, bottom red, left 0", "piece F, 5 cells", "block A, 2x1 block".
pub fn thing(puzzle: &Puzzle, index: usize) -> String {
    match puzzle {
        Puzzle::Matching(p) if index < p.tiles.len() => shown(p, Laid { tile: index, turn: 0 }),
        Puzzle::Tiling(p) => p.pieces.get(index).map_or(String::new(), |piece| {
            format!("piece {}, {}", piece.name, plural(piece.shape.len() as u64, "cell"))
        }),
        Puzzle::Sliding(p) => p.blocks.get(index).map_or(String::new(), |block| {
            format!("block {}, {}", block.name, block_words(&block.cells))
        }),
        Puzzle::Matching(_) => String::new(),
    }
}
