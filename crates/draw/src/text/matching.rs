//! Matching puzzles in text.

use marquetry_puzzle::matching::Edge;
use marquetry_puzzle::{Board, Break, Direction, Laid, Matching};

use super::COLUMNS;
use super::boxes::{Grid, Spot};
use super::canvas::{Canvas, Tint};
use crate::matching::{breaks, slot};

/// Broader boards show a tile's name and turn alone.
const MOST_COLUMNS: usize = 10;
const BREAK: &str = "×";

/// The board with what lies on it, breaks marked.
pub(super) fn board(p: &Matching, board: &Board) -> Canvas {
    if p.width > MOST_COLUMNS {
        return compact(p, board);
    }
    let laid =
        |cell: usize| board.get(cell).copied().flatten().filter(|laid| laid.tile < p.tiles.len());
    let mut canvas = tiles(p, p.width, (0..p.cells.len()).map(|c| p.cells[c].then(|| laid(c))));
    let room = room(p);
    for b in breaks(p, board) {
        let at = p.place(b.cell);
        let (left, top) = (at.x as usize * (room + 1), at.y as usize * 4);
        match b.side {
            Direction::Up => canvas.put(left + 1, top, &BREAK.repeat(room), Tint::Alarm),
            Direction::Down => canvas.put(left + 1, top + 4, &BREAK.repeat(room), Tint::Alarm),
            side => {
                let x = if side == Direction::Left { left } else { left + room + 1 };
                (1..4).for_each(|y| canvas.put(x, top + y, BREAK, Tint::Alarm));
            }
        }
    }
    canvas
}

/// The board with its pinned tiles, and below it all tiles.
pub(super) fn puzzle(p: &Matching) -> Canvas {
    let mut pinned: Board = vec![None; p.cells.len()];
    for pin in &p.pins {
        if let Some(cell) = pinned.get_mut(pin.cell) {
            *cell = Some(Laid { tile: pin.tile, turn: pin.turn.unwrap_or(0) });
        }
    }
    let mut canvas = board(p, &pinned);
    canvas.line("tiles");
    let columns = ((COLUMNS - 1) / (room(p) + 1)).clamp(1, p.tiles.len());
    canvas.below(tiles(
        p,
        columns,
        (0..p.tiles.len()).map(|tile| Some(Some(Laid { tile, turn: 0 }))),
    ));
    canvas
}

/// The beginning of a name, enough to fit a cell.
fn short(name: &str) -> String {
    name.chars().take(12).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Columns within a cell.
fn room(p: &Matching) -> usize {
    let edges = p.tiles.iter().flat_map(|tile| tile.edges);
    let edge = edges.map(|edge| length(&short(&p.edge_text(edge)))).max().unwrap_or(1);
    let name = p.tiles.iter().map(|tile| length(&short(&tile.name))).max().unwrap_or(1);
    // Edges above and below stand in the middle where the room differs from them by an even number.
    let room = 2 * edge + name + 2;
    room + (room - edge) % 2
}

/// Cells in rows: `None` for a hole, `Some(None)` for an empty cell.
fn tiles(
    p: &Matching,
    columns: usize,
    cells: impl Iterator<Item = Option<Option<Laid>>>,
) -> Canvas {
    let room = room(p);
    let cells: Vec<Option<Option<Laid>>> = cells.collect();
    let rows = cells.len().div_ceil(columns);
    let name =
        |laid: Option<Laid>| laid.map_or(String::new(), |laid| short(&p.tiles[laid.tile].name));
    let spot = |(region, cell): (usize, &Option<Option<Laid>>)| {
        cell.map(|laid| Spot {
            region,
            text: vec![String::new(), name(laid)],
            fill: ' ',
            tint: Tint::None,
        })
    };
    let spots = cells.iter().enumerate().map(spot).collect();
    let grid = Grid { width: columns, height: rows, room: (room, 3), spots };
    let mut canvas = grid.draw();
    for (i, laid) in cells.iter().enumerate().filter_map(|(i, cell)| Some((i, (*cell)??))) {
        edges(&mut canvas, p, laid, grid.inside(i % columns, i / columns), room);
    }
    canvas
}

/// The texts of a tile's edges, each at its side.
fn edges(canvas: &mut Canvas, p: &Matching, laid: Laid, (left, top): (usize, usize), room: usize) {
    for (side, edge) in Direction::ALL.into_iter().zip(p.tiles[laid.tile].turned(laid.turn)) {
        let text = short(&p.edge_text(edge));
        let spare = room - length(&text);
        let (x, y) = match side {
            Direction::Up => (spare / 2, 0),
            Direction::Right => (spare, 1),
            Direction::Down => (spare / 2, 2),
            Direction::Left => (0, 1),
        };
        canvas.put(left + x, top + y, &text, tint(p, edge));
    }
}

fn tint(p: &Matching, edge: Edge) -> Tint {
    slot(p, edge).map_or(Tint::None, Tint::slot)
}

/// A line per row of tiles, and a line between two rows where an edge there is broken.
fn compact(p: &Matching, board: &Board) -> Canvas {
    let name = |cell: usize| match board.get(cell).copied().flatten() {
        _ if !p.cells[cell] => String::new(),
        Some(laid) if laid.tile < p.tiles.len() => {
            let name = short(&p.tiles[laid.tile].name);
            if p.turning { format!("{name}/{}", laid.turn % 4) } else { name }
        }
        _ => "·".into(),
    };
    let names: Vec<String> = (0..p.cells.len()).map(name).collect();
    let room = names.iter().map(|name| length(name)).max().unwrap_or(1);
    let breaks = breaks(p, board);
    let lines = lines_of_rows(p, &breaks);
    let place = |cell: usize| {
        let at = p.place(cell);
        (1 + at.x as usize * (room + 1), lines[at.y as usize])
    };
    let mut canvas = Canvas::default();
    for (cell, name) in names.iter().enumerate() {
        let (x, y) = place(cell);
        canvas.put(x + room - length(name), y, name, Tint::None);
    }
    for b in &breaks {
        let (x, y) = place(b.cell);
        let (x, y) = match b.side {
            Direction::Up => (x + room / 2, y - 1),
            Direction::Right => (x + room, y),
            Direction::Down => (x + room / 2, y + 1),
            Direction::Left => (x - 1, y),
        };
        canvas.put(x, y, BREAK, Tint::Alarm);
    }
    if p.turning {
        canvas.line("7/1 is tile 7 after one quarter turn clockwise");
    }
    if !breaks.is_empty() {
        canvas.line(&format!("{BREAK} marks edges that do not match"));
    }
    canvas
}

/// The line of each row, with a line more above or below it where a break is to be marked there.
fn lines_of_rows(p: &Matching, breaks: &[Break]) -> Vec<usize> {
    let marked = |row: usize, side: Direction| {
        usize::from(breaks.iter().any(|b| b.side == side && p.place(b.cell).y as usize == row))
    };
    let mut next = 0;
    let line = |row: usize| {
        let line = next + marked(row, Direction::Up);
        next = line + 1 + marked(row, Direction::Down);
        line
    };
    (0..p.height).map(line).collect()
}
