//! Matching puzzles as JSON.

use std::collections::HashMap;

use marquetry_puzzle::matching::{
    Colours, Edge, MAX_SIDE, MAX_TILES, Matching, Pin, Rule, Setup, Tile,
};
use marquetry_puzzle::{Cell, Part};

use super::place::Inward::{self, Item, Key};
use super::{Finding, settle, wire};
use crate::diagnostic::quoted;

/// The most colours that edges can tell apart under both rules.
const MAX_COLOURS: usize = 1 << 15;

pub(super) fn wire(p: &Matching) -> wire::Matching {
    let place = |cell: usize| wire::Place(p.place(cell));
    let tile = |tile: &Tile| wire::Tile {
        name: tile.name.clone(),
        edges: tile.edges.map(|edge| p.edge_text(edge)),
    };
    let tiles: Vec<wire::Tile> = p.tiles.iter().map(tile).collect();
    let frame = p.frame.map(|frame| p.edge_text(frame));
    wire::Matching {
        title: p.title.clone(),
        width: p.width,
        height: p.height,
        holes: (0..p.cells.len()).filter(|&cell| !p.cells[cell]).map(place).collect(),
        turning: p.turning,
        frame,
        rule: match p.rule {
            Rule::Equal => wire::Rule::Equal,
            Rule::Pairs => wire::Rule::Pairs,
        },
        tiles,
        pins: p.pins.iter().map(|pin| pinned(p, pin)).collect(),
    }
}

fn pinned(p: &Matching, pin: &Pin) -> wire::Pin {
    wire::Pin {
        tile: p.tiles[pin.tile].name.clone(),
        cell: wire::Place(p.place(pin.cell)),
        turn: pin.turn.map(i64::from),
    }
}

pub(super) fn puzzle(wire: wire::Matching) -> Result<Matching, Vec<Finding>> {
    if wire.tiles.len() > MAX_TILES {
        let message = format!("{} tiles are more than {MAX_TILES}", wire.tiles.len());
        let at = [Key("tiles"), Item(MAX_TILES)];
        return Err(vec![Finding::new("too-many", Part::Whole, at, message)]);
    }
    let rule = match wire.rule {
        wire::Rule::Equal => Rule::Equal,
        wire::Rule::Pairs => Rule::Pairs,
    };
    let edges = wire.tiles.iter().flat_map(|tile| &tile.edges).chain(&wire.frame);
    let colours = Colours::of_edges(rule, edges.map(String::as_str));
    if colours.names().len() > MAX_COLOURS {
        let message = format!("{} colours are more than {MAX_COLOURS}", colours.names().len());
        return Err(vec![Finding::new("too-many", Part::Whole, [Key("tiles")], message)]);
    }
    let mut findings = Vec::new();
    // On a board of no known size nothing can be said about places.
    let sized = (1..=MAX_SIDE).contains(&wire.width) && (1..=MAX_SIDE).contains(&wire.height);
    let (holes, pinned) = if sized { (wire.holes, wire.pins) } else { Default::default() };
    let mut setup = Setup {
        title: wire.title,
        turning: wire.turning,
        rule,
        ..Setup::blank(wire.width, wire.height)
    };
    for (i, hole) in holes.iter().enumerate() {
        match index(&setup, hole.0).and_then(|cell| setup.cells.get_mut(cell)) {
            Some(cell) => *cell = false,
            None => findings.push(Finding::new(
                "outside",
                Part::Board,
                [Key("holes"), Item(i)],
                "this hole lies outside the board",
            )),
        }
    }
    if let Some(text) = &wire.frame {
        setup.frame = colours.edge(rule, text);
        if setup.frame.is_none() {
            findings.push(unknown(Part::Whole, [Key("frame")], rule, text));
        }
    }
    let names =
        wire.tiles.iter().enumerate().rev().map(|(i, tile)| (tile.name.clone(), i)).collect();
    setup.pins = pins(&pinned, &setup, &names, &mut findings);
    for (i, tile) in wire.tiles.into_iter().enumerate() {
        let mut edges = [Edge(0); 4];
        for (side, text) in tile.edges.iter().enumerate() {
            match colours.edge(rule, text) {
                Some(edge) => edges[side] = edge,
                None => {
                    let at = [Key("tiles"), Item(i), Key("edges"), Item(side)];
                    findings.push(unknown(Part::Tile(i), at, rule, text));
                }
            }
        }
        setup.tiles.push(Tile { name: tile.name, edges });
    }
    setup.colours = colours;
    settle(findings, Matching::new(setup), "holes")
}

fn unknown<const N: usize>(part: Part, at: [Inward; N], rule: Rule, text: &str) -> Finding {
    let edge = quoted(text);
    let message = match rule {
        Rule::Pairs if !text.ends_with(['0', '1']) => {
            format!("the edge {edge} does not end in 0 or 1, as it must under the rule 'pairs'")
        }
        _ => format!("the edge {edge} is not one of the puzzle's colours"),
    };
    Finding::new("no-such-colour", part, at, message)
}

/// The index of a cell of the board.
fn index(setup: &Setup, cell: Cell) -> Option<usize> {
    let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
    (x < setup.width && y < setup.height).then(|| y * setup.width + x)
}

fn pins(
    pins: &[wire::Pin],
    setup: &Setup,
    names: &HashMap<String, usize>,
    findings: &mut Vec<Finding>,
) -> Vec<Pin> {
    let mut pin = |(i, pin): (usize, &wire::Pin)| {
        let mut fault = |code, key, message: String| {
            let at = [Key("pins"), Item(i), Key(key)];
            findings.push(Finding::new(code, Part::Pin(i), at, message));
        };
        let tile = names.get(&pin.tile).copied();
        if tile.is_none() {
            fault("no-such-piece", "tile", format!("there is no tile {}", quoted(&pin.tile)));
        }
        let cell = index(setup, pin.cell.0);
        if cell.is_none() {
            fault("outside", "cell", "this pin lies outside the board".into());
        }
        let turn = pin.turn.map(|turn| u8::try_from(turn).ok().filter(|&turn| turn < 4));
        if turn == Some(None) {
            fault("turn", "turn", "a turn is 0, 1, 2 or 3".into());
        }
        Pin {
            tile: tile.unwrap_or(usize::MAX),
            cell: cell.unwrap_or(usize::MAX),
            turn: turn.flatten(),
        }
    };
    pins.iter().enumerate().map(&mut pin).collect()
}
