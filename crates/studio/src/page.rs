//! The files of the page: built in, or from a folder for those who work on it.

use std::io;
use std::path::PathBuf;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::answer::Problem;
use crate::served::kind;

/// All files of the page by their paths, in order.
static BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The largest file of a page that is served.
const MOST_BYTES: u64 = 16 << 20;

/// Where the page comes from.
#[derive(Debug)]
pub enum Page {
    BuiltIn,
    Folder(PathBuf),
}

impl Page {
    /// The page of a folder, or the one that is built in.
    pub fn new(folder: Option<PathBuf>) -> io::Result<Page> {
        let Some(folder) = folder else { return Ok(Page::BuiltIn) };
        match folder.canonicalize() {
            Ok(whole) if whole.join("index.html").is_file() => Ok(Page::Folder(whole)),
            _ => {
                let words = format!("{} has no index.html", folder.display());
                Err(io::Error::new(io::ErrorKind::NotFound, words))
            }
        }
    }

    /// The file at a path such as `/core/game.js`.
    pub fn file(&self, path: &str) -> Response {
        let path = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
        let found = kind(path).and_then(|kind| Some((kind, self.bytes(path)?)));
        match found {
            Some((kind, bytes)) => {
                let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
                (StatusCode::OK, headers, bytes).into_response()
            }
            None => Problem::none("there is no such page").into_response(),
        }
    }

    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Page::BuiltIn => {
                let at = BUILT_IN.binary_search_by_key(&path, |file| file.0).ok()?;
                Some(BUILT_IN[at].1.to_vec())
            }
            Page::Folder(folder) => {
                // A link that leads out of the folder is not followed.
                let whole = folder.join(path).canonicalize().ok()?;
                let inside = whole.starts_with(folder) && whole.is_file();
                let small = whole.metadata().is_ok_and(|file| file.len() <= MOST_BYTES);
                (inside && small).then(|| std::fs::read(&whole).ok()).flatten()
            }
        }
    }
}
