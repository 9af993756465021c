use super::Facts;
use crate::sliding::{Freedom, Sliding, Target, block_words, outline};

pub(super) fn analyse(p: &Sliding, facts: &mut Facts) {
    facts.fact("tray", format!("{} columns, {} rows", p.width, p.height));
    facts.fact("blocks", p.blocks.len());
    let kinds = (0..p.blocks.len()).filter(|&b| p.kind(b) == b).count();
    facts.fact("kinds of blocks", kinds);
    let taken: usize = p.blocks.iter().map(|b| b.cells.len()).sum();
    facts.fact("free cells", p.width * p.height - p.walls.len() - taken);
    facts.fact("goal", format!("{} of {} blocks have a given place", p.goal.len(), p.blocks.len()));
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
    (!suiting.any(reaches))
        .then(|| format!("no {what} can be pushed to {place}: each keeps to its own line"))
}
