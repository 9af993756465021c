//! Tiles on the board of a matching puzzle.
//!
//! ```
//! use marquetry_play::{Game, Position, TileWay};
//! use marquetry_puzzle::Puzzle;
//!
//! let puzzle = marquetry_formats::builtin::builtin("tetravex-2x2").and_then(|b| b.puzzle()).unwrap();
//! let game = Game::new(puzzle);
//! let (Puzzle::Matching(p), Position::Tiles(tiles)) = (game.puzzle(), game.position()) else {
//!     panic!("a matching puzzle")
//! };
//! // On an empty board without a frame a tile fits everywhere.
//! assert_eq!(tiles.ways(p, 0).len(), 4);
//! assert_eq!(tiles.ways(p, 0)[0], TileWay { cell: 0, turns: vec![0] });
//! ```

use marquetry_puzzle::matching::Pin;
use marquetry_puzzle::{Board, Laid, Matching};

use crate::moves::{Change, Mode, Refusal, TileMove};

/// A tile on a cell.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct TileAt {
    /// The cell, as an index row by row.
    pub cell: usize,
    /// The tile and its turn.
    pub laid: Laid,
}

impl TileAt {
    fn new(tile: usize, cell: usize, turn: u8) -> TileAt {
        TileAt { cell, laid: Laid { tile, turn } }
    }

    /// The tile as a pin.
    pub fn pin(self) -> Pin {
        Pin { tile: self.laid.tile, cell: self.cell, turn: Some(self.laid.turn) }
    }
}

/// A cell where a tile fits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TileWay {
    /// The cell, as an index row by row.
    pub cell: usize,
    /// All turns in which it fits there, 0 to 3.
    pub turns: Vec<u8>,
}

/// The tiles that lie on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiles {
    /// In the order in which they were laid, the pinned first.
    placed: Vec<TileAt>,
    pinned: usize,
    board: Board,
}

impl Tiles {
    /// Nothing but the pinned tiles. A pin that leaves the turn open waits for the player.
    pub fn start(p: &Matching) -> Tiles {
        let pinned = p.pins.iter().filter_map(|pin| {
            let turn = pin.turn.or((!p.turning).then_some(0))?;
            Some(TileAt::new(pin.tile, pin.cell, turn))
        });
        let placed: Vec<TileAt> = pinned.collect();
        let mut board = vec![None; p.cells.len()];
        placed.iter().for_each(|at| board[at.cell] = Some(at.laid));
        Tiles { pinned: placed.len(), placed, board }
    }

    /// The tiles on the board in the order in which they were laid, the pinned first.
    pub fn placed(&self) -> &[TileAt] {
        &self.placed
    }

    /// How many of them are pinned.
    pub fn pinned(&self) -> usize {
        self.pinned
    }

    /// What lies on each cell.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where a tile lies.
    pub fn place_of(&self, tile: usize) -> Option<usize> {
        self.placed.iter().find(|at| at.laid.tile == tile).map(|at| at.cell)
    }

    /// The tiles that do not lie on the board.
    pub fn unused(&self, p: &Matching) -> impl Iterator<Item = usize> + use<> {
        let mut free = vec![true; p.tiles.len()];
        self.placed.iter().for_each(|at| free[at.laid.tile] = false);
        (0..free.len()).filter(move |&tile| free[tile])
    }

    /// Where a tile fits now, whatever the mode. One that lies on the board is taken as picked up.
    pub fn ways(&self, p: &Matching, tile: usize) -> Vec<TileWay> {
        if tile >= p.tiles.len() || self.pinned_tile(tile) {
            return Vec::new();
        }
        let mut board = self.board.clone();
        self.place_of(tile).into_iter().for_each(|cell| board[cell] = None);
        let way = |cell: usize| {
            let turns = if p.turning { 0..4 } else { 0..1 };
            let fits = |&turn: &u8| fits(p, &board, TileAt::new(tile, cell, turn));
            let turns: Vec<u8> = turns.filter(fits).collect();
            (!turns.is_empty()).then_some(TileWay { cell, turns })
        };
        (0..board.len()).filter_map(way).collect()
    }

    /// The unused tiles that fit on an empty cell, in every turn that looks different.
    pub fn fitting(&self, p: &Matching, cell: usize) -> impl Iterator<Item = Laid> {
        let turned = move |tile| p.turns(tile).into_iter().map(move |turn| Laid { tile, turn });
        let laid = self.unused(p).flat_map(turned);
        laid.filter(move |&laid| fits(p, &self.board, TileAt { cell, laid }))
    }

    fn pinned_tile(&self, tile: usize) -> bool {
        self.placed[..self.pinned].iter().any(|at| at.laid.tile == tile)
    }

    /// What a move changes, or why it cannot be made.
    pub fn changes(&self, p: &Matching, m: &TileMove, mode: Mode) -> Result<Vec<Change>, Refusal> {
        match *m {
            TileMove::Place { tile, cell, turn } => self.place(p, tile, cell, turn, mode),
            TileMove::Turn { cell, by } => {
                let (rank, from) = self.loose(p, cell)?;
                if !p.turning {
                    return Err(Refusal::NoTurning);
                }
                let turn = (from.laid.turn + by % 4) % 4;
                let to = TileAt { laid: Laid { turn, ..from.laid }, ..from };
                self.altered(p, &[(rank, from, to)], mode)
            }
            TileMove::Remove { cell } => {
                let (rank, from) = self.loose(p, cell)?;
                Ok(vec![Change::Tile { rank, from: Some(from), to: None }])
            }
            TileMove::Swap { a, b } => self.swap(p, a, b, mode),
            TileMove::Carry { from, to, turn } => {
                let (rank, from) = self.loose(p, from)?;
                known_turn(p, turn)?;
                if to != from.cell {
                    self.vacant(p, to)?;
                }
                let to = TileAt::new(from.laid.tile, to, turn);
                self.altered(p, &[(rank, from, to)], mode)
            }
        }
    }

    /// What it changes to take all tiles off that are not pinned.
    pub fn cleared(&self) -> Vec<Change> {
        let loose = self.placed.iter().enumerate().skip(self.pinned).rev();
        loose.map(|(rank, &at)| Change::Tile { rank, from: Some(at), to: None }).collect()
    }

    fn place(
        &self,
        p: &Matching,
        tile: usize,
        cell: usize,
        turn: u8,
        mode: Mode,
    ) -> Result<Vec<Change>, Refusal> {
        if tile >= p.tiles.len() {
            return Err(Refusal::NoSuchTile(tile));
        }
        self.vacant(p, cell)?;
        if let Some(there) = self.place_of(tile) {
            return Err(Refusal::PlacedAlready { tile, cell: p.place(there) });
        }
        known_turn(p, turn)?;
        let at = TileAt::new(tile, cell, turn);
        suits_pins(p, at)?;
        if let (Mode::Strict, Some(clash)) = (mode, p.clash(&self.board, cell, at.laid)) {
            return Err(Refusal::Clash(clash));
        }
        Ok(vec![Change::Tile { rank: self.placed.len(), from: None, to: Some(at) }])
    }

    fn swap(&self, p: &Matching, a: usize, b: usize, mode: Mode) -> Result<Vec<Change>, Refusal> {
        let held = |cell: usize| match self.loose(p, cell) {
            Err(Refusal::Empty(_)) => Ok(None),
            held => held.map(Some),
        };
        let moved = |held: Option<(usize, TileAt)>, cell: usize| {
            held.map(|(rank, from)| (rank, from, TileAt { cell, ..from }))
        };
        let (held_a, held_b) = (held(a)?, held(b)?);
        if a == b {
            return Err(Refusal::NoChange);
        }
        let both: Vec<_> = [moved(held_a, b), moved(held_b, a)].into_iter().flatten().collect();
        if both.is_empty() {
            return Err(Refusal::Empty(p.place(a)));
        }
        self.altered(p, &both, mode)
    }

    /// The changes that lay tiles of the board otherwise, where they may lie so.
    fn altered(
        &self,
        p: &Matching,
        tiles: &[(usize, TileAt, TileAt)],
        mode: Mode,
    ) -> Result<Vec<Change>, Refusal> {
        if tiles.iter().all(|(_, from, to)| from == to) {
            return Err(Refusal::NoChange);
        }
        let mut board = self.board.clone();
        tiles.iter().for_each(|(_, from, _)| board[from.cell] = None);
        tiles.iter().for_each(|(_, _, to)| board[to.cell] = Some(to.laid));
        for (_, _, to) in tiles {
            suits_pins(p, *to)?;
            if let (Mode::Strict, Some(clash)) = (mode, p.clash(&board, to.cell, to.laid)) {
                return Err(Refusal::Clash(clash));
            }
        }
        let change = |&(rank, from, to)| Change::Tile { rank, from: Some(from), to: Some(to) };
        Ok(tiles.iter().map(change).collect())
    }

    /// The tile on a cell, where it may be taken away, and its rank.
    fn loose(&self, p: &Matching, cell: usize) -> Result<(usize, TileAt), Refusal> {
        known_cell(p, cell)?;
        let rank = self.placed.iter().position(|at| at.cell == cell);
        match rank.ok_or(Refusal::Empty(p.place(cell)))? {
            rank if rank < self.pinned => Err(Refusal::Pinned(p.place(cell))),
            rank => Ok((rank, self.placed[rank])),
        }
    }

    fn vacant(&self, p: &Matching, cell: usize) -> Result<(), Refusal> {
        known_cell(p, cell)?;
        let refuse = |laid: Laid| Err(Refusal::Occupied { cell: p.place(cell), tile: laid.tile });
        self.board[cell].map_or(Ok(()), refuse)
    }

    /// Makes a change that [`Tiles::changes`] gave, or one that reverses it.
    pub(crate) fn make(&mut self, rank: usize, from: Option<TileAt>, to: Option<TileAt>) {
        crate::game::edit(&mut self.placed, rank, from, to);
        // Of two tiles that change places, the first lies on the cell that the second leaves.
        if let Some(at) = from.filter(|at| self.board[at.cell] == Some(at.laid)) {
            self.board[at.cell] = None;
        }
        if let Some(at) = to {
            self.board[at.cell] = Some(at.laid);
        }
    }
}

fn known_cell(p: &Matching, cell: usize) -> Result<(), Refusal> {
    match p.cells.get(cell) {
        Some(true) => Ok(()),
        _ => Err(Refusal::NoSuchCell(cell)),
    }
}

fn known_turn(p: &Matching, turn: u8) -> Result<(), Refusal> {
    match turn {
        0 => Ok(()),
        4.. => Err(Refusal::NoSuchTurn(turn)),
        _ if p.turning => Ok(()),
        _ => Err(Refusal::NoTurning),
    }
}

/// Does this tile keep another from its pin, or lie elsewhere than its own?
fn suits_pins(p: &Matching, at: TileAt) -> Result<(), Refusal> {
    let broken = |pin: &&Pin| (pin.cell == at.cell) != (pin.tile == at.laid.tile);
    match p.pins.iter().find(broken) {
        None => Ok(()),
        Some(pin) if pin.cell == at.cell => {
            Err(Refusal::Kept { cell: p.place(pin.cell), tile: pin.tile })
        }
        Some(pin) => Err(Refusal::Belongs { tile: pin.tile, cell: p.place(pin.cell) }),
    }
}

/// May this tile be laid here?
fn fits(p: &Matching, board: &Board, at: TileAt) -> bool {
    let open = p.cells.get(at.cell) == Some(&true) && board[at.cell].is_none();
    open && suits_pins(p, at).is_ok() && p.clash(board, at.cell, at.laid).is_none()
}
