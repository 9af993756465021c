//! Header and sections, before anybody looks at what they mean.

use std::ops::Range;

use marquetry_puzzle::Faults;

use crate::diagnostic::{Diagnostic, MOST_FAULTS};
use crate::lines::{Line, Word, lines};

/// A text cut into sections.
pub(super) struct Document<'a> {
    /// The word after `marquetry`.
    pub kind: Word<'a>,
    pub sections: Vec<Section<'a>>,
    /// What is wrong so far.
    pub faults: Vec<Diagnostic>,
}

/// A keyword, the words after it, and the indented lines below it.
#[derive(Clone)]
pub(super) struct Section<'a> {
    pub keyword: Word<'a>,
    pub words: Vec<Word<'a>>,
    pub body: Vec<Line<'a>>,
}

impl<'a> Document<'a> {
    /// Cuts a text; fails only when there is no header.
    pub fn parse(text: &'a str) -> Result<Document<'a>, Faults<Diagnostic>> {
        let mut lines = lines(text).filter(|line| !line.is_blank() && !line.text.starts_with('#'));
        let header: Vec<Word> = lines.next().map(|line| line.words().collect()).unwrap_or_default();
        let [first, kind, extra @ ..] = header.as_slice() else {
            let at = header.first().map_or(0..0, |word| word.span.clone());
            let help = "begin with 'marquetry matching', 'marquetry tiling', 'marquetry sliding' or 'marquetry solution'";
            return Err(Diagnostic::new("header", at, "there is no header line").help(help).into());
        };
        let mut document =
            Document { kind: kind.clone(), sections: Vec::new(), faults: Vec::new() };
        if first.text != "marquetry" {
            document.fault("header", first.span.clone(), "the first word must be 'marquetry'", "");
        }
        if let Some(word) = extra.first() {
            document.fault("header", word.span.clone(), "nothing may follow the family's name", "");
        }
        for line in lines {
            document.take(line);
        }
        Ok(document)
    }

    fn take(&mut self, line: Line<'a>) {
        if line.text.starts_with(char::is_whitespace) {
            match self.sections.last_mut() {
                Some(section) => section.body.push(line),
                None => self.fault(
                    "section",
                    line.span(),
                    "this line belongs to no section",
                    "begin keywords in the first column",
                ),
            }
            return;
        }
        let mut words = line.words();
        if let Some(keyword) = words.next() {
            self.sections.push(Section { keyword, words: words.collect(), body: Vec::new() });
        }
    }

    pub fn fault(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        help: &str,
    ) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Diagnostic::new(code, span, message).help(help));
        }
    }

    /// Takes the only section with this keyword; a second one is a fault.
    pub fn only(&mut self, keyword: &str) -> Option<Section<'a>> {
        let mut found = self.all(keyword).into_iter();
        let section = found.next()?;
        for again in found {
            let span = again.keyword.span;
            self.fault("repeated", span, format!("'{keyword}' is given twice"), "");
        }
        Some(section)
    }

    /// Takes all sections with this keyword.
    pub fn all(&mut self, keyword: &str) -> Vec<Section<'a>> {
        let (found, others) = std::mem::take(&mut self.sections)
            .into_iter()
            .partition(|section| section.keyword.text == keyword);
        self.sections = others;
        found
    }

    /// The title: all that follows the keyword.
    pub fn title(&mut self) -> String {
        let section = self.only("title");
        section
            .map_or(String::new(), |s| s.words.iter().map(|w| w.text).collect::<Vec<_>>().join(" "))
    }

    /// The single word after a keyword that has no body.
    pub fn setting(&mut self, keyword: &str) -> Option<Word<'a>> {
        let section = self.only(keyword)?;
        if let Some(line) = section.body.first() {
            self.fault("section", line.span(), format!("'{keyword}' has no lines of its own"), "");
        }
        match section.words.as_slice() {
            [word] => Some(word.clone()),
            _ => {
                let span = section.keyword.span;
                self.fault("setting", span, format!("'{keyword}' takes exactly one word"), "");
                None
            }
        }
    }

    /// A setting that is `yes` or `no`.
    pub fn yes_or_no(&mut self, keyword: &str, default: bool) -> bool {
        match self.setting(keyword) {
            None => default,
            Some(word) => self.is_yes(&word),
        }
    }

    pub fn is_yes(&mut self, word: &Word<'_>) -> bool {
        if word.text != "yes" && word.text != "no" {
            self.fault(
                "setting",
                word.span.clone(),
                format!("'{}' is neither yes nor no", word.text),
                "",
            );
        }
        word.text == "yes"
    }

    /// Faults for every section that nobody took, then all faults in the order of the file.
    pub fn finish(mut self, known: &str) -> Faults<Diagnostic> {
        for section in std::mem::take(&mut self.sections) {
            let message = format!("'{}' is not a keyword here", section.keyword.text);
            self.fault("keyword", section.keyword.span, message, &format!("known are {known}"));
        }
        self.faults.sort_by_key(|fault| fault.span.start);
        self.faults.into()
    }
}

/// A drawing's rows: the body of a section, cut at the common indentation.
pub(super) fn dedent<'a>(body: &[Line<'a>]) -> Vec<Line<'a>> {
    let blanks = |line: &Line| line.text.len() - line.text.trim_start().len();
    let indent = body.iter().map(blanks).min().unwrap_or(0);
    // Blanks of several bytes may be cut in the middle: take the line as it is then.
    let cut = |line: &Line<'a>| match line.text.get(indent..) {
        Some(text) => Line { text: text.trim_end(), start: line.start + indent },
        None => Line { text: line.text.trim_end(), start: line.start },
    };
    body.iter().map(cut).collect()
}
