//! Lines and words of a text, each with its place.
//!
//! ```
//! use marquetry_formats::lines::lines;
//!
//! let text = "3 4\r\nten 12\n";
//! let last = lines(text).last().unwrap();
//! let words: Vec<_> = last.words().collect();
//! assert_eq!((words[0].number(), words[1].number()), (None, Some(12)));
//! assert_eq!(&text[words[1].span.clone()], "12", "each word knows its place");
//! ```

use std::ops::Range;

/// A line without its ending.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The text of the line.
    pub text: &'a str,
    /// Byte offset of its start.
    pub start: usize,
}

impl<'a> Line<'a> {
    /// The bytes of the line, without blanks at either end.
    pub fn span(&self) -> Range<usize> {
        let from = self.start + self.text.len() - self.text.trim_start().len();
        from..(self.start + self.text.trim_end().len()).max(from)
    }

    /// Is there nothing but blanks?
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The words of the line, separated by blanks.
    pub fn words(&self) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let line = *self;
        line.text.split_whitespace().map(move |text| {
            let from = line.start + (text.as_ptr() as usize - line.text.as_ptr() as usize);
            Word { text, span: from..from + text.len() }
        })
    }
}

/// A word of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    /// The text of the word.
    pub text: &'a str,
    /// Its bytes in the whole text.
    pub span: Range<usize>,
}

impl Word<'_> {
    /// The word as a whole number of 0 or more, written with digits alone.
    pub fn number(&self) -> Option<u64> {
        self.text.bytes().all(|b| b.is_ascii_digit()).then(|| self.text.parse().ok())?
    }
}

/// The lines of a text; `\n` and `\r\n` both end a line.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().map(move |line| Line {
        text: line,
        start: line.as_ptr() as usize - text.as_ptr() as usize,
    })
}

/// The first example of a documentation page.
#[cfg(test)]
pub(crate) fn doc_example(page: &str) -> String {
    let (_, fence) = page.split_once("```").expect("the page has an example");
    let (_, after) = fence.split_once('\n').expect("the example starts");
    after.split_once("```").expect("the example ends").0.to_owned()
}
