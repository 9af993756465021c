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
use super::rows::{Lists, Rows};
use crate::engines::Order;
use crate::run::{Ending, Halt, Limits, Run, StopFlag};
use crate::tree::{Climb, Going, Interval, Path};

/// What a search finds lap by lap, with its nodes. A lap ends after so many nodes or solutions.
fn found(
    p: &Matching,
    going: &mut Going<'_>,
    part: &Interval,
    (nodes, solutions): (u64, usize),
) -> (Vec<Solution>, u64) {
    let puzzle = Puzzle::from(p.clone());
    let mut nobody = ();
    let mut run = Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut nobody);
    let mut all = Vec::new();
    going.set(part.clone());
    let mut left = nodes;
    loop {
        let (lapped, found) = run.lap(left, 0, |run| going.go(run));
        all.extend(found);
        // With laps of some solutions, every other one goes on with the nodes that are left.
        left = if all.len() % solutions == 0 { nodes } else { (left - lapped.nodes).max(1) };
        match lapped.flow {
            ControlFlow::Continue(()) => return (all, run.stats.nodes),
            ControlFlow::Break(Halt::Ending(Ending::NodeLimit | Ending::Enough)) => {}
            ControlFlow::Break(halt) => panic!("{halt:?}"),
        }
    }
}

fn compare(title: &str, p: &Matching, mut climber: Box<dyn Climb + '_>) -> usize {
    let width = climber.width();
    let cuts = [0, width / 3, 2 * width / 3].map(|choice| Path(vec![choice]));
    let mut parts = vec![Interval::WHOLE];
    parts.extend(
        cuts.windows(2)
            .filter(|cut| cut[0] < cut[1])
            .map(|cut| Interval { from: cut[0].clone(), to: Some(cut[1].clone()) }),
    );
    let mut going = Going::new(climber, Interval::WHOLE);
    let mut solutions = 0;
    for part in &parts {
        let (whole, spent) = found(p, &mut going, part, (u64::MAX, usize::MAX));
        for lap in [(1, usize::MAX), (97, usize::MAX), (u64::MAX, 1), (1000, 2)] {
            let (laps, nodes) = found(p, &mut going, part, lap);
            assert!(laps == whole, "{title}, {part:?}, {lap:?}: {}, {}", laps.len(), whole.len());
            assert_eq!(nodes, spent, "{title}, {part:?}, {lap:?}");
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
            let (m, deepest) = (Model::new(&p, false, false), Mutex::new(0));
            let report = || Report::new(&deepest, Solutions::Told, None);
            solutions[0] += compare(&p.title, &p, fewest(&m, report()));
            let tables = Lists::new(&m, Order::Rows).expect("the colours are few");
            solutions[1] += compare(&p.title, &p, Box::new(Rows::new(&tables, report())));
            let Some(plan) = Plan::new(&p, &m, false).map(Plan::banded) else { continue };
            solutions[2] += compare(&p.title, &p, Box::new(Inside::new(&plan, report())));
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
