//! Random small matching puzzles.

use marquetry_puzzle::Direction;
use marquetry_puzzle::matching::{Colours, Edge, Matching, Pin, Rule, Setup, Tile};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// So many solutions are fine for the reference, as a rough guess made beforehand.
const MOST_SOLUTIONS: f64 = 60.0;

/// A matching puzzle of up to 12 cells: framed or not, turning or not, equal or in pairs, with pins (some of them
/// wrong), holes, spare tiles, tiles alike, and boards one cell wide. Most are cut from a solution.
pub fn matching(seed: u64) -> Matching {
    let mut rng = Pcg64::seed_from_u64(seed);
    loop {
        let mut setup = board(&mut rng);
        setup.title = format!("random {seed}");
        let spares = *pick(&mut rng, &[0, 0, 0, 1, 2]);
        let colours = enough_colours(&setup, spares) + rng.random_range(0..3);
        if let Some(puzzle) = filled(&mut rng, setup, spares, colours) {
            return puzzle;
        }
    }
}

/// A smaller matching puzzle with so few colours that many tiles are alike.
pub fn matching_alike(seed: u64) -> Matching {
    let mut rng = Pcg64::seed_from_u64(seed);
    loop {
        let (width, height) = *pick(&mut rng, &[(2, 2), (2, 2), (4, 1), (3, 2)]);
        let mut setup = Setup::blank(width, height);
        setup.title = format!("alike {seed}");
        setup.turning = width * height <= 4 && rng.random_bool(0.7);
        setup.rule = *pick(&mut rng, &[Rule::Equal, Rule::Pairs]);
        setup.cells[0] = width < 3 || rng.random_bool(0.8);
        let few = if width < 3 { 1 } else { 2 };
        let (spares, colours) = (*pick(&mut rng, &[0, 0, 1]), rng.random_range(few..=2));
        if let Some(puzzle) = filled(&mut rng, setup, spares, colours) {
            return puzzle;
        }
    }
}

/// Adds tiles and pins to a board; `None` when it has lost all its cells to holes.
fn filled(rng: &mut Pcg64, mut setup: Setup, spares: usize, colours: usize) -> Option<Matching> {
    setup.colours = Colours::new((0..=colours).map(|c| format!("c{c:02}")));
    setup.frame = rng.random_bool(0.5).then_some(Edge(0));
    let turned = cut(rng, &mut setup, colours as u16);
    add_spares(rng, &mut setup, spares, colours as u16);
    add_pins(rng, &mut setup, &turned);
    Matching::new(setup).ok()
}

fn board(rng: &mut Pcg64) -> Setup {
    let (width, height) = *pick(
        rng,
        &[(1, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (3, 3), (4, 3), (2, 5)],
    );
    let mut setup = Setup::blank(width, height);
    let holes = *pick(rng, &[0.0, 0.0, 0.15]);
    setup.cells = (0..width * height).map(|_| !rng.random_bool(holes)).collect();
    setup.turning = rng.random_bool(0.6);
    setup.rule = *pick(rng, &[Rule::Equal, Rule::Pairs]);
    setup
}

/// Enough colours that the number of solutions stays small.
fn enough_colours(setup: &Setup, spares: usize) -> usize {
    let area = setup.area();
    let turns = if setup.turning { 4.0 } else { 1.0 };
    let boards: f64 = (0..area).map(|i| (area + spares - i) as f64 * turns).product();
    let joints = setup.joints().count() as i32;
    let halves = if setup.rule == Rule::Pairs { 2.0 } else { 1.0 };
    let few = |&c: &usize| joints < 3 || boards / (halves * c as f64).powi(joints) < MOST_SOLUTIONS;
    (1..12).find(few).unwrap_or(12)
}

/// An edge that does not lie on a frame.
fn edge(rng: &mut Pcg64, rule: Rule, colours: u16) -> Edge {
    let colour = rng.random_range(1..=colours);
    match rule {
        Rule::Equal => Edge(colour),
        Rule::Pairs => Edge(2 * colour + rng.random_range(0..2)),
    }
}

/// Colours all joints, cuts the board into tiles and shuffles them. Returns the cell and the turn of each.
fn cut(rng: &mut Pcg64, setup: &mut Setup, colours: u16) -> Vec<(usize, u8)> {
    let mut edges = vec![[Edge(0); 4]; setup.cells.len()];
    for cell in 0..edges.len() {
        for side in Direction::ALL {
            let near = setup.neighbour(cell, side);
            let shown = edge(rng, setup.rule, colours);
            match near {
                Some(near) => edges[near][side.opposite() as usize] = setup.rule.partner(shown),
                None if setup.frame.is_some() => continue,
                None => {}
            }
            edges[cell][side as usize] = shown;
        }
    }
    let mut cells: Vec<usize> = (0..edges.len()).filter(|&cell| setup.cells[cell]).collect();
    shuffle(rng, &mut cells);
    let mut turned = Vec::new();
    for (i, cell) in cells.into_iter().enumerate() {
        let tile = Tile { name: format!("t{i}"), edges: edges[cell] };
        let turn = if setup.turning { rng.random_range(0..4) } else { 0 };
        setup.tiles.push(Tile { edges: tile.turned(turn), ..tile });
        turned.push((cell, (4 - turn) % 4));
    }
    turned
}

/// Adds tiles like others or of any colours, and now and then spoils one.
fn add_spares(rng: &mut Pcg64, setup: &mut Setup, spares: usize, colours: u16) {
    for i in 0..spares {
        let Some(mut tile) = setup.tiles.get(rng.random_range(0..=i)).cloned() else { continue };
        tile.name = format!("s{i}");
        if rng.random_bool(0.5) {
            let any = if setup.rule == Rule::Pairs { 2 * colours + 2 } else { colours + 1 };
            tile.edges = std::array::from_fn(|_| Edge(rng.random_range(0..any)));
        }
        setup.tiles.push(tile);
    }
    if rng.random_bool(0.1) && !setup.tiles.is_empty() {
        let (tile, side) = (rng.random_range(0..setup.tiles.len()), rng.random_range(0..4));
        setup.tiles[tile].edges[side] = edge(rng, setup.rule, colours);
    }
}

fn add_pins(rng: &mut Pcg64, setup: &mut Setup, turned: &[(usize, u8)]) {
    let pins = *pick(rng, &[0, 0, 0, 1, 2]);
    for _ in 0..pins.min(turned.len()) {
        let tile = rng.random_range(0..turned.len());
        let (mut cell, mut turn) = turned[tile];
        if rng.random_bool(0.15) {
            cell = turned[rng.random_range(0..turned.len())].0;
            turn = if setup.turning { rng.random_range(0..4) } else { 0 };
        }
        if setup.pins.iter().all(|pin| pin.tile != tile && pin.cell != cell) {
            setup.pins.push(Pin { tile, cell, turn: rng.random_bool(0.6).then_some(turn) });
        }
    }
}

fn pick<'a, T>(rng: &mut Pcg64, from: &'a [T]) -> &'a T {
    &from[rng.random_range(0..from.len())]
}

fn shuffle<T>(rng: &mut Pcg64, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.random_range(0..=i));
    }
}
