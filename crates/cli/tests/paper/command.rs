//! The command `sheet`, and pictures as PDF wherever they can be SVG.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use super::reader::{Page, pages};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs the command to its end, with the name of a file for `FILE`, and with something to read.
fn run(args: &[&str], name: &str, input: &[u8]) -> Output {
    let path = file(name);
    let args = args.iter().map(|&arg| if arg == "FILE" { path.as_os_str() } else { arg.as_ref() });
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // Who complains of its arguments reads nothing.
    let _ = child.stdin.take().expect("its input").write_all(input);
    child.wait_with_output().expect("the command ends")
}

fn read(name: &str) -> Vec<Page> {
    pages(&std::fs::read(file(name)).expect("the file was written"))
}

#[test]
fn a_sheet_of_all_families_has_pages_for_each_and_solutions_at_the_end() {
    let puzzles = ["sheet", "tetravex-2x2", "tetrahexes-4x7", "rush-hour", "-o", "FILE"];
    let ended = run(&puzzles, "families.pdf", b"");
    assert!(ended.status.success() && ended.stdout.is_empty() && ended.stderr.is_empty());
    let pages = read("families.pdf");
    assert!(pages.len() >= 4 && pages.last().is_some_and(|last| last.frame[0] < 0.0));
}

#[test]
fn a_booklet_is_made_of_the_lines_that_generate_writes() {
    let args = ["generate", "tiling", "4x4", "--unique", "--count", "5", "-q"];
    let lines = run(&args, "", b"").stdout;
    assert_eq!(lines.split(|&byte| byte == b'\n').count(), 6);
    let args = ["sheet", "-", "--cover", "Five", "--paper", "letter", "-o", "FILE"];
    assert!(run(&args, "booklet.pdf", &lines).status.success());
    // A cover, a page each, and the solutions on one.
    assert_eq!(read("booklet.pdf").len(), 7);
}

#[test]
fn a_line_that_is_no_puzzle_is_said_with_its_place() {
    let good = run(&["generate", "tetravex", "2x2", "--count", "1"], "", b"").stdout;
    let lines = [&good[..], b"{\"v\": 1, \"kind\": \"cake\"}\n"].concat();
    let ended = run(&["sheet", "-", "-o", "FILE"], "broken.pdf", &lines);
    assert_eq!(ended.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("-:2:") && said.contains("cake"), "{said}");
    assert!(!file("broken.pdf").exists());
}

#[test]
fn a_puzzle_that_is_not_solved_in_time_is_printed_and_said() {
    let ended = run(&["sheet", "eternity2", "--time", "50ms", "-o", "FILE"], "eternity2.pdf", b"");
    assert!(ended.status.success());
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("no solution was found in 0.05 s"), "{said}");
    assert!(read("eternity2.pdf").len() > 3);
}

#[test]
fn a_pdf_goes_to_standard_output_as_it_is() {
    let ended = run(&["sheet", "tetravex-2x2", "-o", "-"], "", b"");
    assert!(ended.status.success());
    assert_eq!(pages(&ended.stdout).len(), 2);
}

#[test]
fn a_picture_may_be_a_pdf_wherever_it_may_be_an_svg() {
    for args in [
        &["solve", "pentominoes-6x10", "-q", "--draw", "FILE"][..],
        &["solve", "pentominoes-3x20", "-q", "--all", "--draw", "FILE"],
        &["solve", "tetravex-2x2", "-q", "-o", "FILE"],
        &["draw", "klotski", "-o", "FILE"],
        &["pieces", "tetrahexes", "--draw", "FILE"],
        &["best", "framed-3x3", "-q", "--nodes", "1000", "-o", "FILE"],
        &["trial", "tetravex", "--sizes", "2", "--count", "1", "--plot", "FILE"],
    ] {
        let ended = run(args, "picture.pdf", b"");
        assert!(ended.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ended.stderr));
        assert_eq!(read("picture.pdf").len(), 1, "{args:?}");
    }
}
