//! Boards and pieces to print and to cut out.

use marquetry_puzzle::{Cell, Placed, Tiling};

use super::{
    CAPTION, Look, cells, covered, extent, floor, layers_size, marks, off_board, piece_size,
    printed, reach, rim, whole,
};
use crate::palette::Paint;
use crate::scene::{MARGIN, Scene};
use crate::solid;

/// Along this line a piece is cut.
const CUT: f32 = 0.8;

impl Look {
    /// As it is printed: with patterns from the first piece on, and lines to cut along.
    fn printed(p: &Tiling) -> Look {
        Look { paint: Paint::printed, line: CUT, ..Look::of(p) }
    }
}

/// The layers of the board without pieces, each with the margin of a picture around it.
pub(crate) fn boards(p: &Tiling) -> Vec<Scene> {
    let look = Look::printed(p);
    let (from, to) = reach(p);
    let layer = |z: i16| {
        let (x, y) = look.layers.at(z);
        let mut scene = Scene::default();
        let board: Vec<_> = p.board.iter().filter(|c| c.0.z == z).copied().collect();
        let cells: Vec<Cell> = board.iter().map(|c| c.0).collect();
        floor(&mut scene, p.grid, &cells, (x, y));
        marks(&mut scene, p, &look, &board);
        printed(&mut scene, p, |cell| cell.z == z, &look.layers);
        rim(&mut scene, p, |layer| layer == z, &look.layers);
        let away = (MARGIN - x - from.0, MARGIN - y - from.1);
        let shapes = scene.shapes.into_iter().map(|shape| shape.moved(away)).collect();
        let (w, h) = (to.0 - from.0, to.1 - from.1);
        Scene { shapes, ..Scene::sized(w + 2.0 * MARGIN, h + 2.0 * MARGIN) }
    };
    (0..p.size().2 as i16).map(layer).collect()
}

/// A box seen from a corner, bare or with what lies in it, without a margin.
pub(crate) fn view(p: &Tiling) -> Option<Scene> {
    let (w, h, d) = p.size();
    let look = Look::printed(p);
    let (x, y) = look.layers.at(d as i16);
    let (width, height) = solid::size((w, h, d));
    let mut scene = Scene::sized(width, height);
    whole(&mut scene, p, &[], &look);
    scene.shapes = scene.shapes.into_iter().map(|shape| shape.moved((-x, -y))).collect();
    (d > 1).then_some(scene)
}

/// Each piece with the line to cut it out along, without a margin, and how many of it there are to be.
pub(crate) fn cutouts(p: &Tiling) -> Vec<(Scene, usize)> {
    let look = Look::printed(p);
    let cutout = |i: usize| {
        let piece = &p.pieces[i];
        let (w, h) = piece_size(p.grid, &piece.shape);
        let mut scene = Scene::sized(w, h - CAPTION);
        scene.shapes = off_board(p, &look, (i, 1), Some((0.0, 0.0))).placed();
        let (_, rows, d) = extent(&piece.shape);
        if d > 1 {
            let cubes: Vec<(Cell, usize)> =
                piece.shape.iter().map(|&(cell, _)| (cell, 0)).collect();
            let side = (layers_size(p.grid, &piece.shape).0 + cells::SIZE / 2.0, 0.0);
            solid::draw(&mut scene, side, rows, &cubes, &[(Paint::Slot(i), "")]);
        }
        let room = p.board.len() / piece.shape.len().max(1);
        (scene, (piece.most as usize).min(room))
    };
    (0..p.pieces.len()).map(cutout).collect()
}

/// The board with the pieces that lie on it, as they are printed.
pub(crate) fn solved(p: &Tiling, cover: &[Placed]) -> Scene {
    covered(p, cover, &Look { line: 2.0, ..Look::printed(p) })
}
