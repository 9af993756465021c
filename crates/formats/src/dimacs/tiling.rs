//! Tiling puzzles as formulas: a variable for each placement.
//!
//! ```
//! use marquetry_formats::{dimacs, robins};
//!
//! let puzzle = robins::read("A\n\nBB\n\n###\n").unwrap();
//! let formula = dimacs::tiling::write(&puzzle).unwrap();
//! assert!(formula.lines().any(|line| line.starts_with("p cnf ")));
//! ```

use std::fmt::Write;
use std::ops::RangeInclusive;

use marquetry_puzzle::{ExactCover, Faults, Placed, Tiling};

use super::formula::{Formula, Literal};
use super::{MOST_PLACEMENTS, answer};
use crate::diagnostic::FirstFaults;
use crate::{Diagnostic, Unwritable, refuse};

/// All placements by piece: the first is variable 1, the next variable 2, and so on.
fn placements(p: &Tiling) -> Result<(ExactCover, Vec<Placed>), Unwritable> {
    match ExactCover::of_tiling(p, MOST_PLACEMENTS) {
        Some(placements) => Ok(placements),
        None => refuse(format!(
            "a formula has at most {MOST_PLACEMENTS} variables for placements, and this puzzle needs more"
        )),
    }
}

/// Writes a puzzle as a formula that can be satisfied exactly when the puzzle can be solved.
pub fn write(p: &Tiling) -> Result<String, Unwritable> {
    let (exact, placed) = placements(p)?;
    let mut of_item: Vec<Vec<Literal>> = vec![Vec::new(); exact.items.len()];
    for (variable, option) in (1..).zip(&exact.options) {
        option.iter().for_each(|&(item, _)| of_item[item].push(variable));
    }
    let (cells, classes) = of_item.split_at(p.board.len());
    let mut formula = Formula::with_variables(placed.len());
    for (here, cell) in cells.iter().zip(&exact.items) {
        // A cell that may stay empty is a secondary item.
        if cell.times.is_some() {
            formula.at_least_one(here);
        }
        formula.at_most_one(here);
    }
    for (places, item) in classes.iter().zip(&exact.items[cells.len()..]) {
        let (least, most) = item.times.unwrap_or((0, u32::MAX));
        let size = places.first().map_or(1, |&v| placed[v as usize - 1].cells.len());
        // As many as there is room for is no limit: no cell is covered twice.
        let most =
            if (most as usize) < p.board.len() / size { most as usize } else { places.len() };
        let copies = least as usize..=most.min(places.len());
        let work = places.len().saturating_mul(counted_to(&copies, places.len()));
        if work > MOST_PLACEMENTS {
            return refuse(format!(
                "to count the copies of piece '{}', a formula would need more than {MOST_PLACEMENTS} variables",
                item.name
            ));
        }
        between(&mut formula, places, &copies);
    }
    let notes = opening(p, &placed);
    Ok(formula.text(&notes))
}

fn opening(p: &Tiling, placed: &[Placed]) -> String {
    let (title, (w, h, d)) = (p.title.split_whitespace().collect::<Vec<_>>().join(" "), p.size());
    let mut notes = format!(
        "c A tiling puzzle of {w} columns, {h} rows and {d} layers: {title}\n\
         c x FIRST to LAST, PIECE: CELL ...   one variable each: it lies there, its first cell at this layer/row/column\n"
    );
    let mut first = 1;
    for equal in placed.chunk_by(|a, b| a.piece == b.piece) {
        let last = first + equal.len() - 1;
        let name = &p.pieces[equal[0].piece].name;
        let _ = write!(notes, "c x {first} to {last}, {name}:");
        for c in equal.iter().filter_map(|placed| placed.cells.first()) {
            let _ = write!(notes, " {}/{}/{}", c.z + 1, c.y + 1, c.x + 1);
        }
        notes.push('\n');
        first = last + 1;
    }
    notes += "c All other variables help to say how many of many are true.\n";
    notes
}

/// How far must be counted to know whether a number is among these, where it is at most `all` anyway?
fn counted_to(copies: &RangeInclusive<usize>, all: usize) -> usize {
    match (*copies.start(), *copies.end()) {
        (least, most) if most >= all => least,
        (_, most) => most + 1,
    }
}

/// So many of these are true.
fn between(formula: &mut Formula, literals: &[Literal], copies: &RangeInclusive<usize>) {
    let (least, most) = (*copies.start(), *copies.end());
    if most == 1 && least <= 1 {
        formula.at_most_one(literals);
        if least == 1 {
            formula.at_least_one(literals);
        }
        return;
    }
    if least > literals.len() {
        return formula.at_least_one(&[]);
    }
    // `sums[j]`: of the literals so far, more than j are true.
    let mut sums: Vec<Literal> = Vec::new();
    for &x in literals {
        let mut next = Vec::new();
        for j in 0..counted_to(copies, literals.len()).min(sums.len() + 1) {
            let sum = formula.variable();
            let (before, below) = (sums.get(j), j.checked_sub(1).map(|j| sums[j]));
            before.into_iter().for_each(|&before| formula.clause(&[-before, sum]));
            let stays: Vec<Literal> = before.copied().into_iter().collect();
            formula.clause(&[&[sum, -x], below.map(|b| -b).as_slice()].concat());
            formula.clause(&[&[-sum, x], stays.as_slice()].concat());
            below
                .into_iter()
                .for_each(|b| formula.clause(&[&[-sum, b], stays.as_slice()].concat()));
            next.push(sum);
        }
        sums = next;
    }
    if let Some(&enough) = least.checked_sub(1).and_then(|j| sums.get(j)) {
        formula.clause(&[enough]);
    }
    if let Some(&more) = sums.get(most) {
        formula.clause(&[-more]);
    }
}

/// Reads a solver's answer.
pub fn read_solution(p: &Tiling, text: &str) -> Result<Vec<Placed>, Faults<Diagnostic>> {
    let too_big = |why: Unwritable| Diagnostic::new("too-large", 0..0, why.0);
    let (_, placed) = placements(p).map_err(too_big)?;
    let mut faults = FirstFaults::default();
    let cover = answer(text, &mut faults).into_iter().filter_map(|(at, _)| placed.get(at).cloned());
    let cover = p.in_order(cover.collect());
    faults.unless(cover)
}
