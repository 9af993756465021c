//! Solutions as JSON.

use std::collections::HashMap;

use marquetry_puzzle::{Direction, Laid, Move, Part, Placed, Puzzle, Solution};

use super::place::Inward::{Item, Key};
use super::{Finding, wire};
use crate::diagnostic::quoted;

impl wire::Solution {
    /// A solution in the terms of its puzzle. What the puzzle has no name for is called `?`.
    pub fn new(puzzle: &Puzzle, solution: &Solution) -> wire::Solution {
        let names = names(puzzle);
        let name = |index: usize| names.get(index).copied().unwrap_or("?").to_owned();
        let (mut board, mut cover, mut moves, mut options) = (None, None, None, None);
        match solution {
            Solution::Board(cells) => {
                let laid =
                    |laid: &Laid| wire::Laid { tile: name(laid.tile), turn: laid.turn.into() };
                board = Some(cells.iter().map(|cell| cell.as_ref().map(laid)).collect());
            }
            Solution::Cover(pieces) => {
                let placed = |placed: &Placed| wire::Placed {
                    piece: name(placed.piece),
                    cells: placed.cells.iter().map(|&cell| wire::Place(cell)).collect(),
                };
                cover = Some(pieces.iter().map(placed).collect());
            }
            Solution::Moves(pushes) => {
                let pushed = |m: &Move| wire::Move {
                    block: name(m.block),
                    path: m.path.iter().map(|way| way.letter()).collect(),
                };
                moves = Some(pushes.iter().map(pushed).collect());
            }
            Solution::Options(chosen) => options = Some(numbers(chosen)),
        }
        let (kind, family) = ("solution".to_owned(), puzzle.family().to_string());
        wire::Solution { v: wire::VERSION, kind, family, board, cover, moves, options }
    }

    /// A solution of an exact cover problem.
    pub fn of_options(chosen: &[usize]) -> wire::Solution {
        wire::Solution {
            v: wire::VERSION,
            kind: "solution".to_owned(),
            family: "exact cover".to_owned(),
            board: None,
            cover: None,
            moves: None,
            options: Some(numbers(chosen)),
        }
    }
}

/// Options are counted from one.
fn numbers(options: &[usize]) -> Vec<u64> {
    options.iter().map(|&option| option as u64 + 1).collect()
}

/// The names of tiles, pieces or blocks.
fn names(puzzle: &Puzzle) -> Vec<&str> {
    match puzzle {
        Puzzle::Matching(p) => p.tiles.iter().map(|tile| tile.name.as_str()).collect(),
        Puzzle::Tiling(p) => p.pieces.iter().map(|piece| piece.name.as_str()).collect(),
        Puzzle::Sliding(p) => p.blocks.iter().map(|block| block.name.as_str()).collect(),
    }
}

pub(super) fn solution(puzzle: &Puzzle, wire: wire::Solution) -> Result<Solution, Vec<Finding>> {
    let known: HashMap<&str, usize> = names(puzzle).into_iter().zip(0..).collect();
    let mut findings = Vec::new();
    let solution = match (puzzle, wire) {
        (Puzzle::Matching(p), wire::Solution { board: Some(board), .. }) => {
            if board.len() != p.cells.len() {
                let message =
                    format!("this board has {} cells, the puzzle {}", board.len(), p.cells.len());
                findings.push(Finding::new("size", Part::Board, [Key("board")], message));
            }
            let cells = board.into_iter().enumerate();
            Solution::Board(cells.map(|(i, cell)| laid(i, cell?, &known, &mut findings)).collect())
        }
        (Puzzle::Tiling(_), wire::Solution { cover: Some(cover), .. }) => {
            let placed = |(i, placed): (usize, wire::Placed)| {
                let piece = find(&known, "cover", i, "piece", &placed.piece, &mut findings)?;
                Some(Placed::new(piece, placed.cells.into_iter().map(|place| place.0).collect()))
            };
            Solution::Cover(cover.into_iter().enumerate().filter_map(placed).collect())
        }
        (Puzzle::Sliding(_), wire::Solution { moves: Some(moves), .. }) => {
            let moves = moves.into_iter().enumerate();
            Solution::Moves(
                moves.filter_map(|(i, m)| pushed(i, m, &known, &mut findings)).collect(),
            )
        }
        _ => {
            let key = match puzzle {
                Puzzle::Matching(_) => "board",
                Puzzle::Tiling(_) => "cover",
                Puzzle::Sliding(_) => "moves",
            };
            let message = format!(
                "the solution of a {} puzzle has a \"{key}\", and there is none",
                puzzle.family()
            );
            return Err(vec![Finding::new("other-family", Part::Whole, [], message)]);
        }
    };
    if findings.is_empty() { Ok(solution) } else { Err(findings) }
}

/// The index behind a name that stands in the item of a list.
fn find(
    known: &HashMap<&str, usize>,
    list: &'static str,
    item: usize,
    noun: &'static str,
    name: &str,
    findings: &mut Vec<Finding>,
) -> Option<usize> {
    let found = known.get(name).copied();
    if found.is_none() {
        let message = format!("the puzzle has no {noun} {}", quoted(name));
        let at = [Key(list), Item(item), Key(noun)];
        findings.push(Finding::new("no-such-piece", Part::Whole, at, message));
    }
    found
}

fn laid(
    i: usize,
    laid: wire::Laid,
    known: &HashMap<&str, usize>,
    findings: &mut Vec<Finding>,
) -> Option<Laid> {
    let turn = u8::try_from(laid.turn).ok().filter(|&turn| turn < 4);
    if turn.is_none() {
        let message = format!("a turn of {} is not one of 0, 1, 2 and 3", laid.turn);
        let at = [Key("board"), Item(i), Key("turn")];
        findings.push(Finding::new("turn", Part::Cell(i), at, message));
    }
    Some(Laid { tile: find(known, "board", i, "tile", &laid.tile, findings)?, turn: turn? })
}

fn pushed(
    i: usize,
    m: wire::Move,
    known: &HashMap<&str, usize>,
    findings: &mut Vec<Finding>,
) -> Option<Move> {
    let path: Option<Vec<Direction>> = m.path.chars().map(Direction::by_letter).collect();
    if path.is_none() {
        let message =
            format!("the path {} is not made of the letters U, R, D and L", quoted(&m.path));
        let at = [Key("moves"), Item(i), Key("path")];
        findings.push(Finding::new("path", Part::Move(i), at, message));
    }
    Some(Move { block: find(known, "moves", i, "block", &m.block, findings)?, path: path? })
}
