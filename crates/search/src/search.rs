//! The way in: what to search, how, and for how long.

use std::ops::ControlFlow;
use std::path::PathBuf;

use marquetry_puzzle::{ExactCover, Puzzle};

use crate::engines::{Metric, Order, Prepared, Settings, engine_for, prepare, proved, search};
use crate::matching::best::{self, Hunt, card::Card};
use crate::run::{Failure, Limits, Outcome, StopFlag, Watch};
use crate::steps::Step;
use crate::tiling::pick::{self, Pick};
use crate::unit::Unit;
use crate::{items, steps};

/// A search to be run: of a puzzle, or of the items and options of an [`ExactCover`].
///
/// ```
/// use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
/// use marquetry_puzzle::{Cell, Puzzle};
/// use marquetry_search::{Ending, Search};
///
/// let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
/// let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
/// let setup = Setup { board: row(3), pieces, ..Setup::default() };
/// let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
///
/// let outcome = Search::new(&puzzle).distinct().count().run(())?;
/// assert_eq!((outcome.ending, outcome.stats.solutions), (Ending::Exhausted, 1));
/// # Ok::<(), marquetry_search::Failure>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a search does nothing until it is run"]
pub struct Search<'p, P = Puzzle> {
    puzzle: &'p P,
    settings: Settings,
    limits: Limits,
    stop: StopFlag,
    straight: bool,
}

impl<'p, P> Search<'p, P> {
    fn all(puzzle: &'p P) -> Search<'p, P> {
        let (settings, limits) = (Settings::default(), Limits::default());
        Search { puzzle, settings, limits, stop: StopFlag::default(), straight: false }
    }

    /// By an engine of this name.
    pub fn engine(mut self, name: &str) -> Search<'p, P> {
        self.settings.engine = Some(name.to_owned());
        self
    }

    /// With so many threads.
    pub fn threads(mut self, threads: usize) -> Search<'p, P> {
        self.settings.threads = threads;
        self
    }

    /// Within these limits.
    pub fn limits(mut self, limits: Limits) -> Search<'p, P> {
        self.limits = limits;
        self
    }

    /// So many solutions and no more.
    pub fn first(mut self, solutions: u64) -> Search<'p, P> {
        self.limits.solutions = Some(solutions);
        self
    }

    /// Each solution once up to symmetry.
    pub fn distinct(mut self) -> Search<'p, P> {
        self.settings.distinct = true;
        self
    }

    /// The same, where a reflection is another solution.
    pub fn turns(mut self) -> Search<'p, P> {
        (self.settings.distinct, self.settings.turns) = (true, true);
        self
    }

    /// Boards of tiles that look alike are one.
    pub fn looks(mut self) -> Search<'p, P> {
        self.settings.looks = true;
        self
    }

    /// Only their number: an engine may count without listing.
    pub fn count(mut self) -> Search<'p, P> {
        self.settings.count = true;
        self
    }

    /// The cells of a matching puzzle in this order.
    pub fn order(mut self, order: Order) -> Search<'p, P> {
        self.settings.order = Some(order);
        self
    }

    /// What a sliding puzzle's shortest solution is shortest in.
    pub fn metric(mut self, metric: Metric) -> Search<'p, P> {
        self.settings.metric = metric;
        self
    }

    /// The seed of every random choice.
    pub fn seed(mut self, seed: u64) -> Search<'p, P> {
        self.settings.seed = seed;
        self
    }

    /// Only this part, which an earlier search has left. It brings its engine along.
    pub fn part(mut self, unit: Unit) -> Search<'p, P> {
        self.settings.from = Some(unit);
        self
    }

    /// With the levels of a breadth-first search kept in this folder: a search that was stopped or killed goes on from there.
    pub fn keep(mut self, folder: impl Into<PathBuf>) -> Search<'p, P> {
        self.settings.keep = Some(folder.into());
        self
    }

    /// Until this flag is raised.
    pub fn until(mut self, stop: StopFlag) -> Search<'p, P> {
        self.stop = stop;
        self
    }

    /// With all these settings at once.
    pub fn settings(mut self, settings: &Settings) -> Search<'p, P> {
        self.settings = settings.clone();
        self
    }

    /// Straight to the engine, with nothing proved beforehand: for those who test or measure it.
    pub fn straight(mut self) -> Search<'p, P> {
        self.straight = true;
        self
    }
}

impl<'p> Search<'p> {
    /// All solutions of a puzzle, by the engine that suits it, on one thread, without a limit.
    pub fn new(puzzle: &'p Puzzle) -> Search<'p> {
        Search::all(puzzle)
    }

    /// Searches, and pushes what is found to the watcher, each solution once it has passed the judge. What can be proved
    /// impossible without searching is not searched: [`Outcome::impossible`] says why.
    ///
    /// # Errors
    /// The engine cannot do what is asked, or what it found cannot be trusted.
    pub fn run(self, mut watch: impl Watch) -> Result<Outcome, Failure> {
        engine_for(self.puzzle, &self.settings)?;
        let prove = !self.straight && self.settings.from.is_none();
        match prove.then(|| proved(self.puzzle)).flatten() {
            Some(outcome) => Ok(outcome),
            None => search(self.puzzle, &self.settings, self.limits, self.stop, &mut watch),
        }
    }

    /// Makes the tables of an engine once, for work with many units.
    ///
    /// # Errors
    /// The engine cannot do what is asked, or was stopped before its tables were made.
    pub fn prepare<R>(self, work: impl FnOnce(&mut Prepared<'_>) -> R) -> Result<R, Failure> {
        prepare(self.puzzle, &self.settings, (self.limits, self.stop), work)
    }

    /// Looks for the best board of a matching puzzle until it is stopped. Each better one is judged and pushed to the watcher; a
    /// board that lacks nothing ends it, as a solution. Of the settings a hunt has its own.
    ///
    /// # Errors
    /// The puzzle or the hunt is none for it, or what was found cannot be trusted.
    pub fn best(self, hunt: &Hunt, watch: impl Watch) -> Result<Outcome, Failure> {
        self.best_on(&[], hunt, watch)
    }

    /// The same with the help of cards, which must suit the puzzle's [layout](best::layout). What a seed gives is not the same
    /// every time then: it depends on who is first.
    ///
    /// # Errors
    /// As [`Search::best`], and where the puzzle is none for cards.
    pub fn best_on(
        self,
        cards: &[&dyn Card],
        hunt: &Hunt,
        mut watch: impl Watch,
    ) -> Result<Outcome, Failure> {
        best::best(cards, self.puzzle, hunt, (self.limits, self.stop), &mut watch)
    }

    /// Picks solutions of a tiling puzzle by number or at random. All of them are counted first, in [`Outcome::total`]; a number
    /// beyond that finds nothing and ends [`Ending::Exhausted`](crate::Ending::Exhausted).
    ///
    /// # Errors
    /// The puzzle is none for it, or too large.
    pub fn pick(self, which: &Pick, mut watch: impl Watch) -> Result<Outcome, Failure> {
        pick::pick(self.puzzle, which, &self.settings, (self.limits, self.stop), &mut watch)
    }

    /// Searches on one thread and shows every step; break to stop. [`mod@steps`] says what is shown of which family.
    ///
    /// # Errors
    /// The engine cannot be watched.
    pub fn steps(self, mut look: impl FnMut(&Step) -> ControlFlow<()>) -> Result<Outcome, Failure> {
        steps::steps(self.puzzle, &self.settings, (self.limits, self.stop), &mut look)
    }
}

impl<'p> Search<'p, ExactCover> {
    /// All choices of options that settle every item, on one thread, without a limit.
    pub fn cover(problem: &'p ExactCover) -> Search<'p, ExactCover> {
        Search::all(problem)
    }

    /// Searches, and pushes what is found to the watcher, as [`Solution::Options`](marquetry_puzzle::Solution::Options).
    ///
    /// # Errors
    /// The watcher or a thread failed; or a part is of another search, or leads nowhere.
    pub fn run(self, mut watch: impl Watch) -> Result<Outcome, Failure> {
        items::solve(self.puzzle, &self.settings, (self.limits, self.stop), &mut watch)
    }
}
