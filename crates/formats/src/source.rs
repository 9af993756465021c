//! The text of a file, and where it came from.

use std::io::Read;

use crate::diagnostic::{Diagnostic, Rejected};

/// The largest file that is read.
pub const MAX_BYTES: usize = 16 << 20;

/// A text to be read, with the name to show when something is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// A path, `-`, or the name of a built-in puzzle.
    pub name: String,
    /// All of the text.
    pub text: String,
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Takes bytes as UTF-8, without a byte order mark; refuses what is too large or not text.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Source, Rejected> {
        let name = name.into();
        let refuse = |code, message: String, help: &str| {
            let nothing = Source::new(name.clone(), "");
            Err(Rejected::one(nothing, vec![Diagnostic::new(code, 0..0, message).help(help)]))
        };
        // What BurrTools saves is packed by gzip.
        let packed = bytes.starts_with(&[0x1f, 0x8b]);
        let bytes = if packed { unpacked(&bytes) } else { Ok(bytes) };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                return refuse("not-text", format!("this file cannot be unpacked: {error}"), "");
            }
        };
        if bytes.len() > MAX_BYTES {
            let message = format!("this file has {} bytes, more than {MAX_BYTES}", bytes.len());
            return refuse(
                "too-large",
                message,
                "a puzzle is a small text file: is this the right one?",
            );
        }
        match String::from_utf8(bytes) {
            Ok(text) if text.contains('\0') => refuse(
                "not-text",
                "this is not a text file".into(),
                "it holds zero bytes: is this the right one?",
            ),
            Ok(text) => Ok(Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text))),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1;
                let message = format!("line {line} is not text: byte {at} is not UTF-8");
                refuse("not-text", message, "save the file as UTF-8 text")
            }
        }
    }
}

/// The bytes that gzip packed, one more than is allowed at most.
fn unpacked(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(bytes).take(MAX_BYTES as u64 + 1).read_to_end(&mut out)?;
    Ok(out)
}
