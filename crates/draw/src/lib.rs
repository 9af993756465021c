//! Pictures of puzzles and solutions: text for a terminal, SVG and PNG.
//!
//! [`svg`] and [`png`] draw one neutral scene, which a module per family makes from the puzzle. [`text`] has its own
//! layout, since a good picture in letters is not a small picture in lines, and shares palette and labels.
//!
//! **Invariant:** any solution can be drawn, whole, partial or faulty. What does not fit the puzzle is left out.
//! Colour never says anything alone: letters, outlines and shapes say the same.

mod font;
mod labels;
mod matching;
mod outline;
mod palette;
mod png;
mod scene;
mod sliding;
mod svg;
mod text;
mod tiling;
mod tray;

pub use png::Error;
pub use text::Ink;

use marquetry_puzzle::{Puzzle, Solution};

/// The puzzle or its solution as lines of text, each ended by a newline.
pub fn text(puzzle: &Puzzle, solution: Option<&Solution>, ink: Ink) -> String {
    text::draw(puzzle, solution).finish(ink)
}

/// The puzzle or its solution as an SVG file that needs no font and nothing else from outside.
pub fn svg(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    svg::write(&picture(puzzle, solution))
}

/// The puzzle or its solution as a PNG file, so many pixels to a unit of the SVG. The scale is lowered where the
/// picture would be larger than some 40 million pixels.
pub fn png(puzzle: &Puzzle, solution: Option<&Solution>, scale: f32) -> Result<Vec<u8>, Error> {
    png::render(&svg(puzzle, solution), scale)
}

fn picture(puzzle: &Puzzle, solution: Option<&Solution>) -> scene::Scene {
    let mut scene = match (puzzle, solution) {
        (Puzzle::Matching(p), Some(Solution::Board(board))) => matching::board(p, board),
        (Puzzle::Matching(p), _) => matching::puzzle(p),
        (Puzzle::Tiling(p), Some(Solution::Cover(cover))) => tiling::cover(p, cover),
        (Puzzle::Tiling(p), _) => tiling::puzzle(p),
        (Puzzle::Sliding(p), Some(Solution::Moves(moves))) => sliding::moves(p, moves),
        (Puzzle::Sliding(p), _) => sliding::puzzle(p),
    };
    scene.title = match puzzle.title() {
        "" => format!("A {} puzzle", puzzle.family()),
        title => title.to_owned(),
    };
    scene
}
