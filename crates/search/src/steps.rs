//! A search gone through step by step, for people to look at.
//!
//! Tiles and pieces are laid and taken back. A tray is searched for a shortest solution: all ways of one move, then of two, and
//! so on. There a push is [laid](Act::Laid) and taken back; a step's cell is where the block's first cell came to lie, its board
//! the moves so far, and its ways are those within the number of moves that are tried.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle};
//! use marquetry_search::Search;
//! use std::ops::ControlFlow;
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
//! let setup = Setup { board: row(3), pieces, ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//!
//! let mut seen = 0;
//! let outcome = Search::new(&puzzle).steps(|_| {
//!     seen += 1;
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(outcome.unwrap().stats.solutions, 2);
//! assert!(seen >= 4, "two pieces were laid twice");
//! ```

use std::ops::ControlFlow;

use marquetry_puzzle::{Cell, Puzzle, Solution, judge};

use crate::engines::{Settings, proved};
use crate::run::{Ending, Failure, Halt, Limits, Outcome, Run, Stats, StopFlag};
use crate::tiling::Listing;
use crate::tiling::cover::{Cover, Tables};
use crate::tiling::model::Model;
use crate::tree::{Moved, Tree, Walk};
use crate::unit::Rest;
use crate::{matching, sliding, tiling};

/// What searches trays before people's eyes.
const DEEPENING: &str = "deepening";

/// A search tree whose nodes are boards.
pub(crate) trait Laying: Tree {
    /// What lies on the board. Equal pieces are called as the first of them.
    fn lies(&self) -> Solution;
    /// The piece or tile laid last, with its first cell.
    fn newest(&self) -> Option<(usize, Cell)>;
}

/// One step of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The piece or tile.
    pub piece: usize,
    /// Its first cell.
    pub cell: Cell,
    /// What was done with it.
    pub act: Act,
    /// What lies on the board now.
    pub board: Solution,
    /// Pieces on the board.
    pub laid: usize,
    /// Counters before this step is counted as a solution.
    pub stats: Stats,
}

/// What was done with a piece.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// It was laid.
    Laid {
        /// Which way of going on this was, from 1.
        number: usize,
        /// Of how many.
        of: usize,
        /// How many ways there are to go on from here.
        ways: usize,
        /// Is this a solution? The judge says so.
        solved: bool,
    },
    /// It was taken back.
    TakenBack {
        /// Why.
        why: Why,
    },
}

/// Why a piece was taken back.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// There was no way to go on.
    DeadEnd,
    /// All ways to go on were tried.
    Tried,
    /// It made a solution whole, and others are looked for.
    Solved,
}

/// The engine that is watched: one that lays pieces one by one, or pushes blocks.
pub fn watchable(puzzle: &Puzzle, settings: &Settings) -> Result<&'static str, Failure> {
    let able = match puzzle {
        Puzzle::Tiling(_) => ["cover", "reference"].as_slice(),
        Puzzle::Matching(_) => &["reference"],
        Puzzle::Sliding(_) => &[DEEPENING],
    };
    let asked = settings.engine.as_deref().filter(|name| *name != "auto");
    let named = asked.map_or(able.first(), |asked| able.iter().find(|name| **name == asked));
    named.copied().ok_or_else(|| {
        let (asked, able) = (asked.unwrap_or_default(), able.join("' or '"));
        Failure::Unsupported(format!("engine '{asked}' cannot be watched; '{able}' can"))
    })
}

/// What [`Search::steps`](crate::Search::steps) does.
pub(crate) fn steps(
    puzzle: &Puzzle,
    settings: &Settings,
    (limits, stop): (Limits, StopFlag),
    look: &mut dyn FnMut(&Step) -> ControlFlow<()>,
) -> Result<Outcome, Failure> {
    let engine = watchable(puzzle, settings)?;
    if settings.from.is_some() {
        let words = "a search is shown from its beginning";
        return Err(Failure::Unsupported(words.into()));
    }
    if let Some(outcome) = proved(puzzle) {
        return Ok(outcome);
    }
    let mut nobody = ();
    let mut run = Run::new(puzzle, settings.distinct, limits, stop.clone(), &mut nobody);
    if settings.turns {
        run.by_turns();
    }
    let mut look = |step: &Step| match look(step).is_continue() && !stop.stopped() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(Halt::Ending(Ending::Cancelled)),
    };
    let flow = match puzzle {
        Puzzle::Tiling(p) if engine == "cover" => match Model::new(p, &mut run) {
            ControlFlow::Continue(model) => {
                let tables = Tables::new(&model, Listing::new(&model, settings, &mut run));
                go(puzzle, Cover::new(&tables), &mut run, &mut look)
            }
            ControlFlow::Break(halt) => ControlFlow::Break(halt),
        },
        Puzzle::Tiling(p) => go(puzzle, tiling::reference::FirstCell::new(p), &mut run, &mut look),
        Puzzle::Matching(p) => go(puzzle, matching::reference::Rows::new(p), &mut run, &mut look),
        Puzzle::Sliding(p) => sliding::deepening::search(p, settings.metric, &mut run, &mut look),
    };
    let rest = if flow.is_break() { Rest::Everything } else { Rest::Nothing };
    run.finish(flow, rest)
}

fn go<T: Laying>(
    puzzle: &Puzzle,
    tree: T,
    run: &mut Run<'_>,
    look: &mut impl FnMut(&Step) -> ControlFlow<Halt>,
) -> ControlFlow<Halt> {
    let mut lying: Vec<(Option<(usize, Cell)>, Why)> = Vec::new();
    Walk::new(tree).go_seen(run, |tree, moved, stats| {
        let (newest, act) = match moved {
            Moved::Down { number, of, ways } => {
                let whole = tree.solution();
                let solved = whole.is_some_and(|s| judge(puzzle, &s).is_ok_and(|s| s.solved()));
                let why = match ways {
                    _ if solved => Why::Solved,
                    0 => Why::DeadEnd,
                    _ => Why::Tried,
                };
                lying.push((tree.newest(), why));
                (tree.newest(), Act::Laid { number, of, ways, solved })
            }
            Moved::Up => {
                let (newest, why) = lying.pop().unwrap_or((None, Why::Tried));
                (newest, Act::TakenBack { why })
            }
        };
        let Some((piece, cell)) = newest else { return ControlFlow::Continue(()) };
        look(&Step { piece, cell, act, board: tree.lies(), laid: lying.len(), stats: *stats })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Search;
    use marquetry_puzzle::tiling::{Piece, Setup, Tiling};

    fn puzzle() -> Puzzle {
        let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
        let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
        Tiling::new(Setup { board: row(3), pieces, ..Setup::default() }).unwrap().into()
    }

    #[test]
    fn every_piece_laid_is_taken_back_and_solutions_are_seen() {
        for engine in ["cover", "reference"] {
            let settings = Settings { engine: Some(engine.into()), ..Settings::default() };
            let (mut laid, mut solved, mut back) = (0, 0, Vec::new());
            let mut look = |step: &Step| {
                match step.act {
                    Act::Laid { solved: s, .. } => {
                        (laid, solved) = (laid + 1, solved + usize::from(s))
                    }
                    Act::TakenBack { why } => back.push(why),
                }
                let Solution::Cover(cover) = &step.board else { panic!("a cover") };
                assert_eq!((cover.len(), step.laid), (laid - back.len(), laid - back.len()));
                ControlFlow::Continue(())
            };
            let ended = Search::new(&puzzle()).settings(&settings).steps(&mut look);
            assert_eq!(ended.map(|o| (o.ending, o.stats.solutions)), Ok((Ending::Exhausted, 2)));
            assert_eq!((laid, solved), (4, 2), "{engine}");
            assert_eq!(back, [Why::Solved, Why::Tried].repeat(2), "{engine}");
        }
    }

    #[test]
    fn a_tray_is_searched_deeper_and_deeper_to_a_shortest_solution() {
        use marquetry_puzzle::sliding::{Block, Freedom, Position, Setup, Sliding, Target};
        let block = |name: &str, x, y| Block {
            name: name.into(),
            label: Some(name.into()),
            cells: vec![Cell::at(x, y)],
            freedom: Freedom::default(),
        };
        let target =
            |name: &str, x, y| Target { label: Some(name.into()), cells: vec![Cell::at(x, y)] };
        let tray = |goal| {
            let blocks = vec![block("A", 0, 0), block("B", 1, 0)];
            let (title, walls) = (String::new(), vec![Cell::at(0, 1)]);
            Sliding::new(Setup { title, width: 3, height: 2, walls, blocks, goal }).unwrap()
        };
        let swapped = tray(vec![target("A", 1, 0), target("B", 0, 0)]);
        let (mut depths, mut deepest) = (Vec::new(), 0);
        let mut look = |step: &Step| {
            let Solution::Moves(moves) = &step.board else { panic!("moves") };
            assert_eq!(moves.len(), step.laid);
            let mut position: Position = swapped.start().clone();
            for m in moves {
                assert_eq!(position.make(&swapped, m), m.path, "every push can be made");
            }
            if step.laid > deepest {
                deepest = step.laid;
                depths.push(step.laid);
            }
            ControlFlow::Continue(())
        };
        let puzzle = Puzzle::from(swapped.clone());
        let outcome = Search::new(&puzzle).steps(&mut look).unwrap();
        assert_eq!((outcome.ending, outcome.stats.solutions), (Ending::Enough, 1));
        let mut shortest = 0;
        let hear = crate::each_solution(|solution| {
            shortest = if let Solution::Moves(moves) = solution { moves.len() } else { 0 };
            ControlFlow::Continue(())
        });
        let solved = Search::new(&puzzle).first(1).run(hear).unwrap();
        assert_eq!(solved.stats.solutions, 1);
        assert_eq!(
            (deepest, depths),
            (shortest, (1..=shortest).collect()),
            "one move, then two, ..."
        );

        let stuck = Puzzle::from(tray(vec![target("A", 2, 0), target("B", 1, 0)]));
        let mut laid = 0_i64;
        let mut look = |step: &Step| {
            laid += if matches!(step.act, Act::Laid { .. }) { 1 } else { -1 };
            ControlFlow::Continue(())
        };
        let outcome = Search::new(&stuck).steps(&mut look).unwrap();
        let solvable = Search::new(&stuck).first(1).run(&mut ()).unwrap().stats.solutions;
        assert_eq!(outcome.stats.solutions, solvable);
        if solvable == 0 {
            assert_eq!(
                (outcome.ending, laid),
                (Ending::Exhausted, 0),
                "all that was pushed was taken back"
            );
        }
    }

    #[test]
    fn who_looks_can_stop_the_search() {
        let mut look = |_: &Step| ControlFlow::Break(());
        let ended = Search::new(&puzzle()).steps(&mut look).unwrap();
        assert_eq!((ended.ending, ended.stats.nodes), (Ending::Cancelled, 1));
        assert_eq!(ended.rest, Rest::Everything, "a search that is shown is not gone on with");
        assert!(Search::new(&puzzle()).engine("lister").steps(&mut look).is_err());
    }
}
