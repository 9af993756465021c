//! Cheap proofs that a puzzle has no solution, and facts about it.

mod matching;
mod sliding;
mod tiling;

use crate::Puzzle;
use crate::symmetry::Symmetries;

/// What can be said of a puzzle without searching.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Facts {
    /// Names and values, in the order in which to show them.
    pub facts: Vec<(&'static str, String)>,
    /// Each a proof that there is no solution. Empty means that none was found, not that one exists.
    pub impossible: Vec<String>,
}

impl Facts {
    fn fact(&mut self, name: &'static str, value: impl ToString) {
        self.facts.push((name, value.to_string()));
    }
}

/// Says what can be said of a puzzle without searching.
pub fn analyse(puzzle: &Puzzle) -> Facts {
    let mut facts = Facts::default();
    if !puzzle.title().is_empty() {
        facts.fact("title", puzzle.title());
    }
    facts.fact("family", puzzle.family());
    match puzzle {
        Puzzle::Matching(p) => matching::analyse(p, &mut facts),
        Puzzle::Tiling(p) => tiling::analyse(p, &mut facts),
        Puzzle::Sliding(p) => sliding::analyse(p, &mut facts),
    }
    facts.fact("symmetries of the board", Symmetries::of(puzzle).order());
    facts
}
