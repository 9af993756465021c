use std::collections::{BTreeMap, BTreeSet};

use super::{Budget, Facts, Look};
use crate::grid::Cell;
use crate::tiling::{Colour, Grid, Piece, Shape, Tiling, agree};

pub(super) fn analyse(p: &Tiling, budget: &mut Budget, facts: &mut Facts) {
    let (w, h, d) = p.size();
    let size = if p.is_solid() { format!("{w}x{h}x{d}") } else { format!("{w}x{h}") };
    let cells = if p.grid == Grid::Squares { "cells" } else { p.grid.name() };
    facts.fact("board", format!("{size}, {} {cells}", p.board.len()));
    if !p.optional.is_empty() {
        facts.fact("cells that may be empty", p.optional.len());
    }
    let colours: BTreeSet<char> = p.board.iter().filter_map(|c| c.1).collect();
    facts.fact("colours on the board", colours.len());
    let (least, most) = p
        .pieces
        .iter()
        .fold((0, 0u64), |(l, m), x| (l + u64::from(x.least), m + u64::from(x.most)));
    let count = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    facts.fact("pieces", format!("{count} of {} kinds", p.pieces.len()));
    area(p, budget, facts);
    colour_counts(p, facts);
    parity(p, budget, facts);
    homeless(p, budget, facts);
}

fn area(p: &Tiling, budget: &mut Budget, facts: &mut Facts) {
    let cells = p.board.len() as u64;
    let due = cells - p.optional.len() as u64;
    let size = |shape: &Shape| shape.len() as u64;
    let least: u64 = p.pieces.iter().map(|x| u64::from(x.least) * size(&x.shape)).sum();
    let most: u64 = p.pieces.iter().map(|x| u64::from(x.most).min(cells) * size(&x.shape)).sum();
    let covered =
        if least == most { format!("{least} cells") } else { format!("{least} to {most} cells") };
    facts.fact("area of the pieces", covered);
    if least > cells {
        facts
            .impossible
            .push(format!("the pieces that must be used have {least} cells, the board {cells}"));
    } else if most < due {
        facts.impossible.push(format!("the pieces have {most} cells, the board {due}"));
    } else {
        let (mut spare, rest) = (spare_by_size(p), (cells - least) as usize);
        // What stays empty is filled by copies of one cell.
        if due < cells {
            *spare.entry(1).or_default() += cells - due;
        }
        if budget.pays(spare.len() * rest, Look::Area, facts) && !makes(spare, rest) {
            let wanted = if due < cells { format!("{due} to {cells}") } else { cells.to_string() };
            facts.impossible.push(format!("no choice of the pieces has {wanted} cells"));
        }
    }
}

/// The spare copies of each size.
fn spare_by_size(p: &Tiling) -> BTreeMap<usize, u64> {
    let mut spare = BTreeMap::new();
    for piece in &p.pieces {
        *spare.entry(piece.shape.len()).or_default() += u64::from(piece.most - piece.least);
    }
    spare
}

/// Is there a choice of these numbers, each with how many there are of it, that adds up to `goal`?
fn makes(numbers: BTreeMap<usize, u64>, goal: usize) -> bool {
    // `sums[s]`: the sum s can be made of the numbers so far. Equal ones are taken together, so that it is one pass over
    // the sums for each number, however many there are of it.
    let mut sums = vec![false; goal + 1];
    sums[0] = true;
    for (number, copies) in numbers {
        // How many of this number the cheapest way to each sum needs.
        let mut needs = vec![u64::MAX; goal + 1];
        for s in 0..=goal {
            if sums[s] {
                needs[s] = 0;
            } else if s >= number && needs[s - number] < copies {
                needs[s] = needs[s - number] + 1;
            }
        }
        sums = needs.iter().map(|&n| n != u64::MAX).collect();
    }
    sums[goal]
}

/// How many cells there are of each colour, times the copies.
fn count_colours<'a>(shapes: impl Iterator<Item = (&'a Shape, u64)>) -> BTreeMap<Colour, u64> {
    let mut count = BTreeMap::new();
    for (shape, copies) in shapes {
        shape.iter().for_each(|&(_, colour)| *count.entry(colour).or_default() += copies);
    }
    count
}

fn colour_counts(p: &Tiling, facts: &mut Facts) {
    let pieces = |copies: fn(&Piece) -> u32| {
        count_colours(p.pieces.iter().map(|x| (&x.shape, u64::from(copies(x)))))
    };
    let (least, most) = (pieces(|x| x.least), pieces(|x| x.most));
    let board = count_colours([(&p.board, 1)].into_iter());
    let must = p.board.iter().copied().filter(|(cell, _)| !p.optional.contains(cell)).collect();
    let must = count_colours([(&must, 1)].into_iter());
    let of = |count: &BTreeMap<Colour, u64>, colour| count.get(&colour).copied().unwrap_or(0);
    let colours: BTreeSet<Colour> = most.keys().chain(board.keys()).copied().collect();
    for colour in colours.into_iter().filter(Option::is_some) {
        let name = colour.unwrap_or(' ');
        let (here, open) = (of(&board, colour), of(&board, None));
        let due = of(&least, colour);
        if due > here + open {
            let message = format!("the pieces that must be used have {due} cells of colour {name}");
            facts.impossible.push(format!("{message}, the board has room for {}", here + open));
        }
        let most = of(&most, colour) + of(&most, None);
        let must = of(&must, colour);
        if most < must {
            facts.impossible.push(format!(
                "cells of colour {name} on the board: {must}, on the pieces: {most}"
            ));
        }
    }
}

/// On a checkerboard each piece covers some dark cells more than light ones, or the other way round, and of triangles more
/// that point up or more that point down. Where just these
/// pieces must be used, signs are to be chosen so that their surpluses add up to the board's: a subset of them has the
/// sum (total + board) / 2.
fn parity(p: &Tiling, budget: &mut Budget, facts: &mut Facts) {
    // Only pieces that fill the board can be counted so: it has as many cells as they have, and no sum is larger.
    let fills = p.optional.is_empty() && p.pieces.iter().all(|x| x.least == x.most);
    if !facts.impossible.is_empty() || !fills || p.grid == Grid::Hexagons {
        return;
    }
    let surplus = |shape: &Shape| -> usize {
        shape.iter().map(|c| p.grid.shade(c.0)).sum::<i32>().unsigned_abs() as usize
    };
    let board = surplus(&p.board);
    let mut numbers: BTreeMap<usize, u64> = BTreeMap::new();
    for piece in &p.pieces {
        *numbers.entry(surplus(&piece.shape)).or_default() += u64::from(piece.least);
    }
    numbers.remove(&0);
    let total: usize = numbers.iter().map(|(&s, &copies)| s * copies as usize).sum();
    let twice = total + board;
    if !budget.pays(numbers.len() * twice / 2, Look::Checkerboard, facts) {
        return;
    }
    if board > total || !twice.is_multiple_of(2) || !makes(numbers, twice / 2) {
        let message = match p.grid {
            Grid::Triangles => format!("{board} more triangles of the board point one way"),
            _ => format!(
                "coloured like a checkerboard, the board has {board} more cells of one colour"
            ),
        };
        facts.impossible.push(format!("{message}, and the pieces cannot make that difference"));
    }
}

/// Pieces that fit nowhere, and a cell that no piece can cover.
fn homeless(p: &Tiling, budget: &mut Budget, facts: &mut Facts) {
    let classes = || (0..p.pieces.len()).filter(|&piece| p.class(piece) == piece);
    let shapes: usize = classes().map(|c| p.orientations(c).len() * p.pieces[c].shape.len()).sum();
    let (w, h, d) = p.size();
    let steps = shapes.saturating_mul(p.board.len()).saturating_add(w * h * d);
    if !budget.pays(steps, Look::Placements, facts) {
        return;
    }
    let grid = Places::new(p);
    let mut covered = vec![false; p.board.len()];
    let mut fits = vec![false; p.pieces.len()];
    for class in classes() {
        for shape in p.orientations(class) {
            for &(first, _) in &p.board {
                let Some(shift) = p.grid.shift(shape[0].0, first) else { continue };
                let under = |&(cell, colour): &(Cell, Colour)| {
                    let at = grid.at(cell.plus(shift))?;
                    agree(p.board[at].1, colour).then_some(at)
                };
                if shape.iter().all(|cell| under(cell).is_some()) {
                    fits[class] = true;
                    shape.iter().filter_map(under).for_each(|at| covered[at] = true);
                }
            }
        }
    }
    for (i, piece) in p.pieces.iter().enumerate() {
        if piece.least > 0 && !fits[p.class(i)] {
            facts.impossible.push(format!("piece '{}' fits nowhere on the board", piece.name));
        }
    }
    let bare = |at: &usize| !covered[*at] && !p.optional.contains(&p.board[*at].0);
    if let Some(at) = (0..covered.len()).find(bare) {
        facts.impossible.push(format!("no piece can cover {}", p.board[at].0.words()));
    }
}

/// The index of each cell of the board, by its place in the board's box.
struct Places {
    size: (usize, usize, usize),
    index: Vec<Option<u32>>,
}

impl Places {
    fn new(p: &Tiling) -> Places {
        let (w, h, d) = p.size();
        let mut grid = Places { size: (w, h, d), index: vec![None; w * h * d] };
        for (i, &(cell, _)) in p.board.iter().enumerate() {
            let place = grid.place(cell);
            place.into_iter().for_each(|at| grid.index[at] = Some(i as u32));
        }
        grid
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let (w, h, d) = self.size;
        let inside = |n: i16, side: usize| usize::try_from(n).ok().filter(|&n| n < side);
        Some((inside(cell.z, d)? * h + inside(cell.y, h)?) * w + inside(cell.x, w)?)
    }

    fn at(&self, cell: Cell) -> Option<usize> {
        self.index[self.place(cell)?].map(|at| at as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;
    use crate::analyse::{analyse, analyse_within};
    use crate::tiling::Setup;

    fn row(cells: i16) -> Shape {
        (0..cells).map(|x| (Cell::at(x, 0), None)).collect()
    }

    /// A T of four cells, whose surplus on a checkerboard is 2.
    fn tee() -> Shape {
        row(3).into_iter().chain([(Cell::at(1, 1), None)]).collect()
    }

    fn puzzle(board: Shape, pieces: impl IntoIterator<Item = (Shape, u32)>) -> Puzzle {
        let piece = |(i, (shape, copies)): (usize, (Shape, u32))| Piece {
            least: copies,
            most: copies,
            ..Piece::new(format!("p{i}"), shape)
        };
        let pieces = pieces.into_iter().enumerate().map(piece).collect();
        Tiling::new(Setup { board, pieces, ..Setup::default() }).unwrap().into()
    }

    #[test]
    fn cells_that_may_stay_empty_make_nothing_impossible() {
        let Puzzle::Tiling(p) = puzzle(row(7), [(row(3), 1), (row(2), 1)]) else { return };
        let impossible = |optional: &[i16]| {
            let optional = optional.iter().map(|&x| Cell::at(x, 0)).collect();
            let setup = Setup { optional, ..p.clone().into_setup() };
            analyse(&Tiling::new(setup).unwrap().into()).impossible
        };
        assert_eq!(impossible(&[0]), ["the pieces have 5 cells, the board 6"]);
        assert_eq!(impossible(&[0, 3]), [""; 0]);
    }

    fn rectangle(width: i16, height: i16) -> Shape {
        (0..height).flat_map(|y| (0..width).map(move |x| (Cell::at(x, y), None))).collect()
    }

    #[test]
    fn a_piece_with_four_billion_copies_is_analysed_at_once() {
        let facts = analyse(&puzzle(rectangle(40, 25), [(tee(), 4_000_000_000)]));
        assert_eq!(facts.impossible.len(), 1);
        assert!(facts.impossible[0].contains("16000000000 cells"), "{:?}", facts.impossible);
    }

    #[test]
    fn the_checkerboard_is_the_same_with_copies_together_and_apart() {
        let impossible = |together: Puzzle, apart: Puzzle| {
            let (a, b) = (analyse(&together).impossible, analyse(&apart).impossible);
            assert_eq!(a, b);
            a.len()
        };
        let tees = |n: usize| vec![(tee(), 1); n];
        assert_eq!(
            impossible(puzzle(rectangle(4, 5), [(tee(), 5)]), puzzle(rectangle(4, 5), tees(5))),
            1
        );
        assert_eq!(
            impossible(puzzle(rectangle(4, 4), [(tee(), 4)]), puzzle(rectangle(4, 4), tees(4))),
            0
        );
    }

    #[test]
    fn what_the_budget_does_not_reach_is_named() {
        let puzzle = puzzle(rectangle(4, 5), [(tee(), 5)]);
        let facts = analyse_within(&puzzle, 0);
        assert_eq!(facts.not_looked_at, [Look::Checkerboard, Look::Placements]);
        assert_eq!(facts.impossible, Vec::<String>::new());
        assert_eq!(analyse(&puzzle).not_looked_at, []);
    }

    #[test]
    fn the_largest_board_with_as_many_colours_as_cells_is_one_pass() {
        let colour = |i: usize| char::from_u32(0x1_0000 + i as u32);
        let coloured = |shape: Shape| -> Shape {
            shape.into_iter().enumerate().map(|(i, (cell, _))| (cell, colour(i))).collect()
        };
        let board = coloured(rectangle(256, 256));
        let pieces: Vec<(Shape, u32)> = board.chunks(16).map(|part| (part.to_vec(), 1)).collect();
        assert!(analyse(&puzzle(board, pieces)).impossible.is_empty());
    }
}
