//! The best board so far, shared by all threads of a hunt. Nothing enters that the judge has not scored.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use marquetry_puzzle::judge::Break;
use marquetry_puzzle::{Board, Matching, Puzzle, Score, Solution, judge};

use super::{Goal, Hunt};
use crate::run::{Ending, Halt, Run, Stats};

/// What a board lacks: breaks, then empty cells.
type Lack = (usize, usize);

/// What the threads of a hunt share.
pub struct Record<'a> {
    puzzle: &'a Puzzle,
    goal: Goal,
    /// Cells that must stay empty because there are too few tiles, and cells that may.
    bare: usize,
    holes: usize,
    /// Boards with fewer breaks are all told, and no better ones are asked for.
    least: usize,
    best: Mutex<Option<(Solution, Lack)>>,
    /// What is missing on the best board without a needless hole: breaks, or tiles.
    missing: AtomicUsize,
    /// Breaks on the best board.
    breaks: AtomicUsize,
    /// How many boards were reported.
    relayed: AtomicU64,
    nodes: AtomicU64,
    on_cards: AtomicU64,
    iterations: AtomicU64,
}

impl<'a> Record<'a> {
    /// No board yet.
    pub fn new(puzzle: &'a Puzzle, p: &Matching, hunt: &Hunt) -> Record<'a> {
        let bare = p.area().saturating_sub(p.tiles.len());
        Record {
            puzzle,
            goal: hunt.goal,
            bare,
            holes: hunt.holes.max(bare),
            least: hunt.aim.map_or(0, |aim| aim + 1),
            best: Mutex::new(None),
            missing: AtomicUsize::new(hunt.aim.map_or(usize::MAX, |aim| aim + 1)),
            breaks: AtomicUsize::new(usize::MAX),
            relayed: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            on_cards: AtomicU64::new(0),
            iterations: AtomicU64::new(0),
        }
    }

    /// What a board without holes must have less of: breaks when edges are wanted, else empty cells.
    pub fn missing(&self) -> usize {
        self.missing.load(Ordering::Relaxed)
    }

    /// The fewest of that which is ever asked for, but for none at all.
    pub fn least(&self) -> usize {
        self.least
    }

    /// The breaks of the best board, whose holes may have taken some away.
    pub fn breaks(&self) -> usize {
        self.breaks.load(Ordering::Relaxed)
    }

    /// How many cells may stay empty on a better board.
    pub fn holes(&self) -> usize {
        match self.best.lock().ok().and_then(|best| best.as_ref().map(|&(_, lack)| lack)) {
            Some((0, empty)) if self.goal == Goal::Edges => empty.saturating_sub(1).max(self.bare),
            _ => self.holes,
        }
    }

    /// Judges a board and keeps it if it is better than all before. Breaks when nothing is missing any more.
    pub fn offer(&self, board: Solution, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let (score, lack) = self.judge(&board)?;
        let full = (lack.1 <= self.bare).then_some(lack.0);
        let (board, score, lack) = match self.emptied(&board, &score, lack) {
            Some(board) => {
                let (score, lack) = self.judge(&board)?;
                (board, score, lack)
            }
            None => (board, score, lack),
        };
        let wanted = match self.goal {
            Goal::Edges => lack.1 <= self.holes,
            Goal::Tiles => lack.0 == 0,
        };
        // The lock is held while reporting, so that reports of several threads come in order.
        let Ok(mut best) = self.best.lock() else { return self.go_on() };
        let better = best.as_ref().is_none_or(|&(_, held)| lack < held);
        if wanted && (better || lack.0 < self.least) {
            run.relay(&board, &score);
            self.relayed.fetch_add(1, Ordering::Relaxed);
        }
        if wanted && better {
            *best = Some((board, lack));
            self.breaks.store(lack.0, Ordering::Relaxed);
        }
        let missing = match self.goal {
            Goal::Edges => full,
            Goal::Tiles => best.as_ref().map(|&(_, (_, empty))| empty),
        };
        let missing = missing.map_or(usize::MAX, |n| if n > 0 { n.max(self.least) } else { 0 });
        self.missing.fetch_min(missing, Ordering::Relaxed);
        self.go_on()
    }

    fn judge(&self, board: &Solution) -> ControlFlow<Halt, (Score, Lack)> {
        match judge(self.puzzle, board) {
            Ok(score) => {
                let lack = match &score {
                    Score::Board { placed, cells, breaks, .. } => (breaks.len(), cells - placed),
                    _ => (usize::MAX, usize::MAX),
                };
                ControlFlow::Continue((score, lack))
            }
            Err(faults) => ControlFlow::Break(Halt::wrong(faults)),
        }
    }

    /// The board without the tiles that most breaks touch, as far as cells may stay empty.
    fn emptied(&self, board: &Solution, score: &Score, (broken, empty): Lack) -> Option<Solution> {
        let most = match self.goal {
            Goal::Edges => self.holes.checked_sub(empty)?,
            Goal::Tiles => usize::MAX,
        };
        let (Puzzle::Matching(p), Solution::Board(board), Score::Board { breaks, .. }) =
            (self.puzzle, board, score)
        else {
            return None;
        };
        (most > 0 && broken > 0).then(|| Solution::Board(without_broken(p, board, breaks, most)))
    }

    /// Breaks when the best board lacks nothing.
    pub fn go_on(&self) -> ControlFlow<Halt> {
        match self.missing() {
            0 => ControlFlow::Break(Halt::Ending(Ending::Enough)),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The best board.
    pub fn board(&self) -> Option<Solution> {
        self.best.lock().ok()?.as_ref().map(|(board, _)| board.clone())
    }

    /// Adds what a thread that has ended has counted.
    pub fn add(&self, stats: &Stats) {
        self.nodes.fetch_add(stats.nodes, Ordering::Relaxed);
        self.on_cards.fetch_add(stats.on_cards, Ordering::Relaxed);
        self.iterations.fetch_add(stats.iterations, Ordering::Relaxed);
    }

    /// Puts what all threads have counted into the run's counters, and returns the best board.
    pub fn close(self, run: &mut Run<'_>) -> Option<Solution> {
        run.stats.on_cards = self.on_cards.into_inner();
        (run.stats.nodes, run.stats.iterations) =
            (self.nodes.into_inner(), self.iterations.into_inner());
        let (board, _) = self.best.into_inner().ok().flatten()?;
        // At the end of the time the last report of a thread may have found nobody to listen.
        if run.relayed() < self.relayed.into_inner() {
            run.improved(&board);
        }
        Some(board)
    }
}

/// Takes up to `most` tiles off a board, each the one that most of the breaks left touch. Pinned ones stay.
fn without_broken(p: &Matching, board: &Board, breaks: &[Break], most: usize) -> Board {
    let mut board = board.clone();
    let mut breaks = breaks.to_vec();
    let pinned = |cell: usize| p.pins.iter().any(|pin| pin.cell == cell);
    for _ in 0..most {
        let mut touched: HashMap<usize, usize> = HashMap::new();
        let ends = breaks.iter().flat_map(|b| std::iter::once(b.cell).chain(b.beyond));
        ends.filter(|&cell| !pinned(cell)).for_each(|cell| *touched.entry(cell).or_default() += 1);
        let worst = touched.into_iter().max_by_key(|&(cell, touched)| (touched, cell));
        let Some((worst, _)) = worst else { break };
        board[worst] = None;
        breaks.retain(|b| b.cell != worst && b.beyond != Some(worst));
    }
    board
}
