//! Single solutions by number and at random.

use marquetry_search::tiling::pick::Pick;
use marquetry_search::{BigUint, Ending, Outcome};

use crate::command::units::{grouped, plural, some};

/// Which solutions of a tiling puzzle to show, where it is not the first ones or all.
#[derive(clap::Args)]
#[group(multiple = false)]
pub struct Picking {
    /// Show so many solutions at random, each with the same chance
    #[arg(long, help_heading = "Tiling puzzles", value_name = "N", value_parser = some, conflicts_with_all = ["n", "all", "count", "engine"])]
    sample: Option<u64>,
    /// Show the solution with this number, counted from 1 in an order of the counter's own
    #[arg(long, help_heading = "Tiling puzzles", value_name = "K", value_parser = number, conflicts_with_all = ["n", "all", "count", "engine", "distinct"])]
    nth: Option<BigUint>,
}

impl Picking {
    /// What is to be picked, if anything.
    pub fn pick(&self) -> Option<Pick> {
        self.nth.clone().map(Pick::Nth).or(self.sample.map(Pick::Sample))
    }

    /// How many are wanted at random.
    pub fn sample(&self) -> Option<u64> {
        self.sample
    }

    /// What was picked of how many, unless a limit came first or there is nothing to pick from.
    pub fn words(&self, outcome: &Outcome, kind: &str) -> Option<String> {
        let all = outcome.total.as_ref().filter(|all| **all != BigUint::ZERO)?;
        let of = grouped(all);
        match (self.pick()?, outcome.ending) {
            (Pick::Nth(n), Ending::Enough) => Some(format!("solution {} of {of}", grouped(n))),
            (Pick::Nth(n), Ending::Exhausted) => {
                Some(format!("no solution has the number {}: there are {of}", grouped(n)))
            }
            (Pick::Sample(n), Ending::Enough) => {
                Some(format!("{}{kind} at random, of {of} in all", plural(n, "solution")))
            }
            _ => None,
        }
    }
}

fn number(text: &str) -> Result<BigUint, String> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let number = digits.parse().ok().filter(|number| *number != BigUint::ZERO);
    number.ok_or_else(|| "write a whole number of 1 or more".into())
}
