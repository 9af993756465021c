//! The **js2** format: what Jim Leonard's solver of sliding block puzzles (jim'slide, later js2) reads. A line is a
//! command such as `xsize: 4`, `piece: 1 (0,0) (1,0)`, `put: 1 (2,0)` or `win: 1 (0,0)`.
//!
//! ```
//! let text = "xsize: 3\nysize: 1\npiece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (2,0)\n";
//! let tray = marquetry_formats::js2::read(text).unwrap();
//! assert_eq!((tray.width, tray.height, tray.blocks.len()), (3, 1, 1));
//! ```

mod command;
mod writer;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use marquetry_puzzle::sliding::{Block, Freedom, MAX_SIDE, Setup, Target, outline};
use marquetry_puzzle::{Cell, Faults, Part, Sliding};

use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, locate};
use crate::{Claim, Diagnostic};
use command::{Command, commands};
pub use writer::write;

/// Commands that say how to search or what to print, and nothing of the puzzle.
const PASSED: [&str; 13] = [
    "useletters",
    "hexprint",
    "winonly",
    "bigmem",
    "smallmem",
    "numthreads",
    "diskthreads",
    "cachepercent",
    "nograph",
    "noconcurrent",
    "cutoff",
    "directed",
    "checkfulltree",
];

/// Is the text one of js2? Nobody else gives the sides of a board and pieces like that.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let mut found = [false; 2];
    for line in text.lines().map(str::trim_start) {
        found[0] |= line.starts_with("xsize:") || line.starts_with("ysize:");
        found[1] |= line.starts_with("piece:") || line.starts_with("put:");
    }
    if found == [true; 2] { Claim::Surely } else { Claim::No }
}

/// The most cells of walls, of pieces and of goals: as many as the largest board has.
const MOST: usize = MAX_SIDE * MAX_SIDE;

/// A type of piece: its cells in reading order as offsets from its place, and the ways it may not go.
struct Kind {
    cells: Vec<Cell>,
    locked: [bool; 2],
}

impl Kind {
    fn freedom(&self) -> Freedom {
        match self.locked {
            [true, _] => Freedom::Vertical,
            [_, true] => Freedom::Horizontal,
            _ => Freedom::Any,
        }
    }

    /// The cells of a piece of this type at a place, in reading order.
    fn at(&self, place: Cell) -> Vec<Cell> {
        self.cells.iter().map(|cell| cell.plus(place)).collect()
    }

    fn outline(&self) -> Vec<Cell> {
        outline(&self.cells)
    }
}

/// A piece or a goal: its type, its place, the name it is shown by, and where the file says so.
struct Put {
    kind: i64,
    place: Cell,
    name: Option<char>,
    span: Range<usize>,
}

/// All that a file says.
#[derive(Default)]
struct Told {
    sides: [Option<usize>; 2],
    walls: Vec<Cell>,
    kinds: BTreeMap<i64, Kind>,
    /// Types in the order in which they are defined.
    order: Vec<i64>,
    locks: Vec<(i64, usize, Range<usize>)>,
    puts: Vec<Put>,
    wins: Vec<Put>,
}

/// Reads a puzzle.
pub fn read(text: &str) -> Result<Sliding, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let mut told = Told::default();
    for command in commands(text) {
        told.take(&command, &mut faults);
    }
    for (side, name) in told.sides.iter().zip(["xsize", "ysize"]) {
        if side.is_none() {
            let message = format!("there is no '{name}:'");
            faults
                .add(Diagnostic::new("missing", 0..0, message).help("write xsize: 4 and ysize: 5"));
        }
    }
    told.lock(&mut faults);
    told.puts.retain(|put| known(put, &told.kinds, &mut faults));
    told.wins.retain(|put| known(put, &told.kinds, &mut faults));
    told.measure(&mut faults);
    let told = faults.unless(told)?;
    let (setup, spans) = told.setup();
    Sliding::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Block(i) => spans[0].get(i).cloned().unwrap_or(0..0),
            Part::Target(i) => spans[1].get(i).cloned().unwrap_or(0..0),
            _ => 0..0,
        })
    })
}

fn known(put: &Put, kinds: &BTreeMap<i64, Kind>, faults: &mut FirstFaults) -> bool {
    let known = kinds.contains_key(&put.kind);
    if !known {
        let message = format!("there is no piece of type {}", put.kind);
        let help = "every type is defined by a line such as piece: 1 (0,0) (1,0)";
        faults.add(Diagnostic::new("no-piece", put.span.clone(), message).help(help));
    }
    known
}

impl Told {
    fn take(&mut self, command: &Command<'_>, faults: &mut FirstFaults) {
        let read = match command.name {
            "xsize" | "ysize" => self.side(command),
            "wall" => command.pairs(0, 1).map(|(_, cells)| self.walls.extend(cells)),
            "hwall" | "vwall" => self.wall(command),
            "piece" => self.piece(command),
            "lockx" | "locky" => command.numbers(1).map(|kind| {
                let axis = usize::from(command.name == "locky");
                self.locks.push((kind[0], axis, command.span()));
            }),
            "put" | "win" => self.put(command),
            "xstep" | "ystep" => {
                let message =
                    format!("'{}:' cannot be read: blocks here stop on every cell", command.name);
                Err(Diagnostic::new("step", command.span(), message))
            }
            passed if PASSED.contains(&passed) => Ok(()),
            _ => {
                let help = "a line is a command such as put: 1 (2,0), or begins with ! or #";
                Err(Diagnostic::new("not-a-command", command.span(), "this is no command of js2")
                    .help(help))
            }
        };
        faults.keep(read);
    }

    fn side(&mut self, command: &Command<'_>) -> Result<(), Diagnostic> {
        let side = command.numbers(1)?[0];
        // A side that is wrong is not missing, too.
        let kept = &mut self.sides[usize::from(command.name == "ysize")];
        *kept = Some(side.clamp(1, MAX_SIDE as i64) as usize);
        if !(1..=MAX_SIDE as i64).contains(&side) {
            let message = format!("a side of {side} is out of range");
            let help = format!("each side is 1 to {MAX_SIDE} cells");
            return Err(Diagnostic::new("size", command.span(), message).help(help));
        }
        Ok(())
    }

    /// A row or a column of walls, from one cell to another.
    fn wall(&mut self, command: &Command<'_>) -> Result<(), Diagnostic> {
        let (line, ends) = command.pairs(1, 1)?;
        let line = command.near(line[0])?;
        let (from, to) = (ends[0].x.min(ends[0].y), ends[0].x.max(ends[0].y));
        if to as usize > MAX_SIDE || !(0..=MAX_SIDE as i16).contains(&line) || from < 0 {
            return Err(Diagnostic::new(
                "wall",
                command.span(),
                "this wall lies outside the board",
            ));
        }
        if self.walls.len() > MOST {
            let message = format!("the walls have more than {MOST} cells");
            return Err(Diagnostic::new("too-large", command.span(), message));
        }
        let across = command.name == "hwall";
        let cell = |at: i16| if across { Cell::at(at, line) } else { Cell::at(line, at) };
        self.walls.extend((from..=to).map(cell));
        Ok(())
    }

    fn piece(&mut self, command: &Command<'_>) -> Result<(), Diagnostic> {
        let (kind, mut cells) = command.pairs(1, usize::MAX)?;
        cells.sort();
        let fault = |code, message: &str| Err(Diagnostic::new(code, command.span(), message));
        if kind[0] == 0 {
            return fault("zero", "type 0 is an empty cell, not a piece");
        }
        if cells.is_empty() {
            return fault("no-cells", "this piece has no cells");
        }
        let known = Kind { cells, locked: [false; 2] };
        if self.kinds.insert(kind[0], known).is_some() {
            return fault("repeated", "this type of piece is defined twice");
        }
        self.order.push(kind[0]);
        Ok(())
    }

    fn put(&mut self, command: &Command<'_>) -> Result<(), Diagnostic> {
        let (kind, place) = command.pairs(1, 1)?;
        if kind[0] == 0 {
            let message =
                "a cell that must be empty cannot be read: a goal here is where blocks lie";
            return Err(Diagnostic::new("zero", command.span(), message));
        }
        let put =
            Put { kind: kind[0], place: place[0], name: command.sign(), span: command.span() };
        if command.name == "put" {
            self.puts.push(put)
        } else {
            self.wins.push(put)
        };
        Ok(())
    }

    /// Pieces and goals that have more cells than any board are not laid out at all.
    fn measure(&self, faults: &mut FirstFaults) {
        for (puts, what) in [(&self.puts, "pieces"), (&self.wins, "goals")] {
            let mut cells = 0usize;
            let size = |put: &Put| self.kinds.get(&put.kind).map_or(0, |kind| kind.cells.len());
            let over = puts.iter().find(|put| {
                cells = cells.saturating_add(size(put));
                cells > MOST
            });
            if let Some(put) = over {
                let message = format!("the {what} have more than {MOST} cells");
                faults.add(Diagnostic::new("too-large", put.span.clone(), message));
            }
        }
    }

    fn lock(&mut self, faults: &mut FirstFaults) {
        for (kind, axis, span) in std::mem::take(&mut self.locks) {
            let Some(kind) = self.kinds.get_mut(&kind) else {
                let message = format!("there is no piece of type {kind}");
                faults.add(Diagnostic::new("no-piece", span, message));
                continue;
            };
            kind.locked[axis] = true;
            if kind.locked == [true; 2] {
                let message = "this piece is locked both ways and can never move";
                faults.add(Diagnostic::new("locked", span, message).help("draw it with wall:"));
            }
        }
    }

    /// The puzzle, and the places of its blocks and goals.
    fn setup(mut self) -> (Setup, [Vec<Range<usize>>; 2]) {
        let first = |kinds: &BTreeMap<i64, Kind>, put: &Put| {
            kinds.get(&put.kind).and_then(|kind| Some(kind.cells.first()?.plus(put.place)))
        };
        self.puts.sort_by_key(|put| first(&self.kinds, put));
        let labels = self.labels();
        let label = |kind: i64| labels.get(&kind).cloned();
        let names = names(&self.puts);
        let cells =
            |put: &Put| self.kinds.get(&put.kind).map_or(Vec::new(), |kind| kind.at(put.place));
        let block = |(put, name): (&Put, String)| Block {
            name,
            label: label(put.kind),
            cells: cells(put),
            freedom: self.kinds.get(&put.kind).map_or(Freedom::Any, Kind::freedom),
        };
        let target = |put: &Put| Target { label: label(put.kind), cells: cells(put) };
        let [width, height] = self.sides.map(|side| side.unwrap_or(1));
        let setup = Setup {
            title: String::new(),
            width,
            height,
            walls: self.walls.clone(),
            blocks: self.puts.iter().zip(names).map(block).collect(),
            goal: self.wins.iter().map(target).collect(),
        };
        let spans = |puts: &[Put]| puts.iter().map(|put| put.span.clone()).collect();
        (setup, [spans(&self.puts), spans(&self.wins)])
    }

    /// Types of one shape are told apart by labels: their numbers in the order in which they lie on the board.
    fn labels(&self) -> BTreeMap<i64, String> {
        let mut seen = HashSet::new();
        let kinds = self.puts.iter().map(|put| put.kind).chain(self.order.iter().copied());
        let wanted: HashSet<i64> = self.puts.iter().chain(&self.wins).map(|put| put.kind).collect();
        let kinds: Vec<i64> =
            kinds.filter(|kind| wanted.contains(kind) && seen.insert(*kind)).collect();
        let mut shapes: BTreeMap<Vec<Cell>, usize> = BTreeMap::new();
        let outline = |kind: &i64| self.kinds.get(kind).map(Kind::outline).unwrap_or_default();
        kinds.iter().for_each(|kind| *shapes.entry(outline(kind)).or_default() += 1);
        let shared = |kind: &i64| shapes.get(&outline(kind)).is_some_and(|&kinds| kinds > 1);
        let numbered = (1..).zip(kinds).filter(|(_, kind)| shared(kind));
        numbered.map(|(number, kind): (usize, i64)| (kind, number.to_string())).collect()
    }
}

/// The name of each block: what it is shown by where no other has that, otherwise a number.
fn names(puts: &[Put]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let own: Vec<Option<String>> = puts
        .iter()
        .map(|put| {
            put.name
                .filter(|&c| is_name(c))
                .map(String::from)
                .filter(|name| taken.insert(name.clone()))
        })
        .collect();
    let mut more = puts.len();
    let named = own.into_iter().enumerate().map(|(i, own)| {
        own.unwrap_or_else(|| {
            let mut name = (i + 1).to_string();
            while !taken.insert(name.clone()) {
                more += 1;
                name = more.to_string();
            }
            name
        })
    });
    named.collect()
}

/// Can a block be shown by this sign and have it as its name?
fn is_name(sign: char) -> bool {
    !sign.is_whitespace() && !sign.is_control() && !['#', '.', '\'', '!'].contains(&sign)
}

#[cfg(test)]
mod tests;
