//! A page in the making: what is printed where, in millimetres from its left top.

use super::Paper;
use super::items::Item;
use crate::palette::Paint;
use crate::pdf::{Page, Print};
use crate::scene::{Ply, Point, Scene, dashes, drawn, pen};

/// What no printer reaches, on each side.
pub(super) const MARGIN: f32 = 10.0;
/// The room for the line at the foot.
pub(super) const FOOT: f32 = 7.0;
/// The height of small capitals, and of lines of them.
pub(super) const SMALL: f32 = 2.6;
pub(super) const LINE: f32 = 5.0;
/// The height of the capitals of a name.
const LARGE: f32 = 5.5;
/// Words and marks are drawn in tenths of a millimetre.
const TENTHS: f32 = 10.0;
/// Points in a millimetre.
const POINTS: f32 = 72.0 / 25.4;
/// The length of the line that shows whether the printer kept to the size.
const RULER: f32 = 50.0;

/// A page to be.
#[derive(Default)]
pub(super) struct Draft {
    /// Is it upside down?
    pub turned: bool,
    words: Scene,
    prints: Vec<Print>,
}

impl Draft {
    /// A text that begins at a place, and how broad it became.
    pub(super) fn line(&mut self, text: &str, at: Point, size: f32, room: f32) -> f32 {
        let at = (at.0 * TENTHS, at.1 * TENTHS);
        self.words.line(text, at, size * TENTHS, room * TENTHS) / TENTHS
    }

    /// A text around its middle.
    pub(super) fn centred(&mut self, text: &str, at: Point, size: f32, room: f32) {
        let at = (at.0 * TENTHS, at.1 * TENTHS);
        self.words.text(text, at, size * TENTHS, room * TENTHS, Paint::Ink);
    }

    /// Thin lines, whole or dashed.
    pub(super) fn strokes(&mut self, lines: Vec<Vec<Point>>, dashed: bool) {
        let tenths = |(x, y): Point| (x * TENTHS, y * TENTHS);
        let lines = lines.into_iter().map(|line| line.into_iter().map(tenths).collect()).collect();
        let stroke = if dashed { dashes(Paint::Ink, 2.0) } else { pen(Paint::Ink, 2.0) };
        self.words.lines(lines, drawn(Ply::Rim, stroke));
    }

    /// The name of a puzzle with lines below it. Returns the height of all.
    pub(super) fn head<'a>(
        &mut self,
        name: &str,
        words: impl IntoIterator<Item = &'a String>,
        room: Point,
    ) -> f32 {
        self.line(name, (MARGIN, MARGIN + LARGE / 2.0), LARGE, room.0);
        let mut y = LARGE + LINE;
        for line in words {
            self.line(line, (MARGIN, MARGIN + y), SMALL, room.0);
            y += LINE;
        }
        y + LINE / 2.0
    }

    /// An item with its corner at a place, below its caption; lying on its side, where that is wanted.
    pub(super) fn put(&mut self, item: &Item, (x, y): Point, side: bool) {
        if !item.caption.is_empty() {
            self.line(&item.caption, (x, y + SMALL / 2.0 + 0.5), SMALL, f32::INFINITY);
        }
        let (x, y) = (x, y + item.head());
        let (from, s) = (item.from, item.scale);
        let matrix = match side {
            false => [s, 0.0, 0.0, s, x - from.0 * s, y - from.1 * s],
            true => [0.0, s, -s, 0.0, x + (item.size.1 + from.1) * s, y - from.0 * s],
        };
        self.prints.push(Print { shapes: item.shapes.clone(), matrix, window: None });
    }

    /// The part of an item within a window, whose corner comes to a place.
    pub(super) fn put_part(&mut self, item: &Item, window: (Point, Point), (x, y): Point) {
        let s = item.scale;
        let shapes = item.shapes.iter().filter_map(|shape| shape.within(window)).collect();
        let matrix = [s, 0.0, 0.0, s, x - window.0.0 * s, y - window.0.1 * s];
        self.prints.push(Print { shapes, matrix, window: Some(window) });
    }

    /// The page as it is printed, with a line of known length and its number at the foot.
    pub(super) fn finish(mut self, paper: Paper, (number, of): (usize, usize)) -> Page {
        let (w, h) = paper.size();
        let y = h - MARGIN + 1.0;
        let tick = |x: f32| vec![(x, y - 1.5), (x, y + 1.5)];
        let ruler = vec![(MARGIN, y), (MARGIN + RULER, y)];
        self.strokes(vec![ruler, tick(MARGIN), tick(MARGIN + RULER)], false);
        let words = format!("{RULER} mm, if it is printed at 100 %");
        self.line(&words, (MARGIN + RULER + 3.0, y), 2.0, 60.0);
        self.line(&format!("{number} of {of}"), (w - MARGIN - 16.0, y), 2.0, 16.0);
        let (k, size) = (POINTS, (w * POINTS, h * POINTS));
        let frame = match self.turned {
            false => [k, 0.0, 0.0, -k, 0.0, size.1],
            true => [-k, 0.0, 0.0, k, size.0, 0.0],
        };
        let tenth = 1.0 / TENTHS;
        let matrix = [tenth, 0.0, 0.0, tenth, 0.0, 0.0];
        self.prints.push(Print { shapes: self.words.all(), matrix, window: None });
        Page { size, frame, prints: self.prints }
    }
}
