//! Ctrl-C.

use marquetry_search::StopFlag;

use super::{Exit, keys};

/// A flag that the first signal sets, so that what was found is still told. The second ends the program.
pub fn stop_on_signal() -> StopFlag {
    let stop = StopFlag::default();
    let flag = stop.clone();
    // Without a handler the signal ends the program as it always did, which is no reason not to search.
    let _ = ctrlc::set_handler(move || {
        if flag.stopped() {
            keys::release();
            std::process::exit(Exit::Interrupted as i32);
        }
        flag.stop();
    });
    stop
}
