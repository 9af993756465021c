#![no_main]

//! The judge never panics, whatever a reader made of the bytes.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for name in [
        "framed-3x3",
        "tetravex-2x2",
        "arrows-meadow",
        "pentominoes-3x20",
        "soma",
        "klotski",
        "rush-hour",
    ] {
        marquetry_fuzz::solutions(name, None, bytes);
    }
});
