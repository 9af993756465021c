//! The search of a tray that keeps its levels in a folder.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use super::{file, written};

/// Its levels are large, so that there is time to kill a search in the midst of them: 44 moves, 847,585 positions.
const TRAY: &str = "marquetry sliding
tray
  abcc..
  abddmn
  eehimn
  ffjkoo
  ggjloo
goal
  oo....
  oo....
  ......
  ......
  ......
";

fn search(tray: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.args(["solve", tray, "--threads", "2", "--to", "native", "--checkpoint"]);
    command.arg(folder).args(more);
    command
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// How many levels are in the folder, whole or not.
fn levels(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    names.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "keys")).count()
}

/// Waits until a level is written that was not there before, or all is over.
fn until_more(child: &mut Child, folder: &Path, before: usize) {
    while levels(folder) <= before && matches!(child.try_wait(), Ok(None)) {
        std::thread::yield_now();
    }
}

#[test]
fn a_tray_that_is_killed_again_and_again_is_solved_in_the_fewest_moves() {
    let tray = written("kept.marquetry", TRAY);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("levels");
    let mut killed = 0;
    let output = loop {
        let before = levels(&folder);
        let mut child = search(&tray, &folder, &[])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        // Two times of three once there is a new level, which may be half written; else at once.
        if killed % 3 < 2 {
            until_more(&mut child, &folder, before + killed % 2);
        }
        if killed == 60 || !matches!(child.try_wait(), Ok(None)) {
            break child.wait_with_output().expect("it ends");
        }
        child.kill().expect("it is there");
        child.wait().expect("it has ended");
        killed += 1;
    };
    assert!(killed > 10, "killed {killed} times");
    let moves = String::from_utf8_lossy(&output.stdout).lines().skip(2).count();
    assert_eq!(moves, 44, "{}", words(&output));
    let plain = search(&tray, &folder.with_file_name("once"), &[]).output().expect("it starts");
    assert_eq!(output.stdout, plain.stdout, "killed {killed} times");
}

#[test]
fn a_tray_is_kept_in_a_folder_and_a_tiling_in_a_file_of_the_same_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |command: &mut Command| {
        let output = command.output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        words(&output)
    };
    let path = file("kept-as-a-file");
    std::fs::write(&path, "mine").expect("the folder for tests can be written to");
    let said = refused(&mut search("klotski", Path::new(&path), &[]));
    assert!(said.contains("kept in a folder, and this is a file"), "{said}");
    let said = refused(&mut search("pentominoes-6x10", folder.path(), &[]));
    assert!(said.contains("kept in a file, and this is a folder"), "{said}");
    let stopped = search("klotski", folder.path(), &["--nodes", "5k"]).output().expect("it starts");
    assert_eq!(stopped.status.code(), Some(3));
    assert!(words(&stopped).contains("the same command goes on from there"), "{}", words(&stopped));
    let said = refused(&mut search("klotski", folder.path(), &["--metric", "steps"]));
    assert!(said.contains("a search that counts moves, and this one counts steps"), "{said}");
}
