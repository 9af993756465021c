//! Kernels compiled for the processor.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Compiles an emulator; `None`, and says so, where there is no compiler.
pub fn compiled(source: &str, name: &str, options: &[&str]) -> Option<PathBuf> {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernel").join(source);
    let compiler = Command::new("c++")
        .args(["-std=c++14", "-O2", "-Wall", "-Wextra", "-Werror"])
        .arg(source)
        .arg("-o")
        .arg(&program)
        .args(options)
        .status();
    let Ok(status) = compiler else {
        println!("LEFT OUT: there is no compiler for C++");
        return None;
    };
    assert!(status.success(), "the kernel does not compile for the processor");
    Some(program)
}

/// What an emulator prints that is given a job.
pub fn ran(program: &Path, job: &[u8]) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the emulator was compiled");
    child.stdin.take().expect("it is piped").write_all(job).expect("it reads all of it");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it prints text")
}
