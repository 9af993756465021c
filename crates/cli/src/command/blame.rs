//! Solutions that keep what was placed or pinned, and what is to blame when there are none.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use marquetry_puzzle::matching::Pin;
use marquetry_puzzle::{Board, Matching, Puzzle, Solution, analyse};
use marquetry_search::{Ending, Limits, Settings, StopFlag, solve};

/// How long it may take to find the pin that is to blame.
const PATIENCE: Duration = Duration::from_secs(5);

/// How a search for one solution ended, and after how many nodes.
pub struct Found {
    pub board: Result<Board, Missing>,
    pub nodes: u64,
}

/// Why a search has no board to show.
pub enum Missing {
    /// There is none.
    Proved,
    /// It is not known whether there is one, for this reason.
    Unknown(String),
}

impl Found {
    fn nothing(why: Missing, nodes: u64) -> Found {
        Found { board: Err(why), nodes }
    }
}

/// Why a puzzle with some pins has no solution.
pub enum Blame {
    /// It has none without them either.
    Puzzle,
    /// There is one with all pins before this.
    Since(usize),
    /// Time was too short to tell.
    Unknown,
}

/// What bounds all searches of one command.
pub struct Search {
    pub deadline: Option<Instant>,
    pub stop: StopFlag,
}

impl Search {
    /// Looks for a solution that has these tiles where they are. One thread, so that every run is the same.
    pub fn keeping(&self, p: &Matching, pins: &[Pin]) -> Found {
        let puzzle = match pinned(p, pins) {
            Ok(puzzle) => puzzle,
            Err(why) => return Found::nothing(Missing::Unknown(why), 0),
        };
        if !analyse(&puzzle).impossible.is_empty() {
            return Found::nothing(Missing::Proved, 0);
        }
        let limits = Limits {
            time: self.deadline.map(|end| end.saturating_duration_since(Instant::now())),
            solutions: Some(1),
            ..Limits::default()
        };
        let mut found = None;
        let mut keep = |solution: &Solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        };
        let settings = Settings { threads: 1, ..Settings::default() };
        let ended = solve(&puzzle, &settings, limits, self.stop.clone(), &mut keep);
        let outcome = match ended {
            Ok(outcome) => outcome,
            Err(failure) => return Found::nothing(Missing::Unknown(failure.to_string()), 0),
        };
        let why = match outcome.ending {
            Ending::Exhausted => Missing::Proved,
            Ending::Cancelled => Missing::Unknown("the search was interrupted".into()),
            _ => Missing::Unknown("the search ran out of time".into()),
        };
        match found {
            Some(Solution::Board(board)) => Found { board: Ok(board), nodes: outcome.stats.nodes },
            _ => Found::nothing(why, outcome.stats.nodes),
        }
    }

    /// Finds out why there is no solution with these pins, the first `sure` of which are not in question.
    pub fn blame(&self, p: &Matching, pins: &[Pin], sure: usize) -> Blame {
        // The first `good` pins can be completed, the first `bad` cannot.
        let (mut good, mut bad) = (sure, pins.len());
        match self.keeping(p, &pins[..good]).board {
            Ok(_) => {}
            Err(Missing::Proved) => return Blame::Puzzle,
            Err(Missing::Unknown(_)) => return Blame::Unknown,
        }
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            match self.keeping(p, &pins[..middle]).board {
                Ok(_) => good = middle,
                Err(Missing::Proved) => bad = middle,
                Err(Missing::Unknown(_)) => return Blame::Unknown,
            }
        }
        Blame::Since(good)
    }

    /// The pins, the last first, each of which is alone to blame: without it there is a solution. They are among
    /// those up to the first with which there is none.
    pub fn alone(
        &self,
        p: &Matching,
        pins: &[Pin],
        sure: usize,
        since: usize,
    ) -> impl Iterator<Item = usize> {
        (sure..=since).rev().filter(move |&pin| {
            let others = [&pins[..pin], &pins[pin + 1..]].concat();
            self.keeping(p, &others).board.is_ok()
        })
    }
}

/// Says which pins of a puzzle that has no solution are to blame, where that is soon found; `None` without pins.
pub fn wrong_pin(p: &Matching, time: Option<Duration>, stop: StopFlag) -> Option<String> {
    let mut setup = p.clone().into_setup();
    let pins = std::mem::take(&mut setup.pins);
    let bare = Matching::new(setup).ok().filter(|_| !pins.is_empty())?;
    let time = time.map_or(PATIENCE, |time| time.min(PATIENCE));
    let search = Search { deadline: Instant::now().checked_add(time), stop };
    let words = |pin: usize| p.pin_words(&pins[pin]);
    Some(match search.blame(&bare, &pins, 0) {
        Blame::Puzzle => "without its pins it has none either".into(),
        Blame::Unknown => "which pin is to blame was not found in time".into(),
        Blame::Since(since) => {
            let mut alone: Vec<usize> = search.alone(&bare, &pins, 0, since).collect();
            alone.reverse();
            let one = |&pin: &usize| format!("without the pin of {} there is one", words(pin));
            match &alone[..] {
                [] => format!("with the pins before that of {} there is one", words(since)),
                alone => alone.iter().map(one).collect::<Vec<_>>().join("\n"),
            }
        }
    })
}

/// The puzzle with these pins and those of its own that lie elsewhere.
fn pinned(p: &Matching, pins: &[Pin]) -> Result<Puzzle, String> {
    let mut setup = p.clone().into_setup();
    setup.pins.retain(|own| pins.iter().all(|pin| pin.cell != own.cell));
    setup.pins.extend_from_slice(pins);
    let words = |faults: Vec<marquetry_puzzle::Fault>| {
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    Matching::new(setup).map(Puzzle::from).map_err(words)
}
