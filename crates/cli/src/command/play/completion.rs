//! What the Tab key offers: commands, built-in puzzles and files, tiles.

use marquetry_formats::builtin::BUILTIN;
use marquetry_puzzle::Family;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::words::{Things, Verb};

/// The words of a session and the names of its tiles or pieces.
pub struct Completion {
    things: Things,
    names: Vec<String>,
    files: FilenameCompleter,
}

impl Completion {
    /// Completes the commands, and these names after those that take one.
    pub fn new(things: Things, names: &[&str]) -> Completion {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Completion { things, names, files: FilenameCompleter::new() }
    }

    /// The words that may stand after these.
    fn offered(&self, before: &[&str]) -> Vec<&str> {
        let verb = before.first().and_then(|name| self.things.named(name)).map(|c| c.verb);
        match (before.len(), verb) {
            (0, _) => {
                self.things.commands().iter().flat_map(|command| command.names).copied().collect()
            }
            (1, Some(Verb::Load)) => {
                BUILTIN.iter().filter(|b| b.family != Family::Sliding).map(|b| b.name).collect()
            }
            (1, Some(Verb::Place | Verb::Remove | Verb::Shapes)) => {
                self.names.iter().map(String::as_str).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..pos).unwrap_or(line);
        let word = typed.rsplit(char::is_whitespace).next().unwrap_or("");
        let start = typed.len() - word.len();
        let before: Vec<&str> = typed[..start].split_whitespace().collect();
        let pair = |name: &str| Pair { display: name.to_owned(), replacement: format!("{name} ") };
        let fitting: Vec<Pair> = self
            .offered(&before)
            .into_iter()
            .filter(|name| name.starts_with(word))
            .map(pair)
            .collect();
        let verb = before.first().and_then(|name| self.things.named(name)).map(|c| c.verb);
        match verb {
            Some(Verb::Load | Verb::Save) if fitting.is_empty() => {
                self.files.complete_path(line, pos)
            }
            _ => Ok((start, fitting)),
        }
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}

impl Helper for Completion {}
