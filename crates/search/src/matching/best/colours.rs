//! Which colours are best used up early.

use super::ground::Ground;

/// The most colours that are tried with each other.
const RAREST: usize = 40;

/// How many edges of the colours that should be used up early each tile has: one colour of the frame, if there is a frame, and
/// two of the inside that together touch the fewest tiles, so that they are used up with the fewest.
pub fn rich(g: &Ground<'_>) -> Vec<u16> {
    let colours = colours(g);
    let edges = |tile: usize| {
        g.shown[tile << g.shift].iter().filter(|colour| colours.contains(colour)).count() as u16
    };
    (0..g.p.tiles.len()).map(edges).collect()
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
