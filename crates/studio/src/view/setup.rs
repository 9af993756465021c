//! What there is to play with: what does not change from move to move.

use std::collections::{BTreeMap, BTreeSet};

use marquetry_formats::json::wire::Place;
use marquetry_play::{Game, Position, pieces};
use marquetry_puzzle::sliding::Freedom;
use marquetry_puzzle::tiling::{Grid, Piece};
use marquetry_puzzle::{Cell, Puzzle, Tiling};
use marquetry_report::words;
use serde::Serialize;

use super::{cells, name, place, places};
use crate::wire::Turn;

/// What does not change from move to move.
#[derive(Debug, Serialize)]
pub struct Setup {
    family: &'static str,
    title: String,
    layers: usize,
    columns: usize,
    rows: usize,
    /// The cells that can hold something.
    cells: Vec<Place<3>>,
    /// What they are: "squares", "hexagons" or "triangles".
    grid: &'static str,
    /// How they lie on the drawing, and the corner of the first cell of each layer.
    lattice: Lattice,
    origins: Vec<[f64; 2]>,
    #[serde(rename = "viewBox")]
    view_box: [f64; 4],
    things: Vec<Kind>,
    /// All turns that some piece may make.
    turns: BTreeSet<Turn>,
    /// The fewest moves that lay a whole board. Those of a tray take a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<usize>,
    /// The cells of the goal, of a sliding puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    goal: Vec<Place<3>>,
}

/// How cells lie on the drawing: from a column to the next, from a row to the next, and the width and height of one.
#[derive(Debug, Serialize)]
struct Lattice {
    across: f32,
    down: (f32, f32),
    cell: (f32, f32),
}

impl Lattice {
    fn of(puzzle: &Puzzle, svg: &str) -> Lattice {
        let size = numbers(svg, "data-cell-size").first().copied().unwrap_or_default() as f32;
        let of = match puzzle {
            Puzzle::Tiling(p) => marquetry_draw::Lattice::of(p.grid),
            _ => marquetry_draw::Lattice::squares(size),
        };
        Lattice { across: of.across, down: of.down, cell: of.cell }
    }
}

/// A tile, piece or block.
#[derive(Debug, Serialize)]
struct Kind {
    index: usize,
    name: String,
    words: String,
    copies: u32,
    /// Can it never be moved?
    fixed: bool,
    /// Top, right, bottom and left of a tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<[String; 4]>,
    /// May a tile be turned?
    #[serde(skip_serializing_if = "Option::is_none")]
    turning: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    orientations: Vec<Orientation>,
    /// A piece of a solid puzzle, seen from a corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    thumb: Option<String>,
    /// Where a block starts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<Place<3>>,
    /// Which ways it may be pushed: "any", "horizontal" or "vertical".
    #[serde(skip_serializing_if = "Option::is_none")]
    freedom: Option<&'static str>,
}

/// A way to hold a piece, and where its turns lead.
#[derive(Debug, Serialize)]
struct Orientation {
    /// From its first cell.
    cells: Vec<Place<3>>,
    /// Is its first cell a triangle that points down?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    down: bool,
    /// How the drawing shows it: turns clockwise, after a flip, about a middle that is so far from the corner of its first
    /// cell. Pieces of solid boards are drawn as they lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flip: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    middle: Option<(f32, f32)>,
    turns: BTreeMap<Turn, Turned>,
}

#[derive(Debug, Serialize)]
struct Turned {
    to: usize,
    /// Which cell of that orientation each of this one becomes.
    cells: Vec<usize>,
}

impl Setup {
    /// Of a game, with its drawing.
    pub fn of(game: &Game, svg: &str) -> Setup {
        let puzzle = game.puzzle();
        let (columns, rows, layers) = match puzzle {
            Puzzle::Matching(p) => (p.width, p.height, 1),
            Puzzle::Tiling(p) => p.size(),
            Puzzle::Sliding(p) => (p.width, p.height, 1),
        };
        let things: Vec<Kind> = kinds(puzzle);
        let turns = things.iter().flat_map(|kind| &kind.orientations);
        let turns = turns.flat_map(|orientation| orientation.turns.keys().copied()).collect();
        let goal = match puzzle {
            Puzzle::Sliding(p) => places(p.goal.iter().flat_map(|target| target.cells.clone())),
            _ => Vec::new(),
        };
        let grid = match puzzle {
            Puzzle::Tiling(p) => p.grid,
            _ => Grid::Squares,
        };
        let origins = numbers(svg, "data-origin");
        let view_box = numbers(svg, "viewBox");
        Setup {
            family: puzzle.family().name(),
            title: puzzle.title().to_owned(),
            layers,
            columns,
            rows,
            cells: places(cells(puzzle)),
            grid: grid.name(),
            lattice: Lattice::of(puzzle, svg),
            origins: origins.as_chunks::<2>().0.to_vec(),
            view_box: view_box.first_chunk::<4>().copied().unwrap_or_default(),
            things,
            turns,
            least: least(game),
            goal,
        }
    }
}

/// One move for each tile or piece of a solution, where every solution has as many.
fn least(game: &Game) -> Option<usize> {
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(_), Position::Tiles(tiles)) => {
            Some(cells(game.puzzle()).len() - tiles.pinned())
        }
        (Puzzle::Tiling(p), _) => {
            let copies = |piece: &Piece| (piece.least == piece.most).then_some(piece.most as usize);
            p.pieces.iter().map(copies).sum()
        }
        _ => None,
    }
}

/// The numbers in an attribute of the outermost element.
fn numbers(svg: &str, attribute: &str) -> Vec<f64> {
    let head = svg.split('>').next().unwrap_or_default();
    let value = head.split_once(&format!(" {attribute}=\"")).map_or("", |(_, rest)| rest);
    let value = value.split('"').next().unwrap_or_default();
    value.split([' ', ',']).filter_map(|number| number.parse().ok()).collect()
}

fn kinds(puzzle: &Puzzle) -> Vec<Kind> {
    let kind = |index: usize| Kind {
        index,
        name: name(puzzle, index).to_owned(),
        words: words::thing(puzzle, index),
        copies: 1,
        fixed: false,
        edges: None,
        turning: None,
        orientations: Vec::new(),
        thumb: None,
        cells: Vec::new(),
        freedom: None,
    };
    match puzzle {
        Puzzle::Matching(p) => {
            let tile = |index: usize| Kind {
                fixed: p
                    .pins
                    .iter()
                    .any(|pin| pin.tile == index && (pin.turn.is_some() || !p.turning)),
                edges: Some(p.tiles[index].edges.map(|edge| p.edge_text(edge))),
                turning: Some(p.turning),
                ..kind(index)
            };
            (0..p.tiles.len()).map(tile).collect()
        }
        Puzzle::Tiling(p) => {
            let piece = |index: usize| Kind {
                copies: p.pieces[index].most,
                orientations: orientations(p, index),
                thumb: marquetry_draw::piece_svg(p, index).filter(|_| p.is_solid()),
                ..kind(index)
            };
            (0..p.pieces.len()).map(piece).collect()
        }
        Puzzle::Sliding(p) => {
            let block = |index: usize| Kind {
                cells: places(p.blocks[index].cells.iter().copied()),
                freedom: Some(match p.blocks[index].freedom {
                    Freedom::Any => "any",
                    Freedom::Horizontal => "horizontal",
                    Freedom::Vertical => "vertical",
                }),
                ..kind(index)
            };
            (0..p.blocks.len()).map(block).collect()
        }
    }
}

fn orientations(p: &Tiling, piece: usize) -> Vec<Orientation> {
    let shapes = p.orientations(piece);
    let table = pieces::table(p, piece);
    let mut index = 0..;
    let orientation =
        |(shape, turns): (&marquetry_puzzle::tiling::Shape, [Option<pieces::Turned>; 7])| {
            let first = shape.first().map_or(Cell::at(0, 0), |c| c.0);
            // On a flat board nothing is turned out of its plane.
            let within = if p.is_solid() { Turn::ALL.len() } else { Turn::FLAT };
            let turns =
                Turn::ALL.into_iter().zip(turns).take(within).filter_map(|(turn, turned)| {
                    turned.map(|turned| (turn, Turned { to: turned.to, cells: turned.cells }))
                });
            let cells = shape.iter().map(|c| place(c.0.minus(first))).collect();
            let pose = index.next().and_then(|index| marquetry_draw::pose(p, piece, index));
            Orientation {
                cells,
                down: p.grid == Grid::Triangles && !p.grid.points_up(first),
                turn: pose.map(|pose| pose.turn),
                flip: pose.map(|pose| pose.flip),
                middle: pose.map(|pose| pose.middle),
                turns: turns.collect(),
            }
        };
    shapes.iter().zip(table).map(orientation).collect()
}
