//! The puzzles that are always there, and the one of the command line.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use marquetry_formats::Source;
use marquetry_formats::builtin::{BUILTIN, Builtin, builtin};
use marquetry_formats::detect::{Format, Hints, reading};
use marquetry_puzzle::{Puzzle, Solution};
use serde::Serialize;

use super::read;
use crate::Shared;
use crate::answer::{Answer, Named, Problem};

#[derive(Serialize)]
struct Shelf<'a> {
    puzzles: Vec<Entry>,
    /// The name of the puzzle of the command line.
    opened: Option<&'a str>,
    version: &'static str,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: String,
    family: &'static str,
    words: String,
    svg: String,
}

fn entry(builtin: &Builtin) -> Option<Entry> {
    let puzzle = builtin.puzzle()?;
    let words = reading(Format::Native, &puzzle);
    let words = words.split_once(": ").map_or(words.as_str(), |(_, words)| words).to_owned();
    let (title, svg) = (puzzle.title().to_owned(), format!("/api/v1/shelf/{}.svg", builtin.name));
    Some(Entry { name: builtin.name, title, family: builtin.family.name(), words, svg })
}

pub async fn shelf(State(shared): State<Arc<Shared>>) -> Result<Answer, Problem> {
    let opened = shared.opened.as_ref().map(|source| source.name.clone());
    let answer = move |_: &_| {
        let puzzles = BUILTIN.iter().filter_map(entry).collect();
        let version = env!("CARGO_PKG_VERSION");
        Ok(Answer::json(&Shelf { puzzles, opened: opened.as_deref(), version }))
    };
    shared.desk.work(answer).await
}

/// A puzzle of the shelf, or its picture.
pub async fn one(
    State(shared): State<Arc<Shared>>,
    Named(name): Named<String>,
) -> Result<Response, Problem> {
    let (name, picture) = match name.strip_suffix(".svg") {
        Some(name) => (name, true),
        None => (name.as_str(), false),
    };
    let known = builtin(name).ok_or_else(|| Problem::none("there is no such puzzle"))?;
    let answer = shared.desk.work(move |_| match picture {
        true => {
            let puzzle = known.puzzle().ok_or_else(|| Problem::none("there is no such puzzle"))?;
            Ok(Answer::new("image/svg+xml", thumbnail(&puzzle, None)))
        }
        false => Ok(read::answer(&Source::new(known.name, known.text), &Hints::default())),
    });
    let answer = answer.await?;
    // A picture changes with the program alone.
    let kept = if picture { "max-age=3600" } else { "no-store" };
    Ok(([(header::CACHE_CONTROL, kept)], answer).into_response())
}

/// The puzzle of the command line.
pub async fn opened(State(shared): State<Arc<Shared>>) -> Result<Answer, Problem> {
    let source = shared.opened.clone();
    let source = source.ok_or_else(|| Problem::none("no puzzle was named on the command line"))?;
    shared.desk.work(move |_| Ok(read::answer(&source, &Hints::default()))).await
}

/// A puzzle or a solution, drawn small: the board alone.
pub fn thumbnail(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    let start = || marquetry_play::Game::new(puzzle.clone()).so_far();
    match (puzzle, solution) {
        (Puzzle::Sliding(_), Some(solution)) => marquetry_draw::touchable_svg(puzzle, solution, ""),
        (Puzzle::Sliding(_), None) => marquetry_draw::touchable_svg(puzzle, &start(), ""),
        (_, Some(solution)) => marquetry_draw::svg(puzzle, Some(solution)),
        (_, None) => marquetry_draw::svg(puzzle, None),
    }
}
