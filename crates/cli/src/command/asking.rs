//! What is asked of a search, here or on many machines.

use marquetry_search::Settings;

use super::units::{Distinct, some};

/// Which solutions are wanted.
#[derive(clap::Args)]
pub struct Asking {
    /// How many solutions to find
    #[arg(short, value_name = "N", value_parser = some, default_value = "1", conflicts_with_all = ["all", "count"])]
    pub n: u64,
    /// Find all solutions; of a sliding puzzle, all shortest ones
    #[arg(long, conflicts_with = "count")]
    pub all: bool,
    /// Only say how many solutions there are
    #[arg(long)]
    pub count: bool,
    /// Take solutions that are the same up to symmetry as one; with =turns, only if one is the other turned
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub distinct: Option<Distinct>,
    /// Take boards of tiles that look alike as one, though alike tiles have changed places
    #[arg(long)]
    pub looks: bool,
}

impl Asking {
    /// The usual settings, with what is asked.
    pub fn settings(&self) -> Settings {
        Settings {
            distinct: self.distinct.is_some(),
            turns: self.distinct == Some(Distinct::Turns),
            looks: self.looks,
            count: self.count,
            ..Settings::default()
        }
    }
}
