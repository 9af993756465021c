//! Reads the lines of a session: from an editor on a terminal, otherwise as they come.

mod completion;
mod pieces;
mod screen;
mod session;
mod tiles;
mod tray;
mod words;

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use completion::Completion;
use marquetry_formats::detect::{Hints, read, read_solutions};
use marquetry_puzzle::{Puzzle, Solution};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};
use session::{Running, Session};
use tray::TrayGame;

use super::Exit;
use super::changes::Changes;
use super::input::read_source;
use super::keys::{self, Keys};
use super::output::{Complaint, print};
use super::units::duration;

/// Play a matching or a tiling puzzle line by line, or a sliding puzzle key by key.
///
/// Type help for the list of commands. Lines may also be piped in: then nothing but the answers is printed.
#[derive(clap::Args)]
pub struct Play {
    /// A file, a built-in puzzle's name, or a link
    puzzle: Option<String>,
    /// A board to go on with, or the solution of a sliding puzzle to go through
    solution: Option<String>,
    /// The goal's file, for a Berkeley tray
    #[arg(long, value_name = "FILE")]
    goal: Option<String>,
    /// How long a solve or a hint may search
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    time: Duration,
    #[command(flatten)]
    changes: Changes,
}

impl Play {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let running = Running::default();
        stop_on_signal(&running);
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if let Some(tray) = self.tray(&running)? {
            return play_tray(tray, terminal);
        }
        let mut session = Session::new(self.time, running);
        let mut loaded = String::new();
        match &self.puzzle {
            Some(name) => loaded = session.load(name, Some(&self.changes))? + "\n",
            None => self.changes.refuse()?,
        }
        if let Some(name) = &self.solution {
            loaded = session.load(name, None)? + "\n";
        }
        if terminal {
            print(&format!("{loaded}help lists the commands\n"))?;
            edited(session)
        } else {
            piped(|line| session.answer(line))
        }
    }

    /// The tray, where the puzzle is a sliding one.
    fn tray(&self, running: &Running) -> Result<Option<TrayGame>, Complaint> {
        let Some(name) = self.puzzle.as_deref().filter(|name| *name != "-") else {
            return Ok(None);
        };
        let goal = self.goal.as_deref().map(read_source).transpose()?;
        let hints = Hints { goal, ..Hints::default() };
        let p = match read(&read_source(name)?, &hints) {
            Ok((_, Puzzle::Sliding(p))) => {
                self.changes.refuse()?;
                p
            }
            Err(rejected) if self.goal.is_some() => return Err(rejected.into()),
            // The session says what it cannot load.
            _ => return Ok(None),
        };
        let moves = match &self.solution {
            Some(name) => {
                let solutions = read_solutions(&p.clone().into(), &read_source(name)?, None)?;
                match solutions.into_iter().next() {
                    Some(Solution::Moves(moves)) => moves,
                    _ => Vec::new(),
                }
            }
            None => Vec::new(),
        };
        Ok(Some(TrayGame::new(p, moves, self.time, running.clone())))
    }
}

fn play_tray(mut tray: TrayGame, terminal: bool) -> Result<Exit, Complaint> {
    match terminal.then(Keys::grab).flatten() {
        Some(mut keys) => screen::play(&mut tray, &mut keys).map(|()| Exit::Yes),
        None => piped(|line| tray.answer(line)),
    }
}

fn piped(mut answer: impl FnMut(&str) -> Option<String>) -> Result<Exit, Complaint> {
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| Complaint::Words(format!("standard input: {error}")))?;
        match answer(&line) {
            Some(answer) => print(&answer)?,
            None => break,
        }
    }
    Ok(Exit::Yes)
}

fn edited(mut session: Session) -> Result<Exit, Complaint> {
    let complain = |error: ReadlineError| Complaint::Words(format!("terminal: {error}"));
    let config = Config::builder().completion_type(CompletionType::List).build();
    let mut editor: Editor<Completion, DefaultHistory> =
        Editor::with_config(config).map_err(complain)?;
    loop {
        editor.set_helper(Some(Completion::new(session.things(), &session.names())));
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(complain(error)),
        };
        editor.add_history_entry(line.as_str()).map_err(complain)?;
        match session.answer(&line) {
            Some(answer) => print(&answer)?,
            None => break,
        }
    }
    Ok(Exit::Yes)
}

/// A signal stops the search that is running; without one, or for the second time, it ends the program.
fn stop_on_signal(running: &Running) {
    let running = running.clone();
    // Without a handler the signal ends the program as it always did.
    let _ = ctrlc::set_handler(move || match running.lock().ok().and_then(|mut it| it.take()) {
        Some(stop) => stop.stop(),
        None => {
            keys::release();
            std::process::exit(Exit::Interrupted as i32)
        }
    });
}
