//! What pictures of sliding puzzles in text and in lines have in common.

use std::collections::HashMap;

use marquetry_puzzle::Sliding;
use marquetry_puzzle::sliding::{Target, outline};

use crate::labels::labels;
use crate::palette::Paint;

/// More kinds of blocks than this are coloured by shape alone.
const MOST_KINDS: usize = 12;

/// How to show the blocks of a tray.
pub(crate) struct Look {
    /// A label per block.
    pub labels: Vec<String>,
    /// A palette slot per block: blocks that may change places look alike.
    pub slots: Vec<usize>,
    /// What a slot is painted with.
    pub paint: fn(usize) -> Paint,
    /// Per target the label of the one block, or of the one label, that it asks for; else empty.
    pub targets: Vec<String>,
}

impl Look {
    pub(crate) fn of(p: &Sliding) -> Look {
        let labels = labels(p.blocks.iter().map(|block| block.name.as_str()));
        let kinds = ranks((0..p.blocks.len()).map(|block| p.kind(block)));
        let few = kinds.iter().all(|&kind| kind < MOST_KINDS);
        let slots =
            if few { kinds } else { ranks(p.blocks.iter().map(|block| outline(&block.cells))) };
        let mut suiting: HashMap<_, Vec<usize>> = HashMap::new();
        for (i, block) in p.blocks.iter().enumerate() {
            let wishes = std::iter::once(None).chain(block.label.as_ref().map(Some));
            wishes.for_each(|label| {
                suiting.entry((outline(&block.cells), label)).or_default().push(i);
            });
        }
        let target = |t: &Target| match suiting
            .get(&(outline(&t.cells), t.label.as_ref()))
            .map(Vec::as_slice)
        {
            Some([only]) => labels[*only].clone(),
            _ => t.label.clone().unwrap_or_default(),
        };
        let targets = p.goal.iter().map(target).collect();
        Look { labels, slots, paint: Paint::Slot, targets }
    }
}

/// Numbers things from 0 in the order in which they first appear.
fn ranks<T: std::hash::Hash + Eq>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut known = HashMap::new();
    things
        .map(|thing| {
            let next = known.len();
            *known.entry(thing).or_insert(next)
        })
        .collect()
}
