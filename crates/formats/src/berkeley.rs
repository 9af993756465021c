//! The **berkeley** format: a tray and a goal, each a list of rectangles by their corners.
//!
//! ```
//! use marquetry_formats::berkeley::{read, write};
//!
//! // Rows and columns, then blocks from corner to corner: one of two cells, which shall go right.
//! let tray = read("1 3\n0 0 0 1\n", Some("0 1 0 2\n")).unwrap();
//! assert_eq!((tray.blocks.len(), tray.goal.len()), (1, 1));
//! assert_eq!(write(&tray).unwrap(), ("1 3\n0 0 0 1\n".into(), "0 1 0 2\n".into()));
//! ```

mod solution;

use std::fmt::Write;

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::sliding::{Block, Freedom, MAX_SIDE, Setup, Target};
use marquetry_puzzle::{Cell, Faults, Sliding};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{MOST_FAULTS, locate, quoted};
use crate::lines::{Line, Word, lines};
use crate::{Diagnostic, Unwritable, fours, refuse};
pub use solution::{read_solution, write_solution};

/// Rows and columns of a tray.
type Size = (usize, usize);

/// The faults of a tray and those of its goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Both {
    /// What is wrong with the tray.
    pub tray: Faults<Diagnostic>,
    /// What is wrong with the goal.
    pub goal: Faults<Diagnostic>,
}

impl std::fmt::Display for Both {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.tray.iter().chain(&self.goal).cloned().collect::<Faults<_>>().fmt(f)
    }
}

impl std::error::Error for Both {}

/// What the four numbers of a block are.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Style {
    /// Top row, left column, bottom row, right column.
    Corners,
    /// Length, width, row, column, as the class wrote them at first.
    Sizes,
}

/// Is this a tray whose lines are the corners of blocks inside it?
pub fn claim(text: &str, hints: &Hints) -> Claim {
    fours::judge(text, hints).berkeley
}

/// Is this a tray whose lines are length, width, row and column of blocks inside it?
pub fn claim_old(text: &str, hints: &Hints) -> Claim {
    fours::judge(text, hints).berkeley_old
}

/// Reads a tray and, where there is one, its goal; the faults are those of the tray and those of the goal.
///
/// Blocks are called 1, 2, 3 and so on in the order of their first cells.
pub fn read(tray: &str, goal: Option<&str>) -> Result<Sliding, Both> {
    read_style(Style::Corners, tray, goal)
}

/// Reads a tray and its goal as [`read`] does, with the older lines: length, width, row and column of a block.
pub fn read_old(tray: &str, goal: Option<&str>) -> Result<Sliding, Both> {
    read_style(Style::Sizes, tray, goal)
}

fn read_style(style: Style, tray: &str, goal: Option<&str>) -> Result<Sliding, Both> {
    let (mut faults, mut goal_faults) = (Vec::new(), Vec::new());
    let mut rows = numbered(tray);
    let size = match rows.next() {
        Some((_, line)) => read_size(&line, &mut faults),
        None => {
            let fault =
                Diagnostic::new("empty-tray", 0..tray.len().min(1), "the tray file is empty");
            faults.push(fault.help("start with a line of two numbers: rows and columns"));
            None
        }
    };
    let blocks = rectangles(style, rows, size, &BLOCK, &mut faults);
    let goal = numbered(goal.unwrap_or_default());
    let targets = rectangles(style, goal, size, &GOAL, &mut goal_faults);
    let (Some((height, width)), true, true) = (size, faults.is_empty(), goal_faults.is_empty())
    else {
        return Err(Both { tray: faults.into(), goal: goal_faults.into() });
    };
    let block = |(i, cells): (usize, Vec<Cell>)| Block {
        name: (i + 1).to_string(),
        label: None,
        cells,
        freedom: Freedom::Any,
    };
    let setup = Setup {
        title: String::new(),
        width,
        height,
        walls: Vec::new(),
        blocks: blocks.into_iter().enumerate().map(block).collect(),
        goal: targets.into_iter().map(|cells| Target { label: None, cells }).collect(),
    };
    Sliding::new(setup).map_err(|faults| Both {
        tray: locate(faults, |_| 0..tray.len().min(1)),
        goal: Vec::new().into(),
    })
}

/// The lines that are not blank, with their numbers.
fn numbered(text: &str) -> impl Iterator<Item = (usize, Line<'_>)> {
    (1..).zip(lines(text)).filter(|(_, line)| !line.is_blank())
}

/// A word of digits as a number, the largest one where it is larger still.
fn whole(word: &Word) -> Option<u64> {
    word.text.bytes().all(|b| b.is_ascii_digit()).then(|| word.text.parse().unwrap_or(u64::MAX))
}

/// The words of a line as whole numbers; a fault for a wrong number of them and for each that is none.
fn numbers<'a, const N: usize>(
    line: &Line<'a>,
    code: &'static str,
    help: &str,
    faults: &mut Vec<Diagnostic>,
) -> Option<[(u64, Word<'a>); N]> {
    let words: Vec<Word> = line.words().take(N + 1).collect();
    if words.len() != N {
        let message = format!("this line has {} values, not {N}", line.words().count());
        faults.push(Diagnostic::new(code, line.span(), message).help(help));
        return None;
    }
    let mut values = Vec::with_capacity(N);
    for word in words {
        match whole(&word) {
            Some(value) => values.push((value, word)),
            None => {
                let message = format!("{} is not a whole number of 0 or more", quoted(word.text));
                faults.push(Diagnostic::new(code, word.span, message).help(help));
            }
        }
    }
    values.try_into().ok()
}

fn read_size(line: &Line, faults: &mut Vec<Diagnostic>) -> Option<Size> {
    let help = format!(
        "the first line is the number of rows and the number of columns, each 1 to {MAX_SIDE}"
    );
    let sides = numbers::<2>(line, "tray-header", &help, faults)?;
    let sides = sides.map(|(side, word)| {
        let fits = (1..=MAX_SIDE as u64).contains(&side);
        if !fits {
            let message = format!("a side of {} is out of range", quoted(word.text));
            faults.push(Diagnostic::new("tray-size", word.span, message).help(&help));
        }
        fits.then_some(side as usize)
    });
    sides[0].zip(sides[1])
}

/// What a list of rectangles is about.
struct Listed {
    noun: &'static str,
    outside: &'static str,
    overlap: &'static str,
}

const BLOCK: Listed = Listed { noun: "block", outside: "block-outside", overlap: "block-overlap" };
const GOAL: Listed = Listed { noun: "goal", outside: "goal-outside", overlap: "goal-overlap" };

/// The cells of all rectangles, by first cell. Where the tray's size is not known, only their lines are checked.
fn rectangles<'a>(
    style: Style,
    rows: impl Iterator<Item = (usize, Line<'a>)>,
    size: Option<Size>,
    listed: &Listed,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Vec<Cell>> {
    // Which line took each cell of the tray, 0 for none: cells are made only where no other rectangle lies, so
    // that a short file cannot ask for more cells than the tray has.
    let (height, width) = size.unwrap_or_default();
    let mut taken = vec![0; height * width];
    let mut found = Vec::new();
    for (number, line) in rows {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let Some([top, left, bottom, right]) = rectangle(style, &line, size, listed, faults) else {
            continue;
        };
        let cells = || (top..=bottom).flat_map(|y| (left..=right).map(move |x| (y, x)));
        if let Some((y, x)) = cells().find(|&(y, x)| taken[y * width + x] != 0) {
            let (noun, other) = (listed.noun, taken[y * width + x]);
            let message =
                format!("this {noun} overlaps that of line {other} at row {y}, column {x}");
            let help = "rows and columns count from 0, and both corners belong to the rectangle";
            faults.push(Diagnostic::new(listed.overlap, line.span(), message).help(help));
            continue;
        }
        cells().for_each(|(y, x)| taken[y * width + x] = number);
        found.push(cells().map(|(y, x)| Cell::at(x as i16, y as i16)).collect());
    }
    found.sort();
    found
}

/// Top, left, bottom and right of one line, in order and inside the tray; nothing where that is not known.
fn rectangle(
    style: Style,
    line: &Line,
    size: Option<Size>,
    listed: &Listed,
    faults: &mut Vec<Diagnostic>,
) -> Option<[usize; 4]> {
    let noun = listed.noun;
    let before = faults.len();
    let order = match style {
        Style::Corners => "top row, left column, bottom row, right column",
        Style::Sizes => "length, width, row, column",
    };
    let help = format!("a {noun} is four numbers: {order}");
    let four = numbers::<4>(line, "four-numbers", &help, faults)?;
    let [top, left, bottom, right] = match style {
        Style::Corners => corners(four, noun, &help, faults),
        Style::Sizes => last_cells(four, noun, &help, faults),
    };
    let (height, width) = size.filter(|_| faults.len() == before)?;
    for (end, side, what) in [(&bottom, height, "row"), (&right, width, "column")] {
        if end.0 >= side as u64 {
            let reached = end.0.to_string();
            let reached = if style == Style::Corners { end.1.text } else { &reached };
            let message =
                format!("this {noun} reaches {what} {}, outside the tray", quoted(reached));
            let help = format!("the tray has {what}s 0 to {}", side - 1);
            faults.push(Diagnostic::new(listed.outside, end.1.span.clone(), message).help(help));
        }
    }
    (faults.len() == before).then(|| [top, left, bottom, right].map(|number| number.0 as usize))
}

/// A number and the word it was read from.
type Number<'a> = (u64, Word<'a>);

/// Top, left, bottom and right as they are, with a fault where one comes before the other.
fn corners<'a>(
    four: [Number<'a>; 4],
    noun: &str,
    help: &str,
    faults: &mut Vec<Diagnostic>,
) -> [Number<'a>; 4] {
    let [top, left, bottom, right] = &four;
    for (less, more, first, last) in
        [(top, bottom, "top", "bottom"), (left, right, "left side", "right side")]
    {
        if less.0 > more.0 {
            let message = format!(
                "the {last} of this {noun}, {}, comes before its {first}, {}",
                more.0, less.0
            );
            let span = more.1.span.clone();
            faults.push(Diagnostic::new("reversed-corners", span, message).help(help));
        }
    }
    four
}

/// Top, left, bottom and right of length, width, row and column, with a fault where a side is 0.
fn last_cells<'a>(
    [length, width, row, column]: [Number<'a>; 4],
    noun: &str,
    help: &str,
    faults: &mut Vec<Diagnostic>,
) -> [Number<'a>; 4] {
    let mut last = |from: &Number, long: Number<'a>, what: &str| {
        if long.0 == 0 {
            let message = format!("the {what} of this {noun} is 0");
            faults.push(Diagnostic::new("no-length", long.1.span.clone(), message).help(help));
        }
        (from.0.saturating_add(long.0).saturating_sub(1), long.1)
    };
    let (bottom, right) = (last(&row, length, "length"), last(&column, width, "width"));
    [row, column, bottom, right]
}

/// Writes the tray and the goal; refuses what the format cannot carry. The title and the blocks' names are left out.
pub fn write(p: &Sliding) -> Result<(String, String), Unwritable> {
    write_style(Style::Corners, p)
}

/// Writes the tray and the goal as [`write()`] does, with the older lines: length, width, row and column of a block.
pub fn write_old(p: &Sliding) -> Result<(String, String), Unwritable> {
    write_style(Style::Sizes, p)
}

fn write_style(style: Style, p: &Sliding) -> Result<(String, String), Unwritable> {
    if !p.walls.is_empty() {
        return refuse("this format has no walls");
    }
    if let Some(block) =
        p.blocks.iter().find(|block| block.label.is_some() || block.freedom != Freedom::Any)
    {
        let name = &block.name;
        return refuse(format!(
            "in this format blocks have no labels and go all ways, unlike block '{name}'"
        ));
    }
    if p.goal.iter().any(|target| target.label.is_some()) {
        return refuse("this format has no labels");
    }
    let mut tray = format!("{} {}\n", p.height, p.width);
    p.blocks.iter().try_for_each(|block| write_rectangle(style, &mut tray, &block.cells))?;
    let mut goal = String::new();
    p.goal.iter().try_for_each(|target| write_rectangle(style, &mut goal, &target.cells))?;
    Ok((tray, goal))
}

fn write_rectangle(style: Style, out: &mut String, cells: &[Cell]) -> Result<(), Unwritable> {
    let Some((lo, hi)) = bounds(cells.iter().copied()) else {
        return refuse("a block has no cells");
    };
    if cells.len() != (hi.x - lo.x + 1) as usize * (hi.y - lo.y + 1) as usize {
        return refuse(format!(
            "this format has rectangles alone, and the shape at {} is none",
            cells[0].words()
        ));
    }
    let [a, b, c, d] = match style {
        Style::Corners => [lo.y, lo.x, hi.y, hi.x],
        Style::Sizes => [hi.y - lo.y + 1, hi.x - lo.x + 1, lo.y, lo.x],
    };
    let _ = writeln!(out, "{a} {b} {c} {d}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Codes<'a> = Vec<(&'static str, &'a str)>;

    fn faults<'a>(tray: &'a str, goal: &'a str) -> (Codes<'a>, Codes<'a>) {
        let both = read(tray, Some(goal)).unwrap_err();
        let codes = |text: &'a str, list: Faults<Diagnostic>| {
            list.into_iter().map(|d| (d.code, &text[d.span])).collect()
        };
        (codes(tray, both.tray), codes(goal, both.goal))
    }

    fn tray_faults(tray: &str) -> Codes<'_> {
        faults(tray, "").0
    }

    #[test]
    fn the_examples_of_the_page_read_and_solve_each_other() {
        let page = include_str!("../../../docs/src/formats/berkeley.md");
        let after = |heading| crate::lines::doc_example(page.split_once(heading).unwrap().1);
        let (tray, goal, moves) =
            (crate::lines::doc_example(page), after("## The goal"), after("## Solutions"));
        assert_eq!(claim(&tray, &Hints::default()), Claim::Surely);
        let p = read(&tray, Some(&goal)).unwrap();
        assert_eq!((p.width, p.height, p.blocks.len(), p.goal.len()), (4, 3, 4, 1));
        assert_eq!(write(&p).unwrap(), (tray, goal));
        let solution = read_solution(&p, &moves).unwrap();
        assert_eq!(write_solution(&p, &solution).unwrap(), moves);
        let score =
            marquetry_puzzle::judge(&p.into(), &marquetry_puzzle::Solution::Moves(solution))
                .unwrap();
        assert!(score.solved());
    }

    #[test]
    fn the_older_lines_of_the_page_are_the_same_tray() {
        let page = include_str!("../../../docs/src/formats/berkeley.md");
        let (tray, after) = (crate::lines::doc_example(page), "## The older lines");
        let older = crate::lines::doc_example(page.split_once(after).unwrap().1);
        assert_eq!(claim_old(&older, &Hints::default()), Claim::Surely);
        let p = read_old(&older, Some("1 2 0 2\n")).unwrap();
        assert_eq!(p, read(&tray, Some("0 2 0 3\n")).unwrap());
        assert_eq!(write_old(&p).unwrap(), (older, "1 2 0 2\n".to_owned()));
        let faults = read_old("2 2\n0 1 0 0\n2 1 1 1\n", None).unwrap_err();
        let codes: Vec<_> = faults.tray.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["no-length", "block-outside"]);
    }

    #[test]
    fn blocks_are_numbered_by_their_first_cells() {
        let p = read("2 2\r\n\r\n1 0 1 1\r\n0 1 0 1\r\n", None).unwrap();
        let names: Vec<(&str, Cell)> =
            p.blocks.iter().map(|b| (b.name.as_str(), b.cells[0])).collect();
        assert_eq!(names, [("1", Cell::at(1, 0)), ("2", Cell::at(0, 1))]);
        assert!(p.goal.is_empty());
    }

    #[test]
    fn a_bad_first_line_is_refused_without_blaming_what_depends_on_it() {
        assert_eq!(tray_faults(" \n"), [("empty-tray", " ")]);
        assert_eq!(tray_faults("5 4 3\n0 0 9 9\n"), [("tray-header", "5 4 3")]);
        assert_eq!(tray_faults("five 4\n0 0 9 9\n"), [("tray-header", "five")]);
        assert_eq!(tray_faults("0 513\n0 0 9 9\n"), [("tray-size", "0"), ("tray-size", "513")]);
        assert_eq!(
            tray_faults("2 99999999999999999999\n"),
            [("tray-size", "99999999999999999999")]
        );
        assert_eq!(faults("x", "1 1\n").1, [("four-numbers", "1 1")]);
    }

    #[test]
    fn every_bad_line_is_refused_at_its_word() {
        let tray = "4 4\n0 0 0\n0 0 -1 x\n3 3 2 2\n0 0 4 0\n0 2 0 99999999999999999999\n";
        let expected = [
            ("four-numbers", "0 0 0"),
            ("four-numbers", "-1"),
            ("four-numbers", "x"),
            ("reversed-corners", "2"),
            ("reversed-corners", "2"),
            ("block-outside", "4"),
            ("block-outside", "99999999999999999999"),
        ];
        assert_eq!(tray_faults(tray), expected);
        assert_eq!(tray_faults("2 2\n0 0 1 1\n\n 0 1 0 1\n"), [("block-overlap", "0 1 0 1")]);
        let message = &read("2 2\n0 0 1 1\n\n 0 1 0 1\n", None).unwrap_err().tray[0].message;
        assert_eq!(message, "this block overlaps that of line 2 at row 0, column 1");
    }

    #[test]
    fn faults_of_the_goal_are_its_own() {
        let (tray, goal) = faults("2 2\n0 0 0 0\n", "0 0 0 2\n1 0 1 1\n1 1 1 1\n");
        assert!(tray.is_empty());
        assert_eq!(goal, [("goal-outside", "2"), ("goal-overlap", "1 1 1 1")]);
    }

    #[test]
    fn a_file_of_faults_is_given_up_after_a_hundred() {
        assert_eq!(
            tray_faults(&format!("512 512\n{}", "0 0 511 511\n".repeat(100_000))).len(),
            100
        );
    }

    #[test]
    fn a_large_tray_reads() {
        let blocks: String =
            (1..10_000).map(|i| format!("{0} {1} {0} {1}\n", i / 100, i % 100)).collect();
        let p = read(&format!("100 100\n{blocks}"), Some(&blocks)).unwrap();
        assert_eq!((p.blocks.len(), p.goal.len()), (9_999, 9_999));
    }

    #[test]
    fn what_the_format_cannot_carry_is_refused() {
        let change = |change: fn(&mut Setup)| {
            let mut setup = read("2 3\n0 0 1 1\n", Some("0 1 1 2\n")).unwrap().into_setup();
            change(&mut setup);
            write(&Sliding::new(setup).unwrap()).map_err(|why| why.0)
        };
        let left_out = change(|p| (p.title, p.blocks[0].name) = ("A title".into(), "big".into()));
        assert_eq!(left_out.unwrap(), ("2 3\n0 0 1 1\n".into(), "0 1 1 2\n".into()));
        assert!(change(|p| p.walls.push(Cell::at(2, 0))).unwrap_err().contains("walls"));
        assert!(change(|p| p.blocks[0].label = Some("x".into())).unwrap_err().contains("labels"));
        assert!(change(|p| p.blocks[0].freedom = Freedom::Vertical).unwrap_err().contains("'1'"));
        assert!(change(|p| p.goal[0].label = Some("x".into())).unwrap_err().contains("labels"));
        assert!(change(|p| p.blocks[0].cells.truncate(3)).unwrap_err().contains("rectangles"));
    }
}
