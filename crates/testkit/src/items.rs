//! Random small exact cover problems.

use marquetry_puzzle::items::{ExactCover, Item};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A problem of up to 12 options, with numbers, secondary items, colours, and options that are alike.
pub fn problem(seed: u64) -> ExactCover {
    let mut rng = Pcg64::seed_from_u64(seed);
    let primary = rng.random_range(1..=4);
    let secondary = rng.random_range(0..=3);
    let plain = rng.random_bool(0.4);
    let mut items = Vec::new();
    for i in 0..primary {
        let least = rng.random_range(0..=2);
        let times = if plain { (1, 1) } else { (least, least + rng.random_range(0..=2)) };
        items.push(Item { name: format!("a{i}"), times: Some(times) });
    }
    items.extend((0..secondary).map(|i| Item { name: format!("x{i}"), times: None }));
    let mut options = Vec::new();
    for _ in 0..rng.random_range(0..=12) {
        let mut option = Vec::new();
        for (item, Item { times, .. }) in items.iter().enumerate() {
            if !rng.random_bool(0.4) {
                continue;
            }
            let coloured = times.is_none() && rng.random_bool(0.7);
            option.push((item, coloured.then(|| rng.random_range(0..2))));
        }
        options.push(option);
    }
    ExactCover { items, colours: vec!["c".into(), "d".into()], options }
}
