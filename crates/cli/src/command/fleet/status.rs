use std::io::IsTerminal;
use std::time::Duration;

use marquetry_fleet as fleet;

use super::Place;
use crate::command::Exit;
use crate::command::output::{Complaint, print};
use crate::command::signal::stop_on_signal;
use crate::command::units::{grouped, plural, time_words};

/// How often it is asked anew with `--watch`.
const EVERY: Duration = Duration::from_secs(2);

/// Say how far a run is, who works on it, and how long it will take.
///
/// The share that is done and the time that is left are estimates: they take all subtrees of a node as alike, and the workers as
/// staying. In brackets stands how far they may be off, by how much the units so far have differed.
#[derive(clap::Args)]
pub struct Status {
    #[command(flatten)]
    place: Place,
    /// The run's number or name [default: the latest]
    run: Option<String>,
    /// Say it again every two seconds, until the run is over
    #[arg(long)]
    watch: bool,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl Status {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let complain = |error| self.place.complain(error);
        let stop = stop_on_signal();
        let mut store = self.place.glance()?;
        loop {
            let run = store.run(self.run.as_deref()).map_err(complain)?;
            let status = store.status(&run).map_err(complain)?;
            let home = self.watch && !self.json && std::io::stdout().is_terminal();
            let clear = if home { "\x1b[H\x1b[J" } else { "" };
            print(&match self.json {
                true => line(&status),
                false => format!("{clear}{}", words(&status)),
            })?;
            if !self.watch || status.state != "open" || stop.stopped() {
                return Ok(Exit::Yes);
            }
            let until = std::time::Instant::now() + EVERY;
            while !stop.stopped() && std::time::Instant::now() < until {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// It as a line of JSON.
pub fn line(status: &fleet::Status) -> String {
    format!("{}\n", serde_json::to_string(status).unwrap_or_default())
}

fn words(status: &fleet::Status) -> String {
    let engine = status.engine.as_ref().map(|engine| format!(", engine {engine}"));
    let mut lines = vec![
        format!(
            "run {}: {}: {}{}",
            status.run,
            status.name,
            status.question.words(),
            engine.unwrap_or_default()
        ),
        format!(
            "  {}: {:.1} % done, {} found, {} nodes in {} of work",
            status.state,
            100.0 * status.done,
            number(status.found),
            grouped(status.nodes),
            seconds(status.seconds)
        ),
        format!(
            "  {} closed, {} held, {} free",
            plural(status.closed, "unit"),
            grouped(status.held),
            grouped(status.free)
        ),
    ];
    if status.aside > 0 {
        let retry = "'marquetry fleet retry' tries again";
        lines.push(format!("  {} set aside: {retry}", plural(status.aside, "unit")));
    }
    if !status.workers.is_empty() {
        let waits = status.workers.iter().filter(|worker| worker.waits).count();
        let waiting = if waits > 0 { format!(", {waits} of them waiting") } else { String::new() };
        let workers = plural(status.workers.len() as u64, "worker");
        lines.push(format!("  {workers}{waiting}, {} nodes a second", grouped(status.rate as u64)));
    }
    if let Some([likely, least, most]) = status.left {
        lines.push(format!(
            "  about {} left ({} to {})",
            seconds(likely),
            seconds(least),
            seconds(most)
        ));
    }
    lines.join("\n") + "\n"
}

fn seconds(number: f64) -> String {
    time_words(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

/// A number of solutions, exact as long as it can be.
fn number(found: f64) -> String {
    if found < 9e15 { grouped(found as u64) } else { format!("about {found:.3e}") }
}
