//! One solution of a puzzle, drawn. `cargo run --example solve [NAME]`

use marquetry::draw::{Ink, text};
use marquetry::formats::builtin::builtin;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "pentominoes-6x10".to_owned());
    let puzzle = builtin(&name).and_then(|known| known.puzzle()).ok_or("no such puzzle")?;
    let mut solutions = marquetry::solutions(&puzzle);
    match solutions.next() {
        Some(solution) => println!("{}", text(&puzzle, Some(&solution), Ink::Plain)),
        // Only the outcome tells "there is none" from "stopped before there was one".
        None => println!("{:?}", solutions.outcome()),
    }
    Ok(())
}
