//! A search watched as it goes: on a terminal at some speed or key by key, otherwise as plain frames or as events.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use marquetry_formats::events::Event;
use marquetry_puzzle::{Puzzle, Solution};
use marquetry_report as report;
use marquetry_search::steps::{Act, Step};
use marquetry_search::{Outcome, Search, StopFlag};

use super::Solve;
use crate::command::keys::{self, Key, Keys};
use crate::command::output::{Colours, Complaint, print};
use crate::command::units::{grouped, plural};
use crate::command::voice::Voice;

/// Clears the screen, from its top left corner on.
const CLEAR: &str = "\x1b[H\x1b[J";
const HELP: &str = "space: one step   + -: run faster, slower   q: quit";
/// Steps a second: where running begins, and the most.
const SLOWEST: f64 = 1.0;
const FASTEST: f64 = 1000.0;
/// How often a signal is looked for while nothing happens.
const GLANCE: Duration = Duration::from_millis(100);

/// How to watch a search.
#[derive(clap::Args)]
pub struct Watching {
    /// Show which piece is tried where: on a terminal key by key, or at a --speed; piped, as plain pictures; with
    /// --json, as events
    #[arg(long, conflicts_with_all = ["count", "looks", "to", "draw", "output", "sample", "nth"])]
    pub watch: bool,
    /// How many steps a second to show
    #[arg(long, value_name = "N", requires = "watch", conflicts_with = "json", value_parser = clap::value_parser!(u16).range(1..=1000))]
    speed: Option<u16>,
}

impl Solve {
    /// Searches step by step before the user's eyes.
    pub(super) fn watched(
        &self,
        puzzle: &Puzzle,
        search: Search<'_>,
        stop: StopFlag,
    ) -> Result<Outcome, Complaint> {
        let mut screen = Screen::new(self.watching.speed, stop);
        let mut complaint = None;
        let mut look = |step: &Step| {
            let shown = screen.show(&frame(puzzle, step));
            shown.unwrap_or_else(|why| {
                complaint = Some(why);
                ControlFlow::Break(())
            })
        };
        let outcome = search.steps(&mut look);
        drop(screen);
        match complaint {
            Some(complaint) => Err(complaint),
            None => Ok(outcome?),
        }
    }
}

/// Searches step by step and tells each step as an event.
pub(super) fn watched_elsewhere(
    puzzle: &Puzzle,
    search: Search<'_>,
    voice: &mut Voice,
) -> Result<Outcome, Complaint> {
    let mut tell = |event: Event| {
        let told = voice.event(|| event);
        voice.go_on(told)
    };
    Ok(report::steps(puzzle, search, &mut tell)?)
}

/// The board after a step, and what the step was.
fn frame(puzzle: &Puzzle, step: &Step) -> String {
    let laid = |one| format!("{} on the board", plural(step.laid as u64, one));
    let (name, does, lies) = match puzzle {
        Puzzle::Matching(p) => {
            (p.tiles.get(step.piece).map(|it| &it.name), "laid at", laid("tile"))
        }
        Puzzle::Tiling(p) => {
            (p.pieces.get(step.piece).map(|it| &it.name), "laid at", laid("piece"))
        }
        Puzzle::Sliding(p) => {
            let made = plural(step.laid as u64, "move");
            (p.blocks.get(step.piece).map(|it| &it.name), "pushed to", format!("{made} made"))
        }
    };
    let (name, place) = (name.map_or("?", String::as_str), step.cell.words());
    let solved = matches!(step.act, Act::Laid { solved: true, .. });
    let found = step.stats.solutions + u64::from(solved);
    let said = match step.act {
        Act::TakenBack { .. } => format!("{name} taken back from {place}"),
        Act::Laid { number, of, ways, .. } => {
            let then = match ways {
                _ if solved => format!("solution {found}"),
                // Where blocks are pushed, ways are those within the moves that are tried.
                0 if matches!(puzzle, Puzzle::Sliding(_)) => "as far as is tried".to_owned(),
                0 => "a dead end".to_owned(),
                ways => format!("{} to go on", plural(ways as u64, "way")),
            };
            format!("{name} {does} {place}, way {number} of {of}: {then}")
        }
    };
    let (nodes, picture) = (grouped(step.stats.nodes), picture(puzzle, &step.board));
    format!("{picture}{said}\n{nodes} tried, {lies}, {}\n", plural(found, "solution"))
}

/// What lies on the board, or where the blocks have come to.
fn picture(puzzle: &Puzzle, board: &Solution) -> String {
    match (puzzle, board) {
        (Puzzle::Sliding(p), Solution::Moves(moves)) => {
            let mut position = p.start().clone();
            moves.iter().for_each(|m| drop(position.make(p, m)));
            marquetry_draw::position(p, &position, Colours::ink())
        }
        _ => marquetry_draw::text(puzzle, Some(board), Colours::ink()),
    }
}

/// Where frames are shown.
struct Screen {
    terminal: bool,
    /// Keys as they are pressed, where there is a keyboard.
    keys: Option<Receiver<Key>>,
    /// Steps a second; `None` for key by key.
    speed: Option<f64>,
    stop: StopFlag,
    frames: u64,
}

impl Screen {
    fn new(speed: Option<u16>, stop: StopFlag) -> Screen {
        let terminal = std::io::stdout().is_terminal();
        let keys = (terminal && std::io::stdin().is_terminal()).then(keyboard).flatten();
        // Without keys nobody could step.
        let speed = speed.map(f64::from).or(keys.is_none().then_some(4.0));
        Screen { terminal, keys, speed, stop, frames: 0 }
    }

    fn show(&mut self, frame: &str) -> Result<ControlFlow<()>, Complaint> {
        self.frames += 1;
        if !self.terminal {
            let gap = if self.frames > 1 { "\n" } else { "" };
            print(&format!("{gap}{frame}"))?;
            return Ok(ControlFlow::Continue(()));
        }
        let speed = || match self.speed {
            Some(speed) => format!("{} a second", plural(speed as u64, "step")),
            None => "key by key".to_owned(),
        };
        let foot =
            if self.keys.is_some() { format!("{HELP}   ({})\n", speed()) } else { String::new() };
        print(&format!("{CLEAR}{frame}{foot}"))?;
        Ok(self.wait())
    }

    /// Waits until the next step is due. Break when the user has enough.
    fn wait(&mut self) -> ControlFlow<()> {
        let shown = Instant::now();
        loop {
            let due = self.speed.map(|speed| Duration::from_secs_f64(1.0 / speed));
            let left = due.map(|due| due.saturating_sub(shown.elapsed()));
            if left == Some(Duration::ZERO) {
                return ControlFlow::Continue(());
            }
            if self.stop.stopped() {
                return ControlFlow::Break(());
            }
            let pause = left.map_or(GLANCE, |left| left.min(GLANCE));
            let key = match &self.keys {
                Some(keys) => keys.recv_timeout(pause),
                None => {
                    std::thread::sleep(pause);
                    Err(RecvTimeoutError::Timeout)
                }
            };
            match key {
                Ok(key) => match self.press(key) {
                    Some(flow) => return flow,
                    None => continue,
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Break(()),
            }
        }
    }

    /// What a key does: on to the next step, the end, or another speed.
    fn press(&mut self, key: Key) -> Option<ControlFlow<()>> {
        match key {
            Key::Char(' ') | Key::Enter | Key::Right => {
                self.speed = None;
                return Some(ControlFlow::Continue(()));
            }
            Key::Char('q') | Key::Escape | Key::Over => return Some(ControlFlow::Break(())),
            Key::Char('+' | '=') => {
                self.speed = Some(self.speed.map_or(SLOWEST, |speed| (speed * 2.0).min(FASTEST)));
            }
            Key::Char('-') => self.speed = self.speed.map(|s| s / 2.0).filter(|s| *s >= SLOWEST),
            _ => {}
        }
        None
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.keys.is_some() {
            keys::release();
        }
    }
}

/// Takes the terminal and reads its keys beside all else; `None` where that cannot be done.
fn keyboard() -> Option<Receiver<Key>> {
    let mut keys = Keys::grab()?;
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        loop {
            // Of a key that is not known nothing is made.
            let Some(key) = keys.next(true) else { continue };
            if sender.send(key).is_err() || key == Key::Over {
                break;
            }
        }
    });
    Some(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_step_run_slow_down_and_quit() {
        let mut screen = Screen {
            terminal: true,
            keys: None,
            speed: None,
            stop: StopFlag::default(),
            frames: 0,
        };
        for (key, speed) in [('-', None), ('+', Some(1.0)), ('=', Some(2.0)), ('-', Some(1.0))] {
            assert_eq!(screen.press(Key::Char(key)), None);
            assert_eq!(screen.speed, speed);
        }
        assert_eq!(screen.press(Key::Char(' ')), Some(ControlFlow::Continue(())));
        assert_eq!(screen.speed, None);
        assert_eq!(screen.press(Key::Char('q')), Some(ControlFlow::Break(())));
    }
}
