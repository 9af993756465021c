//! Trays that the command makes.

use super::{marquetry, printed, written};

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_hardest_tray_so_far() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_marquetry"))
        .args(["generate", "sliding", "4x4", "--hardest", "1000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut told = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let first = told.next().and_then(Result::ok).expect("a first record");
    assert!(first.contains("moves") || first.contains("1 move"), "{first}");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()));
    let mut tray = String::new();
    let mut out = child.stdout.take().expect("it is piped");
    out.read_to_string(&mut tray).expect("results are text");
    assert_eq!(child.wait().ok().and_then(|status| status.code()), Some(130));
    let last = told.map_while(Result::ok).last().expect("a last word");
    let moves = last.rsplit(' ').nth(1).expect("a number of moves").to_owned();
    let solved = marquetry(&["solve", &written("stopped.marquetry", &tray), "--json"]);
    let found = printed(&solved).matches("\"block\":").count();
    assert_eq!(found.to_string(), moves, "{last}\n{}", printed(&solved));
}

#[test]
fn every_record_is_a_line_that_can_be_read_and_rated() {
    let made = marquetry(&["generate", "rush-hour", "--hardest", "25", "--records", "-q"]);
    assert_eq!(made.status.code(), Some(0));
    let lines: Vec<&str> = printed(&made).lines().collect();
    assert!(!lines.is_empty());
    for line in lines {
        let tray = written("record.json", line);
        let moves = line.split("\"moves\":").nth(1).and_then(|rest| rest.split(['}', ',']).next());
        let rated = marquetry(&["rate", &tray]);
        let wanted = format!("{} move", moves.expect("it is rated").trim());
        assert!(printed(&rated).contains(&wanted), "{line}\n{}", printed(&rated));
        let board = marquetry(&["convert", &tray, "--to", "rush-hour"]);
        assert_eq!(printed(&board).trim().len(), 36, "{line}");
    }
}
