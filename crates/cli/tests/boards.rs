//! Trials over sizes, best boards, and the files they leave.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs a trial that writes a file, and returns what is in that.
fn trial(args: &str, option: &str, name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.arg("trial").args(args.split(' ')).arg(option).arg(&path);
    assert!(command.output().expect("the command starts").status.success(), "{args}");
    let bytes = std::fs::read(&path).expect("the file was written");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Runs the command to its end.
fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marquetry")).args(args).output().expect("the command starts")
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
    assert!(svg.starts_with("<svg") && svg.contains("tetravex by exact, unbroken"), "{svg}");
    assert!(trial(args, "--plot", "trial.png").contains("PNG"));
}

#[test]
fn several_engines_and_limits_make_one_batch_that_can_be_piped() {
    let args = "trial framed --sizes 3..4 --count 2 --engine exact,unbroken --time 1m,2m --csv -";
    let output = run(&args.split(' ').collect::<Vec<_>>());
    let csv = String::from_utf8_lossy(&output.stdout);
    assert_eq!(column(&csv, "n"), ["3", "4"].repeat(4));
    let engines = [["exact"; 4], ["unbroken"; 4]].concat();
    assert_eq!(column(&csv, "engines"), engines);
    assert_eq!(column(&csv, "limit_seconds"), ["60", "60", "120", "120"].repeat(2));
    assert_eq!(column(&csv, "iterations_mean")[..4], ["1.0"; 4]);
    let table = String::from_utf8_lossy(&output.stderr);
    assert_eq!(table.matches("tiles %").count(), 4, "{table}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_best_board_written_and_a_second_run_goes_on_from_it() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stopped.link");
    let file = path.to_str().expect("a plain name");
    let mut child = Command::new(env!("CARGO_BIN_EXE_marquetry"))
        .args(["best", "eternity2", "--threads", "2", "--json", "-o", file])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut improved = lines.by_ref().map_while(Result::ok).filter(|l| l.contains("\"improved\""));
    let mut last = improved.nth(4).expect("a fifth better board");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()));
    last = improved.last().unwrap_or(last);
    assert_eq!(child.wait().ok().and_then(|status| status.code()), Some(130));

    let matched = |text: &str| {
        let (_, rest) = text.split_once("\"matched\":").expect("a score");
        rest.split(|c: char| !c.is_ascii_digit()).next().map(str::to_owned)
    };
    let score = matched(&last).expect("a number");
    let check = run(&["check", "eternity2", file]);
    let told = String::from_utf8_lossy(&check.stdout).into_owned();
    assert!(told.contains(&format!("{score} of 480 edges match")), "{told}");
    let later = run(&["best", "eternity2", "--from-board", file, "--json", "--nodes", "1"]);
    let told = String::from_utf8_lossy(&later.stdout).into_owned();
    let first = told.lines().find(|line| line.contains("\"improved\"")).expect("a board");
    assert_eq!(matched(first), Some(score));
}
