//! Days, and the cells of a calendar that are left open on them.
//!
//! ```
//! use marquetry_puzzle::calendar::Day;
//!
//! let day: Day = "2026-11-15".parse().unwrap();
//! assert_eq!((day.month_name(), day.weekday_name()), ("November", "Sunday"));
//! assert_eq!(Day::new(2026, 2, 29), None);
//! ```

use std::str::FromStr;

use crate::grid::Cell;
use crate::tiling::Tiling;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// From Monday on, as the calendar counts.
const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A day of the Gregorian calendar, of the years 1 to 9999.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

/// Why a text is no day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoDay {
    /// It is not written as a day.
    Unreadable,
    /// There is no such day.
    NoSuchDay(String),
}

impl std::fmt::Display for NoDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoDay::Unreadable => f.write_str("write a day as 2026-11-15"),
            NoDay::NoSuchDay(text) => write!(f, "there is no such day: {text}"),
        }
    }
}

impl std::error::Error for NoDay {}

impl Day {
    /// The day with these numbers, months and days counted from 1; `None` where there is none.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Day> {
        let century = year.is_multiple_of(100);
        let leap = year.is_multiple_of(if century { 400 } else { 4 });
        let last = match month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 31,
        };
        let there = (1..=9999).contains(&year) && (1..=12).contains(&month);
        (there && (1..=last).contains(&day)).then_some(Day { year, month, day })
    }

    /// "January" to "December".
    pub fn month_name(self) -> &'static str {
        MONTHS[usize::from(self.month) - 1]
    }

    /// "Monday" to "Sunday".
    pub fn weekday_name(self) -> &'static str {
        // Years that begin in March have their leap day at the end.
        let (year, month) = match self.month {
            month @ 1..=2 => (u32::from(self.year) - 1, u32::from(month) + 12),
            month => (u32::from(self.year), u32::from(month)),
        };
        let days = 365 * year + year / 4 - year / 100 + year / 400;
        // 1 March of the year 0 was a Wednesday; this is how many days the months from March on take.
        let days = days + (153 * (month - 3) + 2) / 5 + u32::from(self.day) - 1;
        WEEKDAYS[(days as usize + 2) % 7]
    }

    /// The cells of its month and its number, and of its weekday where the board has weekdays; `None` where the board is no
    /// calendar. A name may be cut to three letters on the board.
    pub fn cells(self, p: &Tiling) -> Option<Vec<Cell>> {
        let named = |name: &str| p.labelled(name).or_else(|| p.labelled(&name[..3]));
        let (month, day) = (named(self.month_name())?, p.labelled(&self.day.to_string())?);
        Some([month, day].into_iter().chain(named(self.weekday_name())).collect())
    }

    /// The number of its day in the month.
    pub fn number(self) -> u8 {
        self.day
    }
}

/// `2026-11-15`.
impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Day, NoDay> {
        let numbers: Option<Vec<i16>> = text.split('-').map(|n| n.parse().ok()).collect();
        let Some(&[year @ 1..=9999, month, day]) = numbers.as_deref() else {
            return Err(NoDay::Unreadable);
        };
        let numbers = u8::try_from(month).ok().zip(u8::try_from(day).ok());
        let day = numbers.and_then(|(month, day)| Day::new(year as u16, month, day));
        day.ok_or_else(|| NoDay::NoSuchDay(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_weekdays_and_leap_years_their_29_february() {
        let weekday = |text: &str| text.parse::<Day>().unwrap().weekday_name();
        assert_eq!(weekday("1970-01-01"), "Thursday");
        assert_eq!(weekday("2000-02-29"), "Tuesday");
        assert_eq!(weekday("2000-03-01"), "Wednesday");
        assert_eq!(weekday("1900-03-01"), "Thursday");
        assert_eq!(weekday("2026-11-15"), "Sunday");
        assert_eq!(weekday("0001-01-01"), "Monday");
        assert_eq!(weekday("9999-12-31"), "Friday");
    }

    #[test]
    fn each_day_follows_the_weekday_before_it() {
        let months = |year| (1..=12).map(move |month| (year, month));
        let days = (1896..=2104)
            .flat_map(months)
            .flat_map(|(year, month)| (1..=31).filter_map(move |day| Day::new(year, month, day)));
        let weekdays: Vec<&str> = days.map(Day::weekday_name).collect();
        // From Wednesday, 1 January 1896.
        let expected = WEEKDAYS.iter().copied().cycle().skip(2);
        assert!(weekdays.iter().copied().eq(expected.take(weekdays.len())));
        assert_eq!(weekdays.len(), 209 * 365 + 51);
    }

    #[test]
    fn a_day_that_is_none_is_told_from_a_word_that_is_no_day() {
        for day in
            ["2024-02-30", "2026-02-29", "2100-02-29", "2026-00-01", "2026-13-01", "2026-01-999"]
        {
            assert_eq!(day.parse::<Day>(), Err(NoDay::NoSuchDay(day.to_owned())));
        }
        for word in ["2026-1", "soon", "", "-5-01-01", "99999-01-01", "2026-01-01-01"] {
            assert_eq!(word.parse::<Day>(), Err(NoDay::Unreadable));
        }
    }
}
