//! Sliding puzzles in text.

use marquetry_puzzle::sliding::{Position, block_words, path_words};
use marquetry_puzzle::{Cell, Move, Score, Sliding};

use super::COLUMNS;
use super::boxes::{Grid, Spot};
use super::canvas::{Canvas, Tint};
use crate::labels::legend;
use crate::tray::Look;

const FLOOR: usize = usize::MAX;
const WALL: usize = usize::MAX - 1;

/// The tray at the start, and the goal.
pub(super) fn puzzle(p: &Sliding) -> Canvas {
    position(p, p.start(), "start")
}

/// The tray in some position, and the goal.
pub(super) fn position(p: &Sliding, position: &Position, caption: &str) -> Canvas {
    let look = Look::of(p);
    let mut sheets = vec![tray(p, &look, position).captioned(caption)];
    if !p.goal.is_empty() {
        sheets.push(goal(p, &look).captioned("goal"));
    }
    let mut canvas = Canvas::flow(sheets, COLUMNS);
    canvas
        .phrases(&legend(p.blocks.iter().map(|block| block.name.as_str()), &look.labels), COLUMNS);
    canvas
}

/// Start and goal, the moves in words, what they amount to, and the tray at the end.
pub(super) fn moves(p: &Sliding, moves: &[Move], score: Option<Score>) -> Canvas {
    let mut canvas = puzzle(p);
    let mut position = p.start().clone();
    for (i, m) in moves.iter().enumerate() {
        let Some(block) = p.blocks.get(m.block) else { continue };
        let path = position.make(p, m);
        let words = if path.is_empty() { "stays".into() } else { path_words(&path) };
        let label = block.label.as_ref().filter(|label| **label != block.name);
        let label = label.map_or(String::new(), |label| format!(" labelled {label}"));
        let shape = block_words(&block.cells);
        canvas.line(&format!("{}. {} ({shape}{label}) {words}", i + 1, block.name));
    }
    score.iter().for_each(|score| canvas.line(&score.to_string()));
    canvas.below(tray(p, &Look::of(p), &position).captioned("end"));
    canvas
}

fn tray(p: &Sliding, look: &Look, position: &Position) -> Canvas {
    grid(p, look, |cell| {
        let block = position.block_at(p, cell)?;
        Some((block, look.labels[block].clone(), Tint::slot(look.slots[block])))
    })
}

fn goal(p: &Sliding, look: &Look) -> Canvas {
    let mut held = vec![None; p.width * p.height];
    for (i, target) in p.goal.iter().enumerate() {
        target.cells.iter().filter_map(|&c| p.index(c)).for_each(|at| held[at] = Some(i));
    }
    grid(p, look, |cell| {
        let target = held.get(p.index(cell)?).copied().flatten()?;
        let label = Some(&look.targets[target]).filter(|label| !label.is_empty());
        Some((target, label.map_or("*".into(), Clone::clone), Tint::None))
    })
}

/// A tray with what lies on its cells: a region, its label and tint.
fn grid(p: &Sliding, look: &Look, held: impl Fn(Cell) -> Option<(usize, String, Tint)>) -> Canvas {
    let label = look.labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    let most = ((COLUMNS - 1) / p.width.max(1)).saturating_sub(1).min(3);
    let spot = |cell: Cell| {
        let spot = match held(cell) {
            Some((region, label, tint)) => Spot { region, text: vec![label], fill: ' ', tint },
            None if p.is_wall(cell) => {
                Spot { region: WALL, text: vec![], fill: '▒', tint: Tint::None }
            }
            None => Spot { region: FLOOR, text: vec![], fill: ' ', tint: Tint::None },
        };
        Some(spot)
    };
    let spots = p.cells().map(spot).collect();
    Grid { width: p.width, height: p.height, room: (most.max(label), 1), spots }.draw()
}
