//! What somebody who uses the library can count on.

use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [&str; 6] = ["puzzle", "search", "formats", "draw", "play", "report"];

/// The files of public modules, however deep: `lib.rs`, and those that a public module declares.
fn public_modules(file: &Path, under: &Path, found: &mut Vec<PathBuf>) {
    let text = fs::read_to_string(file).unwrap_or_default();
    found.push(file.to_owned());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("pub mod ").and_then(|l| l.strip_suffix(';')) {
            public_modules(&under.join(name).with_extension("rs"), &under.join(name), found);
        }
    }
}

#[test]
fn every_public_module_shows_how_it_is_used() {
    let mut silent = Vec::new();
    for name in CRATES {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let mut modules = Vec::new();
        public_modules(&source.join("lib.rs"), &source, &mut modules);
        let runs = |line: &str| matches!(line.trim(), "//! ```" | "/// ```");
        let shows =
            |file: &PathBuf| fs::read_to_string(file).is_ok_and(|text| text.lines().any(runs));
        silent.extend(modules.into_iter().filter(|file| !shows(file)));
    }
    assert!(silent.is_empty(), "no example in {silent:#?}");
}

/// What is not there in a browser, and the files that have it behind a feature or, for the clock, another one there.
const GUARDED: [(&str, &[&str]); 6] = [
    ("Instant", &["search/src/run/crew.rs", "search/src/run.rs"]),
    ("SystemTime", &[]),
    (
        "std::thread",
        &[
            "search/src/parallel.rs",
            "search/src/run/lap.rs",
            "search/src/sliding/levels.rs",
            "search/src/sliding/settle.rs",
            "search/src/solutions.rs",
            "search/src/tiling/counter/crowd.rs",
        ],
    ),
    ("std::fs", &["search/src/sliding/kept.rs", "search/src/sliding/shelf.rs"]),
    ("tempfile::", &["search/src/sliding/shelf.rs"]),
    ("std::env", &["search/src/sliding/levels.rs"]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn clocks_threads_and_files_are_only_where_the_features_know_of_them() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (word, known) in GUARDED {
        let mut having = Vec::new();
        for name in CRATES {
            let mut files = Vec::new();
            sources(&crates.join(name).join("src"), &mut files);
            having.extend(files.into_iter().filter(|file| {
                let text = fs::read_to_string(file).unwrap_or_default();
                text.split("#[cfg(test)]\nmod tests").next().is_some_and(|own| own.contains(word))
            }));
        }
        let mut having: Vec<_> =
            having.iter().filter_map(|file| file.strip_prefix(&crates).ok()).collect();
        having.sort();
        assert_eq!(having, known.iter().map(Path::new).collect::<Vec<_>>(), "{word}");
    }
}
