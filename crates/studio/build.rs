//! Puts the files of the page into the program.

#[path = "src/served.rs"]
mod served;

use std::fmt::Write;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let named = |name| std::env::var_os(name).ok_or(io::ErrorKind::NotFound);
    let page = Path::new(&named("CARGO_MANIFEST_DIR")?).join("page");
    let mut files = Vec::new();
    gather(&page, "", &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let whole = page.join(&file);
        let _ = writeln!(table, "    ({file:?}, include_bytes!({whole:?})),");
    }
    table.push(']');
    std::fs::write(Path::new(&named("OUT_DIR")?).join("page.rs"), table)
}

/// All files of a folder of the page, by their paths in it.
fn gather(folder: &Path, before: &str, files: &mut Vec<String>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{before}{name}");
        if entry.file_type()?.is_dir() {
            if served::page(&path) {
                gather(&entry.path(), &format!("{path}/"), files)?;
            }
        } else if served::kind(&path).is_some() {
            files.push(path);
        }
    }
    Ok(())
}
