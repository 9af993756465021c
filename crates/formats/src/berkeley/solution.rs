//! Solutions of sliding puzzles as lines "row column row column", each one straight slide.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::HashMap;
use std::fmt::Write;

use marquetry_puzzle::grid::{Cell, Direction, bounds};
use marquetry_puzzle::sliding::Position;
use marquetry_puzzle::{Faults, Move, Sliding};

use super::{numbered, numbers};
use crate::diagnostic::MOST_FAULTS;
use crate::lines::Word;
use crate::{Diagnostic, Unwritable, refuse};

/// Reads the slides of a solution: each line is the old and the new top left corner of a block that goes straight.
///
/// Slides of one block that follow each other are one move. The first line that cannot be played is the last one
/// tried, since all others depend on it; lines that are not four numbers are all reported.
pub fn read_solution(p: &Sliding, text: &str) -> Result<Vec<Move>, Faults<Diagnostic>> {
    let help = "a slide is four numbers: the row and column of a block's top left corner, before and after";
    let mut faults = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    let mut tray = Replay::start(p);
    for (_, line) in numbered(text) {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let Some(corners) = numbers::<4>(&line, "four-numbers", help, &mut faults) else {
            continue;
        };
        if faults.is_empty() {
            match tray.play(corners.each_ref().map(|corner| corner.0)) {
                Ok((block, path)) => match moves.last_mut().filter(|last| last.block == block) {
                    Some(last) => last.path.extend(path),
                    None => moves.push(Move { block, path }),
                },
                Err(why) => faults.push(why.at(&corners)),
            }
        }
    }
    Faults::from(faults).unless(moves)
}

/// Why a line cannot be played: no block is there, it stays where it is, it goes around a corner, or something is in
/// its way.
enum Unplayable {
    Empty,
    Still,
    Crooked,
    Blocked { name: String, why: String },
}

impl Unplayable {
    fn at(self, [row, column, to_row, to_column]: &[(u64, Word); 4]) -> Diagnostic {
        let (from, to) = (row.1.span.start, to_column.1.span.end);
        match self {
            Unplayable::Empty => {
                let place = format!("row {}, column {}", row.0, column.0);
                let message = format!("no block has its top left corner at {place}");
                let help = "rows and columns count from 0, and the lines above have been played";
                Diagnostic::new("no-block", from..column.1.span.end, message).help(help)
            }
            Unplayable::Still => {
                let fault =
                    Diagnostic::new("no-move", from..to, "this line does not move its block");
                fault.help("remove the line")
            }
            Unplayable::Crooked => {
                let message = "this line changes both the row and the column of its block";
                let help = "slides are horizontal or vertical: write a line for each";
                Diagnostic::new("crooked", from..to, message).help(help)
            }
            Unplayable::Blocked { name, why } => {
                let place = format!("row {}, column {}", to_row.0, to_column.0);
                let message = format!("block '{name}' cannot slide to {place}: {why}");
                let help =
                    "it goes straight through empty cells, after the lines above have been played";
                Diagnostic::new("no-way", to_row.1.span.start..to, message).help(help)
            }
        }
    }
}

/// A position with its blocks by the top left corners of their boxes.
struct Replay<'p> {
    p: &'p Sliding,
    position: Position,
    corners: HashMap<Cell, Vec<usize>>,
}

impl<'p> Replay<'p> {
    fn start(p: &'p Sliding) -> Replay<'p> {
        let mut corners: HashMap<Cell, Vec<usize>> = HashMap::new();
        for (i, block) in p.blocks.iter().enumerate() {
            let corner = bounds(block.cells.iter().copied()).map(|(lo, _)| lo);
            corner.into_iter().for_each(|corner| corners.entry(corner).or_default().push(i));
        }
        Replay { p, position: p.start().clone(), corners }
    }

    /// Plays a line: the block that went, and its steps.
    fn play(
        &mut self,
        [row, column, to_row, to_column]: [u64; 4],
    ) -> Result<(usize, Vec<Direction>), Unplayable> {
        let near = |n: u64| i16::try_from(n).ok();
        let from = near(column).zip(near(row)).map(|(x, y)| Cell::at(x, y));
        let here = from.and_then(|from| Some((from, self.corners.get(&from)?.clone())));
        let Some((from, blocks)) = here else { return Err(Unplayable::Empty) };
        let way = match (row.cmp(&to_row), column.cmp(&to_column)) {
            (Equal, Equal) => return Err(Unplayable::Still),
            (Equal, Less) => Direction::Right,
            (Equal, Greater) => Direction::Left,
            (Less, Equal) => Direction::Down,
            (Greater, Equal) => Direction::Up,
            _ => return Err(Unplayable::Crooked),
        };
        let far = row.abs_diff(to_row).max(column.abs_diff(to_column));
        // Boxes of blocks that are no rectangles may share a corner: the first block that can make the slide does.
        let mut refused = None;
        for block in blocks {
            match self.slide(block, way, far) {
                Ok(path) => {
                    self.mark(block, from, way, path.len());
                    return Ok((block, path));
                }
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        Err(refused.unwrap_or(Unplayable::Empty))
    }

    /// Pushes a block so far; where it cannot get so far, it stays where it is.
    fn slide(
        &mut self,
        block: usize,
        way: Direction,
        far: u64,
    ) -> Result<Vec<Direction>, Unplayable> {
        let mut path = Vec::new();
        while (path.len() as u64) < far {
            if let Some(obstacle) = self.position.obstacle(self.p, block, way) {
                let why = obstacle.words(self.p);
                path.iter().for_each(|_| self.position.push(self.p, block, way.opposite()));
                let name = self.p.blocks[block].name.clone();
                return Err(Unplayable::Blocked { name, why });
            }
            self.position.push(self.p, block, way);
            path.push(way);
        }
        Ok(path)
    }

    /// Keeps in mind where a block's corner is after a slide.
    fn mark(&mut self, block: usize, from: Cell, way: Direction, far: usize) {
        let to = (0..far).fold(from, |corner, _| corner.plus(way.step()));
        if let Some(blocks) = self.corners.get_mut(&from) {
            blocks.retain(|&other| other != block);
            if blocks.is_empty() {
                self.corners.remove(&from);
            }
        }
        self.corners.entry(to).or_default().push(block);
    }
}

/// One line of a solution.
struct Slide {
    block: usize,
    from: Cell,
    to: Cell,
}

impl Slide {
    /// Can a block that made this slide take this step without leaving its line?
    fn goes_on(&self, block: usize, way: Direction) -> bool {
        let sideways = self.from.y == self.to.y;
        self.block == block && sideways == matches!(way, Direction::Left | Direction::Right)
    }
}

/// Writes moves as the fewest straight slides, a line each, by the top left corners of the blocks' boxes. What is
/// taken back at once is left out; moves that cannot be played are refused.
pub fn write_solution(p: &Sliding, moves: &[Move]) -> Result<String, Unwritable> {
    let mut position = p.start().clone();
    let mut slides: Vec<Slide> = Vec::new();
    for (i, m) in moves.iter().enumerate() {
        let Some(block) = p.blocks.get(m.block) else {
            return refuse(format!("move {} is of a block that the tray does not have", i + 1));
        };
        let Some((mut corner, _)) = bounds(position.cells(p, m.block)) else { continue };
        for &way in &m.path {
            if let Some(why) = position.obstacle(p, m.block, way) {
                let push = format!("block '{}' cannot go {}", block.name, way.word());
                return refuse(format!(
                    "move {} cannot be played: {push}: {}",
                    i + 1,
                    why.words(p)
                ));
            }
            position.push(p, m.block, way);
            let from = corner;
            corner = corner.plus(way.step());
            match slides.last_mut().filter(|last| last.goes_on(m.block, way)) {
                Some(last) => last.to = corner,
                None => slides.push(Slide { block: m.block, from, to: corner }),
            }
            // A slide back to its beginning is none, and the one before it may go on.
            slides.pop_if(|last| last.from == last.to);
        }
    }
    let mut out = String::new();
    for Slide { from, to, .. } in slides {
        let _ = writeln!(out, "{} {} {} {}", from.y, from.x, to.y, to.x);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::berkeley;
    use marquetry_puzzle::sliding::Freedom;

    fn faults(p: &Sliding, text: &str) -> Vec<(&'static str, String)> {
        read_solution(p, text)
            .unwrap_err()
            .into_iter()
            .map(|d| (d.code, text[d.span].to_owned()))
            .collect()
    }

    fn around_a_corner() -> Sliding {
        berkeley::read("3 3\n0 0 0 0\n0 1 1 1\n", Some("0 2 0 2\n")).unwrap()
    }

    #[test]
    fn slides_of_one_block_are_one_move_and_a_move_is_a_line_for_each_slide() {
        use Direction::{Down, Left, Right, Up};
        let text = "\n0 0 2 0\n2 0 2 2\n2 2 0 2\n0 1 0 0\n";
        let around = vec![Down, Down, Right, Right, Up, Up];
        let moves = read_solution(&around_a_corner(), text).unwrap();
        assert_eq!(moves, [Move { block: 0, path: around }, Move { block: 1, path: vec![Left] }]);
        assert_eq!(write_solution(&around_a_corner(), &moves).unwrap(), text.trim_start());
    }

    #[test]
    fn a_line_around_a_corner_is_refused() {
        let p = around_a_corner();
        assert_eq!(faults(&p, "0 0 2 2\n"), [("crooked", "0 0 2 2".into())]);
        assert_eq!(faults(&p, "0 0 0 2\n"), [("no-way", "0 2".into())]);
    }

    #[test]
    fn a_path_is_written_in_the_fewest_lines() {
        use Direction::{Down, Left, Right, Up};
        let p = around_a_corner();
        let go = |steps: &[(usize, Direction)]| {
            let moves: Vec<Move> =
                steps.iter().map(|&(block, way)| Move { block, path: vec![way] }).collect();
            write_solution(&p, &moves).unwrap()
        };
        assert_eq!(go(&[(0, Down), (0, Down)]), "0 0 2 0\n");
        assert_eq!(go(&[(0, Down), (0, Down), (0, Up)]), "0 0 1 0\n");
        assert_eq!(go(&[(0, Down), (1, Right), (1, Left), (0, Down)]), "0 0 2 0\n");
        assert_eq!(go(&[(0, Down), (1, Right), (0, Down)]), "0 0 1 0\n0 1 0 2\n1 0 2 0\n");
    }

    #[test]
    fn a_line_that_cannot_be_played_is_the_last_one_tried() {
        let p = around_a_corner();
        assert_eq!(faults(&p, "2 2 0 0\n9 9 9 9\n"), [("no-block", "2 2".into())]);
        assert_eq!(faults(&p, "1 1 2 2\n"), [("no-block", "1 1".into())]);
        assert_eq!(faults(&p, "0 0 1 0\n0 1 2 1\n"), [("no-way", "2 1".into())]);
        assert_eq!(
            faults(&p, "0 0 99999999999999999999 0"),
            [("no-way", "99999999999999999999 0".into())]
        );
        assert_eq!(faults(&p, "0 0 0 0\n"), [("no-move", "0 0 0 0".into())]);
        assert_eq!(
            faults(&p, "0 0\n0 0 9 9\n0 0 x 0\n"),
            [("four-numbers", "0 0".into()), ("four-numbers", "x".into())]
        );
    }

    #[test]
    fn a_block_that_moves_sideways_alone_stays_in_its_row() {
        let mut setup = around_a_corner().into_setup();
        setup.blocks[0].freedom = Freedom::Horizontal;
        assert_eq!(faults(&Sliding::new(setup).unwrap(), "0 0 1 0\n"), [("no-way", "1 0".into())]);
    }

    #[test]
    fn other_shapes_go_by_the_corner_of_their_box() {
        let mut setup = around_a_corner().into_setup();
        setup.blocks[1].cells = vec![Cell::at(1, 0), Cell::at(1, 1), Cell::at(0, 1)];
        let p = Sliding::new(setup).unwrap();
        let moves = vec![Move { block: 1, path: vec![Direction::Right] }];
        assert_eq!(write_solution(&p, &moves).unwrap(), "0 0 0 1\n");
        assert_eq!(read_solution(&p, "0 0 0 1\n").unwrap(), moves);
    }

    #[test]
    fn a_large_tray_is_crossed() {
        let p = berkeley::read("100 100\n0 0 39 39\n50 0 50 59\n", None).unwrap();
        let around = "0 0 0 60\n0 60 60 60\n60 60 60 0\n";
        let moves = read_solution(&p, around).unwrap();
        assert_eq!(moves.iter().map(|m| m.path.len()).collect::<Vec<_>>(), [180]);
        assert_eq!(write_solution(&p, &moves).unwrap(), around);
    }

    #[test]
    fn a_move_to_where_it_began_is_left_out_and_a_wrong_one_refused() {
        let p = around_a_corner();
        let go = |block, path: &[Direction]| vec![Move { block, path: path.to_vec() }];
        assert_eq!(write_solution(&p, &go(0, &[Direction::Down, Direction::Up])).unwrap(), "");
        assert!(
            write_solution(&p, &go(0, &[Direction::Right])).unwrap_err().0.contains("in the way")
        );
        assert!(write_solution(&p, &go(7, &[])).is_err());
    }
}
