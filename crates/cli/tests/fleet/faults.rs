//! A server that crashes, a worker that sleeps past its lease, a clock that is hours off, and a full disk.

use std::fs;
use std::process::Command;

use marquetry_testkit::server::Server;

use crate::{Place, runs, signal, until, words};

/// Units of a moment, and no unit is set aside for what happens here.
const HOW: [&str; 6] = ["--unit", "30ms", "--lease", "300ms", "--tries", "100000"];

/// Waits until a run is well under way, or even done.
fn begun(place: &Place, run: &str) {
    until(|| place.closed(run) > 1 || place.status(run).contains("\"state\":\"done\""));
}

#[test]
fn a_server_that_crashes_and_comes_back_has_lost_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(server) = Server::start(&folder.path().join("pg")) else { return };
    let at = server.database("crash");
    let place = Place { at, _server: None, folder: tempfile::tempdir().expect("a folder") };
    runs().for_each(|(name, kind)| place.plan_as(&name, kind, &HOW));
    let mut pair = [place.start(), place.start()];
    for (name, _) in runs() {
        begun(&place, &name);
        server.crash();
        server.go_on();
        assert!(place.closed(&name) > 0, "what was closed in {name} is there");
    }
    assert!(pair.iter_mut().all(|one| one.wait().expect("it ends").success()), "they went on");
    runs().for_each(|(name, kind)| place.is_known(&name, kind));
}

#[test]
fn a_worker_that_sleeps_past_its_lease_counts_nothing() {
    for place in Place::both("sleeper") {
        for (name, kind) in runs() {
            place.plan_as(&name, kind, &HOW);
            let mut sleeper = place.start();
            begun(&place, &name);
            // The others have all of it, what the sleeper has too. One that was stopped while it writes to a file has the file
            // to itself: it is let go on and stopped again.
            loop {
                signal(&sleeper, "STOP");
                let output = place.worker(&[]).output().expect("it starts");
                if output.status.success() {
                    break;
                }
                assert!(words(&output).contains("another process"), "{}", words(&output));
                signal(&sleeper, "CONT");
            }
            place.is_known(&name, kind);
            signal(&sleeper, "CONT");
            assert!(sleeper.wait().expect("it ends").success());
            place.is_known(&name, kind);
        }
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
        for (name, kind) in runs() {
            place.plan_as(&name, kind, &HOW);
            let mut right = place.start();
            begun(&place, &name);
            // A file has the clock of whoever looks: the wrong one takes what the right one has.
            let wrong = place.worker(&[]).env("LD_PRELOAD", &shim).output().expect("it starts");
            assert!(wrong.status.success(), "{}", words(&wrong));
            assert!(right.wait().expect("it ends").success());
            place.is_known(&name, kind);
        }
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

/// Fills the disk while a worker works: it says so and goes, and with room again the answer is exact. One that has just done
/// all of it has nothing to say.
fn full(place: &Place, disk: &Disk, again: impl Fn()) {
    let mut told = 0;
    for (name, kind) in runs() {
        place.plan_as(&name, kind, &HOW);
        let worker = place.worker(&["--patience", "0s"]).spawn().expect("it starts");
        begun(place, &name);
        disk.fill();
        let output = worker.wait_with_output().expect("it ends");
        assert!(matches!(output.status.code(), Some(0 | 2)), "{}", words(&output));
        told += i32::from(output.status.code() == Some(2));
        disk.free();
        again();
        place.finish();
        place.is_known(&name, kind);
    }
    assert!(told > 0, "none was at work");
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
