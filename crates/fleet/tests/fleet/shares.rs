//! How much of a tree a unit is.

use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_search::{Search, Unit};

use crate::puzzle;

#[test]
fn the_shares_of_parts_are_together_that_of_the_whole() {
    for (name, engine) in [
        ("pentominoes-5x12", "lister"),
        ("pentominoes-5x12", "cover"),
        ("pentominoes-5x12", "reference"),
        ("framed-5x5", "rows"),
        ("framed-5x5", "fewest"),
        ("framed-5x5", "reference"),
        ("generated", "inside"),
    ] {
        let puzzle = match name {
            "generated" => Puzzle::from(generate(Kind::Framed, 8, 8, 6, 1).expect("a puzzle")),
            name => puzzle(name),
        };
        let shares = Search::new(&puzzle).engine(engine).prepare(|prepared| {
            let whole = prepared.whole();
            let mut parts = vec![whole.clone()];
            for _ in 0..5 {
                let cut = |unit: Unit| match prepared.split(&unit).expect("it is a part") {
                    Some(two) => two.to_vec(),
                    None => vec![unit],
                };
                parts = parts.into_iter().flat_map(cut).collect();
            }
            let share = |unit: &Unit| prepared.share(unit).expect("it is a part");
            (share(&whole), parts.iter().map(share).collect::<Vec<f64>>())
        });
        let (whole, parts) = shares.expect("it is prepared");
        assert!((whole - 1.0).abs() < 1e-12, "{engine}: {whole}");
        assert!(parts.len() > 3 && parts.iter().all(|share| *share > 0.0), "{engine}: {parts:?}");
        assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{engine}: {parts:?}");
    }
}
