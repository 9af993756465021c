//! The references find what exhaustive enumeration under the judge finds, and the judge refuses what is spoilt.

use std::collections::BTreeSet;

use marquetry_puzzle::{Cell, Direction, Laid, Move, Placed, Puzzle, Sliding, Solution, judge};
use marquetry_search::{Limits, Settings};
use marquetry_testkit::conformance::run;
use marquetry_testkit::{matching, sliding, tiling};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn solved(puzzle: &Puzzle, solution: &Solution) -> bool {
    judge(puzzle, solution).is_ok_and(|score| score.solved())
}

fn reference(puzzle: &Puzzle) -> BTreeSet<Solution> {
    let how = Settings { engine: Some("reference".into()), ..Settings::default() };
    run(puzzle, &how, Limits::default()).1.into_iter().collect()
}

/// A solution with turns that look alike made equal and equal pieces in order: as the references report it.
fn normal(puzzle: &Puzzle, solution: Solution) -> Solution {
    match (puzzle, solution) {
        (Puzzle::Matching(p), Solution::Board(board)) => {
            let look = |laid: Laid| Laid { turn: p.tiles[laid.tile].look(laid.turn), ..laid };
            Solution::Board(board.into_iter().map(|laid| laid.map(look)).collect())
        }
        (Puzzle::Tiling(p), Solution::Cover(cover)) => Solution::Cover(p.in_order(cover)),
        (_, other) => other,
    }
}

#[test]
fn the_matching_reference_finds_every_board_the_judge_accepts() {
    let mut compared = 0;
    for seed in 0..400 {
        let p = matching::matching(seed);
        if p.area() > 4 || p.tiles.len() > 5 {
            continue;
        }
        let puzzle = Puzzle::from(p.clone());
        let mut found = BTreeSet::new();
        let laid: Vec<Laid> = (0..p.tiles.len())
            .flat_map(|tile| p.turns(tile).into_iter().map(move |turn| Laid { tile, turn }))
            .collect();
        let mut boards: Vec<Vec<Option<Laid>>> = vec![Vec::new()];
        for &holds in &p.cells {
            let choices: Vec<Option<Laid>> =
                if holds { laid.iter().copied().map(Some).collect() } else { vec![None] };
            boards = boards
                .iter()
                .flat_map(|b| choices.iter().map(move |&c| [b.as_slice(), &[c]].concat()))
                .collect();
        }
        found
            .extend(boards.into_iter().map(Solution::Board).filter(|board| solved(&puzzle, board)));
        assert_eq!(found, reference(&puzzle), "seed {seed}: {puzzle:?}");
        compared += 1;
    }
    assert!(compared > 20, "only {compared} puzzles were small enough");
}

#[test]
fn the_tiling_reference_finds_every_cover_the_judge_accepts() {
    let mut compared = 0;
    for seed in 0..400 {
        let p = tiling::tiling(seed);
        let placements: Vec<Placed> = (0..p.pieces.len())
            .flat_map(|piece| {
                p.placements(piece).into_iter().map(move |cells| Placed::new(piece, cells))
            })
            .collect();
        if placements.len() > 12 {
            continue;
        }
        let puzzle = Puzzle::from(p.clone());
        let subsets = 0..1u32 << placements.len();
        let cover = |bits: u32| {
            let chosen = placements.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            Solution::Cover(chosen.map(|(_, placed)| placed.clone()).collect())
        };
        let good = subsets.map(cover).filter(|cover| solved(&puzzle, cover));
        let found: BTreeSet<Solution> = good.map(|cover| normal(&puzzle, cover)).collect();
        assert_eq!(found, reference(&puzzle), "seed {seed}: {puzzle:?}");
        compared += 1;
    }
    assert!(compared > 20, "only {compared} puzzles were small enough");
}

/// Plays moves on bare sets of cells, without any of the library's own machinery.
fn plays_to_the_goal(p: &Sliding, moves: &[Move]) -> bool {
    let mut blocks: Vec<BTreeSet<Cell>> =
        p.blocks.iter().map(|b| b.cells.iter().copied().collect()).collect();
    for m in moves {
        for way in &m.path {
            let sideways = matches!(way, Direction::Left | Direction::Right);
            let freedom = format!("{:?}", p.blocks[m.block].freedom);
            let next: BTreeSet<Cell> = blocks[m.block].iter().map(|c| c.plus(way.step())).collect();
            let inside = |c: &Cell| {
                c.x >= 0 && c.y >= 0 && (c.x as usize) < p.width && (c.y as usize) < p.height
            };
            let others = blocks.iter().enumerate().filter(|(i, _)| *i != m.block);
            let free = next.iter().all(|c| inside(c) && !p.walls.contains(c))
                && others.into_iter().all(|(_, other)| other.is_disjoint(&next));
            if !free
                || (sideways && freedom == "Vertical")
                || (!sideways && freedom == "Horizontal")
            {
                return false;
            }
            blocks[m.block] = next;
        }
    }
    p.goal.iter().all(|target| {
        let cells: BTreeSet<Cell> = target.cells.iter().copied().collect();
        let labelled = |i: usize| target.label.is_none() || target.label == p.blocks[i].label;
        blocks.iter().enumerate().any(|(i, block)| *block == cells && labelled(i))
    })
}

/// One random change to one place.
fn spoil(puzzle: &Puzzle, solution: &Solution, random: &mut impl Rng) -> Solution {
    let mut spoilt = solution.clone();
    match (&mut spoilt, puzzle) {
        (Solution::Board(board), Puzzle::Matching(p)) => {
            let at = random.random_range(0..board.len());
            board[at] = match random.random_range(0..4) {
                0 => None,
                1 => board[at].map(|laid| Laid { turn: random.random_range(0..5), ..laid }),
                2 => Some(Laid { tile: random.random_range(0..=p.tiles.len()), turn: 0 }),
                _ => board[random.random_range(0..board.len())],
            };
        }
        (Solution::Cover(cover), Puzzle::Tiling(p)) if !cover.is_empty() => {
            let at = random.random_range(0..cover.len());
            match random.random_range(0..4) {
                0 => drop(cover.remove(at)),
                1 => cover[at].piece = random.random_range(0..=p.pieces.len()),
                2 => drop(cover[at].cells.pop()),
                _ => {
                    let shift = Direction::ALL[random.random_range(0..4)].step();
                    cover[at].cells.iter_mut().for_each(|cell| *cell = cell.plus(shift));
                }
            }
        }
        (Solution::Moves(moves), Puzzle::Sliding(p)) if !moves.is_empty() => {
            let at = random.random_range(0..moves.len());
            match random.random_range(0..4) {
                0 => drop(moves.remove(at)),
                1 => moves[at].block = random.random_range(0..=p.blocks.len()),
                2 => drop(moves[at].path.pop()),
                _ => moves[at].path[0] = Direction::ALL[random.random_range(0..4)],
            }
        }
        _ => {}
    }
    spoilt
}

#[test]
fn the_judge_accepts_what_is_found_and_refuses_it_spoilt() {
    let mut random = Pcg64::seed_from_u64(7);
    let mut refused = [0, 0, 0];
    for seed in 0..300 {
        let puzzles: [Puzzle; 3] = [
            matching::matching(seed).into(),
            tiling::tiling(seed).into(),
            sliding::sliding(seed).into(),
        ];
        for (family, puzzle) in puzzles.iter().enumerate() {
            let all = reference(puzzle);
            for solution in all.iter().take(5) {
                assert!(solved(puzzle, solution), "seed {seed}: {puzzle:?}");
                let spoilt = spoil(puzzle, solution, &mut random);
                // A change may turn one solution into another; then, and only then, the judge accepts it.
                let right = match (puzzle, &spoilt) {
                    (Puzzle::Sliding(p), Solution::Moves(moves)) => {
                        let known =
                            moves.iter().all(|m| m.block < p.blocks.len() && !m.path.is_empty());
                        known && plays_to_the_goal(p, moves)
                    }
                    (Puzzle::Matching(p), Solution::Board(board)) => {
                        let legal = |laid: &Laid| {
                            laid.tile < p.tiles.len()
                                && laid.turn < 4
                                && (p.turning || laid.turn == 0)
                        };
                        board.iter().flatten().all(legal)
                            && all.contains(&normal(puzzle, spoilt.clone()))
                    }
                    (Puzzle::Tiling(p), Solution::Cover(cover)) => {
                        cover.iter().all(|c| c.piece < p.pieces.len())
                            && all.contains(&normal(puzzle, spoilt.clone()))
                    }
                    _ => unreachable!("a solution is of its puzzle's family"),
                };
                assert_eq!(solved(puzzle, &spoilt), right, "seed {seed}: {spoilt:?} of {puzzle:?}");
                refused[family] += usize::from(!right);
            }
        }
    }
    assert!(refused.iter().all(|&count| count > 50), "too little was spoilt: {refused:?}");
}
