//! Pictures of puzzles and solutions: text for a terminal, SVG, PDF, PNG and GIF, and sheets to print and cut out.
//!
//! [`svg`], [`pdf`] and [`png`] draw one neutral scene, which a module per family makes from the puzzle. [`text`] has its own
//! layout, since a good picture in letters is not a small picture in lines, and shares palette and labels.
//!
//! **Invariant:** any solution can be drawn, whole, partial or faulty. What does not fit the puzzle is left out.
//! Colour never says anything alone: letters, outlines and shapes say the same.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle};
//! use marquetry_draw::{Ink, svg, text};
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
//! let setup = Setup { board: row(3), pieces, ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//!
//! assert!(svg(&puzzle, None).starts_with("<svg"));
//! print!("{}", text(&puzzle, None, Ink::Plain));
//! ```

mod cells;
mod cut;
mod film;
mod font;
#[cfg(feature = "png")]
mod gif;
mod labels;
mod matching;
mod moving;
mod outline;
mod palette;
#[cfg(feature = "pdf")]
mod paper;
mod path;
#[cfg(feature = "pdf")]
mod pdf;
mod plot;
#[cfg(feature = "png")]
mod png;
mod scene;
mod sheet;
mod sliding;
mod solid;
mod svg;
mod text;
mod tiling;
mod touch;
mod tray;

pub use cells::Lattice;
#[cfg(feature = "pdf")]
pub use paper::{Entry, Paper, Sheets, Unprintable};
pub use plot::{Curve, Plot};
pub use sheet::sheet_room;
pub use text::Ink;
pub use tiling::Pose;
pub use touch::{Attribute, Attributes, Change, changes};

use marquetry_puzzle::sliding::Position;
use marquetry_puzzle::{Move, Puzzle, Sliding, Solution, Tiling};
use scene::Scene;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(pub(crate) String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the picture cannot be made: {}", self.0)
    }
}

impl std::error::Error for Error {}

/// The puzzle or its solution as lines of text, each ended by a newline.
pub fn text(puzzle: &Puzzle, solution: Option<&Solution>, ink: Ink) -> String {
    text::draw(puzzle, solution).finish(ink)
}

/// A position of a sliding puzzle and the goal as lines of text, each ended by a newline.
pub fn position(p: &Sliding, position: &Position, ink: Ink) -> String {
    text::position(p, position).finish(ink)
}

/// The puzzle or its solution as an SVG file that needs no font and nothing else from outside.
///
/// Every tile, piece and block has its group, as in a [`touchable_svg`]; the moves of a sliding puzzle are a row of
/// trays without groups.
pub fn svg(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    svg::write(&picture(puzzle, solution), "")
}

/// The puzzle or its solution as a PDF file of one page, with the shapes of the [`svg`] at their size and no fonts.
#[cfg(feature = "pdf")]
pub fn pdf(puzzle: &Puzzle, solution: Option<&Solution>) -> Vec<u8> {
    pdf::picture(picture(puzzle, solution))
}

/// The outlines of pieces, tiles or blocks as an SVG file for a laser cutter: in millimetres, with cells of this size, each
/// edge once. With a solution they lie as in it, else apart from each other; blocks lie in their tray.
pub fn cut_svg(puzzle: &Puzzle, solution: Option<&Solution>, cell: f32) -> Result<String, Error> {
    cut::write(puzzle, solution, cell)
}

/// A position as an SVG that a page can touch: a board, a cover, or a tray after its moves. The ids in it begin with the
/// prefix, of which letters, digits, `-` and `_` are kept, so that several drawings can stand in one page.
///
/// Every tile, piece and block has one group, in the order of the puzzle, those that are not on the board with
/// `display="none"`:
///
/// ```text
/// <g data-piece="P" data-cell="3,4" transform="translate(136 196)">   only moves; data-cell is column, row from 0
///   <g data-turn="1" data-flip="1" transform="rotate(90)scale(-1 1)">  only turns and flips about its middle
///     ...
///   </g>
///   <use .../> <g>...</g>                                              letters: upright, each with a transform
/// </g>
/// ```
///
/// The turning group of a tile holds its edges from the top clockwise, then its rim; a solid piece has all its layers in
/// one group. All groups lie in one `<g>`, which gives their lines a colour: a group that is to lie on top is moved to the
/// end of it.
///
/// `data-cell` is the least corner of the box around the piece's cells, with a third number for layers above the first;
/// `data-copy` counts the copies of a piece that may be used more than once. The outermost element has
/// `data-cell-size` and `data-origin`, the corner of the first cell, for each layer. A [`Change`] says which attributes
/// to set so that a piece lies elsewhere. Edges that do not match are not marked, for the page knows them first.
pub fn touchable_svg(puzzle: &Puzzle, position: &Solution, prefix: &str) -> String {
    let mut scene = touch::scene(puzzle, position);
    scene.title = title(puzzle);
    let safe = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    svg::write(&scene, &prefix.chars().filter(safe).collect::<String>())
}

/// How a [`touchable_svg`] shows an orientation of a flat piece. `None` on solid boards, whose pieces are drawn as they lie.
pub fn pose(p: &Tiling, piece: usize, orientation: usize) -> Option<Pose> {
    p.pieces.get(piece)?;
    tiling::pose(p, piece, p.orientations(piece).get(orientation)?)
}

/// A piece of a solid puzzle alone, seen from a corner, as an SVG file.
pub fn piece_svg(p: &Tiling, piece: usize) -> Option<String> {
    tiling::lone(p, piece).map(svg::flat)
}

/// All pieces of a puzzle on a sheet, without the board, as an SVG file.
pub fn pieces_svg(p: &Tiling) -> String {
    let mut scene = tiling::pieces(p);
    scene.title = p.title.clone();
    svg::write(&scene, "")
}

/// All pieces of a puzzle on a sheet, without the board, as a PDF file.
#[cfg(feature = "pdf")]
pub fn pieces_pdf(p: &Tiling) -> Vec<u8> {
    pdf::picture(Scene { title: p.title.clone(), ..tiling::pieces(p) })
}

/// All pieces of a puzzle on a sheet, without the board, as a PNG file.
#[cfg(feature = "png")]
pub fn pieces_png(p: &Tiling, scale: f32) -> Result<Vec<u8>, Error> {
    png::render(&svg::flat(tiling::pieces(p)), scale)
}

/// The puzzle or its solution as a PNG file, so many pixels to a unit of the SVG. The scale is lowered where the
/// picture would be larger than some 40 million pixels.
#[cfg(feature = "png")]
pub fn png(puzzle: &Puzzle, solution: Option<&Solution>, scale: f32) -> Result<Vec<u8>, Error> {
    png::render(&svg::flat(picture(puzzle, solution)), scale)
}

/// Several solutions side by side as an SVG file, the first [`sheet_room`] of them.
pub fn sheet_svg(puzzle: &Puzzle, solutions: &[Solution]) -> String {
    svg::flat(sheet::sheet(puzzle, solutions))
}

/// Several solutions side by side as a PDF file, the first [`sheet_room`] of them.
#[cfg(feature = "pdf")]
pub fn sheet_pdf(puzzle: &Puzzle, solutions: &[Solution]) -> Vec<u8> {
    pdf::picture(sheet::sheet(puzzle, solutions))
}

/// Several solutions side by side as a PNG file, as [`png`] draws one.
#[cfg(feature = "png")]
pub fn sheet_png(puzzle: &Puzzle, solutions: &[Solution], scale: f32) -> Result<Vec<u8>, Error> {
    png::render(&sheet_svg(puzzle, solutions), scale)
}

/// Plots below each other as an SVG file.
pub fn plots_svg(title: &str, plots: &[Plot]) -> String {
    svg::flat(plot::plots(title, plots))
}

/// Plots below each other as a PDF file.
#[cfg(feature = "pdf")]
pub fn plots_pdf(title: &str, plots: &[Plot]) -> Vec<u8> {
    pdf::picture(plot::plots(title, plots))
}

/// Plots below each other as a PNG file, as [`png`] draws a puzzle.
#[cfg(feature = "png")]
pub fn plots_png(title: &str, plots: &[Plot], scale: f32) -> Result<Vec<u8>, Error> {
    png::render(&plots_svg(title, plots), scale)
}

/// The solution of a sliding puzzle as a GIF file that shows it moving. It is made smaller where the tray is large and
/// faster where the solution is long.
#[cfg(feature = "png")]
pub fn gif(puzzle: &Puzzle, solution: Option<&Solution>) -> Result<Vec<u8>, Error> {
    let (p, moves) = moving_parts(puzzle, solution)?;
    gif::animate(p, moves)
}

/// The solution of a sliding puzzle as an SVG file that shows it moving, without a script.
pub fn moving_svg(puzzle: &Puzzle, solution: Option<&Solution>) -> Result<String, Error> {
    let (p, moves) = moving_parts(puzzle, solution)?;
    moving::svg(p, moves, &title(puzzle))
}

fn moving_parts<'a>(
    puzzle: &'a Puzzle,
    solution: Option<&'a Solution>,
) -> Result<(&'a Sliding, &'a [Move]), Error> {
    match (puzzle, solution) {
        (Puzzle::Sliding(p), Some(Solution::Moves(moves))) => Ok((p, moves)),
        _ => Err(Error("only the solution of a sliding puzzle moves".into())),
    }
}

fn title(puzzle: &Puzzle) -> String {
    match puzzle.title() {
        "" => format!("A {} puzzle", puzzle.family()),
        title => title.to_owned(),
    }
}

fn picture(puzzle: &Puzzle, solution: Option<&Solution>) -> Scene {
    let mut scene = match (puzzle, solution) {
        (Puzzle::Matching(p), Some(Solution::Board(board))) => matching::board(p, board),
        (Puzzle::Matching(p), _) => matching::puzzle(p),
        (Puzzle::Tiling(p), Some(Solution::Cover(cover))) => tiling::cover(p, cover),
        (Puzzle::Tiling(p), _) => tiling::puzzle(p),
        (Puzzle::Sliding(p), Some(Solution::Moves(moves))) => sliding::moves(p, moves),
        (Puzzle::Sliding(p), _) => sliding::puzzle(p),
    };
    scene.title = title(puzzle);
    scene
}
