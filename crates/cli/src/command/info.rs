use marquetry_puzzle::analyse;

use super::Exit;
use super::input::Input;
use super::output::{Complaint, print};

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
        let (format, puzzle) = self.input.read(self.goal.as_deref())?;
        let facts = analyse(&puzzle);
        let mut out = format!("{:<24} {}\n", "format", format.name());
        for (name, value) in &facts.facts {
            out += &format!("{name:<24} {value}\n");
        }
        for reason in &facts.impossible {
            out += &format!("{:<24} {reason}\n", "impossible, because");
        }
        print(&out)?;
        Ok(if facts.impossible.is_empty() { Exit::Yes } else { Exit::No })
    }
}
