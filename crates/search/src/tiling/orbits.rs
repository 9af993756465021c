//! One solution of each class: what an engine leaves out so that it meets no solution twice up to symmetry.

use rustc_hash::FxHashMap;

use super::model::{Model, Placement};

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
}

impl Orbits {
    /// Chooses the piece in the fewest places, if any is used just once. Of each orbit, the placement with the least
    /// key is kept. Unless `distinct`, nothing is left out and every solution stands for itself.
    pub fn new<K: Ord>(model: &Model<'_>, distinct: bool, key: impl Fn(&Placement) -> K) -> Orbits {
        let symmetries = if distinct { model.symmetries.len() } else { 1 };
        let mut orbits = Orbits {
            banned: vec![false; model.placements.len()],
            class: if symmetries > 1 { smallest(model) } else { None },
            rivals: FxHashMap::default(),
            all: (1..symmetries).collect(),
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

    /// Does this cover stand for its class among those that the engine meets?
    pub fn stands(&self, model: &Model<'_>, cover: &[u32]) -> bool {
        let held = |&&id: &&u32| Some(model.placements[id as usize].class) == self.class;
        let rivals = match self.class {
            None => &self.all,
            Some(_) => match cover.iter().find(held).and_then(|id| self.rivals.get(id)) {
                None => return true,
                Some(rivals) => rivals,
            },
        };
        if rivals.is_empty() {
            return true;
        }
        let mut own = cover.to_vec();
        own.sort_unstable();
        let met = |image: &Vec<u32>| image.iter().all(|&id| !self.banned[id as usize]);
        let before = |&s: &usize| model.carry(s, cover).filter(met).is_some_and(|i| i < own);
        !rivals.iter().any(before)
    }
}

/// The piece used just once that lies in the fewest places.
fn smallest(model: &Model<'_>) -> Option<usize> {
    let mut places = vec![0; model.classes.len()];
    model.placements.iter().for_each(|p| places[p.class] += 1);
    let once = |&c: &usize| model.classes[c].least == 1 && model.classes[c].most == 1;
    (0..places.len()).filter(once).min_by_key(|&class| places[class])
}
