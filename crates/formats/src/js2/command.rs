//! The lines of a file as commands.

use std::ops::Range;

use marquetry_puzzle::Cell;

use crate::Diagnostic;
use crate::diagnostic::quoted;
use crate::lines::lines;

/// How far from 0 a coordinate may be.
const REACH: i64 = 1024;

/// A command with what follows it.
pub(super) struct Command<'a> {
    /// Its name without the colon; all of the line where it has none.
    pub(super) name: &'a str,
    rest: &'a str,
    start: usize,
}

/// The commands of a text. A line that begins with `!` or `#` says nothing, and so does what follows a `!` or a `;`
/// in a line.
pub(super) fn commands(text: &str) -> impl Iterator<Item = Command<'_>> {
    lines(text).filter_map(|line| {
        let at = line.span();
        let told = &text[at.clone()];
        if told.is_empty() || told.starts_with(['!', '#']) {
            return None;
        }
        let told = told.split(['!', ';']).next().unwrap_or(told).trim_end();
        let (name, rest) = told.split_once(':').unwrap_or((told, ""));
        Some(Command { name: name.trim_end(), rest, start: at.start })
    })
}

impl Command<'_> {
    /// The bytes of the command.
    pub(super) fn span(&self) -> Range<usize> {
        let end = self.rest.as_ptr() as usize + self.rest.trim_end().len();
        let own = self.name.as_ptr() as usize;
        let length = if self.rest.is_empty() { self.name.len() } else { end - own };
        self.start..self.start + length
    }

    fn fault(&self, message: String) -> Diagnostic {
        let help = "write numbers such as 4 and places such as (2,0)";
        Diagnostic::new("values", self.span(), message).help(help)
    }

    /// Just so many numbers.
    pub(super) fn numbers(&self, wanted: usize) -> Result<Vec<i64>, Diagnostic> {
        self.pairs(wanted, 0).map(|(numbers, _)| numbers)
    }

    /// So many numbers, and then so many pairs at most; at least one where only one is wanted.
    pub(super) fn pairs(
        &self,
        wanted: usize,
        most: usize,
    ) -> Result<(Vec<i64>, Vec<Cell>), Diagnostic> {
        let told = self.rest.split('\'').next().unwrap_or("");
        let (before, after) = told.split_at(told.find('(').unwrap_or(told.len()));
        let numbers: Vec<i64> =
            before.split_whitespace().map(|word| self.number(word)).collect::<Result<_, _>>()?;
        let mut cells = Vec::new();
        for pair in after.split(')').map(str::trim).filter(|pair| !pair.is_empty()) {
            let inner = pair.strip_prefix('(').and_then(|inner| inner.split_once(','));
            let Some((x, y)) = inner else {
                return Err(self.fault(format!("{} is no place", quoted(pair))));
            };
            let (x, y) = (self.near(self.number(x)?)?, self.near(self.number(y)?)?);
            cells.push(Cell::at(x, y));
        }
        if numbers.len() != wanted || cells.len() > most || most == 1 && cells.is_empty() {
            let (n, p) = (numbers.len(), cells.len());
            return Err(
                self.fault(format!("'{}:' does not go with {n} numbers and {p} places", self.name))
            );
        }
        Ok((numbers, cells))
    }

    fn number(&self, word: &str) -> Result<i64, Diagnostic> {
        let word = word.trim();
        word.parse().map_err(|_| self.fault(format!("{} is no whole number", quoted(word))))
    }

    /// A number as a coordinate.
    pub(super) fn near(&self, number: i64) -> Result<i16, Diagnostic> {
        let near = (-REACH..=REACH).contains(&number);
        if near {
            Ok(number as i16)
        } else {
            Err(self.fault(format!("{number} is far outside the board")))
        }
    }

    /// The sign in quotes at the end.
    pub(super) fn sign(&self) -> Option<char> {
        let (_, quote) = self.rest.split_once('\'')?;
        let mut signs = quote.strip_suffix('\'')?.chars();
        signs.next().filter(|_| signs.next().is_none())
    }
}
