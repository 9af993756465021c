//! The positions of a small tray and the moves between them, one by one.
//!
//! ```
//! use marquetry_puzzle::Cell;
//! use marquetry_puzzle::sliding::{Block, Freedom, Setup, Sliding, Target};
//! use marquetry_search::sliding::graph::graph;
//! use marquetry_search::{Limits, Metric, Run, StopFlag};
//!
//! let at = |x| vec![Cell::at(x, 0)];
//! let block = Block { name: "A".into(), label: None, cells: at(0), freedom: Freedom::default() };
//! let goal = vec![Target { label: None, cells: at(2) }];
//! let (title, walls, blocks) = (String::new(), Vec::new(), vec![block]);
//! let tray = Sliding::new(Setup { title, width: 3, height: 1, walls, blocks, goal }).unwrap();
//! let mut nobody = ();
//! let mut run = Run::without_puzzle(Limits::default(), StopFlag::default(), &mut nobody);
//!
//! let graph = graph(&tray, Metric::Steps, 100, &mut run).unwrap().unwrap();
//! assert_eq!((graph.nodes.len(), graph.edges.len()), (3, 2));
//! ```

use std::collections::HashMap;

use marquetry_puzzle::sliding::{Move, Position, Sliding};

use super::reference::successors;
use crate::engines::Metric;
use crate::run::{Halt, Run};

/// All positions that can be reached.
pub struct Graph {
    /// The positions, nearest to the start first.
    pub nodes: Vec<Node>,
    /// Each move once, though it can be made both ways: from the position that comes first.
    pub edges: Vec<Edge>,
}

/// A position.
pub struct Node {
    /// Where the blocks are.
    pub position: Position,
    /// Moves from the start.
    pub distance: usize,
    /// Is the goal reached?
    pub goal: bool,
}

/// A move between two positions, which are given by their indices.
pub struct Edge {
    /// The first of them.
    pub from: usize,
    /// The second.
    pub to: usize,
    /// The move from the first to the second.
    pub step: Move,
}

/// The graph of a tray; `None` when it has more positions than `most`.
pub fn graph(
    p: &Sliding,
    metric: Metric,
    most: usize,
    run: &mut Run<'_>,
) -> Result<Option<Graph>, Halt> {
    let node = |position: Position, distance| Node { goal: position.solves(p), position, distance };
    let mut known = HashMap::from([(p.start().look(p), 0)]);
    let mut nodes = vec![node(p.start().clone(), 0)];
    let mut edges = Vec::new();
    let mut from = 0;
    while from < nodes.len() {
        run.tick().break_value().map_or(Ok(()), Err)?;
        for (step, position) in successors(p, &nodes[from].position, metric) {
            let to = *known.entry(position.look(p)).or_insert(nodes.len());
            if to == nodes.len() {
                nodes.push(node(position, nodes[from].distance + 1));
            }
            if from < to {
                edges.push(Edge { from, to, step });
            }
        }
        if nodes.len() > most {
            return Ok(None);
        }
        from += 1;
    }
    Ok(Some(Graph { nodes, edges }))
}
