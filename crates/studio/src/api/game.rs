//! Games: sent whole with one more move, and answered changed or refused.

use std::sync::Arc;

use axum::extract::{Request, State};
use marquetry_formats::json::wire::Place;
use marquetry_play::{Position, Room};
use marquetry_puzzle::Puzzle;
use marquetry_report::words;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Shared;
use crate::answer::{Answer, MOST_BYTES, Problem};
use crate::view::{self, Change, Refused, Setup, View, Ways, places};
use crate::wire::{Manner, Move, Sent, known};

/// The most cells of ways that are listed one by one.
const MOST_CELLS: usize = 200_000;

#[derive(Deserialize)]
struct Asked {
    puzzle: Box<RawValue>,
    #[serde(default)]
    moves: Vec<Move>,
    #[serde(default)]
    mode: Manner,
    #[serde(rename = "move")]
    next: Option<Move>,
    /// Is what does not change to be answered too?
    #[serde(default)]
    setup: bool,
    /// Is a drawing to be answered too? Its ids begin with this.
    draw: Option<String>,
}

#[derive(Serialize)]
struct Played {
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Refused>,
    /// How many of the moves that were sent could be made.
    played: usize,
    /// What to set in the drawing; `null` where it has to be drawn anew, and is.
    changes: Option<Vec<Change>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<Setup>,
    view: View,
}

pub async fn game(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    shared.desk.ask(request, MOST_BYTES, |asked: Asked, _| asked.answer()).await
}

impl Asked {
    fn answer(self) -> Result<Answer, Problem> {
        let Asked { puzzle, moves, mode, .. } = self;
        let (mut game, mut refused) = Sent { puzzle, moves, mode }.game()?;
        view::playable(game.puzzle())?;
        let played = game.moves().len();
        let before = game.so_far();
        let mut said = None;
        if let (Some(next), None) = (&self.next, &refused) {
            match game.play(known(next)?) {
                Ok(changes) => said = Some(words::made(game.puzzle(), &changes)),
                Err(refusal) => refused = Some(refusal),
            }
        }
        let puzzle = game.puzzle();
        let changes = match said {
            Some(_) => Change::between(puzzle, &before, &game.so_far()),
            None => Some(Vec::new()),
        };
        let refusal = refused.map(|refusal| Refused::new(puzzle, &refusal));
        let svg = (self.draw.is_some() || self.setup || changes.is_none()).then(|| {
            let prefix = self.draw.as_deref().unwrap_or_default();
            marquetry_draw::touchable_svg(puzzle, &game.so_far(), prefix)
        });
        let setup = svg.as_deref().filter(|_| self.setup).map(|svg| Setup::of(&game, svg));
        let svg = svg.filter(|_| self.draw.is_some() || changes.is_none());
        let (accepted, view) = (refusal.is_none(), View::of(&game, said));
        Ok(Answer::json(&Played { accepted, refusal, played, changes, svg, setup, view }))
    }
}

#[derive(Deserialize)]
struct Pick {
    puzzle: Box<RawValue>,
    #[serde(default)]
    moves: Vec<Move>,
    #[serde(default)]
    mode: Manner,
    thing: usize,
    /// A cell of a piece that lies on the board and is picked up.
    from: Option<Place<3>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Goes {
    Tile { ways: Vec<TileWay> },
    Piece { ways: Vec<PieceWay> },
    Block(Ways),
}

#[derive(Serialize)]
struct TileWay {
    cell: Place<3>,
    turns: Vec<u8>,
}

#[derive(Serialize)]
struct PieceWay {
    orientation: usize,
    at: Place<3>,
    cells: Vec<Place<3>>,
}

/// Where a tile, piece or block fits.
pub async fn ways(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    shared.desk.ask(request, MOST_BYTES, |pick: Pick, _| pick.answer()).await
}

impl Pick {
    fn answer(self) -> Result<Answer, Problem> {
        let Pick { puzzle, moves, mode, .. } = self;
        let game = Sent { puzzle, moves, mode }.whole()?;
        view::playable(game.puzzle())?;
        let goes = match (game.puzzle(), game.position()) {
            (Puzzle::Matching(p), Position::Tiles(tiles)) => {
                let way = |way: marquetry_play::TileWay| TileWay {
                    cell: Place(p.place(way.cell)),
                    turns: way.turns,
                };
                Goes::Tile { ways: tiles.ways(p, self.thing).into_iter().map(way).collect() }
            }
            (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
                let way = |at: marquetry_play::PieceAt| PieceWay {
                    orientation: at.orientation,
                    at: Place(at.at),
                    cells: places(at.cells(p)),
                };
                let ways = pieces.ways(p, self.thing, self.from.map(|place| place.0));
                let each = p.pieces.get(self.thing).map_or(1, |piece| piece.shape.len());
                Goes::Piece { ways: ways.into_iter().take(MOST_CELLS / each).map(way).collect() }
            }
            (Puzzle::Sliding(p), Position::Blocks(tray)) => {
                Goes::Block(Room::of(p, tray, self.thing).into())
            }
            _ => return Err(Problem::bad("thing", "there is no such thing")),
        };
        Ok(Answer::json(&goes))
    }
}

#[derive(Deserialize)]
struct Spot {
    puzzle: Box<RawValue>,
    #[serde(default)]
    moves: Vec<Move>,
    cell: Place<3>,
}

#[derive(Serialize)]
struct Fitting {
    things: Vec<usize>,
}

/// What fits on a cell.
pub async fn fitting(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<Answer, Problem> {
    shared.desk.ask(request, MOST_BYTES, |spot: Spot, _| spot.answer()).await
}

impl Spot {
    fn answer(self) -> Result<Answer, Problem> {
        let Spot { puzzle, moves, cell } = self;
        let game = Sent { puzzle, moves, mode: Manner::Strict }.whole()?;
        view::playable(game.puzzle())?;
        let mut things: Vec<usize> = match (game.puzzle(), game.position()) {
            (Puzzle::Matching(p), Position::Tiles(tiles)) => {
                let on = (0..p.cells.len()).find(|&at| p.cells[at] && p.place(at) == cell.0);
                let on = on.filter(|&at| tiles.board()[at].is_none());
                on.into_iter().flat_map(|at| tiles.fitting(p, at)).map(|laid| laid.tile).collect()
            }
            (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
                let covering = pieces.covering(p, cell.0).map(|at| p.class(at.piece));
                let classes: std::collections::BTreeSet<usize> = covering.collect();
                let fits = |piece: &usize| {
                    pieces.left(p, *piece) > 0 && classes.contains(&p.class(*piece))
                };
                (0..p.pieces.len()).filter(fits).collect()
            }
            _ => Vec::new(),
        };
        things.dedup();
        Ok(Answer::json(&Fitting { things }))
    }
}
