//! A sliding puzzle's solution as an animated GIF.
//!
//! The tray is rendered a few times, with and without its blocks, their letters, and the goal's marks. Every frame is
//! then cut together from these cell by cell, and only the part of it that changes is written.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use marquetry_puzzle::{Cell, Move, Sliding};

use crate::Error;
use crate::film::{Film, Push};
use crate::png::pixels;
use crate::scene::Scene;
use crate::sliding::{ORIGIN, SIZE, Stage, is_letter, stage};
use crate::svg::{Layer, stack};

/// The most pixels of a picture, and of a cell's side.
const MOST_PIXELS: f32 = 640_000.0;
const LARGEST: f32 = 60.0;
/// Hundredths of a second from frame to frame.
const TICK: u16 = 4;

/// The moves from the start to the end, again and again.
pub(crate) fn animate(p: &Sliding, moves: &[Move]) -> Result<Vec<u8>, Error> {
    let film = Film::of(p, moves)?;
    let file = Reel::new(&stage(p))?.run(p, &film);
    file.map_err(|error| Error(error.to_string()))
}

/// A place in pixels.
type Spot = (i32, i32);

/// The least rectangle around some places: its corner and the one beyond the last pixel.
#[derive(Copy, Clone)]
struct Patch {
    from: Spot,
    to: Spot,
}

impl Patch {
    const NONE: Patch = Patch { from: (i32::MAX, i32::MAX), to: (0, 0) };

    fn cover(&mut self, (x, y): Spot, side: i32) {
        self.from = (self.from.0.min(x), self.from.1.min(y));
        self.to = (self.to.0.max(x + side), self.to.1.max(y + side));
    }
}

struct Reel {
    width: i32,
    height: i32,
    /// The pixels of a cell's side, and where the first cell begins.
    cell: i32,
    origin: i32,
    palette: Vec<[u8; 3]>,
    /// The tray at the start without marks, and the tray without blocks.
    start: Vec<u8>,
    bare: Vec<u8>,
    /// Marks lie over blocks, and the letters of blocks over marks.
    marks: Vec<bool>,
    letters: Vec<bool>,
    /// What is seen now.
    now: Vec<u8>,
}

impl Reel {
    fn new(stage: &Stage) -> Result<Reel, Error> {
        let (w, h) = (stage.page.width, stage.page.height);
        let cell = (SIZE * (MOST_PIXELS / (w * h)).sqrt()).min(LARGEST).floor().max(1.0);
        let scale = cell / SIZE;
        // Cells begin at whole pixels, so that a block looks the same everywhere.
        let origin = (ORIGIN * scale).ceil();
        let shift = origin - ORIGIN * scale;
        let size = ((w * scale + shift).ceil() as u32, (h * scale + shift).ceil() as u32);
        let render = |more: &[Scene], letters: bool| {
            let shapes = more.iter().flat_map(|scene| &scene.shapes);
            let shapes = shapes.filter(|shape| letters || !is_letter(shape));
            let layer = Layer::still(stage.page.shapes.iter().chain(shapes));
            pixels(&stack(&stage.page, &[layer]), size, scale, shift)
        };
        let (start, blank) = (render(&stage.blocks, true)?, render(&stage.blocks, false)?);
        let (bare, empty) = (render(std::slice::from_ref(&stage.marks), true)?, render(&[], true)?);
        let palette = Palette::of(&[&start, &bare]);
        let indices = |colours: &[[u8; 3]]| colours.iter().map(|c| palette.nearest(c)).collect();
        let differ = |a: &[[u8; 3]], b: &[[u8; 3]]| a.iter().zip(b).map(|(a, b)| a != b).collect();
        let mut reel = Reel {
            width: size.0 as i32,
            height: size.1 as i32,
            cell: cell as i32,
            origin: origin as i32,
            start: indices(&start),
            bare: indices(&bare),
            marks: differ(&bare, &empty),
            letters: differ(&start, &blank),
            now: Vec::new(),
            palette: palette.colours,
        };
        reel.now = (0..reel.start.len()).map(|at| reel.pixel(at, at)).collect();
        Ok(reel)
    }

    /// What is seen at a place when what starts at another place has come there.
    fn pixel(&self, from: usize, to: usize) -> u8 {
        if self.marks[to] && !self.letters[from] { self.bare[to] } else { self.start[from] }
    }

    fn run(mut self, p: &Sliding, film: &Film) -> Result<Vec<u8>, EncodingError> {
        let (width, height) = (self.width as u16, self.height as u16);
        let mut file = Encoder::new(Vec::new(), width, height, self.palette.as_flattened())?;
        file.set_repeat(Repeat::Infinite)?;
        let mut frame = self.frame(Patch { from: (0, 0), to: (self.width, self.height) });
        let mut shifts = vec![(0, 0); p.blocks.len()];
        let mut pushes = film.pushes.as_slice();
        let mut time = 0.0;
        // Blocks that were on their way at the last frame, by the cells they had gone before.
        let mut gone = vec![Cell::at(0, 0); p.blocks.len()];
        while time < film.length {
            time += f32::from(TICK);
            frame.delay += TICK;
            let mut places: Vec<(usize, Spot)> = Vec::new();
            while let [push, rest @ ..] = pushes
                && push.begins < time
            {
                let part = ((time - push.begins) / (push.ends - push.begins)).min(1.0);
                places.push((push.block, self.shift(gone[push.block], push, part)));
                if part < 1.0 {
                    break;
                }
                let far = push.cells as i16;
                let step = push.way.step();
                gone[push.block] = gone[push.block].plus(Cell::at(step.x * far, step.y * far));
                pushes = rest;
            }
            let changed = self.put(p, &mut shifts, &places);
            if changed.from.0 < changed.to.0 {
                file.write_frame(&std::mem::replace(&mut frame, self.frame(changed)))?;
            }
        }
        file.write_frame(&frame)?;
        file.into_inner()
    }

    /// How many pixels a block is from its start.
    fn shift(&self, gone: Cell, push: &Push, part: f32) -> Spot {
        let (step, far) = (push.way.step(), part * push.cells as f32);
        let pixels = |cells: i16, way: i16| {
            ((f32::from(cells) + f32::from(way) * far) * self.cell as f32).round() as i32
        };
        (pixels(gone.x, step.x), pixels(gone.y, step.y))
    }

    /// Takes blocks from where they are to these places. Returns what that changed.
    fn put(&mut self, p: &Sliding, shifts: &mut [Spot], places: &[(usize, Spot)]) -> Patch {
        let mut moved: Vec<(usize, Spot)> = places.iter().map(|&(b, _)| (b, shifts[b])).collect();
        places.iter().for_each(|&(block, shift)| shifts[block] = shift);
        moved.retain(|&(block, old)| shifts[block] != old);
        let mut changed = Patch::NONE;
        for &(block, old) in &moved {
            for &cell in &p.blocks[block].cells {
                let at = self.corner(cell, old);
                changed.cover(at, self.cell);
                for (_, to) in self.squares(at, at) {
                    self.now[to] = self.bare[to];
                }
            }
        }
        for &(block, _) in &moved {
            for &cell in &p.blocks[block].cells {
                let (from, to) = (self.corner(cell, (0, 0)), self.corner(cell, shifts[block]));
                changed.cover(to, self.cell);
                for (from, to) in self.squares(from, to) {
                    self.now[to] = self.pixel(from, to);
                }
            }
        }
        changed
    }

    /// The pixels of a cell at one place, each with its counterpart at another.
    fn squares(&self, from: Spot, to: Spot) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, cell) = (self.width, self.cell);
        let at = move |(x, y): Spot, i: i32| ((y + i / cell) * width + x + i % cell) as usize;
        (0..cell * cell).map(move |i| (at(from, i), at(to, i)))
    }

    fn corner(&self, cell: Cell, shift: Spot) -> Spot {
        let pixels = |cells: i16| self.origin + i32::from(cells) * self.cell;
        (pixels(cell.x) + shift.0, pixels(cell.y) + shift.1)
    }

    /// A part of what is seen now, which stays when the next comes.
    fn frame(&self, part: Patch) -> Frame<'static> {
        let row = |y: i32| (part.from.0..part.to.0).map(move |x| (y * self.width + x) as usize);
        let seen = (part.from.1..part.to.1).flat_map(row);
        Frame {
            left: part.from.0 as u16,
            top: part.from.1 as u16,
            width: (part.to.0 - part.from.0) as u16,
            height: (part.to.1 - part.from.1) as u16,
            delay: 0,
            dispose: DisposalMethod::Keep,
            buffer: seen.map(|at| self.now[at]).collect(),
            ..Frame::default()
        }
    }
}

/// The colours of a picture, at most 256: those that cover most of it. The others are shades at the edges of shapes,
/// and the nearest colour does for them.
struct Palette {
    colours: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn of(pictures: &[&Vec<[u8; 3]>]) -> Palette {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        pictures.iter().copied().flatten().for_each(|c| *counts.entry(*c).or_default() += 1);
        let mut all: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        all.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours: Vec<[u8; 3]> = all.iter().take(256).map(|pair| pair.0).collect();
        let nearest = |wanted: [u8; 3]| {
            let off = |c: &[u8; 3]| {
                (0..3).map(|i| (i32::from(c[i]) - i32::from(wanted[i])).pow(2)).sum::<i32>()
            };
            let best = (0..colours.len()).min_by_key(|&i| off(&colours[i]));
            (wanted, best.unwrap_or(0) as u8)
        };
        Palette { nearest: all.iter().map(|pair| nearest(pair.0)).collect(), colours }
    }

    fn nearest(&self, colour: &[u8; 3]) -> u8 {
        self.nearest.get(colour).copied().unwrap_or(0)
    }
}
