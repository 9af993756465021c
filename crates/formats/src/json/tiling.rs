//! Tiling puzzles as JSON.

use marquetry_puzzle::tiling::{Colour, Piece, Setup, Shape, Tiling, in_box};
use marquetry_puzzle::{Fault, Part};

use super::place::Inward::{self, Item, Key};
use super::{Finding, settle, wire};

pub(super) fn wire(p: &Tiling) -> wire::Tiling {
    let piece = |piece: &Piece| {
        let (cells, colours) = parted(&piece.shape);
        let copies = [piece.least, piece.most];
        wire::Piece {
            name: piece.name.clone(),
            cells,
            colours,
            copies,
            turn: piece.turn,
            flip: piece.flip,
        }
    };
    let (cells, colours) = parted(&p.board);
    wire::Tiling {
        title: p.title.clone(),
        grid: p.grid.into(),
        board: wire::Board {
            cells,
            colours,
            optional: p.optional.iter().map(|&cell| wire::Place(cell)).collect(),
        },
        pieces: p.pieces.iter().map(piece).collect(),
        labels: p.labels.iter().map(|(&cell, label)| wire::Label::new(cell, label)).collect(),
    }
}

/// Cells and colours of a shape, no colours where all are any.
fn parted(shape: &Shape) -> (Vec<wire::Place<3>>, Option<Vec<Colour>>) {
    let coloured = shape.iter().any(|cell| cell.1.is_some());
    let colours = coloured.then(|| shape.iter().map(|cell| cell.1).collect());
    (shape.iter().map(|cell| wire::Place(cell.0)).collect(), colours)
}

pub(super) fn puzzle(wire: wire::Tiling) -> Result<Tiling, Vec<Finding>> {
    let mut findings = Vec::new();
    let optional = wire.board.optional.iter().map(|cell| cell.0).collect();
    let board =
        shape(wire.board.cells, wire.board.colours, Part::Board, &[Key("board")], &mut findings);
    let mut pieces = Vec::new();
    for (i, piece) in wire.pieces.into_iter().enumerate() {
        let at = [Key("pieces"), Item(i)];
        pieces.push(Piece {
            name: piece.name,
            shape: shape(piece.cells, piece.colours, Part::Piece(i), &at, &mut findings),
            least: piece.copies[0],
            most: piece.copies[1],
            turn: piece.turn,
            flip: piece.flip,
        });
    }
    let within = in_box(&board);
    for (i, label) in wire.labels.iter().enumerate().filter(|(_, l)| !within(l.cell.0)).take(100) {
        let message = format!("'{}' is beside the board", label.label);
        findings.push(Finding {
            at: vec![Key("labels"), Item(i)],
            fault: Fault::new("label", Part::Board, message),
        });
    }
    let labels = wire.labels.into_iter().map(|label| (label.cell.0, label.label)).collect();
    let setup =
        Setup { title: wire.title, grid: wire.grid.into(), board, optional, pieces, labels };
    settle(findings, Tiling::new(setup), "board")
}

fn shape(
    cells: Vec<wire::Place<3>>,
    colours: Option<Vec<Colour>>,
    part: Part,
    at: &[Inward],
    findings: &mut Vec<Finding>,
) -> Shape {
    if let Some(colours) = colours.as_ref().filter(|colours| colours.len() != cells.len()) {
        let message = format!("there are {} colours for {} cells", colours.len(), cells.len());
        let help = "give each cell its colour, null for any";
        let fault = Fault::new("colour-count", part, message).help(help);
        findings.push(Finding { at: at.iter().copied().chain([Key("colours")]).collect(), fault });
    }
    let colours = colours.into_iter().flatten().chain(std::iter::repeat(None));
    cells.into_iter().map(|cell| cell.0).zip(colours).collect()
}
