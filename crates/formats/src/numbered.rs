//! Tiles whose colours are whole numbers, and what the plain formats that list them can carry.

use std::collections::HashSet;

use marquetry_puzzle::Matching;
use marquetry_puzzle::matching::{Colours, Edge, MAX_SIDE, Rule, Setup, Tile};

use crate::diagnostic::quoted;
use crate::lines::{Line, Word};
use crate::{Diagnostic, Unwritable, refuse};

/// A tile as a list has it: its name, and top, right, bottom and left as numbers.
pub(crate) type Numbered = (String, [u32; 4]);

/// The whole number that a word writes with digits alone.
pub(crate) fn whole_number(word: &Word) -> Result<u32, Diagnostic> {
    let fault = |code, what: &str, help: &str| {
        Err(Diagnostic::new(code, word.span.clone(), format!("{} {what}", quoted(word.text)))
            .help(help))
    };
    if !word.text.bytes().all(|b| b.is_ascii_digit()) {
        return fault(
            "not-a-number",
            "is not a whole number of 0 or more",
            "write it with digits alone, such as 17",
        );
    }
    match word.text.parse() {
        Ok(number) => Ok(number),
        Err(_) => fault("number-too-large", "is too large a number", "the largest is 4294967295"),
    }
}

/// A side of a board, no shorter than `least`.
pub(crate) fn side(word: &Word, least: usize) -> Result<usize, Diagnostic> {
    let code = match whole_number(word)? as usize {
        side if side < least => "side-too-small",
        side if side > MAX_SIDE => "side-too-large",
        side => return Ok(side),
    };
    let message = format!("a side of {} is out of range", quoted(word.text));
    Err(Diagnostic::new(code, word.span.clone(), message)
        .help(format!("each side is {least} to {MAX_SIDE} cells")))
}

/// The board of this many cells whose border is as long as the rim, wider than high; a square where there is none.
pub(crate) fn rectangle(cells: usize, rim: usize) -> Option<(usize, usize)> {
    let side = cells.isqrt();
    let goes =
        |height: &usize| cells.is_multiple_of(*height) && 2 * (height + cells / height) == rim;
    match (1..=side.min(MAX_SIDE)).find(goes) {
        Some(height) => Some((cells / height, height)),
        None => (side > 0 && side * side == cells).then_some((side, side)),
    }
}

/// Checks that there are as many tiles as the board of this size has cells.
pub(crate) fn check_count(
    tiles: &[Line],
    (width, height): (usize, usize),
    header: &Line,
) -> Result<(), Diagnostic> {
    let (count, cells) = (tiles.len(), width * height);
    let (code, span, help) = match tiles.get(cells) {
        Some(spare) => {
            let help = format!("this is the first of {} too many", count - cells);
            ("too-many-tiles", spare.span(), help)
        }
        None if count == cells => return Ok(()),
        None => {
            let help = format!("add {}, or correct the size here", cells - count);
            ("too-few-tiles", header.span(), help)
        }
    };
    let message =
        format!("a board of {width}x{height} takes {cells} tiles, and the file has {count}");
    Err(Diagnostic::new(code, span, message).help(help))
}

/// A full board of tiles: equal edges match, tiles turn, no frame.
pub(crate) fn setup((width, height): (usize, usize), tiles: Vec<Numbered>) -> Setup {
    let mut numbers: Vec<u32> = tiles.iter().flat_map(|tile| tile.1).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let edge = |n| Edge(numbers.partition_point(|&m| m < n) as u16);
    Setup {
        colours: Colours::new(numbers.iter().map(u32::to_string)),
        tiles: tiles
            .into_iter()
            .map(|(name, edges)| Tile { name, edges: edges.map(edge) })
            .collect(),
        ..Setup::blank(width, height)
    }
}

/// The tiles, where a plain list of them says all there is to say but for the frame and turning.
pub(crate) fn listed(p: &Matching) -> Result<Vec<Numbered>, Unwritable> {
    if p.rule != Rule::Equal {
        return refuse("this format has no heads and tails: edges must be equal to match");
    }
    if p.cells.contains(&false) {
        return refuse("this format has no cells without a tile");
    }
    if !p.pins.is_empty() {
        return refuse("this format has no pinned tiles");
    }
    if p.tiles.len() != p.cells.len() {
        return refuse(format!(
            "this format has a tile for each of the {} cells, no more and no fewer",
            p.cells.len()
        ));
    }
    let numbers = numbers(p)?;
    let shown: HashSet<Edge> = p.tiles.iter().flat_map(|tile| tile.edges).collect();
    if shown.len() < numbers.len() {
        return refuse("this format has no colours that no tile shows");
    }
    let number = |edge: Edge| numbers.get(usize::from(edge.0)).copied().unwrap_or_default();
    Ok(p.tiles.iter().map(|tile| (tile.name.clone(), tile.edges.map(number))).collect())
}

/// The numbers that the colours' names are.
pub(crate) fn numbers(p: &Matching) -> Result<Vec<u32>, Unwritable> {
    let number = |name: &String| match name.parse::<u32>() {
        Ok(number) if number.to_string() == *name => Ok(number),
        _ => refuse(format!(
            "in this format colours are whole numbers, and '{name}' is not one that fits"
        )),
    };
    p.colours.names().iter().map(number).collect()
}

/// Refuses unless tiles turn, are named 1, 2, 3 and so on, and the rim is colour 0 and colour 0 the rim.
pub(crate) fn framed(p: &Matching) -> Result<(), Unwritable> {
    if !p.turning {
        return refuse("in this format tiles may be turned, and in this puzzle they may not");
    }
    check_names(p)?;
    if p.frame != p.colours.edge(Rule::Equal, "0") {
        return refuse("in this format the rim is colour 0, and colour 0 is nothing else");
    }
    Ok(())
}

/// Refuses unless tiles are named 1, 2, 3 and so on.
pub(crate) fn check_names(p: &Matching) -> Result<(), Unwritable> {
    let named = |(i, tile): &(usize, &Tile)| tile.name != (i + 1).to_string();
    p.tiles.iter().enumerate().find(named).map_or(Ok(()), |(i, tile)| {
        refuse(format!(
            "in this format tile {} has no other name, and here it is '{}'",
            i + 1,
            tile.name
        ))
    })
}
