//! Questions that take work, and their answers.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use marquetry_search::StopFlag;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The most threads that answer questions.
pub const MOST_THREADS: usize = 16;
/// How long a question may take to arrive, and how long it waits for its turn.
const ARRIVAL: Duration = Duration::from_secs(30);
const TURN: Duration = Duration::from_secs(30);
/// Of what is too large, so much is passed over, so that the answer is heard.
const PASSED_OVER: usize = 256 << 20;

/// All questions that are read or worked on at a time have at most so many KiB together.
const ROOM: usize = 256 << 10;

/// The largest question.
pub const MOST_BYTES: usize = 4 << 20;
/// The largest file, as base64, and what is around it.
pub const MOST_FILE: usize = 24 << 20;

/// Why there is no answer.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Problem {
        Problem { status, code, message: message.into() }
    }

    /// The question makes no sense.
    pub fn bad(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// There is no such thing.
    pub fn none(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", message)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Words<'a> {
            code: &'a str,
            message: &'a str,
        }
        #[derive(Serialize)]
        struct Document<'a> {
            error: Words<'a>,
        }
        let error = Words { code: self.code, message: &self.message };
        (self.status, Answer::json(&Document { error })).into_response()
    }
}

/// What is sent back.
#[derive(Debug)]
pub struct Answer {
    kind: &'static str,
    body: Vec<u8>,
}

impl Answer {
    pub fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { kind, body: body.into() }
    }

    pub fn json(value: &impl Serialize) -> Answer {
        // Our own types have nothing that JSON cannot hold.
        Answer::new("application/json", serde_json::to_vec(value).unwrap_or_default())
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.body).into_response()
    }
}

/// Where questions are worked on, a few at a time.
#[derive(Debug)]
pub struct Desk {
    seats: Arc<Semaphore>,
    room: Arc<Semaphore>,
}

impl Default for Desk {
    fn default() -> Desk {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let seats = Arc::new(Semaphore::new(cores.clamp(2, MOST_THREADS - 2)));
        Desk { seats, room: Arc::new(Semaphore::new(ROOM)) }
    }
}

/// Stops a search when nobody waits for it any more.
struct Leaving(StopFlag);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Desk {
    /// Answers a question of at most so many bytes of JSON.
    pub async fn ask<Q: DeserializeOwned>(
        &self,
        request: Request,
        most: usize,
        work: impl FnOnce(Q, &StopFlag) -> Result<Answer, Problem> + Send + 'static,
    ) -> Result<Answer, Problem> {
        let length = request.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        let kib = (length.unwrap_or(most).min(most) >> 10) as u32 + 1;
        let room = turn(&self.room, kib).await?;
        let body = document(request, most).await?;
        self.work(move |stop| {
            let answer = work(parsed(&body)?, stop);
            drop((body, room));
            answer
        })
        .await
    }

    /// Does some work when its turn has come.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&StopFlag) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let seat = turn(&self.seats, 1).await?;
        let stop = StopFlag::default();
        let leaving = Leaving(stop.clone());
        let done = tokio::task::spawn_blocking(move || {
            let answer = work(&stop);
            drop(seat);
            answer
        });
        let answer = done.await;
        drop(leaving);
        answer.unwrap_or_else(|_| {
            let words = "the studio failed at this, which is a fault of Marquetry";
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", words))
        })
    }
}

/// So much of what there is to give, when it is free.
async fn turn(free: &Arc<Semaphore>, many: u32) -> Result<OwnedSemaphorePermit, Problem> {
    match timeout(TURN, free.clone().acquire_many_owned(many)).await {
        Ok(Ok(given)) => Ok(given),
        _ => {
            let words = "the studio has too much to do: ask again";
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", words))
        }
    }
}

/// What stands after the question mark of an address.
#[derive(Debug)]
pub struct Args<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Args<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Args<T>, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let bad = |_| Problem::new(StatusCode::BAD_REQUEST, "query", "this cannot be asked here");
        query.map(|query| Args(query.0)).map_err(bad)
    }
}

/// The parts of an address that are names.
#[derive(Debug)]
pub struct Named<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Problem> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| Named(path.0)).map_err(|_| Problem::none("there is nothing of that name"))
    }
}

/// What a question says.
fn parsed<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, Problem> {
    serde_json::from_slice(body).map_err(|error| {
        let words: String = error.to_string().chars().take(300).collect();
        Problem::new(StatusCode::BAD_REQUEST, "json", words)
    })
}

/// The bytes of a question in JSON.
async fn document(request: Request, most: usize) -> Result<Bytes, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        let words = "ask in JSON: content-type application/json";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type", words));
    }
    let mut body = request.into_body();
    let arrived = timeout(ARRIVAL, gathered(&mut body, most)).await;
    match arrived {
        Err(_) => {
            let words = "the question took too long to arrive";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "slow", words))
        }
        Ok(Gathered::Whole(bytes)) => Ok(bytes),
        Ok(Gathered::Broken) => {
            Err(Problem::new(StatusCode::BAD_REQUEST, "body", "the question broke off"))
        }
        Ok(Gathered::TooLarge) => {
            let words = format!("a question here has at most {most} bytes");
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words))
        }
    }
}

enum Gathered {
    Whole(Bytes),
    Broken,
    TooLarge,
}

async fn gathered(body: &mut Body, most: usize) -> Gathered {
    let mut bytes = Vec::new();
    let mut passed_over = 0;
    while let Some(frame) = next(body).await {
        let Ok(frame) = frame else { return Gathered::Broken };
        let Ok(data) = frame.into_data() else { continue };
        if passed_over > 0 || bytes.len() + data.len() > most {
            passed_over += data.len();
            bytes = Vec::new();
        } else {
            bytes.extend_from_slice(&data);
        }
        if passed_over > PASSED_OVER {
            break;
        }
    }
    if passed_over > 0 { Gathered::TooLarge } else { Gathered::Whole(bytes.into()) }
}

async fn next(body: &mut Body) -> Option<Result<hyper::body::Frame<Bytes>, axum::Error>> {
    std::future::poll_fn(|cx| hyper::body::Body::poll_frame(std::pin::Pin::new(body), cx)).await
}
