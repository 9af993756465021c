//! The counter: all ways to fill the board up to some cell that look the same from there on are counted together.
//!
//! A state is what is covered ahead of the first open cell, and how many copies are used of the pieces that can run
//! out. Counts start as machine words and grow when they must.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use num_traits::PrimInt;

use self::crowd::Layer;
use self::table::Table;
use self::tally::Tally;
use self::wide::Wide;
use super::model::Model;
use super::quotient::{Lay, Quotient};
use super::window::Order;
use crate::race::Racer;
use crate::run::{Ending, Halt, Run};

mod arrive;
mod back;
mod crowd;
mod table;
mod tally;
mod wide;

/// Nanoseconds that a step takes, or nearly so: a third of it where the tables are small, twice where they are large.
const COST: f64 = 100.0;
/// The same in a crowd.
const CROWDED: f64 = 12.0;
/// What the states may take when no memory limit is given.
const ROOMY: u64 = 1 << 31;

/// What is to be counted: the covers of the board, and up to symmetry those that each symmetry leaves alone. `None`
/// when a state does not fit in 128 bits, or when a symmetry carries only some solutions to solutions.
pub fn plan(model: &Model<'_>, distinct: bool) -> Option<Vec<Quotient>> {
    let group = if distinct { model.symmetries.len() } else { 1 };
    let order = Order::new(model);
    let fixed = |s: usize| {
        let keeps = model.symmetries[s].keeps || !distinct;
        keeps.then(|| Quotient::new(model, s, &order.number)).flatten()
    };
    (0..group).map(fixed).collect()
}

/// The number of covers, or of classes of covers.
pub fn count(plan: &[Quotient], threads: usize, run: &mut Run<'_>) -> ControlFlow<Halt, BigUint> {
    let mut counting = Counting::new(plan, threads);
    counting.count(run)?;
    ControlFlow::Continue(counting.total().unwrap_or_default())
}

/// A count that goes on where it was stopped.
pub struct Counting<'q> {
    plan: &'q [Quotient],
    /// What the symmetries gone through leave alone, all together.
    sum: BigUint,
    gone: usize,
    now: Option<Box<dyn Covers + 'q>>,
    threads: usize,
}

impl<'q> Counting<'q> {
    /// Nothing counted yet.
    pub fn new(plan: &'q [Quotient], threads: usize) -> Counting<'q> {
        Counting { plan, sum: BigUint::default(), gone: 0, now: None, threads }
    }

    /// Counts to the end.
    fn count(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        while let Some(quotient) = self.plan.get(self.gone) {
            let make = || begun(quotient, false, self.threads, run);
            let covers = self.now.get_or_insert_with(make);
            covers.go(run)?;
            self.sum += covers.total();
            self.gone += 1;
            self.now = None;
        }
        ControlFlow::Continue(())
    }
}

impl Racer for Counting<'_> {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn cost(&self) -> f64 {
        if self.now.as_ref().is_some_and(|covers| covers.crowded()) { CROWDED } else { COST }
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.count(run)
    }

    fn share(&self) -> f64 {
        let here = self.now.as_ref().map_or(0.0, |covers| covers.share());
        (self.gone as f64 + here) / self.plan.len().max(1) as f64
    }

    fn total(&self) -> Option<BigUint> {
        // By Burnside's lemma there are as many classes as a symmetry leaves covers alone, on average.
        Some(&self.sum / self.plan.len().max(1))
    }

    fn shares(&self) -> bool {
        false
    }
}

/// The covers of a board, being counted.
pub trait Covers {
    /// Counts on to the end, from where it was stopped.
    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt>;
    /// The part that is done, if every cell still to come takes as many steps as the dearest so far.
    fn share(&self) -> f64;
    /// Are there so many states that each is counted sooner?
    fn crowded(&self) -> bool;
    /// How many there are, at the end.
    fn total(&self) -> BigUint;
    /// The placements of one of them by its number, counted from 0. Only where all layers were kept.
    fn nth(&self, number: BigUint) -> Option<Vec<u32>>;
}

/// Counts the covers of a board. To `keep` all layers takes more memory, and lets covers be told by number.
pub fn covers<'q>(
    quotient: &'q Quotient,
    keep: bool,
    run: &mut Run<'_>,
) -> ControlFlow<Halt, Box<dyn Covers + 'q>> {
    let mut covers = begun(quotient, keep, 1, run);
    covers.go(run)?;
    ControlFlow::Continue(covers)
}

fn begun<'q>(
    quotient: &'q Quotient,
    keep: bool,
    threads: usize,
    run: &Run<'_>,
) -> Box<dyn Covers + 'q> {
    let room = run.memory().unwrap_or(ROOMY);
    if quotient.span + quotient.bits <= 64 {
        Box::new(Numbers::<u64>::Word(Count::new(quotient, keep, threads, room)))
    } else {
        Box::new(Numbers::<u128>::Word(Count::new(quotient, keep, threads, room)))
    }
}

/// A step in the type of the states.
struct Go<S> {
    shape: S,
    copies: S,
    room: Vec<(S, S)>,
}

impl<S: PrimInt> Go<S> {
    #[inline]
    fn fits(&self, state: S) -> bool {
        (state & self.shape).is_zero()
            && self.room.iter().all(|&(field, most)| state & field <= most)
    }
}

/// A count under way.
struct Count<'q, S, T> {
    quotient: &'q Quotient,
    /// The states at each first open cell.
    tables: Vec<Table<S, T>>,
    at: usize,
    /// The sum of all counts, in units of their type, or more.
    ways: u128,
    /// The table being left, where the count was stopped in the middle of it.
    leaving: Option<Leaving<S, T>>,
    /// From some cell on, all states at each cell: the last, or all that were kept.
    crowd: Vec<Layer<T>>,
    gathered: usize,
    /// The layer being counted, how many of its states are, and the steps and the sum of that.
    arriving: Option<(Layer<T>, usize, u64, u128)>,
    threads: usize,
    /// The bytes that all tables may take, and each count apart from its slot.
    room: u64,
    heap: u64,
    /// The bytes of the layers left, where these are kept.
    kept: Option<u64>,
    /// Steps taken in all, and the most of them at one cell.
    nodes: u64,
    dearest: u64,
}

/// A table that is being left.
struct Leaving<S, T> {
    here: Table<S, T>,
    /// The next of its slots, and the steps taken so far.
    next: usize,
    nodes: u64,
}

/// A count in numbers as large as it needs.
enum Numbers<'q, S> {
    Word(Count<'q, S, u64>),
    Double(Count<'q, S, u128>),
    Wide(Count<'q, S, Wide<4>>),
    Vast(Count<'q, S, Wide<8>>),
    Boundless(Count<'q, S, BigUint>),
    /// While it grows; for good where there was no room to.
    None,
}

impl<S: PrimInt> Covers for Numbers<'_, S> {
    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        loop {
            let done = match self {
                Numbers::Word(count) => count.advance(run)?,
                Numbers::Double(count) => count.advance(run)?,
                Numbers::Wide(count) => count.advance(run)?,
                Numbers::Vast(count) => count.advance(run)?,
                Numbers::Boundless(count) => count.advance(run)?,
                Numbers::None => return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit)),
            };
            if done {
                return ControlFlow::Continue(());
            }
            *self = match std::mem::replace(self, Numbers::None) {
                Numbers::Word(count) => Numbers::Double(count.widen()?),
                Numbers::Double(count) => Numbers::Wide(count.widen()?),
                Numbers::Wide(count) => Numbers::Vast(count.widen()?),
                Numbers::Vast(count) => Numbers::Boundless(count.widen()?),
                widest => widest,
            };
        }
    }

    fn share(&self) -> f64 {
        match self {
            Numbers::Word(count) => count.share(),
            Numbers::Double(count) => count.share(),
            Numbers::Wide(count) => count.share(),
            Numbers::Vast(count) => count.share(),
            Numbers::Boundless(count) => count.share(),
            Numbers::None => 0.0,
        }
    }

    fn crowded(&self) -> bool {
        match self {
            Numbers::Word(count) => !count.crowd.is_empty(),
            Numbers::Double(count) => !count.crowd.is_empty(),
            Numbers::Wide(count) => !count.crowd.is_empty(),
            Numbers::Vast(count) => !count.crowd.is_empty(),
            Numbers::Boundless(count) => !count.crowd.is_empty(),
            Numbers::None => false,
        }
    }

    fn total(&self) -> BigUint {
        match self {
            Numbers::Word(count) => count.total(),
            Numbers::Double(count) => count.total(),
            Numbers::Wide(count) => count.total(),
            Numbers::Vast(count) => count.total(),
            Numbers::Boundless(count) => count.total(),
            Numbers::None => BigUint::default(),
        }
    }

    fn nth(&self, number: BigUint) -> Option<Vec<u32>> {
        match self {
            Numbers::Word(count) => count.nth(number),
            Numbers::Double(count) => count.nth(number),
            Numbers::Wide(count) => count.nth(number),
            Numbers::Vast(count) => count.nth(number),
            Numbers::Boundless(count) => count.nth(number),
            Numbers::None => None,
        }
    }
}

impl<'q, S: PrimInt, T: Tally> Count<'q, S, T> {
    fn new(quotient: &'q Quotient, keep: bool, threads: usize, room: u64) -> Count<'q, S, T> {
        let mut tables = vec![Table::EMPTY; quotient.steps.len() + 1];
        tables[0].grow();
        tables[0].add(S::zero(), &T::from(1));
        Count {
            quotient,
            tables,
            at: 0,
            leaving: None,
            crowd: Vec::new(),
            gathered: 0,
            arriving: None,
            threads,
            ways: 1,
            room,
            heap: 0,
            kept: keep.then_some(0),
            nodes: 0,
            dearest: 0,
        }
    }

    /// Goes on cell by cell, to the end or until counts may grow too large for their type.
    fn advance(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt, bool> {
        while self.at < self.quotient.steps.len() {
            let steps: Vec<Go<S>> =
                self.quotient.steps[self.at].iter().filter_map(|s| self.step(s)).collect();
            // No count after this cell is larger than all counts ahead of it, each taken every step.
            let reach = self.ways.saturating_mul(steps.len() as u128 + 1);
            let fresh = self.leaving.is_none() && self.arriving.is_none();
            if fresh && T::MOST.is_some_and(|most| reach > most) {
                return ControlFlow::Continue(false);
            }
            if fresh && self.crowd.is_empty() {
                self.gather();
            }
            if self.crowd.is_empty() {
                self.leave(&steps, run)?;
            } else {
                self.arrive(run)?;
            }
            self.at += 1;
            run.stats.done = Some(self.at as f64 / self.quotient.steps.len() as f64);
        }
        ControlFlow::Continue(true)
    }

    /// Takes every step from every state at the first open cell.
    fn leave(&mut self, steps: &[Go<S>], run: &mut Run<'_>) -> ControlFlow<Halt> {
        let Leaving { here, mut next, mut nodes } = self.leaving.take().unwrap_or_else(|| {
            let here = std::mem::replace(&mut self.tables[self.at], Table::EMPTY);
            self.heap = here.slots.iter().map(|slot| slot.1.heap()).max().unwrap_or(0);
            Leaving { here, next: 0, nodes: 0 }
        });
        let bytes = self.bytes(&here);
        while let Some((state, count)) = here.slots.get(next) {
            next += 1;
            if *count == T::default() {
                continue;
            }
            self.ways = self.ways.saturating_sub(count.units());
            let steps = self.expand(*state, count, steps, bytes)?;
            nodes += steps;
            self.nodes += steps;
            if let flow @ ControlFlow::Break(_) = run.add(steps) {
                self.leaving = Some(Leaving { here, next, nodes });
                return flow;
            }
        }
        self.dearest = self.dearest.max(nodes);
        if let Some(kept) = &mut self.kept {
            *kept += bytes;
            self.tables[self.at] = here;
        }
        ControlFlow::Continue(())
    }

    /// Takes every step from a state of a table of so many bytes, and says how many these are.
    #[inline]
    fn expand(
        &mut self,
        state: S,
        count: &T,
        steps: &[Go<S>],
        leaving: u64,
    ) -> ControlFlow<Halt, u64> {
        let covered = self.covered();
        let mut nodes = 0;
        for step in steps {
            if !step.fits(state) {
                continue;
            }
            nodes += 1;
            let next = (state | step.shape) + step.copies;
            let open = (next & covered).trailing_ones();
            let moved = (next & covered) >> 1 >> (open as usize - 1);
            let to = self.at + open as usize;
            if self.tables[to].full() {
                self.grow(to, leaving)?;
            }
            self.tables[to].add(moved | (next & !covered), count);
            self.ways = self.ways.saturating_add(count.units());
        }
        ControlFlow::Continue(nodes)
    }

    /// See [`Covers::share`].
    fn share(&self) -> f64 {
        let left = (self.quotient.steps.len() - self.at) as u64 * self.dearest;
        self.nodes as f64 / (self.nodes + left).max(1) as f64
    }

    /// The bits of a state that say what is covered.
    fn covered(&self) -> S {
        !S::zero() >> (S::zero().count_zeros() - self.quotient.span) as usize
    }

    fn step(&self, step: &Lay) -> Option<Go<S>> {
        let field = |bits: u128| S::from(bits << self.quotient.span);
        let room = step.room.iter().map(|&(mask, most)| Some((field(mask)?, field(most)?)));
        Some(Go {
            shape: S::from(step.shape)?,
            copies: field(step.copies)?,
            room: room.collect::<Option<_>>()?,
        })
    }

    fn grow(&mut self, table: usize, leaving: u64) -> ControlFlow<Halt> {
        let ahead = self.tables[self.at..].iter().take(self.quotient.span as usize + 1);
        let ahead = ahead.map(|table| self.bytes(table)).sum::<u64>();
        let taken = self.kept.unwrap_or(0) + leaving + ahead;
        // While a table grows, one twice as large is there beside it.
        if taken + 2 * self.bytes(&self.tables[table]).max(64) > self.room {
            return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
        }
        self.tables[table].grow();
        ControlFlow::Continue(())
    }

    fn bytes(&self, table: &Table<S, T>) -> u64 {
        (table.slots.len() * size_of::<(S, T)>()) as u64 + table.used as u64 * self.heap
    }

    /// The same with counts of a larger type, if there is room.
    fn widen<U: Tally + From<T>>(self) -> ControlFlow<Halt, Count<'q, S, U>> {
        let wider = |table: &Table<S, T>| (table.slots.len() * size_of::<(S, U)>()) as u64;
        let bytes = |tables: &[Table<S, T>]| tables.iter().map(wider).sum::<u64>();
        let more = (size_of::<U>() - size_of::<T>()) as u64;
        let crowd = |layers: &[Layer<T>]| layers.iter().map(|layer| layer.bytes(more)).sum::<u64>();
        let before = self.crowd.len().saturating_sub(1);
        let kept = bytes(&self.tables[..self.at]) + crowd(&self.crowd[..before]);
        let kept = self.kept.map(|_| kept);
        if bytes(&self.tables) + crowd(&self.crowd) > self.room {
            return ControlFlow::Break(Halt::Ending(Ending::MemoryLimit));
        }
        let tables: Vec<Table<S, U>> = self.tables.into_iter().map(Table::widen).collect();
        let crowd: Vec<Layer<U>> = self.crowd.into_iter().map(Layer::widen).collect();
        let Count { quotient, at, gathered, room, threads, nodes, dearest, .. } = self;
        let ways = match crowd.last() {
            Some(layer) => layer.units(),
            None => {
                let counts = tables[at..].iter().flat_map(|table| &table.slots).map(|slot| &slot.1);
                let ways = counts.filter(|&count| *count != U::default()).map(U::units);
                ways.fold(0, u128::saturating_add)
            }
        };
        ControlFlow::Continue(Count {
            quotient,
            tables,
            at,
            ways,
            leaving: None,
            crowd,
            gathered,
            arriving: None,
            threads,
            room,
            heap: 0,
            kept,
            nodes,
            dearest,
        })
    }

    /// The states of covers, which are those with all pieces that must be used.
    fn ends(&self) -> Vec<(S, &T)> {
        let due = |state: &(S, &T)| {
            let usage = state.0.to_u128().unwrap_or(0) >> self.quotient.span;
            self.quotient.due.iter().all(|&(field, least)| usage & field >= least)
        };
        let table = self.tables.last().into_iter().flat_map(|table| &table.slots);
        let table = table.filter(|slot| slot.1 != T::default()).map(|slot| (slot.0, &slot.1));
        let state = |covered: u64, usage: u64| {
            S::from(u128::from(usage) << self.quotient.span | u128::from(covered))
        };
        let crowd = self.crowd.last().into_iter().flat_map(Layer::states);
        let crowd =
            crowd.filter_map(|(covered, usage, count)| Some((state(covered, usage)?, count)));
        table.chain(crowd).filter(due).collect()
    }
}
