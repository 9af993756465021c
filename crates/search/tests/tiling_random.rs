//! Every engine for tiling puzzles finds what the reference finds.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use marquetry_puzzle::items::Item;
use marquetry_puzzle::tiling::{Grid, Piece, Setup};
use marquetry_puzzle::{Cell, ExactCover, Family, Puzzle, Solution, Symmetries, Tiling};
use marquetry_search::tiling::pick::Pick;
use marquetry_search::{
    ENGINES, Ending, Failure, Interval, Limits, Outcome, Path, Search, Settings, StopFlag, Unit,
    each_solution, items,
};
use marquetry_testkit::conformance::{in_pieces, items_in_pieces};
use marquetry_testkit::items::problem;
use marquetry_testkit::tiling::{large, tiling, tiling_on};
use rand::SeedableRng;
use rand_pcg::Pcg64;

const PUZZLES: u64 = 500;

fn settings(engine: &str, distinct: bool, count: bool, threads: usize) -> Settings {
    Settings { engine: Some(engine.into()), distinct, count, threads, ..Settings::default() }
}

fn search(puzzle: &Puzzle, how: &Settings, limits: Limits) -> Option<(Outcome, Vec<Solution>)> {
    let mut found = Vec::new();
    let mut keep = each_solution(|solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    let outcome = Search::new(puzzle).settings(how).limits(limits).run(&mut keep);
    // An engine may refuse a puzzle, never misjudge it.
    let outcome = outcome.map_err(|e| assert!(e.to_string().contains("cannot search"), "{e}"));
    outcome.ok().map(|outcome| (outcome, found))
}

fn engines() -> impl Iterator<Item = &'static str> {
    let others = ENGINES.iter().filter(|e| e.family == Family::Tiling && e.name != "reference");
    others.map(|e| e.name)
}

/// All solutions, and those that stand for their class.
fn truth(puzzle: &Puzzle) -> (Vec<Solution>, BTreeSet<Solution>) {
    let how = settings("reference", false, false, 1);
    let (_, all) = search(puzzle, &how, Limits::default()).unwrap();
    let symmetries = Symmetries::of(puzzle);
    let classes = all.iter().map(|s| symmetries.canonical(s)).collect();
    (all, classes)
}

#[test]
fn every_engine_lists_what_the_reference_lists() {
    let mut solvable = 0;
    for seed in 0..PUZZLES {
        let puzzle = tiling(seed).into();
        let (all, classes) = truth(&puzzle);
        let all: BTreeSet<Solution> = all.into_iter().collect();
        solvable += u64::from(!all.is_empty());
        let symmetries = Symmetries::of(&puzzle);
        for engine in engines().filter(|&e| e != "counter") {
            let [one, two] = [1, 2].map(|threads| {
                search(&puzzle, &settings(engine, false, false, threads), Limits::default())
            });
            let Some((outcome, found)) = one else { continue };
            assert_eq!(outcome.ending, Ending::Exhausted, "{engine} {seed}");
            assert_eq!(found.len(), all.len(), "{engine} {seed}");
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), all, "{engine} {seed}");
            assert_eq!(two.unwrap().1, found, "{engine} {seed}: the same order on two threads");
            for threads in [1, 2] {
                let how = settings(engine, true, false, threads);
                let (_, found) = search(&puzzle, &how, Limits::default()).unwrap();
                assert_eq!(found.len(), classes.len(), "{engine} {seed} up to symmetry");
                let least = found.iter().map(|s| symmetries.canonical(s));
                assert_eq!(least.collect::<BTreeSet<_>>(), classes, "{engine} {seed}");
            }
        }
    }
    assert!(solvable > PUZZLES / 2, "only {solvable} puzzles had solutions");
}

#[test]
fn every_engine_counts_what_the_reference_lists() {
    for seed in 0..PUZZLES {
        let puzzle = tiling(seed).into();
        let (all, classes) = truth(&puzzle);
        for engine in engines() {
            for threads in [1, 2] {
                for (distinct, count) in [(false, all.len()), (true, classes.len())] {
                    let how = settings(engine, distinct, true, threads);
                    let Some((outcome, found)) = search(&puzzle, &how, Limits::default()) else {
                        continue;
                    };
                    assert!(found.is_empty());
                    let name = format!("{engine} {seed} distinct {distinct} threads {threads}");
                    assert_eq!(outcome.stats.solutions, count as u64, "{name}");
                    assert_eq!(outcome.ending, Ending::Exhausted, "{name}");
                }
            }
        }
    }
}

#[test]
fn every_engine_agrees_with_the_reference_however_pieces_may_be_turned_and_flipped() {
    agrees_with_the_reference(Grid::Squares, PUZZLES);
}

#[test]
fn every_engine_agrees_with_the_reference_on_hexagons() {
    agrees_with_the_reference(Grid::Hexagons, 300);
}

#[test]
fn every_engine_agrees_with_the_reference_on_triangles() {
    agrees_with_the_reference(Grid::Triangles, 300);
}

fn agrees_with_the_reference(grid: Grid, puzzles: u64) {
    let mut solvable = 0;
    for (seed, turn, flip) in (0..puzzles)
        .flat_map(|s| [(s, true, true), (s, true, false), (s, false, true), (s, false, false)])
    {
        let mut setup = tiling_on(grid, seed).into_setup();
        setup.pieces.iter_mut().for_each(|piece| (piece.turn, piece.flip) = (turn, flip));
        let puzzle = Tiling::new(setup).unwrap().into();
        let (mut all, classes) = truth(&puzzle);
        all.sort();
        solvable += u64::from(!all.is_empty());
        let symmetries = Symmetries::of(&puzzle);
        for engine in engines() {
            let name = format!("{engine} {seed} turn {turn} flip {flip}");
            for (distinct, number) in [(false, all.len()), (true, classes.len())] {
                let how = |count| settings(engine, distinct, count, 1);
                if let Some((outcome, _)) = search(&puzzle, &how(true), Limits::default()) {
                    assert_eq!(outcome.stats.solutions, number as u64, "{name} {distinct}");
                }
                if engine == "counter" {
                    continue;
                }
                let Some((_, mut found)) = search(&puzzle, &how(false), Limits::default()) else {
                    continue;
                };
                found.sort();
                if distinct {
                    let least: BTreeSet<_> =
                        found.iter().map(|s| symmetries.canonical(s)).collect();
                    assert_eq!((found.len(), least), (number, classes.clone()), "{name}");
                } else {
                    assert_eq!(found, all, "{name}");
                }
            }
        }
    }
    assert!(solvable > 2 * puzzles, "only {solvable} puzzles had solutions");
}

#[test]
fn a_stopped_search_and_what_it_left_open_find_everything_once() {
    for seed in 0..PUZZLES {
        let puzzle = tiling(seed).into();
        for engine in engines().filter(|&e| e != "counter") {
            for distinct in [false, true] {
                let how = settings(engine, distinct, false, 1);
                let Some((_, mut whole)) = search(&puzzle, &how, Limits::default()) else {
                    continue;
                };
                let few = Limits { nodes: Some(1 + seed % 20), ..Limits::default() };
                let (outcome, mut found) = search(&puzzle, &how, few).unwrap();
                for unit in outcome.rest.units() {
                    let how = Settings { from: Some(unit.clone()), ..how.clone() };
                    found.extend(search(&puzzle, &how, Limits::default()).unwrap().1);
                }
                found.sort();
                whole.sort();
                assert_eq!(found, whole, "{engine} {seed} distinct {distinct}");
            }
        }
    }
}

#[test]
fn the_first_solution_is_one_whether_or_not_symmetry_matters() {
    for seed in 0..PUZZLES / 5 {
        let puzzle = tiling(seed).into();
        let any = truth(&puzzle).0.len().min(1);
        for engine in engines().filter(|&e| e != "counter") {
            for distinct in [false, true] {
                let how = settings(engine, distinct, false, 2);
                let one = Limits { solutions: Some(1), ..Limits::default() };
                let Some((_, found)) = search(&puzzle, &how, one) else { continue };
                assert_eq!(found.len(), any, "{engine} {seed} distinct {distinct}");
            }
        }
    }
}

#[test]
fn a_path_that_leads_nowhere_is_a_failure_and_no_proof() {
    let puzzle = tiling(1).into();
    for engine in engines().filter(|&engine| engine != "counter") {
        for threads in [1, 2] {
            let how = settings(engine, false, false, threads);
            let none = Limits { nodes: Some(0), ..Limits::default() };
            // The lister may not hold the puzzle.
            let Some((begun, _)) = search(&puzzle, &how, none) else { continue };
            let mut unit = begun.rest.units()[0].clone();
            unit.part.from = Path(vec![1_000_000]);
            let nowhere = Err(Failure::NoSuchPath(unit.part.from.clone()));
            let how = Settings { from: Some(unit), ..how };
            let stop = StopFlag::default();
            assert_eq!(
                Search::new(&puzzle).settings(&how).until(stop).run(&mut ()),
                nowhere,
                "{engine}"
            );
        }
    }
}

#[test]
fn a_unit_of_another_search_is_refused() {
    let puzzle: Puzzle = tiling(1).into();
    let other: Puzzle = tiling(2).into();
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let how = settings("cover", false, false, 1);
    let unit = search(&puzzle, &how, none).unwrap().0.rest.units()[0].clone();
    let refused = |puzzle: &Puzzle, how: Settings, unit: &Unit| {
        let how = Settings { from: Some(unit.clone()), ..how };
        match Search::new(puzzle).settings(&how).run(&mut ()) {
            Err(Failure::OtherJob(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(&other, how.clone(), &unit), "is of another puzzle");
    let distinct = Settings { distinct: true, ..how.clone() };
    assert_eq!(refused(&puzzle, distinct, &unit), "asks another question");
    assert_eq!(
        refused(&puzzle, settings("reference", false, false, 1), &unit),
        "is of another engine"
    );
    let mut old = unit.clone();
    old.job.tree = 0;
    assert_eq!(refused(&puzzle, how.clone(), &old), "is of another version of its engine");
    let mut new = unit;
    new.job.v = 2;
    assert_eq!(refused(&puzzle, how, &new), "is written in a form of another version");
}

#[test]
fn boards_beyond_the_listers_window_have_the_solutions_of_the_reference() {
    let (mut listed, mut solutions) = (0, 0);
    for seed in 0..60 {
        let puzzle = large(seed).into();
        let of = |engine| search(&puzzle, &settings(engine, false, false, 1), Limits::default());
        let found = |engine| Some(of(engine)?.1.into_iter().collect::<BTreeSet<_>>());
        let truth = found("reference");
        assert_eq!(found("cover"), truth, "{seed}");
        solutions += truth.as_ref().map_or(0, BTreeSet::len);
        if let Some(ours) = found("lister") {
            assert_eq!(Some(ours), truth, "{seed}");
            listed += 1;
        }
    }
    assert!(listed > 20 && solutions >= 60, "{listed} {solutions}");
}

#[test]
fn boards_beyond_the_listers_window_are_searched_in_pieces_as_in_one_go() {
    let mut listed = 0;
    for seed in 0..30 {
        let puzzle = large(seed).into();
        let (distinct, threads) = (seed % 2 == 1, 1 + seed as usize / 2 % 2);
        for engine in ["lister", "cover", "auto"] {
            let how = settings(engine, distinct, false, threads);
            let Some((whole, all)) = search(&puzzle, &how, Limits::default()) else { continue };
            listed += usize::from(engine == "lister");
            let (most, mut rng) = (whole.stats.nodes / 6 + 3, Pcg64::seed_from_u64(seed));
            let mut found = in_pieces(&puzzle, &how, most, &mut rng).0;
            found.sort();
            let mut all = all;
            all.sort();
            assert_eq!(found, all, "{engine} {seed}");
        }
    }
    assert!(listed > 10, "{listed}");
}

/// A piece that is laid first for symmetry may lie far beyond the first window.
#[test]
fn long_boards_have_as_many_solutions_up_to_symmetry_as_the_reference_finds() {
    let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
    let piece =
        |name: &str, copies, n| Piece { least: copies, most: copies, ..Piece::new(name, row(n)) };
    for length in [64_u32, 65, 72, 90] {
        let singles = length - 2 * 2 - 59;
        let pieces = [("I", 59), ("O", 2), ("P", 2)].map(|(name, n)| piece(name, 1, n));
        let pieces = pieces.into_iter().chain((singles > 0).then(|| piece("S", singles, 1)));
        let setup =
            Setup { board: row(length as i16), pieces: pieces.collect(), ..Setup::default() };
        let puzzle = Tiling::new(setup).unwrap().into();
        let count = |engine| {
            search(&puzzle, &settings(engine, true, true, 1), Limits::default()).unwrap().0
        };
        let truth = count("reference").stats.solutions;
        assert!(truth > 1, "{length}");
        for engine in ["lister", "cover"] {
            assert_eq!(count(engine).stats.solutions, truth, "{engine} on {length}");
        }
    }
}

#[test]
fn solutions_up_to_symmetry_take_no_memory() {
    let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
    let piece = |name: &str, n| Piece { least: 0, most: 16, ..Piece::new(name, row(n)) };
    let pieces = vec![piece("I", 2), piece("O", 1)];
    let setup = Setup { board: row(16), pieces, ..Setup::default() };
    let puzzle = Tiling::new(setup).unwrap().into();
    let how = settings("reference", true, false, 1);
    let whole = search(&puzzle, &how, Limits::default()).unwrap();
    assert_eq!(whole.0.ending, Ending::Exhausted);
    let tight = Limits { memory: Some(20_000), ..Limits::default() };
    let (outcome, found) = search(&puzzle, &how, tight).unwrap();
    assert_eq!((outcome.ending, found), (Ending::Exhausted, whole.1));
}

#[test]
fn what_is_clear_without_searching_is_not_searched_and_the_reasons_are_told() {
    let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
    let setup = Setup { board: row(3), pieces: vec![Piece::new("I", row(2))], ..Setup::default() };
    let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
    let outcome = Search::new(&puzzle).run(()).unwrap();
    assert_eq!((outcome.ending, outcome.stats.nodes), (Ending::Exhausted, 0));
    assert_eq!(outcome.impossible, marquetry_puzzle::analyse(&puzzle).impossible);
    assert!(!outcome.impossible.is_empty());
    let searched = Search::new(&puzzle).straight().run(());
    assert_eq!(searched.map(|outcome| outcome.impossible), Ok(Vec::new()));
}

/// What the exact cover engine lists with one thread, the same with two, and what it counts.
fn options(problem: &ExactCover) -> Vec<Vec<usize>> {
    let search = |count, threads| {
        let mut found = Vec::new();
        let mut keep = each_solution(|solution: &Solution| {
            let Solution::Options(chosen) = solution else { panic!("these are no options") };
            found.push(chosen.clone());
            ControlFlow::Continue(())
        });
        let how = Settings { count, threads, ..Settings::default() };
        let outcome = Search::cover(problem).settings(&how).run(&mut keep).unwrap();
        assert_eq!(outcome.ending, Ending::Exhausted);
        (found, outcome.stats.solutions)
    };
    let (found, count) = search(false, 1);
    assert_eq!(count, found.len() as u64);
    assert_eq!(search(false, 2), (found.clone(), count));
    assert_eq!(search(true, 1), (Vec::new(), count));
    assert_eq!(search(true, 2), (Vec::new(), count));
    found
}

#[test]
fn exact_covers_are_what_taking_and_leaving_each_option_finds() {
    let mut solvable = 0;
    for seed in 0..PUZZLES {
        let problem = problem(seed);
        let mut found = options(&problem);
        found.sort();
        let mut truth = items::reference::solutions(&problem);
        truth.sort();
        assert_eq!(found, truth, "{seed}");
        solvable += u64::from(!truth.is_empty());
    }
    assert!(solvable > PUZZLES / 4, "only {solvable} problems had solutions");
}

#[test]
fn a_search_of_options_in_pieces_finds_what_it_finds_in_one_go() {
    let mut several = 0;
    for seed in 0..PUZZLES {
        let problem = match seed % 3 {
            0 => ExactCover::of_tiling(&tiling(seed), 1000).expect("a small puzzle").0,
            _ => problem(seed),
        };
        let whole = options(&problem);
        several += usize::from(whole.len() > 3);
        let mut rng = Pcg64::seed_from_u64(seed);
        for (count, threads) in [(false, 1), (false, 2), (true, 1), (true, 2)] {
            let how = Settings { count, threads, ..Settings::default() };
            let (found, number) = items_in_pieces(&problem, &how, 20, &mut rng);
            assert_eq!(number, whole.len().into(), "seed {seed}, {count}, {threads}");
            let listed = if count { 0 } else { whole.len() };
            assert_eq!(found.len(), listed, "seed {seed}, {threads}");
            let found: BTreeSet<_> = found.into_iter().collect();
            assert_eq!(found.len(), listed, "one was reported twice: seed {seed}, {threads}");
            let there = |options: &Vec<_>| found.contains(&Solution::Options(options.clone()));
            assert!(count || whole.iter().all(there), "seed {seed}, {threads}");
        }
    }
    assert!(several > 50, "only {several} problems have several solutions");
}

#[test]
fn a_unit_of_other_options_is_refused_and_a_path_that_leads_nowhere_is_no_proof() {
    let item = |name: &str| Item { name: name.into(), times: Some((1, 1)) };
    let (items, option) = (["a", "b"].map(item), |item| vec![(item, None)]);
    let problem = |options| ExactCover { items: items.to_vec(), colours: Vec::new(), options };
    let four = problem(vec![option(0), option(1), option(0), option(1)]);
    let one = Limits { nodes: Some(1), ..Limits::default() };
    let begun = Search::cover(&four).limits(one).run(()).unwrap();
    let unit = begun.rest.units()[0].clone();
    let three = problem(vec![option(0), option(1), option(0)]);
    let refused = Search::cover(&three).part(unit.clone()).run(());
    assert_eq!(refused, Err(Failure::OtherJob("is of another puzzle")));
    let refused = Search::cover(&four).part(unit.clone()).count().run(());
    assert_eq!(refused, Err(Failure::OtherJob("asks another question")));
    let astray = Path(vec![1_000_000]);
    let part = Interval { from: astray.clone(), to: None };
    let ended = Search::cover(&four).part(Unit { part, ..unit }).run(());
    assert_eq!(ended, Err(Failure::NoSuchPath(astray)));
}

/// So many items more in each option, which are in no other: the more there are, the later they all fit in a word.
fn padded(mut problem: ExactCover, more: usize) -> ExactCover {
    for option in 0..problem.options.len() {
        for _ in 0..more {
            let coloured = problem.items.len().is_multiple_of(2).then_some(0);
            problem.options[option].insert(0, (problem.items.len(), coloured));
            problem.items.push(Item { name: format!("y{}", problem.items.len()), times: None });
        }
    }
    problem
}

#[test]
fn exact_covers_are_the_same_however_many_items_there_are() {
    for seed in 0..PUZZLES {
        let problem = problem(seed);
        let found = options(&problem);
        for more in [9, 20, 40] {
            assert_eq!(options(&padded(problem.clone(), more)), found, "{seed}, {more}");
        }
    }
}

#[test]
fn a_first_exact_cover_is_one_of_all() {
    for seed in 0..PUZZLES {
        let problem = problem(seed);
        let all = options(&problem);
        let mut found = Vec::new();
        let mut keep = each_solution(|solution: &Solution| {
            found.push(solution.clone());
            ControlFlow::Continue(())
        });
        let outcome = Search::cover(&problem).seed(seed).first(1).run(&mut keep).unwrap();
        let ending = if all.is_empty() { Ending::Exhausted } else { Ending::Enough };
        assert_eq!((outcome.ending, found.len()), (ending, all.len().min(1)), "{seed}");
        let is_one = |found: &Solution| matches!(found, Solution::Options(o) if all.contains(o));
        assert!(found.iter().all(is_one), "{seed}");
    }
}

#[test]
fn a_tiling_puzzle_without_its_board_has_the_same_solutions() {
    for seed in 0..PUZZLES {
        let tiling = tiling(seed);
        let (problem, placed) = ExactCover::of_tiling(&tiling, usize::MAX).unwrap();
        let cover = |chosen: Vec<usize>| {
            let pieces = chosen.into_iter().map(|option| placed[option].clone()).collect();
            Solution::Cover(tiling.in_order(pieces))
        };
        let mut found: Vec<Solution> = options(&problem).into_iter().map(cover).collect();
        found.sort();
        let (mut all, _) = truth(&tiling.clone().into());
        all.sort();
        assert_eq!(found, all, "{seed}");
    }
}

/// The solutions that were picked, and what was said of them.
fn picked(puzzle: &Puzzle, which: Pick, distinct: bool, seed: u64) -> (Vec<Solution>, Outcome) {
    let mut found = Vec::new();
    let mut keep = each_solution(|solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    let how = Settings { distinct, seed, ..Settings::default() };
    let outcome = Search::new(puzzle).settings(&how).pick(&which, &mut keep);
    (found, outcome.unwrap())
}

#[test]
fn every_solution_has_its_number() {
    for seed in 0..PUZZLES {
        let puzzle = tiling(seed).into();
        let (mut all, _) = truth(&puzzle);
        let nth = |n: usize| picked(&puzzle, Pick::Nth(n.into()), false, 1);
        let mut found: Vec<Solution> = (1..=all.len()).flat_map(|n| nth(n).0).collect();
        found.sort();
        all.sort();
        assert_eq!(found, all, "{seed}");
        for beyond in [0, all.len() + 1] {
            let (found, outcome) = nth(beyond);
            assert_eq!((found.len(), outcome.ending), (0, Ending::Exhausted), "{seed}");
            assert_eq!(outcome.total, Some(all.len().into()), "{seed}");
        }
    }
}

#[test]
fn samples_are_spread_evenly_over_solutions_and_over_classes() {
    const EACH: usize = 60;
    let mut spread = [0, 0];
    for seed in 0..PUZZLES / 2 {
        let puzzle = tiling(seed).into();
        let (all, classes) = truth(&puzzle);
        let symmetries = Symmetries::of(&puzzle);
        for distinct in [false, true] {
            let kinds = if distinct { classes.len() } else { all.len() };
            if !(2..=40).contains(&kinds) || all.len() == kinds && distinct {
                continue;
            }
            let (found, _) = picked(&puzzle, Pick::Sample((kinds * EACH) as u64), distinct, seed);
            let mut met: BTreeMap<Solution, usize> = BTreeMap::new();
            for solution in &found {
                let kind = if distinct { symmetries.canonical(solution) } else { solution.clone() };
                *met.entry(kind).or_default() += 1;
            }
            assert_eq!((found.len(), met.len()), (kinds * EACH, kinds), "{seed} {distinct}");
            // The sum of squares over the expected number has the mean of `kinds - 1`; this is 5 deviations above.
            let off = |n: usize| n as f64 - EACH as f64;
            let square = |&n: &usize| off(n) * off(n) / EACH as f64;
            let chi: f64 = met.values().map(square).sum();
            let freedom = (kinds - 1) as f64;
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0, "{seed} {distinct} {chi}");
            spread[usize::from(distinct)] += 1;
        }
    }
    assert!(spread[0] > 50 && spread[1] > 10, "{spread:?}");
}

#[test]
fn every_engine_counts_and_lists_up_to_turns_alone_what_the_reference_does() {
    let (mut fewer, mut empty) = (0, 0);
    for seed in 0..PUZZLES {
        let p = tiling(seed);
        let puzzle = p.clone().into();
        let (all, up_to_all) = truth(&puzzle);
        let symmetries = Symmetries::of(&puzzle).turns();
        let classes: BTreeSet<Solution> = all.iter().map(|s| symmetries.canonical(s)).collect();
        fewer += u64::from(up_to_all.len() < classes.len());
        empty += u64::from(!p.optional.is_empty() && !all.is_empty());
        for engine in engines() {
            for count in [false, true] {
                let how = Settings { turns: true, ..settings(engine, true, count, 1) };
                let found = search(&puzzle, &how, Limits::default());
                let Some((outcome, found)) = found else { continue };
                assert_eq!(outcome.stats.solutions, classes.len() as u64, "{engine} {seed}");
                let least: BTreeSet<Solution> =
                    found.iter().map(|s| symmetries.canonical(s)).collect();
                assert!(count || least == classes, "{engine} {seed}");
            }
        }
    }
    assert!(fewer > 5, "a reflection made a difference in {fewer} puzzles");
    assert!(empty > 50, "cells could stay empty in {empty} puzzles with solutions");
}
