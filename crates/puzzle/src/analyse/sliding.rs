use std::collections::{HashMap, HashSet};

use super::Facts;
use crate::grid::{Cell, Direction};
use crate::sliding::{Freedom, Sliding, Target, block_words, outline};

/// Above so many places of the goal, walls are not looked at for each.
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
        let why = "an odd number of swaps leads to the goal, and the hole allows only even ones";
        facts.impossible.push(why.into());
    }
    for (i, target) in p.goal.iter().enumerate() {
        if let Some(why) = out_of_reach(p, target) {
            facts.impossible.push(why);
        }
        let same =
            |t: &&Target| t.label == target.label && outline(&t.cells) == outline(&target.cells);
        let (alike, first) =
            (p.goal.iter().filter(same).count(), p.goal.iter().position(|t| same(&t)));
        let blocks = (0..p.blocks.len()).filter(|&b| p.suits(b, target)).count();
        if first == Some(i) && blocks > 0 && blocks < alike {
            let what = target_words(target);
            facts
                .impossible
                .push(format!("the goal asks for {alike} of {what}, the tray has {blocks}"));
        }
    }
}

fn target_words(target: &Target) -> String {
    let label = target.label.as_ref().map_or(String::new(), |label| format!(" labelled '{label}'"));
    format!("{}{label}", block_words(&target.cells))
}

fn out_of_reach(p: &Sliding, target: &Target) -> Option<String> {
    let what = target_words(target);
    let place = target.cells[0].words();
    if let Some(wall) = target.cells.iter().find(|&&cell| p.is_wall(cell)) {
        return Some(format!("the goal asks for a {what} on the wall at {}", wall.words()));
    }
    let mut suiting = (0..p.blocks.len()).filter(|&b| p.suits(b, target)).peekable();
    if suiting.peek().is_none() {
        return Some(format!("the goal asks for a {what} at {place}, and the tray has none"));
    }
    let reaches = |b: usize| {
        let shift = target.cells[0].minus(p.blocks[b].cells[0]);
        match p.blocks[b].freedom {
            Freedom::Any => true,
            Freedom::Horizontal => shift.y == 0,
            Freedom::Vertical => shift.x == 0,
        }
    };
    if !suiting.any(reaches) {
        return Some(format!("no {what} can be pushed to {place}: each keeps to its own line"));
    }
    let walled_in = !p.walls.is_empty() && p.goal.len() <= MOST_FLOODS && !connected_to_some(p, target);
    walled_in.then(|| format!("no {what} can be pushed to {place}: walls are in the way"))
}

/// Could some block that suits be pushed here if there were no other blocks?
fn connected_to_some(p: &Sliding, target: &Target) -> bool {
    let shape = outline(&target.cells);
    let fits = |at: Cell| shape.iter().map(|&c| at.plus(c)).all(|c| p.index(c).is_some() && !p.is_wall(c));
    let goal = target.cells[0];
    let (mut met, mut open) = (HashSet::from([goal]), vec![goal]);
    while let Some(at) = open.pop() {
        let near = Direction::ALL.map(|way| at.plus(way.step()));
        open.extend(near.into_iter().filter(|&next| fits(next) && met.insert(next)));
    }
    (0..p.blocks.len()).any(|b| p.suits(b, target) && met.contains(&p.blocks[b].cells[0]))
}

/// With one hole among unit blocks that all differ and all have a place to go: do they need an odd number of swaps
/// where the hole's way, which changes colour on a chessboard with each swap, needs an even number, or the reverse?
fn odd(p: &Sliding) -> bool {
    let single = |b: usize| p.blocks[b].cells.len() == 1 && p.kind(b) == b;
    if p.goal.len() != p.blocks.len() || !(0..p.blocks.len()).all(single) {
        return false;
    }
    let home = |b: usize| {
        let mut suiting = p.goal.iter().filter(|target| p.suits(b, target));
        suiting.next().filter(|target| target.label.is_some() && suiting.next().is_none())
    };
    let pairs = |b: usize| home(b).map(|target| (p.blocks[b].cells[0], target.cells[0]));
    let Some(mut goes) = (0..p.blocks.len()).map(pairs).collect::<Option<HashMap<_, _>>>() else {
        return false;
    };
    let homes: HashSet<Cell> = goes.values().copied().collect();
    let open: Vec<Cell> = p.cells().filter(|&cell| !p.is_wall(cell)).collect();
    let (Some(&hole), Some(&end)) = (
        open.iter().find(|cell| !goes.contains_key(cell)),
        open.iter().find(|cell| !homes.contains(cell)),
    ) else {
        return false;
    };
    goes.insert(hole, end);
    let mut swaps = hole.x.abs_diff(end.x) as usize + hole.y.abs_diff(end.y) as usize + open.len();
    // A cycle of the permutation takes one swap fewer than it has cells.
    while let Some(&from) = goes.keys().next() {
        let mut at = from;
        while let Some(next) = goes.remove(&at) {
            at = next;
        }
        swaps += 1;
    }
    swaps % 2 == 1
}
