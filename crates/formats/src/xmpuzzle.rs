//! The **xmpuzzle** format: what BurrTools saves, for puzzles of cubes, and of triangular prisms in one layer. Shapes, one of the problems made of them, and
//! colours are read; saved solutions are passed over.
//!
//! ```
//! let text = r#"<puzzle><gridType type="0"/><shapes>
//!   <voxel x="1" y="1" z="1" type="0">#</voxel><voxel x="2" y="1" z="1" type="0">##</voxel>
//!   </shapes><problems><problem state="0"><shapes><shape id="0" count="2"/></shapes>
//!   <result id="1"/></problem></problems></puzzle>"#;
//! let puzzle = marquetry_formats::xmpuzzle::read(text, None).unwrap();
//! assert_eq!(puzzle.board.len(), 2);
//! ```

mod colours;
mod voxels;
mod writer;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use marquetry_puzzle::tiling::{Grid, MAX_CELLS, Piece, Setup, Shape};
use marquetry_puzzle::{Faults, Part, Tiling};
use roxmltree::{Document, Node, ParsingOptions};

use crate::Diagnostic;
use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, locate, quoted};
use colours::Colours;
use voxels::Voxel;
pub use writer::write;

/// The most elements a file may have: one for each solution that is saved, and for each step of it.
const MAX_NODES: u32 = 1 << 20;
/// The most attributes of one element, and the most namespaces of a file: the XML reader compares each with all others.
const MAX_ATTRIBUTES: usize = 256;
/// So many characters of a shape's name are kept.
const LONGEST: usize = 60;
/// As many copies as anybody wants.
const ENDLESS: u32 = u16::MAX as u32;
/// The state of a problem whose search came to its end.
const SOLVED: &str = "2";
/// The grids of BurrTools, by number.
const GRIDS: [&str; 5] =
    ["cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"];

/// Is this a file of BurrTools? Its first element says so.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let text = text.trim_start();
    let puzzle =
        text.starts_with("<puzzle") || text.starts_with("<?xml") && text.contains("<puzzle");
    if puzzle { Claim::Surely } else { Claim::No }
}

/// Reads a puzzle: the problem with this number, counted from 1, or the first.
///
/// Pieces may be turned in space, and not reflected. On a flat board of flat pieces that means that they may be flipped.
pub fn read(text: &str, problem: Option<usize>) -> Result<Tiling, Faults<Diagnostic>> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    // A space before the declaration is common and harmless.
    let blank = text.len() - text.trim_start().len();
    if let Some(at) = crowded(text) {
        let message = format!("more than {MAX_ATTRIBUTES} attributes or namespaces");
        return Err(Diagnostic::new("not-xml", at..at + 1, message).into());
    }
    let document = Document::parse_with_options(&text[blank..], options).map_err(|error| {
        let at = blank + offset(&text[blank..], error.pos());
        let message = format!("this is not XML that can be read: {error}");
        Diagnostic::new("not-xml", at..at, message)
    })?;
    let mut reader = Reader { blank, grid: Grid::Squares, faults: FirstFaults::default() };
    let read = reader.puzzle(&document, problem);
    // Nothing is read only after a fault.
    let Some((setup, places)) = reader.faults.unless(read)? else { return Err(Vec::new().into()) };
    Tiling::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Piece(i) => places.get(i + 1).unwrap_or(&places[0]).clone(),
            _ => places[0].clone(),
        })
    })
}

/// Where an element may have too many attributes, or the file too many namespaces. No `<` is within an element's tag, so
/// its attributes are among the equals signs before quotes from one to the next.
fn crowded(text: &str) -> Option<usize> {
    let is_value = |rest: &str| rest.trim_start().starts_with(['"', '\'']);
    let namespace = text.match_indices("xmlns").nth(MAX_ATTRIBUTES).map(|(at, _)| at);
    let mut start = 0;
    let tag = text.split_inclusive('<').find_map(|tag| {
        start += tag.len();
        let mut values = tag.match_indices('=').filter(|(at, _)| is_value(&tag[at + 1..]));
        let (at, _) = values.nth(MAX_ATTRIBUTES)?;
        Some(start - tag.len() + at)
    });
    tag.or(namespace)
}

/// How many problems a text has, and the number of assemblies that BurrTools found for one of them, where it found all.
pub fn known(text: &str, problem: Option<usize>) -> (usize, Option<u64>) {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let text = text.trim_start();
    let Some(Ok(document)) =
        crowded(text).is_none().then(|| Document::parse_with_options(text, options))
    else {
        return (0, None);
    };
    let problems: Vec<Node<'_, '_>> =
        within(document.root_element(), "problems", "problem").collect();
    let wanted = problem.unwrap_or(1).checked_sub(1).and_then(|i| problems.get(i));
    let all = wanted.filter(|problem| problem.attribute("state") == Some(SOLVED));
    let assemblies = all.and_then(|problem| problem.attribute("assemblies")?.trim().parse().ok());
    (problems.len(), assemblies)
}

/// The byte at a row and column, counted from 1.
fn offset(text: &str, pos: roxmltree::TextPos) -> usize {
    let row = text.split_inclusive('\n').take(pos.row as usize - 1).map(str::len).sum::<usize>();
    (row + pos.col as usize - 1).min(text.len())
}

/// A piece without its cells yet, and these.
type Item = (Piece, Rc<[Voxel]>);

struct Reader {
    blank: usize,
    grid: Grid,
    faults: FirstFaults,
}

impl Reader {
    /// The bytes of an element's name.
    fn span(&self, node: Node<'_, '_>) -> Range<usize> {
        let start = self.blank + node.range().start;
        start..start + 1 + node.tag_name().name().len()
    }

    fn fault(&mut self, code: &'static str, node: Node<'_, '_>, message: impl Into<String>) {
        let span = self.span(node);
        self.faults.add(Diagnostic::new(code, span, message));
    }

    /// The puzzle, and the places of its board and of its pieces. Nothing only after a fault.
    fn puzzle(
        &mut self,
        document: &Document<'_>,
        problem: Option<usize>,
    ) -> Option<(Setup, Vec<Range<usize>>)> {
        let root = document.root_element();
        if root.tag_name().name() != "puzzle" {
            self.fault("not-a-puzzle", root, "the outermost element is not a puzzle");
            return None;
        }
        if let Some(grid) = child(root, "gridType") {
            let number = self.number(grid, "type", 0)?;
            self.grid = match number {
                0 => Grid::Squares,
                1 => Grid::Triangles,
                _ => {
                    let name = GRIDS.get(number).copied().unwrap_or("something unknown");
                    let message =
                        format!("this puzzle is made of {name}, not of cubes or triangular prisms");
                    self.fault("grid", grid, message);
                    return None;
                }
            };
        }
        let shapes: Vec<Node<'_, '_>> = within(root, "shapes", "voxel").collect();
        let problems: Vec<Node<'_, '_>> = within(root, "problems", "problem").collect();
        let wanted = problem.unwrap_or(1);
        let Some(&problem) = wanted.checked_sub(1).and_then(|i| problems.get(i)) else {
            let message = match problems.len() {
                0 => "there is no problem in this file".to_owned(),
                n => format!("there is no problem {wanted}: the file has {n}"),
            };
            self.fault("no-problem", root, message);
            return None;
        };
        self.problem(root, &shapes, problem)
    }

    fn problem(
        &mut self,
        root: Node<'_, '_>,
        shapes: &[Node<'_, '_>],
        problem: Node<'_, '_>,
    ) -> Option<(Setup, Vec<Range<usize>>)> {
        let Some(result) = child(problem, "result") else {
            self.fault("no-result", problem, "this problem has no result");
            return None;
        };
        let (_, result) = self.shape(shapes, result)?;
        let board = self.voxels(result)?;
        let mut places = vec![self.span(result)];
        let mut parts: Vec<Item> = Vec::new();
        let mut names = HashMap::new();
        // A shape is read once, however many parts are of it.
        let mut known: HashMap<usize, Option<Rc<[Voxel]>>> = HashMap::new();
        let mut cells = 0;
        for part in within(problem, "shapes", "shape") {
            let Some((id, shape)) = self.shape(shapes, part) else { continue };
            let voxels =
                known.entry(id).or_insert_with(|| self.voxels(shape).map(Rc::from)).clone();
            let (Some(voxels), Some((least, most))) = (voxels, self.copies(part)) else {
                continue;
            };
            if let Some(v) = voxels.iter().find(|v| v.variable) {
                let message = format!(
                    "{} of a piece may stay empty, which only a result's may",
                    v.cell.words()
                );
                self.fault("variable-piece", shape, message);
            }
            let name = name(shape, id, &mut names);
            cells += voxels.len();
            if cells > MAX_CELLS {
                self.fault(
                    "too-large",
                    part,
                    format!("the pieces have more than {MAX_CELLS} cells"),
                );
                return None;
            }
            places.push(self.span(shape));
            parts.push((
                Piece { least, most, flip: false, ..Piece::new(name, Shape::new()) },
                voxels,
            ));
        }
        let colours = self.colours(root, problem, &board, &parts)?;
        let shape = |voxels: &[Voxel], of: &HashMap<usize, char>| -> Shape {
            voxels.iter().map(|v| (v.cell, of.get(&v.colour).copied())).collect()
        };
        let flat = |voxels: &[Voxel]| voxels.iter().all(|v| v.cell.z == voxels[0].cell.z);
        let flip = flat(&board) && parts.iter().all(|part| flat(&part.1));
        let piece = |(piece, voxels): &Item| Piece {
            shape: shape(voxels, &colours.on_pieces),
            flip,
            ..piece.clone()
        };
        let title = problem.attribute("name").unwrap_or("").split_whitespace();
        let setup = Setup {
            title: title.collect::<Vec<_>>().join(" "),
            grid: self.grid,
            board: shape(&board, &colours.on_result),
            optional: board.iter().filter(|v| v.variable).map(|v| v.cell).collect(),
            pieces: parts.iter().map(piece).collect(),
            ..Setup::default()
        };
        Some((setup, places))
    }

    fn colours(
        &mut self,
        root: Node<'_, '_>,
        problem: Node<'_, '_>,
        board: &[Voxel],
        parts: &[Item],
    ) -> Option<Colours> {
        let names: Vec<Option<&str>> =
            within(root, "colors", "color").map(|color| color.attribute("name")).collect();
        let mut pairs = HashSet::new();
        for pair in within(problem, "bitmap", "pair") {
            let piece = self.number(pair, "piece", 0)?;
            pairs.insert((
                piece.saturating_add(1),
                self.number(pair, "result", 0)?.saturating_add(1),
            ));
        }
        let on_board = board.iter().map(|v| v.colour).filter(|&c| c > 0).collect();
        let on_pieces = parts.iter().flat_map(|part| part.1.iter()).map(|v| v.colour);
        let colours =
            Colours::new(&names, &pairs, &on_pieces.filter(|&c| c > 0).collect(), &on_board);
        if colours.is_none() {
            let message =
                "some colours go together with others that differ in what else they go with";
            self.fault("colours", problem, message);
        }
        colours
    }

    /// The shape that an element names by its id.
    fn shape<'a, 'i>(
        &mut self,
        shapes: &[Node<'a, 'i>],
        by: Node<'a, 'i>,
    ) -> Option<(usize, Node<'a, 'i>)> {
        let Some(id) = by.attribute("id").and_then(|id| id.trim().parse::<usize>().ok()) else {
            self.fault("no-shape", by, "the number of a shape is missing: id=\"0\"");
            return None;
        };
        let shape = shapes.get(id).map(|&shape| (id, shape));
        if shape.is_none() {
            self.fault(
                "no-shape",
                by,
                format!("there is no shape {id}: the file has {}", shapes.len()),
            );
        }
        shape
    }

    fn number(&mut self, node: Node<'_, '_>, attribute: &str, default: usize) -> Option<usize> {
        let Some(text) = node.attribute(attribute) else { return Some(default) };
        let number = text.trim().parse().ok();
        if number.is_none() {
            self.fault(
                "not-a-number",
                node,
                format!("{attribute} is {}, not a number", quoted(text)),
            );
        }
        number
    }

    fn copies(&mut self, part: Node<'_, '_>) -> Option<(u32, u32)> {
        let one = self.number(part, "count", 1)?;
        let (least, most) = match part.attribute("count") {
            Some(_) => (one, one),
            None => (self.number(part, "min", 1)?, self.number(part, "max", 1)?),
        };
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Some((clip(least), if clip(most) >= ENDLESS { u32::MAX } else { clip(most) }))
    }
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn within<'a, 'i>(
    node: Node<'a, 'i>,
    list: &str,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
    let children = child(node, list).into_iter().flat_map(|list| list.children());
    children.filter(move |child| child.tag_name().name() == name)
}

/// A piece's name: that of its shape, or S and its number as BurrTools shows it, with a number where it is taken.
fn name(shape: Node<'_, '_>, id: usize, taken: &mut HashMap<String, usize>) -> String {
    let plain = |c: char| if c.is_whitespace() || c.is_control() || c == ':' { '-' } else { c };
    // A name of a megabyte would be told of each part that is of its shape.
    let given = shape.attribute("name").unwrap_or("").trim().chars().map(plain);
    let given: String = given.take(LONGEST).collect();
    let name = if given.is_empty() || given == "." { format!("S{}", id + 1) } else { given };
    let mut free = name.clone();
    // Each name remembers the last number given to it.
    while taken.contains_key(&free) {
        let copy = taken.entry(name.clone()).or_insert(1);
        *copy += 1;
        free = format!("{name}-{copy}");
    }
    taken.insert(free.clone(), 1);
    free
}

#[cfg(test)]
mod tests;
