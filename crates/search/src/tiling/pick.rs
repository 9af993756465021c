//! Single solutions by number and at random, without listing the others.
//!
//! ```
//! use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
//! use marquetry_puzzle::{Cell, Puzzle};
//! use marquetry_search::Search;
//! use marquetry_search::tiling::pick::Pick;
//!
//! let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
//! let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
//! let setup = Setup { board: row(3), pieces, ..Setup::default() };
//! let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
//!
//! let second = Search::new(&puzzle).pick(&Pick::Nth(2_u32.into()), ()).unwrap();
//! assert_eq!((second.total, second.stats.solutions), (Some(2_u32.into()), 1));
//! ```

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use marquetry_puzzle::generate::dice::Dice;
use marquetry_puzzle::{Puzzle, Tiling};
use num_bigint::BigUint;

use super::counter::{Covers, covers, plan};
use super::model::Model;
use crate::engines::{Settings, proved};
use crate::run::{Ending, Failure, Halt, Limits, Outcome, Run, StopFlag, Watch};
use crate::unit::Rest;

/// Which solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The one with this number, counted from 1, in an order of the counter's own.
    Nth(BigUint),
    /// So many at random, by the seed of the settings. Each is any of the solutions with the same chance, or of the
    /// classes of solutions when they are wanted up to symmetry; it may be one that was picked before.
    Sample(u64),
}

/// What [`Search::pick`](crate::Search::pick) does.
pub(crate) fn pick(
    puzzle: &Puzzle,
    which: &Pick,
    settings: &Settings,
    (limits, stop): (Limits, StopFlag),
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let refuse = |why: &str| Err(Failure::Unsupported(why.to_owned()));
    let Puzzle::Tiling(tiling) = puzzle else {
        return refuse("solutions by number or at random are for tiling puzzles");
    };
    if settings.distinct && matches!(which, Pick::Nth(_)) {
        return refuse("solutions up to symmetry have no numbers; they can be picked at random");
    }
    if settings.from.is_some() {
        return refuse(
            "solutions have numbers among all of the puzzle, not of a part of its search",
        );
    }
    if let Some(outcome) = proved(puzzle) {
        return Ok(Outcome { total: Some(BigUint::ZERO), ..outcome });
    }
    let limits = Limits { solutions: None, ..limits };
    let mut run = Run::new(puzzle, false, limits, stop, watch);
    if settings.turns {
        run.by_turns();
    }
    match search(tiling, which, settings, &mut run) {
        Some(flow) => run.finish(flow, Rest::Everything),
        None => refuse("the counter cannot hold this puzzle, so its solutions have no numbers"),
    }
}

/// `None` when the puzzle does not fit the counter.
fn search(
    tiling: &Tiling,
    which: &Pick,
    settings: &Settings,
    run: &mut Run<'_>,
) -> Option<ControlFlow<Halt>> {
    let model = match Model::new(tiling, run) {
        ControlFlow::Continue(model) => model,
        ControlFlow::Break(halt) => return Some(ControlFlow::Break(halt)),
    };
    let plan = plan(&model, false)?;
    let counted = match covers(plan.first()?, true, run) {
        ControlFlow::Continue(counted) => counted,
        ControlFlow::Break(halt) => return Some(ControlFlow::Break(halt)),
    };
    let all = counted.total();
    run.total = Some(all.clone());
    let flow = tell(&model, counted.as_ref(), &all, which, settings, run);
    // A search that was stopped says how many it showed, not how many there are.
    if !matches!(flow, ControlFlow::Continue(()) | ControlFlow::Break(Halt::Ending(Ending::Enough)))
    {
        run.total = None;
    }
    Some(flow)
}

/// Reports what was picked.
fn tell(
    model: &Model<'_>,
    counted: &dyn Covers,
    all: &BigUint,
    which: &Pick,
    settings: &Settings,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    match which {
        _ if *all == BigUint::ZERO => return ControlFlow::Continue(()),
        Pick::Nth(n) if *n == BigUint::ZERO || n > all => return ControlFlow::Continue(()),
        Pick::Nth(n) => report(model, counted, n - 1u32, run)?,
        Pick::Sample(n) => {
            let mut dice = Dice::new(settings.seed);
            for _ in 0..*n {
                sample(model, counted, all, settings.distinct, &mut dice, run)?;
            }
        }
    }
    ControlFlow::Break(Halt::Ending(Ending::Enough))
}

fn report(
    model: &Model<'_>,
    counted: &dyn Covers,
    number: BigUint,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    match counted.nth(number) {
        Some(laid) => run.solution(&model.solution(&laid)),
        None => ControlFlow::Continue(()),
    }
}

/// Reports one solution at random. Up to symmetry, a class of many solutions is met more often than one of few, so a
/// solution is taken only once in as many times as its class has solutions.
fn sample(
    model: &Model<'_>,
    counted: &dyn Covers,
    all: &BigUint,
    distinct: bool,
    dice: &mut Dice,
    run: &mut Run<'_>,
) -> ControlFlow<Halt> {
    loop {
        run.look()?;
        let number = below(all, dice);
        let taken = !distinct || {
            let cover = counted.nth(number.clone()).unwrap_or_default();
            let symmetries = 0..model.symmetries.len();
            let class: BTreeSet<_> = symmetries.filter_map(|s| model.carry(s, &cover)).collect();
            below(&class.len().into(), dice) == BigUint::ZERO
        };
        if taken {
            return report(model, counted, number, run);
        }
    }
}

/// Any of the numbers below this one, each with the same chance.
fn below(bound: &BigUint, dice: &mut Dice) -> BigUint {
    let bits = bound.bits();
    loop {
        let words = (0..bits.div_ceil(32)).map(|_| (dice.word() >> 32) as u32).collect();
        let number = BigUint::new(words) >> (bits.div_ceil(32) * 32 - bits);
        if number < *bound || bits == 0 {
            return number;
        }
    }
}
