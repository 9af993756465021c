//! Pieces on the board of a tiling puzzle, flat or solid.
//!
//! ```
//! use marquetry_play::{Axis, Turn, Turned, pieces};
//! use marquetry_puzzle::Cell;
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//!
//! let shape = vec![(Cell::at(0, 0), None), (Cell::at(1, 0), None)];
//! let setup = Setup { board: shape.clone(), pieces: vec![Piece::new("D", shape)], ..Setup::default() };
//! let p = Tiling::new(setup).unwrap();
//! let turned = pieces::turned(&p, 0, 0, Turn::About(Axis::Z)).unwrap();
//! assert_eq!(turned, Turned { to: 1, cells: vec![0, 1] });
//! ```

mod turns;

use std::collections::{BTreeSet, HashMap};

use marquetry_puzzle::tiling::{Colour, Shape, agree};
use marquetry_puzzle::{Cell, Placed, Tiling};

use crate::check::Mistake;
use crate::moves::{Change, Mode, PieceMove, Refusal};
pub use turns::{Axis, Turn, Turned, table, turned};

/// A piece on the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PieceAt {
    /// Index of the piece.
    pub piece: usize,
    /// Which of its copies this is, counted from 0: it stays the same while the piece lies on the board.
    pub copy: usize,
    /// Index of its orientation among [`Tiling::orientations`].
    pub orientation: usize,
    /// Where the first of its cells lies, in reading order.
    pub at: Cell,
}

impl PieceAt {
    /// Its cells with their colours, in reading order.
    pub fn coloured(self, p: &Tiling) -> impl Iterator<Item = (Cell, Colour)> {
        let shape = &p.orientations(self.piece)[self.orientation];
        shape.iter().map(move |&(cell, colour)| (cell.minus(shape[0].0).plus(self.at), colour))
    }

    /// Its cells in reading order.
    pub fn cells(self, p: &Tiling) -> impl Iterator<Item = Cell> {
        self.coloured(p).map(|c| c.0)
    }

    /// Can a move bring it here? One triangle points up and the next down.
    fn is_on_grid(self, p: &Tiling) -> bool {
        p.grid.shift(p.orientations(self.piece)[self.orientation][0].0, self.at).is_some()
    }

    /// The piece as part of a solution.
    pub fn placed(self, p: &Tiling) -> Placed {
        Placed::new(self.piece, self.cells(p).collect())
    }
}

/// The pieces that lie on a board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pieces {
    /// In the order in which they were laid.
    placed: Vec<PieceAt>,
    /// How many pieces lie on each cell, where any do.
    covered: HashMap<Cell, u32>,
    /// Which copies of each piece lie on the board, where any do.
    copies: HashMap<usize, BTreeSet<usize>>,
}

impl Pieces {
    /// The pieces on the board in the order in which they were laid.
    pub fn placed(&self) -> &[PieceAt] {
        &self.placed
    }

    /// The pieces on the board as a solution, whole or partial.
    pub fn cover(&self, p: &Tiling) -> Vec<Placed> {
        self.placed.iter().map(|at| at.placed(p)).collect()
    }

    /// The rank of the piece on a cell: of the last laid, where there are several.
    pub fn at(&self, p: &Tiling, cell: Cell) -> Option<usize> {
        self.is_covered(cell)
            .then(|| self.placed.iter().rposition(|at| at.cells(p).any(|c| c == cell)))
            .flatten()
    }

    /// Does a piece lie on this cell?
    pub fn is_covered(&self, cell: Cell) -> bool {
        self.covered.contains_key(&cell)
    }

    /// How many copies of a piece are not on the board.
    pub fn left(&self, p: &Tiling, piece: usize) -> usize {
        let used = self.copies.get(&piece).map_or(0, BTreeSet::len);
        p.pieces.get(piece).map_or(0, |piece| (piece.most as usize).saturating_sub(used))
    }

    /// Every way in which a piece that is not used up fits now, whatever the mode. With `from`, the piece that lies there
    /// is picked up first.
    pub fn ways(&self, p: &Tiling, piece: usize, from: Option<Cell>) -> Vec<PieceAt> {
        let lifted =
            from.and_then(|cell| self.at(p, cell)).filter(|&r| self.placed[r].piece == piece);
        if piece >= p.pieces.len() || lifted.is_none() && self.left(p, piece) == 0 {
            return Vec::new();
        }
        let copy = lifted.map_or_else(|| self.copy(piece), |rank| self.placed[rank].copy);
        let oriented = 0..p.orientations(piece).len();
        let everywhere = oriented.flat_map(|orientation| {
            let at = move |&(at, _): &(Cell, Colour)| PieceAt { piece, copy, orientation, at };
            p.board.iter().map(at)
        });
        everywhere
            .filter(|at| at.is_on_grid(p) && self.obstruction(p, *at, lifted).is_none())
            .collect()
    }

    /// Every way in which this cell can be covered now: of pieces that are equal, by the first.
    pub fn covering(&self, p: &Tiling, cell: Cell) -> impl Iterator<Item = PieceAt> {
        let mut seen = vec![false; p.pieces.len()];
        let first = move |&piece: &usize| {
            self.left(p, piece) > 0 && !std::mem::replace(&mut seen[p.class(piece)], true)
        };
        let pieces = (0..p.pieces.len()).filter(first);
        pieces.flat_map(move |piece| self.covering_with(p, piece, cell))
    }

    fn covering_with(&self, p: &Tiling, piece: usize, cell: Cell) -> impl Iterator<Item = PieceAt> {
        let copy = self.copy(piece);
        let laid = move |(orientation, shape): (usize, &Shape)| {
            let first = shape[0].0;
            let shape = shape.clone();
            shape.into_iter().map(move |(part, _)| PieceAt {
                piece,
                copy,
                orientation,
                at: cell.minus(part.minus(first)),
            })
        };
        let ways = p.orientations(piece).iter().enumerate().flat_map(laid);
        ways.filter(move |&at| at.is_on_grid(p) && self.obstruction(p, at, None).is_none())
    }

    /// What a move changes, or why it cannot be made.
    pub fn changes(&self, p: &Tiling, m: &PieceMove, mode: Mode) -> Result<Vec<Change>, Refusal> {
        let (rank, from, to) = match *m {
            PieceMove::Place { piece, orientation, at } => {
                let to = PieceAt { piece, copy: self.copy(piece), orientation, at };
                known(p, to)?;
                if self.left(p, piece) == 0 {
                    return Err(Refusal::UsedUp(piece));
                }
                (self.placed.len(), None, Some(to))
            }
            PieceMove::Remove { cell } => {
                let (rank, from) = self.lying(p, cell)?;
                (rank, Some(from), None)
            }
            PieceMove::Turn { cell, turn } => {
                let (rank, from) = self.lying(p, cell)?;
                (rank, Some(from), Some(spun(p, from, cell, turn)?))
            }
            PieceMove::Carry { from, orientation, at } => {
                let (rank, from) = self.lying(p, from)?;
                let to = PieceAt { orientation, at, ..from };
                known(p, to)?;
                (rank, Some(from), Some(to))
            }
        };
        if from == to {
            return Err(Refusal::NoChange);
        }
        if let Some(at) = to {
            self.allowed(p, at, from.map(|_| rank), mode)?;
        }
        Ok(vec![Change::Piece { rank, from, to }])
    }

    /// What it changes to take all pieces off.
    pub fn cleared(&self) -> Vec<Change> {
        let laid = self.placed.iter().enumerate().rev();
        laid.map(|(rank, &at)| Change::Piece { rank, from: Some(at), to: None }).collect()
    }

    /// What is wrong with the pieces that lie here, by rank.
    pub fn mistakes(&self, p: &Tiling) -> Vec<Mistake> {
        let mistake = |rank: usize, (cell, colour): (Cell, Colour)| match p.colour_at(cell) {
            None => Some(Mistake::OffBoard { rank, cell }),
            Some(_) if self.covered.get(&cell).is_some_and(|&pieces| pieces > 1) => {
                Some(Mistake::Overlap { rank, cell })
            }
            Some(board) if !agree(board, colour) => Some(Mistake::Colour { rank, cell }),
            Some(_) => None,
        };
        let ranks = self.placed.iter().enumerate();
        ranks.flat_map(|(rank, at)| at.coloured(p).filter_map(move |c| mistake(rank, c))).collect()
    }

    /// The least number that no copy of this piece on the board has.
    fn copy(&self, piece: usize) -> usize {
        let Some(used) = self.copies.get(&piece) else { return 0 };
        // Mostly they are numbered without a gap.
        let gap = used.last().is_some_and(|&last| last >= used.len());
        let free = || (0..).zip(used).find(|(i, copy)| i != *copy).map(|(i, _)| i);
        gap.then(free).flatten().unwrap_or(used.len())
    }

    fn lying(&self, p: &Tiling, cell: Cell) -> Result<(usize, PieceAt), Refusal> {
        let rank = self.at(p, cell).ok_or(Refusal::Empty(cell))?;
        Ok((rank, self.placed[rank]))
    }

    fn allowed(
        &self,
        p: &Tiling,
        at: PieceAt,
        lifted: Option<usize>,
        mode: Mode,
    ) -> Result<(), Refusal> {
        match mode {
            Mode::Strict => self.obstruction(p, at, lifted).map_or(Ok(()), Err),
            // A piece that lies wholly elsewhere could not be pointed at any more.
            Mode::Free if at.cells(p).any(|cell| p.colour_at(cell).is_some()) => Ok(()),
            Mode::Free => Err(Refusal::OffBoard(at.at)),
        }
    }

    /// The first reason why a piece cannot lie so, when the piece with this rank is picked up.
    fn obstruction(&self, p: &Tiling, at: PieceAt, lifted: Option<usize>) -> Option<Refusal> {
        let own = |cell: Cell| lifted.is_some_and(|r| self.placed[r].cells(p).any(|c| c == cell));
        at.coloured(p).find_map(|(cell, colour)| {
            let Some(board) = p.colour_at(cell) else { return Some(Refusal::OffBoard(cell)) };
            let lying = self.covered.get(&cell).map_or(0, |&pieces| pieces as usize);
            if lying > usize::from(own(cell)) {
                return Some(Refusal::Overlap { cell, piece: self.other(p, cell, lifted) });
            }
            (!agree(board, colour)).then_some(Refusal::Colour(cell))
        })
    }

    /// The piece on a cell that is not the one with this rank.
    fn other(&self, p: &Tiling, cell: Cell, lifted: Option<usize>) -> usize {
        let here = |(rank, at): &(usize, &PieceAt)| {
            Some(*rank) != lifted && at.cells(p).any(|c| c == cell)
        };
        self.placed.iter().enumerate().find(here).map_or(0, |(_, at)| at.piece)
    }

    /// Makes a change that [`Pieces::changes`] gave, or one that reverses it.
    pub(crate) fn make(
        &mut self,
        p: &Tiling,
        rank: usize,
        from: Option<PieceAt>,
        to: Option<PieceAt>,
    ) {
        crate::game::edit(&mut self.placed, rank, from, to);
        if let Some(PieceAt { piece, copy, .. }) = from {
            let copies = self.copies.entry(piece).or_default();
            copies.remove(&copy);
            if copies.is_empty() {
                self.copies.remove(&piece);
            }
        }
        if let Some(PieceAt { piece, copy, .. }) = to {
            self.copies.entry(piece).or_default().insert(copy);
        }
        for cell in from.into_iter().flat_map(|at| at.cells(p)) {
            if let Some(pieces) = self.covered.get_mut(&cell) {
                *pieces -= 1;
            }
            if self.covered.get(&cell) == Some(&0) {
                self.covered.remove(&cell);
            }
        }
        for cell in to.into_iter().flat_map(|at| at.cells(p)) {
            *self.covered.entry(cell).or_default() += 1;
        }
    }
}

fn known(p: &Tiling, at: PieceAt) -> Result<(), Refusal> {
    let PieceAt { piece, orientation, .. } = at;
    if piece >= p.pieces.len() {
        return Err(Refusal::NoSuchPiece(piece));
    }
    if orientation >= p.orientations(piece).len() {
        return Err(Refusal::NoSuchOrientation { piece, orientation });
    }
    if at.is_on_grid(p) { Ok(()) } else { Err(Refusal::Askew { piece, cell: at.at }) }
}

/// The piece turned so that its part on this cell stays there.
fn spun(p: &Tiling, from: PieceAt, cell: Cell, turn: Turn) -> Result<PieceAt, Refusal> {
    let PieceAt { piece, orientation, .. } = from;
    let spun = turned(p, piece, orientation, turn).ok_or(Refusal::NotAllowed { piece, turn })?;
    if spun.to == orientation {
        return Err(Refusal::NoChange);
    }
    let part = from.cells(p).position(|c| c == cell).ok_or(Refusal::Empty(cell))?;
    let shape = &p.orientations(piece)[spun.to];
    // A triangle that pointed up may point down now: then the one beside it takes its place.
    let held = shape[spun.cells[part]].0;
    let near = [cell].into_iter().chain(p.grid.around(cell));
    let cell = near.into_iter().find(|&to| p.grid.shift(held, to).is_some()).unwrap_or(cell);
    Ok(PieceAt { orientation: spun.to, at: cell.minus(held.minus(shape[0].0)), ..from })
}

/// The orientation in which a piece covers just these cells, with colours that agree.
pub fn orientation_of(p: &Tiling, placed: &Placed) -> Option<usize> {
    let shapes = p.orientations(placed.piece);
    let first = *placed.cells.first()?;
    (0..shapes.len()).find(|&orientation| {
        let at = PieceAt { piece: placed.piece, copy: 0, orientation, at: first };
        shapes[orientation].len() == placed.cells.len()
            && at.is_on_grid(p)
            && at.coloured(p).zip(&placed.cells).all(|((cell, colour), &to)| {
                cell == to && p.colour_at(cell).is_some_and(|board| agree(board, colour))
            })
    })
}
