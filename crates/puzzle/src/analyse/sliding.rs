use std::collections::{HashMap, HashSet};

use super::Facts;
use crate::grid::{Cell, Direction};
use crate::sliding::{Freedom, Sliding, Target, block_words, outline};

/// Above so many kinds of places of the goal, walls are not looked at for each.
const MOST_FLOODS: usize = 64;

pub(super) fn analyse(p: &Sliding, facts: &mut Facts) {
    facts.fact("tray", format!("{} columns, {} rows", p.width, p.height));
    facts.fact("blocks", p.blocks.len());
    let kinds = (0..p.blocks.len()).filter(|&b| p.kind(b) == b).count();
    facts.fact("kinds of blocks", kinds);
    let taken: usize = p.blocks.iter().map(|b| b.cells.len()).sum();
    let free = p.width * p.height - p.walls.len() - taken;
    facts.fact("free cells", free);
    facts.fact("goal", format!("{} of {} blocks have a given place", p.goal.len(), p.blocks.len()));
    if free == 0 && !p.start().solves(p) {
        facts.impossible.push("the tray is full, and the goal is not reached at the start".into());
    }
    if free == 1 && odd(p) {
        let why = "the goal takes an odd number of swaps where the hole's way takes an even one, \
                   or the reverse";
        facts.impossible.push(why.into());
    }
    facts.impossible.extend(out_of_reach(p));
}

fn target_words(target: &Target) -> String {
    let label = target.label.as_ref().map_or(String::new(), |label| format!(" labelled '{label}'"));
    format!("{}{label}", block_words(&target.cells))
}

/// Why places of the goal cannot be filled, each by itself.
fn out_of_reach(p: &Sliding) -> Vec<String> {
    let mut shapes: HashMap<Vec<Cell>, Vec<usize>> = HashMap::new();
    for (b, block) in p.blocks.iter().enumerate() {
        shapes.entry(outline(&block.cells)).or_default().push(b);
    }
    let mut suiting: HashMap<_, Vec<usize>> = HashMap::new();
    let mut alike: HashMap<_, usize> = HashMap::new();
    let mut why = Vec::new();
    for target in &p.goal {
        let class = (outline(&target.cells), &target.label);
        let blocks = suiting.entry(class.clone()).or_insert_with(|| {
            let same = shapes.get(&class.0).into_iter().flatten().copied();
            same.filter(|&b| target.label.is_none() || target.label == p.blocks[b].label).collect()
        });
        why.extend(target_out_of_reach(p, target, blocks));
        *alike.entry(class).or_default() += 1;
    }
    for target in &p.goal {
        let class = (outline(&target.cells), &target.label);
        let (wanted, blocks) = (alike.remove(&class).unwrap_or(0), suiting[&class].len());
        if blocks > 0 && blocks < wanted {
            let what = target_words(target);
            why.push(format!("the goal asks for {wanted} of {what}, the tray has {blocks}"));
        }
    }
    why
}

/// Why none of these blocks, which suit a target, can get there.
fn target_out_of_reach(p: &Sliding, target: &Target, blocks: &[usize]) -> Option<String> {
    let place = target.cells[0].words();
    if let Some(wall) = target.cells.iter().find(|&&cell| p.is_wall(cell)) {
        let what = target_words(target);
        return Some(format!("the goal asks for a {what} on the wall at {}", wall.words()));
    }
    if blocks.is_empty() {
        let what = target_words(target);
        return Some(format!("the goal asks for a {what} at {place}, and the tray has none"));
    }
    let reaches = |&b: &usize| {
        let shift = target.cells[0].minus(p.blocks[b].cells[0]);
        match p.blocks[b].freedom {
            Freedom::Any => true,
            Freedom::Horizontal => shift.y == 0,
            Freedom::Vertical => shift.x == 0,
        }
    };
    if !blocks.iter().any(reaches) {
        let what = target_words(target);
        return Some(format!("no {what} can be pushed to {place}: each keeps to its own line"));
    }
    let few = !p.walls.is_empty() && p.goal.len() <= MOST_FLOODS;
    (few && !is_open_to(p, target, blocks)).then(|| {
        format!("no {} can be pushed to {place}: walls are in the way", target_words(target))
    })
}

/// Could one of the blocks be pushed to the target if there were no others?
fn is_open_to(p: &Sliding, target: &Target, blocks: &[usize]) -> bool {
    let shape = outline(&target.cells);
    let fits =
        |at: Cell| shape.iter().map(|&c| at.plus(c)).all(|c| p.index(c).is_some() && !p.is_wall(c));
    let (mut met, mut open) = (HashSet::from([target.cells[0]]), vec![target.cells[0]]);
    while let Some(at) = open.pop() {
        let near = Direction::ALL.map(|way| at.plus(way.step()));
        open.extend(near.into_iter().filter(|&next| fits(next) && met.insert(next)));
    }
    blocks.iter().any(|&b| met.contains(&p.blocks[b].cells[0]))
}

/// One hole among unit blocks that all differ and all have a place to go: every move swaps the hole with a block and
/// takes it to a cell of the other colour of a chessboard. Does the goal need odd swaps for an even way, or the reverse?
fn odd(p: &Sliding) -> bool {
    let unit = p.blocks.iter().all(|block| block.cells.len() == 1);
    let homes: HashMap<_, Cell> = p.goal.iter().map(|t| (&t.label, t.cells[0])).collect();
    let moves = p.blocks.iter().map(|block| {
        block.label.as_ref().and(homes.get(&block.label)).map(|&home| (home, block.cells[0]))
    });
    let Some(mut comes_from) = moves.collect::<Option<HashMap<Cell, Cell>>>() else { return false };
    // As many homes as blocks: no two blocks share a label.
    if !unit || p.goal.len() != p.blocks.len() || comes_from.len() != p.blocks.len() {
        return false;
    }
    let open: Vec<Cell> = p.cells().filter(|&cell| !p.is_wall(cell)).collect();
    let hole = open.iter().find(|&&cell| p.block_at(cell).is_none());
    let end = open.iter().find(|cell| !comes_from.contains_key(cell));
    let (Some(&hole), Some(&end)) = (hole, end) else { return false };
    comes_from.insert(end, hole);
    let mut swaps = usize::from(hole.x.abs_diff(end.x) + hole.y.abs_diff(end.y)) + open.len();
    // A cycle takes one swap fewer than it has cells.
    for cell in open {
        let mut at = cell;
        swaps += usize::from(comes_from.contains_key(&at));
        while let Some(next) = comes_from.remove(&at) {
            at = next;
        }
    }
    swaps % 2 == 1
}
