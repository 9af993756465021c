//! Turns and reflections, and when two solutions of a puzzle are the same one seen from another side.
//!
//! **The definition, for every family:** two solutions are the same *up to symmetry* when a symmetry of the
//! puzzle's board (its cells with their colours, those that may stay empty, its walls) carries one to the other. Boards of tiles are turned
//! but never reflected, since a tile has no back. Equal pieces are interchangeable, and so are blocks of one
//! kind; a piece that may not be flipped is carried by a reflection to the piece that is its mirror image, if there
//! is one. Of all images of a solution that are themselves solutions, the least stands for them all.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Placed, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle, Solution, Symmetries};
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
//! let setup = Setup { board: row(3), pieces, ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//! let laid = |piece, cells: &[i16]| Placed::new(piece, cells.iter().map(|&x| Cell::at(x, 0)).collect());
//!
//! let symmetries = Symmetries::of(&puzzle);
//! let (a, b) = (vec![laid(0, &[0, 1]), laid(1, &[2])], vec![laid(0, &[1, 2]), laid(1, &[0])]);
//! let canonical = |cover| symmetries.canonical(&Solution::Cover(cover));
//! assert_eq!(canonical(a), canonical(b), "one is the other turned by half");
//! ```

use std::collections::HashMap;
use std::hash::Hash;

use crate::grid::{Cell, Direction};
use crate::judge::judge;
use crate::matching::{Board, Laid, Matching};
use crate::sliding::{Freedom, Move, Sliding, Target};
use crate::tiling::{Grid, Placed, Tiling};
use crate::{Puzzle, Solution};

/// One of the 48 ways to turn or reflect space so that the axes fall on the axes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry {
    /// Which old axis (0 = x, 1 = y, 2 = z) each new axis is taken from.
    axes: [u8; 3],
    /// Which new axes are reversed.
    reversed: [bool; 3],
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { axes: [0, 1, 2], reversed: [false; 3] };

    /// The symmetry that takes each new axis from an old one and reverses some of them.
    pub(crate) const fn new(axes: [u8; 3], reversed: [bool; 3]) -> Symmetry {
        Symmetry { axes, reversed }
    }

    /// Which new axes are reversed.
    pub(crate) const fn reversed(self) -> [bool; 3] {
        self.reversed
    }

    /// Do two axes change places, and the third stay?
    pub(crate) fn swaps(self) -> bool {
        self.axes.iter().zip(0..).filter(|&(&from, to)| from != to).count() == 2
    }

    /// All 48 of space, the identity first.
    pub fn of_space() -> Vec<Symmetry> {
        const AXES: [[u8; 3]; 6] =
            [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
        let signs = |bits: u8| [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
        AXES.into_iter()
            .flat_map(|axes| (0..8).map(move |b| Symmetry { axes, reversed: signs(b) }))
            .collect()
    }

    /// The 8 of the square, the identity first: those of space that leave the layers alone.
    pub fn of_plane() -> Vec<Symmetry> {
        Self::of_space().into_iter().filter(|s| s.axes[2] == 2 && !s.reversed[2]).collect()
    }

    /// The clockwise quarter turn of the plane, taken some times.
    pub fn quarter_turns(turns: u8) -> Symmetry {
        // Clockwise on a grid whose rows run downwards: (x, y) goes to (-y, x).
        match turns % 4 {
            0 => Self::IDENTITY,
            1 => Symmetry { axes: [1, 0, 2], reversed: [true, false, false] },
            2 => Symmetry { axes: [0, 1, 2], reversed: [true, true, false] },
            _ => Symmetry { axes: [1, 0, 2], reversed: [false, true, false] },
        }
    }

    /// Does it turn left hands into right hands?
    pub fn reflects(self) -> bool {
        self.swaps() != (self.reversed.iter().filter(|&&r| r).count() % 2 == 1)
    }

    /// The image of a cell; the origin stays.
    pub fn apply(self, cell: Cell) -> Cell {
        let old = [cell.x, cell.y, cell.z];
        let [x, y, z] = std::array::from_fn(|i| {
            let v = old[self.axes[i] as usize];
            if self.reversed[i] { -v } else { v }
        });
        Cell { z, y, x }
    }
}

/// A symmetry followed by the shift that brings a board back onto itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Motion {
    grid: Grid,
    /// How it turns or reflects.
    pub symmetry: Symmetry,
    shift: Cell,
}

impl Motion {
    /// The image of a cell.
    pub fn apply(self, cell: Cell) -> Cell {
        self.grid.image(self.symmetry, cell).plus(self.shift)
    }

    /// The image of a way to push.
    pub fn direction(self, direction: Direction) -> Direction {
        let step = self.symmetry.apply(direction.step());
        Direction::ALL.into_iter().find(|d| d.step() == step).unwrap_or(direction)
    }

    /// Which ways the image of a block may be pushed.
    fn freedom(self, freedom: Freedom) -> Freedom {
        match freedom {
            Freedom::Horizontal if self.symmetry.swaps() => Freedom::Vertical,
            Freedom::Vertical if self.symmetry.swaps() => Freedom::Horizontal,
            same => same,
        }
    }
}

/// Those of the given symmetries of a grid that carry a set of marked cells onto itself.
pub fn motions<T: Hash + Eq>(
    grid: Grid,
    among: Vec<Symmetry>,
    marked: &[(Cell, T)],
) -> Vec<Motion> {
    let Some(corner) = grid.corner(marked.iter().map(|m| m.0)) else { return Vec::new() };
    let marks: HashMap<Cell, &T> = marked.iter().map(|(c, t)| (*c, t)).collect();
    let fits = |symmetry: Symmetry| {
        let image = grid.corner(marked.iter().map(|m| grid.image(symmetry, m.0)))?;
        let motion = Motion { grid, symmetry, shift: corner.minus(image) };
        marked.iter().all(|(c, t)| marks.get(&motion.apply(*c)) == Some(&t)).then_some(motion)
    };
    among.into_iter().filter_map(fits).collect()
}

/// The symmetries a given puzzle's board really has, ready to be applied to its solutions.
#[derive(Clone)]
pub struct Symmetries<'p> {
    puzzle: &'p Puzzle,
    motions: Vec<Motion>,
    /// For each motion of a tiling puzzle, where it carries each piece.
    carried: Vec<Vec<Option<usize>>>,
    /// Are boards of tiles compared by what they show?
    looks: bool,
}

impl<'p> Symmetries<'p> {
    /// Finds them.
    pub fn of(puzzle: &'p Puzzle) -> Symmetries<'p> {
        let motions = motions_of(puzzle);
        let carried = match puzzle {
            Puzzle::Tiling(p) => motions.iter().map(|m| p.carried(m.symmetry)).collect(),
            _ => Vec::new(),
        };
        Symmetries { puzzle, motions, carried, looks: false }
    }

    /// The same, but boards of tiles that look alike are one. Without `turns` no board is turned either.
    pub fn of_looks(puzzle: &'p Puzzle, turns: bool) -> Symmetries<'p> {
        let mut all = Symmetries::of(puzzle);
        all.motions.truncate(if turns { usize::MAX } else { 1 });
        all.looks = true;
        all
    }

    /// Those of them that are turns: without reflections, except that a flat board of pieces that may be flipped can
    /// be turned over.
    pub fn turns(mut self) -> Symmetries<'p> {
        let is_turn = |motion: &Motion| match self.puzzle {
            Puzzle::Tiling(p) => p.is_turn(motion.symmetry),
            _ => !motion.symmetry.reflects(),
        };
        let kept: Vec<bool> = self.motions.iter().map(is_turn).collect();
        let mut keep = kept.iter();
        self.motions.retain(|_| keep.next() == Some(&true));
        let mut keep = kept.iter();
        self.carried.retain(|_| keep.next() == Some(&true));
        self
    }

    /// How many there are, the identity among them.
    pub fn order(&self) -> usize {
        self.motions.len()
    }

    /// The least of all images of a solution that solve the puzzle too. Two solutions are the same up to
    /// symmetry exactly when these [compare](Symmetries::compare) as equal.
    pub fn canonical(&self, solution: &Solution) -> Solution {
        let legal = |image: &Solution| judge(self.puzzle, image).is_ok_and(|score| score.solved());
        let least = self.images(solution).filter(legal).min_by(|a, b| self.compare(a, b));
        least.unwrap_or_else(|| solution.clone())
    }

    /// Is this solution the least of all its images that solve the puzzle too?
    pub fn is_least(&self, solution: &Solution) -> bool {
        let own = self.carry(0, solution).unwrap_or_else(|| solution.clone());
        !self.images(solution).any(|image| {
            self.compare(&image, &own).is_lt()
                && judge(self.puzzle, &image).is_ok_and(|score| score.solved())
        })
    }

    /// What the symmetries carry a solution to, itself first. Some of these may not solve the puzzle.
    pub fn images(&self, solution: &Solution) -> impl Iterator<Item = Solution> {
        let images = (0..self.motions.len()).filter_map(|motion| self.carry(motion, solution));
        images.filter_map(|image| self.labelled(image))
    }

    fn labelled(&self, solution: Solution) -> Option<Solution> {
        match (self.puzzle, &solution) {
            (Puzzle::Matching(p), Solution::Board(board)) if self.looks => {
                p.relabelled(board).map(Solution::Board)
            }
            _ => Some(solution),
        }
    }

    fn carry(&self, motion: usize, solution: &Solution) -> Option<Solution> {
        let way = self.motions[motion];
        Some(match (self.puzzle, solution) {
            (Puzzle::Matching(p), Solution::Board(board)) => {
                Solution::Board(carry_board(p, way, board))
            }
            (Puzzle::Tiling(p), Solution::Cover(cover)) => {
                Solution::Cover(carry_cover(p, way, &self.carried[motion], cover)?)
            }
            (Puzzle::Sliding(p), Solution::Moves(moves)) => {
                Solution::Moves(carry_moves(p, way, moves))
            }
            _ => solution.clone(),
        })
    }

    /// Boards go by their signature, the tiles row by row, and then by the edges they show; moves by what they lead through;
    /// all else as it is.
    pub fn compare(&self, a: &Solution, b: &Solution) -> std::cmp::Ordering {
        match (self.puzzle, a, b) {
            (Puzzle::Matching(p), Solution::Board(a), Solution::Board(b)) => {
                let tiles =
                    |board: &Board| board.iter().map(|l| l.map(|l| l.tile)).collect::<Vec<_>>();
                let edges = |board: &Board| {
                    let shown = board
                        .iter()
                        .flatten()
                        .filter_map(|l| Some(p.tiles.get(l.tile)?.turned(l.turn)));
                    shown.collect::<Vec<_>>()
                };
                tiles(a).cmp(&tiles(b)).then_with(|| edges(a).cmp(&edges(b)))
            }
            (Puzzle::Sliding(p), Solution::Moves(a), Solution::Moves(b)) => {
                p.looks(a).cmp(&p.looks(b))
            }
            _ => a.cmp(b),
        }
    }
}

/// The symmetries a given puzzle's board really has, the identity first.
pub fn motions_of(puzzle: &Puzzle) -> Vec<Motion> {
    match puzzle {
        Puzzle::Matching(p) => matching_motions(p),
        Puzzle::Tiling(p) => p.motions(),
        Puzzle::Sliding(p) => sliding_motions(p),
    }
}

fn matching_motions(p: &Matching) -> Vec<Motion> {
    let turns = if p.turning { 0..4 } else { 0..1 };
    // The rim belongs to the board's shape: a board is carried onto itself, holes onto holes.
    let marked: Vec<(Cell, bool)> =
        p.cells.iter().enumerate().map(|(c, &holds)| (p.place(c), holds)).collect();
    motions(Grid::Squares, turns.map(Symmetry::quarter_turns).collect(), &marked)
}

fn carry_board(p: &Matching, motion: Motion, board: &Board) -> Board {
    let quarters = motion.direction(Direction::Up) as u8;
    let mut image = vec![None; board.len()];
    for (cell, laid) in board.iter().enumerate() {
        let Some(laid) = laid else { continue };
        let to = motion.apply(p.place(cell));
        let turn = p.tiles.get(laid.tile).map_or(0, |tile| tile.look((laid.turn + quarters) % 4));
        image[to.y as usize * p.width + to.x as usize] = Some(Laid { tile: laid.tile, turn });
    }
    image
}

fn carry_cover(
    p: &Tiling,
    motion: Motion,
    carried: &[Option<usize>],
    cover: &[Placed],
) -> Option<Vec<Placed>> {
    let image = cover.iter().map(|placed| {
        let piece = carried.get(placed.piece).copied().flatten()?;
        Some(Placed::new(piece, placed.cells.iter().map(|&cell| motion.apply(cell)).collect()))
    });
    Some(p.in_order(image.collect::<Option<_>>()?))
}

fn sliding_motions(p: &Sliding) -> Vec<Motion> {
    let walls: Vec<(Cell, bool)> = p.cells().map(|cell| (cell, p.is_wall(cell))).collect();
    let mut kept = motions(Grid::Squares, Symmetry::of_plane(), &walls);
    let places = p.goal.iter().flat_map(|target| target.cells.iter().map(move |&c| (c, target)));
    let places: HashMap<Cell, &Target> = places.collect();
    // Cell by cell would not do: two upright blocks side by side take the same cells as two lying ones.
    kept.retain(|&motion| {
        p.blocks.iter().all(|block| {
            let image = image_of(motion, &block.cells);
            image.first().and_then(|&c| p.block_at(c)).map(|b| &p.blocks[b]).is_some_and(|other| {
                other.cells == image
                    && other.label == block.label
                    && other.freedom == motion.freedom(block.freedom)
            })
        }) && p.goal.iter().all(|target| {
            let image = image_of(motion, &target.cells);
            let other = image.first().and_then(|c| places.get(c));
            other.is_some_and(|other| other.cells == image && other.label == target.label)
        })
    });
    kept
}

/// The images of some cells, in reading order.
fn image_of(motion: Motion, cells: &[Cell]) -> Vec<Cell> {
    let mut image: Vec<Cell> = cells.iter().map(|&cell| motion.apply(cell)).collect();
    image.sort_unstable();
    image
}

fn carry_moves(p: &Sliding, motion: Motion, moves: &[Move]) -> Vec<Move> {
    // A block's image starts where some block starts: that one makes the move instead.
    let image = |block: usize| {
        let first = p.blocks.get(block)?.cells.first()?;
        p.block_at(motion.apply(*first))
    };
    let carried = moves.iter().map(|m| Move {
        block: image(m.block).unwrap_or(m.block),
        path: m.path.iter().map(|&d| motion.direction(d)).collect(),
    });
    carried.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_has_48_symmetries_half_of_them_turns() {
        let all = Symmetry::of_space();
        assert_eq!(all.len(), 48);
        assert_eq!(all.iter().filter(|s| !s.reflects()).count(), 24);
        let distinct: std::collections::HashSet<Cell> =
            all.iter().map(|s| s.apply(Cell { z: 3, y: 2, x: 1 })).collect();
        assert_eq!(distinct.len(), 48);
    }

    #[test]
    fn the_plane_has_8_half_of_them_turns() {
        let all = Symmetry::of_plane();
        assert_eq!(all.len(), 8);
        assert_eq!(all.iter().filter(|s| !s.reflects()).count(), 4);
        for turns in 0..4 {
            assert!(
                all.contains(&Symmetry::quarter_turns(turns))
                    && !Symmetry::quarter_turns(turns).reflects()
            );
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        assert_eq!(Symmetry::quarter_turns(1).apply(Cell::at(0, -1)), Cell::at(1, 0));
    }

    #[test]
    fn squares_rectangles_and_boxes_have_their_groups() {
        let board = |w, h, d| -> Vec<(Cell, ())> {
            let cells = (0..d)
                .flat_map(move |z| (0..h).flat_map(move |y| (0..w).map(move |x| Cell { z, y, x })));
            cells.map(|c| (c, ())).collect()
        };
        assert_eq!(motions(Grid::Squares, Symmetry::of_plane(), &board(3, 3, 1)).len(), 8);
        assert_eq!(motions(Grid::Squares, Symmetry::of_plane(), &board(3, 4, 1)).len(), 4);
        assert_eq!(motions(Grid::Squares, Symmetry::of_space(), &board(3, 3, 3)).len(), 48);
        assert_eq!(motions(Grid::Squares, Symmetry::of_space(), &board(3, 4, 5)).len(), 8);
        assert_eq!(motions(Grid::Squares, Symmetry::of_space(), &board(3, 3, 5)).len(), 16);
    }
}
