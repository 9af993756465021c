//! The exact engines against the reference on random puzzles of every kind.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use marquetry_puzzle::generate::{Kind, generate};
use marquetry_puzzle::matching::{Colours, Edge, Matching, Rule, Setup, Tile};
use marquetry_puzzle::{Puzzle, Score, Solution, Symmetries};
use marquetry_search::{
    Ending, Failure, Limits, Order, Outcome, Path, Search, Settings, Stats, Watch, each_solution,
};
use marquetry_testkit::matching::{matching, matching_alike};

const ENGINES: [&str; 3] = ["exact", "fewest", "rows"];

fn settings(engine: &str) -> Settings {
    Settings { engine: Some(engine.into()), ..Settings::default() }
}

fn run(puzzle: &Puzzle, settings: &Settings, limits: Limits) -> (Outcome, Vec<Solution>) {
    let mut found = Vec::new();
    let mut keep = each_solution(|solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    let outcome = Search::new(puzzle).settings(settings).limits(limits).run(&mut keep);
    (outcome.expect("the engine can search this puzzle"), found)
}

fn all(puzzle: &Puzzle, settings: &Settings) -> Vec<Solution> {
    let (outcome, found) = run(puzzle, settings, Limits::default());
    assert_eq!(outcome.ending, Ending::Exhausted);
    found
}

fn set(found: Vec<Solution>) -> BTreeSet<Solution> {
    let count = found.len();
    let set: BTreeSet<Solution> = found.into_iter().collect();
    assert_eq!(set.len(), count, "a solution was reported twice");
    set
}

/// What there is about a puzzle that an engine may get wrong.
fn kinds(p: &Matching) -> [(&'static str, bool); 11] {
    let faces: BTreeSet<_> = (0..p.tiles.len()).map(|tile| p.face(tile)).collect();
    [
        ("framed", p.frame.is_some()),
        ("not framed", p.frame.is_none()),
        ("turning", p.turning),
        ("not turning", !p.turning),
        ("equal", p.rule == Rule::Equal),
        ("in pairs", p.rule == Rule::Pairs),
        ("pins", !p.pins.is_empty()),
        ("holes", p.area() < p.cells.len()),
        ("alike", faces.len() < p.tiles.len()),
        ("spares", p.tiles.len() > p.area()),
        ("one wide", p.width == 1 || p.height == 1),
    ]
}

#[test]
fn two_thousand_puzzles_have_the_solutions_that_the_reference_finds() {
    let mut solvable = 0;
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..2000 {
        let p = matching(seed);
        kinds(&p)
            .into_iter()
            .for_each(|(kind, is)| *seen.entry(kind).or_default() += u32::from(is));
        let puzzle: Puzzle = p.into();
        let expected = set(all(&puzzle, &settings("reference")));
        solvable += usize::from(!expected.is_empty());
        for engine in ENGINES {
            assert_eq!(set(all(&puzzle, &settings(engine))), expected, "seed {seed}, {engine}");
        }
    }
    assert!((1000..1990).contains(&solvable), "{solvable} of 2000 puzzles can be solved");
    assert!(seen.values().all(|&count| count > 200), "{seen:?}");
}

#[test]
fn every_class_of_turned_boards_is_found_once() {
    for seed in 2000..2600 {
        let puzzle: Puzzle = matching(seed).into();
        let distinct = |engine| Settings { distinct: true, ..settings(engine) };
        let expected = set(all(&puzzle, &distinct("reference")));
        let engine = ENGINES[seed as usize % 3];
        assert_eq!(set(all(&puzzle, &distinct(engine))), expected, "seed {seed}, {engine}");
    }
}

#[test]
fn two_threads_report_the_same_in_the_same_order() {
    for seed in 2600..2720 {
        let puzzle: Puzzle = matching(seed).into();
        for engine in ["fewest", "rows"] {
            let (one, found) = run(&puzzle, &settings(engine), Limits::default());
            let shared = Settings { threads: 2, ..settings(engine) };
            let (two, shared) = run(&puzzle, &shared, Limits::default());
            assert_eq!(shared, found, "seed {seed}, {engine}");
            assert_eq!(two.stats.nodes, one.stats.nodes, "seed {seed}, {engine}");
        }
    }
}

#[test]
fn counting_gives_the_number_that_listing_gives() {
    for seed in 2720..2840 {
        let puzzle: Puzzle = matching(seed).into();
        for engine in ENGINES {
            let listed = all(&puzzle, &settings(engine)).len() as u64;
            let counting =
                Settings { count: true, threads: 1 + seed as usize % 2, ..settings(engine) };
            let (outcome, _) = run(&puzzle, &counting, Limits::default());
            assert_eq!(outcome.stats.solutions, listed, "seed {seed}, {engine}");
        }
    }
}

#[test]
fn every_order_of_cells_gives_the_same_solutions() {
    for seed in 3000..3200 {
        let puzzle: Puzzle = matching(seed).into();
        let expected = set(all(&puzzle, &settings("reference")));
        for order in [Order::Columns, Order::Frame, Order::Centre] {
            let engine = ["rows", "exact"][seed as usize % 2];
            let threads = 1 + seed as usize % 2;
            let how = Settings { order: Some(order), threads, ..settings(engine) };
            assert_eq!(set(all(&puzzle, &how)), expected, "seed {seed}, {order:?}");
        }
    }
    let unordered = Settings { order: Some(Order::Frame), ..settings("fewest") };
    let refused = Search::new(&matching(1).into()).settings(&unordered).run(&mut ());
    assert!(refused.is_err());
}

/// What a board shows on each cell.
fn shown(p: &Matching, solution: &Solution) -> Vec<Option<[Edge; 4]>> {
    let Solution::Board(board) = solution else { panic!("not a board: {solution:?}") };
    board.iter().map(|laid| laid.map(|laid| p.tiles[laid.tile].turned(laid.turn))).collect()
}

#[test]
fn boards_that_look_alike_are_one_listed_or_counted() {
    let mut fewer = 0;
    for seed in 0..400 {
        let p = if seed % 4 == 0 { matching(seed) } else { matching_alike(seed) };
        let puzzle: Puzzle = p.clone().into();
        let every = all(&puzzle, &settings("reference"));
        let looks: BTreeSet<_> = every.iter().map(|board| shown(&p, board)).collect();
        fewer += usize::from(looks.len() < every.len());
        for engine in [ENGINES[seed as usize % 3], "reference"] {
            let how = Settings { looks: true, threads: 1 + seed as usize % 2, ..settings(engine) };
            let found = all(&puzzle, &how);
            let seen: BTreeSet<_> = found.iter().map(|board| shown(&p, board)).collect();
            assert_eq!((found.len(), &seen), (seen.len(), &looks), "seed {seed}, {engine}");
            // The one that is shown is the one with the least tiles row by row.
            let least = Symmetries::of_looks(&puzzle, false);
            assert!(found.iter().all(|b| least.canonical(b) == *b), "seed {seed}, {engine}");
            let (outcome, _) = run(&puzzle, &Settings { count: true, ..how }, Limits::default());
            assert_eq!(outcome.stats.solutions, looks.len() as u64, "seed {seed}, {engine}");
        }
    }
    assert!(fewer > 100, "only {fewer} puzzles have boards that look alike");
}

/// What a square board or an oblong one shows after a quarter or a half turn.
fn turned(p: &Matching, shown: &[Option<[Edge; 4]>]) -> Vec<Option<[Edge; 4]>> {
    let quarters = if p.width == p.height { 1 } else { 2 };
    let mut image = shown.to_vec();
    for (cell, edges) in shown.iter().enumerate() {
        let (x, y) = (cell % p.width, cell / p.width);
        let to = match quarters {
            1 => x * p.width + (p.width - 1 - y),
            _ => shown.len() - 1 - cell,
        };
        image[to] = edges.map(|edges| std::array::from_fn(|side| edges[(side + 4 - quarters) % 4]));
    }
    image
}

#[test]
fn boards_that_look_alike_after_a_turn_are_one_up_to_symmetry() {
    for seed in 400..700 {
        let p = matching_alike(seed);
        let puzzle: Puzzle = p.clone().into();
        let every = all(&puzzle, &settings("reference"));
        let looks: BTreeSet<_> = every.iter().map(|board| shown(&p, board)).collect();
        let least = |look: &Vec<_>| {
            let mut images = vec![look.clone()];
            while p.turning && images.len() < 4 {
                images.push(turned(&p, &images[images.len() - 1]));
            }
            images.into_iter().filter(|image| looks.contains(image)).min()
        };
        let classes: BTreeSet<_> = looks.iter().map(least).collect();
        for engine in [ENGINES[seed as usize % 3], "reference"] {
            let how = Settings { looks: true, distinct: true, ..settings(engine) };
            let found = all(&puzzle, &how);
            let seen: BTreeSet<_> = found.iter().map(|b| least(&shown(&p, b))).collect();
            assert_eq!((found.len(), &seen), (seen.len(), &classes), "seed {seed}, {engine}");
        }
    }
}

/// What is found when a search is stopped after so many nodes at a time, until nothing is left.
fn in_pieces(puzzle: &Puzzle, settings: &Settings, nodes: u64) -> (Vec<Solution>, u64) {
    let (mut found, mut spent) = (Vec::new(), 0);
    let mut left = vec![settings.from.clone()];
    while let Some(from) = left.pop() {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (outcome, more) = run(puzzle, &Settings { from, ..settings.clone() }, limits);
        found.extend(more);
        spent += outcome.stats.nodes;
        left.extend(outcome.rest.units().iter().cloned().rev().map(Some));
    }
    (found, spent)
}

#[test]
fn a_search_in_pieces_finds_what_it_finds_in_one_go() {
    for seed in 2840..3000 {
        let puzzle: Puzzle = matching(seed).into();
        let engine = ENGINES[seed as usize % 3];
        let (whole, found) = run(&puzzle, &settings(engine), Limits::default());
        let nodes = 1 + seed % 30;
        let (pieces, spent) = in_pieces(&puzzle, &settings(engine), nodes);
        // The choice of an order spends nodes of its own, and short pieces choose none.
        if engine != "exact" {
            assert_eq!(pieces, found, "seed {seed}, {engine}, {nodes} nodes at a time");
            assert_eq!(spent, whole.stats.nodes, "seed {seed}, {engine}");
        }
        let found = set(found);
        assert_eq!(set(pieces), found, "seed {seed}, {engine}, {nodes} nodes at a time");
        let shared = Settings { threads: 2, ..settings(engine) };
        let (pieces, _) = in_pieces(&puzzle, &shared, 40);
        assert_eq!(set(pieces), found, "seed {seed}, {engine}, two threads");
    }
}

#[test]
fn a_path_that_leads_nowhere_is_a_failure_and_no_proof() {
    let puzzles = (0..50).map(|seed| matching(seed).into());
    for puzzle in puzzles.chain(framed().map(|(_, puzzle)| puzzle).take(2)) {
        for engine in ["fewest", "rows", "inside", "reference"] {
            let none = Limits { nodes: Some(0), ..Limits::default() };
            // Not every engine takes every puzzle.
            let Ok(begun) = Search::new(&puzzle)
                .straight()
                .settings(&settings(engine))
                .limits(none)
                .run(&mut ())
            else {
                continue;
            };
            let Some(unit) = begun.rest.units().first() else { continue };
            for (path, threads) in [(vec![1_000_000], 1), (vec![0, 1_000_000, 0], 2)] {
                let mut unit = unit.clone();
                unit.part.from = Path(path.clone());
                let how = Settings { from: Some(unit), threads, ..settings(engine) };
                let ended = Search::new(&puzzle).settings(&how).run(&mut ());
                assert_eq!(ended, Err(Failure::NoSuchPath(Path(path))), "{engine}");
            }
        }
    }
}

/// Framed puzzles that are large enough to have an inside.
fn framed() -> impl Iterator<Item = (String, Puzzle)> {
    let sizes = [(5, 5, 7), (5, 6, 8), (6, 5, 9), (5, 5, 8), (7, 5, 10)];
    (0..30).map(move |seed| {
        let (width, height, colours) = sizes[seed as usize % sizes.len()];
        let p = generate(Kind::Framed, width, height, colours, seed).expect("in range");
        (p.title.clone(), p.into())
    })
}

#[test]
fn from_the_inside_the_same_boards_are_found_as_row_by_row() {
    let mut many = 0;
    for (title, puzzle) in framed() {
        for distinct in [false, true] {
            let how = |engine| Settings { distinct, ..settings(engine) };
            let expected = set(all(&puzzle, &how("rows")));
            many += usize::from(expected.len() > 4);
            assert_eq!(set(all(&puzzle, &how("inside"))), expected, "{title}, {distinct}");
        }
        let counting = Settings { count: true, ..settings("inside") };
        let (outcome, _) = run(&puzzle, &counting, Limits::default());
        let listed = all(&puzzle, &settings("rows")).len() as u64;
        assert_eq!(outcome.stats.solutions, listed, "{title}");
    }
    assert!(many > 3, "only {many} puzzles have several solutions");
}

#[test]
fn from_the_inside_threads_and_pieces_change_nothing() {
    for (title, puzzle) in framed().take(10) {
        let (whole, found) = run(&puzzle, &settings("inside"), Limits::default());
        let shared = Settings { threads: 2, ..settings("inside") };
        let (outcome, same) = run(&puzzle, &shared, Limits::default());
        assert_eq!(outcome.stats.nodes, whole.stats.nodes, "{title}");
        assert_eq!(same, found, "{title}");
        let piece = whole.stats.nodes / 7 + 1;
        let (pieces, spent) = in_pieces(&puzzle, &settings("inside"), piece);
        assert_eq!(spent, whole.stats.nodes, "{title}");
        assert_eq!(pieces, found, "{title}");
    }
}

#[test]
fn halves_meet_in_all_solutions() {
    let mut many = 0;
    for seed in 0..3 {
        let puzzle = generate(Kind::Framed, 6, 6, 8, seed).expect("in range").into();
        let how = |engine| Settings { distinct: true, ..settings(engine) };
        let expected = all(&puzzle, &how("inside"));
        let found = all(&puzzle, &how("halves"));
        assert_eq!(found.len(), expected.len(), "seed {seed}");
        let turned = set(all(&puzzle, &settings("halves")));
        assert_eq!(turned.len(), 4 * expected.len(), "seed {seed}");
        assert!(expected.iter().chain(&found).all(|board| turned.contains(board)), "seed {seed}");
        many += usize::from(expected.len() > 2);
    }
    assert!(many > 0, "no puzzle has several solutions");
}

#[test]
fn cells_ruled_out_in_groups_hold_no_solution() {
    for (seed, (width, height, colours)) in
        [(9, 9, 14), (10, 9, 15), (9, 11, 16), (9, 9, 11)].into_iter().enumerate()
    {
        let p = generate(Kind::Tetravex, width, height, colours, seed as u64).expect("in range");
        let mut spoilt = (*p).clone();
        spoilt.tiles[0].edges.rotate_left(1);
        for p in [p, Matching::new(spoilt).expect("the setup is sound")] {
            let title = format!("{width}x{height}: {}", p.tiles[0].edges[0].0);
            let puzzle: Puzzle = p.into();
            let expected = set(all(&puzzle, &settings("fewest")));
            let how = settings("windows");
            let (whole, found) = run(&puzzle, &how, Limits::default());
            assert_eq!(whole.ending, Ending::Exhausted, "{title}");
            assert_eq!(
                run(&puzzle, &Settings { threads: 2, ..how.clone() }, Limits::default()).1,
                found
            );
            let found = set(found);
            assert_eq!(found, expected, "{title}");
            let quarter = whole.stats.nodes / 4;
            assert_eq!(set(in_pieces(&puzzle, &how, quarter).0), found, "{title}");
            let shared = Settings { threads: 2, ..how.clone() };
            assert_eq!(set(in_pieces(&puzzle, &shared, quarter).0), found, "{title}, two threads");
            assert_eq!(set(in_pieces(&puzzle, &how, 100).0), found, "{title}");
        }
    }
}

#[test]
fn what_is_found_before_another_engine_begins_is_not_found_twice() {
    // `fewest` finds solutions of these in its first lap and is not done; then cells are ruled out in groups.
    for (colours, seed) in [(11, 2), (11, 8), (11, 9), (11, 12), (12, 3), (12, 12)] {
        let puzzle: Puzzle =
            generate(Kind::Tetravex, 9, 9, colours, seed).expect("in range").into();
        let expected = set(all(&puzzle, &settings("fewest")));
        for threads in [1, 2, 3] {
            let how = Settings { threads, ..settings("exact") };
            let title = format!("{colours} colours, seed {seed}, {threads} threads");
            assert_eq!(set(all(&puzzle, &how)), expected, "{title}");
            let counted = run(&puzzle, &Settings { count: true, ..how }, Limits::default()).0;
            assert_eq!(counted.stats.solutions, expected.len() as u64, "{title}");
        }
    }
}

#[derive(Default)]
struct Fullest(usize);

impl Watch for Fullest {
    fn improved(&mut self, _: &Solution, score: &Score) -> ControlFlow<()> {
        let Score::Board { placed, breaks, .. } = score else { panic!("not a board: {score:?}") };
        assert!(breaks.is_empty() && *placed > self.0);
        self.0 = *placed;
        ControlFlow::Continue(())
    }

    fn solution(&mut self, _: &Solution, _: &Stats) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn a_limit_leaves_the_fullest_board_without_a_break() {
    let open_ended = (0..400).map(matching).filter(|p| p.area() >= 9 && p.pins.is_empty());
    for puzzle in open_ended.take(30) {
        let puzzle = puzzle.into();
        for engine in ENGINES {
            let mut fullest = Fullest::default();
            let limits = Limits { nodes: Some(5), ..Limits::default() };
            let outcome =
                Search::new(&puzzle).settings(&settings(engine)).limits(limits).run(&mut fullest);
            let ending = outcome.map(|outcome| outcome.ending);
            assert!(fullest.0 > 0 || ending != Ok(Ending::NodeLimit), "{engine}: {ending:?}");
        }
    }
}

/// The largest board, its tiles in order: each shows what tells its place apart from all others nearby.
fn largest() -> Matching {
    let mut setup = Setup::blank(64, 64);
    setup.colours = Colours::new((0..100).map(|c| c.to_string()));
    let colour = |a: usize, b: usize| Edge(((7 * a + 31 * b) % 97) as u16);
    let tile = |cell: usize| {
        let (x, y) = (cell % 64, cell / 64);
        let edges = [
            colour(x, 2 * y),
            colour(x + 1, 2 * y + 1),
            colour(x, 2 * y + 2),
            colour(x, 2 * y + 1),
        ];
        Tile { name: cell.to_string(), edges }
    };
    setup.tiles = (0..64 * 64).map(tile).collect();
    Matching::new(setup).expect("the setup is sound")
}

#[test]
fn the_largest_board_is_searched_and_stops_at_its_limit() {
    let puzzle: Puzzle = largest().into();
    for engine in ENGINES {
        let mut fullest = Fullest::default();
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let outcome =
            Search::new(&puzzle).settings(&settings(engine)).limits(limits).run(&mut fullest);
        let outcome = outcome.expect("the engine can search this puzzle");
        assert_eq!((outcome.ending, outcome.stats.nodes), (Ending::NodeLimit, 300), "{engine}");
        assert!(outcome.stats.done.is_some_and(|done| (0.0..0.5).contains(&done)), "{engine}");
        assert!(fullest.0 > 20, "{engine}: {} tiles", fullest.0);
    }
}

#[test]
fn boards_of_tiles_that_are_alike_are_counted_up_to_turns_without_being_listed() {
    let mut setup = Setup::blank(3, 3);
    setup.colours = Colours::new(["1"]);
    setup.rule = Rule::Pairs;
    // Two heads and two tails, so that each cell has the same two turns left.
    let edges = [Edge(0), Edge(0), Edge(1), Edge(1)];
    setup.tiles = (0..9).map(|i| Tile { name: i.to_string(), edges }).collect();
    let puzzle: Puzzle = Matching::new(setup).expect("the setup is sound").into();
    let count = |distinct, looks| {
        let how = Settings { count: true, distinct, looks, ..settings("exact") };
        let outcome = Search::new(&puzzle).settings(&how).run(&mut ());
        u64::try_from(outcome.unwrap().number()).unwrap()
    };
    let looks = count(false, true);
    assert!(looks > 0);
    assert_eq!(count(false, false), looks * 362_880);
    assert_eq!(count(true, false), looks * 362_880 / 4);
}

#[test]
fn a_framed_board_of_a_hundred_cells_is_solved_by_default_within_some_million_nodes() {
    // No order alone does this for every such board, and the automatic choice needed minutes.
    let puzzle = generate(Kind::Framed, 10, 10, 9, 1).expect("in range").into();
    let limits = Limits { nodes: Some(40_000_000), solutions: Some(1), ..Limits::default() };
    let (outcome, _) = run(&puzzle, &settings("exact"), limits);
    assert_eq!(outcome.ending, Ending::Enough);
}

#[test]
fn orders_that_take_turns_count_what_each_counts_alone() {
    // Rows, inside and fewest count this many, each in one go.
    let p = generate(Kind::Framed, 5, 5, 5, 1).expect("in range");
    let how = Settings { count: true, ..settings("exact") };
    let (outcome, _) = run(&p.into(), &how, Limits::default());
    assert_eq!((outcome.ending, outcome.stats.solutions), (Ending::Exhausted, 462_080));
}
