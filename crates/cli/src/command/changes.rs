//! Changes to a tiling puzzle from the command line: open cells, and whether pieces may be turned or flipped.

use marquetry_puzzle::{Cell, Fault, Puzzle, Tiling};

use super::calendar::Day;
use super::output::Complaint;

const HEADING: &str = "Tiling puzzles";

/// What is different from the file.
#[derive(clap::Args)]
pub struct Changes {
    /// Leave these cells open: labels of the board, or COLUMN,ROW counted from 1, with blanks between them
    #[arg(long, help_heading = HEADING, value_name = "CELLS")]
    open: Vec<String>,
    /// On a calendar, leave the cells of this day open: 2026-11-15, or today
    #[arg(long, help_heading = HEADING, value_name = "DAY")]
    date: Option<Day>,
    /// May pieces be turned? Overrides what the puzzle says of each
    #[arg(long, help_heading = HEADING, value_name = "yes|no", value_parser = yes_or_no)]
    turn: Option<bool>,
    /// May pieces be flipped over? Overrides what the puzzle says of each
    #[arg(long, help_heading = HEADING, value_name = "yes|no", value_parser = yes_or_no)]
    flip: Option<bool>,
}

impl Changes {
    /// Is nothing different?
    fn none(&self) -> bool {
        self.open.is_empty() && [self.turn, self.flip] == [None; 2] && self.date.is_none()
    }

    /// Complains of changes to something that is no tiling puzzle.
    pub fn refuse(&self) -> Result<(), Complaint> {
        let words = "--open, --date, --turn and --flip are for tiling puzzles";
        if self.none() { Ok(()) } else { Err(Complaint::Words(words.to_owned())) }
    }

    /// The puzzle with the changes made.
    pub fn make(&self, puzzle: Puzzle) -> Result<Puzzle, Complaint> {
        if self.none() {
            return Ok(puzzle);
        }
        let Puzzle::Tiling(mut p) = puzzle else { return self.refuse().map(|()| puzzle) };
        if self.turn.is_some() || self.flip.is_some() {
            let mut setup = p.into_setup();
            for piece in &mut setup.pieces {
                piece.turn = self.turn.unwrap_or(piece.turn);
                piece.flip = self.flip.unwrap_or(piece.flip);
            }
            p = checked(Tiling::new(setup))?;
        }
        let open = self.cells(&p)?;
        if !open.is_empty() {
            p = checked(p.with_open(&open))?;
        }
        Ok(p.into())
    }

    fn cells(&self, p: &Tiling) -> Result<Vec<Cell>, Complaint> {
        let words = self.open.iter().flat_map(|words| words.split_whitespace());
        let mut cells = words.map(|word| cell(p, word)).collect::<Result<Vec<_>, _>>()?;
        if let Some(date) = self.date {
            cells.extend(date.cells(p)?);
        }
        Ok(cells)
    }
}

fn checked(tiling: Result<Tiling, Vec<Fault>>) -> Result<Tiling, Complaint> {
    tiling.map_err(|faults| {
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Complaint::Words(words.join("; "))
    })
}

/// The cell with this label, or at this column and row.
fn cell(p: &Tiling, word: &str) -> Result<Cell, Complaint> {
    let place = || {
        let numbers: Option<Vec<i16>> = word.split(',').map(|n| n.parse().ok()).collect();
        let (x, y, z) = match numbers?[..] {
            [x, y] => (x, y, 1),
            [x, y, z] => (x, y, z),
            _ => return None,
        };
        let before = |n: i16| n.checked_sub(1);
        Some(Cell { z: before(z)?, y: before(y)?, x: before(x)? })
    };
    let on_board = |cell: &Cell| p.colour_at(*cell).is_some() || p.labels.contains_key(cell);
    p.labelled(word).or_else(|| place().filter(on_board)).ok_or_else(|| {
        let help = "write a label, or COLUMN,ROW counted from 1";
        Complaint::Words(format!("the board has no cell '{word}'; {help}"))
    })
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}
