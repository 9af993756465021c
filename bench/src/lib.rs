//! What the benchmarks share: CPU time of this process, and rows of a table.

use std::time::Duration;

/// User CPU time of this process so far, all threads together.
pub fn cpu_time() -> Duration {
    // Fields 14 and 15 of /proc/self/stat, in ticks of 1/100 s, count after the closing bracket of the name.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = after.split_whitespace().nth(11).and_then(|t| t.parse().ok()).unwrap_or(0);
    Duration::from_millis(ticks * 10)
}

/// Prints one line: what was measured, then name and value pairs.
pub fn row(what: &str, values: &[(&str, String)]) {
    let values: Vec<String> =
        values.iter().map(|(name, value)| format!("{name} {value}")).collect();
    println!("{what:<28} {}", values.join("  "));
}
