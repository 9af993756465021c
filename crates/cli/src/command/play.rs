//! Reads the lines of a session: from an editor on a terminal, otherwise as they come.

mod completion;
mod game;
mod session;
mod words;

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use completion::Completion;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};
use session::{Running, Session};

use super::Exit;
use super::output::{Complaint, print};
use super::units::duration;

/// Play a matching puzzle, line by line.
///
/// Type help for the list of commands. Lines may also be piped in: then nothing but the answers is printed.
#[derive(clap::Args)]
pub struct Play {
    /// A file, a built-in puzzle's name, or a link
    puzzle: Option<String>,
    /// How long a solve or a hint may search
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    time: Duration,
}

impl Play {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let running = Running::default();
        stop_on_signal(&running);
        let mut session = Session::new(self.time, running);
        let loaded = self.puzzle.as_deref().map(|name| session.load(name)).transpose()?;
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            let loaded = loaded.map_or(String::new(), |loaded| loaded + "\n");
            print(&format!("{loaded}help lists the commands\n"))?;
            edited(session)
        } else {
            piped(session)
        }
    }
}

fn piped(mut session: Session) -> Result<Exit, Complaint> {
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| Complaint::Words(format!("standard input: {error}")))?;
        match session.answer(&line) {
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
        editor.set_helper(Some(Completion::new(session.tiles())));
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
        None => std::process::exit(Exit::Interrupted as i32),
    });
}
