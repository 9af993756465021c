//! Days, and the cells of a calendar that are left open on them.

use std::process::Command;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

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
/// From the day the clock starts, 1 January 1970.
const WEEKDAYS: [&str; 7] =
    ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/// A day of the Gregorian calendar from 1970 on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Day {
    /// Since 1 January 1970.
    days: u64,
    /// From 0.
    month: usize,
    /// From 1.
    day: u64,
}

impl Day {
    fn new(year: u64, month: usize, day: u64) -> Option<Day> {
        let before: u64 = (1970..year).map(|year| lengths(year).iter().sum::<u64>()).sum();
        let lengths = lengths(year);
        let known = (1970..10_000).contains(&year) && (1..=*lengths.get(month)?).contains(&day);
        let days = before + lengths[..month].iter().sum::<u64>() + day - 1;
        known.then_some(Day { days, month, day })
    }

    /// Today where we are, as `date` says; where there is no such command, by universal time.
    fn today() -> Option<Day> {
        let here = Command::new("date").arg("+%Y-%m-%d").output().ok();
        let here = here.and_then(|date| String::from_utf8(date.stdout).ok()?.trim().parse().ok());
        here.or_else(Day::universal)
    }

    fn universal() -> Option<Day> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        let mut days = now.as_secs() / 86_400;
        let months = (1970..10_000).flat_map(|year| {
            lengths(year).into_iter().enumerate().map(move |(month, length)| (year, month, length))
        });
        for (year, month, length) in months {
            if days < length {
                return Day::new(year, month, days + 1);
            }
            days -= length;
        }
        None
    }

    /// The cells of its month and its number, and of its weekday where the board has weekdays.
    pub fn cells(self, p: &Tiling) -> Result<Vec<Cell>, Complaint> {
        let named = |name: &str| p.labelled(name).or_else(|| p.labelled(&name[..3]));
        let month = named(MONTHS[self.month]);
        let Some((month, day)) = month.zip(p.labelled(&self.day.to_string())) else {
            let (month, day) = (&MONTHS[self.month][..3], self.day);
            let words = "this is no calendar: the board has no cells";
            return Err(Complaint::Words(format!("{words} '{month}' and '{day}'")));
        };
        let weekday = named(WEEKDAYS[(self.days % 7) as usize]);
        Ok([month, day].into_iter().chain(weekday).collect())
    }
}

fn lengths(year: u64) -> [u64; 12] {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    [31, 28 + u64::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// `2026-11-15`, or `today`.
impl FromStr for Day {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Day, &'static str> {
        let read = || {
            let numbers: Option<Vec<usize>> = text.split('-').map(|n| n.parse().ok()).collect();
            match numbers?[..] {
                [year, month, day] if year < 10_000 => {
                    Day::new(year as u64, month.checked_sub(1)?, day as u64)
                }
                _ => None,
            }
        };
        let day = if text == "today" { Day::today() } else { read() };
        day.ok_or("write a day as 2026-11-15, or today")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_weekdays_and_leap_years_their_29_february() {
        let weekday = |text: &str| WEEKDAYS[(text.parse::<Day>().unwrap().days % 7) as usize];
        assert_eq!(weekday("1970-01-01"), "Thursday");
        assert_eq!(weekday("2000-02-29"), "Tuesday");
        assert_eq!(weekday("2026-11-15"), "Sunday");
        for none in ["2026-02-29", "2100-02-29", "2026-00-01", "2026-13-01", "2026-1", "soon"] {
            assert!(none.parse::<Day>().is_err(), "{none}");
        }
        let (here, there) = ("today".parse::<Day>().unwrap(), Day::universal().unwrap());
        assert!(here.days.abs_diff(there.days) <= 1);
    }
}
