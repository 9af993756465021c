//! The kernel without a card: its source compiled for the processor, which runs the threads of a block in turns, in a random
//! order, so that work changes hands at all kinds of moments. Whatever the order, each node is visited once.

mod common;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use common::{compiled, ran};
use marquetry_gpu::Job;
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_search::matching::best::card::{Batch, Card, Half, Layout, Searched, reference};
use marquetry_search::matching::best::{Goal, Hunt};
use marquetry_search::{Limits, Search, StopFlag};

/// Trees of fewer nodes hardly change hands, and those of more take too long.
const LEAST: usize = 100;
const MOST: usize = 10_000;
/// So many are compared for each puzzle, which takes some seconds; only where something is wrong is it given up.
const ENOUGH: usize = 10;
const PATIENCE: Duration = Duration::from_secs(600);

/// How a job is emulated.
struct Turns {
    threads: u32,
    seed: u64,
    trace: bool,
}

/// What the emulator has printed.
#[derive(Default)]
struct Printed {
    /// The paths of all nodes of a half, as hashes, and how often each was visited.
    nodes: HashMap<String, usize>,
    /// Three numbers for each half in the end, three for its work, its best board, and all its boards by their breaks.
    ends: Vec<u32>,
    work: Vec<u64>,
    boards: Vec<u32>,
    tally: Vec<u32>,
    gifts: u64,
}

fn emulate(program: &Path, job: &Job, turns: &Turns) -> Printed {
    let [cells, seen, words, colours, keys, most, halves, rows, cap, least, rest @ ..] = job.sizes;
    let seed = [turns.seed as u32, (turns.seed >> 32) as u32];
    let head = [0x5448_514d, 4, cells, seen, words, colours, keys, most, halves, rows, cap, least];
    let turned = [job.missing, 2, turns.threads, seed[0], seed[1], u32::from(turns.trace), 0, 0];
    let mut bytes: Vec<u8> = Vec::new();
    let words = head.iter().chain(&turned).chain(&rest).chain(&job.counts).chain(&job.entries);
    words.for_each(|word| bytes.extend(word.to_le_bytes()));
    job.bounds.iter().for_each(|bound| bytes.extend(bound.to_le_bytes()));
    let after = job.seen.iter().chain(&job.start_at).chain(&job.starts);
    after.for_each(|word| bytes.extend(word.to_le_bytes()));
    job.steps.iter().for_each(|step| bytes.extend(step.to_le_bytes()));
    bytes.extend(&job.allowed);
    let output = ran(program, &bytes);
    let mut printed = Printed { boards: vec![0; job.halves() * job.cells()], ..Printed::default() };
    for line in output.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<u64>().expect("a number");
        match words[0] {
            "node" => *printed.nodes.entry(words[2].to_owned()).or_default() += 1,
            "half" => {
                printed.work.extend([number(3), number(5), number(7)]);
                printed.ends.extend([number(9), number(11), number(13)].map(|n| n as u32));
                printed.tally.extend((15..words.len()).map(|at| number(at) as u32));
            }
            "board" => {
                let at = number(1) as usize * job.cells();
                for (to, word) in printed.boards[at..].iter_mut().zip(&words[2..]) {
                    *to = u32::from_str_radix(word, 16).expect("an entry");
                }
            }
            "gifts" => printed.gifts = number(1),
            _ => {}
        }
    }
    printed
}

/// The name of a path, as the emulator prints it.
fn hash(path: &[u32]) -> String {
    let bytes = path.iter().flat_map(|entry| entry.to_le_bytes());
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", bytes.fold(0xcbf2_9ce4_8422_2325, step))
}

/// A card that is emulated. Each half is compared with the reference first.
struct Emulated {
    program: PathBuf,
    stop: StopFlag,
    seed: AtomicU64,
    compared: AtomicUsize,
    gifts: AtomicU64,
}

impl Emulated {
    /// The same nodes, each once, and the same boards, whoever does the work.
    fn compare(&self, layout: &Layout, batch: &Batch<'_>, half: &Half) {
        let seed = self.seed.fetch_add(1, Ordering::Relaxed);
        let row = batch.missing.min(batch.allowed.len() / batch.levels - 1) * batch.levels;
        let allowed = &batch.allowed[row + seed as usize % batch.levels];
        let (mut nodes, mut fewest, mut tally) = (HashMap::new(), u32::MAX, vec![0; 32]);
        let whole = reference(layout, half, allowed, &mut |path, breaks| {
            *nodes.entry(hash(path)).or_default() += 1;
            if path.len() == layout.steps.len() {
                tally[breaks.min(31)] += 1;
                fewest = fewest.min(if breaks < batch.missing { breaks as u32 } else { fewest });
            }
            match nodes.len() > MOST || fewest == 0 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if whole.is_break() || nodes.len() < LEAST {
            return;
        }
        let halves = std::slice::from_ref(half);
        let one = Batch { halves, allowed: vec![allowed.clone()], levels: 1, level: 0, ..*batch };
        let threads = [1, 2, 7, 32, 64, 256][seed as usize % 6];
        let turns = Turns { threads, seed, trace: true };
        let printed = emulate(&self.program, &Job::new(layout, &one), &turns);
        assert_eq!(printed.nodes, nodes, "seed {seed}");
        assert_eq!(printed.work[0], nodes.values().sum::<usize>() as u64);
        assert_eq!((&printed.ends[..2], printed.tally), (&[fewest, 1][..], tally));
        self.gifts.fetch_add(printed.gifts, Ordering::Relaxed);
        if self.compared.fetch_add(1, Ordering::Relaxed) + 1 >= ENOUGH {
            self.stop.stop();
        }
    }
}

impl Card for Emulated {
    fn batch(&self, layout: &Layout) -> Result<usize, String> {
        Job::fits(layout).map(|()| 4)
    }

    fn search(
        &self,
        layout: &Layout,
        batch: &Batch<'_>,
        _: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Searched>, String> {
        // All starts of a half are too much to compare: one, or a few together, so that work changes hands or does not.
        for half in batch.halves {
            for few in [1, 2, 4, 8, 16, 32] {
                for starts in half.starts.chunks(few * layout.ahead.max(1)).take(16) {
                    let mut part = half.clone();
                    part.starts = starts.to_vec();
                    self.compare(layout, batch, &part);
                }
            }
        }
        // With the whole schedule, which changes with the best board and with the share of late nodes.
        let seed = self.seed.load(Ordering::Relaxed);
        let job = Job::new(
            layout,
            &Batch { steps: 1 << 16, pace: 50_000, allowed: batch.allowed.clone(), ..*batch },
        );
        let turns = Turns { threads: 64, seed, trace: false };
        let printed = emulate(&self.program, &job, &turns);
        Ok(job.searched(&printed.work, &printed.ends, &printed.boards, &printed.tally))
    }
}

fn agrees(name: &str, options: &[&str], puzzles: &[(Kind, usize, u32)]) {
    let Some(program) = compiled("hunt.cpp", name, options) else { return };
    let mut gifts = 0;
    for (seed, &(kind, size, colours)) in puzzles.iter().enumerate() {
        let p = generate(kind, size, size, colours, seed as u64).expect("the size is in range");
        let stop = StopFlag::default();
        let card = Emulated {
            program: program.clone(),
            stop: stop.clone(),
            seed: AtomicU64::new(1000 * seed as u64),
            compared: AtomicUsize::new(0),
            gifts: AtomicU64::new(0),
        };
        let goal = if seed == 1 { Goal::Tiles } else { Goal::Edges };
        let hunt = Hunt { goal, seed: seed as u64, ..Hunt::default() };
        let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
        let puzzle = Puzzle::from(p);
        let search = Search::new(&puzzle).limits(limits).until(stop);
        let outcome = search.best_on(&[&card], &hunt, ());
        assert!(outcome.expect("every board passes the judge").stats.on_cards > 0);
        let compared = card.compared.into_inner();
        assert!(compared >= ENOUGH, "{size}x{size}: {compared} compared");
        gifts += card.gifts.into_inner();
    }
    assert!(gifts > 1000, "{gifts}: too little work changed hands");
}

#[test]
fn every_node_is_visited_once_whoever_is_handed_what() {
    let puzzles = [(Kind::Framed, 10, 12), (Kind::Framed, 10, 12), (Kind::Framed, 11, 13)];
    agrees("emulate-often", &["-DLOOK=1", "-DUNIT=8", "-DTRIES=1"], &puzzles);
}

#[test]
fn so_it_is_when_threads_look_less_often() {
    agrees(
        "emulate-seldom",
        &["-DLOOK=2", "-DUNIT=16"],
        &[(Kind::Framed, 12, 14), (Kind::Framed, 10, 11)],
    );
}

#[test]
fn the_kernels_that_are_shipped_were_made_from_their_sources() {
    let kernels = [
        ("hunt.cu", include_str!("../kernel/hunt.cu"), include_str!("../kernel/hunt.ptx")),
        ("beam.cu", include_str!("../kernel/beam.cu"), include_str!("../kernel/beam.ptx")),
    ];
    for (name, source, ptx) in kernels {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let bits = source.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        let made = format!("// Made by kernel/make from {name} {bits:016x}\n");
        assert!(ptx.starts_with(&made), "{name}: run kernel/make");
    }
}

#[test]
fn without_a_card_it_says_so() {
    match marquetry_gpu::devices(&[99]) {
        Ok(_) => panic!("nobody has a hundred cards"),
        Err(why) => assert!(why.starts_with("there is no"), "{why}"),
    }
}
