use std::collections::BTreeMap;

use super::Facts;
use crate::grid::Direction;
use crate::matching::{Clash, Edge, Laid, Matching, Rule};

pub(super) fn analyse(p: &Matching, facts: &mut Facts) {
    let area = p.area();
    facts.fact("board", format!("{}x{}", p.width, p.height));
    if area < p.cells.len() {
        facts.fact("cells without a tile", p.cells.len() - area);
    }
    facts.fact("tiles", p.tiles.len());
    facts.fact("colours", p.colours.names().len());
    facts.fact("tiles may be turned", if p.turning { "yes" } else { "no" });
    facts.fact("edges to match", p.joints().count());
    if let Some(frame) = p.frame {
        facts.fact("frame colour", p.edge_text(frame));
    }
    if !p.pins.is_empty() {
        facts.fact("pinned tiles", p.pins.len());
    }
    if p.tiles.len() < area {
        facts.impossible.push(format!("{} tiles cannot fill {area} cells", p.tiles.len()));
        return;
    }
    wrong_pins(p, facts);
    if p.frame.is_some() {
        rim_counts(p, facts);
    }
    if p.tiles.len() == area {
        edge_counts(p, facts);
    }
}

/// Pins that do not suit the rim or the pins before them.
fn wrong_pins(p: &Matching, facts: &mut Facts) {
    let mut board = vec![None; p.cells.len()];
    for pin in &p.pins {
        let turns = pin.turn.map_or_else(|| p.turns(pin.tile), |turn| vec![turn]);
        let laid = |&turn: &u8| Laid { tile: pin.tile, turn };
        let clashes: Option<Vec<Clash>> =
            turns.iter().map(|turn| p.clash(&board, pin.cell, laid(turn))).collect();
        if let Some(clashes) = clashes {
            let why = match &clashes[..] {
                [clash] => clash.words(p),
                _ => "it fits in no turn".into(),
            };
            facts.impossible.push(format!("the pin of {} is wrong: {why}", p.pin_words(pin)));
        }
        if let [turn] = &turns[..] {
            board[pin.cell] = Some(laid(turn));
        }
    }
}

/// Which sides are rim, as bits; the least of its turns where tiles may be turned.
fn rim_pattern(p: &Matching, rim: [bool; 4]) -> u8 {
    let bits = |turn: usize| (0..4).map(|i| u8::from(rim[(i + turn) % 4]) << i).sum();
    if p.turning { (0..4).map(bits).min().unwrap_or(0) } else { bits(0) }
}

fn pattern_words(pattern: u8) -> &'static str {
    match pattern.count_ones() {
        0 => "inner",
        1 => "border",
        2 if matches!(pattern, 0b0101 | 0b1010) => "two-sided border",
        2 => "corner",
        3 => "end",
        _ => "single",
    }
}

/// A tile with frame edges goes only where just those sides are rim.
fn rim_counts(p: &Matching, facts: &mut Facts) {
    let mut count: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
    for tile in &p.tiles {
        count.entry(rim_pattern(p, tile.edges.map(|e| Some(e) == p.frame))).or_default().0 += 1;
    }
    for cell in (0..p.cells.len()).filter(|&c| p.cells[c]) {
        count
            .entry(rim_pattern(p, Direction::ALL.map(|d| p.neighbour(cell, d).is_none())))
            .or_default()
            .1 += 1;
    }
    for (pattern, (tiles, cells)) in count {
        let words = pattern_words(pattern);
        if tiles < cells {
            facts.impossible.push(format!("{cells} {words} cells but only {tiles} {words} tiles"));
        }
    }
}

/// With no spare tile, every edge off the rim needs a partner, and the rim takes only so many that lack one.
fn edge_counts(p: &Matching, facts: &mut Facts) {
    let inner = |tile: &crate::matching::Tile, side: usize| {
        Some(tile.edges[side]).filter(|&e| Some(e) != p.frame)
    };
    let free_rim = |side: Direction| {
        let rim =
            (0..p.cells.len()).filter(|&c| p.cells[c] && p.neighbour(c, side).is_none()).count();
        if p.frame.is_some() { 0 } else { rim }
    };
    if p.turning {
        let mut count: BTreeMap<Edge, usize> = BTreeMap::new();
        for edge in p.tiles.iter().flat_map(|t| (0..4).filter_map(move |side| inner(t, side))) {
            *count.entry(edge).or_default() += 1;
        }
        let of = |edge: Edge| count.get(&edge).copied().unwrap_or(0);
        let lonely = |edge: Edge| match p.rule {
            Rule::Equal => of(edge) % 2,
            Rule::Pairs => of(edge).saturating_sub(of(p.rule.partner(edge))),
        };
        let alone: Vec<Edge> = count.keys().copied().filter(|&e| lonely(e) > 0).collect();
        let total: usize = alone.iter().map(|&e| lonely(e)).sum();
        let rim: usize = Direction::ALL.map(free_rim).iter().sum();
        report(p, facts, total, rim, &alone, "partner");
    } else {
        for (side, back) in [(Direction::Right, Direction::Left), (Direction::Down, Direction::Up)]
        {
            let mut surplus: BTreeMap<Edge, i64> = BTreeMap::new();
            for tile in &p.tiles {
                inner(tile, side as usize)
                    .into_iter()
                    .for_each(|e| *surplus.entry(e).or_default() += 1);
                let met = inner(tile, back as usize).map(|e| p.rule.partner(e));
                met.into_iter().for_each(|e| *surplus.entry(e).or_default() -= 1);
            }
            let alone: Vec<Edge> = surplus.iter().filter(|s| *s.1 > 0).map(|s| *s.0).collect();
            let total: i64 = surplus.values().filter(|&&v| v > 0).sum();
            let what =
                if side == Direction::Right { "partner to the right" } else { "partner below" };
            report(p, facts, total as usize, free_rim(side), &alone, what);
        }
    }
}

fn report(p: &Matching, facts: &mut Facts, total: usize, rim: usize, alone: &[Edge], what: &str) {
    if total > rim {
        let names: Vec<String> = alone.iter().take(5).map(|&e| p.edge_text(e)).collect();
        let room = if rim == 0 { "none may".into() } else { format!("only {rim} may, on the rim") };
        let more = if alone.len() > 5 { ", ..." } else { "" };
        facts
            .impossible
            .push(format!("{total} edges lack a {what}, {room} (of {}{more})", names.join(", ")));
    }
}
