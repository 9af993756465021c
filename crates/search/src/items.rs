//! Exact cover with colours and multiplicities: the item with the fewest options left is settled first.
//!
//! A [`Search`](crate::Search) of a problem finds all its solutions, or as many as its limits say, as
//! [`Solution::Options`]; with [`Settings::count`] they are counted and not listed. A search that was stopped can be gone on
//! with, as those of puzzles can.
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

use marquetry_puzzle::items::Item;
use marquetry_puzzle::{ExactCover, Solution};

use crate::engines::{Open, Settings, brought, rest_of};
use crate::options::{Left, OPTIONAL, Options, SETTLED};
use crate::race::{Entry, Finish, Heat, Question, Racer, Racing, race};
use crate::run::{Failure, Halt, Limits, Outcome, Run, StopFlag, Watch, at_hand};
use crate::tiling::dives::Dives;
use crate::tree::{Climb, Going, Interval, Tree, Walk};
use crate::unit::{Job, Rest};

pub mod reference;

/// What events and units call the engine, and the version of its tree: it changes when choices come in another order.
const ENGINE: (&str, u32) = ("items", 1);
/// Nanoseconds that a node takes, or nearly so.
const COST: f64 = 400.0;

/// The most words of memory that say which options with colours go with each other: 64 MiB.
const ROWS: usize = 1 << 23;

/// What [`Search::run`](crate::Search::run) does for an exact cover problem.
pub(crate) fn solve(
    problem: &ExactCover,
    settings: &Settings,
    (limits, stop): (Limits, StopFlag),
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let job = Job::of_items(problem, settings, ENGINE);
    let part = settings.from.as_ref().map(|unit| job.accept(&unit.job).map(|()| &unit.part));
    let part = part.transpose()?;
    let mut run = Run::without_puzzle(limits, stop, watch);
    let tables = Listed::new(problem, ROWS);
    let bare = Chosen::new(&tables, settings.count);
    let make = || -> Box<dyn Climb + '_> { Box::new(Walk::new(bare.clone())) };
    let (flow, open) = match part {
        Some(part) => brought(settings, part)(ENGINE.0, &make, &mut run),
        None => match first(&bare, settings, &mut run) {
            Finish::Over(left) => left,
            Finish::Leads(_, part) => rest_of(settings, part)(ENGINE.0, &make, &mut run),
        },
    };
    let rest = match open {
        _ if flow.is_continue() => Rest::Nothing,
        Open::Parts(_, parts) => Rest::of(&job, parts),
        Open::Unresumable => Rest::Everything,
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
        let (name, cost, handicap, lucky) = (ENGINE.0, COST, 1.0, true);
        Some(Box::new(Racing { name, cost, handicap, lucky, besides, going }))
    };
    let entry = |make| Entry { tree: Some(ENGINE.0), make };
    let entries = vec![entry(Box::new(plain)), entry(Box::new(dives))];
    let heat = Heat { question: Question::Few(1), threads: at_hand(settings.threads) };
    let finish = race(entries, heat, run);
    // There is no other engine to name.
    run.chosen = None;
    finish
}

/// What stays the same during a search.
struct Listed<'p> {
    problem: &'p ExactCover,
    options: Options,
    /// Is each item of an option covered once at most, save with the same colour?
    plain: Vec<bool>,
}

impl<'p> Listed<'p> {
    fn new(problem: &'p ExactCover, rows: usize) -> Listed<'p> {
        let once = |item: &Item| matches!(item.times, None | Some((_, 1)));
        let never = |&(item, _): &(usize, _)| problem.items[item].times == Some((0, 0));
        let mut options = Options::new(problem.items.iter().map(once).collect());
        for (option, items) in problem.options.iter().enumerate() {
            let open = problem.is_open(option) && !items.iter().any(never);
            let items = if open { &items[..] } else { &[] };
            let shaded = |&(item, colour): &(usize, Option<usize>)| {
                (item as u32, colour.map(|colour| colour as u32))
            };
            options.push(items.iter().map(shaded));
        }
        let counted = |item: u32| added(problem.items[item as usize].times) < SETTLED;
        options.complete(counted, rows);
        let plain = problem.options.iter();
        let plain = plain.map(|items| items.iter().all(|&(item, _)| once(&problem.items[item])));
        Listed { plain: plain.collect(), problem, options }
    }
}

/// What is added to the number of options with an item that is covered so many times.
fn added(times: Option<(u32, u32)>) -> i32 {
    match times {
        // A secondary item is ruled out by colours, never by number.
        None | Some((0, 0)) => SETTLED,
        Some((0, _)) => OPTIONAL,
        // More than there can be are as impossible as so many.
        Some((least, _)) => 1 - least.min(OPTIONAL as u32 / 2) as i32,
    }
}

/// What is decided at a node.
#[derive(Copy, Clone)]
struct Decision {
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
        let options = Left::new(&tables.options, problem.items.iter().map(|i| added(i.times)));
        let times = || problem.items.iter().map(|item| item.times.unwrap_or((0, u32::MAX)));
        let (left, due) = (times().map(|t| t.1).collect(), times().map(|t| t.0).collect());
        Chosen { tables, count, options, left, due, chosen: Vec::new() }
    }

    /// The items of an option that may be covered again.
    fn often(&self, option: usize) -> impl Iterator<Item = (usize, (u32, u32))> + use<'t> {
        let problem = self.tables.problem;
        let items = problem.options[option].iter();
        let often = items.filter_map(|&(item, _)| Some((item, problem.items[item].times?)));
        often.filter(|(_, (_, most))| *most != 1)
    }

    /// Notes that an option more has these items.
    fn use_up(&mut self, option: u32) {
        for (item, _) in self.often(option as usize) {
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

    /// Drops what a chosen option rules out by the number of times that items are covered.
    fn drop_more(&mut self, item: u32, option: u32) -> bool {
        self.often(option as usize).all(|(other, _)| match self.left[other] {
            0 => self.options.drop_with(other as u32),
            // It may not be chosen again, nor what was tried before it.
            _ if other == item as usize => self.options.drop_before(item, option + 1),
            _ => true,
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
                let plain = self.tables.plain[option as usize];
                if !plain {
                    self.use_up(option);
                }
                let _ = self.options.rule_out(option)
                    && (plain || self.drop_more(decision.item, option));
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
        for (item, (least, most)) in self.often(option) {
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
        if !self.tables.problem.is_solution(&self.chosen) {
            return ControlFlow::Break(Halt::wrong(self.tables.problem.faults(&self.chosen)));
        }
        if self.count {
            run.count(1);
            return ControlFlow::Continue(());
        }
        self.solution().map_or(ControlFlow::Continue(()), |solution| run.solution(&solution))
    }
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::generate::dice::Dice;

    use super::*;
    use crate::run::each_solution;
    use crate::tree::Climb;

    /// Some items, all covered once or some otherwise, and options that give others one of so many colours, or none.
    fn problem(seed: u64, colours: u32) -> ExactCover {
        let mut dice = Dice::new(seed);
        let times = match seed.is_multiple_of(2) {
            true => [(1, 1); 8],
            false => [(1, 1), (1, 1), (1, 1), (0, 1), (0, 2), (2, 2), (1, 3), (0, 0)],
        };
        let mut item = |i: usize| {
            // The last is for an item that is never covered: one of these is enough.
            let kinds = times.len() as u32 - u32::from(i > 0);
            let times = (i < 6).then(|| times[dice.below(kinds) as usize]);
            Item { name: i.to_string(), times }
        };
        let items: Vec<Item> = (0..10).map(&mut item).collect();
        let mut option = || {
            let mut items: Vec<usize> = (0..10).collect();
            dice.shuffle(&mut items);
            items.truncate(1 + dice.below(4) as usize);
            let mut shaded = |item: usize| {
                let coloured = item >= 6 && dice.below(6) > 0;
                (item, coloured.then(|| dice.below(colours) as usize))
            };
            items.into_iter().map(&mut shaded).collect()
        };
        let options = (0..12).map(|_| option()).collect();
        ExactCover { items, colours: (0..colours).map(|c| c.to_string()).collect(), options }
    }

    /// All solutions in the order in which they are found, and the nodes.
    fn search(problem: &ExactCover, rows: usize) -> (Vec<Vec<usize>>, u64) {
        let mut found = Vec::new();
        let mut keep = each_solution(|solution: &Solution| {
            found.extend(match solution {
                Solution::Options(options) => Some(options.clone()),
                _ => None,
            });
            ControlFlow::Continue(())
        });
        let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut keep);
        let tables = Listed::new(problem, rows);
        let flow = Walk::new(Chosen::new(&tables, false)).go(&mut run);
        assert_eq!(flow, ControlFlow::Continue(()));
        let nodes = run.stats.nodes;
        drop(run);
        (found, nodes)
    }

    #[test]
    fn a_solution_is_what_has_no_fault() {
        let mut right = 0;
        for seed in 0..40 {
            let problem = problem(seed, 2);
            for subset in 0..1_usize << problem.options.len() {
                let chosen: Vec<usize> = crate::bits::ones(subset as u64).collect();
                let judged = problem.faults(&chosen).is_empty();
                assert_eq!(problem.is_solution(&chosen), judged, "{seed}: {chosen:?}");
                right += u32::from(judged);
            }
        }
        assert!(right > 10, "only {right} solutions");
    }

    #[test]
    fn rows_of_options_find_what_lists_find_in_the_same_order() {
        let mut solvable = [0, 0];
        for seed in 0..600 {
            // With one colour, a settled item needs no bits; with many, each option has its own.
            let problem = problem(seed, [1, 2, 3, 5, 40][seed as usize % 5]);
            let (found, nodes) = search(&problem, ROWS);
            assert_eq!(search(&problem, 0), (found.clone(), nodes), "{seed}");
            let mut truth = reference::solutions(&problem);
            truth.sort();
            let mut found = found;
            found.sort();
            assert_eq!(found, truth, "{seed}");
            solvable[seed as usize % 2] += u32::from(!truth.is_empty());
        }
        assert!(
            solvable.iter().all(|&many| many > 100),
            "only {solvable:?} problems had solutions"
        );
    }
}
