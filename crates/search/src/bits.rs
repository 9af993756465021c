//! Sets as words of bits.

/// The members of a set of bits.
#[inline(always)]
pub fn bits(words: &[u64]) -> Bits<'_> {
    Bits { left: words.first().copied().unwrap_or(0), at: 0, words }
}

/// The members of one word.
#[inline(always)]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// Iterates over a set of bits.
pub struct Bits<'a> {
    words: &'a [u64],
    at: usize,
    left: u64,
}

impl Iterator for Bits<'_> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        while self.left == 0 {
            self.at += 1;
            self.left = *self.words.get(self.at)?;
        }
        let bit = self.left.trailing_zeros();
        self.left &= self.left - 1;
        Some(64 * self.at as u32 + bit)
    }
}
