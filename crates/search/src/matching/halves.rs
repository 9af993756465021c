//! The inside of a framed square from its two halves, and the frame around it last.
//!
//! The inside is cut in four corners by a cross. A filled upper half and a filled lower half go together when they show
//! the same colours along the cut between them, have all tiles between them, and leave nothing of the edges that the
//! frame has to offer. There are far fewer halves than boards that a search from the top lays on its way down: those
//! above a cut are kept by their keys, and those below it are looked up among them. A half is made of two corners that
//! fit, which are few enough to be listed.
//!
//! Cuts are not alike: where they show colours of which the frame has few, more solutions are to be hoped for in
//! proportion to the halves. They are tried in blocks, the most promising first.

use self::corners::{Corners, Filling};
use super::plan::Plan;

mod corners;
mod join;
mod meeting;

pub use meeting::Meeting;

/// The widest inside: a wider one has too many arms.
const WIDEST: usize = 6;
/// Bytes that the right corners of a block may take, and the most arms of a block.
const ROOM: usize = 64 << 20;
const BLOCK: usize = 32;
/// Bytes that a filling of a right corner takes, or nearly so.
const HEFT: usize = 22;
/// The most fillings of a corner above an arm, insides that the frame has edges for, and frames for each of them that may
/// be expected, all as logarithms: each inside and each frame is looked at by itself.
const FILLINGS: f64 = 13.5;
const INSIDES: f64 = 11.0;
const FRAMES: f64 = 7.0;

/// The logarithm of the number of ways to choose some of several things in order.
fn orders(some: usize, of: usize) -> f64 {
    libm::lgamma(of as f64 + 1.0) - libm::lgamma((of - some) as f64 + 1.0)
}

/// The logarithm of how likely two edges agree that are drawn from as many of each colour.
fn agree(edges: &[usize]) -> f64 {
    let all: usize = edges.iter().sum();
    let same: usize = edges.iter().map(|n| n * n).sum();
    libm::log(same.max(1) as f64 / (all * all).max(1) as f64)
}

/// Is the inside a square of an even side, and are its halves and its solutions few enough?
pub fn suit(plan: &Plan<'_>) -> bool {
    let (width, cells) = (plan.width, plan.steps.len());
    if width % 2 == 1 || width > WIDEST || cells != width * width {
        return false;
    }
    let colours = 0..plan.colours;
    let edges: Vec<usize> = colours.clone().map(|colour| plan.edges(colour)).collect();
    let all = edges.iter().sum::<usize>() as f64;
    let ways = |some: usize, joints: usize| {
        orders(some, cells) + some as f64 * libm::log(4.0) + joints as f64 * agree(&edges)
    };
    let side = width / 2;
    let arm = side as f64 * libm::log(plan.colours as f64);
    let fillings = ways(side * side, 2 * side * (side - 1)) - arm;
    let same = colours.clone().map(|colour| orders(plan.at_rim(colour), plan.at_rim(colour)));
    let same: f64 = same.sum();
    let drawn = |colour| plan.at_rim(colour) as f64 * libm::log(plan.edges(colour) as f64 / all);
    let drawn = colours.filter(|&colour| plan.at_rim(colour) > 0).map(drawn);
    let rim = orders(4 * width, 4 * width) - same + drawn.sum::<f64>();
    let insides = ways(cells, 2 * width * (width - 1)) + rim;
    let frames = orders(4, 4) + same + (4 * width + 4) as f64 * agree(&plan.along_frame());
    fillings < FILLINGS && insides < INSIDES && frames < FRAMES
}

/// A puzzle as its halves.
pub struct Halves<'p> {
    plan: &'p Plan<'p>,
    corners: Corners,
    /// The arms, the most promising first, and how many are a block.
    arms: Vec<u32>,
    block: usize,
    /// Blocks of left and of right arms, the most promising first.
    order: Vec<(usize, usize)>,
    /// Fillings of a corner above an arm, or nearly so.
    fillings: usize,
}

impl<'p> Halves<'p> {
    /// `None` where a puzzle does not [`suit`].
    pub fn new(plan: &'p Plan<'p>) -> Option<Halves<'p>> {
        let corners = suit(plan).then(|| Corners::new(plan)).flatten()?;
        let arms: Vec<u32> = (0..corners.arms() as u32).collect();
        let mut halves = Halves { plan, corners, arms, block: 1, order: Vec::new(), fillings: 0 };
        halves.set_out();
        Some(halves)
    }

    /// Chooses the blocks and their order.
    fn set_out(&mut self) {
        let weighed = self.arms.iter().map(|&arm| (self.weigh(arm), arm));
        let mut arms: Vec<((f64, f64), u32)> = weighed.collect();
        let promise = |(hope, cost): (f64, f64)| hope / cost;
        arms.sort_by(|a, b| promise(b.0).total_cmp(&promise(a.0)));
        self.arms = arms.iter().map(|(_, arm)| *arm).collect();
        let (mut met, third, tiles) = (0, self.arms.len() / 3, self.corners.tiles);
        for probe in [0, third, 2 * third] {
            self.corners.fill(0, self.arms[probe], tiles, &mut |_, _| met += 1);
        }
        self.fillings = met / 3 + 1;
        self.block = (ROOM / HEFT / 2 / self.fillings).clamp(1, BLOCK);
        let sum = |sum: (f64, f64), arm: &((f64, f64), u32)| (sum.0 + arm.0.0, sum.1 + arm.0.1);
        let blocks = arms.chunks(self.block).map(|arms| arms.iter().fold((0.0, 0.0), sum));
        let blocks: Vec<f64> = blocks.map(promise).collect();
        let pair = |i: usize| (i / blocks.len(), i % blocks.len());
        let mut order: Vec<(usize, usize)> = (0..blocks.len() * blocks.len()).map(pair).collect();
        let both = |(left, right): &(usize, usize)| blocks[*left] * blocks[*right];
        order.sort_by(|a, b| both(b).total_cmp(&both(a)));
        self.order = order;
    }

    /// How likely a solution is to show an arm, and how many corners there are that do, both up to a constant.
    fn weigh(&self, arm: u32) -> (f64, f64) {
        let (mut hope, mut cost) = (1.0, 1.0);
        let mut seen = vec![0; self.corners.colours];
        for colour in self.corners.arm(arm).into_iter().map(usize::from) {
            hope *= self.plan.within(colour).saturating_sub(seen[colour]) as f64;
            cost *= self.plan.edges(colour).saturating_sub(seen[colour]).max(1) as f64;
            seen[colour] += 1;
        }
        (hope, cost)
    }

    /// The arms of a block.
    fn block(&self, block: usize) -> &[u32] {
        let from = block * self.block;
        &self.arms[from..self.arms.len().min(from + self.block)]
    }

    /// The fillings of a corner above an arm. The first tile lies in the upper left one: of the boards that are one board
    /// turned, one is met.
    fn fillings(&self, corner: usize, arm: u32) -> Vec<Filling> {
        let mut all = Vec::with_capacity(self.fillings);
        let tiles = if corner == 0 { self.corners.tiles } else { self.corners.tiles & !1 };
        self.corners.fill(corner, arm, tiles, &mut |filling, _| {
            if corner > 0 || filling.tiles & 1 != 0 {
                all.push(filling);
            }
        });
        all
    }
}
