use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::run::{Limits, Outcome, StopFlag, each_solution};
use crate::tree::{Tree, Walk};
use crate::unit::Rest;

/// Numbers of so many digits below 4, each a solution; at some of them the tree is broken.
#[derive(Clone)]
struct Numbers {
    digits: usize,
    path: Vec<usize>,
    broken: Option<Vec<usize>>,
    /// Digits that come in the order of what they promise.
    ordered: usize,
}

impl Numbers {
    fn new(digits: usize, broken: Option<&[usize]>) -> Numbers {
        Numbers { digits, path: Vec::new(), broken: broken.map(<[usize]>::to_vec), ordered: 0 }
    }
}

impl Tree for Numbers {
    type Choice = usize;

    fn choices(&self) -> Vec<usize> {
        assert_ne!(self.broken.as_ref(), Some(&self.path), "a broken tree");
        if self.path.len() < self.digits { vec![0, 1, 2, 3] } else { Vec::new() }
    }

    fn ordered(&self) -> usize {
        self.ordered
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
    let make = || -> Box<dyn Climb + '_> { Box::new(Walk::new(tree.clone())) };
    let (flow, _) = search(&make, &Interval::WHOLE, threads, &mut run);
    run.finish(flow, Rest::Nothing)
}

#[test]
fn what_promises_most_is_shared_first() {
    for (ordered, given) in [(0, 2), (1, 1)] {
        let tree = Numbers { ordered, ..Numbers::new(3, None) };
        let mut going = Going::new(Box::new(Walk::new(tree)), Interval::WHOLE);
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        let mut nobody = ();
        let mut run = Run::without_puzzle(limits, StopFlag::default(), &mut nobody);
        assert!(going.go(&mut run).is_break());
        assert_eq!(going.split().map(|part| part.from), Some(Path(vec![given])));
    }
}

#[test]
fn where_a_part_ends_the_next_one_begins() {
    let cuts = [vec![0, 0, 3], vec![1], vec![1, 2], vec![1, 2, 0], vec![2, 3, 3, 1], vec![3, 0]];
    let mut parts = vec![Interval::WHOLE];
    for at in cuts.map(Path) {
        let [own, given] = parts.pop().and_then(|last| last.cut(&at)).expect("a node of the tree");
        parts.extend([own, given]);
    }
    let mut behind = 0.0;
    for part in parts {
        let mut going = Going::new(Box::new(Walk::new(Numbers::new(4, None))), part);
        let mut watch = each_solution(|_: &Solution| ControlFlow::Continue(()));
        let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut watch);
        assert!(going.begin(&mut run).is_continue());
        let began = going.border();
        assert!((began - behind).abs() < 1e-9, "{began} after {behind}");
        assert!(going.go(&mut run).is_continue());
        behind = going.border();
        assert!(behind >= began, "{behind} after {began}");
    }
    assert!((behind - 1.0).abs() < 1e-9, "{behind}");
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
        let mut broken = each_solution(|_: &Solution| panic!("a broken watcher"));
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
        let mut keep = each_solution(|solution: &Solution| {
            found.push(solution.clone());
            ControlFlow::Continue(())
        });
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
fn a_desk_lets_the_lane_that_is_reported_through_and_keeps_to_its_room() {
    let path = |i| Path(vec![i]);
    let lane = |bytes| Lane { bytes, ..Lane::new(Interval::WHOLE) };
    let mut state = State::default();
    state.lanes.insert(path(0), lane(0));
    state.lanes.insert(path(1), lane(0));
    assert!(state.has_room(&path(0), 1000, 10), "whatever its size");
    state.lanes.insert(path(0), lane(1000));
    assert!(!state.has_room(&path(0), 1, 10), "the first is to be reported before the next");
    assert!(state.has_room(&path(1), 10, 10), "the other half is free");
    state.lanes.insert(path(1), lane(10));
    assert!(!state.has_room(&path(1), 1, 10));
    state.lanes.insert(path(0), lane(0));
    assert!(state.has_room(&path(0), 10, 10), "others do not keep it waiting");
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

/// An interval of a shaft, entered, split and gone through.
fn split(depth: usize, stop: StopFlag) -> (ControlFlow<Halt>, Option<Interval>, usize) {
    let mut nobody = ();
    let mut run = Run::without_puzzle(Limits::default(), stop, &mut nobody);
    let before = STEPS.load(Ordering::Relaxed);
    let mut going = Going::new(Box::new(Walk::new(Shaft(0, depth))), Interval::WHOLE);
    let flow = going.open(&mut run);
    let given = going.split();
    let flow = if flow.is_continue() { going.go(&mut run) } else { flow };
    (flow, given, STEPS.load(Ordering::Relaxed) - before)
}

#[test]
fn splitting_goes_through_a_long_forced_beginning_so_often_whatever_its_length() {
    let steps = |depth| {
        let (flow, given, steps) = split(depth, StopFlag::default());
        assert_eq!((flow, given.is_some()), (ControlFlow::Continue(()), true));
        steps
    };
    assert_eq!(steps(20_000) - steps(10_000), steps(30_000) - steps(20_000));
}

#[test]
fn a_path_that_leads_nowhere_is_a_failure_and_no_proof() {
    let tree = Numbers::new(2, None);
    let path = |path: &[u32]| Path(path.to_vec());
    let intervals = [
        (path(&[4]), None),
        (path(&[0, 4]), None),
        (path(&[0, 0, 0]), None),
        (path(&[0]), Some(path(&[5]))),
        (path(&[0]), Some(path(&[1, 0, 0]))),
        (path(&[2]), Some(path(&[1]))),
        (path(&[2]), Some(path(&[2]))),
    ];
    for (from, to) in intervals {
        let mut nobody = ();
        let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut nobody);
        let part = Interval { from, to };
        let flow = Going::new(Box::new(Walk::new(tree.clone())), part.clone()).check(&mut run);
        let nowhere = matches!(flow, ControlFlow::Break(Halt::Failure(Failure::NoSuchPath(_))));
        assert!(nowhere, "{part:?}");
    }
}

#[test]
fn the_parts_of_a_tree_are_the_whole_wherever_it_is_cut() {
    let tree = Numbers::new(3, None);
    let numbers = |part: &Interval| {
        let (mut found, mut nodes) = (Vec::new(), 0);
        let mut keep = each_solution(|solution: &Solution| {
            found.push(solution.clone());
            ControlFlow::Continue(())
        });
        let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut keep);
        let mut going = Going::new(Box::new(Walk::new(tree.clone())), part.clone());
        assert_eq!(going.go(&mut run), ControlFlow::Continue(()));
        assert_eq!(going.rest(), None);
        nodes += run.stats.nodes;
        (found, nodes)
    };
    let whole = numbers(&Interval::WHOLE);
    let paths: Vec<Path> = (0..4u32.pow(3))
        .flat_map(|n| (0..=3).map(move |len| Path((0..len).map(|i| n >> (2 * i) & 3).collect())))
        .collect();
    for a in &paths {
        for b in paths.iter().filter(|b| a < b && a.0.len() + b.0.len() < 5) {
            let Some([first, rest]) = Interval::WHOLE.cut(a) else { continue };
            let Some([second, third]) = rest.cut(b) else { continue };
            let parts = [first, second, third].map(|part| numbers(&part));
            let found: Vec<_> = parts.iter().flat_map(|part| part.0.clone()).collect();
            assert_eq!(found, whole.0, "{a}, {b}");
            assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), whole.1, "{a}, {b}");
        }
    }
}
