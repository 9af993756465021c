//! A PDF has the shapes of the SVG.

use std::collections::BTreeMap;

use marquetry::draw::{
    Curve, Plot, pdf, pieces_pdf, pieces_svg, plots_pdf, plots_svg, sheet_pdf, sheet_svg, svg,
};
use marquetry::{Puzzle, Solution};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Group, Node, Options, Paint, Tree};

use super::reader::{Point, pages};
use super::{named, solved};

/// How often each line is there: filled or drawn, in which colour, and what box it fills, in tenths of a unit.
type Shapes = BTreeMap<(bool, [i32; 3], [i32; 4]), usize>;

fn add(shapes: &mut Shapes, filled: bool, colour: [f32; 3], line: &[Point]) {
    let least = |side: fn(&Point) -> f32| line.iter().map(side).fold(f32::INFINITY, f32::min);
    let most = |side: fn(&Point) -> f32| line.iter().map(side).fold(-f32::INFINITY, f32::max);
    let ends = [least(|p| p.0), least(|p| p.1), most(|p| p.0), most(|p| p.1)];
    let key = (
        filled,
        colour.map(|c| (c * 255.0).round() as i32),
        ends.map(|n| (n * 10.0).round() as i32),
    );
    *shapes.entry(key).or_default() += 1;
}

/// Are they the same, where a tenth is as good as the next?
fn same(a: &Shapes, b: &Shapes) -> bool {
    let found = |key: &(bool, [i32; 3], [i32; 4]), others: &Shapes| {
        others.keys().any(|other| {
            let near = key.2.iter().zip(other.2).all(|(a, b)| (a - b).abs() <= 1);
            (key.0, key.1) == (other.0, other.1) && near
        })
    };
    let number = |shapes: &Shapes| shapes.values().sum::<usize>();
    number(a) == number(b) && a.keys().all(|key| found(key, b)) && b.keys().all(|key| found(key, a))
}

fn of_pdf(file: &[u8]) -> Shapes {
    let pages = pages(file);
    assert_eq!(pages.len(), 1);
    let (scale, high) = (pages[0].frame[0], pages[0].size.1);
    let mut shapes = Shapes::new();
    for path in pages[0].paths.iter().filter(|path| !path.mark) {
        for line in &path.lines {
            let line: Vec<Point> =
                line.iter().map(|&(x, y)| (x / scale, (high - y) / scale)).collect();
            path.fill.iter().for_each(|&fill| add(&mut shapes, true, fill, &line));
            path.stroke.iter().for_each(|stroke| add(&mut shapes, false, stroke.0, &line));
        }
    }
    shapes
}

fn of_svg(svg: &str) -> Shapes {
    let tree = Tree::from_str(svg, &Options::default()).expect("an SVG");
    let mut shapes = Shapes::new();
    gather(tree.root(), &mut shapes);
    shapes
}

fn gather(group: &Group, shapes: &mut Shapes) {
    for node in group.children() {
        match node {
            Node::Group(group) => gather(group, shapes),
            Node::Path(path) => {
                let data = path.data().clone().transform(path.abs_transform()).expect("a path");
                for line in lines(data.segments()) {
                    path.fill()
                        .iter()
                        .for_each(|fill| add(shapes, true, colour(fill.paint()), &line));
                    path.stroke().iter().for_each(|s| add(shapes, false, colour(s.paint()), &line));
                }
            }
            _ => panic!("our pictures are paths"),
        }
    }
}

/// A colour, or that under the marks of a pattern.
fn colour(paint: &Paint) -> [f32; 3] {
    match paint {
        Paint::Color(c) => [c.red, c.green, c.blue].map(|c| f32::from(c) / 255.0),
        Paint::Pattern(pattern) => match &pattern.root().children()[0] {
            Node::Path(ground) => colour(ground.fill().expect("a ground").paint()),
            Node::Group(group) => match &group.children()[0] {
                Node::Path(ground) => colour(ground.fill().expect("a ground").paint()),
                _ => panic!("a ground is a path"),
            },
            _ => panic!("a ground is a path"),
        },
        _ => panic!("there are no gradients"),
    }
}

/// The lines of a path, each by its points and those that bend it, with cubic bends.
fn lines(segments: impl Iterator<Item = PathSegment>) -> Vec<Vec<Point>> {
    let mut lines: Vec<Vec<Point>> = Vec::new();
    for segment in segments {
        let here = lines.last().and_then(|line| line.last().copied()).unwrap_or_default();
        let more = match segment {
            PathSegment::MoveTo(to) => {
                lines.push(vec![(to.x, to.y)]);
                continue;
            }
            PathSegment::LineTo(to) => vec![(to.x, to.y)],
            PathSegment::QuadTo(b, to) => {
                let near = |(x, y): Point| (x + (b.x - x) / 1.5, y + (b.y - y) / 1.5);
                vec![near(here), near((to.x, to.y)), (to.x, to.y)]
            }
            PathSegment::CubicTo(a, b, to) => [a, b, to].map(|p| (p.x, p.y)).to_vec(),
            PathSegment::Close => Vec::new(),
        };
        lines.last_mut().expect("a line").extend(more);
    }
    lines
}

/// The shapes of both, less the ground of the page, which paper has already.
fn compare(what: &str, svg: &str, pdf: &[u8]) {
    let (mut drawn, printed) = (of_svg(svg), of_pdf(pdf));
    let ground = drawn.keys().filter(|key| key.0 && key.1 == [255; 3]);
    let area = |key: &&(bool, [i32; 3], [i32; 4])| {
        i64::from(key.2[2] - key.2[0]) * i64::from(key.2[3] - key.2[1])
    };
    let ground = *ground.max_by_key(area).expect("a ground");
    drawn.remove(&ground);
    assert!(drawn.len() > 3 && same(&drawn, &printed), "{what}:\n{drawn:?}\n{printed:?}");
}

#[test]
fn every_kind_of_picture_has_the_same_shapes_in_a_pdf_and_an_svg() {
    for name in [
        "pentominoes-6x10",
        "checkerboard",
        "calendar",
        "soma",
        "hexagon",
        "hexiamonds-6x6",
        "framed-4x4",
        "tetravex-3x3",
        "arrows-meadow",
        "klotski",
        "rush-hour",
        "fifteen",
    ] {
        let puzzle = named(name);
        compare(name, &svg(&puzzle, None), &pdf(&puzzle, None));
        if name != "fifteen" {
            let solution = solved(&puzzle);
            compare(name, &svg(&puzzle, Some(&solution)), &pdf(&puzzle, Some(&solution)));
        }
    }
}

#[test]
fn sheets_of_solutions_sets_of_pieces_and_plots_have_the_same_shapes_too() {
    let puzzle = named("pentominoes-3x20");
    let many: Vec<Solution> = marquetry::solutions(&puzzle).collect();
    compare("sheet", &sheet_svg(&puzzle, &many), &sheet_pdf(&puzzle, &many));
    // More pieces than colours, so that some have patterns.
    let text = "marquetry tiling\nboard\n  ######\npieces hexominoes\n";
    let Puzzle::Tiling(p) = marquetry::formats::native::read(text).expect("a puzzle") else {
        unreachable!("it is a tiling puzzle")
    };
    compare("pieces", &pieces_svg(&p), &pieces_pdf(&p));
    let curve = Curve { name: "mean".into(), points: vec![(1.0, 3.0), (2.0, 50.0), (4.0, 7.0)] };
    let plots = [Plot { title: "time".into(), powers: true, curves: vec![curve] }];
    compare("plots", &plots_svg("all", &plots), &plots_pdf("all", &plots));
}
