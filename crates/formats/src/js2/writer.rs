//! Writes what js2 reads.

use std::collections::HashMap;
use std::fmt::Write;

use marquetry_puzzle::sliding::{Freedom, outline};
use marquetry_puzzle::{Cell, Sliding};

use super::is_name;
use crate::{Unwritable, refuse};

/// The shape of a block or goal and its label.
type Look<'p> = (Vec<Cell>, Option<&'p str>);

/// Writes a puzzle. A type is all interchangeable blocks. The title is left out, and so are labels and names that are
/// longer than one sign: types are told apart by numbers.
pub fn write(p: &Sliding) -> Result<String, Unwritable> {
    let mut out = format!("xsize: {}\nysize: {}\n", p.width, p.height);
    for wall in &p.walls {
        let _ = writeln!(out, "wall: ({},{})", wall.x, wall.y);
    }
    // Blocks are in reading order, and so are the types by their first blocks. A goal without a label is for every type
    // of its shape.
    let mut types = vec![0; p.blocks.len()];
    let mut suited: HashMap<Look<'_>, Vec<usize>> = HashMap::new();
    let mut count = 0;
    for (i, block) in p.blocks.iter().enumerate() {
        types[i] = types[p.kind(i)];
        if p.kind(i) != i {
            continue;
        }
        count += 1;
        types[i] = count;
        piece(&mut out, count, &block.cells);
        suited.entry((outline(&block.cells), None)).or_default().push(count);
        if let Some(label) = &block.label {
            suited.entry((outline(&block.cells), Some(label))).or_default().push(count);
        }
        match block.freedom {
            Freedom::Any => {}
            Freedom::Horizontal => out += &format!("locky: {count}\n"),
            Freedom::Vertical => out += &format!("lockx: {count}\n"),
        }
    }
    let mut goals = String::new();
    for target in &p.goal {
        // A goal that no block can reach has a type of its own.
        let types =
            suited.entry((outline(&target.cells), target.label.as_deref())).or_insert_with(|| {
                count += 1;
                piece(&mut out, count, &target.cells);
                vec![count]
            });
        let [kind] = types[..] else {
            let place = target.cells[0].words();
            return refuse(format!(
                "in this format a goal is of one type, and blocks of several suit the one at {place}"
            ));
        };
        let Cell { x, y, .. } = target.cells[0];
        let _ = writeln!(goals, "win: {kind} ({x},{y})");
    }
    for (i, block) in p.blocks.iter().enumerate() {
        let kind = types[i];
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
