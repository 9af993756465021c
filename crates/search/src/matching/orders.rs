//! The exact engines: fewest candidates first, with windows or without, row by row, from the inside, and the choice
//! between them.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock};

use marquetry_puzzle::matching::Edge;
use marquetry_puzzle::{Matching, Puzzle, Solution};
use num_bigint::BigUint;

use super::best::{COST as COST_LUCK, Luck, Lucky};
use super::fewest::{Seek, fewest as by_fewest};
use super::halves::{self, Halves, Meeting};
use super::inside::Inside;
use super::model::{Model, RIM};
use super::plan::Plan;
use super::report::{Report, Solutions};
use super::rows::{Lists, Rows};
use super::standing::{LeftOut, Standing, looks};
use super::windows::{Roaming, Windows};
use super::{alike, turns};
use crate::engines::{Left, Open, Order, Settings, Work, all, rest_of};
use crate::race::{Entry, Finish, Heat, Question, Racer, Racing, race, warm_up};
use crate::run::{Ending, Halt, Run, at_hand};
use crate::tree::{Climb, Going, Interval, Path, Walk, without};

/// Nanoseconds that a node of each order takes, or nearly so.
const COST_FEWEST: f64 = 600.0;
const COST_ROWS: f64 = 12.0;
const COST_INSIDE: f64 = 24.0;
/// Without a frame the first rows promise more than the last ones keep: so many times as much.
const UNFRAMED: f64 = 10.0;
/// Without a frame, boards of so many cells are left to the exact orders.
const UNLUCKY: usize = 64;
/// Framed boards of up to so many cells need no thought. Up to so many, solutions are best counted by rows. On more than so
/// many, the search for the best board is among the first.
const TINY: usize = 36;
const SMALL: usize = 64;
const LARGE: usize = 144;
/// Nodes of a search for the best board beside an exact one with several threads: about a minute.
const LUCK: u64 = 4_000_000_000;

/// Bytes that a search of halves takes at most, and the laps that other orders have before it where a few solutions are
/// wanted: half a second.
const HALVES: u64 = 256 << 20;
const LAPS_FEW: u32 = 16;

/// A compiled puzzle and what is asked of it.
pub struct Desk<'p> {
    p: &'p Matching,
    puzzle: &'p Puzzle,
    m: Model,
    /// The model that tells all tiles and turns apart, for the search from the inside.
    whole: OnceLock<Model>,
    settings: &'p Settings,
    /// Are boards of tiles that look alike one here, and does the model leave out boards that are others turned?
    looks: bool,
    distinct: bool,
    solutions: Solutions,
    deepest: Mutex<usize>,
}

impl<'p> Desk<'p> {
    /// Compiles a puzzle. With `scaled`, the number of solutions is worked out from that of the boards that look
    /// different; see [`scale`].
    pub fn new(
        p: &'p Matching,
        settings: &'p Settings,
        scaled: bool,
        run: &mut Run<'p>,
    ) -> Option<Desk<'p>> {
        let puzzle = run.puzzle()?;
        let (looks, distinct) = (settings.looks || scaled, settings.distinct && !scaled);
        if scaled {
            run.by_looks(false);
            run.scale = Some(scale(p, settings)?);
        }
        match distinct {
            true => run.stands_already(),
            // The model has one of the boards that look alike.
            false if looks => run.distinct_already(),
            false => {}
        }
        // What stands for several solutions cannot be told, however many are wanted.
        let counted = settings.count && (scaled || run.wanted().is_none());
        Some(Desk {
            p,
            puzzle,
            m: Model::new(p, distinct, looks),
            whole: OnceLock::new(),
            settings,
            looks,
            distinct,
            solutions: if counted { Solutions::Counted } else { Solutions::Told },
            deepest: Mutex::new(0),
        })
    }

    /// What tells which of some boards turned is reported, where the model does not.
    fn standing(&self) -> Option<Standing<'_>> {
        let compares = self.distinct && (self.looks || !self.m.once);
        let left_out = LeftOut::AtTheStart;
        let standing = || Standing::new(self.p, &self.m, left_out, self.puzzle, self.looks);
        compares.then(standing).flatten()
    }

    fn report<'s>(&'s self, standing: Option<&'s Standing<'s>>) -> Report<'s> {
        Report::new(&self.deepest, self.solutions.clone(), standing)
    }

    fn whole(&self) -> &Model {
        self.whole.get_or_init(|| Model::new(self.p, false, false))
    }

    /// The plan for the search from the inside, which tells all tiles apart.
    fn plan(&self) -> Option<Plan<'_>> {
        Plan::new(self.p, self.whole(), self.distinct).filter(|_| !self.looks)
    }

    /// The search of a board's halves. It meets one of the boards that are one board turned.
    fn meeting<'s>(&'s self, halves: &'s Halves<'s>) -> Meeting<'s> {
        let counted = matches!(self.solutions, Solutions::Counted);
        Meeting::new(halves, (!self.distinct).then_some(self.puzzle), counted)
    }

    /// What tells which of some boards turned is reported when they are searched from the inside.
    fn standing_inside<'s>(&'s self, plan: &'s Plan<'s>) -> Option<Standing<'s>> {
        let standing =
            || Standing::new(self.p, self.whole(), LeftOut::OnTop(plan), self.puzzle, false);
        self.distinct.then(standing).flatten()
    }
}

/// Row by row, or in another order that is set. `None` when the puzzle has too many colours for the tables.
pub fn rows(desk: &Desk<'_>, work: &mut Work<'_>, run: &mut Run<'_>) -> Option<Left> {
    let (m, standing) = (&desk.m, desk.standing());
    let tables = Lists::new(m, desk.settings.order.unwrap_or_default())?;
    let make =
        || -> Box<dyn Climb + '_> { Box::new(Rows::new(&tables, desk.report(standing.as_ref()))) };
    Some(work("rows", &make, run))
}

/// Fewest candidates first.
pub fn fewest(desk: &Desk<'_>, work: &mut Work<'_>, run: &mut Run<'_>) -> Option<Left> {
    let standing = desk.standing();
    let make = || -> Box<dyn Climb + '_> { by_fewest(&desk.m, desk.report(standing.as_ref())) };
    Some(work("fewest", &make, run))
}

/// The inside first, the frame last. `None` when the puzzle is not a plain framed one.
pub fn inside(desk: &Desk<'_>, work: &mut Work<'_>, run: &mut Run<'_>) -> Option<Left> {
    let plan = desk.plan()?.banded();
    let standing = desk.standing_inside(&plan);
    let make =
        || -> Box<dyn Climb + '_> { Box::new(Inside::new(&plan, desk.report(standing.as_ref()))) };
    Some(work("inside", &make, run))
}

/// Two halves of the inside that meet, the frame last. `None` when the puzzle is no plain framed square of an even side,
/// or its halves are too many.
pub fn halves(desk: &Desk<'_>, work: &mut Work<'_>, run: &mut Run<'_>) -> Option<Left> {
    let plan = desk.plan()?;
    let halves = Halves::new(&plan)?;
    if !has_room(desk, run) {
        let open = Open::Parts("halves", vec![Interval::WHOLE]);
        return Some((ControlFlow::Break(Halt::Ending(Ending::MemoryLimit)), open));
    }
    let make = || -> Box<dyn Climb + '_> { Box::new(Walk::new(desk.meeting(&halves))) };
    Some(work("halves", &make, run))
}

/// May each thread take what a search of halves takes?
fn has_room(desk: &Desk<'_>, run: &Run<'_>) -> bool {
    let threads = at_hand(desk.settings.threads) as u64;
    run.memory().is_none_or(|most| most >= threads * HALVES)
}

/// One tile tried on all cells of a large board, neighbouring cells together. `None` where that does not pay.
pub fn windows(desk: &Desk<'_>, work: &mut Work<'_>, run: &mut Run<'_>) -> Option<Left> {
    let (windows, standing) = (Windows::new(&desk.m)?, desk.standing());
    let make = || -> Box<dyn Climb + '_> {
        Box::new(Roaming::new(&windows, desk.report(standing.as_ref())))
    };
    Some(work("windows", &make, run))
}

/// All orders by turns, and where a solution is enough the search for the best board too: whichever is there first.
pub fn exact<'p>(p: &'p Matching, settings: &'p Settings, run: &mut Run<'p>) -> Option<Left> {
    let scaled = run.wanted().is_none() && scale(p, settings).is_some();
    let desk = Desk::new(p, settings, scaled, run)?;
    if settings.order.is_some() {
        return rows(&desk, &mut all(settings), run);
    }
    let counted = matches!(desk.solutions, Solutions::Counted);
    let question = Question::of(counted, run);
    let stage = Stage::new(&desk);
    let threads = at_hand(settings.threads);
    if Windows::new(&desk.m).is_some() {
        return warm_up(vec![stage.entry(By::Fewest)], Heat { question, threads }, 1, run)
            .or_else(|| windows(&desk, &mut all(settings), run));
    }
    let field = stage.field(question);
    let few = matches!(question, Question::Few(_));
    if stage.has_halves() && has_room(&desk, run) && (!few || desk.m.near.len() > TINY) {
        // What the others promise on a hard board is far from what they take: they get a little time, and that is all. Of a
        // tiny one all is known before they are warm.
        let laps = if few { LAPS_FEW } else { u32::from(desk.m.near.len() > TINY) };
        let entries = field.iter().map(|&order| stage.entry(order)).collect();
        return warm_up(entries, Heat { question, threads }, laps, run)
            .or_else(|| halves(&desk, &mut all(settings), run));
    }
    let exactly = |run: &mut Run<'_>| {
        let entries = field.iter().map(|&order| stage.entry(order)).collect();
        match race(entries, Heat { question, threads }, run) {
            Finish::Over(left) => Some(left),
            Finish::Leads(i, part) => {
                let mut work = rest_of(settings, part);
                match field[i] {
                    By::Rows => rows(&desk, &mut work, run),
                    By::Inside => inside(&desk, &mut work, run),
                    By::Fewest | By::Luck => fewest(&desk, &mut work, run),
                }
            }
        }
    };
    if question != Question::Few(1) || threads <= 1 || !stage.tries_luck() {
        return exactly(run);
    }
    run.beside(
        |run| {
            let luck = Luck::new(desk.puzzle, p);
            let mut slice = Luckily::new(&desk, luck.begin(settings.seed));
            let (_, found) = run.lap(LUCK, 0, |run| slice.go(run));
            Some((found?, slice.open()))
        },
        exactly,
    )
}

/// An order of search, or none: the search for the best board.
#[derive(Copy, Clone, PartialEq, Eq)]
enum By {
    Fewest,
    Rows,
    Inside,
    Luck,
}

/// The logarithm of the number of solutions that a framed puzzle would have if its edges were shuffled.
fn expected(p: &Matching, m: &Model) -> f64 {
    let (mut inner, mut others, mut touching) = (0.0, 0.0, 0.0);
    for near in &m.near {
        let rim = near.iter().filter(|&&near| near == RIM).count();
        *(if rim == 0 { &mut inner } else { &mut others }) += 1.0;
        touching += (4 - rim) as f64 / 2.0;
    }
    let edges = p.tiles.iter().flat_map(|tile| tile.turned(0)).filter(|&e| Some(e) != p.frame);
    let mut halves: BTreeMap<Edge, f64> = BTreeMap::new();
    edges.for_each(|edge| *halves.entry(edge).or_default() += 1.0);
    let all: f64 = halves.values().sum();
    let mates = |edge: &Edge| halves.get(&p.rule.partner(*edge)).copied().unwrap_or(0.0);
    let agree = halves.iter().map(|(edge, own)| own * mates(edge)).sum::<f64>() / all / all;
    let orders = libm::lgamma(inner + 1.0) + libm::lgamma(others - 3.0) + inner * libm::log(4.0);
    orders + touching * libm::log(agree)
}

/// What the orders that race search on, each made when it is asked for.
struct Stage<'s> {
    desk: &'s Desk<'s>,
    standing: Option<Standing<'s>>,
    tables: OnceCell<Option<Lists<'s>>>,
    plan: OnceCell<Option<Plan<'s>>>,
    suits_halves: OnceCell<bool>,
    inside: OnceCell<Option<Standing<'s>>>,
    luck: OnceCell<Luck<'s>>,
}

impl<'s> Stage<'s> {
    fn new(desk: &'s Desk<'s>) -> Stage<'s> {
        Stage {
            desk,
            standing: desk.standing(),
            tables: OnceCell::new(),
            plan: OnceCell::new(),
            suits_halves: OnceCell::new(),
            inside: OnceCell::new(),
            luck: OnceCell::new(),
        }
    }

    /// Who races, the likeliest first.
    fn field(&self, question: Question) -> Vec<By> {
        let Desk { p, m, distinct, solutions, .. } = self.desk;
        let few = matches!(question, Question::Few(_));
        // From the inside, boards up to turns are better told than counted.
        let counted = matches!(solutions, Solutions::Counted);
        let inside = !(counted && *distinct) && self.desk.plan().is_some();
        let alone = at_hand(self.desk.settings.threads) <= 1;
        let lucky = question == Question::Few(1) && alone && self.tries_luck();
        let (cells, scarce) = (m.near.len(), || expected(p, m) < 0.0);
        let mut orders = match () {
            _ if !m.framed => [By::Fewest, By::Rows, By::Inside, By::Luck],
            _ if few && cells > LARGE => [By::Fewest, By::Luck, By::Rows, By::Inside],
            _ if few && scarce() && cells > SMALL => [By::Inside, By::Luck, By::Fewest, By::Rows],
            _ if few && cells > TINY && scarce() => [By::Inside, By::Fewest, By::Rows, By::Luck],
            _ if few => [By::Fewest, By::Rows, By::Inside, By::Luck],
            _ if cells <= SMALL => [By::Rows, By::Fewest, By::Inside, By::Luck],
            _ => [By::Fewest, By::Rows, By::Inside, By::Luck],
        }
        .to_vec();
        orders.retain(|&order| order != By::Inside || inside);
        orders.retain(|&order| order != By::Luck || lucky);
        orders
    }

    /// Is the search for the best board worth a try? Small boards without a frame are easy or hopeless for it, those with
    /// halves are hard for it, and where pins are everywhere it has nothing to lay.
    fn tries_luck(&self) -> bool {
        let Desk { p, m, .. } = self.desk;
        let pinned = p.pins.len() == m.near.len();
        !pinned && (m.framed || m.near.len() > UNLUCKY) && !self.has_halves()
    }

    /// Are the halves of the inside few enough?
    fn has_halves(&self) -> bool {
        let Desk { m, .. } = self.desk;
        let suit = || self.desk.plan().is_some_and(|plan| halves::suit(&plan));
        m.framed && m.near.len() <= SMALL && *self.suits_halves.get_or_init(suit)
    }

    fn plan(&'s self) -> Option<&'s Plan<'s>> {
        self.plan.get_or_init(|| self.desk.plan().map(Plan::banded)).as_ref()
    }

    fn entry(&'s self, order: By) -> Entry<'s> {
        let tree = match order {
            By::Rows => "rows",
            By::Inside => "inside",
            By::Fewest | By::Luck => "fewest",
        };
        Entry { tree: Some(tree), make: Box::new(move |_| self.racer(order)) }
    }

    fn racer(&'s self, order: By) -> Option<Box<dyn Racer + 's>> {
        let desk = self.desk;
        let report = || desk.report(self.standing.as_ref());
        let (name, cost, climber): (_, _, Box<dyn Climb + 's>) = match order {
            By::Fewest => ("fewest", COST_FEWEST, by_fewest(&desk.m, report())),
            By::Rows => {
                let tables = self.tables.get_or_init(|| Lists::new(&desk.m, Order::Rows));
                ("rows", COST_ROWS, Box::new(Rows::new(tables.as_ref()?, report())))
            }
            By::Inside => {
                let plan = self.plan()?;
                let standing = self.inside.get_or_init(|| desk.standing_inside(plan)).as_ref();
                ("inside", COST_INSIDE, Box::new(Inside::new(plan, desk.report(standing))))
            }
            By::Luck => {
                let luck = self.luck.get_or_init(|| Luck::new(desk.puzzle, desk.p));
                return Some(Box::new(Luckily::new(desk, luck.begin(desk.settings.seed))));
            }
        };
        let handicap = if order == By::Rows && !desk.m.framed { UNFRAMED } else { 1.0 };
        let lucky = desk.m.framed || order == By::Fewest;
        let looked_at = if order == By::Inside { self.plan()?.looked_at } else { 0 };
        let besides = Box::new(move || looked_at as f64 * COST_INSIDE);
        let going = Going::new(climber, Interval::WHOLE);
        Some(Box::new(Racing { name, cost, handicap, lucky, besides, going }))
    }
}

/// The search for the best board in a race: it proves nothing, and may be lucky.
struct Luckily<'s> {
    desk: &'s Desk<'s>,
    lucky: Lucky<'s>,
    /// The path to the solution that it has found, in the tree of `fewest`.
    found: Option<Path>,
}

impl<'s> Luckily<'s> {
    fn new(desk: &'s Desk<'s>, lucky: Lucky<'s>) -> Luckily<'s> {
        Luckily { desk, lucky, found: None }
    }

    fn tree(&self) -> Box<dyn Seek + 's> {
        by_fewest(&self.desk.m, self.desk.report(None))
    }

    /// The solution's image that the model has, as the looks on its cells.
    fn image(&self, solution: &Solution) -> Option<Vec<u32>> {
        let Desk { p, puzzle, m, distinct, looks: alike, .. } = self.desk;
        let standing = Standing::new(p, m, LeftOut::AtTheStart, puzzle, *alike);
        match standing.filter(|_| *distinct) {
            Some(standing) => standing.stand_in(solution),
            None => looks(p, m, solution),
        }
    }

    fn open(&self) -> Open {
        let parts = without(&mut *self.tree(), &self.found);
        Open::Parts("fewest", parts)
    }
}

impl Racer for Luckily<'_> {
    fn name(&self) -> &'static str {
        "best"
    }

    fn cost(&self) -> f64 {
        COST_LUCK
    }

    fn go(&mut self, run: &mut Run<'_>) -> ControlFlow<Halt> {
        let solution = self.lucky.go(run)?;
        let Some(looks) = self.image(&solution) else { return ControlFlow::Continue(()) };
        self.found = self.tree().find(&looks);
        run.solution(&self.desk.m.board(&looks))
    }

    fn share(&self) -> f64 {
        0.0
    }

    fn rest(&self) -> Option<Vec<Interval>> {
        Some(without(&mut *self.tree(), &self.found))
    }

    fn shares(&self) -> bool {
        false
    }

    fn proves(&self) -> bool {
        false
    }
}

/// How many solutions there are for each board that looks different from all others; `None` where nothing is gained, or
/// where the number does not follow.
///
/// Tiles that are alike may change places, and no board of tiles with names looks the same after a turn.
fn scale(p: &Matching, settings: &Settings) -> Option<BigUint> {
    let all = settings.count && !settings.looks;
    let pinned = settings.distinct && !p.pins.is_empty();
    let cells = p.cells.iter().filter(|&&holds| holds).count();
    if !all || pinned || cells < 2 || p.tiles.len() > cells {
        return None;
    }
    let copies = alike::merge(p, &mut (0..p.tiles.len() as u16).collect());
    let orders: BigUint = copies.iter().flat_map(|&copies| 1..=copies).map(BigUint::from).product();
    // Each board must stand for a whole number of solutions, so that those of parts of the tree can be added.
    let turns = BigUint::from(if settings.distinct { turns::order(p) } else { 1 });
    let whole = &orders % &turns == BigUint::ZERO && orders > turns;
    whole.then(|| orders / turns)
}
