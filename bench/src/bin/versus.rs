//! Ours beside other programs: `cargo run --release -p marquetry-bench --bin versus [WORD]`
//!
//! Each row of `peers.toml`, or those whose name has the word, is run as a whole process of `marquetry`, which must be built
//! beside this program (`cargo build --release`), three times. The least CPU time is told with the most memory, the other program's figure
//! and the ratio; an answer that is not the known one ends it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use marquetry_bench::{korf, row};
use serde::Deserialize;

const PEERS: &str = include_str!("../../peers.toml");
/// How often each row is run.
const TIMES: usize = 3;

#[derive(Deserialize)]
struct Peers {
    peer: BTreeMap<String, Peer>,
    row: Vec<Row>,
}

/// Another program, and which one of it.
#[derive(Deserialize)]
struct Peer {
    name: String,
    source: String,
    version: String,
}

/// The same work, done by us and by another program.
#[derive(Deserialize)]
struct Row {
    what: String,
    /// Our arguments, and those whose output is the input.
    command: Vec<String>,
    #[serde(default)]
    make: Vec<String>,
    /// The input where none is made.
    #[serde(default)]
    input: String,
    /// Kinds of letters and the length of words of a cycle.
    cycle: Option<[u32; 2]>,
    /// Are Korf's boards among them?
    files: Option<String>,
    /// What our output must say.
    says: String,
    peer: String,
    seconds: f64,
    date: String,
    place: String,
}

/// What a process took.
struct Cost {
    seconds: f64,
    bytes: u64,
}

fn main() {
    let word = std::env::args().nth(1).unwrap_or_default();
    let peers: Peers = toml::from_str(PEERS).expect("peers.toml is read");
    for measured in peers.row.iter().filter(|row| row.what.contains(&word)) {
        let input = match (&measured.make[..], measured.cycle) {
            ([], None) => measured.input.clone().into_bytes(),
            ([], Some([kinds, long])) => cycle(kinds, long).into_bytes(),
            (make, _) => ours(make, &[]).0,
        };
        let folder = tempfile::tempdir().expect("a folder for files");
        let mut command = measured.command.clone();
        for (i, (text, _)) in korf().enumerate().filter(|_| measured.files.is_some()) {
            let file = folder.path().join(format!("{i}.marquetry"));
            std::fs::write(&file, text).expect("it can be written");
            command.push(file.display().to_string());
        }
        let runs = (0..TIMES).map(|_| {
            let (output, cost) = ours(&command, &input);
            let said = String::from_utf8_lossy(&output);
            let Row { what, says, .. } = measured;
            assert!(said.contains(says), "{what}: it does not say {says}");
            cost
        });
        let least = runs
            .reduce(|a, b| Cost { seconds: a.seconds.min(b.seconds), bytes: a.bytes.max(b.bytes) });
        let Some(Cost { seconds, bytes }) = least else { continue };
        let peer = &peers.peer[&measured.peer];
        let values = [
            ("ours", format!("{seconds:.4} s")),
            ("memory", format!("{} MiB", bytes >> 20)),
            ("says", measured.says.clone()),
            ("theirs", format!("{} s", measured.seconds)),
            ("ratio", format!("{:.2}", measured.seconds / seconds)),
            ("peer", format!("{} ({}, {})", peer.name, measured.date, measured.place)),
        ];
        row(&measured.what, &values);
    }
    println!();
    for Peer { name, source, version } in peers.peer.values() {
        println!("{name}: {source}; {version}");
    }
}

/// The cycles of letters in which every word of some length is once, as items and options: the word of equal letters lies
/// at the beginning.
fn cycle(kinds: u32, long: u32) -> String {
    let words = kinds.pow(long);
    let word = |number: u32| {
        let letter = |at: u32| char::from(b'a' + (number / kinds.pow(long - 1 - at) % kinds) as u8);
        (0..long).map(letter).collect::<String>()
    };
    let names = |letter: char| (0..words).map(move |at| format!("{letter}{at}"));
    let items: Vec<String> = names('p').chain((0..words).map(word)).collect();
    let letters: Vec<String> = names('x').collect();
    let mut text = format!("{} | {}\n", items.join(" "), letters.join(" "));
    for at in 0..words {
        for number in (0..words).filter(|&number| (at == 0) == (number == 0)) {
            let shown = word(number);
            text += &format!("p{at} {shown}");
            (0..)
                .zip(shown.chars())
                .for_each(|(i, c)| text += &format!(" x{}:{c}", (at + i) % words));
            text += "\n";
        }
    }
    text
}

/// Runs our command with this input; what it says, and what it took.
fn ours(arguments: &[String], input: &[u8]) -> (Vec<u8>, Cost) {
    let here = std::env::current_exe().expect("this program has a place");
    let program = here.parent().unwrap_or(Path::new(".")).join("marquetry");
    let mut child = Command::new(&program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}; cargo build --release makes it", program.display()));
    child.stdin.take().expect("it is piped").write_all(input).expect("it reads its input");
    let mut output = Vec::new();
    let stdout = child.stdout.as_mut().expect("it is piped");
    std::io::Read::read_to_end(stdout, &mut output).expect("it can be read");
    (output, waited(&mut child))
}

/// Waits for the end of a process, and says what it took.
#[cfg(unix)]
fn waited(child: &mut std::process::Child) -> Cost {
    // SAFETY: plain numbers, for which nought is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let mut status = 0;
    let pid = libc::pid_t::try_from(child.id()).expect("a process has a small number");
    // SAFETY: the pointers are to variables that outlive the call, and nobody else waits for this child.
    let ended = unsafe { libc::wait4(pid, &mut status, 0, &mut usage) };
    assert!(ended == pid && libc::WIFEXITED(status), "it was killed");
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    Cost {
        seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        bytes: 1024 * usage.ru_maxrss as u64,
    }
}

/// Elsewhere nobody says what it took.
#[cfg(not(unix))]
fn waited(child: &mut std::process::Child) -> Cost {
    assert!(child.wait().is_ok_and(|status| status.code().is_some()), "it was killed");
    Cost { seconds: f64::NAN, bytes: 0 }
}
