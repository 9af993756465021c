use marquetry_formats::detect::Format;
use marquetry_puzzle::analyse::Facts;
use marquetry_puzzle::{Puzzle, analyse};

use super::Exit;
use super::input::{Given, Input};
use super::output::{Complaint, print};
use super::pieces;

/// Say what can be said of a puzzle without searching.
///
/// Exit code 1 means that the puzzle is proved to have no solution.
#[derive(clap::Args)]
pub struct Info {
    #[command(flatten)]
    input: Input,
    /// The goal's file, for a Berkeley tray
    goal: Option<String>,
}

impl Info {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let (format, puzzle, known) = match self.input.read_any(self.goal.as_deref())? {
            Given::Puzzle(format, puzzle, known) => (format, puzzle, known),
            Given::Items(problem) => {
                let secondary = problem.items.iter().filter(|item| item.times.is_none()).count();
                let rows = [
                    ("format", Format::Dlx.name().to_owned()),
                    ("primary items", (problem.items.len() - secondary).to_string()),
                    ("secondary items", secondary.to_string()),
                    ("colours", problem.colours.len().to_string()),
                    ("options", problem.options.len().to_string()),
                ];
                let row = |(name, value): &(&str, String)| format!("{name:<24} {value}\n");
                print(&rows.iter().map(row).collect::<String>())?;
                return Ok(Exit::Yes);
            }
        };
        let facts = analyse(&puzzle);
        let says =
            |(name, value): (&str, Option<u64>)| value.map(|value| format!("{name:<24} {value}\n"));
        let puzzles = Some(known.puzzles as u64).filter(|&puzzles| puzzles > 1);
        let file = [
            ("puzzles in the file", puzzles),
            ("moves, says the file", known.moves),
            ("solutions, says the file", known.solutions),
        ];
        let file: String = file.into_iter().filter_map(says).collect();
        print(&(report(format, &puzzle, &facts) + &file))?;
        Ok(if facts.impossible.is_empty() { Exit::Yes } else { Exit::No })
    }
}

/// How a puzzle was understood, and what was found out about it.
pub fn report(format: Format, puzzle: &Puzzle, facts: &Facts) -> String {
    let mut out = format!("{:<24} {}\n", "format", format.name());
    for (name, value) in &facts.facts {
        out += &format!("{name:<24} {value}\n");
    }
    for look in &facts.not_looked_at {
        out += &format!("{:<24} {}\n", "not looked at", look.words());
    }
    for reason in &facts.impossible {
        out += &format!("{:<24} {reason}\n", "impossible, because");
    }
    if let Puzzle::Tiling(p) = puzzle {
        out += &pieces::table(p);
    }
    out
}
