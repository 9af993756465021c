//! Cheap proofs that a puzzle has no solution, and facts about it.
//!
//! All looks together keep to a budget of steps, which are counted, not timed: the facts are the same on every machine,
//! and no puzzle, however large, keeps anybody waiting.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//! use marquetry_puzzle::{Cell, analyse};
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let setup = Setup { board: row(3), pieces: vec![Piece::new("I", row(2))], ..Setup::default() };
//! let facts = analyse(&Tiling::new(setup).unwrap().into());
//! assert_eq!(facts.impossible.len(), 1, "two cells do not cover three");
//! ```

mod matching;
mod sliding;
mod tiling;

use crate::Puzzle;
use crate::symmetry::motions_of;

/// How many steps [`analyse()`] may take: a fraction of a second.
pub const STEPS: u64 = 1 << 24;

/// A look at a puzzle that may prove it impossible, and that a large puzzle makes too dear.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Look {
    /// Can some choice of the pieces have as many cells as the board?
    Area,
    /// Can the pieces cover as many dark cells more than light ones as the board has?
    Checkerboard,
    /// Does each piece fit somewhere, and can each cell be covered?
    Placements,
    /// Can blocks get past the walls?
    Walls,
}

impl Look {
    /// The look in words: "whether each piece fits somewhere, ...".
    pub const fn words(self) -> &'static str {
        match self {
            Look::Area => "whether some choice of the pieces has as many cells as the board",
            Look::Checkerboard => "whether the pieces suit the board coloured like a checkerboard",
            Look::Placements => "whether each piece fits somewhere and each cell can be covered",
            Look::Walls => "whether blocks can get past the walls",
        }
    }
}

/// What can be said of a puzzle without searching.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Facts {
    /// Names and values, in the order in which to show them.
    pub facts: Vec<(&'static str, String)>,
    /// Each a proof that there is no solution. Empty means that none was found, not that one exists.
    pub impossible: Vec<String>,
    /// What was not looked at, because the budget did not reach.
    pub not_looked_at: Vec<Look>,
}

impl Facts {
    fn fact(&mut self, name: &'static str, value: impl ToString) {
        self.facts.push((name, value.to_string()));
    }
}

/// The steps that are left.
struct Budget(u64);

impl Budget {
    /// Pays for a look that takes at most so many steps; otherwise notes that it was left out.
    fn pays(&mut self, steps: usize, look: Look, facts: &mut Facts) -> bool {
        let left = self.0.checked_sub(steps as u64);
        match left {
            Some(left) => self.0 = left,
            None if facts.not_looked_at.contains(&look) => {}
            None => facts.not_looked_at.push(look),
        }
        left.is_some()
    }
}

/// Says what can be said of a puzzle without searching.
pub fn analyse(puzzle: &Puzzle) -> Facts {
    analyse_within(puzzle, STEPS)
}

/// Says what can be said of a puzzle in so many steps, beside one pass over it. What they do not suffice for is named in
/// [`Facts::not_looked_at`].
pub fn analyse_within(puzzle: &Puzzle, steps: u64) -> Facts {
    let mut facts = looked_at(puzzle, steps);
    facts.fact("symmetries of the board", motions_of(puzzle).len());
    facts
}

/// The proofs alone that [`analyse()`] finds, for those who search: all symmetries of a large tray take longer than many a search.
pub fn impossible(puzzle: &Puzzle) -> Vec<String> {
    looked_at(puzzle, STEPS).impossible
}

fn looked_at(puzzle: &Puzzle, steps: u64) -> Facts {
    let mut facts = Facts::default();
    let mut budget = Budget(steps);
    if !puzzle.title().is_empty() {
        facts.fact("title", puzzle.title());
    }
    facts.fact("family", puzzle.family());
    match puzzle {
        Puzzle::Matching(p) => matching::analyse(p, &mut facts),
        Puzzle::Tiling(p) => tiling::analyse(p, &mut budget, &mut facts),
        Puzzle::Sliding(p) => sliding::analyse(p, &mut budget, &mut facts),
    }
    facts
}
