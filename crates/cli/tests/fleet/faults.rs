//! A server that crashes, a worker that sleeps past its lease, a clock that is hours off, and a full disk.

use std::fs;
use std::process::Command;

use marquetry_testkit::server::Server;

use crate::{Place, is_complete, signal, solutions, until, words};

const COUNT: [&str; 7] = ["--count", "--engine", "cover", "--unit", "30ms", "--lease", "300ms"];
const LISTED: [&str; 8] =
    ["--all", "--distinct", "--engine", "cover", "--unit", "30ms", "--lease", "300ms"];

#[test]
fn a_server_that_crashes_and_comes_back_has_lost_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(server) = Server::start(&folder.path().join("pg")) else { return };
    let at = server.database("crash");
    let place = Place { at, _server: None, folder: tempfile::tempdir().expect("a folder") };
    place.plan("pentominoes-6x10", &COUNT);
    let mut pair = [place.start(), place.start()];
    for crash in 1..4 {
        let before = place.closed();
        until(|| {
            place.closed() > before + 2
                || pair.iter_mut().all(|one| matches!(one.try_wait(), Ok(Some(_))))
        });
        server.crash();
        server.go_on();
        assert!(place.closed() >= before, "after crash {crash}");
    }
    assert!(pair.iter_mut().all(|one| one.wait().expect("it ends").success()), "they went on");
    is_complete(&place.answer("1"), "9356");
}

#[test]
fn a_worker_that_sleeps_past_its_lease_counts_nothing() {
    for place in Place::both("sleeper") {
        place.plan("pentominoes-6x10", &COUNT);
        let mut sleeper = place.worker(&[]).spawn().expect("it starts");
        until(|| place.closed() > 1);
        signal(&sleeper, "STOP");
        // The others have all of it, what the sleeper has too.
        place.finish();
        is_complete(&place.answer("1"), "9356");
        signal(&sleeper, "CONT");
        assert!(sleeper.wait().expect("it ends").success());
        is_complete(&place.answer("1"), "9356");
    }
}

/// Moves the clock of a program by seven hours.
const SKEW: &str = r"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
#define HOURS (7 * 3600)
int clock_gettime(clockid_t id, struct timespec *t) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, __func__);
    int r = real(id, t);
    if (id == CLOCK_REALTIME) t->tv_sec += HOURS;
    return r;
}
int gettimeofday(struct timeval *t, void *z) {
    int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, __func__);
    int r = real(t, z);
    t->tv_sec += HOURS;
    return r;
}
time_t time(time_t *t) {
    struct timeval now;
    gettimeofday(&now, 0);
    if (t) *t = now.tv_sec;
    return now.tv_sec;
}
";

#[test]
fn a_clock_that_is_hours_off_changes_no_answer() {
    for place in Place::both("clock") {
        let [source, shim] = ["skew.c", "skew.so"].map(|name| place.folder.path().join(name));
        fs::write(&source, SKEW).expect("it is written");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .args([&shim, &source])
            .arg("-ldl")
            .status();
        assert!(built.is_ok_and(|status| status.success()), "cc is there");
        place.plan("pentominoes-6x10", &[&COUNT[..], &["--tries", "100000"]].concat());
        let mut right = place.start();
        until(|| place.closed() > 1);
        // A file has the clock of whoever looks: the wrong one takes what the right one has.
        let wrong = place.worker(&[]).env("LD_PRELOAD", &shim).output().expect("it starts");
        assert!(wrong.status.success(), "{}", words(&wrong));
        assert!(right.wait().expect("it ends").success());
        is_complete(&place.answer("1"), "9356");
    }
}

/// A small disk; gone with the test. `None` where we may not make one.
struct Disk(std::path::PathBuf);

impl Disk {
    fn new(folder: &std::path::Path, size: &str) -> Option<Disk> {
        let at = folder.join("disk");
        fs::create_dir(&at).expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size},mode=777"), "none"]).arg(&at);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        if !mounted {
            eprintln!("LEFT OUT: no small disk could be made, for which one must be root");
        }
        mounted.then_some(Disk(at))
    }

    /// Takes all room that is left.
    fn fill(&self) {
        let filled = fs::write(self.0.join("ballast"), vec![1; 256 << 20]);
        assert!(filled.is_err(), "it is full");
    }

    fn free(&self) {
        fs::remove_file(self.0.join("ballast")).expect("it is there");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// Fills the disk while a worker works: it says so and goes, and with room again the answer is exact.
fn full(place: &Place, disk: &Disk, again: impl Fn()) {
    place.plan("pentominoes-6x10", &LISTED);
    let worker = place.worker(&["--patience", "0s"]).spawn().expect("it starts");
    until(|| place.closed() > 1);
    disk.fill();
    let output = worker.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{}", words(&output));
    disk.free();
    again();
    place.finish();
    let answer = place.answer("1");
    is_complete(&answer, "2339");
    let (count, set) = solutions(&answer);
    assert_eq!((count, set.len()), (2339, 2339), "each once");
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = Disk::new(folder.path(), "16m") else { return };
    let at = disk.0.join("fleet.db").display().to_string();
    full(
        &Place { at, _server: None, folder: tempfile::tempdir().expect("a folder") },
        &disk,
        || {},
    );
}

#[test]
fn a_servers_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = Disk::new(folder.path(), "160m") else { return };
    let Some(server) = Server::start(&disk.0.join("pg")) else { return };
    let at = server.database("full");
    let place = Place { at, _server: None, folder: tempfile::tempdir().expect("a folder") };
    full(&place, &disk, || {
        // A server that cannot write its log goes down by itself.
        until(|| {
            if !server.runs() {
                server.try_to_go_on();
            }
            server.runs()
        });
    });
}
