//! Why a tile cannot lie where it does.

use super::{Board, Edge, Laid, Pin, Setup};
use crate::grid::Direction;

/// What an edge cannot lie against.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Against {
    /// The rim, which is for the frame's edge alone.
    Rim,
    /// Another cell: it is the frame's edge and belongs on the rim.
    Inside,
    /// This edge of the tile beside it.
    Edge(Edge),
}

/// An edge of a tile that does not suit the rim or what lies beside it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clash {
    /// The tile's cell, as an index row by row.
    pub cell: usize,
    /// The side of it.
    pub side: Direction,
    /// What the tile shows there.
    pub edge: Edge,
    /// What that does not suit.
    pub against: Against,
}

impl Clash {
    /// "up, 2 meets 0".
    pub fn words(&self, p: &Setup) -> String {
        let says = format!("{}, {}", self.side.word(), p.edge_text(self.edge));
        match self.against {
            Against::Rim => format!("{says} lies on the rim"),
            Against::Inside => format!("{says} belongs on the rim"),
            Against::Edge(other) => format!("{says} meets {}", p.edge_text(other)),
        }
    }
}

impl Setup {
    /// The first edge of a tile on a cell that does not suit the rim or what lies beside it.
    pub fn clash(&self, board: &Board, cell: usize, laid: Laid) -> Option<Clash> {
        let edges = self.tiles[laid.tile].turned(laid.turn);
        Direction::ALL.into_iter().zip(edges).find_map(|(side, edge)| {
            let facing = |near: Laid| -> Edge {
                self.tiles[near.tile].turned(near.turn)[side.opposite() as usize]
            };
            let against = match self.neighbour(cell, side).map(|near| board[near].map(facing)) {
                None if !self.suits_rim(edge) => Against::Rim,
                Some(None) if Some(edge) == self.frame => Against::Inside,
                Some(Some(other)) if !self.meets(edge, other) => Against::Edge(other),
                _ => return None,
            };
            Some(Clash { cell, side, edge, against })
        })
    }

    /// "tile '7' turned 1 at row 1, column 2".
    pub fn pin_words(&self, pin: &Pin) -> String {
        let name = &self.tiles[pin.tile].name;
        let turned = pin.turn.filter(|&turn| turn > 0).map(|turn| format!(" turned {turn}"));
        format!("tile '{name}'{} at {}", turned.unwrap_or_default(), self.place(pin.cell).words())
    }
}
