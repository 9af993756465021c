mod arrows;
mod plots;
mod sizes;
mod table;

use marquetry_puzzle::generate::Kind;

use super::Exit;
use super::output::Complaint;

/// Solve many random puzzles and say how long it took and how far it came.
#[derive(clap::Args)]
pub struct Trial {
    #[command(subcommand)]
    family: Family,
}

/// What a trial can be about.
#[derive(clap::Subcommand)]
enum Family {
    Arrows(arrows::Arrows),
    /// Square boards with a frame, size by size; that of 16x16 is Eternity II
    Framed(sizes::Sizes),
    /// Square boards of Tetravex in ten colours, size by size
    Tetravex(sizes::Sizes),
}

impl Trial {
    pub fn run(&self) -> Result<Exit, Complaint> {
        match &self.family {
            Family::Arrows(arrows) => arrows.run(),
            Family::Framed(sizes) => sizes.run(Kind::Framed),
            Family::Tetravex(sizes) => sizes.run(Kind::Tetravex),
        }
    }
}
