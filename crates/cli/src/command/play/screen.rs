//! A tray on a terminal, played key by key.

use marquetry_puzzle::Direction;

use super::tray::TrayGame;
use crate::command::keys::{Key, Keys};
use crate::command::output::{Colours, Complaint, print};

const HELP: &str =
    "arrows: through the moves, or push the block typed   space: run   help   q: quit";

/// Clears the screen, from its top left corner on.
const CLEAR: &str = "\x1b[H\x1b[J";

/// What is shown below the tray.
#[derive(Default)]
struct Foot {
    said: String,
    /// What is typed and not yet sent.
    typed: String,
}

/// Plays until the player has enough.
pub fn play(tray: &mut TrayGame, keys: &mut Keys) -> Result<(), Complaint> {
    let mut foot = Foot::default();
    let mut running = false;
    loop {
        show(tray, &foot)?;
        let key = keys.next(!running);
        if running && key.is_none() {
            match tray.forth() {
                Ok(said) => foot.said = said,
                Err(_) => running = false,
            }
            continue;
        }
        running = false;
        let Some(key) = key else { continue };
        match press(tray, &mut foot, key) {
            Next::On => {}
            Next::Run => running = true,
            Next::Over => return print("\n"),
        }
    }
}

fn show(tray: &TrayGame, foot: &Foot) -> Result<(), Complaint> {
    let (picture, score, ahead) = (tray.picture(Colours::ink()), tray.score(), tray.ahead());
    let Foot { said, typed } = foot;
    let said = said.trim_end();
    print(&format!("{CLEAR}{picture}{score}; ahead: {ahead}\n{said}\n{HELP}\n> {typed}"))
}

#[derive(PartialEq, Eq, Debug)]
enum Next {
    On,
    Run,
    Over,
}

/// What a key does: with nothing typed it goes through the moves, with a block's name typed it pushes that block.
fn press(tray: &mut TrayGame, foot: &mut Foot, key: Key) -> Next {
    let empty = foot.typed.is_empty();
    let block = tray.block(foot.typed.trim());
    let line = match (key, block) {
        (Key::Over, _) => return Next::Over,
        (Key::Char(' '), _) if empty => return Next::Run,
        (Key::Char('q'), _) if empty && !tray.p.blocks.iter().any(|b| b.name.starts_with('q')) => {
            return Next::Over;
        }
        (Key::Char(c), _) => {
            foot.typed.push(c);
            return Next::On;
        }
        (Key::Back, _) => {
            foot.typed.pop();
            return Next::On;
        }
        (Key::Escape, _) => {
            foot.typed.clear();
            return Next::On;
        }
        (Key::Enter, _) => std::mem::take(&mut foot.typed),
        (key, Some(block)) => {
            if let Some(way) = way(key) {
                foot.said = tray.push(block, way).unwrap_or_else(|why| why);
            }
            return Next::On;
        }
        (Key::Left, None) if empty => "left".into(),
        (Key::Right, None) if empty => "right".into(),
        (Key::Home, None) if empty => "home".into(),
        (Key::End, None) if empty => "end".into(),
        _ => return Next::On,
    };
    if line.trim() == "run" {
        return Next::Run;
    }
    match tray.answer(&line) {
        Some(said) => foot.said = said,
        None => return Next::Over,
    }
    Next::On
}

fn way(key: Key) -> Option<Direction> {
    match key {
        Key::Up => Some(Direction::Up),
        Key::Right => Some(Direction::Right),
        Key::Down => Some(Direction::Down),
        Key::Left => Some(Direction::Left),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marquetry_puzzle::Puzzle;

    use super::*;

    fn tray(text: &str) -> TrayGame {
        let text = format!("marquetry sliding\ntray\n  {text}\n");
        match marquetry_formats::native::read(&text) {
            Ok(Puzzle::Sliding(p)) => {
                TrayGame::new(p, Vec::new(), Duration::ZERO, Default::default())
            }
            _ => panic!("{text} is a tray"),
        }
    }

    #[test]
    fn arrows_push_the_block_that_is_typed_and_else_go_through_the_moves() {
        let (mut tray, mut foot) = (tray("AB.."), Foot::default());
        let keys = [Key::Char('B'), Key::Right, Key::Right, Key::Right, Key::Up, Key::Home];
        let said = keys.map(|key| {
            assert_eq!(press(&mut tray, &mut foot, key), Next::On);
            foot.said.clone()
        });
        let [_, first, second, third, ..] = said;
        assert_eq!(first, "1. B (1x1 block) right 1");
        assert_eq!(second, "2. B (1x1 block) right 1");
        assert_eq!(third, "block 'B' cannot go right: the tray ends there");
        for key in [Key::Escape, Key::Left, Key::Left, Key::Down, Key::Char('A'), Key::Back] {
            assert_eq!(press(&mut tray, &mut foot, key), Next::On);
        }
        assert_eq!(foot.said, "taken back: B (1x1 block) right 1\n");
        assert_eq!((tray.ahead(), foot.typed.as_str()), (2, ""));
        assert_eq!(press(&mut tray, &mut foot, Key::Char(' ')), Next::Run);
        assert_eq!(press(&mut tray, &mut foot, Key::Char('q')), Next::Over);
    }

    #[test]
    fn a_line_is_sent_by_enter_and_a_block_called_q_can_be_named() {
        let (mut tray, mut foot) = (tray("qB.."), Foot::default());
        for key in "q right".chars().map(Key::Char).chain([Key::Enter]) {
            assert_eq!(press(&mut tray, &mut foot, key), Next::On);
        }
        let blocked = "block 'q' cannot go right: block 'B' is in the way at row 1, column 2\n";
        assert_eq!((foot.said.as_str(), foot.typed.as_str()), (blocked, ""));
        assert_eq!(press(&mut tray, &mut foot, Key::Over), Next::Over);
    }
}
