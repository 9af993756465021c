//! Sets of pieces by name.

use std::path::PathBuf;

use marquetry_formats::native::write_pieces;
use marquetry_puzzle::Tiling;
use marquetry_puzzle::tiling::{PieceSet, Setup};

use super::Exit;
use super::output::{Complaint, no_picture, print, write_file};
use super::pieces;

/// List, count, draw or write all pieces of so many cells.
///
/// Without a name it lists the sets. A name may have `one-sided` or `fixed` before it, and `free` before cubes.
#[derive(clap::Args)]
pub struct Sets {
    /// The set, such as: pentominoes, one-sided tetrominoes, fixed hexiamonds
    name: Vec<String>,
    /// Only say how many there are
    #[arg(long)]
    count: bool,
    /// Write the pieces as lines of a native file
    #[arg(long, conflicts_with = "count")]
    native: bool,
    /// Draw the pieces on a sheet: a file ending in .svg, .pdf or .png
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
}

impl Sets {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let name = self.name.join(" ");
        if name.is_empty() {
            print(&PieceSet::names().map(|name| format!("{name}\n")).collect::<String>())?;
            return Ok(Exit::Yes);
        }
        let set = PieceSet::by_name(&name).ok_or_else(|| {
            let help =
                "'marquetry pieces' lists them; one-sided or fixed may stand before the name";
            Complaint::Words(format!("there is no set of pieces '{name}'\n{help}"))
        })?;
        let pieces = set.pieces();
        if let Some(path) = &self.draw {
            let sheet = self.sheet(set)?;
            let bytes = match path.extension().and_then(|end| end.to_str()) {
                Some("svg") => marquetry_draw::pieces_svg(&sheet).into_bytes(),
                Some("pdf") => marquetry_draw::pieces_pdf(&sheet),
                Some("png") => marquetry_draw::pieces_png(&sheet, 2.0)
                    .map_err(|error| Complaint::Words(error.to_string()))?,
                _ => return Err(no_picture(path)),
            };
            write_file(path, &bytes)?;
        }
        if self.count {
            print(&format!("{}\n", pieces.len()))?;
        } else if self.native {
            print(&write_pieces(set.grid, &pieces))?;
        } else if self.draw.is_none() {
            print(&pieces::table(&self.sheet(set)?))?;
        }
        Ok(Exit::Yes)
    }

    /// The pieces as a puzzle, on a board as large as one of them.
    fn sheet(&self, set: PieceSet) -> Result<Tiling, Complaint> {
        let pieces = set.pieces();
        let board = pieces.last().map(|piece| piece.shape.clone()).unwrap_or_default();
        let title = self.name.join(" ");
        let setup = Setup { title, grid: set.grid, board, pieces, ..Setup::default() };
        Tiling::new(setup).map_err(|faults| {
            let words: Vec<String> = faults.iter().map(|fault| fault.message.clone()).collect();
            Complaint::Words(words.join("\n"))
        })
    }
}
