//! The way of a pen along forms, and the data of SVG paths, written short: in hundredths, and by steps from point to point.

use crate::font::{self, Pen};
use crate::scene::{Form, Point};

/// Columns and rows in hundredths.
type Spot = (i32, i32);

/// Whoever goes along forms with a pen.
pub(crate) trait Trace {
    fn pen(&mut self, pen: Pen);

    fn circle(&mut self, middle: Point, radius: f32);

    /// Back to where the line began.
    fn close(&mut self);

    fn trace(&mut self, form: &Form) {
        match form {
            Form::Loops(loops, radius) => {
                loops.iter().for_each(|corners| self.closed(corners, *radius));
            }
            Form::Lines(lines) => lines.iter().for_each(|line| self.open(line)),
            Form::Circle(middle, radius) => self.circle(*middle, *radius),
            Form::Text(text, (x, y), size) => {
                font::pens(text, *x, *y, *size).into_iter().for_each(|pen| self.pen(pen));
            }
        }
    }

    fn open(&mut self, points: &[Point]) {
        for (i, &(x, y)) in points.iter().enumerate() {
            self.pen(if i == 0 { Pen::Move(x, y) } else { Pen::Line(x, y) });
        }
    }

    fn closed(&mut self, corners: &[Point], radius: f32) {
        let n = corners.len();
        if radius == 0.0 {
            self.open(corners);
        } else {
            for (i, &here) in corners.iter().enumerate() {
                let from = towards(here, corners[(i + n - 1) % n], radius);
                let to = towards(here, corners[(i + 1) % n], radius);
                self.pen(if i == 0 {
                    Pen::Move(from.0, from.1)
                } else {
                    Pen::Line(from.0, from.1)
                });
                self.pen(Pen::Curve(here.0, here.1, to.0, to.1));
            }
        }
        self.close();
    }
}

/// A path as it is written.
#[derive(Default)]
pub(crate) struct Path {
    data: String,
    /// Where the pen is, and where its line began.
    at: Spot,
    start: Spot,
    /// The command that the next numbers belong to if none is given.
    last: Option<char>,
}

impl Trace for Path {
    fn circle(&mut self, (x, y): Point, r: f32) {
        self.pen(Pen::Move(x - r, y));
        let r = hundredths(r);
        self.put('a', &[r, r, 0, 100, 0, 2 * r, 0]);
        self.put('a', &[r, r, 0, 100, 0, -2 * r, 0]);
        self.close();
    }

    fn pen(&mut self, pen: Pen) {
        let (from, spot) = (self.at, |x: f32, y: f32| (hundredths(x), hundredths(y)));
        let away = |to: Spot| (to.0 - from.0, to.1 - from.1);
        match pen {
            Pen::Move(x, y) => {
                self.at = spot(x, y);
                self.start = self.at;
                let (far, near) = ([self.at.0, self.at.1], away(self.at));
                let near = [near.0, near.1];
                let shorter = written(&near).len() < written(&far).len();
                // A path must begin with a place. Numbers after a move would be lines.
                if shorter && !self.data.is_empty() {
                    self.put('m', &near);
                } else {
                    self.put('M', &far);
                }
                self.last = None;
            }
            Pen::Line(x, y) => {
                self.at = spot(x, y);
                match away(self.at) {
                    (dx, 0) => self.put('h', &[dx]),
                    (0, dy) => self.put('v', &[dy]),
                    (dx, dy) => self.put('l', &[dx, dy]),
                }
            }
            Pen::Curve(bx, by, x, y) => {
                self.at = spot(x, y);
                let (bend, to) = (away(spot(bx, by)), away(self.at));
                self.put('q', &[bend.0, bend.1, to.0, to.1]);
            }
        }
    }

    fn close(&mut self) {
        self.data.push('z');
        (self.at, self.last) = (self.start, None);
    }
}

impl Path {
    /// The data of a path through some forms.
    pub(crate) fn through<'a>(forms: impl Iterator<Item = &'a Form>) -> String {
        let mut path = Path::default();
        forms.for_each(|form| path.trace(form));
        path.data
    }

    fn put(&mut self, command: char, numbers: &[i32]) {
        let text = written(numbers);
        if self.last != Some(command) {
            self.data.push(command);
        } else if !text.starts_with('-') {
            self.data.push(' ');
        }
        self.data += &text;
        self.last = Some(command);
    }
}

/// Numbers as short as they can be, with blanks where no sign parts them.
fn written(numbers: &[i32]) -> String {
    let mut out = String::new();
    for &number in numbers {
        let text = decimal(number);
        if !out.is_empty() && !text.starts_with('-') {
            out.push(' ');
        }
        out += &text;
    }
    out
}

/// A number of hundredths in digits.
pub(crate) fn decimal(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (whole, part) {
        (_, 0) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}.{part:02}").trim_end_matches('0').to_owned(),
        _ => format!("{sign}{whole}.{part:02}").trim_end_matches('0').to_owned(),
    }
}

/// A point as it stands in a `translate`.
pub(crate) fn pair((x, y): Point) -> String {
    written(&[hundredths(x), hundredths(y)])
}

pub(crate) fn hundredths(number: f32) -> i32 {
    (number * 100.0).round() as i32
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

    fn data(form: Form) -> String {
        Path::through([form].iter())
    }

    #[test]
    fn rounded_corners_are_curves() {
        let corners = vec![(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)];
        let d = data(Form::Loops(vec![corners], 2.0));
        assert!(d.starts_with('M') && d.ends_with('z') && d.matches('q').count() == 3, "{d}");
    }

    #[test]
    fn steps_are_written_as_short_as_they_can_be() {
        let square = |x: f32| vec![(x, 0.5), (x + 4.0, 0.5), (x + 4.0, 4.5), (x, 4.5)];
        let d = data(Form::Loops(vec![square(100.25), square(110.25)], 0.0));
        assert_eq!(d, "M100.25 .5h4v4h-4zm10 0h4v4h-4z");
        let zigzag = vec![(0.0, 0.0), (1.0, -2.0), (3.0, 1.0), (-0.125, 0.0)];
        assert_eq!(data(Form::Lines(vec![zigzag])), "M0 0l1-2 2 3-3.13-1");
    }

    #[test]
    fn numbers_have_no_digit_too_many() {
        assert_eq!(
            [0, 5, -50, 100, -1234, 12300].map(decimal),
            ["0", ".05", "-.5", "1", "-12.34", "123"]
        );
    }
}
