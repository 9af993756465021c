//! The engines for big trays and for labelled tiles, and the one that chooses.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};
use marquetry_puzzle::{Cell, Family, Move, Puzzle, Solution, Symmetries, analyse, judge};
use marquetry_search::sliding::chart::{Chart, chart};
use marquetry_search::sliding::graph::graph;
use marquetry_search::sliding::reference::successors;
use marquetry_search::{
    ENGINES, Ending, Failure, Limits, Metric, Outcome, Run, Search, Settings, StopFlag,
    each_solution,
};
use marquetry_testkit::sliding::{drawn, sliding, tiles};
use marquetry_testkit::tiling::tiling;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn run(puzzle: &Puzzle, engine: &str, metric: Metric) -> (Vec<Solution>, Outcome) {
    some(puzzle, engine, metric, 400)
}

fn some(puzzle: &Puzzle, engine: &str, metric: Metric, most: u64) -> (Vec<Solution>, Outcome) {
    let mut found = Vec::new();
    let mut watch = each_solution(|solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    let settings = Settings { engine: Some(engine.into()), metric, ..Settings::default() };
    let limits = Limits { solutions: Some(most), ..Limits::default() };
    let outcome = Search::new(puzzle).settings(&settings).limits(limits).run(&mut watch).unwrap();
    (found, outcome)
}

#[test]
fn engines_that_cannot_be_gone_on_with_say_so_and_refuse_a_part() {
    let puzzle = Puzzle::from(sliding(400));
    let other = Puzzle::from(tiling(1));
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let begun = Search::new(&other).straight().limits(none).run(&mut ());
    let mut unit = begun.unwrap().rest.units()[0].clone();
    for engine in ENGINES.iter().filter(|engine| engine.family == Family::Sliding) {
        assert!(!engine.resumes);
        unit.job.engine = engine.name.to_owned();
        let settings = Settings { from: Some(unit.clone()), ..Settings::default() };
        let ended = Search::new(&puzzle).settings(&settings).run(&mut ());
        assert!(matches!(ended, Err(Failure::Unsupported(_))), "{ended:?}");
    }
}

/// The looks of the positions on a way.
type Way = Vec<Vec<Option<usize>>>;

#[test]
fn ways_that_look_alike_when_the_tray_is_turned_or_reflected_are_one_up_to_symmetry() {
    let mut fewer = 0;
    for seed in 0..300 {
        let p = symmetric(seed);
        let puzzle = Puzzle::from(p.clone());
        let symmetries = Symmetries::of(&puzzle);
        for metric in [Metric::Moves, Metric::Slides, Metric::Steps] {
            let (all, end) = some(&puzzle, "reference", metric, 3000);
            if symmetries.order() == 1 || end.ending != Ending::Exhausted {
                continue;
            }
            let looks = |solution: &Solution| -> Way {
                let Solution::Moves(moves) = solution else { panic!("these are no moves") };
                p.looks(&counted(moves, metric))
            };
            let legal = |image: &Solution| judge(&puzzle, image).is_ok_and(|score| score.solved());
            let class = |solution: &Solution| -> BTreeSet<Way> {
                symmetries.images(solution).filter(legal).map(|image| looks(&image)).collect()
            };
            let classes: BTreeSet<BTreeSet<Way>> = all.iter().map(class).collect();
            fewer += usize::from(classes.len() < all.len());
            for engine in ["reference", "bfs"] {
                let search = Search::new(&puzzle).engine(engine).metric(metric).distinct();
                let found = search.run(()).unwrap().stats.solutions;
                assert_eq!(found, classes.len() as u64, "tray {seed}, {engine}, {metric:?}");
            }
        }
    }
    assert!(fewer > 30, "{fewer}");
}

#[test]
fn a_symmetry_carries_blocks_to_blocks_that_need_not_be_of_their_kind() {
    let trays = [
        // Two upright blocks take the cells of two lying ones, but are not their image.
        ("ab.. ab.. .... ...c", ".... .... ..c. ....", 2),
        ("aa.bb a...b .....", "..... aa.bb a...b", 1),
        (".aa. b... b... ....", "..aa .... b... b...", 1),
    ];
    for (tray, goal, classes) in trays {
        let puzzle = Puzzle::from(drawn(tray, goal));
        for engine in ["reference", "bfs"] {
            let search = Search::new(&puzzle).engine(engine).metric(Metric::Steps).distinct();
            assert_eq!(search.run(()).unwrap().stats.solutions, classes, "{tray}, {engine}");
        }
    }
}

/// The same way, one entry for each move, slide or step.
fn counted(moves: &[Move], metric: Metric) -> Vec<Move> {
    let mut apart: Vec<Move> = Vec::new();
    for m in moves {
        for (i, &way) in m.path.iter().enumerate() {
            match apart.last_mut().filter(|_| i > 0) {
                Some(last) if metric == Metric::Moves => last.path.push(way),
                Some(last) if metric == Metric::Slides && last.path[0] == way => {
                    last.path.push(way);
                }
                _ => apart.push(Move { block: m.block, path: vec![way] }),
            }
        }
    }
    apart
}

/// A small tray that is its own image: the walls, the blocks, which are cells or squares, and the goal.
fn symmetric(seed: u64) -> Sliding {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (width, height) = (rng.random_range(3..6), rng.random_range(2..5));
    let mirrored = |cell: Cell| Cell::at(width - 1 - cell.x, cell.y);
    let mut free: BTreeSet<Cell> =
        (0..height).flat_map(|y| (0..width).map(move |x| Cell::at(x, y))).collect();
    let mut pair = |rng: &mut Pcg64| {
        let cell = *free.iter().nth(rng.random_range(0..free.len().max(1)))?;
        let cells = BTreeSet::from([cell, mirrored(cell)]);
        free.retain(|cell| !cells.contains(cell));
        (free.len() > 2).then_some(cells)
    };
    let (mut blocks, mut walls, mut goal) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rng.random_range(1..4) {
        for cell in pair(&mut rng).into_iter().flatten() {
            let (name, label) = (format!("b{}", blocks.len()), None);
            blocks.push(Block { name, label, cells: vec![cell], freedom: Freedom::default() });
        }
    }
    if rng.random_bool(0.3) {
        walls.extend(pair(&mut rng).into_iter().flatten());
    }
    let most = blocks.len();
    for cell in pair(&mut rng).into_iter().flatten().take(most) {
        goal.push(Target { label: None, cells: vec![cell] });
    }
    let title = String::new();
    let (width, height) = (width as usize, height as usize);
    Sliding::new(Setup { title, width, height, walls, blocks, goal }).expect("a tray")
}

#[test]
fn what_auto_finds_is_what_the_reference_finds() {
    for seed in 400..500 {
        let puzzle = Puzzle::from(sliding(seed));
        for metric in [Metric::Moves, Metric::Slides, Metric::Steps] {
            let (slow, end) = run(&puzzle, "reference", metric);
            let (fast, auto_end) = run(&puzzle, "auto", metric);
            assert_eq!(end.ending, auto_end.ending, "tray {seed}");
            assert_eq!(slow.len(), fast.len(), "tray {seed}");
            if !fast.is_empty() {
                assert_eq!(auto_end.shortest, Some(true));
                assert!(analyse(&puzzle).impossible.is_empty(), "tray {seed}");
            }
        }
    }
}

#[test]
fn a_large_tray_of_labelled_blocks_keeps_to_its_limits_from_the_start() {
    let block = |i: i16| Block {
        name: i.to_string(),
        label: Some(i.to_string()),
        cells: vec![Cell::at(i % 64, i / 64)],
        freedom: Freedom::default(),
    };
    let setup = Setup {
        title: String::new(),
        width: 64,
        height: 64,
        walls: Vec::new(),
        blocks: (0..4095).map(block).collect(),
        goal: vec![Target { label: Some("0".into()), cells: vec![Cell::at(63, 63)] }],
    };
    let puzzle = Puzzle::from(Sliding::new(setup).expect("a tray"));
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    for engine in ["auto", "bfs"] {
        let outcome = Search::new(&puzzle).engine(engine).limits(limits).first(1).run(()).unwrap();
        assert_eq!(outcome.ending, Ending::NodeLimit, "{engine}");
    }
}

#[test]
fn how_many_there_are_is_never_asked_of_the_greedy_search() {
    // More positions than are visited breadth first before a greedy search is tried.
    let block = |name: &str, x, y| Block {
        name: name.into(),
        label: Some(name.into()),
        cells: vec![Cell::at(x, y)],
        freedom: Freedom::default(),
    };
    let place = |name: &str, x, y| Target { label: Some(name.into()), cells: vec![Cell::at(x, y)] };
    let setup = Setup {
        title: String::new(),
        width: 16,
        height: 16,
        walls: Vec::new(),
        blocks: vec![block("a", 0, 0), block("b", 15, 0)],
        goal: vec![place("a", 15, 15), place("b", 0, 15)],
    };
    let puzzle = Puzzle::from(Sliding::new(setup).expect("a tray"));
    let search = Search::new(&puzzle).engine("auto").metric(Metric::Steps);
    assert_eq!(search.clone().first(1).run(()).unwrap().shortest, Some(false));
    let counted = search.count().run(()).unwrap();
    let all = Search::new(&puzzle).engine("bfs").metric(Metric::Steps).count().run(()).unwrap();
    assert_eq!((counted.ending, counted.number()), (Ending::Exhausted, all.number()));
}

#[test]
fn the_greedy_search_finds_a_solution_just_where_there_is_one() {
    for seed in 500..600 {
        let puzzle = Puzzle::from(sliding(seed));
        let (slow, _) = run(&puzzle, "reference", Metric::Moves);
        let (found, outcome) = run(&puzzle, "guided", Metric::Moves);
        assert_eq!(found.len(), slow.len().min(1), "tray {seed}");
        let ending = if found.is_empty() { Ending::Exhausted } else { Ending::Enough };
        assert_eq!(outcome.ending, ending, "tray {seed}");
    }
}

#[test]
fn the_greedy_search_does_not_claim_to_be_shortest() {
    let p = drawn("abbc abbc deef dghf i..j", ".... .... .... .bb. .bb.");
    let (found, outcome) = run(&p.into(), "guided", Metric::Moves);
    assert_eq!((found.len(), outcome.shortest), (1, Some(false)));
}

#[test]
fn tiles_are_solved_like_any_other_tray() {
    for (seed, width, height) in [(1, 2, 3), (2, 3, 2), (3, 3, 2), (4, 2, 2), (5, 3, 3), (6, 3, 3)]
    {
        let puzzle = Puzzle::from(tiles(seed, width, height));
        let (slow, slow_end) = run(&puzzle, "bfs", Metric::Moves);
        let (fast, end) = run(&puzzle, "fifteen", Metric::Moves);
        assert_eq!(end.ending, slow_end.ending, "tray {seed}");
        let set = |list: &[Solution]| list.iter().cloned().collect::<HashSet<_>>();
        assert_eq!(set(&slow), set(&fast), "tray {seed}");
        assert_eq!(fast.is_empty(), !analyse(&puzzle).impossible.is_empty(), "tray {seed}");
    }
}

/// A puzzle of tiles whose goal has the hole anywhere.
fn tiles_to_anywhere(seed: u64, width: usize, height: usize) -> Puzzle {
    let mut setup = tiles(seed, width, height).into_setup();
    let goal = tiles(seed + 1000, width, height);
    let target = |block: &Block| Target { label: block.label.clone(), cells: block.cells.clone() };
    setup.goal = goal.blocks.iter().map(target).collect();
    Puzzle::from(Sliding::new(setup).unwrap())
}

#[test]
fn the_hole_may_be_anywhere_at_the_end() {
    for seed in 0..24 {
        let (width, height) = [(3, 3), (2, 4), (4, 2), (3, 2)][seed as usize % 4];
        let puzzle = tiles_to_anywhere(seed, width, height);
        let (slow, slow_end) = run(&puzzle, "bfs", Metric::Moves);
        let (fast, end) = run(&puzzle, "fifteen", Metric::Moves);
        assert_eq!(end.ending, slow_end.ending, "tray {seed}");
        let set = |list: &[Solution]| list.iter().cloned().collect::<HashSet<_>>();
        assert_eq!(set(&slow), set(&fast), "tray {seed}");
    }
}

/// Tiles in two columns and five rows, 0 for the hole, that are to be brought in order.
fn two_columns(order: [usize; 10]) -> Puzzle {
    let mut setup = tiles(0, 2, 5).into_setup();
    for block in &mut setup.blocks {
        let at = order.iter().position(|tile| tile.to_string() == block.name).unwrap() as i16;
        block.cells = vec![Cell::at(at % 2, at / 2)];
    }
    Puzzle::from(Sliding::new(setup).unwrap())
}

#[test]
fn larger_tables_find_no_solution_twice_and_are_kept_without_a_trace() {
    let orders = [[6, 8, 0, 7, 5, 4, 1, 3, 9, 2], [9, 5, 4, 8, 7, 6, 1, 3, 0, 2]];
    for (order, solutions) in orders.into_iter().zip([25, 6]) {
        let puzzle = two_columns(order);
        let (slow, slow_end) = run(&puzzle, "bfs", Metric::Moves);
        let (fast, end) = run(&puzzle, "fifteen", Metric::Moves);
        let (again, again_end) = run(&puzzle, "fifteen", Metric::Moves);
        assert!(end.stats.nodes > 20_000, "{} are too few for larger tables", end.stats.nodes);
        assert_eq!((end.ending, fast.len()), (slow_end.ending, solutions), "{order:?}");
        let set = |list: &[Solution]| list.iter().cloned().collect::<HashSet<_>>();
        assert_eq!((set(&slow), slow.len()), (set(&fast), fast.len()), "{order:?}");
        assert_eq!((fast, end.stats.nodes), (again, again_end.stats.nodes), "{order:?}");
    }
}

#[test]
fn a_fifteen_puzzle_is_solved_in_little_memory_too() {
    let puzzle = Puzzle::from(tiles(3, 4, 4));
    let settings = Settings { engine: Some("fifteen".into()), ..Settings::default() };
    let limits = Limits { memory: Some(1 << 20), solutions: Some(1), ..Limits::default() };
    let found = |limits| {
        let mut moves = None;
        let mut watch = each_solution(|solution: &Solution| {
            let Solution::Moves(list) = solution else { return ControlFlow::Break(()) };
            moves = Some(list.len());
            ControlFlow::Break(())
        });
        let outcome = Search::new(&puzzle).settings(&settings).limits(limits).run(&mut watch);
        (outcome.unwrap().stats.nodes, moves)
    };
    let (little, much) = (found(limits), found(Limits::default()));
    assert!(little.0 > much.0 && much.1.is_some(), "{little:?} {much:?}");
    assert_eq!(little.1, much.1);
}

#[test]
fn a_fifteen_puzzle_is_solved() {
    let puzzle = Puzzle::from((0..).map(|seed| tiles(seed, 4, 4)).find(solvable).unwrap());
    let (found, outcome) = some(&puzzle, "auto", Metric::Moves, 1);
    assert!(!found.is_empty());
    assert_eq!(outcome.shortest, Some(true));
}

fn solvable(p: &Sliding) -> bool {
    analyse(&p.clone().into()).impossible.is_empty()
}

#[test]
fn ten_thousand_cells_and_one_hole_are_no_trouble() {
    let (width, height) = (100, 100);
    let unit = |at: usize| vec![Cell::at((at % width) as i16, (at / width) as i16)];
    let block = |at: usize| Block {
        name: format!("b{at}"),
        label: None,
        cells: unit(at),
        freedom: Default::default(),
    };
    let goal = (0..9_999).map(|at| Target { label: None, cells: unit(at) }).collect();
    let setup = Setup {
        title: String::new(),
        width,
        height,
        walls: Vec::new(),
        blocks: (0..10_000).filter(|&at| at != 9_060).map(block).collect(),
        goal,
    };
    let puzzle = Puzzle::from(Sliding::new(setup).unwrap());
    for engine in ["auto", "guided"] {
        let (found, _) = some(&puzzle, engine, Metric::Steps, 1);
        let Some(Solution::Moves(moves)) = found.first() else { panic!("no solution by {engine}") };
        assert_eq!(moves.len(), 9 + 39);
    }
}

fn surveyed(p: &Sliding, metric: Metric, limits: Limits) -> Chart {
    let puzzle = p.clone().into();
    let mut nobody = ();
    chart(p, metric, &mut Run::new(&puzzle, false, limits, StopFlag::default(), &mut nobody))
}

/// The neighbours of every position that can be reached, the start first, and whether it reaches the goal.
fn all_positions(p: &Sliding, metric: Metric) -> (Vec<HashSet<usize>>, Vec<bool>) {
    let mut positions = vec![p.start().clone()];
    let mut known = HashMap::from([(p.start().look(p), 0)]);
    let mut near: Vec<HashSet<usize>> = Vec::new();
    while near.len() < positions.len() {
        let mut these = HashSet::new();
        for (_, next) in successors(p, &positions[near.len()], metric) {
            let index = *known.entry(next.look(p)).or_insert(positions.len());
            if index == positions.len() {
                positions.push(next);
            }
            these.insert(index);
        }
        near.push(these);
    }
    (near, positions.iter().map(|position| position.solves(p)).collect())
}

fn distances(near: &[HashSet<usize>], from: &[usize]) -> Vec<Option<usize>> {
    let mut distance = vec![None; near.len()];
    let mut level = from.to_vec();
    for depth in 0.. {
        level.retain(|&at| distance[at].is_none());
        if level.is_empty() {
            return distance;
        }
        level.iter().for_each(|&at| distance[at] = Some(depth));
        level = level.iter().flat_map(|&at| near[at].iter().copied()).collect();
    }
    distance
}

/// Ways from a position to the start that get nearer with every move.
fn ways(
    at: usize,
    near: &[HashSet<usize>],
    depth: &[Option<usize>],
    known: &mut HashMap<usize, u128>,
) -> u128 {
    if at == 0 {
        return 1;
    }
    if let Some(&ways) = known.get(&at) {
        return ways;
    }
    let nearer = near[at].iter().filter(|&&other| depth[other] < depth[at]);
    let sum = nearer.map(|&other| ways(other, near, depth, known)).sum();
    known.insert(at, sum);
    sum
}

#[test]
fn a_survey_says_what_going_through_all_positions_says() {
    let mut solvable = 0;
    for (seed, metric) in (600..636).zip([Metric::Moves, Metric::Slides, Metric::Steps].repeat(12))
    {
        let p = sliding(seed);
        let (near, solved) = all_positions(&p, metric);
        let depth = distances(&near, &[0]);
        let goals: Vec<usize> = (0..near.len()).filter(|&at| solved[at]).collect();
        let to_goal = distances(&near, &goals);
        let Chart { positions, deepest, whole } = surveyed(&p, metric, Limits::default());
        let whole = whole.unwrap();
        assert_eq!(positions, near.len() as u64, "tray {seed}");
        assert_eq!(Some(deepest), depth.iter().copied().max().flatten(), "tray {seed}");
        assert_eq!(whole.goals, goals.len() as u64, "tray {seed}");
        let shortest = goals.iter().filter_map(|&goal| depth[goal]).min();
        assert_eq!(whole.shortest, shortest, "tray {seed}");
        let nearest = goals.iter().filter(|&&goal| depth[goal] == shortest);
        let known = &mut HashMap::new();
        let count: u128 = nearest.map(|&goal| ways(goal, &near, &depth, known)).sum();
        assert_eq!(whole.solutions, count.into(), "tray {seed}");
        let choices = near.iter().map(HashSet::len);
        assert_eq!(whole.moves, choices.clone().sum::<usize>() as u64 / 2, "tray {seed}");
        assert_eq!(Some(whole.choices), choices.clone().min().zip(choices.clone().max()));
        assert_eq!(whole.dead_ends, choices.filter(|&n| n == 1).count() as u64, "tray {seed}");
        let outmost = depth.iter().filter(|&&far| far == Some(deepest)).count() as u64;
        assert_eq!((whole.farthest.distance, whole.farthest.positions), (deepest, outmost));
        let hardest = to_goal.iter().copied().max().flatten();
        assert_eq!(whole.hardest.as_ref().map(|far| far.distance), hardest, "tray {seed}");
        if let Some(far) = whole.hardest {
            solvable += 1;
            let so_far = to_goal.iter().filter(|&&d| d == hardest).count() as u64;
            assert_eq!(far.positions, so_far, "tray {seed}");
            let mut position = p.start().clone();
            assert!(far.way.iter().all(|m| position.make(&p, m) == m.path), "tray {seed}");
            let hard = surveyed(&p.restarted(&position), metric, Limits::default()).whole.unwrap();
            assert_eq!(hard.shortest, hardest, "tray {seed}");
        }
    }
    assert!((12..34).contains(&solvable), "{solvable} of 36 have solutions");
}

#[test]
fn a_survey_that_hits_a_limit_says_so_and_promises_no_more_than_it_saw() {
    let p = drawn("abbc abbc deef dghf i..j", ".... .... .... .bb. .bb.");
    let all = surveyed(&p, Metric::Moves, Limits::default());
    assert_eq!((all.positions, all.deepest), (25_955, 124));
    let limits = [
        (Limits { nodes: Some(5_000), ..Limits::default() }, Ending::NodeLimit),
        (Limits { nodes: Some(1), ..Limits::default() }, Ending::NodeLimit),
        (Limits { memory: Some(200_000), ..Limits::default() }, Ending::MemoryLimit),
        (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, Ending::TimeLimit),
    ];
    for (limits, ending) in limits {
        let some = surveyed(&p, Metric::Moves, limits);
        assert_eq!(some.whole, Err(ending));
        assert!(some.positions < all.positions && some.deepest < all.deepest);
    }
}

#[test]
fn a_graph_has_the_positions_and_moves_that_a_survey_counts() {
    for seed in 680..700 {
        let p = sliding(seed);
        let puzzle = Puzzle::from(p.clone());
        let all = surveyed(&p, Metric::Slides, Limits::default());
        let most = all.positions as usize;
        let graph = |most| {
            let (limits, stop) = (Limits::default(), StopFlag::default());
            let mut nobody = ();
            let mut run = Run::new(&puzzle, false, limits, stop, &mut nobody);
            graph(&p, Metric::Slides, most, &mut run).unwrap()
        };
        assert!(graph(most - 1).is_none(), "tray {seed}");
        let graph = graph(most).unwrap();
        assert_eq!(graph.nodes.len(), most, "tray {seed}");
        let whole = all.whole.unwrap();
        assert_eq!(graph.edges.len() as u64, whole.moves, "tray {seed}");
        let far = graph.nodes.iter().map(|node| node.distance).max();
        assert_eq!(far, Some(all.deepest), "tray {seed}");
        assert_eq!(graph.nodes.iter().filter(|node| node.goal).count() as u64, whole.goals);
        for edge in &graph.edges {
            let mut position = graph.nodes[edge.from].position.clone();
            assert_eq!(position.make(&p, &edge.step), edge.step.path, "tray {seed}");
            assert_eq!(position.look(&p), graph.nodes[edge.to].position.look(&p), "tray {seed}");
        }
    }
}
