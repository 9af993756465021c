use std::path::PathBuf;

use marquetry_formats::detect::read_solutions;

use super::Exit;
use super::gallery::Gallery;
use super::input::{Input, read_source};
use super::output::{Colours, Complaint, Manner, no_picture, picture, print, tell, write_file};
use super::units::millimetres;

/// Draw a puzzle, or solutions of it.
#[derive(clap::Args)]
pub struct Draw {
    #[command(flatten)]
    input: Input,
    /// The solutions to draw: a file, - for standard input, or a link
    solution: Option<String>,
    /// The goal's file, for a Berkeley tray
    #[arg(long, value_name = "FILE")]
    goal: Option<String>,
    /// Where to draw: a file ending in .svg, .pdf, .png, .gif or .txt, or a new folder for many solutions and their contact
    /// sheet [default: text on standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    /// Let an .svg show the solution of a sliding puzzle moving, as a .gif always does
    #[arg(long, requires = "output")]
    animate: bool,
    /// Let an .svg hold outlines alone for a laser cutter, each edge once, in millimetres
    #[arg(long, requires = "output", conflicts_with = "animate")]
    cut: bool,
    /// The side of a cell to cut: 15mm, 1.5cm or 0.6in [default: 15mm]
    #[arg(long, value_name = "LENGTH", value_parser = millimetres, requires = "cut")]
    size: Option<f32>,
}

impl Draw {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let (_, puzzle) = self.input.read(self.goal.as_deref())?;
        let solutions = match &self.solution {
            Some(name) => read_solutions(&puzzle, &read_source(name)?, None)?,
            None => Vec::new(),
        };
        let manner = Manner::new(self.animate, self.cut, self.size);
        match &self.output {
            None if solutions.is_empty() => {
                print(&marquetry_draw::text(&puzzle, None, Colours::ink()))?;
            }
            None => {
                let page = |s| marquetry_draw::text(&puzzle, Some(s), Colours::ink());
                print(&solutions.iter().map(page).collect::<Vec<_>>().join("\n"))?;
            }
            Some(path) if solutions.is_empty() => {
                let drawn = picture(path, &puzzle, None, manner);
                write_file(path, &drawn.ok_or_else(|| no_picture(path))??)?;
            }
            Some(path) => {
                let mut gallery = Gallery::new(&puzzle, path, solutions.len() > 1, manner)?;
                solutions.iter().try_for_each(|solution| gallery.add(solution))?;
                gallery.finish()?.iter().for_each(|words| tell(format_args!("{words}\n")));
            }
        }
        Ok(Exit::Yes)
    }
}
