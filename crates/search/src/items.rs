//! Exact cover with colours and multiplicities: the item with the fewest options left is settled first.
//!
//! A [`Search`](crate::Search) of a problem finds all its solutions, or as many as its limits say, as
//! [`Solution::Options`]; with [`Settings::count`] they are counted and not listed.
//!
//! ```
//! use marquetry_puzzle::items::{ExactCover, Item};
//! use marquetry_search::Search;
//!
//! let item = |name: &str| Item { name: name.into(), times: Some((1, 1)) };
//! let options = vec![vec![(0, None)], vec![(1, None)], vec![(0, None), (1, None)]];
//! let problem = ExactCover { items: vec![item("a"), item("b")], colours: Vec::new(), options };
//! assert_eq!(Search::cover(&problem).count().run(()).unwrap().stats.solutions, 2);
//! ```

use std::ops::ControlFlow;

use marquetry_puzzle::{ExactCover, Solution};

use crate::engines::Settings;
use crate::options::{Left, OPTIONAL, Options, SETTLED};
use crate::parallel;
use crate::race::{Entry, Finish, Heat, Question, Racer, Racing, race};
use crate::run::{Failure, Halt, Limits, Outcome, Run, StopFlag, Watch, at_hand};
use crate::tiling::dives::Dives;
use crate::tree::{Climb, Going, Interval, Tree, Walk};
use crate::unit::Rest;

pub mod reference;

/// Nanoseconds that a node takes, or nearly so.
const COST: f64 = 400.0;

/// What [`Search::run`](crate::Search::run) does for an exact cover problem.
pub(crate) fn solve(
    problem: &ExactCover,
    settings: &Settings,
    (limits, stop): (Limits, StopFlag),
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let mut run = Run::without_puzzle(limits, stop, watch);
    let tables = Listed::new(problem);
    let bare = Chosen::new(&tables, settings.count);
    let (flow, rest) = match first(&bare, settings, &mut run) {
        Finish::Over((flow, _)) => (flow, Rest::Everything),
        Finish::Leads(_, part) => {
            let make = || -> Box<dyn Climb + '_> { Box::new(Walk::new(bare.clone())) };
            let (flow, _) = parallel::search(&make, &part, settings.threads, &mut run);
            let rest = if flow.is_break() { Rest::Everything } else { Rest::Nothing };
            (flow, rest)
        }
    };
    run.finish(flow, rest)
}

/// For one solution, dives and the plain search take turns.
fn first(bare: &Chosen<'_>, settings: &Settings, run: &mut Run<'_>) -> Finish {
    if run.wanted() != Some(1) || settings.count {
        return Finish::Leads(0, Interval::WHOLE);
    }
    let dives = |_: &mut Run<'_>| -> Option<Box<dyn Racer + '_>> {
        let items = bare.tables.problem.items.len() as u64;
        Some(Box::new(Dives::new(bare.clone(), items, COST, settings.seed)))
    };
    let plain = |_: &mut Run<'_>| -> Option<Box<dyn Racer + '_>> {
        let climber = Box::new(Walk::new(bare.clone()));
        let going = Going::new(climber, Interval::WHOLE);
        let besides = Box::new(|| 0.0);
        let (name, cost, handicap, lucky) = ("exact", COST, 1.0, true);
        Some(Box::new(Racing { name, cost, handicap, lucky, besides, going }))
    };
    let entry = |make| Entry { tree: Some("exact"), make };
    let entries = vec![entry(Box::new(plain)), entry(Box::new(dives))];
    let heat = Heat { question: Question::Few(1), threads: at_hand(settings.threads), laps: None };
    let finish = race(entries, heat, run);
    // There is no other engine to name.
    run.chosen = None;
    finish
}

/// What stays the same during a search.
struct Listed<'p> {
    problem: &'p ExactCover,
    options: Options,
    /// Is no item of an option left for others, each is covered once and without a colour?
    plain: Vec<bool>,
}

impl<'p> Listed<'p> {
    fn new(problem: &'p ExactCover) -> Listed<'p> {
        let mut options = Options::new(problem.items.len());
        for (option, items) in problem.options.iter().enumerate() {
            let items = if problem.is_open(option) { &items[..] } else { &[] };
            let shaded = |&(item, colour): &(usize, Option<usize>)| {
                (item as u32, colour.map(|colour| colour as u32))
            };
            options.push(items.iter().map(shaded));
        }
        let once = |&(item, colour): &(usize, Option<usize>)| {
            colour.is_none() && matches!(problem.items[item].times, None | Some((1, 1)))
        };
        let plain = problem.options.iter().map(|items| items.iter().all(once)).collect();
        Listed { problem, options, plain }
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
    tables: &'t Listed<'t>,
    count: bool,
    options: Left<'t>,
    /// How many options with each item may and must still be taken.
    left: Vec<u32>,
    due: Vec<u32>,
    chosen: Vec<usize>,
}

impl<'t> Chosen<'t> {
    fn new(tables: &'t Listed<'t>, count: bool) -> Chosen<'t> {
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
        options.push();
        for (_, item) in never {
            let _ = options.drop_with(item);
        }
        options.done();
        let (left, due) = (times().map(|t| t.1).collect(), times().map(|t| t.0).collect());
        Chosen { tables, count, options, left, due, chosen: Vec::new() }
    }

    /// Notes that an option more has each of these items.
    fn use_up(&mut self, option: u32) {
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
    }

    /// Drops what a chosen option rules out.
    fn drop_all(&mut self, item: u32, option: u32) -> bool {
        let problem = self.tables.problem;
        // It may not be chosen again, nor what was tried before it.
        (self.left[item as usize] == 0 || self.options.drop_before(item, option + 1))
            && problem.options[option as usize].iter().all(|&(item, colour)| {
                match (problem.items[item].times, colour) {
                    (Some(_), _) => self.left[item] > 0 || self.options.drop_with(item as u32),
                    (None, None) => self.options.drop_with(item as u32),
                    (None, Some(_)) => self.options.drop_others(item as u32, option),
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
        let mut choices = self.options.among(item, ways, take);
        choices.extend(none);
        choices
    }

    fn weight(&self, decision: &Decision) -> u32 {
        decision.take.map_or(1, |option| self.tables.options.items(option).len() as u32)
    }

    fn take(&mut self, decision: &Decision) {
        self.options.push();
        match decision.take {
            None => {
                let _ = self.options.drop_with(decision.item);
            }
            Some(option) => {
                self.chosen.push(option as usize);
                if self.tables.plain[option as usize] {
                    let items = self.tables.options.items(option);
                    let _ = self.options.settle(items.iter().copied());
                } else {
                    self.use_up(option);
                    let _ = self.drop_all(decision.item, option);
                }
            }
        }
        self.options.done();
    }

    fn undo(&mut self, decision: &Decision) {
        self.options.pop();
        let Some(option) = decision.take.and_then(|_| self.chosen.pop()) else { return };
        if self.tables.plain[option] {
            return;
        }
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
        if self.options.fewest().is_some() {
            return ControlFlow::Continue(());
        }
        let faults = self.tables.problem.faults(&self.chosen);
        if !faults.is_empty() {
            return ControlFlow::Break(Halt::wrong(faults));
        }
        if self.count {
            run.count(1);
            return ControlFlow::Continue(());
        }
        self.solution().map_or(ControlFlow::Continue(()), |solution| run.solution(&solution))
    }
}
