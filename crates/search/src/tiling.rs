//! Engines for tiling puzzles.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use marquetry_puzzle::Tiling;

use crate::engines::{Left, Settings};
use crate::parallel::{UNITS, share_out, units};
use crate::prefix::{Prefix, Walk, walk};
use crate::race::{Entry, Finish, Heat, Question, Racer, race};
use crate::run::{Halt, Run};
use counter::Counting;
use cover::{Cover, Tables};
use dives::Dives;
use lister::{Going, Lister};
use model::Model;
use orbits::Orbits;
use quotient::Quotient;
use window::{Order, Window};

pub mod counter;
pub mod cover;
pub mod dives;
pub mod lister;
pub mod model;
pub mod orbits;
pub mod pick;
pub mod quotient;
pub mod reference;
pub mod window;

/// States of so many bits are counted together; where they are longer, few of them are equal.
const NARROW: u32 = 24;
/// The largest board whose first solutions are the lister's: on larger ones it may be stuck in a bad beginning.
const SMALL: usize = 64;
/// The longest open edge that the lister deals with well. With pentominoes it is 24 times as fast as the general engine
/// on an edge of 6 cells, 1.7 times on 10 and 1.4 times on 12.
const EDGE: usize = 12;

/// The first number of a prefix of [`auto`]: which engine the rest is of.
const LISTER: u32 = 0;
const COVER: u32 = 1;

/// Lets the counter, the lister and the general engine race; the looks of the puzzle say who begins. A prefix begins with
/// the engine that left it open, so that whoever goes on does so with the same.
pub fn auto(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Left {
    let model = match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => model,
        ControlFlow::Break(halt) => return unbegun(halt, settings),
    };
    let (engine, left) = match settings.from.0.split_first() {
        None => (None, contest(&model, settings, run)),
        Some((&engine, from)) => {
            let below = Settings { from: Prefix(from.to_vec()), ..settings.clone() };
            let left = match engine {
                LISTER => list(&model, &below, run),
                COVER => Some(search(&model, &below, run)),
                _ => None,
            };
            (Some(engine), left.unwrap_or_else(|| (settings.from.leads_nowhere(), Vec::new())))
        }
    };
    let engine = engine.unwrap_or(if run.chosen == Some("lister") { LISTER } else { COVER });
    let marked = |prefix: Prefix| match prefix == Prefix::ROOT {
        true => prefix,
        false => Prefix([&[engine], &prefix.0[..]].concat()),
    };
    (left.0, left.1.into_iter().map(marked).collect())
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
    let heat = Heat { question, threads: settings.threads, laps: None };
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
        Finish::Leads(i) if field[i] == "lister" => {
            run.chosen = Some("lister");
            list(model, settings, run).unwrap_or_else(|| search(model, settings, run))
        }
        Finish::Leads(_) => {
            run.chosen = Some("cover");
            search(model, settings, run)
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
        Box::new(|_| Some(Box::new(Counting::new(plan))))
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
        Box::new(move |_| {
            let orbits = self
                .orbits
                .get_or_init(|| lister::orbits(self.model, &self.order, self.listing.distinct));
            let window = window.get_or_init(|| Window::new(self.model, &self.order, orbits));
            let lister = Lister::new(self.model, window.as_ref()?, orbits, self.listing);
            Some(Box::new(Going::new(lister)))
        })
    }

    fn cover(&self) -> Entry<'_> {
        Box::new(|_| {
            let tables = self.tables();
            Some(Box::new(Covering { walk: Walk::new(Cover::new(tables)), cost: tables.cost() }))
        })
    }

    fn dives(&self) -> Entry<'_> {
        Box::new(|_| Some(Box::new(dives(self.tables(), self.model, self.settings.seed))))
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

/// The general engine in a race.
struct Covering<'t> {
    walk: Walk<Cover<'t>>,
    cost: f64,
}

impl Racer for Covering<'_> {
    fn name(&self) -> &'static str {
        "cover"
    }

    fn cost(&self) -> f64 {
        self.cost
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        self.walk.go(run)
    }

    fn share(&self) -> f64 {
        self.walk.share()
    }

    fn open(&self, run: &mut Run<'_>) -> Vec<Prefix> {
        self.walk.open(run)
    }
}

/// Runs the general engine.
pub fn cover(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Left {
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => search(&model, settings, run),
        ControlFlow::Break(halt) => unbegun(halt, settings),
    }
}

fn search(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Left {
    if run.wanted() == Some(1) && !settings.count && settings.from == Prefix::ROOT {
        let bench = Bench::new(model, Order::new(model), settings, run);
        let entries = vec![bench.dives(), bench.cover()];
        let heat = Heat { question: Question::Few(1), threads: settings.threads, laps: None };
        if let Finish::Over(left) = race(entries, heat, run) {
            return left;
        }
    }
    let tables = Tables::new(model, Listing::new(model, settings, run));
    let bare = Cover::new(&tables);
    let search = |from: &Prefix, run: &mut Run<'_>| walk(&mut bare.clone(), from, run);
    if settings.threads <= 1 {
        return search(&settings.from, run);
    }
    match units(&bare, settings, run) {
        Ok(units) => share_out(&units, settings.threads, run, search),
        Err(left) => left,
    }
}

/// Runs the lister; `None` when the puzzle does not fit its tables.
pub fn lister(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => list(&model, settings, run),
        ControlFlow::Break(halt) => Some(unbegun(halt, settings)),
    }
}

fn list(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let order = Order::new(model);
    match window::accepts(model, &order)? {
        0..=64 => list_with::<1>(model, &order, settings, run),
        65..=128 => list_with::<2>(model, &order, settings, run),
        _ => list_with::<4>(model, &order, settings, run),
    }
}

fn list_with<const K: usize>(
    model: &Model<'_>,
    order: &Order,
    settings: &Settings,
    run: &mut Run<'_>,
) -> Option<Left> {
    let listing = Listing::new(model, settings, run);
    let orbits = lister::orbits(model, order, listing.distinct);
    let window = Window::<K>::new(model, order, &orbits)?;
    let lister = || Lister::new(model, &window, &orbits, listing);
    if settings.threads <= 1 {
        return Some(lister().search(&settings.from, run));
    }
    Some(match lister().units(&settings.from, UNITS * settings.threads, run) {
        Ok(units) => {
            share_out(&units, settings.threads, run, |from, run| lister().search(from, run))
        }
        Err(left) => left,
    })
}

/// Runs the counter; `None` unless only the number is wanted. What it cannot count up to symmetry is listed and
/// counted.
pub fn counter(puzzle: &Tiling, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    if !settings.count || settings.from != Prefix::ROOT {
        return None;
    }
    match Model::new(puzzle, run) {
        ControlFlow::Continue(model) => {
            count(&model, settings, run).or_else(|| list(&model, settings, run))
        }
        ControlFlow::Break(halt) => Some(unbegun(halt, settings)),
    }
}

fn count(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let plan = counter::plan(model, settings.distinct)?;
    let flow = match counter::count(&plan, run) {
        ControlFlow::Continue(total) => {
            run.count(u64::try_from(&total).unwrap_or(u64::MAX));
            run.total = Some(total);
            ControlFlow::Continue(())
        }
        ControlFlow::Break(halt) => ControlFlow::Break(halt),
    };
    Some((flow, Vec::new()))
}

/// What an engine does with the solutions it meets.
#[derive(Copy, Clone)]
pub struct Listing {
    /// Leave out what symmetry makes equal.
    pub distinct: bool,
    /// Count, and list nothing.
    pub count: bool,
    /// Report one solution of each class. Otherwise the run does so, which shows the first of each class at once.
    pub once: bool,
    /// Count every solution of each class met.
    pub whole: bool,
}

impl Listing {
    pub(crate) fn new(model: &Model<'_>, settings: &Settings, run: &mut Run<'_>) -> Listing {
        let Settings { distinct, count, .. } = *settings;
        // To wait for the solution that stands for its class is well when all are wanted, not when one is.
        let once = distinct && (count || run.wanted().is_none());
        if once {
            run.distinct_already();
        }
        // All solutions are counted class by class where that takes fewer steps.
        let whole =
            count && !distinct && model.symmetries.len() > 1 && orbits::smallest(model).is_some();
        Listing { distinct: distinct || whole, count, once: once || whole, whole }
    }

    /// Counts a solution, or its class.
    pub(crate) fn counted(&self, orbits: &Orbits, model: &Model<'_>, cover: &[u32]) -> u64 {
        if self.whole { orbits.size(model, cover) } else { 1 }
    }
}

/// A search that was stopped before it began leaves everything open.
fn unbegun(halt: Halt, settings: &Settings) -> Left {
    (ControlFlow::Break(halt), vec![settings.from.clone()])
}
