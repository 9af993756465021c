//! Trays whose shortest solutions are known.

use std::ops::ControlFlow;

use marquetry_puzzle::sliding::Setup;
use marquetry_puzzle::{Puzzle, Score, Sliding, Solution, judge};
use marquetry_search::{Ending, Limits, Metric, Outcome, Search, Settings, each_solution};
use marquetry_testkit::sliding::drawn;

/// Moves, slides or steps of the first solution, and how the search ended.
fn length(p: &Sliding, settings: &Settings, limits: Limits) -> (Option<usize>, Outcome) {
    let puzzle = Puzzle::from(p.clone());
    let mut length = None;
    let mut watch = each_solution(|solution: &Solution| {
        if let Ok(Score::Moves { moves, slides, steps, .. }) = judge(&puzzle, solution) {
            length = Some(match settings.metric {
                Metric::Moves => moves,
                Metric::Slides => slides,
                Metric::Steps => steps,
            });
        }
        ControlFlow::Break(())
    });
    let outcome =
        Search::new(&puzzle).straight().settings(settings).limits(limits).run(&mut watch).unwrap();
    (length, outcome)
}

fn lengths(p: &Sliding) -> [Option<usize>; 3] {
    [Metric::Moves, Metric::Slides, Metric::Steps]
        .map(|metric| length(p, &Settings { metric, ..Settings::default() }, Limits::default()).0)
}

#[test]
fn the_red_donkey_takes_81_moves_90_slides_or_116_steps() {
    let p = drawn("abbc abbc deef dghf i..j", ".... .... .... .bb. .bb.");
    assert_eq!(lengths(&p), [Some(81), Some(90), Some(116)]);
}

#[test]
fn the_pennant_takes_59_moves_62_slides_or_83_steps() {
    let p = drawn("aabb aacc de.. fghh fgii", ".... .... .... aa.. aa..");
    assert_eq!(lengths(&p), [Some(59), Some(62), Some(83)]);
}

#[test]
fn century_takes_99_moves_111_slides_or_131_steps() {
    let p = drawn("accb fcch f.gh d.ge iijj", ".... .... .... .cc. .cc.");
    assert_eq!(lengths(&p), [Some(99), Some(111), Some(131)]);
}

/// The 8-puzzle with the tiles in this order, 0 for the hole.
fn eight(tiles: [usize; 9]) -> Sliding {
    let picture = |tiles: [usize; 9]| {
        let row = |row: &[usize]| row.iter().map(|&t| b".abcdefgh"[t] as char).collect::<String>();
        tiles.chunks(3).map(row).collect::<Vec<_>>().join(" ")
    };
    let goal = drawn(&picture([1, 2, 3, 4, 5, 6, 7, 8, 0]), "");
    let mut setup: Setup = drawn(&picture(tiles), "").into_setup();
    setup.blocks.iter_mut().for_each(|block| block.label = Some(block.name.clone()));
    setup.goal = (goal.blocks.iter())
        .map(|block| marquetry_puzzle::sliding::Target {
            label: Some(block.name.clone()),
            cells: block.cells.clone(),
        })
        .collect();
    Sliding::new(setup).unwrap()
}

#[test]
fn half_of_all_8_puzzles_cannot_be_solved_and_two_threads_see_it_too() {
    for threads in [1, 2] {
        let settings = Settings { engine: Some("bfs".into()), threads, ..Settings::default() };
        let p = eight([2, 1, 3, 4, 5, 6, 7, 8, 0]);
        let (length, outcome) = length(&p, &settings, Limits::default());
        assert_eq!((length, outcome.ending), (None, Ending::Exhausted));
        assert_eq!(outcome.stats.nodes, 181_440);
    }
}

#[test]
fn a_search_that_its_memory_is_too_small_for_goes_on_on_disk() {
    for threads in [1, 2] {
        for order in [[8, 7, 6, 5, 4, 3, 2, 1, 0], [2, 1, 3, 4, 5, 6, 7, 8, 0]] {
            let settings = Settings { engine: Some("bfs".into()), threads, ..Settings::default() };
            let solve = |memory| {
                let limits = Limits { memory, solutions: Some(1), ..Limits::default() };
                let (length, outcome) = length(&eight(order), &settings, limits);
                let disk = outcome.stats.breadth.map_or(0, |breadth| breadth.disk);
                ((length, outcome.ending, outcome.stats.nodes), disk)
            };
            let (in_memory, on_disk) = (solve(None), solve(Some(200 << 10)));
            assert_eq!(in_memory.0, on_disk.0);
            assert!(in_memory.1 == 0 && on_disk.1 > 0);
        }
    }
}
