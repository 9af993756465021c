//! Keys as they are pressed, on terminals that `stty` can set.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Key {
    Up,
    Right,
    Down,
    Left,
    Home,
    End,
    Enter,
    Back,
    Escape,
    /// Ctrl-D, or a terminal that is gone.
    Over,
    Char(char),
}

/// How the terminal was set before.
static BEFORE: OnceLock<String> = OnceLock::new();

/// A terminal that gives keys at once and does not show them, until this is dropped.
pub struct Keys {
    waiting: bool,
    /// What was sent and not yet taken.
    sent: Vec<u8>,
}

impl Keys {
    /// Takes the terminal; `None` where that cannot be done.
    pub fn grab() -> Option<Keys> {
        let before = stty(&["-g"])?;
        BEFORE.get_or_init(|| before.trim().to_owned());
        let keys = Keys { waiting: true, sent: Vec::new() };
        stty(&["-icanon", "-echo", "min", "1", "time", "0"])?;
        Some(keys)
    }

    /// The next key. Unless it is to wait, `None` when none is pressed for a quarter of a second or so.
    pub fn next(&mut self, wait: bool) -> Option<Key> {
        if self.sent.is_empty() {
            if wait != self.waiting {
                let how = if wait { ["1", "0"] } else { ["0", "3"] };
                stty(&["min", how[0], "time", how[1]]);
                self.waiting = wait;
            }
            let mut bytes = [0; 256];
            match std::io::stdin().lock().read(&mut bytes) {
                Ok(0) if !wait => return None,
                Ok(0) | Err(_) => return Some(Key::Over),
                Ok(n) => self.sent.extend(&bytes[..n]),
            }
        }
        let (key, length) = first(&self.sent);
        self.sent.drain(..length);
        key
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        release();
    }
}

/// Sets the terminal as it was, where it was taken: also for a program that is about to end at once.
pub fn release() {
    if let Some(before) = BEFORE.get() {
        stty(&[before]);
    }
}

/// Changes how the terminal behaves, or asks.
fn stty(args: &[&str]) -> Option<String> {
    let done = Command::new("stty").args(args).stdin(Stdio::inherit()).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

/// The first key that these bytes tell of, and how many of them do. Of a key that is not known nothing is made.
fn first(bytes: &[u8]) -> (Option<Key>, usize) {
    match bytes {
        [0x1b, b'[' | b'O', rest @ ..] => {
            let length = rest.iter().position(|b| b.is_ascii_alphabetic() || *b == b'~');
            let length = length.map_or(rest.len(), |at| at + 1);
            let key = match &rest[..length] {
                b"A" => Some(Key::Up),
                b"B" => Some(Key::Down),
                b"C" => Some(Key::Right),
                b"D" => Some(Key::Left),
                b"H" | b"1~" | b"7~" => Some(Key::Home),
                b"F" | b"4~" | b"8~" => Some(Key::End),
                _ => None,
            };
            (key, 2 + length)
        }
        [0x1b, ..] => (Some(Key::Escape), 1),
        [b'\r' | b'\n', ..] => (Some(Key::Enter), 1),
        [0x7f | 0x08, ..] => (Some(Key::Back), 1),
        [0x04, ..] => (Some(Key::Over), 1),
        _ => {
            let text = bytes.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
            let key = text.filter(|c| !c.is_control()).map(Key::Char);
            (key, text.map_or(1, char::len_utf8).min(bytes.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_letters_and_signs_are_told_apart_however_fast_they_come() {
        let mut sent: &[u8] = "\x1b[A\x1bODé\x1b[4~\x1b[5~\x1b[1;5Cq\x7f\n\x04\x1f\x1b".as_bytes();
        let mut keys = Vec::new();
        while !sent.is_empty() {
            let (key, length) = first(sent);
            keys.extend(key);
            sent = &sent[length..];
        }
        use Key::{Back, Char, End, Enter, Escape, Left, Over, Up};
        assert_eq!(keys, [Up, Left, Char('é'), End, Char('q'), Back, Enter, Over, Escape]);
        assert_eq!(first(&[0xff]), (None, 1));
    }
}
