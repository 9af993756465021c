//! A picture as a list of shapes, whatever it will be written as.

use marquetry_puzzle::Cell;

use crate::font;
use crate::palette::Paint;

/// Columns and rows of a picture, from its top left corner.
pub(crate) type Point = (f32, f32);

/// The blank margin around every picture.
pub(crate) const MARGIN: f32 = 16.0;

/// A picture: the ground, the tiles, pieces or blocks on it, and what lies over them.
#[derive(Default, Debug)]
pub(crate) struct Scene {
    pub title: String,
    pub width: f32,
    pub height: f32,
    pub ground: Vec<Shape>,
    /// In the order of the pieces, whatever the position.
    pub figures: Vec<Figure>,
    pub shapes: Vec<Shape>,
    /// Edges that do not match: the cell and the side in words, and what marks it.
    pub breaks: Vec<(String, Vec<Shape>)>,
    /// Where cells lie, in a picture of one position.
    pub grid: Option<Grid>,
}

/// Where the cells of a board lie on the page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Grid {
    /// The side of a cell.
    pub size: f32,
    /// The corner of the first cell of each layer.
    pub origins: Vec<Point>,
}

/// A tile, piece or block around its own middle, as it is when it is not turned.
#[derive(Debug)]
pub(crate) struct Figure {
    /// Its index in the puzzle, and which of its copies it is, from 1.
    pub piece: usize,
    pub copy: usize,
    /// Its name; and is the copy to be named too?
    pub name: String,
    pub copies: bool,
    /// Is it drawn as it lies, so that no turn or flip leads from or to it?
    pub as_it_lies: bool,
    pub stand: Stand,
    /// What is turned and flipped with it, lowest first.
    pub parts: Vec<Part>,
    /// What stays upright, each around its spot.
    pub letters: Vec<Vec<Shape>>,
}

/// A part of a figure, turned clockwise about the figure's middle.
#[derive(Debug)]
pub(crate) struct Part {
    pub quarters: u8,
    pub shapes: Vec<Shape>,
}

/// How a figure lies on the page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Stand {
    /// The least corner of the cells it lies on; `None` off the board.
    pub cell: Option<Cell>,
    /// Where its middle is; `None` where it is not seen.
    pub at: Option<Point>,
    /// Flipped left to right first, then turned clockwise.
    pub flip: bool,
    pub turn: u8,
    /// Degrees of a turn.
    pub step: u16,
    /// Where its letters are, from its middle.
    pub spots: Vec<Point>,
}

impl Default for Stand {
    fn default() -> Stand {
        Stand { cell: None, at: None, flip: false, turn: 0, step: 90, spots: Vec::new() }
    }
}

impl Stand {
    /// How far it is turned clockwise, in degrees.
    pub(crate) fn degrees(&self) -> u16 {
        u16::from(self.turn) * self.step % 360
    }

    /// Where a point of the figure comes to lie, seen from its middle.
    pub(crate) fn turned(&self, (x, y): Point) -> Point {
        let (x, y) = if self.flip { (-x, y) } else { (x, y) };
        if self.step == 90 {
            return quarters((x, y), self.turn);
        }
        let (sin, cos) = f32::from(self.degrees()).to_radians().sin_cos();
        (x * cos - y * sin, x * sin + y * cos)
    }
}

/// A point turned clockwise about the origin.
fn quarters((x, y): Point, turns: u8) -> Point {
    match turns % 4 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}

impl Figure {
    /// Its shapes where they lie on the page.
    pub(crate) fn placed(&self) -> Vec<Shape> {
        let Some(at) = self.stand.at else { return Vec::new() };
        let mut placed = Vec::new();
        for part in &self.parts {
            let turn = |point: Point| self.stand.turned(quarters(point, part.quarters));
            let there = part.shapes.iter().map(|shape| shape.clone().mapped(turn).moved(at));
            placed.extend(there.flat_map(Shape::apart));
        }
        for (letter, spot) in self.letters.iter().zip(&self.stand.spots) {
            placed.extend(letter.iter().map(|shape| shape.clone().moved(*spot).moved(at)));
        }
        placed
    }
}

/// Something to draw.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub form: Form,
    pub look: Look,
}

impl Shape {
    /// The same shape farther right and down.
    pub(crate) fn moved(self, (dx, dy): Point) -> Shape {
        self.mapped(|(x, y)| (x + dx, y + dy))
    }

    /// Body and outline, where it is both.
    fn apart(self) -> Vec<Shape> {
        if self.look.ply != Ply::Whole {
            return vec![self];
        }
        let body = Look { ply: Ply::Body, stroke: None, ..self.look };
        let line = Look { ply: Ply::Outline, fill: None, ..self.look };
        vec![Shape { form: self.form.clone(), look: body }, Shape { look: line, ..self }]
    }

    fn mapped(mut self, to: impl Fn(Point) -> Point) -> Shape {
        let shift = |point: &mut Point| *point = to(*point);
        match &mut self.form {
            Form::Loops(lines, _) | Form::Lines(lines) => {
                lines.iter_mut().flatten().for_each(shift)
            }
            Form::Circle(middle, _) | Form::Text(_, middle, _) => shift(middle),
        }
        self
    }
}

/// How a shape looks. Shapes of one look are written together, looks in their order: what lies in one ply must not
/// depend on which of it is drawn first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Look {
    pub ply: Ply,
    pub fill: Option<Paint>,
    pub stroke: Option<Stroke>,
}

/// What covers what, lowest first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ply {
    /// Walls and empty boards.
    Ground,
    /// The inside of a tray.
    Floor,
    /// Pieces with the lines around them. On a page without groups they are bodies and outlines.
    Whole,
    /// Pieces, blocks, and the triangles of tiles.
    Body,
    /// Thin lines within a body.
    Seam,
    /// Small figures on a body.
    Mark,
    /// Lines around bodies.
    Outline,
    /// What sets letters and arrows off from a restless ground.
    Halo,
    /// Letters and arrows.
    Letter,
    /// The line around a board.
    Rim,
    /// What sets an alarm off from all else.
    AlarmHalo,
    /// A bar over what is wrong.
    Alarm,
    /// A sign on that bar.
    AlarmSign,
}

/// Where a shape goes.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// Closed loops with corners rounded by a radius; a loop within a loop is a hole.
    Loops(Vec<Vec<Point>>, f32),
    /// Open lines.
    Lines(Vec<Vec<Point>>),
    /// A circle by middle and radius.
    Circle(Point, f32),
    /// A text by its middle and the height of its capitals.
    Text(String, Point, f32),
}

#[cfg(feature = "pdf")]
impl Form {
    /// The least and the greatest point of all that it reaches; `None` where there is nothing.
    pub(crate) fn reach(&self) -> Option<(Point, Point)> {
        match self {
            Form::Loops(lines, _) | Form::Lines(lines) => span(lines.iter().flatten().copied()),
            Form::Circle((x, y), r) => Some(((x - r, y - r), (x + r, y + r))),
            Form::Text(text, (x, y), size) => {
                let half = font::width(text) * size / font::CAPITAL / 2.0;
                Some(((x - half, y - size), (x + half, y + size)))
            }
        }
    }
}

/// The least and the greatest of some points.
#[cfg(feature = "pdf")]
pub(crate) fn span(points: impl IntoIterator<Item = Point>) -> Option<(Point, Point)> {
    points.into_iter().fold(None, |span: Option<(Point, Point)>, p| {
        let (lo, hi) = span.unwrap_or((p, p));
        Some(((lo.0.min(p.0), lo.1.min(p.1)), (hi.0.max(p.0), hi.1.max(p.1))))
    })
}

/// A line's look.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Stroke {
    pub paint: Paint,
    /// In tenths.
    pub width: u16,
    pub dashed: bool,
}

/// A line of this width.
pub(crate) fn pen(paint: Paint, width: f32) -> Option<Stroke> {
    Some(Stroke { paint, width: (width * 10.0).round() as u16, dashed: false })
}

/// A dashed line of this width.
pub(crate) fn dashes(paint: Paint, width: f32) -> Option<Stroke> {
    pen(paint, width).map(|stroke| Stroke { dashed: true, ..stroke })
}

/// Something filled and perhaps outlined.
pub(crate) fn filled(ply: Ply, fill: Paint, stroke: Option<Stroke>) -> Look {
    Look { ply, fill: Some(fill), stroke }
}

/// Something that is a line alone.
pub(crate) fn drawn(ply: Ply, stroke: Option<Stroke>) -> Look {
    Look { ply, fill: None, stroke }
}

impl Scene {
    /// An empty page.
    pub(crate) fn sized(width: f32, height: f32) -> Scene {
        Scene { width, height, ..Scene::default() }
    }

    /// Puts all that was drawn so far under the figures.
    pub(crate) fn lay_ground(&mut self) {
        self.ground.append(&mut self.shapes);
    }

    /// All shapes on the page, whatever they show.
    pub(crate) fn all(self) -> Vec<Shape> {
        let mut all = self.ground;
        all.extend(self.figures.iter().flat_map(Figure::placed));
        all.extend(self.shapes);
        all.extend(self.breaks.into_iter().flat_map(|b| b.1));
        all
    }

    fn add(&mut self, form: Form, look: Look) {
        self.shapes.push(Shape { form, look });
    }

    pub(crate) fn loops(&mut self, loops: Vec<Vec<Point>>, radius: f32, look: Look) {
        self.add(Form::Loops(loops, radius), look);
    }

    pub(crate) fn polygon(&mut self, points: &[Point], look: Look) {
        self.loops(vec![points.to_vec()], 0.0, look);
    }

    pub(crate) fn square(&mut self, (x, y): Point, size: f32, look: Look) {
        self.polygon(&[(x, y), (x + size, y), (x + size, y + size), (x, y + size)], look);
    }

    pub(crate) fn lines(&mut self, lines: Vec<Vec<Point>>, look: Look) {
        self.add(Form::Lines(lines), look);
    }

    pub(crate) fn circle(&mut self, middle: Point, radius: f32, look: Look) {
        self.add(Form::Circle(middle, radius), look);
    }

    /// A text around a middle, made smaller and then cut where it is broader than `room`.
    pub(crate) fn text(&mut self, text: &str, middle: Point, size: f32, room: f32, paint: Paint) {
        let (text, size) = fit(text, size, room);
        self.add(Form::Text(text, middle, size), drawn(Ply::Letter, pen(paint, size * 0.13)));
    }

    /// A text that begins at a place, and how broad it became.
    #[cfg(feature = "pdf")]
    pub(crate) fn line(&mut self, text: &str, (x, y): Point, size: f32, room: f32) -> f32 {
        let (fitting, smaller) = fit(text, size, room);
        let width = font::width(&fitting) * smaller / font::CAPITAL;
        self.text(text, (x + width / 2.0, y), size, room, Paint::Ink);
        width
    }

    /// A text on a body of some paint, with a halo where that has a pattern.
    pub(crate) fn text_on(&mut self, body: Paint, text: &str, middle: Point, size: f32, room: f32) {
        if body.pattern().is_some() {
            let (text, size) = fit(text, size, room);
            let halo = pen(body.plain(), size * 0.45);
            self.add(Form::Text(text, middle, size), drawn(Ply::Halo, halo));
        }
        self.text(text, middle, size, room, body.letter());
    }

    /// An arrow along a path.
    pub(crate) fn arrow(&mut self, path: &[Point], width: f32, paint: Paint) {
        let [.., before, tip] = *path else { return };
        let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
        let length = dx.hypot(dy).max(f32::EPSILON);
        let (dx, dy) = (dx / length * width, dy / length * width);
        let back = (tip.0 - 3.0 * dx, tip.1 - 3.0 * dy);
        let wing = |side: f32| (back.0 - 2.0 * side * dy, back.1 + 2.0 * side * dx);
        let mut shaft = path.to_vec();
        shaft.pop();
        shaft.push(back);
        let head = [tip, wing(1.0), wing(-1.0)];
        self.polygon(&head, filled(Ply::Halo, Paint::Paper, pen(Paint::Paper, width)));
        self.lines(vec![shaft.clone()], drawn(Ply::Halo, pen(Paint::Paper, width * 2.0)));
        self.lines(vec![shaft], drawn(Ply::Letter, pen(paint, width)));
        self.polygon(&head, filled(Ply::Letter, paint, None));
    }
}

/// What a drawing draws, on a page of its own.
pub(crate) fn shapes(draw: impl FnOnce(&mut Scene)) -> Vec<Shape> {
    let mut scene = Scene::default();
    draw(&mut scene);
    scene.shapes
}

/// The most characters of a text.
const LONGEST: usize = 80;

/// Makes a text smaller, down to about half its size, and then cuts it, so that it fits.
fn fit(text: &str, size: f32, room: f32) -> (String, f32) {
    let mut text: String = text.chars().take(LONGEST).collect();
    let fitting = |text: &str| size.min(room / font::width(text).max(1.0) * font::CAPITAL);
    while fitting(&text) < size * 0.55 && text.chars().count() > 2 {
        text.pop();
    }
    let size = fitting(&text);
    (text, size)
}

/// Places boxes in rows, left to right, within a width. Returns each box's corner, and the size of all together.
pub(crate) fn flow(sizes: &[Point], width: f32, gap: f32) -> (Vec<Point>, Point) {
    let (mut x, mut y, mut row): (f32, f32, f32) = (0.0, 0.0, 0.0);
    let mut all: Point = (0.0, 0.0);
    let mut corners = Vec::with_capacity(sizes.len());
    for &(w, h) in sizes {
        if x > 0.0 && x + w > width {
            (x, y, row) = (0.0, y + row + gap, 0.0);
        }
        corners.push((x, y));
        row = row.max(h);
        all = (all.0.max(x + w), all.1.max(y + h));
        x += w + gap;
    }
    (corners, all)
}

/// A width within which [`flow`] makes a picture somewhat broader than high.
pub(crate) fn pleasing_width(sizes: &[Point], gap: f32) -> f32 {
    let area: f32 = sizes.iter().map(|s| (s.0 + gap) * (s.1 + gap)).sum();
    sizes.iter().fold((area * 1.5).sqrt(), |width, s| width.max(s.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_flow_into_rows() {
        let (corners, all) = flow(&[(4.0, 2.0), (4.0, 3.0), (4.0, 1.0)], 9.0, 1.0);
        assert_eq!(corners, [(0.0, 0.0), (5.0, 0.0), (0.0, 4.0)]);
        assert_eq!(all, (9.0, 5.0));
    }

    #[test]
    fn a_long_text_is_made_smaller_then_cut() {
        let mut scene = Scene::default();
        scene.text("a name that is much too long", (0.0, 0.0), 10.0, 30.0, Paint::Ink);
        let Form::Text(text, _, size) = &scene.shapes[0].form else { unreachable!() };
        assert!(text.len() < 15 && *size >= 5.5, "{text} {size}");
    }
}
