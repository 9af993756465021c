//! Tiles that are alike as one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use marquetry_puzzle::Matching;

/// Leaves the first of all tiles that are alike and says how many each stands for. A pinned tile stands for itself.
pub(super) fn merge(p: &Matching, tiles: &mut Vec<u16>) -> Vec<u16> {
    let mut pinned = vec![false; p.tiles.len()];
    p.pins.iter().for_each(|pin| pinned[pin.tile] = true);
    let mut copies: Vec<u16> = Vec::new();
    let mut first = HashMap::new();
    tiles.retain(|&tile| {
        let tile = usize::from(tile);
        if !pinned[tile] {
            match first.entry(p.face(tile)) {
                Entry::Occupied(at) => {
                    copies[*at.get()] += 1;
                    return false;
                }
                Entry::Vacant(at) => at.insert(copies.len()),
            };
        }
        copies.push(1);
        true
    });
    copies
}
