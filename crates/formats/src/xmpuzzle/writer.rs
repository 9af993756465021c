//! Writes what BurrTools can open.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::tiling::{Grid, Piece, Shape};
use marquetry_puzzle::{Cell, Tiling};

use super::ENDLESS;
use crate::{Unwritable, refuse};

/// The most voxels that are written, empty ones counted.
const MOST_VOXELS: usize = 4 << 20;
/// Colours to tell the first ones apart by; the rest are grey.
const SHADES: [(u8, u8, u8); 6] =
    [(230, 80, 70), (70, 120, 220), (80, 170, 90), (240, 190, 60), (150, 90, 200), (70, 190, 200)];

/// Writes a puzzle as shapes and one problem. The labels of cells are left out.
pub fn write(p: &Tiling) -> Result<String, Unwritable> {
    carries(p)?;
    let shapes = || p.pieces.iter().map(|piece| &piece.shape).chain([&p.board]);
    let used = shapes().flatten().filter_map(|cell| cell.1);
    let mut colours: BTreeMap<char, usize> = used.map(|colour| (colour, 0)).collect();
    colours.values_mut().zip(1..).for_each(|(number, n)| *number = n);
    let grid = u8::from(p.grid == Grid::Triangles);
    let mut out = format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"{grid}\"/>\n<colors>\n",
    );
    for (colour, number) in &colours {
        let (red, green, blue) = SHADES.get(number - 1).copied().unwrap_or((128, 128, 128));
        let name = escaped(&colour.to_string());
        let _ = writeln!(
            out,
            "<color red=\"{red}\" green=\"{green}\" blue=\"{blue}\" name=\"{name}\"/>"
        );
    }
    out += "</colors>\n<shapes>\n";
    let none = BTreeSet::new();
    for piece in &p.pieces {
        let (shape, _) = upwards(p.grid, &piece.shape, &none);
        voxel(&mut out, &piece.name, &shape, &none, &colours);
    }
    let (board, optional) = upwards(p.grid, &p.board, &p.optional);
    voxel(&mut out, "result", &board, &optional, &colours);
    let title: Vec<&str> = p.title.split_whitespace().collect();
    let _ = writeln!(
        out,
        "</shapes>\n<problems>\n<problem name=\"{}\" state=\"0\">\n<shapes>",
        escaped(&title.join(" "))
    );
    for (id, Piece { least, most, .. }) in p.pieces.iter().enumerate() {
        let most = if *most == u32::MAX { ENDLESS } else { *most };
        let copies = if *least == most {
            format!("count=\"{least}\"")
        } else {
            format!("min=\"{least}\" max=\"{most}\"")
        };
        let _ = writeln!(out, "<shape id=\"{id}\" {copies}/>");
    }
    let _ = writeln!(out, "</shapes>\n<result id=\"{}\"/>\n<bitmap>", p.pieces.len());
    (0..colours.len()).for_each(|c| out += &format!("<pair piece=\"{c}\" result=\"{c}\"/>\n"));
    out += "</bitmap>\n</problem>\n</problems>\n</puzzle>\n";
    if out.contains(|c: char| c != '\n' && c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c))
    {
        return refuse("a name has a character that XML does not allow");
    }
    Ok(out)
}

/// Rows of triangles go up in this format: all rows the other way round, by an even number of them.
fn upwards(grid: Grid, shape: &Shape, optional: &BTreeSet<Cell>) -> (Shape, BTreeSet<Cell>) {
    let last = shape.iter().map(|c| c.0.y).max().unwrap_or(0);
    let over = |cell: Cell| match grid {
        Grid::Triangles => Cell { y: last + last % 2 - cell.y, ..cell },
        _ => cell,
    };
    let mut shape: Shape = shape.iter().map(|&(cell, colour)| (over(cell), colour)).collect();
    shape.sort();
    (shape, optional.iter().map(|&cell| over(cell)).collect())
}

fn carries(p: &Tiling) -> Result<(), Unwritable> {
    if p.grid == Grid::Hexagons {
        return refuse("there are no hexagons in this format");
    }
    for (i, piece) in p.pieces.iter().enumerate() {
        let turned = Piece { turn: true, flip: !p.is_solid(), ..piece.clone() };
        if turned.orientations(p.grid, p.is_solid()) != p.orientations(i) {
            let how = if p.is_solid() {
                "turned in space and not reflected"
            } else {
                "turned and flipped"
            };
            return refuse(format!(
                "in this format pieces may be {how}, and piece '{}' is not like that",
                piece.name
            ));
        }
        let copies = |n: u32| n < ENDLESS || n == u32::MAX;
        if !copies(piece.most) || piece.least >= ENDLESS {
            return refuse(format!(
                "there are too many copies of piece '{}' for this format",
                piece.name
            ));
        }
    }
    let voxels =
        p.pieces.iter().map(|piece| &piece.shape).chain([&p.board]).map(volume).sum::<usize>();
    if voxels > MOST_VOXELS {
        return refuse(format!("{voxels} voxels, empty ones counted, are more than {MOST_VOXELS}"));
    }
    Ok(())
}

/// Columns, rows and layers of a shape's box.
fn size(shape: &Shape) -> [usize; 3] {
    let hi = bounds(shape.iter().map(|c| c.0)).map(|b| [b.1.x, b.1.y, b.1.z]);
    hi.unwrap_or([-1; 3]).map(|side| side as usize + 1)
}

fn volume(shape: &Shape) -> usize {
    size(shape).iter().product()
}

fn voxel(
    out: &mut String,
    name: &str,
    shape: &Shape,
    optional: &BTreeSet<Cell>,
    colours: &BTreeMap<char, usize>,
) {
    let [w, h, d] = size(shape);
    let mut voxels = vec![None; w * h * d];
    for &(cell, colour) in shape {
        voxels[(cell.z as usize * h + cell.y as usize) * w + cell.x as usize] =
            Some((colour, if optional.contains(&cell) { '+' } else { '#' }));
    }
    let _ =
        write!(out, "<voxel x=\"{w}\" y=\"{h}\" z=\"{d}\" type=\"0\" name=\"{}\">", escaped(name));
    for voxel in voxels {
        match voxel {
            None => out.push('_'),
            Some((colour, sign)) => {
                out.push(sign);
                if let Some(number) = colour.and_then(|colour| colours.get(&colour)) {
                    *out += &number.to_string();
                }
            }
        }
    }
    *out += "</voxel>\n";
}

fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}
