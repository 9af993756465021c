//! Many threads, one answer: intervals of a tree are searched side by side and reported in the order of the tree.
//!
//! It begins with one interval and one thread. A thread that has nothing to do is given the second half of what another
//! has left, so that all are busy to the end, however uneven the tree is. Each interval is a lane of solutions that wait;
//! the first lane's are reported as they come, and those of the others when all before them have been.
//!
//! A worker that panics ends the search with a failure. Whoever waits for another thread waits at a `Desk` or a
//! `Meeting`, and both can be told that it is over.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use marquetry_puzzle::{Score, Solution};

use crate::run::{Crew, Ending, Failure, Halt, Pool, Run, Stats, Watch, heft};
use crate::tree::{Climb, Going, Interval, Path};

/// The share of the memory that may be taken by solutions that wait to be reported, and the most bytes of them: they are
/// told when the search is over, which must not take long.
const SHARE: u64 = 8;
const ROOM: u64 = 8 << 20;
/// How long the thread that reports waits for news before it looks at the clock.
const WAIT: Duration = Duration::from_millis(20);

/// Makes a climber for each thread.
pub(crate) type Make<'m> = dyn Fn() -> Box<dyn Climb + 'm> + Sync + 'm;

/// How a search of a part of a tree ended, and what it left of it.
pub(crate) type Searched = (ControlFlow<Halt>, Vec<Interval>);

/// Lets some threads do the same with numbers of their own. The first that has to stop ends all.
pub(crate) fn side_by_side(
    threads: usize,
    run: &mut Run<'_>,
    job: impl Fn(u64, &mut Run<'_>) -> ControlFlow<Halt> + Sync,
) -> ControlFlow<Halt> {
    if threads <= 1 || cfg!(not(feature = "threads")) {
        return job(0, run);
    }
    let pool = Pool::default();
    let desk = Desk { state: Mutex::default(), moved: Condvar::new(), pool: &pool, half: 0 };
    let mut crew = run.crew();
    crew.pool = Some(&pool);
    let before = run.stats.nodes;
    hold(&desk.state).busy = threads;
    std::thread::scope(|scope| {
        let _closing = Closing(&desk, &crew);
        for number in 0..threads as u64 {
            let (desk, crew, job) = (&desk, &crew, &job);
            scope.spawn(move || {
                let found = RefCell::new(None);
                let mut messenger = Messenger { key: &Path::ROOT, desk, found: &found };
                let mut run = crew.run(&mut messenger);
                let done = catch_unwind(AssertUnwindSafe(|| job(number, &mut run)));
                let failed = |panic: Box<dyn Any + Send>| {
                    ControlFlow::Break(Halt::Failure(panicked(&*panic)))
                };
                run.pool_nodes();
                desk.done(&Path::ROOT, done.unwrap_or_else(failed), (None, 0, 0.0));
            });
        }
        loop {
            let news = |state: &mut State| {
                state.busy > 0 && state.improved.is_empty() && state.halted.is_none()
            };
            let waited = desk.moved.wait_timeout_while(hold(&desk.state), WAIT, news);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
            let improved = std::mem::take(&mut state.improved);
            let (over, halted) = (state.busy == 0, state.halted.clone());
            drop(state);
            run.stats.nodes = before + pool.nodes.load(Ordering::Relaxed);
            run.stats.on_cards = pool.on_cards.load(Ordering::Relaxed);
            improved.iter().for_each(|(best, score)| run.relay(best, score));
            match halted {
                Some(halt) => return ControlFlow::Break(halt),
                None if over => return ControlFlow::Continue(()),
                None => run.look()?,
            }
        }
    })
}

/// Searches a part of a tree with some threads. Solutions reach the run in the order in which one thread would find them,
/// and all counts are the same.
pub(crate) fn search(
    make: &Make<'_>,
    part: &Interval,
    threads: usize,
    run: &mut Run<'_>,
) -> Searched {
    if threads > 1 && cfg!(feature = "threads") {
        return share_out(make, part, threads, run);
    }
    let mut going = Going::new(make(), part.clone());
    let flow = going.go(run);
    let rest = if flow.is_break() { going.rest() } else { None };
    if flow.is_break() {
        run.stats.done = Some(going.share());
    }
    (flow, rest.into_iter().collect())
}

/// A solution, and where what is left after it begins.
type Found = (Solution, Option<Path>);

/// A part of the tree, and what one thread has found in it.
struct Lane {
    part: Interval,
    /// Does a thread have it, or has one had it?
    taken: bool,
    done: bool,
    /// Where what is left of it begins, once it is done.
    rest: Option<Path>,
    /// Solutions that wait to be reported, and their bytes.
    found: Vec<Found>,
    bytes: u64,
    /// Where what is left after the last solution that was reported begins.
    reported: Option<Option<Path>>,
    /// Were some of those found not reported?
    unheard: bool,
    counted: u64,
    /// Where in the whole tree it began, and where it is.
    share: (f64, f64),
}

impl Lane {
    fn new(part: Interval) -> Lane {
        Lane {
            rest: Some(part.from.clone()),
            part,
            taken: false,
            done: false,
            found: Vec::new(),
            bytes: 0,
            reported: None,
            unheard: false,
            counted: 0,
            share: (0.0, 0.0),
        }
    }

    /// What nobody has heard of.
    fn left(&self) -> Option<Interval> {
        let from = match &self.reported {
            _ if !self.unheard && self.found.is_empty() => self.rest.clone(),
            Some(rest) => rest.clone(),
            None => Some(self.part.from.clone()),
        };
        from.map(|from| Interval { from, to: self.part.to.clone() })
    }
}

/// What the threads know.
#[derive(Default)]
struct State {
    /// By where they begin.
    lanes: BTreeMap<Path, Lane>,
    /// Threads that have nothing to do.
    idle: usize,
    busy: usize,
    improved: Vec<(Solution, Score)>,
    /// Why a worker had to stop.
    halted: Option<Halt>,
    /// The share of the tree in lanes that are done and gone.
    share: f64,
    over: bool,
}

impl State {
    fn waiting(&self) -> usize {
        self.lanes.values().filter(|lane| !lane.taken).count()
    }

    /// Is there room for a solution of a lane? Half of the room is for the first lane, so that the others never keep it
    /// from getting on: it waits only for solutions of its own, which the thread that reports is taking.
    fn has_room(&self, key: &Path, bytes: u64, half: u64) -> bool {
        let mut lanes = self.lanes.iter();
        match lanes.next() {
            Some((first, lane)) if first == key => lane.bytes == 0 || lane.bytes + bytes <= half,
            _ => lanes.map(|(_, lane)| lane.bytes).sum::<u64>() + bytes <= half,
        }
    }

    /// Is there something to tell, or an end?
    fn has_news(&self) -> bool {
        let first =
            self.lanes.first_key_value().is_none_or(|(_, lane)| lane.done || lane.bytes > 0);
        first || !self.improved.is_empty() || self.halted.is_some()
    }

    fn done(&self) -> f64 {
        self.share + self.lanes.values().map(|lane| lane.share.1 - lane.share.0).sum::<f64>()
    }
}

/// Where threads meet.
struct Desk<'p> {
    state: Mutex<State>,
    moved: Condvar,
    pool: &'p Pool,
    /// Bytes that each half of the room for solutions has.
    half: u64,
}

/// A lock, whatever became of the thread that had it last.
pub(crate) fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk<'_> {
    fn wait_while(&self, mut waits: impl FnMut(&State) -> bool) -> MutexGuard<'_, State> {
        let waited = self.moved.wait_while(hold(&self.state), |state| !state.over && waits(state));
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells busy threads how many could do with a part of their work.
    fn count_idle(&self, state: &State) {
        self.pool.idle.store(state.idle.saturating_sub(state.waiting()), Ordering::Relaxed);
        self.moved.notify_all();
    }

    /// The next part to be searched, as soon as there is one; `None` when there will be none.
    fn take(&self) -> Option<(Path, Interval)> {
        let mut state = hold(&self.state);
        state.idle += 1;
        self.count_idle(&state);
        drop(state);
        let mut state = self.wait_while(|state| state.waiting() == 0 && state.busy > 0);
        state.idle -= 1;
        let found = state.lanes.iter_mut().find(|(_, lane)| !lane.taken);
        let taken = found.map(|(key, lane)| {
            lane.taken = true;
            (key.clone(), lane.part.clone())
        });
        state.busy += usize::from(taken.is_some());
        self.count_idle(&state);
        taken.filter(|_| !state.over)
    }

    /// A thread has found a solution in a lane. Waits until there is room for it, or until it is over.
    fn admit(&self, key: &Path, solution: Solution, rest: Option<Path>) {
        let bytes = heft(&solution);
        let mut state = self.wait_while(|state| !state.has_room(key, bytes, self.half));
        if let Some(lane) = state.lanes.get_mut(key) {
            lane.found.push((solution, rest));
            lane.bytes += bytes;
        }
        self.moved.notify_all();
    }

    /// A thread gives away a part of its work.
    fn give(&self, key: &Path, given: Interval) {
        let mut state = hold(&self.state);
        if let Some(lane) = state.lanes.get_mut(key) {
            lane.part.to = Some(given.from.clone());
        }
        state.lanes.insert(given.from.clone(), Lane::new(given));
        self.count_idle(&state);
    }

    /// A thread is through with a lane.
    fn done(&self, key: &Path, flow: ControlFlow<Halt>, end: (Option<Path>, u64, f64)) {
        let mut state = hold(&self.state);
        state.busy -= 1;
        if let Some(lane) = state.lanes.get_mut(key) {
            (lane.rest, lane.counted, lane.share.1) = end;
            lane.done = true;
        }
        if let ControlFlow::Break(halt) = flow {
            state.halted.get_or_insert(halt);
            state.over = true;
        }
        self.count_idle(&state);
    }

    /// Nobody need wait any more.
    fn close(&self) {
        hold(&self.state).over = true;
        self.moved.notify_all();
    }
}

/// Passes a worker's findings on.
struct Messenger<'d> {
    key: &'d Path,
    desk: &'d Desk<'d>,
    found: &'d RefCell<Option<Solution>>,
}

impl Watch for Messenger<'_> {
    /// Stops the search, so that what is left after this solution is known.
    fn solution(&mut self, solution: &Solution, _: &Stats) -> ControlFlow<()> {
        *self.found.borrow_mut() = Some(solution.clone());
        ControlFlow::Break(())
    }

    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        hold(&self.desk.state).improved.push((best.clone(), score.clone()));
        ControlFlow::Continue(())
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        if let (Some(lane), Some(done)) =
            (hold(&self.desk.state).lanes.get_mut(self.key), stats.done)
        {
            lane.share.1 = done;
        }
        ControlFlow::Continue(())
    }
}

/// Tells the workers that it is over when the thread that reports is through, also when its watcher panics.
struct Closing<'a>(&'a Desk<'a>, &'a Crew<'a>);

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
    /// How often all have met.
    met: AtomicUsize,
    of: usize,
}

/// How often to look whether the others have come before it pays to sleep: to be woken takes longer than they are mostly late.
const LOOKS: usize = 2000;

impl Meeting {
    pub(crate) fn new(of: usize) -> Meeting {
        let met = AtomicUsize::new(0);
        Meeting { state: Mutex::default(), moved: Condvar::new(), met, of }
    }

    /// Waits for all others; false when one of them will never come.
    pub(crate) fn wait(&self) -> bool {
        let mut state = hold(&self.state);
        state.0 += 1;
        if state.0 == self.of {
            (state.0, state.1) = (0, state.1 + 1);
            self.met.store(state.1, Ordering::Release);
            self.moved.notify_all();
            return true;
        }
        let round = state.1;
        drop(state);
        for _ in 0..LOOKS {
            if self.met.load(Ordering::Acquire) != round {
                return true;
            }
            std::hint::spin_loop();
        }
        let state = hold(&self.state);
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

/// A thread: searches one lane after the other.
fn work(make: &Make<'_>, desk: &Desk<'_>, crew: &Crew<'_>) {
    let mut going = None;
    while let Some((key, part)) = desk.take() {
        let found = RefCell::new(None);
        let mut messenger = Messenger { key: &key, desk, found: &found };
        let mut run = crew.run(&mut messenger);
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let mut own = going.take().unwrap_or_else(|| Going::new(make(), part.clone()));
            own.set(part);
            let flow = search_lane(&mut own, &key, desk, &found, &mut run);
            let rest = own.next().filter(|_| flow.is_break());
            let share = if flow.is_break() { own.share() } else { own.border() };
            going = Some(own);
            (flow, rest, share)
        }));
        let (flow, rest, share) = searched.unwrap_or_else(|panic| {
            (ControlFlow::Break(Halt::Failure(panicked(&*panic))), None, 0.0)
        });
        run.pool_nodes();
        let counted = run.stats.counted;
        desk.done(&key, flow, (rest, counted, share));
    }
}

fn search_lane(
    going: &mut Going<'_>,
    key: &Path,
    desk: &Desk<'_>,
    found: &RefCell<Option<Solution>>,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    // To be asked for a part of the work before it has begun means nothing.
    while let ControlFlow::Break(halt) = going.begin(run) {
        if halt != Halt::Share {
            return ControlFlow::Break(halt);
        }
    }
    let began = going.border();
    if let Some(lane) = hold(&desk.state).lanes.get_mut(key) {
        lane.share = (began, began);
    }
    loop {
        match going.go(run) {
            ControlFlow::Break(Halt::Share) => {
                if let Some(given) = going.split() {
                    desk.give(key, given);
                }
            }
            ControlFlow::Break(Halt::Ending(Ending::Enough)) => match found.take() {
                Some(solution) => desk.admit(key, solution, going.next()),
                None => return ControlFlow::Break(Halt::Ending(Ending::Enough)),
            },
            flow => return flow,
        }
    }
}

fn share_out(make: &Make<'_>, part: &Interval, threads: usize, run: &mut Run<'_>) -> Searched {
    let pool = Pool::default();
    let state =
        State { lanes: [(part.from.clone(), Lane::new(part.clone()))].into(), ..State::default() };
    let half = run.memory().map_or(ROOM, |memory| ROOM.min(memory / SHARE)) / 2;
    let desk = Desk { state: Mutex::new(state), moved: Condvar::new(), pool: &pool, half };
    let mut crew = run.crew();
    crew.pool = Some(&pool);
    let before = run.stats.nodes;
    let flow = std::thread::scope(|scope| {
        let _closing = Closing(&desk, &crew);
        for _ in 0..threads {
            scope.spawn(|| work(make, &desk, &crew));
        }
        report(&desk, before, run)
    });
    run.stats.nodes = before + pool.nodes.load(Ordering::Relaxed);
    let state = desk.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    wind_up(state, flow, run)
}

/// Reports what comes in, lane by lane, until all are done or the search must stop.
fn report(desk: &Desk<'_>, before: u64, run: &mut Run<'_>) -> ControlFlow<Halt> {
    loop {
        let waited = desk.moved.wait_timeout_while(hold(&desk.state), WAIT, |s| !s.has_news());
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        run.stats.nodes = before + desk.pool.nodes.load(Ordering::Relaxed);
        run.stats.done = Some(state.done());
        let improved = std::mem::take(&mut state.improved);
        let Some(mut first) = state.lanes.first_entry() else { return ControlFlow::Continue(()) };
        let found = std::mem::take(&mut first.get_mut().found);
        first.get_mut().bytes = 0;
        let key = first.key().clone();
        if found.is_empty() && first.get().done && first.get().rest.is_none() {
            let lane = first.remove();
            state.share += lane.share.1 - lane.share.0;
            run.count(lane.counted);
        }
        let halted = state.halted.clone();
        desk.moved.notify_all();
        drop(state);
        improved.iter().for_each(|(best, score)| run.relay(best, score));
        tell(found, run, |left, unheard| {
            if let Some(lane) = hold(&desk.state).lanes.get_mut(&key) {
                (lane.reported, lane.unheard) = (Some(left), unheard);
            }
        })?;
        if let Some(halt) = halted {
            return ControlFlow::Break(halt);
        }
        run.look()?;
    }
}

/// Reports solutions; `told` hears what is left after each, and whether the others are not reported.
fn tell(
    found: Vec<Found>,
    run: &mut Run<'_>,
    mut told: impl FnMut(Option<Path>, bool),
) -> ControlFlow<Halt> {
    let count = found.len();
    for (i, (solution, left)) in found.into_iter().enumerate() {
        let flow = run.solution(&solution);
        told(left, flow.is_break() && i + 1 < count);
        flow?;
    }
    ControlFlow::Continue(())
}

/// All threads have stopped: reports what they found before, unless there is enough, and collects what is left.
fn wind_up(mut state: State, mut flow: ControlFlow<Halt>, run: &mut Run<'_>) -> Searched {
    if let Some(failure @ Halt::Failure(_)) = state.halted {
        return (ControlFlow::Break(failure), Vec::new());
    }
    let limited = |flow: &ControlFlow<Halt>| match flow {
        ControlFlow::Break(Halt::Ending(ending)) => *ending != Ending::Enough,
        _ => false,
    };
    let mut rest: Vec<Interval> = Vec::new();
    for lane in state.lanes.values_mut() {
        run.count(lane.counted);
        if limited(&flow) {
            let found = std::mem::take(&mut lane.found);
            let (reported, unheard) = (&mut lane.reported, &mut lane.unheard);
            let told = tell(found, run, |left, more| (*reported, *unheard) = (Some(left), more));
            flow = if told.is_break() { told } else { flow };
        }
        let Some(left) = lane.left() else { continue };
        match rest.last_mut() {
            Some(last) if last.to.as_ref() == Some(&left.from) => last.to = left.to,
            _ => rest.push(left),
        }
    }
    run.stats.done =
        Some(state.share + state.lanes.values().map(|l| l.share.1 - l.share.0).sum::<f64>());
    (flow, rest)
}

#[cfg(test)]
mod tests;
