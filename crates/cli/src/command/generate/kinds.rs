//! The kinds of puzzles that are made, and what can be asked of each.

use std::str::FromStr;

use marquetry_formats::detect::{Hints, read};
use marquetry_play::making::{Cut, Fill, Order, Tray, Wish, Year};
use marquetry_puzzle::generate::{Boards, Calendar as Days, Cutting, Laying, Like};
use marquetry_puzzle::tiling::{Grid, PieceSet, Shape};
use marquetry_puzzle::{Puzzle, Tiling, generate};

use super::Common;
use crate::command::input::read_source;
use crate::command::output::Complaint;
use crate::command::units::{count, some};

/// The most blocks that can be asked for at once.
const MOST_BLOCKS: usize = 64;
/// Pieces of a calendar, and of one with weekdays.
const PIECES: usize = 8;
const PIECES_WITH_WEEKDAYS: usize = 10;

/// What is made.
#[derive(clap::Subcommand)]
pub(super) enum Kind {
    /// Tiles that are not turned and match where they meet
    Tetravex(Tiles),
    /// Tiles that are turned, where heads meet tails of their colour
    Arrows(Tiles),
    /// Tiles that are turned, in a frame, as in Eternity II
    Framed(Tiles),
    /// A board cut into pieces, or one that a set of pieces fills in just one way
    Tiling(Pieces),
    /// A tray of blocks, and a goal as far away as can be
    Sliding(Trays),
    /// Cars on a board of 6x6, one of which is to leave
    RushHour(Cars),
    /// Pieces for a calendar, such that every day of the year has a solution
    Calendar(Calendar),
}

/// A matching puzzle.
#[derive(clap::Args)]
pub(super) struct Tiles {
    /// Columns and rows, such as 4x4
    #[arg(value_name = "WxH", value_parser = size)]
    size: (usize, usize),
    /// How many colours, that of the frame not counted [default: 10 for tetravex, 4 for arrows, 7 to 22 for framed
    /// boards of 4x4 to 16x16]
    #[arg(long, value_name = "C")]
    colours: Option<u32>,
    /// Only a puzzle with exactly one solution up to symmetry
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    common: Common,
}

/// A tiling puzzle.
#[derive(clap::Args)]
pub(super) struct Pieces {
    /// Columns and rows, such as 8x8
    #[arg(value_name = "WxH", value_parser = size, required_unless_present_any = ["from", "set"])]
    size: Option<(usize, usize)>,
    /// How many cells a piece has: 4, or 3..6
    #[arg(long, value_name = "A..B", value_parser = sizes, default_value = "3..6")]
    pieces: (usize, usize),
    /// What the cells are: squares, hexagons or triangles
    #[arg(long, value_name = "GRID", value_parser = grid, default_value = "squares")]
    grid: Grid,
    /// Cut the board of this puzzle, with its holes and colours
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["size", "grid"])]
    from: Option<String>,
    /// Let pieces be alike
    #[arg(long)]
    alike: bool,
    /// How many colours [default: 2 with --unique, else none]
    #[arg(long, value_name = "C")]
    colours: Option<u32>,
    /// Only a puzzle with exactly one solution up to symmetry
    #[arg(long)]
    unique: bool,
    /// A board that a set of pieces fills in exactly one way up to symmetry, such as pentominoes: of any form, or the board
    /// of this size or of --from with holes where it has cells too many
    #[arg(long, value_name = "SET", conflicts_with_all = ["pieces", "grid", "alike", "colours"])]
    set: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// A sliding puzzle.
#[derive(clap::Args)]
pub(super) struct Trays {
    /// Columns and rows, such as 4x5
    #[arg(value_name = "WxH", value_parser = size)]
    size: (usize, usize),
    /// klotski: a big square goes to the middle of the foot; dad: to the lower left corner; cars: one leaves to the right;
    /// any: blocks of any shape, one of them goes anywhere
    #[arg(long, value_name = "KIND", default_value = "klotski")]
    like: Like,
    /// Just these blocks, such as 2x2,1x2*4,1x1*4; the first is the one that is to reach the goal
    #[arg(long, value_name = "BLOCKS", conflicts_with = "empty")]
    blocks: Option<Blocks>,
    #[command(flatten)]
    room: Room,
    #[command(flatten)]
    common: Common,
}

/// Rush Hour.
#[derive(clap::Args)]
pub(super) struct Cars {
    #[command(flatten)]
    room: Room,
    #[command(flatten)]
    common: Common,
}

/// What can be asked of any tray.
#[derive(clap::Args)]
struct Room {
    /// How many cells are left empty, at least [default: 2, or a third of all among cars]
    #[arg(long, value_name = "N")]
    empty: Option<usize>,
    /// How many cells are walls
    #[arg(long, value_name = "N", default_value_t = 0)]
    walls: usize,
    /// Only a tray whose shortest solution has at least so many moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    moves: usize,
    /// Climb to harder trays by small changes, and look at N of them; every record is told on standard error
    #[arg(
        long,
        value_name = "N",
        value_parser = some,
        num_args = 0..=1,
        default_missing_value = "1000",
        conflicts_with_all = ["hard", "tries"]
    )]
    hardest: Option<u64>,
    /// Write every record of the climb as it comes, as JSON Lines
    #[arg(long, requires = "hardest", conflicts_with_all = ["to", "count"])]
    records: bool,
}

/// A calendar.
#[derive(clap::Args)]
pub(super) struct Calendar {
    /// The board: any puzzle whose labels name months and days
    #[arg(value_name = "PUZZLE", default_value = "calendar")]
    board: String,
    /// How many pieces [default: 8, or 10 where the board has weekdays]
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    #[command(flatten)]
    common: Common,
}

impl Kind {
    pub(super) fn common(&self) -> &Common {
        match self {
            Kind::Tetravex(tiles) | Kind::Arrows(tiles) | Kind::Framed(tiles) => &tiles.common,
            Kind::Tiling(pieces) => &pieces.common,
            Kind::Sliding(trays) => &trays.common,
            Kind::RushHour(cars) => &cars.common,
            Kind::Calendar(calendar) => &calendar.common,
        }
    }

    /// What is asked for.
    pub(super) fn order(&self) -> Result<Order, Complaint> {
        Ok(match self {
            Kind::Tetravex(tiles) => tiles.order(generate::Kind::Tetravex),
            Kind::Arrows(tiles) => tiles.order(generate::Kind::Arrows),
            Kind::Framed(tiles) => tiles.order(generate::Kind::Framed),
            Kind::Tiling(pieces) => pieces.order()?,
            Kind::Sliding(trays) => trays.order(),
            Kind::RushHour(cars) => cars.room.order(Laying::new(Like::Cars, 6, 6), &cars.common),
            Kind::Calendar(calendar) => calendar.order()?,
        })
    }

    fn room(&self) -> Option<&Room> {
        match self {
            Kind::Sliding(trays) => Some(&trays.room),
            Kind::RushHour(cars) => Some(&cars.room),
            _ => None,
        }
    }

    /// Is every record written as it comes?
    pub(super) fn records(&self) -> bool {
        self.room().is_some_and(|room| room.records)
    }
}

impl Tiles {
    fn order(&self, kind: generate::Kind) -> Order {
        let Tiles { size, colours, unique, ref common } = *self;
        let (hard, tries) = (common.hard, common.tries);
        Order::Tiles(Wish { kind, size, colours, unique, hard, tries })
    }
}

impl Pieces {
    fn order(&self) -> Result<Order, Complaint> {
        let Common { hard, tries, .. } = self.common;
        if let Some(name) = &self.set {
            let set = PieceSet::by_name(name).ok_or_else(|| {
                let help = "'marquetry pieces' lists them";
                Complaint::Words(format!("there is no set of pieces '{name}': {help}"))
            })?;
            let within = self.within(set)?;
            return Ok(Order::Set(Fill { boards: Boards { set, within }, hard, tries }));
        }
        let (width, height) = self.size.unwrap_or_default();
        let mut cutting = Cutting::of_size(self.grid, width, height);
        if let Some(name) = &self.from {
            let p = tiling(name)?;
            (cutting.grid, cutting.board) = (p.grid, p.board.clone());
        }
        let usual = if self.unique { 2 } else { 0 };
        let colours = self.colours.unwrap_or(usual);
        let cutting = Cutting { pieces: self.pieces, colours, alike: self.alike, ..cutting };
        Ok(Order::Cut(Cut { cutting, unique: self.unique, hard, tries }))
    }

    /// What a board for a set is cut out of.
    fn within(&self, set: PieceSet) -> Result<Shape, Complaint> {
        let words = |words: String| Err(Complaint::Words(words));
        match (&self.from, self.size) {
            (Some(name), _) => {
                let p = tiling(name)?;
                match p.grid == set.grid && p.is_solid() == set.solid {
                    true => Ok(p.board.clone()),
                    false => words(format!("the pieces do not lie on the grid of {name}")),
                }
            }
            (None, Some(_)) if set.solid => words("a board of cubes comes from --from".into()),
            (None, Some((width, height))) => {
                let board = Cutting::of_size(set.grid, width, height).board;
                match board.is_empty() {
                    true => words(format!("a board of {width}x{height} is out of range")),
                    false => Ok(board),
                }
            }
            (None, None) => Ok(Vec::new()),
        }
    }
}

/// The tiling puzzle of this name.
fn tiling(name: &str) -> Result<Tiling, Complaint> {
    match read(&read_source(name)?, &Hints::default())?.1 {
        Puzzle::Tiling(p) => Ok(p),
        _ => Err(Complaint::Words(format!("{name} is no tiling puzzle"))),
    }
}

impl Trays {
    fn order(&self) -> Order {
        let (width, height) = self.size;
        let blocks = self.blocks.clone().map_or(Vec::new(), |blocks| blocks.0);
        self.room.order(Laying { blocks, ..Laying::new(self.like, width, height) }, &self.common)
    }
}

impl Room {
    fn order(&self, laying: Laying, common: &Common) -> Order {
        let empty = self.empty.unwrap_or(laying.empty);
        let laying = Laying { empty, walls: self.walls, ..laying };
        let (hard, tries) = (common.hard, common.tries);
        Order::Tray(Tray { laying, moves: self.moves, hard, tries, climb: self.hardest })
    }
}

impl Calendar {
    fn order(&self) -> Result<Order, Complaint> {
        let board = tiling(&self.board)?;
        let weekdays = board.labelled("Mon").is_some() || board.labelled("Monday").is_some();
        let usual = if weekdays { PIECES_WITH_WEEKDAYS } else { PIECES };
        let calendar = Days { board, pieces: self.pieces.unwrap_or(usual) };
        Ok(Order::Year(Year { calendar, hard: self.common.hard, tries: self.common.tries }))
    }
}

/// `4x4`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| "write columns and rows as 4x4".into())
}

/// `4` or `3..6`.
fn sizes(text: &str) -> Result<(usize, usize), String> {
    let sizes = match text.split_once("..") {
        Some((least, most)) => least.parse().ok().zip(most.parse().ok()),
        None => text.parse().ok().map(|size| (size, size)),
    };
    sizes.ok_or_else(|| "write 4, or 3..6".into())
}

fn grid(text: &str) -> Result<Grid, String> {
    Grid::by_name(text).ok_or_else(|| "write squares, hexagons or triangles".into())
}

/// `2x2,1x2*4`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Blocks(Vec<(usize, usize)>);

impl FromStr for Blocks {
    type Err = String;
    fn from_str(text: &str) -> Result<Blocks, String> {
        let mut blocks = Vec::new();
        for part in text.split(',') {
            let (block, copies) = part.split_once('*').unwrap_or((part, "1"));
            let copies = count(copies)?.min(1 + MOST_BLOCKS as u64) as usize;
            blocks.extend(std::iter::repeat_n(size(block.trim())?, copies));
            if blocks.len() > MOST_BLOCKS {
                return Err(format!("there may be {MOST_BLOCKS} blocks"));
            }
        }
        if blocks.is_empty() { Err("write 2x2,1x2*4".into()) } else { Ok(Blocks(blocks)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_with_their_copies_and_not_without_bound() {
        assert_eq!("2x2,1x2*2".parse(), Ok(Blocks(vec![(2, 2), (1, 2), (1, 2)])));
        for bad in ["", "2", "2x2*", "1x1*18446744073709551615", "1x1*40,1x1*40", "2x2*0"] {
            assert!(bad.parse::<Blocks>().is_err(), "{bad}");
        }
    }
}
