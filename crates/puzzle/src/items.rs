//! Exact cover problems: items to be covered, and options that cover some of them.
//!
//! They are what tiling puzzles become when the board is forgotten: a cell is an item, a piece is one, and a placement
//! is an option.
//!
//! ```
//! use marquetry_puzzle::ExactCover;
//! use marquetry_puzzle::items::Item;
//!
//! let item = |name: &str| Item { name: name.into(), times: Some((1, 1)) };
//! let problem = ExactCover {
//!     items: vec![item("a"), item("b")],
//!     colours: Vec::new(),
//!     options: vec![vec![(0, None)], vec![(1, None)], vec![(0, None), (1, None)]],
//! };
//! assert!(problem.faults(&[0, 1]).is_empty() && problem.faults(&[2]).is_empty());
//! assert_eq!(problem.faults(&[0, 2]).len(), 1, "a is covered twice");
//! ```

use std::collections::HashMap;

use crate::fault::{Fault, Part};
use crate::grid::Cell;
use crate::tiling::{Placed, Tiling};

/// Something to be covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// How many of the chosen options must have it, at least and at most. `None` for a secondary item: at most one may
    /// have it, or any number that give it the same colour.
    pub times: Option<(u32, u32)>,
}

/// Items, each by its index, with the index of the colour that a secondary one is given.
pub type Choice = Vec<(usize, Option<usize>)>;

/// Items and options. A solution is a set of options that covers each item as often as it must be.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ExactCover {
    /// The items.
    pub items: Vec<Item>,
    /// The names of colours.
    pub colours: Vec<String>,
    /// The options. One without a primary item is never chosen.
    pub options: Vec<Choice>,
}

impl ExactCover {
    /// A tiling puzzle without its board: an item for each cell and for each class of equal pieces, and the placement
    /// that each option is. `None` when there are more than so many.
    pub fn of_tiling(p: &Tiling, most: usize) -> Option<(ExactCover, Vec<Placed>)> {
        let cell = |&(cell, _): &(Cell, _)| Item {
            name: cell_name(cell, p.is_solid()),
            times: (!p.optional.contains(&cell)).then_some((1, 1)),
        };
        let mut items: Vec<Item> = p.board.iter().map(cell).collect();
        let index: HashMap<Cell, usize> =
            p.board.iter().enumerate().map(|(i, c)| (c.0, i)).collect();
        let plain = p.pieces.iter().all(|piece| is_plain(&piece.name));
        let (mut options, mut placed) = (Vec::new(), Vec::new());
        for class in (0..p.pieces.len()).filter(|&piece| p.class(piece) == piece) {
            let (least, most_copies) = p.copies(class);
            let room = (p.board.len() / p.pieces[class].shape.len()) as u64;
            let times = (clip(least), clip(most_copies.min(room).max(least)));
            let name = if plain { p.pieces[class].name.clone() } else { format!("p{}", class + 1) };
            for cells in p.placements(class) {
                let covers = cells.iter().map(|cell| (index[cell], None));
                options.push([(items.len(), None)].into_iter().chain(covers).collect());
                placed.push(Placed::new(class, cells));
            }
            items.push(Item { name, times: Some(times) });
            if options.len() > most {
                return None;
            }
        }
        Some((ExactCover { items, colours: Vec::new(), options }, placed))
    }

    /// May this option be chosen at all?
    pub fn is_open(&self, option: usize) -> bool {
        let primary = |&(item, _): &(usize, _)| self.items[item].times.is_some();
        self.options.get(option).is_some_and(|option| option.iter().any(primary))
    }

    /// Is this choice of options a solution? What [`ExactCover::faults`] says, in less time where items are covered once:
    /// solutions may be many, and nobody reads what is wrong with them.
    pub fn is_solution(&self, chosen: &[usize]) -> bool {
        self.covers_once(chosen).unwrap_or_else(|| self.faults(chosen).is_empty())
    }

    /// The same; `None` where items may be covered several times.
    fn covers_once(&self, chosen: &[usize]) -> Option<bool> {
        // The colour that each item is given, counted from 1; 0 where it may not be covered again.
        const FREE: usize = usize::MAX;
        let mut given = vec![FREE; self.items.len()];
        for &option in chosen {
            let mut open = false;
            for &(item, colour) in self.options.get(option)? {
                let (times, given) = (self.items[item].times, &mut given[item]);
                let (right, shade) = match (times, colour) {
                    (None, Some(colour)) => (*given == FREE || *given == colour + 1, colour + 1),
                    (None | Some((_, 1)), _) => (*given == FREE, 0),
                    _ => return None,
                };
                if !right {
                    return Some(false);
                }
                *given = shade;
                open |= times.is_some();
            }
            if !open {
                return Some(false);
            }
        }
        let due = |item: &Item| item.times.is_some_and(|(least, _)| least > 0);
        Some(self.items.iter().zip(&given).all(|(item, &given)| given != FREE || !due(item)))
    }

    /// All that is wrong with a choice of options; nothing when it is a solution.
    pub fn faults(&self, chosen: &[usize]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |code, message: String| faults.push(Fault::new(code, Part::Whole, message));
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        // How often each item is there, the colour that it is given first, and whether it is given any other: all that
        // matters, for solutions may be many.
        let mut given = vec![(0_u64, None, false); self.items.len()];
        for (i, &option) in chosen.iter().enumerate() {
            if !self.is_open(option) {
                let message = format!("option {} is not there, or has no primary item", option + 1);
                fault("no-such-piece", message);
                continue;
            }
            if i > 0 && chosen[i - 1] == option {
                fault("too-often", format!("option {} is chosen twice", option + 1));
            }
            for &(item, colour) in &self.options[option] {
                let (times, first, mixed) = &mut given[item];
                match times {
                    0 => *first = colour,
                    _ => *mixed |= *first != colour,
                }
                *times += 1;
            }
        }
        for (item, &(times, first, mixed)) in self.items.iter().zip(&given) {
            let name = &item.name;
            match item.times {
                Some((least, most)) if times < u64::from(least) || times > u64::from(most) => {
                    let due = if least == most {
                        format!("{least}")
                    } else {
                        format!("{least} to {most}")
                    };
                    let held = format!("item '{name}' is in {times} of the chosen options");
                    fault("item-count", format!("{held}, not in {due}"));
                }
                None if mixed => fault("colour", format!("item '{name}' is given two colours")),
                None if times > 1 && first.is_none() => {
                    let held = format!("item '{name}' is in {times} of the chosen options");
                    fault("colour", format!("{held}, and has no colour in some"));
                }
                _ => {}
            }
        }
        faults
    }
}

fn clip(copies: u64) -> u32 {
    u32::try_from(copies).unwrap_or(u32::MAX)
}

/// `r2c3`, counted from one, with the layer first in a solid puzzle.
fn cell_name(cell: Cell, solid: bool) -> String {
    let place = format!("r{}c{}", cell.y + 1, cell.x + 1);
    if solid { format!("l{}{place}", cell.z + 1) } else { place }
}

/// Can this be an item's name beside those of cells?
fn is_plain(name: &str) -> bool {
    !name.contains('|') && !name.starts_with(['r', 'l', '('])
}
