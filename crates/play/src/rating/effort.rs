//! What a plain search takes to a solution, over many orders.

use marquetry_puzzle::generate::dice::Dice;
use marquetry_puzzle::{Puzzle, Solution, Tiling};
use marquetry_search::{Ending, Failure, Limits, Search, Settings, StopFlag, each_solution};
use std::ops::ControlFlow;

use super::How;

/// Orders that are tried.
const ORDERS: usize = 20;
/// The most nodes in one order.
const MOST_NODES: u64 = 200_000;

/// The nodes that a plain search takes to its first solution, or to prove that there is none, with the tiles or pieces in
/// different orders.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many orders were tried.
    pub orders: usize,
    /// Half of them take no more.
    pub median: u64,
    /// A quarter takes no more.
    pub low: u64,
    /// Three quarters take no more.
    pub high: u64,
}

impl Effort {
    /// Tries some orders; `None` where the puzzle has none, or one of them takes too long. The seed decides.
    pub(super) fn of(
        puzzle: &Puzzle,
        how: &How,
        stop: &StopFlag,
    ) -> Result<Option<Effort>, Failure> {
        let engine = match puzzle {
            Puzzle::Matching(_) => "fewest",
            Puzzle::Tiling(_) => "cover",
            Puzzle::Sliding(_) => return Ok(None),
        };
        let settings = Settings { engine: Some(engine.to_owned()), ..Settings::default() };
        let most = how.limits.nodes.map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES));
        let mut limits = Limits { nodes: Some(most), solutions: Some(1), ..how.limits };
        let mut dice = Dice::new(how.seed);
        let mut nodes = Vec::new();
        for _ in 0..ORDERS {
            let Some(shuffled) = shuffled(puzzle, &mut dice) else { return Ok(None) };
            let first = each_solution(|_: &Solution| ControlFlow::Break(()));
            let search = Search::new(&shuffled).settings(&settings).limits(limits);
            let outcome = search.until(stop.clone()).run(first)?;
            if !matches!(outcome.ending, Ending::Enough | Ending::Exhausted) {
                return Ok(None);
            }
            limits.time = limits.time.map(|time| time.saturating_sub(outcome.stats.elapsed));
            nodes.push(outcome.stats.nodes);
        }
        nodes.sort_unstable();
        let (low, median, high) = (nodes[ORDERS / 4], nodes[ORDERS / 2], nodes[3 * ORDERS / 4]);
        Ok(Some(Effort { orders: ORDERS, median, low, high }))
    }
}

/// The same puzzle with its tiles or pieces in another order.
fn shuffled(puzzle: &Puzzle, dice: &mut Dice) -> Option<Puzzle> {
    match puzzle {
        Puzzle::Matching(p) => {
            let mut order: Vec<usize> = (0..p.tiles.len()).collect();
            dice.shuffle(&mut order);
            let mut setup = p.clone().into_setup();
            setup.tiles = order.iter().map(|&tile| p.tiles[tile].clone()).collect();
            for pin in &mut setup.pins {
                pin.tile = order.iter().position(|&tile| tile == pin.tile)?;
            }
            marquetry_puzzle::Matching::new(setup).ok().map(Puzzle::from)
        }
        Puzzle::Tiling(p) => {
            let mut setup = p.clone().into_setup();
            dice.shuffle(&mut setup.pieces);
            Tiling::new(setup).ok().map(Puzzle::from)
        }
        Puzzle::Sliding(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builtin(name: &str) -> Puzzle {
        let puzzle = marquetry_formats::builtin::builtin(name).and_then(|b| b.puzzle());
        puzzle.expect("it is built in")
    }

    #[test]
    fn the_order_does_not_change_the_solutions() {
        let mut dice = Dice::new(1);
        for name in ["framed-4x4", "tetrahexes-4x7"] {
            let puzzle = builtin(name);
            let count = |puzzle: &Puzzle| {
                Search::new(puzzle).count().run(&mut ()).expect("it can").stats.solutions
            };
            for _ in 0..3 {
                let other = shuffled(&puzzle, &mut dice).expect("it is still a puzzle");
                assert!(other != puzzle);
                assert_eq!(count(&other), count(&puzzle), "{name}");
            }
        }
    }

    #[test]
    fn effort_has_a_spread_and_is_the_same_for_the_same_seed() {
        let puzzle = builtin("tetrahexes-4x7");
        let effort = |seed| {
            let how = How { seed, ..How::default() };
            Effort::of(&puzzle, &how, &StopFlag::default()).expect("it can").expect("it is small")
        };
        let once = effort(1);
        assert_eq!(once, effort(1));
        assert!(once.low <= once.median && once.median <= once.high && once.orders == ORDERS);
    }

    #[test]
    fn what_takes_too_long_has_no_effort() {
        let how = How::default();
        let effort = Effort::of(&builtin("eternity2"), &how, &StopFlag::default());
        assert_eq!(effort, Ok(None));
    }
}
