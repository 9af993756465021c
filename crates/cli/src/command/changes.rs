//! Changes to a tiling puzzle from the command line: open cells, and whether pieces may be turned or flipped.

use marquetry_puzzle::calendar::Day;
use marquetry_puzzle::tiling;
use marquetry_puzzle::{Cell, Puzzle, Tiling};

use super::calendar::day;
use super::output::Complaint;

const HEADING: &str = "Tiling puzzles";

/// What is different from the file.
#[derive(clap::Args)]
pub struct Changes {
    /// Leave these cells open: labels of the board, or COLUMN,ROW counted from 1, with blanks between them
    #[arg(long, help_heading = HEADING, value_name = "CELLS")]
    open: Vec<String>,
    /// On a calendar, leave the cells of this day open: 2026-11-15, or today
    #[arg(long, help_heading = HEADING, value_name = "DAY", value_parser = day)]
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
        let Puzzle::Tiling(p) = puzzle else { return self.refuse().map(|()| puzzle) };
        let changes = tiling::Changes { open: self.cells(&p)?, turn: self.turn, flip: self.flip };
        p.changed(&changes).map(Puzzle::from).map_err(|faults| {
            let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Complaint::Words(words.join("; "))
        })
    }

    fn cells(&self, p: &Tiling) -> Result<Vec<Cell>, Complaint> {
        let words = self.open.iter().flat_map(|words| words.split_whitespace());
        let mut cells = words.map(|word| cell(p, word)).collect::<Result<Vec<_>, _>>()?;
        if let Some(date) = self.date {
            cells.extend(day_cells(p, date)?);
        }
        Ok(cells)
    }
}

/// The cells of a day on a calendar.
fn day_cells(p: &Tiling, day: Day) -> Result<Vec<Cell>, Complaint> {
    day.cells(p).ok_or_else(|| {
        let (month, number) = (&day.month_name()[..3], day.number());
        let words = "this is no calendar: the board has no cells";
        Complaint::Words(format!("{words} '{month}' and '{number}'"))
    })
}

/// The cell with this label, or at this column and row.
fn cell(p: &Tiling, word: &str) -> Result<Cell, Complaint> {
    p.cell_named(word).ok_or_else(|| {
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
