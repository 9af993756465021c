//! Pictures of tiling puzzles: pieces with outlines on a board, layer by layer, and boxes seen from a corner too.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::tiling::{Colour, Piece, Shape};
use marquetry_puzzle::{Cell, Placed, Tiling};

use crate::labels::labels;
use crate::outline;
use crate::palette::Paint;
use crate::scene::{Level, MARGIN, Point, Scene, drawn, filled, flow, pen, pleasing_width};
use crate::solid;

const SIZE: f32 = 40.0;
const GAP: f32 = 24.0;
const CAPTION: f32 = 22.0;

/// The board with the pieces that lie on it.
pub(crate) fn cover(p: &Tiling, cover: &[Placed]) -> Scene {
    let labels = labels(p.pieces.iter().map(|piece| piece.name.as_str()));
    let mut scene = Scene::default();
    let layers = layout(p);
    ground(&mut scene, p, &layers);
    let colours = cell_colours(p);
    for placed in cover {
        let Some(label) = labels.get(placed.piece) else { continue };
        let cells: Vec<Cell> =
            placed.cells.iter().copied().filter(|&c| p.colour_at(c).is_some()).collect();
        piece(&mut scene, &cells, Paint::Slot(placed.piece), label, !colours.is_empty(), |z| {
            layers.at(z)
        });
    }
    marks(&mut scene, &p.board, &colours, |z| layers.at(z));
    printed(&mut scene, p, cover, &layers);
    whole(&mut scene, p, cover, &labels, &layers);
    rim(&mut scene, p, &layers);
    (scene.width, scene.height) = (layers.all.0 + 2.0 * MARGIN, layers.all.1 + 2.0 * MARGIN);
    scene
}

/// The empty board, and the pieces beside it.
pub(crate) fn puzzle(p: &Tiling) -> Scene {
    let mut scene = cover(p, &[]);
    let (board_width, board_height) = (scene.width, scene.height);
    let sizes: Vec<Point> = p.pieces.iter().map(|piece| piece_size(&piece.shape)).collect();
    let below = board_width > 2.0 * board_height;
    let width = pleasing_width(&sizes, GAP);
    let (corners, all) =
        flow(&sizes, if below { width.max(board_width - 2.0 * MARGIN) } else { width }, GAP);
    let (left, top) =
        if below { (MARGIN, board_height + GAP) } else { (board_width + GAP, MARGIN) };
    let labels = labels(p.pieces.iter().map(|piece| piece.name.as_str()));
    let colours = cell_colours(p);
    for (i, (corner, label)) in corners.into_iter().zip(&labels).enumerate() {
        let at = (left + corner.0, top + corner.1);
        loose(&mut scene, p, i, at, label, &colours);
    }
    scene.width = scene.width.max(left + all.0 + MARGIN);
    scene.height = scene.height.max(top + all.1 + MARGIN);
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
}

impl Layers {
    fn at(&self, z: i16) -> Point {
        let (x, y) = self.corners.get(z as usize).copied().unwrap_or_default();
        (MARGIN + x, MARGIN + y)
    }
}

fn layout(p: &Tiling) -> Layers {
    let (w, h, d) = p.size();
    let caption = if d > 1 { CAPTION } else { 0.0 };
    let mut sizes = vec![(w as f32 * SIZE, h as f32 * SIZE + caption); d];
    if d > 1 {
        sizes.push(solid::size((w, h, d)));
    }
    // A few layers read best in one row.
    let width = if d <= 5 { f32::INFINITY } else { pleasing_width(&sizes, GAP) };
    let (corners, all) = flow(&sizes, width, GAP);
    Layers { corners, all }
}

fn by_layer(cells: impl IntoIterator<Item = Cell>) -> BTreeMap<i16, Vec<Cell>> {
    let mut layers: BTreeMap<i16, Vec<Cell>> = BTreeMap::new();
    cells.into_iter().for_each(|c| layers.entry(c.z).or_default().push(c));
    layers
}

fn corner(at: Point, cell: Cell) -> Point {
    (at.0 + f32::from(cell.x) * SIZE, at.1 + f32::from(cell.y) * SIZE)
}

fn middle(at: Point, cell: Cell) -> Point {
    let (x, y) = corner(at, cell);
    (x + SIZE / 2.0, y + SIZE / 2.0)
}

fn ground(scene: &mut Scene, p: &Tiling, layers: &Layers) {
    for (z, cells) in by_layer(p.board.iter().map(|c| c.0)) {
        let loops = outline::inset(&outline::loops(cells.iter().copied()), layers.at(z), SIZE, 0.0);
        scene.loops(loops, 0.0, filled(Level::Ground, Paint::Floor, None));
        scene.lines(seams(&cells, layers.at(z)), drawn(Level::Floor, pen(Paint::Faint, 0.8)));
        if layers.corners.len() > 1 {
            let (w, h, _) = p.size();
            let (x, y) = layers.at(z);
            let at = (x + w as f32 * SIZE / 2.0, y + h as f32 * SIZE + 14.0);
            scene.text(&format!("layer {}", z + 1), at, 10.0, w as f32 * SIZE, Paint::Ink);
        }
    }
}

/// The pieces of a box seen from a corner; the bare box where there are none.
fn whole(scene: &mut Scene, p: &Tiling, cover: &[Placed], labels: &[String], layers: &Layers) {
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

/// The line around the board, and around labelled cells that stay open.
fn rim(scene: &mut Scene, p: &Tiling, layers: &Layers) {
    let open = p.labels.keys().copied().filter(|&cell| p.colour_at(cell).is_none());
    for (z, cells) in by_layer(p.board.iter().map(|c| c.0)).into_iter().chain(by_layer(open)) {
        let loops = outline::inset(&outline::loops(cells), layers.at(z), SIZE, 0.0);
        scene.loops(loops, 0.0, drawn(Level::Rim, pen(Paint::Ink, 3.5)));
    }
}

/// The labels of the cells that no piece covers.
fn printed(scene: &mut Scene, p: &Tiling, cover: &[Placed], layers: &Layers) {
    let covered: HashSet<Cell> = cover.iter().flat_map(|placed| placed.cells.clone()).collect();
    for (&cell, label) in p.labels.iter().filter(|label| !covered.contains(label.0)) {
        scene.text(label, middle(layers.at(cell.z), cell), 11.0, SIZE - 6.0, Paint::Ink);
    }
}

/// The lines between cells of one set.
fn seams(cells: &[Cell], at: Point) -> Vec<Vec<Point>> {
    let set: HashSet<Cell> = cells.iter().copied().collect();
    let mut lines = Vec::new();
    for &cell in cells {
        let (x, y) = corner(at, cell);
        if set.contains(&cell.plus(Cell::at(1, 0))) {
            lines.push(vec![(x + SIZE, y), (x + SIZE, y + SIZE)]);
        }
        if set.contains(&cell.plus(Cell::at(0, 1))) {
            lines.push(vec![(x, y + SIZE), (x + SIZE, y + SIZE)]);
        }
    }
    lines
}

/// A piece on given cells, its label once in each part of it; in a corner, where the cells have marks of their own.
fn piece(
    scene: &mut Scene,
    cells: &[Cell],
    paint: Paint,
    label: &str,
    marked: bool,
    at: impl Fn(i16) -> Point,
) {
    for part in outline::parts(cells) {
        let Some(heart) = outline::heart(&part) else { continue };
        let at = at(heart.z);
        let loops = outline::inset(&outline::loops(part.iter().copied()), at, SIZE, 0.0);
        scene.loops(loops.clone(), 0.0, filled(Level::Body, paint, None));
        scene.lines(seams(&part, at), drawn(Level::Seam, pen(paint.letter(), 0.5)));
        scene.loops(loops, 0.0, drawn(Level::Outline, pen(Paint::Ink, 3.0)));
        let (x, y) = corner(at, heart);
        if marked {
            scene.text_on(paint, label, (x + 9.0, y + 9.0), 9.0, 14.0);
        } else {
            scene.text_on(paint, label, middle(at, heart), 16.0, 32.0);
        }
    }
}

/// A disc with its letter on every coloured cell.
fn marks(
    scene: &mut Scene,
    shape: &Shape,
    colours: &BTreeMap<char, usize>,
    at: impl Fn(i16) -> Point,
) {
    let number = |colour: Colour| colour.and_then(|c| Some((c, *colours.get(&c)?)));
    for (cell, (letter, number)) in
        shape.iter().filter_map(|&(cell, colour)| Some((cell, number(colour)?)))
    {
        let (x, y) = middle(at(cell.z), cell);
        let paint = match number {
            0 => Paint::Ink,
            1 => Paint::Paper,
            more => Paint::Plain(more - 2),
        };
        scene.circle((x + 3.0, y + 3.0), 9.0, filled(Level::Mark, paint, pen(paint.letter(), 1.2)));
        scene.text(&letter.to_string(), (x + 3.0, y + 3.0), 8.0, 12.0, paint.letter());
    }
}

/// Columns, rows and layers of a piece.
pub(crate) fn extent(shape: &Shape) -> (usize, usize, usize) {
    let hi = bounds(shape.iter().map(|c| c.0)).map_or(Cell::at(0, 0), |b| b.1);
    (hi.x as usize + 1, hi.y as usize + 1, hi.z as usize + 1)
}

/// A piece's layers lie side by side, half a cell apart.
fn layers_size(shape: &Shape) -> Point {
    let (w, h, d) = extent(shape);
    ((w as f32 * d as f32 + (d - 1) as f32 / 2.0) * SIZE, h as f32 * SIZE)
}

/// Beside the layers of a piece there is the piece seen from a corner.
fn piece_size(shape: &Shape) -> Point {
    let (layers, all) = (layers_size(shape), extent(shape));
    let (w, h) = if all.2 > 1 { solid::size(all) } else { (0.0, 0.0) };
    let gap = if all.2 > 1 { SIZE / 2.0 } else { 0.0 };
    (layers.0 + gap + w, layers.1.max(h) + CAPTION)
}

/// A piece off the board with a caption.
fn loose(
    scene: &mut Scene,
    p: &Tiling,
    i: usize,
    at: Point,
    label: &str,
    colours: &BTreeMap<char, usize>,
) {
    let Some(lone) = p.pieces.get(i) else { return };
    let (w, h, d) = extent(&lone.shape);
    let layer = |z: i16| (at.0 + f32::from(z) * (w as f32 + 0.5) * SIZE, at.1);
    let cells: Vec<Cell> = lone.shape.iter().map(|c| c.0).collect();
    piece(scene, &cells, Paint::Slot(i), label, !colours.is_empty(), layer);
    marks(scene, &lone.shape, colours, layer);
    let (width, height) = piece_size(&lone.shape);
    if d > 1 {
        let cubes: Vec<(Cell, usize)> = cells.iter().map(|&cell| (cell, 0)).collect();
        let side = (at.0 + layers_size(&lone.shape).0 + SIZE / 2.0, at.1);
        solid::draw(scene, side, h, &cubes, &[(Paint::Slot(i), "")]);
    }
    let caption = format!("{} {}", lone.name, copies(lone, p.board.len()));
    let spot = (at.0 + width / 2.0, at.1 + height - CAPTION + 12.0);
    scene.text(caption.trim_end(), spot, 9.0, width + GAP * 0.8, Paint::Ink);
}
