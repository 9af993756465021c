//! What the benchmarks share: CPU time of this process, rows of a table, the pentominoes and Korf's 15-puzzles.

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

/// Korf's hundred 15-puzzles, as native text, and the fewest moves of each.
pub fn korf() -> impl Iterator<Item = (String, usize)> {
    let lines = include_str!("../boards/korf.txt").lines().filter(|line| !line.starts_with('#'));
    let picture = |tiles: &[usize]| {
        let name = |&tile: &usize| if tile == 0 { ".".into() } else { tile.to_string() };
        let row = |row: &[usize]| row.iter().map(name).collect::<Vec<_>>().join(" ");
        tiles.chunks(4).map(|tiles| format!("  {}\n", row(tiles))).collect::<String>()
    };
    let goal = picture(&(0..16).collect::<Vec<_>>());
    lines.map(move |line| {
        let numbers: Vec<usize> = line.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        let tray = picture(&numbers[1..]);
        (format!("marquetry sliding\nlabels own\ntray\n{tray}goal\n{goal}"), numbers[0])
    })
}

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
