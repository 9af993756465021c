use marquetry_formats::builtin::BUILTIN;

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
        let families = ["matching", "tiling", "sliding"];
        if let Some(family) = self.family.as_deref().filter(|family| !families.contains(family)) {
            return Err(Complaint::Words(format!(
                "'{family}' is not one of {}",
                families.join(", ")
            )));
        }
        let mut out = String::new();
        for family in families
            .into_iter()
            .filter(|f| self.family.as_deref().is_none_or(|wanted| wanted == *f))
        {
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
