//! Many threads, one answer: subtrees are searched side by side and reported in the order of the tree.
//!
//! A worker that panics ends the search with a failure. Whoever waits for another thread waits at a `Desk` or a
//! `Meeting`, and both can be told that it is over.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use marquetry_puzzle::{Score, Solution};

use crate::engines::{Left, Settings};
use crate::prefix::{Prefix, ROOMY, SHARE, Tree, enter};
use crate::run::{Crew, Ending, Failure, Halt, Run, Stats, Watch, heft};

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
struct Messenger<'d> {
    unit: usize,
    desk: &'d Desk,
    to: Sender<(usize, News)>,
}

impl Watch for Messenger<'_> {
    fn solution(&mut self, solution: &Solution, stats: &Stats) -> ControlFlow<()> {
        self.desk.admit(self.unit, heft(solution));
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

/// Hands out units in order, never too far ahead of the one being reported, and lets solutions wait to be reported
/// while there is room for them. Half of the room is for the unit being reported, so that the others never keep it from
/// getting on: it waits only for solutions of its own, which the thread that reports is taking.
struct Desk {
    state: Mutex<Counter>,
    moved: Condvar,
    /// Bytes that each half may take.
    half: u64,
}

/// What lies at the desk.
#[derive(Default)]
struct Counter {
    next: usize,
    reported: usize,
    /// Bytes of solutions that wait, by unit and in all.
    held: BTreeMap<usize, u64>,
    all: u64,
    over: bool,
}

impl Counter {
    fn has_room(&self, unit: usize, bytes: u64, half: u64) -> bool {
        let of = |unit| self.held.get(&unit).copied().unwrap_or(0);
        let first = of(self.reported);
        if unit == self.reported {
            first == 0 || first + bytes <= half
        } else {
            self.all - first + bytes <= half
        }
    }
}

/// A lock, whatever became of the thread that had it last.
pub(crate) fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    fn new(room: u64) -> Desk {
        Desk { state: Mutex::default(), moved: Condvar::new(), half: room / 2 }
    }

    fn wait_while(&self, mut busy: impl FnMut(&Counter) -> bool) -> MutexGuard<'_, Counter> {
        let waited = self.moved.wait_while(hold(&self.state), |desk| !desk.over && busy(desk));
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// The next unit, as soon as it may be begun.
    fn take(&self, units: usize, crew: &Crew<'_>) -> Option<usize> {
        let mut desk = self.wait_while(|desk| {
            desk.next < units && desk.next > desk.reported + AHEAD && !crew.over()
        });
        let unit = (desk.next < units && !desk.over && !crew.over()).then_some(desk.next)?;
        desk.next += 1;
        Some(unit)
    }

    /// Waits until there is room for a solution of a unit, or until it is over: then few more will come.
    fn admit(&self, unit: usize, bytes: u64) {
        let mut desk = self.wait_while(|desk| !desk.has_room(unit, bytes, self.half));
        *desk.held.entry(unit).or_default() += bytes;
        desk.all += bytes;
    }

    /// A solution that waited has been reported.
    fn release(&self, unit: usize, bytes: u64) {
        let mut desk = hold(&self.state);
        if let Some(held) = desk.held.get_mut(&unit) {
            *held = held.saturating_sub(bytes);
        }
        desk.all = desk.all.saturating_sub(bytes);
        self.moved.notify_all();
    }

    /// All units before this one have been reported.
    fn reported(&self, unit: usize) {
        let mut desk = hold(&self.state);
        desk.reported = unit;
        desk.held.remove(&(unit - 1));
        self.moved.notify_all();
    }

    /// Nobody need wait any more.
    fn close(&self) {
        hold(&self.state).over = true;
        self.moved.notify_all();
    }
}

/// Tells the workers that it is over when the thread that reports is through, also when its watcher panics.
struct Closing<'a>(&'a Desk, &'a Crew<'a>);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.1.stop();
        self.0.close();
    }
}

/// What a thread that panicked said, as a failure of the search.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
    Failure::Panicked(words.unwrap_or_else(|| "without a word".to_owned()))
}

/// Where some threads wait for each other, and need not wait for one that panicked.
pub(crate) struct Meeting {
    /// How many wait, how often all have met, and whether one will never come.
    state: Mutex<(usize, usize, bool)>,
    moved: Condvar,
    of: usize,
}

impl Meeting {
    pub(crate) fn new(of: usize) -> Meeting {
        Meeting { state: Mutex::default(), moved: Condvar::new(), of }
    }

    /// Waits for all others; false when one of them will never come.
    pub(crate) fn wait(&self) -> bool {
        let mut state = hold(&self.state);
        state.0 += 1;
        if state.0 == self.of {
            (state.0, state.1) = (0, state.1 + 1);
            self.moved.notify_all();
            return true;
        }
        let round = state.1;
        let waited = self.moved.wait_while(state, |state| state.1 == round && !state.2);
        // Who came and panicked afterwards has come.
        waited.unwrap_or_else(PoisonError::into_inner).1 != round
    }
}

/// Breaks the meeting up when its thread panics.
pub(crate) struct Attending<'a>(pub(crate) &'a Meeting);

impl Drop for Attending<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            hold(&self.0.state).2 = true;
            self.0.moved.notify_all();
        }
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
    let desk = Desk::new(run.memory().unwrap_or(ROOMY) / SHARE);
    let crew = run.crew();
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let _closing = Closing(&desk, &crew);
        for _ in 0..threads.min(units.len()) {
            let (to, desk, crew, search) = (sender.clone(), &desk, &crew, &search);
            scope.spawn(move || {
                while let Some(unit) = desk.take(units.len(), crew) {
                    let mut messenger = Messenger { unit, desk, to: to.clone() };
                    let mut worker = crew.run(&mut messenger);
                    let found =
                        catch_unwind(AssertUnwindSafe(|| search(&units[unit], &mut worker)));
                    let left = found.unwrap_or_else(|panic| {
                        (ControlFlow::Break(Halt::Failure(panicked(&*panic))), Vec::new())
                    });
                    let (stats, lost) = (worker.stats, worker.lost);
                    if to.send((unit, News::Done(left, stats, lost))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // What the workers still have to say after the end is open work, which `collect` left open.
        collect(units, receiver, &desk, &crew, run)
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
    news: Receiver<(usize, News)>,
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
            News::Done((flow @ ControlFlow::Break(Halt::Failure(_)), _), ..) => {
                return (flow.clone(), Vec::new());
            }
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
                        desk.release(at, heft(&solution));
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

/// Splits a subtree into enough units for all threads, in the order of the tree. Each unit is split from where its tree
/// stands, so that long forced beginnings are gone through once. A search that is stopped meanwhile leaves everything
/// open.
pub fn units<T: Tree + Clone>(
    root: &T,
    settings: &Settings,
    run: &mut Run<'_>,
) -> Result<Vec<Prefix>, Left> {
    let from = &settings.from;
    let all_open = |flow| (flow, vec![from.clone()]);
    let mut tree = root.clone();
    if let flow @ ControlFlow::Break(_) = enter(&mut tree, from, run) {
        return Err(all_open(flow));
    }
    let mut units = Vec::new();
    let mut grown = branch(from.clone(), tree, &mut units);
    while grown && units.len() < UNITS * settings.threads {
        grown = false;
        for unit in std::mem::take(&mut units) {
            if let flow @ ControlFlow::Break(_) = run.look() {
                return Err(all_open(flow));
            }
            match unit.way {
                None => units.push(unit),
                Some((node, index)) => {
                    grown |= branch(unit.path, down(node, index), &mut units);
                }
            }
        }
    }
    Ok(units.into_iter().map(|unit| unit.path).collect())
}

/// A node and its choices.
type Node<T> = Rc<(T, Vec<<T as Tree>::Choice>)>;

/// A subtree that may be split.
struct Unit<T: Tree> {
    path: Prefix,
    /// The node above it, and which of its choices leads here; `None` where there is nothing to split.
    way: Option<(Node<T>, usize)>,
}

/// Finds the subtrees of a node; itself where it is a solution. False when there are none.
fn branch<T: Tree>(mut path: Prefix, tree: T, into: &mut Vec<Unit<T>>) -> bool {
    let choices = tree.choices();
    let Some(last) = choices.len().checked_sub(1) else {
        if tree.solution().is_some() {
            into.push(Unit { path, way: None });
        }
        return false;
    };
    let node = Rc::new((tree, choices));
    let child = |index: usize| {
        let path = Prefix(path.0.iter().copied().chain([index as u32]).collect());
        Unit { path, way: Some((node.clone(), index)) }
    };
    into.extend((0..last).map(child));
    // Where there is one choice, nothing is copied.
    path.0.push(last as u32);
    into.push(Unit { path, way: Some((node, last)) });
    true
}

/// Goes down by a choice. Whoever is the last to need the node takes it along.
fn down<T: Tree + Clone>(node: Node<T>, index: usize) -> T {
    let (mut tree, choices) = match Rc::try_unwrap(node) {
        Ok(node) => node,
        Err(shared) => {
            let mut tree = shared.0.clone();
            tree.take(&shared.1[index]);
            return tree;
        }
    };
    tree.take(&choices[index]);
    tree
}

#[cfg(test)]
mod tests;
