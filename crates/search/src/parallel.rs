//! Many threads, one answer: subtrees are searched side by side and reported in the order of the tree.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex};

use marquetry_puzzle::{Score, Solution};

use crate::engines::{Left, Settings};
use crate::prefix::{Prefix, Tree};
use crate::run::{Crew, Ending, Halt, Run, Stats, Watch};

/// How many units a thread may be ahead of the one that is being reported, so that few solutions wait.
const AHEAD: usize = 64;
/// Units of work per thread: enough that no thread waits long for the last.
pub const UNITS: usize = 32;

enum News {
    Solution(Solution, Stats),
    Improved(Solution, Score),
    Progress(Stats),
    /// How a unit ended, and whether what it left open was lost.
    Done(Left, Stats, bool),
}

/// Passes a worker's findings on to the thread that reports.
struct Messenger {
    unit: usize,
    to: Sender<(usize, News)>,
}

impl Watch for Messenger {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        match self.to.send((self.unit, News::Solution(solution.clone(), *stats))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn improved(&mut self, best: &Solution, score: &Score) {
        let _ = self.to.send((self.unit, News::Improved(best.clone(), score.clone())));
    }

    fn progress(&mut self, stats: &Stats) {
        // Nobody left to tell means that the search is over.
        let _ = self.to.send((self.unit, News::Progress(*stats)));
    }
}

/// Hands out units in order, never too far ahead of the one being reported.
#[derive(Default)]
struct Desk {
    next_and_reported: Mutex<(usize, usize)>,
    moved: Condvar,
}

impl Desk {
    fn take(&self, units: usize, run_over: impl Fn() -> bool) -> Option<usize> {
        let mut desk = self.next_and_reported.lock().ok()?;
        while desk.0 < units && desk.0 > desk.1 + AHEAD && !run_over() {
            desk = self.moved.wait(desk).ok()?;
        }
        let unit = (desk.0 < units && !run_over()).then_some(desk.0)?;
        desk.0 += 1;
        Some(unit)
    }

    fn reported(&self, unit: usize) {
        if let Ok(mut desk) = self.next_and_reported.lock() {
            desk.1 = unit;
        }
        self.moved.notify_all();
    }
}

/// Searches the units with some threads. Solutions reach the run in the order in which one thread would find them,
/// and all counts are the same. After [`Ending::Enough`] the units handed back are those not begun.
pub fn share_out(
    units: &[Prefix],
    threads: usize,
    run: &mut Run<'_>,
    search: impl Fn(&Prefix, &mut Run<'_>) -> Left + Sync,
) -> Left {
    if threads <= 1 || units.len() <= 1 {
        return one_by_one(units, run, search);
    }
    let desk = Desk::default();
    let crew = run.crew();
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(units.len()) {
            let (to, desk, crew, search) = (sender.clone(), &desk, &crew, &search);
            scope.spawn(move || {
                while let Some(unit) = desk.take(units.len(), || crew.over()) {
                    let mut messenger = Messenger { unit, to: to.clone() };
                    let mut worker = crew.run(&mut messenger);
                    let left = search(&units[unit], &mut worker);
                    let (stats, lost) = (worker.stats, worker.lost);
                    if to.send((unit, News::Done(left, stats, lost))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let left = collect(units, &receiver, &desk, &crew, run);
        crew.stop();
        desk.reported(units.len());
        // What the workers still had to say after the end is open work, which `collect` left open.
        drop(receiver);
        left
    })
}

fn one_by_one(
    units: &[Prefix],
    run: &mut Run<'_>,
    search: impl Fn(&Prefix, &mut Run<'_>) -> Left,
) -> Left {
    for (i, unit) in units.iter().enumerate() {
        let (flow, mut open) = search(unit, run);
        if flow.is_break() {
            open.extend_from_slice(&units[i + 1..]);
            return (flow, open);
        }
    }
    (ControlFlow::Continue(()), Vec::new())
}

/// Reports what comes in, unit by unit, until all are done or the search must stop.
fn collect(
    units: &[Prefix],
    news: &Receiver<(usize, News)>,
    desk: &Desk,
    crew: &Crew<'_>,
    run: &mut Run<'_>,
) -> Left {
    let mut waiting: BTreeMap<usize, Vec<News>> = BTreeMap::new();
    let mut stats: BTreeMap<usize, Stats> = BTreeMap::new();
    let mut at = 0;
    let mut open = Vec::new();
    let mut ending = ControlFlow::Continue(());
    let before = run.stats.nodes;
    // Some solutions of the unit being reported have been, so that it must be heard to the end.
    let mut begun = false;
    while at < units.len() && (ending.is_continue() || begun) {
        let Ok((unit, item)) = news.recv() else { break };
        match &item {
            News::Improved(best, score) => run.relay(best, score),
            News::Solution(_, s) | News::Progress(s) | News::Done(_, s, _) => {
                stats.insert(unit, *s);
                run.stats.nodes = before + stats.values().map(|s| s.nodes).sum::<u64>();
            }
        }
        if matches!(item, News::Solution(..) | News::Done(..)) {
            waiting.entry(unit).or_default().push(item);
        }
        run.stats.done = Some(at as f64 / units.len() as f64);
        if ending.is_continue()
            && let flow @ ControlFlow::Break(_) = run.look()
        {
            ending = flow;
            crew.stop();
        }
        while at < units.len() && (ending.is_continue() || begun) {
            let Some(items) = waiting.remove(&at) else { break };
            let mut done = false;
            for item in items {
                match item {
                    News::Solution(solution, _) => {
                        begun = true;
                        if let flow @ ControlFlow::Break(_) = run.solution(&solution) {
                            return (flow, units[at + 1..].to_vec());
                        }
                    }
                    News::Done((flow, left), stats, lost) => {
                        run.lost |= lost;
                        run.count(stats.counted);
                        open.extend(left);
                        done = true;
                        if flow.is_break() && ending.is_continue() {
                            ending = flow;
                        }
                    }
                    News::Improved(..) | News::Progress(_) => {}
                }
            }
            if !done {
                break;
            }
            at += 1;
            begun = false;
            desk.reported(at);
        }
    }
    if ending.is_break() || at < units.len() {
        // A unit whose findings were not all reported is searched again as a whole by whoever goes on.
        open.extend_from_slice(&units[at..]);
        let flow = if ending.is_break() {
            ending
        } else {
            ControlFlow::Break(Halt::Ending(Ending::Cancelled))
        };
        return (flow, open);
    }
    (ControlFlow::Continue(()), open)
}

/// Splits a subtree into enough units for all threads, in the order of the tree.
pub fn units<T: Tree + Clone>(root: &T, settings: &Settings) -> Vec<Prefix> {
    let mut units = vec![settings.from.clone()];
    loop {
        let mut deeper = Vec::new();
        for unit in &units {
            let mut tree = root.clone();
            let there = unit.0.iter().try_for_each(|&index| {
                tree.choices().get(index as usize).map(|choice| tree.take(choice))
            });
            let choices = there.map_or(0, |()| tree.choices().len());
            if choices == 0 && tree.solution().is_some() {
                deeper.push(unit.clone());
            }
            let child = |index| Prefix(unit.0.iter().copied().chain([index]).collect());
            deeper.extend((0..choices as u32).map(child));
        }
        let done = deeper == units || deeper.len() >= UNITS * settings.threads;
        units = deeper;
        if done {
            return units;
        }
    }
}
