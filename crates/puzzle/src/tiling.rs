//! Tiling puzzles: pieces that must cover a board exactly, cell colours included, in two or three dimensions.
//!
//! Pieces and boards are sets of cells of a [`Grid`]: squares or cubes, hexagons, triangles. What is different between
//! these is in [`Grid`] alone.
//!
//! ```
//! use marquetry_puzzle::Cell;
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//!
//! let cells = |all: &[(i16, i16)]| all.iter().map(|&(x, y)| (Cell::at(x, y), None)).collect();
//! let board = cells(&[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
//! let corner = Piece { least: 2, most: 2, ..Piece::new("L", cells(&[(0, 0), (1, 0), (0, 1)])) };
//! let puzzle = Tiling::new(Setup { board, pieces: vec![corner], ..Setup::default() }).unwrap();
//! assert_eq!(puzzle.orientations(0).len(), 4);
//! assert_eq!(puzzle.placements(0).len(), 8);
//! ```

mod changes;
mod grid;
mod sets;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Deref;

use crate::fault::{Fault, Faults, Part};
use crate::grid::{Cell, bounds};
use crate::matching::is_word;
use crate::symmetry::{Motion, Symmetry, motions};

pub use changes::Changes;
pub use grid::Grid;
pub use sets::{PieceSet, Sides};

/// The longest side of a board or piece.
pub const MAX_SIDE: usize = 512;
/// The most cells a board may have, and the pieces' drawings all together.
pub const MAX_CELLS: usize = 65_536;
/// The most cells the box around a board may have, empty ones counted, and those around the pieces all together: a
/// drawing shows them all.
pub const MAX_BOX: usize = 1 << 22;
/// The most kinds of pieces a puzzle may have; copies do not count.
pub const MAX_PIECES: usize = 4096;

/// The colour of a cell; `None` goes with every colour.
pub type Colour = Option<char>;

/// Do these two colours go together?
pub fn agree(a: Colour, b: Colour) -> bool {
    a.is_none() || b.is_none() || a == b
}

/// Coloured cells in reading order, the least corner of their box at the origin.
pub type Shape = Vec<(Cell, Colour)>;

/// A piece, and how it may be used.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its name, unique in the puzzle.
    pub name: String,
    /// Its cells with their colours.
    pub shape: Shape,
    /// How often it must be used at least.
    pub least: u32,
    /// How often it may be used at most.
    pub most: u32,
    /// May it be turned?
    pub turn: bool,
    /// May it be flipped over?
    pub flip: bool,
}

impl Piece {
    /// A piece that is used exactly once and may be turned and flipped.
    pub fn new(name: impl Into<String>, shape: Shape) -> Piece {
        Piece { name: name.into(), shape, least: 1, most: 1, turn: true, flip: true }
    }

    /// The different shapes it may take, in their normal form. A piece that may be flipped but not turned takes its mirror
    /// image left to right, as when a page is turned.
    pub fn orientations(&self, grid: Grid, solid: bool) -> Vec<Shape> {
        let allowed = |&s: &Symmetry| match (self.turn, self.flip) {
            (true, true) => true,
            (true, false) => !grid.reflects(s),
            (false, true) => s == Symmetry::IDENTITY || s == grid.mirror(),
            (false, false) => s == Symmetry::IDENTITY,
        };
        let all = grid.symmetries(solid).into_iter().filter(allowed);
        let shapes: BTreeSet<Shape> = all.map(|s| grid.shape_image(s, &self.shape)).collect();
        shapes.into_iter().collect()
    }
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placed {
    /// The cells it covers, in reading order.
    pub cells: Vec<Cell>,
    /// Index of the piece.
    pub piece: usize,
}

impl Placed {
    /// Puts the cells in order.
    pub fn new(piece: usize, mut cells: Vec<Cell>) -> Placed {
        cells.sort();
        Placed { cells, piece }
    }
}

/// A tiling puzzle as somebody wrote it down; [`Tiling::new`] checks it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Setup {
    /// What people call it; may be empty.
    pub title: String,
    /// What its cells are.
    pub grid: Grid,
    /// The cells to cover.
    pub board: Shape,
    /// Those of them that may stay empty.
    pub optional: BTreeSet<Cell>,
    /// The pieces. One that may be left over has `least` 0.
    pub pieces: Vec<Piece>,
    /// What is printed on cells, such as the days of a calendar. A labelled cell that is not on the board is one that
    /// stays open. Labels outside the board's box are left out.
    pub labels: BTreeMap<Cell, String>,
}

impl Setup {
    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.board.is_empty() {
            faults.push(
                Fault::new("no-cells", Part::Board, "the board has no cells")
                    .help("draw at least one cell"),
            );
        }
        if self.board.len() > MAX_CELLS {
            let message =
                format!("the board has {} cells, more than {MAX_CELLS}", self.board.len());
            faults.push(Fault::new("too-many", Part::Board, message));
        }
        shape_faults(&self.board, Part::Board, &mut faults);
        if self.grid != Grid::Squares && solid(self) {
            let message = format!("{} lie in one layer", self.grid.name());
            let help = "only squares have layers";
            faults.push(Fault::new("layers", Part::Whole, message).help(help));
        }
        let board: BTreeSet<Cell> = self.board.iter().map(|c| c.0).collect();
        if let Some(cell) = self.optional.difference(&board).next() {
            let message = format!("{} may stay empty but is not on the board", cell.words());
            faults.push(Fault::new("outside", Part::Board, message));
        }
        if self.pieces.is_empty() {
            faults.push(Fault::new("no-pieces", Part::Whole, "the puzzle has no pieces"));
        }
        let drawn: usize = self.pieces.iter().map(|piece| piece.shape.len()).sum();
        if drawn > MAX_CELLS {
            let message = format!("the pieces have {drawn} cells, more than {MAX_CELLS}");
            faults.push(Fault::new("too-many", Part::Whole, message));
        }
        let boxes = self.pieces.iter().map(|piece| volume(&piece.shape)).sum::<usize>();
        for (cells, part, what) in
            [(volume(&self.board), Part::Board, "box"), (boxes, Part::Whole, "pieces' boxes")]
        {
            if cells > MAX_BOX {
                let message = format!("the {what} would have {cells} cells, empty ones counted");
                let help = format!("there may be {MAX_BOX} of them");
                faults.push(Fault::new("size", part, message).help(help));
            }
        }
        if self.pieces.len() > MAX_PIECES {
            let message = format!("{} pieces are more than {MAX_PIECES}", self.pieces.len());
            let help = "give equal pieces once, with a number of copies";
            faults.push(Fault::new("too-many", Part::Piece(MAX_PIECES), message).help(help));
        }
        let mut names = HashMap::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            let (part, Piece { name, shape, least, most, .. }) = (Part::Piece(i), piece);
            let mut fault = |code, message: String| faults.push(Fault::new(code, part, message));
            if names.insert(name, i).is_some() {
                fault("name-twice", format!("the piece name '{name}' is used twice"));
            }
            if !is_word(name) || name.contains(':') {
                fault("name", format!("'{name}' cannot be a piece's name"));
            }
            if shape.is_empty() {
                fault("no-cells", format!("piece '{name}' has no cells"));
            }
            if least > most {
                fault("copies", format!("at least {least} but at most {most} copies of '{name}'"));
            }
            shape_faults(shape, part, &mut faults);
        }
        if self.labels.len() > MAX_CELLS {
            let message = format!("{} labels are more than {MAX_CELLS}", self.labels.len());
            faults.push(Fault::new("too-many", Part::Board, message));
        }
        let odd = self.labels.iter().filter(|label| !is_word(label.1));
        faults.extend(odd.take(100).map(|(cell, label)| {
            let message = format!("'{label}' cannot be the label of {}", cell.words());
            Fault::new("label", Part::Board, message)
        }));
        faults
    }
}

/// The cells of a shape's box.
fn volume(shape: &Shape) -> usize {
    let side = |lo: i16, hi: i16| usize::from(hi.abs_diff(lo)) + 1;
    bounds(shape.iter().map(|c| c.0)).map_or(0, |(lo, hi)| {
        [side(lo.x, hi.x), side(lo.y, hi.y), side(lo.z, hi.z)].iter().product()
    })
}

fn shape_faults(shape: &Shape, part: Part, faults: &mut Vec<Fault>) {
    if let Some((lo, hi)) = bounds(shape.iter().map(|c| c.0)) {
        let side = |lo: i16, hi: i16| (i32::from(hi) - i32::from(lo) + 1) as usize;
        if side(lo.x, hi.x).max(side(lo.y, hi.y)).max(side(lo.z, hi.z)) > MAX_SIDE {
            faults.push(Fault::new("size", part, format!("this is longer than {MAX_SIDE} cells")));
        }
    }
    let cells: BTreeSet<Cell> = shape.iter().map(|c| c.0).collect();
    if cells.len() < shape.len() {
        faults.push(Fault::new("cell-twice", part, "the same cell is given twice"));
    }
    if shape.iter().filter_map(|c| c.1).any(|c| c.is_whitespace() || c.is_control()) {
        faults.push(Fault::new("name", part, "a colour must be a visible character"));
    }
}

/// A tiling puzzle that makes sense. Reads like its [`Setup`], with board and pieces in their normal place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiling {
    setup: Setup,
    colours: HashMap<Cell, Colour>,
    orientations: Vec<Vec<Shape>>,
    classes: Vec<usize>,
    solid: bool,
    /// The pieces of each class, none where a piece is not the first of its class.
    members: Vec<Vec<usize>>,
}

impl Tiling {
    /// Checks a setup and reports every fault it has.
    pub fn new(mut setup: Setup) -> Result<Tiling, Faults> {
        Faults::from(setup.faults()).unless(())?;
        setup.title = crate::matching::folded(&setup.title);
        setup.labels = labels_within(&setup);
        let grid = setup.grid;
        if let Some(corner) = grid.corner(setup.board.iter().map(|c| c.0)) {
            setup.optional = setup.optional.iter().map(|c| c.minus(corner)).collect();
        }
        setup.board = grid.normal(setup.board);
        setup
            .pieces
            .iter_mut()
            .for_each(|piece| piece.shape = grid.normal(std::mem::take(&mut piece.shape)));
        let solid = solid(&setup);
        let orientations: Vec<Vec<Shape>> =
            setup.pieces.iter().map(|p| p.orientations(grid, solid)).collect();
        let mut known = HashMap::new();
        let classes: Vec<usize> =
            orientations.iter().enumerate().map(|(i, o)| *known.entry(o).or_insert(i)).collect();
        let mut members = vec![Vec::new(); classes.len()];
        classes.iter().enumerate().for_each(|(piece, &class)| members[class].push(piece));
        let colours = setup.board.iter().copied().collect();
        Ok(Tiling { colours, classes, solid, members, orientations, setup })
    }

    /// The setup, to be changed and checked again.
    pub fn into_setup(self) -> Setup {
        self.setup
    }

    /// The cell that this is printed on, in capitals or not.
    pub fn labelled(&self, label: &str) -> Option<Cell> {
        let alike = |exact: bool| {
            let same = |l: &str| l == label || !exact && l.eq_ignore_ascii_case(label);
            self.labels.iter().find(|(_, l)| same(l)).map(|(&cell, _)| cell)
        };
        alike(true).or_else(|| alike(false))
    }

    /// The same puzzle with just these cells open: labelled cells that were open are on the board again.
    pub fn with_open(self, open: &[Cell]) -> Result<Tiling, Faults> {
        let mut setup = self.setup;
        let closed = setup.labels.keys().filter(|cell| !self.colours.contains_key(cell));
        setup.board.extend(closed.map(|&cell| (cell, None)));
        setup.board.retain(|(cell, _)| !open.contains(cell));
        setup.optional.retain(|cell| !open.contains(cell));
        Tiling::new(setup)
    }

    /// Does the puzzle use the third dimension?
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// Columns, rows and layers of the board's box.
    pub fn size(&self) -> (usize, usize, usize) {
        let hi = bounds(self.board.iter().map(|c| c.0)).map_or(Cell::at(-1, -1), |b| b.1);
        (hi.x as usize + 1, hi.y as usize + 1, hi.z as usize + 1)
    }

    /// The colour of a cell of the board; `None` where the board has no cell.
    pub fn colour_at(&self, cell: Cell) -> Option<Colour> {
        self.colours.get(&cell).copied()
    }

    /// The different shapes a piece may take.
    pub fn orientations(&self, piece: usize) -> &[Shape] {
        &self.orientations[piece]
    }

    /// The first piece that can take exactly the shapes this one can: equal pieces have the same class.
    pub fn class(&self, piece: usize) -> usize {
        self.classes[piece]
    }

    /// Least and most copies of all pieces of a class together.
    pub fn copies(&self, class: usize) -> (u64, u64) {
        self.members[class]
            .iter()
            .map(|&p| &self.pieces[p])
            .fold((0, 0), |(least, most), p| (least + u64::from(p.least), most + u64::from(p.most)))
    }

    /// Can this piece cover just these cells, given in reading order, with colours that agree?
    pub fn fits(&self, piece: usize, cells: &[Cell]) -> bool {
        self.orientations[piece].iter().any(|shape| {
            shape.len() == cells.len()
                && self.grid.shift(shape[0].0, cells[0]).is_some()
                && shape.iter().zip(cells).all(|(&(cell, colour), &to)| {
                    to.minus(cells[0]) == cell.minus(shape[0].0)
                        && self.colour_at(to).is_some_and(|board| agree(board, colour))
                })
        })
    }

    /// Every set of cells that a piece can cover, in order.
    pub fn placements(&self, piece: usize) -> Vec<Vec<Cell>> {
        let mut found = BTreeSet::new();
        for shape in &self.orientations[piece] {
            for &(first, _) in &self.board {
                let Some(shift) = self.grid.shift(shape[0].0, first) else { continue };
                let goes = |&(cell, colour): &(Cell, Colour)| {
                    self.colour_at(cell.plus(shift)).is_some_and(|b| agree(b, colour))
                };
                if shape.iter().all(goes) {
                    found.insert(shape.iter().map(|c| c.0.plus(shift)).collect());
                }
            }
        }
        found.into_iter().collect()
    }

    /// The symmetries that the board really has: its cells with their colours, and those that may stay empty.
    pub fn motions(&self) -> Vec<Motion> {
        let mark =
            |&(cell, colour): &(Cell, Colour)| (cell, (colour, self.optional.contains(&cell)));
        let among = self.grid.symmetries(self.is_solid());
        motions(self.grid, among, &self.board.iter().map(mark).collect::<Vec<_>>())
    }

    /// Can this be done with the board in one's hands? A reflection cannot, except that a flat board is turned over
    /// where every piece may be flipped.
    pub fn is_turn(&self, symmetry: Symmetry) -> bool {
        let over = || !self.is_solid() && self.pieces.iter().all(|piece| piece.flip);
        !self.grid.reflects(symmetry) || over()
    }

    /// For each piece, the first piece that can take exactly the shapes this one shows after a symmetry: itself when
    /// it may be turned and flipped, for others perhaps their mirror image or none.
    pub fn carried(&self, symmetry: Symmetry) -> Vec<Option<usize>> {
        let image = |shape: &Shape| self.grid.shape_image(symmetry, shape);
        let mut known: HashMap<&[Shape], usize> = HashMap::new();
        for (piece, shapes) in self.orientations.iter().enumerate() {
            known.entry(shapes).or_insert(piece);
        }
        let to = |piece: usize| {
            if self.pieces[piece].turn && self.pieces[piece].flip {
                return Some(self.classes[piece]);
            }
            let mut images: Vec<Shape> = self.orientations[piece].iter().map(image).collect();
            images.sort_unstable();
            known.get(&images[..]).copied()
        };
        (0..self.pieces.len()).map(to).collect()
    }

    /// A cover in its normal form: by first cell, with equal pieces taken in the order of the puzzle. Covers
    /// that differ only by swapping equal pieces have the same normal form.
    pub fn in_order(&self, mut cover: Vec<Placed>) -> Vec<Placed> {
        cover.sort();
        let mut names: HashMap<usize, Vec<usize>> = HashMap::new();
        for placed in &mut cover {
            let Some(&class) = self.classes.get(placed.piece) else { continue };
            let supply = names.entry(class).or_insert_with(|| self.supply(class, self.board.len()));
            if let Some(piece) = supply.pop() {
                placed.piece = piece;
            }
        }
        cover
    }

    /// The pieces of a class, each as often as it is there, last to be used first: what must be used comes before
    /// what may be.
    fn supply(&self, class: usize, at_most: usize) -> Vec<usize> {
        let equal = || self.members[class].iter().copied();
        let repeat = |p: usize, times: u32| std::iter::repeat_n(p, times as usize);
        let due = equal().flat_map(|p| repeat(p, self.pieces[p].least));
        let spare = equal().flat_map(|p| repeat(p, self.pieces[p].most - self.pieces[p].least));
        let mut supply: Vec<usize> = due.chain(spare).take(at_most).collect();
        supply.reverse();
        supply
    }
}

/// Tells whether a cell lies in the box of a board. Labels that do not are left out by [`Tiling::new`], since the box
/// shrinks where cells at its sides are opened.
pub fn in_box(board: &Shape) -> impl Fn(Cell) -> bool + use<> {
    let bounds = bounds(board.iter().map(|c| c.0));
    move |c| {
        bounds.is_none_or(|(lo, hi)| {
            let x = (lo.x..=hi.x).contains(&c.x);
            x && (lo.y..=hi.y).contains(&c.y) && (lo.z..=hi.z).contains(&c.z)
        })
    }
}

/// The labels within the board's box, moved with it to the origin.
fn labels_within(setup: &Setup) -> BTreeMap<Cell, String> {
    let within = in_box(&setup.board);
    let corner = setup.grid.corner(setup.board.iter().map(|c| c.0)).unwrap_or(Cell::at(0, 0));
    let inside = setup.labels.iter().filter(|label| within(*label.0));
    inside.map(|(cell, label)| (cell.minus(corner), label.clone())).collect()
}

fn solid(setup: &Setup) -> bool {
    let deep = |shape: &Shape| shape.iter().any(|c| c.0.z != shape[0].0.z);
    deep(&setup.board) || setup.pieces.iter().any(|p| deep(&p.shape))
}

impl Deref for Tiling {
    type Target = Setup;
    fn deref(&self) -> &Setup {
        &self.setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(drawing: &[&str]) -> Shape {
        let row = |(y, line): (usize, &&str)| -> Shape {
            let cell = |(x, c)| (c != '.').then_some((Cell::at(x as i16, y as i16), None));
            line.chars().enumerate().filter_map(cell).collect()
        };
        drawing.iter().enumerate().flat_map(row).collect()
    }

    fn puzzle(board: &[&str], pieces: &[&[&str]]) -> Tiling {
        let pieces =
            pieces.iter().enumerate().map(|(i, p)| Piece::new(i.to_string(), shape(p))).collect();
        Tiling::new(Setup { board: shape(board), pieces, ..Setup::default() }).unwrap()
    }

    #[test]
    fn an_f_pentomino_has_eight_shapes_four_without_flipping_in_space_all_24() {
        let mut f = Piece::new("F", shape(&[".##", "##.", ".#."]));
        assert_eq!(f.orientations(Grid::Squares, false).len(), 8);
        f.flip = false;
        assert_eq!(f.orientations(Grid::Squares, false).len(), 4);
        assert_eq!(f.orientations(Grid::Squares, true).len(), 24);
        f.turn = false;
        assert_eq!(f.orientations(Grid::Squares, false).len(), 1);
        f.flip = true;
        assert!(f.orientations(Grid::Squares, false).contains(&shape(&["##.", ".##", ".#."])));
        assert_eq!(f.orientations(Grid::Squares, false).len(), 2);
    }

    #[test]
    fn equal_pieces_share_a_class_even_when_drawn_turned() {
        let p = puzzle(&["####", "####"], &[&["###", "#.."], &["##", ".#", ".#"]]);
        assert_eq!((p.class(0), p.class(1)), (0, 0));
        assert_eq!(p.copies(0), (2, 2));
    }

    #[test]
    fn swapped_equal_pieces_have_one_normal_form() {
        let p = puzzle(&["##"], &[&["#"], &["#"]]);
        let cover =
            |a, b| vec![Placed::new(a, vec![Cell::at(0, 0)]), Placed::new(b, vec![Cell::at(1, 0)])];
        assert_eq!(p.in_order(cover(0, 1)), p.in_order(cover(1, 0)));
    }

    #[test]
    fn opening_cells_anew_closes_labelled_ones_and_moves_labels_with_the_board() {
        let label = |x, label: &str| (Cell::at(x, 0), label.to_owned());
        let labels = [label(0, "one"), label(1, "TWO"), label(3, "far")].into();
        let setup = Setup { labels, ..puzzle(&["#.#"], &[&["##"]]).into_setup() };
        let p = Tiling::new(setup).unwrap();
        assert_eq!(p.labelled("two"), Some(Cell::at(1, 0)));
        assert_eq!(p.labelled("far"), None);
        let p = p.with_open(&[Cell::at(0, 0)]).unwrap();
        assert_eq!(p.board, shape(&["##"]));
        assert_eq!(p.labels, [label(0, "TWO")].into());
        let odd = Setup { labels: [label(0, "a b")].into(), ..p.into_setup() };
        assert_eq!(Tiling::new(odd).unwrap_err().len(), 1);
    }

    #[test]
    fn a_few_cells_far_apart_do_not_ask_for_a_drawing_of_millions() {
        let far = |n| vec![(Cell::at(0, 0), None), (Cell { z: n, y: n, x: n }, None)];
        let faults = |board: Shape, piece: Shape| {
            let pieces = (0..64).map(|i| Piece::new(i.to_string(), piece.clone())).collect();
            let faults = Tiling::new(Setup { board, pieces, ..Setup::default() }).map(drop);
            faults.map_err(|faults| faults.iter().map(|f| f.part).collect::<Vec<_>>())
        };
        assert_eq!(faults(far(150), far(30)), Ok(()));
        assert_eq!(faults(far(200), far(30)), Err(vec![Part::Board]));
        assert_eq!(faults(far(150), far(50)), Err(vec![Part::Whole]));
    }

    #[test]
    fn placements_are_counted_once_each() {
        let p = puzzle(&["###", "###"], &[&["##", "##"], &["##"]]);
        assert_eq!(p.placements(0).len(), 2);
        assert_eq!(p.placements(1).len(), 7);
    }
}
