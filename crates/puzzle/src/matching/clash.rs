//! Why a tile cannot lie where it does.

use super::{Board, Edge, Laid, Pin, Setup};
use crate::grid::Direction;

impl Setup {
    /// The first edge of a tile on a cell that does not suit the rim or what lies beside it, and why.
    pub fn clash(&self, board: &Board, cell: usize, laid: Laid) -> Option<String> {
        let edges = self.tiles[laid.tile].turned(laid.turn);
        Direction::ALL.into_iter().zip(edges).find_map(|(side, edge)| {
            let says =
                |what: &str| Some(format!("{}, {} {what}", side.word(), self.edge_text(edge)));
            let Some(near) = self.neighbour(cell, side) else {
                return if self.suits_rim(edge) { None } else { says("lies on the rim") };
            };
            let facing = |near: Laid| -> Edge {
                self.tiles[near.tile].turned(near.turn)[side.opposite() as usize]
            };
            match board[near].map(facing) {
                None if Some(edge) == self.frame => says("belongs on the rim"),
                Some(other) if !self.meets(edge, other) => {
                    says(&format!("meets {}", self.edge_text(other)))
                }
                _ => None,
            }
        })
    }

    /// "tile '7' turned 1 at row 1, column 2".
    pub fn pin_words(&self, pin: &Pin) -> String {
        let name = &self.tiles[pin.tile].name;
        let turned = pin.turn.filter(|&turn| turn > 0).map(|turn| format!(" turned {turn}"));
        format!("tile '{name}'{} at {}", turned.unwrap_or_default(), self.place(pin.cell).words())
    }
}
