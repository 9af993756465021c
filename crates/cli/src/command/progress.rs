//! The progress line: on a terminal alone, on standard error.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use marquetry_report::rate;
use marquetry_search::Stats;

use super::units::{grouped, plural, size_words, time_words};

/// A line that shows how a search is doing, where somebody can see it.
pub struct Line(Option<ProgressBar>);

impl Line {
    /// A line that is drawn only if somebody can see it.
    pub fn new(wanted: bool) -> Line {
        let seen = wanted && std::io::stderr().is_terminal();
        Line(seen.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            match ProgressStyle::with_template("{spinner} {msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        }))
    }

    /// Shows the latest counters.
    pub fn show(&self, stats: &Stats) {
        if let Some(bar) = &self.0 {
            bar.set_message(words(stats));
            bar.tick();
        }
    }

    /// Shows some words beside the time that has passed; empty ones are left out.
    pub fn tell(&self, words: &[String]) {
        if let Some(bar) = &self.0 {
            let words = words.iter().map(String::as_str).filter(|words| !words.is_empty());
            let words: Vec<&str> = words.collect();
            bar.set_message(format!("{} · {}", time_words(bar.elapsed()), words.join(" · ")));
            bar.tick();
        }
    }

    /// Runs something that prints, with the line out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.0.iter().for_each(ProgressBar::finish_and_clear);
    }
}

fn words(stats: &Stats) -> String {
    let mut words = format!(
        "{} · {} nodes · {}/s · {}",
        time_words(stats.elapsed),
        grouped(stats.nodes),
        grouped(rate(stats)),
        plural(stats.solutions, "solution"),
    );
    if stats.on_cards > 0 {
        let cards = Stats { nodes: stats.on_cards, ..*stats };
        words += &format!(" · {}/s of them on cards", grouped(rate(&cards)));
    }
    if let Some(breadth) = stats.breadth {
        words += &format!(
            " · depth {}, {} wide · {}",
            breadth.depth,
            grouped(breadth.frontier),
            size_words(breadth.memory)
        );
        if breadth.disk > 0 {
            words += &format!(" and {} on disk", size_words(breadth.disk));
        }
    }
    if let Some(done) = stats.done.filter(|done| *done > 0.0) {
        words += &format!(" · {:.1} % searched", done * 100.0);
        // Below one part in a thousand an estimate says nothing.
        if done > 0.001 {
            let left =
                Duration::try_from_secs_f64(stats.elapsed.as_secs_f64() * (1.0 - done) / done);
            words +=
                &left.map_or(String::new(), |left| format!(", about {} left", time_words(left)));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use marquetry_search::Breadth;

    use super::*;

    #[test]
    fn what_cards_and_cores_do_is_told_apart() {
        let elapsed = Duration::from_secs(10);
        let stats = Stats { nodes: 5_600, on_cards: 5_000, elapsed, ..Stats::default() };
        let line = "10.00 s · 5,600 nodes · 560/s · 0 solutions · 500/s of them on cards";
        assert_eq!(words(&stats), line);
    }

    #[test]
    fn a_breadth_first_search_shows_its_depth_frontier_memory_and_disk() {
        let breadth = Breadth { depth: 31, frontier: 4_567_890, memory: 201 << 20, disk: 3 << 30 };
        let stats = Stats {
            nodes: 30_000_000,
            elapsed: Duration::from_secs(6),
            breadth: Some(breadth),
            ..Stats::default()
        };
        let line = "6.00 s · 30,000,000 nodes · 5,000,000/s · 0 solutions · depth 31, 4,567,890 wide · \
                    201 MiB and 3.0 GiB on disk";
        assert_eq!(words(&stats), line);
    }
}
