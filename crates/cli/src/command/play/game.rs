//! A board that somebody is filling: what lies on it, what may be laid, what was changed.

use marquetry_puzzle::matching::Pin;
use marquetry_puzzle::{Board, Laid, Matching};

/// A tile on a cell.
pub type Placed = (usize, Laid);

/// A puzzle, the tiles on its board, and the changes that led there.
pub struct Game {
    pub puzzle: Matching,
    /// The tiles on the board in the order in which they were placed, the pinned first.
    placed: Vec<Placed>,
    /// How many of them are pinned.
    pub pinned: usize,
    past: Vec<Vec<Placed>>,
    future: Vec<Vec<Placed>>,
}

fn pin((cell, laid): Placed) -> Pin {
    Pin { tile: laid.tile, cell, turn: Some(laid.turn) }
}

impl Game {
    /// The board with nothing but its pinned tiles; a pin that leaves the turn open waits for the player.
    pub fn new(puzzle: Matching) -> Game {
        let pinned = puzzle.pins.iter().filter_map(|pin| {
            let turn = pin.turn.or((!puzzle.turning).then_some(0))?;
            Some((pin.cell, Laid { tile: pin.tile, turn }))
        });
        let placed: Vec<Placed> = pinned.collect();
        Game { pinned: placed.len(), puzzle, placed, past: Vec::new(), future: Vec::new() }
    }

    /// The tiles on the board in the order in which they were placed, the pinned first.
    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// What lies on each cell.
    pub fn board(&self) -> Board {
        let mut board = vec![None; self.puzzle.cells.len()];
        self.placed.iter().for_each(|&(cell, laid)| board[cell] = Some(laid));
        board
    }

    /// Is there a tile on every cell?
    pub fn full(&self) -> bool {
        self.placed.len() == self.puzzle.area()
    }

    /// Where a tile lies.
    fn place_of(&self, tile: usize) -> Option<usize> {
        self.placed.iter().find(|(_, laid)| laid.tile == tile).map(|&(cell, _)| cell)
    }

    /// The tiles that do not lie on the board.
    pub fn unused(&self) -> impl Iterator<Item = usize> {
        let mut free = vec![true; self.puzzle.tiles.len()];
        self.placed.iter().for_each(|(_, laid)| free[laid.tile] = false);
        (0..free.len()).filter(move |&tile| free[tile])
    }

    /// "tile '7' turned 1 at row 1, column 2".
    pub fn words(&self, (cell, laid): Placed) -> String {
        self.puzzle.pin_words(&pin((cell, laid)))
    }

    /// The tiles on the board as pins, in the same order.
    pub fn pins(&self) -> Vec<Pin> {
        self.placed.iter().copied().map(pin).collect()
    }

    /// Makes a change that can be undone.
    fn change(&mut self, placed: Vec<Placed>) {
        self.past.push(std::mem::replace(&mut self.placed, placed));
        self.future.clear();
    }

    /// Takes the last change back. False when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.placed, before));
        true
    }

    /// Makes the change again that was taken back last. False when there is none.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.placed, after));
        true
    }

    /// Adds tiles that are known to fit.
    pub fn add(&mut self, more: impl IntoIterator<Item = Placed>) {
        let placed = self.placed.iter().copied().chain(more).collect();
        self.change(placed);
    }

    /// Takes all tiles off the board but the pinned, and lays these.
    pub fn replace(&mut self, board: &Board) {
        let (pinned, _) = self.placed.split_at(self.pinned);
        let tiles = board.iter().enumerate().filter_map(|(cell, laid)| Some((cell, (*laid)?)));
        let others = tiles.filter(|(cell, _)| pinned.iter().all(|(other, _)| other != cell));
        let placed = pinned.iter().copied().chain(others).collect();
        self.change(placed);
    }

    /// Places a tile, or says why it cannot lie there.
    pub fn place(&mut self, cell: usize, laid: Laid) -> Result<(), String> {
        let p = &self.puzzle;
        let name = |tile: usize| &p.tiles[tile].name;
        let place = |cell: usize| p.place(cell).words();
        if let Some((_, other)) = self.placed.iter().find(|(other, _)| *other == cell) {
            return Err(format!("tile '{}' lies at {} already", name(other.tile), place(cell)));
        }
        if let Some(there) = self.place_of(laid.tile) {
            let (name, there) = (name(laid.tile), place(there));
            return Err(format!("tile '{name}' is placed already, at {there}"));
        }
        if laid.turn > 0 && !p.turning {
            return Err("tiles may not be turned in this puzzle".into());
        }
        let broken = p.pins.iter().find(|pin| (pin.cell == cell) != (pin.tile == laid.tile));
        if let Some(pin) = broken {
            let (name, place) = (name(pin.tile), place(pin.cell));
            return Err(match pin.cell == cell {
                true => format!("{place} is kept for tile '{name}'"),
                false => format!("tile '{name}' belongs at {place}"),
            });
        }
        if let Some(why) = p.clash(&self.board(), cell, laid) {
            return Err(format!("the edges do not match: {why}"));
        }
        self.add([(cell, laid)]);
        Ok(())
    }

    /// Takes a tile off the board, or says why it cannot be.
    pub fn remove(&mut self, cell: usize) -> Result<Placed, String> {
        let place = self.puzzle.place(cell).words();
        match self.placed.iter().position(|(other, _)| *other == cell) {
            None => Err(format!("nothing lies at {place}")),
            Some(at) if at < self.pinned => Err(format!("the tile at {place} is pinned there")),
            Some(at) => {
                let mut placed = self.placed.clone();
                let gone = placed.remove(at);
                self.change(placed);
                Ok(gone)
            }
        }
    }

    /// Takes a tile off the board by its index.
    pub fn remove_tile(&mut self, tile: usize) -> Result<Placed, String> {
        let name = &self.puzzle.tiles[tile].name;
        let cell = self.place_of(tile).ok_or_else(|| format!("tile '{name}' is not placed"))?;
        self.remove(cell)
    }

    /// The rows by line, the cells by tab, then the unused tiles with their top, left, bottom and right edge.
    pub fn print(&self) -> String {
        let (p, board) = (&self.puzzle, self.board());
        let cell = |cell: usize| match board[cell] {
            _ if !p.cells[cell] => ".".to_owned(),
            None => "xxx".to_owned(),
            Some(laid) if p.turning => format!("{}/{}", p.tiles[laid.tile].name, laid.turn),
            Some(laid) => p.tiles[laid.tile].name.clone(),
        };
        let mut out = String::new();
        for row in 0..p.height {
            let cells: Vec<String> = (row * p.width..(row + 1) * p.width).map(cell).collect();
            out += &format!("{}\n", cells.join("\t"));
        }
        out += &format!("{}\n", "-".repeat(20));
        for tile in self.unused() {
            let tile = &p.tiles[tile];
            let [top, right, bottom, left] = tile.edges.map(|edge| p.edge_text(edge));
            out += &format!("{} {top} {left} {bottom} {right}\n", tile.name);
        }
        out
    }
}
