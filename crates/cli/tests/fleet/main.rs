//! Workers are processes, and are killed, stopped and cut off; the answer is the known one.

#![cfg(unix)]

mod checkpoint;
mod faults;
mod killed;
mod words;

use std::collections::BTreeSet;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;

use marquetry_testkit::server::Server;

/// A kind of question: the puzzle, how it is asked, and the number.
pub(crate) struct Kind {
    pub(crate) puzzle: &'static str,
    pub(crate) how: &'static [&'static str],
    pub(crate) total: &'static str,
}

const fn kind(puzzle: &'static str, how: &'static [&'static str], total: &'static str) -> Kind {
    Kind { puzzle, how, total }
}

/// Every kind, in every family that resumes.
const KINDS: [Kind; 5] = [
    kind("pentominoes-5x12", &["--count", "--engine", "cover"], "4040"),
    kind("pentominoes-5x12", &["--count", "--engine", "lister", "--distinct"], "1010"),
    kind("pentominoes-6x10", &["--all", "--engine", "cover", "--distinct"], "2339"),
    kind("framed-7x7", &["--all", "--engine", "rows", "--distinct"], "8"),
    kind("framed-7x7", &["--count", "--engine", "rows", "--distinct"], "8"),
];

/// A run of every kind, with a name.
pub(crate) fn runs() -> impl Iterator<Item = (String, &'static Kind)> {
    (1..).map(|number| format!("r{number}")).zip(&KINDS)
}

/// A store that is gone with the test.
pub(crate) struct Place {
    pub(crate) at: String,
    pub(crate) _server: Option<Arc<Server>>,
    pub(crate) folder: tempfile::TempDir,
}

impl Place {
    /// A file.
    pub(crate) fn file() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().join("fleet.db").display().to_string();
        Place { at, _server: None, folder }
    }

    /// A database of its own, where PostgreSQL is installed.
    pub(crate) fn server(name: &str) -> Option<Place> {
        let server = Server::shared()?;
        let (at, folder) = (server.database(name), tempfile::tempdir().expect("a folder"));
        Some(Place { at, _server: Some(server), folder })
    }

    /// Both.
    pub(crate) fn both(name: &str) -> impl Iterator<Item = Place> {
        [Some(Place::file()), Place::server(name)].into_iter().flatten()
    }

    pub(crate) fn fleet(&self, order: &str, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
        command.args(["fleet", order, &self.at]).args(more);
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn plan(&self, puzzle: &str, more: &[&str]) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
        command.args(["fleet", "plan", puzzle, &self.at]).args(more);
        let output = command.output().expect("it starts");
        assert!(output.status.success(), "{}", words(&output));
    }

    /// A worker with one thread.
    pub(crate) fn worker(&self, more: &[&str]) -> Command {
        let mut command = self.fleet("work", &["--threads", "1", "-q"]);
        command.args(more).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self) -> Child {
        self.worker(&[]).stderr(Stdio::null()).spawn().expect("it starts")
    }

    /// Lets one worker do all that is left.
    pub(crate) fn finish(&self) {
        let output = self.worker(&[]).output().expect("it starts");
        assert!(output.status.success(), "{}", words(&output));
    }

    /// What the answer of a run is.
    pub(crate) fn answer(&self, run: &str) -> String {
        let output = self.fleet("answer", &[run, "-q", "--json"]).output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Plans a run of some kind.
    pub(crate) fn plan_as(&self, name: &str, kind: &Kind, more: &[&str]) {
        self.plan(kind.puzzle, &[kind.how, more, &["--name", name]].concat());
    }

    /// The answer of a run is the known one: the number, and all solutions where they are asked for.
    pub(crate) fn is_known(&self, name: &str, kind: &Kind) {
        let answer = self.answer(name);
        is_complete(&answer, kind.total);
        if kind.how[0] == "--all" {
            let (count, set) = solutions(&answer);
            assert_eq!(count, set.len(), "each once");
            assert_eq!(set, known(kind.puzzle, &kind.how[1..]), "{}", kind.puzzle);
        }
    }

    /// How a run stands, as JSON.
    pub(crate) fn status(&self, run: &str) -> String {
        let output = self.fleet("status", &[run, "--json"]).output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// How many units of a run are closed.
    pub(crate) fn closed(&self, run: &str) -> u64 {
        let text = self.status(run);
        let at = text.find("\"closed\":").map_or(0, |at| at + "\"closed\":".len());
        text[at..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
    }
}

pub(crate) fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The complete answer with this total.
pub(crate) fn is_complete(answer: &str, total: &str) {
    let last = answer.lines().last().unwrap_or_default();
    assert!(last.contains("\"complete\":true"), "{last}");
    assert!(last.contains(&format!("\"total\":\"{total}\"")), "{last}, not {total}");
}

/// The solutions among JSON Lines, without their numbers.
pub(crate) fn solutions(text: &str) -> (usize, BTreeSet<String>) {
    let of = |line: &str| line.split_once("\"solution\":").map(|(_, it)| it.to_owned());
    let all: Vec<String> = text
        .lines()
        .filter(|line| line.contains("\"event\":\"solution\""))
        .filter_map(of)
        .collect();
    (all.len(), all.into_iter().collect())
}

/// All solutions, as one search finds them.
pub(crate) fn known(puzzle: &str, more: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.args(["solve", puzzle, "--all", "--json"]).args(more);
    let output = command.output().expect("it starts");
    solutions(&String::from_utf8_lossy(&output.stdout)).1
}

/// Sends a signal.
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// Waits for something that is on its way.
pub(crate) fn until(mut there: impl FnMut() -> bool) {
    while !there() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}
