//! Positions that a page can touch: a drawing is made once, and moves are then attributes of its groups.

use std::collections::{BTreeMap, BTreeSet};

use marquetry_puzzle::{Cell, Puzzle, Solution, Tiling};

use crate::path::pair;
use crate::scene::{Figure, Scene, Stand};
use crate::{matching, sliding, tiling};

/// Where a tile, piece or block of a [`touchable_svg`](crate::touchable_svg) comes to lie.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    /// Index of the tile, piece or block; its name is the group's `data-piece`.
    pub piece: usize,
    /// Which of its copies, from 1: the group's `data-copy`, which is there where a piece may be used more than once.
    pub copy: usize,
    /// The least corner of the box around the cells that it lies on, its layer among it; `None` takes it off the board. Of
    /// triangles it is one that points up.
    pub cell: Option<Cell>,
    /// Turns clockwise, after it was flipped: quarters, or of hexagons and triangles sixths.
    pub turn: u8,
    /// Is it flipped left to right?
    pub flip: bool,
}

/// An attribute to set to some value, or to take away.
pub type Attribute = (&'static str, Option<String>);

/// What to set in a drawing so that a change is seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attributes {
    /// Of the group of the tile, piece or block, which only moves.
    pub group: Vec<Attribute>,
    /// Of the group with `data-turn` in it, which only turns and flips about its own middle.
    pub turn: Vec<Attribute>,
    /// Of the elements that follow that group, one each: letters stay upright and go where they belong.
    pub letters: Vec<Attribute>,
}

impl Attributes {
    pub(crate) fn of(stand: &Stand) -> Attributes {
        let turn = match (stand.degrees(), stand.flip) {
            (0, false) => None,
            (0, true) => Some("scale(-1 1)".to_owned()),
            (degrees, false) => Some(format!("rotate({degrees})")),
            (degrees, true) => Some(format!("rotate({degrees})scale(-1 1)")),
        };
        let translate = |point: (f32, f32)| format!("translate({})", pair(point));
        let moved = |&spot: &(f32, f32)| (spot != (0.0, 0.0)).then(|| translate(spot));
        Attributes {
            group: vec![
                ("data-cell", stand.cell.map(place)),
                ("transform", stand.at.map(translate)),
                ("display", stand.at.is_none().then(|| "none".to_owned())),
            ],
            turn: vec![
                ("data-turn", Some((stand.degrees() / stand.step).to_string())),
                ("data-flip", stand.flip.then(|| "1".to_owned())),
                ("transform", turn),
            ],
            letters: stand.spots.iter().map(|spot| ("transform", moved(spot))).collect(),
        }
    }
}

/// A cell as the page knows it: column, row, and the layer where it is not the first.
fn place(Cell { x, y, z }: Cell) -> String {
    if z == 0 { format!("{x},{y}") } else { format!("{x},{y},{z}") }
}

impl Change {
    /// A flat piece of a tiling puzzle that comes to lie on these cells. `None` where no turn or flip of it lies so, and for
    /// solid boards.
    pub fn to_cells(p: &Tiling, piece: usize, copy: usize, cells: &[Cell]) -> Option<Change> {
        p.pieces.get(piece)?;
        let (turn, flip) = tiling::orientation(p, piece, cells)?;
        let cell = p.grid.corner(cells.iter().copied());
        Some(Change { piece, copy, cell, turn, flip })
    }

    /// A tile, piece or block that is taken off the board.
    pub fn off(piece: usize, copy: usize) -> Change {
        Change { piece, copy, cell: None, turn: 0, flip: false }
    }

    /// What to set in a drawing of this puzzle. `None` where the puzzle has no such piece, and for solid boards: their
    /// pieces are drawn layer by layer and from a corner, so they are drawn anew.
    pub fn attributes(&self, puzzle: &Puzzle) -> Option<Attributes> {
        let Change { piece, cell, turn, flip, .. } = *self;
        let stand = match puzzle {
            Puzzle::Matching(p) => matching::stand(p, piece, cell, turn),
            Puzzle::Tiling(p) => tiling::stand(p, piece, cell, (turn, flip)),
            Puzzle::Sliding(p) => sliding::stand(p, piece, cell),
        };
        stand.map(|stand| Attributes::of(&stand))
    }
}

/// What has changed from one position to another, by piece and copy. `None` where that cannot be shown in the drawing of
/// the first: draw the second then.
///
/// ```
/// use marquetry_draw::{changes, touchable_svg};
/// use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
/// use marquetry_puzzle::{Cell, Placed, Puzzle, Solution};
///
/// let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect::<Vec<_>>();
/// let setup = Setup { board: row(3), pieces: vec![Piece::new("I", row(2))], ..Setup::default() };
/// let puzzle: Puzzle = Tiling::new(setup).unwrap().into();
/// let (empty, placed) = (vec![], vec![Placed::new(0, vec![Cell::at(1, 0), Cell::at(2, 0)])]);
/// let (before, after) = (Solution::Cover(empty), Solution::Cover(placed));
///
/// assert!(touchable_svg(&puzzle, &before, "").contains("<g data-piece=\"I\" display=\"none\">"));
/// let changes = changes(&puzzle, &before, &after).unwrap();
/// let set = changes[0].attributes(&puzzle).unwrap();
/// assert_eq!(set.group[0], ("data-cell", Some("1,0".to_owned())));
/// assert_eq!(set.group[1], ("transform", Some("translate(96 36)".to_owned())));
/// ```
pub fn changes(puzzle: &Puzzle, before: &Solution, after: &Solution) -> Option<Vec<Change>> {
    let (before, after) = (scene(puzzle, before), scene(puzzle, after));
    let key = |figure: &Figure| (figure.piece, figure.copy);
    let is: BTreeMap<_, &Figure> = after.figures.iter().map(|f| (key(f), f)).collect();
    let was: BTreeSet<_> = before.figures.iter().map(key).collect();
    let mut changes = Vec::new();
    for figure in &before.figures {
        let there = is.get(&key(figure)).filter(|there| there.stand.cell.is_some());
        let Stand { cell, turn, flip, .. } = there.map_or(Stand::default(), |f| f.stand.clone());
        if (figure.stand.cell, figure.stand.turn, figure.stand.flip) == (cell, turn, flip)
            && !there.is_some_and(|there| there.as_it_lies)
        {
            continue;
        }
        if figure.as_it_lies || there.is_some_and(|there| there.as_it_lies) {
            return None;
        }
        changes.push(Change { piece: figure.piece, copy: figure.copy, cell, turn, flip });
    }
    let known = |(key, figure): (_, &&Figure)| figure.stand.cell.is_none() || was.contains(key);
    is.iter().all(known).then_some(changes)
}

/// A position with all its pieces, those that are not on the board unseen.
pub(crate) fn scene(puzzle: &Puzzle, position: &Solution) -> Scene {
    match (puzzle, position) {
        (Puzzle::Matching(p), Solution::Board(board)) => matching::touchable(p, board),
        (Puzzle::Matching(p), _) => matching::touchable(p, &Vec::new()),
        (Puzzle::Tiling(p), Solution::Cover(cover)) => tiling::touchable(p, cover),
        (Puzzle::Tiling(p), _) => tiling::touchable(p, &[]),
        (Puzzle::Sliding(p), Solution::Moves(moves)) => sliding::touchable(p, moves),
        (Puzzle::Sliding(p), _) => sliding::touchable(p, &[]),
    }
}
