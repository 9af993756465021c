#![no_main]

//! Whatever the bytes are, they are told to be of some format or refused.

use marquetry_formats::Source;
use marquetry_formats::detect::{Hints, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec())
        && let Err(rejected) = read(&source, &Hints::default())
    {
        assert!(!rejected.to_string().is_empty());
    }
    let _ = marquetry_formats::events::read(&String::from_utf8_lossy(bytes));
});
