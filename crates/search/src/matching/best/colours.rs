//! Which colours are best used up early, and how fast.

use super::ground::Ground;

/// The most colours that are tried with each other.
const RAREST: usize = 40;

/// Colours to be used up early.
pub struct Spending {
    /// How many edges of them each tile has.
    pub rich: Vec<u16>,
    /// How many should lie on the board at each depth.
    curve: Vec<f64>,
    /// How many the pinned tiles have.
    pinned: f64,
}

impl Spending {
    /// One colour of the frame, if there is a frame, and two of the inside that together touch the fewest tiles: so
    /// they are used up with the fewest. `spare` edges of them may stay, of Eternity II's 122.
    pub fn new(g: &Ground<'_>, bottom: usize, spare: f64) -> Spending {
        let colours = colours(g);
        let rich = |tile: usize| {
            g.shown[tile << g.shift].iter().filter(|colour| colours.contains(colour)).count() as u16
        };
        let rich: Vec<u16> = (0..g.p.tiles.len()).map(rich).collect();
        let all = f64::from(rich.iter().sum::<u16>());
        let wanted = all * (1.0 - spare / 122.0);
        let least = |cell: usize| {
            let depth = (cell + 1) as f64 / bottom as f64 * 256.0;
            curve(depth) * wanted
        };
        let pinned = g.p.pins.iter().map(|pin| f64::from(rich[pin.tile])).sum();
        Spending { rich, curve: (0..bottom).map(least).collect(), pinned }
    }

    /// How many must lie on the board beside the pins at each depth, when this share is asked for.
    pub fn least(&self, share: f64) -> Vec<u16> {
        self.curve.iter().map(|wanted| (wanted * share - self.pinned) as u16).collect()
    }
}

/// The share that must be used up at a depth of Eternity II's 256: fast at first, all of it at half the board.
fn curve(depth: f64) -> f64 {
    (3.63 / (1.0 + libm::exp(-0.02 * (depth + 22.0))) - 2.456).clamp(0.0, 1.0)
}

fn colours(g: &Ground<'_>) -> Vec<u16> {
    let tiles = || (0..g.p.tiles.len()).map(|tile| g.shown[tile << g.shift]);
    let mut known: Vec<(usize, u16)> = (0..g.colours as u16 - 2)
        .map(|colour| (tiles().filter(|shown| shown.contains(&colour)).count(), colour))
        .filter(|&(tiles, _)| tiles > 0)
        .collect();
    known.sort_unstable();
    let along: Vec<u16> = (0..g.p.tiles.len()).flat_map(|tile| along_frame(g, tile)).collect();
    let (frame, inner): (Vec<u16>, Vec<u16>) =
        known.iter().map(|&(_, colour)| colour).partition(|colour| along.contains(colour));
    let inner = &inner[..inner.len().min(RAREST)];
    let pairs =
        inner.iter().enumerate().flat_map(|(i, &a)| inner[..i].iter().map(move |&b| [a, b]));
    let mut sets: Vec<Vec<u16>> = pairs.map(|pair| pair.to_vec()).collect();
    if !frame.is_empty() {
        let with = |&colour: &u16| sets.iter().map(move |set| [&[colour], &set[..]].concat());
        sets = frame.iter().take(RAREST).flat_map(with).collect();
    }
    let touched =
        |set: &Vec<u16>| tiles().filter(|shown| shown.iter().any(|c| set.contains(c))).count();
    sets.into_iter().min_by_key(touched).unwrap_or_default()
}

/// What a tile shows along the frame.
fn along_frame(g: &Ground<'_>, tile: usize) -> impl Iterator<Item = u16> {
    let (frame, shown) = (g.frames[tile << g.shift], g.shown[tile << g.shift]);
    let framed = move |side: usize| frame >> (side % 4) & 1 == 1;
    (0..4).filter(move |&s| !framed(s) && (framed(s + 1) || framed(s + 3))).map(move |s| shown[s])
}
