//! How promising a lower half is: what it leaves for the rest of the board.

use marquetry_puzzle::matching::Tile;

use super::ground::Ground;
use crate::matching::model::{NONE, RIM};

/// What a unit of the logarithm is counted as: sums of whole numbers do not depend on their order, nor on the machine.
pub const UNIT: i64 = 1 << 12;

/// Edges that can match each other are of one kind. On a complete board without a break, each edge that a lower half
/// shows meets one of the tiles left, and their other edges meet each other. In how many ways edges can be paired up like
/// this, kind by kind, foretells how many tiles can be laid on: the more uneven the kinds are, and the more of those that
/// the half shows are left, the more ways there are.
pub struct Promise {
    /// By look, the kinds of its edges; one past the last stands for the frame.
    edges: Vec<[u16; 4]>,
    kinds: usize,
    /// By n, the logarithm of n!, and that of (n - 1)!! / n!: in (n - 1)!! ways n edges can be paired up with each other. An odd
    /// number lies between its neighbours.
    ordered: Vec<i64>,
    paired: Vec<i64>,
}

/// What each edge costs that the tiles left lack, for those that the lower half shows.
const LACKING: i64 = 3 * UNIT;

impl Promise {
    /// Makes the tables.
    pub fn new(g: &Ground<'_>) -> Promise {
        let kind = |edge| g.p.rule.partner(edge).min(edge).0;
        let kinds = g.p.tiles.iter().flat_map(|tile| tile.edges.map(kind)).max().unwrap_or(0) + 1;
        let framed = |edge| if Some(edge) == g.p.frame { kinds } else { kind(edge) };
        let turns = |tile: &Tile| {
            (0..1 << g.shift).map(|turn| tile.turned(turn).map(framed)).collect::<Vec<_>>()
        };
        let most = 4 * g.p.tiles.len() + 1;
        let paired = |n: usize| {
            let half = (n as f64 + 1.0) / 2.0;
            libm::lgamma(half) - libm::lgamma(0.5) + n as f64 / 2.0 * std::f64::consts::LN_2
                - libm::lgamma(n as f64 + 1.0)
        };
        let counted = |logarithm: f64| libm::round(UNIT as f64 * logarithm) as i64;
        Promise {
            edges: g.p.tiles.iter().flat_map(turns).collect(),
            kinds: kinds.into(),
            ordered: (0..most).map(|n| counted(libm::lgamma(n as f64 + 1.0))).collect(),
            paired: (0..most).map(|n| counted(paired(n))).collect(),
        }
    }

    /// By look, the kinds of its edges, a byte each; `None` if there are too many kinds.
    pub fn kinds(&self) -> Option<Vec<u32>> {
        let byte = |&kind: &u16| u8::try_from(kind).ok();
        let packed = |edges: &[u16; 4]| {
            let bytes: Option<Vec<u8>> = edges.iter().map(byte).collect();
            Some(u32::from_le_bytes(bytes?.try_into().ok()?))
        };
        self.edges.iter().map(packed).collect()
    }

    /// The tables of orders and of pairs, and what an edge costs that is lacking; `None` if they do not fit.
    pub fn tables(&self) -> Option<(Vec<i32>, Vec<i32>, u32)> {
        // Sums of all kinds must fit, too.
        let small = |&n: &i64| i32::try_from(n).ok().filter(|n| n.abs() < 1 << 28);
        let fit = |table: &[i64]| table.iter().map(small).collect::<Option<Vec<i32>>>();
        Some((fit(&self.ordered)?, fit(&self.paired)?, LACKING as u32))
    }

    /// By kind, the edges of the tiles left and those shown to empty cells, for a board on which these looks lie; and the
    /// logarithm of the number of ways.
    pub fn counts(&self, g: &Ground<'_>, placed: &[u32], used: &[bool]) -> (Vec<[u16; 2]>, i64) {
        let mut counts = vec![[0; 2]; self.kinds + 1];
        for (tile, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
            self.edges[tile << g.shift].iter().for_each(|&kind| counts[usize::from(kind)][0] += 1);
        }
        for (cell, &look) in placed.iter().enumerate().filter(|&(_, &look)| look != NONE) {
            for (near, kind) in g.near[cell].iter().zip(self.edges[look as usize]) {
                if *near != RIM && placed[usize::from(*near)] == NONE {
                    counts[usize::from(kind)][1] += 1;
                }
            }
        }
        let value = counts[..self.kinds].iter().map(|&count| self.ways(count)).sum();
        (counts, value)
    }

    /// The logarithm of the ways to pair up the edges of a kind.
    fn ways(&self, [left, shown]: [u16; 2]) -> i64 {
        let left_over = usize::from(left);
        match left_over.checked_sub(usize::from(shown)) {
            Some(rest) => self.paired[rest] + self.ordered[left_over],
            None => self.ordered[left_over] - LACKING * i64::from(shown - left),
        }
    }

    /// What the logarithm gains by a look that is laid where each side `shows` an edge more or less to empty cells.
    pub fn gained(&self, look: u16, shows: &[i8; 4], counts: &[[u16; 2]]) -> i64 {
        let kinds = self.edges[usize::from(look)].map(usize::from);
        let mut gained = 0;
        for side in 0..4 {
            let kind = kinds[side];
            if kind == self.kinds || kinds[..side].contains(&kind) {
                continue;
            }
            let [mut left, mut shown] = counts[kind];
            gained -= self.ways(counts[kind]);
            for other in side..4 {
                if kinds[other] == kind {
                    left -= 1;
                    shown = shown.saturating_add_signed(shows[other].into());
                }
            }
            gained += self.ways([left, shown]);
        }
        gained
    }

    /// Counts a look that is laid.
    pub fn lay(&self, look: u16, shows: &[i8; 4], counts: &mut [[u16; 2]]) {
        for (&kind, &more) in self.edges[usize::from(look)].iter().zip(shows) {
            let [left, shown] = &mut counts[usize::from(kind)];
            *left -= 1;
            *shown = shown.saturating_add_signed(more.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::generate::dice::Dice;
    use marquetry_puzzle::generate::{Kind, generate};

    use super::*;

    /// In how many ways edges can be paired up with equal ones: those shown with some left, the others left with each other.
    fn pairings(shown: &[usize], left: &[usize]) -> f64 {
        let (first, shown, from) = match (shown, left) {
            ([first, shown @ ..], _) => (first, shown, left),
            ([], [first, left @ ..]) => (first, &[][..], left),
            ([], []) => return 1.0,
        };
        let partners = (0..from.len()).filter(|&i| from[i] == *first);
        partners.map(|i| pairings(shown, &[&from[..i], &from[i + 1..]].concat())).sum()
    }

    #[test]
    fn the_promise_is_the_logarithm_of_the_ways_to_pair_the_edges_up() {
        let mut compared = 0;
        for seed in 1..60 {
            let p = generate(Kind::Framed, 4, 4, 2, seed).expect("the size is in range");
            let g = Ground::new(&p);
            let (mut placed, mut used) = (vec![NONE; 16], vec![false; 16]);
            let mut dice = Dice::new(seed);
            for at in placed.iter_mut().take(11) {
                let tile = (0..).map(|_| dice.below(16) as usize).find(|&t| !used[t]).expect("one");
                (*at, used[tile]) = (((tile << g.shift) as u32) + dice.below(4), true);
            }
            let promise = Promise::new(&g);
            let inner = |&kind: &usize| kind < promise.kinds;
            let left = (0..16)
                .filter(|&tile| !used[tile])
                .flat_map(|tile| promise.edges[tile << g.shift].map(usize::from));
            let left: Vec<usize> = left.filter(inner).collect();
            let edge = |cell: usize, side: usize| {
                let turned = p.tiles[g.tile(placed[cell])].turned((placed[cell] & 3) as u8)[side];
                (Some(turned) != p.frame).then_some(usize::from(turned.0))
            };
            // Rows from the bottom: cell 11 is the first empty one.
            let shown: Vec<usize> =
                (7..11).filter_map(|cell| edge(cell, 0)).chain(edge(10, 1)).collect();
            let ways = pairings(&shown, &left);
            if ways > 0.0 {
                let value = promise.counts(&g, &placed, &used).1 as f64 / UNIT as f64;
                assert!(
                    (value - libm::log(ways)).abs() < 1e-2,
                    "seed {seed}: {value}, {ways} ways"
                );
                compared += 1;
            }
        }
        assert!(compared > 5, "{compared}");
    }
}
