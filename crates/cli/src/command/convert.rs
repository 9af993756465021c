use std::path::PathBuf;

use marquetry_formats::detect::{Format, read_solutions, write, write_solutions};

use super::Exit;
use super::input::{Input, read_source};
use super::output::{Complaint, note_left_out, print, tell, write_file};

/// Write a puzzle, or a solution of it, in another format.
#[derive(clap::Args)]
pub struct Convert {
    #[command(flatten)]
    input: Input,
    /// The goal's file, for a Berkeley tray
    goal: Option<String>,
    /// Convert this solution of the puzzle instead of the puzzle itself
    #[arg(long, value_name = "FILE")]
    solution: Option<String>,
    /// Where to write; a Berkeley goal goes beside it with .goal added
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format to write [default: json for .json, otherwise native]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
}

impl Convert {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let (_, puzzle) = self.input.read(self.goal.as_deref())?;
        let ending = self.output.as_ref().and_then(|path| path.extension()?.to_str());
        let format =
            self.to.unwrap_or(if ending == Some("json") { Format::Json } else { Format::Native });
        let (text, goal) = match &self.solution {
            Some(name) => {
                let solutions = read_solutions(&puzzle, &read_source(name)?, None)?;
                (write_solutions(format, &puzzle, &solutions)?, None)
            }
            None => {
                let written = write(format, &puzzle)?;
                note_left_out(format, &written);
                (written.text, written.goal)
            }
        };
        match &self.output {
            Some(path) => {
                write_file(path, text.as_bytes())?;
                if let Some(goal) = goal {
                    let mut beside = path.clone().into_os_string();
                    beside.push(".goal");
                    write_file(&PathBuf::from(beside), goal.as_bytes())?;
                }
            }
            None => {
                print(&text)?;
                if goal.is_some_and(|goal| !goal.is_empty()) {
                    tell("marquetry: the goal is not written; -o FILE writes it to FILE.goal\n");
                }
            }
        }
        Ok(Exit::Yes)
    }
}
