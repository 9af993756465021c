use std::collections::{BTreeMap, BTreeSet};

use super::Facts;
use crate::tiling::{Shape, Tiling};

/// Beyond this many cells times shapes, placements are left to the engines.
const CHEAP: usize = 2_000_000;

pub(super) fn analyse(p: &Tiling, facts: &mut Facts) {
    let (w, h, d) = p.size();
    let size = if p.is_solid() { format!("{w}x{h}x{d}") } else { format!("{w}x{h}") };
    facts.fact("board", format!("{size}, {} cells", p.board.len()));
    let colours: BTreeSet<char> = p.board.iter().filter_map(|c| c.1).collect();
    facts.fact("colours on the board", colours.len());
    let (least, most) = p
        .pieces
        .iter()
        .fold((0, 0u64), |(l, m), x| (l + u64::from(x.least), m + u64::from(x.most)));
    let count = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    facts.fact("pieces", format!("{count} of {} kinds", p.pieces.len()));
    area(p, facts);
    colour_counts(p, facts);
    parity(p, facts);
    homeless(p, facts);
}

fn area(p: &Tiling, facts: &mut Facts) {
    let cells = p.board.len() as u64;
    let size = |shape: &Shape| shape.len() as u64;
    let least: u64 = p.pieces.iter().map(|x| u64::from(x.least) * size(&x.shape)).sum();
    let most: u64 = p.pieces.iter().map(|x| u64::from(x.most).min(cells) * size(&x.shape)).sum();
    let covered =
        if least == most { format!("{least} cells") } else { format!("{least} to {most} cells") };
    facts.fact("area of the pieces", covered);
    if least > cells {
        facts
            .impossible
            .push(format!("the pieces that must be used have {least} cells, the board {cells}"));
    } else if most < cells {
        facts.impossible.push(format!("the pieces have {most} cells, the board {cells}"));
    } else if !area_can_be_made(p, (cells - least) as usize) {
        facts.impossible.push(format!("no choice of the pieces has {cells} cells"));
    }
}

/// Can the spare copies make up just this many cells?
fn area_can_be_made(p: &Tiling, rest: usize) -> bool {
    // `sums[s]`: the sum s can be made. Copies of one size are taken together.
    let mut spare: BTreeMap<usize, usize> = BTreeMap::new();
    for piece in &p.pieces {
        let copies = spare.entry(piece.shape.len()).or_default();
        *copies = copies.saturating_add((piece.most - piece.least) as usize).min(rest);
    }
    let mut sums = vec![false; rest + 1];
    sums[0] = true;
    for (size, copies) in spare {
        // How many copies of this size the cheapest way to each sum needs.
        let mut needs = vec![usize::MAX; rest + 1];
        for s in 0..=rest {
            needs[s] = if sums[s] {
                0
            } else if s >= size && needs[s - size] < copies {
                needs[s - size] + 1
            } else {
                usize::MAX
            };
        }
        sums = needs.iter().map(|&n| n != usize::MAX).collect();
    }
    sums[rest]
}

fn colour_counts(p: &Tiling, facts: &mut Facts) {
    let count = |shape: &Shape, colour| shape.iter().filter(|c| c.1 == colour).count() as u64;
    let all = p.pieces.iter().map(|x| &x.shape).chain([&p.board]);
    let colours: BTreeSet<char> = all.flat_map(|shape| shape.iter().filter_map(|c| c.1)).collect();
    let supply = |colour, copies: fn(&crate::tiling::Piece) -> u32| -> u64 {
        p.pieces.iter().map(|x| u64::from(copies(x)) * count(&x.shape, colour)).sum()
    };
    for colour in colours.into_iter().map(Some) {
        let name = colour.unwrap_or(' ');
        let (board, open) = (count(&p.board, colour), count(&p.board, None));
        let due = supply(colour, |x| x.least);
        if due > board + open {
            let message = format!("the pieces that must be used have {due} cells of colour {name}");
            facts.impossible.push(format!("{message}, the board has room for {}", board + open));
        }
        let most = supply(colour, |x| x.most) + supply(None, |x| x.most);
        if most < board {
            facts.impossible.push(format!(
                "cells of colour {name} on the board: {board}, on the pieces: {most}"
            ));
        }
    }
}

/// On a checkerboard each piece covers some dark cells more than light ones, or the other way round.
fn parity(p: &Tiling, facts: &mut Facts) {
    let surplus = |shape: &Shape| -> i64 {
        shape.iter().map(|(c, _)| if (c.x + c.y + c.z).rem_euclid(2) == 0 { 1 } else { -1 }).sum()
    };
    if p.pieces.iter().any(|x| x.least != x.most) {
        return;
    }
    let board = surplus(&p.board).unsigned_abs() as usize;
    let each = || {
        p.pieces
            .iter()
            .flat_map(|x| std::iter::repeat_n(surplus(&x.shape).unsigned_abs(), x.least as usize))
    };
    let total: u64 = each().take(p.board.len() + 1).sum();
    // Signs are to be chosen so that the surpluses add up to the board's: a subset of sum (total + board) / 2.
    let reachable = (total as usize + board).is_multiple_of(2) && board <= total as usize && {
        let goal = (total as usize + board) / 2;
        let mut sums = vec![false; goal + 1];
        sums[0] = true;
        for s in each().filter(|&s| s > 0).map(|s| s as usize) {
            (s..=goal).rev().for_each(|at| sums[at] |= sums[at - s]);
        }
        sums[goal]
    };
    if !reachable && facts.impossible.is_empty() {
        let message =
            format!("coloured like a checkerboard, the board has {board} more cells of one colour");
        facts.impossible.push(format!("{message}, and the pieces cannot make that difference"));
    }
}

fn homeless(p: &Tiling, facts: &mut Facts) {
    let shapes: usize =
        (0..p.pieces.len()).map(|i| p.orientations(i).len() * p.pieces[i].shape.len()).sum();
    if shapes.saturating_mul(p.board.len()) > CHEAP {
        return;
    }
    let mut coverable = BTreeSet::new();
    for (i, piece) in p.pieces.iter().enumerate() {
        let placements = p.placements(i);
        if placements.is_empty() && piece.least > 0 {
            facts.impossible.push(format!("piece '{}' fits nowhere on the board", piece.name));
        }
        coverable.extend(placements.into_iter().flatten());
    }
    if let Some((cell, _)) = p.board.iter().find(|(cell, _)| !coverable.contains(cell)) {
        facts.impossible.push(format!("no piece can cover {}", cell.words()));
    }
}
