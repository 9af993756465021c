//! Random choices that no version of any library can change: only raw words are taken from the generator.
//!
//! ```
//! use marquetry_puzzle::generate::dice::Dice;
//!
//! let (mut dice, mut again) = (Dice::new(7), Dice::new(7));
//! for _ in 0..10 {
//!     let thrown = dice.below(6);
//!     assert!(thrown < 6);
//!     assert_eq!(again.below(6), thrown, "the same throws from the same seed");
//! }
//! ```

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// The stream that the authors of the generator give.
const STREAM: u128 = 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96;

/// Random choices from one seed.
pub struct Dice(Pcg64);

impl Dice {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Dice {
        // Neighbouring seeds are scattered first, or their streams would be alike (the last step of SplitMix64).
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Dice(Pcg64::new(u128::from(z ^ z >> 31), STREAM))
    }

    /// A number from 0 to below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u32
    }

    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}
