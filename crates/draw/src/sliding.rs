//! Pictures of sliding puzzles: trays with their blocks, and an arrow per move.

use marquetry_puzzle::grid::{Cell, Direction, bounds};
use marquetry_puzzle::sliding::{Freedom, Position};
use marquetry_puzzle::{Move, Sliding};

use crate::outline;
use crate::palette::Paint;
use crate::scene::{
    Figure, Grid, MARGIN, Part, Ply, Point, Scene, Shape, Stand, dashes, drawn, filled, flow, pen,
    pleasing_width, shapes,
};
use crate::tray::Look;

/// The side of a cell.
pub(crate) const SIZE: f32 = 40.0;
const WALL: f32 = 8.0;
/// The width of the line around a block.
const LINE: f32 = 1.6;
const GAP: f32 = 24.0;
const CAPTION: f32 = 22.0;
/// More places than these are shown in a tray of their own.
const FEW_TARGETS: usize = 4;
const MOST_TRAYS: usize = 60;
/// With many blocks fewer trays are drawn, so that all of them together stay about this many.
const MOST_BLOCKS: usize = 20_000;

/// The tray at the start.
pub(crate) fn puzzle(p: &Sliding) -> Scene {
    tray_now(p, p.start(), "start")
}

/// The tray after some moves.
pub(crate) fn touchable(p: &Sliding, moves: &[Move]) -> Scene {
    let mut position = p.start().clone();
    moves.iter().for_each(|m| drop(position.make(p, m)));
    tray_now(p, &position, "")
}

/// One tray with its blocks as figures, and the goal where it has a tray of its own. Where it has none its places lie
/// over the blocks and their letters.
fn tray_now(p: &Sliding, position: &Position, caption: &str) -> Scene {
    let look = Look::of(p);
    let apart = apart(p);
    let (mut scene, corners) = page(p, 1 + usize::from(apart), CAPTION);
    let at = (ORIGIN, ORIGIN);
    scene.grid = Some(Grid { size: SIZE, origins: vec![at] });
    tray(&mut scene, p, at, caption);
    if let Some(&at) = corners.get(1) {
        tray(&mut scene, p, at, "goal");
    }
    scene.lay_ground();
    let figure = |i: usize| block(p, &look, i, lying(p, i, position, at), LINE);
    scene.figures = (0..p.blocks.len()).map(figure).collect();
    match corners.get(1) {
        Some(&at) => targets(&mut scene, p, &look, at),
        None => marks(&mut scene, p, at),
    }
    scene
}

/// A tray per move, its arrow in it, and the tray at the end.
pub(crate) fn moves(p: &Sliding, moves: &[Move]) -> Scene {
    let most = (MOST_BLOCKS / p.blocks.len().max(1)).clamp(2, MOST_TRAYS);
    moves_from(p, moves, (0, most))
}

/// The same without the first moves, and with so many at most.
pub(crate) fn moves_from(p: &Sliding, moves: &[Move], (first, most): (usize, usize)) -> Scene {
    let mut position = p.start().clone();
    let mut pictures = Vec::new();
    for (i, m) in moves.iter().enumerate() {
        let before = (i >= first && i < first + most).then(|| position.clone());
        let path = position.make(p, m);
        if let Some(before) = before {
            let arrow = (!path.is_empty()).then_some((m.block, path));
            pictures.push(Picture { caption: (i + 1).to_string(), position: before, arrow });
        }
    }
    let caption = match moves.len().saturating_sub(first + most) {
        0 => "end".into(),
        1 => "end, after 1 more move".into(),
        more => format!("end, after {more} more moves"),
    };
    pictures.push(Picture { caption, position, arrow: None });
    draw(p, &pictures)
}

/// The empty tray to print, in which the places of the blocks at the start are seen.
#[cfg(feature = "pdf")]
pub(crate) fn floor(p: &Sliding) -> Scene {
    let (mut scene, _) = page(p, 1, 0.0);
    let (at, look) = ((ORIGIN, ORIGIN), Look::of(p));
    tray(&mut scene, p, at, "");
    for (block, label) in p.blocks.iter().zip(&look.labels) {
        let loops = outline::inset(&outline::loops(block.cells.iter().copied()), at, SIZE, 0.0);
        scene.loops(loops, 0.0, drawn(Ply::Seam, pen(Paint::Faint, 0.8)));
        scene.text(label, middle_of(&block.cells, at), 9.0, 26.0, Paint::Faint);
    }
    if !apart(p) {
        marks(&mut scene, p, at);
    }
    scene
}

/// Each block with the line to cut it out along, without a margin.
#[cfg(feature = "pdf")]
pub(crate) fn cutouts(p: &Sliding) -> Vec<Scene> {
    let look = Look { paint: Paint::printed, ..Look::of(p) };
    let cutout = |i: usize| {
        let (x, y) = half(p, i);
        let mut scene = Scene::sized(2.0 * x, 2.0 * y);
        let stand = Stand { at: Some((x, y)), ..stand_in(p, i, None, (0.0, 0.0)) };
        scene.figures.push(block(p, &look, i, stand, LINE));
        let cells = &p.blocks[i].cells;
        let least = bounds(cells.iter().copied()).map_or((0.0, 0.0), |b| corner(b.0, (0.0, 0.0)));
        let loops = outline::loops(cells.iter().copied());
        let loops = outline::inset(&loops, (-least.0, -least.1), SIZE, 0.0);
        scene.loops(loops, 0.0, drawn(Ply::Rim, pen(Paint::Ink, 0.8)));
        scene
    };
    (0..p.blocks.len()).map(cutout).collect()
}

struct Picture {
    caption: String,
    position: Position,
    arrow: Option<(usize, Vec<Direction>)>,
}

/// Does the goal have a tray of its own?
fn apart(p: &Sliding) -> bool {
    p.goal.len() > FEW_TARGETS || p.goal.len() > 1 && p.goal.iter().any(|t| t.label.is_some())
}

fn draw(p: &Sliding, pictures: &[Picture]) -> Scene {
    let look = Look::of(p);
    let apart = apart(p);
    let (mut scene, corners) = page(p, pictures.len() + usize::from(apart), CAPTION);
    let mut corners = corners.into_iter();
    for (picture, at) in pictures.iter().zip(&mut corners) {
        tray(&mut scene, p, at, &picture.caption);
        let moving = picture.arrow.as_ref().map(|arrow| arrow.0);
        for i in 0..p.blocks.len() {
            let line = if moving == Some(i) { 3.5 } else { LINE };
            let stand = lying(p, i, &picture.position, at);
            scene.shapes.extend(block(p, &look, i, stand, line).placed());
        }
        if !apart {
            marks(&mut scene, p, at);
        }
        if let Some((block, path)) = &picture.arrow {
            arrow(&mut scene, p, picture, *block, path, at);
        }
    }
    if let Some(at) = corners.next() {
        tray(&mut scene, p, at, "goal");
        targets(&mut scene, p, &look, at);
    }
    scene
}

/// An empty page with room for some trays, and their corners.
fn page(p: &Sliding, trays: usize, caption: f32) -> (Scene, Vec<Point>) {
    let size = (p.width as f32 * SIZE + 2.0 * WALL, p.height as f32 * SIZE + 2.0 * WALL + caption);
    let sizes = vec![size; trays];
    // Two trays, such as start and goal, belong side by side.
    let width = if trays == 2 { f32::INFINITY } else { pleasing_width(&sizes, GAP) };
    let (corners, all) = flow(&sizes, width, GAP);
    let scene =
        Scene { width: all.0 + 2.0 * MARGIN, height: all.1 + 2.0 * MARGIN, ..Scene::default() };
    let inside = |(x, y): Point| (MARGIN + WALL + x, MARGIN + WALL + y);
    (scene, corners.into_iter().map(inside).collect())
}

/// The parts of a picture that moves.
pub(crate) struct Stage {
    /// The tray without blocks, and the goal where it has a tray of its own.
    pub page: Scene,
    /// Each block at its start.
    pub blocks: Vec<Scene>,
    /// The places of the goal, over the blocks and under their letters.
    pub marks: Scene,
}

/// Where the tray of a [`Stage`] begins, from the left and from the top.
pub(crate) const ORIGIN: f32 = MARGIN + WALL;

/// Is this a letter of a block, to lie over the marks?
pub(crate) fn is_letter(shape: &Shape) -> bool {
    shape.look.ply >= Ply::Halo
}

/// The tray at the start, in parts.
pub(crate) fn stage(p: &Sliding) -> Stage {
    let look = Look::of(p);
    let apart = apart(p);
    let at = (ORIGIN, ORIGIN);
    let caption = if apart { CAPTION } else { 0.0 };
    let (mut page, corners) = page(p, 1 + usize::from(apart), caption);
    tray(&mut page, p, at, "");
    let mut over = Scene::default();
    match corners.get(1) {
        Some(&at) => {
            tray(&mut page, p, at, "goal");
            targets(&mut page, p, &look, at);
        }
        None => marks(&mut over, p, at),
    }
    let alone = |i: usize| {
        let shapes = block(p, &look, i, lying(p, i, p.start(), at), LINE).placed();
        Scene { shapes, ..Scene::default() }
    };
    Stage { page, blocks: (0..p.blocks.len()).map(alone).collect(), marks: over }
}

fn tray(scene: &mut Scene, p: &Sliding, at: Point, caption: &str) {
    let (w, h) = (p.width as f32 * SIZE, p.height as f32 * SIZE);
    let frame = |by: f32| {
        let (left, top, right, bottom) = (at.0 - by, at.1 - by, at.0 + w + by, at.1 + h + by);
        vec![(left, top), (right, top), (right, bottom), (left, bottom)]
    };
    scene.loops(vec![frame(WALL)], 6.0, filled(Ply::Ground, Paint::Wall, None));
    scene.loops(vec![frame(0.0)], 0.0, filled(Ply::Floor, Paint::Floor, None));
    let walls = outline::inset(&outline::loops(p.walls.iter().copied()), at, SIZE, 0.0);
    scene.loops(walls, 0.0, filled(Ply::Body, Paint::Wall, None));
    scene.text(caption, (at.0 + w / 2.0, at.1 + h + WALL + 13.0), 10.0, w, Paint::Ink);
}

/// How a block lies in a tray whose first cell is at some place, when its box is at some cell of it.
fn stand_in(p: &Sliding, i: usize, cell: Option<Cell>, at: Point) -> Stand {
    let (x, y) = half(p, i);
    let middle = |cell: Cell, at: Point| {
        let corner = corner(cell, at);
        (corner.0 + x, corner.1 + y)
    };
    let cells = &p.blocks[i].cells;
    let own = bounds(cells.iter().copied()).map_or((0.0, 0.0), |b| middle(b.0, (0.0, 0.0)));
    let letter = middle_of(cells, (0.0, 0.0));
    let spots = vec![(letter.0 - own.0, letter.1 - own.1)];
    Stand { cell, at: cell.map(|cell| middle(cell, at)), spots, ..Stand::default() }
}

fn lying(p: &Sliding, i: usize, position: &Position, at: Point) -> Stand {
    stand_in(p, i, bounds(position.cells(p, i)).map(|b| b.0), at)
}

/// How a block lies on the page; without a cell it is not seen.
pub(crate) fn stand(p: &Sliding, i: usize, cell: Option<Cell>) -> Option<Stand> {
    (i < p.blocks.len()).then(|| stand_in(p, i, cell, (ORIGIN, ORIGIN)))
}

/// Half the size of a block's box.
fn half(p: &Sliding, i: usize) -> Point {
    let side = |lo: i16, hi: i16| f32::from(hi - lo + 1) * SIZE / 2.0;
    let cells = p.blocks[i].cells.iter().copied();
    bounds(cells).map_or((0.0, 0.0), |(lo, hi)| (side(lo.x, hi.x), side(lo.y, hi.y)))
}

/// A block with a line of this width around it. Where the goal is shown in the same tray, the blocks that suit it are
/// dashed, as its places are.
fn block(p: &Sliding, look: &Look, i: usize, stand: Stand, line: f32) -> Figure {
    let cells = &p.blocks[i].cells;
    let least = bounds(cells.iter().copied()).map_or((0.0, 0.0), |b| corner(b.0, half(p, i)));
    let at = (-least.0, -least.1);
    let loops = outline::loops(cells.iter().copied());
    let paint = (look.paint)(look.slots[i]);
    let body = |scene: &mut Scene| {
        let body = filled(Ply::Body, paint, pen(Paint::Ink, line));
        // A hollow corner that is rounded more lies outside of the block's cells.
        let radius = if loops.iter().all(|corners| corners.len() == 4) { 8.0 } else { 4.0 };
        scene.loops(outline::inset(&loops, at, SIZE, 2.0), radius, body);
        chevrons(scene, cells, p.blocks[i].freedom, paint.letter(), at);
        if !apart(p) && p.goal.iter().any(|target| p.suits(i, target)) {
            let line = drawn(Ply::Seam, dashes(paint.letter(), 1.2));
            scene.loops(outline::inset(&loops, at, SIZE, 5.0), 5.0, line);
        }
    };
    let letter = shapes(|scene| scene.text_on(paint, &look.labels[i], (0.0, 0.0), 14.0, 26.0));
    Figure {
        piece: i,
        copy: 1,
        name: p.blocks[i].name.clone(),
        copies: false,
        as_it_lies: false,
        stand,
        parts: vec![Part { quarters: 0, shapes: shapes(body) }],
        letters: vec![letter],
    }
}

/// The places of the goal, over what lies in the tray.
fn marks(scene: &mut Scene, p: &Sliding, at: Point) {
    for target in &p.goal {
        let loops = outline::inset(&outline::loops(target.cells.iter().copied()), at, SIZE, 5.0);
        scene.loops(loops.clone(), 5.0, drawn(Ply::Mark, pen(Paint::Paper, 3.6)));
        scene.loops(loops, 5.0, drawn(Ply::Outline, dashes(Paint::Ink, 1.8)));
    }
}

/// Small tips at both ends of a block that may be pushed along one line alone.
fn chevrons(scene: &mut Scene, cells: &[Cell], freedom: Freedom, paint: Paint, at: Point) {
    let Some((lo, hi)) = span(cells, at).filter(|_| freedom != Freedom::Any) else { return };
    let (x, y) = ((lo.0 + hi.0) / 2.0, (lo.1 + hi.1) / 2.0);
    let tip = |x: f32, y: f32, dx: f32, dy: f32| {
        let back = (x - dx * 4.0, y - dy * 4.0);
        vec![(back.0 - dy * 5.0, back.1 - dx * 5.0), (x, y), (back.0 + dy * 5.0, back.1 + dx * 5.0)]
    };
    let tips = match freedom {
        Freedom::Horizontal => vec![tip(lo.0 + 9.0, y, -1.0, 0.0), tip(hi.0 - 9.0, y, 1.0, 0.0)],
        _ => vec![tip(x, lo.1 + 9.0, 0.0, -1.0), tip(x, hi.1 - 9.0, 0.0, 1.0)],
    };
    scene.lines(tips, drawn(Ply::Seam, pen(paint, 1.6)));
}

/// The places of the goal in a tray of their own.
fn targets(scene: &mut Scene, p: &Sliding, look: &Look, at: Point) {
    for (target, label) in p.goal.iter().zip(&look.targets) {
        let loops = outline::inset(&outline::loops(target.cells.iter().copied()), at, SIZE, 3.0);
        scene.loops(loops, 7.0, filled(Ply::Body, Paint::Paper, dashes(Paint::Ink, 1.4)));
        scene.text(label, middle_of(&target.cells, at), 14.0, 26.0, Paint::Ink);
    }
}

fn arrow(
    scene: &mut Scene,
    p: &Sliding,
    picture: &Picture,
    block: usize,
    path: &[Direction],
    at: Point,
) {
    let cells: Vec<Cell> = picture.position.cells(p, block).collect();
    let mut points = vec![middle_of(&cells, at)];
    for run in path.chunk_by(|a, b| a == b) {
        let (Some(way), Some(&(x, y))) = (run.first(), points.last()) else { continue };
        let far = run.len() as f32 * SIZE;
        points.push((x + f32::from(way.step().x) * far, y + f32::from(way.step().y) * far));
    }
    // The block's label stays clear of the shaft.
    if let (Some(way), Some(first)) = (path.first(), points.first_mut()) {
        *first =
            (first.0 + f32::from(way.step().x) * 13.0, first.1 + f32::from(way.step().y) * 13.0);
    }
    scene.arrow(&points, 4.0, Paint::Ink);
}

fn corner(cell: Cell, at: Point) -> Point {
    (at.0 + f32::from(cell.x) * SIZE, at.1 + f32::from(cell.y) * SIZE)
}

/// The box around some cells.
fn span(cells: &[Cell], at: Point) -> Option<(Point, Point)> {
    let (lo, hi) = bounds(cells.iter().copied())?;
    let far = corner(hi, at);
    Some((corner(lo, at), (far.0 + SIZE, far.1 + SIZE)))
}

/// The middle of a block that fills its box, else the middle of its most central cell.
fn middle_of(cells: &[Cell], at: Point) -> Point {
    let Some((lo, hi)) = span(cells, at) else { return at };
    let full = (hi.0 - lo.0) * (hi.1 - lo.1) <= cells.len() as f32 * SIZE * SIZE + 1.0;
    match outline::heart(cells).filter(|_| !full) {
        Some(heart) => {
            let (x, y) = corner(heart, at);
            (x + SIZE / 2.0, y + SIZE / 2.0)
        }
        None => ((lo.0 + hi.0) / 2.0, (lo.1 + hi.1) / 2.0),
    }
}
