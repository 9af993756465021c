//! The command `marquetry`.

// `eprintln!` panics where standard error is closed or full; `output::tell` does not.
#![warn(clippy::print_stderr)]

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
