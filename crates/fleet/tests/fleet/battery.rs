//! What workers and the store do, on both databases.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use marquetry_fleet::{Best, Closing, Error, Question, Run, State, Store, Worked, Worker};
use marquetry_puzzle::Puzzle;
use marquetry_search::{BigUint, Search, Settings, StopFlag, each_solution};

use crate::{Place, count, on_both, planned, puzzle};

on_both!(
    two_workers_count_exactly_in_every_family,
    two_workers_find_every_solution_once,
    a_worker_that_waits_is_given_a_part,
    a_first_solution_ends_the_run,
    a_unit_whose_token_two_have_is_closed_once,
    a_worker_that_lost_its_lease_has_worked_in_vain,
    a_worker_that_loses_its_first_unit_begins_again,
    a_unit_that_fails_three_times_is_set_aside_until_it_is_retried,
    numbers_beyond_64_bits_are_added_up_exactly,
    a_run_is_planned_once,
    a_cancelled_run_is_worked_on_only_after_a_retry,
    a_run_of_another_version_of_its_engine_is_refused,
    a_store_of_a_later_version_is_refused,
    the_best_board_of_all_workers_is_kept_with_how_it_was_found,
    a_status_adds_up,
);

/// Lets some workers work side by side.
fn work(place: &Place, workers: usize) -> Vec<Worked> {
    std::thread::scope(|scope| {
        let one = || {
            Worker::new("one").and_then(|worker| {
                worker.work(&mut Store::open(&place.at)?, None, &StopFlag::default(), &mut ())
            })
        };
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|one| one.join().expect("no panic").expect("it works")).collect()
    })
}

fn total(store: &mut Store, run: &Run) -> BigUint {
    assert!(!store.any_open(run).expect("the store goes on"), "it is over");
    assert!(store.aside(run).expect("the store goes on").is_empty(), "nothing is missing");
    store.sums(run).expect("sums").total
}

/// Units of a moment, so that there are many.
fn short(plan: &mut marquetry_fleet::Plan<'_>) {
    (plan.unit, plan.lease) = (Duration::from_millis(30), Duration::from_millis(400));
    plan.tries = 1000;
}

fn two_workers_count_exactly_in_every_family(place: &Place) {
    let mut store = place.make();
    let cases = [
        ("pentominoes-5x12", count("cover"), 4040_u32),
        ("pentominoes-5x12", Question { distinct: true, ..count("lister") }, 1010),
        ("soma", count("cover"), 11520),
        ("framed-5x5", Question { distinct: true, ..count("fewest") }, 4),
        ("framed-5x5", count("rows"), 16),
        ("framed-5x5", Question { looks: true, ..count("rows") }, 8),
    ];
    let mut runs = Vec::new();
    for (name, question, answer) in cases {
        runs.push((planned(&mut store, &puzzle(name), question, short), name, answer));
    }
    work(place, 2);
    for (run, name, answer) in runs {
        assert_eq!(total(&mut store, &run), answer.into(), "{name}: {}", run.question.words());
    }
}

/// All solutions, as one search finds them.
fn known(puzzle: &Puzzle, settings: &Settings) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let keep = each_solution(|solution| {
        all.insert(marquetry_formats::json::write_solution(puzzle, solution));
        ControlFlow::Continue(())
    });
    Search::new(puzzle).settings(settings).run(keep).expect("it searches");
    all
}

fn two_workers_find_every_solution_once(place: &Place) {
    let mut store = place.make();
    let all = |engine: &str| Question { engine: Some(engine.into()), ..Question::default() };
    let cases = [
        ("pentominoes-5x12", Question { distinct: true, ..all("lister") }),
        ("pentominoes-3x20", all("cover")),
        ("framed-5x5", all("rows")),
    ];
    let runs = cases.map(|(name, question)| {
        let puzzle = puzzle(name);
        (planned(&mut store, &puzzle, question, short), puzzle)
    });
    work(place, 2);
    for (run, puzzle) in &runs {
        let mut found = Vec::new();
        let keep = |_, text: String| {
            let solution = marquetry_formats::json::read_solution(puzzle, &text).expect("one");
            found.push(marquetry_formats::json::write_solution(puzzle, &solution));
            Ok(true)
        };
        store.solutions(run, (0, -1), keep).expect("solutions");
        let set: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(found.len(), set.len(), "each once");
        assert_eq!(set, known(puzzle, &run.question.settings(1)), "{}", run.name);
    }
}

fn a_worker_that_waits_is_given_a_part(place: &Place) {
    let mut store = place.make();
    // A unit would take all of it: only somebody who waits has it split.
    let run = planned(&mut store, &puzzle("pentominoes-3x4x5"), count("cover"), |plan| {
        (plan.unit, plan.lease) = (Duration::from_secs(1000), Duration::from_millis(400));
        plan.tries = 1000;
    });
    let worked = work(place, 2);
    assert!(worked.iter().all(|worked| worked.closed > 1), "{worked:?}");
    assert_eq!(total(&mut store, &run), 31520_u32.into());
}

fn a_first_solution_ends_the_run(place: &Place) {
    let mut store = place.make();
    let question = Question { solutions: Some(1), ..Question::default() };
    let run = planned(&mut store, &puzzle("eternity2"), question.clone(), short);
    let small = planned(&mut store, &puzzle("pentominoes-6x10"), question, short);
    store.set_state(&run, State::Cancelled).expect("it is cancelled");
    work(place, 1);
    assert_eq!(store.run(Some(&small.id.to_string())).expect("it is there").state, State::Enough);
    assert_eq!(store.how_many(&small).expect("a number"), 1.0);
}

fn a_unit_whose_token_two_have_is_closed_once(place: &Place) {
    let mut store = place.make();
    let run = planned(&mut store, &puzzle("soma"), count("cover"), |_| {});
    let held = store.claim(&run, run.lease).expect("it claims").expect("a unit");
    let closing = Closing { total: 7_u8.into(), solutions: vec!["a".into()], ..Closing::default() };
    let close = |store: &mut Store| {
        store.close(&run, "me", &held, &closing, false).expect("the store goes on").0
    };
    assert!(close(&mut store));
    assert!(!close(&mut place.open()) && !close(&mut store), "the second is void");
    assert_eq!(total(&mut store, &run), 7_u8.into());
}

fn a_worker_that_lost_its_lease_has_worked_in_vain(place: &Place) {
    let mut store = place.make();
    let run = planned(&mut store, &puzzle("soma"), count("cover"), |_| {});
    let late = store.claim(&run, Duration::ZERO).expect("it claims").expect("a unit");
    let held = store.claim(&run, run.lease).expect("it claims").expect("its lease is over");
    assert_eq!(held.id, late.id);
    assert!(store.claim(&run, run.lease).expect("it claims").is_none(), "there is one");
    assert!(!store.beat(&run, "late", &late).expect("it beats"), "it is another's");
    let closing = |n: u8| Closing { total: n.into(), ..Closing::default() };
    assert!(!store.close(&run, "late", &late, &closing(1), false).expect("it goes on").0);
    assert!(store.close(&run, "me", &held, &closing(2), false).expect("it goes on").0);
    assert_eq!(total(&mut store, &run), 2_u8.into());
}

fn a_worker_that_loses_its_first_unit_begins_again(place: &Place) {
    let mut store = place.make();
    let run = planned(&mut store, &puzzle("pentominoes-6x10"), count("cover"), short);
    // Whoever claims it first has it no more.
    place.sql(match place.on_server() {
        false => {
            "CREATE TRIGGER thief AFTER UPDATE OF tries ON marquetry_unit
                WHEN NEW.tries = 1 AND NEW.part IS NULL
                BEGIN UPDATE marquetry_unit SET token = 'of another', lease = 0 WHERE id = NEW.id; END"
        }
        true => {
            "CREATE FUNCTION thief() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN NEW.token := ''of another''; NEW.lease := 0; RETURN NEW; END';
            CREATE TRIGGER thief BEFORE UPDATE OF tries ON marquetry_unit FOR EACH ROW
                WHEN (NEW.tries = 1 AND NEW.part IS NULL) EXECUTE FUNCTION thief()"
        }
    });
    assert_eq!(work(place, 1)[0].void, 1, "it was taken");
    assert_eq!(total(&mut store, &run), 9356_u32.into());
}

fn a_unit_that_fails_three_times_is_set_aside_until_it_is_retried(place: &Place) {
    let mut store = place.make();
    let run = planned(&mut store, &puzzle("soma"), count("cover"), |_| {});
    for _ in 0..3 {
        let held = store.claim(&run, run.lease).expect("it claims").expect("a unit");
        store.fail(&held, "a thread panicked").expect("it fails");
    }
    assert!(store.claim(&run, run.lease).expect("it claims").is_none());
    let aside = store.aside(&run).expect("those aside");
    assert_eq!(aside.len(), 1);
    assert_eq!(aside[0].why.as_deref(), Some("a thread panicked"));
    assert_eq!(store.status(&run).expect("a status").aside, 1);
    assert_eq!(store.retry(&run).expect("it is retried"), 1);
    work(place, 1);
    assert_eq!(total(&mut store, &run), 11520_u32.into());
}

fn numbers_beyond_64_bits_are_added_up_exactly(place: &Place) {
    let mut store = place.make();
    let run = planned(&mut store, &puzzle("soma"), count("cover"), |_| {});
    let large = BigUint::from(10_u8).pow(60) + 1_u8;
    let held = store.claim(&run, run.lease).expect("it claims").expect("a unit");
    let closing =
        Closing { total: large.clone(), left: vec![("{}".into(), 0.5)], ..Closing::default() };
    let (_, next) = store.close(&run, "me", &held, &closing, true).expect("it closes");
    let closing = Closing { left: Vec::new(), ..closing };
    store.close(&run, "me", &next.expect("the rest"), &closing, false).expect("it closes");
    assert_eq!(total(&mut store, &run), large * 2_u8);
}

fn a_run_is_planned_once(place: &Place) {
    let mut store = place.make();
    let soma = puzzle("soma");
    let run = planned(&mut store, &soma, count("cover"), |_| {});
    assert_eq!(planned(&mut place.make(), &soma, count("cover"), |_| {}).id, run.id);
    assert_ne!(planned(&mut store, &soma, count("lister"), |_| {}).id, run.id);
    assert!(matches!(store.run(Some("no such")), Err(Error::NoSuchRun(_))));
}

fn a_cancelled_run_is_worked_on_only_after_a_retry(place: &Place) {
    let mut store = place.make();
    let run = planned(&mut store, &puzzle("soma"), count("cover"), |_| {});
    store.set_state(&run, State::Cancelled).expect("it is cancelled");
    assert_eq!(work(place, 1)[0].closed, 0);
    let run = store.run(None).expect("it is there");
    store.retry(&run).expect("it goes on");
    work(place, 1);
    assert_eq!(total(&mut store, &run), 11520_u32.into());
}

fn a_run_of_another_version_of_its_engine_is_refused(place: &Place) {
    let mut store = place.make();
    let (soma, none) = (puzzle("soma"), Closing::default());
    let run = planned(&mut store, &soma, count("cover"), |_| {});
    let whole = Search::new(&soma).count().engine("cover").prepare(|p| p.whole()).expect("one");
    let mut job = whole.job;
    job.tree += 1;
    let part = serde_json::to_string(&whole.part).expect("JSON");
    let closing = Closing { left: vec![(part, 1.0)], job: Some(job), ..none };
    let held = store.claim(&run, run.lease).expect("it claims").expect("a unit");
    store.close(&run, "newer", &held, &closing, false).expect("it closes");
    let worker = Worker::new("older").expect("a worker");
    let refused = worker.work(&mut store, None, &StopFlag::default(), &mut ());
    let words = refused.map_err(|error| error.to_string());
    assert_eq!(words, Err("the unit is of another version of its engine".to_owned()));
    assert!(store.aside(&run).expect("those aside").is_empty(), "the unit has not failed");
}

fn a_store_of_a_later_version_is_refused(place: &Place) {
    drop(place.make());
    place.sql("INSERT INTO marquetry_form VALUES (99)");
    assert!(matches!(Store::open(&place.at), Err(Error::TooNew(99))));
}

fn the_best_board_of_all_workers_is_kept_with_how_it_was_found(place: &Place) {
    let mut store = place.make();
    let framed =
        marquetry_puzzle::generate::generate(marquetry_puzzle::generate::Kind::Framed, 7, 7, 6, 3);
    let framed = Puzzle::from(framed.expect("a puzzle"));
    let question = Question { best: Some(Best::default()), ..Question::default() };
    let run = planned(&mut store, &framed, question, |plan| {
        (plan.unit, plan.seeds) = (Duration::from_millis(60), 1..5);
    });
    work(place, 2);
    let best = store.best(&run).expect("the store goes on").expect("a board");
    let how: marquetry_fleet::How = serde_json::from_str(&best.how).expect("JSON");
    assert!((1..5).contains(&how.seed) && how.search == "combination", "{how:?}");
    assert!(!store.offer(&run, best.lacks, "worse", "{}").expect("it is judged"), "none better");
    assert!(best.lacks.0 < 84, "it has some edges that match");
    let run = store.run(None).expect("it is there");
    let done = store.status(&run).expect("a status");
    assert!(done.state == "enough" || done.closed == 4, "{done:?}");
}

fn a_status_adds_up(place: &Place) {
    let mut store = place.make();
    let run = planned(&mut store, &puzzle("soma"), count("cover"), |_| {});
    let part = || "{}".to_owned();
    store.come(&run, "me", "here").expect("it comes");
    let held = store.claim(&run, run.lease).expect("it claims").expect("a unit");
    let left = vec![(part(), 0.5), (part(), 0.125), (part(), 0.125)];
    let closing =
        Closing { nodes: 9, seconds: 2.0, total: 5_u8.into(), left, ..Closing::default() };
    store.close(&run, "me", &held, &closing, true).expect("it closes");
    let status = store.status(&run).expect("a status");
    assert_eq!((status.closed, status.held, status.free, status.aside), (1, 1, 2, 0));
    assert_eq!((status.done, status.found, status.nodes), (0.25, 5.0, 9));
    assert_eq!((status.state, status.workers.len()), ("open", 1));
    assert!(status.left.is_some_and(|[likely, ..]| (likely - 6.0).abs() < 1e-9));
}
