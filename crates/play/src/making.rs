//! Puzzles made to order: seeds are tried until one gives what is asked for.
//!
//! ```
//! use marquetry_play::Patience;
//! use marquetry_play::making::Wish;
//! use marquetry_puzzle::generate::Kind;
//!
//! let wish = Wish { unique: true, ..Wish::new(Kind::Arrows, (3, 3)) };
//! let mut next = 1;
//! let made = wish.choose(&mut next, &mut Patience::default(), &mut |_| ()).unwrap().unwrap();
//! assert_eq!(next, made.seed + 1, "the seed after it is the next to try");
//! ```

use marquetry_puzzle::generate::{Cutting, Kind, generate};
use marquetry_puzzle::{Fault, Matching, Puzzle};
use marquetry_search::{Ending, Failure, Limits, Search, Settings};

use crate::seek::Patience;

/// Seeds tried for one puzzle: for one that is unique, and to choose the hardest from.
const TRIES: u64 = 1000;
const TRIES_HARD: u64 = 100;

/// What a puzzle is to be like.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// Its kind.
    pub kind: Kind,
    /// Columns and rows.
    pub size: (usize, usize),
    /// How many colours; as many as are usual where this is not said.
    pub colours: Option<u32>,
    /// Is it to have exactly one solution up to symmetry?
    pub unique: bool,
    /// Is it to be the one that takes the most nodes to search through, of all that are tried?
    pub hard: bool,
    /// How many seeds to try; 1,000 where this is not said, or 100 for a hard one.
    pub tries: Option<u64>,
}

/// A puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its seed.
    pub seed: u64,
    /// The nodes that it took to search it through, where it was searched.
    pub nodes: u64,
}

/// Why none could be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmade {
    /// There are no such puzzles.
    Faults(Vec<Fault>),
    /// A search failed.
    Failed(Failure),
}

/// What a look at one puzzle says.
enum Verdict {
    Good(u64),
    Bad,
    /// Patience has ended.
    Stopped,
}

impl Wish {
    /// Any puzzle of this kind and size.
    pub fn new(kind: Kind, size: (usize, usize)) -> Wish {
        Wish { kind, size, colours: None, unique: false, hard: false, tries: None }
    }

    /// The puzzle of this seed, whatever it is like.
    ///
    /// # Errors
    /// There is no puzzle of this size with so many colours.
    pub fn make(&self, seed: u64) -> Result<Matching, Unmade> {
        let (width, height) = self.size;
        let colours = self.colours.unwrap_or_else(|| self.kind.usual_colours(width, height));
        generate(self.kind, width, height, colours, seed).map_err(Unmade::Faults)
    }

    /// How puzzles of this kind are tried.
    fn trial(&self) -> Trial {
        let engine = self.hard.then_some("fewest");
        Trial { unique: self.unique, hard: self.hard, tries: self.tries, engine }
    }

    /// Tries seeds from `next` on until one gives what was asked for, all tries are made, or patience ends; each seed is
    /// told when it was tried. Afterwards `next` is the one to go on with.
    ///
    /// # Errors
    /// There are no such puzzles, or a search failed.
    pub fn choose(
        &self,
        next: &mut u64,
        patience: &mut Patience,
        tried: &mut dyn FnMut(u64),
    ) -> Result<Option<Made>, Unmade> {
        self.trial().choose(&|seed| self.make(seed).map(Puzzle::from), next, patience, tried)
    }
}

/// A tiling puzzle cut from a board, and what it is to be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// How the board is cut.
    pub cutting: Cutting,
    /// See [`Wish::unique`].
    pub unique: bool,
    /// See [`Wish::hard`].
    pub hard: bool,
    /// See [`Wish::tries`].
    pub tries: Option<u64>,
}

impl Cut {
    /// Tries seeds as [`Wish::choose`] does.
    ///
    /// # Errors
    /// The board cannot be cut so, or a search failed.
    pub fn choose(
        &self,
        next: &mut u64,
        patience: &mut Patience,
        tried: &mut dyn FnMut(u64),
    ) -> Result<Option<Made>, Unmade> {
        let engine = self.hard.then_some("cover");
        let trial = Trial { unique: self.unique, hard: self.hard, tries: self.tries, engine };
        let make = |seed| self.cutting.cut(seed).map(Puzzle::from).map_err(Unmade::Faults);
        trial.choose(&make, next, patience, tried)
    }
}

/// What is looked for among the puzzles of some seeds.
struct Trial {
    unique: bool,
    hard: bool,
    tries: Option<u64>,
    /// Nodes are compared between puzzles, so they must all be of one engine.
    engine: Option<&'static str>,
}

impl Trial {
    fn choose(
        &self,
        make: &dyn Fn(u64) -> Result<Puzzle, Unmade>,
        next: &mut u64,
        patience: &mut Patience,
        tried: &mut dyn FnMut(u64),
    ) -> Result<Option<Made>, Unmade> {
        let searched = self.unique || self.hard;
        let usual = if self.hard { TRIES_HARD } else { TRIES };
        let tries = if searched { self.tries.unwrap_or(usual) } else { 1 };
        let mut best: Option<Made> = None;
        for _ in 0..tries {
            let seed = *next;
            let puzzle = make(seed)?;
            let verdict = if searched { self.look(&puzzle, patience)? } else { Verdict::Good(0) };
            if matches!(verdict, Verdict::Stopped) {
                break;
            }
            *next = next.wrapping_add(1);
            tried(seed);
            let Verdict::Good(nodes) = verdict else { continue };
            if best.as_ref().is_none_or(|best| nodes > best.nodes) {
                best = Some(Made { puzzle, seed, nodes });
            }
            if !self.hard {
                break;
            }
        }
        Ok(best)
    }

    /// Searches a puzzle through, or to the second solution where there must be one only.
    fn look(&self, puzzle: &Puzzle, patience: &mut Patience) -> Result<Verdict, Unmade> {
        let engine = self.engine.map(str::to_owned);
        // Solutions that are only counted need not be told apart, which takes memory.
        let settings =
            Settings { engine, distinct: self.unique, count: true, ..Settings::default() };
        let limits = Limits { solutions: self.unique.then_some(2), ..patience.limits };
        let outcome = Search::new(puzzle)
            .settings(&settings)
            .limits(limits)
            .until(patience.stop.clone())
            .run(&mut ());
        let outcome = outcome.map_err(Unmade::Failed)?;
        let left = patience.limits.time.map(|time| time.saturating_sub(outcome.stats.elapsed));
        patience.limits.time = left;
        Ok(match outcome.ending {
            Ending::Exhausted if !self.unique || outcome.stats.solutions == 1 => {
                Verdict::Good(outcome.stats.nodes)
            }
            Ending::Exhausted | Ending::Enough => Verdict::Bad,
            _ => Verdict::Stopped,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use marquetry_puzzle::Solution;
    use marquetry_puzzle::tiling::Grid;
    use marquetry_search::each_solution;

    fn solutions(puzzle: &Puzzle) -> usize {
        let mut count = 0;
        let mut watch = each_solution(|_: &Solution| {
            count += 1;
            ControlFlow::Continue(())
        });
        let reference = Some("reference".into());
        let settings = Settings { engine: reference, distinct: true, ..Settings::default() };
        Search::new(puzzle).settings(&settings).run(&mut watch).expect("it can search");
        count
    }

    #[test]
    fn what_is_kept_as_unique_has_one_solution_and_what_is_passed_over_has_more() {
        for (kind, size, colours) in [
            (Kind::Tetravex, (3, 2), Some(3)),
            (Kind::Arrows, (3, 3), None),
            (Kind::Framed, (3, 3), Some(5)),
        ] {
            let wish = Wish { unique: true, colours, ..Wish::new(kind, size) };
            let mut next = 1;
            for _ in 0..3 {
                let first = next;
                let kept = wish.choose(&mut next, &mut Patience::default(), &mut |_| ());
                let kept = kept.ok().flatten().expect("a thousand tries are enough");
                assert_eq!(solutions(&kept.puzzle), 1, "{wish:?}, seed {}", kept.seed);
                for seed in first..kept.seed {
                    let passed = wish.make(seed).expect("the wish is in range");
                    assert!(solutions(&passed.into()) > 1, "{wish:?}, seed {seed}");
                }
            }
        }
    }

    #[test]
    fn the_hardest_is_the_one_with_the_most_nodes() {
        let wish = Wish { hard: true, tries: Some(10), ..Wish::new(Kind::Arrows, (3, 3)) };
        let mut patience = Patience::default();
        let mut look = |seed| match wish.trial().look(&wish.make(seed).ok()?.into(), &mut patience)
        {
            Ok(Verdict::Good(nodes)) => Some(nodes),
            _ => None,
        };
        let most = (1..=10).filter_map(&mut look).max();
        let kept = wish.choose(&mut 1, &mut Patience::default(), &mut |_| ());
        let kept = kept.ok().flatten().expect("ten are searched");
        assert_eq!(most, Some(kept.nodes));
        assert_eq!(look(kept.seed), Some(kept.nodes));
    }

    #[test]
    fn a_cut_board_that_is_kept_as_unique_has_one_solution_by_another_engine() {
        for (grid, size) in [(Grid::Squares, 6), (Grid::Hexagons, 5), (Grid::Triangles, 4)] {
            let cutting = Cutting { colours: 2, ..Cutting::of_size(grid, size, size) };
            let cut = Cut { cutting, unique: true, hard: false, tries: None };
            let mut next = 1;
            for _ in 0..3 {
                let kept = cut.choose(&mut next, &mut Patience::default(), &mut |_| ());
                let kept = kept.ok().flatten().expect("a thousand tries are enough");
                let by_another = |engine: &str| {
                    let settings = Settings {
                        engine: Some(engine.into()),
                        distinct: true,
                        count: true,
                        ..Settings::default()
                    };
                    let outcome = Search::new(&kept.puzzle).settings(&settings).run(&mut ());
                    outcome.expect("it can search").stats.solutions
                };
                assert_eq!(by_another("cover"), 1, "{grid:?}, seed {}", kept.seed);
            }
        }
    }
}
