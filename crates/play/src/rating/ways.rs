//! What there is to choose on the way to a solution.

use std::ops::ControlFlow;

use marquetry_puzzle::sliding::{Move, Position};
use marquetry_puzzle::{Cell, Puzzle, Sliding};
use marquetry_search::sliding::reference::successors;
use marquetry_search::steps::{Act, Step};
use marquetry_search::{Limits, Metric, Search, StopFlag};

use super::How;

/// The most nodes of a search for the way to a solution.
const MOST_NODES: u64 = 200_000;

/// A tray's cells, squared, times the moves of a solution: beyond this nobody looks what else could have been pushed.
const MOST_LOOKS: usize = 200_000_000;

/// The steps of a solution: tiles or pieces in the order in which a plain search lays them, or moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ways {
    /// How many steps there are.
    pub of: usize,
    /// Those at which there was no choice. In a tray, to take the last move back is none.
    pub forced: usize,
    /// In a tray, the moves after which what the goal asks for is farther from its place than before.
    pub detours: usize,
}

impl Ways {
    /// The way to a puzzle's first solution; `None` where a short search does not come to one.
    pub(super) fn laid(puzzle: &Puzzle, how: &How, stop: &StopFlag) -> Option<Ways> {
        let most = how.limits.nodes.map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES));
        let limits = Limits { nodes: Some(most), ..how.limits };
        let (mut choices, mut found) = (Vec::new(), None);
        let mut look = |step: &Step| {
            match step.act {
                Act::Laid { of, solved, .. } => {
                    choices.push(of);
                    if solved {
                        let forced = choices.iter().filter(|&&of| of == 1).count();
                        found = Some(Ways { of: choices.len(), forced, detours: 0 });
                        return ControlFlow::Break(());
                    }
                }
                Act::TakenBack { .. } => drop(choices.pop()),
            }
            ControlFlow::Continue(())
        };
        // What cannot be searched step by step has no way to tell of.
        let _ = Search::new(puzzle).limits(limits).until(stop.clone()).steps(&mut look);
        found
    }

    /// The way that these moves go; `None` where the tray is too large to look at every choice.
    pub(super) fn pushed(p: &Sliding, moves: &[Move], metric: Metric) -> Option<Ways> {
        let cells = p.width * p.height;
        if cells.saturating_mul(cells).saturating_mul(moves.len()) > MOST_LOOKS {
            return None;
        }
        let mut position = p.start().clone();
        let mut last: Option<&Move> = None;
        let mut ways = Ways { of: moves.len(), forced: 0, detours: 0 };
        for push in moves {
            // With any path in one move, what the last block could reach it could have reached at once.
            let other =
                |(next, _): &(Move, Position)| last.is_none_or(|last| next.block != last.block);
            let ahead = successors(p, &position, metric).into_iter().filter(other).count();
            ways.forced += usize::from(ahead <= 1);
            let before = astray(p, &position);
            position.make(p, push);
            ways.detours += usize::from(astray(p, &position) > before);
            last = Some(push);
        }
        Some(ways)
    }
}

/// How far the goal's places are from blocks that suit them, all together.
fn astray(p: &Sliding, position: &Position) -> u32 {
    let apart = |a: Cell, b: Cell| u32::from(a.x.abs_diff(b.x)) + u32::from(a.y.abs_diff(b.y));
    let nearest = |target: &marquetry_puzzle::sliding::Target| {
        let suited = (0..p.blocks.len()).filter(|&block| p.suits(block, target));
        let firsts = suited.filter_map(|block| position.cells(p, block).next());
        firsts.map(|first| apart(first, target.cells[0])).min().unwrap_or(0)
    };
    p.goal.iter().map(nearest).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry_puzzle::Solution;
    use marquetry_search::{Search, each_solution};

    fn ways(text: &str) -> Ways {
        let puzzle = marquetry_formats::native::read(text).expect("it is a tray");
        let mut found = None;
        let hear = each_solution(|solution: &Solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        });
        Search::new(&puzzle).run(hear).expect("it can search");
        match (&puzzle, found) {
            (Puzzle::Sliding(p), Some(Solution::Moves(moves))) => {
                Ways::pushed(p, &moves, Metric::Moves).expect("it is small")
            }
            _ => panic!("it has a solution"),
        }
    }

    #[test]
    fn a_move_is_forced_where_there_is_no_other_but_back() {
        let straight = ways("marquetry sliding\ntray\n  A.\ngoal\n  .A\n");
        assert_eq!(straight, Ways { of: 1, forced: 1, detours: 0 });
        let open = ways("marquetry sliding\ntray\n  A.\n  ..\ngoal\n  ..\n  .A\n");
        assert_eq!(open, Ways { of: 1, forced: 0, detours: 0 });
    }

    #[test]
    fn a_detour_leads_away_from_the_goal() {
        // A must go back to let B by.
        let detour =
            ways("marquetry sliding\nlabels own\ntray\n  .AB.\n  #.##\ngoal\n  .BA.\n  ....\n");
        assert!(detour.detours > 0, "{detour:?}");
    }

    #[test]
    fn pieces_that_go_one_way_alone_are_forced() {
        let puzzle = marquetry_formats::native::read(
            "marquetry tiling\nboard\n  ###\n  ###\npiece I\n  ###\npiece L\n  ##\n  #.\n",
        );
        let how = How::default();
        let laid = |puzzle: &Puzzle| Ways::laid(puzzle, &how, &StopFlag::default());
        assert_eq!(laid(&puzzle.expect("it is a puzzle")), None, "it has no solution");
        let puzzle = marquetry_formats::native::read(
            "marquetry tiling\nboard\n  ####\npiece I\n  ###\npiece O\n  #\n",
        );
        let ways = laid(&puzzle.expect("it is a puzzle")).expect("it has a solution");
        assert_eq!((ways.of, ways.forced), (2, 1), "the second has no choice");
    }
}
