//! Which files are the page, and as what they are served. The build script asks the same.

use std::path::Path;

/// What is served by its ending, and as what. Nothing else is part of the page.
const KINDS: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Folders beside the page that are for its developers.
const NOT_SERVED: [&str; 3] = ["dev", "test", "node_modules"];

/// As what a file of the page is served; `None` where there can be no such file.
pub fn kind(path: &str) -> Option<&'static str> {
    let ending = Path::new(path).extension()?.to_str()?;
    let kind = KINDS.iter().find(|(known, _)| *known == ending);
    kind.map(|(_, kind)| *kind).filter(|_| page(path))
}

/// Is this a plain path into the page?
pub fn page(path: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let first = path.split('/').next().unwrap_or_default();
    path.split('/').all(plain) && !NOT_SERVED.contains(&first) && !path.contains(".config.")
}
