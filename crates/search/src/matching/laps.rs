//! A search that is stopped and goes on where it stands finds what it finds in one go.

use std::ops::ControlFlow;
use std::sync::Mutex;

use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::{Matching, Puzzle, Solution};

use super::fewest::fewest;
use super::inside::Inside;
use super::model::Model;
use super::plan::Plan;
use super::report::{Report, Solutions};
use super::rows::{Rows, Tables};
use super::searcher::{Searcher, enter};
use crate::engines::Order;
use crate::prefix::Prefix;
use crate::run::{Ending, Halt, Limits, Run, StopFlag};

/// What a search finds lap by lap, with its nodes. A lap ends after so many nodes or solutions.
fn found(
    p: &Matching,
    searcher: &mut dyn Searcher,
    from: &Prefix,
    (nodes, solutions): (u64, usize),
) -> (Vec<Solution>, u64) {
    let (puzzle, deepest) = (Puzzle::from(p.clone()), Mutex::new(0));
    let mut nobody = ();
    let mut run = Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut nobody);
    let mut report = Report::new(&deepest, Solutions::Told);
    let mut all = Vec::new();
    if !enter(searcher, from) {
        return (all, 0);
    }
    loop {
        let mut kept = Vec::new();
        let go = |run: &mut Run<'_>| searcher.search(run, &mut report);
        let lapped = run.lap(nodes, 0, &mut kept, solutions, go);
        all.append(&mut kept);
        match lapped.flow {
            ControlFlow::Continue(()) => return (all, run.stats.nodes),
            ControlFlow::Break(Halt::Ending(Ending::NodeLimit | Ending::Enough)) => {}
            ControlFlow::Break(halt) => panic!("{halt:?}"),
        }
    }
}

fn compare(title: &str, p: &Matching, searcher: &mut dyn Searcher) -> usize {
    let mut froms = vec![Prefix::ROOT];
    searcher.clear();
    froms.extend(searcher.choices().into_iter().map(|choice| Prefix(vec![choice])).take(3));
    let mut solutions = 0;
    for from in &froms {
        let (whole, spent) = found(p, searcher, from, (u64::MAX, usize::MAX));
        for lap in [(1, usize::MAX), (97, usize::MAX), (u64::MAX, 1), (1000, 2)] {
            let (laps, nodes) = found(p, searcher, from, lap);
            assert!(laps == whole, "{title}, {from:?}, {lap:?}: {}, {}", laps.len(), whole.len());
            assert_eq!(nodes, spent, "{title}, {from:?}, {lap:?}");
        }
        solutions += whole.len();
    }
    solutions
}

#[test]
fn every_order_goes_on_where_it_was_stopped() {
    let mut solutions = [0; 3];
    for seed in 0..12 {
        let framed = generate(Kind::Framed, 5, 5, 7, seed).expect("in range");
        let plain = generate(Kind::Tetravex, 4, 4, 4, seed).expect("in range");
        for p in [framed, plain] {
            let m = Model::new(&p, false, false);
            solutions[0] += compare(&p.title, &p, &mut *fewest(&m));
            let tables = Tables::new(&m, Order::Rows).expect("the colours are few");
            solutions[1] += compare(&p.title, &p, &mut Rows::new(&tables));
            let Some(plan) = Plan::new(&p, &m, false).map(Plan::banded) else { continue };
            solutions[2] += compare(&p.title, &p, &mut Inside::new(&plan));
        }
    }
    assert!(solutions.iter().all(|&found| found > 40), "{solutions:?}");
}

#[test]
fn tiles_that_look_the_same_after_a_turn_have_a_plan_too() {
    let mut plans = 0;
    for seed in 0..20 {
        let p = generate(Kind::Framed, 5, 5, 3, seed).expect("in range");
        let m = Model::new(&p, false, false);
        let Some(plan) = Plan::new(&p, &m, false).map(Plan::banded) else { continue };
        plans += usize::from(plan.entries.len() < 36);
    }
    assert!(plans > 3, "{plans}");
}
