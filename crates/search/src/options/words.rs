//! Going through a list of words: what most of the time is spent on once options are few.

use num_traits::PrimInt;

/// A word of bits that lists are made of.
pub(super) trait Word: PrimInt {
    /// Copies what has none of these bits, and says how many words that are and which bits they have together.
    #[inline]
    fn keep(list: &[Self], left: &mut [Self], kill: Self) -> (usize, Self) {
        keep(list, left, kill)
    }

    /// How often each bit is set: its three last binary digits, and whether it is more often than they tell.
    #[inline]
    fn digits(list: &[Self]) -> [Self; 4] {
        digits(list)
    }
}

impl Word for u128 {}

impl Word for u64 {
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn keep(list: &[u64], left: &mut [u64], kill: u64) -> (usize, u64) {
        let many = list.len() > four::FEW;
        if many && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has just been asked for both features.
            return unsafe { four::keep(list, left, kill) };
        }
        keep(list, left, kill)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn digits(list: &[u64]) -> [u64; 4] {
        if list.len() > four::FEW && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for the feature.
            return unsafe { four::digits(list) };
        }
        digits(list)
    }
}

fn keep<M: PrimInt>(list: &[M], left: &mut [M], kill: M) -> (usize, M) {
    let (mut kept, mut all) = (0, M::zero());
    for &entry in list {
        let stays = (entry & kill).is_zero();
        left[kept] = entry;
        kept += usize::from(stays);
        all = all | if stays { entry } else { M::zero() };
    }
    (kept, all)
}

fn digits<M: PrimInt>(list: &[M]) -> [M; 4] {
    let [mut one, mut two, mut four, mut more] = [M::zero(); 4];
    let mut fours = list.chunks_exact(4);
    for some in &mut fours {
        let first = add(&mut one, some[0], some[1]);
        let second = add(&mut one, some[2], some[3]);
        let carry = add(&mut two, first, second);
        more = more | four & carry;
        four = four ^ carry;
    }
    for &bits in fours.remainder() {
        let first = add(&mut one, bits, M::zero());
        let second = add(&mut two, first, M::zero());
        more = more | four & second;
        four = four ^ second;
    }
    [one, two, four, more]
}

/// Adds two bits to each of a sum, and tells what is carried.
#[inline]
pub(super) fn add<M: PrimInt>(sum: &mut M, a: M, b: M) -> M {
    let (both, either) = (a & b, a ^ b);
    let carry = both | either & *sum;
    *sum = *sum ^ either;
    carry
}

/// The same for processors that handle four words at once.
#[cfg(target_arch = "x86_64")]
mod four {
    use std::arch::x86_64::*;

    /// So few words are gone through one by one.
    pub const FEW: usize = 8;

    /// For each choice of four words, where the chosen ones lie, in halves of words.
    static CHOSEN: [[u32; 8]; 16] = chosen();

    const fn chosen() -> [[u32; 8]; 16] {
        let mut rows = [[0; 8]; 16];
        let mut mask = 0;
        while mask < 16 {
            let (mut word, mut next) = (0, 0);
            while word < 4 {
                if mask >> word & 1 == 1 {
                    rows[mask][next] = 2 * word;
                    rows[mask][next + 1] = 2 * word + 1;
                    next += 2;
                }
                word += 1;
            }
            mask += 1;
        }
        rows
    }

    #[target_feature(enable = "avx2")]
    fn load(words: &[u64; 4]) -> __m256i {
        // SAFETY: all of the array is read, and at any address.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    fn store(words: &mut [u64; 4], four: __m256i) {
        // SAFETY: all of the array is written, and at any address.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), four) }
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub fn keep(list: &[u64], left: &mut [u64], kill: u64) -> (usize, u64) {
        let left = &mut left[..list.len()];
        let (chunks, rest) = list.as_chunks::<4>();
        let (killed, none) = (_mm256_set1_epi64x(kill as i64), _mm256_setzero_si256());
        let (mut kept, mut all) = (0, none);
        for words in chunks {
            let words = load(words);
            let stay = _mm256_cmpeq_epi64(_mm256_and_si256(words, killed), none);
            all = _mm256_or_si256(all, _mm256_and_si256(words, stay));
            let mask = _mm256_movemask_pd(_mm256_castsi256_pd(stay)) as usize & 15;
            // SAFETY: all of the row is read, and at any address.
            let row = unsafe { _mm256_loadu_si256(CHOSEN[mask].as_ptr().cast()) };
            let words = _mm256_permutevar8x32_epi32(words, row);
            // What is written beyond the words that stay is written over.
            // SAFETY: no more are kept than were gone through before these four, and `left` is as long as the list.
            unsafe { _mm256_storeu_si256(left.as_mut_ptr().add(kept).cast(), words) };
            kept += mask.count_ones() as usize;
        }
        let mut lanes = [0; 4];
        store(&mut lanes, all);
        let (more, bits) = super::keep(rest, &mut left[kept..], kill);
        (kept + more, lanes.iter().fold(bits, |all, lane| all | lane))
    }

    #[target_feature(enable = "avx2")]
    pub fn digits(list: &[u64]) -> [u64; 4] {
        let (chunks, rest) = list.as_chunks::<4>();
        let [mut one, mut two, mut four, mut more] = [_mm256_setzero_si256(); 4];
        for words in chunks {
            let words = load(words);
            let first = _mm256_and_si256(one, words);
            one = _mm256_xor_si256(one, words);
            let second = _mm256_and_si256(two, first);
            two = _mm256_xor_si256(two, first);
            more = _mm256_or_si256(more, _mm256_and_si256(four, second));
            four = _mm256_xor_si256(four, second);
        }
        let lanes = [one, two, four, more].map(|digit| {
            let mut lanes = [0; 4];
            store(&mut lanes, digit);
            lanes
        });
        (0..4).fold(super::digits(rest), |[one, two, four, more], lane| {
            let [first, second, third, many] = lanes.map(|lanes| lanes[lane]);
            let (mut one, mut two, mut four) = (one, two, four);
            let carry = super::add(&mut one, first, 0);
            let carry = super::add(&mut two, second, carry);
            let carry = super::add(&mut four, third, carry);
            [one, two, four, more | many | carry]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_words_at_once_are_as_good_as_one() {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            random ^ random >> 29
        };
        for length in 0..200 {
            let list: Vec<u64> = (0..length).map(|_| next() & next() & next()).collect();
            let kill = next() & next() & next() & next();
            let mut lefts = [vec![0; length], vec![0; length]];
            let found = [u64::keep(&list, &mut lefts[0], kill), keep(&list, &mut lefts[1], kill)];
            assert_eq!(found[0], found[1]);
            assert_eq!(lefts[0][..found[0].0], lefts[1][..found[0].0]);
            let digits = u64::digits(&list);
            for bit in 0..64 {
                let often = list.iter().filter(|&word| word >> bit & 1 == 1).count() as u64;
                let told = (0..3).map(|i| (digits[i] >> bit & 1) << i).sum::<u64>();
                assert_eq!((told, digits[3] >> bit & 1 == 1), (often % 8, often > 7));
            }
        }
    }
}
