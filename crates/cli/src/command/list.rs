use marquetry_formats::builtin::BUILTIN;
use marquetry_puzzle::Family;

use super::Exit;
use super::output::{Complaint, print};

/// List the built-in puzzles by family.
#[derive(clap::Args)]
pub struct List {
    /// Only this family: matching, tiling or sliding
    family: Option<String>,
}

impl List {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let wanted = self.family.as_deref().map(str::parse::<Family>).transpose();
        let wanted = wanted.map_err(|none| Complaint::Words(none.to_string()))?;
        let mut out = String::new();
        for family in Family::ALL.into_iter().filter(|&f| wanted.is_none_or(|wanted| wanted == f)) {
            out += &format!("{family}\n");
            for builtin in BUILTIN.iter().filter(|builtin| builtin.family == family) {
                let title =
                    builtin.puzzle().map_or(String::new(), |puzzle| puzzle.title().to_owned());
                out += &format!("  {:<22} {title}\n", builtin.name);
            }
        }
        print(&out)?;
        Ok(Exit::Yes)
    }
}
