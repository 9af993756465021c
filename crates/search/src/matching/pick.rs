//! The order in which cells and tiles are best tried.

use marquetry_puzzle::matching::{Edge, Matching};

use super::model::Model;
use crate::engines::Order;

/// The cells that hold a tile: with a frame in reading order, without one from the centre outwards, since a cell in
/// the middle soon limits four others.
pub(super) fn places(p: &Matching) -> Vec<u16> {
    let mut places: Vec<u16> =
        (0..p.cells.len()).filter(|&cell| p.cells[cell]).map(|cell| cell as u16).collect();
    if p.frame.is_none() {
        let off_centre = |&cell: &u16| {
            let (x, y) = (usize::from(cell) % p.width, usize::from(cell) / p.width);
            (2 * x + 1).abs_diff(p.width).pow(2) + (2 * y + 1).abs_diff(p.height).pow(2)
        };
        places.sort_by_key(off_centre);
    }
    places
}

/// The cells in one of the orders that stay the same throughout a search.
pub(super) fn in_order(m: &Model, order: Order) -> Vec<u16> {
    let mut cells: Vec<u16> = (0..m.near.len() as u16).collect();
    let place = |cell: u16| {
        let place = usize::from(m.places[usize::from(cell)]);
        (place % m.width, place / m.width)
    };
    let spiral = |&cell: &u16| {
        let ((x, y), height) = (place(cell), m.board_len / m.width);
        let ring = x.min(y).min(m.width - 1 - x).min(height - 1 - y);
        let (right, bottom) = (m.width - 1 - ring, height - 1 - ring);
        let (across, down) = (right - ring, bottom - ring);
        let along = match () {
            _ if y == ring => x - ring,
            _ if x == right => across + y - ring,
            _ if y == bottom => across + down + right - x,
            _ => 2 * across + down + bottom - y,
        };
        (ring, along)
    };
    match order {
        Order::Rows => cells.sort_by_key(|&cell| m.places[usize::from(cell)]),
        Order::Columns => cells.sort_by_key(|&cell| place(cell)),
        Order::Frame => cells.sort_by_key(spiral),
        Order::Centre => cells.sort_by_key(|cell| std::cmp::Reverse(spiral(cell))),
    }
    cells
}

/// The tiles, those likely to lie inside first where tiles do not turn and there is no frame.
///
/// An edge of which there are more than partners must lie on the rim now and then, and so must its tile.
pub(super) fn tiles(p: &Matching) -> Vec<u16> {
    let tiles: Vec<u16> = (0..p.tiles.len() as u16).collect();
    if p.turning || p.frame.is_some() {
        return tiles;
    }
    let edges = p.colours.names().len() * 2;
    let mut count = vec![0u16; 4 * edges];
    for tile in &p.tiles {
        (0..4).for_each(|side| count[side * edges + usize::from(tile.edges[side].0)] += 1);
    }
    // The chance to lie beside a mate, for each mate that would have to be tried.
    let paired = |side: usize, edge: Edge| {
        let own = count[side * edges + usize::from(edge.0)];
        let mates = count[(side ^ 2) * edges + usize::from(p.rule.partner(edge).0)];
        f64::from(mates.min(own)) / f64::from(own) / f64::from(mates.max(1))
    };
    let inside = |&tile: &u16| {
        let edges = p.tiles[usize::from(tile)].edges;
        (0..4).map(|side| paired(side, edges[side])).product::<f64>()
    };
    let mut ranked: Vec<(f64, u16)> = tiles.iter().map(|tile| (inside(tile), *tile)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().map(|(_, tile)| tile).collect()
}
