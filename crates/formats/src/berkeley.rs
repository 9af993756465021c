//! The **berkeley** format: a tray and a goal, each a list of rectangles by their corners.

mod solution;

use std::fmt::Write;

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::sliding::{Block, Freedom, MAX_SIDE, Setup, Target};
use marquetry_puzzle::{Cell, Sliding};

use crate::diagnostic::{MOST_FAULTS, locate, quoted};
use crate::lines::{Line, Word, lines};
use crate::{Diagnostic, Unwritable, refuse};
pub use solution::{read_solution, write_solution};

/// Rows and columns of a tray.
type Size = (usize, usize);

/// Does the text look like a tray: its size, then four numbers a line, most of them blocks inside it?
///
/// A list of as many tiles as the tray has cells may look the same, so such a list must be blocks throughout.
pub fn looks_like(text: &str) -> bool {
    let mut rows = lines(text).filter(|line| !line.is_blank()).map(|line| {
        let numbers: Option<Vec<u64>> = line.words().map(|word| word.number()).collect();
        numbers.unwrap_or_default()
    });
    let Some(&[rows_in_tray, columns]) = rows.next().as_deref() else { return false };
    let mut rows = rows.peekable();
    let first = rows.peek().is_some_and(|row| row.len() == 4);
    let (mut all, mut blocks) = (0, 0);
    for row in rows {
        all += 1;
        blocks += u64::from(matches!(row[..], [top, left, bottom, right]
            if top <= bottom && bottom < rows_in_tray && left <= right && right < columns));
    }
    let tiles = rows_in_tray.checked_mul(columns) == Some(all);
    first && if tiles { blocks == all } else { 2 * blocks >= all }
}

/// Reads a tray and, where there is one, its goal; the faults are those of the tray and those of the goal.
///
/// Blocks are called 1, 2, 3 and so on in the order of their first cells.
pub fn read(tray: &str, goal: Option<&str>) -> Result<Sliding, (Vec<Diagnostic>, Vec<Diagnostic>)> {
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
    let blocks = rectangles(rows, size, &BLOCK, &mut faults);
    let targets = rectangles(numbered(goal.unwrap_or_default()), size, &GOAL, &mut goal_faults);
    let (Some((height, width)), true, true) = (size, faults.is_empty(), goal_faults.is_empty())
    else {
        return Err((faults, goal_faults));
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
    Sliding::new(setup)
        .map_err(|faults| (locate("puzzle", faults, |_| 0..tray.len().min(1)), Vec::new()))
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
        let Some([top, left, bottom, right]) = rectangle(&line, size, listed, faults) else {
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
    line: &Line,
    size: Option<Size>,
    listed: &Listed,
    faults: &mut Vec<Diagnostic>,
) -> Option<[usize; 4]> {
    let noun = listed.noun;
    let before = faults.len();
    let help = format!("a {noun} is four numbers: top row, left column, bottom row, right column");
    let [top, left, bottom, right] = numbers::<4>(line, "four-numbers", &help, faults)?;
    for (less, more, first, last) in
        [(&top, &bottom, "top", "bottom"), (&left, &right, "left side", "right side")]
    {
        if less.0 > more.0 {
            let message = format!(
                "the {last} of this {noun}, {}, comes before its {first}, {}",
                more.0, less.0
            );
            faults.push(
                Diagnostic::new("reversed-corners", more.1.span.clone(), message).help(&help),
            );
        }
    }
    let (height, width) = size.filter(|_| faults.len() == before)?;
    for (end, side, what) in [(&bottom, height, "row"), (&right, width, "column")] {
        if end.0 >= side as u64 {
            let message =
                format!("this {noun} reaches {what} {}, outside the tray", quoted(end.1.text));
            let help = format!("the tray has {what}s 0 to {}", side - 1);
            faults.push(Diagnostic::new(listed.outside, end.1.span.clone(), message).help(help));
        }
    }
    (faults.len() == before).then(|| [top, left, bottom, right].map(|number| number.0 as usize))
}

/// Writes the tray and the goal; refuses what the format cannot carry. The title and the blocks' names are left out.
pub fn write(p: &Sliding) -> Result<(String, String), Unwritable> {
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
    p.blocks.iter().try_for_each(|block| write_rectangle(&mut tray, &block.cells))?;
    let mut goal = String::new();
    p.goal.iter().try_for_each(|target| write_rectangle(&mut goal, &target.cells))?;
    Ok((tray, goal))
}

fn write_rectangle(out: &mut String, cells: &[Cell]) -> Result<(), Unwritable> {
    let Some((lo, hi)) = bounds(cells.iter().copied()) else {
        return refuse("a block has no cells");
    };
    if cells.len() != (hi.x - lo.x + 1) as usize * (hi.y - lo.y + 1) as usize {
        return refuse(format!(
            "this format has rectangles alone, and the shape at {} is none",
            cells[0].words()
        ));
    }
    let _ = writeln!(out, "{} {} {} {}", lo.y, lo.x, hi.y, hi.x);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Codes<'a> = Vec<(&'static str, &'a str)>;

    fn faults<'a>(tray: &'a str, goal: &'a str) -> (Codes<'a>, Codes<'a>) {
        let (of_tray, of_goal) = read(tray, Some(goal)).unwrap_err();
        let codes = |text: &'a str, list: Vec<Diagnostic>| {
            list.into_iter().map(|d| (d.code, &text[d.span])).collect()
        };
        (codes(tray, of_tray), codes(goal, of_goal))
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
        assert!(looks_like(&tray));
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
        let message = &read("2 2\n0 0 1 1\n\n 0 1 0 1\n", None).unwrap_err().0[0].message;
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
    fn tiles_are_not_taken_for_blocks() {
        assert!(!looks_like("2 2\n0 1 2 0\n0 0 1 1\n2 3 0 0\n1 0 0 3\n"));
        assert!(looks_like("2 2\n0 0 0 0\n0 1 0 1\n1 0 1 0\n1 1 1 1\n"));
        assert!(looks_like("5 4\n0 0 1 0\n0 3 1 9\n"));
        assert!(!looks_like("2 2\na 1 2 3 4\n") && !looks_like("3 3\n") && !looks_like(""));
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
