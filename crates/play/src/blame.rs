//! Who is to blame when there is no solution any more.
//!
//! ```
//! use marquetry_play::{Blame, Game, Missing, Move, Patience, TileMove};
//!
//! let puzzle = marquetry_formats::builtin::builtin("tetravex-2x2").and_then(|b| b.puzzle()).unwrap();
//! let mut game = Game::new(puzzle);
//! game.play(Move::Tile(TileMove::Place { tile: 3, cell: 0, turn: 0 })).unwrap();
//! let mut patience = Patience::default();
//! assert_eq!(game.solution(&mut patience).moves, Err(Missing::Proved));
//! assert_eq!(game.blame(&mut patience), Blame::Alone(vec![0]));
//! ```

use marquetry_puzzle::Matching;
use marquetry_puzzle::matching::Pin;

use crate::game::{Game, Pair};
use crate::pieces::{PieceAt, Pieces};
use crate::seek::{Found, Missing, NotKnown, Patience};

/// Why there is no solution with what lies on the board, or with some pins. Tiles and pieces are told by their rank, pins
/// by their index.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Blame {
    /// There is none without them either.
    Puzzle,
    /// Without any one of these there is a solution, in order.
    Alone(Vec<usize>),
    /// There is one with all before this.
    Since(usize),
    /// There is one with all that cannot be changed, and nothing else is there.
    Nobody,
    /// The search ended before that was known.
    NotKnown(NotKnown),
}

impl Game {
    /// Finds out why there is no solution with what lies on the board, for a game of which that is proved. Of several that
    /// are each alone to blame, the last is named. Blocks can always be pushed back, so that they are never to blame.
    pub fn blame(&self, patience: &mut Patience) -> Blame {
        match self.pair() {
            Some(Pair::Tiles(p, tiles)) => {
                let pins: Vec<Pin> = tiles.placed().iter().map(|at| at.pin()).collect();
                let mut keeping = |pins: &[Pin]| patience.with_pins(p, pins, &mut |_| {});
                blame(&pins, tiles.pinned(), 1, &mut keeping)
            }
            Some(Pair::Pieces(p, pieces)) => {
                let mut keeping = |placed: &[PieceAt]| {
                    let mut some = Pieces::default();
                    placed.iter().enumerate().for_each(|(i, &at)| some.make(p, i, None, Some(at)));
                    patience.with_pieces(p, &some, &mut |_| {})
                };
                blame(pieces.placed(), 0, 1, &mut keeping)
            }
            _ => Blame::Puzzle,
        }
    }
}

/// Finds out which pins of a matching puzzle that has no solution are to blame; `None` without pins.
pub fn wrong_pins(p: &Matching, patience: &mut Patience) -> Option<Blame> {
    let mut setup = p.clone().into_setup();
    let pins = std::mem::take(&mut setup.pins);
    let bare = Matching::new(setup).ok().filter(|_| !pins.is_empty())?;
    let all = pins.len();
    Some(blame(&pins, 0, all, &mut |pins: &[Pin]| patience.with_pins(&bare, pins, &mut |_| {})))
}

/// Whom to blame: the first `sure` are not in question, and at most so many are named that are each alone to blame.
fn blame<T: Clone>(
    placed: &[T],
    sure: usize,
    most: usize,
    keeping: &mut impl FnMut(&[T]) -> Found,
) -> Blame {
    // With the first `good` there is a solution, with the first `bad` there is none.
    let (mut good, mut bad) = (sure, placed.len());
    match keeping(&placed[..good]).moves {
        Err(Missing::Proved) => return Blame::Puzzle,
        Err(Missing::NotKnown(why)) => return Blame::NotKnown(why),
        Ok(_) if good == bad => return Blame::Nobody,
        Ok(_) => {}
    }
    while bad - good > 1 {
        let middle = good.midpoint(bad);
        match keeping(&placed[..middle]).moves {
            Err(Missing::Proved) => bad = middle,
            Err(Missing::NotKnown(why)) => return Blame::NotKnown(why),
            Ok(_) => good = middle,
        }
    }
    // One that is alone to blame is among those up to the first with which there is none.
    let without =
        |&one: &usize| keeping(&[&placed[..one], &placed[one + 1..]].concat()).moves.is_ok();
    let mut alone: Vec<usize> = (sure..=good).rev().filter(without).take(most).collect();
    alone.reverse();
    if alone.is_empty() { Blame::Since(good) } else { Blame::Alone(alone) }
}
