//! The exact engines: fewest candidates first, with windows or without, row by row, from the inside, and the choice
//! between them.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::Mutex;

use marquetry_puzzle::{Matching, Puzzle};
use num_bigint::BigUint;

use super::best::Luck;
use super::fewest::fewest as by_fewest;
use super::inside::Inside;
use super::model::Model;
use super::plan::Plan;
use super::report::{Report, Solutions};
use super::rows::{Rows, Tables};
use super::searcher::{Searcher, enter, search, solutions_for};
use super::windows::Windows;
use super::{alike, turns};
use crate::engines::{Left, Order, Settings};
use crate::frontier::Frontier;
use crate::prefix::Prefix;
use crate::race::{Entry, Finish, Heat, Question, Racer, race};
use crate::run::{Ending, Halt, Run};

/// Nanoseconds that a node of each order takes, or nearly so.
const COST_FEWEST: f64 = 500.0;
const COST_ROWS: f64 = 12.0;
const COST_INSIDE: f64 = 24.0;
/// Without a frame the first rows promise more than the last ones keep: so many times as much.
const UNFRAMED: f64 = 10.0;
/// Without a frame, boards of so many cells are left to the exact orders.
const UNLUCKY: usize = 64;
/// Nodes of a search for the best board beside an exact one with several threads: about a minute.
const LUCK: u64 = 4_000_000_000;

/// The first number of a prefix of [`exact`]: which order the rest is of.
const FEWEST: u32 = 0;
const ROWS: u32 = 1;
const INSIDE: u32 = 2;
const WINDOWS: u32 = 3;
/// No order: the search for the best board.
const LUCKY: u32 = 4;

fn compile(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Model {
    if settings.looks && !settings.distinct {
        // The model has one of the boards that look alike.
        run.distinct_already();
    }
    Model::new(p, settings.distinct, settings.looks)
}

/// Row by row, or in another order that is set. `None` when the puzzle has too many colours for the tables.
pub fn rows(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let m = compile(p, settings, run);
    let tables = Tables::new(&m, settings.order.unwrap_or_default())?;
    Some(search(&m, || Box::new(Rows::new(&tables)), &settings.from, settings, run))
}

/// Fewest candidates first.
pub fn fewest(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Left {
    let m = compile(p, settings, run);
    search(&m, || by_fewest(&m), &settings.from, settings, run)
}

/// The inside first, the frame last. `None` when the puzzle is not a plain framed one.
pub fn inside(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let m = Model::new(p, false, false);
    let plan = plain_plan(p, &m, settings)?.banded();
    Some(search(&m, || Box::new(Inside::new(&plan)), &settings.from, settings, run))
}

/// The plan for the search from the inside, which tells all tiles apart.
fn plain_plan<'m>(p: &Matching, m: &'m Model, settings: &Settings) -> Option<Plan<'m>> {
    Plan::new(p, m, settings.distinct).filter(|_| !settings.looks)
}

/// All orders by turns, and where a solution is enough the search for the best board too: whichever is there first.
pub fn exact(p: &Matching, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    if let Some(scale) = Scale::of(p, settings, run) {
        run.by_looks(false);
        let looks = Settings { looks: true, distinct: false, ..settings.clone() };
        let left = exact(p, &looks, run)?;
        scale.apply(run, left.0.is_break());
        return Some(left);
    }
    let m = compile(p, settings, run);
    match settings.from.0.split_first() {
        Some((&order, from)) => in_order(order, &Prefix(from.to_vec()), p, &m, settings, run),
        None if settings.order.is_some() => in_order(ROWS, &Prefix::ROOT, p, &m, settings, run),
        None => by_turns(p, &m, settings, run),
    }
}

/// Searches in one order alone.
fn in_order(
    order: u32,
    from: &Prefix,
    p: &Matching,
    m: &Model,
    settings: &Settings,
    run: &mut Run<'_>,
) -> Option<Left> {
    let left = match order {
        FEWEST => search(m, || by_fewest(m), from, settings, run),
        ROWS => {
            let tables = Tables::new(m, settings.order.unwrap_or_default())?;
            search(m, || Box::new(Rows::new(&tables)), from, settings, run)
        }
        INSIDE => inside(p, &Settings { from: from.clone(), ..settings.clone() }, run)?,
        WINDOWS => Windows::new(m)?.search(from, settings, run),
        _ => (settings.from.leads_nowhere(), Vec::new()),
    };
    Some(marked(left, order))
}

fn marked((flow, open): Left, order: u32) -> Left {
    (flow, open.into_iter().map(|prefix| prefixed(order, &prefix)).collect())
}

fn prefixed(order: u32, prefix: &Prefix) -> Prefix {
    Prefix([&[order], &prefix.0[..]].concat())
}

fn by_turns(p: &Matching, m: &Model, settings: &Settings, run: &mut Run<'_>) -> Option<Left> {
    let counted = matches!(solutions_for(m, settings, run), Solutions::Counted);
    let question = Question::of(counted, run);
    let (whole, puzzle) = (Model::new(p, false, false), Puzzle::from(p.clone()));
    let stage = Stage {
        p,
        m,
        whole: &whole,
        puzzle: &puzzle,
        settings,
        counted,
        deepest: Mutex::new(0),
        tables: OnceCell::new(),
        plan: OnceCell::new(),
        luck: OnceCell::new(),
    };
    if let Some(windows) = Windows::new(m) {
        let leave = Heat { question, threads: settings.threads, laps: Some(1) };
        return Some(match race(vec![stage.entry(FEWEST)], leave, run) {
            Finish::Over(left) => left,
            Finish::Leads(_) => marked(windows.search(&Prefix::ROOT, settings, run), WINDOWS),
        });
    }
    let few = matches!(question, Question::Few(_));
    let (threads, field) = (settings.threads, stage.field(few));
    let exactly = |run: &mut Run<'_>| {
        let entries = field.iter().map(|&order| stage.entry(order)).collect();
        match race(entries, Heat { question, threads, laps: None }, run) {
            Finish::Over(left) => Some(left),
            Finish::Leads(i) => in_order(field[i], &Prefix::ROOT, p, m, settings, run),
        }
    };
    if !few || threads <= 1 || !stage.tries_luck() {
        return exactly(run);
    }
    run.beside(
        |run| {
            let luck = Luck::new(&puzzle, p);
            let mut found = Vec::new();
            let mut lucky = luck.begin(settings.seed);
            run.lap(LUCK, 0, &mut found, 1, |run| lucky.go(run));
            found.pop()
        },
        exactly,
    )
}

/// What the orders that race search on, each made when it is asked for.
struct Stage<'s> {
    p: &'s Matching,
    m: &'s Model,
    /// The model that tells all tiles and turns apart, for the search from the inside.
    whole: &'s Model,
    puzzle: &'s Puzzle,
    settings: &'s Settings,
    counted: bool,
    deepest: Mutex<usize>,
    tables: OnceCell<Option<Tables<'s>>>,
    plan: OnceCell<Option<Plan<'s>>>,
    luck: OnceCell<Luck<'s>>,
}

impl<'s> Stage<'s> {
    /// Who races, the likeliest first.
    fn field(&self, few: bool) -> Vec<u32> {
        // From the inside, boards up to turns are told and not counted.
        let plain = || plain_plan(self.p, self.whole, self.settings).is_some();
        let inside = !(self.counted && self.settings.distinct) && plain();
        let lucky = few && self.settings.threads <= 1 && self.tries_luck();
        let orders = [(FEWEST, true), (ROWS, true), (INSIDE, inside), (LUCKY, lucky)];
        orders.into_iter().filter(|order| order.1).map(|order| order.0).collect()
    }

    /// Is the search for the best board worth a try? Small boards without a frame are easy or hopeless for it.
    fn tries_luck(&self) -> bool {
        self.m.framed || self.m.near.len() > UNLUCKY
    }

    fn plan(&self) -> Option<&Plan<'s>> {
        let plan = || plain_plan(self.p, self.whole, self.settings).map(Plan::banded);
        self.plan.get_or_init(plan).as_ref()
    }

    fn entry(&self, order: u32) -> Entry<'_> {
        Box::new(move |_| {
            let (m, searcher): (_, Box<dyn Searcher + '_>) = match order {
                FEWEST => (self.m, by_fewest(self.m)),
                ROWS => {
                    let tables = self.tables.get_or_init(|| Tables::new(self.m, Order::Rows));
                    (self.m, Box::new(Rows::new(tables.as_ref()?)))
                }
                INSIDE => (self.whole, Box::new(Inside::new(self.plan()?))),
                _ => {
                    let luck = self.luck.get_or_init(|| Luck::new(self.puzzle, self.p));
                    return Some(Box::new(luck.begin(self.settings.seed)));
                }
            };
            let solutions = if self.counted { Solutions::Counted } else { Solutions::Told };
            let report = Report::new(&self.deepest, solutions);
            Some(Box::new(Searching { m, searcher, report, order, entered: None }))
        })
    }
}

/// An order in a race.
struct Searching<'s> {
    m: &'s Model,
    searcher: Box<dyn Searcher + 's>,
    report: Report<'s>,
    order: u32,
    /// Was the tree entered, and is there one?
    entered: Option<bool>,
}

impl Racer for Searching<'_> {
    fn name(&self) -> &'static str {
        match self.order {
            FEWEST => "fewest",
            ROWS => "rows",
            _ => "inside",
        }
    }

    fn cost(&self) -> f64 {
        match self.order {
            FEWEST => COST_FEWEST,
            ROWS => COST_ROWS,
            _ => COST_INSIDE,
        }
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        if !*self.entered.get_or_insert_with(|| enter(&mut *self.searcher, &Prefix::ROOT)) {
            return ControlFlow::Continue(());
        }
        let flow = self.searcher.search(run, &mut self.report);
        if !matches!(
            flow,
            ControlFlow::Continue(()) | ControlFlow::Break(Halt::Ending(Ending::Enough))
        ) {
            self.report.tell_fullest(run, self.m);
        }
        flow
    }

    fn share(&self) -> f64 {
        let handicap = if self.order == ROWS && !self.m.framed { UNFRAMED } else { 1.0 };
        if self.entered.is_some() { self.searcher.share() / handicap } else { 0.0 }
    }

    fn lucky(&self) -> bool {
        self.m.framed || self.order == FEWEST
    }

    fn open(&self, run: &mut Run<'_>) -> Vec<Prefix> {
        let open = match self.entered {
            Some(_) => Frontier::gathered(run, |open| self.searcher.open(open)),
            None => vec![Prefix::ROOT],
        };
        open.iter().map(|prefix| prefixed(self.order, prefix)).collect()
    }
}

/// How the number of solutions follows from the number of boards that look different.
///
/// Tiles that are alike may change places, and no board of tiles with names looks the same after a turn.
struct Scale {
    /// Orders of tiles that are alike.
    orders: BigUint,
    /// Turns of the board.
    turns: usize,
}

impl Scale {
    /// `None` where nothing is gained, or where the number does not follow.
    fn of(p: &Matching, settings: &Settings, run: &Run<'_>) -> Option<Scale> {
        let all = settings.count && run.wanted().is_none() && !settings.looks;
        let pinned = settings.distinct && !p.pins.is_empty();
        let cells = p.cells.iter().filter(|&&holds| holds).count();
        if !all || pinned || cells < 2 || p.tiles.len() > cells {
            return None;
        }
        let copies = alike::merge(p, &mut (0..p.tiles.len() as u16).collect());
        let orders: BigUint =
            copies.iter().flat_map(|&copies| 1..=copies).map(BigUint::from).product();
        let turns = if settings.distinct { turns::order(p) } else { 1 };
        (orders > BigUint::from(turns)).then_some(Scale { orders, turns })
    }

    /// Turns what was counted into the number of solutions.
    fn apply(&self, run: &mut Run<'_>, stopped: bool) {
        let total = BigUint::from(run.stats.counted) * &self.orders / self.turns;
        run.stats.counted = u64::try_from(&total).unwrap_or(u64::MAX);
        run.stats.solutions = run.stats.counted;
        run.total = Some(total);
        // What is left open can be added only where nothing was divided.
        run.lost |= stopped && self.turns > 1;
    }
}
