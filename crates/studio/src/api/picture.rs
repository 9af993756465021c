//! Pictures.

use std::sync::Arc;

use axum::extract::{Request, State};
use marquetry_draw::Ink;
use marquetry_puzzle::{Puzzle, Solution};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Shared;
use crate::answer::{Answer, MOST_BYTES, Problem};
use crate::wire::{self, Sent};

/// A puzzle, and a solution or moves to draw with it.
#[derive(Deserialize)]
struct Asked {
    puzzle: Box<RawValue>,
    solution: Option<Box<RawValue>>,
    moves: Option<Vec<wire::Move>>,
    #[serde(rename = "as")]
    kind: Kind,
    #[serde(default)]
    prefix: String,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Svg,
    Pdf,
    Png,
    Gif,
    Txt,
    /// A drawing whose groups can be moved.
    Touch,
    /// A drawing that moves by itself.
    Moving,
    /// A small drawing for lists.
    Thumb,
}

pub async fn draw(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Problem> {
    shared.desk.ask(request, MOST_BYTES, |asked: Asked, _| asked.answer()).await
}

impl Asked {
    fn answer(self) -> Result<Answer, Problem> {
        let Asked { puzzle, solution, moves, kind, prefix } = self;
        let (puzzle, solution) = position(puzzle, solution, moves)?;
        let some = solution.as_ref();
        let drawn = match kind {
            Kind::Svg => Ok(Answer::new("image/svg+xml", marquetry_draw::svg(&puzzle, some))),
            Kind::Pdf => Ok(Answer::new("application/pdf", marquetry_draw::pdf(&puzzle, some))),
            Kind::Png => {
                marquetry_draw::png(&puzzle, some, 2.0).map(|png| Answer::new("image/png", png))
            }
            Kind::Gif => {
                marquetry_draw::gif(&puzzle, some).map(|gif| Answer::new("image/gif", gif))
            }
            Kind::Txt => {
                let text = marquetry_draw::text(&puzzle, some, Ink::Plain);
                Ok(Answer::new("text/plain; charset=utf-8", text))
            }
            Kind::Touch => {
                let start = || marquetry_play::Game::new(puzzle.clone()).so_far();
                let position = solution.clone().unwrap_or_else(start);
                let svg = marquetry_draw::touchable_svg(&puzzle, &position, &prefix);
                Ok(Answer::new("image/svg+xml", svg))
            }
            Kind::Moving => marquetry_draw::moving_svg(&puzzle, some)
                .map(|svg| Answer::new("image/svg+xml", svg)),
            Kind::Thumb => Ok(Answer::new("image/svg+xml", super::shelf::thumbnail(&puzzle, some))),
        };
        drawn.map_err(|error| Problem::bad("picture", error.to_string()))
    }
}

fn position(
    puzzle: Box<RawValue>,
    solution: Option<Box<RawValue>>,
    moves: Option<Vec<wire::Move>>,
) -> Result<(Puzzle, Option<Solution>), Problem> {
    if let Some(moves) = moves {
        let game = Sent { puzzle, moves, mode: wire::Manner::Free }.whole()?;
        let so_far = game.so_far();
        return Ok((game.puzzle().clone(), Some(so_far)));
    }
    let puzzle = wire::puzzle(&puzzle)?;
    let solution = solution.map(|sent| wire::solution(&puzzle, &sent)).transpose()?;
    Ok((puzzle, solution))
}
