//! The **dimacs** format: a matching or tiling puzzle as a formula for SAT solvers, and a solver's answer read back.
//!
//! ```
//! use marquetry_formats::{dimacs, e2_tiles};
//!
//! let puzzle = e2_tiles::read("1 0 0 1\n1 1 0 0\n0 1 1 0\n0 0 1 1\n").unwrap();
//! let formula = dimacs::write(&puzzle).unwrap();
//! assert!(formula.lines().any(|line| line.starts_with("p cnf ")));
//! ```

mod formula;
pub mod tiling;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use marquetry_puzzle::matching::{Edge, Setup};
use marquetry_puzzle::{Board, Direction, Faults, Laid, Matching};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, quoted};
use crate::lines::{Line, Word, lines};
use crate::{Diagnostic, Unwritable, refuse};
use formula::{Formula, Literal};

/// The most variables that say what lies where: a formula with more would take gigabytes.
const MOST_PLACEMENTS: usize = 4_000_000;

/// A tile that can lie on a cell, as far as the cell's own sides and the pins tell.
struct Placement {
    cell: usize,
    laid: Laid,
    edges: [Edge; 4],
}

/// All of them by cell, tile and turn: the first is variable 1, the next variable 2, and so on.
fn placements(p: &Matching) -> Result<Vec<Placement>, Unwritable> {
    let mut pin_on = vec![None; p.cells.len()];
    let mut home = vec![None; p.tiles.len()];
    for pin in &p.pins {
        pin_on[pin.cell] = Some(pin);
        home[pin.tile] = Some(pin.cell);
    }
    let laid = (0..p.tiles.len())
        .flat_map(|tile| p.turns(tile).into_iter().map(move |turn| Laid { tile, turn }));
    let looks: Vec<(Laid, [Edge; 4])> =
        laid.map(|laid| (laid, p.tiles[laid.tile].turned(laid.turn))).collect();
    let mut all = Vec::new();
    for cell in (0..p.cells.len()).filter(|&cell| p.cells[cell]) {
        let pinned = |laid: Laid, edges| match pin_on[cell] {
            None => home[laid.tile].is_none(),
            Some(pin) => {
                let turned = |turn| p.tiles[laid.tile].turned(turn) == edges;
                pin.tile == laid.tile && pin.turn.is_none_or(turned)
            }
        };
        let here = looks
            .iter()
            .filter(|&&(laid, edges)| pinned(laid, edges) && suits_sides(p, cell, edges));
        all.extend(here.map(|&(laid, edges)| Placement { cell, laid, edges }));
        if all.len() > MOST_PLACEMENTS {
            return refuse(format!(
                "a formula has at most {MOST_PLACEMENTS} variables for tiles, and this puzzle needs more"
            ));
        }
    }
    Ok(all)
}

/// Is there rim where there must be, and none elsewhere?
fn suits_sides(p: &Setup, cell: usize, edges: [Edge; 4]) -> bool {
    Direction::ALL.into_iter().zip(edges).all(|(side, edge)| match p.neighbour(cell, side) {
        None => p.suits_rim(edge),
        Some(_) => Some(edge) != p.frame,
    })
}

/// Writes a puzzle as a formula that can be satisfied exactly when the puzzle can be solved.
pub fn write(p: &Matching) -> Result<String, Unwritable> {
    let placements = placements(p)?;
    let mut on_cell: Vec<Vec<Literal>> = vec![Vec::new(); p.cells.len()];
    let mut of_tile: Vec<Vec<Literal>> = vec![Vec::new(); p.tiles.len()];
    for (variable, placement) in (1..).zip(&placements) {
        on_cell[placement.cell].push(variable);
        of_tile[placement.laid.tile].push(variable);
    }
    let mut notes = opening(p);
    note_cells(p, &placements, &on_cell, &mut notes);
    let mut formula = Formula::with_variables(placements.len());
    join(p, &placements, &on_cell, &mut formula, &mut notes);
    notes += "c All other variables help to say that at most one of many is true.\n";
    for here in on_cell.iter().zip(&p.cells).filter(|(_, holds)| **holds).map(|(here, _)| here) {
        formula.at_least_one(here);
        formula.at_most_one(here);
    }
    for places in &of_tile {
        formula.at_most_one(places);
        if p.tiles.len() == p.area() {
            // It follows from the rest, and saves solvers the counting.
            formula.at_least_one(places);
        }
    }
    Ok(formula.text(&notes))
}

fn opening(p: &Matching) -> String {
    let title: Vec<&str> = p.title.split_whitespace().collect();
    format!(
        "c A matching puzzle of {} columns and {} rows: {}\n\
         c x FIRST to LAST, CELL: TILE/TURN ...   one variable each: this tile, turned so, lies there\n\
         c e FIRST to LAST, CELL, SIDE: EDGE ...  one variable each: the cell shows this edge there\n",
        p.width,
        p.height,
        title.join(" ")
    )
}

fn note_cells(
    p: &Matching,
    placements: &[Placement],
    on_cell: &[Vec<Literal>],
    notes: &mut String,
) {
    for here in on_cell {
        let (Some(first), Some(last)) = (here.first(), here.last()) else { continue };
        let words = |variable: &Literal| {
            let laid = placements[*variable as usize - 1].laid;
            format!("{}/{}", p.tiles[laid.tile].name, laid.turn)
        };
        let cell = p.place(placements[*first as usize - 1].cell).words();
        let tiles: Vec<String> = here.iter().map(words).collect();
        let _ = writeln!(notes, "c x {first} to {last}, {cell}: {}", tiles.join(" "));
    }
}

/// Says for each joint which edge is shown there, and ties it to the tiles on both sides.
fn join(
    p: &Matching,
    placements: &[Placement],
    on_cell: &[Vec<Literal>],
    formula: &mut Formula,
    notes: &mut String,
) {
    for (a, side, b) in p.joints() {
        // The variables of the tiles on either side, by the edge that the first cell must show.
        let mut shown: BTreeMap<Edge, [Vec<Literal>; 2]> = BTreeMap::new();
        for &variable in &on_cell[a] {
            let edge = placements[variable as usize - 1].edges[side as usize];
            shown.entry(edge).or_default()[0].push(variable);
        }
        for &variable in &on_cell[b] {
            let edge = placements[variable as usize - 1].edges[side.opposite() as usize];
            shown.entry(p.rule.partner(edge)).or_default()[1].push(variable);
        }
        let mut joined: Vec<(Literal, String)> = Vec::new();
        for (edge, sides) in &shown {
            if sides.iter().any(Vec::is_empty) {
                sides.iter().flatten().for_each(|&tile| formula.clause(&[-tile]));
                continue;
            }
            let shows = formula.variable();
            joined.push((shows, p.edge_text(*edge)));
            for tiles in sides {
                tiles.iter().for_each(|&tile| formula.clause(&[-tile, shows]));
                formula.clause(&[&[-shows], tiles.as_slice()].concat());
            }
        }
        let (shows, edges): (Vec<Literal>, Vec<String>) = joined.into_iter().unzip();
        if let (Some(first), Some(last)) = (shows.first(), shows.last()) {
            let cell = p.place(a).words();
            let (side, edges) = (side.word(), edges.join(" "));
            let _ = writeln!(notes, "c e {first} to {last}, {cell}, {side}: {edges}");
        }
    }
}

/// Is this a formula? The first line that is no comment says so.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let comment =
        |line: &&str| line.trim().is_empty() || line.split_whitespace().next() == Some("c");
    let mut words = text.lines().find(|line| !comment(line)).unwrap_or("").split_whitespace();
    match (words.next(), words.next()) {
        (Some("p"), Some("cnf")) => Claim::Surely,
        _ => Claim::No,
    }
}

/// Does the text look like what a SAT solver answers?
pub fn looks_like_solution(text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("v"), Some(number)) => number.parse::<i64>().is_ok(),
            (Some("s"), Some(word)) => ["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"].contains(&word),
            _ => false,
        }
    })
}

/// Reads a solver's answer to a matching puzzle's formula.
pub fn read_solution(p: &Matching, text: &str) -> Result<Board, Faults<Diagnostic>> {
    let too_big = |why: Unwritable| Diagnostic::new("too-large", 0..0, why.0);
    let placements = placements(p).map_err(too_big)?;
    let mut faults = FirstFaults::default();
    let mut board: Board = vec![None; p.cells.len()];
    for (at, span) in answer(text, &mut faults) {
        let Some(placement) = placements.get(at) else { continue };
        if board[placement.cell].replace(placement.laid).is_some() {
            let cell = p.place(placement.cell).words();
            let message = format!("this is the second tile at {cell}");
            let help = "the answer is not one to this puzzle's formula";
            faults.add(Diagnostic::new("second-tile", span, message).help(help));
        }
    }
    faults.unless(board)
}

/// The variables that an answer says are true, counted from 0, each with its place: `s` says how the solver ended, `v`
/// lists the variables, negative where they are false, up to 0.
fn answer(text: &str, faults: &mut FirstFaults) -> Vec<(usize, Range<usize>)> {
    let mut told = Vec::new();
    let (mut ended, mut refused) = (false, false);
    for line in lines(text) {
        match line.words().next().map_or("c", |word| word.text) {
            "c" => continue,
            "s" => {
                refused |= faults.keep(status(&line)).is_none();
                continue;
            }
            _ => {}
        }
        for word in line.words().skip_while(|word| word.text == "v") {
            let Some(variable) = faults.keep(literal(&word)) else { continue };
            ended |= variable == 0;
            let at = variable.checked_sub(1).and_then(|at| usize::try_from(at).ok());
            told.extend(at.map(|at| (at, word.span)));
        }
    }
    if !ended && !refused {
        let message = "the answer breaks off: the 0 at its end is missing";
        faults.add(Diagnostic::new("cut-off", text.len()..text.len(), message));
    }
    told
}

fn literal(word: &Word) -> Result<Literal, Diagnostic> {
    word.text.parse().map_err(|_| {
        let message = format!("{} is not a variable", quoted(word.text));
        let help = "a solver's answer has lines of numbers after a v, ended by 0";
        Diagnostic::new("not-a-number", word.span.clone(), message).help(help)
    })
}

/// Passes a line such as "s SATISFIABLE".
fn status(line: &Line) -> Result<(), Diagnostic> {
    let status = line.words().nth(1).map_or("", |word| word.text);
    let (message, help) = match status {
        "SATISFIABLE" => return Ok(()),
        "UNSATISFIABLE" => {
            ("the solver says that this puzzle has no solution", "there is no board to read")
        }
        _ => ("the solver did not find out", "give it more time"),
    };
    Err(Diagnostic::new("no-answer", line.span(), message).help(help))
}
