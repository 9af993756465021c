//! A batch as the kernel reads it; `kernel/hunt.cu` says what each array holds.

use marquetry_search::matching::best::card::{Batch, Layout, Searched};

/// Steps that the kernel counts as one.
const UNIT: u64 = 2048;
/// How complete boards are counted: by breaks, the last number those with more.
pub(crate) const TALLIES: usize = 32;
/// What the kernel has room for.
const MOST_STEPS: usize = 256;
const MOST_SEEN: usize = 64;
const MOST_TILES: usize = 255;
const MOST_COLOURS: usize = 32;
const MOST_ROWS: usize = 64;
const MOST_ENTRIES: usize = u16::MAX as usize;
const MOST_LOOKS: usize = 1 << 14;
/// There is no board.
const NONE: u32 = u32::MAX;

/// The arrays of a batch.
pub struct Job {
    /// Cells to be filled, entries seen, words of the tiles' bits, colours, keys, entries of a half at most, halves, rows
    /// of the table of breaks, units of steps at most, the fewest breaks that the best board counts as, levels, the first
    /// level, the share of late nodes, the pace, and the cells that a start has filled.
    pub sizes: [u32; 15],
    /// How many entries each half has.
    pub counts: Vec<u32>,
    /// The entries of all halves.
    pub entries: Vec<u32>,
    /// The bounds of their lists.
    pub bounds: Vec<u16>,
    /// What they see.
    pub seen: Vec<u32>,
    /// What all their starts have laid, and which is the first start of each half; in the end, how many there are.
    pub starts: Vec<u32>,
    /// See there.
    pub start_at: Vec<u32>,
    /// The order of filling.
    pub steps: Vec<u16>,
    /// How many breaks are allowed.
    pub allowed: Vec<u8>,
    /// The breaks of the best board so far.
    pub missing: u32,
}

impl Job {
    /// Says why there is no room for halves of this kind in the kernel's tables.
    pub fn fits(layout: &Layout) -> Result<(), String> {
        let sizes = [
            (layout.steps.len(), MOST_STEPS, "cells to be filled"),
            (layout.seen(), MOST_SEEN, "cells below them"),
            (layout.tiles, MOST_TILES, "tiles left for them"),
            (layout.colours, MOST_COLOURS, "colours"),
            (layout.keys, MOST_ENTRIES - 1, "lists"),
            (layout.entries, MOST_ENTRIES, "entries in its lists"),
            (layout.looks, MOST_LOOKS, "tiles in all their turns"),
        ];
        let large = sizes.iter().find(|(size, most, _)| size > most);
        large.map_or(Ok(()), |(size, most, what)| {
            Err(format!("the board has {size} {what}, and there is room for {most}"))
        })
    }

    /// Lays a batch out.
    pub fn new(layout: &Layout, batch: &Batch<'_>) -> Job {
        let (halves, levels) = (batch.halves, batch.levels);
        let rows = (batch.allowed.len() / levels).min(MOST_ROWS);
        let most = halves.iter().map(|half| half.entries.len()).max().unwrap_or(0);
        let mut entries = vec![0; halves.len() * most];
        for (half, room) in halves.iter().zip(entries.chunks_exact_mut(most.max(1))) {
            room[..half.entries.len()].copy_from_slice(&half.entries);
        }
        let size = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
        let mut start_at = vec![0];
        for half in halves {
            start_at.push(start_at[start_at.len() - 1] + size(half.starts(layout).count()));
        }
        Job {
            sizes: [
                size(layout.steps.len()),
                size(layout.seen()),
                size(layout.tiles.div_ceil(32).max(1)),
                size(layout.colours),
                size(layout.keys),
                size(most),
                size(halves.len()),
                size(rows),
                u32::try_from(batch.steps / UNIT).unwrap_or(u32::MAX),
                size(batch.least),
                size(batch.levels),
                size(batch.level),
                batch.share,
                batch.pace,
                size(layout.ahead),
            ],
            counts: halves.iter().map(|half| size(half.entries.len())).collect(),
            entries,
            bounds: halves.iter().flat_map(|half| half.bounds.iter().copied()).collect(),
            seen: halves.iter().flat_map(|half| half.seen.iter().copied()).collect(),
            starts: halves.iter().flat_map(|half| half.starts.iter().copied()).collect(),
            start_at,
            steps: layout.steps.iter().flat_map(|&[a, b, c]| [a, b, c, 0]).collect(),
            allowed: batch.allowed[..rows * levels].concat(),
            missing: size(batch.missing),
        }
    }

    /// How many halves there are.
    pub fn halves(&self) -> usize {
        self.counts.len()
    }

    /// How many cells are to be filled.
    pub fn cells(&self) -> usize {
        self.sizes[0] as usize
    }

    /// The level that each half begins with.
    pub fn level(&self) -> u32 {
        self.sizes[11]
    }

    /// Bytes of shared memory that a block of so many threads needs.
    pub fn shared(&self, threads: usize) -> usize {
        let [cells, _, words, _, keys, most, ..] = self.sizes.map(|size| size as usize);
        shared(cells, words, keys, most, threads)
    }

    /// Bytes of shared memory that it may need for any half.
    pub fn room(layout: &Layout, threads: usize) -> usize {
        let Layout { steps, tiles, keys, entries, .. } = layout;
        shared(steps.len(), tiles.div_ceil(32).max(1), *keys, *entries, threads)
    }

    /// What became of each half: `work` has three numbers for each, `ends` three, `boards` the entry of each cell, `tally` the
    /// complete boards by their breaks.
    pub fn searched(
        &self,
        work: &[u64],
        ends: &[u32],
        boards: &[u32],
        tally: &[u32],
    ) -> Vec<Searched> {
        let found = ends.chunks_exact(3).zip(boards.chunks(self.cells()));
        let each = work.chunks_exact(3).zip(found).zip(tally.chunks_exact(TALLIES));
        each.map(|((work, (ends, board)), tally)| Searched {
            nodes: work[0],
            level: ends[2] as usize,
            board: (ends[0] != NONE).then(|| board.iter().map(|entry| entry >> 18).collect()),
            tally: tally.to_vec(),
        })
        .collect()
    }
}

fn shared(cells: usize, words: usize, keys: usize, entries: usize, threads: usize) -> usize {
    8 * cells + 4 * entries + (12 + 4 * words) * threads + 2 * keys + 104
}
