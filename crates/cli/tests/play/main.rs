//! Transcripts of sessions: lines that begin with "> " are piped in, the others must be the whole output.

mod board;
mod pieces;
mod tray;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs `marquetry play` in the root of the repository.
fn play(args: &[&str], lines: &str) -> String {
    let mut session = Command::new(env!("CARGO_BIN_EXE_marquetry"))
        .arg("play")
        .args(args)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = session.stdin.take().expect("the session reads lines");
    input.write_all(lines.as_bytes()).expect("the session reads to the end");
    drop(input);
    let ended = session.wait_with_output().expect("the session ends");
    assert!(ended.status.success(), "{}", ended.status);
    String::from_utf8(ended.stdout).expect("answers are text")
}

#[track_caller]
fn transcript(args: &[&str], text: &str) {
    let typed: String =
        text.lines().filter_map(|l| l.strip_prefix("> ")).map(|l| format!("{l}\n")).collect();
    let expected: String =
        text.lines().filter(|l| !l.starts_with('>')).map(|l| format!("{l}\n")).collect();
    assert_eq!(play(args, &typed), expected);
}

/// A file of this test alone.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for tests can be written to");
    path.to_str().expect("its name is text").to_owned()
}
