//! The store alone, with a tree that is a row of numbers: whatever is claimed, lost, split and closed in which order, the sum over
//! closed units is the sum of the row.

use std::time::Duration;

use marquetry_fleet::{Closing, Held, Question, Run, Store};
use marquetry_search::BigUint;
use rand::{RngExt, SeedableRng};

use crate::{Place, on_both, planned, puzzle};

on_both!(random_interleavings_keep_the_sum);

/// Numbers of the row; some are beyond 64 bits.
fn weight(at: u64) -> BigUint {
    match at % 7 {
        0 => BigUint::from(10_u8).pow(21) * at,
        _ => (at * at).into(),
    }
}

fn sum(from: u64, to: u64) -> BigUint {
    (from..to).map(weight).sum()
}

const ROW: u64 = 64;

/// What somebody has, and from where to where.
type Hand = (Held, u64, u64);

struct Table<'s> {
    run: Run,
    store: &'s mut Store,
    hands: Vec<Hand>,
    dice: rand_pcg::Pcg64,
}

impl Table<'_> {
    /// A unit for a moment or for long, even one that another still has in hand.
    fn claim(&mut self) {
        let lease = if self.dice.random_bool(0.5) { 1000.0 } else { 0.0 };
        let claimed = self.store.claim(&self.run, Duration::from_secs_f64(lease));
        let Some(held) = claimed.expect("the store goes on") else { return };
        let (from, to) = match held.part.as_deref() {
            None => (0, ROW),
            Some(part) => {
                let (from, to) = part.split_once('-').expect("a part");
                (from.parse().expect("a number"), to.parse().expect("a number"))
            }
        };
        self.hands.push((held, from, to));
    }

    /// Closes any hand, lost or not, with some of it searched and the rest in one part or two.
    fn close(&mut self) {
        if self.hands.is_empty() {
            return;
        }
        let at = self.dice.random_range(0..self.hands.len());
        // Now and then somebody closes twice.
        let (held, from, to) = match self.dice.random_bool(0.2) {
            true => self.hands[at].clone(),
            false => self.hands.swap_remove(at),
        };
        let done = self.dice.random_range(from..=to);
        let cut = self.dice.random_range(done..=to);
        let parts = [(done, cut), (cut, to)].into_iter().filter(|(from, to)| from < to);
        let closing = Closing {
            total: sum(from, done),
            solutions: (from..done).map(|at| at.to_string()).collect(),
            left: parts
                .map(|(from, to)| (format!("{from}-{to}"), (to - from) as f64 / ROW as f64))
                .collect(),
            ..Closing::default()
        };
        let next = self.dice.random_bool(0.3);
        let closed = self.store.close(&self.run, "me", &held, &closing, next);
        let (_, next) = closed.expect("the store goes on");
        if let Some(next) = next {
            // Whoever got it dies with it: its lease is let run out.
            self.store.fail(&next, "it died").expect("the store goes on");
        }
    }

    fn step(&mut self) {
        match self.dice.random_range(0..10) {
            0..4 => self.claim(),
            4..8 => self.close(),
            8 => {
                if let Some((held, ..)) = self.hands.first() {
                    self.store.beat(&self.run, "me", held).expect("the store goes on");
                }
            }
            _ => {
                if let Some((held, ..)) = self.hands.pop() {
                    self.store.give_back(&held).expect("the store goes on");
                }
            }
        }
    }
}

fn random_interleavings_keep_the_sum(place: &Place) {
    let (mut store, soma) = (place.make(), puzzle("soma"));
    for seed in 0..12 {
        let question = Question { solutions: Some(seed + 1000), ..Question::default() };
        let run = planned(&mut store, &soma, question, |plan| plan.tries = u32::MAX);
        let dice = rand_pcg::Pcg64::seed_from_u64(seed);
        let mut table = Table { run, store: &mut store, hands: Vec::new(), dice };
        (0..150).for_each(|_| table.step());
        // All that are still in hand die, and somebody searches to the end.
        for (held, ..) in std::mem::take(&mut table.hands) {
            table.store.fail(&held, "it died").expect("the store goes on");
        }
        while table.store.any_open(&table.run).expect("the store goes on") {
            table.claim();
            table.close();
            for (held, ..) in std::mem::take(&mut table.hands) {
                table.store.fail(&held, "it died").expect("the store goes on");
            }
        }
        let Table { run, .. } = table;
        assert_eq!(store.sums(&run).expect("sums").total, sum(0, ROW), "seed {seed}");
        let mut found = Vec::new();
        let keep = |_, text: String| {
            found.push(text.parse::<u64>().expect("a number"));
            Ok(true)
        };
        store.solutions(&run, (0, -1), keep).expect("solutions");
        found.sort_unstable();
        assert_eq!(found, (0..ROW).collect::<Vec<_>>(), "each once, seed {seed}");
    }
}
