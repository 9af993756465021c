//! A file format of your own: a tiling puzzle from lines of letters, solved and written in Marquetry's own format.
//! `cargo run --example format`

use std::collections::BTreeMap;

use marquetry::formats::native;
use marquetry::puzzle::tiling::{Piece, Setup, Shape, Tiling};
use marquetry::puzzle::{Cell, Faults, Puzzle};

/// The board is all cells that are not dots, and the cells of each letter are a piece.
fn read(text: &str) -> Result<Puzzle, Faults> {
    let mut pieces: BTreeMap<char, Shape> = BTreeMap::new();
    for (y, line) in (0..).zip(text.lines()) {
        for (x, letter) in (0..).zip(line.chars()).filter(|&(_, letter)| letter != '.') {
            pieces.entry(letter).or_default().push((Cell::at(x, y), None));
        }
    }
    let board = pieces.values().flatten().copied().collect();
    let pieces = pieces.into_iter().map(|(name, cells)| Piece::new(name.to_string(), cells));
    let setup = Setup { board, pieces: pieces.collect(), ..Setup::default() };
    Ok(Tiling::new(setup)?.into())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = read("AAAB\nACBB\nCCDB\n.CDD\n")?;
    print!("{}", native::write(&puzzle));
    println!("{} solutions", marquetry::solutions(&puzzle).count());
    Ok(())
}
