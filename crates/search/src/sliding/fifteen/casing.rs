//! The cells of a tray, and the hole's way among them.

/// Where a neighbour lies: above, to the right, below and to the left.
pub const WAYS: usize = 4;

/// A tray without walls, and the cell where the hole is at the end.
pub struct Casing {
    width: usize,
    height: usize,
    pub hole_home: usize,
    /// All cells, and those of the first and the last column, as masks.
    all: u32,
    left: u32,
    right: u32,
}

impl Casing {
    pub fn new(width: usize, height: usize, hole_home: usize) -> Casing {
        let left = (0..height).fold(0, |mask, y| mask | 1 << (y * width));
        let all = (1 << (width * height)) - 1;
        Casing { width, height, hole_home, all, left, right: left << (width - 1) }
    }

    /// Width, height and the hole's home: trays that have them in common have their tables in common.
    pub fn shape(&self) -> [usize; 3] {
        [self.width, self.height, self.hole_home]
    }

    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The neighbour that lies this way.
    pub fn near(&self, cell: usize, way: usize) -> Option<usize> {
        let (x, y) = (cell % self.width, cell / self.width);
        match way {
            0 => (y > 0).then(|| cell - self.width),
            1 => (x + 1 < self.width).then_some(cell + 1),
            2 => (y + 1 < self.height).then_some(cell + self.width),
            _ => (x > 0).then(|| cell - 1),
        }
    }

    pub fn distance(&self, a: usize, b: usize) -> usize {
        (a % self.width).abs_diff(b % self.width) + (a / self.width).abs_diff(b / self.width)
    }

    /// The cells that a hole can get to past all but the taken cells.
    pub fn flood(&self, hole: usize, taken: u32) -> u32 {
        let free = self.all & !taken;
        let mut met = 1_u32 << hole;
        loop {
            let sideways = ((met & !self.right) << 1) | ((met & !self.left) >> 1);
            let next = met | ((sideways | (met << self.width) | (met >> self.width)) & free);
            if next == met {
                return met;
            }
            met = next;
        }
    }

    /// All sets of so many cells, as masks from the least to the greatest.
    pub fn sets(&self, size: usize) -> impl Iterator<Item = u32> {
        let least = (1_u32 << size) - 1;
        std::iter::successors(Some(least), |&set| {
            // The lowest run of cells gives its last one to the next cell, and the others go back to the beginning.
            let (low, next) = (set & set.wrapping_neg(), set + (set & set.wrapping_neg()));
            Some(next | (((set ^ next) / low) >> 2))
        })
        .take_while(|&set| set <= self.all)
    }

    /// The turns and reflections of the tray that leave the hole's home where it is, as maps of cells; the one that
    /// changes nothing is left out.
    pub fn symmetries(&self) -> impl Iterator<Item = Vec<usize>> {
        let (width, height) = (self.width, self.height);
        let ways = if width == height { 8 } else { 4 };
        let image = move |way: usize, cell: usize| {
            let (x, y) = (cell % width, cell / width);
            let (x, y) = if way & 4 != 0 { (y, x) } else { (x, y) };
            let x = if way & 1 != 0 { width - 1 - x } else { x };
            let y = if way & 2 != 0 { height - 1 - y } else { y };
            y * width + x
        };
        let maps = (1..ways).rev().map(move |way| {
            (0..width * height).map(|cell| image(way, cell)).collect::<Vec<usize>>()
        });
        let home = self.hole_home;
        maps.filter(move |map| map[home] == home)
    }
}
