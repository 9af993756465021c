//! Connections that are lost anywhere, in the middle of a transaction and between a commit and its answer too.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::Duration;

use marquetry_fleet::{Store, Worker};
use marquetry_search::StopFlag;
use marquetry_testkit::server::Server;
use rand::{RngExt, SeedableRng};

use crate::{count, planned, puzzle};

/// How many connections are cut.
const CUTS: u32 = 40;

/// Passes bytes on until so many were passed on both ways.
fn pass(mut from: UnixStream, mut to: UnixStream, left: &AtomicI64) {
    let mut bytes = [0; 64];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let room = left.fetch_sub(count as i64, Ordering::Relaxed);
        let passed = usize::try_from(room).unwrap_or(0).min(count);
        if to.write_all(&bytes[..passed]).is_err() || passed < count {
            break;
        }
    }
    // Both ways end with one.
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// Stands between the workers and the server, and cuts the first connections after some bytes.
fn cut(listener: &UnixListener, server: &Path, cuts: &AtomicU32) {
    let mut dice = rand_pcg::Pcg64::seed_from_u64(14);
    for client in listener.incoming().map_while(Result::ok) {
        let room = match cuts.fetch_add(1, Ordering::Relaxed) {
            0..CUTS => dice.random_range(300..5000),
            _ => i64::MAX,
        };
        let Ok(server) = UnixStream::connect(server) else { continue };
        let ends = [client.try_clone(), server.try_clone()].map(|end| end.expect("a socket"));
        std::thread::spawn(move || {
            let left = AtomicI64::new(room);
            let [client2, server2] = ends;
            std::thread::scope(|scope| {
                scope.spawn(|| pass(client, server2, &left));
                pass(server, client2, &left);
            });
        });
    }
}

#[test]
fn a_connection_that_is_lost_anywhere_costs_nothing() {
    let Some(server) = Server::shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).expect("a socket");
    let (socket, cuts) = (server.folder().join(".s.PGSQL.5432"), AtomicU32::new(0));
    let straight = server.database("lost");
    let cut_off = format!("postgres://postgres@/lost?host={}", folder.path().display());
    let mut store = Store::make(&straight).expect("a store");
    let run = planned(&mut store, &puzzle("pentominoes-5x12"), count("cover"), |plan| {
        (plan.unit, plan.lease) = (Duration::from_millis(5), Duration::from_millis(200));
        plan.tries = 10_000;
    });
    let cuts = std::sync::Arc::new(cuts);
    let counted = std::sync::Arc::clone(&cuts);
    std::thread::spawn(move || cut(&listener, &socket, &counted));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let worker = Worker::new("cut off").expect("a worker");
                // The first connections may be cut before there is a worker.
                let opened = std::iter::repeat_with(|| Store::open(&cut_off)).find_map(Result::ok);
                let mut store = opened.expect("a store at last");
                worker.work(&mut store, None, &StopFlag::default(), &mut ()).expect("it works")
            });
        }
    });
    assert!(cuts.load(Ordering::Relaxed) > CUTS / 4, "{cuts:?} connections");
    assert_eq!(store.sums(&run).expect("sums").total, 4040_u32.into());
}
