//! Covers that a symmetry leaves alone, as covers of a smaller board: its cells are the orbits of cells.

use super::model::{Class, Model, Symmetry};

/// The pieces that may be laid next: what one step covers and uses.
#[derive(Clone, Debug)]
pub struct Lay {
    /// The placement, or the first of those that it lays at once.
    pub id: u32,
    /// The cells it covers, from the first one on.
    pub shape: u128,
    /// What it adds to the usage.
    pub copies: u128,
    /// Fields of the usage, each with the most it may hold before.
    pub room: Vec<(u128, u128)>,
}

/// A board to be covered cell by cell.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// For each cell, the steps that have it as their first.
    pub steps: Vec<Vec<Lay>>,
    /// The longest step.
    pub span: u32,
    /// Fields of the usage that must hold at least so much in the end.
    pub due: Vec<(u128, u128)>,
    /// Bits of the usage.
    pub bits: u32,
}

/// Where a class is counted.
struct Field {
    shift: u32,
    mask: u128,
}

impl Quotient {
    /// The covers that stay the same under a symmetry that keeps all solutions; `rank` is the order of the cells.
    /// `None` when a state of the board would not fit in 128 bits.
    pub fn new(model: &Model<'_>, symmetry: usize, rank: &[usize]) -> Option<Quotient> {
        let (fields, bits) = fields(model)?;
        let (orbit, cells) = cell_orbits(&model.symmetries[symmetry], rank);
        let mut steps: Vec<Vec<Lay>> = vec![Vec::new(); cells];
        let mut span = 1;
        for id in 0..model.placements.len() as u32 {
            let Some(members) = orbit_of(model, symmetry, id) else { continue };
            let covers: Vec<usize> =
                model.placements[id as usize].cells.iter().map(|&c| orbit[c as usize]).collect();
            let (first, last) = (covers.iter().min()?, covers.iter().max()?);
            span = span.max((last - first + 1) as u32);
            if span + bits > 128 {
                return None;
            }
            let shape = covers.iter().fold(0, |shape, c| shape | 1 << (c - first));
            steps[*first].extend(step(model, &fields, shape, &members));
        }
        let due = model.classes.iter().zip(&fields).filter(|(class, _)| class.least > 0);
        let due = due.filter_map(|(class, field)| {
            let field = field.as_ref()?;
            Some((field.mask, u128::from(class.least) << field.shift))
        });
        Some(Quotient { steps, span, due: due.collect(), bits })
    }
}

/// A field for each class that can run out or must be used, but for one whose number follows from all the others and the
/// area of the board.
fn fields(model: &Model<'_>) -> Option<(Vec<Option<Field>>, u32)> {
    let width = |class: &Class| 32 - class.most.max(class.least).leading_zeros();
    let free = |class: usize| model.endless(class) && model.classes[class].least == 0;
    // Of a piece that is used once, the field is a bit that rules out more than it costs.
    let many = |class: usize| model.classes[class].most > 1;
    let follows = |&class: &usize| !free(class) && many(class) && follows(model, class);
    let spared =
        (0..model.classes.len()).filter(follows).max_by_key(|&class| width(&model.classes[class]));
    let mut shift = 0;
    let mut fields = Vec::new();
    for (i, class) in model.classes.iter().enumerate() {
        if free(i) || Some(i) == spared {
            fields.push(None);
            continue;
        }
        let width = width(class);
        if shift + width > 100 {
            return None;
        }
        fields.push(Some(Field { shift, mask: ((1 << width) - 1) << shift }));
        shift += width;
    }
    Some((fields, shift))
}

/// Is a class used as often as it may and must be on every full board on which all the others are?
fn follows(model: &Model<'_>, class: usize) -> bool {
    let area = |copies: fn(&Class) -> u32| -> u64 {
        let others = model.classes.iter().enumerate().filter(|other| other.0 != class);
        others.map(|(_, other)| u64::from(copies(other)) * other.size as u64).sum()
    };
    let (cells, Class { size, least, most, .. }) =
        (model.cells.len() as u64, &model.classes[class]);
    let (least, most) = (u64::from(*least) * *size as u64, u64::from(*most) * *size as u64);
    cells.saturating_sub(area(|c| c.most)) >= least
        && cells.saturating_sub(area(|c| c.least)) <= most
}

/// The orbit of each cell, numbered by first cells, and how many there are.
fn cell_orbits(symmetry: &Symmetry, rank: &[usize]) -> (Vec<usize>, usize) {
    let mut by_rank: Vec<usize> = (0..rank.len()).collect();
    by_rank.sort_by_key(|&cell| rank[cell]);
    let mut orbit = vec![usize::MAX; rank.len()];
    let mut count = 0;
    for first in by_rank {
        if orbit[first] != usize::MAX {
            continue;
        }
        let mut cell = first;
        while orbit[cell] == usize::MAX {
            orbit[cell] = count;
            cell = symmetry.cells[cell] as usize;
        }
        count += 1;
    }
    (orbit, count)
}

/// All images of a placement under the powers of a symmetry, where it is the first of them and no two of them share a
/// cell.
fn orbit_of(model: &Model<'_>, symmetry: usize, id: u32) -> Option<Vec<u32>> {
    let mut members = vec![id];
    let mut next = model.image(symmetry, id)?;
    while next != id {
        if next < id {
            return None;
        }
        members.push(next);
        next = model.image(symmetry, next)?;
    }
    let cells = |id: &u32| model.placements[*id as usize].cells.iter();
    let mut covered: Vec<u32> = members.iter().flat_map(cells).copied().collect();
    let area = covered.len();
    covered.sort_unstable();
    covered.dedup();
    (covered.len() == area).then_some(members)
}

/// A step, unless it takes more copies than there are.
fn step(model: &Model<'_>, fields: &[Option<Field>], shape: u128, members: &[u32]) -> Option<Lay> {
    let mut classes: Vec<usize> =
        members.iter().map(|&id| model.placements[id as usize].class).collect();
    classes.sort_unstable();
    let mut step = Lay { id: *members.first()?, shape, copies: 0, room: Vec::new() };
    for equal in classes.chunk_by(|a, b| a == b) {
        let Some(field) = &fields[equal[0]] else { continue };
        let room = model.classes[equal[0]].most.checked_sub(equal.len() as u32)?;
        step.copies += (equal.len() as u128) << field.shift;
        step.room.push((field.mask, u128::from(room) << field.shift));
    }
    Some(step)
}
