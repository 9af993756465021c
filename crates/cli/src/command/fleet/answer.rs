use std::collections::HashSet;
use std::time::Duration;

use marquetry_fleet::{How, Run, State, Store};
use marquetry_formats::detect::{Format, write_solutions};
use marquetry_formats::events;
use marquetry_formats::json::{read_solution, wire};
use marquetry_puzzle::{Puzzle, Solution, judge};
use marquetry_report as report;
use marquetry_report::words;
use marquetry_search::{Stats, StopFlag};
use serde_json::{Value, json};

use super::Place;
use crate::command::Exit;
use crate::command::output::{Colours, Complaint, print, tell};
use crate::command::signal::stop_on_signal;
use crate::command::units::{plural, time_words};

/// How often it looks for more with `--watch`.
const EVERY: Duration = Duration::from_secs(1);

/// Print the answer of a run, or what is known of it.
///
/// A number is printed with "at least" while units are open or set aside. Of a hunt for the best board, the best one so far is
/// printed as a link. Exit code 0: the answer is complete; 1: there is proved to be no solution; 3: it is not complete.
#[derive(clap::Args)]
pub struct Answer {
    #[command(flatten)]
    place: Place,
    /// The run's number or name [default: the latest]
    run: Option<String>,
    /// Wait until the run is over, and print solutions as they come in
    #[arg(long)]
    watch: bool,
    /// Print solutions or the board in this format instead of drawing them
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Print JSON Lines: solutions, then the answer
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Say nothing on standard error but what went wrong
    #[arg(short, long)]
    quiet: bool,
}

/// What is known of a run.
struct Known {
    complete: bool,
    state: State,
    total: String,
    aside: Vec<marquetry_fleet::Aside>,
}

impl Answer {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let complain = |error| self.place.complain(error);
        let stop = stop_on_signal();
        let mut store = self.place.open()?;
        let mut run = store.run(self.run.as_deref()).map_err(complain)?;
        let puzzle = run.puzzle().map_err(complain)?;
        let mut told = Told::default();
        loop {
            // What is known comes first: a run that is over before the solutions are read has them all.
            run = store.run(Some(&run.id.to_string())).map_err(complain)?;
            let over = run.state != State::Open || !store.any_open(&run).map_err(complain)?;
            if !run.question.count && run.question.best.is_none() {
                self.solutions(&mut store, &run, &puzzle, &mut told)?;
            }
            if over || !self.watch || stop.stopped() {
                break;
            }
            wait(&stop);
        }
        let known = self.known(&mut store, &run)?;
        if run.question.best.is_some() {
            return self.board(&mut store, &run, &puzzle, &known);
        }
        self.conclude(&run, &known, told.shown)
    }

    fn known(&self, store: &mut Store, run: &Run) -> Result<Known, Complaint> {
        let complain = |error| self.place.complain(error);
        let open = store.any_open(run).map_err(complain)?;
        let aside = store.aside(run).map_err(complain)?;
        let total = store.sums(run).map_err(complain)?.total;
        let complete = match run.state {
            State::Enough => true,
            _ => !open && aside.is_empty(),
        };
        Ok(Known { complete, state: run.state, total: total.to_string(), aside })
    }

    /// Prints the solutions of units that were not told yet.
    fn solutions(
        &self,
        store: &mut Store,
        run: &Run,
        puzzle: &Puzzle,
        told: &mut Told,
    ) -> Result<(), Complaint> {
        let most = run.question.solutions.unwrap_or(u64::MAX);
        let (mut failed, mut now) = (None, HashSet::new());
        let read = store.solutions(run, (0, -1), |unit, text| {
            if told.units.contains(&unit) {
                return Ok(true);
            }
            now.insert(unit);
            if told.shown >= most {
                return Ok(false);
            }
            told.shown += 1;
            failed = self.show(puzzle, &text, told.shown).err();
            Ok(failed.is_none())
        });
        told.units.extend(now);
        read.map_err(|error| self.place.complain(error))?;
        failed.map_or(Ok(()), Err)
    }

    fn show(&self, puzzle: &Puzzle, text: &str, number: u64) -> Result<(), Complaint> {
        let damaged = |_| Complaint::Words("a solution in the store cannot be read".to_owned());
        let solution = read_solution(puzzle, text).map_err(damaged)?;
        if self.json {
            let stats = Stats { solutions: number, ..Stats::default() };
            let event = report::found(&stats, wire::Solution::new(puzzle, &solution));
            return print(&events::line(&event));
        }
        if let Some(format) = self.to {
            return print(&write_solutions(format, puzzle, std::slice::from_ref(&solution))?);
        }
        let gap = if number > 1 { "\n" } else { "" };
        let drawn = marquetry_draw::text(puzzle, Some(&solution), Colours::ink());
        print(&format!("{gap}{drawn}"))
    }

    /// The number, and what is missing.
    fn conclude(&self, run: &Run, known: &Known, shown: u64) -> Result<Exit, Complaint> {
        if self.json {
            print(&format!("{}\n", answer(run, known)))?;
        } else if run.question.count {
            let least = if known.complete { "" } else { "at least " };
            print(&format!("{least}{}\n", known.total))?;
        }
        if !self.json && !run.question.count && !self.quiet {
            let least = if known.complete { "" } else { "at least " };
            let total = if run.question.solutions.is_some() {
                shown.to_string()
            } else {
                known.total.clone()
            };
            tell(format_args!("{least}{total} found\n"));
        }
        self.missing(known);
        Ok(match known.complete {
            false => Exit::Limit,
            true if known.total == "0" => Exit::No,
            true => Exit::Yes,
        })
    }

    /// Says what is missing from the answer.
    fn missing(&self, known: &Known) {
        if self.quiet || known.complete {
            return;
        }
        if known.state == State::Cancelled {
            tell("the run was cancelled\n");
        }
        for aside in &known.aside {
            let part = aside.part.as_deref().unwrap_or("all of it");
            let why = aside.why.as_deref().unwrap_or("its workers died");
            tell(format_args!("unit {} is missing, {part}: {why}\n", aside.id));
        }
        if known.aside.is_empty() && known.state == State::Open {
            tell("the run is not over\n");
        }
    }

    /// The best board, as a link where one can carry it.
    fn board(
        &self,
        store: &mut Store,
        run: &Run,
        puzzle: &Puzzle,
        known: &Known,
    ) -> Result<Exit, Complaint> {
        let Some(best) = store.best(run).map_err(|error| self.place.complain(error))? else {
            if !self.quiet {
                tell("there is no board yet\n");
            }
            return Ok(Exit::Limit);
        };
        let damaged = || Complaint::Words("a board in the store cannot be read".to_owned());
        let board: Solution = read_solution(puzzle, &best.board).map_err(|_| damaged())?;
        let how: How = serde_json::from_str(&best.how).map_err(|_| damaged())?;
        let score = judge(puzzle, &board).map_err(|_| damaged())?;
        let linked = write_solutions(Format::Link, puzzle, std::slice::from_ref(&board));
        if self.json {
            let mut answer = answer(run, known);
            answer["score"] = json!(events::Score::from(&score));
            answer["solution"] = json!(wire::Solution::new(puzzle, &board));
            answer["link"] = json!(linked.ok().map(|link| link.trim().to_owned()));
            answer["how"] = json!(how);
            print(&format!("{answer}\n"))?;
        } else {
            let asked = |format| write_solutions(format, puzzle, std::slice::from_ref(&board));
            let text = match self.to {
                Some(format) => asked(format)?,
                None => linked.or_else(|_| asked(Format::Native))?,
            };
            print(&text)?;
        }
        if !self.quiet && !self.json {
            let time = time_words(Duration::try_from_secs_f64(how.seconds).unwrap_or_default());
            tell(format_args!(
                "{}, found by {} with search {}, seed {}, {}, after {time}\n",
                words::board(&score),
                how.worker,
                how.search,
                how.seed,
                plural(how.threads as u64, "thread"),
            ));
        }
        Ok(if known.complete { Exit::Yes } else { Exit::Limit })
    }
}

/// What was told already.
#[derive(Default)]
struct Told {
    units: HashSet<i64>,
    shown: u64,
}

/// The answer as JSON.
fn answer(run: &Run, known: &Known) -> Value {
    let aside = |aside: &marquetry_fleet::Aside| json!({"unit": aside.id, "part": aside.part, "why": aside.why});
    json!({
        "v": 1,
        "event": "answer",
        "run": run.id,
        "name": run.name,
        "complete": known.complete,
        "total": known.total,
        "missing": known.aside.iter().map(aside).collect::<Vec<_>>(),
    })
}

fn wait(stop: &StopFlag) {
    let until = std::time::Instant::now() + EVERY;
    while !stop.stopped() && std::time::Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
}
