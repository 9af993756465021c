//! What of a puzzle is printed: its board, its pieces, its solution.

use marquetry_puzzle::{Puzzle, Solution};

use super::layout::FLAP;
use super::pages::{LINE, SMALL};
use crate::scene::{self, Point, Scene, Shape};
use crate::{Lattice, cells, font, matching, picture, sliding, tiling};

/// The most pictures of a sliding puzzle's solution, and the most moves of each.
const MOST_PICTURES: usize = 8;
const MOST_MOVES: usize = 30;
/// The most room for a solution, in millimetres.
const SOLUTION: Point = (85.0, 90.0);

/// Something to print.
#[derive(Clone, Default)]
pub(super) struct Item {
    pub shapes: Vec<Shape>,
    /// The box that it fills: its corner and its size, in units of its shapes.
    pub from: Point,
    pub size: Point,
    /// Millimetres in such a unit.
    pub scale: f32,
    /// How far cells are apart, in those units.
    pub pitch: Point,
    /// What is written above it.
    pub caption: String,
    pub copies: usize,
}

impl Item {
    /// A picture within its margin.
    pub(super) fn of_scene(scene: Scene, margin: f32, scale: f32) -> Item {
        let (from, size) =
            ((margin, margin), (scene.width - 2.0 * margin, scene.height - 2.0 * margin));
        Item { shapes: scene.all(), from, size, scale, copies: 1, ..Item::default() }
    }

    /// Words alone.
    pub(super) fn said(caption: String) -> Item {
        Item { caption, copies: 1, ..Item::default() }
    }

    /// The height of its caption, in millimetres.
    pub(super) fn head(&self) -> f32 {
        if self.caption.is_empty() { 0.0 } else { LINE }
    }

    /// All the room that it takes, in millimetres.
    pub(super) fn outer(&self) -> Point {
        let words = font::width(&self.caption) * SMALL / font::CAPITAL;
        ((self.size.0 * self.scale).max(words), self.size.1 * self.scale + self.head())
    }
}

/// The board of a puzzle and all that is laid on it, with cells of this size.
pub(super) fn of(puzzle: &Puzzle, cell: f32, room: Point) -> Vec<Item> {
    match puzzle {
        Puzzle::Matching(p) => {
            let (scale, pitch) = (cell / matching::SIZE, (matching::SIZE, matching::SIZE));
            let mut items = vec![Item::of_scene(matching::bare(p), scene::MARGIN, scale)];
            let fitting = |room: f32| ((room - 2.0 * scene::MARGIN * scale) / cell) as usize;
            let (columns, rows) = (fitting(room.0).max(1), fitting(room.1 - FLAP).max(1));
            let blocks = matching::loose(p);
            let blocks =
                blocks.chunks(columns * rows).map(|tiles| matching::block(p, tiles, columns));
            items.extend(blocks.map(|scene| Item::of_scene(scene, 0.0, scale)));
            items.iter_mut().for_each(|item| item.pitch = pitch);
            items
        }
        Puzzle::Tiling(p) => {
            let lattice = Lattice::of(p.grid);
            let (scale, pitch) = (cell / lattice.cell.0, (lattice.across, lattice.down.1));
            let boards = tiling::boards(p);
            let several = boards.len() > 1;
            let board = |(i, scene): (usize, Scene)| {
                let caption = if several { format!("layer {}", i + 1) } else { String::new() };
                Item { caption, pitch, ..Item::of_scene(scene, scene::MARGIN, scale) }
            };
            let mut items: Vec<Item> = boards.into_iter().enumerate().map(board).collect();
            items.extend(tiling::view(p).map(|scene| {
                let small = (60.0 / scene.width.max(scene.height)).min(scale);
                Item::of_scene(scene, 0.0, small)
            }));
            let cut = |(scene, copies): (Scene, usize)| Item {
                copies,
                pitch,
                ..Item::of_scene(scene, 0.0, scale)
            };
            items.extend(tallest_first(tiling::cutouts(p).into_iter().map(cut).collect()));
            items
        }
        Puzzle::Sliding(p) => {
            let (scale, pitch) = (cell / sliding::SIZE, (sliding::SIZE, sliding::SIZE));
            let mut items = vec![Item::of_scene(sliding::floor(p), scene::MARGIN, scale)];
            let small = picture(puzzle, None);
            let smaller = (70.0 / small.width).min(70.0 / small.height).min(scale);
            items.push(Item::of_scene(small, scene::MARGIN, smaller));
            let blocks = sliding::cutouts(p).into_iter();
            let blocks = blocks.map(|scene| Item::of_scene(scene, 0.0, scale)).collect();
            items.extend(tallest_first(blocks));
            items.iter_mut().for_each(|item| item.pitch = pitch);
            items
        }
    }
}

/// Things of one height beside each other leave the least paper.
fn tallest_first(mut items: Vec<Item>) -> Vec<Item> {
    items.sort_by(|a, b| b.size.1.total_cmp(&a.size.1));
    items
}

/// A solution in small.
pub(super) fn solved(
    puzzle: &Puzzle,
    solution: &Solution,
    name: String,
    cell: f32,
    room: Point,
) -> Vec<Item> {
    let scenes = match (puzzle, solution) {
        (Puzzle::Tiling(p), Solution::Cover(cover)) => vec![tiling::solved(p, cover)],
        (Puzzle::Sliding(p), Solution::Moves(moves)) => {
            let firsts = (0..moves.len().max(1)).step_by(MOST_MOVES).take(MOST_PICTURES);
            firsts.map(|first| sliding::moves_from(p, moves, (first, MOST_MOVES))).collect()
        }
        _ => vec![picture(puzzle, Some(solution))],
    };
    let (room, most) = match puzzle {
        Puzzle::Sliding(_) => ((room.0, room.1 - 30.0), cell / 2.0 / sliding::SIZE),
        _ => (SOLUTION, cell / cells::SIZE),
    };
    let item =
        |scene: Scene| Item { caption: name.clone(), ..Item::of_scene(scene, scene::MARGIN, most) };
    let mut items: Vec<Item> = scenes.into_iter().map(item).collect();
    // All of one scale, with a little room for what is rounded.
    let fitting = |item: &Item| (room.0 / item.size.0).min(room.1 / item.size.1) * 0.999;
    let scale = items.iter().map(fitting).fold(most, f32::min);
    items.iter_mut().for_each(|item| item.scale = scale);
    items
}

impl Shape {
    /// What of it may be seen through a window; `None` where that is nothing.
    pub(super) fn within(&self, window: (Point, Point)) -> Option<Shape> {
        let meets = |(lo, hi): (Point, Point)| {
            let ((left, top), (right, bottom)) = window;
            lo.0 <= right && hi.0 >= left && lo.1 <= bottom && hi.1 >= top
        };
        if !self.form.reach().is_some_and(meets) {
            return None;
        }
        let mut seen = self.clone();
        if let scene::Form::Loops(lines, _) | scene::Form::Lines(lines) = &mut seen.form {
            lines.retain(|line| scene::span(line.iter().copied()).is_some_and(meets));
        }
        Some(seen)
    }
}
