//! Trays with blocks laid at random, and changed a little at a time.

use std::str::FromStr;

use super::dice::Dice;
use crate::fault::{Fault, Faults, Part};
use crate::grid::{Cell, bounds};
use crate::sliding::{Block, Freedom, Setup, Sliding, Target, outline};

/// The most cells of a tray that is made. Of larger ones nobody could look at all positions.
const MOST_CELLS: usize = 64;
/// How often a tray is laid anew before this seed is given up.
const LAYINGS: u32 = 100;
/// How often a block is tried somewhere else before the tray is taken as it is.
const PLACES: u32 = 60;
/// The most cells of a block of any shape.
const LARGEST: u32 = 4;

/// What a tray is like that is made.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Like {
    /// A big square among small blocks, that goes to the middle of the foot.
    Klotski,
    /// A big square among small blocks, that goes to the lower left corner.
    Dad,
    /// Cars that keep to their line, one of which leaves to the right.
    Cars,
    /// Blocks of any shape of up to four cells, one of which goes anywhere.
    Any,
}

impl Like {
    /// All of them.
    pub const ALL: [Like; 4] = [Like::Klotski, Like::Dad, Like::Cars, Like::Any];

    /// "klotski", "dad", "cars" or "any".
    pub const fn name(self) -> &'static str {
        match self {
            Like::Klotski => "klotski",
            Like::Dad => "dad",
            Like::Cars => "cars",
            Like::Any => "any",
        }
    }
}

impl FromStr for Like {
    type Err = String;
    fn from_str(name: &str) -> Result<Like, String> {
        let names = || Like::ALL.map(Like::name).join(", ");
        let found = Like::ALL.into_iter().find(|like| like.name() == name);
        found.ok_or_else(|| format!("'{name}' is not one of {}", names()))
    }
}

/// How a tray is laid out.
///
/// ```
/// use marquetry_puzzle::generate::dice::Dice;
/// use marquetry_puzzle::generate::{Laying, Like};
///
/// let laying = Laying::new(Like::Klotski, 4, 5);
/// let tray = laying.lay(&mut Dice::new(1)).unwrap().unwrap();
/// assert_eq!(tray.blocks.iter().map(|block| block.cells.len()).sum::<usize>(), 18);
/// assert_eq!(laying.lay(&mut Dice::new(1)), Ok(Some(tray)), "the same dice give the same tray");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laying {
    /// What it is like.
    pub like: Like,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Just these blocks, with their columns and rows; the goal is about the first of them. Any that suit where this is
    /// empty.
    pub blocks: Vec<(usize, usize)>,
    /// How many cells are left empty, where the blocks do not say it. Cars may leave more.
    pub empty: usize,
    /// How many cells are walls.
    pub walls: usize,
}

impl Laying {
    /// A tray like this, with as many empty cells as are usual: two, or a third of all among cars.
    pub fn new(like: Like, width: usize, height: usize) -> Laying {
        let cells = width.saturating_mul(height);
        let empty = if like == Like::Cars { cells / 3 } else { 2 };
        Laying { like, width, height, blocks: Vec::new(), empty, walls: 0 }
    }

    /// What is wrong with it: all that no seed can help.
    fn faults(&self) -> Vec<Fault> {
        let (width, height) = (self.width, self.height);
        let cells = width.saturating_mul(height);
        let first = self.first();
        if !(1..=MOST_CELLS).contains(&cells) {
            let message = format!("a tray of {width}x{height} is out of range");
            let help = format!("one that is made has 1 to {MOST_CELLS} cells");
            return vec![Fault::new("size", Part::Size, message).help(help)];
        }
        let mut faults = Vec::new();
        let fits = |&(w, h): &(usize, usize)| (1..=width).contains(&w) && (1..=height).contains(&h);
        if let Some((w, h)) = self.blocks.iter().chain([&first]).find(|block| !fits(block)) {
            let message = format!("a block of {w}x{h} has no room in a tray of {width}x{height}");
            faults.push(Fault::new("no-room", Part::Size, message));
        }
        let area = |&(w, h): &(usize, usize)| w.saturating_mul(h);
        let taken = self.blocks.iter().map(area).fold(area(&first), usize::saturating_add);
        let taken = if self.blocks.is_empty() { taken } else { taken - area(&first) };
        let empty = if self.blocks.is_empty() { self.empty } else { 1 };
        if self.empty == 0 || taken.saturating_add(self.walls).saturating_add(empty) > cells {
            let message = "the blocks, the walls and at least one empty cell have no room";
            faults.push(Fault::new("no-room", Part::Size, message));
        }
        let car = |&(w, h): &(usize, usize)| (w == 1) != (h == 1);
        if self.like == Like::Cars && !(self.blocks.iter().all(car) && first.1 == 1) {
            let message =
                "a car is one cell broad and two or more long, and the first lies in a row";
            faults.push(Fault::new("car", Part::Whole, message));
        }
        faults
    }

    /// Columns and rows of the block that the goal is about.
    fn first(&self) -> (usize, usize) {
        match (self.blocks.first(), self.like) {
            (Some(&first), _) => first,
            (None, Like::Klotski | Like::Dad) => (2, 2),
            (None, Like::Cars) => (2, 1),
            (None, Like::Any) => (1, 1),
        }
    }

    /// A tray; `None` where these dice give none. The goal may be out of reach.
    ///
    /// # Errors
    /// There are no such trays.
    pub fn lay(&self, dice: &mut Dice) -> Result<Option<Sliding>, Faults> {
        Faults::from(self.faults()).unless(())?;
        let laid = (0..LAYINGS).find_map(|_| Floor::new(self, dice)?.tray(String::new()).ok());
        Ok(laid)
    }

    /// A tray with one thing changed: some blocks that touch each other are lifted, and laid elsewhere, in another order,
    /// larger or smaller, or cut anew; or a wall or the goal has moved. `None` where that was not to be.
    pub fn change(&self, tray: &Sliding, dice: &mut Dice) -> Option<Sliding> {
        let mut floor = Floor::of(self, tray)?;
        let done = match dice.below(8) {
            0 if self.walls > 0 => floor.move_wall(dice),
            0 | 1 if self.like == Like::Any => floor.aim(dice),
            _ => floor.lift(dice),
        };
        done?;
        floor.tray(String::new()).ok()
    }

    /// The same tray with a title, and with its blocks called in reading order after the one that the goal is about.
    ///
    /// # Errors
    /// It is no tray of this kind.
    pub fn titled(&self, tray: &Sliding, title: String) -> Result<Sliding, Faults> {
        let none = || Fault::new("goal", Part::Whole, "the goal is about no block");
        Floor::of(self, tray).ok_or_else(none)?.tray(title)
    }
}

/// A tray that is being laid.
struct Floor<'a> {
    laying: &'a Laying,
    /// By cell in reading order.
    taken: Vec<bool>,
    walls: Vec<Cell>,
    /// The first is the one that the goal is about.
    blocks: Vec<Vec<Cell>>,
    goal: Vec<Cell>,
}

impl<'a> Floor<'a> {
    fn bare(laying: &'a Laying) -> Floor<'a> {
        let taken = vec![false; laying.width * laying.height];
        Floor { laying, taken, walls: Vec::new(), blocks: Vec::new(), goal: Vec::new() }
    }

    /// Walls and blocks at random.
    fn new(laying: &'a Laying, dice: &mut Dice) -> Option<Floor<'a>> {
        let mut floor = Floor::bare(laying);
        for _ in 0..laying.walls {
            let wall = floor.spot_for_wall(dice)?;
            floor.mark(&[wall], true);
            floor.walls.push(wall);
        }
        let first = match (laying.like, laying.blocks.is_empty()) {
            (Like::Any, true) => outline(&floor.grown(dice)?),
            _ => rectangle(laying.first()),
        };
        floor.lay(first, dice)?;
        match laying.blocks.is_empty() {
            true => floor.fill(dice),
            false => {
                let mut rest: Vec<_> = laying.blocks[1..].to_vec();
                dice.shuffle(&mut rest);
                // The largest first, since they need the most room.
                rest.sort_by_key(|&(w, h)| std::cmp::Reverse(w * h));
                rest.into_iter().try_for_each(|block| floor.lay(rectangle(block), dice))?;
            }
        }
        floor.aim(dice)?;
        Some(floor)
    }

    /// A tray that was laid, with the blocks where they start.
    fn of(laying: &'a Laying, tray: &Sliding) -> Option<Floor<'a>> {
        let [goal] = &tray.goal[..] else { return None };
        let first = (0..tray.blocks.len()).find(|&block| tray.suits(block, goal))?;
        let mut floor = Floor { walls: tray.walls.clone(), ..Floor::bare(laying) };
        floor.goal = goal.cells.clone();
        floor.blocks = tray.blocks.iter().map(|block| block.cells.clone()).collect();
        floor.blocks.swap(0, first);
        floor.blocks[1..].sort();
        let all: Vec<Cell> = floor.blocks.iter().flatten().chain(&floor.walls).copied().collect();
        floor.mark(&all, true);
        Some(floor)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (w, h) = (self.laying.width as i16, self.laying.height as i16);
        let inside = (0..w).contains(&cell.x) && (0..h).contains(&cell.y);
        inside.then(|| cell.y as usize * self.laying.width + cell.x as usize)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|at| !self.taken[at])
    }

    fn mark(&mut self, cells: &[Cell], taken: bool) {
        for at in cells.iter().filter_map(|&cell| self.index(cell)).collect::<Vec<_>>() {
            self.taken[at] = taken;
        }
    }

    fn free(&self) -> Vec<Cell> {
        let width = self.laying.width;
        let cell = |at: usize| Cell::at((at % width) as i16, (at / width) as i16);
        (0..self.taken.len()).filter(|&at| !self.taken[at]).map(cell).collect()
    }

    /// The row in which the first car lies.
    fn lane(&self) -> i16 {
        ((self.laying.height - 1) / 2) as i16
    }

    /// Cells of this outline moved so that all are inside and none is a wall; with `free`, none is taken either.
    fn places(&self, shape: &[Cell], free: bool) -> Vec<Vec<Cell>> {
        let (w, h) = (self.laying.width as i16, self.laying.height as i16);
        let all = (0..h).flat_map(|y| (-w..w).map(move |x| Cell::at(x, y)));
        let moved = |by: Cell| shape.iter().map(|cell| cell.plus(by)).collect::<Vec<_>>();
        let open = |cell: &Cell| match free {
            true => self.is_free(*cell),
            false => self.index(*cell).is_some() && !self.walls.contains(cell),
        };
        all.map(moved).filter(|cells| cells.iter().all(open)).collect()
    }

    /// Lays a block where there is room. The first block comes first, and a first car lies in its lane.
    fn lay(&mut self, shape: Vec<Cell>, dice: &mut Dice) -> Option<()> {
        let mut places = self.places(&shape, true);
        if self.laying.like == Like::Cars && self.blocks.is_empty() {
            places.retain(|cells| cells[0].y == self.lane());
        }
        let cells = chosen(places, dice)?;
        self.put(cells);
        Some(())
    }

    fn put(&mut self, cells: Vec<Cell>) {
        self.mark(&cells, true);
        self.blocks.push(cells);
    }

    /// Lays blocks that suit until as few cells are empty as there should be.
    fn fill(&mut self, dice: &mut Dice) {
        let mut tries = 0;
        while self.free().len() > self.laying.empty && tries < PLACES {
            tries += 1;
            let Some(cells) = self.random_block(dice) else { continue };
            if cells.len() + self.laying.empty <= self.free().len() {
                self.put(cells);
                tries = 0;
            }
        }
    }

    /// A block that suits, somewhere in the free cells.
    fn random_block(&self, dice: &mut Dice) -> Option<Vec<Cell>> {
        if self.laying.like == Like::Any {
            return self.grown(dice);
        }
        let size = match (self.laying.like, dice.below(8)) {
            (Like::Cars, thrown) => {
                let long = if thrown % 4 == 0 { 3 } else { 2 };
                if thrown < 4 { (long, 1) } else { (1, long) }
            }
            (_, 0..3) => (1, 2),
            (_, 3..6) => (2, 1),
            _ => (1, 1),
        };
        let corner = chosen(self.free(), dice)?;
        let cells: Vec<Cell> = rectangle(size).iter().map(|cell| cell.plus(corner)).collect();
        // A horizontal car in the lane could never let the first one pass.
        let stuck = self.laying.like == Like::Cars && size.1 == 1 && corner.y == self.lane();
        (!stuck && cells.iter().all(|&cell| self.is_free(cell))).then_some(cells)
    }

    /// Up to four free cells that hang together.
    fn grown(&self, dice: &mut Dice) -> Option<Vec<Cell>> {
        let mut cells = vec![chosen(self.free(), dice)?];
        for _ in 0..dice.below(LARGEST) {
            let near = cells.iter().flat_map(|cell| cell.around());
            let mut near: Vec<Cell> =
                near.filter(|&near| self.is_free(near) && !cells.contains(&near)).collect();
            near.retain(|near| near.z == 0);
            near.sort();
            near.dedup();
            let Some(next) = chosen(near, dice) else { break };
            cells.push(next);
        }
        cells.sort();
        Some(cells)
    }

    fn spot_for_wall(&self, dice: &mut Dice) -> Option<Cell> {
        let mut free = self.free();
        if self.laying.like == Like::Cars {
            free.retain(|cell| cell.y != self.lane());
        }
        chosen(free, dice)
    }

    /// Sets the goal.
    fn aim(&mut self, dice: &mut Dice) -> Option<()> {
        let shape = outline(&self.blocks[0]);
        let (lo, hi) = bounds(shape.iter().copied())?;
        let (w, h) = (hi.x - lo.x + 1, hi.y - lo.y + 1);
        let right = self.laying.width as i16 - w;
        let foot = self.laying.height as i16 - h;
        let to = match self.laying.like {
            Like::Klotski => Cell::at(right / 2, foot),
            Like::Dad => Cell::at(0, foot),
            Like::Cars => Cell::at(right, self.blocks[0][0].y),
            Like::Any => {
                self.goal = chosen(self.places(&shape, false), dice)?;
                return Some(());
            }
        };
        self.goal = shape.iter().map(|cell| cell.minus(lo).plus(to)).collect();
        self.goal.iter().all(|cell| !self.walls.contains(cell)).then_some(())
    }

    fn move_wall(&mut self, dice: &mut Dice) -> Option<()> {
        let to = self.spot_for_wall(dice).filter(|cell| !self.goal.contains(cell))?;
        let at = dice.below(self.walls.len() as u32) as usize;
        let from = std::mem::replace(&mut self.walls[at], to);
        self.mark(&[from], false);
        self.mark(&[to], true);
        Some(())
    }

    /// Lifts one to three blocks that touch each other, and lays others in their stead, or the same where there are to
    /// be no others.
    fn lift(&mut self, dice: &mut Dice) -> Option<()> {
        let count = 1 + dice.below(3) as usize;
        let mut lifted = vec![dice.below(self.blocks.len() as u32) as usize];
        while lifted.len() < count {
            let near = |&at: &usize| {
                let touches = |&other: &usize| touch(&self.blocks[other], &self.blocks[at]);
                !lifted.contains(&at) && lifted.iter().any(touches)
            };
            let near: Vec<usize> = (0..self.blocks.len()).filter(near).collect();
            let Some(next) = chosen(near, dice) else { break };
            lifted.push(next);
        }
        lifted.sort_unstable();
        let mut taken_up = Vec::new();
        for &at in lifted.iter().rev() {
            let cells = self.blocks.remove(at);
            self.mark(&cells, false);
            taken_up.push(outline(&cells));
        }
        let rest = self.blocks.split_off(0);
        if let Some(first) = taken_up.pop_if(|_| lifted[0] == 0) {
            self.lay(first, dice)?;
        }
        self.blocks.extend(rest);
        if self.laying.blocks.is_empty() {
            self.fill(dice);
            return Some(());
        }
        dice.shuffle(&mut taken_up);
        taken_up.into_iter().try_for_each(|shape| self.lay(shape, dice))
    }

    /// The tray, its blocks named.
    fn tray(mut self, title: String) -> Result<Sliding, Faults> {
        let cars = self.laying.like == Like::Cars;
        self.blocks.iter_mut().for_each(|cells| cells.sort());
        self.blocks[1..].sort();
        let shape = outline(&self.blocks[0]);
        let alike = self.blocks[1..].iter().any(|cells| outline(cells) == shape);
        let many = self.blocks.len();
        let name = |i: usize| match u8::try_from(i).ok().filter(|_| many <= 26) {
            Some(letter) => char::from(b'A' + letter).to_string(),
            None => (i + 1).to_string(),
        };
        let label = (alike || cars).then(|| name(0));
        let freedom = |cells: &[Cell]| match (cars, cells[0].y == cells[cells.len() - 1].y) {
            (false, _) => Freedom::Any,
            (true, true) => Freedom::Horizontal,
            (true, false) => Freedom::Vertical,
        };
        let block = |(i, cells): (usize, Vec<Cell>)| Block {
            name: name(i),
            label: label.clone().filter(|_| i == 0),
            freedom: freedom(&cells),
            cells,
        };
        let blocks = self.blocks.into_iter().enumerate().map(block).collect();
        let goal = vec![Target { label: label.clone(), cells: self.goal }];
        let (width, height) = (self.laying.width, self.laying.height);
        Sliding::new(Setup { title, width, height, walls: self.walls, blocks, goal })
    }
}

/// One of some things; `None` of none.
fn chosen<T>(mut from: Vec<T>, dice: &mut Dice) -> Option<T> {
    let many = from.len() as u32;
    (many > 0).then(|| from.swap_remove(dice.below(many) as usize))
}

/// Do these cells border on those?
fn touch(these: &[Cell], those: &[Cell]) -> bool {
    these.iter().any(|cell| cell.around().iter().any(|near| those.contains(near)))
}

/// The cells of a block of columns and rows.
fn rectangle((width, height): (usize, usize)) -> Vec<Cell> {
    let rows = (0..height as i16).flat_map(|y| (0..width as i16).map(move |x| (x, y)));
    rows.map(|(x, y)| Cell::at(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(tray: &Sliding) -> String {
        let sign = |cell: Cell| match tray.block_at(cell) {
            Some(block) => tray.blocks[block].name.clone(),
            None if tray.is_wall(cell) => "#".to_owned(),
            None => ".".to_owned(),
        };
        let signs: Vec<String> = tray.cells().map(sign).collect();
        signs.chunks(tray.width).map(<[String]>::concat).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_trays_of_these_seeds_never_change() {
        let laid = |like, width, height, seed| {
            drawn(&Laying::new(like, width, height).lay(&mut Dice::new(seed)).unwrap().unwrap())
        };
        let trays = [
            laid(Like::Klotski, 4, 5, 1),
            laid(Like::Dad, 4, 5, 2),
            laid(Like::Cars, 6, 6, 3),
            laid(Like::Any, 5, 4, 4),
        ];
        let known = [
            "BCCD BE.F GAAH IAAH I.JJ",
            "B.CD EFGH AAGI AAJK .LLM",
            "BBCC.. .DDDEE ..AA.. .FFGG. HHH.IJ .KK.IJ",
            "BCDE. BAEEF AAGG. HIIGG",
        ];
        assert_eq!(trays, known);
    }

    #[test]
    fn a_changed_tray_is_one_that_could_have_been_laid() {
        for like in Like::ALL {
            for blocks in [vec![], vec![(2, 1), (1, 2), (1, 2), (3, 1)]] {
                let fixed = !blocks.is_empty();
                let laying = Laying { blocks, walls: 2, ..Laying::new(like, 5, 5) };
                let mut dice = Dice::new(7);
                let mut tray = laying.lay(&mut dice).unwrap().unwrap();
                let mut changes = 0;
                for _ in 0..300 {
                    let Some(next) = laying.change(&tray, &mut dice) else { continue };
                    changes += usize::from(next != tray);
                    let sizes = |tray: &Sliding| {
                        let mut all: Vec<_> =
                            tray.blocks.iter().map(|block| outline(&block.cells)).collect();
                        all.sort();
                        all
                    };
                    let taken: usize = next.blocks.iter().map(|block| block.cells.len()).sum();
                    assert_eq!((next.walls.len(), next.goal.len()), (2, 1));
                    match fixed {
                        true => assert_eq!(sizes(&next), sizes(&tray)),
                        false => assert!(taken + 2 + laying.empty <= 25),
                    }
                    tray = next;
                }
                assert!(changes > 100, "{like:?} {changes}");
            }
        }
    }

    #[test]
    fn what_has_no_room_is_a_fault() {
        let faults = |laying: Laying| laying.lay(&mut Dice::new(1)).unwrap_err().len();
        assert_eq!(faults(Laying::new(Like::Klotski, 500, 500)), 1);
        assert_eq!(faults(Laying::new(Like::Klotski, 0, 3)), 1);
        assert_eq!(faults(Laying::new(Like::Klotski, usize::MAX, usize::MAX)), 1);
        assert_eq!(faults(Laying::new(Like::Dad, 1, 9)), 1);
        let laying = Laying::new(Like::Klotski, 4, 5);
        assert_eq!(faults(Laying { empty: 17, ..laying.clone() }), 1);
        assert_eq!(faults(Laying { empty: 0, ..laying.clone() }), 1);
        assert_eq!(faults(Laying { blocks: vec![(4, 5)], ..laying }), 1);
        assert_eq!(faults(Laying { blocks: vec![(0, 5), (7, 1)], ..laying }), 1);
        let cars = Laying::new(Like::Cars, 6, 6);
        assert_eq!(faults(Laying { blocks: vec![(2, 1), (2, 2)], ..cars }), 1);
    }
}
