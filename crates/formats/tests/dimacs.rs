//! A formula says what its puzzle says: a SAT solver and the reference agree, and its answers are boards.

use batsat::{BasicSolver, SolverInterface, lbool};
use marquetry_formats::detect::{Format, Hints, read, read_solutions, write, write_solutions};
use marquetry_formats::{Source, builtin::builtin, dimacs};
use marquetry_puzzle::matching::{Edge, Setup, Tile};
use marquetry_puzzle::{Matching, Puzzle, Solution, judge};
use marquetry_testkit::{conformance, matching, tiling};

/// What a solver prints for a formula.
fn answer(formula: &str) -> String {
    let mut solver = BasicSolver::default();
    batsat::dimacs::parse(&mut formula.as_bytes(), &mut solver, true, false).unwrap();
    if solver.solve_limited(&[]) == lbool::FALSE {
        return "s UNSATISFIABLE\n".into();
    }
    let literal = |(variable, &value): (usize, &lbool)| {
        if value == lbool::TRUE { format!("{variable}") } else { format!("-{variable}") }
    };
    let literals: Vec<String> = (1..).zip(solver.get_model()).map(literal).collect();
    format!("c solved\ns SATISFIABLE\nv {} 0\n", literals.join(" "))
}

fn source(text: &str) -> Source {
    Source::new("answer.txt", text)
}

fn named(name: &str) -> Puzzle {
    builtin(name).unwrap().puzzle().unwrap()
}

fn formula(puzzle: &Puzzle) -> String {
    write(Format::Dimacs, puzzle).unwrap().text
}

#[test]
fn a_formula_is_satisfied_exactly_by_the_puzzles_that_have_solutions() {
    let mut seen = [0, 0];
    let tilings = (0..200).map(tiling::tiling).map(Puzzle::from);
    for puzzle in (0..400).map(matching::matching).map(Puzzle::from).chain(tilings) {
        let formula = formula(&puzzle);
        let answer = answer(&formula);
        let solvable = !conformance::solutions(&puzzle).is_empty();
        seen[usize::from(solvable)] += 1;
        match read_solutions(&puzzle, &source(&answer), None) {
            Ok(boards) => {
                assert!(solvable, "{formula}");
                assert!(judge(&puzzle, &boards[0]).is_ok_and(|score| score.solved()), "{formula}");
            }
            Err(rejected) => {
                assert!(!solvable, "{formula}");
                assert!(rejected.to_string().contains("no solution"), "{rejected}");
            }
        }
    }
    assert!(seen[0] > 50 && seen[1] > 300, "{seen:?}");
}

#[test]
fn the_header_counts_the_variables_and_the_comments_name_them() {
    let text = formula(&named("tetravex-2x2"));
    let header = text.lines().find(|line| line.starts_with("p cnf ")).unwrap();
    let numbers = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let largest = numbers.flat_map(str::split_whitespace).map(|n| n.parse::<i64>().unwrap().abs());
    assert_eq!(header.split(' ').nth(2), Some(largest.max().unwrap().to_string().as_str()));
    assert!(text.contains("\nc x 1 to 4, row 1, column 1: 1/0 2/0 3/0 4/0\n"), "{text}");
    assert!(text.contains("\nc e 17 to 18, row 1, column 1, right: 1 3\n"), "{text}");
}

#[test]
fn eternity_ii_stays_a_sane_size() {
    let text = formula(&named("eternity2"));
    let header = text.lines().find(|line| line.starts_with("p cnf ")).unwrap();
    assert_eq!(header, "p cnf 199957 1322732");
    assert!(text.len() < 32 << 20, "{} bytes", text.len());
}

#[test]
fn answers_are_told_by_their_lines_and_need_not_say_how_the_solver_ended() {
    let puzzle = named("tetravex-3x3");
    let whole = answer(&formula(&puzzle));
    let bare: String = whole.lines().filter(|line| line.starts_with('v')).collect();
    let lines = bare.replace(" -20 ", " -20\nv ");
    for text in [whole.as_str(), bare.as_str(), lines.as_str()] {
        let boards = read_solutions(&puzzle, &source(text), None).unwrap();
        assert!(judge(&puzzle, &boards[0]).unwrap().solved());
    }
    let unmarked = bare.trim_start_matches('v');
    assert!(read_solutions(&puzzle, &source(unmarked), Some(Format::Dimacs)).is_ok());
}

#[test]
fn every_fault_of_an_answer_has_its_place() {
    let Puzzle::Matching(p) = named("tetravex-2x2") else { unreachable!() };
    let codes = |text: &str| -> Vec<(&'static str, String)> {
        let faults = dimacs::read_solution(&p, text).unwrap_err();
        faults.into_iter().map(|fault| (fault.code, text[fault.span].to_owned())).collect()
    };
    assert_eq!(codes("s UNSATISFIABLE\n"), [("no-answer", "s UNSATISFIABLE".into())]);
    assert_eq!(codes("s UNKNOWN\n"), [("no-answer", "s UNKNOWN".into())]);
    assert_eq!(codes("v 1 x 0\n"), [("not-a-number", "x".into())]);
    assert_eq!(codes("v 1 2 0\n"), [("second-tile", "2".into())]);
    assert_eq!(codes("v 1 -2"), [("cut-off", String::new())]);
    assert!(
        dimacs::read_solution(&p, "v 1 -2 99999999999 0").is_ok_and(|board| board[0].is_some())
    );
}

#[test]
fn what_the_format_is_not_for_is_refused() {
    let puzzle = named("framed-3x3");
    let text = Source::new("formula.cnf", formula(&puzzle));
    let told = read(&text, &Hints::default()).unwrap_err().to_string();
    assert!(told.contains("cannot be read back"), "{told}");
    let hints = Hints { from: Some(Format::Dimacs), ..Hints::default() };
    assert!(read(&text, &hints).unwrap_err().to_string().contains("cannot be read back"));
    let solution = Solution::Board(vec![None; 9]);
    assert!(write_solutions(Format::Dimacs, &puzzle, &[solution]).is_err());
    assert!(write(Format::Dimacs, &named("klotski")).is_err());
}

#[test]
fn pentominoes_are_laid_by_a_sat_solver() {
    let puzzle = named("pentominoes-8x8");
    let text = formula(&puzzle);
    assert!(text.contains("\nc x 1 to "), "{text}");
    let covers = read_solutions(&puzzle, &source(&answer(&text)), None).unwrap();
    assert!(judge(&puzzle, &covers[0]).is_ok_and(|score| score.solved()));
}

#[test]
fn a_puzzle_that_would_take_gigabytes_is_refused() {
    let mut setup = Setup::blank(64, 64);
    setup.colours = marquetry_puzzle::matching::Colours::new(["1", "2", "3", "4"]);
    let tile = |i: usize| Tile { name: i.to_string(), edges: [0, 1, 2, 3].map(Edge) };
    setup.tiles = (0..4096).map(tile).collect();
    let p = Matching::new(setup).unwrap();
    assert!(dimacs::write(&p).unwrap_err().0.contains("needs more"));
    assert_eq!(dimacs::read_solution(&p, "v 1 0").unwrap_err()[0].code, "too-large");
    let row = "#".repeat(256);
    let board = vec![row.as_str(); 256].join("\n  ");
    let dominoes =
        format!("marquetry tiling\nboard\n  {board}\npiece I copies 30000..32768\n  ##\n");
    let dominoes = marquetry_formats::native::read(&dominoes).unwrap();
    assert!(write(Format::Dimacs, &dominoes).unwrap_err().0.contains("to count the copies"));
}
