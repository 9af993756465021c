//! Solutions of sliding puzzles as lines "row column row column".

use std::collections::{HashMap, VecDeque};
use std::fmt::Write;

use marquetry_puzzle::grid::{Cell, Direction, bounds};
use marquetry_puzzle::sliding::{Position, outline};
use marquetry_puzzle::{Move, Sliding};

use super::{numbered, numbers};
use crate::diagnostic::MOST_FAULTS;
use crate::lines::Word;
use crate::{Diagnostic, Unwritable, refuse};

/// Reads the moves of a solution: each line is the old and the new top left corner of a block.
///
/// Each move takes a shortest path. The first line that cannot be played is the last one tried, since all others
/// depend on it; lines that are not four numbers are all reported.
pub fn read_solution(p: &Sliding, text: &str) -> Result<Vec<Move>, Vec<Diagnostic>> {
    let help =
        "a move is four numbers: the row and column of a block's top left corner, before and after";
    let mut faults = Vec::new();
    let mut moves = Vec::new();
    let mut tray = Tray::start(p);
    for (_, line) in numbered(text) {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let Some(corners) = numbers::<4>(&line, "four-numbers", help, &mut faults) else {
            continue;
        };
        if faults.is_empty() {
            let [row, column, to_row, to_column] = corners.each_ref().map(|corner| corner.0);
            match tray.play(place(row, column), place(to_row, to_column)) {
                Ok(played) => moves.push(played),
                Err(why) => faults.push(why.at(&corners)),
            }
        }
    }
    if faults.is_empty() { Ok(moves) } else { Err(faults) }
}

/// The cell at a row and column, none where no tray reaches.
fn place(row: u64, column: u64) -> Option<Cell> {
    let near = |n: u64| i16::try_from(n).ok().filter(|&n| n < 1024);
    Some(Cell::at(near(column)?, near(row)?))
}

/// Why a line cannot be played: no block is there, it stays where it is, or it cannot get where it should.
enum Unplayable {
    Empty,
    Still,
    Blocked(String),
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
            Unplayable::Blocked(name) => {
                let place = format!("row {}, column {}", to_row.0, to_column.0);
                let message = format!("block '{name}' cannot get to {place}");
                let help =
                    "it needs a way through empty cells, after the lines above have been played";
                Diagnostic::new("no-way", to_row.1.span.start..to, message).help(help)
            }
        }
    }
}

/// A position with its blocks by the top left corners of their boxes.
struct Tray<'p> {
    p: &'p Sliding,
    position: Position,
    corners: HashMap<Cell, Vec<usize>>,
}

impl<'p> Tray<'p> {
    fn start(p: &'p Sliding) -> Tray<'p> {
        let mut corners: HashMap<Cell, Vec<usize>> = HashMap::new();
        for (i, block) in p.blocks.iter().enumerate() {
            let corner = bounds(block.cells.iter().copied()).map(|(lo, _)| lo);
            corner.into_iter().for_each(|corner| corners.entry(corner).or_default().push(i));
        }
        Tray { p, position: p.start().clone(), corners }
    }

    fn play(&mut self, from: Option<Cell>, to: Option<Cell>) -> Result<Move, Unplayable> {
        // Boxes of blocks that are no rectangles may share a corner: the first block that can make the move does.
        let here =
            from.and_then(|from| self.corners.get(&from)).filter(|blocks| !blocks.is_empty());
        let (Some(from), Some(blocks)) = (from, here) else { return Err(Unplayable::Empty) };
        if to == Some(from) {
            return Err(Unplayable::Still);
        }
        let found =
            blocks.iter().find_map(|&block| Some((block, self.path(block, to?.minus(from))?)));
        let (Some((block, path)), Some(to)) = (found, to) else {
            return Err(Unplayable::Blocked(self.p.blocks[blocks[0]].name.clone()));
        };
        path.iter().for_each(|&way| self.position.push(self.p, block, way));
        self.corners.entry(from).or_default().retain(|&other| other != block);
        self.corners.entry(to).or_default().push(block);
        Ok(Move { block, path })
    }

    /// A shortest path of a block to where it is shifted by an offset.
    fn path(&self, block: usize, goal: Cell) -> Option<Vec<Direction>> {
        let cells: Vec<Cell> = self.position.cells(self.p, block).collect();
        let shape = outline(&cells);
        let ways =
            Direction::ALL.into_iter().filter(|&way| self.p.blocks[block].freedom.allows(way));
        // Only the cells in front of a block meet anything new when it is pushed.
        let front = |way: Direction| {
            let ahead = cells
                .iter()
                .zip(&shape)
                .filter(|(_, c)| shape.binary_search(&c.plus(way.step())).is_err());
            (way, ahead.map(|(cell, _)| cell.plus(way.step())).collect::<Vec<Cell>>())
        };
        let fronts: Vec<(Direction, Vec<Cell>)> = ways.map(front).collect();
        let mut came: HashMap<Cell, Option<Direction>> = HashMap::from([(Cell::at(0, 0), None)]);
        let mut open = VecDeque::from([Cell::at(0, 0)]);
        while let Some(shift) = open.pop_front().filter(|_| !came.contains_key(&goal)) {
            for (way, ahead) in &fronts {
                let next = shift.plus(way.step());
                if !came.contains_key(&next)
                    && ahead.iter().all(|cell| self.is_free(cell.plus(shift), block))
                {
                    came.insert(next, Some(*way));
                    open.push_back(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = goal;
        while let Some(way) = *came.get(&at)? {
            path.push(way);
            at = at.minus(way.step());
        }
        path.reverse();
        Some(path)
    }

    fn is_free(&self, cell: Cell, mover: usize) -> bool {
        let other = self.position.block_at(self.p, cell).is_some_and(|block| block != mover);
        self.p.index(cell).is_some() && !self.p.is_wall(cell) && !other
    }
}

/// Writes moves, a line each, by the top left corners of the blocks' boxes. A move that ends where it began is left
/// out; moves that cannot be played are refused.
pub fn write_solution(p: &Sliding, moves: &[Move]) -> Result<String, Unwritable> {
    let mut position = p.start().clone();
    let mut out = String::new();
    for (i, m) in moves.iter().enumerate() {
        let Some(block) = p.blocks.get(m.block) else {
            return refuse(format!("move {} is of a block that the tray does not have", i + 1));
        };
        let corner = |position: &Position| bounds(position.cells(p, m.block)).map(|(lo, _)| lo);
        let from = corner(&position);
        for &way in &m.path {
            if let Some(why) = position.obstacle(p, m.block, way) {
                let push = format!("block '{}' cannot go {}", block.name, way.word());
                return refuse(format!("move {} cannot be played: {push}: {why}", i + 1));
            }
            position.push(p, m.block, way);
        }
        if let (Some(from), Some(to)) = (from, corner(&position))
            && from != to
        {
            let _ = writeln!(out, "{} {} {} {}", from.y, from.x, to.y, to.x);
        }
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
    fn a_block_takes_a_shortest_path() {
        use Direction::{Down, Right, Up};
        let path = vec![Down, Down, Right, Right, Up, Up];
        let moves = read_solution(&around_a_corner(), "\n0 0 0 2\n0 1 0 0\n").unwrap();
        assert_eq!(
            moves,
            [Move { block: 0, path }, Move { block: 1, path: vec![Direction::Left] }]
        );
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
        let moves = read_solution(&p, "0 0 60 0\n60 0 0 0\n").unwrap();
        assert_eq!(moves.iter().map(|m| m.path.len()).collect::<Vec<_>>(), [180, 180]);
        assert_eq!(write_solution(&p, &moves).unwrap(), "0 0 60 0\n60 0 0 0\n");
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
