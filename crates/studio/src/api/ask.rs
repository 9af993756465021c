//! Questions about a game that take a short search.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use marquetry_formats::json::wire::Place;
use marquetry_play::{Blame, Game, Missing, Patience, PieceAt, PieceMove, Position};
use marquetry_puzzle::{Cell, Puzzle, Solution, judge};
use marquetry_report::words;
use marquetry_search::{Limits, Stats, StopFlag};
use serde::Serialize;

use crate::Shared;
use crate::answer::{Answer, MOST_BYTES, Problem};
use crate::view::{Length, places};
use crate::wire::{Move, Sent};

/// How long such a search may take, and how much memory.
const TIME: Duration = Duration::from_secs(5);
const TIME_TO_SOLVE: Duration = Duration::from_secs(20);
const MEMORY: u64 = 512 << 20;

fn patience(time: Duration, stop: &StopFlag) -> Patience {
    let limits = Limits { time: Some(time), memory: Some(MEMORY), ..Limits::default() };
    Patience { limits, stop: stop.clone() }
}

/// There is nothing to show, in words.
#[derive(Serialize)]
pub struct Nothing {
    none: String,
}

fn nothing(words: impl Into<String>) -> Answer {
    Answer::json(&Nothing { none: words.into() })
}

#[derive(Serialize)]
struct Advice {
    #[serde(rename = "move")]
    next: Move,
    words: String,
    cells: Vec<Place<3>>,
}

pub async fn hint(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    let answer = |sent: Sent, stop: &StopFlag| {
        let game = sent.whole()?;
        let mut patience = patience(TIME, stop);
        Ok(match game.hint(&mut patience) {
            Ok(None) => nothing("nothing is missing"),
            Ok(Some(hint)) => match Move::of(&hint.next) {
                Some(next) => {
                    let words = words::hint(game.puzzle(), &hint);
                    Answer::json(&Advice { next, words, cells: places(touched(&game, &hint.next)) })
                }
                None => nothing("there is a hint that this page does not know how to show"),
            },
            Err(why) => nothing(missing(&game, &why, &mut patience)),
        })
    };
    shared.desk.ask(request, MOST_BYTES, answer).await
}

/// The cells that a move is about.
fn touched(game: &Game, m: &marquetry_play::Move) -> Vec<Cell> {
    match (game.puzzle(), game.position(), m) {
        (
            Puzzle::Matching(p),
            _,
            &marquetry_play::Move::Tile(marquetry_play::TileMove::Place { cell, .. }),
        ) => {
            vec![p.place(cell)]
        }
        (
            Puzzle::Tiling(p),
            _,
            &marquetry_play::Move::Piece(PieceMove::Place { piece, orientation, at }),
        ) => PieceAt { piece, copy: 0, orientation, at }.cells(p).collect(),
        (Puzzle::Sliding(p), Position::Blocks(tray), marquetry_play::Move::Block(push)) => {
            tray.cells(p, push.block).collect()
        }
        _ => Vec::new(),
    }
}

fn missing(game: &Game, why: &Missing, patience: &mut Patience) -> String {
    match (why, game.puzzle()) {
        (Missing::Proved, Puzzle::Sliding(_)) => "there is no solution".into(),
        (Missing::Proved, _) => words::blame(game, &game.blame(patience)),
        (Missing::NotKnown(why), _) => words::not_known(why),
    }
}

#[derive(Serialize)]
struct Still {
    answer: &'static str,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    blame: Option<Guilty>,
}

/// What stands in the way of a solution.
#[derive(Serialize)]
struct Guilty {
    cells: Vec<Place<3>>,
    words: String,
}

pub async fn solvable(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<Answer, Problem> {
    let answer = |sent: Sent, stop: &StopFlag| {
        let game = sent.whole()?;
        let mut patience = patience(TIME, stop);
        let (answer, words, blame) = match game.solution(&mut patience).moves {
            Ok(_) => ("yes", "it can be solved from here".to_owned(), None),
            Err(Missing::NotKnown(why)) => ("unknown", words::not_known(&why), None),
            Err(Missing::Proved) => {
                let blame = game.blame(&mut patience);
                let words = missing(&game, &Missing::Proved, &mut patience);
                let cells = places(guilty(&game, &blame));
                ("no", words.clone(), Some(Guilty { cells, words }))
            }
        };
        Ok(Answer::json(&Still { answer, words, blame }))
    };
    shared.desk.ask(request, MOST_BYTES, answer).await
}

/// The cells of what is to blame.
fn guilty(game: &Game, blame: &Blame) -> Vec<Cell> {
    let rank = match blame {
        Blame::Alone(ranks) => ranks.last().copied(),
        Blame::Since(rank) => Some(*rank),
        _ => None,
    };
    let Some(rank) = rank else { return Vec::new() };
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(tiles)) => {
            tiles.placed().get(rank).map(|at| p.place(at.cell)).into_iter().collect()
        }
        (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
            pieces.placed().get(rank).map_or(Vec::new(), |at| at.cells(p).collect())
        }
        _ => Vec::new(),
    }
}

/// The moves that solve a game from here, or why there are none.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Rest {
    Way {
        moves: Vec<Move>,
        /// Is it proved that no way through the tray takes fewer moves?
        shortest: bool,
        /// How long the way through the tray is.
        #[serde(skip_serializing_if = "Option::is_none")]
        length: Option<Length>,
    },
    Nothing(Nothing),
}

impl Rest {
    /// Searches for it as long as `limits` allow, and tells how far it is.
    pub fn of(game: &Game, limits: Limits, stop: &StopFlag, hear: &mut dyn FnMut(&Stats)) -> Rest {
        let mut long = Patience { limits, stop: stop.clone() };
        let found = game.solution_heard(&mut long, hear);
        match found.moves {
            // Whom to blame is a question of its own.
            Err(why) => {
                Rest::Nothing(Nothing { none: missing(game, &why, &mut patience(TIME, stop)) })
            }
            Ok(moves) => Rest::Way {
                length: length(game, &moves),
                moves: moves.iter().filter_map(Move::of).collect(),
                shortest: found.shortest,
            },
        }
    }
}

pub async fn rest(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    let answer = |sent: Sent, stop: &StopFlag| {
        let limits = patience(TIME_TO_SOLVE, stop).limits;
        Ok(Answer::json(&Rest::of(&sent.whole()?, limits, stop, &mut |_| {})))
    };
    shared.desk.ask(request, MOST_BYTES, answer).await
}

/// How long a way is that begins where the game is.
fn length(game: &Game, moves: &[marquetry_play::Move]) -> Option<Length> {
    let (Puzzle::Sliding(p), Position::Blocks(tray)) = (game.puzzle(), game.position()) else {
        return None;
    };
    let pushes = moves.iter().filter_map(|m| match m {
        marquetry_play::Move::Block(push) => Some(push.clone()),
        _ => None,
    });
    // Blocks keep their names, not their indices.
    let here = p.restarted(tray);
    let ours = pushes.filter_map(|push| {
        let name = &p.blocks.get(push.block)?.name;
        let block = here.blocks.iter().position(|block| &block.name == name)?;
        Some(marquetry_puzzle::Move { block, ..push })
    });
    let way = Solution::Moves(ours.collect());
    judge(&here.into(), &way).ok().as_ref().and_then(Length::of)
}
