//! Contact sheets: many solutions in one picture.

use marquetry_puzzle::{Puzzle, Solution};

use crate::palette::Paint;
use crate::scene::{MARGIN, Ply, Point, Scene, Shape, flow, pleasing_width};
use crate::{picture, title};

const GAP: f32 = 12.0;
const CAPTION: f32 = 16.0;
/// On sheets of more solutions than this the lines between cells are left out.
const DETAILED: usize = 20;
/// The most solutions on a sheet, and the most cells of all of them together.
const MOST: usize = 5_000;
const MOST_CELLS: usize = 400_000;
/// A solution of a sliding puzzle shows about so many trays.
const TRAYS: usize = 60;

/// How many solutions of a puzzle go on a contact sheet.
pub fn sheet_room(puzzle: &Puzzle) -> usize {
    let cells = match puzzle {
        Puzzle::Matching(p) => p.cells.len(),
        Puzzle::Tiling(p) => p.board.len(),
        Puzzle::Sliding(p) => p.width * p.height * TRAYS,
    };
    (MOST_CELLS / cells.max(1)).clamp(1, MOST)
}

/// The solutions side by side with their numbers, as many as there is room for.
pub(crate) fn sheet(puzzle: &Puzzle, solutions: &[Solution]) -> Scene {
    let shown = &solutions[..solutions.len().min(sheet_room(puzzle))];
    let scenes: Vec<Scene> = shown.iter().map(|s| picture(puzzle, Some(s))).collect();
    let inner = |scene: &Scene| (scene.width - 2.0 * MARGIN, scene.height - 2.0 * MARGIN);
    let sizes: Vec<Point> = scenes.iter().map(inner).map(|(w, h)| (w, h + CAPTION)).collect();
    let (corners, all) = flow(&sizes, pleasing_width(&sizes, GAP), GAP);
    let mut sheet = Scene { title: title(puzzle), ..Scene::default() };
    (sheet.width, sheet.height) = (all.0 + 2.0 * MARGIN, all.1 + 2.0 * MARGIN);
    for (i, (scene, (x, y))) in scenes.into_iter().zip(corners).enumerate() {
        let (w, h) = inner(&scene);
        let spot = (MARGIN + x + w / 2.0, MARGIN + y + h + CAPTION * 0.6);
        sheet.text(&(i + 1).to_string(), spot, 8.0, w, Paint::Ink);
        let lines = |s: &Shape| matches!(s.look.ply, Ply::Floor | Ply::Seam);
        let fine = |s: &Shape| lines(s) && s.look.fill.is_none();
        let kept = scene.all().into_iter().filter(|s| shown.len() <= DETAILED || !fine(s));
        sheet.shapes.extend(kept.map(|shape| shape.moved((x, y))));
    }
    sheet
}
