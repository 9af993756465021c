//! The best board of Eternity II with graphics cards: `cargo run --release -p marquetry-bench --bin gpu [OPTION=VALUE ...]`
//!
//! The options are `puzzle` (a built-in name or a file), `seconds`, `threads` and `seed`. Each better board is told with its
//! time, and every ten seconds what card and cores have tried. Without a card it says so and exits with 3.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use marquetry_bench::row;
use marquetry_formats::builtin::builtin;
use marquetry_formats::detect::{Format, Hints, read, write_solutions};
use marquetry_formats::source::Source;
use marquetry_puzzle::{Puzzle, Score, Solution};
use marquetry_search::matching::best::card::Card;
use marquetry_search::matching::best::{Hunt, best_on, layout};
use marquetry_search::{Limits, Stats, StopFlag, Watch};

fn main() {
    let options: HashMap<String, String> = std::env::args()
        .skip(1)
        .map(|arg| arg.split_once('=').map(|(k, v)| (k.into(), v.into())).expect("OPTION=VALUE"))
        .collect();
    let text = |name: &str, usual: &str| options.get(name).map_or(usual.to_owned(), String::clone);
    let number = |name: &str, usual: &str| text(name, usual).parse::<u64>().expect("a number");
    let puzzle = puzzle(&text("puzzle", "eternity2"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let hunt = Hunt {
        threads: number("threads", &threads.to_string()) as usize,
        seed: number("seed", "1"),
        ..Hunt::default()
    };
    let layout = layout(&puzzle, &hunt).expect("a puzzle for cards");
    let devices = marquetry_gpu::devices(&[]).and_then(|devices| {
        devices.iter().try_for_each(|device| device.batch(&layout).map(drop))?;
        Ok(devices)
    });
    let devices = devices.unwrap_or_else(|why| {
        println!("{why}");
        std::process::exit(3);
    });
    let cards: Vec<&dyn Card> = devices.iter().map(|device| device as &dyn Card).collect();
    let limits =
        Limits { time: Some(Duration::from_secs(number("seconds", "60"))), ..Limits::default() };
    let mut keeper = Keeper { begun: Instant::now(), told: Stats::default(), best: None };
    let outcome = best_on(&cards, &puzzle, &hunt, limits, StopFlag::default(), &mut keeper);
    let stats = outcome.expect("it is judged").stats;
    devices.iter().filter_map(|device| device.trouble()).for_each(|why| println!("stopped: {why}"));
    keeper.rates(&stats, &Stats::default(), "in all");
    if let Some(board) = &keeper.best {
        let link = write_solutions(Format::Link, &puzzle, std::slice::from_ref(board));
        println!("{}", link.expect("a board has a link").trim_end());
    }
}

fn puzzle(name: &str) -> Puzzle {
    if let Some(known) = builtin(name) {
        return known.puzzle().expect("it is built in");
    }
    let text = std::fs::read_to_string(name).expect("a built-in puzzle or a file");
    read(&Source::new(name, &text), &Hints::default())
        .unwrap_or_else(|e| panic!("{}", e.render(false)))
        .1
}

/// Tells better boards, and now and then how fast it goes.
struct Keeper {
    begun: Instant,
    told: Stats,
    best: Option<Solution>,
}

impl Keeper {
    fn rates(&self, now: &Stats, before: &Stats, name: &str) {
        let seconds = (now.elapsed - before.elapsed).as_secs_f64();
        let million = |nodes: u64| format!("{:.0}", nodes as f64 / seconds / 1e6);
        let cards = now.on_cards - before.on_cards;
        let values = [
            ("million a second on cards", million(cards)),
            ("on cores", million((now.nodes - before.nodes).saturating_sub(cards))),
        ];
        row(name, &values);
    }
}

impl Watch for Keeper {
    fn improved(&mut self, best: &Solution, score: &Score) -> ControlFlow<()> {
        if let Score::Board { matched, .. } = score {
            println!("  {:8.2} s  {matched} edges", self.begun.elapsed().as_secs_f64());
        }
        self.best = Some(best.clone());
        ControlFlow::Continue(())
    }

    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        if (stats.elapsed - self.told.elapsed) >= Duration::from_secs(10) {
            let name = format!("{:.0} s", stats.elapsed.as_secs_f64());
            self.rates(stats, &self.told, &name);
            self.told = *stats;
        }
        ControlFlow::Continue(())
    }
}
