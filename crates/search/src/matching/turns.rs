//! Leaves out boards that are others turned.

use marquetry_puzzle::matching::Matching;

use super::model::{Model, RIM};

/// The cell that a quarter turn of the board carries this one to.
fn quarter(p: &Matching, cell: usize) -> usize {
    let (x, y) = (cell % p.width, cell / p.width);
    x * p.height + (p.height - 1 - y)
}

fn half(p: &Matching, cell: usize) -> usize {
    p.cells.len() - 1 - cell
}

/// How many turns of the board carry its cells onto themselves, the one that changes nothing among them.
pub(super) fn order(p: &Matching) -> usize {
    let carries = |turn: &dyn Fn(usize) -> usize| {
        (0..p.cells.len()).all(|cell| p.cells[cell] == p.cells[turn(cell)])
    };
    match () {
        _ if !p.turning => 1,
        _ if p.width == p.height && carries(&|cell| quarter(p, cell)) => 4,
        _ if carries(&|cell| half(p, cell)) => 2,
        _ => 1,
    }
}

/// Limits the start so that of the boards that are one board turned, fewer are found, but always one.
pub(super) fn break_turns(model: &mut Model, p: &Matching, index: &[u16]) {
    let turns = order(p);
    if turns == 1 || !p.pins.is_empty() {
        return;
    }
    let four = turns == 4;
    let images = |cell: usize| {
        let (a, b) = (half(p, cell), if four { quarter(p, cell) } else { cell });
        [cell, a, b, half(p, b)]
    };
    if hold_corner(model, images) {
        return;
    }
    let centre = (0..p.cells.len()).find(|&c| images(c) == [c; 4]).map(|c| index[c]);
    match centre.filter(|&c| c != RIM) {
        // The centre stays where it is: only its own turn tells the turned boards apart.
        Some(cell) => {
            let turns = if four { 1 } else { 2 };
            model.keep(usize::from(cell), |look| look & 3 < turns);
            model.limited.push(cell);
            let tile = |look: u32| &p.tiles[usize::from(model.tiles[(look >> 2) as usize])];
            let told_apart = |look: u32| (0..4).all(|turn| tile(look).look(turn) == turn);
            model.once = model.looks_at(usize::from(cell)).into_iter().all(told_apart);
        }
        None if !model.spares => {
            if let Some(tile) = model.copies.iter().position(|&copies| copies == 1) {
                hold_tile(model, tile as u32, images);
            }
        }
        None => {}
    }
}

/// With a frame and no corner tile to spare, the first corner tile lies in one of the corners that stand for all.
fn hold_corner(model: &mut Model, images: impl Fn(usize) -> [usize; 4]) -> bool {
    let is_corner = |near: &[u16; 4]| {
        near.iter().filter(|&&n| n == RIM).count() == 2 && (near[0] == RIM) != (near[2] == RIM)
    };
    let corners: Vec<usize> =
        (0..model.near.len()).filter(|&cell| is_corner(&model.near[cell])).collect();
    let mut tiles: Vec<u32> =
        corners.iter().flat_map(|&c| model.looks_at(c)).map(|look| look >> 2).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let copies = |&tile: &u32| model.copies[tile as usize];
    let all: u16 = tiles.iter().map(copies).sum();
    let Some(&single) = tiles.iter().find(|tile| copies(tile) == 1) else { return false };
    if !model.framed || usize::from(all) != corners.len() {
        return false;
    }
    hold_tile(model, single, images);
    true
}

/// Keeps a tile that is in every solution to the least of each set of cells that turns carry to each other. It does not
/// lie on the centre, so that of all boards turned just one is left.
fn hold_tile(model: &mut Model, tile: u32, images: impl Fn(usize) -> [usize; 4]) {
    model.once = true;
    let mut homes = Vec::new();
    for cell in 0..model.near.len() {
        let place = usize::from(model.places[cell]);
        if images(place).into_iter().any(|image| image < place) {
            model.keep(cell, |look| look >> 2 != tile);
        } else if model.looks_at(cell).iter().any(|look| look >> 2 == tile) {
            homes.push(cell);
        }
    }
    if let [home] = homes[..] {
        model.keep(home, |look| look >> 2 == tile);
        model.limited.push(home as u16);
    }
}
