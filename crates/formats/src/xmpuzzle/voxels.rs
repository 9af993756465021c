//! The cells of a shape, as its element lists them.

use marquetry_puzzle::Cell;
use marquetry_puzzle::tiling::{Grid, MAX_SIDE};
use roxmltree::Node;

use super::Reader;
use crate::diagnostic::quoted;

/// A voxel: its cell, whether it may stay empty, and the number of its colour, 0 for none.
pub struct Voxel {
    pub cell: Cell,
    pub variable: bool,
    pub colour: usize,
}

impl Reader {
    /// The filled cells of a shape.
    pub fn voxels(&mut self, shape: Node<'_, '_>) -> Option<Vec<Voxel>> {
        let size = ["x", "y", "z"].map(|side| self.number(shape, side, 0));
        let [Some(w), Some(h), Some(d)] = size else { return None };
        if ![w, h, d].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            let message = format!("a shape of {w} x {h} x {d}: a side has 1 to {MAX_SIDE} cells");
            self.fault("size", shape, message);
            return None;
        }
        // A comment may stand between two voxels.
        let text = shape.children().filter_map(|node| node.text().filter(|_| node.is_text()));
        let mut voxels = Vec::new();
        let mut cells = 0;
        let mut signs = text.flat_map(str::chars).filter(|c| !c.is_whitespace()).peekable();
        while let Some(sign) = signs.next() {
            let mut colour = 0usize;
            while let Some(digit) = signs.peek().and_then(|c| c.to_digit(10)) {
                colour = colour.saturating_mul(10).saturating_add(digit as usize);
                signs.next();
            }
            // Rows of triangles go up there, and down here.
            let down = if self.grid == Grid::Triangles { -1 } else { 1 };
            let cell = |at: usize| Cell {
                z: (at / (w * h)) as i16,
                y: down * (at / w % h) as i16,
                x: (at % w) as i16,
            };
            match sign {
                '_' => {}
                '#' | '+' if cells < w * h * d => {
                    voxels.push(Voxel { cell: cell(cells), variable: sign == '+', colour });
                }
                '#' | '+' => {}
                _ => {
                    let message = format!(
                        "{} is not a voxel: these are #, + and _",
                        quoted(&sign.to_string())
                    );
                    self.fault("voxel", shape, message);
                    return None;
                }
            }
            cells += 1;
        }
        if cells != w * h * d {
            let message = format!("{cells} voxels are given for {w} x {h} x {d} cells");
            self.fault("voxel", shape, message);
            return None;
        }
        if voxels.is_empty() {
            self.fault("empty-shape", shape, "this shape has no cells");
            return None;
        }
        Some(voxels)
    }
}
