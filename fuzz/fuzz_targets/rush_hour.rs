#![no_main]

use marquetry_formats::detect::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| marquetry_fuzz::puzzle(Format::RushHour, bytes));
