//! When a search stops although there may be more to find.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When to stop although there may be more to find.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Time on the wall.
    pub time: Option<Duration>,
    /// Nodes of the search.
    pub nodes: Option<u64>,
    /// Solutions found.
    pub solutions: Option<u64>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// What 32 bits reach, less what the program itself and the allocator need.
const REACH: u64 = 1 << 30;

/// A memory limit that pointers of so many bits can count up to. Where they are short there always is one.
pub(super) fn within_reach(limit: Option<u64>, bits: u32) -> Option<u64> {
    if bits > 32 { limit } else { Some(limit.map_or(REACH, |most| most.min(REACH))) }
}

/// How many of some threads there are: without the feature `threads` there is one.
pub(crate) fn at_hand(threads: usize) -> usize {
    if cfg!(feature = "threads") { threads } else { 1 }
}

/// Stops a search from another thread or a signal handler. Clones share one flag.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to stop within milliseconds.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it asked to?
    pub fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_of_32_bits_have_a_memory_limit_that_they_can_count_up_to() {
        assert_eq!(within_reach(None, 64), None);
        assert_eq!(within_reach(Some(8 << 30), 64), Some(8 << 30));
        for limit in [None, Some(8 << 30), Some(4 << 30)] {
            assert_eq!(within_reach(limit, 32), Some(REACH));
        }
        assert_eq!(within_reach(Some(5), 32), Some(5));
    }
}
