#![no_main]

//! A SAT solver's answer, whatever it says, is a board or refused.

use marquetry_formats::detect::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for name in ["framed-2x2", "tetravex-2x2", "arrows-meadow"] {
        marquetry_fuzz::solutions(name, Some(Format::Dimacs), bytes);
    }
});
