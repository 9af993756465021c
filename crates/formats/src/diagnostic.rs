//! What is wrong with a file, where, and how to mend it.
//!
//! ```
//! use marquetry_formats::{Rejected, Source, native};
//!
//! let text = "marquetry tiling\nboard\n  ###\npieces I\n  ###\n";
//! let faults = native::read(text).unwrap_err();
//! assert_eq!(faults[0].place(text).0, 4, "its line");
//! let shown = Rejected::one(Source::new("odd.marquetry", text), faults).render(false);
//! assert!(shown.contains("odd.marquetry:4"));
//! ```

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use marquetry_puzzle::{Fault, Faults, Part};

use crate::source::Source;

/// How many diagnostics of one file are shown in full.
const SHOWN: usize = 20;

/// One fault of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A short name for this kind of fault, such as `tile-count`.
    pub code: &'static str,
    /// What is wrong, as a sentence without its full stop.
    pub message: String,
    /// The bytes of the text it is about.
    pub span: Range<usize>,
    /// How to mend it; empty where the message says it all.
    pub help: String,
}

impl Diagnostic {
    /// A diagnostic without advice.
    pub fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), span, help: String::new() }
    }

    /// The same diagnostic with advice.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: help.into(), ..self }
    }

    /// Line and column, counted from one, columns in characters.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = &text[..text.floor_char_boundary(self.span.start)];
        let line = before.rsplit_once('\n').map_or(before, |(_, last)| last);
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&clean(&self.message))
    }
}

impl std::error::Error for Diagnostic {}

/// How many faults of one file are collected.
pub(crate) const MOST_FAULTS: usize = 100;

/// The faults of a file, the first [`MOST_FAULTS`] of them.
#[derive(Default)]
pub(crate) struct FirstFaults(Vec<Diagnostic>);

impl FirstFaults {
    pub(crate) fn add(&mut self, fault: Diagnostic) {
        if self.0.len() < MOST_FAULTS {
            self.0.push(fault);
        }
    }

    /// The value, or nothing and one more fault.
    pub(crate) fn keep<T>(&mut self, value: Result<T, Diagnostic>) -> Option<T> {
        value.map_err(|fault| self.add(fault)).ok()
    }

    /// The value, unless there were faults: then these, in the order of the file.
    pub(crate) fn unless<T>(mut self, value: T) -> Result<T, Faults<Diagnostic>> {
        self.0.sort_by_key(|fault| fault.span.start);
        Faults::from(self.0).unless(value)
    }
}

/// A piece of the file in quotes, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("'{}...'", &text[..end]),
        None => format!("'{text}'"),
    }
}

/// Gives each fault of a puzzle its place in the file it was read from.
pub fn locate(faults: Faults, span_of: impl Fn(Part) -> Range<usize>) -> Faults<Diagnostic> {
    let place = |f: Fault| Diagnostic::new(f.code, span_of(f.part), f.message).help(f.help);
    faults.into_iter().map(place).collect()
}

/// All faults of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The file.
    pub source: Source,
    /// Its faults.
    pub diagnostics: Faults<Diagnostic>,
}

/// Why nothing could be read: a report for each file that has faults. Displays with line, column and caret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected(pub Vec<Report>);

impl Rejected {
    /// The faults of one file.
    pub fn one(source: Source, diagnostics: impl Into<Faults<Diagnostic>>) -> Rejected {
        Rejected(vec![Report { source, diagnostics: diagnostics.into() }])
    }

    /// A fault of a file as a whole: it is not of a format.
    pub(crate) fn whole(source: &Source, message: &str, help: &str) -> Rejected {
        let fault = Diagnostic::new("format", 0..0, message).help(help);
        Rejected::one(source.clone(), fault)
    }

    /// The first fault in a line, with its place.
    pub(crate) fn first(&self) -> String {
        let fault = self.0.iter().find_map(|report| Some((report, report.diagnostics.first()?)));
        fault.map_or(String::new(), |(report, fault)| {
            let (line, _) = fault.place(&report.source.text);
            format!("line {line}: {}", clean(&fault.message))
        })
    }

    /// Renders all reports, with terminal colours or without.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let parts: Vec<String> = self.0.iter().map(|report| report.render(&renderer)).collect();
        parts.join("\n")
    }
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Rejected {}

impl Report {
    fn render(&self, renderer: &Renderer) -> String {
        let text = &self.source.text;
        let mut out: Vec<String> = Vec::new();
        for d in self.diagnostics.iter().take(SHOWN) {
            let title = Level::ERROR.primary_title(clean(&d.message)).id(d.code);
            let mut group = if text.is_empty() {
                Group::with_title(
                    Level::ERROR
                        .primary_title(format!("{}: {}", self.source.name, d.message))
                        .id(d.code),
                )
            } else {
                let start = text.floor_char_boundary(d.span.start.min(text.len()));
                let end = text.ceil_char_boundary(d.span.end.clamp(start, text.len()));
                let mark = AnnotationKind::Primary.span(start..end);
                title.element(Snippet::source(text).path(&self.source.name).annotation(mark))
            };
            if !d.help.is_empty() {
                group = group.element(Level::HELP.message(&d.help));
            }
            out.push(renderer.render(&[group]));
        }
        if let Some(more) = self.diagnostics.len().checked_sub(SHOWN).filter(|&n| n > 0) {
            out.push(format!("... and {more} more faults in {}", self.source.name));
        }
        out.join("\n\n") + "\n"
    }
}

/// A message may quote the file: what cannot be printed is shown as an escape.
fn clean(message: &str) -> String {
    message
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] })
        .collect()
}
