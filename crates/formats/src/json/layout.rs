//! How JSON is laid out: the members of a document and the items of their lists a line each, all else within a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Down to this depth every value has a line of its own.
const LINES: usize = 2;

/// A document as text.
pub(super) fn text(document: &impl Serialize) -> String {
    let mut out = Vec::new();
    let laid_out = Layout { depth: 0, empty: true };
    document
        .serialize(&mut Serializer::with_formatter(&mut out, laid_out))
        .expect("plain data can be written");
    out.push(b'\n');
    String::from_utf8(out).expect("JSON is UTF-8")
}

struct Layout {
    depth: usize,
    empty: bool,
}

impl Layout {
    fn begin(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.empty = true;
        out.write_all(bracket)
    }

    fn end(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        let lines = self.depth <= LINES && !self.empty;
        self.depth -= 1;
        self.empty = false;
        if lines {
            self.line(out)?;
        }
        out.write_all(bracket)
    }

    fn line(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }

    fn part(&mut self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        self.empty = false;
        match (first, self.depth <= LINES) {
            (true, true) => self.line(out),
            (true, false) => Ok(()),
            (false, true) => out.write_all(b",").and_then(|()| self.line(out)),
            (false, false) => out.write_all(b", "),
        }
    }
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}
