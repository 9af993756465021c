//! Tiles in words: moves that are typed, and how the board is printed.

use marquetry_play::{Move, TileMove, Tiles};
use marquetry_puzzle::{Board, Matching};

use super::session::{Answer, number};
use super::words::Verb;
use crate::command::units::plural;

/// What a puzzle is.
pub fn size(p: &Matching) -> String {
    let tiles = plural(p.tiles.len() as u64, "tile");
    format!("{} columns, {} rows, {tiles}", p.width, p.height)
}

/// The move that these words ask for.
pub fn parse(p: &Matching, tiles: &Tiles, verb: Verb, words: &[&str]) -> Answer<Move> {
    Ok(Move::Tile(match (verb, words) {
        (Verb::Place, [name, column, row, turn @ ..]) => {
            let (tile, cell) = (named(p, name)?, cell(p, column, row)?);
            let turn = turn.first().map_or(Ok(0), |turn| number(turn))?;
            let turn = u8::try_from(turn).ok().filter(|turn| *turn < 4);
            let turn = turn.ok_or("a turn is 0, 1, 2 or 3 quarters clockwise")?;
            TileMove::Place { tile, cell, turn }
        }
        (_, [name]) => {
            let cell = tiles.place_of(named(p, name)?);
            TileMove::Remove { cell: cell.ok_or_else(|| format!("tile '{name}' is not placed"))? }
        }
        (_, [column, row, ..]) => TileMove::Remove { cell: cell(p, column, row)? },
        _ => return Err("name a tile".into()),
    }))
}

/// The moves that lay the tiles of a board on cells where nothing is pinned.
pub fn moves(tiles: &Tiles, board: &Board) -> Vec<Move> {
    let pinned = &tiles.placed()[..tiles.pinned()];
    let lay = |(cell, laid): (usize, &Option<marquetry_puzzle::Laid>)| {
        let laid = (*laid).filter(|_| pinned.iter().all(|at| at.cell != cell))?;
        Some(Move::Tile(TileMove::Place { tile: laid.tile, cell, turn: laid.turn }))
    };
    board.iter().enumerate().filter_map(lay).collect()
}

/// The rows by line, the cells by tab, then the unused tiles with their top, left, bottom and right edge.
pub fn print(p: &Matching, tiles: &Tiles) -> String {
    let cell = |cell: usize| match tiles.board()[cell] {
        _ if !p.cells[cell] => ".".to_owned(),
        None => "xxx".to_owned(),
        Some(laid) if p.turning => format!("{}/{}", p.tiles[laid.tile].name, laid.turn),
        Some(laid) => p.tiles[laid.tile].name.clone(),
    };
    let mut out = String::new();
    for row in 0..p.height {
        let cells: Vec<String> = (row * p.width..(row + 1) * p.width).map(cell).collect();
        out += &format!("{}\n", cells.join("\t"));
    }
    out += &format!("{}\n", "-".repeat(20));
    for tile in tiles.unused(p) {
        let tile = &p.tiles[tile];
        let [top, right, bottom, left] = tile.edges.map(|edge| p.edge_text(edge));
        out += &format!("{} {top} {left} {bottom} {right}\n", tile.name);
    }
    out
}

fn named(p: &Matching, name: &str) -> Answer<usize> {
    let tile = p.tiles.iter().position(|tile| tile.name == name);
    tile.ok_or_else(|| format!("this puzzle has no tile '{name}'"))
}

fn cell(p: &Matching, column: &str, row: &str) -> Answer<usize> {
    let (column, row) = (number(column)?, number(row)?);
    let (width, height) = (p.width as i64, p.height as i64);
    if !(1..=width).contains(&column) || !(1..=height).contains(&row) {
        return Err(format!(
            "column {column}, row {row} is outside the grid of {width} columns and {height} rows"
        ));
    }
    let cell = ((row - 1) * width + column - 1) as usize;
    if p.cells[cell] { Ok(cell) } else { Err(format!("{} holds no tile", p.place(cell).words())) }
}
