//! Scenes as PDF: pages of vector paths, without fonts, images and dates, so that the same pictures are the same bytes.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Pdf, Rect, Ref, Settings, TextStr};

use crate::font::Pen;
use crate::palette::{Paint, Pattern};
use crate::path::Trace;
use crate::scene::{Form, Look, Point, Scene, Shape, span};

/// Points of the printer's sort in a unit of our pictures, of which 96 are an inch.
const POINTS: f32 = 0.75;
/// No side of a page may be longer, in points.
const LONGEST: f32 = 14_400.0;
/// After so much the marks of a pattern come again.
const PERIOD: f32 = 10.0;

/// A page, and what is printed on it.
pub(crate) struct Page {
    /// Width and height in points.
    pub size: Point,
    /// From the units of its prints to points, which begin at the left bottom.
    pub frame: [f32; 6],
    pub prints: Vec<Print>,
}

/// Shapes somewhere on a page.
pub(crate) struct Print {
    pub shapes: Vec<Shape>,
    /// From the units of the shapes to those of the page.
    pub matrix: [f32; 6],
    /// The part of the shapes that is seen, if that is not all.
    pub window: Option<(Point, Point)>,
}

/// A scene as a page of its own size.
pub(crate) fn picture(scene: Scene) -> Vec<u8> {
    let longest = scene.width.max(scene.height) * POINTS;
    let scale = POINTS * (LONGEST / longest.max(1.0)).min(1.0);
    let size = (scene.width * scale, scene.height * scale);
    let frame = [scale, 0.0, 0.0, -scale, 0.0, size.1];
    let title = scene.title.clone();
    let matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let print = Print { shapes: scene.all(), matrix, window: None };
    write(&title, &[Page { size, frame, prints: vec![print] }])
}

/// Pages as a file.
pub(crate) fn write(title: &str, pages: &[Page]) -> Vec<u8> {
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, info, tree) = (fresh(), fresh(), fresh());
    let mut pdf = Pdf::with_settings(Settings { pretty: false });
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Marquetry"));
    let mut kids = Vec::with_capacity(pages.len());
    for page in pages {
        let (id, stream) = (fresh(), fresh());
        kids.push(id);
        let mut leaf = pdf.page(id);
        leaf.parent(tree).media_box(Rect::new(0.0, 0.0, page.size.0, page.size.1)).contents(stream);
        leaf.resources();
        drop(leaf);
        let packed = compress_to_vec_zlib(&content(page), 6);
        pdf.stream(stream, &packed).filter(Filter::FlateDecode);
    }
    pdf.pages(tree).count(kids.len() as i32).kids(kids);
    pdf.finish()
}

fn content(page: &Page) -> Vec<u8> {
    let mut content = Content::with_settings(Settings { pretty: false });
    content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
    content.transform(page.frame);
    for print in &page.prints {
        content.save_state().transform(print.matrix);
        if let Some((lo, hi)) = print.window {
            content.rect(lo.0, lo.1, hi.0 - lo.0, hi.1 - lo.1).clip_nonzero().end_path();
        }
        let mut looks: BTreeMap<Look, Vec<&Form>> = BTreeMap::new();
        for shape in &print.shapes {
            looks.entry(shape.look).or_default().push(&shape.form);
        }
        looks.into_iter().for_each(|(look, forms)| paint(&mut content, look, &forms));
        content.restore_state();
    }
    content.finish().to_vec()
}

/// Forms of one look: filled, the marks of the pattern over that, and the line around all.
fn paint(content: &mut Content, look: Look, forms: &[&Form]) {
    if let Some(fill) = look.fill {
        let [r, g, b] = shades(fill.rgb());
        content.set_fill_rgb(r, g, b);
    }
    if let Some(stroke) = look.stroke {
        let ([r, g, b], width) = (shades(stroke.paint.rgb()), f32::from(stroke.width) / 10.0);
        let dash = if stroke.dashed { vec![width * 2.5; 2] } else { Vec::new() };
        content.set_stroke_rgb(r, g, b).set_line_width(width).set_dash_pattern(dash, 0.0);
    }
    trace(content, forms);
    match (look.fill, look.stroke) {
        (Some(fill), None) => {
            content.fill_even_odd();
            mark(content, fill, forms);
        }
        (Some(fill), Some(_)) if fill.pattern().is_some() => {
            content.fill_even_odd();
            mark(content, fill, forms);
            trace(content, forms);
            content.stroke();
        }
        (Some(_), Some(_)) => {
            content.fill_even_odd_and_stroke();
        }
        (None, Some(_)) => {
            content.stroke();
        }
        (None, None) => {
            content.end_path();
        }
    }
}

/// Red, green and blue from 0 to 1.
fn shades(rgb: [u8; 3]) -> [f32; 3] {
    rgb.map(|shade| thousandths(f32::from(shade) / 255.0))
}

fn thousandths(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

fn trace(content: &mut Content, forms: &[&Form]) {
    let mut pencil = Pencil { content, at: (0.0, 0.0) };
    forms.iter().for_each(|form| pencil.trace(form));
}

/// The marks of a paint's pattern on forms, as lines over all of them that are seen within them alone.
fn mark(content: &mut Content, fill: Paint, forms: &[&Form]) {
    let Some(pattern) = fill.pattern() else { return };
    let ends = forms.iter().filter_map(|form| form.reach()).flat_map(|(lo, hi)| [lo, hi]);
    let Some((lo, hi)) = span(ends) else { return };
    content.save_state();
    trace(content, forms);
    content.clip_even_odd().end_path();
    let (under, over) = (fill.rgb(), fill.letter().rgb());
    let mixed = |i: usize| f32::from(under[i]) * 0.55 + f32::from(over[i]) * 0.45;
    let [r, g, b] = shades([0, 1, 2].map(|i| mixed(i) as u8));
    content.set_stroke_rgb(r, g, b);
    // Dots are dashes as short as they can be, with round ends.
    match pattern {
        Pattern::Dots => content.set_line_width(3.0).set_dash_pattern([0.1, PERIOD - 0.1], 0.0),
        _ => content.set_line_width(1.5).set_dash_pattern([], 0.0),
    };
    let mut line = |from: Point, to: Point| {
        content.move_to(from.0, from.1).line_to(to.0, to.1);
    };
    let half = PERIOD / 2.0;
    if matches!(pattern, Pattern::Stripes | Pattern::Lozenges) {
        steps(lo.0 + lo.1, hi.0 + hi.1, 0.0).for_each(|c| line((lo.0, c - lo.0), (hi.0, c - hi.0)));
    }
    match pattern {
        Pattern::Stripes => {}
        Pattern::Lozenges => steps(lo.0 - hi.1, hi.0 - lo.1, 0.0)
            .for_each(|c| line((lo.0, lo.0 - c), (hi.0, hi.0 - c))),
        Pattern::Net => {
            steps(lo.0, hi.0, half).for_each(|x| line((x, lo.1), (x, hi.1)));
            steps(lo.1, hi.1, half).for_each(|y| line((lo.0, y), (hi.0, y)));
        }
        Pattern::Dots => {
            for first in [half / 2.0, half * 1.5] {
                let left = (lo.0 / PERIOD).floor() * PERIOD + first - PERIOD;
                steps(lo.1 - half, hi.1 + half, first)
                    .for_each(|y| line((left, y), (hi.0 + PERIOD, y)));
            }
        }
    }
    content.stroke().restore_state();
}

/// The numbers between two that are so far beyond a multiple of the period.
fn steps(from: f32, to: f32, first: f32) -> impl Iterator<Item = f32> {
    let nth = move |i: i32| i as f32 * PERIOD + first;
    let least = ((from - first) / PERIOD).ceil() as i32;
    (least..).map(nth).take_while(move |&at| at <= to)
}

/// A pen in a stream of a page.
struct Pencil<'a> {
    content: &'a mut Content,
    at: Point,
}

impl Pencil<'_> {
    fn curve(&mut self, a: Point, b: Point, to: Point) {
        let [a, b, to] = [a, b, to].map(|(x, y)| (thousandths(x), thousandths(y)));
        self.content.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
        self.at = to;
    }
}

impl Trace for Pencil<'_> {
    fn pen(&mut self, pen: Pen) {
        match pen {
            Pen::Move(x, y) => {
                self.at = (thousandths(x), thousandths(y));
                self.content.move_to(self.at.0, self.at.1);
            }
            Pen::Line(x, y) => {
                self.at = (thousandths(x), thousandths(y));
                self.content.line_to(self.at.0, self.at.1);
            }
            Pen::Curve(bx, by, x, y) => {
                let near = |(ax, ay): Point| (ax + (bx - ax) / 1.5, ay + (by - ay) / 1.5);
                self.curve(near(self.at), near((x, y)), (x, y));
            }
        }
    }

    fn circle(&mut self, (x, y): Point, r: f32) {
        // As near to a quarter of a circle as such a curve comes.
        let c = r * 0.5523;
        self.pen(Pen::Move(x - r, y));
        self.curve((x - r, y + c), (x - c, y + r), (x, y + r));
        self.curve((x + c, y + r), (x + r, y + c), (x + r, y));
        self.curve((x + r, y - c), (x + c, y - r), (x, y - r));
        self.curve((x - c, y - r), (x - r, y - c), (x - r, y));
        self.close();
    }

    fn close(&mut self) {
        self.content.close_path();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_a_period_apart_and_lie_between_their_ends() {
        assert_eq!(steps(3.0, 31.0, 0.0).collect::<Vec<_>>(), [10.0, 20.0, 30.0]);
        assert_eq!(steps(-6.0, 15.0, 5.0).collect::<Vec<_>>(), [-5.0, 5.0, 15.0]);
        assert_eq!(steps(1.0, 4.0, 5.0).count(), 0);
    }
}
