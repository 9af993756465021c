//! Scenes as SVG.
//!
//! **Invariant:** no `style` and no script, in attributes or elements: a page with a strict policy shows these files as
//! they are. Every id begins with the prefix that the caller gave.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::palette::{Paint, Pattern};
use crate::path::{Path, decimal, hundredths};
use crate::scene::{Figure, Form, Look, Scene, Shape};
use crate::touch::{Attribute, Attributes};

/// Shapes that lie on each other by their levels, and what else belongs to them.
pub(crate) struct Layer<'a> {
    pub shapes: Vec<&'a Shape>,
    /// Elements that apply to the shapes as a group.
    pub more: String,
}

impl<'a> Layer<'a> {
    /// Shapes alone.
    pub(crate) fn still(shapes: impl Iterator<Item = &'a Shape>) -> Layer<'a> {
        Layer { shapes: shapes.collect(), more: String::new() }
    }
}

/// The scene as an SVG file in which every tile, piece or block has its group, with ids that begin with a prefix.
pub(crate) fn write(scene: &Scene, prefix: &str) -> String {
    let figures = &scene.figures;
    let parts = figures.iter().flat_map(|figure| figure.parts.iter().map(|part| &part.shapes));
    let letters = || figures.iter().flat_map(|figure| &figure.letters);
    let over = scene.breaks.iter().flat_map(|b| &b.1).chain(&scene.shapes);
    let all = scene.ground.iter().chain(parts.clone().chain(letters()).flatten()).chain(over);
    let writer = Writer { prefix, stock: HashMap::new() };
    let mut out = writer.head(scene, all);
    let writer = writer.stocked(parts.chain(letters()), &mut out);
    out += &writer.joined(scene.ground.iter(), None);
    if !figures.is_empty() {
        out += &format!("<g stroke=\"{}\">\n", FIGURES.hex());
        figures.iter().for_each(|figure| writer.figure(&mut out, figure));
        out += "</g>\n";
    }
    out += &writer.joined(scene.shapes.iter(), None);
    for (place, shapes) in &scene.breaks {
        out += &format!("<g data-break=\"{place}\">\n{}</g>\n", writer.joined(shapes.iter(), None));
    }
    out + "</svg>\n"
}

/// The scene as an SVG file without groups: a path for each look, which keeps many boards small.
pub(crate) fn flat(scene: Scene) -> String {
    let page = Scene { title: scene.title.clone(), ..Scene::sized(scene.width, scene.height) };
    let shapes = scene.all();
    stack(&page, &[Layer::still(shapes.iter())])
}

/// Layers on a page as an SVG file: in each a path for each look.
pub(crate) fn stack(page: &Scene, layers: &[Layer<'_>]) -> String {
    let writer = Writer { prefix: "", stock: HashMap::new() };
    let mut out = writer.head(page, layers.iter().flat_map(|layer| &layer.shapes).copied());
    for layer in layers {
        let (open, close) = if layer.more.is_empty() { ("", "") } else { ("<g>", "</g>\n") };
        out += open;
        out += &writer.joined(layer.shapes.iter().copied(), None);
        out += &layer.more;
        out += close;
    }
    out + "</svg>\n"
}

/// The paint of lines in figures, if nothing else is said.
const FIGURES: Paint = Paint::Ink;

struct Writer<'a> {
    prefix: &'a str,
    /// What is drawn more than once, with its id.
    stock: HashMap<String, String>,
}

impl Writer<'_> {
    fn head<'a>(&self, page: &Scene, shapes: impl Iterator<Item = &'a Shape>) -> String {
        let (w, h) = (decimal(hundredths(page.width)), decimal(hundredths(page.height)));
        let cells = page.grid.as_ref().map_or(String::new(), |grid| {
            let corner = |&(x, y): &(f32, f32)| [x, y].map(|n| decimal(hundredths(n))).join(",");
            let corners: Vec<String> = grid.origins.iter().map(corner).collect();
            let size = decimal(hundredths(grid.size));
            format!(" data-cell-size=\"{size}\" data-origin=\"{}\"", corners.join(" "))
        });
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" fill-rule=\"evenodd\"{cells}>\n\
             <title>{}</title>\n",
            escape(&page.title)
        );
        let fills: BTreeSet<Paint> = shapes.filter_map(|shape| shape.look.fill).collect();
        fills.into_iter().for_each(|paint| self.define(&mut out, paint));
        out + &format!("<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n", Paint::Paper.hex())
    }

    /// Writes what is drawn more than once as definitions.
    fn stocked<'s>(
        mut self,
        parts: impl Iterator<Item = &'s Vec<Shape>>,
        out: &mut String,
    ) -> Self {
        let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (i, part) in parts.enumerate() {
            counts.entry(self.joined(part.iter(), Some(FIGURES))).or_insert((i, 0)).1 += 1;
        }
        let often = counts.into_iter().filter(|(text, seen)| seen.1 > 1 && !text.is_empty());
        // In the order in which they are first drawn.
        let mut often: Vec<(usize, String)> = often.map(|(text, seen)| (seen.0, text)).collect();
        often.sort();
        if often.is_empty() {
            return self;
        }
        *out += "<defs>\n";
        for (i, (_, text)) in often.into_iter().enumerate() {
            let id = format!("{}{i}", if self.prefix.is_empty() { "m" } else { self.prefix });
            *out += &format!("<g id=\"{id}\">{}</g>\n", text.replace('\n', ""));
            self.stock.insert(text, id);
        }
        *out += "</defs>\n";
        self
    }

    /// A group that only moves, in it one that only turns, and the letters, which stay upright.
    fn figure(&self, out: &mut String, figure: &Figure) {
        let set = Attributes::of(&figure.stand);
        *out += &format!("<g data-piece=\"{}\"", escape(&figure.name));
        if figure.copies {
            *out += &format!(" data-copy=\"{}\"", figure.copy);
        }
        *out += &format!("{}><g{}>", attributes(&set.group), attributes(&set.turn));
        for part in &figure.parts {
            let quarters = 90 * u16::from(part.quarters);
            let turn = (quarters > 0).then(|| format!("rotate({quarters})"));
            *out += &self.elements(&part.shapes, &("transform", turn), false);
        }
        *out += "</g>";
        for (letter, set) in figure.letters.iter().zip(&set.letters) {
            *out += &self.elements(letter, set, true);
        }
        *out += "</g>\n";
    }

    /// Some shapes with an attribute; as one element, if they must be.
    fn elements(&self, shapes: &[Shape], set: &Attribute, one: bool) -> String {
        let text = self.joined(shapes.iter(), Some(FIGURES));
        let set = attributes(std::slice::from_ref(set));
        match (self.stock.get(&text), text.matches("<path").count()) {
            (Some(id), _) => format!("<use href=\"#{id}\"{set}/>"),
            (None, 1) => text.trim_end().replace("<path", &format!("<path{set}")),
            (None, _) if set.is_empty() && !one => text.replace('\n', ""),
            (None, _) => format!("<g{set}>{}</g>", text.replace('\n', "")),
        }
    }

    /// A path for each look, lowest first, in a group whose lines have some paint.
    fn joined<'s>(&self, shapes: impl Iterator<Item = &'s Shape>, lines: Option<Paint>) -> String {
        let mut looks: BTreeMap<Look, Vec<&Form>> = BTreeMap::new();
        shapes.for_each(|shape| looks.entry(shape.look).or_default().push(&shape.form));
        let mut out = String::new();
        for (look, forms) in looks {
            let data = Path::through(forms.into_iter());
            if !data.is_empty() {
                out += &format!("<path d=\"{data}\"{}/>\n", self.look(look, lines));
            }
        }
        out
    }

    /// The definition of a paint's pattern, if it has one.
    fn define(&self, out: &mut String, paint: Paint) {
        let (marks, width) = match paint.pattern() {
            Some(Pattern::Stripes) => ("M-2 2L2-2M0 10L10 0M8 12L12 8", 1.5),
            Some(Pattern::Lozenges) => ("M0 0L10 10M0 10L10 0", 1.5),
            Some(Pattern::Dots) => ("M2.5 2.5h.1M7.5 7.5h.1", 3.0),
            Some(Pattern::Net) => ("M0 5h10M5 0v10", 1.5),
            None => return,
        };
        *out += &format!(
            "<pattern id=\"{}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">\
             <rect width=\"10\" height=\"10\" fill=\"{}\"/>\
             <path d=\"{marks}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-opacity=\"0.45\"/></pattern>\n",
            self.name(paint),
            paint.hex(),
            paint.letter().hex()
        );
    }

    fn name(&self, paint: Paint) -> String {
        match paint {
            Paint::Slot(slot) => format!("{}slot{slot}", self.prefix),
            other => other.hex(),
        }
    }

    fn look(&self, look: Look, lines: Option<Paint>) -> String {
        let mut out = match look.fill {
            None => String::new(),
            Some(paint) if paint.pattern().is_some() => {
                format!(" fill=\"url(#{})\"", self.name(paint))
            }
            Some(paint) => format!(" fill=\"{}\"", paint.hex()),
        };
        match look.stroke.map(|stroke| stroke.paint) {
            paint if paint == lines => {}
            paint => out += &format!(" stroke=\"{}\"", paint.map_or("none".into(), Paint::hex)),
        }
        if let Some(stroke) = look.stroke {
            let width = i32::from(stroke.width) * 10;
            out += &format!(" stroke-width=\"{}\"", decimal(width));
            if stroke.dashed {
                out += &format!(" stroke-dasharray=\"{0} {0}\"", decimal(width * 5 / 2));
            }
        }
        out
    }
}

/// Attributes as they stand in a tag; those that are not there are left out.
fn attributes(set: &[Attribute]) -> String {
    let there = set.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
    there.map(|(name, value)| format!(" {name}=\"{value}\"")).collect()
}

/// Text that may stand between tags and quotes; what XML cannot hold is left out.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A number to a hundredth, as short as it can be.
pub(crate) fn short(number: f32) -> f32 {
    (number * 100.0).round() / 100.0
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::*;
    use crate::png::pixels;
    use crate::scene::{Ply, filled};

    #[test]
    fn a_title_is_escaped_and_loses_what_xml_cannot_hold() {
        assert_eq!(escape("a<b & \u{1}c>"), "a&lt;b &amp; c&gt;");
    }
    /// A square with the pattern of a slot, turned or flipped about its middle.
    fn square(slot: usize, how: &str) -> Vec<[u8; 3]> {
        let writer = Writer { prefix: "", stock: HashMap::new() };
        let mut svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\">".to_owned();
        writer.define(&mut svg, Paint::Slot(slot));
        let fill = writer.look(filled(Ply::Body, Paint::Slot(slot), None), None);
        svg += &format!("<g transform=\"translate(10 10){how}\">");
        svg += &format!("<rect x=\"-10\" y=\"-10\" width=\"20\" height=\"20\"{fill}/></g></svg>");
        pixels(&svg, (40, 40), 2.0, 0.0).unwrap()
    }

    #[test]
    fn a_pattern_however_turned_or_flipped_is_not_taken_for_another() {
        for (a, b) in [(12, 24), (12, 36), (12, 48), (24, 36), (24, 48), (36, 48)] {
            for how in ["", "rotate(90)", "rotate(180)", "scale(-1 1)", "rotate(90)scale(-1 1)"] {
                let (one, other) = (square(a, how), square(b, ""));
                let off = |(p, q): (&[u8; 3], &[u8; 3])| {
                    p.iter().zip(q).any(|(p, q)| p.abs_diff(*q) > 30)
                };
                let off = one.iter().zip(&other).filter(|&pair| off(pair)).count();
                assert!(off > 160, "{a} {how} and {b}: {off} of 1600");
            }
        }
    }
}
