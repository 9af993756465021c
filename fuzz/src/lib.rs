//! What the fuzz targets share.

use marquetry_formats::detect::{Format, Hints, read, read_solutions, write, write_solutions};
use marquetry_formats::{Source, builtin};
use marquetry_puzzle::{Puzzle, analyse, judge};

/// Reads bytes in one format; what is read must be written and read back equal, unless the format refuses it.
pub fn puzzle(format: Format, bytes: &[u8]) {
    // What follows a % in a Berkeley input is its goal.
    let (bytes, goal) = match (format, bytes.iter().position(|&b| b == b'%')) {
        (Format::Berkeley | Format::BerkeleyOld, Some(at)) => {
            (&bytes[..at], Some(&bytes[at + 1..]))
        }
        _ => (bytes, None),
    };
    let source = |bytes: &[u8]| {
        Source::from_bytes("fuzz", bytes.to_vec()).map_err(|rejected| rejected.to_string())
    };
    let Ok(text) = source(bytes) else { return };
    let goal = goal.and_then(|goal| source(goal).ok());
    let hints = Hints { from: Some(format), goal, ..Hints::default() };
    match read(&text, &hints) {
        Err(rejected) => {
            assert!(rejected.0.iter().any(|report| !report.diagnostics.is_empty()), "{rejected}")
        }
        Ok((_, puzzle)) => {
            analyse(&puzzle);
            again(format, &puzzle);
            again(Format::Native, &puzzle);
            again(Format::Json, &puzzle);
        }
    }
}

fn again(format: Format, puzzle: &Puzzle) {
    let Ok(written) = write(format, puzzle) else { return };
    let goal = written.goal.map(|goal| Source::new("goal", goal));
    let hints = Hints { from: Some(format), goal, ..Hints::default() };
    let read = read(&Source::new("again", written.text.clone()), &hints);
    let (_, back) = read.unwrap_or_else(|rejected| panic!("{}\n{rejected}", written.text));
    match titled(format) {
        true => assert_eq!(&back, puzzle, "{}", written.text),
        false => assert_eq!(untitled(&back), untitled(puzzle), "{}", written.text),
    }
}

/// Can the format carry a title? The others leave it out.
fn titled(format: Format) -> bool {
    [Format::Native, Format::Json, Format::Link].contains(&format)
}

fn untitled(puzzle: &Puzzle) -> Puzzle {
    let same = "a setup that was right is right without its title";
    match puzzle.clone() {
        Puzzle::Matching(p) => {
            let mut setup = p.into_setup();
            setup.title.clear();
            marquetry_puzzle::Matching::new(setup).expect(same).into()
        }
        Puzzle::Tiling(p) => {
            let mut setup = p.into_setup();
            setup.title.clear();
            marquetry_puzzle::Tiling::new(setup).expect(same).into()
        }
        Puzzle::Sliding(p) => {
            let mut setup = p.into_setup();
            setup.title.clear();
            marquetry_puzzle::Sliding::new(setup).expect(same).into()
        }
    }
}

/// Reads bytes as solutions of a built-in puzzle: the judge has a word for each, and each can be written again.
pub fn solutions(name: &str, from: Option<Format>, bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec()) else { return };
    let Some(puzzle) = builtin::builtin(name).and_then(|builtin| builtin.puzzle()) else { return };
    let Ok(solutions) = read_solutions(&puzzle, &source, from) else { return };
    for solution in &solutions {
        if let Err(faults) = judge(&puzzle, solution) {
            assert!(!faults.is_empty());
        }
        let text = write_solutions(Format::Native, &puzzle, std::slice::from_ref(solution));
        if let Ok(text) = text {
            assert!(
                read_solutions(&puzzle, &Source::new("again", text), Some(Format::Native)).is_ok()
            );
        }
    }
}
