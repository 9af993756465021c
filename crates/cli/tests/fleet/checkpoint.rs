//! A search that is killed at any moment and started again has the answer that it would have had.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn search(file: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.args([
        "solve",
        "pentominoes-6x10",
        "--engine",
        "cover",
        "--count",
        "--threads",
        "2",
        "-q",
    ]);
    command.args(["--checkpoint".as_ref(), file.as_os_str()]).args(more);
    command
}

/// How much was written down.
fn written(file: &Path) -> u64 {
    let log = file.with_extension("db-wal");
    [file, &log].iter().filter_map(|path| path.metadata().ok()).map(|file| file.len()).sum()
}

/// Waits until more was written down than before, or all is over.
fn until_more(child: &mut Child, file: &Path, before: u64) {
    while written(file) == before && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_count_that_is_killed_again_and_again_is_exact() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.db");
    let mut killed = 0;
    loop {
        let mut child = search(&file, &[]).stdout(Stdio::piped()).spawn().expect("it starts");
        // Once with something new written down, the next time in the middle of it.
        let before = written(&file);
        if killed % 3 < 2 {
            until_more(&mut child, &file, before);
        }
        if killed == 40 || !matches!(child.try_wait(), Ok(None)) {
            let output = child.wait_with_output().expect("it ends");
            assert_eq!(String::from_utf8_lossy(&output.stdout), "9356\n", "killed {killed} times");
            break;
        }
        child.kill().expect("it is there");
        child.wait().expect("it has ended");
        killed += 1;
    }
    assert!(killed > 0, "it was never killed");
    let again = search(&file, &[]).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&again.stdout), "9356\n", "what is over stays over");
    let other = search(&file, &["--distinct"]).output().expect("it starts");
    let words = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(words.contains("the file keeps a search that asks another question"), "{words}");
    assert_eq!(other.status.code(), Some(2));
}
