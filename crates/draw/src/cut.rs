//! Outlines for a laser cutter: each edge once, whatever lies on both sides of it, in millimetres.

use std::collections::{BTreeMap, BTreeSet};

use marquetry_puzzle::tiling::{Grid, Shape};
use marquetry_puzzle::{Cell, Matching, Placed, Puzzle, Sliding, Solution, Tiling};

use crate::cells::{self, Corner};
use crate::path::{Path, decimal, hundredths};
use crate::scene::{Form, Point, flow, pleasing_width};
use crate::tiling::by_layer;
use crate::{Error, Lattice, svg, title};

/// The blank around all and between plates, in millimetres.
const GAP: f32 = 4.0;
/// A thousandth of an inch: a line so thin is one to cut.
const HAIRLINE: &str = ".025";
/// The most plates on a sheet.
const MOST: usize = 10_000;

/// Figures that lie side by side, each by its cells.
type Plate = Vec<Vec<Cell>>;

/// The outlines of a puzzle's pieces, tiles or blocks as an SVG file.
pub(crate) fn write(
    puzzle: &Puzzle,
    solution: Option<&Solution>,
    cell: f32,
) -> Result<String, Error> {
    if !(cell.is_finite() && cell > 0.0) {
        return Err(Error(format!("a cell of {cell} mm cannot be cut")));
    }
    let (grid, plates) = match (puzzle, solution) {
        (Puzzle::Tiling(p), Some(Solution::Cover(cover))) => (p.grid, covered(p, cover)),
        (Puzzle::Tiling(p), _) => (p.grid, apart(p)?),
        (Puzzle::Matching(p), _) => (Grid::Squares, tiles(p, solution)),
        (Puzzle::Sliding(p), _) => (Grid::Squares, vec![tray(p)]),
    };
    let scale = cell / Lattice::of(grid).cell.0;
    let extents: Vec<(Point, Point)> =
        plates.iter().map(|plate| cells::extent(grid, plate.iter().flatten().copied())).collect();
    let size = |(lo, hi): &(Point, Point)| ((hi.0 - lo.0) * scale, (hi.1 - lo.1) * scale);
    let sizes: Vec<Point> = extents.iter().map(size).collect();
    let (corners, all) = flow(&sizes, pleasing_width(&sizes, GAP), GAP);
    let [w, h] = [all.0, all.1].map(|side| decimal(hundredths(side + 2.0 * GAP)));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\" \
         fill=\"none\" stroke=\"#f00\" stroke-width=\"{HAIRLINE}\">\n<title>{}</title>\n",
        svg::escape(&title(puzzle))
    );
    for ((plate, (lo, _)), at) in plates.iter().zip(extents).zip(corners) {
        let place = |corner: Corner| {
            let (x, y) = cells::point(grid, (-lo.0, -lo.1), corner);
            (GAP + at.0 + x * scale, GAP + at.1 + y * scale)
        };
        let ways = ways(edges(grid, plate));
        let lines = ways.into_iter().map(|way| way.into_iter().map(place).collect()).collect();
        let data = Path::through(std::iter::once(&Form::Lines(lines)));
        out += &format!("<path d=\"{data}\"/>\n");
    }
    Ok(out + "</svg>\n")
}

/// Each layer of the board with the pieces that lie in it.
fn covered(p: &Tiling, cover: &[Placed]) -> Vec<Plate> {
    let layer = |z: i16| {
        let board = p.board.iter().map(|c| c.0).filter(|cell| cell.z == z).collect();
        let piece = |placed: &Placed| -> Vec<Cell> {
            let there = |cell: &&Cell| cell.z == z && p.colour_at(**cell).is_some();
            placed.cells.iter().filter(there).copied().collect()
        };
        std::iter::once(board).chain(cover.iter().map(piece)).collect()
    };
    (0..p.size().2 as i16).map(layer).collect()
}

/// The layers of the board, and those of each piece as often as it may be used.
fn apart(p: &Tiling) -> Result<Vec<Plate>, Error> {
    let layers = |shape: &Shape| -> Vec<Plate> {
        let layers = by_layer(shape.iter().map(|c| c.0));
        layers.into_values().map(|layer| vec![layer]).collect()
    };
    let mut plates = layers(&p.board);
    for piece in &p.pieces {
        let one = layers(&piece.shape);
        let copies = (piece.most as usize).min(p.board.len() / piece.shape.len().max(1));
        if plates.len() + one.len() * copies > MOST {
            return Err(Error(format!("more than {MOST} pieces are too many to cut")));
        }
        (0..copies).for_each(|_| plates.extend(one.iter().cloned()));
    }
    Ok(plates)
}

/// The board cut into cells where tiles lie; without a solution the board, and beside it all tiles in rows.
fn tiles(p: &Matching, solution: Option<&Solution>) -> Vec<Plate> {
    let board: Vec<Cell> = (0..p.cells.len()).filter(|&c| p.cells[c]).map(|c| p.place(c)).collect();
    match solution {
        Some(Solution::Board(laid)) => {
            let there = (0..p.cells.len()).filter(|&c| laid.get(c).is_some_and(Option::is_some));
            let tiles = there.map(|c| vec![p.place(c)]);
            vec![std::iter::once(board).chain(tiles).collect()]
        }
        _ => {
            let cell = |i: usize| Cell::at((i % p.width) as i16, (i / p.width) as i16);
            vec![vec![board], (0..p.tiles.len()).map(|i| vec![cell(i)]).collect()]
        }
    }
}

/// The inside of a tray with its blocks and walls, as they lie at the start.
fn tray(p: &Sliding) -> Plate {
    let blocks = p.blocks.iter().map(|block| block.cells.clone());
    std::iter::once(p.cells().collect()).chain([p.walls.clone()]).chain(blocks).collect()
}

/// The edges of all figures, each once.
fn edges(grid: Grid, plate: &Plate) -> BTreeSet<(Corner, Corner)> {
    let mut edges = BTreeSet::new();
    for figure in plate {
        let sides: BTreeSet<(Corner, Corner)> =
            figure.iter().flat_map(|&cell| cells::sides(grid, cell)).collect();
        let rim = sides.iter().filter(|&&(a, b)| !sides.contains(&(b, a)));
        edges.extend(rim.map(|&(a, b)| (a.min(b), a.max(b))));
    }
    edges
}

/// Ways along all edges, each edge once, that go straight on where they can. First those that must have an end somewhere,
/// then those that come back.
fn ways(edges: BTreeSet<(Corner, Corner)>) -> Vec<Vec<Corner>> {
    let mut next: BTreeMap<Corner, BTreeSet<Corner>> = BTreeMap::new();
    for (a, b) in edges {
        next.entry(a).or_default().insert(b);
        next.entry(b).or_default().insert(a);
    }
    let corners: Vec<Corner> = next.keys().copied().collect();
    let mut ways = Vec::new();
    for odd in [true, false] {
        for &corner in &corners {
            let open = |next: &BTreeMap<Corner, BTreeSet<Corner>>| {
                next.get(&corner)
                    .is_some_and(|ends| ends.len() % 2 == 1 || !odd && !ends.is_empty())
            };
            while open(&next) {
                ways.push(walk(&mut next, corner));
            }
        }
    }
    ways
}

/// A way from a corner as far as it goes, by its bends. Takes its edges away.
fn walk(next: &mut BTreeMap<Corner, BTreeSet<Corner>>, from: Corner) -> Vec<Corner> {
    let mut way = vec![from];
    let (mut here, mut step) = (from, None);
    loop {
        let straight = step.map(|(dx, dy)| (here.0 + dx, here.1 + dy));
        let ends = next.get(&here);
        let on = straight.filter(|to| ends.is_some_and(|ends| ends.contains(to)));
        let Some(to) = on.or(ends.and_then(|ends| ends.first().copied())) else { break };
        for (a, b) in [(here, to), (to, here)] {
            if let Some(ends) = next.get_mut(&a) {
                ends.remove(&b);
            }
        }
        if step.is_some() && on.is_none() {
            way.push(here);
        }
        step = Some((to.0 - here.0, to.1 - here.1));
        here = to;
    }
    way.push(here);
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_go_along_every_edge_once_and_straight_on() {
        let cells = |at: &[(i16, i16)]| at.iter().map(|&(x, y)| Cell::at(x, y)).collect::<Vec<_>>();
        let plate = vec![cells(&[(0, 0), (1, 0)]), cells(&[(0, 1), (1, 1)])];
        let edges = edges(Grid::Squares, &plate);
        assert_eq!(edges.len(), 10);
        let ways = ways(edges);
        // Down the left side and around to the right end of the middle, and the rest.
        let bends: usize = ways.iter().map(Vec::len).sum();
        assert!(ways.len() == 1 && bends <= 8, "{ways:?}");
    }

    #[test]
    fn hexagons_and_triangles_share_their_edges_too() {
        for (grid, alone) in [(Grid::Hexagons, 6), (Grid::Triangles, 3), (Grid::Squares, 4)] {
            let plate: Plate = vec![vec![Cell::at(1, 1)], vec![grid.around(Cell::at(1, 1))[0]]];
            assert_eq!(edges(grid, &plate).len(), 2 * alone - 1);
        }
    }
}
