//! Pieces for a calendar, such that every day has a solution.

use marquetry_puzzle::generate::Calendar;
use marquetry_puzzle::{Cell, Puzzle, Tiling};
use marquetry_search::{Ending, Limits, Search};

use super::trial::Verdict;
use super::{Made, Unmade};
use crate::seek::Patience;

/// The most nodes of a search of one day: a set of pieces that takes more is passed over.
const MOST_NODES: u64 = 5_000_000;

/// A calendar, and what it is to be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Year {
    /// Its board, and how many pieces it is to have.
    pub calendar: Calendar,
    /// Is it to be the one whose days have the fewest solutions, of all that are tried?
    pub hard: bool,
    /// How many seeds to try; 1,000 where this is not said, or 100 for a hard one.
    pub tries: Option<u64>,
}

/// How many solutions the days of a calendar have. None is without.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Days {
    /// The days, seven times as many where each falls on each weekday.
    pub days: usize,
    /// All solutions of all days together.
    pub solutions: u64,
    /// The fewest that a day has.
    pub least: u64,
}

impl Days {
    /// How many a day has on average.
    pub fn mean(&self) -> f64 {
        self.solutions as f64 / self.days.max(1) as f64
    }
}

/// What is known of a day.
enum Known {
    Solutions(u64),
    TooLarge,
    Stopped,
}

impl Year {
    /// Days that are hard to solve with some pieces are so with others: they come first the next time.
    pub(super) fn look(
        &self,
        seed: u64,
        days: &mut [Vec<Cell>],
        patience: &mut Patience,
    ) -> Result<Verdict, Unmade> {
        match self.calendar.puzzle(seed).map_err(Unmade::Faults)? {
            Some(puzzle) => look(&puzzle, days, patience),
            None => Ok(Verdict::Bad),
        }
    }
}

/// Looks whether every day has a solution, and counts them.
fn look(
    puzzle: &Tiling,
    days: &mut [Vec<Cell>],
    patience: &mut Patience,
) -> Result<Verdict, Unmade> {
    for at in 0..days.len() {
        match solved(puzzle, &days[at], Some(1), patience)? {
            Known::Stopped => return Ok(Verdict::Stopped),
            Known::Solutions(1..) => {}
            Known::Solutions(0) | Known::TooLarge => {
                days[..=at].rotate_right(1);
                return Ok(Verdict::Bad);
            }
        }
    }
    let mut all = Days { days: days.len(), solutions: 0, least: u64::MAX };
    for open in days.iter() {
        match solved(puzzle, open, None, patience)? {
            Known::Stopped => return Ok(Verdict::Stopped),
            Known::TooLarge => return Ok(Verdict::Bad),
            Known::Solutions(solutions) => {
                all.solutions = all.solutions.saturating_add(solutions);
                all.least = all.least.min(solutions);
            }
        }
    }
    let made = Made { days: Some(all), ..Made::new(puzzle.clone().into(), 0) };
    Ok(Verdict::Good(Box::new(made)))
}

/// How many solutions a day has, up to a number of them.
fn solved(
    puzzle: &Tiling,
    open: &[Cell],
    solutions: Option<u64>,
    patience: &mut Patience,
) -> Result<Known, Unmade> {
    let day = Puzzle::from(puzzle.clone().with_open(open).map_err(Unmade::Faults)?);
    let limits = Limits { solutions, nodes: Some(MOST_NODES), ..patience.limits };
    let search = Search::new(&day).limits(limits).until(patience.stop.clone());
    let search = if solutions.is_none() { search.count() } else { search };
    let outcome = search.run(&mut ()).map_err(Unmade::Failed)?;
    patience.spend(outcome.stats.elapsed);
    Ok(match outcome.ending {
        Ending::Exhausted | Ending::Enough => Known::Solutions(outcome.stats.solutions),
        Ending::NodeLimit => Known::TooLarge,
        _ => Known::Stopped,
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::making::{News, Order};
    use marquetry_formats::builtin::builtin;
    use marquetry_puzzle::calendar::Day;

    fn year(pieces: usize) -> Year {
        let Some(Puzzle::Tiling(board)) = builtin("calendar").and_then(|b| b.puzzle()) else {
            panic!("a calendar is built in")
        };
        Year { calendar: Calendar { board, pieces }, hard: false, tries: None }
    }

    #[test]
    fn the_days_of_the_built_in_calendar_are_counted_as_they_are_solved() {
        let year = year(8);
        let days: Vec<Vec<Cell>> = year.calendar.days().unwrap().into_iter().step_by(61).collect();
        let made = match look(&year.calendar.board, &mut days.clone(), &mut Patience::default()) {
            Ok(Verdict::Good(made)) => made.days.unwrap(),
            _ => panic!("every day has a solution"),
        };
        let counts: Vec<u64> = days
            .iter()
            .map(|open| {
                let day = year.calendar.board.clone().with_open(open).unwrap();
                let outcome = Search::new(&day.into()).engine("cover").run(&mut ()).unwrap();
                outcome.stats.solutions
            })
            .collect();
        let least = counts.iter().copied().min().unwrap();
        assert_eq!(made, Days { days: 6, solutions: counts.iter().sum(), least });
    }

    #[test]
    fn pieces_that_leave_a_day_without_a_solution_are_passed_over() {
        let year = year(8);
        let days = year.calendar.days().unwrap();
        let patience = &mut Patience::default();
        let bad = (1..20).find(|&seed| {
            let puzzle = year.calendar.puzzle(seed).unwrap().unwrap();
            matches!(look(&puzzle, &mut days.clone(), patience), Ok(Verdict::Bad))
        });
        let puzzle = year.calendar.puzzle(bad.expect("not every set will do")).unwrap().unwrap();
        let mut order = days;
        assert!(matches!(look(&puzzle, &mut order, patience), Ok(Verdict::Bad)));
        let open = order[0].clone();
        let day = Puzzle::from(puzzle.with_open(&open).unwrap());
        let outcome = Search::new(&day).engine("reference").first(1).run(&mut ()).unwrap();
        assert_eq!(outcome.stats.solutions, 0, "the day that is first next time has none");
    }

    #[test]
    fn what_is_no_calendar_is_said_before_anything_is_searched() {
        let mut none = year(8);
        let Some(Puzzle::Tiling(board)) = builtin("soma").and_then(|b| b.puzzle()) else {
            panic!("it is built in")
        };
        assert!(Day::new(2000, 1, 1).and_then(|day| day.cells(&board)).is_none());
        none.calendar.board = board;
        let mut hear = |_: News| ControlFlow::Continue(());
        let unmade = Order::Year(none).choose(&mut 1, &mut Patience::default(), &mut hear);
        assert!(matches!(unmade, Err(Unmade::Faults(_))));
    }
}
