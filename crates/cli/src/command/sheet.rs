use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use marquetry_draw::{Entry, Paper, Sheets};
use marquetry_formats::detect::{Format, Hints, read};
use marquetry_formats::{Diagnostic, Rejected, Source, json};
use marquetry_play::rating::{How, rate};
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_report::words::rated;
use marquetry_search::{Ending, Limits, Outcome, Search, StopFlag, each_solution};

use super::Exit;
use super::changes::Changes;
use super::input::{ask_for_goal, read_source};
use super::output::{Complaint, hush, note, write_file};
use super::signal::stop_on_signal;
use super::units::{bytes, duration, millimetres, time_words};

/// Print puzzles to cut out and play, as a PDF file.
///
/// Boards, pieces, tiles and blocks have their true size; boards that are too long go over several pages, with marks to glue
/// them. Each puzzle begins a page with its name and how hard it is, and the solutions are upside down on the last pages. A
/// puzzle that is not solved in time is printed all the same, with a sentence in place of its solution. Exit code 130:
/// interrupted, with the solutions found so far.
#[derive(clap::Args)]
pub struct Sheet {
    /// Files, - for standard input, names of built-in puzzles, or links. A file of JSON Lines, as 'generate --count' writes
    /// it, has a puzzle a line
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,
    /// Where to write: a file ending in .pdf, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The paper
    #[arg(long, value_enum, default_value = "a4")]
    paper: Sort,
    /// The side of a cell: 15mm, 1.5cm or 0.6in [default: 15mm; tiles up to 25mm, as a page has room]
    #[arg(long, value_name = "LENGTH", value_parser = millimetres)]
    size: Option<f32>,
    /// Begin with a cover that has this title
    #[arg(long, value_name = "TITLE")]
    cover: Option<String>,
    /// Look for each solution at most so long, and as long again for how hard the puzzle is
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    time: Duration,
    /// Use at most this much memory
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "4GiB")]
    memory: u64,
    /// Read the puzzles in this format instead of telling it from their content
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    #[command(flatten)]
    changes: Changes,
    /// Say nothing on standard error but what went wrong
    #[arg(short, long)]
    quiet: bool,
}

/// Sorts of paper.
#[derive(Copy, Clone, clap::ValueEnum)]
enum Sort {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl Sheet {
    pub fn run(&self) -> Result<Exit, Complaint> {
        hush(self.quiet);
        let path = &self.output;
        let pdf = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"));
        if !pdf && path != Path::new("-") {
            return Err(Complaint::Words(format!("{} must end in .pdf", path.display())));
        }
        let mut puzzles = Vec::new();
        for name in &self.puzzles {
            puzzles.extend(self.read(name)?);
        }
        let paper = match self.paper {
            Sort::A4 => Paper::A4,
            Sort::Letter => Paper::Letter,
        };
        let sheets = Sheets { paper, cell: self.size };
        let complain = |error: marquetry_draw::Unprintable| Complaint::Words(error.to_string());
        // Nobody waits for solutions of what cannot be printed.
        sheets.check(&puzzles).map_err(complain)?;
        let stop = stop_on_signal();
        let entries: Vec<Entry<'_>> =
            puzzles.iter().map(|puzzle| self.entry(puzzle, &stop)).collect::<Result<_, _>>()?;
        let book = sheets.book(self.cover.as_deref(), &entries).map_err(complain)?;
        write_file(path, &book)?;
        Ok(if stop.stopped() { Exit::Interrupted } else { Exit::Yes })
    }

    /// The puzzles behind an argument.
    fn read(&self, name: &str) -> Result<Vec<Puzzle>, Complaint> {
        let source = read_source(name)?;
        if let Some(lines) = json_lines(&source.text).filter(|_| self.from.is_none()) {
            return lines.into_iter().map(|at| self.line(&source, at)).collect();
        }
        let hints = Hints { from: self.from, ..Hints::default() };
        let (format, puzzle) = read(&source, &hints)?;
        ask_for_goal(format, "marquetry convert PUZZLE GOAL makes one file of both", None)?;
        Ok(vec![self.changes.make(puzzle)?])
    }

    /// The puzzle of a line.
    fn line(&self, source: &Source, (at, line): (usize, &str)) -> Result<Puzzle, Complaint> {
        let puzzle = json::read(line).map_err(|faults| {
            let moved = |fault: Diagnostic| Diagnostic {
                span: fault.span.start + at..fault.span.end + at,
                ..fault
            };
            Rejected::one(source.clone(), faults.into_iter().map(moved).collect::<Vec<_>>())
        })?;
        self.changes.make(puzzle)
    }

    /// A puzzle with how hard it is and with its solution.
    fn entry<'a>(&self, puzzle: &'a Puzzle, stop: &StopFlag) -> Result<Entry<'a>, Complaint> {
        let (time, memory) = (Some(self.time), Some(self.memory));
        let limits = Limits { time, memory, ..Limits::default() };
        let mut found = None;
        let keep = each_solution(|solution: &Solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        });
        let outcome = Search::new(puzzle).limits(limits).first(1).until(stop.clone()).run(keep)?;
        let answer = found.ok_or_else(|| self.unsolved(&outcome));
        if let Err(words) = &answer {
            note(&format!("{}: {words}", puzzle.title()));
        }
        let words = match outcome.ending {
            Ending::Exhausted if answer.is_err() => Vec::new(),
            _ => {
                let how = How { limits, ..How::default() };
                let rating = rate(puzzle, &how, stop)?;
                let rows = rated(puzzle, &rating, how.metric).into_iter();
                let kept = ["difficulty", "solution", "solutions"];
                let kept = rows.filter(|(name, _)| kept.contains(name));
                kept.map(|(name, value)| format!("{name}: {value}")).collect()
            }
        };
        Ok(Entry { puzzle, words, answer })
    }

    /// What is said in place of a solution.
    fn unsolved(&self, outcome: &Outcome) -> String {
        match outcome.ending {
            Ending::Exhausted => "there is no solution".to_owned(),
            Ending::TimeLimit => format!("no solution was found in {}", time_words(self.time)),
            Ending::Cancelled => "no solution was found before an interrupt".to_owned(),
            _ => "no solution was found in the memory that there is".to_owned(),
        }
    }
}

/// The lines of JSON Lines that are not blank, each with where it begins; `None` where a text is something else.
fn json_lines(text: &str) -> Option<Vec<(usize, &str)>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            lines.push((at, line.trim_end()));
        }
        at += line.len();
    }
    let whole = |line: &str| line.starts_with('{') && line.ends_with('}');
    (lines.len() > 1 && lines.first().is_some_and(|first| whole(first.1))).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_lines_are_told_from_other_texts() {
        let lines = json_lines("{\"v\": 1}\n\n{\"v\": 2}\n").unwrap();
        assert_eq!(lines, [(0, "{\"v\": 1}"), (10, "{\"v\": 2}")]);
        for other in ["", "{\n  \"v\": 1\n}\n", "{\"v\": 1}\n", "marquetry tiling\nboard\n  #\n"] {
            assert_eq!(json_lines(other), None, "{other}");
        }
    }
}
