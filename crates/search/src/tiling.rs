//! Engines for tiling puzzles.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle};
//! use marquetry_search::Search;
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
//! let setup = Setup { board: row(3), pieces, ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//!
//! assert_eq!(Search::new(&puzzle).count().run(&mut ()).unwrap().stats.solutions, 2);
//! assert_eq!(Search::new(&puzzle).count().distinct().run(&mut ()).unwrap().stats.solutions, 1);
//! ```

use std::cell::OnceCell;
use std::ops::ControlFlow;

use marquetry_puzzle::Tiling;

use crate::engines::{Left, Open, Settings, Work, all, rest_of};
use crate::race::{Entry, Finish, Heat, Question, Racer, Racing, race};
use crate::run::{Halt, Run, at_hand};
use crate::tree::{Climb, Going, Interval, Walk};
use counter::Counting;
use cover::{Cover, Tables};
use dives::Dives;
use lister::Lister;
use model::Model;
use orbits::Orbits;
use quotient::Quotient;
use window::{Order, Window};

mod counter;
pub(crate) mod cover;
pub(crate) mod dives;
mod lister;
pub(crate) mod model;
mod orbits;
pub mod pick;
mod quotient;
pub(crate) mod reference;
mod window;

/// States of so many bits are counted together; where they are longer, few of them are equal.
const NARROW: u32 = 24;
/// The largest board whose first solutions are the lister's: on larger ones it may be stuck in a bad beginning.
const SMALL: usize = 64;
/// The longest open edge that the lister deals with well. With pentominoes it is 24 times as fast as the general engine
/// on an edge of 6 cells, 1.7 times on 10 and 1.4 times on 12.
const EDGE: usize = 12;

/// Lets the counter, the lister and the general engine race; the looks of the puzzle say who begins.
pub(crate) fn auto(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Left {
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => contest(&model, settings, run),
        ControlFlow::Break(halt) => unbegun(halt, "cover"),
    }
}

fn contest(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Left {
    let question = Question::of(settings.count, run);
    let order = Order::new(model);
    let ways = window::accepts(model, &order);
    let plan = (question == Question::Count).then(|| counter::plan(model, settings.distinct));
    let plan = plan.flatten();
    let mut field = vec!["cover"];
    let small = model.cells.len() <= SMALL;
    if ways.is_some() {
        let first = order.edge() <= EDGE && (small || !matches!(question, Question::Few(_)));
        field.insert(usize::from(!first), "lister");
    }
    if matches!(question, Question::Few(_)) {
        field.insert(usize::from(field[0] == "lister"), "dives");
    }
    if let Some(plan) = &plan {
        let narrow = |q: &Quotient| q.bits == 0 || q.span + q.bits <= NARROW;
        field.insert(usize::from(!plan.iter().all(narrow)), "counter");
    }
    let bench = Bench::new(model, order, settings, run);
    let heat = Heat { question, threads: at_hand(settings.threads) };
    let entry = |name: &&'static str| -> Entry<'_> {
        match *name {
            "counter" => bench.counter(plan.as_deref().unwrap_or_default()),
            "lister" => bench.lister(ways.unwrap_or(0)),
            "dives" => bench.dives(),
            _ => bench.cover(),
        }
    };
    match race(field.iter().map(entry).collect(), heat, run) {
        Finish::Over(left) => left,
        Finish::Leads(i, part) => {
            let lister = field[i] == "lister";
            run.chosen = Some(if lister { "lister" } else { "cover" });
            let mut work = rest_of(settings, part);
            let left = if lister { list(model, settings, &mut work, run) } else { None };
            left.unwrap_or_else(|| search(model, settings, &mut work, run))
        }
    }
}

/// The tables of the engines that race, each made when it is asked for.
struct Bench<'m> {
    model: &'m Model<'m>,
    order: Order,
    settings: &'m Settings,
    listing: Listing,
    tables: OnceCell<Tables<'m>>,
    orbits: OnceCell<Orbits>,
    narrow: OnceCell<Option<Window<1>>>,
    middle: OnceCell<Option<Window<2>>>,
    wide: OnceCell<Option<Window<4>>>,
}

impl<'m> Bench<'m> {
    fn new(
        model: &'m Model<'m>,
        order: Order,
        settings: &'m Settings,
        run: &mut Run<'_>,
    ) -> Bench<'m> {
        Bench {
            model,
            order,
            settings,
            listing: Listing::new(model, settings, run),
            tables: OnceCell::new(),
            orbits: OnceCell::new(),
            narrow: OnceCell::new(),
            middle: OnceCell::new(),
            wide: OnceCell::new(),
        }
    }

    fn counter<'b>(&'b self, plan: &'b [Quotient]) -> Entry<'b> {
        let threads = at_hand(self.settings.threads);
        let make = move || Box::new(Counting::new(plan, threads));
        Entry { tree: None, make: Box::new(move |_| Some(make())) }
    }

    fn lister<'b>(&'b self, ways: usize) -> Entry<'b> {
        match ways {
            0..=64 => self.lister_with(&self.narrow),
            65..=128 => self.lister_with(&self.middle),
            _ => self.lister_with(&self.wide),
        }
    }

    fn lister_with<'b, const K: usize>(
        &'b self,
        window: &'b OnceCell<Option<Window<K>>>,
    ) -> Entry<'b> {
        let make = move || -> Option<Box<dyn Racer + 'b>> {
            let orbits = self
                .orbits
                .get_or_init(|| lister::orbits::<K>(self.model, &self.order, self.listing));
            let window = window.get_or_init(|| Window::new(self.model, &self.order, orbits));
            let lister = Lister::new(self.model, window.as_ref()?, orbits, self.listing);
            let (cost, besides) = (lister.cost(), lister.besides());
            Some(racing("lister", cost, besides, Box::new(lister)))
        };
        Entry { tree: Some("lister"), make: Box::new(move |_| make()) }
    }

    fn cover(&self) -> Entry<'_> {
        let make = || {
            let walk = Box::new(Walk::new(Cover::new(self.tables())));
            racing("cover", self.tables().cost(), Box::new(|| 0.0), walk)
        };
        Entry { tree: Some("cover"), make: Box::new(move |_| Some(make())) }
    }

    fn dives(&self) -> Entry<'_> {
        let make = || Box::new(dives(self.tables(), self.model, self.settings.seed));
        Entry { tree: Some("cover"), make: Box::new(move |_| Some(make())) }
    }

    fn tables(&self) -> &Tables<'m> {
        self.tables.get_or_init(|| Tables::new(self.model, self.listing))
    }
}

fn dives<'t>(tables: &'t Tables<'t>, model: &Model<'_>, seed: u64) -> Dives<Cover<'t>> {
    let least = model.classes.iter().filter(|class| class.most > 0).map(|class| class.size).min();
    let pieces = model.cells.len() / least.unwrap_or(1).max(1);
    Dives::new(Cover::new(tables), pieces as u64, tables.cost(), seed)
}

/// A search of a whole tree in a race.
fn racing<'r>(
    name: &'static str,
    cost: f64,
    besides: Box<dyn Fn() -> f64 + 'r>,
    climber: Box<dyn Climb + 'r>,
) -> Box<dyn Racer + 'r> {
    let going = Going::new(climber, Interval::WHOLE);
    Box::new(Racing { name, cost, handicap: 1.0, lucky: true, besides, going })
}

/// Runs the general engine: for a first solution by dives too.
pub(crate) fn cover(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Left {
    let model = match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => model,
        ControlFlow::Break(halt) => return unbegun(halt, "cover"),
    };
    if run.wanted() != Some(1) || settings.count {
        return search(&model, settings, &mut all(settings), run);
    }
    let bench = Bench::new(&model, Order::new(&model), settings, run);
    let entries = vec![bench.dives(), bench.cover()];
    let heat = Heat { question: Question::Few(1), threads: at_hand(settings.threads) };
    match race(entries, heat, run) {
        Finish::Over(left) => left,
        Finish::Leads(_, part) => search(&model, settings, &mut rest_of(settings, part), run),
    }
}

/// Makes the tables of the general engine and works with them.
pub(crate) fn cover_with(
    puzzle: &Tiling,
    settings: &Settings,
    work: &mut Work<'_>,
    run: &mut Run<'_>,
) -> Left {
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => search(&model, settings, work, run),
        ControlFlow::Break(halt) => unbegun(halt, "cover"),
    }
}

fn search(model: &Model<'_>, settings: &Settings, work: &mut Work<'_>, run: &mut Run<'_>) -> Left {
    let tables = Tables::new(model, Listing::new(model, settings, run));
    let make = || -> Box<dyn Climb + '_> { Box::new(Walk::new(Cover::new(&tables))) };
    work("cover", &make, run)
}

/// Runs the lister; `None` when the puzzle does not fit its tables.
pub(crate) fn lister(
    puzzle: &Tiling,
    settings: &Settings,
    work: &mut Work<'_>,
    run: &mut Run<'_>,
) -> Option<Left> {
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => list(&model, settings, work, run),
        ControlFlow::Break(halt) => Some(unbegun(halt, "lister")),
    }
}

fn list(
    model: &Model<'_>,
    settings: &Settings,
    work: &mut Work<'_>,
    run: &mut Run<'_>,
) -> Option<Left> {
    let order = Order::new(model);
    match window::accepts(model, &order)? {
        0..=64 => list_with::<1>(model, &order, settings, work, run),
        65..=128 => list_with::<2>(model, &order, settings, work, run),
        _ => list_with::<4>(model, &order, settings, work, run),
    }
}

fn list_with<const K: usize>(
    model: &Model<'_>,
    order: &Order,
    settings: &Settings,
    work: &mut Work<'_>,
    run: &mut Run<'_>,
) -> Option<Left> {
    let listing = Listing::new(model, settings, run);
    let orbits = lister::orbits::<K>(model, order, listing);
    let window = Window::<K>::new(model, order, &orbits)?;
    let make =
        || -> Box<dyn Climb + '_> { Box::new(Lister::new(model, &window, &orbits, listing)) };
    Some(work("lister", &make, run))
}

/// Runs the counter; `None` unless only the number is wanted. What it cannot count up to symmetry is listed and
/// counted.
pub(crate) fn counter(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    if !settings.count {
        return None;
    }
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => {
            count(&model, settings, run).or_else(|| list(&model, settings, &mut all(settings), run))
        }
        ControlFlow::Break(halt) => Some((ControlFlow::Break(halt), Open::Unresumable)),
    }
}

fn count(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let plan = counter::plan(model, settings.distinct)?;
    let flow = match counter::count(&plan, at_hand(settings.threads), run) {
        ControlFlow::Continue(total) => {
            run.count(u64::try_from(&total).unwrap_or(u64::MAX));
            run.total = Some(total);
            ControlFlow::Continue(())
        }
        ControlFlow::Break(halt) => ControlFlow::Break(halt),
    };
    Some((flow, Open::Unresumable))
}

/// What an engine does with the solutions it meets.
#[derive(Copy, Clone)]
pub(crate) struct Listing {
    /// Leave out what symmetry makes equal: one solution of each class stands for it.
    pub distinct: bool,
    /// Count, and list nothing.
    pub count: bool,
    /// Count every solution of each class met.
    pub whole: bool,
}

impl Listing {
    pub(crate) fn new(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Listing {
        let Settings { distinct, count, .. } = *settings;
        if distinct {
            run.distinct_already();
        }
        // All solutions are counted class by class where that takes fewer steps.
        let whole =
            count && !distinct && model.symmetries.len() > 1 && !orbits::once(model).is_empty();
        Listing { distinct: distinct || whole, count, whole }
    }

    /// Counts a solution, or its class.
    pub(crate) fn counted(&self, orbits: &Orbits, model: &Model<'_>, cover: &[u32]) -> u64 {
        if self.whole { orbits.size(model, cover) } else { 1 }
    }
}

/// A search that was stopped before it began leaves everything open.
fn unbegun(halt: Halt, engine: &'static str) -> Left {
    (ControlFlow::Break(halt), Open::Parts(engine, vec![Interval::WHOLE]))
}
