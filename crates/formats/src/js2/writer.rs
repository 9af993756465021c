//! Writes what js2 reads.

use std::fmt::Write;

use marquetry_puzzle::sliding::{Freedom, outline};
use marquetry_puzzle::{Cell, Sliding};

use super::is_name;
use crate::{Unwritable, refuse};

/// Writes a puzzle. A type is all interchangeable blocks. The title is left out, and so are labels and names that are
/// longer than one sign: types are told apart by numbers.
pub fn write(p: &Sliding) -> Result<String, Unwritable> {
    let mut out = format!("xsize: {}\nysize: {}\n", p.width, p.height);
    for wall in &p.walls {
        let _ = writeln!(out, "wall: ({},{})", wall.x, wall.y);
    }
    // Blocks are in reading order, and so are the kinds by their first blocks.
    let mut kinds: Vec<usize> = Vec::new();
    for block in 0..p.blocks.len() {
        if !kinds.contains(&p.kind(block)) {
            kinds.push(p.kind(block));
            piece(&mut out, kinds.len(), &p.blocks[block].cells);
            let lock = match p.blocks[block].freedom {
                Freedom::Any => continue,
                Freedom::Horizontal => "locky",
                Freedom::Vertical => "lockx",
            };
            let _ = writeln!(out, "{lock}: {}", kinds.len());
        }
    }
    let mut missing = Vec::new();
    let mut goals = String::new();
    for target in &p.goal {
        let suited: Vec<usize> =
            (0..kinds.len()).filter(|&kind| p.suits(kinds[kind], target)).collect();
        let shape = (outline(&target.cells), target.label.clone());
        let kind = match suited[..] {
            [kind] => kind,
            // A goal that no block can reach has a type of its own.
            [] => {
                let at = missing.iter().position(|other| *other == shape).unwrap_or(missing.len());
                if at == missing.len() {
                    missing.push(shape);
                    piece(&mut out, kinds.len() + at + 1, &target.cells);
                }
                kinds.len() + at
            }
            _ => {
                return refuse(format!(
                    "in this format a goal is of one type, and blocks of several suit the one at {}",
                    target.cells[0].words()
                ));
            }
        };
        let Cell { x, y, .. } = target.cells[0];
        let _ = writeln!(goals, "win: {} ({x},{y})", kind + 1);
    }
    for (i, block) in p.blocks.iter().enumerate() {
        let kind = kinds.iter().position(|&kind| kind == p.kind(i)).unwrap_or_default() + 1;
        let Cell { x, y, .. } = block.cells[0];
        let mut signs = block.name.chars();
        let sign = signs.next().filter(|&sign| signs.next().is_none() && is_name(sign));
        // The number that the reader calls it by anyway need not be told.
        let sign = sign.filter(|_| block.name != (i + 1).to_string());
        let shown = sign.map_or(String::new(), |sign| format!(" '{sign}'"));
        let _ = writeln!(out, "put: {kind} ({x},{y}){shown}");
    }
    Ok(out + &goals)
}

/// A type of piece, its first cell at (0,0).
fn piece(out: &mut String, number: usize, cells: &[Cell]) {
    let places: Vec<String> = outline(cells).iter().map(|c| format!("({},{})", c.x, c.y)).collect();
    let _ = writeln!(out, "piece: {number} {}", places.join(" "));
}
