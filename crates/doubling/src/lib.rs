//! How many steps something takes.
//!
//! Steps are counted by the compiler, not by the code: `./check` builds this crate with `-C profile-generate` and `--cfg
//! steps`, which counts how often each branch of every function is taken, those of the libraries below included. So a new
//! loop is counted without anybody's help. What is not counted is the moving of memory within one call: `Vec::remove` in a
//! loop is to be seen by reading.
//!
//! Built as usual, nothing is counted.

#![allow(unexpected_cfgs, reason = "`steps` is set by ./check for this crate alone")]

/// Whether steps are counted.
pub const COUNTED: bool = cfg!(steps);

#[cfg(steps)]
unsafe extern "C" {
    fn __llvm_profile_begin_counters() -> *const u64;
    fn __llvm_profile_end_counters() -> *const u64;
    fn __llvm_profile_reset_counters();
}

/// The steps that something takes, on this thread while no other runs.
#[cfg(steps)]
pub fn steps(run: impl FnOnce()) -> u64 {
    // SAFETY: the runtime has one array of counters, which lives as long as the program.
    let counters = unsafe {
        __llvm_profile_reset_counters();
        let (begin, end) = (__llvm_profile_begin_counters(), __llvm_profile_end_counters());
        std::slice::from_raw_parts(begin, end.offset_from(begin) as usize)
    };
    run();
    counters.iter().map(|at| unsafe { std::ptr::read_volatile(at) }).sum()
}

/// Runs something and counts nothing.
#[cfg(not(steps))]
pub fn steps(run: impl FnOnce()) -> u64 {
    run();
    0
}
