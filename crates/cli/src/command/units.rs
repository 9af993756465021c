//! Durations and sizes as people write them, what a move is, and which way a board is filled.

use std::time::Duration;

pub use marquetry_report::words::{grouped, plural, time_words};
use marquetry_search::{Metric, Order};

/// How the length of a sliding puzzle's solution is counted.
#[derive(Copy, Clone, clap::ValueEnum)]
pub enum Counted {
    /// One block pushed any distance along any path
    Moves,
    /// One block pushed any distance in a straight line
    Slides,
    /// One block pushed by one cell
    Steps,
}

impl Counted {
    /// What the engines call it.
    pub fn metric(self) -> Metric {
        match self {
            Counted::Moves => Metric::Moves,
            Counted::Slides => Metric::Slides,
            Counted::Steps => Metric::Steps,
        }
    }

    /// So many of them, in words.
    pub fn words(self, n: u64) -> String {
        marquetry_report::words::length(self.metric(), n)
    }
}

/// When two solutions are the same.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub enum Distinct {
    /// When a turn or a reflection carries one to the other
    All,
    /// When a turn does, as in BurrTools
    Turns,
}

/// The order in which the cells of a matching puzzle are filled.
#[derive(Copy, Clone, clap::ValueEnum)]
pub enum Fill {
    /// Row by row
    Rows,
    /// Column by column
    Columns,
    /// Along the frame, and on inwards
    Frame,
    /// From the centre outwards
    Centre,
}

impl Fill {
    /// What the engines call it.
    pub fn order(self) -> Order {
        match self {
            Fill::Rows => Order::Rows,
            Fill::Columns => Order::Columns,
            Fill::Frame => Order::Frame,
            Fill::Centre => Order::Centre,
        }
    }
}

/// `90`, `90s`, `1.5m`, `2h` or `500ms`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)];
    let seconds = scaled(text, &units);
    seconds
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| "write 60s, 500ms, 2m or 1h".into())
}

/// `100000000`, `512MiB`, `2GiB` or `2G`.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (k, m, g) = (1024.0, 1024.0 * 1024.0, 1024.0 * 1024.0 * 1024.0);
    let units = [("KiB", k), ("MiB", m), ("GiB", g), ("K", k), ("M", m), ("G", g), ("B", 1.0)];
    scaled(text, &units).map(|bytes| bytes as u64).ok_or_else(|| "write 512MiB or 2GiB".into())
}

/// A whole number, where `_` and `,` may group digits and `k`, `M` or `G` may follow.
pub fn count(text: &str) -> Result<u64, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let exact = plain.parse().ok();
    let units = [("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9)];
    exact
        .or_else(|| scaled(&plain, &units).map(|n| n as u64))
        .ok_or_else(|| "write a whole number, or 10M".into())
}

/// A [`count`] of 1 or more, where none would be no question.
pub fn some(text: &str) -> Result<u64, String> {
    count(text).and_then(|n| match n {
        0 => Err("write a number of 1 or more".into()),
        n => Ok(n),
    })
}

/// The most millimetres of a cell.
const MOST_MILLIMETRES: f64 = 1000.0;

/// `15mm`, `15`, `1.5cm` or `0.6in`, in millimetres.
pub fn millimetres(text: &str) -> Result<f32, String> {
    let length = scaled(text, &[("mm", 1.0), ("cm", 10.0), ("in", 25.4)]);
    match length {
        None => Err("write 15mm, 1.5cm or 0.6in".into()),
        Some(mm) if mm > 0.0 && mm <= MOST_MILLIMETRES => Ok(mm as f32),
        Some(_) => Err(format!("write a length above 0 and up to {MOST_MILLIMETRES}mm")),
    }
}

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// How many threads to use.
pub fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let unit = units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, *scale)));
    let (number, scale) = unit.unwrap_or((text, 1.0));
    number.trim().parse::<f64>().ok().map(|n| n * scale).filter(|n| n.is_finite() && *n >= 0.0)
}

/// `12 KiB`, `3.4 MiB` or `256 MiB`.
pub fn size_words(bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let (unit, shift) = units.into_iter().find(|&(_, s)| bytes >> s > 0).unwrap_or(("KiB", 10));
    let size = bytes as f64 / (1_u64 << shift) as f64;
    if size < 10.0 { format!("{size:.1} {unit}") } else { format!("{size:.0} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_sizes_read_as_people_write_them() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(count("10M"), Ok(10_000_000));
        assert_eq!(count("18_446_744_073_709_551_615"), Ok(u64::MAX));
        assert!(
            duration("-1s").is_err()
                && duration("soon").is_err()
                && duration("1e300d").is_err()
                && bytes("").is_err()
        );
    }

    #[test]
    fn lengths_have_units_and_are_never_nothing() {
        assert_eq!(millimetres("15mm"), Ok(15.0));
        assert_eq!(millimetres("15"), Ok(15.0));
        assert_eq!(millimetres("1.5cm"), Ok(15.0));
        assert_eq!(millimetres("1in"), Ok(25.4));
        for wrong in ["0", "0mm", "-3mm", "2m", "1e9cm", "broad", "", "NaN"] {
            assert!(millimetres(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_are_told_in_two_or_three_digits() {
        assert_eq!(size_words(100), "0.1 KiB");
        assert_eq!(size_words(3 << 20), "3.0 MiB");
        assert_eq!(size_words(256 << 20), "256 MiB");
    }
}
