//! Days as they are typed.

use jiff::Zoned;
use marquetry_puzzle::calendar::{Day, NoDay};

/// `2026-11-15`, or `today`, which is the day where we are.
pub fn day(text: &str) -> Result<Day, String> {
    let today = || {
        let date = Zoned::now().date();
        let (year, month) = (u16::try_from(date.year()), u8::try_from(date.month()));
        Day::new(year.ok()?, month.ok()?, u8::try_from(date.day()).ok()?)
    };
    match text {
        "today" => today().ok_or_else(|| "the clock is wrong: this is no day".into()),
        text => text.parse().map_err(|none| match none {
            NoDay::Unreadable => "write a day as 2026-11-15, or today".to_owned(),
            none => none.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_today_are_read_and_others_are_told_why_not() {
        assert!(day("2026-11-15").is_ok() && day("today").is_ok());
        assert_eq!(day("2026-02-29"), Err("there is no such day: 2026-02-29".into()));
        assert_eq!(day("soon"), Err("write a day as 2026-11-15, or today".into()));
    }
}
