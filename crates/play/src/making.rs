//! Puzzles made to order: seeds are tried until one gives what is asked for.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use marquetry_play::Patience;
//! use marquetry_play::making::{Order, Wish};
//! use marquetry_puzzle::generate::Kind;
//!
//! let order = Order::Tiles(Wish { unique: true, ..Wish::new(Kind::Arrows, (3, 3)) });
//! let mut next = 1;
//! let mut hear = |_: marquetry_play::making::News| ControlFlow::Continue(());
//! let made = order.choose(&mut next, &mut Patience::default(), &mut hear).unwrap().unwrap();
//! assert_eq!(next, made.seed + 1, "the seed after it is the next to try");
//! ```

mod calendar;
mod trays;
mod trial;

use std::ops::ControlFlow;

use marquetry_puzzle::generate::dice::Dice;
use marquetry_puzzle::generate::{Boards, Cutting, Kind, generate};
use marquetry_puzzle::{Faults, Matching, Puzzle};
use marquetry_search::Failure;

use crate::seek::Patience;
pub use calendar::{Days, Year};
use trays::Surveys;
pub use trays::Tray;
use trial::{Alone, Trial, Verdict};

/// The most nodes of a search for a second solution on one board for a set of pieces: a board that takes more is passed
/// over.
const MOST_NODES: u64 = 5_000_000;

/// What a puzzle is to be like, of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Tiles whose edges match.
    Tiles(Wish),
    /// A board cut into pieces.
    Cut(Cut),
    /// A board that a set of pieces fills in one way.
    Set(Fill),
    /// A tray.
    Tray(Tray),
    /// Pieces for a calendar.
    Year(Year),
}

/// What is heard while a puzzle is made.
#[derive(Copy, Clone, Debug)]
pub enum News<'a> {
    /// A seed was tried, or one more tray of a climb.
    Tried(u64),
    /// This is the best so far.
    Best(&'a Made),
}

/// Who hears of it, and may break it off: what was found by then is the answer.
pub type Hear<'a> = dyn FnMut(News<'_>) -> ControlFlow<()> + 'a;

impl Order {
    /// Tries seeds from `next` on until one gives what was asked for, all tries are made, or patience ends. Afterwards
    /// `next` is the one to go on with. A climb takes one seed.
    ///
    /// # Errors
    /// There are no such puzzles, or a search failed.
    pub fn choose(
        &self,
        next: &mut u64,
        patience: &mut Patience,
        hear: &mut Hear<'_>,
    ) -> Result<Option<Made>, Unmade> {
        if let Order::Tray(tray) = self
            && let Some(trays) = tray.climb
        {
            let seed = *next;
            *next = next.wrapping_add(1);
            return tray.climb(trays, seed, patience, hear);
        }
        let mut surveys = Surveys::default();
        let mut days = match self {
            Order::Year(year) => year.calendar.days().map_err(Unmade::Faults)?,
            _ => Vec::new(),
        };
        let mut look = |seed, patience: &mut Patience| match self {
            Order::Tiles(wish) => wish.look(seed, patience),
            Order::Cut(cut) => cut.look(seed, patience),
            Order::Set(fill) => fill.look(seed, patience),
            Order::Tray(tray) => tray.look(seed, &mut surveys, patience),
            Order::Year(year) => year.look(seed, &mut days, patience),
        };
        Trial { hard: self.is_hard(), tries: self.tries() }.choose(&mut look, next, patience, hear)
    }

    fn tries(&self) -> Option<u64> {
        match self {
            // Another seed would give the same board.
            Order::Set(fill) if fill.boards.is_one() => Some(1),
            Order::Tiles(Wish { tries, .. })
            | Order::Cut(Cut { tries, .. })
            | Order::Set(Fill { tries, .. })
            | Order::Tray(Tray { tries, .. })
            | Order::Year(Year { tries, .. }) => *tries,
        }
    }

    /// Looks at the puzzle of a seed, to know at once whether there can be any.
    ///
    /// # Errors
    /// There are no such puzzles.
    pub fn check(&self, seed: u64) -> Result<(), Unmade> {
        let checked = match self {
            Order::Tiles(wish) => return wish.make(seed).map(drop),
            Order::Cut(cut) => cut.cutting.cut(seed).map(drop),
            Order::Set(fill) => fill.boards.board(seed).map(drop),
            Order::Tray(tray) => tray.laying.lay(&mut Dice::new(seed)).map(drop),
            Order::Year(year) => year.calendar.puzzle(seed).map(drop),
        };
        checked.map_err(Unmade::Faults)
    }

    /// Is it to have exactly one solution up to symmetry?
    pub fn is_unique(&self) -> bool {
        match self {
            Order::Tiles(Wish { unique, .. }) | Order::Cut(Cut { unique, .. }) => *unique,
            Order::Set(_) => true,
            Order::Tray(_) | Order::Year(_) => false,
        }
    }

    /// Is it to be the hardest of all that are tried?
    pub fn is_hard(&self) -> bool {
        match self {
            Order::Tiles(Wish { hard, .. })
            | Order::Cut(Cut { hard, .. })
            | Order::Set(Fill { hard, .. })
            | Order::Tray(Tray { hard, .. })
            | Order::Year(Year { hard, .. }) => *hard,
        }
    }

    /// Is a tray changed again and again, and one seed taken?
    pub fn climbs(&self) -> bool {
        matches!(self, Order::Tray(tray) if tray.climb.is_some())
    }

    /// Is a puzzle searched before it is taken?
    pub fn is_searched(&self) -> bool {
        self.is_unique() || self.is_hard() || matches!(self, Order::Tray(_) | Order::Year(_))
    }
}

/// What a matching puzzle is to be like.
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
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its seed.
    pub seed: u64,
    /// The nodes that it took to search it through, where it was searched.
    pub nodes: u64,
    /// The moves of its shortest solution, where it is a tray.
    pub moves: Option<usize>,
    /// How many solutions the days of a calendar have.
    pub days: Option<Days>,
}

impl Made {
    fn new(puzzle: Puzzle, nodes: u64) -> Made {
        Made { puzzle, seed: 0, nodes, moves: None, days: None }
    }
}

/// Why none could be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmade {
    /// There are no such puzzles.
    Faults(Faults),
    /// A search failed.
    Failed(Failure),
}

impl std::fmt::Display for Unmade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unmade::Faults(faults) => faults.fmt(f),
            Unmade::Failed(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for Unmade {}

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

    fn look(&self, seed: u64, patience: &mut Patience) -> Result<Verdict, Unmade> {
        // Nodes are compared between puzzles, so they must all be of one engine.
        let engine = self.hard.then_some("fewest");
        let searched = self.unique || self.hard;
        let alone = Alone { unique: self.unique, searched, engine, nodes: None };
        alone.look(self.make(seed)?.into(), patience)
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
    fn look(&self, seed: u64, patience: &mut Patience) -> Result<Verdict, Unmade> {
        let (unique, engine) = (self.unique, self.hard.then_some("cover"));
        let alone = Alone { unique, searched: unique || self.hard, engine, nodes: None };
        alone.look_at(self.cutting.cut(seed).map_err(Unmade::Faults)?, patience)
    }
}

/// A board that a set of pieces fills in one way up to symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fill {
    /// What boards there are.
    pub boards: Boards,
    /// See [`Wish::hard`].
    pub hard: bool,
    /// See [`Wish::tries`].
    pub tries: Option<u64>,
}

impl Fill {
    fn look(&self, seed: u64, patience: &mut Patience) -> Result<Verdict, Unmade> {
        let engine = self.hard.then_some("cover");
        let alone = Alone { unique: true, searched: true, engine, nodes: Some(MOST_NODES) };
        alone.look_at(self.boards.board(seed).map_err(Unmade::Faults)?, patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry_puzzle::Solution;
    use marquetry_puzzle::tiling::{Grid, PieceSet};
    use marquetry_search::{Search, Settings, each_solution};

    fn chosen(order: &Order, next: &mut u64) -> Option<Made> {
        let mut hear = |_: News| ControlFlow::Continue(());
        order.choose(next, &mut Patience::default(), &mut hear).expect("there are such puzzles")
    }

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
                let kept = chosen(&Order::Tiles(wish), &mut next);
                let kept = kept.expect("a thousand tries are enough");
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
        let mut look = |seed| match wish.look(seed, &mut patience) {
            Ok(Verdict::Good(made)) => Some(made.nodes),
            _ => None,
        };
        let most = (1..=10).filter_map(&mut look).max();
        let kept = chosen(&Order::Tiles(wish), &mut 1).expect("ten are searched");
        assert_eq!(most, Some(kept.nodes));
        assert_eq!(look(kept.seed), Some(kept.nodes));
    }

    /// Some puzzles made to an order have one solution up to symmetry, by an engine that had no part in making them.
    fn are_unique(order: &Order, puzzles: u32) {
        let settings = Settings {
            engine: Some("cover".into()),
            distinct: true,
            count: true,
            ..Settings::default()
        };
        let mut next = 1;
        for _ in 0..puzzles {
            let kept = chosen(order, &mut next).expect("a thousand tries are enough");
            let search = Search::new(&kept.puzzle).settings(&settings).straight();
            let solutions = search.run(&mut ()).expect("it can search").stats.solutions;
            assert_eq!(solutions, 1, "{order:?}, seed {}", kept.seed);
        }
    }

    #[test]
    fn a_cut_board_that_is_kept_as_unique_has_one_solution_by_another_engine() {
        for (grid, size) in [(Grid::Squares, 6), (Grid::Hexagons, 5), (Grid::Triangles, 4)] {
            let cutting = Cutting { colours: 2, ..Cutting::of_size(grid, size, size) };
            // With a hole.
            let mut pierced = cutting.clone();
            pierced.board.remove(pierced.board.len() / 2);
            for cutting in [cutting, pierced] {
                let cut = Cut { cutting, unique: true, hard: false, tries: None };
                are_unique(&Order::Cut(cut), 5);
            }
        }
    }

    #[test]
    fn a_board_for_a_set_of_pieces_has_one_solution_by_another_engine() {
        for set in ["tetrominoes", "one-sided trominoes", "tetrahexes", "pentiamonds", "tricubes"] {
            let boards = Boards::new(PieceSet::by_name(set).expect("a set"));
            are_unique(&Order::Set(Fill { boards, hard: false, tries: None }), 3);
        }
    }

    #[test]
    fn a_seed_that_cannot_be_cut_is_passed_over() {
        let cross = Cutting::of_size(Grid::Squares, 3, 3);
        let board = cross.board.iter().copied().filter(|c| c.0.x == 1 || c.0.y == 1).collect();
        let cutting = Cutting { board, pieces: (2, 3), ..cross };
        let cut = Cut { cutting, unique: false, hard: false, tries: Some(7) };
        let mut next = 1;
        assert_eq!(chosen(&Order::Cut(cut), &mut next), None);
        assert_eq!(next, 8, "seven seeds were tried");
    }
}
