//! The command `marquetry`.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
