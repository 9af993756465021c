//! Several engines on one puzzle by turns, until one of them has the answer.
//!
//! Which engine suits a puzzle often shows only while it searches. So each goes on for a lap at a time from where it
//! stopped, laps grow, and an engine that promises less gets shorter ones: together they cost little more than the best
//! of them alone. Everything is counted in nodes, so that a race on one thread is the same on every machine.

use std::ops::ControlFlow;

use marquetry_puzzle::Solution;
use num_bigint::BigUint;

use crate::engines::{Left, Open};
use crate::run::{Ending, Halt, Run, heft};
use crate::tree::{Going, Interval};

/// An engine that can be stopped and goes on from there.
pub(crate) trait Racer {
    /// What `--engine` calls it.
    fn name(&self) -> &'static str;
    /// About how many nanoseconds a node takes: a fixed number, since clocks differ.
    fn cost(&self) -> f64;
    /// Nanoseconds that it has spent on more than nodes.
    fn besides(&self) -> f64 {
        0.0
    }
    /// Goes on to the end of its search or of the run.
    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt>;
    /// The part of its search that is done, 0 where it cannot tell.
    fn share(&self) -> f64;
    /// What a search that was stopped has left; `None` where it cannot be gone on with.
    fn rest(&self) -> Option<Vec<Interval>> {
        None
    }
    /// The number of solutions, where they are not counted one by one.
    fn total(&self) -> Option<BigUint> {
        None
    }
    /// May it find a solution at any time, however little it promises?
    fn lucky(&self) -> bool {
        true
    }
    /// Can it search with several threads?
    fn shares(&self) -> bool {
        true
    }
    /// Is its search over only when there is no more to find?
    fn proves(&self) -> bool {
        true
    }
}

/// A racer that is made when its first lap comes.
pub(crate) struct Entry<'e> {
    /// The engine in whose tree it could be gone on, were it not begun; `None` where there is none.
    pub tree: Option<&'static str>,
    /// Makes it; `None` when it does not take the puzzle.
    pub make: Making<'e>,
}

/// Makes a racer.
type Making<'e> = Box<dyn FnOnce(&mut Run<'_>) -> Option<Box<dyn Racer + 'e>> + 'e>;

/// A search of a tree in a race.
pub(crate) struct Racing<'r> {
    /// What `--engine` calls it.
    pub name: &'static str,
    /// About how many nanoseconds a node takes.
    pub cost: f64,
    /// How many times less than it seems is done.
    pub handicap: f64,
    /// May it find a solution at any time?
    pub lucky: bool,
    /// Nanoseconds that it has spent on more than nodes.
    pub besides: Box<dyn Fn() -> f64 + 'r>,
    /// The search.
    pub going: Going<'r>,
}

impl Racer for Racing<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cost(&self) -> f64 {
        self.cost
    }

    fn besides(&self) -> f64 {
        (self.besides)()
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.going.go(run)
    }

    fn share(&self) -> f64 {
        self.going.share() / self.handicap
    }

    fn rest(&self) -> Option<Vec<Interval>> {
        Some(self.going.rest().into_iter().collect())
    }

    fn lucky(&self) -> bool {
        self.lucky
    }
}

/// The first lap, which the first engine has for itself, in nanoseconds: most puzzles are solved in it.
const FIRST: f64 = 8e6;
/// How much longer each lap is than the one before.
const GROWTH: f64 = 1.25;
/// The part of a lap for an engine that has not shown yet what it can do.
const UNKNOWN: f64 = 1.0 / 8.0;
/// The part for one that is not ahead, at the most: two that promise about as much must not cost the sum of both.
const BEHIND: f64 = 1.0 / 8.0;
/// Promises go up and down. What the puzzle looks like counts too: to be ahead of the likeliest engine is to promise so many
/// times as much.
const AHEAD: f64 = 1.75;
/// What an engine promises after little work is worth little: at once it goes on for no more than to so many times its work
/// so far, and has to promise anew.
const STEP: f64 = 2.0;
/// Others begin only when the first lap is over, and until a lap is so long only if no engine promises to be done within
/// so many laps.
const SOON: f64 = 32e6;
const NEAR: f64 = 4.0;
/// The least part, however little an engine promises.
const LEAST: f64 = 1.0 / 16.0;
/// A first solution comes by luck, and that a tree seems small is no reason to leave another: so many favourites get whole
/// laps, and the others the least part.
const FAVOURITES: usize = 2;
/// Where all solutions are wanted, one engine must be decided on so that they can be told: after so many nanoseconds if
/// it promises so many times as much as the others, and after so many at the latest.
const EARLY: f64 = 40e6;
const CLEARLY: f64 = 4.0;
const LATEST: f64 = 1e9;
/// What promises to take so many nanoseconds, which is a week, is no help where there was no memory for a better engine.
const FOREVER: f64 = 6e14;
/// Until then, so many solutions are kept for each engine, or so many bytes of them: they are judged and told afterwards,
/// which must not take long.
const KEPT: usize = 4096;
const KEPT_BYTES: u64 = 4 << 20;
/// As many solutions are few: they are told when an engine has all of them.
const FEW: u64 = 16;

/// What is asked of a race.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// So many solutions.
    Few(u64),
    /// All solutions, or very many.
    All,
    /// Their number.
    Count,
}

impl Question {
    /// What a run asks.
    pub fn of(count: bool, run: &Run<'_>) -> Question {
        match run.wanted() {
            _ if count => Question::Count,
            Some(few) if few <= FEW => Question::Few(few),
            _ => Question::All,
        }
    }
}

/// How a race ended.
pub(crate) enum Finish {
    /// With the answer, or because it had to stop.
    Over(Left),
    /// This entry is so far ahead that it should go on alone with this part of its tree, with all threads. What it has found
    /// before that has been told.
    Leads(usize, Interval),
}

/// The rules of a race.
#[derive(Copy, Clone)]
pub(crate) struct Heat {
    /// What is asked.
    pub question: Question,
    /// With several threads it is a race only until an engine leads that can use them.
    pub threads: usize,
}

/// Lets engines race, the likeliest first.
pub(crate) fn race<'e>(entries: Vec<Entry<'e>>, heat: Heat, run: &mut Run<'_>) -> Finish {
    let mut race = Race::new(entries, heat, false);
    let mut lap = FIRST;
    loop {
        if let Some(left) = race.laps(lap, run) {
            return Finish::Over(left);
        }
        if let Some(full) = race.full {
            return race.leads(full, run);
        }
        match race.decided() {
            Some(leader) if heat.threads <= 1 => return Finish::Over(race.go_on(leader, run)),
            Some(leader) => return race.leads(leader, run),
            None if race.ranking().is_empty() || race.short && race.hopeless() => break,
            None => lap *= GROWTH,
        }
    }
    Finish::Over(race.stopped(ControlFlow::Break(Halt::Ending(Ending::MemoryLimit)), run))
}

/// Lets engines race for so many laps before another one begins. `None` where none of them has the answer by then: whatever
/// they found is forgotten, and nothing of it has been told, so the other one begins with the whole tree.
pub(crate) fn warm_up<'e>(
    entries: Vec<Entry<'e>>,
    heat: Heat,
    laps: u32,
    run: &mut Run<'_>,
) -> Option<Left> {
    let mut race = Race::new(entries, heat, true);
    let mut lap = FIRST;
    for _ in 0..laps {
        if let Some(left) = race.laps(lap, run) {
            return Some(left);
        }
        lap *= GROWTH;
    }
    None
}

struct Lane<'e> {
    tree: Option<&'static str>,
    entry: Option<Making<'e>>,
    racer: Option<Box<dyn Racer + 'e>>,
    /// Nanoseconds spent on nodes.
    nodes: f64,
    counted: u64,
    /// Solutions that were not told, each with what is left after it.
    kept: Vec<(Solution, Option<Vec<Interval>>)>,
    /// What is left after the last that was told, where others were not.
    told: Option<Option<Vec<Interval>>>,
    out: bool,
}

impl<'e> Lane<'e> {
    fn new(entry: Entry<'e>) -> Lane<'e> {
        let (racer, kept) = (None, Vec::new());
        let Entry { tree, make } = entry;
        let (nodes, counted, told, out) = (0.0, 0, None, false);
        Lane { tree, entry: Some(make), racer, nodes, counted, kept, told, out }
    }

    fn spent(&self) -> f64 {
        self.nodes + self.racer.as_ref().map_or(0.0, |racer| racer.besides())
    }

    /// What the whole search would take, in nanoseconds.
    fn promise(&self) -> f64 {
        let share = self.racer.as_ref().map_or(0.0, |racer| racer.share());
        if share > 0.0 { self.spent() / share } else { f64::INFINITY }
    }
}

struct Race<'e> {
    lanes: Vec<Lane<'e>>,
    heat: Heat,
    /// Does another engine begin anew after some laps? Then nobody leads, and nobody is alone.
    brief: bool,
    /// Has an engine fallen out for want of memory?
    short: bool,
    /// The lane that has found more solutions than can be kept, and should tell them with all threads.
    full: Option<usize>,
}

impl<'e> Race<'e> {
    fn new(entries: Vec<Entry<'e>>, heat: Heat, brief: bool) -> Race<'e> {
        let lanes = entries.into_iter().map(Lane::new).collect();
        Race { lanes, heat, brief, short: false, full: None }
    }

    /// Lets each lane go on, until one is full. `Some` when the race is over.
    fn laps(&mut self, lap: f64, run: &mut Run<'_>) -> Option<Left> {
        (0..self.lanes.len()).find_map(|i| match self.full {
            None => self.lap(i, lap, run),
            Some(_) => None,
        })
    }

    /// The lanes that have not fallen out, the most promising first.
    fn ranking(&self) -> Vec<usize> {
        let mut lanes: Vec<usize> = (0..self.lanes.len()).filter(|&i| !self.lanes[i].out).collect();
        lanes.sort_by(|&a, &b| self.lanes[a].promise().total_cmp(&self.lanes[b].promise()));
        lanes
    }

    /// The lane that has whole laps.
    fn ahead(&self) -> Option<usize> {
        let seems = |i: usize| self.lanes[i].promise() * if i == 0 { 1.0 } else { AHEAD };
        self.ranking().into_iter().min_by(|&a, &b| seems(a).total_cmp(&seems(b)))
    }

    /// The part of a lap that a lane gets.
    fn weight(&self, i: usize, lap: f64) -> f64 {
        let (lane, ahead) = (&self.lanes[i], self.ahead());
        let alone = self.ranking().len() == 1;
        let best = ahead.map_or(f64::INFINITY, |ahead| self.lanes[ahead].promise());
        let few = matches!(self.heat.question, Question::Few(_));
        let lucky = few && lane.racer.as_ref().is_none_or(|racer| racer.lucky());
        let soon = if few { 2.0 * SOON } else { SOON };
        match best.is_finite() {
            _ if alone && !self.brief && !self.short => f64::INFINITY,
            _ if i == 0 && lane.spent() == 0.0 => 1.0,
            // To make tables takes time too: the less likely an engine, the later it begins.
            _ if lane.spent() == 0.0 && i > 1 && lap < soon * f64::from(1 << (2 * (i - 2))) => 0.0,
            // Who is nearly done, as it seems, need not be chased at once.
            true if lane.spent() == 0.0 && best < NEAR * lap && lap < SOON => 0.0,
            _ if lucky && i < FAVOURITES => 1.0,
            _ if lucky => LEAST,
            true if ahead == Some(i) => 1.0,
            // Who promises but half as much hardly ever overtakes.
            true if lane.spent() > 0.0 => {
                let part = best / lane.promise();
                (part * part * part).clamp(LEAST, BEHIND)
            }
            _ => UNKNOWN,
        }
    }

    /// Lets a lane go on. `Some` when the race is over.
    fn lap(&mut self, i: usize, lap: f64, run: &mut Run<'_>) -> Option<Left> {
        let (weight, spent) = (self.weight(i, lap), self.lanes[i].spent());
        let step = if spent > 0.0 && weight.is_finite() { STEP * spent } else { f64::INFINITY };
        let aim = (lap * weight).min(step);
        let lane = &mut self.lanes[i];
        if lane.out || spent >= aim {
            return None;
        }
        if let Some(entry) = lane.entry.take() {
            lane.racer = entry(run);
        }
        let Some(racer) = &mut lane.racer else {
            lane.out = true;
            return None;
        };
        let mut nodes = ((aim - spent) / racer.cost()).max(1.0) as u64;
        let most = match self.heat.question {
            Question::Few(few) => few as usize,
            _ => KEPT,
        };
        let flow = loop {
            let before = lane.counted + lane.kept.len() as u64;
            let (lapped, found) = run.lap(nodes, before, |run| racer.go(run));
            lane.nodes += lapped.nodes as f64 * racer.cost();
            lane.counted += lapped.counted;
            lane.kept.extend(found.map(|solution| (solution, racer.rest())));
            let enough = lapped.flow == ControlFlow::Break(Halt::Ending(Ending::Enough));
            nodes = nodes.saturating_sub(lapped.nodes);
            let bytes: u64 = lane.kept.first().map_or(0, |(solution, _)| heft(solution));
            let full = lane.kept.len() >= most || bytes * lane.kept.len() as u64 > KEPT_BYTES;
            if !enough || full {
                break lapped.flow;
            }
        };
        let proves = racer.proves();
        match flow {
            ControlFlow::Continue(()) if proves => return Some(self.won(i, run)),
            ControlFlow::Continue(()) => lane.out = true,
            // What one engine has no room for, another may have.
            ControlFlow::Break(Halt::Ending(Ending::MemoryLimit)) if self.ranking().len() > 1 => {
                (self.lanes[i].out, self.short) = (true, true);
            }
            ControlFlow::Break(Halt::Ending(Ending::Enough)) if self.threads_for(i) => {
                self.full = Some(i);
            }
            ControlFlow::Break(Halt::Ending(Ending::Enough)) => return Some(self.go_on(i, run)),
            ControlFlow::Break(Halt::Ending(Ending::NodeLimit)) => {}
            flow => return Some(self.stopped(flow, run)),
        }
        let flow = run.look();
        if flow.is_break() { Some(self.stopped(flow, run)) } else { None }
    }

    /// Are all solutions wanted, and are there threads that this lane could use?
    fn threads_for(&self, i: usize) -> bool {
        let shares = self.lanes[i].racer.as_ref().is_some_and(|racer| racer.shares());
        self.heat.threads > 1 && shares && self.heat.question == Question::All && !self.brief
    }

    /// The lane that all others should leave the field to, where it is so.
    fn decided(&self) -> Option<usize> {
        let (first, spent) = (self.ahead()?, self.lanes.iter().map(Lane::spent).sum::<f64>());
        let others: Vec<usize> = self.ranking().into_iter().filter(|&i| i != first).collect();
        let shares = self.lanes[first].racer.as_ref().is_some_and(|racer| racer.shares());
        if self.heat.threads <= 1 && self.heat.question != Question::All
            || self.heat.threads > 1 && !shares
        {
            return None;
        }
        let next = others.first().map_or(f64::INFINITY, |&next| self.lanes[next].promise());
        let clear = next > CLEARLY * self.lanes[first].promise();
        let soon = clear && !matches!(self.heat.question, Question::Few(_));
        (others.is_empty() || spent > if soon { EARLY } else { LATEST }).then_some(first)
    }

    /// Would all engines that are left take for ever?
    fn hopeless(&self) -> bool {
        let running = self.lanes.iter().filter(|lane| !lane.out);
        running.into_iter().all(|lane| lane.spent() > EARLY && lane.promise() > FOREVER)
    }

    /// Tells what a lane has found, and lets it go on alone.
    fn go_on(&mut self, i: usize, run: &mut Run<'_>) -> Left {
        let mut flow = self.tell(i, run);
        if let Some(racer) = self.lanes[i].racer.as_mut().filter(|_| flow.is_continue()) {
            flow = racer.go(run);
        }
        (flow, self.open(i))
    }

    /// Tells what a lane has found, and leaves the rest to all threads.
    fn leads(mut self, i: usize, run: &mut Run<'_>) -> Finish {
        let flow = self.tell(i, run);
        if flow.is_break() {
            return Finish::Over((flow, self.open(i)));
        }
        // Who has told something goes on with what is left of it, or alone.
        let rest = self.lanes[i].racer.as_ref().map_or(Some(vec![Interval::WHOLE]), |r| r.rest());
        match rest.map(<[Interval; 1]>::try_from) {
            Some(Ok([rest])) => Finish::Leads(i, rest),
            _ => Finish::Over(self.go_on(i, run)),
        }
    }

    /// A lane has searched everything.
    fn won(&mut self, i: usize, run: &mut Run<'_>) -> Left {
        let flow = self.tell(i, run);
        if let Some(total) = self.lanes[i].racer.as_ref().and_then(|racer| racer.total()) {
            run.count(u64::try_from(&total).unwrap_or(u64::MAX));
            run.total = Some(total);
        }
        (flow, self.open(i))
    }

    /// The race must stop: the lane that has found most is the one that is told of, if it can be gone on with.
    fn stopped(&mut self, flow: ControlFlow<Halt>, run: &mut Run<'_>) -> Left {
        let found = |&i: &usize| {
            let Lane { counted, kept, tree, racer, .. } = &self.lanes[i];
            (*counted, kept.len(), tree.is_some(), racer.is_some())
        };
        let i = self.ranking().into_iter().rev().max_by_key(found).unwrap_or(0);
        let share = self.lanes[i].racer.as_ref().filter(|racer| racer.proves()).map(|r| r.share());
        run.stats.done = share.or(run.stats.done);
        match self.tell(i, run) {
            failed @ ControlFlow::Break(Halt::Failure(_)) => (failed, Open::Unresumable),
            _ => (flow, self.open(i)),
        }
    }

    fn tell(&mut self, i: usize, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let lane = &mut self.lanes[i];
        run.chosen = lane.racer.as_ref().map(|racer| racer.name());
        run.count(std::mem::take(&mut lane.counted));
        let Lane { kept, told, .. } = lane;
        let count = kept.len();
        for (number, (solution, rest)) in (1..).zip(kept.drain(..)) {
            if let flow @ ControlFlow::Break(_) = run.solution(&solution) {
                *told = (number < count).then_some(rest);
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    fn open(&self, i: usize) -> Open {
        let Lane { tree, racer, told, .. } = &self.lanes[i];
        let rest = match told {
            Some(rest) => rest.clone(),
            None => racer.as_ref().map_or(Some(vec![Interval::WHOLE]), |racer| racer.rest()),
        };
        match (tree, rest) {
            (Some(tree), Some(rest)) => Open::Parts(tree, rest),
            _ => Open::Unresumable,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::run::{Limits, StopFlag};
    use crate::unit::Rest;

    /// An engine that counts one solution at the end of so many nodes, or runs out of memory there.
    struct Runner<'c> {
        at: u64,
        nodes: u64,
        fails: bool,
        spent: &'c Cell<u64>,
    }

    impl Racer for Runner<'_> {
        fn name(&self) -> &'static str {
            "runner"
        }

        fn cost(&self) -> f64 {
            100.0
        }

        fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
            while self.at < self.nodes {
                run.tick()?;
                self.at += 1;
                self.spent.set(self.at);
            }
            if self.fails {
                return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
            }
            run.count(1);
            ControlFlow::Continue(())
        }

        fn share(&self) -> f64 {
            self.at as f64 / self.nodes as f64
        }
    }

    fn counted(runners: &[(u64, bool)], limits: Limits) -> (Ending, u64, Vec<u64>) {
        let spent: Vec<Cell<u64>> = runners.iter().map(|_| Cell::new(0)).collect();
        let entry = |(&(nodes, fails), spent)| -> Entry<'_> {
            let runner = Runner { at: 0, nodes, fails, spent };
            Entry { tree: None, make: Box::new(move |_| Some(Box::new(runner))) }
        };
        let entries = runners.iter().zip(&spent).map(entry).collect();
        let heat = Heat { question: Question::Count, threads: 1 };
        let mut nobody = ();
        let mut run = Run::without_puzzle(limits, StopFlag::default(), &mut nobody);
        let Finish::Over((flow, _)) = race(entries, heat, &mut run) else {
            panic!("one thread decides by itself")
        };
        let outcome = run.finish(flow, Rest::Everything).unwrap();
        let spent = spent.iter().map(Cell::get).collect();
        (outcome.ending, outcome.stats.solutions, spent)
    }

    #[test]
    fn a_race_costs_at_most_about_twice_its_best_engine() {
        for best in [1_000, 100_000, 1_000_000, 10_000_000] {
            for worse in [best, 2 * best, 10 * best, 1000 * best] {
                for runners in [[(best, false), (worse, false)], [(worse, false), (best, false)]] {
                    let (ending, solutions, spent) = counted(&runners, Limits::default());
                    assert_eq!((ending, solutions), (Ending::Exhausted, 1));
                    // A first lap of 80,000 such nodes comes on top.
                    let most = best * 9 / 4 + 100_000;
                    assert!(spent.iter().sum::<u64>() <= most, "{runners:?}: {spent:?}");
                }
            }
        }
    }

    #[test]
    fn two_engines_that_promise_as_much_cost_little_more_than_one() {
        for best in [1_000_000, 10_000_000] {
            for runners in [[best, best], [best, best * 3 / 2]] {
                let runners = runners.map(|nodes| (nodes, false));
                let (ending, solutions, spent) = counted(&runners, Limits::default());
                assert_eq!((ending, solutions), (Ending::Exhausted, 1));
                assert!(spent.iter().sum::<u64>() <= best * 6 / 5, "{runners:?}: {spent:?}");
            }
        }
    }

    #[test]
    fn who_runs_out_of_memory_leaves_the_race_to_the_others() {
        let (ending, solutions, _) =
            counted(&[(50_000, true), (1_000_000, false)], Limits::default());
        assert_eq!((ending, solutions), (Ending::Exhausted, 1));
        let (ending, solutions, _) = counted(&[(50_000, true), (60_000, true)], Limits::default());
        assert_eq!((ending, solutions), (Ending::MemoryLimit, 0));
        let hopeless = 1_u64 << 50;
        let (ending, ..) = counted(&[(50_000, true), (hopeless, false)], Limits::default());
        assert_eq!(ending, Ending::MemoryLimit);
    }

    #[test]
    fn a_race_keeps_to_the_limits_of_its_run() {
        let limits = Limits { nodes: Some(250_000), ..Limits::default() };
        let (ending, solutions, spent) = counted(&[(1 << 40, false), (1 << 41, false)], limits);
        assert_eq!((ending, solutions), (Ending::NodeLimit, 0));
        assert_eq!(spent.iter().sum::<u64>(), 250_000);
    }
}
