//! The pieces of a tiling puzzle as figures: how they lie, turned and flipped, and where their letters are.

use std::collections::{BTreeMap, BTreeSet};

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::tiling::{Colour, Grid, Shape, agree};
use marquetry_puzzle::{Cell, Placed, Tiling};

use super::{Look, cell_colours, disc, extent, reach, seams};
use crate::cells::{self, Lattice, SIZE};
use crate::outline;
use crate::palette::Paint;
use crate::scene::{Figure, MARGIN, Part, Ply, Point, Scene, Stand, drawn, filled, pen, shapes};

/// The smallest turns clockwise, after a flip left to right.
type How = (u8, bool);

/// Farther than this from the board nothing is drawn.
const FAR: i16 = 1_024;
/// The most copies of pieces that wait unseen for their move, after the first of each.
const MOST_PARKED: usize = 1_024;

/// The pieces and copies that are not on the board: all that there may ever be room for, up to a number.
pub(super) fn parked(p: &Tiling, lying: &[usize]) -> Vec<(usize, usize)> {
    let mut parked = Vec::new();
    for (i, piece) in p.pieces.iter().enumerate() {
        let room = (piece.most as usize).min(p.board.len() / piece.shape.len().max(1));
        for copy in lying[i] + 1..=room.max(1) {
            if copy > 1 && parked.len() >= MOST_PARKED {
                break;
            }
            parked.push((i, copy));
        }
    }
    parked
}

/// The pieces on a board in their own order.
pub(super) fn laid(p: &Tiling, look: &Look, cover: &[Placed], marked: bool) -> Vec<Figure> {
    let mut seen = vec![0; p.pieces.len()];
    let mut figures = Vec::new();
    for placed in cover.iter().filter(|placed| placed.piece < p.pieces.len()) {
        seen[placed.piece] += 1;
        let which = (placed.piece, seen[placed.piece]);
        figures.extend(lying(p, look, which, &placed.cells, marked));
    }
    figures.sort_by_key(|figure| (figure.piece, figure.copy));
    figures
}

/// A piece on some cells. One that lies there as no turn or flip of it does, and one in a solid board, is drawn as it
/// lies. Where it is `marked` it shows the colours of its cells.
fn lying(
    p: &Tiling,
    look: &Look,
    which: (usize, usize),
    cells: &[Cell],
    marked: bool,
) -> Option<Figure> {
    let (lo, hi) = bounds(cells.iter().copied())?;
    let near = |n: i16| (-FAR..=FAR).contains(&n);
    let deep = p.size().2 as i16;
    if lo.z < 0 || hi.z >= deep || ![lo.x, lo.y, hi.x, hi.y].into_iter().all(near) {
        return None;
    }
    let shape = &p.pieces[which.0].shape;
    if let Some(how) = orientation(p, which.0, cells) {
        let corner = p.grid.corner(cells.iter().copied());
        let stand = stand_of(p, &look.colours, which.0, (corner, how), marked)?;
        let own = centred(p.grid, shape);
        return Some(figure(p, look, which, shape, (|_| own, stand), marked));
    }
    let coloured = |&cell: &Cell| (cell, p.colour_at(cell).flatten());
    let own: Shape = cells.iter().map(coloured).collect();
    let page = look.layers.at(lo.z);
    let (from, to) = (cells::middle(p.grid, page, lo), cells::middle(p.grid, page, hi));
    let at = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let frame = |z: i16| (look.layers.at(z).0 - at.0, look.layers.at(z).1 - at.1);
    let spots = spots(p.grid, &look.colours, &own, marked, frame);
    let stand = Stand { cell: Some(lo), at: Some(at), spots, ..Stand::default() };
    Some(Figure { as_it_lies: true, ..figure(p, look, which, &own, (frame, stand), marked) })
}

/// A piece off the board, its layers side by side: unseen, or with its corner at some place.
pub(super) fn off_board(
    p: &Tiling,
    look: &Look,
    which: (usize, usize),
    at: Option<Point>,
) -> Figure {
    let shape = &p.pieces[which.0].shape;
    let (w, _, d) = extent(shape);
    let (x, y) = centred(p.grid, shape);
    let (lo, _) = cells::extent(p.grid, shape.iter().map(|c| c.0));
    let frame = |z: i16| (x + f32::from(z) * (w as f32 + 0.5) * SIZE, y);
    let spots = spots(p.grid, &look.colours, shape, true, frame);
    let stand =
        Stand { at: at.map(|at| (at.0 - x - lo.0, at.1 - y - lo.1)), spots, ..Stand::default() };
    let as_it_lies = d > 1 || p.size().2 > 1;
    Figure { as_it_lies, ..figure(p, look, which, shape, (frame, stand), true) }
}

/// Where the layers of a shape begin whose middle is at the origin.
fn centred(grid: Grid, shape: &Shape) -> Point {
    let (lo, hi) = cells::extent(grid, shape.iter().map(|c| c.0));
    ((lo.0 + hi.0) / -2.0, (lo.1 + hi.1) / -2.0)
}

/// A shape after a flip and some of the smallest turns, its cells in the same order.
fn oriented(grid: Grid, shape: &Shape, (turn, flip): How) -> Shape {
    let image = |&(cell, colour): &(Cell, Colour)| {
        let cell = if flip { grid.image(grid.mirror(), cell) } else { cell };
        (grid.image(grid.turned(turn), cell), colour)
    };
    let mut images: Shape = shape.iter().map(image).collect();
    if let Some(corner) = grid.corner(images.iter().map(|c| c.0)) {
        images.iter_mut().for_each(|c| c.0 = c.0.minus(corner));
    }
    images
}

/// All turns, without a flip first.
fn all_turns(grid: Grid) -> impl Iterator<Item = How> {
    [false, true].into_iter().flat_map(move |flip| (0..grid.turns()).map(move |turn| (turn, flip)))
}

/// The turn and flip by which a piece lies on these cells, of several one whose colours agree with the board.
pub(crate) fn orientation(p: &Tiling, i: usize, cells: &[Cell]) -> Option<How> {
    let shape = &p.pieces[i].shape;
    let lo = p.grid.corner(cells.iter().copied())?;
    if cells.len() != shape.len() || p.size().2 > 1 || extent(shape).2 > 1 {
        return None;
    }
    let wanted: BTreeSet<Cell> = cells.iter().map(|cell| cell.minus(lo)).collect();
    let fits = |how: &How| oriented(p.grid, shape, *how).iter().all(|c| wanted.contains(&c.0));
    let goes = |&(cell, colour): &(Cell, Colour)| {
        p.colour_at(cell.plus(lo)).is_none_or(|board| agree(board, colour))
    };
    let fitting: Vec<How> = all_turns(p.grid).filter(fits).collect();
    let suits = |how: &&How| oriented(p.grid, shape, **how).iter().all(goes);
    fitting.iter().find(suits).or(fitting.first()).copied()
}

/// How the group that turns shows a flat piece in an orientation, in a [`touchable_svg`](crate::touchable_svg).
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Pose {
    /// Turns clockwise, after a flip: quarters, or of hexagons and triangles sixths.
    pub turn: u8,
    /// Is it flipped left to right?
    pub flip: bool,
    /// The point that it turns about, from the corner of the box around the first cell of the orientation.
    pub middle: (f32, f32),
}

/// How a flat piece is shown in one of its orientations.
pub(crate) fn pose(p: &Tiling, i: usize, orientation: &Shape) -> Option<Pose> {
    let how = turn_to(p, i, orientation)?;
    let (corner, first) = (p.grid.corner(orientation.iter().map(|c| c.0))?, orientation.first()?.0);
    let (at, from) = (stand(p, i, Some(corner), how)?.at?, reach(p).0);
    let (x, y) = Lattice::of(p.grid).place((MARGIN - from.0, MARGIN - from.1), first);
    Some(Pose { turn: how.0, flip: how.1, middle: (at.0 - x, at.1 - y) })
}

/// The smallest turns clockwise, after a flip left to right, by which a flat piece becomes this shape.
fn turn_to(p: &Tiling, i: usize, wanted: &Shape) -> Option<How> {
    let shape = &p.pieces.get(i)?.shape;
    if p.size().2 > 1 || extent(shape).2 > 1 || wanted.len() != shape.len() {
        return None;
    }
    let lo = p.grid.corner(wanted.iter().map(|c| c.0))?;
    let wanted: BTreeSet<(Cell, Colour)> = wanted.iter().map(|c| (c.0.minus(lo), c.1)).collect();
    all_turns(p.grid).find(|how| oriented(p.grid, shape, *how).iter().all(|c| wanted.contains(c)))
}

/// How a marked piece lies on the page; off the board it is not seen. `None` where it is drawn as it lies.
pub(crate) fn stand(p: &Tiling, i: usize, cell: Option<Cell>, how: How) -> Option<Stand> {
    stand_of(p, &cell_colours(p), i, (cell, how), true)
}

fn stand_of(
    p: &Tiling,
    colours: &BTreeMap<char, usize>,
    i: usize,
    (cell, how): (Option<Cell>, How),
    marked: bool,
) -> Option<Stand> {
    let shape = &p.pieces.get(i)?.shape;
    if p.size().2 > 1 || extent(shape).2 > 1 || cell.is_some_and(|cell| cell.z != 0) {
        return None;
    }
    let (laid, step) = (oriented(p.grid, shape, how), 360 / u16::from(p.grid.turns()));
    let mut stand =
        Stand { cell, flip: how.1, turn: how.0 % p.grid.turns(), step, ..Stand::default() };
    // The first cell says where all of it is: turned and flipped about the middle of the whole.
    let own = cells::middle(p.grid, centred(p.grid, shape), shape.first()?.0);
    let (turned, lying) = (stand.turned(own), cells::middle(p.grid, (0.0, 0.0), laid.first()?.0));
    let (x, y) = (turned.0 - lying.0, turned.1 - lying.1);
    let from = reach(p).0;
    let middle =
        |cell: Cell| Lattice::of(p.grid).place((MARGIN - from.0 - x, MARGIN - from.1 - y), cell);
    stand.at = cell.map(middle);
    stand.spots = spots(p.grid, colours, &laid, marked, |_| (x, y));
    Some(stand)
}

/// A piece with these cells, whose layers begin where the frame says.
fn figure(
    p: &Tiling,
    look: &Look,
    (i, copy): (usize, usize),
    own: &Shape,
    (frame, stand): (impl Fn(i16) -> Point, Stand),
    marked: bool,
) -> Figure {
    let (paint, line) = ((look.paint)(i), look.line);
    let cells: Vec<Cell> = own.iter().map(|c| c.0).collect();
    let parts = outline::parts(p.grid, &cells);
    let body = |scene: &mut Scene| {
        for part in &parts {
            let at = frame(part[0].z);
            let loops = cells::loops(p.grid, part, at);
            scene.loops(loops, 0.0, filled(Ply::Whole, paint, pen(Paint::Ink, line)));
            let seams = seams(p.grid, part, at, line / 3.0);
            scene.lines(seams, drawn(Ply::Seam, pen(paint.letter(), 0.5)));
        }
    };
    let (size, room) = if look.colours.is_empty() { (16.0, 32.0) } else { (9.0, 14.0) };
    let label = |_| shapes(|s| s.text_on(paint, &look.labels[i], (0.0, 0.0), size, room));
    let disc = |mark| shapes(|scene| disc(scene, mark, (0.0, 0.0)));
    let discs = own.iter().filter_map(|c| look.mark(c.1)).filter(|_| marked).map(disc);
    Figure {
        piece: i,
        copy,
        name: p.pieces[i].name.clone(),
        copies: p.pieces[i].most > 1 || copy > 1,
        as_it_lies: false,
        stand,
        letters: parts.iter().map(label).chain(discs).collect(),
        parts: vec![Part { quarters: 0, shapes: shapes(body) }],
    }
}

/// Where the letters of a piece are: its label once in each part of it, in a corner where cells have colours; and the
/// disc of each coloured cell, where it is marked.
fn spots(
    grid: Grid,
    colours: &BTreeMap<char, usize>,
    own: &Shape,
    marked: bool,
    frame: impl Fn(i16) -> Point,
) -> Vec<Point> {
    let cells: Vec<Cell> = own.iter().map(|c| c.0).collect();
    let from = |cell: Cell, by: f32| {
        let (x, y) = cells::middle(grid, frame(cell.z), cell);
        (x + by, y + by)
    };
    let by = if colours.is_empty() { 0.0 } else { 9.0 - SIZE / 2.0 };
    let hearts = outline::parts(grid, &cells).into_iter().filter_map(|part| outline::heart(&part));
    let coloured = own.iter().filter(|c| marked && c.1.is_some_and(|c| colours.contains_key(&c)));
    let labels = hearts.map(|heart| from(heart, by));
    labels.chain(coloured.map(|c| from(c.0, 3.0))).collect()
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::tiling::{PieceSet, Setup};

    use super::*;

    #[test]
    fn a_piece_that_is_drawn_turned_and_flipped_lies_on_its_cells() {
        for (set, grid) in [("tetrahexes", Grid::Hexagons), ("pentiamonds", Grid::Triangles)] {
            let board = (0..4).flat_map(|y| (0..6).map(move |x| (Cell::at(x, y), None)));
            let pieces = PieceSet::by_name(set).map(PieceSet::pieces).unwrap_or_default();
            let setup = Setup { grid, board: board.skip(1).collect(), pieces, ..Setup::default() };
            let p = Tiling::new(setup).unwrap();
            let from = reach(&p).0;
            for (i, laid) in (0..p.pieces.len())
                .flat_map(|i| p.placements(i).into_iter().map(move |laid| (i, laid)))
            {
                let how = orientation(&p, i, &laid).unwrap();
                let stand = stand(&p, i, grid.corner(laid.iter().copied()), how).unwrap();
                let (x, y) = stand.at.unwrap();
                let page = (MARGIN - from.0, MARGIN - from.1);
                let shape = &p.pieces[i].shape;
                for &(own, _) in shape {
                    let own = cells::middle(grid, centred(grid, shape), own);
                    let own = stand.turned(own);
                    let near = |cell: &&Cell| {
                        let (a, b) = cells::middle(grid, page, **cell);
                        (a - own.0 - x).abs() < 0.01 && (b - own.1 - y).abs() < 0.01
                    };
                    assert_eq!(laid.iter().filter(near).count(), 1, "{set} {i} {how:?}");
                }
            }
        }
    }
}
