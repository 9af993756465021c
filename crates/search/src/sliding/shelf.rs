//! Keys in a file of the temporary folder. The file has no name, so that nothing of it stays however the program ends.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

use super::key::Key;

#[cfg(feature = "disk")]
fn file() -> io::Result<File> {
    tempfile::tempfile()
}

#[cfg(not(feature = "disk"))]
fn file() -> io::Result<File> {
    Err(ErrorKind::Unsupported.into())
}

/// A file that grows at its end.
pub struct Shelf {
    file: File,
    end: u64,
    /// Bytes a key is written in.
    width: usize,
    /// Bytes that are read or written at once.
    pub block: usize,
}

/// Keys that stand side by side on a shelf.
#[derive(Copy, Clone)]
pub struct Stretch {
    from: u64,
    to: u64,
    /// How many.
    pub keys: usize,
}

impl Shelf {
    /// An empty shelf in the temporary folder.
    pub fn new(width: usize, block: usize) -> io::Result<Shelf> {
        Ok(Shelf { file: file()?, end: 0, width, block })
    }

    /// An empty shelf for the same keys.
    pub fn another(&self) -> io::Result<Shelf> {
        Shelf::new(self.width, self.block)
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Takes everything off.
    pub fn clear(&mut self) -> io::Result<()> {
        self.end = 0;
        self.file.set_len(0)
    }

    /// Puts keys at the end.
    pub fn put<'k, K: Key + 'k>(
        &mut self,
        keys: impl IntoIterator<Item = &'k K>,
    ) -> io::Result<Stretch> {
        let mut writer = Writer::new(self);
        keys.into_iter().try_for_each(|key| writer.push(self, key))?;
        writer.finish(self)
    }

    /// Puts keys at the end that are written already.
    pub fn put_written(&mut self, bytes: &[u8], keys: usize) -> io::Result<Stretch> {
        let from = self.end;
        // Readers have moved the file's place.
        self.file.seek(SeekFrom::Start(from))?;
        self.file.write_all(bytes)?;
        self.end += bytes.len() as u64;
        Ok(Stretch { from, to: self.end, keys })
    }
}

/// Puts keys one by one at the end of a shelf.
pub struct Writer {
    bytes: Vec<u8>,
    stretch: Stretch,
}

impl Writer {
    /// Begins at the end of a shelf.
    pub fn new(shelf: &Shelf) -> Writer {
        let stretch = Stretch { from: shelf.end, to: shelf.end, keys: 0 };
        Writer { bytes: Vec::with_capacity(shelf.block + shelf.width), stretch }
    }

    /// Puts a key there.
    pub fn push<K: Key>(&mut self, shelf: &mut Shelf, key: &K) -> io::Result<()> {
        key.write(shelf.width, &mut self.bytes);
        self.stretch.keys += 1;
        if self.bytes.len() >= shelf.block { self.flush(shelf) } else { Ok(()) }
    }

    fn flush(&mut self, shelf: &mut Shelf) -> io::Result<()> {
        self.stretch.to = shelf.put_written(&self.bytes, 0)?.to;
        self.bytes.clear();
        Ok(())
    }

    /// All keys that were put.
    pub fn finish(mut self, shelf: &mut Shelf) -> io::Result<Stretch> {
        self.flush(shelf)?;
        Ok(self.stretch)
    }
}

/// Reads a stretch from its beginning.
pub struct Reader {
    from: u64,
    to: u64,
    bytes: Vec<u8>,
    at: usize,
}

impl Reader {
    /// Begins with the first key.
    pub fn new(stretch: Stretch) -> Reader {
        Reader { from: stretch.from, to: stretch.to, bytes: Vec::new(), at: 0 }
    }

    /// The next key of the shelf that the stretch is on.
    pub fn next<K: Key>(&mut self, shelf: &Shelf) -> io::Result<Option<K>> {
        loop {
            let mut rest = &self.bytes[self.at..];
            if let Some(key) = K::read(&mut rest, shelf.width) {
                self.at = self.bytes.len() - rest.len();
                return Ok(Some(key));
            }
            match (self.from < self.to, rest.is_empty()) {
                (true, _) => self.fill(shelf)?,
                (false, true) => return Ok(None),
                (false, false) => return Err(ErrorKind::UnexpectedEof.into()),
            }
        }
    }

    /// Reads a block behind what is left of the last one.
    fn fill(&mut self, shelf: &Shelf) -> io::Result<()> {
        self.bytes.drain(..self.at);
        self.at = 0;
        let left = self.bytes.len();
        let more = (self.to - self.from).min(shelf.block as u64);
        self.bytes.resize(left + more as usize, 0);
        let mut file = &shelf.file;
        file.seek(SeekFrom::Start(self.from))?;
        file.read_exact(&mut self.bytes[left..])?;
        self.from += more;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::Patch;
    use super::*;

    fn read<K: Key>(shelf: &Shelf, stretch: Stretch) -> Vec<K> {
        let mut reader = Reader::new(stretch);
        std::iter::from_fn(|| reader.next(shelf).unwrap()).collect()
    }

    #[test]
    fn keys_of_all_kinds_come_back_whatever_the_block() {
        let numbers: Vec<u64> = (0..500).map(|n| n * n).collect();
        let patch = |n: u32| Patch(Some((0..n).map(|i| (i, n)).collect()));
        let patches: Vec<Patch> = (0..50).map(patch).collect();
        for block in [1, 7, 64, 100_000] {
            let mut shelf = Shelf::new(3, block).unwrap();
            let first = shelf.put(&numbers).unwrap();
            let second = shelf.put(&numbers[..100]).unwrap();
            assert_eq!(read::<u64>(&shelf, first), numbers);
            let third = shelf.put::<u64>(&[]).unwrap();
            assert_eq!(read::<u64>(&shelf, second), numbers[..100]);
            assert!(read::<u64>(&shelf, third).is_empty());
            assert_eq!(shelf.bytes(), 3 * 600);
            let mut shelf = Shelf::new(0, block).unwrap();
            let stretch = shelf.put(&patches).unwrap();
            assert!(read::<Patch>(&shelf, stretch) == patches);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let file = File::options().write(true).open("/dev/full").unwrap();
        let mut shelf = Shelf { file, end: 0, width: 8, block: 16 };
        let error = shelf.put(&[1_u64, 2, 3]).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
    }
}
