//! Trials over sizes, and the files they leave.

use std::path::PathBuf;
use std::process::Command;

/// Runs a trial that writes a file, and returns what is in that.
fn trial(args: &str, option: &str, name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.arg("trial").args(args.split(' ')).arg(option).arg(&path);
    assert!(command.output().expect("the command starts").status.success(), "{args}");
    let bytes = std::fs::read(&path).expect("the file was written");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A column of a CSV file, by its name.
fn column<'a>(csv: &'a str, name: &str) -> Vec<&'a str> {
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = rows.next().expect("the names of the columns");
    let at = names.iter().position(|&n| n == name).expect("a column of this name");
    rows.map(|row| row[at]).collect()
}

#[test]
fn small_boards_are_solved_in_every_trial() {
    let csv = trial("framed --sizes 2..6 --count 3 --nodes 40M", "--csv", "small.csv");
    assert_eq!(column(&csv, "n"), ["2", "3", "4", "5", "6"]);
    assert_eq!(column(&csv, "solved"), ["3"; 5]);
    assert_eq!(column(&csv, "tiles_mean"), ["100.00"; 5]);
    assert_eq!(column(&csv, "edges_mean"), ["100.00"; 5]);
}

#[test]
fn four_million_placements_lay_three_quarters_of_eternity_ii() {
    let csv = trial("framed --sizes 16 --count 1 --nodes 4M", "--csv", "eternity2.csv");
    let tiles = column(&csv, "tiles_mean").concat().parse::<f64>().expect("a number");
    assert!((75.0..100.0).contains(&tiles), "{tiles} %");
    assert_eq!(column(&csv, "seconds_mean"), [""]);
}

#[test]
fn each_trial_is_told_with_its_puzzle_and_its_seed() {
    let args = "tetravex --sizes 3 --count 2 --seed 7 --nodes 10k --engine rows";
    let json = trial(args, "--json", "tetravex.json");
    for seed in [7, 8] {
        let title = format!("\"puzzle\": \"tetravex 3x3, 10 colours, seed {seed}\"");
        assert!(json.contains(&title) && json.contains(&format!("\"seed\": {seed}")), "{json}");
    }
    assert!(json.contains("\"rows\"") && !json.contains("unbroken"), "{json}");
}

#[test]
fn plots_are_pictures_of_the_kind_that_was_asked_for() {
    let args = "tetravex --sizes 2..3 --count 1 --nodes 10k";
    let svg = trial(args, "--plot", "trial.svg");
    assert!(svg.starts_with("<svg") && svg.contains("tetravex by exact then unbroken"), "{svg}");
    assert!(trial(args, "--plot", "trial.png").contains("PNG"));
}
