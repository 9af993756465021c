//! Exact cover with colours and multiplicities: the item with the fewest options left is settled first.

use std::ops::ControlFlow;

use marquetry_puzzle::{ExactCover, Solution};
use rustc_hash::FxHashMap;

use crate::engines::Settings;
use crate::options::{Left, OPTIONAL, Options, SETTLED, Words, set};
use crate::parallel;
use crate::run::{Failure, Halt, Limits, Outcome, Run, StopFlag, Watch};
use crate::tree::{Climb, Interval, Tree, Walk};
use crate::unit::Rest;

pub mod reference;

/// Searches an exact cover problem: all solutions, or as many as the limits say, as [`Solution::Options`]. With
/// [`Settings::count`] they are counted and not listed.
///
/// ```
/// use marquetry_puzzle::exact::{ExactCover, Item};
/// use marquetry_search::{Limits, Settings, StopFlag, exact};
///
/// let item = |name: &str| Item { name: name.into(), times: Some((1, 1)) };
/// let options = vec![vec![(0, None)], vec![(1, None)], vec![(0, None), (1, None)]];
/// let problem = ExactCover { items: vec![item("a"), item("b")], colours: Vec::new(), options };
/// let how = Settings { count: true, ..Settings::default() };
/// let outcome = exact::solve(&problem, &how, Limits::default(), StopFlag::default(), &mut ());
/// assert_eq!(outcome.unwrap().stats.solutions, 2);
/// ```
pub fn solve(
    problem: &ExactCover,
    settings: &Settings,
    limits: Limits,
    stop: StopFlag,
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let mut run = Run::without_puzzle(limits, stop, watch);
    let tables = Tables::new(problem);
    let bare = Chosen::new(&tables, settings.count);
    let make = || -> Box<dyn Climb + '_> { Box::new(Walk::new(bare.clone())) };
    let (flow, _) = parallel::search(&make, &Interval::WHOLE, settings.threads, &mut run);
    let rest = if flow.is_break() { Rest::Everything } else { Rest::Nothing };
    run.finish(flow, rest)
}

/// What stays the same during a search.
struct Tables<'p> {
    problem: &'p ExactCover,
    options: Options,
    /// The options that give an item some colour.
    coloured: FxHashMap<(usize, usize), Words>,
}

impl<'p> Tables<'p> {
    fn new(problem: &'p ExactCover) -> Tables<'p> {
        let mut options = Options::new(problem.items.len());
        let mut coloured: FxHashMap<(usize, usize), Words> = FxHashMap::default();
        for (option, items) in problem.options.iter().enumerate() {
            let items = if problem.is_open(option) { &items[..] } else { &[] };
            options.push(items.iter().map(|&(item, _)| item as u32));
            for &(item, colour) in items {
                if let Some(colour) = colour {
                    set(coloured.entry((item, colour)).or_default(), option as u32);
                }
            }
        }
        Tables { problem, options, coloured }
    }
}

/// What is decided at a node.
#[derive(Copy, Clone)]
pub struct Decision {
    item: u32,
    /// The option to take, or none of those left for the item. Options of the item before it are given up.
    take: Option<u32>,
}

/// Some options chosen.
#[derive(Clone)]
struct Chosen<'t> {
    tables: &'t Tables<'t>,
    count: bool,
    options: Left<'t>,
    /// How many options with each item may and must still be taken.
    left: Vec<u32>,
    due: Vec<u32>,
    chosen: Vec<usize>,
}

impl<'t> Chosen<'t> {
    fn new(tables: &'t Tables<'t>, count: bool) -> Chosen<'t> {
        let problem = tables.problem;
        let added = problem.items.iter().map(|item| match item.times {
            // A secondary item is ruled out by colours, never by number.
            None | Some((0, 0)) => SETTLED,
            Some((0, _)) => OPTIONAL,
            // More than there can be are as impossible as so many.
            Some((least, _)) => 1 - least.min(OPTIONAL as u32 / 2) as i32,
        });
        let times = || problem.items.iter().map(|item| item.times.unwrap_or((0, u32::MAX)));
        let mut options = Left::new(&tables.options, added);
        let never = times().zip(0..).filter(|((_, most), _)| *most == 0);
        for (_, item) in never {
            let _ = options.drop_with(item);
        }
        let (left, due) = (times().map(|t| t.1).collect(), times().map(|t| t.0).collect());
        Chosen { tables, count, options, left, due, chosen: Vec::new() }
    }

    /// Drops the options that give an item no colour or another one.
    fn drop_others(&mut self, item: usize, colour: usize) -> bool {
        let tables = self.tables;
        let mut same = tables.coloured[&(item, colour)].iter().peekable();
        tables.options.with(item as u32).iter().all(|&(word, bits)| {
            let kept = same.next_if(|s| s.0 == word).map_or(0, |s| s.1);
            self.options.drop(word, bits & !kept)
        })
    }

    /// Drops what a chosen option rules out.
    fn drop_all(&mut self, item: u32, option: u32) -> bool {
        let problem = self.tables.problem;
        // It may not be chosen again, nor what was tried before it.
        self.options.drop_before(item, option + 1)
            && problem.options[option as usize].iter().all(|&(item, colour)| {
                match (problem.items[item].times, colour) {
                    (Some(_), _) => self.left[item] > 0 || self.options.drop_with(item as u32),
                    (None, None) => self.options.drop_with(item as u32),
                    (None, Some(colour)) => self.drop_others(item, colour),
                }
            })
    }
}

impl Tree for Chosen<'_> {
    type Choice = Decision;

    fn choices(&self) -> Vec<Decision> {
        let Some((ways, item)) = self.options.fewest() else { return Vec::new() };
        let take = |option| Decision { item, take: Some(option) };
        let none = (self.due[item as usize] == 0).then_some(Decision { item, take: None });
        self.options.among(item).take(ways as usize).map(take).chain(none).collect()
    }

    fn take(&mut self, decision: &Decision) {
        self.options.push();
        let Some(option) = decision.take else {
            let _ = self.options.drop_with(decision.item);
            return;
        };
        self.chosen.push(option as usize);
        let problem = self.tables.problem;
        for &(item, _) in &problem.options[option as usize] {
            if problem.items[item].times.is_none() {
                continue;
            }
            self.left[item] -= 1;
            let due = self.due[item];
            self.due[item] = due.saturating_sub(1);
            let more = match due {
                _ if self.left[item] == 0 => SETTLED,
                0 => 0,
                1 => OPTIONAL,
                _ => 1,
            };
            self.options.add(item as u32, more);
        }
        let _ = self.drop_all(decision.item, option);
    }

    fn undo(&mut self, decision: &Decision) {
        self.options.pop();
        let Some(option) = decision.take.and_then(|_| self.chosen.pop()) else { return };
        for &(item, _) in &self.tables.problem.options[option] {
            let Some((least, most)) = self.tables.problem.items[item].times else { continue };
            self.left[item] += 1;
            self.due[item] = least.saturating_sub(most - self.left[item]);
        }
    }

    fn solution(&self) -> Option<Solution> {
        let whole = self.options.fewest().is_none();
        whole.then(|| {
            let mut options = self.chosen.clone();
            options.sort_unstable();
            Solution::Options(options)
        })
    }

    fn report(&self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let Some(solution) = self.solution() else { return ControlFlow::Continue(()) };
        let faults = self.tables.problem.faults(&self.chosen);
        if !faults.is_empty() {
            return ControlFlow::Break(Halt::wrong(faults));
        }
        if self.count {
            run.count(1);
            return ControlFlow::Continue(());
        }
        run.solution(&solution)
    }
}
