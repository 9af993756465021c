//! States with their counts, found by hashing.

use num_traits::PrimInt;

use super::tally::Tally;

/// States with their counts, by open addressing; a slot with count zero is empty.
#[derive(Clone)]
pub struct Table<S, T> {
    pub slots: Vec<(S, T)>,
    pub used: usize,
}

impl<S: PrimInt, T: Tally> Table<S, T> {
    pub const EMPTY: Table<S, T> = Table { slots: Vec::new(), used: 0 };

    /// Where to look for a state first; the table must not be empty.
    #[inline]
    fn slot(&self, state: S) -> usize {
        let bits = state.to_u128().unwrap_or(0);
        let mix = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mix >> 20) as usize & (self.slots.len() - 1)
    }

    /// Adds to the count of a state; the table must have room.
    #[inline]
    pub fn add(&mut self, state: S, count: &T) {
        let mask = self.slots.len() - 1;
        let mut at = self.slot(state);
        loop {
            let slot = &mut self.slots[at];
            if slot.1 == T::default() {
                *slot = (state, count.clone());
                self.used += 1;
                return;
            }
            if slot.0 == state {
                slot.1 += count;
                return;
            }
            at = (at + 1) & mask;
        }
    }

    /// The count of a state, unless it is none.
    pub fn get(&self, state: S) -> Option<&T> {
        let from = if self.slots.is_empty() { 0 } else { self.slot(state) };
        let (before, after) = self.slots.split_at(from);
        let mut slots = after.iter().chain(before).take_while(|slot| slot.1 != T::default());
        slots.find(|slot| slot.0 == state).map(|slot| &slot.1)
    }

    pub fn full(&self) -> bool {
        self.used * 2 >= self.slots.len()
    }

    pub fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![(S::zero(), T::default()); size]);
        self.used = 0;
        old.into_iter().filter(|s| s.1 != T::default()).for_each(|(s, t)| self.add(s, &t));
    }

    pub fn widen<U: Tally + From<T>>(self) -> Table<S, U> {
        let slots = self.slots.into_iter().map(|(state, count)| (state, U::from(count))).collect();
        Table { slots, used: self.used }
    }
}
