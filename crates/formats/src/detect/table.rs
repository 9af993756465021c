//! What there is to know of each format: a row a format.

use marquetry_puzzle::{Faults, Matching, Puzzle, Sliding, Tiling};

use super::{Format, Hints, Written};
use crate::berkeley::Both;
use crate::diagnostic::{Diagnostic, Rejected, Report};
use crate::{
    Claim, Source, Unwritable, arrows, berkeley, dimacs, dlx, e2_tiles, hrd, js2, json, link,
    native, robins, rush_hour, tetravex, xmpuzzle,
};

/// What a reader may be told beside the text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Beside {
    /// The order of edges.
    Order,
    /// The goal's text.
    Goal,
    /// Which of several puzzles.
    Problem,
}

/// One format.
pub(super) struct Row {
    pub format: Format,
    /// What `--from` and `--to` call it.
    pub name: &'static str,
    /// How sure it is of a text.
    pub claim: fn(&str, &Hints) -> Claim,
    pub read: fn(&Source, &Hints) -> Result<Puzzle, Rejected>,
    /// Writes a puzzle of a family that the format is for.
    pub write: fn(&Puzzle) -> Option<Result<Written, Unwritable>>,
    /// Does a file say by itself what it is, so that nobody can take it for something else?
    pub names_itself: bool,
    /// What its reader takes beside the text.
    pub takes: &'static [Beside],
}

/// All formats.
pub(super) const FORMATS: [Row; 15] = [
    Row {
        format: Format::Json,
        name: "json",
        claim: json::claim,
        read: |source, _| of(source, json::read(&source.text)),
        write: |puzzle| Some(Ok(Written::plain(json::write(puzzle)))),
        names_itself: true,
        takes: &[],
    },
    Row {
        format: Format::Native,
        name: "native",
        claim: native::claim,
        read: |source, _| of(source, native::read(&source.text)),
        write: |puzzle| Some(Ok(Written::plain(native::write(puzzle)))),
        names_itself: true,
        takes: &[],
    },
    Row {
        format: Format::Xmpuzzle,
        name: "xmpuzzle",
        claim: xmpuzzle::claim,
        read: |source, hints| of(source, xmpuzzle::read(&source.text, hints.problem)),
        write: |puzzle| tiling(puzzle, xmpuzzle::write),
        names_itself: true,
        takes: &[Beside::Problem],
    },
    Row {
        format: Format::Link,
        name: "link",
        claim: link::claim,
        read: |source, _| of(source, link::read(&source.text)),
        write: |puzzle| matching(puzzle, link::write),
        names_itself: true,
        takes: &[],
    },
    Row {
        format: Format::Arrows,
        name: "arrows",
        claim: arrows::claim,
        read: |source, _| of(source, arrows::read(&source.text)),
        write: |puzzle| matching(puzzle, arrows::write),
        names_itself: false,
        takes: &[],
    },
    Row {
        format: Format::Tetravex,
        name: "tetravex",
        claim: tetravex::claim,
        read: |source, hints| of(source, tetravex::read(&source.text, hints.order)),
        write: |puzzle| matching(puzzle, tetravex::write),
        names_itself: false,
        takes: &[Beside::Order],
    },
    Row {
        format: Format::Berkeley,
        name: "berkeley",
        claim: berkeley::claim,
        read: |source, hints| tray(source, hints, berkeley::read),
        write: |puzzle| sliding(puzzle, berkeley::write),
        names_itself: false,
        takes: &[Beside::Goal],
    },
    Row {
        format: Format::BerkeleyOld,
        name: "berkeley-old",
        claim: berkeley::claim_old,
        read: |source, hints| tray(source, hints, berkeley::read_old),
        write: |puzzle| sliding(puzzle, berkeley::write_old),
        names_itself: false,
        takes: &[Beside::Goal],
    },
    Row {
        format: Format::RushHour,
        name: "rush-hour",
        claim: rush_hour::claim,
        read: |source, hints| of(source, rush_hour::read(&source.text, hints.problem)),
        write: |puzzle| blocks(puzzle, rush_hour::write),
        names_itself: false,
        takes: &[Beside::Problem],
    },
    Row {
        format: Format::Hrd,
        name: "hrd",
        claim: hrd::claim,
        read: |source, hints| of(source, hrd::read(&source.text, hints.problem)),
        write: |puzzle| blocks(puzzle, hrd::write),
        names_itself: false,
        takes: &[Beside::Problem],
    },
    Row {
        format: Format::Js2,
        name: "js2",
        claim: js2::claim,
        read: |source, _| of(source, js2::read(&source.text)),
        write: |puzzle| blocks(puzzle, js2::write),
        names_itself: true,
        takes: &[],
    },
    Row {
        format: Format::E2Tiles,
        name: "e2-tiles",
        claim: e2_tiles::claim,
        read: |source, _| of(source, e2_tiles::read(&source.text)),
        write: |puzzle| matching(puzzle, e2_tiles::write),
        names_itself: false,
        takes: &[],
    },
    Row {
        format: Format::Dlx,
        name: "dlx",
        claim: dlx::claim,
        read: no_board,
        write: |puzzle| tiling(puzzle, dlx::write),
        names_itself: false,
        takes: &[],
    },
    Row {
        format: Format::Robins,
        name: "robins",
        claim: robins::claim,
        read: |source, _| of(source, robins::read(&source.text)),
        write: |puzzle| tiling(puzzle, robins::write),
        names_itself: false,
        takes: &[],
    },
    Row {
        format: Format::Dimacs,
        name: "dimacs",
        claim: dimacs::claim,
        read: |source, _| {
            let message = "a formula cannot be read back as a puzzle";
            let help =
                "give the puzzle's own file; 'dimacs' is for writing it and for solvers' answers";
            Err(Rejected::whole(source, message, help))
        },
        write: |puzzle| match puzzle {
            Puzzle::Tiling(_) => tiling(puzzle, dimacs::tiling::write),
            _ => matching(puzzle, dimacs::write),
        },
        names_itself: true,
        takes: &[],
    },
];

impl Written {
    fn plain(text: String) -> Written {
        Written { text, goal: None, left_out: Vec::new() }
    }
}

/// What a reader made of a text, the faults with their file.
fn of<P: Into<Puzzle>>(
    source: &Source,
    read: Result<P, Faults<Diagnostic>>,
) -> Result<Puzzle, Rejected> {
    read.map(Into::into).map_err(|faults| Rejected::one(source.clone(), faults))
}

fn tray(
    tray: &Source,
    hints: &Hints,
    read: fn(&str, Option<&str>) -> Result<Sliding, Both>,
) -> Result<Puzzle, Rejected> {
    let goal = hints.goal.as_ref();
    let read = read(&tray.text, goal.map(|goal| goal.text.as_str()));
    read.map(Puzzle::from).map_err(|faults| {
        let both = [(Some(tray), faults.tray), (goal, faults.goal)];
        let report = |(source, diagnostics): (Option<&Source>, Faults<Diagnostic>)| {
            let source = source.filter(|_| !diagnostics.is_empty())?.clone();
            Some(Report { source, diagnostics })
        };
        Rejected(both.into_iter().filter_map(report).collect())
    })
}

/// Items and options are read, and are no puzzle.
fn no_board(source: &Source, _: &Hints) -> Result<Puzzle, Rejected> {
    match dlx::read(&source.text) {
        Err(faults) => Err(Rejected::one(source.clone(), faults)),
        Ok(_) => {
            let message = "items and options are no puzzle: they have no board";
            Err(Rejected::whole(source, message, "solve, check and info take such a file"))
        }
    }
}

type Text = Result<String, Unwritable>;
type Attempt = Option<Result<Written, Unwritable>>;

fn matching(puzzle: &Puzzle, write: fn(&Matching) -> Text) -> Attempt {
    let Puzzle::Matching(p) = puzzle else { return None };
    Some(write(p).map(Written::plain))
}

fn tiling(puzzle: &Puzzle, write: fn(&Tiling) -> Text) -> Attempt {
    let Puzzle::Tiling(p) = puzzle else { return None };
    Some(write(p).map(Written::plain))
}

fn blocks(puzzle: &Puzzle, write: fn(&Sliding) -> Text) -> Attempt {
    let Puzzle::Sliding(p) = puzzle else { return None };
    Some(write(p).map(Written::plain))
}

fn sliding(
    puzzle: &Puzzle,
    write: fn(&Sliding) -> Result<(String, String), Unwritable>,
) -> Attempt {
    let Puzzle::Sliding(p) = puzzle else { return None };
    Some(write(p).map(|(text, goal)| Written { text, goal: Some(goal), left_out: Vec::new() }))
}
