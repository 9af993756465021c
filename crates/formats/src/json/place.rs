//! Where a value stands in a JSON text that is known to be well formed.

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;

/// One step from a value to one inside it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Inward {
    /// To the member of an object.
    Key(&'static str),
    /// To the item of a list.
    Item(usize),
}

/// One step from a value to one inside it, for those who look for what a fault is about. As JSON it is a text or a number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Way {
    /// To the member of an object.
    Member(String),
    /// To the item of a list, from 0.
    Item(usize),
}

/// The bytes of the value that some steps lead to.
pub(super) fn span(text: &str, path: &[Inward]) -> Range<usize> {
    Places::of(text).span(path)
}

/// The place of a name, and of what it names.
type Named = (Range<usize>, Range<usize>);

/// The places of a text, found once for each list and object that a path leads through: a file of faults has many paths
/// through one long list.
pub(super) struct Places<'a> {
    bytes: &'a [u8],
    whole: Range<usize>,
    /// The keys and values of objects and lists by their first byte. A list has no keys.
    known: HashMap<usize, Vec<Named>>,
}

impl<'a> Places<'a> {
    pub(super) fn of(text: &'a str) -> Places<'a> {
        let bytes = text.as_bytes();
        let start = skip_blank(bytes, 0);
        let whole = start..end_of_value(bytes, start).unwrap_or(bytes.len());
        Places { bytes, whole, known: HashMap::new() }
    }

    /// The bytes of the value that some steps lead to, no further than the end of its first line. Where a step leads
    /// nowhere, those of the last value reached.
    pub(super) fn span(&mut self, path: &[Inward]) -> Range<usize> {
        let mut span = self.whole.clone();
        for &step in path {
            match self.child(span.start, step) {
                Some(inner) => span = inner,
                None => break,
            }
        }
        let line = self.bytes[span.start..].iter().position(|&b| b == b'\n');
        let line = line.map_or(self.bytes.len(), |n| span.start + n);
        span.start..span.end.min(line)
    }

    /// The steps that lead to the innermost value around a byte.
    pub(super) fn way_to(&mut self, at: usize) -> Vec<Way> {
        let (mut way, mut start) = (Vec::new(), self.whole.start);
        loop {
            let object = self.bytes.get(start) == Some(&b'{');
            let around = |(key, value): &Named| (key.start..value.end).contains(&at);
            let Some(children) = self.children(start, object) else { return way };
            let Some(index) = children.iter().position(around) else { return way };
            let (key, value) = children[index].clone();
            way.push(match object {
                true => Way::Member(String::from_utf8_lossy(&self.bytes[key]).into_owned()),
                false => Way::Item(index),
            });
            start = value.start;
        }
    }

    /// The keys and values of an object or a list; `None` where there is no such thing.
    fn children(&mut self, start: usize, object: bool) -> Option<&Vec<Named>> {
        if *self.bytes.get(start)? != if object { b'{' } else { b'[' } {
            return None;
        }
        let bytes = self.bytes;
        Some(self.known.entry(start).or_insert_with(|| children(bytes, start, object)))
    }

    fn child(&mut self, start: usize, step: Inward) -> Option<Range<usize>> {
        let bytes = self.bytes;
        let children = self.children(start, matches!(step, Inward::Key(_)))?;
        let found = match step {
            Inward::Key(name) => {
                let is_key = |key: &Range<usize>| bytes.get(key.clone()) == Some(name.as_bytes());
                children.iter().find(|(key, _)| is_key(key))
            }
            Inward::Item(index) => children.get(index),
        };
        found.map(|(_, value)| value.clone())
    }
}

fn skip_blank(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// Keys and values of an object or a list, as far as it is well formed.
fn children(bytes: &[u8], start: usize, object: bool) -> Vec<(Range<usize>, Range<usize>)> {
    let mut at = skip_blank(bytes, start + 1);
    let mut next = || {
        if matches!(bytes.get(at)?, b'}' | b']') {
            return None;
        }
        let mut key = at..at;
        if object {
            let end = end_of_value(bytes, at)?;
            key = at + 1..end - 1;
            at = skip_blank(bytes, skip_blank(bytes, end) + 1);
        }
        let value = at..end_of_value(bytes, at)?;
        at = skip_blank(bytes, value.end);
        if bytes.get(at) == Some(&b',') {
            at = skip_blank(bytes, at + 1);
        }
        Some((key, value))
    };
    std::iter::from_fn(&mut next).collect()
}

/// The byte after a value that starts here.
fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'"' => at = end_of_string(bytes, at)?,
            b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
            b'}' | b']' => (depth, at) = (depth.checked_sub(1)?, at + 1),
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            _ => at += bytes[at..].iter().take_while(|b| !b" \n\r\t,:{}[]\"".contains(b)).count(),
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while *bytes.get(at)? != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::Inward::{Item, Key};
    use super::*;

    const TEXT: &str = r#" {"a": 1, "b" : [ [1, "]\"}"] , {"c":true}, [] ],
        "d": {}} "#;

    #[test]
    fn a_path_leads_to_its_value() {
        let at = |path: &[Inward]| &TEXT[span(TEXT, path)];
        assert_eq!(at(&[Key("a")]), "1");
        assert_eq!(at(&[Key("b"), Item(0), Item(1)]), r#""]\"}""#);
        assert_eq!(at(&[Key("b"), Item(1), Key("c")]), "true");
        assert_eq!(at(&[Key("b"), Item(2)]), "[]");
        assert_eq!(at(&[Key("d")]), "{}");
    }

    #[test]
    fn from_every_byte_a_way_leads_to_the_value_around_it() {
        let way = |part: &str| Places::of(TEXT).way_to(TEXT.find(part).unwrap());
        let member = |name: &str| Way::Member(name.to_owned());
        assert_eq!(way("1,"), [member("a")]);
        assert_eq!(way("b"), [member("b")], "a name belongs to what it names");
        assert_eq!(way("]\\"), [member("b"), Way::Item(0), Way::Item(1)]);
        assert_eq!(way("true"), [member("b"), Way::Item(1), member("c")]);
        for at in 0..TEXT.len() + 2 {
            assert!(Places::of(TEXT).way_to(at).len() < 4);
            assert!(Places::of("{\"a\":[1,").way_to(at).len() < 3);
        }
    }

    #[test]
    fn a_path_that_leads_nowhere_stops_where_it_is() {
        let at = |path: &[Inward]| &TEXT[span(TEXT, path)];
        assert_eq!(at(&[Key("a"), Item(3)]), "1");
        assert_eq!(at(&[Key("b"), Item(2), Item(0)]), "[]");
        assert_eq!(at(&[Key("x")]), TEXT.lines().next().unwrap().trim_start());
    }

    #[test]
    fn a_text_that_is_not_json_does_no_harm() {
        for text in ["", "{", "[1,", "{\"a", "{\"a\":", "]", ":", "{\"\\", "{,,}", "{\"a\":1}}"] {
            let span = span(text, &[Key("a"), Item(1)]);
            assert!(text.get(span).is_some());
        }
    }
}
