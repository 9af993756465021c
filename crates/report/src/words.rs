//! What games and ratings say, in words for people. The command and the page say the same.
//!
//! ```
//! use marquetry_play::{Game, Move, TileMove};
//! use marquetry_report::words;
//!
//! let puzzle = marquetry_formats::builtin::builtin("tetravex-2x2").and_then(|b| b.puzzle()).unwrap();
//! let mut game = Game::new(puzzle);
//! let refusal = game.play(Move::Tile(TileMove::Place { tile: 0, cell: 0, turn: 1 })).unwrap_err();
//! assert_eq!(words::refusal(game.puzzle(), &refusal), "tiles may not be turned in this puzzle");
//! ```

mod game;
mod label;
mod making;
mod search;

use std::time::Duration;

pub use game::{blame, hint, made, mistake, not_known, piece, ranked, refusal, tile, why};
pub use label::{label, thing};
pub use making::{merit, unmade, wanted};
pub use search::{board, difficulty, ended, length, rated};

/// A whole number with its digits in groups of three.
pub fn grouped(n: impl ToString) -> String {
    let digits = n.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    groups.join(",")
}

/// One thing, several things.
pub fn plural(n: u64, one: &str) -> String {
    format!("{} {one}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// `0.52 s`, `1 min 5 s` or `2 h 3 min`.
pub fn time_words(time: Duration) -> String {
    let s = time.as_secs();
    match s {
        0..60 => format!("{:.2} s", time.as_secs_f64()),
        60..3600 => format!("{} min {} s", s / 60, s % 60),
        _ => format!("{} h {} min", s / 3600, s % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
