//! Every link and every picture of the pages leads somewhere, and the guide's summary lists all its pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("there is a root")
}

/// All Markdown files below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of pages");
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn all() -> Vec<PathBuf> {
    let root = root();
    let mut all = pages(&root.join("docs/src"));
    all.extend(
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|p| root.join(p)),
    );
    all
}

/// The lines of a page that are prose: no code blocks, and no code within a line.
fn prose(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            // Every second part of a line stands between backticks.
            lines.push(line.split('`').step_by(2).collect());
        }
    }
    lines
}

/// What a page links to or shows, in the order of the page.
fn targets(page: &str) -> Vec<String> {
    let text = prose(page).join("\n");
    let mut found = Vec::new();
    for (open, close) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        for (at, _) in text.match_indices(open) {
            let target = text[at + open.len()..].split(close).next().unwrap_or_default();
            // A title may follow, after a blank.
            found.extend(target.split_whitespace().next().map(str::to_owned));
        }
    }
    let named = text.lines().filter(|line| line.starts_with('['));
    found.extend(named.filter_map(|line| Some(line.split_once("]: ")?.1.trim().to_owned())));
    found
}

/// The anchors of a page: one a heading, in small letters, with hyphens for blanks and without other signs.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut found = BTreeSet::new();
    for line in page.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let slug: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let slug = slug.to_lowercase();
        let again = (1..).map(|n| format!("{slug}-{n}")).find(|name| !found.contains(name));
        let first = !found.contains(&slug);
        found.extend(if first { Some(slug) } else { again });
    }
    found
}

/// Why a target leads nowhere; `None` where it leads somewhere, or out into the world.
fn astray(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if file.is_empty() { page.into() } else { page.parent()?.join(file) };
    if !file.exists() {
        return Some("there is no such file".into());
    }
    let known = |text: String| anchors(&text).contains(anchor);
    let found = anchor.is_empty() || fs::read_to_string(&file).is_ok_and(known);
    (!found).then(|| "the page has no such heading".into())
}

#[test]
fn every_link_and_every_picture_leads_somewhere() {
    let mut lost = Vec::new();
    let mut seen = 0;
    for page in all() {
        let text = fs::read_to_string(&page).expect("a page");
        for target in targets(&text) {
            seen += 1;
            lost.extend(
                astray(&page, &target).map(|why| format!("{}: {target}: {why}", page.display())),
            );
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    assert!(seen > 60, "only {seen} links were seen");
}

#[test]
fn the_summary_lists_every_page_once() {
    let guide = root().join("docs/src");
    let summary = guide.join("SUMMARY.md");
    let mut listed: Vec<PathBuf> = targets(&fs::read_to_string(&summary).expect("a summary"))
        .iter()
        .map(|target| guide.join(target))
        .collect();
    listed.push(summary);
    listed.sort();
    assert_eq!(listed, pages(&guide));
}

#[test]
fn a_link_that_leads_nowhere_is_noticed() {
    let page = root().join("docs/src/command.md");
    let text = "[a](play.md) ![b](pictures/none.svg)\n```\n[c](code.md)\n```\n`[d](code.md)` [e]\n\n[e]: #none\n";
    let lost: Vec<String> =
        targets(text).into_iter().filter(|t| astray(&page, t).is_some()).collect();
    assert_eq!(lost, ["pictures/none.svg", "#none"]);
    let headings = "# One & two: `three`\n## Again\n## Again\n";
    let names: Vec<String> = anchors(headings).into_iter().collect();
    assert_eq!(names, ["again", "again-1", "one--two-three"]);
}
