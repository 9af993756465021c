//! The **rush-hour** format: boards of 6x6 as 36 characters, one a line or drawn in six lines. A letter is a car, `.` or
//! `o` is empty, `x` is a wall. Car A leaves on the right.
//!
//! ```
//! use marquetry_formats::rush_hour::{known, read};
//!
//! let text = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n";
//! let board = read(text, None).unwrap();
//! assert_eq!((board.width, board.height, board.walls.len()), (6, 6, 1));
//! assert_eq!(known(text, None), (1, Some(60)), "one board, and its fewest moves");
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::sliding::{Block, Freedom, Setup, Target};
use marquetry_puzzle::{Cell, Faults, Part, Sliding};

use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, locate, quoted};
use crate::lines::{Line, Word, lines};
use crate::{Claim, Diagnostic, Unwritable, refuse};

/// Rows and columns of a board.
const SIDE: usize = 6;
/// The car that leaves.
const LEAVES: char = 'A';

/// A board as it lies in the file: its rows, and the fewest moves that the file says it takes.
struct Listed<'a> {
    rows: Vec<Word<'a>>,
    moves: Option<u64>,
}

impl Listed<'_> {
    fn span(&self) -> Range<usize> {
        self.rows[0].span.start..self.rows[self.rows.len() - 1].span.end
    }

    /// The characters in reading order, each with its place in the file.
    fn signs(&self) -> impl Iterator<Item = (char, usize)> {
        let row = |row: &Word<'_>| {
            let start = row.span.start;
            row.text.char_indices().map(|(at, sign)| (sign, start + at)).collect::<Vec<_>>()
        };
        self.rows.iter().flat_map(row)
    }
}

/// Is the text boards of Rush Hour? A line of 36 signs with a car A and room to move is nothing else; six lines of six
/// may be any drawing, unless all of it is cars.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let Some(first) = lines(text).find(|line| !line.is_blank()) else { return Claim::No };
    if let Ok(listed) = row(&first) {
        let has = |signs: &[char]| listed.rows[0].text.contains(signs);
        let ours = listed.signs().all(|(sign, _)| is_sign(sign));
        let surely = ours && has(&[LEAVES]) && has(&['.', 'o', 'x']);
        return if surely { Claim::Surely } else { Claim::No };
    }
    let drawn = drawings(text);
    if !drawn.iter().flatten().all(|row| row.text.chars().all(is_sign)) || drawn.is_empty() {
        return Claim::No;
    }
    let all = read_all(text);
    if all.is_ok_and(|all| all.iter().all(|listed| setup(listed).is_ok())) {
        return Claim::Surely;
    }
    if text.contains("AA") { Claim::Could } else { Claim::No }
}

fn is_sign(sign: char) -> bool {
    sign == '.' || sign.is_ascii_alphabetic()
}

/// Six rows of six signs each, blank lines between drawings; empty where the text is something else.
fn drawings(text: &str) -> Vec<Vec<Word<'_>>> {
    let rows: Vec<Vec<Word>> = lines(text)
        .filter(|line| !line.is_blank())
        .map(|line| line.words().take(2).collect())
        .collect();
    let drawn = |row: &Vec<Word>| row.len() == 1 && row[0].text.chars().count() == SIDE;
    if rows.len().is_multiple_of(SIDE) && rows.iter().all(drawn) {
        let rows: Vec<Word> = rows.into_iter().flatten().collect();
        return rows.chunks(SIDE).map(<[Word]>::to_vec).collect();
    }
    Vec::new()
}

/// A board in a line of its own: 36 signs, perhaps with the fewest moves before it and a number of positions after it.
fn row<'a>(line: &Line<'a>) -> Result<Listed<'a>, Diagnostic> {
    let words: Vec<Word> = line.words().take(4).collect();
    let is_board = |word: &Word| word.text.chars().count() == SIDE * SIDE;
    let numbers = |words: &[Word]| words.iter().all(|word| word.number().is_some());
    match words.iter().position(is_board) {
        Some(at)
            if at <= 1
                && words.len() <= at + 2
                && numbers(&words[..at])
                && numbers(&words[at + 1..]) =>
        {
            let moves = words[..at].first().and_then(Word::number);
            Ok(Listed { rows: vec![words[at].clone()], moves })
        }
        _ => {
            let message = "this line is no board of 36 signs";
            let help = "a line is a board, or the fewest moves, a board and a number of positions";
            Err(Diagnostic::new("not-a-board", line.span(), message).help(help))
        }
    }
}

fn read_all(text: &str) -> Result<Vec<Listed<'_>>, Faults<Diagnostic>> {
    let drawn = drawings(text);
    if !drawn.is_empty() {
        return Ok(drawn.into_iter().map(|rows| Listed { rows, moves: None }).collect());
    }
    let mut faults = FirstFaults::default();
    let lines = lines(text).filter(|line| !line.is_blank());
    let all: Vec<Listed> = lines.filter_map(|line| faults.keep(row(&line))).collect();
    if all.is_empty() {
        faults.add(Diagnostic::new("no-board", 0..0, "there is no board in this file"));
    }
    faults.unless(all)
}

fn chosen<'a>(text: &'a str, problem: Option<usize>) -> Result<Listed<'a>, Faults<Diagnostic>> {
    let mut all = read_all(text)?;
    let (wanted, count) = (problem.unwrap_or(1), all.len());
    if !(1..=count).contains(&wanted) {
        let message = format!("there is no board {wanted}: the file has {count}");
        return Err(Diagnostic::new("no-problem", 0..0, message).into());
    }
    Ok(all.swap_remove(wanted - 1))
}

/// How many boards there are, and the fewest moves of one of them where the file says so.
pub fn known(text: &str, problem: Option<usize>) -> (usize, Option<u64>) {
    let count = read_all(text).map_or(0, |all| all.len());
    (count, chosen(text, problem).ok().and_then(|listed| listed.moves))
}

/// Reads a board: the one with this number, counted from 1, or the first.
pub fn read(text: &str, problem: Option<usize>) -> Result<Sliding, Faults<Diagnostic>> {
    let listed = chosen(text, problem)?;
    let setup = setup(&listed)?;
    Sliding::new(setup).map_err(|faults| locate(faults, |_: Part| listed.span()))
}

fn setup(listed: &Listed<'_>) -> Result<Setup, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let mut walls = Vec::new();
    let mut cars: BTreeMap<char, (Vec<Cell>, usize)> = BTreeMap::new();
    for (i, (sign, at)) in listed.signs().enumerate() {
        let cell = Cell::at((i % SIDE) as i16, (i / SIDE) as i16);
        match sign {
            '.' | 'o' => {}
            'x' => walls.push(cell),
            car if car.is_ascii_alphabetic() => {
                cars.entry(car).or_insert_with(|| (Vec::new(), at)).0.push(cell);
            }
            other => {
                let message = format!("{} is no sign of a board", quoted(&other.to_string()));
                let help = "a letter is a car, . or o is empty, x is a wall";
                faults.add(Diagnostic::new("sign", at..at + other.len_utf8(), message).help(help));
            }
        }
    }
    let mut blocks = Vec::new();
    let upright = |cells: &Vec<Cell>| freedom(cells) == Some(Freedom::Vertical);
    let lost = cars.get(&LEAVES).is_none_or(|(cells, _)| upright(cells));
    for (car, (cells, at)) in cars {
        match freedom(&cells) {
            Some(freedom) => {
                let label = (car == LEAVES).then(|| car.to_string());
                blocks.push(Block { name: car.to_string(), label, cells, freedom });
            }
            None => {
                let message = format!("car {car} is not 2 or 3 cells in a row");
                faults.add(Diagnostic::new("car", at..at + 1, message));
            }
        }
    }
    let leaves = blocks.iter().find(|block| block.label.is_some());
    if lost {
        let message = "there is no car A that lies in its row";
        faults.add(
            Diagnostic::new("no-way-out", listed.span(), message).help("A leaves on the right"),
        );
    }
    let goal = leaves.map(goal_of).into_iter().collect();
    faults.unless(Setup { title: String::new(), width: SIDE, height: SIDE, walls, blocks, goal })
}

/// The car at the right rim.
fn goal_of(car: &Block) -> Target {
    let away = SIDE as i16 - 1 - car.cells[car.cells.len() - 1].x;
    let cells = car.cells.iter().map(|cell| cell.plus(Cell::at(away, 0))).collect();
    Target { label: car.label.clone(), cells }
}

/// Along which line a car lies; nothing where its cells are no car.
fn freedom(cells: &[Cell]) -> Option<Freedom> {
    let (lo, hi) = bounds(cells.iter().copied())?;
    let (wide, high) = ((hi.x - lo.x + 1) as usize, (hi.y - lo.y + 1) as usize);
    let straight = wide * high == cells.len() && (2..=3).contains(&cells.len());
    match (straight, wide, high) {
        (true, _, 1) => Some(Freedom::Horizontal),
        (true, 1, _) => Some(Freedom::Vertical),
        _ => None,
    }
}

/// Writes a board in one line. Cars get letters of their own where their names are none; the title is left out.
pub fn write(p: &Sliding) -> Result<String, Unwritable> {
    if (p.width, p.height) != (SIDE, SIDE) {
        return refuse(format!("a board of this format has {SIDE} rows and {SIDE} columns"));
    }
    if let Some(block) = p.blocks.iter().find(|block| freedom(&block.cells) != Some(block.freedom))
    {
        let name = &block.name;
        return refuse(format!(
            "block '{name}' is no car of 2 or 3 cells that goes along its own line"
        ));
    }
    let [target] = &p.goal[..] else { return refuse("in this format one car leaves") };
    let mut suited = (0..p.blocks.len()).filter(|&block| p.suits(block, target));
    let (Some(leaves), None) = (suited.next(), suited.next()) else {
        return refuse("in this format just one car is the one that leaves");
    };
    if *target != (Target { label: target.label.clone(), ..goal_of(&p.blocks[leaves]) }) {
        return refuse("in this format the car leaves on the right, in its own row");
    }
    if p.blocks.iter().enumerate().any(|(i, block)| block.label.is_some() && i != leaves) {
        return refuse("in this format only the car that leaves is set apart");
    }
    let mut board = ['o'; SIDE * SIDE];
    p.walls.iter().filter_map(|&cell| p.index(cell)).for_each(|at| board[at] = 'x');
    for (block, letter) in p.blocks.iter().zip(letters(p, leaves)?) {
        block.cells.iter().filter_map(|&cell| p.index(cell)).for_each(|at| board[at] = letter);
    }
    Ok(board.into_iter().chain(['\n']).collect())
}

/// The letter of each car: the names where they will do, otherwise A and B, C, D and so on.
fn letters(p: &Sliding, leaves: usize) -> Result<Vec<char>, Unwritable> {
    let letter = |(i, block): (usize, &Block)| {
        let mut signs = block.name.chars();
        let one = signs.next().filter(|_| signs.next().is_none())?;
        let good = one.is_ascii_alphabetic() && !['o', 'x'].contains(&one);
        (good && (one == LEAVES) == (i == leaves)).then_some(one)
    };
    if let Some(own) = p.blocks.iter().enumerate().map(letter).collect() {
        return Ok(own);
    }
    let mut others = ('B'..='Z').chain('a'..='z').filter(|sign| !['o', 'x'].contains(sign));
    let fresh = (0..p.blocks.len()).map(|i| if i == leaves { Some(LEAVES) } else { others.next() });
    fresh
        .collect::<Option<_>>()
        .ok_or_else(|| Unwritable("there are too many cars for letters".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../docs/src/formats/rush-hour.md");

    fn claim(text: &str) -> Claim {
        super::claim(text, &Hints::default())
    }

    fn faults(text: &str) -> Vec<(&'static str, &str)> {
        read(text, None).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    #[test]
    fn the_examples_of_the_page_read_and_are_told_apart() {
        let list = crate::lines::doc_example(PAGE);
        assert_eq!(claim(&list), Claim::Surely);
        assert_eq!(known(&list, None), (2, Some(60)));
        assert_eq!(known(&list, Some(2)), (2, Some(58)));
        let p = read(&list, None).unwrap();
        assert_eq!((p.blocks.len(), p.walls.len(), p.goal.len()), (12, 1, 1));
        assert_eq!(write(&p).unwrap(), "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n");
        assert_eq!(read(&list, Some(3)).unwrap_err()[0].code, "no-problem");
        let drawn = crate::lines::doc_example(PAGE.split_once("## Drawn").unwrap().1);
        assert_eq!((claim(&drawn), read(&drawn, None).unwrap()), (Claim::Surely, p));
    }

    #[test]
    fn cars_go_along_their_own_line_and_only_the_first_is_set_apart() {
        let p = read("......\n..B...\nAAB...\n......\n.CCC..\n......\n", None).unwrap();
        let cars: Vec<_> =
            p.blocks.iter().map(|b| (b.name.as_str(), b.label.as_deref(), b.freedom)).collect();
        assert_eq!(
            cars,
            [
                ("B", None, Freedom::Vertical),
                ("A", Some("A"), Freedom::Horizontal),
                ("C", None, Freedom::Horizontal)
            ]
        );
        assert_eq!(p.goal[0].cells, [Cell::at(4, 2), Cell::at(5, 2)]);
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_eq!(faults(""), [("no-board", "")]);
        let board = "oooooooooBooAAoBoooooooooooooooooooo";
        assert_eq!(
            faults(&format!("7 {board} 9\n{board} x\n8\n")),
            [("not-a-board", &*format!("{board} x")), ("not-a-board", "8")]
        );
        let odd = "oooooo\noooB?o\nAAoB1o\nooooBo\nCoooDD\noooooD\n";
        assert_eq!(
            faults(odd),
            [("car", "B"), ("sign", "?"), ("sign", "1"), ("car", "C"), ("car", "D")]
        );
        let upright = "oAoooo\noAoooo\noooooo\noooooo\noooooo\noooooo";
        assert_eq!(faults(upright), [("no-way-out", upright)]);
    }

    #[test]
    fn other_texts_are_not_taken_for_boards() {
        for text in
            ["", "6 6\n", "ABCDEF\n", &"abcdef\n".repeat(6), "0123456789abcdef0123456789abcdef0123"]
        {
            assert_eq!(claim(text), Claim::No, "{text}");
        }
        // Pieces of a drawing.
        assert_eq!(claim(&"AABBCC\n".repeat(6)), Claim::Could);
    }

    #[test]
    fn what_the_format_cannot_carry_is_refused() {
        let refused = |change: fn(&mut Setup)| {
            let mut setup =
                read("oooooooooBooAAoBoooooooooooooooooooo", None).unwrap().into_setup();
            change(&mut setup);
            write(&Sliding::new(setup).unwrap()).map_err(|why| why.0)
        };
        assert!(refused(|p| p.height = 7).unwrap_err().contains("6 rows"));
        assert!(refused(|p| p.blocks[0].freedom = Freedom::Any).unwrap_err().contains("no car"));
        assert!(refused(|p| p.goal.clear()).unwrap_err().contains("one car leaves"));
        assert!(
            refused(|p| p.goal[0].cells.iter_mut().for_each(|c| c.x -= 1))
                .unwrap_err()
                .contains("on the right")
        );
        assert!(
            refused(|p| p.blocks[0].label = Some("B".into())).unwrap_err().contains("set apart")
        );
        let renamed = refused(|p| p.blocks[0].name = "truck".into()).unwrap();
        assert_eq!(renamed, "oooooooooBooAAoBoooooooooooooooooooo\n");
    }
}
