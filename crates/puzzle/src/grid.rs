//! Cells of a grid and the four ways across it.
//!
//! ```
//! use marquetry_puzzle::grid::{Cell, Direction, bounds, connected};
//!
//! let cells = [Cell::at(1, 0), Cell::at(1, 1), Cell::at(2, 1)];
//! assert!(connected(&cells));
//! assert_eq!(bounds(cells), Some((Cell::at(1, 0), Cell::at(2, 1))));
//! assert_eq!(cells[0].plus(Direction::Down.step()), cells[1]);
//! assert_eq!(Direction::Up.turned(1), Direction::Right);
//! ```

/// A place on a grid. Flat puzzles leave `z` at 0.
///
/// Cells order as one reads: layer by layer, row by row, left to right.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Layer, from the top of a box downwards.
    pub z: i16,
    /// Row, from the top.
    pub y: i16,
    /// Column, from the left.
    pub x: i16,
}

impl Cell {
    /// The cell of a flat grid at this column and row.
    pub const fn at(x: i16, y: i16) -> Cell {
        Cell { z: 0, y, x }
    }

    /// The cell moved by another cell taken as an offset.
    pub const fn plus(self, by: Cell) -> Cell {
        Cell {
            z: self.z.saturating_add(by.z),
            y: self.y.saturating_add(by.y),
            x: self.x.saturating_add(by.x),
        }
    }

    /// The offset that leads from `from` to this cell.
    pub const fn minus(self, from: Cell) -> Cell {
        Cell {
            z: self.z.saturating_sub(from.z),
            y: self.y.saturating_sub(from.y),
            x: self.x.saturating_sub(from.x),
        }
    }

    /// The up to six cells that share a face with this one, in space.
    pub fn around(self) -> [Cell; 6] {
        let d = |z, y, x| self.plus(Cell { z, y, x });
        [d(0, -1, 0), d(0, 0, 1), d(0, 1, 0), d(0, 0, -1), d(-1, 0, 0), d(1, 0, 0)]
    }

    /// "row 3, column 5", counted from one, with the layer where it is not the first.
    pub fn words(self) -> String {
        let place = format!("row {}, column {}", self.y + 1, self.x + 1);
        match self.z {
            0 => place,
            z => format!("layer {}, {place}", z + 1),
        }
    }
}

/// The least corner and the greatest corner of a set of cells; `None` when it is empty.
pub fn bounds(cells: impl IntoIterator<Item = Cell>) -> Option<(Cell, Cell)> {
    cells.into_iter().fold(None, |seen, c| {
        let (lo, hi) = seen.unwrap_or((c, c));
        Some((
            Cell { z: lo.z.min(c.z), y: lo.y.min(c.y), x: lo.x.min(c.x) },
            Cell { z: hi.z.max(c.z), y: hi.y.max(c.y), x: hi.x.max(c.x) },
        ))
    })
}

/// Do these cells hang together by shared faces? The empty set does.
pub fn connected(cells: &[Cell]) -> bool {
    let mut left: std::collections::BTreeSet<Cell> = cells.iter().copied().collect();
    let mut open: Vec<Cell> = left.pop_first().into_iter().collect();
    while let Some(cell) = open.pop() {
        open.extend(cell.around().into_iter().filter(|near| left.remove(near)));
    }
    left.is_empty()
}

/// A side of a square, or a way to push a block.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards higher columns.
    Right,
    /// Towards higher rows.
    Down,
    /// Towards column 0.
    Left,
}

impl Direction {
    /// Clockwise from the top, the order in which a tile's edges are kept.
    pub const ALL: [Direction; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The offset of one step.
    pub const fn step(self) -> Cell {
        match self {
            Self::Up => Cell::at(0, -1),
            Self::Right => Cell::at(1, 0),
            Self::Down => Cell::at(0, 1),
            Self::Left => Cell::at(-1, 0),
        }
    }

    /// The way back.
    pub const fn opposite(self) -> Direction {
        self.turned(2)
    }

    /// The direction after some quarter turns clockwise.
    pub const fn turned(self, quarters: u8) -> Direction {
        Self::ALL[(self as usize + quarters as usize) % 4]
    }

    /// "up", "right", "down" or "left".
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
        }
    }

    /// `U`, `R`, `D` or `L`, as paths are written.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Right => 'R',
            Self::Down => 'D',
            Self::Left => 'L',
        }
    }

    /// The direction with this letter.
    pub fn by_letter(letter: char) -> Option<Direction> {
        Self::ALL.into_iter().find(|way| way.letter() == letter)
    }
}
