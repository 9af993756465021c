//! Random sliding puzzles.

use std::collections::BTreeMap;

use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};
use marquetry_puzzle::{Cell, Direction};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// So few that the slowest search can visit them all.
const MOST_POSITIONS: f64 = 20_000.0;

/// A small tray with odd shapes, walls, labels and blocks that keep to a line, as the seed has it. About every second
/// goal is a position met on a walk, so that it can be reached; the others need not be.
pub fn sliding(seed: u64) -> Sliding {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (mut setup, still) = loop {
        let (width, height) = (rng.random_range(1..=5), rng.random_range(2..=4));
        let mut setup = Setup {
            title: String::new(),
            width,
            height,
            walls: Vec::new(),
            blocks: Vec::new(),
            goal: Vec::new(),
        };
        fill(&mut setup, &mut rng);
        let still = Sliding::new(setup.clone()).unwrap_or_else(|faults| panic!("{faults:?}"));
        let most = most_positions(&still);
        if most <= MOST_POSITIONS && (most > 400.0 || rng.random_bool(0.05)) {
            break (setup, still);
        }
    };
    let walk = rng.random_bool(0.6);
    let mut goal = || if walk { walked(&still, &mut rng) } else { dreamt(&still, &mut rng) };
    let mut tries = (0..6).map(|_| {
        setup.goal = goal();
        Sliding::new(setup.clone()).unwrap_or_else(|faults| panic!("{faults:?}"))
    });
    // Most goals that hold at the start are drawn again.
    let first = tries.next();
    tries.find(|p| !p.start().solves(p)).or(first).unwrap_or(still)
}

/// The orders in which kinds of blocks and empty cells can follow each other: no position has the same as another.
fn most_positions(p: &Sliding) -> f64 {
    let taken: usize = p.blocks.iter().map(|block| block.cells.len()).sum();
    let mut alike = vec![p.width * p.height - p.walls.len() - taken];
    alike.extend(
        (0..p.blocks.len())
            .map(|kind| (0..p.blocks.len()).filter(|&block| p.kind(block) == kind).count()),
    );
    let (mut orders, mut placed) = (1.0, 0.0);
    for i in alike.into_iter().flat_map(|count| 1..=count) {
        placed += 1.0;
        orders *= placed / i as f64;
    }
    orders
}

/// Lays walls and blocks, and leaves a few cells empty.
fn fill(setup: &mut Setup, rng: &mut Pcg64) {
    let mut open: Vec<Cell> = setup.cells().collect();
    let walls = if rng.random_bool(0.3) { rng.random_range(0..=open.len() / 4) } else { 0 };
    setup.walls = (0..walls).map(|_| open.swap_remove(rng.random_range(0..open.len()))).collect();
    let holes = rng.random_range(1..=4).min(open.len());
    let (labels, lines) = (rng.random_bool(0.3), rng.random_bool(0.3));
    let largest = rng.random_range(1..=4);
    while open.len() > holes {
        let mut cells = vec![open.swap_remove(rng.random_range(0..open.len()))];
        for _ in 1..rng.random_range(1..=largest).min(rng.random_range(1..=4)) {
            let near = |c: &Cell| cells.iter().any(|other| other.around().contains(c));
            let Some(at) = open.iter().position(near) else { break };
            cells.push(open.swap_remove(at));
        }
        let free = [Freedom::Any, Freedom::Horizontal, Freedom::Vertical];
        setup.blocks.push(Block {
            name: format!("b{}", setup.blocks.len()),
            label: label(labels, rng),
            cells,
            freedom: if lines { free[rng.random_range(0..3)] } else { Freedom::Any },
        });
    }
}

fn label(labels: bool, rng: &mut Pcg64) -> Option<String> {
    (labels && rng.random_bool(0.6)).then(|| ["p", "q"][rng.random_range(0..2)].to_owned())
}

/// Asks for what some blocks look like after a walk.
fn walked(p: &Sliding, rng: &mut Pcg64) -> Vec<Target> {
    let mut position = p.start().clone();
    for _ in 0..300 {
        if p.blocks.is_empty() {
            break;
        }
        let (block, way) = (rng.random_range(0..p.blocks.len()), rng.random_range(0..4));
        if position.obstacle(p, block, Direction::ALL[way]).is_none() {
            position.push(p, block, Direction::ALL[way]);
        }
    }
    let few = rng.random_bool(0.7);
    let mut blocks: Vec<usize> = (0..p.blocks.len()).collect();
    // Blocks that can leave their place make the better goal.
    blocks.sort_by_key(|&b| position.cells(p, b).eq(p.start().cells(p, b)));
    blocks.truncate(if few { rng.random_range(1..=3) } else { blocks.len() });
    let target = |block: usize| Target {
        label: p.blocks[block].label.clone().filter(|_| few),
        cells: position.cells(p, block).collect(),
    };
    blocks.into_iter().map(target).collect()
}

/// Asks for some blocks anywhere in the tray, or for blocks that do not exist.
fn dreamt(p: &Sliding, rng: &mut Pcg64) -> Vec<Target> {
    let mut goal: Vec<Target> = Vec::new();
    let most = rng.random_range(1..=3);
    for _ in 0..12 {
        let Some(block) = p.blocks.get(rng.random_range(0..p.blocks.len().max(1))) else { break };
        let (dx, dy) = (rng.random_range(-3..=3), rng.random_range(-3..=3));
        let cells: Vec<Cell> = block.cells.iter().map(|c| c.plus(Cell::at(dx, dy))).collect();
        let taken = |c: &Cell| goal.iter().any(|other| other.cells.contains(c));
        if cells.iter().all(|c| p.index(*c).is_some() && !taken(c)) && goal.len() < most {
            let label = if rng.random_bool(0.1) { Some("r".into()) } else { block.label.clone() };
            goal.push(Target { label, cells });
        }
    }
    goal
}

/// A tray drawn as rows of letters, one letter a block, `.` for empty cells and `#` for walls; and the goal, drawn
/// alike: any block of a shape will do for it.
pub fn drawn(tray: &str, goal: &str) -> Sliding {
    let cells = |picture: &str| -> Vec<(char, Cell)> {
        let rows = picture.split_whitespace().zip(0..);
        rows.flat_map(|(row, y)| row.chars().zip(0..).map(move |(c, x)| (c, Cell::at(x, y))))
            .collect()
    };
    let pieces = |picture: &str| {
        let mut pieces: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        cells(picture).into_iter().for_each(|(c, cell)| pieces.entry(c).or_default().push(cell));
        pieces.remove(&'.');
        pieces
    };
    let mut blocks = pieces(tray);
    let setup = Setup {
        title: String::new(),
        width: tray.split_whitespace().next().map_or(0, str::len),
        height: tray.split_whitespace().count(),
        walls: blocks.remove(&'#').unwrap_or_default(),
        blocks: (blocks.into_iter())
            .map(|(c, cells)| Block { name: c.into(), label: None, cells, freedom: Freedom::Any })
            .collect(),
        goal: pieces(goal).into_values().map(|cells| Target { label: None, cells }).collect(),
    };
    Sliding::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A tray of labelled tiles in random order with one hole, to be put into reading order with the hole at the end. Half
/// of them cannot be solved.
pub fn tiles(seed: u64, width: usize, height: usize) -> Sliding {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..width * height).collect();
    (1..order.len()).rev().for_each(|i| order.swap(i, rng.random_range(0..=i)));
    let cell = |at: usize| vec![Cell::at((at % width) as i16, (at / width) as i16)];
    let name = |tile: usize| (tile + 1).to_string();
    let tiles = 0..width * height - 1;
    let block = |at: usize| Block {
        name: name(order[at]),
        label: Some(name(order[at])),
        cells: cell(at),
        freedom: Freedom::Any,
    };
    let setup = Setup {
        title: String::new(),
        width,
        height,
        walls: Vec::new(),
        blocks: (0..order.len()).filter(|&at| tiles.contains(&order[at])).map(block).collect(),
        goal: tiles.map(|t| Target { label: Some(name(t)), cells: cell(t) }).collect(),
    };
    Sliding::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}
