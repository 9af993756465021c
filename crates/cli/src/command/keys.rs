//! Keys as they are pressed.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

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

/// How long a key is waited for where it need not come.
const PAUSE: Duration = Duration::from_millis(300);

/// Is the terminal ours?
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A terminal that gives keys at once and does not show them, until this is dropped.
pub struct Keys(());

impl Keys {
    /// Takes the terminal; `None` where that cannot be done.
    pub fn grab() -> Option<Keys> {
        enable_raw_mode().ok()?;
        TAKEN.store(true, Ordering::Relaxed);
        let keys = Keys(());
        keep_signals().map(|()| keys)
    }

    /// The next key. Unless it is to wait, `None` when none is pressed for a quarter of a second or so. Of a key that
    /// is not known nothing is made.
    pub fn next(&mut self, wait: bool) -> Option<Key> {
        match if wait { Ok(true) } else { poll(PAUSE) } {
            Ok(false) => None,
            Ok(true) => read().map_or(Some(Key::Over), key),
            Err(_) => Some(Key::Over),
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        release();
    }
}

/// Sets the terminal as it was, where it was taken: also for a program that is about to end at once.
pub fn release() {
    if TAKEN.swap(false, Ordering::Relaxed) {
        // There is nobody left to tell.
        let _ = disable_raw_mode();
    }
}

/// A text for the terminal: while it is taken, a new line does not begin at the left end by itself.
pub fn lines(text: &str) -> Cow<'_, str> {
    match TAKEN.load(Ordering::Relaxed) {
        true => text.replace('\n', "\r\n").into(),
        false => text.into(),
    }
}

/// Lets Ctrl-C be a signal still, so that it stops a search that nobody reads keys beside.
#[cfg(unix)]
fn keep_signals() -> Option<()> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let terminal = rustix::stdio::stdin();
    let mut how = tcgetattr(terminal).ok()?;
    how.local_modes |= LocalModes::ISIG;
    tcsetattr(terminal, OptionalActions::Now, &how).ok()
}

/// Elsewhere Ctrl-C comes as a key.
#[cfg(not(unix))]
fn keep_signals() -> Option<()> {
    Some(())
}

/// What is made of an event.
fn key(event: Event) -> Option<Key> {
    let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event else { return None };
    match code {
        _ if kind == KeyEventKind::Release => None,
        KeyCode::Char('c' | 'd') if modifiers == KeyModifiers::CONTROL => Some(Key::Over),
        KeyCode::Char('h') if modifiers == KeyModifiers::CONTROL => Some(Key::Back),
        _ if modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => None,
        KeyCode::Char(c) => Some(Key::Char(c)),
        KeyCode::Up => Some(Key::Up),
        KeyCode::Right => Some(Key::Right),
        KeyCode::Down => Some(Key::Down),
        KeyCode::Left => Some(Key::Left),
        KeyCode::Home => Some(Key::Home),
        KeyCode::End => Some(Key::End),
        KeyCode::Enter => Some(Key::Enter),
        KeyCode::Backspace => Some(Key::Back),
        KeyCode::Esc => Some(Key::Escape),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_letters_and_signs_are_told_apart_and_a_key_let_go_is_none() {
        let press = |code, modifiers| key(Event::Key(KeyEvent::new(code, modifiers)));
        let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        assert_eq!(press(KeyCode::Up, none), Some(Key::Up));
        assert_eq!(press(KeyCode::Char('é'), none), Some(Key::Char('é')));
        assert_eq!(press(KeyCode::Char('Q'), KeyModifiers::SHIFT), Some(Key::Char('Q')));
        assert_eq!(press(KeyCode::Char('d'), control), Some(Key::Over));
        assert_eq!(press(KeyCode::Right, control), None);
        assert_eq!(press(KeyCode::F(1), none), None);
        let mut up = KeyEvent::new(KeyCode::Enter, none);
        up.kind = KeyEventKind::Release;
        assert_eq!(key(Event::Key(up)), None);
        assert_eq!(key(Event::Resize(80, 25)), None);
    }

    #[test]
    fn lines_stay_as_they_are_unless_the_terminal_is_taken() {
        assert_eq!(lines("a\nb\n"), "a\nb\n");
    }
}
