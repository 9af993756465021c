//! Pictures of tiling puzzles: pieces with outlines on a board, layer by layer, and boxes seen from a corner too.

#[cfg(feature = "pdf")]
mod paper;
mod pieces;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::tiling::{Colour, Grid as Cells, Piece, Shape};
use marquetry_puzzle::{Cell, Placed, Tiling};

use crate::cells::{self, Lattice, SIZE};
use crate::labels::labels;
use crate::palette::Paint;
use crate::scene::{Grid, MARGIN, Ply, Point, Scene, drawn, filled, flow, pen, pleasing_width};
use crate::solid;
#[cfg(feature = "pdf")]
pub(crate) use paper::{boards, cutouts, solved, view};
pub use pieces::Pose;
use pieces::{laid, off_board, parked};
pub(crate) use pieces::{orientation, pose, stand};

const GAP: f32 = 24.0;
const CAPTION: f32 = 22.0;
/// The width of the line around a piece.
const LINE: f32 = 3.0;

/// The board with the pieces that lie on it.
pub(crate) fn cover(p: &Tiling, cover: &[Placed]) -> Scene {
    covered(p, cover, &Look::of(p))
}

fn covered(p: &Tiling, cover: &[Placed], look: &Look) -> Scene {
    let mut scene = empty(p, look);
    scene.lay_ground();
    let on_board = |placed: &Placed| {
        let cells = placed.cells.iter().copied().filter(|&c| p.colour_at(c).is_some());
        Placed { piece: placed.piece, cells: cells.collect() }
    };
    let seen: Vec<Placed> = cover.iter().map(on_board).collect();
    scene.figures = laid(p, look, &seen, false);
    marks(&mut scene, p, look, &p.board);
    let covered: HashSet<Cell> = cover.iter().flat_map(|placed| placed.cells.clone()).collect();
    printed(&mut scene, p, |cell| !covered.contains(&cell), &look.layers);
    whole(&mut scene, p, cover, look);
    rim(&mut scene, p, |_| true, &look.layers);
    scene
}

/// The board with the pieces that lie on it, and the others unseen. What is printed on cells lies under the pieces, and
/// these show their colours themselves.
pub(crate) fn touchable(p: &Tiling, cover: &[Placed]) -> Scene {
    let look = Look::of(p);
    let mut scene = empty(p, &look);
    printed(&mut scene, p, |_| true, &look.layers);
    marks(&mut scene, p, &look, &p.board);
    scene.lay_ground();
    scene.figures = laid(p, &look, cover, true);
    let mut lying = vec![0; p.pieces.len()];
    scene.figures.iter().for_each(|figure| lying[figure.piece] += 1);
    let parked = parked(p, &lying);
    scene.figures.extend(parked.into_iter().map(|which| off_board(p, &look, which, None)));
    scene.figures.sort_by_key(|figure| (figure.piece, figure.copy));
    whole(&mut scene, p, cover, &look);
    rim(&mut scene, p, |_| true, &look.layers);
    scene
}

/// The empty board, and the pieces beside it.
pub(crate) fn puzzle(p: &Tiling) -> Scene {
    let mut scene = cover(p, &[]);
    let (board_width, board_height) = (scene.width, scene.height);
    let sizes: Vec<Point> = p.pieces.iter().map(|piece| piece_size(p.grid, &piece.shape)).collect();
    let below = board_width > 2.0 * board_height;
    let width = pleasing_width(&sizes, GAP);
    let (corners, all) =
        flow(&sizes, if below { width.max(board_width - 2.0 * MARGIN) } else { width }, GAP);
    let (left, top) =
        if below { (MARGIN, board_height + GAP) } else { (board_width + GAP, MARGIN) };
    let look = Look::of(p);
    for (i, corner) in corners.into_iter().enumerate() {
        loose(&mut scene, p, &look, i, (left + corner.0, top + corner.1));
    }
    scene.width = scene.width.max(left + all.0 + MARGIN);
    scene.height = scene.height.max(top + all.1 + MARGIN);
    scene
}

/// The pieces alone.
pub(crate) fn pieces(p: &Tiling) -> Scene {
    let sizes: Vec<Point> = p.pieces.iter().map(|piece| piece_size(p.grid, &piece.shape)).collect();
    let (corners, all) = flow(&sizes, pleasing_width(&sizes, GAP), GAP);
    let mut scene = Scene::sized(all.0 + 2.0 * MARGIN, all.1 + 2.0 * MARGIN);
    let look = Look::of(p);
    for (i, corner) in corners.into_iter().enumerate() {
        loose(&mut scene, p, &look, i, (MARGIN + corner.0, MARGIN + corner.1));
    }
    scene
}

/// A piece alone, seen from a corner.
pub(crate) fn lone(p: &Tiling, i: usize) -> Option<Scene> {
    let shape = &p.pieces.get(i)?.shape;
    let all = extent(shape);
    let (width, height) = solid::size(all);
    let gap = MARGIN / 4.0;
    let mut scene = Scene::sized(width + 2.0 * gap, height + 2.0 * gap);
    let cubes: Vec<(Cell, usize)> = shape.iter().map(|&(cell, _)| (cell, 0)).collect();
    solid::draw(&mut scene, (gap, gap), all.1, &cubes, &[(Paint::Slot(i), "")]);
    Some(scene)
}

/// What the pieces of a puzzle have in common.
struct Look {
    labels: Vec<String>,
    colours: BTreeMap<char, usize>,
    layers: Layers,
    /// What a piece is painted with, and the width of the line around it.
    paint: fn(usize) -> Paint,
    line: f32,
}

impl Look {
    fn of(p: &Tiling) -> Look {
        let labels = labels(p.pieces.iter().map(|piece| piece.name.as_str()));
        let (colours, layers) = (cell_colours(p), layout(p));
        Look { labels, colours, layers, paint: Paint::Slot, line: LINE }
    }

    /// A colour and its number, where colours tell anything.
    fn mark(&self, colour: Colour) -> Option<(char, usize)> {
        colour.and_then(|c| Some((c, *self.colours.get(&c)?)))
    }
}

/// The board alone.
fn empty(p: &Tiling, look: &Look) -> Scene {
    let layers = &look.layers;
    let mut scene = Scene::sized(layers.all.0 + 2.0 * MARGIN, layers.all.1 + 2.0 * MARGIN);
    let origins = (0..p.size().2 as i16).map(|z| layers.at(z)).collect();
    scene.grid = Some(Grid { size: Lattice::of(p.grid).cell.0, origins });
    ground(&mut scene, p, layers);
    scene
}

/// How often a piece is used, where that is not just once.
pub(crate) fn copies(piece: &Piece, area: usize) -> String {
    let (least, most) = (piece.least, piece.most);
    match least {
        1 if most == 1 => String::new(),
        _ if least == most => format!("x{most}"),
        _ if most as usize >= area => format!("x{least}+"),
        _ => format!("x{least}-{most}"),
    }
}

/// The colours of cells with a number each; empty where there are not two, for then they tell nothing.
pub(crate) fn cell_colours(p: &Tiling) -> BTreeMap<char, usize> {
    let shapes = std::iter::once(&p.board).chain(p.pieces.iter().map(|piece| &piece.shape));
    let all: BTreeSet<char> = shapes.flatten().filter_map(|c| c.1).collect();
    if all.len() < 2 { BTreeMap::new() } else { all.into_iter().zip(0..).collect() }
}

/// Where the layers of the board go, and after them the whole seen from a corner, if there are several.
struct Layers {
    corners: Vec<Point>,
    all: Point,
    /// Where the board begins, from the first corner of its grid.
    from: Point,
}

impl Layers {
    fn at(&self, z: i16) -> Point {
        let (x, y) = self.corners.get(z as usize).copied().unwrap_or_default();
        (MARGIN + x - self.from.0, MARGIN + y - self.from.1)
    }
}

fn layout(p: &Tiling) -> Layers {
    let (w, h, d) = p.size();
    let caption = if d > 1 { CAPTION } else { 0.0 };
    let (from, to) = reach(p);
    let mut sizes = vec![(to.0 - from.0, to.1 - from.1 + caption); d];
    if d > 1 {
        sizes.push(solid::size((w, h, d)));
    }
    // A few layers read best in one row.
    let width = if d <= 5 { f32::INFINITY } else { pleasing_width(&sizes, GAP) };
    let (corners, all) = flow(&sizes, width, GAP);
    Layers { corners, all, from }
}

/// The least and the greatest point of the board, seen from the first corner of its grid.
fn reach(p: &Tiling) -> (Point, Point) {
    match p.grid {
        Cells::Squares => {
            let (w, h, _) = p.size();
            ((0.0, 0.0), (w as f32 * SIZE, h as f32 * SIZE))
        }
        grid => cells::extent(grid, p.board.iter().map(|c| c.0).chain(p.labels.keys().copied())),
    }
}

pub(crate) fn by_layer(cells: impl IntoIterator<Item = Cell>) -> BTreeMap<i16, Vec<Cell>> {
    let mut layers: BTreeMap<i16, Vec<Cell>> = BTreeMap::new();
    cells.into_iter().for_each(|c| layers.entry(c.z).or_default().push(c));
    layers
}

fn ground(scene: &mut Scene, p: &Tiling, layers: &Layers) {
    for (z, cells) in by_layer(p.board.iter().map(|c| c.0)) {
        floor(scene, p.grid, &cells, layers.at(z));
        if layers.corners.len() > 1 {
            let (w, h, _) = p.size();
            let (x, y) = layers.at(z);
            let at = (x + w as f32 * SIZE / 2.0, y + h as f32 * SIZE + 14.0);
            scene.text(&format!("layer {}", z + 1), at, 10.0, w as f32 * SIZE, Paint::Ink);
        }
    }
}

/// The cells of a layer without pieces.
fn floor(scene: &mut Scene, grid: Cells, cells: &[Cell], at: Point) {
    scene.loops(cells::loops(grid, cells, at), 0.0, filled(Ply::Ground, Paint::Floor, None));
    scene.lines(seams(grid, cells, at, 0.0), drawn(Ply::Floor, pen(Paint::Faint, 0.8)));
}

/// The pieces of a box seen from a corner; the bare box where there are none.
fn whole(scene: &mut Scene, p: &Tiling, cover: &[Placed], Look { labels, layers, .. }: &Look) {
    let (_, rows, d) = p.size();
    if d == 1 {
        return;
    }
    let known = cover.iter().filter(|placed| placed.piece < labels.len());
    let mut bodies: Vec<solid::Body> =
        known.clone().map(|placed| (Paint::Slot(placed.piece), &*labels[placed.piece])).collect();
    let cells = |(i, placed): (usize, &Placed)| {
        placed.cells.iter().map(|&cell| (cell, i)).collect::<Vec<_>>()
    };
    let mut cubes: Vec<(Cell, usize)> = known.enumerate().flat_map(cells).collect();
    cubes.retain(|cube| p.colour_at(cube.0).is_some());
    if bodies.is_empty() {
        bodies.push((Paint::Floor, ""));
        cubes.extend(p.board.iter().map(|&(cell, _)| (cell, 0)));
    }
    solid::draw(scene, layers.at(d as i16), rows, &cubes, &bodies);
}

/// The line around the board, and around labelled cells that stay open, in some layers.
fn rim(scene: &mut Scene, p: &Tiling, wanted: impl Fn(i16) -> bool, layers: &Layers) {
    let open = p.labels.keys().copied().filter(|&cell| p.colour_at(cell).is_none());
    let all = by_layer(p.board.iter().map(|c| c.0)).into_iter().chain(by_layer(open));
    for (z, cells) in all.filter(|(z, _)| wanted(*z)) {
        let loops = cells::loops(p.grid, &cells, layers.at(z));
        scene.loops(loops, 0.0, drawn(Ply::Rim, pen(Paint::Ink, 3.5)));
    }
}

/// The labels of some cells.
fn printed(scene: &mut Scene, p: &Tiling, wanted: impl Fn(Cell) -> bool, layers: &Layers) {
    for (&cell, label) in p.labels.iter().filter(|label| wanted(*label.0)) {
        let middle = cells::middle(p.grid, layers.at(cell.z), cell);
        scene.text(label, middle, 11.0, SIZE - 6.0, Paint::Ink);
    }
}

/// The lines between cells of one set, shorter by so much where they end at its outline.
fn seams(grid: Cells, cells: &[Cell], at: Point, shorter: f32) -> Vec<Vec<Point>> {
    if grid != Cells::Squares {
        return cells::seams(grid, cells, at, shorter);
    }
    let set: HashSet<Cell> = cells.iter().copied().collect();
    let inside = |corner: Cell| {
        let around = [(0, 0), (-1, 0), (0, -1), (-1, -1)];
        around.into_iter().all(|(x, y)| set.contains(&corner.plus(Cell::at(x, y))))
    };
    let end = |corner_cell: Cell, (dx, dy): (f32, f32)| {
        let by = if inside(corner_cell) { 0.0 } else { shorter };
        let (x, y) = cells::point(grid, at, (corner_cell.x, corner_cell.y));
        (x + dx * by, y + dy * by)
    };
    let mut lines = Vec::new();
    for &cell in cells {
        let (right, below, across) = (Cell::at(1, 0), Cell::at(0, 1), cell.plus(Cell::at(1, 1)));
        if set.contains(&cell.plus(right)) {
            lines.push(vec![end(cell.plus(right), (0.0, 1.0)), end(across, (0.0, -1.0))]);
        }
        if set.contains(&cell.plus(below)) {
            lines.push(vec![end(cell.plus(below), (1.0, 0.0)), end(across, (-1.0, 0.0))]);
        }
    }
    lines
}

/// A disc with its letter on every coloured cell of some.
fn marks<'a>(
    scene: &mut Scene,
    p: &Tiling,
    look: &Look,
    cells: impl IntoIterator<Item = &'a (Cell, Colour)>,
) {
    for &(cell, colour) in cells {
        if let Some(mark) = look.mark(colour) {
            let (x, y) = cells::middle(p.grid, look.layers.at(cell.z), cell);
            disc(scene, mark, (x + 3.0, y + 3.0));
        }
    }
}

/// A disc with the letter of a colour.
fn disc(scene: &mut Scene, (letter, number): (char, usize), at: Point) {
    let paint = match number {
        0 => Paint::Ink,
        1 => Paint::Paper,
        more => Paint::Plain(more - 2),
    };
    scene.circle(at, 9.0, filled(Ply::Mark, paint, pen(paint.letter(), 1.2)));
    scene.text(&letter.to_string(), at, 8.0, 12.0, paint.letter());
}

/// Columns, rows and layers of a piece.
pub(crate) fn extent(shape: &Shape) -> (usize, usize, usize) {
    let hi = bounds(shape.iter().map(|c| c.0)).map_or(Cell::at(0, 0), |b| b.1);
    (hi.x as usize + 1, hi.y as usize + 1, hi.z as usize + 1)
}

/// A piece's layers lie side by side, half a cell apart.
fn layers_size(grid: Cells, shape: &Shape) -> Point {
    if grid != Cells::Squares {
        let (lo, hi) = cells::extent(grid, shape.iter().map(|c| c.0));
        return (hi.0 - lo.0, hi.1 - lo.1);
    }
    let (w, h, d) = extent(shape);
    ((w as f32 * d as f32 + (d - 1) as f32 / 2.0) * SIZE, h as f32 * SIZE)
}

/// Beside the layers of a piece there is the piece seen from a corner.
fn piece_size(grid: Cells, shape: &Shape) -> Point {
    let (layers, all) = (layers_size(grid, shape), extent(shape));
    let (w, h) = if all.2 > 1 { solid::size(all) } else { (0.0, 0.0) };
    let gap = if all.2 > 1 { SIZE / 2.0 } else { 0.0 };
    (layers.0 + gap + w, layers.1.max(h) + CAPTION)
}

/// A piece off the board with a caption.
fn loose(scene: &mut Scene, p: &Tiling, look: &Look, i: usize, at: Point) {
    let Some(lone) = p.pieces.get(i) else { return };
    let (_, h, d) = extent(&lone.shape);
    scene.figures.push(off_board(p, look, (i, 1), Some(at)));
    let (width, height) = piece_size(p.grid, &lone.shape);
    if d > 1 {
        let cubes: Vec<(Cell, usize)> = lone.shape.iter().map(|&(cell, _)| (cell, 0)).collect();
        let side = (at.0 + layers_size(p.grid, &lone.shape).0 + SIZE / 2.0, at.1);
        solid::draw(scene, side, h, &cubes, &[(Paint::Slot(i), "")]);
    }
    let caption = format!("{} {}", lone.name, copies(lone, p.board.len()));
    let spot = (at.0 + width / 2.0, at.1 + height - CAPTION + 12.0);
    scene.text(caption.trim_end(), spot, 9.0, width + GAP * 0.8, Paint::Ink);
}
