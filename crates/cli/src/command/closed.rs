//! Whether standard output was closed when the program began.
//!
//! Rust opens the null device in the place of a closed standard output before `main`, so that results would vanish
//! without a word. What runs before that can still see it.

/// Was standard output closed?
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
pub fn output() -> bool {
    before_main::CLOSED.load(std::sync::atomic::Ordering::Relaxed)
}

/// Was standard output closed? Not known here.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
pub fn output() -> bool {
    false
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub static CLOSED: AtomicBool = AtomicBool::new(false);

    extern "C" fn look() {
        let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        CLOSED.store(flags == Err(rustix::io::Errno::BADF), Ordering::Relaxed);
    }

    // SAFETY: the section holds pointers to functions that the loader calls before `main`; this one needs nothing of
    // Rust's runtime.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;
}
