//! All solutions of a puzzle and those up to symmetry, counted by two threads. `cargo run --example count [NAME]`

use marquetry::formats::builtin::builtin;
use marquetry::search::{Ending, Search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "pentominoes-5x12".to_owned());
    let puzzle = builtin(&name).and_then(|known| known.puzzle()).ok_or("no such puzzle")?;
    let all = Search::new(&puzzle).count().threads(2).run(&mut ())?;
    let distinct = Search::new(&puzzle).count().distinct().threads(2).run(&mut ())?;
    assert_eq!(all.ending, Ending::Exhausted, "no limit was set");
    println!("{name}: {} solutions, {} up to symmetry", all.number(), distinct.number());
    Ok(())
}
