//! Levels in the named files of a folder, so that a search that was killed goes on with the last of them.
//!
//! A level is two files. `level-7.keys` has its positions, in no order. `level-7.txt` is its manifest: whose search it is,
//! how many positions and bytes there are, a sum over the bytes and a sum over the manifest itself. It is written once the
//! positions are, so that a level which is not whole has none that suits it. The levels up to the first that is not whole are
//! what the search goes on with; those behind it are searched and written again.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use marquetry_puzzle::Sliding;

use super::key::{Key, mix};
use crate::engines::Metric;
use crate::run::{Ending, Failure, Halt, Run};
use crate::unit::hash_of;

/// The form in which levels are written. It changes with that of the keys.
const FORM: &str = "2";
/// Bytes that are read, written and summed up at once.
const BLOCK: usize = 1 << 20;
/// How long levels may lie where a power cut would still lose them.
const SYNC_EVERY: Duration = Duration::from_secs(5);
/// Held by the process that searches.
const LOCK: &str = "lock";

/// The levels of a search in a folder.
pub struct Kept {
    folder: PathBuf,
    /// What every manifest begins with: what it is and whose.
    search: [(&'static str, String); 3],
    /// Bytes a key is written in.
    width: usize,
    levels: Vec<Layer>,
    /// Levels that a power cut does not lose, and when that was seen to.
    synced: (usize, Duration),
    _lock: File,
}

#[derive(Copy, Clone, PartialEq, Eq)]
struct Layer {
    keys: usize,
    bytes: u64,
    sum: u64,
}

/// A level that is being written.
pub struct Page {
    file: File,
    width: usize,
    buffer: Vec<u8>,
    level: Layer,
}

impl Kept {
    /// Opens a folder, or makes it, and looks for levels of this search.
    pub fn open(
        folder: &Path,
        (p, metric): (&Sliding, Metric),
        width: usize,
        run: &mut Run<'_>,
    ) -> Result<Kept, Halt> {
        let refused =
            |words: String| Halt::Failure(Failure::Kept(format!("{}: {words}", folder.display())));
        let metric = format!("{metric:?}").to_lowercase();
        let lock = locked(folder).map_err(refused)?;
        let mut kept = Kept {
            folder: folder.to_owned(),
            search: [("form", FORM.into()), ("puzzle", hash_of(&**p)), ("metric", metric)],
            width,
            levels: Vec::new(),
            synced: (0, Duration::ZERO),
            _lock: lock,
        };
        while let Some(manifest) = kept.manifest().map_err(refused)? {
            if kept.is_whole(manifest, run)? {
                kept.levels.push(manifest);
                continue;
            }
            let level = kept.levels.len();
            run.trouble = Some(format!(
                "{}: level {level} is damaged, so the search goes on from the one before it",
                folder.display()
            ));
            break;
        }
        kept.synced.0 = kept.levels.len();
        Ok(kept)
    }

    /// How many positions each level has.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = usize> {
        self.levels.iter().map(|level| level.keys)
    }

    fn path(&self, level: usize, ending: &str) -> PathBuf {
        self.folder.join(format!("level-{level}.{ending}"))
    }

    /// The manifest of the first level that is not known yet, where there is one; a damaged one suits no level. Refuses
    /// that of another search with what differs.
    fn manifest(&self) -> Result<Option<Layer>, String> {
        let text = match fs::read(self.path(self.levels.len(), "txt")) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => String::from_utf8(text.unwrap_or_default()).unwrap_or_default(),
        };
        let damaged = Layer { keys: 0, bytes: u64::MAX, sum: 0 };
        let Some((text, check)) = text.rsplit_once("check ") else { return Ok(Some(damaged)) };
        if check != hexadecimal(sum(0, text.as_bytes())) + "\n" {
            return Ok(Some(damaged));
        }
        let lines: HashMap<&str, &str> =
            text.lines().filter_map(|line| line.split_once(' ')).collect();
        for (name, ours) in &self.search {
            match (*name, lines.get(name)) {
                (_, Some(theirs)) if theirs == ours => {}
                ("puzzle", _) => return Err("the folder keeps another puzzle".into()),
                ("metric", Some(theirs)) => {
                    let words = format!("the folder keeps a search that counts {theirs}");
                    return Err(format!("{words}, and this one counts {ours}"));
                }
                _ => return Err("the folder was written by another version".into()),
            }
        }
        let number = |name| lines.get(name).and_then(|number| number.parse().ok());
        let level = || {
            let sum = u64::from_str_radix(lines.get("sum")?, 16).ok()?;
            Some(Layer { keys: number("keys")? as usize, bytes: number("bytes")?, sum })
        };
        Ok(Some(level().unwrap_or(damaged)))
    }

    /// Are the positions of the first level that is not known yet those that its manifest tells of?
    fn is_whole(&self, level: Layer, run: &mut Run<'_>) -> Result<bool, Halt> {
        let Ok(mut file) = File::open(self.path(self.levels.len(), "keys")) else {
            return Ok(false);
        };
        if !file.metadata().is_ok_and(|file| file.len() == level.bytes) {
            return Ok(false);
        }
        let (mut hash, mut block) = (0, Vec::new());
        loop {
            run.look().break_value().map_or(Ok(()), Err)?;
            match fill(&mut file, &mut block) {
                Ok(true) => hash = sum(hash, &block),
                Ok(false) => return Ok(hash == level.sum),
                Err(_) => return Ok(false),
            }
        }
    }

    /// Begins to write the next level.
    pub fn page(&self) -> io::Result<Page> {
        let file = File::create(self.path(self.levels.len(), "keys"))?;
        let level = Layer { keys: 0, bytes: 0, sum: 0 };
        Ok(Page { file, width: self.width, buffer: Vec::new(), level })
    }

    /// Keeps a level that was written.
    pub fn keep(&mut self, mut page: Page, now: Duration) -> io::Result<()> {
        page.flush()?;
        let Layer { keys, bytes, sum: hash } = page.level;
        let mut text = String::new();
        // To write into a string never fails.
        for (name, value) in &self.search {
            let _ = writeln!(text, "{name} {value}");
        }
        let _ = writeln!(text, "keys {keys}\nbytes {bytes}\nsum {}", hexadecimal(hash));
        let check = hexadecimal(sum(0, text.as_bytes()));
        let manifest = self.path(self.levels.len(), "txt");
        fs::write(&manifest, format!("{text}check {check}\n"))?;
        self.levels.push(page.level);
        if now.saturating_sub(self.synced.1) >= SYNC_EVERY {
            for level in self.synced.0..self.levels.len() {
                File::open(self.path(level, "keys"))?.sync_all()?;
                File::open(self.path(level, "txt"))?.sync_all()?;
            }
            self.synced = (self.levels.len(), now);
        }
        Ok(())
    }

    /// Calls `met` with each position of a level.
    pub fn each<K: Key>(
        &self,
        level: usize,
        mut met: impl FnMut(K) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut file = File::open(self.path(level, "keys"))?;
        let (mut bytes, mut block, mut left) = (Vec::new(), Vec::new(), self.levels[level].keys);
        while fill(&mut file, &mut block)? {
            bytes.append(&mut block);
            let mut rest = bytes.as_slice();
            while left > 0
                && let Some(key) = K::read(&mut rest, self.width)
            {
                left -= 1;
                met(key)?;
            }
            let read = bytes.len() - rest.len();
            bytes.drain(..read);
        }
        if left == 0 { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
    }

    /// Ends the search because of this folder.
    pub fn trouble(&self, run: &mut Run<'_>, error: &io::Error) -> Halt {
        let folder = self.folder.display();
        run.trouble =
            Some(format!("cannot keep positions in {folder}: {error}; what was kept is safe"));
        Halt::Ending(Ending::DiskLimit)
    }
}

impl Page {
    /// Puts a position down.
    pub fn put<K: Key>(&mut self, key: &K) -> io::Result<()> {
        key.write(self.width, &mut self.buffer);
        self.level.keys += 1;
        if self.buffer.len() < BLOCK {
            return Ok(());
        }
        let rest = self.buffer.split_off(BLOCK);
        self.flush()?;
        self.buffer = rest;
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.file.write_all(&self.buffer)?;
            self.level.bytes += self.buffer.len() as u64;
            self.level.sum = sum(self.level.sum, &self.buffer);
        }
        Ok(())
    }
}

/// Takes the folder for this process.
fn locked(folder: &Path) -> Result<File, String> {
    if cfg!(not(feature = "disk")) {
        return Err("this build makes no files".into());
    }
    if folder.is_file() {
        return Err("the levels of a tray are kept in a folder, and this is a file".into());
    }
    let unusable = |error: io::Error| format!("the folder cannot be used: {error}");
    fs::create_dir_all(folder).map_err(unusable)?;
    let ours = |name: &str| name == LOCK || name.starts_with("level-");
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let name = entry.map_err(unusable)?.file_name();
        if !name.to_str().is_some_and(ours) {
            return Err(format!("the folder has other files in it, such as {}", name.display()));
        }
    }
    let lock = File::create(folder.join(LOCK)).map_err(unusable)?;
    lock.try_lock().map_err(|error| match error {
        fs::TryLockError::WouldBlock => "another process searches with this folder".into(),
        fs::TryLockError::Error(error) => unusable(error),
    })?;
    Ok(lock)
}

/// Reads the next block; `false` at the end.
fn fill(file: &mut File, block: &mut Vec<u8>) -> io::Result<bool> {
    block.clear();
    file.take(BLOCK as u64).read_to_end(block).map(|bytes| bytes > 0)
}

/// Adds a block to a sum.
fn sum(hash: u64, block: &[u8]) -> u64 {
    let (words, rest) = block.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]).map(|&word| u64::from_le_bytes(word));
    words.fold(mix(hash ^ block.len() as u64), |hash, word| mix(hash.rotate_left(9) ^ word))
}

fn hexadecimal(number: u64) -> String {
    format!("{number:016x}")
}
