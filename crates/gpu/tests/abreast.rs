//! Boards abreast without a card: the kernels' source compiled for the processor, which does what each kernel does in a random
//! order. Depth by depth it has the boards of the slow way, whatever the order.

mod common;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{compiled, ran};
use marquetry_gpu::{Job, Sizes};
use marquetry_puzzle::Puzzle;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_search::matching::best::Hunt;
use marquetry_search::matching::best::card::{Abreast, Batch, Card, Laid, Layout, Searched};
use marquetry_search::{Limits, Search, StopFlag};

/// Beams of so many boards each are compared; only where something is wrong is it given up.
const ENOUGH: usize = 6;
const WIDTH: usize = 60;
const PATIENCE: Duration = Duration::from_secs(600);

/// A card that is emulated. Each beam is compared with the slow way.
struct Emulated {
    program: PathBuf,
    stop: StopFlag,
    compared: AtomicUsize,
    halves: AtomicUsize,
}

/// A job as the emulator reads it.
fn job(field: &Abreast, sizes: Sizes, wanted: usize, seed: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut words = |words: &[u32]| words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    words(&[0x4d42_514d, 1, seed]);
    words(&sizes.words(field, wanted));
    let mut table = |size: usize, elements: Vec<u8>| {
        bytes.extend((size as u32).to_le_bytes());
        bytes.extend(elements);
    };
    let spots = field.spots.as_flattened();
    let looks = field.looks.as_flattened();
    let in_words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let signed = |words: &[i32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let long = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    table(spots.len(), in_words(spots));
    table(looks.len(), in_words(looks));
    table(field.bounds.len(), in_words(&field.bounds));
    table(field.entries.len(), field.entries.iter().flat_map(|look| look.to_le_bytes()).collect());
    table(field.ordered.len(), signed(&field.ordered));
    table(field.paired.len(), signed(&field.paired));
    table(field.worth.len(), signed(&field.worth));
    table(field.tile_marks.len(), long(&field.tile_marks));
    table(field.front_marks.len(), long(&field.front_marks));
    table(field.first.len(), in_words(&field.first));
    bytes
}

fn emulate(program: &Path, field: &Abreast, sizes: Sizes, wanted: usize, seed: u32) -> Laid {
    let (mut laid, mut boards) = (Laid::default(), vec![field.first.clone()]);
    let mut last = Vec::new();
    for line in ran(program, &job(field, sizes, wanted, seed)).lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &&str| word.parse::<i32>().expect("a number");
        match words[0] {
            "depth" => {
                let cell = number(&words[1]) as usize - 1;
                let spot = &field.spots[cell];
                let ways: Vec<Vec<u32>> =
                    boards.iter().flat_map(|board| field.ways(board, spot)).collect();
                assert_eq!(number(&words[3]) as usize, ways.len());
                laid.ways += ways.len() as u64;
                let hex = |word: &&str| u32::from_str_radix(word, 16).expect("a word");
                let found: Vec<Vec<u32>> = words[5..]
                    .iter()
                    .map(|board| board.split(',').map(|word| hex(&word)).collect())
                    .collect();
                assert!(found.iter().all(|board| ways.contains(board)), "cell {cell}");
                let rated = |boards: &[Vec<u32>]| {
                    let mut rated: Vec<i32> =
                        boards.iter().map(|board| field.rated(board)).collect();
                    rated.sort_unstable();
                    rated
                };
                let slowly = field.reference(&boards, cell, sizes.width);
                assert_eq!(rated(&found), rated(&slowly), "cell {cell}");
                boards = found;
            }
            "promise" => {
                last = boards.iter().map(|board| field.promise(board)).collect();
                assert_eq!(last, words[1..].iter().map(number).collect::<Vec<i32>>());
                last.sort_unstable_by(|a, b| b.cmp(a));
            }
            _ => {
                let looks: Vec<u16> = words[2..].iter().map(|look| number(look) as u16).collect();
                laid.promise.push(number(&words[1]));
                assert_eq!(field.promise_of(&looks), laid.promise.last().copied());
                laid.boards.push(looks);
            }
        }
    }
    assert_eq!(laid.promise, last[..wanted.min(last.len())]);
    laid
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
        for half in batch.halves {
            assert!(half.starts(layout).all(|start| start.len() == layout.ahead));
            self.halves.fetch_add(1, Ordering::Relaxed);
        }
        if self.compared.load(Ordering::Relaxed) > ENOUGH {
            self.stop.stop();
        }
        Ok(batch.halves.iter().map(|_| Searched { nodes: 1, ..Searched::default() }).collect())
    }

    fn abreast(&self, _: &Abreast) -> usize {
        WIDTH
    }

    fn beam(
        &self,
        field: &Abreast,
        (width, wanted): (usize, usize),
        _: &mut dyn FnMut() -> bool,
    ) -> Result<Laid, String> {
        let number = self.compared.fetch_add(1, Ordering::Relaxed);
        // Now a few, now as many as there are.
        let wanted = if number.is_multiple_of(2) { width } else { wanted };
        let laid = emulate(&self.program, field, Sizes::new(field, width), wanted, number as u32);
        Ok(laid)
    }
}

#[test]
fn boards_abreast_are_the_best_of_all_ways_and_what_cards_go_on_with() {
    // Ways are told apart as finely as they are rated.
    let exactly = ["-DSTEP=0", "-DBINS=65536u", "-DPART=256u"];
    let Some(program) = compiled("beam.cpp", "beam", &exactly) else { return };
    let puzzles = [(Kind::Framed, 10, 10), (Kind::Tetravex, 9, 8), (Kind::Framed, 12, 12)];
    for (seed, (kind, size, colours)) in puzzles.into_iter().enumerate() {
        let p = generate(kind, size, size, colours, seed as u64).expect("the size is in range");
        let stop = StopFlag::default();
        let card = Emulated {
            program: program.clone(),
            stop: stop.clone(),
            compared: AtomicUsize::new(0),
            halves: AtomicUsize::new(0),
        };
        let hunt = Hunt { seed: seed as u64, ..Hunt::default() };
        let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
        let puzzle = Puzzle::from(p);
        let search = Search::new(&puzzle).limits(limits).until(stop);
        let outcome = search.best_on(&[&card], &hunt, ()).expect("every board passes the judge");
        assert!(outcome.stats.on_cards > 0);
        let (compared, halves) = (card.compared.into_inner(), card.halves.into_inner());
        assert!(compared >= ENOUGH && halves > 0, "{size}x{size}: {compared}, {halves}");
    }
}
