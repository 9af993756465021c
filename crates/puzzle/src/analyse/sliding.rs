use std::collections::{HashMap, HashSet};

use super::{Budget, Facts, Look};
use crate::grid::{Cell, Direction};
use crate::sliding::{Freedom, Sliding, Target, block_words, outline};

pub(super) fn analyse(p: &Sliding, budget: &mut Budget, facts: &mut Facts) {
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
    let why = out_of_reach(p, budget, facts);
    facts.impossible.extend(why);
}

fn target_words(target: &Target) -> String {
    let label = target.label.as_ref().map_or(String::new(), |label| format!(" labelled '{label}'"));
    format!("{}{label}", block_words(&target.cells))
}

/// What a target asks for: a shape and, where it is given, a label.
type Kind<'p> = (Vec<Cell>, &'p Option<String>);

/// The blocks that suit a kind of target, by where they can get.
#[derive(Default)]
struct Suiting {
    blocks: Vec<usize>,
    /// Does one of them go all ways?
    free: bool,
    /// The rows of those that go to the sides alone, and the columns of those that go up and down alone.
    rows: HashSet<i16>,
    columns: HashSet<i16>,
    /// The regions they lie in, where walls were looked at.
    regions: Option<HashSet<usize>>,
}

impl Suiting {
    fn new(p: &Sliding, blocks: Vec<usize>) -> Suiting {
        let mut suiting = Suiting::default();
        for block in blocks.iter().map(|&b| &p.blocks[b]) {
            match block.freedom {
                Freedom::Any => suiting.free = true,
                Freedom::Horizontal => drop(suiting.rows.insert(block.cells[0].y)),
                Freedom::Vertical => drop(suiting.columns.insert(block.cells[0].x)),
            }
        }
        Suiting { blocks, ..suiting }
    }

    fn keeps_to_lines_away_from(&self, cell: Cell) -> bool {
        !self.free && !self.rows.contains(&cell.y) && !self.columns.contains(&cell.x)
    }
}

/// Why places of the goal cannot be filled, each by itself.
fn out_of_reach(p: &Sliding, budget: &mut Budget, facts: &mut Facts) -> Vec<String> {
    // A block suits those that ask for its label, and those that ask for none.
    let mut blocks: HashMap<Kind, Vec<usize>> = HashMap::new();
    for (b, block) in p.blocks.iter().enumerate() {
        blocks.entry((outline(&block.cells), &None)).or_default().push(b);
        if block.label.is_some() {
            blocks.entry((outline(&block.cells), &block.label)).or_default().push(b);
        }
    }
    let mut regions: HashMap<Vec<Cell>, Option<Vec<usize>>> = HashMap::new();
    let mut suiting: HashMap<Kind, (Suiting, usize)> = HashMap::new();
    let mut why = Vec::new();
    for target in &p.goal {
        let shape = outline(&target.cells);
        let floods = regions.entry(shape.clone()).or_insert_with(|| {
            let steps = p.width * p.height * shape.len();
            let looks = !p.walls.is_empty() && budget.pays(steps, Look::Walls, facts);
            looks.then(|| regions_of(p, &shape))
        });
        let region = |cell: Cell| floods.as_ref().zip(p.index(cell)).map(|(of, at)| of[at]);
        let kind = (shape, &target.label);
        let (suiting, wanted) = suiting.entry(kind).or_insert_with_key(|kind| {
            let mut suiting = Suiting::new(p, blocks.remove(kind).unwrap_or_default());
            suiting.regions =
                suiting.blocks.iter().map(|&b| region(p.blocks[b].cells[0])).collect();
            (suiting, 0)
        });
        *wanted += 1;
        why.extend(target_out_of_reach(p, target, suiting, region(target.cells[0])));
    }
    why.extend(p.goal.iter().filter_map(|target| {
        // The first target of a kind speaks for all.
        let (suiting, wanted) = suiting.remove(&(outline(&target.cells), &target.label))?;
        let (what, blocks) = (target_words(target), suiting.blocks.len());
        (blocks > 0 && blocks < wanted)
            .then(|| format!("the goal asks for {wanted} of {what}, the tray has {blocks}"))
    }));
    why
}

/// Why none of the blocks that suit a target can get there.
fn target_out_of_reach(
    p: &Sliding,
    target: &Target,
    suiting: &Suiting,
    region: Option<usize>,
) -> Option<String> {
    let (place, what) = (target.cells[0].words(), || target_words(target));
    if let Some(wall) = target.cells.iter().find(|&&cell| p.is_wall(cell)) {
        return Some(format!("the goal asks for a {} on the wall at {}", what(), wall.words()));
    }
    if suiting.blocks.is_empty() {
        return Some(format!("the goal asks for a {} at {place}, and the tray has none", what()));
    }
    if suiting.keeps_to_lines_away_from(target.cells[0]) {
        let what = what();
        return Some(format!("no {what} can be pushed to {place}: each keeps to its own line"));
    }
    let apart = suiting.regions.as_ref().zip(region).is_some_and(|(of, at)| !of.contains(&at));
    apart.then(|| format!("no {} can be pushed to {place}: walls are in the way", what()))
}

/// For each cell of the tray the region that a block of this shape, its first cell there, could be pushed about in if
/// there were no others; 0 where it does not fit.
fn regions_of(p: &Sliding, shape: &[Cell]) -> Vec<usize> {
    let fits =
        |at: Cell| shape.iter().map(|&c| at.plus(c)).all(|c| p.index(c).is_some() && !p.is_wall(c));
    let mut unmet: Vec<bool> = p.cells().map(fits).collect();
    let mut regions = vec![0; unmet.len()];
    for (number, start) in (1..).zip(p.cells()) {
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let Some(at) = p.index(cell).filter(|&at| unmet[at]) else { continue };
            unmet[at] = false;
            regions[at] = number;
            open.extend(Direction::ALL.map(|way| cell.plus(way.step())));
        }
    }
    regions
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

#[cfg(test)]
mod tests {
    use crate::Cell;
    use crate::analyse::{Look, analyse, analyse_within};
    use crate::sliding::{Block, Freedom, Setup, Sliding, Target};

    /// Cars of one cell that fill the upper half of a tray and must fill the lower one.
    fn cars(side: i16, freedom: Freedom, walls: Vec<Cell>) -> Sliding {
        let cells = |rows: std::ops::Range<i16>| {
            rows.flat_map(move |y| (0..side).map(move |x| Cell::at(x, y)))
        };
        let block = |(i, cell): (usize, Cell)| Block {
            name: format!("b{i}"),
            label: None,
            cells: vec![cell],
            freedom,
        };
        let goal = cells(side / 2 + 1..side).map(|cell| Target { label: None, cells: vec![cell] });
        let blocks = cells(0..side / 2).enumerate().map(block).collect();
        let (width, height) = (side as usize, side as usize);
        let title = String::new();
        Sliding::new(Setup { title, width, height, walls, blocks, goal: goal.collect() }).unwrap()
    }

    #[test]
    fn each_of_a_hundred_thousand_places_is_looked_at_once() {
        let facts = analyse(&cars(512, Freedom::Vertical, Vec::new()).into());
        assert_eq!(facts.impossible, Vec::<String>::new());
        let facts = analyse(&cars(64, Freedom::Horizontal, Vec::new()).into());
        assert_eq!(facts.impossible.len(), 64 * 31);
        assert!(facts.impossible[0].contains("keeps to its own line"));
    }

    #[test]
    fn walls_are_looked_at_for_as_many_places_as_there_are_or_said_not_to_be() {
        let wall: Vec<Cell> = (0..16).map(|x| Cell::at(x, 8)).collect();
        let parted = cars(16, Freedom::Any, wall.clone()).into();
        assert_eq!(analyse(&parted).impossible.len(), 16 * 7);
        assert_eq!(analyse(&parted).not_looked_at, []);
        assert_eq!(analyse_within(&parted, 0).not_looked_at, [Look::Walls]);
        assert_eq!(analyse_within(&parted, 0).impossible, Vec::<String>::new());
        assert_eq!(analyse(&cars(16, Freedom::Any, wall[1..].to_vec()).into()).impossible.len(), 0);
    }
}
