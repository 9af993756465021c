//! The interface: what can be asked, and where.

pub mod ask;
mod engines;
mod game;
mod picture;
pub mod read;
pub mod runs;
mod shelf;
mod write;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::Shared;
use crate::answer::Problem;
use crate::guard::guarded;

/// All addresses.
pub fn router(shared: Arc<Shared>) -> Router {
    let api = Router::new()
        .route("/shelf", get(shelf::shelf))
        .route("/shelf/{name}", get(shelf::one))
        .route("/opened", get(shelf::opened))
        .route("/read", post(read::read))
        .route("/write", post(write::write))
        .route("/formats", get(write::formats))
        .route("/draw", post(picture::draw))
        .route("/game", post(game::game))
        .route("/ways", post(game::ways))
        .route("/hint", post(ask::hint))
        .route("/solvable", post(ask::solvable))
        .route("/rest", post(ask::rest))
        .route("/facts", post(read::facts))
        .route("/fitting", post(game::fitting))
        .route("/engines", get(engines::engines))
        .route("/runs", post(runs::start))
        .route("/runs/{id}", get(runs::one).delete(runs::stop))
        .route("/runs/{id}/events", get(runs::events))
        .route("/runs/{id}/solutions", get(runs::solutions))
        .route("/runs/{id}/solutions/{number}", get(runs::solution))
        .route("/runs/{id}/steps", get(runs::steps))
        .fallback(nowhere)
        .method_not_allowed_fallback(otherwise);
    Router::new()
        .nest("/api/v1", api)
        .fallback(page)
        .layer(axum::middleware::from_fn_with_state(shared.clone(), guarded))
        .with_state(shared)
}

async fn page(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    match request.method().as_str() {
        "GET" | "HEAD" => shared.page.file(request.uri().path()),
        _ => otherwise().await.into_response(),
    }
}

async fn nowhere() -> Problem {
    Problem::none("there is nothing at this address")
}

async fn otherwise() -> Problem {
    let words = "this address is asked in another way";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", words)
}
