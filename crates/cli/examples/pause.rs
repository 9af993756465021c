//! A search in pieces of 100,000 nodes, each of which could be kept in a file or sent elsewhere, with its progress.
//! `cargo run --example pause [NAME]`

use std::ops::ControlFlow;

use marquetry::formats::builtin::builtin;
use marquetry::search::{Limits, Search, Stats, Watch};

struct Progress;

impl Watch for Progress {
    fn progress(&mut self, stats: &Stats) -> ControlFlow<()> {
        let done = stats.done.unwrap_or(0.0);
        eprintln!("{} nodes, {:.0} % of the tree", stats.nodes, 100.0 * done);
        ControlFlow::Continue(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "soma".to_owned());
    let puzzle = builtin(&name).and_then(|known| known.puzzle()).ok_or("no such puzzle")?;
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let search = Search::new(&puzzle).engine("cover").count().limits(limits);
    let outcome = search.clone().run(&mut Progress)?;
    let (mut total, mut left) = (outcome.number(), outcome.rest.units().to_vec());
    while let Some(unit) = left.pop() {
        println!("{total} so far; on from {}", unit.part.from);
        let outcome = search.clone().part(unit).run(&mut Progress)?;
        total += outcome.number();
        left.extend_from_slice(outcome.rest.units());
    }
    println!("{name}: {total} solutions");
    Ok(())
}
