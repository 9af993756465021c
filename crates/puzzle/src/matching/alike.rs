//! Tiles that are alike, and boards that look alike.

use std::collections::HashMap;

use super::{Board, Edge, Laid, Matching};

impl Matching {
    /// What a tile shows, the least of its turns where it may be turned. Tiles are alike when this is equal.
    pub fn face(&self, tile: usize) -> [Edge; 4] {
        let turned = |turn| self.tiles[tile].turned(turn);
        self.turns(tile).into_iter().map(turned).min().unwrap_or(self.tiles[tile].edges)
    }

    /// The tiles that pins leave free, by what they show, the first of each kind last.
    fn free_by_face(&self) -> HashMap<[Edge; 4], Vec<usize>> {
        let mut pinned = vec![false; self.tiles.len()];
        self.pins.iter().for_each(|pin| pinned[pin.tile] = true);
        let mut free: HashMap<_, Vec<usize>> = HashMap::new();
        for tile in (0..pinned.len()).rev().filter(|&tile| !pinned[tile]) {
            free.entry(self.face(tile)).or_default().push(tile);
        }
        free
    }

    /// The board that stands for all that look like this one: pinned tiles lie on their cells, all others that are
    /// alike follow each other row by row in the order of the puzzle. The given board may show a tile more than once
    /// where others are alike. `None` when no board of this puzzle looks like it.
    pub fn relabelled(&self, board: &Board) -> Option<Board> {
        let mut free = self.free_by_face();
        let pins: HashMap<usize, usize> =
            self.pins.iter().map(|pin| (pin.cell, pin.tile)).collect();
        let relabel = |(cell, laid): (usize, &Option<Laid>)| {
            let Some(laid) = laid else { return Some(None) };
            let edges = self.tiles.get(laid.tile)?.turned(laid.turn);
            let tile = match pins.get(&cell) {
                Some(&tile) => tile,
                None => free.get_mut(&self.face(laid.tile))?.pop()?,
            };
            let turn =
                self.turns(tile).into_iter().find(|&t| self.tiles[tile].turned(t) == edges)?;
            Some(Some(Laid { tile, turn }))
        };
        board.iter().enumerate().map(relabel).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::{Colours, Pin, Setup, Tile};

    /// A row of four cells; the first three tiles are alike, the second of them turned.
    fn row(pins: Vec<Pin>) -> Matching {
        let mut setup = Setup::blank(4, 1);
        setup.colours = Colours::new(["1", "2"]);
        let edges = [[0, 1, 1, 1], [1, 0, 1, 1], [0, 1, 1, 1], [1, 1, 1, 1]];
        let tile = |(i, e): (usize, [u16; 4])| Tile { name: i.to_string(), edges: e.map(Edge) };
        setup.tiles = edges.into_iter().enumerate().map(tile).collect();
        setup.pins = pins;
        Matching::new(setup).expect("the setup is sound")
    }

    fn board(tiles: [(usize, u8); 4]) -> Board {
        tiles.map(|(tile, turn)| Some(Laid { tile, turn })).to_vec()
    }

    #[test]
    fn tiles_alike_take_their_order_row_by_row_and_turn_as_they_must() {
        let shown = board([(2, 0), (3, 0), (1, 3), (0, 0)]);
        let expected = board([(0, 0), (3, 0), (1, 3), (2, 0)]);
        assert_eq!(row(vec![]).relabelled(&shown), Some(expected.clone()));
        // The same tile three times stands for the three.
        assert_eq!(
            row(vec![]).relabelled(&board([(0, 0), (3, 0), (0, 0), (0, 0)])),
            Some(expected)
        );
    }

    #[test]
    fn a_pinned_tile_keeps_its_cell() {
        let pinned = row(vec![Pin { tile: 0, cell: 2, turn: None }]);
        let shown = board([(0, 0), (3, 0), (1, 3), (2, 0)]);
        assert_eq!(pinned.relabelled(&shown), Some(board([(1, 3), (3, 0), (0, 0), (2, 0)])));
        let other = row(vec![Pin { tile: 3, cell: 2, turn: None }]);
        assert_eq!(other.relabelled(&shown), None);
    }
}
