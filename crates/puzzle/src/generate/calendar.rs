//! Pieces for a calendar.

use std::collections::{BTreeMap, BTreeSet};

use super::dice::Dice;
use crate::calendar::Day;
use crate::fault::{Fault, Faults, Part};
use crate::grid::Cell;
use crate::tiling::{Piece, PieceSet, Setup, Shape, Sides, Tiling};

/// In so many years each day has fallen on each weekday, 29 February too.
const YEARS: std::ops::Range<u16> = 2000..2028;
/// How often the sizes of pieces are chosen anew before this seed is given up.
const SIZES: u32 = 10_000;
/// The most cells of a piece: of larger ones there are too many to list.
const LARGEST: usize = 7;
/// The most pieces.
const MOST: usize = 26;

/// A calendar board, and how many pieces it is to have: all that differ, each as large as the others or one cell more
/// or less.
///
/// ```
/// use marquetry_puzzle::generate::Calendar;
///
/// # let board = marquetry_puzzle::generate::Cutting::of_size(marquetry_puzzle::tiling::Grid::Squares, 7, 7);
/// # let mut puzzle = board.cut(1).unwrap().unwrap().into_setup();
/// # let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// # let names = names.map(String::from).into_iter().chain((1..=31).map(|n| n.to_string()));
/// # puzzle.labels = puzzle.board.iter().map(|c| c.0).zip(names).collect();
/// # let board = marquetry_puzzle::Tiling::new(puzzle).unwrap();
/// let calendar = Calendar { board, pieces: 9 };
/// assert_eq!(calendar.days().unwrap().len(), 366);
/// let puzzle = calendar.puzzle(1).unwrap().unwrap();
/// assert_eq!(puzzle.pieces.iter().map(|piece| piece.shape.len()).sum::<usize>(), 49 - 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calendar {
    /// The board, whatever its pieces are.
    pub board: Tiling,
    /// How many pieces it is to have.
    pub pieces: usize,
}

impl Calendar {
    /// The cells that are left open on each day there can be: 366 of them, seven times as many where the board has
    /// weekdays.
    ///
    /// # Errors
    /// The board is no calendar.
    pub fn days(&self) -> Result<Vec<Vec<Cell>>, Faults> {
        let dates = YEARS.flat_map(|year| (1..=12).map(move |month| (year, month)));
        let dates = dates.flat_map(|(year, month)| (1..=31).map(move |day| (year, month, day)));
        let days = dates.filter_map(|(year, month, day)| Day::new(year, month, day));
        let open: Option<BTreeSet<Vec<Cell>>> = days.map(|day| day.cells(&self.board)).collect();
        open.map(|open| open.into_iter().collect()).ok_or_else(|| {
            let help = "its cells have the labels Jan to Dec and 1 to 31";
            Fault::new("calendar", Part::Board, "the board is no calendar").help(help).into()
        })
    }

    /// The calendar with the pieces of this seed, the first day open; `None` where it gives none. Whether there are
    /// solutions is not known.
    ///
    /// # Errors
    /// The board is no calendar, or there are no so many pieces.
    pub fn puzzle(&self, seed: u64) -> Result<Option<Tiling>, Faults> {
        let days = self.days()?;
        let board: BTreeSet<Cell> =
            self.board.board.iter().map(|c| c.0).chain(self.board.labels.keys().copied()).collect();
        let area = board.len() - days[0].len();
        let (count, mean) = (self.pieces, area.checked_div(self.pieces).unwrap_or(0));
        if !(1..=MOST).contains(&count) || !(1..LARGEST).contains(&mean) {
            let message = format!("no {count} pieces that differ have {area} cells together");
            return Err(Fault::new("too-few-shapes", Part::Whole, message).into());
        }
        let mut dice = Dice::new(seed);
        let sets = self.sets(mean);
        let Some(shapes) = self.chosen(&sets, area, &mut dice) else { return Ok(None) };
        let name = |i: usize| char::from(b'A' + i as u8).to_string();
        let pieces = shapes.into_iter().enumerate().map(|(i, shape)| Piece::new(name(i), shape));
        let title = format!("Calendar, {count} pieces, seed {seed}: 1 January, or --date");
        let setup = Setup {
            title,
            board: board.into_iter().map(|cell| (cell, None)).collect(),
            pieces: pieces.collect(),
            optional: BTreeSet::new(),
            ..self.board.clone().into_setup()
        };
        let open = Day::new(YEARS.start, 1, 1).and_then(|day| day.cells(&self.board));
        Tiling::new(setup)?.with_open(&open.unwrap_or_default()).map(Some)
    }

    /// All shapes of about this many cells.
    fn sets(&self, mean: usize) -> BTreeMap<usize, Vec<Shape>> {
        let grid = self.board.grid;
        let shapes = |cells: usize| {
            let set = PieceSet { grid, solid: false, cells, sides: Sides::Free };
            (cells, set.pieces().into_iter().map(|piece| piece.shape).collect())
        };
        (mean.saturating_sub(1).max(1)..=mean + 1).map(shapes).collect()
    }

    /// As many different shapes as there are to be, with so many cells together, the smallest first.
    fn chosen(
        &self,
        sets: &BTreeMap<usize, Vec<Shape>>,
        area: usize,
        dice: &mut Dice,
    ) -> Option<Vec<Shape>> {
        let least = *sets.keys().next()?;
        let sizes = (0..SIZES).find_map(|_| {
            let size = |_| least + dice.below(sets.len() as u32) as usize;
            let sizes: Vec<usize> = (0..self.pieces).map(size).collect();
            let enough = |(size, shapes): (&usize, &Vec<Shape>)| {
                sizes.iter().filter(|other| *other == size).count() <= shapes.len()
            };
            (sizes.iter().sum::<usize>() == area && sets.iter().all(enough)).then_some(sizes)
        })?;
        let mut shapes = Vec::new();
        for (size, all) in sets {
            let mut order: Vec<usize> = (0..all.len()).collect();
            dice.shuffle(&mut order);
            order.truncate(sizes.iter().filter(|other| *other == size).count());
            order.sort_unstable();
            shapes.extend(order.into_iter().map(|at| all[at].clone()));
        }
        Some(shapes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Cutting, shapes_hash};
    use crate::tiling::Grid;

    /// Months and days in a board of seven by seven, with weekdays in the rest of it where they are wanted.
    fn calendar(weekdays: bool, pieces: usize) -> Calendar {
        let cut = Cutting::of_size(Grid::Squares, 7, 8).cut(1).unwrap().unwrap();
        let mut setup = cut.into_setup();
        let names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(' ').map(String::from);
        let names = names.chain((1..=31).map(|day: u8| day.to_string()));
        let last = "Sun Mon Tue Wed Thu Fri Sat".split(' ').map(String::from);
        let names = names.chain(last.filter(|_| weekdays));
        setup.labels = setup.board.iter().map(|c| c.0).zip(names).collect();
        setup.board.truncate(50);
        Calendar { board: Tiling::new(setup).unwrap(), pieces }
    }

    #[test]
    fn there_are_366_days_and_each_may_fall_on_each_weekday() {
        assert_eq!(calendar(false, 9).days().unwrap().len(), 366);
        assert_eq!(calendar(true, 9).days().unwrap().len(), 7 * 366);
        let mut other = calendar(false, 9);
        let mut setup = other.board.into_setup();
        setup.labels.pop_last();
        other.board = Tiling::new(setup).unwrap();
        assert!(other.days().is_err() && other.puzzle(1).is_err());
    }

    #[test]
    fn pieces_differ_and_fill_what_a_day_leaves() {
        for (calendar, area) in [(calendar(false, 8), 48), (calendar(true, 10), 47)] {
            for seed in 1..50 {
                let puzzle = calendar.puzzle(seed).unwrap().unwrap();
                let cells: usize = puzzle.pieces.iter().map(|piece| piece.shape.len()).sum();
                assert_eq!((cells, puzzle.board.len()), (area, area));
                let classes: BTreeSet<usize> =
                    (0..puzzle.pieces.len()).map(|i| puzzle.class(i)).collect();
                assert_eq!(classes.len(), calendar.pieces);
            }
        }
        for pieces in [0, 1, 5, 27, usize::MAX] {
            assert!(calendar(false, pieces).puzzle(1).is_err(), "{pieces}");
        }
    }

    #[test]
    fn the_pieces_of_these_seeds_never_change() {
        let text = |seed| {
            let puzzle = calendar(true, 10).puzzle(seed).unwrap().unwrap();
            shapes_hash(puzzle.pieces.iter().map(|piece| &piece.shape))
        };
        assert_eq!([text(1), text(2)], [381654738650226517, 9345315580695192810]);
    }
}
