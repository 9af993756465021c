//! A game as the page sees it: what there is to play with, and where everything is.

mod setup;

use std::collections::BTreeMap;

use marquetry_draw::{Attribute, Ink};
use marquetry_formats::json::wire::Place;
use marquetry_play::{Game, Mistake, Position, Refusal, Room, Verdict};
use marquetry_puzzle::matching::Clash;
use marquetry_puzzle::sliding::Obstacle;
use marquetry_puzzle::{Cell, Direction, Puzzle, Score, Solution};
use marquetry_report::words;
use serde::Serialize;

use crate::answer::Problem;
pub use setup::Setup;

/// The most cells of a board that the page shows for play, and the most tiles, pieces or blocks.
const MOST_CELLS: usize = 4_096;
const MOST_THINGS: usize = 4_096;
/// The most cells of all orientations of all pieces together.
const MOST_SHAPES: usize = 200_000;
/// The most places in the ways of all blocks together that come with a view.
const MOST_WAYS: usize = 20_000;

/// Refuses a puzzle that cannot be played on a page: one that is too large.
pub fn playable(puzzle: &Puzzle) -> Result<(), Problem> {
    let (cells, things, shapes) = match puzzle {
        Puzzle::Matching(p) => (p.cells.len(), p.tiles.len(), 0),
        Puzzle::Tiling(p) => {
            let shapes = |i: usize| p.orientations(i).iter().map(Vec::len).sum::<usize>();
            let (width, height, depth) = p.size();
            let all = width.saturating_mul(height).saturating_mul(depth);
            (all, p.pieces.len(), (0..p.pieces.len()).map(shapes).sum())
        }
        Puzzle::Sliding(p) => (p.width * p.height, p.blocks.len(), 0),
    };
    if cells > MOST_CELLS || things > MOST_THINGS || shapes > MOST_SHAPES {
        let words = format!(
            "this puzzle is too large for the table: it has room for {MOST_CELLS} cells and {MOST_THINGS} things"
        );
        return Err(Problem::bad("too-large-to-play", words));
    }
    Ok(())
}

/// A cell as three numbers.
pub fn place(cell: Cell) -> Place<3> {
    Place(cell)
}

pub fn places(cells: impl IntoIterator<Item = Cell>) -> Vec<Place<3>> {
    cells.into_iter().map(Place).collect()
}

/// Where everything is.
#[derive(Debug, Serialize)]
pub struct View {
    /// What lies on the board.
    things: Vec<Thing>,
    /// What does not, by index and number.
    left: Vec<(usize, usize)>,
    /// All cells in words, by `x,y,z`.
    labels: BTreeMap<String, String>,
    faults: Vec<Fault>,
    score: String,
    solved: bool,
    /// Where each block can go, by its index.
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<BTreeMap<usize, Ways>>,
    /// How long the way so far is.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Length>,
    /// How many things lie on the board.
    placed: usize,
    /// How many cells are filled, and how many there are to fill.
    filled: usize,
    cells: usize,
    text: String,
    said: String,
}

/// Something on the board.
#[derive(Debug, Serialize)]
struct Thing {
    index: usize,
    /// Which of its copies, as the drawing counts them.
    copy: usize,
    /// Its first cell.
    cell: Place<3>,
    /// All its cells, in the order of its orientation.
    cells: Vec<Place<3>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orientation: Option<usize>,
    pinned: bool,
}

/// Something wrong.
#[derive(Debug, Serialize)]
struct Fault {
    code: &'static str,
    words: String,
    cells: Vec<Place<3>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
}

/// Where a block can go in one move.
#[derive(Debug, Serialize)]
pub struct Ways {
    anchors: Vec<Place<3>>,
    steps: Vec<[Option<usize>; 4]>,
}

impl From<Room> for Ways {
    fn from(room: Room) -> Ways {
        Ways { anchors: places(room.anchors), steps: room.steps }
    }
}

/// How long a way through a tray is.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Length {
    moves: usize,
    slides: usize,
    steps: usize,
}

impl Length {
    pub fn of(score: &Score) -> Option<Length> {
        match *score {
            Score::Moves { moves, slides, steps, .. } => Some(Length { moves, slides, steps }),
            _ => None,
        }
    }
}

impl View {
    /// The game, and what is said of how it came to be.
    pub fn of(game: &Game, said: Option<String>) -> View {
        let verdict = game.check();
        let score = score(game, &verdict);
        let (filled, cells) = filled(game);
        let solved = verdict.solved;
        let said = match (said, solved) {
            (Some(said), true) => format!("{said}; the puzzle is solved"),
            (Some(said), false) => said,
            (None, true) => format!("the puzzle is solved: {score}"),
            (None, false) => score.clone(),
        };
        let things = things(game);
        View {
            left: left(game),
            labels: labels(game),
            faults: verdict.mistakes.iter().map(|mistake| fault(game, mistake)).collect(),
            ways: ways(game),
            moves: verdict.score.as_ref().and_then(Length::of),
            placed: things.len(),
            text: text(game),
            things,
            score,
            solved,
            filled,
            cells,
            said,
        }
    }
}

fn score(game: &Game, verdict: &Verdict) -> String {
    match &verdict.score {
        Some(score) => score.to_string(),
        None => {
            let mistakes = words::plural(verdict.mistakes.len() as u64, "mistake");
            let (filled, cells) = filled(game);
            format!("{mistakes}, {filled} of {cells} cells covered")
        }
    }
}

fn things(game: &Game) -> Vec<Thing> {
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(tiles)) => {
            let thing = |(rank, at): (usize, &marquetry_play::TileAt)| {
                let cell = place(p.place(at.cell));
                let (index, turn) = (at.laid.tile, Some(at.laid.turn));
                let pinned = rank < tiles.pinned();
                Thing { index, copy: 1, cell, cells: vec![cell], turn, orientation: None, pinned }
            };
            tiles.placed().iter().enumerate().map(thing).collect()
        }
        (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
            // The drawing counts copies in the order in which they were laid.
            let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
            let mut thing = |at: &marquetry_play::PieceAt| {
                let copy = copies.entry(at.piece).and_modify(|copy| *copy += 1).or_insert(1);
                Thing {
                    index: at.piece,
                    copy: *copy,
                    cell: place(at.at),
                    cells: places(at.cells(p)),
                    turn: None,
                    orientation: Some(at.orientation),
                    pinned: false,
                }
            };
            pieces.placed().iter().map(&mut thing).collect()
        }
        (Puzzle::Sliding(p), Position::Blocks(tray)) => {
            let thing = |index: usize| {
                let cells = places(tray.cells(p, index));
                let (copy, turn, orientation, pinned) = (1, None, None, false);
                Thing { index, copy, cell: cells[0], cells, turn, orientation, pinned }
            };
            (0..p.blocks.len()).map(thing).collect()
        }
        _ => Vec::new(),
    }
}

fn left(game: &Game) -> Vec<(usize, usize)> {
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(tiles)) => {
            tiles.unused(p).map(|tile| (tile, 1)).collect()
        }
        (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
            let left = (0..p.pieces.len()).map(|piece| (piece, pieces.left(p, piece)));
            left.filter(|(_, left)| *left > 0).collect()
        }
        _ => Vec::new(),
    }
}

/// The cells that can hold something.
pub fn cells(puzzle: &Puzzle) -> Vec<Cell> {
    match puzzle {
        Puzzle::Matching(p) => {
            let open = (0..p.cells.len()).filter(|&cell| p.cells[cell]);
            open.map(|cell| p.place(cell)).collect()
        }
        Puzzle::Tiling(p) => p.board.iter().map(|(cell, _)| *cell).collect(),
        Puzzle::Sliding(p) => p.cells().filter(|&cell| !p.is_wall(cell)).collect(),
    }
}

fn labels(game: &Game) -> BTreeMap<String, String> {
    let key = |Cell { x, y, z }: Cell| format!("{x},{y},{z}");
    let label = |cell: Cell| (key(cell), words::label(game, cell));
    cells(game.puzzle()).into_iter().map(label).collect()
}

fn filled(game: &Game) -> (usize, usize) {
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(tiles)) => (tiles.placed().len(), p.area()),
        (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
            let covered = p.board.iter().filter(|(cell, _)| pieces.is_covered(*cell)).count();
            (covered, p.board.len())
        }
        _ => (0, 0),
    }
}

fn fault(game: &Game, mistake: &Mistake) -> Fault {
    let words = words::mistake(game, mistake);
    let (code, cells, side) = match (mistake, game.puzzle()) {
        (Mistake::Edge(broken), Puzzle::Matching(p)) => {
            let cells = std::iter::once(broken.cell).chain(broken.beyond);
            ("edge", cells.map(|cell| p.place(cell)).collect(), Some(side(broken.side)))
        }
        (Mistake::Overlap { cell, .. }, _) => ("overlap", vec![*cell], None),
        (Mistake::OffBoard { cell, .. }, _) => ("off-board", vec![*cell], None),
        (Mistake::Colour { cell, .. }, _) => ("colour", vec![*cell], None),
        _ => ("other", Vec::new(), None),
    };
    Fault { code, words, cells: places(cells), side }
}

fn side(side: Direction) -> &'static str {
    match side {
        Direction::Up => "top",
        Direction::Right => "right",
        Direction::Down => "bottom",
        Direction::Left => "left",
    }
}

fn ways(game: &Game) -> Option<BTreeMap<usize, Ways>> {
    let (Puzzle::Sliding(p), Position::Blocks(tray)) = (game.puzzle(), game.position()) else {
        return None;
    };
    let mut all = BTreeMap::new();
    let mut places = 0;
    for block in 0..p.blocks.len() {
        let room = Room::of(p, tray, block);
        places += room.anchors.len();
        if places > MOST_WAYS {
            break;
        }
        all.insert(block, room.into());
    }
    Some(all)
}

fn text(game: &Game) -> String {
    match (game.puzzle(), game.position()) {
        (Puzzle::Sliding(p), Position::Blocks(tray)) => {
            marquetry_draw::position(p, tray, Ink::Plain)
        }
        (puzzle, _) => marquetry_draw::text(puzzle, Some(&game.so_far()), Ink::Plain),
    }
}

/// Why a move was refused.
#[derive(Debug, Serialize)]
pub struct Refused {
    code: &'static str,
    words: String,
    cells: Vec<Place<3>>,
}

impl Refused {
    pub fn new(puzzle: &Puzzle, refusal: &Refusal) -> Refused {
        let (code, cells) = match (refusal, puzzle) {
            (Refusal::OtherFamily, _) => ("other-family", vec![]),
            (Refusal::NoChange, _) => ("no-change", vec![]),
            (Refusal::Empty(cell), _) => ("empty", vec![*cell]),
            (Refusal::Occupied { cell, .. }, _) => ("occupied", vec![*cell]),
            (Refusal::PlacedAlready { cell, .. }, _) => ("placed-already", vec![*cell]),
            (Refusal::NoTurning, _) => ("no-turning", vec![]),
            (Refusal::Pinned(cell), _) => ("pinned", vec![*cell]),
            (Refusal::Kept { cell, .. }, _) => ("kept", vec![*cell]),
            (Refusal::Belongs { cell, .. }, _) => ("belongs", vec![*cell]),
            (Refusal::Clash(Clash { cell, side, .. }), Puzzle::Matching(p)) => {
                let beyond = p.neighbour(*cell, *side);
                let cells = std::iter::once(*cell).chain(beyond);
                ("clash", cells.map(|cell| p.place(cell)).collect())
            }
            (Refusal::UsedUp(_), _) => ("used-up", vec![]),
            (Refusal::NotAllowed { .. }, _) => ("not-allowed", vec![]),
            (Refusal::OffBoard(cell), _) => ("off-board", vec![*cell]),
            (Refusal::Askew { cell, .. }, _) => ("askew", vec![*cell]),
            (Refusal::Overlap { cell, .. }, _) => ("overlap", vec![*cell]),
            (Refusal::Colour(cell), _) => ("colour", vec![*cell]),
            (Refusal::Blocked { obstacle, .. }, _) => match *obstacle {
                Obstacle::Freedom => ("blocked", vec![]),
                Obstacle::Rim(cell) | Obstacle::Wall(cell) | Obstacle::Block(_, cell) => {
                    ("blocked", vec![cell])
                }
            },
            _ => ("no-such-move", vec![]),
        };
        Refused { code, words: words::refusal(puzzle, refusal), cells: places(cells) }
    }
}

/// Attributes to set, or to take away where there is no value.
type Set = BTreeMap<&'static str, Option<String>>;

/// What to set in the drawing so that something lies elsewhere.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    index: usize,
    piece: String,
    copy: usize,
    group: Set,
    turn: Set,
    letters: Vec<Set>,
}

impl Change {
    /// What a change of a drawing sets; `None` where it has to be drawn anew.
    pub fn new(puzzle: &Puzzle, change: &marquetry_draw::Change) -> Option<Change> {
        let set = change.attributes(puzzle)?;
        let all = |attributes: Vec<Attribute>| attributes.into_iter().collect();
        Some(Change {
            index: change.piece,
            piece: name(puzzle, change.piece).to_owned(),
            copy: change.copy,
            group: all(set.group),
            turn: all(set.turn),
            letters: set.letters.into_iter().map(|one| all(vec![one])).collect(),
        })
    }

    /// What leads from one position to another; `None` where that has to be drawn anew.
    pub fn between(puzzle: &Puzzle, before: &Solution, after: &Solution) -> Option<Vec<Change>> {
        let changes = marquetry_draw::changes(puzzle, before, after)?;
        changes.iter().map(|change| Change::new(puzzle, change)).collect()
    }
}

/// The name of a tile, piece or block.
pub fn name(puzzle: &Puzzle, index: usize) -> &str {
    let name = match puzzle {
        Puzzle::Matching(p) => p.tiles.get(index).map(|tile| &tile.name),
        Puzzle::Tiling(p) => p.pieces.get(index).map(|piece| &piece.name),
        Puzzle::Sliding(p) => p.blocks.get(index).map(|block| &block.name),
    };
    name.map_or("?", String::as_str)
}
