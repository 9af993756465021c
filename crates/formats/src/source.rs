//! The text of a file, and where it came from.
//!
//! ```
//! use marquetry_formats::Source;
//!
//! let source = Source::from_bytes("tiles.txt", b"1 2 3 4\n".to_vec()).unwrap();
//! assert_eq!(source.text, "1 2 3 4\n");
//! assert!(Source::from_bytes("picture.png", vec![0x89, b'P', 0xff]).is_err(), "no text");
//! ```

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
    /// A text under a name, without a byte order mark, its lines ended by `\n` alone.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: plain(text.into()) }
    }

    /// Takes bytes as UTF-8, or as UTF-16 where a byte order mark says so; refuses what is too large or not text.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Source, Rejected> {
        let name = name.into();
        let refuse = |code, message: String, help: &str| {
            let nothing = Source::new(name.clone(), "");
            Err(Rejected::one(nothing, Diagnostic::new(code, 0..0, message).help(help)))
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
        let bytes = match utf16(&bytes) {
            None => bytes,
            Some(Some(text)) => text.into_bytes(),
            Some(None) => {
                let message = "this file says that it is UTF-16, and is not".to_owned();
                return refuse("not-text", message, "save the file as UTF-8 text");
            }
        };
        let bytes = match latin1(&bytes) {
            Some(text) => text.into_bytes(),
            None => bytes,
        };
        match String::from_utf8(bytes) {
            Ok(text) if text.contains('\0') => refuse(
                "not-text",
                "this is not a text file".into(),
                "it holds zero bytes: is this the right one?",
            ),
            Ok(text) => Ok(Source::new(name, text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1;
                let message = format!("line {line} is not text: byte {at} is not UTF-8");
                refuse("not-text", message, "save the file as UTF-8 text")
            }
        }
    }
}

/// The text of bytes that begin with a byte order mark of UTF-16; nothing inside where it is broken.
fn utf16(bytes: &[u8]) -> Option<Option<String>> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|&pair| unit(pair)).collect();
    Some(String::from_utf16(&units).ok().filter(|_| rest.is_empty()))
}

/// The text of XML that says in its first line that it is Latin-1. Bytes that are UTF-8 after all are left alone.
fn latin1(bytes: &[u8]) -> Option<String> {
    const NAMES: [&str; 5] = ["iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252"];
    let start = bytes.trim_ascii_start();
    let head = &start[..start.len().min(200)];
    let end = head.windows(2).position(|pair| pair == b"?>")?;
    let declared = std::str::from_utf8(&head[..end]).ok()?.strip_prefix("<?xml")?;
    let name = declared.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim();
    let name = name.get(1..)?.split(['"', '\'']).next()?.to_ascii_lowercase();
    if !NAMES.contains(&name.as_str()) || std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    Some(bytes.iter().map(|&byte| char::from(byte)).collect())
}

/// The text without a byte order mark, with `\n` at the ends of its lines. A carriage return alone ends a line where
/// nothing else does.
fn plain(text: String) -> String {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if !bare.contains('\r') {
        return if bare.len() == text.len() { text } else { bare.to_owned() };
    }
    if !bare.contains('\n') {
        return bare.replace('\r', "\n");
    }
    let mut out = String::with_capacity(bare.len());
    for line in bare.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => out.extend([line.trim_end_matches('\r'), "\n"]),
            None => out.push_str(line.trim_end_matches('\r')),
        }
    }
    out
}

/// The bytes that gzip packed, one more than is allowed at most.
fn unpacked(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(bytes).take(MAX_BYTES as u64 + 1).read_to_end(&mut out)?;
    Ok(out)
}
