//! Outlines for a laser cutter.

use std::collections::BTreeMap;

use marquetry::Puzzle;
use marquetry::draw::cut_svg;
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Node, Options, Tree};

use super::{named, solved};

/// The straight lines of a file, in hundredths of a millimetre.
fn straight(svg: &str) -> Vec<[(f32, f32); 2]> {
    // Millimetres as units: what a file says to be a millimetre is one.
    let tree = Tree::from_str(&svg.replace("mm\"", "\""), &Options::default()).expect("an SVG");
    let mut lines = Vec::new();
    for node in tree.root().children() {
        let Node::Path(path) = node else { panic!("outlines are paths") };
        assert!(path.fill().is_none() && path.stroke().is_some_and(|s| s.width().get() < 0.03));
        let mut here = (0.0, 0.0);
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => here = (to.x, to.y),
                PathSegment::LineTo(to) => {
                    lines.push([here, (to.x, to.y)]);
                    here = (to.x, to.y);
                }
                other => panic!("{other:?} is no straight line"),
            }
        }
    }
    lines
}

/// How often each edge of a cell is cut, where the edge has this length.
fn edges(svg: &str, edge: f32) -> BTreeMap<[i32; 4], usize> {
    let mut cuts = BTreeMap::new();
    for [from, to] in straight(svg) {
        let long = (to.0 - from.0).hypot(to.1 - from.1);
        let count = (long / edge).round();
        assert!(count >= 1.0 && (long - count * edge).abs() < 0.03, "{long} mm");
        let at = |i: f32| {
            let share = i / count;
            (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
        };
        for i in 0..count as usize {
            let (a, b) = (at(i as f32), at(i as f32 + 1.0));
            let mut ends =
                [a, b].map(|(x, y)| ((x * 10.0).round() as i32, (y * 10.0).round() as i32));
            ends.sort_unstable();
            let [(a, b), (c, d)] = ends;
            *cuts.entry([a, b, c, d]).or_insert(0) += 1;
        }
    }
    cuts
}

#[test]
fn an_edge_that_two_pieces_share_is_cut_once() {
    let puzzle = named("pentominoes-6x10");
    let svg = cut_svg(&puzzle, Some(&solved(&puzzle)), 15.0).expect("outlines");
    assert!(svg.contains("width=\"158mm\" height=\"98mm\" viewBox=\"0 0 158 98\""), "{svg}");
    let cuts = edges(&svg, 15.0);
    // The pieces have 142 edges, the board 32: (142 + 32) / 2.
    assert_eq!(cuts.len(), 87);
    assert!(cuts.values().all(|&times| times == 1));
}

#[test]
fn hexagons_triangles_tiles_and_blocks_are_cut_once_at_their_size() {
    // Edges of pieces and of the board, each piece's between its cells left out, halved.
    for (name, cell, edge) in [
        ("tetrahexes-4x7", 20.0, 20.0 / 3f32.sqrt()),
        ("hexiamonds-6x6", 18.0, 18.0),
        ("framed-4x4", 25.0, 25.0),
        ("klotski", 10.0, 10.0),
    ] {
        let puzzle = named(name);
        let svg = cut_svg(&puzzle, Some(&solved(&puzzle)), cell).expect("outlines");
        let cuts = edges(&svg, edge);
        let wanted = match &puzzle {
            // Five lines of four edges, across and down.
            Puzzle::Matching(_) => 40,
            Puzzle::Sliding(p) => {
                // All lines of the grid but those within blocks and between the two empty cells.
                let within: usize = p
                    .blocks
                    .iter()
                    .map(|block| block.cells.len())
                    .map(|n| if n == 4 { 4 } else { n - 1 })
                    .sum();
                5 * 5 + 4 * 6 - within - 1
            }
            Puzzle::Tiling(_) => cuts.len(),
        };
        assert_eq!(cuts.len(), wanted, "{name}");
        assert!(cuts.values().all(|&times| times == 1), "{name}");
    }
}

#[test]
fn pieces_apart_have_all_their_edges_and_the_board_its_rim() {
    let svg = cut_svg(&named("pentominoes-6x10"), None, 12.0).expect("outlines");
    assert_eq!(edges(&svg, 12.0).values().sum::<usize>(), 142 + 32);
}

#[test]
fn a_cell_of_no_size_is_not_cut() {
    for size in [0.0, -1.0, f32::NAN] {
        assert!(cut_svg(&named("klotski"), None, size).is_err());
    }
}
