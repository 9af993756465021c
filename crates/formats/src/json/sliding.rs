//! Sliding puzzles as JSON.

use marquetry_puzzle::Cell;
use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};

use super::{Finding, settle, wire};

pub(super) fn wire(p: &Sliding) -> wire::Sliding {
    let places = |cells: &[Cell]| cells.iter().map(|&cell| wire::Place(cell)).collect();
    let block = |block: &Block| wire::Block {
        name: block.name.clone(),
        label: block.label.clone(),
        cells: places(&block.cells),
        freedom: match block.freedom {
            Freedom::Any => wire::Freedom::Any,
            Freedom::Horizontal => wire::Freedom::Horizontal,
            Freedom::Vertical => wire::Freedom::Vertical,
        },
    };
    let target = |target: &Target| wire::Target {
        label: target.label.clone(),
        cells: places(&target.cells),
    };
    wire::Sliding {
        title: p.title.clone(),
        width: p.width,
        height: p.height,
        walls: places(&p.walls),
        blocks: p.blocks.iter().map(block).collect(),
        goal: p.goal.iter().map(target).collect(),
    }
}

pub(super) fn puzzle(wire: wire::Sliding) -> Result<Sliding, Vec<Finding>> {
    let cells = |places: Vec<wire::Place<2>>| places.into_iter().map(|place| place.0).collect();
    let block = |block: wire::Block| Block {
        name: block.name,
        label: block.label,
        cells: cells(block.cells),
        freedom: match block.freedom {
            wire::Freedom::Any => Freedom::Any,
            wire::Freedom::Horizontal => Freedom::Horizontal,
            wire::Freedom::Vertical => Freedom::Vertical,
        },
    };
    let target = |target: wire::Target| Target { label: target.label, cells: cells(target.cells) };
    let setup = Setup {
        title: wire.title,
        width: wire.width,
        height: wire.height,
        walls: cells(wire.walls),
        blocks: wire.blocks.into_iter().map(block).collect(),
        goal: wire.goal.into_iter().map(target).collect(),
    };
    settle(Vec::new(), Sliding::new(setup), "walls")
}
