//! Marquetry's own format: one text a person can type, for all three families and their solutions.
//!
//! A file is a header line and sections. A section begins with its keyword in the first column; what belongs to it
//! is indented. A `#` in the first column begins a comment.
//!
//! ```
//! use marquetry_formats::native::{read, write};
//!
//! let text = "marquetry tiling\nboard\n  ###\n  ###\npiece L copies 2\n  ##\n  #.\n";
//! let puzzle = read(text).unwrap();
//! assert_eq!(puzzle.family().name(), "tiling");
//! assert_eq!(read(&write(&puzzle)), Ok(puzzle));
//! ```

mod document;
mod drawing;
mod matching;
mod sliding;
mod solution;
mod tiling;

use marquetry_puzzle::{Faults, Puzzle};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::Diagnostic;
use document::Document;
pub use drawing::rows_of;
pub use solution::{read_solutions, write_solution};
pub use tiling::write_pieces;

/// Is this one of ours? The first word says so.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    match lines.next().and_then(|line| line.split_whitespace().next()) {
        Some("marquetry") => Claim::Surely,
        _ => Claim::No,
    }
}

/// Reads a puzzle of any family.
pub fn read(text: &str) -> Result<Puzzle, Faults<Diagnostic>> {
    let document = Document::parse(text)?;
    match document.kind.text {
        "matching" => matching::read(document).map(Puzzle::Matching),
        "tiling" => tiling::read(document).map(Puzzle::Tiling),
        "sliding" => sliding::read(document).map(Puzzle::Sliding),
        "solution" => {
            let (message, help) =
                ("this is a solution, not a puzzle", "give the puzzle's file first");
            Err(Diagnostic::new("kind", document.kind.span, message).help(help).into())
        }
        other => {
            let message = format!("'{other}' is not a family of puzzles");
            let help =
                "the first line is 'marquetry matching', 'marquetry tiling' or 'marquetry sliding'";
            Err(Diagnostic::new("kind", document.kind.span, message).help(help).into())
        }
    }
}

/// Writes a puzzle of any family.
pub fn write(puzzle: &Puzzle) -> String {
    let mut out = format!("marquetry {}\n", puzzle.family());
    if !puzzle.title().is_empty() {
        out += &format!("title {}\n", puzzle.title());
    }
    match puzzle {
        Puzzle::Matching(p) => matching::write(p, &mut out),
        Puzzle::Tiling(p) => tiling::write(p, &mut out),
        Puzzle::Sliding(p) => sliding::write(p, &mut out),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../docs/src/formats/native.md");

    /// The fenced blocks whose first line begins like this, with the rest of that line.
    fn blocks(fence: &str) -> Vec<(&'static str, &'static str)> {
        let after =
            PAGE.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix(fence));
        after.filter_map(|block| block.split_once('\n')).collect()
    }

    #[test]
    fn the_examples_of_the_documentation_are_puzzles_that_can_be_written_again() {
        let puzzles = blocks("text");
        assert_eq!(puzzles.len(), 9);
        for (_, text) in puzzles {
            let puzzle = read(text).unwrap_or_else(|faults| panic!("{text}{faults:?}"));
            assert_eq!(read(&write(&puzzle)), Ok(puzzle));
        }
    }

    #[test]
    fn the_solutions_of_the_documentation_solve_its_puzzles() {
        let puzzles = blocks("text");
        let solutions = blocks("solution");
        assert_eq!(solutions.len(), 3);
        for (number, text) in solutions {
            let puzzle = read(puzzles[number.trim().parse::<usize>().unwrap()].1).unwrap();
            let solution =
                read_solutions(&puzzle, text).unwrap_or_else(|faults| panic!("{text}{faults:?}"));
            assert_eq!(solution.len(), 1);
            assert!(marquetry_puzzle::judge(&puzzle, &solution[0]).unwrap().solved(), "{text}");
            assert_eq!(write_solution(&puzzle, &solution[0]).unwrap(), text);
        }
    }

    #[test]
    fn several_solutions_in_one_file_are_all_read() {
        let puzzle = read("marquetry sliding\ntray\n  A..\ngoal\n  ..A\n").unwrap();
        let text = "marquetry solution\nmoves\n  A right 2\n\nmarquetry solution\nmoves\n  A right\n  A right\n";
        assert_eq!(read_solutions(&puzzle, text).unwrap().len(), 2);
        assert_eq!(
            read_solutions(&puzzle, &text.replace("A right 2", "A away")).unwrap_err().len(),
            1
        );
    }
}
