use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::prefix::walk;
use crate::run::{Limits, Outcome, StopFlag};

/// Numbers of so many digits below 4, each a solution; at some of them the tree is broken.
#[derive(Clone)]
struct Numbers {
    digits: usize,
    path: Vec<usize>,
    broken: Option<Vec<usize>>,
}

impl Numbers {
    fn new(digits: usize, broken: Option<&[usize]>) -> Numbers {
        Numbers { digits, path: Vec::new(), broken: broken.map(<[usize]>::to_vec) }
    }
}

impl Tree for Numbers {
    type Choice = usize;

    fn choices(&self) -> Vec<usize> {
        assert_ne!(self.broken.as_ref(), Some(&self.path), "a broken tree");
        if self.path.len() < self.digits { vec![0, 1, 2, 3] } else { Vec::new() }
    }

    fn take(&mut self, &choice: &usize) {
        self.path.push(choice);
    }

    fn undo(&mut self, _: &usize) {
        self.path.pop();
    }

    fn solution(&self) -> Option<Solution> {
        (self.path.len() == self.digits).then(|| Solution::Options(self.path.clone()))
    }
}

fn all(
    tree: &Numbers,
    threads: usize,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let mut run = Run::without_puzzle(limits, StopFlag::default(), watch);
    let settings = Settings { threads, ..Settings::default() };
    let (flow, open) = match units(tree, &settings, &mut run) {
        Ok(units) => {
            share_out(&units, threads, &mut run, |from, run| walk(&mut tree.clone(), from, run))
        }
        Err(left) => left,
    };
    run.finish(flow, open)
}

#[test]
fn a_worker_that_panics_ends_the_search_with_a_failure() {
    // In the first unit, so that all others wait for it; in the middle; and in the last.
    let first: &[usize] = &[0, 0, 0, 0, 0];
    for at in [first, &[1, 2, 3, 0, 1], &[3, 3, 3, 3, 3]] {
        for threads in [2, 4] {
            let ended = all(&Numbers::new(7, Some(at)), threads, Limits::default(), &mut ());
            let Err(Failure::Panicked(words)) = ended else { panic!("no failure: {ended:?}") };
            assert!(words.contains("a broken tree"), "{words}");
        }
    }
}

#[test]
fn a_watcher_that_panics_is_not_waited_for() {
    for threads in [2, 4] {
        let mut broken = |_: &Solution| panic!("a broken watcher");
        let tree = Numbers::new(7, None);
        let limits = Limits { memory: Some(1 << 10), ..Limits::default() };
        let ended = catch_unwind(AssertUnwindSafe(|| all(&tree, threads, limits, &mut broken)));
        assert!(ended.is_err());
    }
}

#[test]
fn solutions_that_wait_take_no_more_memory_than_there_is_for_them() {
    let tree = Numbers::new(7, None);
    let listed = |threads, memory| {
        let mut found = Vec::new();
        let mut keep = |solution: &Solution| {
            found.push(solution.clone());
            ControlFlow::Continue(())
        };
        let limits = Limits { memory, ..Limits::default() };
        let outcome = all(&tree, threads, limits, &mut keep).unwrap();
        assert_eq!(outcome.ending, Ending::Exhausted);
        found
    };
    let one = listed(1, None);
    assert_eq!(one.len(), 4usize.pow(7));
    for threads in [2, 4] {
        // With no room at all each solution waits until it is its turn.
        for memory in [None, Some(0), Some(1 << 10), Some(1 << 14)] {
            assert_eq!(listed(threads, memory), one, "{threads} threads, {memory:?}");
        }
    }
}

#[test]
fn a_desk_lets_the_unit_that_is_reported_through_and_keeps_to_its_room() {
    let mut desk = Counter::default();
    assert!(desk.has_room(0, 1000, 10), "whatever its size");
    desk.held.insert(0, 1000);
    desk.all = 1000;
    assert!(!desk.has_room(0, 1, 10), "the first is to be reported before the next");
    assert!(desk.has_room(1, 10, 10), "the other half is free");
    desk.held.insert(1, 10);
    desk.all += 10;
    assert!(!desk.has_room(2, 1, 10));
    assert!(!desk.has_room(1, 1, 10));
    (desk.held, desk.all) = (BTreeMap::from([(1, 10)]), 10);
    assert!(desk.has_room(0, 10, 10), "others do not keep it waiting");
}

#[test]
fn whoever_waits_at_a_meeting_need_not_wait_for_a_thread_that_panicked() {
    for threads in [2, 4] {
        let (meeting, left) = (Meeting::new(threads), AtomicUsize::new(0));
        let attend = |me: usize| {
            let _attending = Attending(&meeting);
            assert!(meeting.wait(), "all come the first time");
            assert_ne!(me, 1, "a broken thread");
            while meeting.wait() {}
            left.fetch_add(1, Ordering::Relaxed);
        };
        std::thread::scope(|scope| {
            let attend = &attend;
            let others: Vec<_> = (1..threads).map(|me| scope.spawn(move || attend(me))).collect();
            attend(0);
            let panics: Vec<bool> = others.into_iter().map(|t| t.join().is_err()).collect();
            assert_eq!(panics.iter().filter(|&&panic| panic).count(), 1);
        });
        assert_eq!(left.into_inner(), threads - 1);
    }
}

/// A way down with one choice at each node, then two.
#[derive(Clone)]
struct Shaft(usize, usize);

impl Tree for Shaft {
    type Choice = usize;

    fn choices(&self) -> Vec<usize> {
        match self.0 {
            depth if depth < self.1 => vec![0],
            depth if depth < self.1 + 2 => vec![0, 1],
            _ => Vec::new(),
        }
    }

    fn take(&mut self, _: &usize) {
        self.0 += 1;
        STEPS.fetch_add(1, Ordering::Relaxed);
    }

    fn undo(&mut self, _: &usize) {
        self.0 -= 1;
    }

    fn solution(&self) -> Option<Solution> {
        (self.0 == self.1 + 2).then(|| Solution::Options(vec![self.0]))
    }
}

/// Steps taken down all shafts: one test uses them.
static STEPS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn splitting_goes_through_a_long_forced_beginning_once_and_looks_at_the_stop_flag() {
    let split = |depth, stop: StopFlag| {
        let mut nobody = ();
        let mut run = Run::without_puzzle(Limits::default(), stop, &mut nobody);
        let before = STEPS.load(Ordering::Relaxed);
        let settings = Settings { threads: 2, ..Settings::default() };
        let units = units(&Shaft(0, depth), &settings, &mut run);
        (units, STEPS.load(Ordering::Relaxed) - before)
    };
    let steps = |depth| {
        let (units, steps) = split(depth, StopFlag::default());
        assert_eq!(units.map(|units| units.len()), Ok(4));
        steps
    };
    assert_eq!(steps(20_000), steps(10_000) + 10_000);
    let stop = StopFlag::default();
    stop.stop();
    let cancelled = ControlFlow::Break(Halt::Ending(Ending::Cancelled));
    assert_eq!(split(10, stop).0, Err((cancelled, vec![Prefix::ROOT])));
}

#[test]
fn a_prefix_that_leads_nowhere_is_a_failure_and_no_proof() {
    let tree = Numbers::new(2, None);
    for from in [vec![4], vec![0, 4], vec![0, 0, 0]] {
        let from = Prefix(from);
        let mut nobody = ();
        let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut nobody);
        let nowhere = from.leads_nowhere();
        assert_eq!(walk(&mut tree.clone(), &from, &mut run).0, nowhere);
        let settings = Settings { threads: 2, from, ..Settings::default() };
        assert_eq!(units(&tree, &settings, &mut run).map_err(|left| left.0), Err(nowhere));
    }
}
