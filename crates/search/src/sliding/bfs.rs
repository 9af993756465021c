//! Breadth-first search: shortest solutions, proven.
//!
//! ```
//! use marquetry_puzzle::Cell;
//! use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};
//! use marquetry_search::sliding::bfs::survey;
//! use marquetry_search::{Limits, Metric, Run, StopFlag};
//!
//! let at = |x| vec![Cell::at(x, 0)];
//! let block = Block { name: "A".into(), label: None, cells: at(0), freedom: Freedom::default() };
//! let goal = vec![Target { label: None, cells: at(2) }];
//! let (title, walls, blocks) = (String::new(), Vec::new(), vec![block]);
//! let tray = Sliding::new(Setup { title, width: 3, height: 1, walls, blocks, goal }).unwrap();
//! let mut nobody = ();
//! let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut nobody);
//!
//! let survey = survey(&tray, Metric::Steps, 1, &mut run).unwrap();
//! assert_eq!((survey.positions, survey.deepest), (3, 2));
//! ```

use std::ops::ControlFlow;

use marquetry_puzzle::Solution;
use marquetry_puzzle::sliding::Sliding;

use super::back::{Ways, one_way};
use super::code::Code;
use super::compact::Compact;
use super::cramped::{Cramped, Tight};
use super::kept::Kept;
use super::levels::{self, Until};
use super::masks::mask_bits;
use super::places::{Region, regions};
use super::record::Found;
use super::retrace;
use super::space::Space;
use super::wide::Wide;
use crate::engines::{Metric, Settings};
use crate::run::{Halt, Run};

/// What is done with the space of a tray's positions, whatever its keys are.
pub(super) trait Task {
    /// What comes of it.
    type Output;
    /// Does it.
    fn on<S: Space>(self, space: &S) -> Self::Output;
}

/// Where blocks can get to and how positions are numbered, if the tray's cells are the bits of a mask. To look at a large one
/// would take longer than many searches of it.
fn small(p: &Sliding) -> Option<(Vec<Region>, Code)> {
    let regions = (mask_bits(p) <= 128).then(|| regions(p))?;
    let code = Code::of(&regions)?;
    Some((regions, code))
}

/// Chooses the smallest keys and masks that the tray fits.
pub(super) fn with_space<T: Task>(p: &Sliding, metric: Metric, task: T) -> T::Output {
    let Some((regions, code)) = small(p) else { return task.on(&Wide::new(p, metric)) };
    let shorter = |tight: &Tight| tight.bits() <= 63 || code.bits > 63;
    let Some(tight) = Tight::of(p, &regions).filter(shorter) else {
        return with_code(p, metric, &code, task);
    };
    let codes = (&code, &tight);
    match (mask_bits(p) <= 64, tight.bits() <= 63) {
        (true, true) => task.on(&Cramped::<u64, u64>::new(p, metric, &regions, codes)),
        (true, false) => task.on(&Cramped::<u64, u128>::new(p, metric, &regions, codes)),
        (false, true) => task.on(&Cramped::<u128, u64>::new(p, metric, &regions, codes)),
        (false, false) => task.on(&Cramped::<u128, u128>::new(p, metric, &regions, codes)),
    }
}

/// The same with the keys by which positions are put in order.
pub(super) fn with_plain_space<T: Task>(p: &Sliding, metric: Metric, task: T) -> T::Output {
    match small(p) {
        Some((_, code)) => with_code(p, metric, &code, task),
        None => task.on(&Wide::new(p, metric)),
    }
}

fn with_code<T: Task>(p: &Sliding, metric: Metric, code: &Code, task: T) -> T::Output {
    match (mask_bits(p) <= 64, code.bits <= 63) {
        (true, true) => task.on(&Compact::<u64, u64>::new(p, metric, code)),
        (true, false) => task.on(&Compact::<u64, u128>::new(p, metric, code)),
        (false, true) => task.on(&Compact::<u128, u64>::new(p, metric, code)),
        (false, false) => task.on(&Compact::<u128, u128>::new(p, metric, code)),
    }
}

/// Are the tray's positions small numbers?
pub(crate) fn is_compact(p: &Sliding) -> bool {
    small(p).is_some()
}

/// Searches and reports all shortest solutions, as the reference does.
pub(crate) fn search(p: &Sliding, settings: &Settings, run: &mut Run<'_>) -> ControlFlow<Halt> {
    match attempt(p, settings, u64::MAX, run) {
        Ok(_) => ControlFlow::Continue(()),
        Err(halt) => ControlFlow::Break(halt),
    }
}

/// The same within a number of positions. When they were not enough: how many there are on each level so far.
pub(crate) fn attempt(
    p: &Sliding,
    settings: &Settings,
    budget: u64,
    run: &mut Run<'_>,
) -> Result<Option<Vec<usize>>, Halt> {
    with_space(p, settings.metric, Solve { p, settings, budget, run })
}

struct Solve<'a, 'r> {
    p: &'a Sliding,
    settings: &'a Settings,
    budget: u64,
    run: &'a mut Run<'r>,
}

impl Task for Solve<'_, '_> {
    type Output = Result<Option<Vec<usize>>, Halt>;

    fn on<S: Space>(self, space: &S) -> Self::Output {
        let Solve { p, settings, budget, run } = self;
        let until = Until::Goal { budget, one: run.wanted() == Some(1) && !settings.count };
        let keep = settings.keep.as_deref();
        let open = |folder| Kept::open(folder, (p, settings.metric), space.width(), run);
        let kept = keep.map(open).transpose()?;
        let found = levels::search(space, until, (settings.threads, kept), run)?;
        tell(space, (p, settings), &found, run)?;
        Ok((!found.complete).then_some(found.counts))
    }
}

/// Reports or counts the solutions among the levels that a search has found.
pub(super) fn tell<S: Space>(
    space: &S,
    (p, settings): (&Sliding, &Settings),
    found: &Found<S::Key>,
    run: &mut Run<'_>,
) -> Result<(), Halt> {
    if found.goals.is_empty() {
        return Ok(());
    }
    run.shortest = Some(true);
    let report = |run: &mut Run<'_>, way: &[&S::Key]| {
        let hops = way.windows(2).map(|pair| space.moved(pair[0], pair[1]));
        let moves = retrace::moves(p, settings.metric, hops);
        run.solution(&Solution::Moves(moves)).break_value().map_or(Ok(()), Err)
    };
    if settings.count && !settings.distinct {
        let count = Ways::of(space, found, run)?.count();
        run.count(u64::try_from(&count).unwrap_or(u64::MAX));
        run.total = Some(count);
        return Ok(());
    }
    let first = one_way(space, found, run)?;
    report(run, &first.iter().collect::<Vec<_>>())?;
    let ways = Ways::of(space, found, run)?;
    ways.each(|way| if way.iter().copied().eq(&first) { Ok(()) } else { report(run, &way) })
}

/// What there is to reach in a tray, whatever the goal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Positions that can be reached, the start among them.
    pub positions: u64,
    /// Moves to the farthest of them.
    pub deepest: usize,
    /// The most bytes that the search took.
    pub bytes: usize,
}

/// Visits every position that can be reached.
pub fn survey(
    p: &Sliding,
    metric: Metric,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Survey, Halt> {
    struct Count<'a, 'r>(usize, &'a mut Run<'r>);
    impl Task for Count<'_, '_> {
        type Output = Result<Survey, Halt>;
        fn on<S: Space>(self, space: &S) -> Result<Survey, Halt> {
            let found: Found<S::Key> = levels::search(space, Until::End, (self.0, None), self.1)?;
            Ok(Survey {
                positions: found.counts.iter().sum::<usize>() as u64,
                deepest: found.depth().saturating_sub(1),
                bytes: found.bytes,
            })
        }
    }
    with_space(p, metric, Count(threads, run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Limits, StopFlag, each_solution};

    /// The solutions in order, and the nodes it took to find them or that there are none.
    fn solved(
        p: &Sliding,
        metric: Metric,
        wide: bool,
        limits: Limits,
    ) -> (Result<Option<Vec<usize>>, Halt>, Vec<Solution>, u64) {
        let (puzzle, settings) = (p.clone().into(), Settings { metric, ..Settings::default() });
        let mut found = Vec::new();
        let mut watch = each_solution(|solution: &Solution| {
            found.push(solution.clone());
            ControlFlow::Continue(())
        });
        let mut run = Run::new(&puzzle, false, limits, StopFlag::default(), &mut watch);
        let task = Solve { p, settings: &settings, budget: u64::MAX, run: &mut run };
        let end = if wide { task.on(&Wide::new(p, metric)) } else { with_space(p, metric, task) };
        let nodes = run.stats.nodes;
        found.sort();
        (end, found, nodes)
    }

    #[test]
    fn trays_too_big_for_numbers_are_searched_the_same_way_in_memory_and_on_disk() {
        for seed in 300..400 {
            let p = marquetry_testkit::sliding::sliding(seed);
            for metric in [Metric::Moves, Metric::Slides, Metric::Steps] {
                let solve = |wide, limits| solved(&p, metric, wide, limits);
                let some = Limits { solutions: Some(100), ..Limits::default() };
                let (mut narrow, mut wide) = (solve(false, some), solve(true, some));
                if narrow.0.is_err() {
                    // Which hundred come first depends on the keys.
                    narrow.1.clear();
                    wide.1.clear();
                }
                assert_eq!(narrow, wide, "tray {seed}, {metric:?}");
                let one = Limits { solutions: Some(1), ..Limits::default() };
                let cramped = Limits { memory: Some(1), ..one };
                let first = solve(true, one);
                assert_eq!(first, solve(true, cramped), "tray {seed}, {metric:?}");
            }
        }
    }
}
