//! Positions of small trays as numbers that moves change by adding.
//!
//! A position is a row of digits. A block that shares its places with no other block of its kind has a digit of its
//! own: the number of its place. All other blocks are told by the cells: each cell has a digit that says which kind
//! of block has its first cell there, if any. So interchangeable blocks give one number however they are swapped.
//! Digits are gathered into groups of at most eight bits, so that a table look-up a group gives back the blocks.

use std::collections::{BTreeMap, HashMap};

use marquetry_puzzle::Cell;

use super::places::Region;

/// Values of a group where one digit does not ask for more.
const GROUP: usize = 256;

/// A kind of block and its first cell.
pub type Place = (usize, Cell);

/// Neighbouring bits of a key that hold some digits.
pub struct Group {
    /// The lowest of its bits.
    pub shift: u32,
    /// Its bits, moved down to the lowest.
    pub mask: u64,
    /// For each value, the places that are taken.
    pub taken: Vec<Vec<Place>>,
}

/// How positions become numbers: the number of a position is the sum of those of the places that are taken.
pub struct Code {
    /// Per place, its part of the key.
    pub part: HashMap<Place, u128>,
    /// The groups from the lowest bit up.
    pub groups: Vec<Group>,
    /// Bits of a key.
    pub bits: u32,
}

impl Code {
    /// The code for a tray; `None` when it takes more than 127 bits.
    pub fn of(regions: &[Region]) -> Option<Code> {
        let mut own: Vec<Vec<Option<Place>>> = Vec::new();
        let mut cells: BTreeMap<Cell, Vec<Option<Place>>> = BTreeMap::new();
        for region in regions {
            let places = region.firsts.iter().map(|&first| (region.kind, first));
            if region.blocks == 1 {
                own.push(places.map(Some).collect());
            } else {
                // Digit 0 of a cell says that no block has its first cell there.
                let digit = |place: Place| (place.1, Some(place));
                for (cell, place) in places.map(digit) {
                    cells.entry(cell).or_insert_with(|| vec![None]).push(place);
                }
            }
        }
        let digits: Vec<_> = cells.into_values().chain(own).collect();
        let mut code = Code { part: HashMap::new(), groups: Vec::new(), bits: 0 };
        let mut rest = digits.as_slice();
        while !rest.is_empty() {
            let mut values = rest[0].len();
            let more = rest[1..].iter().take_while(|digit| {
                values *= digit.len();
                values <= GROUP
            });
            let (group, behind) = rest.split_at(1 + more.count());
            code.add_group(group)?;
            rest = behind;
        }
        Some(code)
    }

    fn add_group(&mut self, digits: &[Vec<Option<Place>>]) -> Option<()> {
        let mut taken: Vec<Vec<Place>> = vec![Vec::new()];
        for digit in digits {
            let lower = std::mem::take(&mut taken);
            for (value, &place) in digit.iter().enumerate() {
                if let Some(place) = place {
                    self.part.insert(place, ((value * lower.len()) as u128) << self.bits);
                }
                taken.extend(lower.iter().map(|list| list.iter().copied().chain(place).collect()));
            }
        }
        let bits = usize::BITS - (taken.len() - 1).leading_zeros();
        self.groups.push(Group { shift: self.bits, mask: (1 << bits) - 1, taken });
        self.bits += bits;
        (self.bits <= 127).then_some(())
    }
}
