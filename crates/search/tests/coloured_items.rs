//! Exact covers with colours, beside a search that knows what they mean.

use marquetry_puzzle::ExactCover;
use marquetry_puzzle::items::Item;
use marquetry_search::Search;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Square tiles cut from a board of random edges, each above, right, below and left of it.
fn tiles(side: usize, colours: usize, seed: u64) -> Vec<[usize; 4]> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut edges =
        || -> Vec<usize> { (0..side * (side + 1)).map(|_| rng.random_range(0..colours)).collect() };
    let (across, down) = (edges(), edges());
    let tile = |at: usize| {
        let beside = at / side * (side + 1) + at % side;
        [across[at], down[beside + 1], across[at + side], down[beside]]
    };
    (0..side * side).map(tile).collect()
}

/// The same tiles to be laid: an option for each tile on each cell, which gives the edges within the board their colours.
fn edges(tiles: &[[usize; 4]], side: usize, colours: usize) -> ExactCover {
    let cells = tiles.len();
    let item = |i: usize| Item { name: i.to_string(), times: (i < 2 * cells).then_some((1, 1)) };
    let mut options = Vec::new();
    for (t, tile) in tiles.iter().enumerate() {
        for (y, x) in (0..cells).map(|cell| (cell / side, cell % side)) {
            let at = [(y, x), (y, x + 1), (y + 1, x), (y, x)];
            let within = [y > 0, x + 1 < side, y + 1 < side, x > 0];
            let edge = |i: usize| {
                (2 * cells + 2 * (at[i].0 * (side + 1) + at[i].1) + i % 2, Some(tile[i]))
            };
            let mut option = vec![(t, None), (cells + y * side + x, None)];
            option.extend((0..4).filter(|&i| within[i]).map(edge));
            options.push(option);
        }
    }
    let items = (0..2 * cells + 2 * (side + 1) * (side + 1)).map(item).collect();
    ExactCover { items, colours: (0..colours).map(|c| c.to_string()).collect(), options }
}

/// In how many ways the tiles go on from some that are laid.
fn ways(tiles: &[[usize; 4]], side: usize, laid: &mut Vec<usize>) -> usize {
    let at = laid.len();
    let fits = |&tile: &usize| {
        !laid.contains(&tile)
            && (at < side || tiles[laid[at - side]][2] == tiles[tile][0])
            && (at.is_multiple_of(side) || tiles[laid[at - 1]][1] == tiles[tile][3])
    };
    let next: Vec<usize> = (0..tiles.len()).filter(fits).collect();
    let on = |tile: usize| {
        laid.push(tile);
        let ways = ways(tiles, side, laid);
        laid.pop();
        ways
    };
    if at == tiles.len() { 1 } else { next.into_iter().map(on).sum() }
}

#[test]
fn tiles_with_coloured_edges_are_laid_in_as_many_ways_as_cell_by_cell() {
    for seed in 0..6 {
        // From few bits to far more than a word has, and up to more options than that for an item.
        let small = [(2, 1), (3, 2), (3, 4), (4, 4), (4, 9), (5, 6), (5, 40), (6, 30)];
        for (side, colours) in small.into_iter().chain([(7, 60), (8, 100), (9, 100)]) {
            let tiles = tiles(side, colours, seed);
            let outcome = Search::cover(&edges(&tiles, side, colours)).count().run(()).unwrap();
            let ways = ways(&tiles, side, &mut Vec::new()) as u64;
            assert_eq!(outcome.stats.solutions, ways, "{side}, {colours}, {seed}");
        }
    }
}

#[test]
fn equal_tiles_are_one_item_that_is_covered_as_often() {
    for seed in 0..8 {
        for (side, colours) in [(2, 1), (2, 2), (3, 2), (3, 3)] {
            let tiles = tiles(side, colours, seed);
            let all = &tiles;
            let equal = |t: usize| (0..tiles.len()).filter(move |&other| all[other] == all[t]);
            let first = |t: usize| equal(t).next() == Some(t);
            let mut problem = edges(&tiles, side, colours);
            problem.options.retain(|option| first(option[0].0));
            for (t, item) in problem.items.iter_mut().enumerate().take(tiles.len()) {
                let copies = if first(t) { equal(t).count() as u32 } else { 0 };
                item.times = Some((copies, copies));
            }
            let outcome = Search::cover(&problem).count().run(()).unwrap();
            // Equal tiles change places in so many ways.
            let orders = (0..tiles.len()).map(|t| equal(t).filter(|&other| other <= t).count());
            let ways = ways(&tiles, side, &mut Vec::new()) as u64;
            let counted = outcome.stats.solutions * orders.product::<usize>() as u64;
            assert_eq!(counted, ways, "{side}, {colours}, {seed}");
        }
    }
}
