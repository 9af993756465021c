//! Engines for sliding puzzles.
//!
//! ```
//! use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};
//! use marquetry_puzzle::{Cell, Puzzle, Solution};
//! use marquetry_search::{Search, each_solution};
//! use std::ops::ControlFlow;
//!
//! let at = |x| vec![Cell::at(x, 0)];
//! let block = Block { name: "A".into(), label: None, cells: at(0), freedom: Freedom::default() };
//! let goal = vec![Target { label: None, cells: at(2) }];
//! let (title, walls, blocks) = (String::new(), Vec::new(), vec![block]);
//! let tray = Sliding::new(Setup { title, width: 3, height: 1, walls, blocks, goal }).unwrap();
//!
//! let mut moves = 0;
//! let mut hear = each_solution(|found: &Solution| {
//!     if let Solution::Moves(way) = found {
//!         moves = way.len();
//!     }
//!     ControlFlow::Continue(())
//! });
//! let outcome = Search::new(&Puzzle::from(tray)).run(&mut hear).unwrap();
//! assert_eq!((moves, outcome.shortest), (1, Some(true)), "one push, and none is shorter");
//! ```

pub(crate) mod auto;
mod back;
pub mod bfs;
pub(crate) mod bounded;
pub mod chart;
mod code;
mod compact;
mod cramped;
pub(crate) mod deepening;
pub(crate) mod fifteen;
pub mod graph;
pub(crate) mod guided;
mod kept;
mod key;
mod known;
mod left;
mod levels;
mod log;
mod masks;
mod merge;
mod part;
mod places;
mod record;
pub mod reference;
mod retrace;
mod settle;
mod shelf;
mod space;
mod spill;
mod table;
mod wide;
mod word;
