//! Cubes seen from a corner: what is hidden is found triangle by triangle.
//!
//! Seen along a diagonal, every cube is a hexagon of six triangles of one grid, two to each of the faces that point
//! our way. Of all triangles in one place the one of the nearest cube is seen.

use std::collections::{BTreeMap, HashMap};

use marquetry_puzzle::Cell;
use marquetry_puzzle::tiling::Grid;

use crate::outline;
use crate::palette::Paint;
use crate::scene::{Ply, Point, Scene, drawn, filled, pen};

/// The edge of a cube.
const EDGE: f32 = 30.0;
/// How much farther right the end of an edge along a row is.
const ACROSS: f32 = EDGE * 0.866;

/// A body: its paint and its label.
pub(crate) type Body<'a> = (Paint, &'a str);

/// The faces that point our way, by the axis they look along, and how bright they are.
const TOP: usize = 0;
const RIGHT: usize = 1;
const BRIGHTNESS: [f32; 3] = [1.0, 0.82, 0.68];

/// A face that is seen, perhaps half of it.
struct Face {
    body: usize,
    kind: usize,
    /// The corner in the middle of the cube's hexagon, then the others clockwise.
    corners: [Cell; 4],
    halves: [bool; 2],
}

/// A side of a seen triangle: the face it belongs to, and its ends.
type Side = (usize, [Cell; 2]);

/// The room that a box of so many columns, rows and layers needs.
pub(crate) fn size((w, h, d): (usize, usize, usize)) -> Point {
    let (w, h, d) = (w as f32, h as f32, d as f32);
    ((w + h) * ACROSS, ((w + h) / 2.0 + d) * EDGE)
}

/// Draws cubes, each of a body, in a box of so many rows.
pub(crate) fn draw(
    scene: &mut Scene,
    at: Point,
    rows: usize,
    cubes: &[(Cell, usize)],
    bodies: &[Body<'_>],
) {
    let place = |corner: Cell| {
        let (a, b) = project(corner);
        (at.0 + (a as f32 + rows as f32) * ACROSS, at.1 + (b as f32 - a as f32 / 2.0) * EDGE)
    };
    let faces = seen(cubes);
    for face in &faces {
        let [middle, a, b, c] = face.corners.map(place);
        let paint = bodies[face.body].0.shaded(BRIGHTNESS[face.kind]);
        let corners = match face.halves {
            [true, true] => vec![middle, a, b, c],
            [true, false] => vec![middle, a, b],
            _ => vec![middle, b, c],
        };
        scene.polygon(&corners, filled(Ply::Body, paint, None));
    }
    lines(scene, &faces, place);
    labels(scene, &faces, bodies, place);
}

/// The place on the grid of triangles: the same for all corners on one line towards us.
fn project(corner: Cell) -> (i32, i32) {
    let [x, y, z] = [corner.x, corner.y, corner.z].map(i32::from);
    (x - y, x + z)
}

fn faces_of(cell: Cell) -> [[Cell; 4]; 3] {
    let at = |z, y, x| cell.plus(Cell { z, y, x });
    let middle = at(0, 1, 1);
    [
        [middle, at(0, 1, 0), at(0, 0, 0), at(0, 0, 1)],
        [middle, at(0, 0, 1), at(1, 0, 1), at(1, 1, 1)],
        [middle, at(1, 1, 1), at(1, 1, 0), at(0, 1, 0)],
    ]
}

/// The faces of which anything is seen.
fn seen(cubes: &[(Cell, usize)]) -> Vec<Face> {
    let mut nearest: HashMap<(i32, i32), (i32, usize)> = HashMap::new();
    let place = |corners: [Cell; 4], half: usize| {
        let three = [corners[0], corners[half + 1], corners[half + 2]].map(project);
        three.iter().fold((0, 0), |sum, p| (sum.0 + p.0, sum.1 + p.1))
    };
    let each = || (0..3).flat_map(|kind| [(kind, 0), (kind, 1)]);
    for (i, &(cell, _)) in cubes.iter().enumerate() {
        let near = i32::from(cell.x) + i32::from(cell.y) - i32::from(cell.z);
        let corners = faces_of(cell);
        for (kind, half) in each() {
            let found = nearest.entry(place(corners[kind], half)).or_insert((near, i));
            *found = (*found).max((near, i));
        }
    }
    let face = |(i, &(cell, body)): (usize, &(Cell, usize))| {
        faces_of(cell).into_iter().enumerate().map(move |(kind, corners)| (i, body, kind, corners))
    };
    let all = cubes.iter().enumerate().flat_map(face);
    let faces = all.map(|(i, body, kind, corners)| {
        let halves =
            [0, 1].map(|half| nearest.get(&place(corners, half)).is_some_and(|n| n.1 == i));
        Face { body, kind, corners, halves }
    });
    faces.filter(|face| face.halves != [false; 2]).collect()
}

/// Thick lines around bodies and where one part hides another, thin ones along edges, faint ones between cubes.
fn lines(scene: &mut Scene, faces: &[Face], place: impl Fn(Cell) -> Point) {
    let mut sides: BTreeMap<[(i32, i32); 2], Vec<Side>> = BTreeMap::new();
    for (i, face) in faces.iter().enumerate() {
        let [middle, a, b, c] = face.corners;
        for (_, [p, q, r]) in
            face.halves.iter().zip([[middle, a, b], [middle, b, c]]).filter(|(seen, _)| **seen)
        {
            for (from, to) in [(p, q), (q, r), (r, p)] {
                let mut ends = [from, to];
                ends.sort_by_key(|&end| project(end));
                sides.entry(ends.map(project)).or_default().push((i, ends));
            }
        }
    }
    let look = |sides: &[Side]| {
        let [(i, a), (j, b)] = *sides else { return Some((Ply::Outline, Paint::Ink, 2.6)) };
        let (one, other) = (&faces[i], &faces[j]);
        match () {
            () if i == j => None,
            () if one.body != other.body || a != b => Some((Ply::Outline, Paint::Ink, 2.6)),
            () if one.kind == other.kind => Some((Ply::Seam, Paint::Faint, 0.6)),
            () => Some((Ply::Mark, Paint::Ink, 1.1)),
        }
    };
    let mut drawing: BTreeMap<_, Vec<Vec<Point>>> = BTreeMap::new();
    for sides in sides.values() {
        if let Some((ply, paint, width)) = look(sides) {
            let line = sides[0].1.map(&place).to_vec();
            drawing.entry(drawn(ply, pen(paint, width))).or_default().push(line);
        }
    }
    drawing.into_iter().for_each(|(look, drawing)| scene.lines(drawing, look));
}

/// A label on each flat part of a body of which whole faces are seen.
fn labels(scene: &mut Scene, faces: &[Face], bodies: &[Body<'_>], place: impl Fn(Cell) -> Point) {
    let mut flats: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
    // Each kind of face as cells of a flat grid, in layers by the plane they lie in.
    let flat = |kind: usize, Cell { z, y, x }: Cell| match kind {
        TOP => Cell { z, y, x },
        RIGHT => Cell { z: x, y: z, x: y },
        _ => Cell { z: y, y: z, x },
    };
    let mut corners: HashMap<(usize, usize, Cell), [Cell; 4]> = HashMap::new();
    for face in faces.iter().filter(|face| face.halves == [true; 2]) {
        let cell = flat(face.kind, face.corners[0]);
        flats.entry((face.body, face.kind)).or_default().push(cell);
        corners.insert((face.body, face.kind, cell), face.corners);
    }
    for ((body, kind), cells) in flats {
        let (paint, label) = bodies[body];
        let paint = paint.shaded(BRIGHTNESS[kind]);
        for heart in
            outline::parts(Grid::Squares, &cells).iter().filter_map(|part| outline::heart(part))
        {
            let Some(&[middle, _, across, _]) = corners.get(&(body, kind, heart)) else { continue };
            let (a, b) = (place(middle), place(across));
            let spot = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            scene.text(label, spot, 11.0, EDGE * 0.7, paint.letter());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: i16, y: i16, z: i16) -> (Cell, usize) {
        (Cell { z, y, x }, 0)
    }

    #[test]
    fn of_a_cube_three_faces_are_seen() {
        assert_eq!(seen(&[cube(0, 0, 0)]).len(), 3);
    }

    #[test]
    fn a_cube_right_behind_another_is_hidden() {
        assert_eq!(seen(&[cube(0, 0, 1), cube(1, 1, 0)]).len(), 3);
    }

    #[test]
    fn a_cube_may_hide_half_a_face() {
        let faces = seen(&[cube(0, 0, 1), cube(1, 0, 0)]);
        let halves = faces.iter().flat_map(|face| face.halves).filter(|seen| *seen).count();
        assert_eq!((faces.len(), halves), (6, 10));
    }

    #[test]
    fn a_box_shows_its_three_sides_and_nothing_within() {
        let cells = (0..27).map(|i| cube(i % 3, i / 3 % 3, i / 9)).collect::<Vec<_>>();
        assert_eq!(seen(&cells).len(), 27);
        assert!(seen(&cells).iter().all(|face| face.halves == [true; 2]));
    }
}
