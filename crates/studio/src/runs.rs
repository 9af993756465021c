//! Runs: searches that go on while nobody asks, and tell their events to those who listen.
//!
//! **Invariant:** there are at most so many, each with a part of the memory; what they tell and find is kept within
//! bounds; one that nobody listens to is stopped.

mod ask;
mod steps;
mod tape;
mod work;

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_search::StopFlag;
use serde::Serialize;
use tokio::sync::watch;

use crate::answer::Problem;
use crate::guard;
pub use ask::Asked;
pub use steps::{Looked, Steps};
pub use tape::Tape;

/// The most runs at a time, and how many are kept with those that have ended.
const MOST_RUNNING: usize = 8;
const MOST_KEPT: usize = 32;
/// The most memory that all runs may have together, the usual part of one, and the least that is worth a start.
const MEMORY: u64 = 4 << 30;
const MEMORY_EACH: u64 = 512 << 20;
const MEMORY_LEAST: u64 = 32 << 20;
/// How long the results of a run that has ended are kept where nobody asks for them.
const FORGOTTEN: Duration = Duration::from_secs(30 * 60);
/// How long the end of the studio waits for its runs.
const PARTING: Duration = Duration::from_secs(5);

/// A run.
#[derive(Debug)]
pub struct Run {
    pub id: String,
    pub kind: &'static str,
    /// What is searched; a run that makes a puzzle has none.
    pub puzzle: Option<Puzzle>,
    pub stop: StopFlag,
    memory: u64,
    state: Mutex<State>,
    /// Is rung when there is something to hear.
    bell: watch::Sender<u64>,
    /// Wakes the search that waits for somebody to look at its steps, and whoever waits for its end.
    turn: Condvar,
}

/// What a run has told and found.
#[derive(Debug)]
pub struct State {
    pub tape: Tape,
    pub steps: Steps,
    pub solutions: Kept,
    /// When a better board was found, and how good it was.
    pub curve: Vec<Point>,
    /// The best board so far, in words.
    pub best: String,
    pub over: bool,
    listeners: usize,
    heard: Instant,
}

/// The most points of a curve.
const MOST_POINTS: usize = 4_096;

/// A better board.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Point {
    seconds: f64,
    matched: u64,
    placed: u64,
    breaks: u64,
}

/// The first solutions of a run.
#[derive(Debug, Default)]
pub struct Kept {
    pub first: Vec<Solution>,
    bytes: usize,
    /// How many there are, those that were not kept among them.
    pub found: u64,
}

impl Kept {
    const MOST: usize = 10_000;
    const MOST_BYTES: usize = 64 << 20;

    fn add(&mut self, solution: &Solution, number: u64) {
        self.found = self.found.max(number);
        let bytes = match solution {
            Solution::Board(board) => size_of_val(&board[..]),
            Solution::Cover(cover) => cover.iter().map(|p| 64 + size_of_val(&p.cells[..])).sum(),
            Solution::Moves(moves) => moves.iter().map(|m| 64 + m.path.len()).sum(),
            Solution::Options(options) => size_of_val(&options[..]),
        };
        if self.first.len() < Kept::MOST && self.bytes + bytes <= Kept::MOST_BYTES {
            self.bytes += bytes;
            self.first.push(solution.clone());
        }
    }
}

impl Run {
    fn new(id: String, kind: &'static str, puzzle: Option<Puzzle>, memory: u64) -> Run {
        let state = State {
            tape: Tape::default(),
            steps: Steps::default(),
            solutions: Kept::default(),
            curve: Vec::new(),
            best: String::new(),
            over: false,
            listeners: 0,
            heard: Instant::now(),
        };
        Run {
            id,
            kind,
            puzzle,
            stop: StopFlag::default(),
            memory,
            state: Mutex::new(state),
            bell: watch::Sender::new(0),
            turn: Condvar::new(),
        }
    }

    /// What it has told and found so far.
    pub fn state(&self) -> MutexGuard<'_, State> {
        // A search that panicked has not left half an event behind.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same for somebody who cares for the run, and keeps it from being forgotten.
    pub fn heard(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        state.heard = Instant::now();
        state
    }

    /// Tells an event.
    fn tell(&self, state: &mut State, event: tape::Event) {
        state.tape.tell(event, Instant::now());
        self.ring();
    }

    fn ring(&self) {
        self.bell.send_modify(|rung| *rung += 1);
    }

    /// Stops it.
    pub fn halt(&self) {
        self.stop.stop();
        self.turn.notify_all();
    }

    /// Lets a search go on that waits for somebody to look at its steps.
    pub fn look(&self, from: u64, count: usize) -> (Looked, bool) {
        let mut state = self.heard();
        let looked = state.steps.look(from, count);
        let over = state.over;
        drop(state);
        self.turn.notify_all();
        (looked, over)
    }

    fn end(&self) {
        self.state().over = true;
        self.ring();
        self.turn.notify_all();
    }
}

/// Somebody who listens to a run: as long as one does, it goes on.
#[derive(Debug)]
pub struct Listener {
    pub run: Arc<Run>,
    pub bell: watch::Receiver<u64>,
}

impl Listener {
    pub fn new(run: Arc<Run>) -> Listener {
        run.heard().listeners += 1;
        let bell = run.bell.subscribe();
        Listener { run, bell }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.run.heard().listeners -= 1;
    }
}

/// All runs, the oldest first.
#[derive(Debug)]
pub struct Runs {
    all: Mutex<VecDeque<Arc<Run>>>,
    /// How long a run goes on that nobody listens to.
    pub patience: Duration,
}

impl Runs {
    pub fn new(patience: Duration) -> Runs {
        Runs { all: Mutex::default(), patience }
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Run>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run with this name.
    pub fn find(&self, id: &str) -> Result<Arc<Run>, Problem> {
        let found = self.all().iter().find(|run| run.id == id).cloned();
        found.ok_or_else(|| Problem::none("there is no such run, or no more"))
    }

    /// How many have not ended.
    pub fn running(&self) -> usize {
        self.all().iter().filter(|run| !run.state().over).count()
    }

    /// Starts a run.
    pub fn start(&self, asked: Asked) -> Result<Arc<Run>, Problem> {
        let failed = |error: std::io::Error| {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error.to_string())
        };
        let work = asked.work()?;
        let id = guard::random().map_err(failed)?;
        let mut all = self.all();
        let running = all.iter().filter(|run| !run.state().over);
        let (count, taken) = running.fold((0, 0), |(n, taken), run| (n + 1, taken + run.memory));
        let left = MEMORY.saturating_sub(taken);
        if count >= MOST_RUNNING || left < MEMORY_LEAST {
            let words = format!("there are {count} runs already: stop one, or wait for its end");
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-runs", words));
        }
        let memory = work.memory().unwrap_or(MEMORY_EACH).clamp(MEMORY_LEAST, left);
        let run = Arc::new(Run::new(id, work.kind(), work.puzzle(), memory));
        let own = run.clone();
        let body = move || work.go(&own, memory);
        std::thread::Builder::new().name("run".into()).spawn(body).map_err(failed)?;
        all.push_back(run.clone());
        while all.len() > MOST_KEPT {
            // There is one: more are kept than may run.
            let ended = all.iter().position(|run| run.state().over).unwrap_or(0);
            all.remove(ended);
        }
        Ok(run)
    }

    /// Stops what nobody listens to, and forgets what nobody has asked for in a long time.
    pub fn sweep(&self) {
        let now = Instant::now();
        self.all().retain(|run| {
            let state = run.state();
            let idle = now.saturating_duration_since(state.heard);
            let alone = state.listeners == 0;
            let over = state.over;
            drop(state);
            if alone && !over && idle >= self.patience {
                run.halt();
            }
            !(alone && over && idle >= FORGOTTEN)
        });
    }

    /// Stops all, and waits a while for them.
    pub fn close(&self) {
        let all: Vec<Arc<Run>> = self.all().iter().cloned().collect();
        all.iter().for_each(|run| run.halt());
        let until = Instant::now() + PARTING;
        for run in all {
            let left = until.saturating_duration_since(Instant::now());
            let state = run.state();
            let _ = run.turn.wait_timeout_while(state, left, |state| !state.over);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;
    use crate::api::runs::tell;

    /// A reader of a socket may be slow for reasons that no test can make; one of the channel before it cannot be slower than
    /// this.
    #[test]
    fn one_who_does_not_listen_holds_no_run_up_and_hears_the_newest_and_the_end() {
        let (told, kib) = (10_000, 1 << 10);
        let event = |name, data: String| tape::Event { name, data: data.into() };
        let slow = async {
            let run = Arc::new(Run::new("run".into(), "best", None, MEMORY_LEAST));
            let (send, mut frames) = mpsc::channel(1);
            let telling = tokio::spawn(tell(Listener::new(run.clone()), 0, send));
            for n in 0..told {
                let data = format!("{n}{}", " ".repeat(kib));
                run.tell(&mut run.state(), event("begin", data));
                tokio::task::yield_now().await;
            }
            run.tell(&mut run.state(), event("end", "done".into()));
            run.end();
            let (mut bytes, mut last) = (0, String::new());
            while let Some(frame) = frames.recv().await {
                bytes += frame.len();
                last = String::from_utf8_lossy(&frame).into_owned();
            }
            assert!(telling.await.is_ok());
            assert!(bytes < told * kib / 5, "{bytes} bytes were kept for one who did not listen");
            assert!(last.contains(&format!("data: {} ", told - 1)), "the newest is heard");
            assert!(last.ends_with("event: end\ndata: done\n\n"));
            assert_eq!(run.state().listeners, 0);
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("a runtime").block_on(slow);
    }
}
