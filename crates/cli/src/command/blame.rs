//! What is to blame when pins leave a puzzle without a solution, in words.

use std::time::Duration;

use marquetry_play::{Blame, Patience, wrong_pins};
use marquetry_puzzle::Matching;
use marquetry_search::{Limits, StopFlag};

/// How long it may take to find the pin that is to blame.
const PATIENCE: Duration = Duration::from_secs(5);

/// Says which pins of a puzzle that has no solution are to blame, where that is soon found; `None` without pins.
pub fn wrong_pin(p: &Matching, time: Option<Duration>, stop: StopFlag) -> Option<String> {
    let time = Some(time.map_or(PATIENCE, |time| time.min(PATIENCE)));
    let mut patience = Patience { limits: Limits { time, ..Limits::default() }, stop };
    let words = |pin: usize| p.pin_words(&p.pins[pin]);
    Some(match wrong_pins(p, &mut patience)? {
        Blame::Puzzle => "without its pins it has none either".into(),
        Blame::Since(pin) => format!("with the pins before that of {} there is one", words(pin)),
        Blame::Alone(pins) => {
            let one = |&pin: &usize| format!("without the pin of {} there is one", words(pin));
            pins.iter().map(one).collect::<Vec<_>>().join("\n")
        }
        _ => "which pin is to blame was not found in time".into(),
    })
}
