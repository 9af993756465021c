//! What is refused before anything is done, files that cannot be read, and results that cannot be written.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("doors").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder for tests can be written to");
    path
}

fn marquetry(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.args(args).current_dir(folder).output().expect("the command starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn no_threads_and_no_solutions_are_refused_by_every_command() {
    let here = folder("none");
    let none: [&[&str]; 9] = [
        &["solve", "klotski", "-n", "0"],
        &["solve", "klotski", "--threads", "0"],
        &["best", "eternity2", "--threads", "0"],
        &["trial", "arrows", "--threads", "0"],
        &["trial", "tetravex", "--threads", "0"],
        &["trial", "framed", "--threads", "4000000000"],
        &["trial", "framed", "--count", "0"],
        &["solve", "soma", "--sample", "0"],
        &["solve", "soma", "--nth", "0"],
    ];
    for args in none {
        let refused = marquetry(&here, args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(said(&refused).contains("write a "), "{args:?}: {}", said(&refused));
    }
}

#[test]
fn a_day_that_is_none_is_called_so() {
    let refused = marquetry(&folder("day"), &["info", "calendar", "--date", "2024-02-30"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("there is no such day: 2024-02-30"), "{}", said(&refused));
}

#[test]
fn a_file_with_the_name_of_a_built_in_puzzle_is_read_with_a_note() {
    let here = folder("shadow");
    std::fs::write(here.join("klotski"), "marquetry sliding\ntray\n  AB.\n").unwrap();
    let words = "marquetry: klotski is a file here; the built-in puzzle of that name is not read\n";
    for command in ["info", "convert", "draw", "rate", "solve", "play"] {
        let read = marquetry(&here, &[command, "klotski"]);
        assert_eq!(said(&read).matches(words).count(), 1, "{command}: {}", said(&read));
    }
    assert_eq!(said(&marquetry(&here, &["solve", "klotski", "-q"])), "");
    assert!(!said(&marquetry(&here, &["info", "soma"])).contains("is a file here"));
}

#[test]
fn check_can_be_asked_for_its_exit_code_alone() {
    let here = folder("quiet");
    std::fs::write(here.join("tray"), "marquetry sliding\ntray\n  A.\ngoal\n  .A\n").unwrap();
    for (moves, code) in [("A right", 0), ("A left", 1)] {
        std::fs::write(here.join("moves"), format!("marquetry solution\nmoves\n  {moves}\n"))
            .unwrap();
        let judged = marquetry(&here, &["check", "tray", "moves", "-q"]);
        assert_eq!((judged.status.code(), judged.stdout.len()), (Some(code), 0), "{moves}");
        assert_eq!(said(&judged), "");
    }
}

#[test]
fn words_that_a_format_has_no_place_for_are_named() {
    let here = folder("words");
    let note = |format: &str, what: &str| {
        format!("marquetry: the format '{format}' has no place for {what}\n")
    };
    let told = |args: &[&str]| {
        let written = marquetry(&here, args);
        assert_eq!(written.status.code(), Some(0), "{args:?}");
        said(&written)
    };
    let both = note("berkeley", "the title and the names of the blocks");
    assert_eq!(told(&["convert", "klotski", "--to", "berkeley", "-o", "klotski.tray"]), both);
    let title = note("e2-tiles", "the title");
    assert_eq!(told(&["convert", "framed-2x2", "--to", "e2-tiles"]), title);
    for format in ["native", "json"] {
        assert_eq!(told(&["convert", "klotski", "--to", format]), "");
    }
    let tray = ["convert", "--from", "berkeley", "klotski.tray", "klotski.tray.goal"];
    assert_eq!(told(&[&tray[..], &["--to", "berkeley", "-o", "again"]].concat()), "");
}

#[test]
fn the_number_of_solutions_that_a_file_knows_is_shown_and_compared_up_to_turns() {
    let here = folder("counted");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/small.xmpuzzle");
    let example = std::fs::read_to_string(example).expect("the example is there");
    let told = |known: &str, args: &[&str]| {
        std::fs::write(here.join("x.xmpuzzle"), example.replace("state=\"0\"", known)).unwrap();
        let output = marquetry(&here, &[args, &["x.xmpuzzle"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        String::from_utf8_lossy(&output.stdout).into_owned() + &said(&output)
    };
    let (right, wrong) = ("state=\"2\" assemblies=\"3\"", "state=\"2\" assemblies=\"7\"");
    // A search that was not finished counts for nothing.
    let begun = "state=\"1\" assemblies=\"7\"";
    let turns = ["solve", "--count", "--distinct=turns"];
    assert!(told(right, &turns).contains("\nthe file says 3 too\n"));
    assert!(told(wrong, &turns).contains("\nthe file says 7 instead\n"));
    assert!(!told(begun, &turns).contains("the file says"));
    for others in [&["solve", "--count"][..], &["solve", "--count", "--distinct"], &["solve"]] {
        assert!(!told(wrong, others).contains("the file says"), "{others:?}");
    }
    assert!(told(wrong, &["info"]).contains("\nsolutions, says the file 7\n"));
    assert!(!told(begun, &["info"]).contains("says the file"));
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_and_other_odd_files_are_called_what_they_are() {
    use std::os::unix::fs::symlink;
    let here = folder("links");
    symlink("two", here.join("one")).unwrap();
    symlink("one", here.join("two")).unwrap();
    symlink("nowhere", here.join("broken")).unwrap();
    // A link of the name of a built-in puzzle was meant, even if it is broken.
    symlink("nowhere", here.join("soma")).unwrap();
    let long = "a".repeat(300);
    for (name, words) in [
        ("one", "one is a link that leads to no file: "),
        ("broken", "broken is a link to nowhere, and there is no such file"),
        ("soma", "soma is a link to nowhere, and there is no such file"),
        (long.as_str(), "too long"),
        (".", ". is a folder, not a file"),
        ("nowhere", "there is no file and no built-in puzzle 'nowhere'"),
    ] {
        let refused = marquetry(&here, &["info", name]);
        assert_eq!(refused.status.code(), Some(2), "{name}");
        assert!(said(&refused).contains(words), "{name}: {}", said(&refused));
    }
}

/// Runs a line of the shell in which `$0` is the command.
#[cfg(unix)]
fn shell(line: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", line, env!("CARGO_BIN_EXE_marquetry")]).output().expect("there is a shell")
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[test]
fn a_result_that_goes_nowhere_is_no_success() {
    let quiet = "solve klotski -q";
    for args in ["list", "info klotski", quiet, "solve soma --count", "generate tetravex 2x2"] {
        let closed = shell(&format!("\"$0\" {args} >&-"));
        assert_eq!(closed.status.code(), Some(2), "{args}");
        assert_eq!(said(&closed), "marquetry: standard output is closed\n", "{args}");
        assert_eq!(shell(&format!("\"$0\" {args} >/dev/null")).status.code(), Some(0), "{args}");
    }
    // Nothing is printed here, so that nothing is lost.
    assert_eq!(shell("\"$0\" solve klotski -q -o /dev/null >&-").status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success_and_a_reader_that_has_enough_is_no_failure() {
    let json = "solve klotski -q --json";
    for args in
        ["list", "help solve", "--version", "solve klotski -q", json, "solve soma --count -q"]
    {
        let full = shell(&format!("\"$0\" {args} >/dev/full"));
        assert_eq!(full.status.code(), Some(2), "{args}");
        assert!(said(&full).starts_with("marquetry: standard output: "), "{}", said(&full));
    }
    let enough = shell("(\"$0\" solve pentominoes-6x10 --all -q; echo $? >&2) | head -n 1");
    assert_eq!(said(&enough), "0\n");
}

#[cfg(target_os = "linux")]
#[test]
fn who_does_not_hear_what_is_said_beside_the_result_has_it_all_the_same() {
    for (args, code) in [("solve klotski", 0), ("best framed-3x3", 0), ("solve no-such-puzzle", 2)]
    {
        let unheard = shell(&format!("\"$0\" {args} 2>/dev/full"));
        assert_eq!(unheard.status.code(), Some(code), "{args}");
        assert_eq!(unheard.stdout, shell(&format!("\"$0\" {args}")).stdout, "{args}");
    }
    // One line is read, of the drawing, and then comes the summary.
    let both = shell("(\"$0\" solve klotski 2>&1; echo $? >&3) 3>&2 | head -n 1");
    assert_eq!(said(&both), "0\n");
}
