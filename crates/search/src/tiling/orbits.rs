//! One solution of each class: what an engine leaves out so that it meets no solution twice up to symmetry.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::model::{Model, Placement};
use crate::tree::{Climb, estimate};

/// One piece that is used just once is laid in one place of each orbit only: every solution has an image that
/// lies so. Where a symmetry leaves that place alone, or carries it to another that is kept, two solutions of one
/// class may still be met, and of those the least stands for both.
pub struct Orbits {
    /// The placements that the engine leaves out.
    pub banned: Vec<bool>,
    /// The class that is held down; without it, every solution is compared with all its images.
    class: Option<usize>,
    /// Which symmetries carry a kept placement of that class to a kept one, where any does.
    rivals: FxHashMap<u32, Vec<usize>>,
    all: Vec<usize>,
    /// For each symmetry, the cell that it carries to each cell.
    from: Vec<Vec<u32>>,
}

impl Orbits {
    /// Holds the pieces of a class down, where one is given. Of each orbit, the placement with the least key is kept.
    /// Unless `distinct`, nothing is left out and every solution stands for itself.
    pub fn new<K: Ord>(
        model: &Model<'_>,
        distinct: bool,
        held: Option<usize>,
        key: impl Fn(&Placement) -> K,
    ) -> Orbits {
        let symmetries = if distinct { model.symmetries.len() } else { 1 };
        let mut orbits = Orbits {
            banned: vec![false; model.placements.len()],
            class: held.filter(|_| symmetries > 1),
            rivals: FxHashMap::default(),
            all: (1..symmetries).collect(),
            from: model.symmetries[..symmetries].iter().map(|s| from(&s.cells)).collect(),
        };
        let Some(class) = orbits.class else { return orbits };
        let fixes = |s: usize| model.symmetries[s].classes[class] == Some(class);
        let group = |&&s: &&usize| model.symmetries[s].keeps && fixes(s);
        let members = |id: &u32| model.placements[*id as usize].class == class;
        let ids: Vec<u32> = (0..model.placements.len() as u32).filter(members).collect();
        for &id in &ids {
            let rank = |id: u32| (key(&model.placements[id as usize]), id);
            let mut images = orbits.all.iter().filter(group).filter_map(|&s| model.image(s, id));
            orbits.banned[id as usize] = images.any(|image| rank(image) < rank(id));
        }
        for &id in ids.iter().filter(|&&id| !orbits.banned[id as usize]) {
            let kept = |&&s: &&usize| match model.symmetries[s].classes[class] {
                Some(to) if to == class => {
                    model.image(s, id).is_some_and(|image| !orbits.banned[image as usize])
                }
                to => to.is_some(),
            };
            let rivals: Vec<usize> = orbits.all.iter().filter(kept).copied().collect();
            if !rivals.is_empty() {
                orbits.rivals.insert(id, rivals);
            }
        }
        orbits
    }

    /// The placements in which the piece held down is laid.
    pub fn kept(&self, model: &Model<'_>) -> Vec<u32> {
        let kept = |&id: &u32| {
            let class = model.placements[id as usize].class;
            Some(class) == self.class && !self.banned[id as usize]
        };
        (0..model.placements.len() as u32).filter(kept).collect()
    }

    /// With how many images every solution is compared.
    pub fn compared(&self) -> usize {
        if self.class.is_none() { self.all.len() } else { 0 }
    }

    /// The symmetries under which a cover may have an image that the engine meets too.
    fn rivals(&self, model: &Model<'_>, cover: &[u32]) -> &[usize] {
        let held = |&&id: &&u32| Some(model.placements[id as usize].class) == self.class;
        match self.class {
            None => &self.all,
            Some(_) => {
                let rivals = cover.iter().find(held).and_then(|id| self.rivals.get(id));
                rivals.map_or(&[], |rivals| &rivals[..])
            }
        }
    }

    /// How many solutions the class of a cover has.
    pub fn size(&self, model: &Model<'_>, cover: &[u32]) -> u64 {
        // A symmetry that leaves a cover alone carries the piece held down to itself.
        let keeps = |&s: &usize| model.symmetries[s].keeps;
        if self.class.is_some()
            && self.rivals(model, cover).is_empty()
            && self.all.iter().all(keeps)
        {
            return self.all.len() as u64 + 1;
        }
        let images = 0..model.symmetries.len();
        let images: BTreeSet<Vec<u32>> = images.filter_map(|s| model.carry(s, cover)).collect();
        images.len() as u64
    }

    /// Does this cover stand for its class among those that the engine meets?
    pub fn stands(&self, model: &Model<'_>, cover: &[u32]) -> bool {
        let rivals = self.rivals(model, cover);
        if rivals.is_empty() {
            return true;
        }
        let over = over(model, cover);
        let met = |image: &Vec<u32>| image.iter().all(|&id| !self.banned[id as usize]);
        let before = |&s: &usize| {
            // Where nothing is left out, every image of a solution under a symmetry that keeps all is met.
            let sure = self.class.is_none() && model.symmetries[s].keeps;
            self.image_is_less(model, s, &over)
                && (sure || model.carry(s, cover).filter(met).is_some())
        };
        !rivals.iter().any(before)
    }

    /// Does the image of a cover come before it, cell by cell from the last? Solutions that are met one after the other
    /// differ there, so that few cells tell.
    fn image_is_less(&self, model: &Model<'_>, s: usize, over: &[u32]) -> bool {
        for (&own, &from) in over.iter().zip(&self.from[s]).rev() {
            match model.image(s, over[from as usize]) {
                Some(image) if image == own => {}
                image => return image.is_some_and(|image| image < own),
            }
        }
        false
    }
}

/// The placement over each cell.
fn over(model: &Model<'_>, cover: &[u32]) -> Vec<u32> {
    let mut over = vec![0; model.cells.len()];
    for &id in cover {
        model.placements[id as usize].cells.iter().for_each(|&cell| over[cell as usize] = id);
    }
    over
}

/// For each cell, the one that a symmetry carries to it.
fn from(cells: &[u32]) -> Vec<u32> {
    let mut from = vec![0; cells.len()];
    cells.iter().zip(0..).for_each(|(&to, cell)| from[to as usize] = cell);
    from
}

/// How much is tried to find out which piece is held down best.
pub struct Trial {
    /// No more than a first look at a tree of fewer nodes.
    pub large: f64,
    /// Steps for each node of a large tree, and the most steps.
    pub part: f64,
    pub most: f64,
}

/// Steps of the first look.
const LOOK: usize = 500;
/// Estimates that are averaged.
const PARTS: usize = 8;
/// So many classes are tried, those in the fewest places, unless there are more placements than that: tables are made for
/// each.
const TRIED: usize = 16;
const MOST: usize = 1 << 16;

/// The class to hold down so that the tree is small, if any piece is used just once: the one in the fewest places, or in a
/// large tree the one with which it seems smallest. The nodes are estimated for a class by so many steps and a seed.
pub fn held(
    model: &Model<'_>,
    distinct: bool,
    trial: &Trial,
    mut nodes: impl FnMut(usize, usize, u64) -> f64,
) -> Option<usize> {
    let mut classes = once(model);
    let smallest = *classes.first().filter(|_| distinct && model.symmetries.len() > 1)?;
    classes.truncate(TRIED);
    if model.placements.len() > MOST || classes.len() < 2 {
        return Some(smallest);
    }
    let seems = nodes(smallest, LOOK, 0);
    if seems < trial.large {
        return Some(smallest);
    }
    // The better half is looked at again, each as long as two were before.
    let steps = (seems * trial.part).min(trial.most) / f64::from(classes.len().ilog2() + 1);
    let mut classes: Vec<(f64, usize)> = classes.into_iter().map(|class| (0.0, class)).collect();
    for round in 1.. {
        let each = (steps / classes.len() as f64) as usize + 1;
        for (sum, class) in &mut classes {
            *sum += libm::log(nodes(*class, each, round)) * each as f64;
        }
        classes.sort_by(|a, b| a.0.total_cmp(&b.0));
        classes.truncate(classes.len().div_ceil(2));
        if classes.len() < 2 {
            break;
        }
    }
    classes.first().map(|&(_, class)| class)
}

/// About how many nodes a tree has: the mean of the logarithms of several estimates. A single large one, as there are in
/// uneven trees, counts little in it, so that trees can be compared after few steps.
pub fn seems(climber: &mut dyn Climb, steps: usize, seed: u64) -> f64 {
    let one = |i: usize| {
        libm::log(estimate(climber, (steps / PARTS).max(1), seed * PARTS as u64 + i as u64))
    };
    libm::exp((0..PARTS).map(one).sum::<f64>() / PARTS as f64)
}

/// The classes of which one piece is used, no more and no less; those in the fewest places first.
pub(super) fn once(model: &Model<'_>) -> Vec<usize> {
    let mut places = vec![0; model.classes.len()];
    model.placements.iter().for_each(|p| places[p.class] += 1);
    let once = |&c: &usize| model.classes[c].least == 1 && model.classes[c].most == 1;
    let mut classes: Vec<usize> = (0..places.len()).filter(once).collect();
    classes.sort_by_key(|&class| places[class]);
    classes
}
