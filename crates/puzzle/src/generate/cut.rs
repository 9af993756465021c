//! Colouring a board and cutting it into tiles.

use std::collections::HashSet;

use super::dice::Dice;
use crate::grid::Direction;
use crate::matching::{Edge, Rule, Setup, Tile};

/// How often a framed board with tiles alike is mended before it is taken as it is.
const MENDINGS: u32 = 1000;

/// A pair of touching cells and the side of the first.
type Joint = (usize, Direction, usize);

/// The edges of each cell of a solved board.
pub(super) fn coloured(setup: &Setup, colours: u32, dice: &mut Dice) -> Vec<[Edge; 4]> {
    if setup.frame.is_some() {
        return framed(setup, colours, dice);
    }
    let kinds = if setup.rule == Rule::Pairs { 2 * colours } else { colours };
    let mut any = || Edge(dice.below(kinds) as u16);
    let joints: Vec<Joint> = setup.joints().collect();
    let shown: Vec<Edge> = joints.iter().map(|_| any()).collect();
    let mut edges = laid_out(setup, &joints, &shown);
    for cell in 0..edges.len() {
        for side in Direction::ALL.into_iter().filter(|&s| setup.neighbour(cell, s).is_none()) {
            edges[cell][side as usize] = any();
        }
    }
    edges
}

/// The edges of each cell when the joints show these colours, and 0 on the rim.
fn laid_out(setup: &Setup, joints: &[Joint], shown: &[Edge]) -> Vec<[Edge; 4]> {
    let mut edges = vec![[Edge(0); 4]; setup.cells.len()];
    for (&(cell, side, near), &shown) in joints.iter().zip(shown) {
        edges[cell][side as usize] = shown;
        edges[near][side.opposite() as usize] = setup.rule.partner(shown);
    }
    edges
}

/// A framed board. Joints along the frame have colours of their own, 5 of 22 as in Eternity II; each colour is as
/// frequent as the others of its sort, or once more; and no two tiles are alike where that can be had.
fn framed(setup: &Setup, colours: u32, dice: &mut Dice) -> Vec<[Edge; 4]> {
    let joints: Vec<Joint> = setup.joints().collect();
    let along_frame = |at: usize| {
        let (cell, side, _) = joints[at];
        [1, 3].iter().any(|&quarters| setup.neighbour(cell, side.turned(quarters)).is_none())
    };
    let sorts: [Vec<usize>; 2] = [true, false]
        .map(|along| (0..joints.len()).filter(|&at| along_frame(at) == along).collect());
    let few = (2 + colours / 7).min(colours - 1);
    let mut shown = vec![Edge(0); joints.len()];
    for (sort, first, count) in [(&sorts[0], 1, few), (&sorts[1], 1 + few, colours - few)] {
        let colour = |i: usize| Edge((first + i as u32 % count) as u16);
        let mut bag: Vec<Edge> = (0..sort.len()).map(colour).collect();
        dice.shuffle(&mut bag);
        sort.iter().zip(bag).for_each(|(&at, edge)| shown[at] = edge);
    }
    let mut edges = laid_out(setup, &joints, &shown);
    for _ in 0..MENDINGS {
        let Some(cell) = like_another(&edges) else { break };
        let touching = |&at: &usize| joints[at].0 == cell || joints[at].2 == cell;
        let near: Vec<usize> = (0..joints.len()).filter(touching).collect();
        let at = near[dice.below(near.len() as u32) as usize];
        let sort = &sorts[usize::from(!along_frame(at))];
        shown.swap(at, sort[dice.below(sort.len() as u32) as usize]);
        edges = laid_out(setup, &joints, &shown);
    }
    edges
}

/// The first cell whose tile some turn makes the same as one before it.
fn like_another(edges: &[[Edge; 4]]) -> Option<usize> {
    let mut seen = HashSet::new();
    edges.iter().position(|&edges| {
        let turned = |turn| {
            let mut turned = edges;
            turned.rotate_right(turn);
            turned
        };
        !seen.insert((0..4).map(turned).min())
    })
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
