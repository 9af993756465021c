//! Positions of small trays as numbers that moves change by adding.
//!
//! A position is a row of digits. A block that shares its places with no other block of its kind has a digit of its
//! own: the number of its place. All other blocks are told by the cells: each cell has a digit that says which kind
//! of block has its first cell there, if any. So interchangeable blocks give one number however they are swapped.
//! Digits are gathered into groups of at most eight bits, so that a table look-up a group gives back the blocks.
//!
//! A tight code takes fewer bits. Behind the digit of a block that lies across some cells, the digits of those cells are 0:
//! rows of digits that break this are not counted, and what a digit adds is still the same whatever the others are. The
//! blocks of one kind can be left out, where the code is told beside it which cells are empty.

use std::collections::BTreeMap;

use marquetry_puzzle::Cell;
use marquetry_puzzle::sliding::{Sliding, outline};

use super::places::Region;

/// Values of a group where one digit does not ask for more.
const GROUP: usize = 256;

/// A kind of block and its first cell.
pub type Place = (usize, Cell);

/// What a digit may say: a place that is taken, or none; and how many of the digits behind it are 0 then.
type Digit = Vec<(Option<Place>, usize)>;

/// Neighbouring bits of a key that hold some digits.
pub struct Group {
    /// The lowest of its bits.
    pub shift: u32,
    /// Its bits, moved down to the lowest.
    pub mask: u64,
    /// The one that counts most comes first.
    digits: Vec<Digit>,
}

/// How positions become numbers: the number of a position is the sum of those of the places that are taken.
pub struct Code {
    /// Per place, its part of the key.
    pub part: BTreeMap<Place, u128>,
    /// The groups from the lowest bit up.
    pub groups: Vec<Group>,
    /// Bits of a key.
    pub bits: u32,
}

impl Code {
    /// The code for a tray; `None` when it takes more than 127 bits.
    pub fn of(regions: &[Region]) -> Option<Code> {
        let mut code = Code { part: BTreeMap::new(), groups: Vec::new(), bits: 0 };
        let cells = by_cell(regions).into_values();
        let digits: Vec<Digit> = cells.chain(own(regions)).collect();
        code.add(&digits, |group| group.iter().rev().cloned().collect())?;
        Some(code)
    }

    /// The tight code for a tray, without the blocks of one kind.
    pub fn tight(p: &Sliding, regions: &[Region], without: Option<usize>) -> Option<Code> {
        let mut code = Code { part: BTreeMap::new(), groups: Vec::new(), bits: 0 };
        let told: Vec<Region> =
            regions.iter().filter(|region| Some(region.kind) != without).cloned().collect();
        let mut cells = by_cell(&told);
        let with_digit: Vec<Cell> = cells.keys().copied().collect();
        for (option, zeros) in cells.values_mut().flatten() {
            let Some((kind, first)) = *option else { continue };
            let shape = outline(&p.blocks[kind].cells);
            let across = (1..).take_while(|&x| shape.contains(&Cell::at(x, 0)));
            let covered = across.map(|x| first.plus(Cell::at(x, 0)));
            *zeros = covered.filter(|cell| with_digit.binary_search(cell).is_ok()).count();
        }
        let digits: Vec<Digit> = cells.into_values().chain(own(&told)).collect();
        code.add(&digits, <[Digit]>::to_vec)?;
        Some(code)
    }

    /// Adds groups for some digits, each put into the order in which they count.
    fn add(&mut self, digits: &[Digit], order: impl Fn(&[Digit]) -> Vec<Digit>) -> Option<()> {
        let mut rest = digits;
        while !rest.is_empty() {
            let fits = |&count: &usize| ways(&order(&rest[..count]))[0] <= GROUP;
            let count = (2..=rest.len()).take_while(fits).last().unwrap_or(1);
            let (group, behind) = rest.split_at(count);
            self.add_group(order(group))?;
            rest = behind;
        }
        Some(())
    }

    fn add_group(&mut self, digits: Vec<Digit>) -> Option<()> {
        let ways = ways(&digits);
        for (number, digit) in digits.iter().enumerate() {
            let mut value = 0;
            for &(place, zeros) in digit {
                if let Some(place) = place {
                    self.part.insert(place, value << self.bits);
                }
                value += ways[(number + 1 + zeros).min(digits.len())] as u128;
            }
        }
        let bits = usize::BITS - (ways[0] - 1).leading_zeros();
        self.groups.push(Group { shift: self.bits, mask: (1 << bits) - 1, digits });
        self.bits += bits;
        (self.bits <= 127).then_some(())
    }
}

impl Group {
    /// Calls `met` with the places that are taken, for each value in order.
    pub fn taken(&self, mut met: impl FnMut(&[Place])) {
        fill(&self.digits, &mut Vec::new(), &mut met);
    }
}

fn fill(digits: &[Digit], taken: &mut Vec<Place>, met: &mut impl FnMut(&[Place])) {
    let Some((digit, rest)) = digits.split_first() else { return met(taken) };
    for &(place, zeros) in digit {
        taken.extend(place);
        fill(&rest[zeros.min(rest.len())..], taken, met);
        taken.truncate(taken.len() - usize::from(place.is_some()));
    }
}

/// In how many ways the digits from each on can be filled in.
fn ways(digits: &[Digit]) -> Vec<usize> {
    let mut ways = vec![1; digits.len() + 1];
    for (number, digit) in digits.iter().enumerate().rev() {
        let after = |&(_, zeros): &(_, usize)| ways[(number + 1 + zeros).min(digits.len())];
        ways[number] = digit.iter().map(after).sum();
    }
    ways
}

/// The digits of the blocks that share their places with no other.
fn own(regions: &[Region]) -> impl Iterator<Item = Digit> {
    let alone = regions.iter().filter(|region| region.blocks == 1);
    alone.map(|region| region.places().map(|place| (Some(place), 0)).collect())
}

/// The digits of the cells. 0 says that no block has its first cell there.
fn by_cell(regions: &[Region]) -> BTreeMap<Cell, Digit> {
    let mut cells: BTreeMap<Cell, Digit> = BTreeMap::new();
    for region in regions.iter().filter(|region| region.blocks > 1) {
        for place in region.places() {
            cells.entry(place.1).or_insert_with(|| vec![(None, 0)]).push((Some(place), 0));
        }
    }
    cells
}
