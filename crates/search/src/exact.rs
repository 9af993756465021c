//! Exact cover with colours and multiplicities: the item with the fewest options left is settled first.
//!
//! Options are bits. A chosen option takes out whole words of options that it rules out, and the number of options left
//! is kept up to date for the items of those that really fell out.

use std::ops::ControlFlow;

use marquetry_puzzle::{ExactCover, Solution};
use rustc_hash::FxHashMap;

use crate::engines::Settings;
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

/// Some options: words of bits that are not empty, with their index.
type Bits = Vec<(u32, u64)>;

fn set(bits: &mut Bits, option: usize) {
    let word = (option / 64) as u32;
    match bits.last_mut() {
        Some(last) if last.0 == word => last.1 |= 1 << (option % 64),
        _ => bits.push((word, 1 << (option % 64))),
    }
}

/// What stays the same during a search.
struct Tables<'p> {
    problem: &'p ExactCover,
    /// The options with each item, and those that give it some colour.
    with: Vec<Bits>,
    coloured: FxHashMap<(usize, usize), Bits>,
}

impl<'p> Tables<'p> {
    fn new(problem: &'p ExactCover) -> Tables<'p> {
        let mut with = vec![Bits::new(); problem.items.len()];
        let mut coloured: FxHashMap<(usize, usize), Bits> = FxHashMap::default();
        for (option, items) in problem.options.iter().enumerate().filter(|o| problem.is_open(o.0)) {
            for &(item, colour) in items {
                set(&mut with[item], option);
                if let Some(colour) = colour {
                    set(coloured.entry((item, colour)).or_default(), option);
                }
            }
        }
        Tables { problem, with, coloured }
    }

    fn items(&self, option: usize) -> &'p [(usize, Option<usize>)] {
        &self.problem.options[option]
    }
}

/// What is decided at a node.
#[derive(Copy, Clone)]
pub struct Decision {
    item: usize,
    /// The option to take, or none of those left for the item. Options of the item before it are given up.
    take: Option<usize>,
}

/// Some options chosen.
#[derive(Clone)]
struct Chosen<'t> {
    tables: &'t Tables<'t>,
    count: bool,
    alive: Vec<u64>,
    /// Options left for each item, and how many of them may and must still be taken.
    ways: Vec<u32>,
    left: Vec<u32>,
    due: Vec<u32>,
    /// What fell out, word by word, and where each level of it begins.
    fallen: Bits,
    levels: Vec<usize>,
    chosen: Vec<usize>,
}

impl<'t> Chosen<'t> {
    fn new(tables: &'t Tables<'t>, count: bool) -> Chosen<'t> {
        let problem = tables.problem;
        let mut alive = vec![0; problem.options.len().div_ceil(64)];
        tables.with.iter().flatten().for_each(|&(word, bits)| alive[word as usize] |= bits);
        let ways = |bits: &Bits| bits.iter().map(|b| b.1.count_ones()).sum();
        // A secondary item is ruled out by colours, never by number.
        let times = || problem.items.iter().map(|item| item.times.unwrap_or((0, u32::MAX)));
        let mut bare = Chosen {
            tables,
            count,
            alive,
            ways: tables.with.iter().map(ways).collect(),
            left: times().map(|t| t.1).collect(),
            due: times().map(|t| t.0).collect(),
            fallen: Bits::new(),
            levels: Vec::new(),
            chosen: Vec::new(),
        };
        let never = (0..problem.items.len()).filter(|&item| bare.left[item] == 0);
        never.collect::<Vec<_>>().into_iter().for_each(|item| bare.drop_with(item));
        bare
    }

    fn drop(&mut self, word: u32, bits: u64) {
        let fall = self.alive[word as usize] & bits;
        if fall != 0 {
            self.alive[word as usize] &= !fall;
            self.fallen.push((word, fall));
            self.each(word, fall, |ways| *ways -= 1);
        }
    }

    /// Changes the options left for the items of some options.
    fn each(&mut self, word: u32, mut bits: u64, change: impl Fn(&mut u32)) {
        while bits != 0 {
            let option = word as usize * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            self.tables.items(option).iter().for_each(|&(item, _)| change(&mut self.ways[item]));
        }
    }

    fn drop_with(&mut self, item: usize) {
        let tables = self.tables;
        tables.with[item].iter().for_each(|&(word, bits)| self.drop(word, bits));
    }

    /// Drops the options that give an item no colour or another one.
    fn drop_others(&mut self, item: usize, colour: usize) {
        let tables = self.tables;
        let mut same = tables.coloured[&(item, colour)].iter().peekable();
        for &(word, bits) in &tables.with[item] {
            let kept = same.next_if(|s| s.0 == word).map_or(0, |s| s.1);
            self.drop(word, bits & !kept);
        }
    }

    /// Drops the options with an item that come before one of them, and that one.
    fn drop_up_to(&mut self, item: usize, option: usize) {
        let tables = self.tables;
        let (last, up_to) = ((option / 64) as u32, u64::MAX >> (63 - option % 64));
        for &(word, bits) in tables.with[item].iter().take_while(|b| b.0 <= last) {
            self.drop(word, if word == last { bits & up_to } else { bits });
        }
    }

    fn left_for(&self, item: usize) -> impl Iterator<Item = usize> {
        self.tables.with[item].iter().flat_map(|&(word, bits)| {
            let mut rest = self.alive[word as usize] & bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(word as usize * 64 + bit)
            })
        })
    }

    /// The item to settle next, and how many options for it are to be tried: one that must be covered where there is
    /// one, otherwise one that may be.
    fn next(&self) -> Option<(u32, usize)> {
        let due = (0..self.due.len()).filter(|&item| self.due[item] > 0);
        let ways = |item: usize| (self.ways[item] + 1).saturating_sub(self.due[item]);
        let may = || {
            let primary = |&item: &usize| self.tables.problem.items[item].times.is_some();
            let open = (0..self.ways.len()).filter(|&item| self.ways[item] > 0);
            open.filter(primary).map(|item| (self.ways[item], item)).min()
        };
        due.map(|item| (ways(item), item)).min().or_else(may)
    }
}

impl Tree for Chosen<'_> {
    type Choice = Decision;

    fn choices(&self) -> Vec<Decision> {
        let Some((ways, item)) = self.next() else { return Vec::new() };
        let take = |option| Decision { item, take: Some(option) };
        let none = (self.due[item] == 0).then_some(Decision { item, take: None });
        self.left_for(item).take(ways as usize).map(take).chain(none).collect()
    }

    fn take(&mut self, decision: &Decision) {
        self.levels.push(self.fallen.len());
        let Some(option) = decision.take else { return self.drop_with(decision.item) };
        self.chosen.push(option);
        self.drop_up_to(decision.item, option);
        for &(item, colour) in self.tables.items(option) {
            match (self.tables.problem.items[item].times, colour) {
                (Some(_), _) => {
                    self.left[item] -= 1;
                    self.due[item] = self.due[item].saturating_sub(1);
                    if self.left[item] == 0 {
                        self.drop_with(item);
                    }
                }
                (None, None) => self.drop_with(item),
                (None, Some(colour)) => self.drop_others(item, colour),
            }
        }
    }

    fn undo(&mut self, decision: &Decision) {
        let level = self.levels.pop().unwrap_or(0);
        while self.fallen.len() > level {
            let Some((word, bits)) = self.fallen.pop() else { break };
            self.alive[word as usize] |= bits;
            self.each(word, bits, |ways| *ways += 1);
        }
        let Some(option) = decision.take.and_then(|_| self.chosen.pop()) else { return };
        for &(item, _) in self.tables.items(option) {
            let Some((least, most)) = self.tables.problem.items[item].times else { continue };
            self.left[item] += 1;
            self.due[item] = least.saturating_sub(most - self.left[item]);
        }
    }

    fn solution(&self) -> Option<Solution> {
        let whole = self.next().is_none();
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
