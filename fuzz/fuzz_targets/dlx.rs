#![no_main]

//! What is read as items and options is written and read back equal, and the judge has a word for any choice.

use marquetry_formats::detect::Hints;
use marquetry_formats::dlx;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    dlx::claim(text, &Hints::default());
    let Ok(problem) = dlx::read(text) else { return };
    assert_eq!(dlx::read(&dlx::write_exact(&problem)).as_ref(), Ok(&problem));
    problem.faults(&(0..problem.options.len()).collect::<Vec<_>>());
    let _ = dlx::read_options(&problem, text);
});
