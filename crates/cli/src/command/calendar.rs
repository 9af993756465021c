//! Days, and the cells of a calendar that are left open on them.

use std::str::FromStr;

use jiff::Zoned;
use jiff::civil::Date;
use marquetry_puzzle::{Cell, Tiling};

use super::output::Complaint;

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

/// A day of the Gregorian calendar.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Day(Date);

impl Day {
    fn month(self) -> &'static str {
        MONTHS[(self.0.month() - 1) as usize]
    }

    fn weekday(self) -> &'static str {
        WEEKDAYS[self.0.weekday().to_monday_zero_offset() as usize]
    }

    /// The cells of its month and its number, and of its weekday where the board has weekdays.
    pub fn cells(self, p: &Tiling) -> Result<Vec<Cell>, Complaint> {
        let named = |name: &str| p.labelled(name).or_else(|| p.labelled(&name[..3]));
        let day = self.0.day();
        let Some((month, day)) = named(self.month()).zip(p.labelled(&day.to_string())) else {
            let month = &self.month()[..3];
            let words = "this is no calendar: the board has no cells";
            return Err(Complaint::Words(format!("{words} '{month}' and '{day}'")));
        };
        Ok([month, day].into_iter().chain(named(self.weekday())).collect())
    }
}

/// `2026-11-15`, or `today`, which is the day where we are.
impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Day, String> {
        if text == "today" {
            return Ok(Day(Zoned::now().date()));
        }
        let numbers: Option<Vec<i16>> = text.split('-').map(|n| n.parse().ok()).collect();
        let Some(&[year @ 1..=9999, month, day]) = numbers.as_deref() else {
            return Err("write a day as 2026-11-15, or today".into());
        };
        let date = i8::try_from(month).ok().zip(i8::try_from(day).ok());
        let date = date.and_then(|(month, day)| Date::new(year, month, day).ok());
        date.map(Day).ok_or_else(|| format!("there is no such day: {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_weekdays_and_leap_years_their_29_february() {
        let weekday = |text: &str| text.parse::<Day>().unwrap().weekday();
        assert_eq!(weekday("1970-01-01"), "Thursday");
        assert_eq!(weekday("2000-02-29"), "Tuesday");
        assert_eq!(weekday("2026-11-15"), "Sunday");
        assert!("today".parse::<Day>().is_ok());
    }

    #[test]
    fn a_day_that_is_none_is_told_from_a_word_that_is_no_day() {
        let none = |text: &str| text.parse::<Day>().unwrap_err();
        for day in
            ["2024-02-30", "2026-02-29", "2100-02-29", "2026-00-01", "2026-13-01", "2026-01-999"]
        {
            assert_eq!(none(day), format!("there is no such day: {day}"));
        }
        for word in ["2026-1", "soon", "", "-5-01-01", "99999-01-01", "2026-01-01-01"] {
            assert_eq!(none(word), "write a day as 2026-11-15, or today");
        }
    }
}
