//! Curves over whole numbers, such as times over sizes of boards.

use crate::palette::Paint;
use crate::scene::{MARGIN, Ply, Point, Scene, drawn, filled, pen};

/// Numbers against whole numbers.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Plot {
    /// What the numbers are.
    pub title: String,
    /// Is each step up the axis ten times the one below? Else the axis begins at 0.
    pub powers: bool,
    /// Not more than two can be told apart without their colours.
    pub curves: Vec<Curve>,
}

impl Plot {
    /// The points of all curves as they lie on the axes.
    fn seen(&self) -> impl Iterator<Item = (f64, f64)> {
        self.curves.iter().flat_map(|curve| seen(curve, self.powers))
    }
}

/// One curve of a plot.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Curve {
    /// What to write beside it.
    pub name: String,
    /// Its points from left to right. What has no place on the axis is left out.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f32 = 480.0;
const HEIGHT: f32 = 180.0;
/// Room for the numbers on the left, for the names on the right, and for title and numbers above and below.
const LEFT: f32 = 64.0;
const RIGHT: f32 = 64.0;
const ABOVE: f32 = 28.0;
const BELOW: f32 = 28.0;
const LETTERS: f32 = 9.0;
/// No more marks than this on an axis.
const MARKS: f64 = 18.0;

/// The paints of the curves: blue, rust.
const PAINTS: [Paint; 2] = [Paint::Plain(7), Paint::Plain(5)];

/// Draws plots below each other, over the same axis.
pub(crate) fn plots(title: &str, plots: &[Plot]) -> Scene {
    let step = ABOVE + HEIGHT + BELOW;
    let mut scene = Scene {
        title: title.to_owned(),
        width: MARGIN + LEFT + WIDTH + RIGHT + MARGIN,
        height: MARGIN + ABOVE + step * plots.len() as f32 + MARGIN,
        ..Scene::default()
    };
    let middle = MARGIN + LEFT + WIDTH / 2.0;
    scene.text(title, (middle, MARGIN + 8.0), LETTERS * 1.3, WIDTH, Paint::Ink);
    let across = Axis::whole(plots.iter().flat_map(Plot::seen).map(|point| point.0));
    for (i, plot) in plots.iter().enumerate() {
        let corner = (MARGIN + LEFT, MARGIN + ABOVE + step * i as f32 + ABOVE);
        let up = Axis::new(plot.seen().map(|p| p.1), plot.powers, !plot.powers);
        Field { corner, across: &across, up }.draw(plot, &mut scene);
    }
    scene
}

/// An axis from one number to another, by marks at multiples of a step.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
    powers: bool,
}

impl Axis {
    fn new(numbers: impl Iterator<Item = f64>, powers: bool, from_zero: bool) -> Axis {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers {
            (least, most) = (least.min(number), most.max(number));
        }
        if least > most {
            (least, most) = (0.0, 1.0);
        }
        if from_zero {
            least = least.min(0.0);
        }
        let step = nice((most - least) / if powers { MARKS } else { MARKS / 3.0 });
        let step = if powers { step.max(1.0) } else { step };
        let (from, to) = ((least / step).floor() * step, (most / step).ceil() * step);
        Axis { from, to: to.max(from + step), step, powers }
    }

    fn whole(numbers: impl Iterator<Item = f64>) -> Axis {
        let axis = Axis::new(numbers, true, false);
        Axis { powers: false, ..axis }
    }

    fn share(&self, number: f64) -> f32 {
        ((number - self.from) / (self.to - self.from)) as f32
    }

    fn marks(&self) -> impl Iterator<Item = (f32, String)> {
        let count = ((self.to - self.from) / self.step).round() as usize;
        (0..=count).map(|i| {
            let number = self.from + i as f64 * self.step;
            (self.share(number), self.words(number))
        })
    }

    fn words(&self, number: f64) -> String {
        match number {
            n if self.powers && (-3.0..=3.0).contains(&n) => format!("{}", 10_f64.powi(n as i32)),
            n if self.powers => format!("1e{n}"),
            // Multiples of a tenth are not what they seem.
            n => format!("{}", (n * 1e6).round() / 1e6),
        }
    }
}

/// The next number up that is 1, 2 or 5 times a power of ten.
fn nice(number: f64) -> f64 {
    let power = 10_f64.powf(number.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * power);
    steps.into_iter().find(|&step| step >= number * 0.999).unwrap_or(10.0 * power)
}

/// Where a plot lies on the page.
struct Field<'a> {
    corner: Point,
    across: &'a Axis,
    up: Axis,
}

impl Field<'_> {
    fn at(&self, across: f32, up: f32) -> Point {
        (self.corner.0 + across * WIDTH, self.corner.1 + (1.0 - up) * HEIGHT)
    }

    fn draw(&self, plot: &Plot, scene: &mut Scene) {
        let (x, y) = self.at(0.5, 1.0);
        scene.text(&plot.title, (x, y - 13.0), LETTERS, WIDTH, Paint::Ink);
        let thin = drawn(Ply::Floor, pen(Paint::Frame, 0.6));
        for (share, words) in self.across.marks() {
            let (x, y) = self.at(share, 0.0);
            scene.lines(vec![vec![(x, y), self.at(share, 1.0)]], thin);
            scene.text(&words, (x, y + 11.0), LETTERS * 0.9, LEFT, Paint::Ink);
        }
        for (share, words) in self.up.marks() {
            let (x, y) = self.at(0.0, share);
            scene.lines(vec![vec![(x, y), self.at(1.0, share)]], thin);
            scene.text(&words, (x - LEFT / 2.0, y), LETTERS * 0.9, LEFT - 8.0, Paint::Ink);
        }
        for (i, curve) in plot.curves.iter().enumerate() {
            self.curve(curve, i, plot.powers, scene);
        }
    }

    /// The first curve has discs, the others have squares.
    fn curve(&self, curve: &Curve, i: usize, powers: bool, scene: &mut Scene) {
        let paint = PAINTS[i % PAINTS.len()];
        let points: Vec<Point> = seen(curve, powers)
            .map(|(x, y)| self.at(self.across.share(x), self.up.share(y)))
            .collect();
        let mark = filled(Ply::Mark, paint, None);
        for &(x, y) in &points {
            match i {
                0 => scene.circle((x, y), 3.2, mark),
                _ => scene.square((x - 2.6, y - 2.6), 5.2, mark),
            }
        }
        let Some(&(x, y)) = points.last() else { return };
        // Two names would hide each other where the curves meet.
        let y = y + if i == 0 { -6.0 } else { 6.0 };
        scene.text(&curve.name, (x + RIGHT / 2.0, y), LETTERS, RIGHT - 16.0, paint);
        scene.lines(vec![points], drawn(Ply::Body, pen(paint, 1.6)));
    }
}

/// The points that have a place, as they lie on the axes.
fn seen(curve: &Curve, powers: bool) -> impl Iterator<Item = (f64, f64)> {
    let up = move |y: f64| if powers { y.log10() } else { y };
    let points = curve.points.iter().map(move |&(x, y)| (x, up(y)));
    points.filter(|(x, y)| x.is_finite() && y.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(axis: &Axis) -> Vec<String> {
        axis.marks().map(|mark| mark.1).collect()
    }

    #[test]
    fn axes_have_round_marks_around_all_numbers() {
        let percent = Axis::new([55.0, 100.0].into_iter(), false, true);
        assert_eq!(words(&percent), ["0", "20", "40", "60", "80", "100"]);
        let powers = Axis::new([-3.2, 0.4].into_iter(), true, false);
        assert_eq!(words(&powers), ["1e-4", "0.001", "0.01", "0.1", "1", "10"]);
        assert_eq!(words(&Axis::whole([2.0, 5.0].into_iter())), ["2", "3", "4", "5"]);
    }

    #[test]
    fn a_plot_without_a_number_on_its_axis_is_still_a_picture() {
        let points = vec![(1.0, 0.0), (2.0, f64::NAN), (f64::INFINITY, 3.0)];
        let curve = Curve { name: "mean".into(), points };
        let none = Plot { title: "seconds".into(), powers: true, curves: vec![curve] };
        let scene = plots("none", &[none, Plot::default()]);
        assert!(scene.shapes.iter().all(|s| !format!("{:?}", s.form).contains("NaN")));
    }
}
