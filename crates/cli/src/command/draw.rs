use std::path::PathBuf;

use marquetry_formats::detect::read_solutions;

use super::Exit;
use super::input::{Input, read_source};
use super::output::{Colours, Complaint, no_picture, picture, print, write_file};

/// Draw a puzzle, or a solution of it.
#[derive(clap::Args)]
pub struct Draw {
    #[command(flatten)]
    input: Input,
    /// The solution to draw: a file, - for standard input, or a link
    solution: Option<String>,
    /// The goal's file, for a Berkeley tray
    #[arg(long, value_name = "FILE")]
    goal: Option<String>,
    /// Where to draw, ending in .svg, .png, .gif or .txt [default: text on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Let an .svg show the solution of a sliding puzzle moving, as a .gif always does
    #[arg(long, requires = "output")]
    animate: bool,
}

impl Draw {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let (_, puzzle) = self.input.read(self.goal.as_deref())?;
        let solutions = match &self.solution {
            Some(name) => read_solutions(&puzzle, &read_source(name)?, None)?,
            None => Vec::new(),
        };
        let solution = solutions.first();
        match &self.output {
            None => print(&marquetry_draw::text(&puzzle, solution, Colours::ink()))?,
            Some(path) => {
                let drawn = picture(path, &puzzle, solution, self.animate);
                let bytes = drawn.ok_or_else(|| no_picture(path))??;
                write_file(path, &bytes)?;
            }
        }
        Ok(Exit::Yes)
    }
}
