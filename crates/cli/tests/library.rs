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
