//! One way to search a tree: any part of it, in pieces, in its own order.
//!
//! A node is told by its [`Path`] from the root, and a part of the tree is an [`Interval`] of paths. Pausing moves the
//! beginning of an interval, which is a few numbers; splitting cuts it in two; what another thread steals is the second
//! half. Engines know nothing of that: they [`Climb`], and [`Going`] leads them.

use std::ops::{ControlFlow, Range};

use marquetry_puzzle::Solution;
use marquetry_puzzle::generate::dice::Dice;
use serde::{Deserialize, Serialize};

use crate::run::{Failure, Halt, Run, Stats};

/// The way from the root of a search tree to a node: at each node, the number of the choice taken. Paths are in the order
/// of the tree: a node comes before all that lies below it, and that before its next sibling.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Path(pub Vec<u32>);

impl Path {
    /// The root.
    pub const ROOT: Path = Path(Vec::new());

    /// Ends a search that was to go where the tree has no node: that is no proof of anything.
    fn leads_nowhere<B>(&self) -> ControlFlow<Halt, B> {
        ControlFlow::Break(Halt::Failure(Failure::NoSuchPath(self.clone())))
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// A part of a tree: from a path, that one included, to another, that one and what lies below it excluded, or to the end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// Where it begins.
    pub from: Path,
    /// Where it ends; `None` is the end of the tree.
    pub to: Option<Path>,
}

impl Interval {
    /// The whole tree.
    pub const WHOLE: Interval = Interval { from: Path::ROOT, to: None };

    /// Cuts it in two; `None` unless the path lies within.
    pub fn cut(&self, at: &Path) -> Option<[Interval; 2]> {
        let within = self.from < *at && self.to.as_ref().is_none_or(|to| at < to);
        let (first, second) =
            ((self.from.clone(), Some(at.clone())), (at.clone(), self.to.clone()));
        within.then(|| [first, (second.0, second.1)].map(|(from, to)| Interval { from, to }))
    }

    /// How many choices its two ends have in common: the searched part hangs below them.
    fn shared(&self) -> usize {
        let to = self.to.as_ref().map_or(&[][..], |to| &to.0);
        self.from.0.iter().zip(to).take_while(|(a, b)| a == b).count()
    }
}

/// How far a search is at a node of its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    /// The choice being searched, or the last that was.
    pub taken: Option<u32>,
    /// The choices that are to be entered.
    pub left: Range<u32>,
    /// How many choices the node has.
    pub of: u32,
}

/// A search that goes up and down a tree, and can be set down anywhere in it.
///
/// It stands at a node. That node's choices are either set out, and then some are left, or not.
pub(crate) trait Climb {
    /// Goes back to the root, with nothing set out and nothing fixed.
    fn home(&mut self);
    /// How many choices the node has.
    fn width(&mut self) -> u32;
    /// Sets out the node's choices, of which only these are left. False when the first of these is none of them.
    fn open(&mut self, left: Range<u32>) -> bool;
    /// Goes down by the first choice left. False when nothing can lie below it.
    fn enter(&mut self) -> bool;
    /// It does not go up from this node any more.
    fn fix(&mut self);
    /// Searches all that is left below the node last fixed, from where it stands. A search that is stopped goes on from
    /// there; one that has come to its end stands at that node again, its choices not set out.
    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt>;
    /// The nodes whose choices are set out, from the root.
    fn levels(&self) -> Vec<Level>;
    /// At how many levels from the root on choices come in the order of what they promise.
    fn ordered(&self) -> usize {
        0
    }
}

/// The part of a tree that lies behind, if all subtrees of a node were alike.
pub(crate) fn share(levels: &[Level]) -> f64 {
    let (mut width, mut done) = (1.0, 0.0);
    for (level, taken) in levels.iter().filter_map(|level| Some((level, level.taken?))) {
        width /= f64::from(level.of);
        done += width * f64::from(taken);
    }
    done
}

/// The part of a tree that lies before a node of it, if all subtrees of a node were alike.
pub(crate) fn before(climber: &mut dyn Climb, path: &Path) -> Result<f64, Failure> {
    climber.home();
    if *path == Path::ROOT {
        return Ok(0.0);
    }
    for (i, &choice) in path.0.iter().enumerate() {
        let entered = i == 0 || climber.enter();
        if !entered || !climber.open(choice..choice + 1) {
            return Err(Failure::NoSuchPath(path.clone()));
        }
    }
    let mut levels = climber.levels();
    if let Some(last) = levels.last_mut() {
        last.taken = Some(last.left.start);
    }
    Ok(share(&levels))
}

/// A way down from the root of a tree to a node without choices, or to where nothing can lie below.
pub(crate) struct Probe {
    /// The nodes of the tree, were all of them as wide as those on the way at their depth: right on average, if choices are
    /// random (Knuth's estimate).
    pub promised: f64,
    /// Choices taken.
    pub depth: usize,
    /// Has its last node no choices?
    pub ended: bool,
}

impl Probe {
    /// Goes down from the root. At each node it is told the depth and the number of choices, and which to take is asked.
    pub fn down(climber: &mut dyn Climb, mut choose: impl FnMut(usize, u32) -> u32) -> Probe {
        climber.home();
        let (mut probe, mut alike) = (Probe { promised: 0.0, depth: 0, ended: false }, 1.0);
        loop {
            let width = climber.width();
            if width == 0 {
                return Probe { ended: true, ..probe };
            }
            alike *= f64::from(width);
            probe.promised += alike;
            let choice = choose(probe.depth, width);
            probe.depth += 1;
            if !climber.open(choice..choice + 1) || !climber.enter() {
                return probe;
            }
        }
    }
}

/// About how many nodes a tree has, by random ways down of about so many steps together: the more uneven the tree, the more
/// it takes to come near. The first choice is taken in turn.
pub(crate) fn estimate(climber: &mut dyn Climb, steps: usize, seed: u64) -> f64 {
    let (mut dice, mut nodes, mut ways, mut gone) = (Dice::new(seed), 0.0, 0, 0);
    while gone < steps {
        let choose = |depth, width| if depth == 0 { ways % width } else { dice.below(width) };
        let probe = Probe::down(climber, choose);
        nodes += probe.promised;
        gone += probe.depth + 1;
        ways += 1;
    }
    nodes / f64::from(ways)
}

/// The path of a choice at some level.
fn path(levels: &[Level], depth: usize, choice: u32) -> Path {
    Path(levels[..depth].iter().filter_map(|level| level.taken).chain([choice]).collect())
}

/// The next node that a search would enter.
fn next(levels: &[Level], base: usize) -> Option<Path> {
    let depth = levels.iter().rposition(|level| !level.left.is_empty())?;
    (depth >= base).then(|| path(levels, depth, levels[depth].left.start))
}

/// A node that cuts what is left about in two: among the choices of the topmost node that has some to spare. Where they are
/// in the order of what they promise, all but the one being searched or the next are given away, so that both parts
/// begin with the most promising.
fn middle(levels: &[Level], base: usize, ordered: usize) -> Option<Path> {
    let next = levels.iter().rposition(|level| !level.left.is_empty())?;
    let spare = |depth: &usize| levels[*depth].left.len() > usize::from(*depth == next);
    let depth = (base..=next).find(spare)?;
    let Range { start, end } = levels[depth].left;
    let kept = match depth < ordered {
        true => u32::from(depth == next),
        false => (end - start + u32::from(depth == next)) / 2,
    };
    Some(path(levels, depth, start + kept))
}

/// Where a search of an interval is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    /// It has not been entered.
    Outside,
    /// The climber has something to search.
    Below,
    /// All before the next node on the way to the interval's end is done.
    Above,
    /// It is done.
    Past,
}

/// A search of an interval: leads a climber along its ends.
pub(crate) struct Going<'c> {
    climber: Box<dyn Climb + 'c>,
    part: Interval,
    place: Place,
    /// How many choices on the way are fixed.
    base: usize,
}

impl<'c> Going<'c> {
    /// A search of a part of the tree, not begun.
    pub fn new(climber: Box<dyn Climb + 'c>, part: Interval) -> Going<'c> {
        Going { climber, part, place: Place::Outside, base: 0 }
    }

    /// Searches another part with the same tables.
    pub fn set(&mut self, part: Interval) {
        (self.part, self.place) = (part, Place::Outside);
    }

    /// Breaks unless both ends of the part are nodes of the tree.
    pub fn check(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        for end in [Some(&self.part.from), self.part.to.as_ref()].into_iter().flatten() {
            self.climber.home();
            for (i, &choice) in end.0.iter().enumerate() {
                run.look()?;
                let last = i + 1 == end.0.len();
                if !self.climber.open(choice..choice + 1) || !last && !self.climber.enter() {
                    return end.leads_nowhere();
                }
            }
        }
        match &self.part.to {
            Some(to) if self.part.from >= *to => to.leads_nowhere(),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Goes to where the part begins.
    fn enter(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let Interval { from, to } = &self.part;
        let shared = self.part.shared();
        let end = to.as_ref().map_or(u32::MAX, |to| to.0[shared]);
        // The node itself is part of the interval, and all above it are not.
        if shared == from.0.len() && shared > 0 {
            run.tick()?;
        }
        self.climber.home();
        for (depth, &choice) in from.0.iter().enumerate() {
            run.look()?;
            if depth == shared {
                self.climber.fix();
            }
            let end = match depth.cmp(&shared) {
                std::cmp::Ordering::Less => choice + 1,
                std::cmp::Ordering::Equal => end,
                std::cmp::Ordering::Greater => u32::MAX,
            };
            let last = depth + 1 == from.0.len() && depth >= shared;
            if !self.climber.open(choice..end) || !last && !self.climber.enter() {
                return from.leads_nowhere();
            }
        }
        self.base = shared;
        self.place = Place::Below;
        if shared == from.0.len() && to.is_some() {
            self.climber.fix();
            self.set_out(end)?;
        }
        ControlFlow::Continue(())
    }

    /// Leaves the choices of the node last fixed before the one that leads to the interval's end.
    fn set_out(&mut self, end: u32) -> ControlFlow<Halt> {
        self.place = if end > 0 { Place::Below } else { Place::Above };
        if end > 0 && !self.climber.open(0..end) {
            return self.part.from.leads_nowhere();
        }
        ControlFlow::Continue(())
    }

    /// Goes to where the part begins, unless it has.
    pub fn begin(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        if self.place == Place::Outside { self.enter(run) } else { ControlFlow::Continue(()) }
    }

    /// Goes on to the end of the part or of the run.
    pub fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.begin(run)?;
        loop {
            if self.place == Place::Below {
                self.climber.go(run)?;
                self.place = Place::Above;
            }
            let Some(Path(to)) = self.part.to.as_ref().filter(|to| self.base + 1 < to.0.len())
            else {
                self.place = Place::Past;
                return ControlFlow::Continue(());
            };
            run.tick()?;
            let (choice, end) = (to[self.base], to[self.base + 1]);
            if !self.climber.open(choice..choice + 1) || !self.climber.enter() {
                return Path(to.clone()).leads_nowhere();
            }
            self.climber.fix();
            self.base += 1;
            self.set_out(end)?;
        }
    }

    /// Goes to where the part begins, and on to the first node that has a choice to spare.
    pub fn open(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.begin(run)?;
        while self.place == Place::Below {
            let levels = self.climber.levels();
            if middle(&levels, self.base, 0).is_some() {
                break;
            }
            // Where nothing is left the node has not been set out; otherwise its one choice is the only one.
            let on = match levels.iter().rposition(|level| !level.left.is_empty()) {
                None => self.climber.width() > 0 && self.climber.open(0..u32::MAX),
                Some(depth) => depth + 1 == levels.len() && self.climber.enter(),
            };
            if !on {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// The node on the way to the interval's end that comes after all that the climber has to search.
    fn above(&self) -> Option<Path> {
        let to = self.part.to.as_ref().filter(|to| self.base + 1 < to.0.len())?;
        Some(Path(to.0[..=self.base].to_vec()))
    }

    /// Where what is left begins.
    pub fn next(&self) -> Option<Path> {
        match self.place {
            Place::Outside => Some(self.part.from.clone()),
            Place::Below => next(&self.climber.levels(), self.base).or_else(|| self.above()),
            Place::Above => self.above(),
            Place::Past => None,
        }
    }

    /// What is left of the part.
    pub fn rest(&self) -> Option<Interval> {
        self.next().map(|from| Interval { from, to: self.part.to.clone() })
    }

    /// Gives away about half of what is left; `None` where that cannot be split.
    pub fn split(&mut self) -> Option<Interval> {
        if self.place != Place::Below {
            return None;
        }
        let (levels, ordered) = (self.climber.levels(), self.climber.ordered());
        let at = middle(&levels, self.base, ordered).or_else(|| self.above())?;
        let [own, given] = self.rest()?.cut(&at)?;
        self.set(own);
        Some(given)
    }

    /// The part of the whole tree that lies before the place where it stands.
    pub fn share(&self) -> f64 {
        match self.place {
            Place::Outside => 0.0,
            _ => share(&self.climber.levels()),
        }
    }

    /// The part of the whole tree that lies before its own part, which it has just begun; or up to its end, when it is through.
    pub fn border(&mut self) -> f64 {
        let mut levels = self.climber.levels();
        if self.place == Place::Past {
            levels.truncate(self.base);
            let of = self.climber.width();
            let end = self.part.to.as_ref().and_then(|to| to.0.get(self.base).copied());
            levels.push(Level { taken: Some(end.unwrap_or(of)), left: of..of, of: of.max(1) });
        } else if let Some(last) = levels.last_mut().filter(|_| self.part.from.0.len() > self.base)
        {
            // The choice that leads to its first node is open, and not taken yet.
            last.taken = Some(last.left.start);
        }
        share(&levels)
    }
}

/// The node after one at which a solution lies.
fn after(climber: &mut dyn Climb, path: &Path) -> Option<Path> {
    climber.home();
    path.0.iter().all(|&choice| climber.open(choice..u32::MAX) && climber.enter());
    next(&climber.levels(), 0)
}

/// What is left of a tree when some of its solutions, which are in order, have been found out of order.
pub(crate) fn without<'p>(
    climber: &mut dyn Climb,
    found: impl IntoIterator<Item = &'p Path>,
) -> Vec<Interval> {
    let mut parts = vec![Interval::WHOLE];
    for path in found {
        let Some(last) = parts.pop() else { break };
        let after = after(climber, path).map(|from| Interval { from, to: None });
        let before = Interval { from: last.from, to: Some(path.clone()) };
        parts.extend((before.from < *path).then_some(before));
        match after {
            Some(after) => parts.push(after),
            None => break,
        }
    }
    parts
}

/// A search tree: a state that knows its choices.
pub trait Tree {
    /// What is chosen at a node.
    type Choice;
    /// The choices at this node, always in the same order.
    fn choices(&self) -> Vec<Self::Choice>;
    /// How good a choice seems to be, beside the others: it is tried first so many times as often.
    fn weight(&self, _choice: &Self::Choice) -> u32 {
        1
    }
    /// At how many levels from the root on choices come in the order of what they promise.
    fn ordered(&self) -> usize {
        0
    }
    /// Goes down.
    fn take(&mut self, choice: &Self::Choice);
    /// Comes back up from the same choice.
    fn undo(&mut self, choice: &Self::Choice);
    /// The solution, when this node is one; it then has no choices.
    fn solution(&self) -> Option<Solution>;
    /// Reports the solution, when this node is one. An engine that only counts does so here.
    fn report(&self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.solution().map_or(ControlFlow::Continue(()), |solution| run.solution(&solution))
    }
}

/// What a walk has just done.
#[derive(Copy, Clone)]
pub(crate) enum Moved {
    /// It went down by the choice with this number, from 1, of so many; and so many are open there.
    Down { number: usize, of: usize, ways: usize },
    /// It came back up.
    Up,
}

struct Open<C> {
    choices: Vec<C>,
    /// Choices entered or passed over; the last of them is the one being searched.
    entered: usize,
    /// Where those that are left end.
    end: usize,
}

/// How often the share of the tree that is done is worked out anew.
const SHARE_EVERY: u64 = 1024;

/// A climber for any tree.
pub(crate) struct Walk<T: Tree> {
    tree: T,
    levels: Vec<Open<T::Choice>>,
    /// Are the choices of the node at which it stands not set out? Then the last level's choice leads to it.
    bare: bool,
    base: usize,
}

impl<T: Tree> Walk<T> {
    /// At the root.
    pub fn new(tree: T) -> Walk<T> {
        Walk { tree, levels: Vec::new(), bare: true, base: 0 }
    }

    /// Goes on as [`Climb::go`] does, and shows every step to somebody before anything comes of it.
    pub fn go_seen(
        &mut self,
        run: &mut Run<'_>,
        mut seen: impl FnMut(&T, Moved, &Stats) -> ControlFlow<Halt>,
    ) -> ControlFlow<Halt> {
        let Walk { tree, levels, bare, base } = self;
        if std::mem::take(bare) {
            let choices = tree.choices();
            levels.push(Open { end: choices.len(), choices, entered: 0 });
            tree.report(run)?;
        }
        while let Some(level) = levels.last_mut() {
            let Some(choice) =
                level.choices.get(level.entered).filter(|_| level.entered < level.end)
            else {
                levels.pop();
                if levels.len() == *base {
                    *bare = true;
                    break;
                }
                if let Some(above) = levels.last() {
                    tree.undo(&above.choices[above.entered - 1]);
                    seen(tree, Moved::Up, &run.stats)?;
                }
                continue;
            };
            run.tick()?;
            level.entered += 1;
            let (number, of) = (level.entered, level.choices.len());
            tree.take(choice);
            if run.stats.nodes.is_multiple_of(SHARE_EVERY) {
                run.stats.done = Some(share(&levels.iter().map(told).collect::<Vec<_>>()));
            }
            let choices = tree.choices();
            let moved = Moved::Down { number, of, ways: choices.len() };
            levels.push(Open { end: choices.len(), choices, entered: 0 });
            seen(tree, moved, &run.stats)?;
            tree.report(run)?;
        }
        ControlFlow::Continue(())
    }
}

fn told<C>(open: &Open<C>) -> Level {
    let (entered, of) = (open.entered as u32, open.choices.len() as u32);
    Level { taken: entered.checked_sub(1), left: entered..open.end as u32, of }
}

impl<T: Tree> Climb for Walk<T> {
    fn home(&mut self) {
        while let Some(level) = self.levels.pop() {
            if std::mem::replace(&mut self.bare, true) {
                self.tree.undo(&level.choices[level.entered - 1]);
            }
        }
        (self.bare, self.base) = (true, 0);
    }

    fn width(&mut self) -> u32 {
        self.tree.choices().len() as u32
    }

    fn open(&mut self, left: Range<u32>) -> bool {
        let choices = self.tree.choices();
        let end = choices.len().min(left.end as usize);
        let entered = left.start as usize;
        let there = entered < end;
        if there {
            self.levels.push(Open { choices, entered, end });
            self.bare = false;
        }
        there
    }

    fn enter(&mut self) -> bool {
        let Some(level) = self.levels.last_mut() else { return false };
        self.tree.take(&level.choices[level.entered]);
        level.entered += 1;
        self.bare = true;
        true
    }

    fn fix(&mut self) {
        self.base = self.levels.len();
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.go_seen(run, |_, _, _| ControlFlow::Continue(()))
    }

    fn levels(&self) -> Vec<Level> {
        self.levels.iter().map(told).collect()
    }

    fn ordered(&self) -> usize {
        self.tree.ordered()
    }
}
