//! What the benchmarks share: CPU time of this process, rows of a table, and the pentominoes.

use std::time::Duration;

/// The twelve pentominoes and their names, rows divided by blanks.
pub const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".## ##. .#."),
    ("I", "#####"),
    ("L", "#### #..."),
    ("N", "###. ..##"),
    ("P", "## ## #."),
    ("T", "### .#. .#."),
    ("U", "#.# ###"),
    ("V", "#.. #.. ###"),
    ("W", "#.. ##. .##"),
    ("X", ".#. ### .#."),
    ("Y", "#### .#.."),
    ("Z", "##. .#. .##"),
];

/// CPU time of this process so far, all threads together.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the time on the wall has to do.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static STARTED: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    STARTED.elapsed()
}

/// Prints one line: what was measured, then name and value pairs.
pub fn row(what: &str, values: &[(&str, String)]) {
    let values: Vec<String> =
        values.iter().map(|(name, value)| format!("{name} {value}")).collect();
    println!("{what:<28} {}", values.join("  "));
}
