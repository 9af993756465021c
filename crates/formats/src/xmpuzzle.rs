//! The **xmpuzzle** format: what BurrTools saves, for puzzles of cubes. Shapes, one of the problems made of them, and
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
mod writer;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use marquetry_puzzle::tiling::{MAX_CELLS, MAX_SIDE, Piece, Setup, Shape};
use marquetry_puzzle::{Cell, Part, Tiling};
use roxmltree::{Document, Node, ParsingOptions};

use crate::Diagnostic;
use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{Faults, locate, quoted};
use colours::Colours;
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
pub fn read(text: &str, problem: Option<usize>) -> Result<Tiling, Vec<Diagnostic>> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    // A space before the declaration is common and harmless.
    let blank = text.len() - text.trim_start().len();
    if let Some(at) = crowded(text) {
        let message = format!("more than {MAX_ATTRIBUTES} attributes or namespaces");
        return Err(vec![Diagnostic::new("not-xml", at..at + 1, message)]);
    }
    let document = Document::parse_with_options(&text[blank..], options).map_err(|error| {
        let at = blank + offset(&text[blank..], error.pos());
        let message = format!("this is not XML that can be read: {error}");
        vec![Diagnostic::new("not-xml", at..at, message)]
    })?;
    let mut reader = Reader { blank, faults: Faults::default() };
    let read = reader.puzzle(&document, problem);
    // Nothing is read only after a fault.
    let Some((setup, places)) = reader.faults.unless(read)? else { return Err(Vec::new()) };
    Tiling::new(setup).map_err(|faults| {
        locate("puzzle", faults, |part| match part {
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

/// A voxel: its cell, whether it may stay empty, and the number of its colour, 0 for none.
struct Voxel {
    cell: Cell,
    variable: bool,
    colour: usize,
}

/// A piece without its cells yet, and these.
type Item = (Piece, Rc<[Voxel]>);

struct Reader {
    blank: usize,
    faults: Faults,
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
            if number != 0 {
                let name = GRIDS.get(number).copied().unwrap_or("something unknown");
                self.fault("grid", grid, format!("this puzzle is made of {name}, not of cubes"));
                return None;
            }
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

    /// The filled cells of a shape.
    fn voxels(&mut self, shape: Node<'_, '_>) -> Option<Vec<Voxel>> {
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
            let cell = |at: usize| Cell {
                z: (at / (w * h)) as i16,
                y: (at / w % h) as i16,
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
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../../docs/src/formats/xmpuzzle.md");

    fn example() -> String {
        crate::lines::doc_example(EXAMPLE)
    }

    fn faults(change: impl Fn(&str) -> String) -> Vec<(&'static str, String)> {
        let text = change(&example());
        let faults = read(&text, None).unwrap_err();
        faults.into_iter().map(|d| (d.code, text[d.span].to_owned())).collect()
    }

    #[test]
    fn the_example_of_the_page_reads_and_is_told_apart() {
        let text = example();
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        let p = read(&text, None).unwrap();
        let pieces: Vec<_> = p.pieces.iter().map(|x| (x.name.as_str(), x.least, x.most)).collect();
        assert_eq!(pieces, [("corner", 1, 1), ("S2", 0, 2)]);
        assert_eq!((p.title.as_str(), p.size(), p.board.len()), ("small", (2, 2, 1), 4));
        assert_eq!(
            (p.colour_at(Cell::at(0, 0)), p.pieces[1].shape[0].1),
            (Some(Some('a')), Some('a'))
        );
        assert!(
            p.pieces.iter().all(|piece| piece.turn && piece.flip),
            "flat pieces can be turned over"
        );
        assert_eq!(read(&text, Some(1)).unwrap(), p);
        assert_eq!(read(&write(&p).unwrap(), None).unwrap(), p);
    }

    #[test]
    fn the_number_of_assemblies_is_known_where_all_were_found() {
        assert_eq!(known(&example(), None), (1, None));
        let counted = |state| {
            example().replace("state=\"0\"", &format!("state=\"{state}\" assemblies=\"7\""))
        };
        assert_eq!(known(&counted(2), None), (1, Some(7)));
        assert_eq!((known(&counted(1), None), known(&counted(2), Some(9))), ((1, None), (1, None)));
    }

    #[test]
    fn every_other_grid_is_refused_by_its_name() {
        for (number, name) in GRIDS.iter().enumerate().skip(1) {
            let text = example().replace("type=\"0\"/>", &format!("type=\"{number}\"/>"));
            assert!(read(&text, None).unwrap_err()[0].message.contains(name), "{name}");
        }
    }

    #[test]
    fn cells_of_the_result_may_stay_empty() {
        let text = example().replace("#1###", "+1#+#");
        let p = read(&text, None).unwrap();
        assert_eq!(p.optional, [Cell::at(0, 0), Cell::at(0, 1)].into());
        assert_eq!(p.colour_at(Cell::at(0, 0)), Some(Some('a')));
        assert_eq!(read(&write(&p).unwrap(), None).unwrap(), p);
    }

    #[test]
    fn latin_1_and_utf_16_are_read_as_the_xml_says() {
        let named = |encoding: &str| {
            let head = format!("<?xml version=\"1.0\" encoding='{encoding}'?>");
            example().replace("<?xml version=\"1.0\"?>", &head).replace("small", "Würfel")
        };
        let title = |bytes: Vec<u8>| {
            let source = crate::Source::from_bytes("x.xmpuzzle", bytes)?;
            Ok::<String, crate::Rejected>(read(&source.text, None).unwrap().title.clone())
        };
        let latin = |text: String| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
        assert_eq!(title(latin(named("ISO-8859-1"))).unwrap(), "Würfel");
        assert_eq!(title(named("latin1").into_bytes()).unwrap(), "Würfel", "UTF-8 after all");
        let wide = format!("\u{feff}{}", named("UTF-16"));
        let wide = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(title(wide).unwrap(), "Würfel");
        assert!(title(latin(named("UTF-8"))).is_err());
    }

    #[test]
    fn packed_files_are_unpacked() {
        use std::io::Write;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(example().as_bytes()).unwrap();
        let packed = packer.finish().unwrap();
        let source = crate::Source::from_bytes("x.xmpuzzle", packed.clone()).unwrap();
        assert_eq!(source.text, example());
        let broken = crate::Source::from_bytes("x.xmpuzzle", packed[..20].to_vec());
        assert!(broken.unwrap_err().to_string().contains("cannot be unpacked"));
        let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        bomb.write_all(&vec![b' '; crate::source::MAX_BYTES + 9]).unwrap();
        let bomb = crate::Source::from_bytes("x.xmpuzzle", bomb.finish().unwrap());
        assert!(bomb.unwrap_err().to_string().contains("more than"));
    }

    #[test]
    fn every_fault_has_its_place() {
        let voxel = || "<voxel".to_owned();
        let replaced =
            |from: &'static str, to: &'static str| move |text: &str| text.replace(from, to);
        assert_eq!(faults(|_| "<puzzle>".into())[0].0, "not-xml");
        assert_eq!(faults(|_| "<burr/>".into()), [("not-a-puzzle", "<burr".into())]);
        assert_eq!(
            faults(replaced("gridType type=\"0\"", "gridType type=\"2\"")),
            [("grid", "<gridType".into())]
        );
        assert_eq!(faults(replaced("###_", "###")), [("voxel", voxel())]);
        assert_eq!(faults(replaced("###_", "###?")), [("voxel", voxel())]);
        assert_eq!(faults(replaced("###_", "____")), [("empty-shape", voxel())]);
        assert_eq!(faults(replaced("###_", "##+_")), [("variable-piece", voxel())]);
        assert_eq!(faults(replaced("<voxel x=\"1\"", "<voxel x=\"0\"")), [("size", voxel())]);
        assert_eq!(
            faults(replaced("result id=\"2\"", "result id=\"9\"")),
            [("no-shape", "<result".into())]
        );
        assert_eq!(
            faults(replaced("max=\"2\"", "max=\"two\"")),
            [("not-a-number", "<shape".into())]
        );
        assert_eq!(faults(replaced("min=\"0\"", "min=\"5\"")), [("puzzle", voxel())]);
        assert_eq!(read(&example(), Some(3)).unwrap_err()[0].code, "no-problem");
        let deep = "<puzzle>".repeat(100_000);
        assert_eq!(read(&deep, None).unwrap_err()[0].code, "not-xml");
    }

    #[test]
    fn colours_that_go_together_are_one_and_others_are_refused() {
        let paired = |pairs: &str| {
            let two = example()
                .replace("#1###", "#1#2##")
                .replace("<pair piece=\"0\" result=\"0\"/>", pairs);
            read(&two, None).map(|p| (p.pieces[1].shape[0].1, p.board[0].1, p.board[1].1))
        };
        let pair = |piece, result| format!("<pair piece=\"{piece}\" result=\"{result}\"/>");
        assert_eq!(paired(&pair(0, 0)), Ok((Some('a'), Some('a'), Some('b'))));
        assert_eq!(paired(&(pair(0, 0) + &pair(0, 1))), Ok((Some('a'), Some('a'), Some('a'))));
        assert_eq!(paired(""), Ok((Some('a'), Some('b'), Some('c'))));
        let sets = |pairs: &[(usize, usize)]| {
            let all = [1, 2].into();
            Colours::new(&[], &pairs.iter().copied().collect(), &all, &all).is_some()
        };
        assert!(sets(&[(1, 1), (2, 2)]) && sets(&[(1, 2), (2, 1)]) && sets(&[]));
        assert!(!sets(&[(1, 1), (1, 2), (2, 2)]));
    }

    #[test]
    fn attributes_and_namespaces_without_end_are_refused_before_they_are_compared() {
        let many = |what: &str| (0..1000).map(|i| format!(" {what}{i} = ''")).collect::<String>();
        for what in ["a", "xmlns:a"] {
            let text = format!("<puzzle{}/>", many(what));
            assert_eq!(read(&text, None).unwrap_err()[0].code, "not-xml");
            assert!(read(&text, None).unwrap_err()[0].message.contains("more than 256"));
        }
    }

    #[test]
    fn unkind_xml_is_refused_or_read_and_never_more_than_it_is_worth() {
        let code = |text: &str| match read(text, None) {
            Ok(_) => "",
            Err(faults) => faults[0].code,
        };
        let prolog = |words: &str| {
            example()
                .replace("<?xml version=\"1.0\"?>\n", &format!("<?xml version=\"1.0\"?>{words}"))
        };
        // Entities that grow, that name themselves, that lead out of the file.
        let grown = (1..30).map(|i| format!("<!ENTITY e{i} \"&e{};&e{};\">", i - 1, i - 1));
        let laughs = grown.collect::<String>() + "]>";
        let laughs = prolog(&format!("<!DOCTYPE puzzle [<!ENTITY e0 \"#\">{laughs}"));
        assert_eq!(code(&laughs.replace("#1###", "&e29;")), "not-xml");
        for entity in ["<!ENTITY a \"&a;\">", "<!ENTITY a SYSTEM \"/etc/passwd\">"] {
            let text = prolog(&format!("<!DOCTYPE puzzle [{entity}]>"));
            assert_eq!(code(&text.replace("small", "&a;")), "not-xml", "{entity}");
        }
        // What XML allows anywhere changes nothing.
        let p = read(&example(), None).unwrap();
        for (from, to) in [
            ("###_", "#<!-- a corner -->##_"),
            ("###_", "<![CDATA[###_]]>"),
            ("###_", "&#35;##\n _"),
            ("<shapes>", "<?anything goes?><shapes>"),
            ("name=\"small\"", "name='small'"),
            ("<result", "<unknown><result id=\"7\"/></unknown><result"),
        ] {
            assert_eq!(read(&example().replace(from, to), None).as_ref(), Ok(&p), "{to}");
        }
        for (from, to, fault) in [
            ("</puzzle>", "</puzzle><puzzle/>", "not-xml"),
            ("###_", "##\u{0}_", "not-xml"),
            ("###_", "#99999999999999999999999##_", ""),
            ("id=\"2\"", "id=\"-1\"", "no-shape"),
            ("id=\"2\"", "id=\"18446744073709551616\"", "no-shape"),
            ("x=\"1\"", "x=\"4000000000\"", "size"),
            ("x=\"1\" y=\"1\"", "x=\"1\" y=\"1\" y=\"1\"", "not-xml"),
            ("count=\"1\"", "count=\"-1\"", "not-a-number"),
            ("<problems>", "<problem>", "not-xml"),
        ] {
            assert_eq!(code(&example().replace(from, to)), fault, "{to}");
        }
    }
}
