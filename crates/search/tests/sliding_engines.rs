//! The engines for big trays and for labelled tiles, and the one that chooses.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use marquetry_puzzle::sliding::{Setup, Sliding, Target};
use marquetry_puzzle::{Family, Puzzle, Solution, analyse};
use marquetry_search::sliding::chart::{Chart, chart};
use marquetry_search::sliding::graph::graph;
use marquetry_search::sliding::reference::successors;
use marquetry_search::{
    ENGINES, Ending, Failure, Limits, Metric, Outcome, Run, Search, Settings, StopFlag,
    each_solution,
};
use marquetry_testkit::sliding::{drawn, sliding, tiles};
use marquetry_testkit::tiling::tiling;

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
    let unit =
        |at: usize| vec![marquetry_puzzle::Cell::at((at % width) as i16, (at / width) as i16)];
    let block = |at: usize| marquetry_puzzle::sliding::Block {
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
