//! Pictures of matching puzzles: tiles as four triangles, with a motif and a text for every colour.

use marquetry_puzzle::matching::{Edge, Rule};
use marquetry_puzzle::{
    Board, Break, Cell, Direction, Laid, Matching, Puzzle, Score, Solution, judge,
};

use crate::outline;
use crate::palette::Paint;
use crate::scene::{
    Figure, Grid, MARGIN, Part, Ply, Point, Scene, Stand, drawn, filled, flow, pen, pleasing_width,
    shapes,
};

/// The side of a tile.
pub(crate) const SIZE: f32 = 64.0;
const GAP: f32 = 12.0;
/// How deep in a tile the letters of its edges are.
const LETTER_DEEP: f32 = 7.5;

/// The board with what lies on it, breaks marked.
pub(crate) fn board(p: &Matching, board: &Board) -> Scene {
    let mut scene = empty(p);
    scene.figures = laid(p, board);
    breaks(p, board).iter().for_each(|b| {
        let (cell, side) = (p.place(b.cell), b.side.word());
        let place = format!("{},{},{side}", cell.x, cell.y);
        scene.breaks.push((place, shapes(|scene| mark(scene, p, b))));
    });
    scene
}

/// The board with what lies on it, and the other tiles unseen. Breaks are not marked, for they change with every move.
pub(crate) fn touchable(p: &Matching, board: &Board) -> Scene {
    let mut scene = empty(p);
    scene.figures = laid(p, board);
    let mut lying = vec![false; p.tiles.len()];
    scene.figures.iter().for_each(|figure| lying[figure.piece] = true);
    let loose = (0..p.tiles.len()).filter(|&t| !lying[t]);
    let parked = loose.filter_map(|t| Some(tile(p, (t, 1), stand(p, t, None, 0)?)));
    scene.figures.extend(parked);
    scene.figures.sort_by_key(|figure| (figure.piece, figure.copy));
    scene
}

/// The board with its pinned tiles, and the other tiles beside it.
pub(crate) fn puzzle(p: &Matching) -> Scene {
    let mut scene = bare(p);
    let loose = loose(p);
    let sizes = vec![(SIZE, SIZE); loose.len()];
    let width = pleasing_width(&sizes, GAP);
    let (corners, all) = flow(&sizes, width, GAP);
    let left = scene.width + MARGIN;
    for (index, (x, y)) in loose.into_iter().zip(corners) {
        let Some(parked) = stand(p, index, None, 0) else { continue };
        let at = Some((left + x + SIZE / 2.0, MARGIN + y + SIZE / 2.0));
        scene.figures.push(tile(p, (index, 1), Stand { at, ..parked }));
    }
    scene.figures.sort_by_key(|figure| (figure.piece, figure.copy));
    scene.width = left + all.0 + MARGIN;
    scene.height = scene.height.max(all.1 + 2.0 * MARGIN);
    scene
}

/// The board with its pinned tiles.
pub(crate) fn bare(p: &Matching) -> Scene {
    let mut pinned: Board = vec![None; p.cells.len()];
    for pin in &p.pins {
        if let Some(cell) = pinned.get_mut(pin.cell) {
            *cell = Some(Laid { tile: pin.tile, turn: pin.turn.unwrap_or(0) });
        }
    }
    board(p, &pinned)
}

/// The tiles that are not pinned.
pub(crate) fn loose(p: &Matching) -> Vec<usize> {
    (0..p.tiles.len()).filter(|&t| !p.pins.iter().any(|pin| pin.tile == t)).collect()
}

/// Some tiles side by side in rows, so that one cut parts two of them, with marks outside that show where cuts go.
#[cfg(feature = "pdf")]
pub(crate) fn block(p: &Matching, tiles: &[usize], columns: usize) -> Scene {
    let rows = tiles.len().div_ceil(columns.max(1));
    let columns = columns.min(tiles.len()).max(1);
    let (w, h) = (columns as f32 * SIZE, rows as f32 * SIZE);
    let mut scene = Scene::sized(w + 2.0 * MARGIN, h + 2.0 * MARGIN);
    for (i, &index) in tiles.iter().enumerate() {
        let Some(parked) = stand(p, index, None, 0) else { continue };
        let at = |n: usize| MARGIN + (n as f32 + 0.5) * SIZE;
        let at = Some((at(i % columns), at(i / columns)));
        scene.figures.push(tile(p, (index, 1), Stand { at, ..parked }));
    }
    let (near, far) = (MARGIN * 0.25, MARGIN * 0.8);
    let mut ticks = Vec::new();
    for x in (0..=columns).map(|i| MARGIN + i as f32 * SIZE) {
        ticks.push(vec![(x, MARGIN - far), (x, MARGIN - near)]);
        ticks.push(vec![(x, MARGIN + h + near), (x, MARGIN + h + far)]);
    }
    for y in (0..=rows).map(|i| MARGIN + i as f32 * SIZE) {
        ticks.push(vec![(MARGIN - far, y), (MARGIN - near, y)]);
        ticks.push(vec![(MARGIN + w + near, y), (MARGIN + w + far, y)]);
    }
    scene.lines(ticks, drawn(Ply::Rim, pen(Paint::Ink, 1.0)));
    scene
}

/// The board without tiles.
fn empty(p: &Matching) -> Scene {
    let mut scene = Scene::sized(extent(p.width), extent(p.height));
    scene.grid = Some(Grid { size: SIZE, origins: vec![(MARGIN, MARGIN)] });
    ground(&mut scene, p);
    scene.lay_ground();
    pins(&mut scene, p);
    rim(&mut scene, p);
    scene
}

/// The tiles on a board in their own order. One that lies there twice, which is a fault, has copies.
fn laid(p: &Matching, board: &Board) -> Vec<Figure> {
    let mut seen = vec![0; p.tiles.len()];
    let mut figures = Vec::new();
    for (cell, laid) in board.iter().enumerate().take(p.cells.len()) {
        let Some(laid) = laid else { continue };
        let Some(stand) = stand(p, laid.tile, Some(p.place(cell)), laid.turn) else { continue };
        seen[laid.tile] += 1;
        figures.push(tile(p, (laid.tile, seen[laid.tile]), stand));
    }
    figures.sort_by_key(|figure| (figure.piece, figure.copy));
    figures
}

/// The breaks of a board; none where it has faults, for then the judge gives no score.
pub(crate) fn breaks(p: &Matching, board: &Board) -> Vec<Break> {
    match judge(&Puzzle::Matching(p.clone()), &Solution::Board(board.clone())) {
        Ok(Score::Board { breaks, .. }) => breaks,
        _ => Vec::new(),
    }
}

/// The palette's slot of an edge; `None` for the frame.
pub(crate) fn slot(p: &Matching, edge: Edge) -> Option<usize> {
    let colour = |edge: Edge| usize::from(if p.rule == Rule::Pairs { edge.0 / 2 } else { edge.0 });
    let before = p.frame.is_some_and(|frame| colour(frame) < colour(edge));
    (p.frame != Some(edge)).then(|| colour(edge) - usize::from(before))
}

fn extent(cells: usize) -> f32 {
    cells as f32 * SIZE + 2.0 * MARGIN
}

fn corner(p: &Matching, cell: usize) -> Point {
    let at = p.place(cell);
    (MARGIN + f32::from(at.x) * SIZE, MARGIN + f32::from(at.y) * SIZE)
}

fn ground(scene: &mut Scene, p: &Matching) {
    for cell in (0..p.cells.len()).filter(|&c| p.cells[c]) {
        scene.square(
            corner(p, cell),
            SIZE,
            filled(Ply::Ground, Paint::Floor, pen(Paint::Faint, 1.0)),
        );
    }
}

/// The outline of the board, so that holes are seen to be holes.
fn rim(scene: &mut Scene, p: &Matching) {
    let cells = (0..p.cells.len()).filter(|&c| p.cells[c]).map(|c| p.place(c));
    let loops = outline::inset(&outline::loops(cells), (MARGIN, MARGIN), SIZE, -1.0);
    scene.loops(loops, 0.0, drawn(Ply::Rim, pen(Paint::Ink, 3.5)));
}

fn pins(scene: &mut Scene, p: &Matching) {
    for pin in &p.pins {
        let (x, y) = corner(p, pin.cell);
        scene.circle(
            (x + 7.0, y + 7.0),
            4.0,
            filled(Ply::Letter, Paint::Ink, pen(Paint::Paper, 1.5)),
        );
    }
}

/// A point of a tile seen from one of its sides: so far along it clockwise from its middle, so deep into the tile.
fn seen_from(side: Direction, middle: Point, along: f32, deep: f32) -> Point {
    let (out, way) = (side.step(), side.turned(1).step());
    let place = |at: f32, out: i16, way: i16| {
        at + f32::from(out) * (SIZE / 2.0 - deep) + f32::from(way) * along
    };
    (place(middle.0, out.x, way.x), place(middle.1, out.y, way.y))
}

/// How a tile lies on the page; off the board it is not seen.
pub(crate) fn stand(p: &Matching, tile: usize, cell: Option<Cell>, turn: u8) -> Option<Stand> {
    let edges = p.tiles.get(tile)?.edges;
    let named = |side: &usize| slot(p, edges[*side]).is_some();
    let spot = |side: usize| {
        seen_from(Direction::ALL[side].turned(turn % 4), (0.0, 0.0), 0.0, LETTER_DEEP)
    };
    let spots = (0..4).filter(named).map(spot).chain([(0.0, 0.0)]).collect();
    let middle = |cell: Cell| {
        let at = |n: i16| MARGIN + (f32::from(n) + 0.5) * SIZE;
        (at(cell.x), at(cell.y))
    };
    Some(Stand { cell, at: cell.map(middle), turn: turn % 4, spots, ..Stand::default() })
}

/// A tile: its edges from the top clockwise, each drawn as if it were the top, then its rim and the disc in its middle.
/// Its letters are those of the edges but for the frame's, and its name.
fn tile(p: &Matching, (index, copy): (usize, usize), stand: Stand) -> Figure {
    let tile = &p.tiles[index];
    let mut parts = Vec::new();
    let mut letters = Vec::new();
    for (quarters, edge) in (0..).zip(tile.edges) {
        parts.push(Part { quarters, shapes: shapes(|scene| draw_edge(scene, p, edge)) });
        if slot(p, edge).is_some() {
            let label = edge_label(p, edge);
            letters.push(shapes(|s| s.text(&label, (0.0, 0.0), 8.0, 13.0, Paint::Ink)));
        }
    }
    let half = SIZE / 2.0;
    let body = |scene: &mut Scene| {
        scene.circle((0.0, 0.0), 10.0, filled(Ply::Mark, Paint::Floor, pen(Paint::Ink, 0.9)));
        scene.square((-half, -half), SIZE, drawn(Ply::Outline, pen(Paint::Ink, 1.8)));
    };
    parts.push(Part { quarters: 0, shapes: shapes(body) });
    letters.push(shapes(|s| s.text(&tile.name, (0.0, 0.0), 7.0, 16.0, Paint::Ink)));
    let name = tile.name.clone();
    Figure { piece: index, copy, name, copies: copy > 1, as_it_lies: false, stand, parts, letters }
}

/// An edge at the top of a tile.
fn draw_edge(scene: &mut Scene, p: &Matching, edge: Edge) {
    let half = SIZE / 2.0;
    let seen = |along: f32, deep: f32| seen_from(Direction::Up, (0.0, 0.0), along, deep);
    let triangle = [seen(-half, 0.0), seen(half, 0.0), seen(0.0, half)];
    let paint = slot(p, edge).map_or(Paint::Frame, Paint::Plain);
    scene.polygon(&triangle, filled(Ply::Body, paint, pen(Paint::Ink, 0.7)));
    if let Some(slot) = slot(p, edge) {
        let motif: Vec<Point> = motif(p, edge, slot).iter().map(|m| seen(m.0, m.1)).collect();
        scene.polygon(&motif, filled(Ply::Mark, Paint::Paper, pen(Paint::Ink, 0.9)));
    }
}

/// Half of a figure that two matching edges make whole: of an arrow, where heads meet tails, else of a shape that
/// tells colours apart without their colour. Points are along the edge and deep into the tile.
fn motif(p: &Matching, edge: Edge, slot: usize) -> Vec<Point> {
    if p.rule == Rule::Pairs {
        return match edge.0 % 2 {
            1 => vec![(-16.0, 0.0), (0.0, 21.0), (16.0, 0.0)],
            _ => vec![(-8.0, 0.0), (-8.0, 20.0), (0.0, 15.0), (8.0, 20.0), (8.0, 0.0)],
        };
    }
    match (slot + slot / 12) % 4 {
        0 => (0..=12)
            .map(|i| (i as f32 * 15.0).to_radians().sin_cos())
            .map(|(s, c)| (c * -14.5, s * 16.0))
            .collect(),
        1 => vec![(-12.0, 0.0), (-12.0, 15.0), (12.0, 15.0), (12.0, 0.0)],
        2 => vec![(-14.0, 0.0), (-14.0, 7.0), (0.0, 19.0), (14.0, 7.0), (14.0, 0.0)],
        _ => vec![(-19.0, 0.0), (-8.0, 15.0), (8.0, 15.0), (19.0, 0.0)],
    }
}

/// The name of an edge's colour; its number, where the font of the pictures lacks a sign of the name.
fn edge_label(p: &Matching, edge: Edge) -> String {
    let at = usize::from(if p.rule == Rule::Pairs { edge.0 / 2 } else { edge.0 });
    let name = p.colours.names().get(at).filter(|name| name.is_ascii());
    name.map_or_else(|| (at + 1).to_string(), Clone::clone)
}

/// A bar over the joint with a cross at either end.
fn mark(scene: &mut Scene, p: &Matching, b: &Break) {
    let (x, y) = corner(p, b.cell);
    let middle = (x + SIZE / 2.0, y + SIZE / 2.0);
    let seen = |along: f32, deep: f32| seen_from(b.side, middle, along, deep);
    let bar = vec![vec![seen(-24.0, 0.0), seen(24.0, 0.0)]];
    scene.lines(bar.clone(), drawn(Ply::AlarmHalo, pen(Paint::Paper, 7.0)));
    scene.lines(bar, drawn(Ply::Alarm, pen(Paint::Alarm, 4.0)));
    for along in [-21.0, 21.0] {
        scene.circle(seen(along, 0.0), 7.5, filled(Ply::AlarmHalo, Paint::Paper, None));
        scene.circle(seen(along, 0.0), 6.0, filled(Ply::Alarm, Paint::Alarm, None));
        let arm = |x: f32, y: f32| vec![seen(along - x, -y), seen(along + x, y)];
        let cross = vec![arm(2.2, 2.2), arm(2.2, -2.2)];
        scene.lines(cross, drawn(Ply::AlarmSign, pen(Paint::Paper, 1.8)));
    }
}
