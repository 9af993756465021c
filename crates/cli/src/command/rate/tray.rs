//! What designers of sliding puzzles ask: how many positions, which is the hardest, what leads where.

use std::path::Path;

use marquetry_formats::detect::{Format, write};
use marquetry_formats::graph::{self, dot, graphml};
use marquetry_puzzle::sliding::{Position, path_words};
use marquetry_puzzle::{Puzzle, Sliding};
use marquetry_search::sliding::chart::{Chart, Far, Whole, chart};
use marquetry_search::sliding::graph::graph;
use marquetry_search::{Ending, Limits, Run, StopFlag};

use super::{Rate, Rows};
use crate::command::Exit;
use crate::command::output::{Complaint, note_left_out, tell, write_file};
use crate::command::units::{Counted, grouped, plural};

/// The most positions of a graph, the most cells of all of them together, and the most moves.
const MOST_POSITIONS: usize = 100_000;
const MOST_CELLS: usize = 8_000_000;
const MOST_MOVES: u64 = 1_000_000;

/// What a survey found.
pub fn rows(p: &Sliding, chart: &Chart, metric: Counted) -> Rows {
    let positions = grouped(chart.positions);
    match &chart.whole {
        Ok(whole) => {
            let mut rows = vec![("positions", format!("{positions} can be reached"))];
            rows.extend(whole_rows(p, chart.positions, whole, metric));
            rows
        }
        Err(ending) => {
            let why = match ending {
                Ending::TimeLimit => "the time limit",
                Ending::NodeLimit => "the node limit",
                Ending::MemoryLimit => "the memory limit",
                _ => "an interrupt",
            };
            let far = metric.words(chart.deepest as u64);
            vec![
                ("positions", format!("at least {positions}, met before {why}")),
                ("farthest from the start", format!("at least {far}")),
            ]
        }
    }
}

fn whole_rows(p: &Sliding, positions: u64, whole: &Whole, metric: Counted) -> Rows {
    let far = |far: &Far| {
        let positions = plural(far.positions, "position");
        format!("{}, {positions}", metric.words(far.distance as u64))
    };
    let mean = 2.0 * whole.moves as f64 / positions as f64;
    let (fewest, most) = whole.choices;
    let mut rows = vec![
        ("branching", format!("{mean:.2} from a position on average, {fewest} to {most}")),
        ("dead ends", format!("{}, with no way but back", plural(whole.dead_ends, "position"))),
        ("farthest from the start", far(&whole.farthest)),
    ];
    if let (Some(shortest), false) = (whole.shortest, p.goal.is_empty()) {
        rows.push(("goal reached in", plural(whole.goals, "position")));
        let length = metric.words(shortest as u64);
        rows.push(("shortest solutions", format!("{} of {length}", whole.solutions)));
    }
    if let (Some(hardest), false) = (&whole.hardest, p.goal.is_empty()) {
        rows.push(("farthest from the goal", far(hardest)));
    }
    rows
}

impl Rate {
    pub(super) fn survey(&self, p: &Sliding, stop: &StopFlag) -> Chart {
        let puzzle = Puzzle::from(p.clone());
        let mut nobody = ();
        let mut run = Run::new(&puzzle, false, self.limits(), stop.clone(), &mut nobody);
        chart(p, self.metric.metric(), &mut run)
    }

    /// Writes the files that were asked for.
    pub(super) fn write(
        &self,
        p: &Sliding,
        chart: &Chart,
        stop: &StopFlag,
        exit: Exit,
    ) -> Result<Exit, Complaint> {
        let asked = self.output.is_some() || self.graph.is_some();
        let Ok(whole) = &chart.whole else {
            if asked {
                tell("not all positions were looked at: nothing is written\n");
            }
            return Ok(if asked { Exit::Limit } else { exit });
        };
        match (&self.output, &whole.hardest) {
            (Some(path), Some(hardest)) => self.write_hardest(p, hardest, path)?,
            (Some(_), None) => tell("the goal cannot be reached: no start is the hardest\n"),
            (None, _) => {}
        }
        if let Some(path) = &self.graph {
            self.write_graph(p, (chart.positions, whole.moves), path, stop)?;
        }
        Ok(exit)
    }

    fn write_hardest(&self, p: &Sliding, hardest: &Far, path: &Path) -> Result<(), Complaint> {
        let mut position = p.start().clone();
        hardest.way.iter().for_each(|m| drop(position.make(p, m)));
        let json = path.extension().is_some_and(|ending| ending == "json");
        let format = if json { Format::Json } else { Format::Native };
        let written = write(format, &p.restarted(&position).into())?;
        note_left_out(format, &written);
        write_file(path, written.text.as_bytes())
    }

    fn write_graph(
        &self,
        p: &Sliding,
        (positions, moves): (u64, u64),
        path: &Path,
        stop: &StopFlag,
    ) -> Result<(), Complaint> {
        let write = writer(path)?;
        let most = MOST_POSITIONS.min(MOST_CELLS / (p.width * p.height));
        let refused = |many: u64, what: &str, most: u64| {
            let (many, most) = (grouped(many), grouped(most));
            complaint(path, &format!("a graph of {many} {what} is too large, {most} are the most"))
        };
        let too_many = || refused(positions, "positions", most as u64);
        if positions > most as u64 {
            return Err(too_many());
        }
        if moves > MOST_MOVES {
            return Err(refused(moves, "moves", MOST_MOVES));
        }
        let puzzle = Puzzle::from(p.clone());
        let mut nobody = ();
        let limits = Limits::default();
        let mut run = Run::new(&puzzle, false, limits, stop.clone(), &mut nobody);
        match graph(p, self.metric.metric(), most, &mut run) {
            Ok(Some(found)) => write_file(path, write(&drawn(p, &found)).as_bytes()),
            Ok(None) => Err(too_many()),
            Err(_) => {
                tell("interrupted: no graph is written\n");
                Ok(())
            }
        }
    }
}

fn complaint(path: &Path, what: &str) -> Complaint {
    Complaint::Words(format!("{}: {what}", path.display()))
}

/// How to write the graph that a file's name asks for by its ending.
pub fn writer(path: &Path) -> Result<fn(&graph::Graph) -> String, Complaint> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("dot" | "gv") => Ok(dot),
        Some("graphml") => Ok(graphml),
        _ => Err(complaint(path, "a graph's file must end in .dot or .graphml")),
    }
}

/// The graph with its positions as small pictures and its moves in words.
fn drawn(p: &Sliding, found: &marquetry_search::sliding::graph::Graph) -> graph::Graph {
    let nodes = found.nodes.iter().map(|node| graph::Node {
        label: picture(p, &node.position),
        distance: node.distance,
        goal: node.goal,
    });
    let edges = found.edges.iter().map(|edge| {
        let words = path_words(&edge.step.path);
        (edge.from, edge.to, format!("{} {words}", p.blocks[p.kind(edge.step.block)].name))
    });
    graph::Graph { title: p.title.clone(), nodes: nodes.collect(), edges: edges.collect() }
}

/// A position as rows of names. Interchangeable blocks have the name of the first of them, so that positions that look
/// alike are drawn alike.
fn picture(p: &Sliding, position: &Position) -> String {
    let broad = p.blocks.iter().map(|block| block.name.chars().count()).max().unwrap_or(1);
    let mut out = String::new();
    for cell in p.cells() {
        let gap = match cell.x {
            0 if cell.y > 0 => "\n",
            x if x > 0 && broad > 1 => " ",
            _ => "",
        };
        let name = match position.block_at(p, cell) {
            Some(block) => &p.blocks[p.kind(block)].name,
            None if p.is_wall(cell) => "#",
            None => ".",
        };
        out += &format!("{gap}{name:<broad$}");
    }
    out
}
