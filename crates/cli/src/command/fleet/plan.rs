use std::time::Duration;

use marquetry_fleet::{self as fleet, Question, Store, resumable};
use marquetry_puzzle::Puzzle;
use marquetry_search::Failure;
use marquetry_search::matching::best::search_for;
use serde_json::json;

use super::Place;
use crate::command::Exit;
use crate::command::asking::Asking;
use crate::command::best::Wanted;
use crate::command::input::Input;
use crate::command::output::{Complaint, print};
use crate::command::units::{Fill, duration, some};

/// Plan a run.
///
/// Nothing is searched yet. A run that is there already, with the same puzzle and question, is not planned again.
#[derive(clap::Args)]
pub struct Plan {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    asking: Asking,
    /// The engine to use instead of the usual one
    #[arg(long)]
    engine: Option<String>,
    /// Fill the board of a matching puzzle in this order, with the engine rows
    #[arg(long, value_enum, value_name = "ORDER")]
    fill: Option<Fill>,
    /// Look for the best board of a matching puzzle that is too hard to solve; a unit is a seed
    #[arg(long, conflicts_with_all = ["all", "count", "n", "distinct", "looks", "fill"])]
    best: bool,
    /// What the best board is to have most of
    #[arg(
        long = "for",
        value_enum,
        value_name = "GOAL",
        default_value = "edges",
        requires = "best"
    )]
    goal: Wanted,
    /// Let up to this many cells of the best board stay empty
    #[arg(long, value_name = "N", default_value_t = 0, requires = "best")]
    holes: usize,
    /// How many seeds to look for the best board with
    #[arg(long, value_name = "N", value_parser = some, default_value = "100", requires = "best")]
    seeds: u64,
    /// The first of these seeds
    #[arg(long, value_name = "N", default_value_t = 1, requires = "best")]
    seed: u64,
    /// What to call the run [default: the puzzle's title]
    #[arg(long)]
    name: Option<String>,
    /// How long a unit of work takes [default: 10s; with --best 10m]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    unit: Option<Duration>,
    /// How long a worker keeps a unit without a sign of life
    #[arg(long, value_name = "TIME", value_parser = lease, default_value = "60s")]
    lease: Duration,
    /// Set a unit aside after this many failures
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// The least lease that a worker can keep.
fn lease(text: &str) -> Result<Duration, String> {
    let least = Duration::from_millis(200);
    duration(text).and_then(|lease| match lease >= least {
        true => Ok(lease),
        false => Err("write 200ms or more".to_owned()),
    })
}

impl Plan {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let (_, puzzle) = self.input.read(None)?;
        let question = self.question();
        self.refuse(&puzzle, &question)?;
        let title = Some(puzzle.title()).filter(|title| !title.is_empty());
        let name = self.name.as_deref().or(title).unwrap_or("a puzzle");
        let mut plan = fleet::Plan::new(&puzzle, question, name);
        (plan.lease, plan.tries) = (self.lease, self.tries);
        let usual = if self.best { Duration::from_secs(600) } else { plan.unit };
        plan.unit = self.unit.unwrap_or(usual).max(Duration::from_millis(1));
        plan.seeds = self.seed..self.seed.saturating_add(self.seeds);
        let complain = |error| self.place.complain(error);
        let mut store = Store::make(&self.place.store).map_err(complain)?;
        let (run, new) = store.plan(&plan).map_err(complain)?;
        let words = plan.question.words();
        print(&match self.json {
            true => format!("{}\n", json!({"v": 1, "run": run, "name": name, "new": new})),
            false if new => format!("run {run}: {name}: {words}\n"),
            false => format!("run {run} is there already: {name}: {words}\n"),
        })?;
        Ok(Exit::Yes)
    }

    fn question(&self) -> Question {
        let order = self.fill.map(Fill::order);
        let settings = marquetry_search::Settings {
            engine: self.engine.clone(),
            order,
            ..self.asking.settings()
        };
        let few = !(self.asking.all || self.asking.count || self.best);
        let limits = marquetry_search::Limits {
            solutions: few.then_some(self.asking.n),
            ..Default::default()
        };
        let best = self.best.then_some(fleet::Best {
            tiles: matches!(self.goal, Wanted::Tiles),
            holes: self.holes,
        });
        Question { best, ..Question::new(&settings, &limits) }
    }

    /// Complains of what no worker could do.
    fn refuse(&self, puzzle: &Puzzle, question: &Question) -> Result<(), Complaint> {
        let Some(best) = &question.best else {
            return resumable(puzzle, &question.settings(1))
                .map_err(|error| Complaint::Words(error.to_string()));
        };
        search_for(&question.hunt(best, 1))?;
        match puzzle {
            Puzzle::Matching(_) => Ok(()),
            _ => Err(Failure::Unsupported("only matching puzzles have a best board".into()).into()),
        }
    }
}
