//! A full board from a partial one, quickly: whatever fits best on each empty cell.

use super::ground::Ground;
use crate::matching::model::{NONE, RIM};

/// Fills the empty cells one after the other, each with the unused look that suits its rim and breaks fewest edges.
pub fn complete(g: &Ground<'_>, placed: &mut [u32], looks: &[u32]) {
    let mut used = vec![false; g.p.tiles.len()];
    placed.iter().filter(|&&look| look != NONE).for_each(|&look| used[g.tile(look)] = true);
    let mut left: Vec<u32> = looks.iter().copied().filter(|&look| !used[g.tile(look)]).collect();
    for cell in 0..placed.len() {
        if placed[cell] != NONE {
            continue;
        }
        let cost = |look: u32| (!g.suits(cell, look), breaks(g, placed, cell, look));
        let mut best: Option<((bool, u32), u32)> = None;
        for &look in &left {
            let cost = cost(look);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, look));
            }
            if cost == (false, 0) {
                break;
            }
        }
        let Some((_, look)) = best else { return };
        placed[cell] = look;
        left.retain(|&other| g.tile(other) != g.tile(look));
    }
}

/// Fills the empty cells that can be without breaking an edge, those between two others first.
pub fn fit(g: &Ground<'_>, placed: &mut [u32], looks: &[u32]) {
    let mut used = vec![false; g.p.tiles.len()];
    placed.iter().filter(|&&look| look != NONE).for_each(|&look| used[g.tile(look)] = true);
    let mut left: Vec<u32> = looks.iter().copied().filter(|&look| !used[g.tile(look)]).collect();
    for sides in [2, 0] {
        for cell in 0..placed.len() {
            let filled = |near: &&u16| placed.get(usize::from(**near)).is_none_or(|&l| l != NONE);
            if placed[cell] != NONE || g.near[cell].iter().filter(filled).count() < sides {
                continue;
            }
            let fits = |look: &u32| g.suits(cell, *look) && breaks(g, placed, cell, *look) == 0;
            if let Some(look) = left.iter().copied().find(fits) {
                placed[cell] = look;
                left.retain(|&other| g.tile(other) != g.tile(look));
            }
        }
    }
}

/// The edges that would disagree with what lies around a cell.
pub fn breaks(g: &Ground<'_>, placed: &[u32], cell: usize, look: u32) -> u32 {
    let shown = g.shown[look as usize];
    let broken = |side: usize| {
        let near = g.near[cell][side];
        let other = if near == RIM { NONE } else { placed[usize::from(near)] };
        other != NONE && g.shown[other as usize][side ^ 2] != shown[side]
    };
    (0..4).map(|side| u32::from(broken(side))).sum()
}
