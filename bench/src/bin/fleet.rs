//! Measures the store of long runs: claims and closings a second, how long a status takes, and what the store costs a search.
//!
//! `fleet` takes two minutes. PostgreSQL is measured where it is installed, with synchronous commit, on a socket of this
//! machine. `fleet long` adds a count of a large puzzle, by two workers.

use std::time::{Duration, Instant};

use marquetry_bench::{PENTOMINOES, row};
use marquetry_fleet::{Best, Closing, Plan, Question, Run, Store, Worker};
use marquetry_formats::builtin::builtin;
use marquetry_puzzle::tiling::{Piece, Setup, Shape, Tiling};
use marquetry_puzzle::{Cell, Puzzle};
use marquetry_search::{BigUint, StopFlag};
use marquetry_testkit::server::Server;

fn main() {
    let long = std::env::args().any(|arg| arg == "long");
    let folder = std::env::temp_dir().join(format!("marquetry-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).display().to_string();
    let server = Server::lasting(&folder.join("pg"));
    speeds("SQLite", &file("speed.db"), &[1, 2], 8000);
    status("SQLite", &file("status.db"), |statement| {
        let db = rusqlite::Connection::open(file("status.db")).expect("a file");
        db.execute_batch(statement).expect("it is done");
    });
    if let Some(server) = &server {
        speeds("PostgreSQL", &server.database("speed"), &[1, 2, 16], 3000);
        status("PostgreSQL", &server.database("status"), |statement| {
            server.sql("status", statement);
        });
    }
    overhead("SQLite", &file("overhead.db"));
    if let Some(server) = &server {
        overhead("PostgreSQL", &server.database("overhead"));
    }
    if long {
        let place = server.as_ref().map_or(file("long.db"), |server| server.database("long"));
        large(&place);
    }
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}

fn soma() -> Puzzle {
    builtin("soma").and_then(|known| known.puzzle()).expect("it is built in")
}

/// A run with so many units, unlike those with another number.
fn planned(store: &mut Store, units: u64) -> Run {
    let puzzle = soma();
    let best = Best { holes: units as usize, ..Best::default() };
    let question = Question { best: Some(best), ..Question::default() };
    let plan = Plan { seeds: 1..units + 1, ..Plan::new(&puzzle, question, &units.to_string()) };
    let (id, _) = store.plan(&plan).expect("it is planned");
    store.run(Some(&id.to_string())).expect("it is there")
}

/// Claims and closings a second, as workers do them: one transaction closes a unit and claims the next.
fn speeds(name: &str, place: &str, workers: &[u64], units: u64) {
    for &workers in workers {
        let place = match place.ends_with(".db") {
            true => place.replace(".db", &format!("{workers}.db")),
            false => place.to_owned(),
        };
        let mut store = Store::make(&place).expect("a store");
        let run = planned(&mut store, units + workers);
        let begun = Instant::now();
        let work = |number: u64| {
            let mut store = Store::open(&place).expect("a store");
            let me = number.to_string();
            store.come(&run, &me, "bench").expect("it comes");
            let closing =
                Closing { nodes: 1, seconds: 10.0, total: 1_u8.into(), ..Closing::default() };
            let mut held = store.claim(&run, run.lease).expect("it claims");
            while let Some(now) = held {
                held = store.close(&run, &me, &now, &closing, true).expect("it closes").1;
            }
        };
        std::thread::scope(|scope| {
            (0..workers).for_each(|number| drop(scope.spawn(move || work(number))));
        });
        let spent = begun.elapsed().as_secs_f64();
        let sums = store.sums(&run).expect("sums");
        assert_eq!(sums.total, BigUint::from(units + workers), "each once");
        let a_second = (units + workers) as f64 / spent;
        row(
            &format!("{name}, {workers} at a time"),
            &[("claims and closings a second", format!("{a_second:.0}"))],
        );
    }
}

/// How long a status takes with a million units.
fn status(name: &str, place: &str, say: impl Fn(&str)) {
    let mut store = Store::make(place).expect("a store");
    let run = planned(&mut store, 1);
    let numbers =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)";
    say(&format!(
        "{numbers} INSERT INTO marquetry_unit (run, part, share, state, total)
        SELECT {}, '{{}}', 0.000001, CASE WHEN i % 2 = 0 THEN 1 ELSE 0 END, '1' FROM n",
        run.id
    ));
    let workers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)";
    say(&format!(
        "{workers} INSERT INTO marquetry_worker (run, id, name, since, seen, closed, nodes, seconds, share)
        SELECT {}, 'w' || i, 'bench', 0, 4000000000, 166, 1000, 10, 0.00016 FROM n",
        run.id
    ));
    say("ANALYZE");
    drop(store);
    let times: Vec<f64> = (0..5)
        .map(|_| {
            let begun = Instant::now();
            let mut store = Store::glance(place).expect("a store");
            let run = store.run(None).expect("it is there");
            assert_eq!(store.status(&run).expect("a status").closed, 3000 * 166);
            begun.elapsed().as_secs_f64()
        })
        .collect();
    let slowest = times.iter().copied().fold(0.0, f64::max);
    row(&format!("{name}, a million units"), &[("status", format!("{:.1} ms", 1000.0 * slowest))]);
}

/// What the store costs a search: the time of a worker that is not the search's own.
fn overhead(name: &str, place: &str) {
    let puzzle = builtin("pentominoes-6x10").and_then(|known| known.puzzle()).expect("built in");
    let question =
        Question { count: true, engine: Some("reference".into()), ..Question::default() };
    let mut store = Store::make(place).expect("a store");
    store.plan(&Plan::new(&puzzle, question, "overhead")).expect("it is planned");
    let mut worker = Worker::new("bench").expect("a worker");
    worker.time = Some(Duration::from_secs(45));
    let begun = Instant::now();
    let worked = worker.work(&mut store, None, &StopFlag::default(), &mut ()).expect("it works");
    let (wall, own) = (begun.elapsed().as_secs_f64(), worked.stats.elapsed.as_secs_f64());
    // The first units are shorter, so that what is around each is set against ten seconds.
    let around = (wall - own) / worked.closed as f64;
    row(
        &format!("{name}, units of 10 s"),
        &[
            ("around each", format!("{:.1} ms", 1000.0 * around)),
            ("overhead", format!("{:.2} %", 10.0 * around)),
        ],
    );
}

/// The one-sided pentominoes: those that differ from their reflections come twice.
fn one_sided() -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (name, rows) in PENTOMINOES {
        let rows: Vec<&str> = rows.split(' ').collect();
        let cells = |mirrored: bool| -> Shape {
            let row = |(y, row): (usize, &&str)| {
                let width = row.len();
                let at = move |x: usize| if mirrored { width - 1 - x } else { x };
                let full = row.char_indices().filter(|&(_, c)| c == '#').map(|(x, _)| x);
                full.map(|x| (Cell::at(at(x) as i16, y as i16), None)).collect::<Vec<_>>()
            };
            rows.iter().enumerate().flat_map(row).collect()
        };
        let piece = |name: String, cells| Piece { flip: false, ..Piece::new(&name, cells) };
        pieces.push(piece(name.to_owned(), cells(false)));
        if "FLNPYZ".contains(name) {
            pieces.push(piece(format!("{name}'"), cells(true)));
        }
    }
    pieces
}

/// One-sided pentominoes on 5x18, by two workers.
fn large(place: &str) {
    let board = (0..5).flat_map(|y| (0..18).map(move |x| (Cell::at(x, y), None))).collect();
    let setup = Setup { board, pieces: one_sided(), ..Setup::default() };
    let puzzle = Puzzle::from(Tiling::new(setup).expect("a puzzle"));
    let mut store = Store::make(place).expect("a store");
    let question = Question { count: true, engine: Some("lister".into()), ..Question::default() };
    let (id, _) = store.plan(&Plan::new(&puzzle, question, "one-sided")).expect("it is planned");
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..2 {
            scope.spawn(move || {
                let worker = Worker::new(&number.to_string()).expect("a worker");
                let mut store = Store::open(place).expect("a store");
                worker.work(&mut store, None, &StopFlag::default(), &mut ()).expect("it works");
            });
        }
    });
    let run = store.run(Some(&id.to_string())).expect("it is there");
    let sums = store.sums(&run).expect("sums");
    assert_eq!(sums.total, 2_746_512_u32.into());
    let (wall, own) = (begun.elapsed().as_secs_f64(), sums.seconds);
    row(
        "one-sided pentominoes 5x18",
        &[
            ("solutions", sums.total.to_string()),
            ("seconds", format!("{wall:.0}")),
            ("idle", format!("{:.2} %", 100.0 * (1.0 - own / wall / 2.0))),
        ],
    );
}
