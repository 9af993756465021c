//! Positions as keys: what the breadth-first search keeps of a position.

/// A position in a few bytes. Equal keys are equal looks.
pub trait Key: Clone + Ord + Send + Sync {
    /// No position's key.
    const EMPTY: Self;
    /// A well mixed number, good in its high bits.
    fn mixed(&self) -> u64;
    /// Bytes on the heap.
    fn heap(&self) -> usize;
    /// Appends the key in `width` bytes, or as many as it takes.
    fn write(&self, width: usize, to: &mut Vec<u8>);
    /// Reads a key that was written, and moves on behind it.
    fn read(from: &mut &[u8], width: usize) -> Option<Self>;
}

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes the bits of a word.
pub(super) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(MIX);
    (word ^ (word >> 29)).wrapping_mul(MIX)
}

macro_rules! number_key {
    ($number:ty, $mixed:expr) => {
        impl Key for $number {
            const EMPTY: Self = <$number>::MAX;

            #[inline]
            fn mixed(&self) -> u64 {
                $mixed(*self)
            }

            fn heap(&self) -> usize {
                0
            }

            fn write(&self, width: usize, to: &mut Vec<u8>) {
                // All bytes at once, and what is too much taken back: a copy of any length is a call.
                let end = to.len() + width;
                to.extend_from_slice(&self.to_le_bytes());
                to.truncate(end);
            }

            fn read(from: &mut &[u8], width: usize) -> Option<Self> {
                let (head, rest) = from.split_at_checked(width)?;
                let number = if let Some(all) = from.first_chunk() {
                    <$number>::from_le_bytes(*all)
                        & <$number>::MAX >> (<$number>::BITS - 8 * width as u32)
                } else {
                    let mut bytes = [0; size_of::<$number>()];
                    bytes[..width].copy_from_slice(head);
                    <$number>::from_le_bytes(bytes)
                };
                *from = rest;
                Some(number)
            }
        }
    };
}

number_key!(u64, |key: u64| (key ^ (key >> 32)).wrapping_mul(MIX));
number_key!(u128, |key: u128| mix((key as u64).wrapping_add(mix((key >> 64) as u64))));

/// The cells where a position looks unlike the start, each with what is there now. For trays too big for a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Patch(pub Option<Box<[(u32, u32)]>>);

impl Key for Patch {
    const EMPTY: Self = Patch(None);

    fn mixed(&self) -> u64 {
        let pairs = self.0.iter().flatten();
        pairs.fold(MIX, |hash, &(cell, what)| mix(hash ^ u64::from(cell) << 32 ^ u64::from(what)))
    }

    fn heap(&self) -> usize {
        self.0.as_ref().map_or(0, |pairs| size_of_val::<[_]>(pairs) + 16)
    }

    fn write(&self, _: usize, to: &mut Vec<u8>) {
        let pairs = self.0.as_deref().unwrap_or_default();
        to.extend_from_slice(&(pairs.len() as u32).to_le_bytes());
        for &(cell, what) in pairs {
            to.extend_from_slice(&cell.to_le_bytes());
            to.extend_from_slice(&what.to_le_bytes());
        }
    }

    fn read(from: &mut &[u8], _: usize) -> Option<Self> {
        let mut number = || {
            let (head, rest) = from.split_first_chunk::<4>()?;
            *from = rest;
            Some(u32::from_le_bytes(*head))
        };
        let pairs = (0..number()?).map(|_| Some((number()?, number()?)));
        Some(Patch(Some(pairs.collect::<Option<_>>()?)))
    }
}
