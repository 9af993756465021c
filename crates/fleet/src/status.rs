//! How a run stands.

use serde::Serialize;

use crate::store::{Run, State, Store, WorkerRow};
use crate::{Error, Question};

/// How a run stands.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// The form in which this is written.
    pub v: u32,
    /// The number of the run.
    pub run: i64,
    /// Its name.
    pub name: String,
    /// `open`, `done`, `enough` or `cancelled`.
    pub state: &'static str,
    /// What is asked.
    pub question: Question,
    /// The engine that was chosen, once one was.
    pub engine: Option<String>,
    /// The share that is done, 0 to 1, as far as the tree tells.
    pub done: f64,
    /// How many solutions were found so far: exact up to 9,007,199,254,740,992.
    pub found: f64,
    /// Nodes searched, and seconds of work in all.
    pub nodes: u64,
    /// The seconds.
    pub seconds: f64,
    /// Nodes a second of all workers that are there.
    pub rate: f64,
    /// Units that are closed, that somebody has, that nobody has, and that were set aside.
    pub closed: u64,
    /// Those that somebody has.
    pub held: u64,
    /// Those that nobody has.
    pub free: u64,
    /// Those that were set aside.
    pub aside: u64,
    /// The workers that are there.
    pub workers: Vec<At>,
    /// How many were there at some time.
    pub all_workers: u64,
    /// Seconds that are left, and the least and most that are likely, where the workers stay as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<[f64; 3]>,
}

/// A worker that is there.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct At {
    /// Its name.
    pub name: String,
    /// Does it wait for work?
    pub waits: bool,
    /// Units that it closed.
    pub closed: u64,
    /// Nodes a second.
    pub rate: f64,
}

impl Store {
    /// How a run stands. It takes as long as the run has workers, however many units there are.
    pub fn status(&mut self, run: &Run) -> Result<Status, Error> {
        let rows = self.workers(run)?;
        let (aside, held) = self.stuck(run)?;
        // The sum of nothing is -0.
        let sum = |of: fn(&WorkerRow) -> f64| 0.0 + rows.iter().map(of).sum::<f64>();
        let whole = |of: fn(&WorkerRow) -> u64| rows.iter().map(of).sum::<u64>();
        let (closed, opened) = (whole(|w| w.closed), run.units + whole(|w| w.opened));
        let free = opened.saturating_sub(closed + aside + held);
        let there = |row: &&WorkerRow| row.unseen < run.lease.as_secs_f64().max(5.0);
        let speed = |nodes: u64, seconds: f64| nodes as f64 / seconds.max(1e-3);
        let workers: Vec<At> = rows
            .iter()
            .filter(there)
            .map(|row| At {
                name: row.name.clone(),
                waits: row.waits,
                closed: row.closed,
                rate: if row.waits { 0.0 } else { speed(row.nodes, row.seconds) },
            })
            .collect();
        let over = opened == closed + aside;
        let (done, seconds) =
            (if over && aside == 0 { 1.0 } else { sum(|w| w.share).min(1.0) }, sum(|w| w.seconds));
        let squares = [0, 1, 2].map(|i| rows.iter().map(|row| row.squares[i]).sum::<f64>());
        let busy = workers.iter().filter(|worker| !worker.waits).count();
        let open = run.state == State::Open && !over;
        Ok(Status {
            v: 1,
            run: run.id,
            name: run.name.clone(),
            state: match run.state {
                State::Open if over => "done",
                State::Open => "open",
                State::Enough => "enough",
                State::Cancelled => "cancelled",
            },
            question: run.question.clone(),
            engine: run.job.as_ref().map(|job| job.engine.clone()),
            done,
            found: sum(|w| w.found),
            nodes: whole(|w| w.nodes),
            seconds,
            rate: 0.0 + workers.iter().map(|worker| worker.rate).sum::<f64>(),
            closed,
            held,
            free,
            aside,
            all_workers: rows.len() as u64,
            left: (open && busy > 0).then(|| left(done, seconds, squares, busy)).flatten(),
            workers,
        })
    }
}

/// Seconds that are left, and the least and most that are likely. A unit takes so long for its share of the tree; how much that
/// differs from unit to unit says how far the rest may differ from what is done.
fn left(done: f64, spent: f64, squares: [f64; 3], busy: usize) -> Option<[f64; 3]> {
    let [seconds2, mixed, share2] = squares;
    (done > 0.0 && done < 1.0).then(|| {
        let dear = spent / done;
        let rest = (1.0 - done) / done;
        let scatter = (seconds2 - 2.0 * dear * mixed + dear * dear * share2).max(0.0);
        let spread = (scatter * (rest * rest + rest)).sqrt();
        let likely = dear * (1.0 - done);
        [likely, (likely - 2.0 * spread).max(0.0), likely + 2.0 * spread].map(|s| s / busy as f64)
    })
}

#[cfg(test)]
mod tests {
    use super::left;

    #[test]
    fn units_that_are_all_alike_say_for_sure_how_much_is_left() {
        // Ten units of a second, each a hundredth of the tree.
        let squares = [10.0, 0.1, 0.001];
        let [likely, least, most] = left(0.1, 10.0, squares, 1).expect("some is left");
        assert!((likely - 90.0).abs() < 1e-9 && most - least < 1e-6, "{likely} {least} {most}");
    }

    #[test]
    fn units_that_differ_leave_a_spread_that_two_workers_halve() {
        let squares = [58.0, 0.1, 0.001];
        let one = left(0.1, 10.0, squares, 1).expect("some is left");
        let two = left(0.1, 10.0, squares, 2).expect("some is left");
        assert!(one[1] < one[0] && one[0] < one[2]);
        assert_eq!(one.map(|s| s / 2.0), two);
    }
}
