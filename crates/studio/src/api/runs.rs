//! Runs: started, listened to, looked at and stopped.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use marquetry_formats::json::wire;
use marquetry_play::{Game, Move as Play, PieceMove, TileMove, pieces};
use marquetry_puzzle::{Puzzle, Solution};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::shelf::thumbnail;
use crate::Shared;
use crate::answer::{Answer, Args, MOST_BYTES, Named, Problem};
use crate::runs::{Asked, Listener, Looked, Point, Run};
use crate::wire::Move;

/// How long a stream keeps silent.
const SILENCE: Duration = Duration::from_secs(15);
/// The most solutions that are shown at once.
const MOST: usize = 1_000;

#[derive(Serialize)]
struct Started<'a> {
    run: &'a str,
    events: String,
}

pub async fn start(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<(StatusCode, Answer), Problem> {
    let own = shared.clone();
    let answer = move |asked: Asked, _: &_| {
        let run = own.runs.start(asked)?;
        let events = format!("/api/v1/runs/{}/events", run.id);
        Ok(Answer::json(&Started { run: &run.id, events }))
    };
    Ok((StatusCode::CREATED, shared.desk.ask(request, MOST_BYTES, answer).await?))
}

#[derive(Deserialize)]
pub struct After {
    after: Option<u64>,
}

/// The events of a run, as they come.
pub async fn events(
    State(shared): State<Arc<Shared>>,
    Named(id): Named<String>,
    Args(query): Args<After>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let run = shared.runs.find(&id)?;
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    let after: u64 = last.or(query.after).unwrap_or(0);
    {
        let state = run.heard();
        if state.over && after >= state.tape.last() {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
    }
    let (send, frames) = mpsc::channel(1);
    tokio::spawn(tell(Listener::new(run), after, send));
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    Ok((kind, Body::from_stream(Frames(frames))).into_response())
}

/// What is sent to one who listens.
struct Frames(mpsc::Receiver<Bytes>);

impl Stream for Frames {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(cx).map(|frame| frame.map(Ok))
    }
}

/// Tells what there is to hear as fast as it is read, until all was told or nobody listens.
pub async fn tell(mut listener: Listener, mut after: u64, send: mpsc::Sender<Bytes>) {
    if send.send(Bytes::from_static(b"retry: 1000\n\n")).await.is_err() {
        return;
    }
    loop {
        // What is rung after this is new.
        listener.bell.mark_unchanged();
        let (heard, over) = {
            let mut state = listener.run.state();
            (state.tape.hear(after, Instant::now()), state.over)
        };
        let frame = match heard.text.is_empty() {
            true if over => return,
            true => {
                let wait = heard.more.unwrap_or(SILENCE).min(SILENCE);
                tokio::select! {
                    _ = send.closed() => return,
                    rung = timeout(wait, listener.bell.changed()) => match rung {
                        Err(_) if heard.more.is_none() => Bytes::from_static(b": still here\n\n"),
                        _ => continue,
                    },
                }
            }
            false => Bytes::from(heard.text),
        };
        after = heard.last;
        if send.send(frame).await.is_err() {
            return;
        }
    }
}

#[derive(Serialize)]
struct Standing<'a> {
    run: &'a str,
    kind: &'static str,
    state: &'static str,
    /// How many solutions were found, and how many of them can be looked at.
    solutions: u64,
    kept: usize,
    steps: u64,
    curve: &'a [Point],
    /// The number of the last event.
    last: u64,
}

/// How a run is doing.
pub async fn one(
    State(shared): State<Arc<Shared>>,
    Named(id): Named<String>,
) -> Result<Answer, Problem> {
    let run = shared.runs.find(&id)?;
    let state = run.heard();
    Ok(Answer::json(&Standing {
        run: &run.id,
        kind: run.kind,
        state: if state.over { "ended" } else { "running" },
        solutions: state.solutions.found,
        kept: state.solutions.first.len(),
        steps: state.steps.total(),
        curve: &state.curve,
        last: state.tape.last(),
    }))
}

/// Stops a run.
pub async fn stop(
    State(shared): State<Arc<Shared>>,
    Named(id): Named<String>,
) -> Result<StatusCode, Problem> {
    shared.runs.find(&id)?.halt();
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct Part {
    #[serde(default)]
    from: u64,
    count: Option<usize>,
}

#[derive(Serialize)]
struct Solutions {
    solutions: Vec<One>,
    /// How many were found, and how many of them can be looked at.
    total: u64,
    kept: usize,
}

#[derive(Serialize)]
struct One {
    number: usize,
    solution: wire::Solution,
    /// The moves that lead to it from an empty board, where it is looked at alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<Move>,
}

/// Some of the solutions of a run.
pub async fn solutions(
    State(shared): State<Arc<Shared>>,
    Named(id): Named<String>,
    Args(part): Args<Part>,
) -> Result<Answer, Problem> {
    let run = shared.runs.find(&id)?;
    let work = move |_: &_| {
        let (from, count) = (part.from as usize, part.count.unwrap_or(200).min(MOST));
        let (some, total, kept) = {
            let state = run.heard();
            let all = &state.solutions.first;
            let some: Vec<Solution> = all.iter().skip(from).take(count).cloned().collect();
            (some, state.solutions.found, all.len())
        };
        let Some(puzzle) = &run.puzzle else { return Err(no_solution()) };
        let one = |(i, solution): (usize, &Solution)| One {
            number: from + i + 1,
            solution: wire::Solution::new(puzzle, solution),
            moves: Vec::new(),
        };
        let solutions = some.iter().enumerate().map(one).collect();
        Ok(Answer::json(&Solutions { solutions, total, kept }))
    };
    shared.desk.work(work).await
}

fn no_solution() -> Problem {
    Problem::none("there is no such solution, or it was not kept")
}

/// One solution with the moves that lead to it, or its picture.
pub async fn solution(
    State(shared): State<Arc<Shared>>,
    Named((id, name)): Named<(String, String)>,
) -> Result<Response, Problem> {
    let run = shared.runs.find(&id)?;
    let (number, picture) = match name.strip_suffix(".svg") {
        Some(number) => (number, true),
        None => (name.as_str(), false),
    };
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let index = index.ok_or_else(no_solution)?;
    let answer = shared.desk.work(move |_| {
        let solution = run.heard().solutions.first.get(index).cloned().ok_or_else(no_solution)?;
        let puzzle = run.puzzle.as_ref().ok_or_else(no_solution)?;
        if picture {
            return Ok(Answer::new("image/svg+xml", thumbnail(puzzle, Some(&solution))));
        }
        let moves = moves(puzzle, &solution);
        let solution = wire::Solution::new(puzzle, &solution);
        Ok(Answer::json(&One { number: index + 1, solution, moves }))
    });
    // The name of a run is never given again.
    let kept = if picture { "max-age=3600" } else { "no-store" };
    Ok(([(header::CACHE_CONTROL, kept)], answer.await?).into_response())
}

/// The moves that lead to a solution from the start of a game.
fn moves(puzzle: &Puzzle, solution: &Solution) -> Vec<Move> {
    let game = Game::new(puzzle.clone());
    let moves: Vec<Play> = match (puzzle, game.position(), solution) {
        (_, marquetry_play::Position::Tiles(tiles), Solution::Board(board)) => {
            let pinned = &tiles.placed()[..tiles.pinned()];
            let open = |cell: &usize| pinned.iter().all(|at| at.cell != *cell);
            let lay = |cell: usize| {
                let laid = board[cell]?;
                Some(Play::Tile(TileMove::Place { tile: laid.tile, cell, turn: laid.turn }))
            };
            (0..board.len()).filter(open).filter_map(lay).collect()
        }
        (Puzzle::Tiling(p), _, Solution::Cover(cover)) => {
            let lay = |placed: &marquetry_puzzle::Placed| {
                let orientation = pieces::orientation_of(p, placed)?;
                let at = *placed.cells.first()?;
                Some(Play::Piece(PieceMove::Place { piece: placed.piece, orientation, at }))
            };
            p.in_order(cover.clone()).iter().filter_map(lay).collect()
        }
        (_, _, Solution::Moves(pushes)) => pushes.iter().cloned().map(Play::Block).collect(),
        _ => Vec::new(),
    };
    moves.iter().filter_map(Move::of).collect()
}

#[derive(Serialize)]
struct Watched {
    #[serde(flatten)]
    looked: Looked,
    ended: bool,
}

/// Some of the steps of a run that is watched.
pub async fn steps(
    State(shared): State<Arc<Shared>>,
    Named(id): Named<String>,
    Args(part): Args<Part>,
) -> Result<Answer, Problem> {
    let run: Arc<Run> = shared.runs.find(&id)?;
    let work = move |_: &_| {
        let (looked, ended) = run.look(part.from, part.count.unwrap_or(500));
        Ok(Answer::json(&Watched { looked, ended }))
    };
    shared.desk.work(work).await
}
