//! The best board of Eternity II with graphics cards: `cargo run --release -p marquetry-bench --bin gpu [OPTION=VALUE ...]`
//!
//! The options are `puzzle` (a built-in name or a file), `seconds`, `threads` and `seed`. Each better board is told with its
//! time, and every ten seconds what card and cores have tried. With `aim=18` nothing better than 18 breaks is asked for: it
//! counts how many such boards a thousand million placements give, for so many seconds on cores alone (unless `cores=no`)
//! and then on cards.
//! `abreast` is how many boards a beam has on a card at most (nought: threads lay them), and `beams=yes` tells of each.
//! Without a card it says so and exits with 3.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use marquetry_bench::row;
use marquetry_formats::builtin::builtin;
use marquetry_formats::detect::{Format, Hints, read, write_solutions};
use marquetry_formats::source::Source;
use marquetry_puzzle::{Puzzle, Score, Solution};
use marquetry_search::matching::best::card::{Abreast, Batch, Card, Laid, Layout, Searched, UNIT};
use marquetry_search::matching::best::{Hunt, layout};
use marquetry_search::{Limits, Search, Stats, Watch};

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
    let counted: Vec<Counted<'_>> = devices
        .iter()
        .map(|device| Counted {
            card: device,
            abreast: number("abreast", &usize::MAX.to_string()) as usize,
            told: options.contains_key("beams"),
            tally: Mutex::default(),
        })
        .collect();
    let cards: Vec<&dyn Card> = counted.iter().map(|card| card as &dyn Card).collect();
    let limits =
        Limits { time: Some(Duration::from_secs(number("seconds", "60"))), ..Limits::default() };
    if options.contains_key("aim") {
        let aim = number("aim", "18") as usize;
        let hunt = Hunt { aim: Some(aim), ..hunt };
        if text("cores", "yes") == "yes" {
            worth_of_cores(&puzzle, &hunt, limits);
        }
        Search::new(&puzzle).limits(limits).best_on(&cards, &hunt, ()).expect("it is judged");
        for Counted { tally, .. } in &counted {
            tally.lock().expect("nobody panics").print("cards", aim);
        }
        return;
    }
    let mut keeper = Keeper { begun: Instant::now(), told: Stats::default(), best: None };
    let outcome = Search::new(&puzzle).limits(limits).best_on(&cards, &hunt, &mut keeper);
    let stats = outcome.expect("it is judged").stats;
    devices.iter().filter_map(|device| device.trouble()).for_each(|why| println!("stopped: {why}"));
    keeper.rates(&stats, &Stats::default(), "in all");
    if let Some(board) = &keeper.best {
        let link = write_solutions(Format::Link, &puzzle, std::slice::from_ref(board));
        println!("{}", link.expect("a board has a link").trim_end());
    }
}

/// Complete boards by their breaks, and the placements that they took.
#[derive(Default)]
struct Tally {
    boards: Vec<u64>,
    nodes: u64,
}

impl Tally {
    fn add(&mut self, breaks: usize, boards: u64) {
        self.boards.resize(self.boards.len().max(breaks + 1), 0);
        self.boards[breaks] += boards;
    }

    /// A row for each number of breaks: how many boards have no more, and how many that is for each 10^9 placements.
    fn print(&self, name: &str, aim: usize) {
        for most in (0..=aim).rev() {
            let boards: u64 = self.boards.iter().take(most + 1).sum();
            let worth = boards as f64 / self.nodes as f64 * 1e9;
            let placements = format!("{:.1}", self.nodes as f64 / 1e9);
            let values = [("boards", boards.to_string()), ("in 10^9", placements)];
            row(
                &format!("{name}, at most {most}"),
                &[&values[..], &[("each", format!("{worth:.4}"))]].concat(),
            );
            if boards == 0 {
                break;
            }
        }
    }
}

impl Watch for Tally {
    fn improved(&mut self, _: &Solution, score: &Score) -> ControlFlow<()> {
        if let Score::Board { breaks, .. } = score {
            self.add(breaks.len(), 1);
        }
        ControlFlow::Continue(())
    }
}

/// A card whose boards are counted, with its placements in beams and in the search of halves.
struct Counted<'a> {
    card: &'a dyn Card,
    abreast: usize,
    told: bool,
    tally: Mutex<Tally>,
}

impl Card for Counted<'_> {
    fn batch(&self, layout: &Layout) -> Result<usize, String> {
        self.card.batch(layout)
    }

    fn search(
        &self,
        layout: &Layout,
        batch: &Batch<'_>,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Searched>, String> {
        let searched = self.card.search(layout, batch, halted)?;
        let mut tally = self.tally.lock().expect("nobody panics");
        for half in &searched {
            tally.nodes += half.nodes;
            half.tally.iter().enumerate().for_each(|(breaks, &n)| tally.add(breaks, n.into()));
        }
        Ok(searched)
    }

    fn abreast(&self, field: &Abreast) -> usize {
        self.card.abreast(field).min(self.abreast)
    }

    fn beam(
        &self,
        field: &Abreast,
        (abreast, wanted): (usize, usize),
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Laid, String> {
        let begun = Instant::now();
        let laid = self.card.beam(field, (abreast, wanted), halted)?;
        self.tally.lock().expect("nobody panics").nodes += laid.ways;
        if let (true, [best, .., last]) = (self.told, &laid.promise[..]) {
            let promise = |promise: i32| format!("{:.1}", f64::from(promise) / UNIT as f64);
            let values = [
                ("s", format!("{:.2}", begun.elapsed().as_secs_f64())),
                ("ways, million", (laid.ways / 1_000_000).to_string()),
                ("taken", laid.boards.len().to_string()),
                ("best", promise(*best)),
                ("last", promise(*last)),
            ];
            row("beam", &values);
        }
        Ok(laid)
    }
}

/// How many boards that are as good as is aimed at a thousand million placements give on cores.
fn worth_of_cores(puzzle: &Puzzle, hunt: &Hunt, limits: Limits) {
    let hunt = Hunt { engine: Some("schedule".into()), ..hunt.clone() };
    let mut tally = Tally::default();
    let outcome = Search::new(puzzle).limits(limits).best(&hunt, &mut tally);
    tally.nodes = outcome.expect("it is judged").stats.nodes;
    tally.print("cores", hunt.aim.unwrap_or(0));
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
