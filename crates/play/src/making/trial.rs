//! What is looked for among the puzzles of some seeds.

use marquetry_puzzle::{Puzzle, Tiling};
use marquetry_search::{Ending, Limits, Search, Settings};

use super::{Hear, Made, News, Unmade};
use crate::seek::Patience;

/// Seeds tried for one puzzle: for one that is as asked for, and to choose the hardest from.
const TRIES: u64 = 1000;
const TRIES_HARD: u64 = 100;

/// What a look at one puzzle says.
pub(super) enum Verdict {
    /// It is as asked for.
    Good(Box<Made>),
    /// It is not, or the seed gives none.
    Bad,
    /// Patience has ended.
    Stopped,
}

/// How seeds are tried.
pub(super) struct Trial {
    /// Is it to be the hardest of all that are tried?
    pub hard: bool,
    pub tries: Option<u64>,
}

impl Trial {
    /// Tries seeds from `next` on, as the order says.
    pub fn choose(
        &self,
        look: &mut dyn FnMut(u64, &mut Patience) -> Result<Verdict, Unmade>,
        next: &mut u64,
        patience: &mut Patience,
        hear: &mut Hear<'_>,
    ) -> Result<Option<Made>, Unmade> {
        let usual = if self.hard { TRIES_HARD } else { TRIES };
        let mut best: Option<Made> = None;
        for _ in 0..self.tries.unwrap_or(usual) {
            if patience.stop.stopped() {
                break;
            }
            let seed = *next;
            let verdict = look(seed, patience)?;
            if matches!(verdict, Verdict::Stopped) {
                break;
            }
            *next = next.wrapping_add(1);
            let mut go_on = hear(News::Tried(seed));
            if let Verdict::Good(made) = verdict
                && best.as_ref().is_none_or(|best| made.hardness() > best.hardness())
            {
                let made = best.insert(Made { seed, ..*made });
                let heard = hear(News::Best(made));
                go_on = if self.hard && go_on.is_continue() { heard } else { break };
            }
            if go_on.is_break() {
                break;
            }
        }
        Ok(best)
    }
}

impl Made {
    /// How hard it is beside others of its kind.
    fn hardness(&self) -> u64 {
        match (self.moves, &self.days) {
            (Some(moves), _) => moves as u64,
            // The fewer solutions the days have, the harder.
            (None, Some(days)) => u64::MAX - days.solutions,
            (None, None) => self.nodes,
        }
    }
}

/// How a puzzle is searched that is made alone by its seed.
pub(super) struct Alone {
    /// Is it to have one solution?
    pub unique: bool,
    /// Is it searched at all?
    pub searched: bool,
    pub engine: Option<&'static str>,
    /// The most nodes of a search: a puzzle that takes more is passed over.
    pub nodes: Option<u64>,
}

impl Alone {
    /// A look at the puzzle of a seed, where it gives one.
    pub fn look_at(
        &self,
        puzzle: Option<Tiling>,
        patience: &mut Patience,
    ) -> Result<Verdict, Unmade> {
        puzzle.map_or(Ok(Verdict::Bad), |puzzle| self.look(puzzle.into(), patience))
    }

    /// Searches a puzzle through, or to the second solution where there must be one only.
    pub fn look(&self, puzzle: Puzzle, patience: &mut Patience) -> Result<Verdict, Unmade> {
        if !self.searched {
            return Ok(Verdict::Good(Box::new(Made::new(puzzle, 0))));
        }
        let engine = self.engine.map(str::to_owned);
        // Solutions that are only counted need not be told apart, which takes memory.
        let settings =
            Settings { engine, distinct: self.unique, count: true, ..Settings::default() };
        let solutions = self.unique.then_some(2);
        let nodes = self.nodes.or(patience.limits.nodes);
        let limits = Limits { solutions, nodes, ..patience.limits };
        let search = Search::new(&puzzle).settings(&settings).limits(limits);
        let outcome = search.until(patience.stop.clone()).run(&mut ()).map_err(Unmade::Failed)?;
        patience.spend(outcome.stats.elapsed);
        Ok(match outcome.ending {
            Ending::Exhausted if !self.unique || outcome.stats.solutions == 1 => {
                Verdict::Good(Box::new(Made::new(puzzle, outcome.stats.nodes)))
            }
            Ending::Exhausted | Ending::Enough => Verdict::Bad,
            Ending::NodeLimit if self.nodes.is_some() => Verdict::Bad,
            _ => Verdict::Stopped,
        })
    }
}
