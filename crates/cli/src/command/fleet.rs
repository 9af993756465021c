//! Long runs in a store that many processes and machines work on.

mod answer;
mod plan;
mod status;
mod work;

use std::path::Path;

use marquetry_fleet::{Error, Run, State, Store};
use serde_json::json;

use super::Exit;
use super::output::{Complaint, print};

/// Search on many machines: plan a run in a store, let any number of workers search it, ask how it stands
///
/// A store is a SQLite file, for the processes of one machine, or a PostgreSQL database, for all machines that reach it. A worker
/// may be stopped or killed at any moment: what it had is searched by another, and nothing is counted twice or lost.
#[derive(clap::Args)]
pub struct Fleet {
    #[command(subcommand)]
    order: Order,
}

#[derive(clap::Subcommand)]
enum Order {
    /// Plan a run
    Plan(Box<plan::Plan>),
    /// Work on the runs of a store until all are over
    Work(work::Work),
    /// Say how far a run is, who works on it, and how long it will take
    Status(status::Status),
    /// Print the answer of a run, or what is known of it
    Answer(answer::Answer),
    /// List the runs of a store
    List(List),
    /// Let nobody work on a run any more
    Cancel(Named),
    /// Try units again that were set aside, and go on with a run that was cancelled
    Retry(Named),
}

/// A store.
#[derive(clap::Args)]
struct Place {
    /// A file, or postgres://USER@HOST/DATABASE
    #[arg(value_name = "STORE")]
    store: String,
}

impl Place {
    /// What went wrong with it. A password is never told.
    fn complain(&self, error: Error) -> Complaint {
        Complaint::Words(format!("{}: {error}", Store::shown(&self.store)))
    }

    fn open(&self) -> Result<Store, Complaint> {
        Store::open(&self.store).map_err(|error| self.complain(error))
    }

    fn glance(&self) -> Result<Store, Complaint> {
        Store::glance(&self.store).map_err(|error| self.complain(error))
    }
}

/// List the runs of a store.
#[derive(clap::Args)]
struct List {
    #[command(flatten)]
    place: Place,
    /// Print a JSON object a run
    #[arg(long)]
    json: bool,
}

/// A run that must be named.
#[derive(clap::Args)]
struct Named {
    #[command(flatten)]
    place: Place,
    /// The run's number or name
    run: String,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl Fleet {
    pub fn run(&self) -> Result<Exit, Complaint> {
        match &self.order {
            Order::Plan(plan) => plan.run(),
            Order::Work(work) => work.run(),
            Order::Status(status) => status.run(),
            Order::Answer(answer) => answer.run(),
            Order::List(list) => list.run(),
            Order::Cancel(named) => named.cancel(),
            Order::Retry(named) => named.retry(),
        }
    }
}

impl List {
    fn run(&self) -> Result<Exit, Complaint> {
        let complain = |error| self.place.complain(error);
        let mut store = self.place.glance()?;
        for run in store.runs().map_err(complain)? {
            let status = store.status(&run).map_err(complain)?;
            print(&match self.json {
                true => status::line(&status),
                false => format!(
                    "{:>4}  {:<9}  {:>5.1} %  {}: {}\n",
                    status.run,
                    status.state,
                    100.0 * status.done,
                    status.name,
                    status.question.words()
                ),
            })?;
        }
        Ok(Exit::Yes)
    }
}

impl Named {
    fn find(&self) -> Result<(Store, Run), Complaint> {
        let mut store = self.place.open()?;
        let run = store.run(Some(&self.run)).map_err(|error| self.place.complain(error))?;
        Ok((store, run))
    }

    fn cancel(&self) -> Result<Exit, Complaint> {
        let (mut store, run) = self.find()?;
        store.set_state(&run, State::Cancelled).map_err(|error| self.place.complain(error))?;
        print(&match self.json {
            true => format!("{}\n", json!({"v": 1, "run": run.id, "state": "cancelled"})),
            false => format!("run {} is cancelled; what it has found is kept\n", run.id),
        })?;
        Ok(Exit::Yes)
    }

    fn retry(&self) -> Result<Exit, Complaint> {
        let (mut store, run) = self.find()?;
        let units = store.retry(&run).map_err(|error| self.place.complain(error))?;
        print(&match self.json {
            true => format!("{}\n", json!({"v": 1, "run": run.id, "units": units})),
            false => format!(
                "run {} goes on; {} to be tried again\n",
                run.id,
                super::units::plural(units, "unit")
            ),
        })?;
        Ok(Exit::Yes)
    }
}

/// What people call this machine.
fn host() -> String {
    let name = std::fs::read_to_string(Path::new("/proc/sys/kernel/hostname")).ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| "worker".to_owned())
}
