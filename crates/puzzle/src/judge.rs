//! The judge: scores any solution, whole or partial, or says all that is wrong with it.
//!
//! **Invariant:** the judge knows no engine. Every solution that anybody sees has passed it.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Placed, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle, Solution, judge};
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let setup = Setup { board: row(2), pieces: vec![Piece::new("I", row(2))], ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//! let cover = |x| Solution::Cover(vec![Placed::new(0, vec![Cell::at(x, 0), Cell::at(x + 1, 0)])]);
//!
//! assert!(judge(&puzzle, &cover(0)).unwrap().solved());
//! assert!(!judge(&puzzle, &Solution::Cover(Vec::new())).unwrap().solved(), "partial, and no fault");
//! assert_eq!(judge(&puzzle, &cover(1)).unwrap_err().len(), 1, "it reaches over the edge");
//! ```

use std::collections::{BTreeMap, HashMap};

use crate::fault::{Fault, Faults, Part};
use crate::grid::{Cell, Direction};
use crate::matching::{Board, Edge, Matching};
use crate::sliding::{Move, Sliding};
use crate::tiling::{Placed, Tiling};
use crate::{Puzzle, Solution};

/// How many cells blocks may go from step to step in a solution that is judged. No tray has a solution that needs as many;
/// a file that does is turned down before it takes minutes.
const MOST_WORK: usize = 1 << 28;
/// The most faults of one solution that are listed.
const MOST_FAULTS: usize = 1000;

/// Two touching edges that disagree, or an edge that does not belong on the rim.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Break {
    /// The cell, as an index row by row.
    pub cell: usize,
    /// The side of it where the break is.
    pub side: Direction,
    /// The cell beyond; `None` on the rim.
    pub beyond: Option<usize>,
}

impl Break {
    /// The break in words, for a given board.
    pub fn words(&self, p: &Matching, board: &Board) -> String {
        let shown = |cell: usize, side: Direction| {
            shown(p, board, cell, side).map_or("?".into(), |e| p.edge_text(e))
        };
        let here = p.place(self.cell).words();
        let mine = shown(self.cell, self.side);
        match self.beyond {
            None => format!("{here}, {}: {mine} lies on the rim", self.side.word()),
            Some(other) => {
                let theirs = shown(other, self.side.opposite());
                format!("{here}, {}: {mine} meets {theirs}", self.side.word())
            }
        }
    }
}

/// How good a solution is that breaks no rule of placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Score {
    /// A board of tiles.
    Board {
        /// Joints between two tiles that agree.
        matched: usize,
        /// Joints the full board has.
        possible: usize,
        /// Tiles on the board.
        placed: usize,
        /// Cells that hold a tile on the full board.
        cells: usize,
        /// Where edges disagree.
        breaks: Vec<Break>,
        /// Pins whose tile is not on the board yet.
        pins_open: usize,
    },
    /// A cover of a board.
    Cover {
        /// Cells covered.
        covered: usize,
        /// Cells of the board, without those that are empty and may stay so.
        cells: usize,
        /// Pieces placed.
        placed: usize,
        /// Copies of pieces that must be used and are not.
        missing: usize,
    },
    /// A way through a tray.
    Moves {
        /// Blocks pushed any distance along any path.
        moves: usize,
        /// Blocks pushed any distance in a straight line.
        slides: usize,
        /// Unit steps.
        steps: usize,
        /// Is the goal reached?
        reached: bool,
    },
}

impl Score {
    /// Is this a whole solution, with nothing missing and nothing broken?
    pub fn solved(&self) -> bool {
        match self {
            Score::Board { placed, cells, breaks, .. } => placed == cells && breaks.is_empty(),
            Score::Cover { covered, cells, missing, .. } => covered == cells && *missing == 0,
            Score::Moves { reached, .. } => *reached,
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Score::Board { matched, possible, placed, cells, .. } => {
                write!(f, "{matched} of {possible} edges match, {placed} of {cells} tiles placed")
            }
            Score::Cover { covered, cells, placed, missing } => {
                write!(f, "{covered} of {cells} cells covered by {placed} pieces")?;
                if *missing > 0 { write!(f, ", {missing} more must be used") } else { Ok(()) }
            }
            Score::Moves { moves, slides, steps, reached } => {
                let goal = if *reached { "reached" } else { "not reached" };
                write!(f, "goal {goal}; moves: {moves}, slides: {slides}, steps: {steps}")
            }
        }
    }
}

/// Scores a solution, or lists all its faults.
///
/// Edges that disagree, cells not yet covered and a goal not yet reached lower the score and are no faults; a tile
/// used twice, a piece of the wrong shape or a move through a wall are.
pub fn judge(puzzle: &Puzzle, solution: &Solution) -> Result<Score, Faults> {
    match (puzzle, solution) {
        (Puzzle::Matching(p), Solution::Board(board)) => judge_board(p, board),
        (Puzzle::Tiling(p), Solution::Cover(cover)) => judge_cover(p, cover),
        (Puzzle::Sliding(p), Solution::Moves(moves)) => judge_moves(p, moves),
        _ => {
            let message = format!("this is not a solution of a {} puzzle", puzzle.family());
            Err(Fault::new("other-family", Part::Whole, message).into())
        }
    }
}

/// One fault more, up to [`MOST_FAULTS`].
fn add(faults: &mut Vec<Fault>, code: &'static str, part: Part, message: String) {
    if faults.len() < MOST_FAULTS {
        faults.push(Fault::new(code, part, message));
    }
}

fn verdict(faults: Vec<Fault>, score: impl FnOnce() -> Score) -> Result<Score, Faults> {
    Faults::from(faults).unless(())?;
    Ok(score())
}

fn shown(p: &Matching, board: &Board, cell: usize, side: Direction) -> Option<Edge> {
    let laid = board[cell]?;
    Some(p.tiles.get(laid.tile)?.turned(laid.turn)[side as usize])
}

fn judge_board(p: &Matching, board: &Board) -> Result<Score, Faults> {
    if board.len() != p.cells.len() {
        let message = format!("the board has {} cells, the puzzle {}", board.len(), p.cells.len());
        return Err(Fault::new("size", Part::Whole, message).into());
    }
    let mut faults = Vec::new();
    let mut used: HashMap<usize, usize> = HashMap::new();
    for (cell, laid) in board.iter().enumerate() {
        let Some(laid) = laid else { continue };
        let here = p.place(cell).words();
        let mut fault = |code, message: String| add(&mut faults, code, Part::Cell(cell), message);
        if !p.cells[cell] {
            fault("outside", format!("{here} holds no tile"));
        }
        let Some(tile) = p.tiles.get(laid.tile) else {
            fault("no-such-piece", format!("the tile at {here} is not one of the puzzle's"));
            continue;
        };
        let (name, turn) = (&tile.name, laid.turn);
        if let Some(first) = used.insert(laid.tile, cell) {
            let first = p.place(first).words();
            fault("too-often", format!("tile '{name}' lies at {first} and again at {here}"));
        }
        if turn > 3 {
            fault("turn", format!("the tile at {here} is turned by {turn}, not by 0, 1, 2 or 3"));
        } else if turn > 0 && !p.turning {
            let which = "which this puzzle does not allow";
            fault("turn", format!("tile '{name}' at {here} is turned, {which}"));
        }
    }
    let pins_open = pin_faults(p, board, &used, &mut faults);
    verdict(faults, || {
        let joined = p.joints().filter_map(|(a, side, b)| {
            let pair = shown(p, board, a, side).zip(shown(p, board, b, side.opposite()))?;
            Some((Break { cell: a, side, beyond: Some(b) }, p.meets(pair.0, pair.1)))
        });
        let (good, bad): (Vec<_>, Vec<_>) = joined.partition(|j| j.1);
        let placed = board.iter().flatten().count();
        Score::Board {
            matched: good.len(),
            possible: p.joints().count(),
            placed,
            cells: p.area(),
            breaks: bad.into_iter().map(|j| j.0).chain(rim_breaks(p, board)).collect(),
            pins_open,
        }
    })
}

fn rim_breaks(p: &Matching, board: &Board) -> Vec<Break> {
    let sides = (0..board.len()).flat_map(|cell| Direction::ALL.map(|side| (cell, side)));
    let off = |&(cell, side): &(usize, Direction)| {
        p.neighbour(cell, side).is_none()
            && shown(p, board, cell, side).is_some_and(|edge| !p.suits_rim(edge))
    };
    sides.filter(off).map(|(cell, side)| Break { cell, side, beyond: None }).collect()
}

fn pin_faults(
    p: &Matching,
    board: &Board,
    used: &HashMap<usize, usize>,
    faults: &mut Vec<Fault>,
) -> usize {
    let mut open = 0;
    for pin in &p.pins {
        let (name, here) = (&p.tiles[pin.tile].name, p.place(pin.cell).words());
        let mut fault = |code, message: String| add(faults, code, Part::Cell(pin.cell), message);
        match board[pin.cell] {
            Some(laid) if laid.tile == pin.tile => {
                let turn = pin.turn.unwrap_or(laid.turn);
                if p.tiles[pin.tile].turned(turn) != p.tiles[pin.tile].turned(laid.turn) {
                    let pinned = format!("tile '{name}' at {here} is pinned");
                    fault("pin", format!("{pinned} with turn {turn}, not {}", laid.turn));
                }
            }
            Some(_) => fault("pin", format!("the cell at {here} is pinned to tile '{name}'")),
            None if used.contains_key(&pin.tile) => {
                fault("pin", format!("tile '{name}' is pinned to {here}"))
            }
            None => open += 1,
        }
    }
    open
}

fn judge_cover(p: &Tiling, cover: &[Placed]) -> Result<Score, Faults> {
    let mut faults = Vec::new();
    let mut owner: HashMap<Cell, usize> = HashMap::new();
    let mut copies: BTreeMap<usize, u64> = BTreeMap::new();
    for (i, placed) in cover.iter().enumerate() {
        let mut fault = |code, message: String| add(&mut faults, code, Part::Placed(i), message);
        let Some(piece) = p.pieces.get(placed.piece) else {
            fault("no-such-piece", format!("placed piece {} is not one of the puzzle's", i + 1));
            continue;
        };
        let name = &piece.name;
        *copies.entry(p.class(placed.piece)).or_default() += 1;
        for &cell in &placed.cells {
            if p.colour_at(cell).is_none() {
                let cell = cell.words();
                fault(
                    "outside",
                    format!("piece '{name}' covers {cell}, which is not on the board"),
                );
            }
            if let Some(other) = owner.insert(cell, i) {
                let other = p.pieces.get(cover[other].piece).map_or("?", |o| &o.name);
                let cell = cell.words();
                fault("overlap", format!("pieces '{other}' and '{name}' both cover {cell}"));
            }
        }
        let placed = Placed::new(placed.piece, placed.cells.clone());
        if !has_shape(p, &placed) {
            fault("wrong-shape", format!("the cells of piece '{name}' do not have its shape"));
        } else if placed.cells.iter().all(|&c| p.colour_at(c).is_some())
            && !p.fits(placed.piece, &placed.cells)
        {
            fault("colour", format!("the colours of piece '{name}' do not agree with the board"));
        }
    }
    for (&class, &used) in &copies {
        if used > p.copies(class).1 {
            let message = format!("piece '{}' is used {used} times", p.pieces[class].name);
            let message = format!("{message}, at most {} allowed", p.copies(class).1);
            add(&mut faults, "too-often", Part::Piece(class), message);
        }
    }
    verdict(faults, || {
        let classes = (0..p.pieces.len()).filter(|&piece| p.class(piece) == piece);
        let missing = |class| {
            p.copies(class).0.saturating_sub(copies.get(&class).copied().unwrap_or(0)) as usize
        };
        Score::Cover {
            covered: owner.len(),
            cells: p.board.len() - p.optional.iter().filter(|c| !owner.contains_key(c)).count(),
            placed: cover.len(),
            missing: classes.map(missing).sum(),
        }
    })
}

/// Are the cells those of the piece in one of its shapes, whatever the colours?
fn has_shape(p: &Tiling, placed: &Placed) -> bool {
    p.orientations(placed.piece).iter().any(|shape| {
        shape.len() == placed.cells.len()
            && p.grid.shift(shape[0].0, placed.cells[0]).is_some()
            && shape
                .iter()
                .zip(&placed.cells)
                .all(|(s, c)| c.minus(placed.cells[0]) == s.0.minus(shape[0].0))
    })
}

fn judge_moves(p: &Sliding, moves: &[Move]) -> Result<Score, Faults> {
    let mut faults = Vec::new();
    let mut position = p.start().clone();
    let mut pushes: Vec<(usize, Direction)> = Vec::new();
    let mut work = 0;
    for (i, m) in moves.iter().enumerate() {
        let mut fault = |code, message: String| add(&mut faults, code, Part::Move(i), message);
        let Some(block) = p.blocks.get(m.block) else {
            let message = format!("move {} names a block that the tray does not have", i + 1);
            fault("no-such-piece", message);
            continue;
        };
        if m.path.is_empty() {
            fault("move-empty", format!("move {} does not move block '{}'", i + 1, block.name));
        }
        work += m.path.len() * block.cells.len();
        if work > MOST_WORK {
            fault("too-long", format!("move {}: the solution is too long to be played", i + 1));
            break;
        }
        for &way in &m.path {
            if let Some(why) = position.obstacle(p, m.block, way) {
                let message = format!(
                    "move {}: block '{}' cannot go {}: {}",
                    i + 1,
                    block.name,
                    way.word(),
                    why.words(p)
                );
                fault("move-blocked", message);
                break;
            }
            position.push(p, m.block, way);
            pushes.push((m.block, way));
        }
    }
    verdict(faults, || Score::Moves {
        moves: pushes.chunk_by(|a, b| a.0 == b.0).count(),
        slides: pushes.chunk_by(|a, b| a == b).count(),
        steps: pushes.len(),
        reached: position.solves(p),
    })
}
