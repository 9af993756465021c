//! Scenes as SVG.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::font::{self, Pen};
use crate::palette::{Paint, Pattern};
use crate::scene::{Form, Look, Point, Scene, Shape};

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

/// The scene as an SVG file.
pub(crate) fn write(scene: &Scene) -> String {
    stack(scene, &[Layer::still(scene.shapes.iter())])
}

/// Layers on a page as an SVG file: in each a path for each look, which keeps large boards small.
pub(crate) fn stack(page: &Scene, layers: &[Layer<'_>]) -> String {
    let (w, h) = (short(page.width), short(page.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" fill-rule=\"evenodd\">\n<title>{}</title>\n",
        escape(&page.title)
    );
    let shapes = layers.iter().flat_map(|layer| &layer.shapes);
    let fills: BTreeSet<Paint> = shapes.filter_map(|shape| shape.look.fill).collect();
    fills.into_iter().for_each(|paint| define(&mut out, paint));
    out += &format!("<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n", Paint::Paper.hex());
    for layer in layers {
        let mut paths: BTreeMap<Look, String> = BTreeMap::new();
        for shape in &layer.shapes {
            trace(paths.entry(shape.look).or_default(), &shape.form);
        }
        let (open, close) = if layer.more.is_empty() { ("", "") } else { ("<g>", "</g>\n") };
        out += open;
        for (look, data) in paths.iter().filter(|path| !path.1.is_empty()) {
            out += &format!("<path d=\"{data}\"{}/>\n", attributes(look));
        }
        out += &layer.more;
        out += close;
    }
    out += "</svg>\n";
    out
}

/// Text that may stand between tags; what XML cannot hold is left out.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
    out
}

/// A number to a hundredth, as short as it can be.
pub(crate) fn short(number: f32) -> f32 {
    (number * 100.0).round() / 100.0
}

/// The definition of a paint's pattern, if it has one.
fn define(out: &mut String, paint: Paint) {
    let (marks, width) = match paint.pattern() {
        Some(Pattern::Stripes) => ("M-2 2L2-2M0 10L10 0M8 12L12 8", 1.5),
        Some(Pattern::Backstripes) => ("M-2 8L2 12M0 0L10 10M8-2L12 2", 1.5),
        Some(Pattern::Dots) => ("M2.5 2.5h.1M7.5 7.5h.1", 3.0),
        Some(Pattern::Net) => ("M0 5h10M5 0v10", 1.5),
        None => return,
    };
    *out += &format!(
        "<pattern id=\"{}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">\
         <rect width=\"10\" height=\"10\" fill=\"{}\"/>\
         <path d=\"{marks}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-opacity=\"0.45\"/></pattern>\n",
        name(paint),
        paint.hex(),
        paint.letter().hex()
    );
}

fn name(paint: Paint) -> String {
    match paint {
        Paint::Slot(slot) => format!("slot{slot}"),
        other => other.hex(),
    }
}

fn attributes(look: &Look) -> String {
    let mut out = match look.fill {
        None => " fill=\"none\"".into(),
        Some(paint) if paint.pattern().is_some() => format!(" fill=\"url(#{})\"", name(paint)),
        Some(paint) => format!(" fill=\"{}\"", paint.hex()),
    };
    if let Some(stroke) = look.stroke {
        let width = f32::from(stroke.width) / 10.0;
        out += &format!(" stroke=\"{}\" stroke-width=\"{width}\"", stroke.paint.hex());
        if stroke.dashed {
            out += &format!(" stroke-dasharray=\"{0} {0}\"", short(width * 2.5));
        }
    }
    out
}

fn trace(d: &mut String, form: &Form) {
    match form {
        Form::Loops(loops, radius) => loops.iter().for_each(|corners| closed(d, corners, *radius)),
        Form::Lines(lines) => lines.iter().for_each(|line| open(d, line)),
        Form::Circle((x, y), r) => {
            step(d, Pen::Move(x - r, *y));
            let r = short(*r);
            *d += &format!("a{r} {r} 0 1 0 {0} 0a{r} {r} 0 1 0 -{0} 0Z", 2.0 * r);
        }
        Form::Text(text, (x, y), size) => {
            font::pens(text, *x, *y, *size).into_iter().for_each(|pen| step(d, pen));
        }
    }
}

fn step(d: &mut String, pen: Pen) {
    // Writing to a string cannot fail.
    let _ = match pen {
        Pen::Move(x, y) => write!(d, "M{} {}", short(x), short(y)),
        Pen::Line(x, y) => write!(d, "L{} {}", short(x), short(y)),
        Pen::Curve(bx, by, x, y) => {
            write!(d, "Q{} {} {} {}", short(bx), short(by), short(x), short(y))
        }
    };
}

fn open(d: &mut String, points: &[Point]) {
    for (i, &(x, y)) in points.iter().enumerate() {
        step(d, if i == 0 { Pen::Move(x, y) } else { Pen::Line(x, y) });
    }
}

fn closed(d: &mut String, corners: &[Point], radius: f32) {
    let n = corners.len();
    if radius == 0.0 {
        open(d, corners);
    } else {
        for (i, &here) in corners.iter().enumerate() {
            let from = towards(here, corners[(i + n - 1) % n], radius);
            let to = towards(here, corners[(i + 1) % n], radius);
            step(d, if i == 0 { Pen::Move(from.0, from.1) } else { Pen::Line(from.0, from.1) });
            step(d, Pen::Curve(here.0, here.1, to.0, to.1));
        }
    }
    d.push('Z');
}

/// The point this far from one point towards another, at most half way.
fn towards(from: Point, to: Point, far: f32) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let share = (far / dx.hypot(dy).max(f32::EPSILON)).min(0.5);
    (from.0 + dx * share, from.1 + dy * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_escaped_and_loses_what_xml_cannot_hold() {
        assert_eq!(escape("a<b & \u{1}c>"), "a&lt;b &amp; c&gt;");
    }

    #[test]
    fn rounded_corners_are_curves() {
        let mut d = String::new();
        closed(&mut d, &[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 2.0);
        assert!(d.starts_with('M') && d.ends_with('Z') && d.matches('Q').count() == 3, "{d}");
    }
}
