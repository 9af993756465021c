//! Colouring a board and cutting it into tiles.

use super::dice::Dice;
use crate::grid::Direction;
use crate::matching::{Edge, Rule, Setup, Tile};

/// The edges of each cell of a solved board.
pub(super) fn coloured(setup: &Setup, colours: u32, dice: &mut Dice) -> Vec<[Edge; 4]> {
    let mut edges = vec![[Edge(0); 4]; setup.cells.len()];
    let kinds = if setup.rule == Rule::Pairs { 2 * colours } else { colours };
    let shown = match setup.frame {
        Some(_) => in_turn(setup, colours, dice),
        None => setup.joints().map(|_| Edge(dice.below(kinds) as u16)).collect(),
    };
    for ((cell, side, near), shown) in setup.joints().zip(shown) {
        edges[cell][side as usize] = shown;
        edges[near][side.opposite() as usize] = setup.rule.partner(shown);
    }
    if setup.frame.is_none() {
        for cell in 0..edges.len() {
            for side in Direction::ALL.into_iter().filter(|&s| setup.neighbour(cell, s).is_none()) {
                edges[cell][side as usize] = Edge(dice.below(kinds) as u16);
            }
        }
    }
    edges
}

/// Colours for the joints of a framed board: of 22 colours 5 are for joints along the frame, as in Eternity II, and
/// never fewer than two where there are enough. Each is as frequent as the others of its sort, or once more.
fn in_turn(setup: &Setup, colours: u32, dice: &mut Dice) -> Vec<Edge> {
    let along_frame = |&(cell, side, _): &(usize, Direction, usize)| {
        [1, 3].iter().any(|&quarters| setup.neighbour(cell, side.turned(quarters)).is_none())
    };
    let few = ((5 * colours + 11) / 22).max(2).min(colours - 1);
    let mut bag = |first: u32, sorts: u32, count: usize| {
        let edge = |i: usize| Edge((first + i as u32 % sorts) as u16);
        let mut bag: Vec<Edge> = (0..count).map(edge).collect();
        dice.shuffle(&mut bag);
        bag.into_iter()
    };
    let along = setup.joints().filter(along_frame).count();
    let mut on_frame = bag(1, few, along);
    let mut inside = bag(1 + few, colours - few, setup.joints().count() - along);
    let next = |joint| if along_frame(&joint) { on_frame.next() } else { inside.next() };
    setup.joints().filter_map(next).collect()
}

/// The tiles in random order and, where they may be turned, each in a random turn.
pub(super) fn tiles(mut cells: Vec<[Edge; 4]>, turning: bool, dice: &mut Dice) -> Vec<Tile> {
    dice.shuffle(&mut cells);
    let named = cells.into_iter().enumerate().map(|(i, edges)| {
        let tile = Tile { name: (i + 1).to_string(), edges };
        let turn = if turning { dice.below(4) as u8 } else { 0 };
        Tile { edges: tile.turned(turn), ..tile }
    });
    named.collect()
}
