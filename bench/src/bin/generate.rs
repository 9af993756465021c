//! Times the makers of puzzles: every puzzle that is made unique is counted by another engine, and the hardest tray must have
//! at least sixty moves.
//!
//! `generate` takes about three minutes, most of them for the climbs.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use marquetry_bench::row;
use marquetry_play::Patience;
use marquetry_play::making::{Cut, Made, News, Order, Tray};
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Cutting, Laying, Like};
use marquetry_puzzle::tiling::Grid;
use marquetry_search::{Limits, Search, StopFlag};

/// How many boards are cut.
const BOARDS: u32 = 100;
/// How long a climb takes, and what it must reach.
const CLIMB: Duration = Duration::from_secs(60);
const MOVES: usize = 60;

fn main() {
    boards();
    climb("klotski 4x5, seed 1", Laying::new(Like::Klotski, 4, 5), 1, MOVES);
    climb("klotski 4x5, seed 2", Laying::new(Like::Klotski, 4, 5), 2, MOVES);
    climb("cars 6x6, seed 1", Laying::new(Like::Cars, 6, 6), 1, 0);
}

/// Boards of 8x8 that are cut and painted so that there is one solution.
fn boards() {
    let cutting = Cutting { colours: 2, ..Cutting::of_size(Grid::Squares, 8, 8) };
    let order = Order::Cut(Cut { cutting, unique: true, hard: false, tries: None });
    let (mut next, mut times) = (1, Vec::new());
    for _ in 0..BOARDS {
        let started = Instant::now();
        let mut hear = |_: News<'_>| ControlFlow::Continue(());
        let made = order.choose(&mut next, &mut Patience::default(), &mut hear);
        times.push(started.elapsed());
        let made = made.ok().flatten().expect("a thousand seeds are enough");
        let search = Search::new(&made.puzzle).engine("cover").distinct().count();
        let outcome = search.run(&mut ()).expect("it can search");
        assert_eq!(outcome.stats.solutions, 1, "seed {}", made.seed);
    }
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    let worst = times.iter().max().copied().unwrap_or_default();
    let values = [
        ("boards", BOARDS.to_string()),
        ("seeds", (next - 1).to_string()),
        ("mean", seconds(times.iter().sum::<Duration>() / BOARDS)),
        ("worst", seconds(worst)),
    ];
    row("tiling 8x8 --unique", &values);
}

/// Climbs for a minute, and prints when each record came.
fn climb(name: &str, laying: Laying, seed: u64, moves: usize) {
    let order = Order::Tray(Tray { climb: Some(u64::MAX), ..Tray::new(laying) });
    let limits = Limits { time: Some(CLIMB), ..Limits::default() };
    let mut patience = Patience { limits, stop: StopFlag::default() };
    let (started, mut trays) = (Instant::now(), 0);
    let mut hear = |news: News<'_>| {
        match news {
            News::Tried(number) => trays = number,
            News::Best(made) => {
                let at = started.elapsed().as_secs_f64();
                let values = [
                    ("s", format!("{at:.2}")),
                    ("trays", (trays + 1).to_string()),
                    ("moves", made.moves.unwrap_or(0).to_string()),
                ];
                row(name, &values);
            }
        }
        match started.elapsed() < CLIMB {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let made = order.choose(&mut { seed }, &mut patience, &mut hear);
    let Ok(Some(Made { puzzle: Puzzle::Sliding(tray), moves: Some(found), .. })) = made else {
        panic!("a minute is enough for a tray");
    };
    assert!(found >= moves, "{found} moves");
    row(name, &[("trays in all", trays.to_string()), ("title", tray.title.clone())]);
}
