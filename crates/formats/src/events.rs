//! The events of a run as JSON Lines: an object a line, each with `"v": 1` and `"event"`.
//!
//! A run is one `begin`, any number of `progress`, `improved`, `step` and `solution`, and one `end`. A run that was
//! killed has no `end`.
//!
//! **Invariant:** these types only grow. A reader passes over events and members it does not know.
//!
//! ```
//! use marquetry_formats::events::{Event, line, read};
//!
//! let text = "{\"v\":1,\"event\":\"progress\",\"nodes\":9,\"solutions\":2,\"seconds\":0.5,\"nodes_per_second\":18}\n";
//! let events = read(text).unwrap();
//! let Event::Progress(progress) = &events[0] else { panic!("another event") };
//! assert_eq!((progress.nodes, progress.solutions), (9, 2));
//! assert_eq!(read(&line(&events[0])).unwrap(), events);
//! ```

use std::time::Duration;

use marquetry_puzzle::{self as puzzle, Faults};
use serde::{Deserialize, Serialize};

use crate::Diagnostic;
use crate::json::{diagnose, wire};
use crate::lines::lines;

/// One event of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Event {
    /// The run begins.
    Begin(Begin),
    /// How far it is.
    Progress(Progress),
    /// A better partial solution than all before.
    Improved(Improved),
    /// A tile or piece was laid or taken back, in a search that is watched.
    Step(Step),
    /// A whole solution.
    Solution(Found),
    /// The run is over.
    End(End),
}

/// `"event": "begin"`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Begin {
    /// The puzzle's title; may be empty.
    pub puzzle: String,
    /// `"matching"`, `"tiling"` or `"sliding"`.
    pub family: String,
    /// The name of the engine.
    pub engine: String,
    /// The seed of every random choice.
    pub seed: u64,
    /// How many threads search.
    pub threads: u64,
    /// When the run stops although there may be more to find.
    pub limits: Limits,
}

/// The limits of a run; those left out do not apply.
#[derive(Copy, Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Seconds on the wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Nodes of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Solutions found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Bytes of memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// `"event": "progress"`
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// Placements or positions tried.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Seconds since the start, as [`seconds`] gives them.
    pub seconds: f64,
    /// Nodes a second.
    pub nodes_per_second: u64,
    /// Nodes that were tried on graphics cards, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_cards: Option<u64>,
    /// Share of the search that is done, 0 to 1, where the engine can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<f64>,
    /// How far a breadth-first search is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breadth: Option<Breadth>,
}

/// How far a breadth-first search is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Breadth {
    /// Moves from the start to the positions whose neighbours it looks for.
    pub depth: u64,
    /// How many these are.
    pub frontier: u64,
    /// Bytes in memory.
    pub memory: u64,
    /// Bytes on disk.
    pub disk: u64,
}

/// `"event": "improved"`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Improved {
    /// How good it is.
    pub score: Score,
    /// The partial solution.
    pub solution: wire::Solution,
}

/// How good a solution is; its members tell the family.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Score {
    /// Of a matching puzzle.
    Board {
        /// Joints between two tiles that agree.
        matched: u64,
        /// Joints the full board has.
        possible: u64,
        /// Tiles on the board.
        placed: u64,
        /// Cells that hold a tile on the full board.
        cells: u64,
        /// How many edges disagree with each other or with the rim.
        breaks: u64,
    },
    /// Of a tiling puzzle.
    Cover {
        /// Cells covered.
        covered: u64,
        /// Cells of the board.
        cells: u64,
        /// Pieces placed.
        placed: u64,
        /// Copies of pieces that must be used and are not.
        missing: u64,
    },
    /// Of a sliding puzzle.
    Moves {
        /// Blocks pushed any distance along any path.
        moves: u64,
        /// Blocks pushed any distance in a straight line.
        slides: u64,
        /// Unit steps.
        steps: u64,
        /// Is the goal reached?
        reached: bool,
    },
}

impl From<&puzzle::Score> for Score {
    fn from(score: &puzzle::Score) -> Score {
        let n = |count: usize| count as u64;
        match *score {
            puzzle::Score::Board { matched, possible, placed, cells, ref breaks, .. } => {
                Score::Board {
                    matched: n(matched),
                    possible: n(possible),
                    placed: n(placed),
                    cells: n(cells),
                    breaks: n(breaks.len()),
                }
            }
            puzzle::Score::Cover { covered, cells, placed, missing } => Score::Cover {
                covered: n(covered),
                cells: n(cells),
                placed: n(placed),
                missing: n(missing),
            },
            puzzle::Score::Moves { moves, slides, steps, reached } => {
                Score::Moves { moves: n(moves), slides: n(slides), steps: n(steps), reached }
            }
        }
    }
}

/// `"event": "step"`
///
/// A watched search begins with an empty board and writes all its steps, so what lies there is known from them: a step
/// back takes away what was laid last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The name of the tile or piece.
    pub piece: String,
    /// Its cell; of a piece, the first of its cells.
    pub cell: wire::Place<3>,
    /// What was done with it.
    #[serde(flatten)]
    pub act: Act,
    /// Tiles or pieces on the board after this step.
    pub depth: u64,
    /// Nodes so far, this one among them.
    pub nodes: u64,
    /// Solutions so far; one that this step makes whole is not among them.
    pub solutions: u64,
}

/// What was done with a tile or piece: `"act": "laid"` or `"act": "taken-back"`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// It was laid.
    Laid {
        /// Which way of going on this was, from 1.
        way: u64,
        /// Of how many.
        of: u64,
        /// How many ways there are to go on from here. None is a dead end, or the end.
        ways: u64,
        /// Is the board a solution now?
        solved: bool,
        /// The quarter turns of a tile, clockwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u8>,
        /// The cells that a piece covers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cells: Option<Vec<wire::Place<3>>>,
    },
    /// It was taken back.
    TakenBack {
        /// Why, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Why>,
    },
}

/// Why a tile or piece was taken back: `"dead-end"`, `"tried"` or `"solved"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// There was no way to go on.
    DeadEnd,
    /// All ways to go on were tried.
    Tried,
    /// The board was a solution, and others are looked for.
    Solved,
}

/// `"event": "solution"`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The solutions so far, this one among them.
    pub number: u64,
    /// Nodes until it was found.
    pub nodes: u64,
    /// Seconds until it was found, as [`seconds`] gives them.
    pub seconds: f64,
    /// The solution.
    pub solution: wire::Solution,
}

/// `"event": "end"`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// Why the run is over.
    pub ending: Ending,
    /// What it answers.
    pub answer: Answer,
    /// Solutions found or counted, or the largest number of 64 bits where there are more.
    pub solutions: u64,
    /// Their exact number in decimal digits, however many; of solutions that were picked by number or at random, how
    /// many there are to pick from. Lines of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// `false` where the solution of a sliding puzzle is not proven to be shortest, else left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Nodes of the whole run.
    pub nodes: u64,
    /// Seconds of the whole run, as [`seconds`] gives them.
    pub seconds: f64,
}

/// Why a run is over: `"exhausted"`, `"enough"`, `"time-limit"`, `"node-limit"`, `"memory-limit"`, `"disk-limit"` or
/// `"cancelled"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Everything was searched: what was found is all there is.
    Exhausted,
    /// As many solutions as were asked for.
    Enough,
    /// Out of time.
    TimeLimit,
    /// Out of nodes.
    NodeLimit,
    /// Out of memory.
    MemoryLimit,
    /// Out of room on disk, or the disk cannot be used.
    DiskLimit,
    /// Stopped from outside.
    Cancelled,
}

/// What a run answers: `"found"`, `"none"` or `"unknown"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// There is a solution.
    Found,
    /// It is proved that there is none.
    None,
    /// A limit was hit before either was known.
    Unknown,
}

/// A time in seconds, to the microsecond: so short a number reads back equal.
pub fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// The names of the events that [`Event`] has.
const EVENTS: [&str; 6] = ["begin", "progress", "improved", "step", "solution", "end"];

/// What the line of every event has, also of one that is not known.
#[derive(Deserialize)]
struct Head {
    v: u64,
    event: String,
}

#[derive(Serialize, Deserialize)]
struct Line<E> {
    v: u64,
    #[serde(flatten)]
    event: E,
}

/// The line of an event, with its end.
pub fn line(event: &Event) -> String {
    let line = Line { v: wire::VERSION, event };
    serde_json::to_string(&line).expect("plain data can be written") + "\n"
}

/// Reads the events of a run, a line each. Blank lines and events that are not known are passed over.
pub fn read(text: &str) -> Result<Vec<Event>, Faults<Diagnostic>> {
    let (mut events, mut faults) = (Vec::new(), Vec::new());
    for row in lines(text).filter(|row| !row.is_blank()) {
        let event = serde_json::from_str::<Head>(row.text).and_then(|head| {
            let known = head.v == wire::VERSION && EVENTS.contains(&&*head.event);
            let line = || serde_json::from_str::<Line<Event>>(row.text);
            Ok((head.v, known.then(line).transpose()?))
        });
        match event {
            Ok((wire::VERSION, line)) => events.extend(line.map(|line| line.event)),
            Ok((version, _)) => {
                let message = format!("version {version} is not known");
                let help = format!("this program reads version {}", wire::VERSION);
                faults.push(Diagnostic::new("json-version", row.span(), message).help(help));
            }
            Err(error) => {
                faults.push(diagnose(text, row.start..row.start + row.text.len(), &error));
            }
        }
        if faults.len() >= 100 {
            break;
        }
    }
    Faults::from(faults).unless(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution() -> wire::Solution {
        let puzzle = crate::berkeley::read("1 2\n0 0 0 0\n", Some("0 1 0 1\n")).unwrap().into();
        let path = vec![puzzle::Direction::Right];
        wire::Solution::new(
            &puzzle,
            &puzzle::Solution::Moves(vec![puzzle::Move { block: 0, path }]),
        )
    }

    #[test]
    fn the_example_of_the_page_reads_and_writes_itself() {
        let text = crate::lines::doc_example(include_str!("../../../docs/src/formats/events.md"));
        let events = read(&text).unwrap();
        assert_eq!(events.iter().map(line).collect::<String>(), text);
        assert!(matches!(
            events[..],
            [
                Event::Begin(_),
                Event::Progress(_),
                Event::Improved(_),
                Event::Step(_),
                Event::Solution(_),
                Event::End(End { ending: Ending::Exhausted, answer: Answer::Found, .. })
            ]
        ));
    }

    #[test]
    fn an_event_is_one_line() {
        let score = Score::Moves { moves: 1, slides: 1, steps: 1, reached: true };
        let text = line(&Event::Improved(Improved { score, solution: solution() }));
        let expected = concat!(
            r#"{"v":1,"event":"improved","score":{"moves":1,"slides":1,"steps":1,"reached":true},"#,
            r#""solution":{"v":1,"kind":"solution","family":"sliding","moves":[{"block":"1","path":"R"}]}}"#,
            "\n"
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn every_event_reads_back_equal() {
        let time = seconds(Duration::new(86_399, 123_456_789));
        let limits =
            Limits { seconds: Some(0.1), nodes: Some(u64::MAX), solutions: None, memory: Some(1) };
        let board = Score::Board { matched: 1, possible: 2, placed: 3, cells: 4, breaks: 5 };
        let cover = Score::Cover { covered: 1, cells: 2, placed: 3, missing: 4 };
        let begin = |limits| Begin {
            puzzle: "A \"title\"\n".into(),
            family: "sliding".into(),
            engine: "reference".into(),
            seed: u64::MAX,
            threads: 2,
            limits,
        };
        let progress = |done: Option<f64>, breadth| Progress {
            nodes: u64::MAX,
            solutions: 0,
            seconds: time,
            nodes_per_second: 7,
            on_cards: done.map(|_| 5),
            done,
            breadth,
        };
        let breadth = Breadth { depth: 1, frontier: 2, memory: 3, disk: 4 };
        let end = |ending, answer| {
            let (total, shortest) = (Some("1".to_owned()), Some(false));
            Event::End(End {
                ending,
                answer,
                solutions: 1,
                total,
                shortest,
                nodes: 2,
                seconds: 0.0,
            })
        };
        let cell = wire::Place(puzzle::Cell { z: 2, y: 1, x: 0 });
        let step = |act| {
            let piece = "P".to_owned();
            Event::Step(Step { piece, cell, act, depth: 3, nodes: u64::MAX, solutions: 7 })
        };
        let laid = |turn, cells| Act::Laid { way: 1, of: 2, ways: 0, solved: false, turn, cells };
        let events = vec![
            step(laid(Some(3), None)),
            step(laid(None, Some(vec![cell; 2]))),
            step(Act::TakenBack { why: None }),
            step(Act::TakenBack { why: Some(Why::DeadEnd) }),
            step(Act::TakenBack { why: Some(Why::Tried) }),
            step(Act::TakenBack { why: Some(Why::Solved) }),
            Event::Begin(begin(limits)),
            Event::Begin(begin(Limits::default())),
            Event::Progress(progress(Some(0.25), None)),
            Event::Progress(progress(None, Some(breadth))),
            Event::Improved(Improved { score: board, solution: solution() }),
            Event::Improved(Improved { score: cover, solution: solution() }),
            Event::Solution(Found { number: 1, nodes: 2, seconds: time, solution: solution() }),
            end(Ending::Enough, Answer::Found),
            end(Ending::TimeLimit, Answer::Unknown),
            end(Ending::NodeLimit, Answer::Unknown),
            end(Ending::MemoryLimit, Answer::Unknown),
            end(Ending::DiskLimit, Answer::Unknown),
            end(Ending::Cancelled, Answer::Unknown),
            end(Ending::Exhausted, Answer::None),
        ];
        assert_eq!(read(&events.iter().map(line).collect::<String>()).unwrap(), events);
    }

    #[test]
    fn events_that_are_not_known_are_passed_over_and_known_ones_that_are_wrong_are_not() {
        let end = r#"{"v":1,"event":"end","ending":"exhausted","answer":"none","solutions":0,"nodes":9,"seconds":1.5}"#;
        let new = r#"{"v":1,"event":"paused","why":["lunch"]}"#;
        let read = |lines: &[&str]| read(&lines.join("\n"));
        let codes = |faults: Faults<Diagnostic>| faults.iter().map(|d| d.code).collect::<Vec<_>>();
        assert_eq!(read(&[new, end, new]), read(&[end]));
        assert_eq!(read(&[new]), Ok(Vec::new()));
        assert_eq!(read(&[&new.replace(":1,", ":2,")]).map_err(codes), Err(vec!["json-version"]));
        let lacking = r#"{"v":1,"event":"end","ending":"exhausted"}"#;
        assert!(read(&[lacking]).is_err());
        assert!(read(&[r#"{"v":1}"#]).is_err());
    }

    #[test]
    fn bad_lines_are_all_reported_and_new_members_passed_over() {
        let end = r#"{"v":1,"event":"end","ending":"time-limit","answer":"unknown","solutions":0,"nodes":9,"seconds":1.5,"new":[]}"#;
        assert_eq!(read(&format!("{end}\n\n")).unwrap().len(), 1);
        let text = format!("{end}\n{}\nx\n", end.replace(":1,", ":2,"));
        let faults = read(&text).unwrap_err();
        let places: Vec<_> = faults.iter().map(|d| (d.code, d.place(&text).0)).collect();
        assert_eq!(places, [("json-version", 2), ("json-syntax", 3)]);
    }
}
