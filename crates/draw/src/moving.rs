//! A sliding puzzle's solution as an SVG that moves by itself.

use std::collections::BTreeMap;

use marquetry_puzzle::{Cell, Move, Sliding};

use crate::Error;
use crate::film::Film;
use crate::sliding::{SIZE, is_letter, stage};
use crate::svg::{Layer, short, stack};

/// The way of a block: at which shares of the time it is how far from its start.
struct Keys {
    times: String,
    places: String,
    at: Cell,
}

impl Keys {
    fn new() -> Keys {
        Keys { times: "0".into(), places: "0 0".into(), at: Cell::at(0, 0) }
    }

    fn add(&mut self, time: f32) {
        let (x, y) = (f32::from(self.at.x) * SIZE, f32::from(self.at.y) * SIZE);
        self.times += &format!(";{}", (time * 1e5).round() / 1e5);
        self.places += &format!(";{x} {y}");
    }
}

/// The tray at the start, in which the blocks go their way again and again.
pub(crate) fn svg(p: &Sliding, moves: &[Move], title: &str) -> Result<String, Error> {
    let film = Film::of(p, moves)?;
    let mut keys: BTreeMap<usize, Keys> = BTreeMap::new();
    for push in &film.pushes {
        let keys = keys.entry(push.block).or_insert_with(Keys::new);
        keys.add(push.begins / film.length);
        (0..push.cells).for_each(|_| keys.at = keys.at.plus(push.way.step()));
        keys.add(push.ends / film.length);
    }
    let mut stage = stage(p);
    stage.page.title = title.to_owned();
    let mut animate: BTreeMap<usize, String> = BTreeMap::new();
    for (block, mut keys) in keys {
        keys.add(1.0);
        let more = format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{}s\" \
             repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
            short(film.length / 100.0),
            keys.times,
            keys.places
        );
        animate.insert(block, more);
    }
    let mut layers = Vec::new();
    for (below, letters) in [(&stage.page, false), (&stage.marks, true)] {
        let part = |i: usize| {
            stage.blocks[i].shapes.iter().filter(move |shape| is_letter(shape) == letters)
        };
        let resting = (0..stage.blocks.len()).filter(|i| !animate.contains_key(i)).flat_map(part);
        layers.push(Layer::still(below.shapes.iter().chain(resting)));
        let moving = animate.iter().map(|(&i, more)| (part(i).collect(), more.clone()));
        layers.extend(moving.map(|(shapes, more)| Layer { shapes, more }));
    }
    Ok(stack(&stage.page, &layers))
}
